//! Ratings against brute force by the plain rule, and against known results.

mod common;

use common::Sort;
use proptest::prelude::*;
use slideways::grid::Cell;
use slideways::outcome::{Limits, Outcome, Stop};
use slideways::prelude::{Position, Rating, SolveError, Solver, library};
use slideways::puzzle::rule::{self, Move};
use slideways::puzzle::{Arrangement, Draft, Place, Puzzle};
use slideways::rate::{Branching, Measures, Precedence, RandomWalk, WrongMoves};
use slideways::tiles::random::Random;
use slideways::{Space, Style, check};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

/// The largest component, the largest number of shortest solutions, and the longest solution whose moves are
/// ordered, in a comparison with brute force.
const STATES: usize = 400;
const SOLUTIONS: usize = 3000;
const ORDERED: usize = 6;

/// A component by the plain rule.
struct Plain {
    arrangements: Vec<Arrangement>,
    links: Vec<Vec<usize>>,
    from_start: Vec<Option<u32>>,
    to_goal: Vec<Option<u32>>,
}

impl Plain {
    fn new(puzzle: &Puzzle, style: Style) -> Option<Plain> {
        let mut arrangements = vec![puzzle.start().clone()];
        let mut numbers = BTreeMap::from([(puzzle.places(puzzle.start()), 0)]);
        let mut links: Vec<Vec<usize>> = vec![];
        while let Some(at) = arrangements.get(links.len()).cloned() {
            let mut next = BTreeSet::new();
            for (_, to) in rule::moves(puzzle, &at, style) {
                let number = *numbers.entry(puzzle.places(&to)).or_insert_with(|| {
                    arrangements.push(to);
                    arrangements.len() - 1
                });
                next.insert(number);
            }
            next.remove(&links.len());
            links.push(next.into_iter().collect());
            if arrangements.len() > STATES {
                return None;
            }
        }
        let goals: Vec<usize> = (0..links.len()).filter(|&at| puzzle.is_solved(&arrangements[at])).collect();
        let (from_start, to_goal) = (distances(&links, &[0], None), distances(&links, &goals, None));
        Some(Plain { arrangements, links, from_start, to_goal })
    }

    /// All shortest solutions, as paths; `None` if there are too many.
    fn solutions(&self) -> Option<Vec<Vec<usize>>> {
        let mut paths = vec![vec![0]];
        for _ in 0..self.to_goal[0]? {
            let mut longer = vec![];
            for path in paths {
                let at = path[path.len() - 1];
                let nearer = self.links[at].iter().filter(|&&next| self.to_goal[next] < self.to_goal[at]);
                longer.extend(nearer.map(|&next| [&path[..], &[next]].concat()));
            }
            paths = longer;
            if paths.len() > SOLUTIONS {
                return None;
            }
        }
        Some(paths)
    }
}

/// Breadth-first distances, in a graph without one of its vertices.
fn distances(links: &[Vec<usize>], sources: &[usize], without: Option<usize>) -> Vec<Option<u32>> {
    let mut distances = vec![None; links.len()];
    let mut queue = VecDeque::new();
    for &source in sources.iter().filter(|&&source| Some(source) != without) {
        distances[source] = Some(0);
        queue.push_back(source);
    }
    while let Some(at) = queue.pop_front() {
        for &next in links[at].iter().filter(|&&next| Some(next) != without) {
            if distances[next].is_none() {
                distances[next] = distances[at].map(|distance| distance + 1);
                queue.push_back(next);
            }
        }
    }
    distances
}

/// The steps of a piece that is alone in the box, from a place to everywhere.
fn alone(puzzle: &Puzzle, place: Place) -> BTreeMap<Cell, u32> {
    let name = puzzle.kind(place.kind).name;
    let draft = Draft { start: vec![(place, name)], ..puzzle.draft().clone() };
    let goals = vec![slideways::puzzle::Goal(vec![place])];
    let lonely = Puzzle::new(Draft { goals, ..draft }).unwrap();
    let mut found = BTreeMap::from([(place.at, 0)]);
    let mut queue = VecDeque::from([lonely.start().clone()]);
    while let Some(at) = queue.pop_front() {
        for &dir in lonely.grid().dirs() {
            if let Some(to) = rule::step(&lonely, &at, &[0], dir)
                && !found.contains_key(&to.0[0])
            {
                found.insert(to.0[0], found[&at.0[0]] + 1);
                queue.push_back(to);
            }
        }
    }
    found
}

