//! Iterative deepening (IDA*), unrolled: one small function per cell of the blank and direction.
//!
//! The iterations are those of [`plain`](super::plain). What differs is how an iteration runs. In
//! 15PUZZLE-KORF1 Knuth replaced the loop over directions by a state machine: for every cell of the blank,
//! every direction and every last step there is a part in which these are constants, so that it only has to
//! decide whether the step is happy and whether a sad one is still allowed. Here the compiler makes the
//! parts, from one generic function (`part.rs`); and they hand their results on in another way.
//!
//! The cost of such a machine is not the work but branch prediction: a processor works ahead along the branch
//! that it expects, and whether a step is happy is unpredictable. One misprediction costs as much as several
//! steps. So no part jumps to the next. Each has a *tray* of positions, processes all of it, and puts every
//! step it takes on the tray of the part that comes next, without a branch (`tray.rs`). Depth-first search
//! becomes breadth-first in small batches: the order changes, the steps of an iteration do not, and the
//! memory stays within some tens of megabytes (`flow.rs`).
//!
//! Positions do not store the path that led to them; the path of a solution is recovered afterwards
//! (`recover.rs`).
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

/// Find a shortest solution, on boards of at most 16 cells with a full goal.
///
/// The outcome and the cost are those of [`plain::solve`](super::plain::solve), which takes any instance.
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

/// Find the first solution, if its path is requested, or all solutions.
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

/// An instance of at most 16 cells in one word; with at most four columns, transposed if necessary.
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

    /// A level with the start as its only position.
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
