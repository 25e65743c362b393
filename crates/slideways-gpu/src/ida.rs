//! Iterative deepening (IDA*) on the device: the host side of `kernels/ida.cu`.
//!
//! The pattern databases are those of the library in another numbering, in which a step adds a constant: a
//! table of 25 ^ 6 places for a pattern of six tiles on 5 x 5, two per byte. The device makes it from the
//! library's table.

#![allow(unsafe_code)]

mod rules;

use crate::Gpu;
use crate::driver::{Buffer, Driver, Kernel};
use crate::kernels::IDA;
pub use rules::{Layout, Rules, node};
use slideways::engine::search::control::Control;
use slideways::engine::tiles::ida::device::{DeviceDone, DeviceEnd, DeviceOrigin, IdaDevice};
use slideways::engine::tiles::ida::{Spent, Tables};
use slideways::engine::tiles::pruning::Automaton;
use slideways::outcome::Limits;
use slideways::solver::DeviceError;
use std::time::{Duration, Instant};

/// The number of lanes of a warp, and of threads of a block.
const LANES: u64 = 32;
const THREADS: u32 = 128;

/// How long a launch should take: the limits are checked between two of them.
const SLICE: Duration = Duration::from_millis(100);

/// The time between two checkpoints.
const SELDOM: Duration = Duration::from_secs(5);

/// How the kernels are launched; it changes the speed and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// The number of blocks of 128 threads per multiprocessor.
    pub blocks: u32,
    /// Whether to look up the second view only where the first does not drop a position.
    pub lazy: bool,
    /// The most positions of a stack.
    pub capacity: u32,
    /// The longest words of the pruning automaton; by default those of the library.
    pub longest_word: Option<u32>,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning { blocks: 4, lazy: false, capacity: 2048, longest_word: None }
    }
}

/// The tables of a board on the device, and room for the search.
pub struct Prepared {
    layout: Layout,
    states: usize,
    tuning: Tuning,
    kernels: IdaKernels,
    rules: Buffer<u32>,
    table: Buffer<u8>,
    next: Buffer<[u32; 4]>,
    stacks: Buffer<[u32; 4]>,
    heights: Buffer<u32>,
    pool: Buffer<[u32; 4]>,
    shared: Buffer<u64>,
}

struct IdaKernels {
    run: Kernel,
    pool: Kernel,
    unfinished: Kernel,
}

/// The words that all warps share, as in `kernels/ida.cu`.
#[derive(Clone, Copy, Default)]
struct Shared {
    cursor: u64,
    size: u64,
    idle: u64,
    most_idle: u64,
    found: u64,
    expanded: u64,
    generated: u64,
    unfinished: u64,
}

impl Shared {
    fn words(&self) -> [u64; 8] {
        let Shared { cursor, size, idle, most_idle, found, expanded, generated, unfinished } = *self;
        [cursor, size, idle, most_idle, found, expanded, generated, unfinished]
    }

    fn read(buffer: &Buffer<u64>) -> Result<Shared, DeviceError> {
        let words = buffer.read(0, 8)?;
        let [cursor, size, idle, most_idle, found, expanded, generated, unfinished] =
            words.try_into().expect("eight words were read");
        Ok(Shared { cursor, size, idle, most_idle, found, expanded, generated, unfinished })
    }
}

impl Prepared {
    fn new(
        driver: &Driver,
        tuning: Tuning,
        tables: &Tables,
        automaton: &Automaton,
        limits: &Limits,
    ) -> Result<Prepared, DeviceError> {
        let layout = Layout::new(tables).ok_or(DeviceError::Tables)?;
        let warps = driver.processors as u64 * u64::from(tuning.blocks * THREADS) / LANES;
        let places = warps * u64::from(tuning.capacity);
        let pool = places + (1 << 16);
        let needed = layout.places / 2
            + tables.excesses().len() as u64
            + 16 * automaton.states() as u64
            + 64 * (places + pool)
            + (1 << 20);
        let free = driver.free()?;
        if needed > free {
            return Err(DeviceError::Memory { needed, free });
        }
        if needed > limits.memory {
            return Err(DeviceError::Limit { needed });
        }
        let module = driver.load(IDA.ptx)?;
        let run = module.kernel(if tuning.lazy { "ida_lazy" } else { "ida_eager" })?;
        let kernels = IdaKernels {
            run,
            pool: module.kernel("ida_pool")?,
            unfinished: module.kernel("ida_unfinished")?,
        };
        let table = spread(driver, module.kernel("ida_spread")?, &layout, tables)?;
        let rules = Rules::new(tables, &layout);
        Ok(Prepared {
            states: automaton.states(),
            tuning,
            kernels,
            rules: driver.copy(rules.words())?,
            table,
            next: driver.copy(automaton.transitions())?,
            stacks: driver.zeros(4 * places as usize)?,
            heights: driver.zeros(warps as usize)?,
            pool: driver.zeros(4 * pool as usize)?,
            shared: driver.zeros(8)?,
            layout,
        })
    }

