//! All sets of pieces, one work unit each: their arrangements, components and hardest starts.
//!
//! The arrangements of a set are enumerated once and cut into connected components, one after the other; a
//! multi-source breadth-first search from all goals of a component finds the distance of each arrangement
//! (`explore::components`). No arrangement is left out because it is the mirror image of another.

use super::schedule::Schedule;
use crate::engine::explore::components::{Components, components};
use crate::engine::run::supervise::{Pulse, Results, supervise};
use crate::engine::search::control::Control;
use crate::outcome::{Cost, Limits, Stop};
use crate::puzzle::Puzzle;
use crate::solver::SolveError;
use crate::style::Style;
use crate::watch::{Event, Watch};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// What is known about all arrangements of a set of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetFound {
    /// The number of connected components.
    pub components: u64,
    /// The number of components with a goal.
    pub puzzles: u64,
    /// The number of arrangements from which a goal can be reached.
    pub solvable: u64,
    /// The number of moves that the hardest starts need; `None` if no arrangement can be solved.
    pub moves: Option<u32>,
    /// The number of hardest starts.
    pub hardest_number: u64,
    /// Some of them, as puzzles, each after its solution was replayed by the plain rule.
    pub hardest: Vec<Puzzle>,
}

/// A set of pieces to search: a puzzle with these pieces, and the number of their arrangements.
pub type SetTask = (Puzzle, u64);

/// What was found about each set, and what stopped the search before it had covered all sets.
pub type SetsFound = (Vec<Option<SetFound>>, Option<Stop>);

/// Search all sets of pieces, and find at most `most` hardest starts of each.
pub fn census(
    sets: &[SetTask],
    style: Style,
    most: usize,
    control: &mut Control,
) -> Result<SetsFound, SolveError> {
    if let Err(by) = control.check(0, 0, 0) {
        return Ok((vec![None; sets.len()], Some(by)));
    }
    let workers = control.threads().min(sets.len());
    let schedule = Schedule::new(sets.iter().map(|set| set.1), control.memory());
    let shared = Shared::default();
    // If there are fewer sets than threads, each search uses several.
    let limits = Limits::new().threads(control.threads() / workers.max(1));
    let work = |_: usize, line: &dyn Results<(usize, Result<SetFound, Failed>, Cost)>| {
        while let Some(turn) = schedule.next() {
            if shared.stopped.load(Relaxed) {
                return schedule.done(turn, false);
            }
            let (puzzle, states) = &sets[turn.set];
            let mut relay = Relay { shared: &shared, pulse: line, expanded: 0, bytes: 0 };
            let mut own = Control::new(limits.memory(turn.bytes), &mut relay);
            let found = search(puzzle, style, most, *states, &mut own);
            let cost = own.cost;
            relay.end(cost);
            let again = !turn.alone && matches!(found, Err(Failed::Stopped(Stop::Memory)));
            schedule.done(turn, again);
            if !again {
                line.send((turn.set, found, cost));
            }
        }
    };
    let mut found: Vec<Option<SetFound>> = vec![None; sets.len()];
    let (mut stop, mut short, mut refused) = (None, None, None);
    let before = control.cost;
    let mut done = 0;
    let total = sets.iter().map(|set| set.1).sum();
    supervise(workers, &work, &mut |ended| {
        if let Some((set, result, cost)) = ended {
            control.cost.generated += cost.generated;
            control.cost.peak_bytes = control.cost.peak_bytes.max(cost.peak_bytes);
            done += sets[set].1;
            match result {
                Ok(all) => found[set] = Some(all),
                // The other sets may still fit.
                Err(Failed::Stopped(Stop::Memory)) => short = Some(Stop::Memory),
                Err(Failed::Stopped(_)) => {}
                Err(Failed::Refused(why)) => refused = Some(why),
            }
        }
        control.cost.expanded = before.expanded + shared.expanded.load(Relaxed);
        control.cost.states = before.states + done;
        control.parts = (control.cost.expanded - before.expanded, total);
        if stop.is_none() {
            stop = control.check(0, done, shared.bytes.load(Relaxed)).err();
            shared.stopped.store(stop.is_some() || refused.is_some(), Relaxed);
        }
    });
    match refused {
        Some(why) => Err(why),
        None => Ok((found, stop.or(short))),
    }
}

enum Failed {
    Stopped(Stop),
    Refused(SolveError),
}

/// Search one set.
fn search(
    puzzle: &Puzzle,
    style: Style,
    most: usize,
    states: u64,
    control: &mut Control,
) -> Result<SetFound, Failed> {
    let all: Components = components(puzzle, style, most, Some(states), control)
        .map_err(Failed::Refused)?
        .map_err(|unfinished| Failed::Stopped(unfinished.by))?;
    assert_eq!(all.states, states, "the count and the enumeration agree");
    let start = |at| puzzle.with_start(at).map_err(|why| Failed::Refused(why.into()));
    Ok(SetFound {
        components: all.number(),
        puzzles: all.parts.iter().filter(|parts| parts.goals > 0).map(|parts| parts.number).sum(),
        solvable: all.solvable(),
        moves: all.moves(),
        hardest_number: all.to_goal.last().copied().unwrap_or(0),
        hardest: all.hardest.iter().map(start).collect::<Result<_, _>>()?,
    })
}

/// What the workers tell the supervisor, and the supervisor tells them.
#[derive(Default)]
struct Shared {
    stopped: AtomicBool,
    expanded: AtomicU64,
    bytes: AtomicU64,
}

/// Passes the progress of one search on.
struct Relay<'s> {
    shared: &'s Shared,
    pulse: &'s dyn Pulse,
    expanded: u64,
    bytes: u64,
}

impl Relay<'_> {
    fn report(&mut self, expanded: u64, bytes: u64) {
        self.shared.expanded.fetch_add(expanded.wrapping_sub(self.expanded), Relaxed);
        self.shared.bytes.fetch_add(bytes.wrapping_sub(self.bytes), Relaxed);
        (self.expanded, self.bytes) = (expanded, bytes);
    }

    /// The search has ended.
    fn end(&mut self, cost: Cost) {
        self.report(cost.expanded, 0);
    }
}

impl Watch for Relay<'_> {
    fn event(&mut self, event: Event) {
        if let Event::Progress(now) = event {
            self.report(now.expanded, now.bytes);
        }
    }

    fn stop(&mut self) -> bool {
        self.pulse.pulse();
        self.shared.stopped.load(Relaxed)
    }
}
