//! The search for puzzles: its conditions against brute force by the plain rule of movement, its components
//! against the explicit graph, and its answers against the promises of their documentation.

use slideways::design::{
    Conditions, Designs, Expression, Family, Kit, Minimal, PuzzleSearch, SearchError, Unique,
};
use slideways::engine::design::annealing::candidate::Candidate;
use slideways::engine::design::annealing::evaluator::{Evaluator, NoComponent};
use slideways::engine::design::annealing::ground::{Ground, KindCell, NOWHERE};
use slideways::engine::design::annealing::minimal::{IdlePieces, Needed, needed};
use slideways::engine::design::annealing::mutation::Variation;
use slideways::engine::design::annealing::structure::StructureSearch;
use slideways::engine::design::annealing::unique::solutions;
use slideways::engine::design::count::Allowed;
use slideways::grid::{Cell, Grid};
use slideways::outcome::{Limits, Stop};
use slideways::puzzle::rule;
use slideways::puzzle::{Arrangement, Draft, Goal, Kind, KindId, Place, Puzzle};
use slideways::space::Space;
use slideways::style::{Reach, Style, Who};
use slideways::tiles::random::Random;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

/// The most shortest solutions that brute force lists.
const MOST_LISTED: usize = 400;

/// A family in the form of the search, and as puzzles.
struct Case {
    ground: Ground,
    allowed: Allowed,
    kit: Kit,
    walls: u32,
}

impl Case {
    fn new(size: &str, kit: &str, goal: KindCell, holes: u32, walls: u32) -> Case {
        let (grid, kit): (Grid, Kit) = (size.parse().unwrap(), kit.parse().unwrap());
        let mut ground = Ground::new(grid, 0, kit.pieces().map(|piece| (&piece.shape, piece.along)));
        ground.goals = vec![vec![goal]];
        let (mut supplies, mut first) = (vec![], 0);
        for supply in &kit.supplies {
            supplies.push((first..first + supply.pieces.len(), supply.numbers.clone()));
            first += supply.pieces.len();
        }
        Case { ground, allowed: Allowed { supplies, holes: holes..=u32::MAX }, kit, walls }
    }

    fn puzzle(&self, candidate: &Candidate) -> Puzzle {
        let name = |kind: u8| Kind::NAMES.chars().nth(kind.into()).unwrap();
        let place = |&(kind, cell): &KindCell| Place { at: Cell(cell.into()), kind: KindId(kind) };
        let kinds = (0..).zip(self.kit.pieces());
        Puzzle::new(Draft {
            title: String::new(),
            grid: self.ground.grid,
            blocked: self
                .ground
                .grid
                .cells()
                .filter(|cell| candidate.walls >> cell.index() & 1 == 1)
                .collect(),
            kinds: kinds
                .map(|(kind, piece)| Kind {
                    name: name(kind),
                    shape: piece.shape.clone(),
                    along: piece.along,
                })
                .collect(),
            gates: BTreeMap::new(),
            start: candidate.pieces.iter().map(|piece| (place(piece), name(piece.0))).collect(),
            goals: self.ground.goals.iter().map(|goal| Goal(goal.iter().map(place).collect())).collect(),
            optimum: BTreeMap::new(),
            notes: vec![],
        })
        .unwrap()
    }
}

fn cases() -> Vec<Case> {
    vec![
        Case::new("4x4", "1*red=1x2:row 0..*1x2:row|2x1:column 0..*1x3:row|3x1:column", (0, 6), 2, 1),
        Case::new("3x3", "1*1x1 0..2*1x2 0..2*2x1 0..1*11/10", (0, 8), 2, 1),
        Case::new("3x4", "1*2x1 2..4*1x1 0..1*1x2", (0, 7), 3, 0),
        Case::new("2x4", "1..3*1x1 0..2*1x2:row", (0, 7), 2, 0),
    ]
}

type Places = Vec<Place>;

/// A component by the plain rule.
struct Plain {
    next: BTreeMap<Places, BTreeSet<Places>>,
    to_goal: BTreeMap<Places, u32>,
    start: Places,
}

