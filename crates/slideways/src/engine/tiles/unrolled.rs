//! Korf's method, fast: a little part of program for every cell of the blank and every direction.
//!
//! The rounds are those of [`plain`](super::plain). What differs is how a round is run. In 15PUZZLE-KORF1
//! Knuth replaced the loop over directions by an automaton: for every cell of the blank, every direction and
//! every last step there is a part that knows them by heart, and has nothing left to decide but whether the
//! step is happy and whether a sad one is still allowed. Here the parts are made by the compiler, from one
//! generic function (`part.rs`); and they hand their results on in another way.
//!
//! What costs time in such an automaton is not the work but the guessing: a processor works ahead along the
//! branch that it expects, and whether a step is happy cannot be foreseen. One wrong guess costs as much as
//! several steps. So no part goes on to the next. Each has a *tray* of positions, works through all of it,
//! and lays every step it takes on the tray of the part that comes next, without a branch (`tray.rs`).
//! Depth-first search becomes breadth-first in small batches: the order changes, the steps taken in a round
//! do not, and the memory stays within some tens of megabytes (`flow.rs`).
//!
//! When a solution appears nobody knows which way it came; but it is easily found again (`recover.rs`).
//!
//! ```
//! use slideways::outcome::{Limits, Outcome};
//! use slideways::engine::tiles::{Instance, unrolled};
//! use slideways::tiles::{Board, Goal, Size, Tile};
//!
//! let size = Size::new(4, 4).unwrap();
//! let start = Board::new(size, [1, 2, 3, 4, 5, 0, 7, 8, 9, 6, 11, 12, 13, 10, 14, 15].map(Tile)).unwrap();
//! let instance = Instance::new(&start, &Goal::blank_last(size)).unwrap();
//! let answer = unrolled::solve(&instance, Limits::default(), &mut ()).unwrap();
//! let Outcome::Solved(path) = answer.outcome else { panic!("it can be solved") };
//! assert_eq!(path.len(), 4);
//! ```

mod flow;
mod part;
mod recover;
mod tray;

use super::instance::{Instance, Unsuited};
use crate::engine::run::deepening::{Deepening, Iterated, deepen};
use crate::engine::search::control::Control;
use crate::grid::{Cell, Dir};
use crate::outcome::{Limits, Searched, Stop, Total};
use crate::watch::Watch;
use flow::{Flow, Halt, Level};
use part::{CELLS, DIRS, source};
use tray::Place;

/// Find a shortest solution, on boards of at most 16 cells with a goal that leaves nothing open.
///
/// The outcome and the cost are as those of [`plain::solve`](super::plain::solve), which takes any instance.
pub fn solve(
    instance: &Instance,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Searched<Vec<Dir>>, Unsuited> {
    let packed = Packed::new(instance)?;
    let mut path = vec![];
    let found = search(&packed, instance.bound(), Control::new(limits, watch), Some(&mut path));
    let outcome = found.outcome.map(|_| path);
    Ok(Searched { outcome, cost: found.cost })
}

/// Count all shortest solutions.
pub fn count(
    instance: &Instance,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Searched<Total>, Unsuited> {
    let packed = Packed::new(instance)?;
    Ok(search(&packed, instance.bound(), Control::new(limits, watch), None))
}

/// Look for the first solution, if its path is asked for, or for all.
fn search(packed: &Packed, bound: u32, control: Control, path: Option<&mut Vec<Dir>>) -> Searched<Total> {
    let flow = Flow::new(packed, bound, path.is_none(), control);
    deepen(&mut UnrolledSearch { packed, flow, levels: vec![], path }, bound, bound)
}

struct UnrolledSearch<'s, 'w> {
    packed: &'s Packed,
    flow: Flow<'w>,
    levels: Vec<Level>,
    path: Option<&'s mut Vec<Dir>>,
}

impl<'w> Deepening<'w> for UnrolledSearch<'_, 'w> {
    fn control(&mut self) -> &mut Control<'w> {
        &mut self.flow.control
    }

    fn iteration(&mut self, threshold: u32) -> Result<Iterated, Stop> {
        self.flow.threshold = threshold;
        self.levels.push(self.packed.highest_level());
        if let Err(Halt::Stop(by)) = self.flow.run(&mut self.levels) {
            return Err(by);
        }
        let solutions = self.flow.solutions;
        if let Some(path) = self.path.as_mut().filter(|_| solutions > 0) {
            **path = recover::path(self.packed, &self.levels);
        }
        Ok(Iterated { solutions, next: threshold + 2 })
    }
}

/// A instance of at most 16 cells in one word; with at most four columns, if need be by turning rows into
/// columns.
struct Packed {
    start: u64,
    blank: usize,
    goal: u64,
    home: usize,
    rows: usize,
    cols: usize,
    transposed: bool,
}

impl Packed {
    fn new(instance: &Instance) -> Result<Packed, Unsuited> {
        let size = instance.size();
        if size.cells() > CELLS {
            return Err(Unsuited::Cells { most: CELLS });
        }
        let home = |home: Option<Cell>| home.ok_or(Unsuited::OpenGoal);
        let transposed = size.cols() > 4;
        let (rows, cols) = if transposed { (size.cols(), size.rows()) } else { (size.rows(), size.cols()) };
        let cell = |cell: usize| match transposed {
            true => cell % size.cols() * size.rows() + cell / size.cols(),
            false => cell,
        };
        let (blank, blank_home) =
            (cell(instance.blank().index()), cell(home(instance.blank_home())?.index()));
        let (mut start, mut goal) = (0, 0);
        for (at, &tile_home) in instance.homes().iter().enumerate() {
            let (at, home) = (cell(at), cell(home(tile_home)?.index()));
            if at != blank {
                start |= (home as u64) << (4 * at);
                goal |= (home as u64) << (4 * home);
            }
        }
        Ok(Packed { start, blank, goal, home: blank_home, rows, cols, transposed })
    }

    /// A level on which there is nothing but the start.
    fn highest_level(&self) -> Level {
        let mut level = Level::new();
        let tray = &mut level.entries.0[Place { blank: self.blank, last: DIRS }.index()];
        tray.room(1)[0] = self.start;
        tray.fill(1);
        level
    }

    /// The cell that a tile leaves when it moves into the blank, if it is on the board.
    fn source(&self, blank: usize, dir: usize) -> Option<usize> {
        let source = source(self.cols, blank, dir);
        (source != blank && source.max(blank) < self.rows * self.cols).then_some(source)
    }

    /// The direction on the board as it was given.
    fn dir(&self, dir: usize) -> Dir {
        Dir::ALL[if self.transposed { dir ^ 2 } else { dir }]
    }
}
