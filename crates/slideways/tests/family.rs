//! The Klotski family: one block of 2 x 2, two holes, and otherwise any pieces of one or two cells, in all
//! arrangements. For each set of pieces, `truth/klotski_family.json` has the number of arrangements, the
//! number that can be solved, and for three styles the distance of the hardest starts, their number, and one
//! of them.

mod common;

use serde_json::Value;
use slideways::outcome::{Limits, Outcome};
use slideways::puzzle::Puzzle;
use slideways::space::Components;
use slideways::{Style, format};
use std::time::Instant;

fn family() -> Vec<Value> {
    serde_json::from_str(include_str!("truth/klotski_family.json")).unwrap()
}

/// The puzzle from a start, or from one that cannot be solved.
fn puzzle(start: &str) -> Puzzle {
    let start = if start.is_empty() { "13333333" } else { start };
    format::parse(&format!("5 x 4\n1 = 11/11\n2 = 1/1\n3 = 11\n4 = 1\n{start}\ngoal 1@3,1\n")).unwrap().puzzle
}

fn found(puzzle: &Puzzle, style: Style) -> Components {
    let limits = Limits { threads: 2, ..Limits::default() };
    Components::of(puzzle).style(style).hardest(usize::MAX).limits(limits).build().unwrap()
}

/// Check the sets of pieces with at most `most` arrangements; returns the total number of their arrangements.
fn check(most: u64) -> u64 {
    let mut states = 0;
    for set in family().iter().filter(|set| set["n"].as_u64().unwrap() <= most) {
        states += set["n"].as_u64().unwrap();
        for (style, known) in
            ["s0", "s1", "s2"].iter().enumerate().map(|(s, name)| (Style::ALL[s], &set[name]))
        {
            let start = known[2].as_str().unwrap();
            let puzzle = puzzle(start);
            let all = found(&puzzle, style);
            assert_eq!(
                (Some(all.states), Some(all.solvable())),
                (set["n"].as_u64(), set["solv"].as_u64()),
                "{set}"
            );
            assert_eq!(all.hardest.len() as u64, known[1].as_u64().unwrap(), "{set} {style}");
            assert_eq!(u64::from(all.moves().unwrap_or(0)), known[0].as_u64().unwrap(), "{set} {style}");
            let places = puzzle.places(puzzle.start());
            assert!(start.is_empty() || all.hardest.iter().any(|at| puzzle.places(at) == places), "{set}");
            assert!(all.parts.iter().any(|parts| parts.start));
        }
    }
    states
}

#[test]
fn small_sets_of_pieces_have_the_known_hardest_starts() {
    assert!(check(16_000) > 80_000);
}

#[test]
#[ignore = "slow: some ten seconds"]
fn all_sets_of_pieces_have_the_known_hardest_starts() {
    let begun = Instant::now();
    assert_eq!(check(u64::MAX), 1_588_914);
    println!("{:?}", begun.elapsed());
}

#[test]
fn the_hardest_start_of_klotskis_pieces_is_that_hard() {
    let start = family().iter().find(|set| set["v"] == 4 && set["h"] == 1).unwrap()["s2"].clone();
    let answer = common::solve(&puzzle(start[2].as_str().unwrap()), Style::MOVE, Limits::default(), &mut ());
    let Outcome::Solved(moves) = answer.unwrap().outcome else { panic!("it can be solved") };
    assert_eq!(moves.len() as u64, start[0].as_u64().unwrap());
}
