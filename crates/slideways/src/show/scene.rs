//! What one arrangement shows, independent of the puzzle's family.
//!
//! Pictures of boards, strips and films are drawn from scenes alone. A scene contains no rules: it has a box
//! with walls and gates, marks at the places of the goal, and figures.

use super::motif::{self, Motif};
use super::palette::Colour;
use crate::grid::{Cell, Grid, Offset};
use crate::puzzle::{Arrangement, Place, Puzzle};
use crate::tiles::{Board, Tile};
use std::collections::BTreeSet;

/// The contents of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The title.
    pub title: String,
    /// The size of the box.
    pub grid: Grid,
    /// Cells that no piece can enter.
    pub blocked: BTreeSet<Cell>,
    /// Cells that only some kinds may enter.
    pub gates: Vec<Gate>,
    /// The places of the goal.
    pub marks: Vec<Mark>,
    /// The pieces or tiles in the box.
    pub figures: Vec<Figure>,
}

/// A cell for some kinds only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gate {
    /// The cell.
    pub cell: Cell,
    /// The names of the kinds that may enter.
    pub names: String,
}

/// A place of the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The cells to be covered.
    pub cells: Vec<Cell>,
    /// The name of the piece that must cover them.
    pub name: String,
}

/// A piece, or a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The number of the piece in its puzzle; for a tile, its number minus one.
    pub number: usize,
    /// The cells that it covers, relative to its anchor.
    pub shape: Vec<Offset>,
    /// Its anchor.
    pub at: Cell,
    /// The label.
    pub name: String,
    /// Its colour.
    pub fill: Colour,
    /// Its motif.
    pub motif: Motif,
    /// Whether the goal places this piece, or one of its kind, but not all pieces.
    pub wanted: bool,
}

impl Scene {
    /// The scene of an arrangement of pieces. A piece outside the box is not shown.
    pub fn of_puzzle(puzzle: &Puzzle, at: &Arrangement) -> Scene {
        let wanted: BTreeSet<_> = puzzle
            .goals()
            .iter()
            .filter(|goal| !puzzle.is_full(goal))
            .flat_map(|goal| goal.0.iter().map(|place| place.kind))
            .collect();
        let figures = puzzle.pieces().iter().zip(&at.0).enumerate().filter_map(|(number, (&kind, &at))| {
            puzzle.cover(Place { at, kind })?;
            let (fill, motif) = motif::of_kind(usize::from(kind.0));
            Some(Figure {
                number,
                shape: puzzle.kind(kind).shape.offsets().to_vec(),
                at,
                name: puzzle.name(number).to_string(),
                fill,
                motif,
                wanted: wanted.contains(&kind),
            })
        });
        let gates = puzzle.draft().gates.iter().map(|(&cell, kinds)| Gate {
            cell,
            names: kinds.iter().map(|&kind| puzzle.kind(kind).name).collect(),
        });
        Scene {
            title: puzzle.title().to_owned(),
            grid: puzzle.grid(),
            blocked: puzzle.draft().blocked.clone(),
            gates: gates.collect(),
            marks: marks(puzzle),
            figures: figures.collect(),
        }
    }

    /// The scene of a tile position and its goal. Tiles are coloured in the usual order of solving: the first
    /// row and the first column of the goal, then the next row and column, and so on.
    pub fn of_board(board: &Board, goal: &Board) -> Scene {
        let size = board.size();
        let grid = Grid::plane(size.rows(), size.cols()).expect("boards are small");
        let homes = goal.cells();
        let figures = board.tiles().iter().zip(grid.cells()).filter(|(tile, _)| **tile != Tile::BLANK);
        let figures = figures.map(|(&tile, at)| {
            let ring = homes.get(tile.index()).map_or(0, |&home| {
                let home = grid.offset(home);
                home.row.min(home.col).unsigned_abs()
            });
            let (fill, motif) = motif::of_ring(usize::from(ring));
            let (number, name) = (tile.index() - 1, tile.to_string());
            Figure { number, shape: vec![Offset::default()], at, name, fill, motif, wanted: false }
        });
        let mut figures: Vec<Figure> = figures.collect();
        figures.sort_by_key(|figure| figure.number);
        let title = format!("{} x {} tiles", size.rows(), size.cols());
        Scene { title, grid, blocked: BTreeSet::new(), gates: vec![], marks: vec![], figures }
    }

    /// The cells that are not blocked.
    pub(super) fn floor(&self) -> impl Iterator<Item = Cell> {
        self.grid.cells().filter(|cell| !self.blocked.contains(cell))
    }
}

/// The places of all goals, without duplicates.
fn marks(puzzle: &Puzzle) -> Vec<Mark> {
    let places: BTreeSet<Place> = puzzle.goals().iter().flat_map(|goal| goal.0.iter().copied()).collect();
    let mark = |place: Place| {
        let name = puzzle.pieces().iter().position(|&kind| kind == place.kind);
        // The only piece of a kind is labelled with its own name, one of several with the kind's name.
        let only = puzzle.pieces().iter().filter(|&&kind| kind == place.kind).count() == 1;
        let name = name.filter(|_| only).map_or(puzzle.kind(place.kind).name, |piece| puzzle.name(piece));
        Some(Mark { cells: puzzle.cover(place)?, name: name.to_string() })
    };
    places.into_iter().filter_map(mark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::tiles::parse;
    use crate::library;
    use crate::tiles::Goal;

    #[test]
    fn pieces_of_one_kind_look_alike_and_others_do_not() {
        let klotski = library::puzzle("klotski").unwrap();
        let scene = Scene::of_puzzle(&klotski, klotski.start());
        for a in &scene.figures {
            for b in &scene.figures {
                let alike = klotski.pieces()[a.number] == klotski.pieces()[b.number];
                assert_eq!((a.fill == b.fill, a.motif == b.motif), (alike, alike));
            }
        }
        let wanted: Vec<&str> = scene.figures.iter().filter(|f| f.wanted).map(|f| &f.name[..]).collect();
        assert_eq!(wanted, ["1"]);
        assert_eq!(scene.marks.len(), 1);
        assert_eq!(scene.marks[0].cells.len(), 4);
    }

    #[test]
    fn a_piece_outside_the_box_is_not_seen() {
        let klotski = library::puzzle("klotski").unwrap();
        let mut at = klotski.start().clone();
        at.0[0] = Cell(19);
        let scene = Scene::of_puzzle(&klotski, &at);
        assert!(scene.figures.iter().all(|figure| figure.number != 0));
    }

    #[test]
    fn tiles_are_numbered_by_what_is_written_on_them() {
        let board = parse("8 6 7/2 5 4/3 0 1", None).unwrap();
        let goal = Goal::blank_last(board.size()).some_board();
        let scene = Scene::of_board(&board, &goal);
        let names: Vec<&str> = scene.figures.iter().map(|figure| &figure.name[..]).collect();
        assert_eq!(names, ["1", "2", "3", "4", "5", "6", "7", "8"]);
        assert_eq!((scene.figures[7].number, scene.figures[7].at), (7, Cell(0)));
        // 4 and 7 belong to the first column, 5 and 6 to the second row.
        assert_eq!(scene.figures[3].fill, scene.figures[6].fill);
        assert_ne!(scene.figures[3].fill, scene.figures[4].fill);
    }
}
