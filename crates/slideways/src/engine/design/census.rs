//! All sets of pieces, one work unit each: their arrangements, components and hardest starts.
//!
//! The arrangements of a set are enumerated once and cut into connected components, one after the other; a
//! multi-source breadth-first search from all goals of a component finds the distance of each arrangement
//! (`explore::components`). Of arrangements that are mirror images of each other, only one is searched
//! (`explore::quotient`), and of sets that are, only one; all of them are counted.

use super::findings::Findings;
use super::saved::{CensusState, FoundClasses};
use super::schedule::Schedule;
use crate::engine::explore::components::{Components, Sought, components};
use crate::engine::explore::quotient::SymmetryGroup;
use crate::engine::explore::up_to_symmetry::{UpToSymmetry, components_up_to_symmetry};
use crate::engine::run::supervise::{Pulse, Results, supervise};
use crate::engine::search::control::Control;
use crate::format::sliding;
use crate::outcome::{Cost, Limits, Stop};
use crate::puzzle::{Arrangement, Draft, Goal, KindId, Place, Puzzle, PuzzleError};
use crate::solver::SolveError;
use crate::style::Style;
use crate::watch::{Event, Watch};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// A work unit: a set of pieces, and the number of their arrangements.
#[derive(Clone, Debug)]
pub struct SetUnit {
    /// The class to which its findings are added, and those of the sets that are its mirror images.
    pub classes: Vec<u32>,
    /// The number of arrangements; each of its mirror images has as many.
    pub arrangements: u64,
}

/// The puzzles of a set of pieces.
#[derive(Clone, Debug)]
pub struct SetPuzzle {
    /// One of them, in some arrangement.
    pub puzzle: Puzzle,
    /// The places that a start must have.
    pub from: Vec<Place>,
    /// Two kinds with one piece each that must change places, if that is the goal.
    pub swap: Option<[KindId; 2]>,
    /// The symmetries that map the set, its starts and its goals to themselves, if there are any.
    pub symmetries: Option<SymmetryGroup>,
}

impl SetPuzzle {
    /// The puzzle with this start.
    fn at(&self, start: &Arrangement) -> Result<Puzzle, PuzzleError> {
        let puzzle = self.puzzle.with_start(start)?;
        let Some([one, other]) = self.swap else { return Ok(puzzle) };
        let places = puzzle.places(puzzle.start());
        let place_of = |kind: KindId| places.iter().find(|place| place.kind == kind);
        let at = |kind: KindId| place_of(kind).expect("there is one piece of the kind").at;
        let goal = vec![Place { at: at(other), kind: one }, Place { at: at(one), kind: other }];
        Puzzle::new(Draft { goals: vec![Goal(goal)], ..puzzle.draft().clone() })
    }
}

/// All sets of pieces, and what is sought in them.
pub struct Sets<'s> {
    /// The work units.
    pub units: &'s [SetUnit],
    /// The puzzles of a unit.
    pub puzzle: &'s (dyn Fn(usize) -> Result<SetPuzzle, PuzzleError> + Sync),
    /// The mirror image of a puzzle of a unit in one of the other classes of the unit.
    pub image: &'s (dyn Fn(usize, usize, &Puzzle) -> Result<Puzzle, PuzzleError> + Sync),
    /// What counts as one move.
    pub style: Style,
    /// Whether only starts with a single shortest solution count.
    pub unique: bool,
    /// The most hardest starts to keep of each class.
    pub most: usize,
}

