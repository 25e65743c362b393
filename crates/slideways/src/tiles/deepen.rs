//! The default search: iterative deepening with pattern tables and the pruning machine.
//!
//! The rounds are Korf's, as in [`plain`](super::plain): first no sad step is allowed, then one, and so on. But how far
//! home is, is now told by [patterns](super::pattern), and a step is *happy* if it brings the whole position one
//! nearer by that measure, *sad* if it takes it farther. (A pattern does not know where the blank is, so a step may
//! change its answer by three or five as well. If the bound falls by more than one, what was known before the
//! step is worth more, and one less than that is taken; if it rises by three, that is as good as two sad steps.) The [machine](super::machine) forbids most ways to come
//! to a position twice.
//!
//! How a round is run is that of [`unrolled`](super::unrolled), for the same reason and one more. Positions lie on
//! trays, by the blank's cell, and are worked through in batches without a branch that could be guessed wrong;
//! and the tables are too large for the nearest cache, but while a batch of look-ups is under way the processor
//! waits for all of them together.
//!
//! ```
//! use slideways::outcome::{Limits, Outcome};
//! use slideways::tiles::{Board, Goal, Size, Task, Tile, deepen};
//!
//! let size = Size::new(3, 3).unwrap();
//! let start = Board::new(size, [8, 6, 7, 2, 5, 4, 3, 0, 1].map(Tile)).unwrap();
//! let task = Task::new(&start, &Goal::blank_last(size)).unwrap();
//! let tables = deepen::Tables::build(size, task.blank_home().unwrap(), &|| false).unwrap();
//! let answer = deepen::solve(&task, &tables, Limits::default(), &mut (), &mut |_| {}).unwrap();
//! let Outcome::Solved(path) = answer.outcome else { panic!("nothing on 3 x 3 takes long") };
//! assert_eq!(path.len(), 31);
//! ```

mod batch;
pub mod file;
mod flow;
mod lens;
mod recover;
mod tables;

use super::round::Round;
use super::task::Task;
use crate::grid::Dir;
use crate::outcome::{Answer, Cost, Limits, Outcome, Watch};
use crate::search::control::Control;
use flow::{Flow, Halt, Level};
pub use tables::Tables;

/// Find a shortest solution; `rounds` hears of every round.
///
/// `None` if the tables are not for this board and goal, or the goal does not say where everything belongs.
pub fn solve(
    task: &Task,
    tables: &Tables,
    limits: Limits,
    watch: &mut dyn Watch,
    rounds: &mut dyn FnMut(Round),
) -> Option<Answer<Vec<Dir>>> {
    if !task.is_full() || !tables.serve(task) {
        return None;
    }
    let start = tables.node(task);
    let bound = u32::from(start.bound);
    let mut control = Control::new(limits, watch);
    if let Err(by) = control.hold(tables.bytes()) {
        return Some(Answer { outcome: Outcome::Stopped { bound, by }, cost: control.cost });
    }
    let mut flow = Flow::new(tables, task.blank_home()?, bound, control);
    let mut levels: Vec<Level> = vec![];
    let outcome = loop {
        let threshold = flow.threshold;
        let before = flow.control.cost;
        let mut highest = Level::new(tables.cells());
        highest.entries.put(task.blank().index(), start);
        levels.push(highest);
        let found = match flow.run(&mut levels) {
            Ok(()) => 0,
            Err(Halt::Found) => 1,
            Err(Halt::Stop(by)) => break Outcome::Stopped { bound: threshold, by },
        };
        let Cost { expanded, generated, .. } = flow.control.cost;
        let (expanded, generated) = (expanded - before.expanded, generated - before.generated);
        rounds(Round { bound, threshold, expanded, generated, solutions: found });
        if found > 0 {
            break Outcome::Solved(recover::path(&flow, &levels));
        }
        flow.threshold += 2;
    };
    Some(Answer { outcome, cost: flow.control.cost })
}