/// The plain distance and the greedy estimate of an arrangement, from their definition.
fn estimates(puzzle: &Puzzle, at: &Arrangement) -> (Option<u32>, Option<u32>) {
    let places: Vec<Place> =
        puzzle.pieces().iter().zip(&at.0).map(|(&kind, &at)| Place { at, kind }).collect();
    let cover = |place: Place| -> BTreeSet<Cell> { puzzle.cover(place).unwrap().into_iter().collect() };
    let of_place = |to: &Place| -> Option<(u32, u32)> {
        let back = alone(puzzle, *to);
        let mine = places.iter().filter(|place| place.kind == to.kind && back.contains_key(&place.at));
        let sums: Vec<(u32, u32)> = mine
            .map(|piece| {
                let (steps, there) = (back[&piece.at], alone(puzzle, *piece));
                let on_a_way = back.iter().filter(|(at, rest)| there[at] + **rest == steps);
                let swept: BTreeSet<Cell> =
                    on_a_way.flat_map(|(&at, _)| cover(Place { at, kind: to.kind })).collect();
                let others = places.iter().filter(|other| *other != piece);
                let in_the_way = others.filter(|other| !cover(**other).is_disjoint(&swept)).count() as u32;
                (steps, steps + in_the_way)
            })
            .collect();
        Some((sums.iter().map(|sum| sum.0).min()?, sums.iter().map(|sum| sum.1).min()?))
    };
    let goals: Vec<(u32, u32)> = puzzle
        .goals()
        .iter()
        .filter_map(|goal| {
            let sums: Option<Vec<(u32, u32)>> = goal.0.iter().map(of_place).collect();
            Some(sums?.into_iter().fold((0, 0), |(a, b), (c, d)| (a + c, b + d)))
        })
        .collect();
    (goals.iter().map(|goal| goal.0).min(), goals.iter().map(|goal| goal.1).min())
}

/// The first branching: the states that a solution can be in after it left for good, move by move.
fn branching(plain: &Plain, on: &BTreeSet<usize>, slack: u32) -> Option<Branching> {
    let length = plain.to_goal[0].unwrap();
    for after in 0..length {
        let here = on.iter().filter(|&&at| plain.from_start[at] == Some(after));
        let mut apart: BTreeSet<usize> =
            here.flat_map(|&at| &plain.links[at]).copied().filter(|next| !on.contains(next)).collect();
        for moves in after + 1..=length + slack {
            if apart.iter().any(|&at| plain.to_goal[at] == Some(0)) {
                return Some(Branching { after, moves });
            }
            // A goal on a shortest solution may end the way, but not continue it.
            apart = apart
                .iter()
                .flat_map(|&at| &plain.links[at])
                .copied()
                .filter(|next| !on.contains(next) || plain.to_goal[*next] == Some(0))
                .collect();
        }
    }
    None
}

fn wrong_moves(plain: &Plain, on: &BTreeSet<usize>) -> WrongMoves {
    let mut found = WrongMoves::default();
    let goals: Vec<usize> = (0..plain.links.len()).filter(|&at| plain.to_goal[at] == Some(0)).collect();
    for &from in on.iter().filter(|&&from| plain.to_goal[from] > Some(0)) {
        let without = distances(&plain.links, &goals, Some(from));
        for &to in plain.links[from].iter().filter(|&&to| plain.to_goal[to] >= plain.to_goal[from]) {
            found.moves += 1;
            match without[to] {
                None => found.dead_ends += 1,
                Some(rest) => {
                    let cost = 1 + rest - plain.to_goal[from].unwrap();
                    found.total += u64::from(cost);
                    found.worst = found.worst.max(cost);
                }
            }
        }
    }
    found
}