impl Sets<'_> {
    /// Search all units that are not done, and report the state after each of them to `keep`.
    pub fn census(
        &self,
        state: &mut CensusState,
        keep: &mut dyn FnMut(&CensusState, bool),
        control: &mut Control,
    ) -> Result<Option<Stop>, SolveError> {
        if let Err(by) = control.check(0, 0, 0) {
            return Ok(Some(by));
        }
        let done = state.done.flags(self.units.len());
        let left = (0..self.units.len()).filter(|&unit| !done[unit]);
        let left: Vec<(usize, u64)> = left.map(|unit| (unit, self.units[unit].arrangements)).collect();
        let copies = |unit: usize| self.units[unit].classes.len() as u64;
        let workers = control.threads().min(left.len());
        let schedule = Schedule::new(left.iter().copied(), control.memory());
        let shared = Shared::default();
        // If there are fewer sets than threads, each search uses several.
        let limits = Limits::new().threads(control.threads() / workers.max(1));
        let work = |_: usize, line: &dyn Results<(usize, Result<FoundClasses, Failed>, Cost)>| {
            while let Some(turn) = schedule.next() {
                if shared.stopped.load(Relaxed) {
                    return schedule.done(turn, false);
                }
                let mut relay = Relay::new(&shared, line, copies(turn.set));
                let mut own = Control::new(limits.memory(turn.bytes), &mut relay);
                let found = self.search(turn.set, &mut own);
                let cost = own.cost;
                relay.end(cost);
                let again = !turn.alone && matches!(found, Err(Failed::Stopped(Stop::Memory)));
                schedule.done(turn, again);
                if !again {
                    line.send((turn.set, found, cost));
                }
            }
        };
        let (mut stop, mut short, mut refused) = (None, None, None);
        let before = control.cost;
        let all: u64 = self.units.iter().map(|unit| unit.arrangements * unit.classes.len() as u64).sum();
        let resumed = all - left.iter().map(|&(unit, number)| number * copies(unit)).sum::<u64>();
        let mut searched = 0;
        supervise(workers, &work, &mut |ended| {
            if let Some((unit, result, cost)) = ended {
                control.cost.generated += cost.generated;
                control.cost.peak_bytes = control.cost.peak_bytes.max(cost.peak_bytes);
                match result {
                    Ok(found) => {
                        searched += found.values().map(|found| found.arrangements).sum::<u64>();
                        state.add(unit, &found, self.most);
                        keep(state, false);
                    }
                    // The other sets may still fit.
                    Err(Failed::Stopped(Stop::Memory)) => short = Some(Stop::Memory),
                    Err(Failed::Stopped(_)) => {}
                    Err(Failed::Refused(why)) => refused = Some(why),
                }
            }
            control.cost.expanded = before.expanded + shared.expanded.load(Relaxed);
            control.cost.states = before.states + searched;
            control.parts = (resumed + control.cost.expanded - before.expanded, all);
            if stop.is_none() {
                stop = control.check(0, searched, shared.bytes.load(Relaxed)).err();
                shared.stopped.store(stop.is_some() || refused.is_some(), Relaxed);
            }
        });
        keep(state, true);
        match refused {
            Some(why) => Err(why),
            None => Ok(stop.or(short)),
        }
    }

    /// Search one unit. What is found counts for its mirror images too.
    fn search(&self, unit: usize, control: &mut Control) -> Result<FoundClasses, Failed> {
        let refused = |why: PuzzleError| Failed::Refused(why.into());
        let set = (self.puzzle)(unit).map_err(refused)?;
        let arrangements = self.units[unit].arrangements;
        let (most, known, unique) = (self.most, Some(arrangements), self.unique);
        let sought = Sought { most, known, from: &set.from, swap: set.swap, unique };
        let all = match &set.symmetries {
            Some(group) => components_up_to_symmetry(&set.puzzle, self.style, sought, group, control),
            None => components(&set.puzzle, self.style, sought, control).map(|all| all.map(every_one)),
        };
        let (all, up_to_symmetry) =
            all.map_err(Failed::Refused)?.map_err(|unfinished| Failed::Stopped(unfinished.by))?;
        assert_eq!(all.states, arrangements, "the count and the enumeration agree");
        let hardest: Vec<Puzzle> =
            all.hardest.iter().map(|at| set.at(at)).collect::<Result<_, _>>().map_err(refused)?;
        let mut found = FoundClasses::new();
        for (place, &class) in self.units[unit].classes.iter().enumerate() {
            let start = |puzzle: &Puzzle| match place {
                0 => Ok(sliding::print(puzzle)),
                _ => Ok(sliding::print(&(self.image)(unit, place, puzzle)?)),
            };
            let findings = Findings {
                arrangements,
                components: all.number(),
                puzzles: all.puzzles,
                hardest: hardest.iter().map(start).collect::<Result<_, _>>().map_err(refused)?,
                starts: all.to_goal.clone(),
                // Mirror images are one and the same up to symmetry.
                up_to_symmetry: if place == 0 { up_to_symmetry.clone() } else { UpToSymmetry::default() },
            };
            found.entry((self.style, class)).or_default().merge(&findings, self.most);
        }
        Ok(found)
    }
}

/// Components without a symmetry: every arrangement is a class.
fn every_one(all: Components) -> (Components, UpToSymmetry) {
    let up_to_symmetry = UpToSymmetry {
        arrangements: all.states,
        components: all.number(),
        puzzles: all.puzzles,
        starts: all.to_goal.clone(),
    };
    (all, up_to_symmetry)
}

enum Failed {
    Stopped(Stop),
    Refused(SolveError),
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
    /// The number of sets for which the search stands.
    copies: u64,
    expanded: u64,
    bytes: u64,
}

impl<'s> Relay<'s> {
    fn new(shared: &'s Shared, pulse: &'s dyn Pulse, copies: u64) -> Relay<'s> {
        Relay { shared, pulse, copies, expanded: 0, bytes: 0 }
    }

    fn report(&mut self, expanded: u64, bytes: u64) {
        let expanded = self.copies * expanded;
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