impl Plain {
    fn new(puzzle: &Puzzle, style: Style) -> Plain {
        let start = puzzle.places(puzzle.start());
        let mut next: BTreeMap<Places, BTreeSet<Places>> = BTreeMap::new();
        let mut queue = VecDeque::from([puzzle.start().clone()]);
        let (mut seen, mut goals) = (BTreeSet::from([start.clone()]), VecDeque::new());
        while let Some(at) = queue.pop_front() {
            let here = puzzle.places(&at);
            if puzzle.is_solved(&at) {
                goals.push_back(here.clone());
            }
            let moves = rule::moves(puzzle, &at, style);
            for (_, to) in moves {
                let there = puzzle.places(&to);
                next.entry(here.clone()).or_default().insert(there.clone());
                if seen.insert(there) {
                    queue.push_back(to);
                }
            }
            next.entry(here).or_default();
        }
        let mut to_goal: BTreeMap<Places, u32> = goals.iter().map(|goal| (goal.clone(), 0)).collect();
        while let Some(at) = goals.pop_front() {
            let distance = to_goal[&at] + 1;
            for to in &next[&at] {
                if !to_goal.contains_key(to) {
                    to_goal.insert(to.clone(), distance);
                    goals.push_back(to.clone());
                }
            }
        }
        Plain { next, to_goal, start }
    }

    fn length(&self) -> Option<u32> {
        self.to_goal.get(&self.start).copied()
    }

    /// All shortest solutions from a state; `None` if there are too many.
    fn solutions(&self, from: &Places) -> Option<Vec<Vec<Places>>> {
        let mut all = vec![vec![from.clone()]];
        for distance in (0..self.to_goal[from]).rev() {
            let extended = all.iter().flat_map(|path| {
                let nearer =
                    self.next[&path[path.len() - 1]].iter().filter(|to| self.to_goal[*to] == distance);
                nearer.map(|to| path.iter().chain([to]).cloned().collect::<Vec<_>>())
            });
            all = extended.collect();
            if all.len() > MOST_LISTED {
                return None;
            }
        }
        Some(all)
    }

    /// Whether interchanges of neighbouring moves connect the solutions of a state.
    fn is_one_class(&self, solutions: &[Vec<Places>]) -> bool {
        let number: BTreeMap<&Vec<Places>, usize> = solutions.iter().zip(0..).collect();
        let (mut reached, mut seen) = (vec![0], BTreeSet::from([0]));
        while let Some(path) = reached.pop() {
            let path = &solutions[path];
            for at in 0..path.len().saturating_sub(2) {
                let (first, second) = (moved(&path[at], &path[at + 1]), moved(&path[at + 1], &path[at + 2]));
                // The same piece moves twice.
                if first.1 == second.0 {
                    continue;
                }
                let mut other = path[at].clone();
                other.retain(|place| *place != second.0);
                other.push(second.1);
                other.sort();
                let legal =
                    self.next[&path[at]].contains(&other) && self.next[&other].contains(&path[at + 2]);
                if legal && moved(&other, &path[at + 2]) == first {
                    let mut flipped = path.clone();
                    flipped[at + 1] = other;
                    let flipped = number[&flipped];
                    if seen.insert(flipped) {
                        reached.push(flipped);
                    }
                }
            }
        }
        seen.len() == solutions.len()
    }
}

fn moved(from: &Places, to: &Places) -> (Place, Place) {
    let missing = |one: &Places, other: &Places| *one.iter().find(|place| !other.contains(place)).unwrap();
    (missing(from, to), missing(to, from))
}

fn pieces(places: &Places) -> Vec<KindCell> {
    let mut pieces: Vec<KindCell> =
        places.iter().map(|place| (place.kind.0, place.at.index() as u8)).collect();
    pieces.sort();
    pieces
}

const REACHES: [Reach; 3] = [Reach::Step, Reach::Slide, Reach::Path];

