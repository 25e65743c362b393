//! Unit Rush Hour against plain enumeration, and against Tromp and Cilibrasi's numbers.

use super::text::CarText;
use super::*;
use crate::outcome::{Limits, Outcome};
use crate::puzzle::rule;
use crate::style::Style;
use crate::{Solver, format};
use std::collections::{BTreeMap, BTreeSet};

fn found(rows: usize, cols: usize, red_row: usize, most: usize) -> UnitCarsFound {
    let cars = UnitCars::new(Grid::plane(rows, cols).unwrap(), red_row).unwrap();
    cars.search(most, &mut Control::new(Limits::default(), &mut ())).unwrap()
}

/// All arrangements by their distance from the nearest goal, by the plain rule.
fn plain(rows: usize, cols: usize, red_row: usize) -> (u64, Vec<u64>) {
    let cars = UnitCars::new(Grid::plane(rows, cols).unwrap(), red_row).unwrap();
    let (size, text) = (rows * cols, CarText::new(cars));
    let mut all: BTreeMap<Vec<u8>, Vec<Vec<u8>>> = BTreeMap::new();
    for code in 0..4u32.pow(size as u32) {
        let line: Vec<u8> = (0..size).map(|cell| b"0AHV"[(code >> (2 * cell) & 3) as usize]).collect();
        let number = |name| line.iter().filter(|&&c| c == name).count();
        let red = line.iter().position(|&c| c == b'A');
        if number(b'0') != 1 || number(b'A') != 1 || red.is_none_or(|red| red / cols != red_row) {
            continue;
        }
        let puzzle = text.puzzle(&line);
        let near = rule::moves(&puzzle, puzzle.start(), Style::STEP).into_iter().map(|(_, to)| {
            let mut near = vec![b'0'; size];
            let places = puzzle.places(&to);
            places.iter().for_each(|place| near[place.at.index()] = puzzle.kind(place.kind).name as u8);
            near
        });
        all.insert(line, near.collect());
    }
    let end = (red_row + 1) * cols - 1;
    let mut layer: Vec<&Vec<u8>> = all.keys().filter(|line| line[end] == b'A').collect();
    let mut seen: BTreeSet<&Vec<u8>> = layer.iter().copied().collect();
    let mut starts = vec![];
    while !layer.is_empty() {
        starts.push(layer.len() as u64);
        layer = layer.iter().flat_map(|at| &all[*at]).filter(|near| seen.insert(near)).collect();
    }
    (all.len() as u64, starts)
}

#[test]
fn small_boxes_equal_plain_enumeration() {
    for (rows, cols) in [(1, 2), (2, 1), (1, 4), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
        for red_row in 0..rows {
            let found = found(rows, cols, red_row, 2);
            assert_eq!((found.arrangements, found.starts), plain(rows, cols, red_row), "{rows} x {cols}");
        }
    }
}

#[test]
fn squares_are_as_hard_as_is_known() {
    for (side, moves) in [(2, 3), (3, 12), (4, 40)] {
        let hardest = (0..side).map(|row| found(side, side, row, 0).moves()).max();
        assert_eq!(hardest, Some(moves), "{side} x {side}");
    }
}

#[test]
fn a_row_from_the_bottom_is_as_hard_as_one_from_the_top() {
    for row in 0..4 {
        assert_eq!(found(4, 3, row, 0).starts, found(4, 3, 3 - row, 0).starts);
    }
}

#[test]
fn the_hardest_starts_can_be_solved_in_the_number_of_moves_found() {
    for (rows, cols) in [(2, 1), (2, 2), (3, 4), (4, 4)] {
        for red_row in 0..rows {
            let found = found(rows, cols, red_row, 2);
            assert!(!found.hardest.is_empty());
            for text in &found.hardest {
                let puzzle = format::sliding::parse(text).unwrap().puzzle;
                let answer = Solver::new(&puzzle).style(Style::MOVE).solve().unwrap();
                let Outcome::Solved(solution) = answer.outcome else { panic!("{text} can be solved") };
                assert_eq!(solution.len() as u32, found.moves(), "{text}");
            }
        }
    }
}

#[test]
fn a_search_that_does_not_fit_into_memory_is_refused() {
    let cars = UnitCars::new(Grid::plane(5, 5).unwrap(), 2).unwrap();
    let mut watch = ();
    let mut control = Control::new(Limits::new().memory(1 << 20), &mut watch);
    assert_eq!(cars.search(1, &mut control), Err(Stop::Memory));
    let large = Grid::plane(6, 7).unwrap();
    assert_eq!(UnitCars::new(large, 0), Err(UnitCarsError::Box(large)));
    let grid = Grid::plane(5, 5).unwrap();
    assert_eq!(UnitCars::new(grid, 5), Err(UnitCarsError::Row { row: 5, grid }));
}