/// The expected hitting time by Gaussian elimination.
fn hitting_time(plain: &Plain) -> f64 {
    let states = plain.links.len();
    let mut rows: Vec<Vec<f64>> = (0..states)
        .map(|at| {
            let mut row = vec![0.0; states + 1];
            row[at] = 1.0;
            if plain.to_goal[at] != Some(0) {
                let degree = plain.links[at].len() as f64;
                plain.links[at].iter().for_each(|&next| row[next] -= 1.0 / degree);
                row[states] = 1.0;
            }
            row
        })
        .collect();
    for pivot in 0..states {
        let best = (pivot..states).max_by(|&a, &b| rows[a][pivot].abs().total_cmp(&rows[b][pivot].abs()));
        rows.swap(pivot, best.unwrap());
        let chosen = rows[pivot].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(at, row)| *at != pivot && row[pivot] != 0.0) {
            let factor = row[pivot] / chosen[pivot];
            (pivot..=states).for_each(|column| row[column] -= factor * chosen[column]);
        }
    }
    rows[0][states] / rows[0][0]
}

/// Whether two moves of a solution conflict, by what they do to each cell.
fn conflict(puzzle: &Puzzle, one: (&Arrangement, &Move), other: (&Arrangement, &Move)) -> bool {
    // For each cell that a move covers at any time: whether it covers the cell before and after.
    let cells = |(from, played): (&Arrangement, &Move)| -> BTreeMap<Cell, [bool; 2]> {
        let mut along = vec![from.clone()];
        for &dir in &played.path {
            along.push(rule::step(puzzle, &along[along.len() - 1], &played.pieces, dir).unwrap());
        }
        let mut cells = BTreeMap::new();
        for (time, at) in along.iter().enumerate() {
            for &piece in &played.pieces {
                for cell in puzzle.cover(Place { at: at.0[piece], kind: puzzle.pieces()[piece] }).unwrap() {
                    let entry: &mut [bool; 2] = cells.entry(cell).or_default();
                    entry[0] |= time == 0;
                    entry[1] |= time == along.len() - 1;
                }
            }
        }
        cells
    };
    let (first, second) = (cells(one), cells(other));
    one.1.pieces.iter().any(|piece| other.1.pieces.contains(piece))
        || first
            .iter()
            .any(|(cell, [before, after])| second.get(cell).is_some_and(|[b, a]| before != after || b != a))
}

/// The order of the moves of a solution, from all the orders that respect its conflicts; each of them must be
/// a solution.
fn precedence(puzzle: &Puzzle, moves: &[Move], style: Style) -> Precedence {
    let along = check::solution(puzzle, moves, style).unwrap();
    let length = moves.len();
    let pair = |i: usize, j: usize| conflict(puzzle, (&along[i], &moves[i]), (&along[j], &moves[j]));
    let conflicts: Vec<Vec<bool>> =
        (0..length).map(|j| (0..length).map(|i| i < j && pair(i, j)).collect()).collect();
    // `always[j][i]`: the move `i` comes before the move `j` in all orders.
    let mut always = vec![vec![true; length]; length];
    let mut orders = vec![vec![]];
    for _ in 0..length {
        let extended = orders.iter().flat_map(|order: &Vec<usize>| {
            let ready = |next: &usize| {
                let waits = |i: usize| conflicts[*next][i] && !order.contains(&i);
                !order.contains(next) && !(0..length).any(waits)
            };
            (0..length).filter(ready).map(|next| [&order[..], &[next]].concat()).collect::<Vec<_>>()
        });
        orders = extended.collect();
    }
    for order in orders {
        let reordered: Vec<Move> = order.iter().map(|&i| moves[i].clone()).collect();
        let end = check::solution(puzzle, &reordered, style).unwrap();
        assert_eq!(end[length], along[length], "an exchange changes nothing");
        for (place, &j) in order.iter().enumerate() {
            order[place..].iter().for_each(|&i| always[j][i] = false);
        }
    }
    let subsets = |fits: &dyn Fn(usize, usize) -> bool| {
        let all = (0..1u32 << length).map(|set| (0..length).filter(move |i| set >> i & 1 == 1).collect());
        let fitting =
            all.filter(|set: &Vec<usize>| set.iter().all(|&j| set.iter().all(|&i| i >= j || fits(i, j))));
        fitting.map(|set| set.len() as u32).max().unwrap()
    };
    Precedence {
        chain: subsets(&|i, j| always[j][i]),
        antichain: subsets(&|i, j| !always[j][i] && !always[i][j]),
    }
}