    fn warps(&self) -> u64 {
        self.heights.length() as u64
    }

    fn blocks(&self) -> u64 {
        self.warps() * LANES / u64::from(THREADS)
    }

    /// Work on the stacks and the pool for at most `steps` steps per warp.
    fn work(&mut self, driver: &Driver, shared: &Shared, steps: u32) -> Result<Shared, DeviceError> {
        self.shared.write(0, &shared.words())?;
        let waiting = shared.size.saturating_sub(shared.cursor);
        let grab = waiting.div_ceil(self.warps()).clamp(1, LANES) as u32;
        let arguments = [
            (&self.rules).into(),
            (&self.table).into(),
            (&self.next).into(),
            (&self.stacks).into(),
            self.tuning.capacity.into(),
            (&self.heights).into(),
            (&self.pool).into(),
            (&self.shared).into(),
            steps.into(),
            grab.into(),
        ];
        // SAFETY: these are the parameters of `ida_lazy` and `ida_eager`. There is a stack of `capacity`
        // positions and a height per warp; a warp keeps within its stack, and reads the pool up to `size`,
        // which is part of it.
        unsafe { self.kernels.run.launch(self.blocks(), THREADS, &arguments) }?;
        driver.wait()?;
        Shared::read(&self.shared)
    }

    /// Empty the stacks into the pool.
    fn fill_pool(&mut self, driver: &Driver, shared: &mut Shared) -> Result<(), DeviceError> {
        if shared.cursor >= shared.size {
            (shared.cursor, shared.size) = (0, 0);
        }
        let all = shared.size + self.warps() * u64::from(self.tuning.capacity);
        if 4 * all > self.pool.length() as u64 {
            let why = "the pool of positions is full".to_owned();
            return Err(DeviceError::Failed { why, lower: None });
        }
        self.shared.write(0, &shared.words())?;
        let arguments = [
            (&self.stacks).into(),
            self.tuning.capacity.into(),
            (&self.heights).into(),
            (&self.pool).into(),
            (&self.shared).into(),
        ];
        // SAFETY: these are the parameters of `ida_pool`. The pool has room for `size` positions and full
        // stacks.
        unsafe { self.kernels.pool.launch(self.blocks(), THREADS, &arguments) }?;
        driver.wait()?;
        *shared = Shared::read(&self.shared)?;
        Ok(())
    }

    /// The least origin that is not finished, if there is one.
    fn unfinished(&mut self, driver: &Driver, shared: &Shared) -> Result<Option<usize>, DeviceError> {
        self.shared.write(0, &Shared { unfinished: u64::MAX, ..*shared }.words())?;
        let arguments = [
            (&self.stacks).into(),
            self.tuning.capacity.into(),
            (&self.heights).into(),
            (&self.pool).into(),
            (&self.shared).into(),
        ];
        // SAFETY: these are the parameters of `ida_unfinished`, which only reads, except for one of the
        // shared words.
        unsafe { self.kernels.unfinished.launch(self.blocks(), THREADS, &arguments) }?;
        driver.wait()?;
        let least = Shared::read(&self.shared)?.unfinished;
        Ok(u32::try_from(least).ok().filter(|&least| least != u32::MAX).map(|least| least as usize))
    }