/// Calls `test` with random candidates that have a goal.
fn each_candidate(number: usize, mut test: impl FnMut(&Case, &Candidate, Reach, &mut Evaluator)) {
    let (mut random, mut evaluator) = (Random::new(5), Evaluator::default());
    for case in cases() {
        let variation = Variation::new(&case.ground, &case.allowed, 0..=case.walls);
        for _ in 0..number {
            let Some(first) = variation.random(&mut random) else { continue };
            let Some(candidate) = variation.changed(&first, &mut random) else { continue };
            for reach in REACHES {
                match evaluator.explore(&case.ground, &candidate, reach, 300) {
                    Ok(()) => test(&case, &candidate, reach, &mut evaluator),
                    Err(NoComponent::TooLarge | NoComponent::NoGoal) => {}
                }
            }
        }
    }
}

#[test]
fn a_component_is_that_of_the_explicit_graph() {
    let mut compared = 0;
    each_candidate(40, |case, candidate, reach, evaluator| {
        let puzzle = case.puzzle(candidate);
        let style = Style { who: Who::Piece, reach };
        let space = Space::of(&puzzle).style(style).graph(1000).build().unwrap();
        let component = space.component().unwrap();
        assert_eq!(evaluator.states(), component.states());
        let number = |state: u32| {
            let pieces = evaluator.start(state).pieces;
            let places: Vec<Place> = pieces
                .iter()
                .map(|&(kind, cell)| Place { at: Cell(cell.into()), kind: KindId(kind) })
                .collect();
            component.number(&puzzle.arrangement(&places).unwrap()).unwrap()
        };
        for state in 0..evaluator.states() as u32 {
            let there = number(state);
            assert_eq!(evaluator.to_goal()[state as usize], component.to_goal()[there as usize]);
            let mut links: Vec<u32> = evaluator.links(state).iter().map(|&next| number(next)).collect();
            links.sort();
            let mut others = component.links().of(there).to_vec();
            others.sort();
            assert_eq!(links, others);
        }
        compared += 1;
    });
    assert!(compared > 100, "{compared}");
}

/// All arrangements with the same sequence of bars in each line: steps along the lines, through bars that
/// cross them, lead to all of them; those in which no two bars overlap count.
fn structure(ground: &Ground, candidate: &Candidate) -> Vec<Candidate> {
    let (mut all, mut seen) = (vec![candidate.clone()], BTreeSet::from([candidate.clone()]));
    let mut done = 0;
    while done < all.len() {
        for (piece, &(kind, cell)) in all[done].clone().pieces.iter().enumerate() {
            let steps = ground.kinds[usize::from(kind)].steps[usize::from(cell)];
            for to in steps.into_iter().filter(|&to| to != NOWHERE) {
                let mut next = all[done].without(piece);
                let is_free = |&other: &KindCell| {
                    !ground.shares_line((kind, to), other)
                        || ground.covers(other) & ground.covers((kind, to)) == 0
                };
                if next.pieces.iter().all(is_free) && ground.covers((kind, to)) & next.walls == 0 {
                    next.add((kind, to));
                    if seen.insert(next.clone()) {
                        all.push(next);
                    }
                }
            }
        }
        done += 1;
    }
    all.retain(|next| {
        let cells = next.pieces.iter().map(|&piece| ground.covers(piece).count_ones()).sum::<u32>();
        cells + next.walls.count_ones() == next.filled(ground).count_ones()
    });
    all
}

