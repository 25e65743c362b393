//! States as puzzles.

use super::bonds::Packer;
use super::plane::{CellSet, Image};
use crate::format::sliding;
use crate::grid::Cell;
use crate::puzzle::{Draft, Goal, Kind, KindId, Place, Puzzle, Shape};
use std::collections::BTreeSet;

/// The image of a state as a puzzle: the goal piece, kind 1, must reach the lower right corner.
pub fn puzzle(packer: &Packer, code: u64, image: Image) -> Puzzle {
    let plane = &packer.plane;
    let bonds = packer.unpack(code);
    let goal_piece = plane.image(packer.piece(&bonds, 1 << bonds.goal), image);
    let pieces = packer.pieces(&bonds).into_iter().map(|piece| plane.image(piece, image));
    let others: Vec<CellSet> = pieces.filter(|&piece| piece != goal_piece).collect();
    let shapes: BTreeSet<Shape> = others.iter().map(|&piece| plane.shape(piece)).collect();
    let shapes: Vec<Shape> = [plane.shape(goal_piece)].into_iter().chain(shapes).collect();
    let names = Kind::NAMES.chars();
    let kinds =
        shapes.iter().zip(names).map(|(shape, name)| Kind { name, shape: shape.clone(), along: None });
    let kinds: Vec<Kind> = kinds.collect();
    let place = |piece: CellSet, kind: usize| Place {
        at: Cell(piece.trailing_zeros() as u16),
        kind: KindId(kind as u8),
    };
    let kind_of = |piece| {
        let shape = plane.shape(piece);
        1 + shapes[1..].binary_search(&shape).expect("every piece has a kind")
    };
    let others = others.iter().map(|&piece| place(piece, kind_of(piece)));
    let places = [place(goal_piece, 0)].into_iter().chain(others);
    let start = places.map(|place| (place, kinds[usize::from(place.kind.0)].name)).collect();
    Puzzle::new(Draft {
        title: String::new(),
        grid: plane.grid,
        blocked: Default::default(),
        kinds,
        gates: Default::default(),
        start,
        goals: vec![Goal(vec![place(plane.lower_right(goal_piece), 0)])],
        optimum: Default::default(),
        notes: vec![],
    })
    .expect("the pieces of a packing do not overlap")
}

/// The same as puzzle text.
pub fn text(packer: &Packer, code: u64, image: Image) -> String {
    sliding::print(&puzzle(packer, code, image))
}
