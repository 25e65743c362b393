//! One iteration: positions flow from tray to tray until none is left.
//!
//! Positions are separated by the number of sad steps they have left, one [`Level`] per number. A happy step
//! stays on its level, a sad one goes down to the next. When enough positions have come down, the level below
//! is processed to the end before anything else: so no level ever holds much more than [`BATCH`] positions
//! that came from above.
//!
//! All solutions are found on the lowest level, since with a sad step to spare an earlier iteration would
//! have found them; and only with the blank at home. So the search looks for them nowhere else.

use super::Packed;
use super::part::{DIRS, PARTS, Part};
use super::tray::{Place, Trays};
use crate::engine::search::control::Control;
use crate::outcome::Stop;

/// The number of positions gathered before the level below is processed: enough for trays to be well filled,
/// few enough for them to stay in the cache.
const BATCH: usize = 1 << 15;

/// The positions with the same number of sad steps left.
pub struct Level {
    /// The positions reached by a sad step, or the start; kept until all their successors are done.
    pub entries: Trays,
    /// The positions reached from there by happy steps.
    work: Trays,
    /// The bytes of the trays at the last check.
    bytes: u64,
}

impl Level {
    /// An empty level.
    pub fn new() -> Level {
        Level { entries: Trays::new(), work: Trays::new(), bytes: 0 }
    }
}

/// Why an iteration ends early.
pub enum Halt {
    /// A solution was found; the entries of all levels are still there, and its path can be recovered.
    Found,
    /// A limit or the caller stopped the search.
    Stop(Stop),
}

/// A step from a place.
#[derive(Clone, Copy)]
struct UnrolledStep {
    part: Part,
    /// The tray that it leads to.
    to: usize,
}

/// The state of a running iteration.
pub struct Flow<'w> {
    goal: u64,
    home: usize,
    /// The steps from every place.
    steps: Vec<Vec<UnrolledStep>>,
    /// The limits, the watch and the cost.
    pub control: Control<'w>,
    /// The length of the solutions sought.
    pub threshold: u32,
    /// The bytes of all levels.
    bytes: u64,
    /// Whether to find all solutions, and not only the first.
    all: bool,
    /// The number of solutions found.
    pub solutions: u128,
}

impl<'w> Flow<'w> {
    /// Prepare the first iteration.
    pub fn new(packed: &Packed, threshold: u32, all: bool, control: Control<'w>) -> Flow<'w> {
        let steps = |place: Place| {
            let dirs = (0..DIRS).filter(move |&dir| !place.is_back(dir));
            let to = |dir| packed.source(place.blank, dir).map(|blank| Place { blank, last: dir }.index());
            let step =
                |dir| Some(UnrolledStep { part: PARTS[packed.cols - 2][place.blank][dir], to: to(dir)? });
            dirs.filter_map(step).collect()
        };
        let steps = (0..Place::COUNT).map(Place::from_index).map(steps).collect();
        let (goal, home) = (packed.goal, packed.home);
        Flow { goal, home, steps, control, threshold, bytes: 0, all, solutions: 0 }
    }

    /// Search everything that the entries of the highest level reach, on it and below.
    pub fn run(&mut self, levels: &mut [Level]) -> Result<(), Halt> {
        let Some((here, below)) = levels.split_last_mut() else { return Ok(()) };
        for place in 0..Place::COUNT {
            self.spread(place, here.entries.0[place].positions(), &mut here.work, below)?;
        }
        while here.work.filled() > 0 {
            for place in 0..Place::COUNT {
                let mut tray = std::mem::take(&mut here.work.0[place]);
                self.spread(place, tray.positions(), &mut here.work, below)?;
                tray.clear();
                here.work.0[place] = tray;
            }
        }
        self.run(below)?;
        here.entries.clear();
        self.hear(here)
    }

    /// Generate all successors of the positions of one place; no step leads to the same place.
    fn spread(
        &mut self,
        place: usize,
        positions: &[u64],
        work: &mut Trays,
        below: &mut [Level],
    ) -> Result<(), Halt> {
        if below.is_empty() {
            return self.spread_happily(place, positions, work);
        }
        for some in positions.chunks(BATCH / 4) {
            let next = below.last_mut().expect("there is a level below");
            for step in &self.steps[place] {
                (step.part.any)(some, &mut work.0[step.to], &mut next.entries.0[step.to]);
            }
            self.count(place, some.len());
            if next.entries.filled() >= BATCH {
                self.run(below)?;
            }
        }
        Ok(())
    }

    /// The same where no sad step is left, and where solutions are found.
    fn spread_happily(&mut self, place: usize, positions: &[u64], work: &mut Trays) -> Result<(), Halt> {
        let mut solved = 0;
        if Place::from_index(place).blank == self.home {
            solved = positions.iter().filter(|&&position| position == self.goal).count();
            self.solutions += solved as u128;
        }
        if solved > 0 && !self.all {
            return Err(Halt::Found);
        }
        for step in &self.steps[place] {
            (step.part.happy)(positions, &mut work.0[step.to]);
        }
        self.count(place, positions.len() - solved);
        Ok(())
    }

    fn count(&mut self, place: usize, positions: usize) {
        self.control.cost.expanded += positions as u64;
        self.control.cost.generated += (positions * self.steps[place].len()) as u64;
    }

    /// Check the limits after a level is processed.
    fn hear(&mut self, level: &mut Level) -> Result<(), Halt> {
        let bytes = level.entries.bytes() + level.work.bytes();
        self.bytes += bytes - std::mem::replace(&mut level.bytes, bytes);
        match self.control.check(self.threshold, 0, self.bytes) {
            Ok(()) if self.bytes <= self.control.memory() => Ok(()),
            Ok(()) => Err(Halt::Stop(Stop::Memory)),
            Err(by) => Err(Halt::Stop(by)),
        }
    }
}