/// Compare every measure of a puzzle with brute force. Returns what the puzzle shows, or `None` if it is too
/// large for that.
fn compare(puzzle: &Puzzle, style: Style, slack: u32) -> Option<Vec<&'static str>> {
    let plain = Plain::new(puzzle, style)?;
    let rating = Rating::of(puzzle).style(style).slack(slack).build().unwrap();
    for (style, outcome) in &rating.lengths {
        let answer = Solver::new(puzzle).style(*style).solve().unwrap();
        assert_eq!(*outcome, answer.outcome.map(|solution| solution.len() as u32), "{style}");
    }
    let Some(length) = plain.to_goal[0] else {
        assert!(matches!(rating.outcome(), Outcome::Unsolvable(_)) && rating.measures.is_none());
        return Some(vec!["no solution"]);
    };
    assert_eq!(*rating.outcome(), Outcome::Solved(length));
    let solutions = plain.solutions()?;
    let on: BTreeSet<usize> = solutions.iter().flatten().copied().collect();
    let measures: Measures = rating.measures.clone().unwrap();
    assert_eq!(measures.states, Ok(plain.links.len() as u64));
    let goals = plain.to_goal.iter().filter(|distance| **distance == Some(0)).count();
    assert_eq!(measures.goals, Ok(goals as u64));
    assert_eq!(measures.solutions, Ok(solutions.len() as u128));

    let estimates: BTreeMap<usize, _> =
        on.iter().map(|&at| (at, estimates(puzzle, &plain.arrangements[at]))).collect();
    let rises = |path: &Vec<usize>, rises: &dyn Fn(usize, usize) -> bool| {
        path.windows(2).filter(|step| rises(step[0], step[1])).count() as u32
    };
    let least =
        |raised: &dyn Fn(usize, usize) -> bool| solutions.iter().map(|path| rises(path, raised)).min();
    let greedy = least(&|from, to| estimates[&to].1 > estimates[&from].1).unwrap();
    let back = least(&|from, to| estimates[&to].0 > estimates[&from].0).unwrap();
    assert_eq!((measures.counter_intuitive, measures.moves_back), (Ok(greedy), Ok(back)));

    let same =
        |depth: &u32| solutions.iter().all(|path| path[*depth as usize] == solutions[0][*depth as usize]);
    assert_eq!(measures.forced, Ok((1..length).filter(same).collect::<Vec<u32>>()));
    assert_eq!(measures.branching, Ok(branching(&plain, &on, slack)));
    assert_eq!(measures.wrong_moves, Ok(wrong_moves(&plain, &on)));

    let Ok(RandomWalk::Exact(walk)) = measures.random_walk else { panic!("{:?}", measures.random_walk) };
    let known = hitting_time(&plain);
    assert!((walk.moves - known).abs() <= 1e-6 * known && walk.error <= 1e-6, "{walk:?}, not {known}");

    let filled = |piece: usize, at: usize| {
        let place = Place { at: puzzle.start().0[piece], kind: puzzle.pieces()[piece] };
        puzzle.places(&plain.arrangements[at]).contains(&place)
    };
    let unmoved = |among: &dyn Fn(usize) -> bool| -> Vec<usize> {
        let states = || (0..plain.links.len()).filter(|&at| among(at));
        (0..puzzle.pieces().len()).filter(|&piece| states().all(|at| filled(piece, at))).collect()
    };
    assert_eq!(measures.fixed, Ok(unmoved(&|_| true)));
    assert_eq!(measures.idle, Ok(unmoved(&|at| on.contains(&at))));

    let Outcome::Solved(solution) = Solver::new(puzzle).style(style).solve().unwrap().outcome else {
        panic!("it can be solved")
    };
    if solution.len() <= ORDERED {
        assert_eq!(measures.precedence, Ok(precedence(puzzle, solution.block_moves(), style)));
    }
    assert!(rating.stop().is_none());
    let wrong = measures.wrong_moves.unwrap();
    let order = measures.precedence.unwrap();
    let shown = [
        ("four moves or more", length >= 4),
        ("several solutions", solutions.len() > 1),
        ("a counter-intuitive move", greedy > 0),
        ("a move back", back > 0),
        ("a forced state", measures.forced != Ok(vec![])),
        ("moves that can be exchanged", order.antichain > 1 && order.chain > 1),
        ("a branching", measures.branching.unwrap().is_some()),
        ("a dead end", wrong.dead_ends > 0),
        ("a way round", wrong.worst > 2),
        ("a fixed piece", measures.fixed != Ok(vec![])),
        ("an idle piece that can move", measures.idle != measures.fixed),
    ];
    Some(shown.into_iter().filter(|(_, shown)| *shown).map(|(what, _)| what).collect())
}

