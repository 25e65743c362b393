//! Whole state spaces against the plain rule and against known results.

mod common;

use common::{Sort, Space, survey};
use proptest::prelude::*;
use slideways::check;
use slideways::engine::explore::component::Component;
use slideways::engine::explore::csr::NEVER;
use slideways::engine::explore::diameter;
use slideways::engine::explore::diameter::Diameter;
use slideways::engine::explore::survey::{NoGraph, Survey, SurveyOptions, walk};
use slideways::engine::search::control::Control;
use slideways::outcome::{Limits, Outcome, Stop};
use slideways::puzzle::{Arrangement, Place, Puzzle, rule};
use slideways::solver::{SolveError, WrongAnswer};
use slideways::space::{Components, ComponentsError, Parts};
use slideways::watch::Watch;
use slideways::{Style, format, library};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::time::Duration;

const ALL: SurveyOptions = SurveyOptions { farthest: usize::MAX, hardest: Some(usize::MAX), graph: None };

fn surveyed(puzzle: &Puzzle, style: Style) -> Survey {
    survey(puzzle, style, ALL, Limits::default(), &mut ()).unwrap()
}

/// A component by the plain rule: the neighbours of each arrangement.
struct Plain {
    arrangements: Vec<Arrangement>,
    numbers: BTreeMap<Vec<Place>, usize>,
    links: Vec<Vec<usize>>,
}

impl Plain {
    /// Everything that can be reached from some arrangements; `None` if that is too much for a test.
    fn new(puzzle: &Puzzle, from: Vec<Arrangement>, style: Style, most: usize) -> Option<Plain> {
        let mut plain = Plain { arrangements: vec![], numbers: BTreeMap::new(), links: vec![] };
        from.into_iter().for_each(|at| plain.add(puzzle, at));
        while let Some(at) = plain.arrangements.get(plain.links.len()).cloned() {
            let next: Vec<Arrangement> =
                rule::moves(puzzle, &at, style).into_iter().map(|(_, to)| to).collect();
            let places: BTreeSet<Vec<Place>> = next.iter().map(|to| puzzle.places(to)).collect();
            next.into_iter().for_each(|to| plain.add(puzzle, to));
            let own = puzzle.places(&at);
            let others = places.iter().filter(|&to| *to != own);
            plain.links.push(others.map(|to| plain.numbers[to]).collect());
            if plain.arrangements.len() > most {
                return None;
            }
        }
        Some(plain)
    }

    fn add(&mut self, puzzle: &Puzzle, at: Arrangement) {
        let number = self.arrangements.len();
        if let std::collections::btree_map::Entry::Vacant(entry) = self.numbers.entry(puzzle.places(&at)) {
            entry.insert(number);
            self.arrangements.push(at);
        }
    }

    fn distances(&self, sources: &[usize]) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.links.len()];
        let mut queue = VecDeque::new();
        for &source in sources {
            distances[source] = Some(0);
            queue.push_back(source);
        }
        while let Some(vertex) = queue.pop_front() {
            for &next in &self.links[vertex] {
                if distances[next].is_none() {
                    distances[next] = distances[vertex].map(|distance: u32| distance + 1);
                    queue.push_back(next);
                }
            }
        }
        distances
    }

    fn goals(&self, puzzle: &Puzzle) -> Vec<usize> {
        (0..self.links.len()).filter(|&n| puzzle.is_solved(&self.arrangements[n])).collect()
    }

    /// The places of all arrangements at the largest of some distances.
    fn farthest(&self, puzzle: &Puzzle, distances: &[Option<u32>]) -> BTreeSet<Vec<Place>> {
        let most = distances.iter().flatten().max();
        let far = (0..distances.len()).filter(|&n| distances[n].is_some() && distances[n].as_ref() == most);
        far.map(|n| puzzle.places(&self.arrangements[n])).collect()
    }
}

fn sizes(distances: &[Option<u32>]) -> Vec<u64> {
    let mut sizes = vec![0; distances.iter().flatten().max().map_or(0, |&most| most as usize + 1)];
    distances.iter().flatten().for_each(|&distance| sizes[distance as usize] += 1);
    sizes
}

fn all_places(puzzle: &Puzzle, arrangements: &[Arrangement]) -> BTreeSet<Vec<Place>> {
    arrangements.iter().map(|at| puzzle.places(at)).collect()
}

