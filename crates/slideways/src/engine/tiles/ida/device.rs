//! Long iterations on a device, such as a GPU, instead of the threads of this process.
//!
//! Short iterations stay on this processor. A long one begins, as for threads, with some thousands of
//! origins; the device searches below all of them and reports the cost and, if there is a solution, the
//! origin it comes from. Then that origin is divided in the same way, until what is left is so small that
//! this processor finds the path.
//!
//! The device must expand the same positions as `flow`: same heuristic, same bounds, same
//! automaton. The order is its own, so the iteration that finds a solution may end earlier or later, and
//! another shortest solution may be found.

use super::context::{Context, Origin};
use super::flow::Spent;
use super::iterations::IdaSearch;
use super::tables::Tables;
use super::word::Word;
use super::workers::UNIT;
use crate::engine::search::control::Control;
use crate::engine::tiles::instance::Instance;
use crate::engine::tiles::pruning::{Automaton, State};
use crate::grid::Dir;
use crate::outcome::{Limits, Searched, Stop};
use crate::solver::DeviceError;
use crate::watch::{Saved, Watch};

/// A device that searches below many positions at once.
pub trait IdaDevice {
    /// The longest words that the pruning automaton forbids, if not the usual ones. With longer words fewer
    /// positions are expanded; the solutions have the same length.
    fn longest_word(&self) -> Option<u32> {
        None
    }

    /// Check that the device can hold these tables, and put them there unless they are there already.
    fn prepare(&self, tables: &Tables, automaton: &Automaton, limits: &Limits) -> Result<(), DeviceError>;

    /// Search below all origins; the device is prepared. `unfinished` receives now and then the number of an
    /// origin before which all are done, without a solution.
    fn iteration(
        &self,
        origins: &[DeviceOrigin],
        threshold: u32,
        control: &mut Control,
        unfinished: &mut dyn FnMut(usize, &mut Control),
    ) -> Result<DeviceDone, DeviceEnd>;
}

/// A position where the device begins.
#[derive(Clone, Debug)]
pub struct DeviceOrigin {
    /// The home of the tile in each cell; 0 for the blank's.
    pub homes: Vec<u8>,
    /// The blank's cell.
    pub blank: u8,
    /// The state of the automaton.
    pub state: State,
    /// The bound carried along the path.
    pub bound: u8,
    /// The number of sad steps left.
    pub left: u8,
    /// The Manhattan distance.
    pub distance: u8,
    /// The excess of each pattern: four bits each, four patterns per view.
    pub excess: u32,
}

/// The result of an iteration on a device.
#[derive(Clone, Copy, Debug, Default)]
pub struct DeviceDone {
    /// The positions expanded and generated.
    pub spent: Spent,
    /// The number of an origin that a solution comes from.
    pub found: Option<usize>,
}

/// Why an iteration on a device ends early.
#[derive(Debug)]
pub enum DeviceEnd {
    /// A limit or the caller stopped it.
    Stop(Stop),
    /// The device failed.
    Failed(DeviceError),
}

/// Like [`resume`](super::resume), with the long iterations on a device.
pub fn solve_on(
    device: &dyn IdaDevice,
    instance: &Instance,
    tables: &Tables,
    saved: Option<&Saved>,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Searched<Vec<Dir>>, DeviceError> {
    let own = device.longest_word().map(|longest| Automaton::new(instance.size(), longest));
    let automaton = own.as_ref().unwrap_or(&tables.automaton);
    device.prepare(tables, automaton, &limits)?;
    let mut search = IdaSearch::new(instance, tables, automaton, false).expect("tables suit the instance");
    search.device = Some(device);
    let (Searched { outcome, cost }, path) = search.run(saved, limits, watch);
    if let Some(error) = search.failed.into_inner() {
        return Err(error);
    }
    Ok(Searched { outcome: outcome.map(|_| path.expect("the first solution was sought")), cost })
}

/// The origins as the device takes them, in an iteration with `most` sad steps.
pub fn for_device<W: Word, const P: usize>(
    context: &Context<W, P>,
    origins: &[Origin<W, P>],
    most: usize,
) -> Vec<DeviceOrigin> {
    let origin = |origin: &Origin<W, P>| DeviceOrigin {
        homes: (0..context.cells()).map(|cell| origin.node.board.tile(cell) as u8).collect(),
        blank: origin.blank as u8,
        state: origin.node.state,
        bound: origin.node.bound,
        left: (most - origin.sad) as u8,
        distance: origin.node.distance,
        excess: (0..8).fold(0, |all, at| all | ((origin.node.excesses >> (8 * at)) as u32 & 15) << (4 * at)),
    };
    origins.iter().map(origin).collect()
}

/// What a checkpoint says of an iteration of which all origins before one are done.
///
/// The device does not know what each unit has cost. So the cost so far counts as that of earlier iterations,
/// and the units that are done cost nothing.
pub fn checkpoint(threshold: u32, unfinished: usize, origins: usize, control: &mut Control) {
    let units = (0..origins.div_ceil(UNIT)).map(|unit| (unit * UNIT + UNIT <= unfinished).then_some((0, 0)));
    let (expanded, generated) = (control.cost.expanded, control.cost.generated);
    control.checkpoint(&Saved { threshold, expanded, generated, units: units.collect() });
}

/// The origins of the units that a checkpoint does not record as done: the number of the first.
pub fn first_waiting(saved: Option<&Saved>, origins: usize) -> usize {
    let saved = saved.filter(|saved| saved.units.len() == origins.div_ceil(UNIT));
    saved.map_or(0, |saved| UNIT * saved.units.iter().take_while(|unit| unit.is_some()).count()).min(origins)
}
