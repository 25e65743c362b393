//! The block engine against the plain rule and against known results.

mod common;

use common::{Alike, Sort, Space, all, layers, solve};
use proptest::prelude::*;
use slideways::outcome::{Limits, Outcome, Stop};
use slideways::puzzle::rule;
use slideways::puzzle::{Place, Puzzle};
use slideways::watch::Watch;
use slideways::{Style, check, library};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// Layers by the plain rule; `None` if there are too many arrangements for a test.
struct Plain {
    /// The places of every arrangement of each layer, and the number of shortest paths to each.
    layers: Vec<BTreeMap<Vec<Place>, u128>>,
}

impl Plain {
    fn new(puzzle: &Puzzle, style: Style, most: usize) -> Option<Plain> {
        let mut seen = BTreeSet::from([puzzle.places(puzzle.start())]);
        let mut frontier = vec![puzzle.start().clone()];
        let mut layers = vec![BTreeMap::from([(puzzle.places(puzzle.start()), 1)])];
        while !frontier.is_empty() {
            let mut next = vec![];
            let mut layer: BTreeMap<Vec<Place>, u128> = BTreeMap::new();
            for from in &frontier {
                let ways = layers[layers.len() - 1][&puzzle.places(from)];
                let reached: BTreeMap<_, _> = rule::moves(puzzle, from, style)
                    .into_iter()
                    .map(|(_, to)| (puzzle.places(&to), to))
                    .collect();
                for (places, to) in reached {
                    if let Some(count) = layer.get_mut(&places) {
                        *count += ways;
                    } else if seen.insert(places.clone()) {
                        layer.insert(places, ways);
                        next.push(to);
                    }
                }
                if seen.len() > most {
                    return None;
                }
            }
            if layer.is_empty() {
                break;
            }
            layers.push(layer);
            frontier = next;
        }
        Some(Plain { layers })
    }

    fn sizes(&self) -> Vec<u64> {
        self.layers.iter().map(|layer| layer.len() as u64).collect()
    }

    /// The least number of moves and the number of shortest solutions.
    fn answer(&self, puzzle: &Puzzle) -> Option<(usize, u128)> {
        let done = |places: &Vec<Place>| {
            puzzle.goals().iter().any(|goal| goal.0.iter().all(|place| places.contains(place)))
        };
        self.layers.iter().enumerate().find_map(|(moves, layer)| {
            let ways: u128 = layer.iter().filter(|(places, _)| done(places)).map(|(_, ways)| ways).sum();
            (ways > 0).then_some((moves, ways))
        })
    }
}