const SORT: Sort = Sort { words: false, pieces: 4, ..Sort::ANY };

proptest! {
    #[test]
    fn every_measure_is_that_of_brute_force(
        puzzle in common::puzzle(SORT),
        style in 0..6usize,
        slack in 0..6u32,
    ) {
        prop_assume!(compare(&puzzle, Style::ALL[style], slack).is_some());
    }
}

/// A random crowded box of at most 3 x 4 cells, with a goal for one or two pieces, that begins at the hardest
/// start; `None` if the recipe fails.
fn hard(random: &mut Random, style: Style) -> Option<Puzzle> {
    let (rows, cols) = (2 + random.below(2), 3 + random.below(2));
    let cells: String =
        (0..5 + random.below(3)).map(|_| char::from(b"012234x"[random.below(7) as usize])).collect();
    let mut place = || format!("{}@{},{}", 1 + random.below(4), random.below(rows), random.below(cols));
    let (first, second) = (place(), place());
    let goal = if random.below(3) == 0 { format!("{first} {second}") } else { first };
    let text = format!("{rows} x {cols}\n1 = 1\n2 = 11\n3 = 1/1\n4 = 11/01\n{cells}\ngoal {goal}\n");
    let puzzle = slideways::format::sliding::parse(&text).ok()?.puzzle;
    if !(2..=5).contains(&puzzle.pieces().len()) || Plain::new(&puzzle, style).is_none() {
        return None;
    }
    Space::of(&puzzle).style(style).hardest(1).build().unwrap().hardest_puzzle()
}

/// Random puzzles are mostly trivial; hardest starts of crowded boxes show everything that is measured.
#[test]
fn every_measure_of_hard_puzzles_is_that_of_brute_force() {
    let mut random = Random::new(7);
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    let mut compared = 0;
    while compared < 300 {
        let style = Style::ALL[random.below(6) as usize];
        let Some(puzzle) = hard(&mut random, style) else { continue };
        let Some(shown) = compare(&puzzle, style, random.below(6) as u32) else { continue };
        compared += 1;
        shown.into_iter().for_each(|what| *seen.entry(what).or_default() += 1);
    }
    assert!(seen.len() == 11 && seen.values().all(|&times| times >= 5), "{seen:?}");
}