    /// One iteration below some origins.
    fn iteration(
        &mut self,
        driver: &Driver,
        origins: &[DeviceOrigin],
        threshold: u32,
        control: &mut Control,
        unfinished: &mut dyn FnMut(usize, &mut Control),
    ) -> Result<DeviceDone, DeviceEnd> {
        let nodes: Vec<[u32; 4]> =
            (0..).zip(origins).flat_map(|(number, origin)| node(&self.layout, origin, number)).collect();
        let result: Result<DeviceDone, DeviceEnd> = (|| {
            self.pool.write(0, &nodes).map_err(DeviceEnd::Failed)?;
            self.heights.write(0, &vec![0; self.heights.length()]).map_err(DeviceEnd::Failed)?;
            let mut shared =
                Shared { size: origins.len() as u64, most_idle: self.warps() / 8, ..Shared::default() };
            let (before, mut kept, mut steps) = (control.cost, Instant::now(), 64);
            loop {
                let begun = Instant::now();
                shared.idle = 0;
                shared = self.work(driver, &shared, steps).map_err(DeviceEnd::Failed)?;
                let taken = begun.elapsed();
                control.cost.expanded = before.expanded + shared.expanded;
                control.cost.generated = before.generated + shared.generated;
                if shared.found > 0 {
                    let spent = Spent { expanded: shared.expanded, generated: shared.generated };
                    return Ok(DeviceDone { spent, found: Some(shared.found as usize - 1) });
                }
                if shared.idle > shared.most_idle {
                    self.fill_pool(driver, &mut shared).map_err(DeviceEnd::Failed)?;
                    if shared.size == 0 {
                        let spent = Spent { expanded: shared.expanded, generated: shared.generated };
                        return Ok(DeviceDone { spent, found: None });
                    }
                } else if taken < SLICE / 2 {
                    steps = (2 * steps).min(1 << 24);
                } else if taken > SLICE * 2 {
                    steps = (steps / 2).max(64);
                }
                control.check(threshold, 0, 0).map_err(DeviceEnd::Stop)?;
                if kept.elapsed() >= SELDOM {
                    kept = Instant::now();
                    let least = self.unfinished(driver, &shared).map_err(DeviceEnd::Failed)?;
                    if let Some(least) = least {
                        unfinished(least, control);
                    }
                }
            }
        })();
        result
    }
}

/// Make the device's table from the library's.
fn spread(
    driver: &Driver,
    kernel: Kernel,
    layout: &Layout,
    tables: &Tables,
) -> Result<Buffer<u8>, DeviceError> {
    let excesses = driver.copy(tables.excesses())?;
    let table: Buffer<u8> = driver.zeros((layout.places / 2) as usize)?;
    for part in &layout.parts {
        let rank = part.rank();
        let (half, summands) = rank.summands();
        let summands: Vec<Buffer<u32>> =
            summands.into_iter().map(|summands| driver.copy(summands)).collect::<Result<_, _>>()?;
        let threads = 256;
        let blocks = part.places().div_ceil(2).div_ceil(u64::from(threads));
        let arguments = [
            (&summands[0]).into(),
            (&summands[1]).into(),
            (&summands[2]).into(),
            (&summands[3]).into(),
            half.into(),
            (layout.cells as u32).into(),
            (part.tiles as u32).into(),
            (&excesses).into(),
            part.begin.into(),
            (&table).into(),
            part.base.into(),
            part.places().into(),
        ];
        // SAFETY: these are the parameters of `ida_spread`. It reads the library's table at ranks of
        // placements, and writes the bytes from `base / 2` on that hold `places` places, all of them in the
        // table.
        unsafe { kernel.launch(blocks, threads, &arguments) }?;
        driver.wait()?;
    }
    Ok(table)
}

impl IdaDevice for Gpu {
    fn longest_word(&self) -> Option<u32> {
        self.tuning.longest_word
    }

    fn prepare(&self, tables: &Tables, automaton: &Automaton, limits: &Limits) -> Result<(), DeviceError> {
        self.driver.enter()?;
        let mut prepared = self.tables.borrow_mut();
        let is_ready = |prepared: &Prepared| {
            let same = prepared.states == automaton.states() && prepared.tuning == self.tuning;
            prepared.layout.serves(tables) && same
        };
        if !prepared.as_ref().is_some_and(is_ready) {
            *prepared = None;
            *prepared = Some(Prepared::new(&self.driver, self.tuning, tables, automaton, limits)?);
        }
        Ok(())
    }

    fn iteration(
        &self,
        origins: &[DeviceOrigin],
        threshold: u32,
        control: &mut Control,
        unfinished: &mut dyn FnMut(usize, &mut Control),
    ) -> Result<DeviceDone, DeviceEnd> {
        self.driver.enter().map_err(DeviceEnd::Failed)?;
        let mut prepared = self.tables.borrow_mut();
        let prepared = prepared.as_mut().expect("the device was prepared");
        prepared.iteration(&self.driver, origins, threshold, control, unfinished)
    }
}

#[cfg(test)]
mod tests;