/// Check that every result of the engine equals the result of the plain rule.
fn agrees_with_plain(puzzle: &Puzzle, style: Style) -> Result<(), TestCaseError> {
    let Some(plain) = Plain::new(puzzle, style, 600) else { return Ok(()) };
    let limits = Limits::default();
    let table = layers(puzzle, style, limits, &mut ()).expect("small puzzles fit");
    prop_assert_eq!(&table.sizes, &plain.sizes());
    let known = plain.answer(puzzle);
    let solved = solve(puzzle, style, limits, &mut ()).expect("small puzzles fit").outcome;
    let mut listed = BTreeSet::new();
    let counted = all(puzzle, style, limits, &mut (), |total, moves| {
        check::solution(puzzle, &moves, style).expect("every listed solution is one");
        assert_eq!(known, Some((moves.len(), total.solutions)));
        let along = check::replay(puzzle, &moves, style).expect("it was just checked");
        assert!(listed.insert(along.iter().map(|at| puzzle.places(at)).collect::<Vec<_>>()), "listed twice");
        if listed.len() < 1000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    match (known, solved, counted.expect("small puzzles fit").outcome) {
        (Some((moves, ways)), Outcome::Solved(solution), Outcome::Solved(total)) => {
            prop_assert_eq!(solution.len(), moves);
            prop_assert!(check::solution(puzzle, &solution, style).is_ok());
            prop_assert_eq!((total.moves as usize, total.solutions), (moves, ways));
            prop_assert_eq!(listed.len() as u128, ways.min(1000));
        }
        (None, Outcome::Unsolvable(_), Outcome::Unsolvable(_)) => {}
        (plain, solved, counted) => {
            prop_assert!(false, "plain {:?}, solve {:?}, count {:?}", plain, solved, counted)
        }
    }
    Ok(())
}

fn any_style() -> impl Strategy<Value = Style> {
    (0..6usize).prop_map(|number| Style::ALL[number])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn mixed_pieces_in_the_plane(puzzle in common::puzzle(Sort { space: Space::Plane, ..Sort::ANY }), style in any_style()) {
        agrees_with_plain(&puzzle, style)?;
    }

    #[test]
    fn identical_pieces(puzzle in common::puzzle(Sort { alike: Alike::Identical, ..Sort::BARE }), style in any_style()) {
        agrees_with_plain(&puzzle, style)?;
    }

    #[test]
    fn distinct_pieces(puzzle in common::puzzle(Sort { alike: Alike::Distinct, ..Sort::BARE }), style in any_style()) {
        agrees_with_plain(&puzzle, style)?;
    }

    #[test]
    fn pieces_in_space(puzzle in common::puzzle(Sort { space: Space::Solid, ..Sort::ANY }), style in any_style()) {
        agrees_with_plain(&puzzle, style)?;
    }
}

/// The number of moves that the engine finds, checked by replay.
fn moves(puzzle: &Puzzle, style: Style, limits: Limits) -> usize {
    match solve(puzzle, style, limits, &mut ()).expect("it fits").outcome {
        Outcome::Solved(solution) => {
            check::solution(puzzle, &solution, style).expect("a solution solves");
            solution.len()
        }
        other => panic!("{} in style {style}: {other:?}", puzzle.title()),
    }
}

/// Solve every library puzzle in every style with a known optimum, either all except the named ones or only
/// those. The four Climb 15 puzzles take ten minutes and ten gigabytes each: they are among the records.
fn walk_the_library(large: bool) {
    const LARGE: [&str; 4] = ["gnome/lodzianka", "gnome/pelopones", "se95123", "se95123_full"];
    let limits = Limits { threads: 2, ..Limits::default() };
    for name in library::names().filter(|name| LARGE.contains(name) == large) {
        if name.starts_with("gnome/climb15_") {
            continue;
        }
        let puzzle = library::puzzle(name).expect("it is listed");
        for (&style, &optimum) in &puzzle.draft().optimum {
            assert_eq!(moves(&puzzle, style, limits), optimum as usize, "{name} in style {style}");
        }
    }
}

#[test]
fn every_known_optimum_is_reached() {
    walk_the_library(false);
}

#[test]
#[ignore = "slow: tens of millions of states"]
fn every_known_optimum_of_the_large_puzzles_is_reached() {
    walk_the_library(true);
}

#[test]
fn klotski_has_the_known_number_of_states() {
    let puzzle = library::puzzle("klotski").unwrap();
    for style in Style::ALL {
        let table = layers(&puzzle, style, Limits::default(), &mut ()).unwrap();
        assert_eq!((table.sizes.iter().sum::<u64>(), table.stop), (25_955, None), "style {style}");
    }
}

#[test]
fn every_known_component_is_counted() {
    let facts: serde_json::Value = serde_json::from_str(include_str!("truth/blocks.json")).unwrap();
    for fact in facts.as_array().unwrap() {
        if let Some(states) = fact["component_states"].as_u64() {
            let puzzle = library::puzzle(fact["id"].as_str().unwrap()).unwrap();
            let table = layers(&puzzle, Style::MOVE, Limits::default(), &mut ()).unwrap();
            assert_eq!(table.sizes.iter().sum::<u64>(), states, "{}", fact["id"]);
        }
    }
}

#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    for name in ["klotski", "super_century_b", "gnome/rome", "mas_puzzle"] {
        let puzzle = library::puzzle(name).unwrap();
        let on =
            |threads| solve(&puzzle, Style::MOVE, Limits { threads, ..Limits::default() }, &mut ()).unwrap();
        let (one, two, three) = (on(1), on(2), on(3));
        assert_eq!(one.outcome, two.outcome);
        assert_eq!(one.outcome, three.outcome);
        assert_eq!((one.cost.states, one.cost.expanded), (three.cost.states, three.cost.expanded));
    }
}

#[test]
fn a_short_memory_forgets_layers_and_still_answers() {
    let puzzle = library::puzzle("super_century_b").unwrap();
    let full = solve(&puzzle, Style::MOVE, Limits::default(), &mut ()).unwrap();
    for memory in [full.cost.peak_bytes / 2, full.cost.peak_bytes / 3, full.cost.peak_bytes / 4] {
        let limits = Limits { memory, ..Limits::default() };
        let answer = solve(&puzzle, Style::MOVE, limits, &mut ()).unwrap();
        assert!(answer.cost.peak_bytes <= memory, "{} of {memory} bytes", answer.cost.peak_bytes);
        match answer.outcome {
            Outcome::Solved(solution) => {
                assert_eq!(solution.len(), 138);
                check::solution(&puzzle, &solution, Style::MOVE).unwrap();
            }
            other => panic!("{other:?} with {memory} bytes"),
        }
    }
}