/// Crowded boxes, whose solutions are longer than those of random ones.
#[test]
fn small_classics_are_rated_as_by_brute_force() {
    for (text, sizes) in [
        ("2 x 3\n1 = 1\n2 = 1\n3 = 1\n4 = 1\n5 = 1\n123450\n041325\n", 0..6),
        ("3 x 3\n1 = 1\n2 = 11\n3 = 1/1\n1203\ngoal 2@2,1\n", 0..6),
        ("2 x 4\n1 = 1\n2 = 11\n1020\n0000210\n", 0..6),
        ("3 x 3\n1 = 11/11\n2 = 1/1\n3 = 11\n1230\ngoal 1@1,1\n", 0..6),
    ] {
        let puzzle = slideways::format::sliding::parse(text).unwrap().puzzle;
        for style in sizes {
            assert!(compare(&puzzle, Style::ALL[style], 4).is_some(), "{text}");
        }
    }
}

/// The lengths are those of `tests/truth/blocks.json`; the other figures were found by this program, and
/// brute force confirms the method on small puzzles.
#[test]
fn classics_have_their_known_lengths_and_recorded_measures() {
    let known = [
        ("klotski", [116, 90, 81, 72, 58, 55], 25_955, 256, 14, [77, 2], 0, 634, 318_506.0),
        ("dads", [83, 62, 59, 53, 38, 38], 1398, 864, 2, [56, 2], 28, 362, 63_738.0),
    ];
    for (name, lengths, states, solutions, counter_intuitive, order, forced, wrong, walk) in known {
        let rating = Rating::of(library::puzzle(name).unwrap()).build().unwrap();
        let found: Vec<Outcome<u32>> = rating.lengths.iter().map(|(_, length)| length.clone()).collect();
        assert_eq!(found, lengths.map(Outcome::Solved), "{name}");
        let measures = rating.measures.unwrap();
        assert_eq!((measures.states, measures.solutions), (Ok(states), Ok(solutions)), "{name}");
        assert_eq!(measures.counter_intuitive, Ok(counter_intuitive), "{name}");
        let [chain, antichain] = order;
        assert_eq!(measures.precedence, Ok(Precedence { chain, antichain }), "{name}");
        assert_eq!(measures.forced.map(|forced| forced.len()), Ok(forced), "{name}");
        assert_eq!(measures.wrong_moves.map(|wrong| wrong.moves), Ok(wrong), "{name}");
        assert!((measures.random_walk.unwrap().moves() - walk).abs() < 0.5, "{name}");
    }
}

#[test]
fn a_tile_position_is_rated_as_the_same_puzzle_of_blocks() {
    let position: Position = "0 3/2 1".parse().unwrap();
    let puzzle =
        slideways::format::sliding::parse("2 x 2\n1 = 1\n2 = 1\n3 = 1\n0321\n1230\n").unwrap().puzzle;
    for style in [Style::STEP, Style::SET_STEP] {
        let tiles = Rating::of(&position).style(style).build().unwrap();
        let blocks = Rating::of(&puzzle).style(style).build().unwrap();
        assert_eq!(tiles.measures, blocks.measures);
        assert_eq!((tiles.lengths.len(), blocks.lengths.len()), (2, 6));
        assert_eq!(tiles.outcome(), blocks.outcome());
    }
    let large: Position = "159d26ae37bf48c0".parse().unwrap();
    assert!(matches!(Rating::of(&large).build(), Err(SolveError::Positions(_))));
}

#[test]
fn a_start_that_is_a_goal_has_nothing_to_measure() {
    let puzzle = slideways::format::sliding::parse("1 x 3\n1 = 1\n1\ngoal 1@0,0\n").unwrap().puzzle;
    let rating = Rating::of(&puzzle).build().unwrap();
    let measures = rating.measures.clone().unwrap();
    assert_eq!((rating.outcome(), measures.solutions), (&Outcome::Solved(0), Ok(1)));
    assert_eq!(measures.precedence, Ok(Precedence { chain: 0, antichain: 0 }));
    assert_eq!((measures.forced, measures.branching), (Ok(vec![]), Ok(None)));
    assert_eq!((measures.wrong_moves, measures.idle), (Ok(WrongMoves::default()), Ok(vec![0])));
    assert_eq!(measures.random_walk.unwrap().moves(), 0.0);
}