#[test]
fn the_farthest_start_of_a_structure_is_that_of_its_hardest_component() {
    let mut random = Random::new(6);
    let (mut evaluator, mut search) = (Evaluator::default(), StructureSearch::default());
    let (case, most) = (&cases()[0], 10_000);
    assert!(StructureSearch::serves(&case.ground));
    assert!(cases()[1..].iter().all(|case| !StructureSearch::serves(&case.ground)));
    let variation = Variation::new(&case.ground, &case.allowed, 0..=case.walls);
    let (mut lengths, mut unique, mut numbers) = (BTreeSet::new(), BTreeSet::new(), vec![]);
    for _ in 0..60 {
        let Some(first) = variation.random(&mut random) else { continue };
        let Some(candidate) = variation.changed(&first, &mut random) else { continue };
        for reach in REACHES {
            let all = structure(&case.ground, &candidate);
            let farthest = all.iter().filter_map(|start| {
                evaluator.explore(&case.ground, start, reach, most).ok().map(|()| evaluator.farthest())
            });
            let farthest = farthest.max();
            let found = search.farthest(&case.ground, &candidate, reach, most).ok();
            assert_eq!(found.as_ref().map(|found| found.moves), farthest);
            if let Some(found) = found {
                assert!(all.contains(&found.start));
                evaluator.explore(&case.ground, &found.start, reach, most).unwrap();
                assert_eq!(evaluator.length(), found.moves);
                lengths.insert(found.moves);
            }
            for moves in [0, 2, 100] {
                let farthest = all.iter().filter_map(|start| {
                    evaluator.explore(&case.ground, start, reach, most).ok()?;
                    solutions(&evaluator, Unique::Sequences, &mut numbers);
                    let is_one = numbers[0] == 1.0 && evaluator.length() <= moves;
                    is_one.then(|| (evaluator.length(), start))
                });
                let farthest: Vec<(u32, &Candidate)> = farthest.collect();
                let found = search.farthest_unique(&case.ground, &candidate, (reach, moves), most).ok();
                assert_eq!(
                    found.as_ref().map(|found| found.moves),
                    farthest.iter().map(|(moves, _)| *moves).max()
                );
                if let Some(found) = found {
                    assert!(farthest.contains(&(found.moves, &found.start)));
                    unique.insert(found.moves);
                }
            }
            let too_large = search.farthest(&case.ground, &candidate, reach, all.len() - 1);
            assert_eq!(too_large.err(), Some(NoComponent::TooLarge));
        }
    }
    assert!(lengths.len() > 4 && unique.len() > 4, "{lengths:?} {unique:?}");
}

#[test]
fn uniqueness_and_needed_pieces_are_those_of_brute_force() {
    let (mut unique, mut one_class, mut minimal) = ([0; 2], [0; 2], [0; 3]);
    let mut buffers = (Evaluator::default(), IdlePieces::default());
    let mut random = Random::new(8);
    each_candidate(25, |case, candidate, reach, evaluator| {
        let state = random.below(evaluator.states() as u64) as u32;
        let start = evaluator.start(state);
        let style = Style { who: Who::Piece, reach };
        let plain = Plain::new(&case.puzzle(&start), style);
        assert_eq!(plain.to_goal.len(), evaluator.states(), "{candidate:?}");
        let moves = plain.length().unwrap();
        assert_eq!(moves, evaluator.to_goal()[state as usize]);
        let Some(all) = plain.solutions(&plain.start) else { return };
        let mut numbers = vec![];
        solutions(evaluator, Unique::Sequences, &mut numbers);
        assert_eq!(numbers[state as usize], all.len() as f64);
        unique[usize::from(all.len() == 1)] += 1;
        // One up to order: from the start, and from every state on the way.
        solutions(evaluator, Unique::UpToOrder, &mut numbers);
        let on_the_way: BTreeSet<&Places> = all.iter().flatten().collect();
        let one = on_the_way.iter().all(|at| plain.is_one_class(&plain.solutions(at).unwrap()));
        assert_eq!(numbers[state as usize] == 1.0, one, "{candidate:?} {reach:?}");
        one_class[usize::from(one)] += 1;
        // If moves are straight, the states on the way make no difference.
        if reach != Reach::Path {
            assert_eq!(one, plain.is_one_class(&all));
        }
        let idle = buffers.1.of(evaluator, state);
        let still: Vec<KindCell> = start
            .pieces
            .iter()
            .copied()
            .filter(|piece| all.iter().flatten().all(|at| pieces(at).contains(piece)))
            .collect();
        assert_eq!(idle, still);
        if moves == 0 {
            return;
        }
        for how in [Minimal::Strict, Minimal::Weak] {
            let goal = case.ground.goals[0][0].0;
            let number = start.pieces.iter().filter(|piece| piece.0 == goal).count();
            let too_many = (0..start.pieces.len()).filter(|&piece| {
                let place = start.pieces[piece];
                let asked = how == Minimal::Strict || still.contains(&place);
                let can_go = place.0 != goal || number > 1;
                asked
                    && can_go
                    && Plain::new(&case.puzzle(&start.without(piece)), style).length() == Some(moves)
            });
            let too_many: Vec<usize> = too_many.collect();
            let family = (&case.ground, reach);
            match needed(family, &start, moves, (how, &idle), (&mut buffers.0, 100_000)) {
                Needed::All => assert!(too_many.is_empty(), "{too_many:?}"),
                Needed::Without(piece) => assert!(too_many.contains(&piece)),
                Needed::Unknown => panic!("there are few states"),
            }
            minimal[usize::from(too_many.is_empty())
                + usize::from(how == Minimal::Weak && too_many.is_empty())] += 1;
        }
    });
    assert!(
        unique.iter().chain(&one_class).chain(&minimal).all(|&number| number > 5),
        "{unique:?} {one_class:?} {minimal:?}"
    );
}

