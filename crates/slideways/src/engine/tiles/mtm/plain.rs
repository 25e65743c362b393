//! Plain IDA* in the multi-tile metric, for any board and any goal; the oracle of the fast search.
//!
//! The heuristic is a simple one. A move along a column takes at most *rows* − 1 tiles one row nearer home;
//! all the others stay in their rows. So if all tiles together are *v* rows from home, at least *v* / (*rows*
//! − 1) moves go along columns; and likewise for rows. Moves alternate, so of *n* moves half, rounded
//! up, go along the axis of the first, and the rest along the other:
//!
//! ```text
//! n ≥ 2·first − 1   and   n ≥ 2·other
//! ```

use crate::engine::run::deepening::{Deepening, Iterated, deepen};
use crate::engine::search::control::Control;
use crate::engine::tiles::instance::Instance;
use crate::engine::tiles::visit::{Visit, first_of};
use crate::grid::{Cell, Dir};
use crate::outcome::{Limits, Searched, Stop, Total};
use crate::tiles::board::Size;
use crate::watch::Watch;
use std::ops::ControlFlow;

/// Find a shortest solution. Like [`solve`](super::solve), but for any instance.
pub fn solve(instance: &Instance, limits: Limits, watch: &mut dyn Watch) -> Searched<Vec<Dir>> {
    first_of(|visit| all(instance, limits, watch, visit))
}

/// Visit all shortest solutions until the visitor breaks, and count those visited.
pub fn all(instance: &Instance, limits: Limits, watch: &mut dyn Watch, visit: &mut Visit) -> Searched<Total> {
    let mut search = PlainSearch::new(instance, Control::new(Limits { threads: 1, ..limits }, watch), visit);
    let bound = search.bound(0).min(search.bound(1));
    deepen(&mut search, bound, bound)
}

/// The heuristic at the start: an admissible lower bound on the number of moves.
pub fn bound(instance: &Instance) -> u32 {
    let (mut watch, mut visit) = ((), |_: &[Dir]| ControlFlow::Break(()));
    let search = PlainSearch::new(instance, Control::new(Limits::default(), &mut watch), &mut visit);
    search.bound(0).min(search.bound(1))
}

/// Why an iteration ends early.
enum PlainHalt {
    /// The visitor broke.
    Enough,
    /// A limit or the caller stopped the search.
    Stop(Stop),
}

struct PlainSearch<'s, 'w> {
    size: Size,
    /// For every cell, the home of the tile in it.
    homes: Vec<Option<Cell>>,
    blank: Cell,
    blank_home: Option<Cell>,
    /// The sums of the tiles' distances from home, along rows and along columns.
    away: [u32; 2],
    path: Vec<Dir>,
    threshold: u32,
    solutions: u128,
    visit: &'s mut Visit<'s>,
    control: Control<'w>,
}

impl<'s, 'w> PlainSearch<'s, 'w> {
    fn new(instance: &Instance, control: Control<'w>, visit: &'s mut Visit<'s>) -> PlainSearch<'s, 'w> {
        let (size, blank) = (instance.size(), instance.blank());
        let tiles = (0..).map(Cell).zip(instance.homes()).filter(|&(cell, _)| cell != blank);
        let away = |axis| tiles.clone().filter_map(|(cell, &home)| Some(away(size, axis, cell, home?))).sum();
        PlainSearch {
            size,
            homes: instance.homes().to_vec(),
            blank,
            blank_home: instance.blank_home(),
            away: [away(0), away(1)],
            path: vec![],
            threshold: 0,
            solutions: 0,
            visit,
            control,
        }
    }

    /// Search for solutions of `threshold` moves; earlier iterations excluded shorter ones.
    fn seek(&mut self) -> Result<(), PlainHalt> {
        self.control.check(self.threshold, 0, 0).map_err(PlainHalt::Stop)?;
        if self.threshold == 0 {
            return self.is_solved();
        }
        for axis in 0..2 {
            if self.bound(axis) <= self.threshold {
                self.descend(axis, self.threshold)?;
            }
        }
        Ok(())
    }

    /// The heuristic if the first move goes along a row (0) or a column (1).
    fn bound(&self, axis: usize) -> u32 {
        let tiles = [self.size.cols() as u32 - 1, self.size.rows() as u32 - 1];
        let moves = |axis: usize| self.away[axis].div_ceil(tiles[axis]);
        (2 * moves(axis)).saturating_sub(1).max(2 * moves(1 - axis))
    }

    /// Make every move along an axis, with `left` moves left.
    fn descend(&mut self, axis: usize, left: u32) -> Result<(), PlainHalt> {
        self.control.cost.expanded += 1;
        self.control.tick(self.threshold, 0).map_err(PlainHalt::Stop)?;
        for dir in [Dir::ALL[2 * axis], Dir::ALL[2 * axis + 1]] {
            let mut steps = 0;
            while self.step(dir, axis) {
                steps += 1;
                self.control.cost.generated += 1;
                if left == 1 {
                    self.is_solved()?;
                } else if self.bound(1 - axis) < left {
                    self.descend(1 - axis, left - 1)?;
                }
            }
            for _ in 0..steps {
                self.step(dir.opposite(), axis);
                self.path.truncate(self.path.len() - 2);
            }
        }
        Ok(())
    }

    /// Slide a tile in this direction; `false` if no tile can move that way.
    fn step(&mut self, dir: Dir, axis: usize) -> bool {
        let Some(from) = self.size.neighbour(self.blank, dir.opposite()) else { return false };
        if let Some(home) = self.homes[from.index()] {
            self.away[axis] += away(self.size, axis, self.blank, home);
            self.away[axis] -= away(self.size, axis, from, home);
        }
        self.homes.swap(from.index(), self.blank.index());
        self.blank = from;
        self.path.push(dir);
        true
    }

    /// Visit the path if the position is solved.
    fn is_solved(&mut self) -> Result<(), PlainHalt> {
        if self.away != [0, 0] || self.blank_home.is_some_and(|home| home != self.blank) {
            return Ok(());
        }
        self.solutions += 1;
        match (self.visit)(&self.path) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(PlainHalt::Enough),
        }
    }
}

impl<'w> Deepening<'w> for PlainSearch<'_, 'w> {
    fn control(&mut self) -> &mut Control<'w> {
        &mut self.control
    }

    fn iteration(&mut self, threshold: u32) -> Result<Iterated, Stop> {
        self.threshold = threshold;
        match self.seek() {
            Err(PlainHalt::Stop(by)) => Err(by),
            Ok(()) | Err(PlainHalt::Enough) => {
                Ok(Iterated { solutions: self.solutions, next: threshold + 1 })
            }
        }
    }
}

/// The distance of a cell from a home, along rows (0) or columns (1).
fn away(size: Size, axis: usize, cell: Cell, home: Cell) -> u32 {
    let along = |cell: Cell| if axis == 0 { cell.index() % size.cols() } else { cell.index() / size.cols() };
    along(cell).abs_diff(along(home)) as u32
}
