//! Tiles that move together: shortest solutions in the *multi-tile metric*, style `set-step`.
//!
//! One move takes the blank any number of cells along its row or its column; the tiles between move up by one,
//! together. Two moves along one line make one, or none, so that in a shortest solution rows and columns take
//! turns: on 4 x 4 there are exactly three moves to choose from, every time.
//!
//! Korf's rounds again, one threshold after the other. What bounds them are tables of patterns in this metric
//! ([`build`]): how many moves the blank and six tiles need to come home, the others being blank paper. Unlike in
//! the single-tile metric such numbers cannot be added, since one move may move tiles of all patterns; the greatest
//! counts. But each is large, for the blank is part of the pattern and must come home too; and since rows and
//! columns take turns, the tables also tell how far home is if the next move must go along a row, or a column.
//!
//! ```
//! use slideways::Who;
//! use slideways::outcome::{Limits, Outcome};
//! use slideways::tiles::{Board, Goal, Size, Task, Tile, moves, together};
//! use std::ops::ControlFlow;
//!
//! let size = Size::new(3, 3).unwrap();
//! let start = Board::new(size, [8, 6, 7, 2, 5, 4, 3, 0, 1].map(Tile)).unwrap();
//! let task = Task::new(&start, &Goal::blank_last(size)).unwrap();
//! let tables = together::Tables::build(size, task.blank_home().unwrap(), &|_| ControlFlow::Continue(())).unwrap();
//! let answer = together::solve(&task, &tables, Limits::default(), &mut (), &mut |_| {}).unwrap();
//! let Outcome::Solved(path) = answer.outcome else { panic!("nothing on 3 x 3 takes long") };
//! assert_eq!(moves::length(&path, Who::Set), 20);
//! ```

pub mod build;
pub mod file;
mod flow;
pub mod plain;
mod pose;
pub mod rank;
mod start;
mod tables;
mod team;
mod way;

use super::round::{Round, first_of};
use super::task::Task;
use crate::grid::Dir;
use crate::outcome::{Answer, Limits, Outcome, Total, Watch};
use crate::search::control::Control;
use pose::Pose;
use std::ops::ControlFlow;
pub use tables::Tables;
use team::{Solutions, Team, Want};
use way::Ways;

/// Find a shortest solution; `rounds` hears of every round.
///
/// The path is one of single steps, as everywhere; its [runs](super::moves::runs) are the moves. `None` if the tables
/// are not for this board and goal, or the goal does not say where everything belongs.
pub fn solve(
    task: &Task,
    tables: &Tables,
    limits: Limits,
    watch: &mut dyn Watch,
    rounds: &mut dyn FnMut(Round),
) -> Option<Answer<Vec<Dir>>> {
    first_of(|visit| search(task, tables, limits, watch, rounds, Want::One, visit))
}

/// Count all shortest solutions; `None` as for [`solve`].
pub fn count(
    task: &Task,
    tables: &Tables,
    limits: Limits,
    watch: &mut dyn Watch,
    rounds: &mut dyn FnMut(Round),
) -> Option<Answer<Total>> {
    search(task, tables, limits, watch, rounds, Want::Number, &mut |_| ControlFlow::Break(()))
}

/// Visit all shortest solutions, until the visitor breaks, and count all of them; `None` as for [`solve`].
///
/// They come in the same order for any number of threads, and only when the last round is over.
pub fn all(
    task: &Task,
    tables: &Tables,
    limits: Limits,
    watch: &mut dyn Watch,
    rounds: &mut dyn FnMut(Round),
    visit: &mut dyn FnMut(&[Dir]) -> ControlFlow<()>,
) -> Option<Answer<Total>> {
    search(task, tables, limits, watch, rounds, Want::All, visit)
}

/// Round after round until one finds solutions.
fn search(
    task: &Task,
    tables: &Tables,
    limits: Limits,
    watch: &mut dyn Watch,
    rounds: &mut dyn FnMut(Round),
    want: Want,
    visit: &mut dyn FnMut(&[Dir]) -> ControlFlow<()>,
) -> Option<Answer<Total>> {
    let pose = tables.pose(task).filter(|_| task.is_full())?;
    let ways = Ways::new(tables.size);
    let (blank, node) = tables.start(task, &pose);
    let bounds = tables.bounds(blank, &node);
    let bound = bounds[0].min(bounds[1]);
    let mut control = Control::new(Limits { threads: 1, ..limits }, watch);
    if let Err(by) = control.hold(tables.bytes()) {
        return Some(Answer { outcome: Outcome::Stopped { bound, by }, cost: control.cost });
    }
    if task.bound() == 0 {
        let _ = visit(&[]);
        rounds(Round { bound, threshold: 0, expanded: 0, generated: 0, solutions: 1 });
        return Some(Answer {
            outcome: Outcome::Solved(Total { moves: 0, solutions: 1 }),
            cost: control.cost,
        });
    }
    let team = Team { tables, ways: &ways, start: (blank, node), want, threads: limits.threads };
    // A start that is its own mirror image has for every solution that begins along a column one that begins along
    // a row, and one of the two is enough.
    let twin = want == Want::One && tables.is_symmetric(blank, &node);
    let mut threshold = bound;
    let outcome = loop {
        let open = [bounds[0] <= threshold, bounds[1] <= threshold && !twin];
        let round = match team.round(open, threshold, &mut control) {
            Ok(round) => round,
            Err(by) => break Outcome::Stopped { bound: threshold, by },
        };
        let solutions = round.came.solutions;
        let (expanded, generated) = (round.came.expanded, round.came.generated);
        rounds(Round { bound, threshold, expanded, generated, solutions });
        if solutions > 0 {
            show(&pose, &ways, blank, threshold, &round.solutions, visit);
            break Outcome::Solved(Total { moves: threshold, solutions });
        }
        threshold += 1;
    };
    Some(Answer { outcome, cost: control.cost })
}

/// Show solutions to a visitor, until it breaks.
fn show(
    pose: &Pose,
    ways: &Ways,
    blank: usize,
    moves: u32,
    solutions: &Solutions,
    visit: &mut dyn FnMut(&[Dir]) -> ControlFlow<()>,
) {
    for &(first, way) in solutions {
        let steps = pose.steps(&ways.blanks(way, blank, first, moves as usize));
        if visit(&steps).is_break() {
            break;
        }
    }
}