fn rush<'s>(size: &str) -> PuzzleSearch<'s> {
    PuzzleSearch::of(Family::new(size.parse().unwrap(), Kit::rush()))
}

fn strict() -> Conditions {
    Conditions {
        moves: 4..=9,
        unique: Some(Unique::UpToOrder),
        minimal: Some(Minimal::Strict),
        all_move: true,
        ..Conditions::default()
    }
}

fn texts(designs: &Designs) -> Vec<String> {
    designs.found.iter().map(|design| slideways::format::sliding::print(&design.puzzle)).collect()
}

#[test]
fn the_same_seed_gives_the_same_puzzles_for_any_number_of_threads() {
    let search =
        |threads| rush("5x5").conditions(strict()).number(3).limits(Limits::new().threads(threads)).build();
    let one = search(1).unwrap();
    assert_eq!((one.found.len(), one.stop), (3, None));
    assert_eq!(texts(&one), texts(&search(3).unwrap()));
    let other = rush("5x5").conditions(strict()).number(3).seed(2).build().unwrap();
    assert_ne!(texts(&one), texts(&other));
}

#[test]
fn every_puzzle_meets_the_conditions_by_brute_force() {
    let designs = rush("5x5").conditions(strict()).number(3).build().unwrap();
    let style = Style::MOVE;
    for design in &designs.found {
        let puzzle = &design.puzzle;
        let plain = Plain::new(puzzle, style);
        assert_eq!((plain.length(), plain.to_goal.len() as u64), (Some(design.moves), design.states));
        assert!((4..=9).contains(&design.moves));
        let all = plain.solutions(&plain.start).unwrap();
        assert!(plain.is_one_class(&all));
        for (piece, place) in puzzle.places(puzzle.start()).into_iter().enumerate() {
            assert!(all.iter().flatten().any(|at| !at.contains(&place)), "a piece stays where it is");
            if puzzle.goals()[0].0[0].kind != place.kind {
                let mut draft = puzzle.draft().clone();
                draft.start.remove(piece);
                let less = Plain::new(&Puzzle::new(draft).unwrap(), style);
                assert!(less.length().unwrap() < design.moves, "a piece is too many");
            }
        }
    }
}

#[test]
fn no_two_puzzles_are_alike() {
    // The goal is in the middle row of five, so that the mirror image of a puzzle is one too.
    let conditions = Conditions { moves: 3..=30, ..Conditions::default() };
    let designs = rush("5x5").conditions(conditions).number(60).build().unwrap();
    let mut components: BTreeSet<BTreeSet<Vec<(String, Cell)>>> = BTreeSet::new();
    for design in &designs.found {
        let puzzle = &design.puzzle;
        let grid = puzzle.grid();
        let space = Space::of(puzzle).graph(200_000).build().unwrap();
        let component = space.component().unwrap();
        let named = |mirrored: bool| -> BTreeSet<Vec<(String, Cell)>> {
            let place = |place: &Place| {
                let kind = puzzle.kind(place.kind);
                let mut at = grid.offset(place.at);
                if mirrored {
                    let height = kind.shape.offsets().iter().map(|by| by.row).max().unwrap();
                    at.row = grid.rows() as i16 - 1 - at.row - height;
                }
                (kind.name.to_string(), grid.cell(at).unwrap())
            };
            let state = |number: u32| {
                let mut places: Vec<_> = component.places(number).iter().map(place).collect();
                places.sort();
                places
            };
            (0..component.states() as u32).map(state).collect()
        };
        let (here, mirror) = (named(false), named(true));
        assert!(!components.contains(&mirror), "a puzzle and its mirror image");
        assert!(components.insert(here), "two puzzles of one component");
    }
}

