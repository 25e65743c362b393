//! The parts of a puzzle that can be made: a tray, and the pieces that lie in it.
//!
//! A [`Kit`] is made from a [`Scene`] or from a packing. Blocked rows and columns along the rim are left out:
//! the tray has a wall there anyway. [`super::solids`] makes a kit with a 3-D printer, [`super::laser`] with
//! a laser cutter. Both leave the same clearance: every side of a piece and every side of a wall is moved
//! back by half of it.

use super::packing::parts;
use super::scene::Scene;
use super::svg::Corner;
use crate::grid::{Grid, Offset};
use crate::lock::rule::Packing;
use std::collections::BTreeSet;

/// What has to be made for a flat puzzle. Cells are columns and rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kit {
    /// The title of the puzzle.
    pub title: String,
    /// The columns and rows inside the tray.
    pub size: Corner,
    /// Blocked cells inside the tray.
    pub walls: BTreeSet<Corner>,
    /// Cells for some kinds only, with the names of these kinds.
    pub gates: Vec<(Corner, String)>,
    /// The places of the goal, with the name of the piece that must cover them; empty if the goal places all
    /// pieces.
    pub marks: Vec<(Vec<Corner>, String)>,
    /// The pieces.
    pub pieces: Vec<KitPiece>,
}

/// A piece of a kit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KitPiece {
    /// Its name.
    pub name: String,
    /// Its cells; the least column and the least row are 0.
    pub cells: Vec<Corner>,
    /// Whether the goal places this piece, or one of its kind, but not all pieces.
    pub wanted: bool,
}

/// Why a puzzle cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CannotMake {
    /// The box has layers.
    #[error("a {0} box is not flat")]
    NotFlat(Grid),
    /// A piece falls apart.
    #[error("piece `{name}` has {parts} parts that do not touch along a side, so it cannot be made in one")]
    Disconnected {
        /// The name of the piece.
        name: String,
        /// The number of its connected parts.
        parts: usize,
    },
    /// A size is out of range.
    #[error("the {what} must be from {least} to {most} mm, and is {found} mm")]
    Size {
        /// The name of the size.
        what: &'static str,
        /// The value given.
        found: f64,
        /// The least possible value.
        least: f64,
        /// The largest possible value.
        most: f64,
    },
    /// The cut lines of two corners would cross.
    #[error(
        "two corners of the cut touch, and a kerf of {kerf} mm is wider than the clearance of {clearance} mm"
    )]
    Crossing {
        /// The kerf.
        kerf: f64,
        /// The clearance.
        clearance: f64,
    },
}

impl CannotMake {
    /// Refuse a size that is out of range.
    pub(super) fn unless_within(
        what: &'static str,
        found: f64,
        least: f64,
        most: f64,
    ) -> Result<(), CannotMake> {
        match (least..=most).contains(&found) {
            true => Ok(()),
            false => Err(CannotMake::Size { what, found, least, most }),
        }
    }
}

impl Kit {
    /// The kit of a scene.
    pub fn of_scene(scene: &Scene) -> Result<Kit, CannotMake> {
        let pieces = scene.figures.iter().map(|figure| {
            let cells = figure.shape.iter().map(corner).collect();
            (figure.name.clone(), cells, figure.wanted)
        });
        let all_placed = scene.figures.iter().all(|figure| !figure.wanted);
        let mut kit = Kit::new(&scene.title, scene.grid, &scene.blocked, pieces)?;
        let origin = kit.crop();
        let within = |cell| {
            let (col, row) = corner(&scene.grid.offset(cell));
            (col - origin.0, row - origin.1)
        };
        kit.gates = scene.gates.iter().map(|gate| (within(gate.cell), gate.names.clone())).collect();
        if !all_placed {
            let mark = |cells: &[_]| cells.iter().map(|&cell| within(cell)).collect();
            kit.marks = scene.marks.iter().map(|each| (mark(&each.cells), each.name.clone())).collect();
        }
        Ok(kit)
    }

    /// The kit of a packing in a flat box.
    pub fn of_packing(packing: &Packing) -> Result<Kit, CannotMake> {
        let pieces = packing.pieces.iter().enumerate().map(|(number, cells)| {
            let cells = cells.iter().map(|&cell| corner(&packing.grid.offset(cell))).collect();
            (packing.name(number).to_string(), cells, false)
        });
        let title = super::packing::title(packing);
        let mut kit = Kit::new(&title, packing.grid, &packing.blocked.iter().copied().collect(), pieces)?;
        kit.crop();
        Ok(kit)
    }

