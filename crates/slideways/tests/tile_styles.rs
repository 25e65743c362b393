//! On a board with one blank, styles 0 to 2 are one metric and styles 3 to 5 another. The block engine, which
//! has no code for tiles, confirms it and agrees with the tile engine.

mod common;

use proptest::prelude::*;
use slideways::engine::tiles::Instance;
use slideways::engine::tiles::ida::{self, Tables};
use slideways::engine::tiles::pdb::PdbSize;
use slideways::grid::{Cell, Dir};
use slideways::outcome::{Limits, Outcome};
use slideways::puzzle::Puzzle;
use slideways::tiles::{Board, Goal, Size, moves};
use slideways::{Style, Who, format};
use std::collections::HashMap;
use std::sync::OnceLock;

/// A tile puzzle as a block puzzle: every tile is a separate kind.
fn puzzle(start: &Board, goal: &Board) -> Puzzle {
    let line = |board: &Board| board.tiles().iter().map(|tile| tile.to_string()).collect::<String>();
    let mut text = format!("{}\n", start.size());
    for tile in 1..start.size().cells() {
        text += &format!("{tile} = 1\n");
    }
    text += &format!("{}\n{}\n", line(start), line(goal));
    format::parse(&text).unwrap().puzzle
}

/// The number of moves if several tiles may slide together (multi-tile metric), by breadth-first search with
/// the plain rule.
fn runs(start: &Board, goal: &Board) -> usize {
    let mut distances = HashMap::from([(start.clone(), 0)]);
    let mut layer = vec![start.clone()];
    for distance in 1.. {
        if distances.contains_key(goal) {
            break;
        }
        let mut next = vec![];
        for board in &layer {
            for &dir in &Dir::ALL[..4] {
                let mut to = board.clone();
                while to.run(dir, 1) {
                    if !distances.contains_key(&to) {
                        distances.insert(to.clone(), distance);
                        next.push(to.clone());
                    }
                }
            }
        }
        layer = next;
    }
    distances[goal]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn six_styles_are_two_metrics(
        (rows, cols) in prop::sample::select(vec![(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)]),
        steps in prop::collection::vec(0..4usize, 0..30),
    ) {
        let size = Size::new(rows, cols).unwrap();
        let goal = Goal::blank_last(size).full().unwrap();
        let mut start = goal.clone();
        for step in steps {
            start.slide(Dir::ALL[step]);
        }
        let puzzle = puzzle(&start, &goal);
        let length = |style: Style| match common::solve(&puzzle, style, Limits::default(), &mut ()).unwrap().outcome {
            Outcome::Solved(moves) => moves.len(),
            other => panic!("{other:?}"),
        };
        let lengths: Vec<usize> = Style::ALL.into_iter().map(length).collect();
        static TABLES: OnceLock<Vec<(Size, Tables)>> = OnceLock::new();
        let tables = TABLES.get_or_init(|| {
            let sizes = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)].map(|(rows, cols)| Size::new(rows, cols).unwrap());
            let last = |size: Size| Cell(size.cells() as u16 - 1);
            sizes.map(|size| (size, Tables::build(size, last(size), PdbSize::Small, &|_| std::ops::ControlFlow::Continue(())).unwrap())).into()
        });
        let tables = &tables.iter().find(|(known, _)| *known == size).unwrap().1;
        let instance = Instance::new(&start, &Goal::blank_last(size)).unwrap();
        let answer = ida::solve(&instance, tables, Limits::default(), &mut ()).unwrap();
        let Outcome::Solved(path) = answer.outcome else { panic!("nothing stops the search") };
        prop_assert_eq!(&lengths[..3], &[moves::length(&path, Who::Piece) as usize; 3]);
        prop_assert_eq!(&lengths[3..], &[runs(&start, &goal); 3]);
    }
}