#[test]
fn what_a_limit_stops_is_marked_and_nothing_else() {
    let klotski = library::puzzle("klotski").unwrap();
    let late = Rating::of(&klotski).limits(Limits::new().time(Duration::ZERO)).build().unwrap();
    assert_eq!((late.stop(), late.measures.as_ref().unwrap().states), (Some(Stop::Time), Err(Stop::Time)));
    assert!(late.lengths.iter().all(|(_, length)| matches!(length, Outcome::Stopped { lower: 1, .. })));
    assert_eq!(late.measures.unwrap().stops().len(), 12);
    // Whatever fits into memory has the value that it has without a limit.
    let whole = Rating::of(&klotski).build().unwrap().measures.unwrap();
    for memory in [1 << 19, 1 << 20, 3 << 19, 1 << 21, 5 << 19, 3 << 20] {
        let tight = Rating::of(&klotski).limits(Limits::new().memory(memory)).build().unwrap();
        let measures = tight.measures.unwrap();
        let same = |known: bool, equal: bool| assert!(!known || equal, "{memory}: {measures:?}");
        same(measures.states.is_ok(), measures.states == whole.states);
        same(measures.solutions.is_ok(), measures.solutions == whole.solutions);
        same(measures.counter_intuitive.is_ok(), measures.counter_intuitive == whole.counter_intuitive);
        same(measures.branching.is_ok(), measures.branching == whole.branching);
        same(measures.wrong_moves.is_ok(), measures.wrong_moves == whole.wrong_moves);
        same(measures.random_walk.is_ok(), measures.random_walk == whole.random_walk);
        assert!(measures.stops().iter().all(|(_, by)| *by == Stop::Memory));
    }
}

#[test]
fn the_caller_can_stop_a_rating() {
    struct Impatient(u32);
    impl slideways::watch::Watch for Impatient {
        fn stop(&mut self) -> bool {
            self.0 = self.0.saturating_sub(1);
            self.0 == 0
        }
    }
    let klotski = library::puzzle("klotski").unwrap();
    for calls in [1, 20, 200, 1000] {
        let rating = Rating::of(&klotski).watch(&mut Impatient(calls)).build().unwrap();
        let stop = rating.stop();
        assert!(stop.is_none() || stop == Some(Stop::Caller), "{stop:?}");
        assert!(calls > 20 || stop.is_some());
    }
}

#[test]
fn the_seed_alone_decides_the_sampled_walks() {
    let puzzle = library::puzzle("mas_puzzle").unwrap();
    let walk = |threads, memory, seed| {
        let limits = Limits::new().threads(threads).memory(memory);
        let rating = Rating::of(&puzzle).seed(seed).limits(limits).build().unwrap();
        rating.measures.unwrap().random_walk.unwrap()
    };
    let first = walk(1, 1 << 30, 7);
    assert!(matches!(first, RandomWalk::Sampled(sample) if sample.walks == Rating::WALKS));
    assert_eq!(walk(3, 1 << 26, 7), first);
    assert_ne!(walk(1, 1 << 30, 8), first);
}

/// Stops only the first search, which is that of the solver.
#[test]
fn the_component_proves_the_length_if_the_solver_was_stopped() {
    struct Once(bool);
    impl slideways::watch::Watch for Once {
        fn stop(&mut self) -> bool {
            std::mem::take(&mut self.0)
        }
    }
    let rate = |puzzle: &Puzzle| Rating::of(puzzle).watch(&mut Once(true)).build().unwrap();
    let rating = rate(&library::puzzle("dads").unwrap());
    assert_eq!(*rating.outcome(), Outcome::Solved(59));
    assert_eq!(rating.measures.unwrap().stops(), [("precedence", Stop::Caller)]);
    let lost = slideways::format::sliding::parse("1 x 3\n1 = 1\n2 = 1\n120\n210\n").unwrap().puzzle;
    let rating = rate(&lost);
    assert!(matches!(rating.outcome(), Outcome::Unsolvable(_)) && rating.measures.is_none());
}
