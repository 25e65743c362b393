//! Work units of a census, on all threads.

use super::saved::{CensusState, FoundClasses};
use crate::engine::run::units::{Unit, run_units};
use crate::engine::search::control::Control;
use crate::outcome::Stop;

/// Run all units that are not done, and keep at most `most` of the hardest starts of each class. `keep`
/// receives the state after each unit, and once more at the end.
pub fn run_census<B: Default>(
    (units, most): (usize, usize),
    state: &mut CensusState,
    keep: &mut dyn FnMut(&CensusState, bool),
    control: &mut Control,
    work: impl Fn(&mut Unit, &mut B) -> Option<FoundClasses> + Sync,
) -> Option<Stop> {
    let done = state.done.flags(units);
    let left: Vec<usize> = (0..units).filter(|&unit| !done[unit]).collect();
    let threads = control.threads();
    control.parts = ((units - left.len()) as u64, units as u64);
    let ended = run_units((&left, threads), 0, control, work, |unit, found, control| {
        state.add(unit, &found, most);
        control.parts.0 += 1;
        keep(state, false);
    });
    keep(state, true);
    ended.err()
}