#[test]
fn too_little_memory_stops_with_a_bound() {
    let puzzle = library::puzzle("gnome/climb12").unwrap();
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    match solve(&puzzle, Style::MOVE, limits, &mut ()).unwrap() {
        slideways::outcome::Searched {
            outcome: Outcome::Stopped { lower: bound, by: Stop::Memory },
            cost,
        } => {
            assert!((10..=59).contains(&bound), "{bound}");
            assert!(cost.peak_bytes <= 1 << 20);
        }
        other => panic!("{other:?}"),
    }
}

/// The goal states, or the needs of the two searches, leave less and less memory. The answer stays the same
/// as long as there is one, and the bound is never less than one.
#[test]
fn any_memory_that_gives_an_answer_gives_the_same() {
    let puzzle = library::puzzle("dads").unwrap();
    let mut answers = vec![];
    for kilobytes in [2, 4, 8, 12, 16, 20, 24, 32, 48, 64, 128, 256] {
        let limits = Limits { memory: kilobytes << 10, ..Limits::default() };
        let answer = solve(&puzzle, Style::MOVE, limits, &mut ()).unwrap();
        // Outboxes have a minimum size.
        assert!(answer.cost.peak_bytes <= limits.memory + (4 << 10), "{kilobytes} KB");
        match answer.outcome {
            Outcome::Solved(moves) => answers.push(moves.len()),
            Outcome::Stopped { lower: bound, by: Stop::Memory } => {
                assert!((1..=59).contains(&bound), "{bound}")
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(answers.len() >= 6, "{answers:?}");
    assert!(answers.iter().all(|&moves| moves == 59));
}

/// Twenty-four loose tiles have a million set moves, so one layer outgrows the shards allocated before it.
#[test]
fn a_layer_may_be_larger_than_all_before_it() {
    let text = "6 x 8\n1 = 1\n101010101010101010101010101010101010101010101010\n\
                000011110101010111110000111100001100110001010101\n";
    let puzzle = slideways::format::parse(text).unwrap().puzzle;
    let limits = Limits { memory: 300 << 20, threads: 2, ..Limits::default() };
    match solve(&puzzle, Style::ALL[3], limits, &mut ()).unwrap() {
        slideways::outcome::Searched { outcome: Outcome::Stopped { by: Stop::Memory, .. }, cost } => {
            assert!(cost.states > 5_000_000, "{} states", cost.states);
            assert!(cost.peak_bytes <= 300 << 20);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn time_and_callers_stop_with_a_bound() {
    struct Now;
    impl Watch for Now {
        fn stop(&mut self) -> bool {
            true
        }
    }
    let puzzle = library::puzzle("klotski").unwrap();
    let stopped =
        |limits, watch: &mut dyn Watch| match solve(&puzzle, Style::MOVE, limits, watch).unwrap().outcome {
            Outcome::Stopped { lower: bound, by } => (bound, by),
            other => panic!("{other:?}"),
        };
    let none = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    assert_eq!(stopped(none, &mut ()), (1, Stop::Time));
    assert_eq!(stopped(Limits::default(), &mut Now), (1, Stop::Caller));
}

#[test]
fn a_goal_out_of_reach_and_an_exhausted_search_are_told_apart() {
    use slideways::outcome::Proof;
    let unsolvable = |text| {
        let puzzle = slideways::format::parse(text).unwrap().puzzle;
        match solve(&puzzle, Style::MOVE, Limits::default(), &mut ()).unwrap().outcome {
            Outcome::Unsolvable(why) => why,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(unsolvable("1 x 3\n1 = 1\n1x0\n0x1\n"), Proof::OutOfReach);
    assert_eq!(unsolvable("1 x 3\n1 = 1\n2 = 1\n120\n210\n"), Proof::Exhausted { states: 3 });
    assert_eq!(unsolvable("1 x 3\n1 = 1\n2 = 11\n12\ngoal 1@0,1\n"), Proof::NoArrangement);
}

#[test]
fn a_puzzle_that_is_solved_already_takes_no_moves() {
    let puzzle = slideways::format::parse("1 x 2\n1 = 1\n10\n10\n").unwrap().puzzle;
    for style in Style::ALL {
        assert_eq!(moves(&puzzle, style, Limits::default()), 0);
    }
}