/// The component of the start as an explicit graph, if it has at most `most` arrangements.
fn graph(
    puzzle: &Puzzle,
    style: Style,
    most: u64,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Component, NoGraph> {
    let options = SurveyOptions { graph: Some(most), ..SurveyOptions::default() };
    walk(puzzle, style, options, &mut Control::new(limits, watch)).unwrap().1
}

/// Check that every result about the component of the start equals the result of the plain rule.
fn agrees_with_plain(puzzle: &Puzzle, style: Style) -> Result<(), TestCaseError> {
    let Some(plain) = Plain::new(puzzle, vec![puzzle.start().clone()], style, 500) else { return Ok(()) };
    let found = surveyed(puzzle, style);
    let from_start = plain.distances(&[0]);
    prop_assert_eq!(&found.from_start.sizes, &sizes(&from_start));
    prop_assert_eq!(all_places(puzzle, &found.farthest), plain.farthest(puzzle, &from_start));
    let to_goal = plain.distances(&plain.goals(puzzle));
    prop_assert_eq!(&found.to_goal.as_ref().unwrap().sizes, &sizes(&to_goal));
    prop_assert_eq!(all_places(puzzle, &found.hardest), plain.farthest(puzzle, &to_goal));
    prop_assert_eq!(found.stop(), None);

    let mut unwatched = ();
    let mut control = Control::new(Limits::default(), &mut unwatched);
    let written = SurveyOptions { graph: Some(1000), ..ALL };
    let (survey, map) = walk(puzzle, style, written, &mut control).unwrap();
    let map = map.unwrap();
    prop_assert_eq!(survey.to_goal.unwrap().sizes, found.to_goal.unwrap().sizes);
    prop_assert_eq!((survey.farthest, survey.hardest), (found.farthest, found.hardest));
    prop_assert_eq!(map.states(), plain.links.len());
    prop_assert_eq!(map.links().links() as usize, plain.links.iter().map(Vec::len).sum::<usize>() / 2);
    let number: Vec<usize> = (0..map.states() as u32).map(|n| plain.numbers[&map.places(n)]).collect();
    for n in 0..map.states() {
        let there: BTreeSet<usize> = map.links().of(n as u32).iter().map(|&m| number[m as usize]).collect();
        prop_assert_eq!(&there, &plain.links[number[n]].iter().copied().collect::<BTreeSet<_>>());
        prop_assert_eq!(Some(map.from_start()[n]), from_start[number[n]]);
        prop_assert_eq!(Some(map.to_goal()[n]).filter(|&d| d != NEVER), to_goal[number[n]]);
    }

    let all_pairs = (0..plain.links.len()).flat_map(|n| plain.distances(&[n]).into_iter().flatten()).max();
    for threads in [1, 2] {
        let mut unwatched = ();
        let mut control = Control::new(Limits { threads, ..Limits::default() }, &mut unwatched);
        let known = diameter::diameter(map.links(), 0, &mut control);
        prop_assert_eq!((Some(known.at_least), known.at_most), (all_pairs, known.at_least));
        prop_assert_eq!(map.links().distances([known.ends[0]])[known.ends[1] as usize], known.at_least);
        let moves = known.path(&map).unwrap();
        let from = map.arrangement(known.ends[0]);
        let along = check::replay_from(puzzle, &from, &moves, style).unwrap();
        prop_assert_eq!(moves.len() as u32, known.at_least);
        prop_assert_eq!(puzzle.places(&along[moves.len()]), map.places(known.ends[1]));
    }
    Ok(())
}

/// Every arrangement of the pieces in the box, by exhaustive enumeration.
fn placements(puzzle: &Puzzle, most: usize) -> Option<Vec<Arrangement>> {
    let mut partial: Vec<(Vec<slideways::grid::Cell>, BTreeSet<slideways::grid::Cell>)> =
        vec![(vec![], BTreeSet::new())];
    for &kind in puzzle.pieces() {
        let mut longer = vec![];
        for (cells, filled) in &partial {
            for at in puzzle.grid().cells() {
                let Some(cover) = puzzle.cover(Place { at, kind }) else { continue };
                if cover.iter().all(|cell| !filled.contains(cell)) {
                    let cells = cells.iter().copied().chain([at]).collect();
                    longer.push((cells, filled.iter().copied().chain(cover).collect()));
                }
            }
        }
        if longer.len() > most {
            return None;
        }
        partial = longer;
    }
    Some(partial.into_iter().map(|(cells, _)| Arrangement(cells)).collect())
}

/// Check that every result about all arrangements equals the result of the plain rule.
fn components_agree_with_plain(puzzle: &Puzzle, style: Style) -> Result<(), TestCaseError> {
    let Some(all) = placements(puzzle, 4000) else { return Ok(()) };
    let Some(plain) = Plain::new(puzzle, all, style, 400) else { return Ok(()) };
    let found = Components::of(puzzle).style(style).hardest(usize::MAX).build().unwrap();
    prop_assert_eq!(found.states as usize, plain.links.len());
    prop_assert_eq!(found.links as usize, plain.links.iter().map(Vec::len).sum::<usize>() / 2);
    let to_goal = plain.distances(&plain.goals(puzzle));
    prop_assert_eq!(&found.to_goal, &sizes(&to_goal));
    prop_assert_eq!(all_places(puzzle, &found.hardest), plain.farthest(puzzle, &to_goal));
    let mut left: BTreeSet<usize> = (0..plain.links.len()).collect();
    let mut parts: HashMap<(u64, u64, Option<u32>), (u64, bool)> = HashMap::new();
    while let Some(&first) = left.first() {
        let there: Vec<usize> = plain
            .distances(&[first])
            .iter()
            .enumerate()
            .filter(|(_, d)| d.is_some())
            .map(|(n, _)| n)
            .collect();
        there.iter().for_each(|n| {
            left.remove(n);
        });
        let goals = there.iter().filter(|&&n| to_goal[n] == Some(0)).count();
        let hardest = there.iter().filter_map(|&n| to_goal[n]).max();
        let start = there.contains(&plain.numbers[&puzzle.places(puzzle.start())]);
        let entry = parts.entry((there.len() as u64, goals as u64, hardest)).or_default();
        *entry = (entry.0 + 1, entry.1 | start);
    }
    let listed = found.parts.iter().map(|p| ((p.states, p.goals, p.hardest), (p.number, p.start)));
    prop_assert_eq!(listed.collect::<HashMap<_, _>>(), parts);
    Ok(())
}

fn any_style() -> impl Strategy<Value = Style> {
    (0..6usize).prop_map(|number| Style::ALL[number])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_component_is_that_of_the_plain_rule(puzzle in common::puzzle(Sort::ANY), style in any_style()) {
        agrees_with_plain(&puzzle, style)?;
    }

    #[test]
    fn a_component_in_the_plane_is_too(
        puzzle in common::puzzle(Sort { space: Space::Plane, ..Sort::ANY }), style in any_style()
    ) {
        agrees_with_plain(&puzzle, style)?;
    }

    #[test]
    fn all_arrangements_are_those_of_the_plain_rule(
        puzzle in common::puzzle(Sort { space: Space::Plane, ..Sort::ANY }), style in any_style()
    ) {
        components_agree_with_plain(&puzzle, style)?;
    }

    /// Both directions: backwards from all goals at once, and forwards from one arrangement.
    #[test]
    fn distances_to_the_goal_are_lengths_of_shortest_solutions(
        puzzle in common::puzzle(Sort { space: Space::Plane, ..Sort::ANY }), style in any_style(), sample in any::<usize>()
    ) {
        let Ok(map) = graph(&puzzle, style, 2000, Limits::default(), &mut ()) else { return Ok(()) };
        let number = (sample % map.states()) as u32;
        let from = puzzle.with_start(&map.arrangement(number)).unwrap();
        let answer = common::solve(&from, style, Limits::default(), &mut ()).unwrap();
        match answer.outcome {
            Outcome::Solved(moves) => prop_assert_eq!(moves.len() as u32, map.to_goal()[number as usize]),
            Outcome::Unsolvable(_) => prop_assert_eq!(map.to_goal()[number as usize], NEVER),
            other => prop_assert!(false, "small puzzles are not stopped: {:?}", other),
        }
    }
}

/// States, goals and the hardest start in style `move`, counted by other programs.
const KNOWN: &[(&str, u64, u64, u32)] = &[
    ("klotski", 25_955, 964, 93),
    ("dads", 1398, 32, 78),
    ("nine_blocks", 391, 3, 64),
    ("quzzle", 888, 8, 90),
    ("quzzle_killer", 888, 8, 90),
    ("thin_klotski", 14_224, 996, 68),
    ("fat_klotski", 14_224, 1084, 85),
    ("century", 81_340, 6364, 138),
    ("super_century_b", 81_340, 6364, 138),
    ("supercompo", 81_462, 5111, 135),
    ("simple_traffic_jam", 25_955, 964, 93),
    ("reverse_simple_traffic_jam", 25_955, 4861, 72),
    ("mas_puzzle", 110_804, 3987, 53),
    ("hughes", 1138, 157, 39),
    ("moving_day", 300, 8, 19),
    ("bickford131", 9591, 545, 132),
    ("bickford132", 9591, 545, 132),
];

#[test]
fn classics_have_the_known_numbers() {
    for &(name, states, goals, hardest) in KNOWN {
        let puzzle = library::puzzle(name).unwrap();
        let options = SurveyOptions { farthest: 1, hardest: Some(2), graph: None };
        let limits = Limits { threads: 2, ..Limits::default() };
        let found = survey(&puzzle, Style::MOVE, options, limits, &mut ()).unwrap();
        let to_goal = found.to_goal.as_ref().unwrap();
        assert_eq!((found.from_start.states(), to_goal.states()), (states, states), "{name}");
        assert_eq!((to_goal.sizes[0], to_goal.radius()), (goals, hardest), "{name}");
        for start in &found.hardest {
            let turned = puzzle.with_start(start).unwrap();
            let answer = common::solve(&turned, Style::MOVE, limits, &mut ()).unwrap();
            let Outcome::Solved(moves) = answer.outcome else { panic!("{name} can be solved") };
            assert_eq!(moves.len() as u32, hardest, "{name}");
        }
    }
}

/// Component sizes and hardest starts, in steps and moves, of Rush Hour boards, from Fogleman's database and
/// Collette, Raskin and Servais.
#[test]
fn rush_hour_clusters_have_the_known_numbers() {
    let known = [
        ("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", 2332, 103, 60),
        ("BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN", 9192, 111, 58),
        ("GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo", 4780, 83, 51),
        ("BBBKLMHCCKLMHoAALMDDJooooIJoEEoIFFGG", 24_132, 93, 49),
    ];
    for (board, states, steps, moves) in known {
        let puzzle = format::parse(board).unwrap().puzzle;
        for (style, hardest) in [(Style::STEP, steps), (Style::MOVE, moves)] {
            let found = surveyed_hardest(&puzzle, style);
            let to_goal = found.to_goal.unwrap();
            assert_eq!((to_goal.states(), to_goal.radius()), (states, hardest), "{board} {style}");
        }
    }
}

fn surveyed_hardest(puzzle: &Puzzle, style: Style) -> Survey {
    let options = SurveyOptions { farthest: 1, hardest: Some(1), graph: None };
    survey(puzzle, style, options, Limits::default(), &mut ()).unwrap()
}

#[test]
fn threads_and_memory_change_nothing_but_time() {
    let puzzle = library::puzzle("super_century_b").unwrap();
    let options = SurveyOptions { farthest: 5, hardest: Some(5), graph: None };
    let plain = |found: Survey| {
        assert_eq!(found.stop(), None);
        let ends = [&found.farthest, &found.hardest].map(|some| all_places(&puzzle, some));
        (found.from_start.sizes, found.to_goal.unwrap().sizes, ends)
    };
    let expected = plain(survey(&puzzle, Style::STEP, options, Limits::default(), &mut ()).unwrap());
    // With 900 kB the first layers are dropped.
    for (threads, memory) in [(2, 4 << 30), (1, 900_000), (2, 900_000)] {
        let limits = Limits { threads, memory, time: None };
        let found = survey(&puzzle, Style::STEP, options, limits, &mut ()).unwrap();
        assert!(found.cost.peak_bytes <= memory);
        assert_eq!(plain(found), expected, "{threads} threads, {memory} bytes");
    }
}

#[test]
fn a_component_without_a_goal_is_told_from_a_search_that_was_stopped() {
    let text = "1 x 4\n1 = 1\n2 = 1\n120\n210\n";
    let puzzle = format::parse(text).unwrap().puzzle;
    let found = surveyed(&puzzle, Style::MOVE);
    assert_eq!((found.to_goal.unwrap().sizes, found.hardest, found.from_start.stop), (vec![], vec![], None));
    let all = Components::of(&puzzle).style(Style::MOVE).hardest(9).build().unwrap();
    assert_eq!((all.number(), all.states, all.solvable()), (2, 12, 6));
}

#[test]
fn limits_hold() {
    struct Stopper(u32);
    impl Watch for Stopper {
        fn stop(&mut self) -> bool {
            self.0 = self.0.saturating_sub(1);
            self.0 == 0
        }
    }
    let puzzle = library::puzzle("mas_puzzle").unwrap();
    let options = SurveyOptions { farthest: 3, hardest: Some(3), graph: None };
    let whole = survey(&puzzle, Style::STEP, options, Limits::default(), &mut ()).unwrap();
    let short = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let few = Limits { memory: 60_000, ..Limits::default() };
    for (limits, patience, by) in
        [(short, u32::MAX, Stop::Time), (few, u32::MAX, Stop::Memory), (Limits::default(), 20, Stop::Caller)]
    {
        let found = survey(&puzzle, Style::STEP, options, limits, &mut Stopper(patience)).unwrap();
        assert_eq!((found.stop(), found.farthest, found.hardest), (Some(by), vec![], vec![]));
        let counted = &found.from_start.sizes;
        assert!(counted.len() < whole.from_start.sizes.len(), "{by:?}");
        assert_eq!(counted[..], whole.from_start.sizes[..counted.len()], "every layer told is whole");
        assert!(found.cost.peak_bytes <= limits.memory);
        let stopped = graph(&puzzle, Style::STEP, u64::MAX, limits, &mut Stopper(patience));
        assert_eq!(stopped.err(), Some(NoGraph::Stopped(by)));
        let mut stopper = Stopper(patience.min(2));
        let stopped = Components::of(&puzzle).style(Style::STEP).limits(limits).watch(&mut stopper).build();
        let Err(ComponentsError::Stopped(unfinished)) = stopped else { panic!("it was stopped") };
        assert_eq!((unfinished.by, unfinished.all, unfinished.parts), (by, false, vec![]));
        assert!(unfinished.cost.peak_bytes <= limits.memory);
    }
    let stopped = graph(&puzzle, Style::STEP, 1000, Limits::default(), &mut ());
    assert_eq!(stopped.err(), Some(NoGraph::TooMany { most: 1000 }));
}

/// Whenever a search for components is stopped, its partial results are correct.
#[test]
fn stopped_components_are_true_as_far_as_they_go() {
    struct Stopper(u32);
    impl Watch for Stopper {
        fn stop(&mut self) -> bool {
            self.0 -= 1;
            self.0 == 0
        }
    }
    let puzzle = library::puzzle("klotski").unwrap();
    let whole = Components::of(&puzzle).style(Style::STEP).build().unwrap();
    let (mut counted, mut linked, mut cut) = (0, 0, 0);
    for patience in 1.. {
        let found = Components::of(&puzzle).style(Style::STEP).watch(&mut Stopper(patience)).build();
        let Err(ComponentsError::Stopped(found)) = found else { break };
        assert_eq!((found.by, found.all), (Stop::Caller, found.states == whole.states));
        assert!(found.states <= whole.states && found.known() <= found.states);
        assert!(found.all || found.parts.is_empty());
        for parts in &found.parts {
            let like = |other: &&Parts| {
                (other.states, other.goals, other.hardest) == (parts.states, parts.goals, parts.hardest)
            };
            let all = whole.parts.iter().find(like).expect("there are such components");
            assert!(parts.number <= all.number && (all.start || !parts.start));
        }
        match (found.all, found.parts.is_empty()) {
            (false, _) => counted += 1,
            (true, true) => linked += 1,
            (true, false) => cut += 1,
        }
    }
    assert!(counted > 0 && linked > 0 && cut > 0, "{counted} {linked} {cut}");
}

#[test]
fn klotski_has_a_known_diameter() {
    let puzzle = library::puzzle("klotski").unwrap();
    let map = graph(&puzzle, Style::STEP, 100_000, Limits::default(), &mut ()).unwrap();
    let mut unwatched = ();
    let mut control = Control::new(Limits { threads: 2, ..Limits::default() }, &mut unwatched);
    let found = diameter::diameter(map.links(), 0, &mut control);
    assert_eq!(found.at_least, found.at_most);
    assert!(found.at_least >= 167);
    let way = |found: Diameter| found.path(&map);
    assert_eq!(way(found).unwrap().len() as u32, found.at_least);
    let more = Diameter { at_least: found.at_least + 1, ..found };
    assert!(matches!(way(more), Err(SolveError::Wrong(WrongAnswer::Length { .. }))));
}