#[test]
fn the_best_puzzles_come_first_and_a_filter_holds() {
    let best: Expression = "moves - 0.5 * pieces".parse().unwrap();
    let filter = "idle < 2 and walls = 1".parse().unwrap();
    let conditions = Conditions { filter: Some(filter), ..Conditions::default() };
    let family = Family::new("4x4".parse().unwrap(), Kit::rush()).walls(0..=1);
    let search = PuzzleSearch::of(family).conditions(conditions).best(best).number(3).candidates(500);
    let designs = search.build().unwrap();
    assert_eq!(designs.stop, Some(Stop::Effort));
    assert!(!designs.found.is_empty());
    assert!(designs.found.windows(2).all(|pair| pair[0].worth >= pair[1].worth));
    for design in &designs.found {
        assert_eq!(design.worth, f64::from(design.moves) - 0.5 * f64::from(design.pieces));
        assert_eq!(design.walls, 1);
    }
}

#[test]
fn pieces_that_turn_corners_and_prescribed_starts_are_searched_too() {
    let family = Family::new("4x4".parse().unwrap(), "1*2x2 0..*2x1|1x2 0..*1x1".parse().unwrap());
    let family = family.holes(3..=3).goal("2x2@lower-right").from("2x2@upper-left");
    let moves = Conditions { moves: 8..=40, ..Conditions::default() };
    let designs = PuzzleSearch::of(family).conditions(moves).number(4).build().unwrap();
    assert_eq!(designs.found.len(), 4);
    for design in &designs.found {
        let puzzle = &design.puzzle;
        let block = puzzle.kinds().iter().position(|kind| kind.shape.offsets().len() == 4).unwrap();
        let start: &Arrangement = puzzle.start();
        let at = puzzle.pieces().iter().position(|kind| usize::from(kind.0) == block).unwrap();
        assert_eq!((start.0[at], design.holes), (Cell(0), 3));
    }
}

#[test]
fn conditions_that_no_puzzle_can_meet_are_refused_before_the_search() {
    let refused =
        |conditions: Conditions| rush("4x4").conditions(conditions).build().unwrap_err().to_string();
    let any = Conditions::default;
    #[expect(clippy::reversed_empty_ranges, reason = "that is what is tested")]
    let empty = Conditions { moves: 5..=4, ..any() };
    assert_eq!(refused(empty), "the range of moves is empty");
    assert_eq!(
        refused(Conditions { moves: 50..=60, states: 0..=50, ..any() }),
        "a puzzle of 50 moves has at least 51 states, but at most 50 are allowed"
    );
    assert!(
        refused(Conditions { filter: Some("moves + 1".parse().unwrap()), ..any() })
            .contains("not a condition")
    );
    let set = rush("4x4").style(Style::SET_STEP).build();
    assert!(matches!(set, Err(SearchError::SetStyle(_))));
    let full = Family::new("4x4".parse().unwrap(), Kit::rush()).walls(15..=15);
    let refusal = PuzzleSearch::of(full).build().err().map(|why| why.to_string()).unwrap_or_default();
    assert!(refusal.starts_with("the pieces need at least 2 cells"), "{refusal}");
    assert!(matches!(
        rush("4x4").best("moves > 1".parse().unwrap()).build(),
        Err(SearchError::NotANumber(_))
    ));
}

#[test]
fn a_search_that_is_stopped_keeps_what_it_found() {
    let limits = Limits::new().time(Duration::from_millis(300));
    let designs = rush("6x6").best(Expression::moves()).limits(limits).build().unwrap();
    assert_eq!(designs.stop, Some(Stop::Time));
    assert_eq!(designs.found.len(), 1);
    assert!(designs.evaluated > 0 && !designs.archive.is_empty());
}