    fn new(
        title: &str,
        grid: Grid,
        blocked: &BTreeSet<crate::grid::Cell>,
        pieces: impl Iterator<Item = (String, Vec<Corner>, bool)>,
    ) -> Result<Kit, CannotMake> {
        if grid.layers() > 1 {
            return Err(CannotMake::NotFlat(grid));
        }
        let whole = |(name, cells, wanted): (String, Vec<Corner>, bool)| {
            let parts = parts(&cells).len();
            let least = |along: fn(&Corner) -> i32| cells.iter().map(along).min().unwrap_or(0);
            let (left, top) = (least(|at| at.0), least(|at| at.1));
            match parts {
                0 | 1 => {
                    let cells = cells.iter().map(|at| (at.0 - left, at.1 - top)).collect();
                    Ok(KitPiece { name, cells, wanted })
                }
                parts => Err(CannotMake::Disconnected { name, parts }),
            }
        };
        Ok(Kit {
            title: title.to_owned(),
            size: (grid.cols() as i32, grid.rows() as i32),
            walls: blocked.iter().map(|&cell| corner(&grid.offset(cell))).collect(),
            gates: vec![],
            marks: vec![],
            pieces: pieces.map(whole).collect::<Result<_, _>>()?,
        })
    }

    /// Leave out the blocked rows and columns along the rim; the result is the new first column and row.
    fn crop(&mut self) -> Corner {
        let (cols, rows) = self.size;
        let free = || {
            let all = (0..rows).flat_map(move |row| (0..cols).map(move |col| (col, row)));
            all.filter(|cell| !self.walls.contains(cell))
        };
        let ends = |along: fn(Corner) -> i32| (free().map(along).min(), free().map(along).max());
        let (Some(left), Some(right)) = ends(|at| at.0) else { return (0, 0) };
        let (Some(top), Some(bottom)) = ends(|at| at.1) else { return (0, 0) };
        self.size = (right - left + 1, bottom - top + 1);
        let inside = |at: &Corner| (0..self.size.0).contains(&at.0) && (0..self.size.1).contains(&at.1);
        self.walls = self.walls.iter().map(|at| (at.0 - left, at.1 - top)).filter(inside).collect();
        (left, top)
    }

    /// Whether a cell is solid: blocked, or outside.
    pub(super) fn is_wall(&self, (col, row): Corner) -> bool {
        let inside = (0..self.size.0).contains(&col) && (0..self.size.1).contains(&row);
        !inside || self.walls.contains(&(col, row))
    }
}

fn corner(at: &Offset) -> Corner {
    (i32::from(at.col), i32::from(at.row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::sliding;
    use crate::library;

    fn kit(text: &str) -> Result<Kit, CannotMake> {
        let puzzle = sliding::parse(text).unwrap().puzzle;
        Kit::of_scene(&Scene::of_puzzle(&puzzle, puzzle.start()))
    }

    #[test]
    fn blocked_rows_along_the_rim_are_left_out() {
        let kit = kit("3 x 5\n1 = 1\n2 = 1\nxxxxxx120xxxxxx\ngoal 1@1,3\n").unwrap();
        assert_eq!((kit.size, kit.walls.len()), ((3, 1), 0));
        assert_eq!(kit.marks, [(vec![(2, 0)], "1".to_owned())]);
        assert!(kit.is_wall((3, 0)) && kit.is_wall((0, -1)) && !kit.is_wall((1, 0)));
    }

    #[test]
    fn a_piece_of_several_parts_is_refused() {
        let found = kit("1 x 4\n1 = 101\n1\n01\n").unwrap_err();
        assert_eq!(found, CannotMake::Disconnected { name: "1".to_owned(), parts: 2 });
        let corners = kit("2 x 3\n1 = 10/01\n1\n01\n").unwrap_err();
        assert_eq!(corners, CannotMake::Disconnected { name: "1".to_owned(), parts: 2 });
    }

    #[test]
    fn a_box_with_layers_is_refused() {
        let found = kit("2 x 1 x 2\n1 = 1\n1\n01\n").unwrap_err();
        assert!(matches!(found, CannotMake::NotFlat(_)), "{found}");
    }

    #[test]
    fn every_puzzle_of_the_library_has_a_kit() {
        for name in library::names() {
            let puzzle = library::puzzle(name).unwrap();
            let kit = Kit::of_scene(&Scene::of_puzzle(&puzzle, puzzle.start())).unwrap();
            assert_eq!(kit.pieces.len(), puzzle.pieces().len(), "{name}");
        }
    }
}
