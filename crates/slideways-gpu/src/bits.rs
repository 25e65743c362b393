//! Whole boards with one bit per position: the host side of `kernels/bits.cu`.
//!
//! In the single-tile metric there is one row of words per cell of the blank, and a layer is one launch. In
//! the multi-tile metric there is one row per row of the board, two per column and a spare one, and a layer
//! is one launch per step of the blank up or down a column, and one per row of the board.
//! `engine::tiles::bit_bfs` has the proofs.

#![allow(unsafe_code)]

use crate::Gpu;
use crate::driver::{Argument, Buffer, Driver, Kernel};
use crate::kernels::BITS;
use slideways::Who;
use slideways::engine::search::control::Control;
use slideways::engine::tiles::bit_bfs::device::{BitDevice, DeviceBoard, DeviceLayers, Exchanges};
use slideways::grid::{Cell, Dir};
use slideways::solver::DeviceError;
use std::mem::swap;

const THREADS: u32 = 256;

/// The most entries of a list of positions, as in `kernels/bits.cu`.
const MOST_LISTED: u64 = 1 << 16;

/// The words of a step, `Way` in `kernels/bits.cu`, without its row: the number of exchanges, their radices,
/// the words of a stretch, and the parity. `None` for three exchanges or more, which boards of four columns
/// need.
pub fn way(exchanges: &Exchanges) -> Option<[u32; 6]> {
    let (radices, odd) = (&exchanges.radices, u32::from(exchanges.odd));
    let radix = |at: usize| radices.get(at).map_or(0, |&radix| radix as u32);
    let low = |at: usize| (6..=radix(at).saturating_sub(2)).product::<u32>();
    (radices.len() <= 2).then(|| [radices.len() as u32, radix(0), radix(1), low(0), low(1), odd])
}

/// The number of words of `Cell` in `kernels/bits.cu`.
const CELL: usize = 2 + 4 * 7;

/// The steps into all cells of one colour.
fn steps(board: &DeviceBoard, colour: usize) -> Option<Vec<u32>> {
    let size = board.size();
    let mut words = vec![];
    for cell in (0..size.cells() as u16).map(Cell) {
        if (cell.index() / size.cols() + cell.index() % size.cols()) % 2 != colour {
            continue;
        }
        let from: Vec<Cell> = Dir::ALL[..4].iter().filter_map(|&dir| size.neighbour(cell, dir)).collect();
        words.extend([u32::from(cell.0), from.len() as u32]);
        for from in &from {
            words.push(from.0.into());
            words.extend(way(&board.step(*from, cell))?);
        }
        words.resize(words.len().next_multiple_of(CELL), 0);
    }
    Some(words)
}

/// What a layer has found: `Tally` in `kernels/bits.cu`, and the list.
struct Tally {
    numbers: Buffer<u64>,
    listed: Buffer<u64>,
}

impl Tally {
    fn new(driver: &Driver) -> Result<Tally, DeviceError> {
        Ok(Tally { numbers: driver.zeros(2)?, listed: driver.zeros(2 * MOST_LISTED as usize)? })
    }

    fn clear(&mut self) -> Result<(), DeviceError> {
        self.numbers.write(0, &[0, 0])
    }

    fn count(&self) -> Result<u64, DeviceError> {
        Ok(self.numbers.read(0, 1)?[0])
    }

    /// The list, or nothing if it is not complete.
    fn list(&self) -> Result<Vec<(Cell, usize, u64)>, DeviceError> {
        let number = self.numbers.read(1, 1)?[0];
        if number > MOST_LISTED {
            return Ok(vec![]);
        }
        let words = self.listed.read(0, 2 * number as usize)?;
        Ok(words
            .chunks(2)
            .map(|pair| (Cell((pair[0] >> 32) as u16), pair[0] as u32 as usize, pair[1]))
            .collect())
    }
}

/// A search that finds one layer after the other.
trait Layers {
    /// The number of positions of the next layer.
    fn advance(&mut self, driver: &Driver) -> Result<u64, DeviceError>;

    /// The positions of the newest layer, if it is the last.
    fn last(&self) -> Result<Vec<(Cell, usize, u64)>, DeviceError>;
}

/// The size of a row of words.
#[derive(Clone, Copy)]
struct Row {
    words: u32,
    full: u64,
}

impl Row {
    fn blocks(&self) -> u64 {
        u64::from(self.words.div_ceil(THREADS))
    }
}

/// The single-tile metric.
struct Single {
    row: Row,
    table: Buffer<u64>,
    /// The steps into the cells of each colour, and their number.
    steps: [(Buffer<u32>, u32); 2],
    /// The colour of the newest layer.
    colour: usize,
    tally: Tally,
    kernel: Kernel,
}

impl Single {
    fn new(driver: &Driver, kernel: Kernel, board: &DeviceBoard, row: Row) -> Result<Single, DeviceError> {
        let (size, blank) = (board.size(), board.start.blank());
        let mut table: Buffer<u64> = driver.zeros(size.cells() * row.words as usize)?;
        let (word, bit) = board.place(board.start);
        table.write(blank.index() * row.words as usize + word, &[bit])?;
        let steps = |colour| -> Result<(Buffer<u32>, u32), DeviceError> {
            let words = steps(board, colour).ok_or(DeviceError::Tables)?;
            Ok((driver.copy(&words)?, (words.len() / CELL) as u32))
        };
        let colour = (blank.index() / size.cols() + blank.index() % size.cols()) % 2;
        Ok(Single { row, table, steps: [steps(0)?, steps(1)?], colour, tally: Tally::new(driver)?, kernel })
    }
}

impl Layers for Single {
    fn advance(&mut self, driver: &Driver) -> Result<u64, DeviceError> {
        self.colour = 1 - self.colour;
        self.tally.clear()?;
        let (steps, cells) = &self.steps[self.colour];
        let arguments = [
            (&self.table).into(),
            steps.into(),
            (*cells).into(),
            self.row.words.into(),
            self.row.full.into(),
            (&self.tally.numbers).into(),
            (&self.tally.listed).into(),
        ];
        // SAFETY: these are the parameters of `bits_single`. A thread writes its word of rows of one colour
        // and reads words of rows of the other, all inside the table; it appends to the list up to its
        // length.
        unsafe { self.kernel.launch(self.row.blocks(), THREADS, &arguments) }?;
        driver.wait()?;
        self.tally.count()
    }

    fn last(&self) -> Result<Vec<(Cell, usize, u64)>, DeviceError> {
        self.tally.list()
    }
}

/// The multi-tile metric: lines of positions.
struct Lines {
    row: Row,
    cols: usize,
    rows: Vec<Buffer<u64>>,
    columns: Vec<Buffer<u64>>,
    next: Vec<Buffer<u64>>,
    spare: Buffer<u64>,
    /// The step down from every cell but those of the last row, and back up.
    ways: Vec<[[u32; 6]; 2]>,
    reached: u64,
    tally: Tally,
    /// The positions that the move before the last did not reach.
    missing: Vec<(Cell, usize, u64)>,
    pass: Kernel,
    meet: Kernel,
}

impl Lines {
    fn new(
        driver: &Driver,
        kernels: [Kernel; 2],
        board: &DeviceBoard,
        row: Row,
    ) -> Result<Lines, DeviceError> {
        let (size, words) = (board.size(), row.words as usize);
        let lines = |number: usize| (0..number).map(|_| driver.zeros(words)).collect::<Result<Vec<_>, _>>();
        let (mut rows, mut columns) = (lines(size.rows())?, lines(size.cols())?);
        let (word, bit) = board.place(board.start);
        rows[board.start.blank().index() / size.cols()].write(word, &[bit])?;
        let top = board.top();
        let (word, bit) = board.place(&top);
        columns[top.blank().index()].write(word, &[bit])?;
        let ways = (0..(size.cells() - size.cols()) as u16).map(|upper| {
            let (upper, lower) = (Cell(upper), Cell(upper + size.cols() as u16));
            Some([way(&board.step(upper, lower))?, way(&board.step(lower, upper))?])
        });
        let [pass, meet] = kernels;
        Ok(Lines {
            row,
            cols: size.cols(),
            rows,
            columns,
            next: lines(size.cols())?,
            spare: driver.zeros(words)?,
            ways: ways.collect::<Option<_>>().ok_or(DeviceError::Tables)?,
            reached: 1,
            tally: Tally::new(driver)?,
            missing: vec![],
            pass,
            meet,
        })
    }

    /// Step with a row, and add another.
    fn pass(
        &self,
        to: &Buffer<u64>,
        from: &Buffer<u64>,
        here: Option<&Buffer<u64>>,
        way: [u32; 6],
    ) -> Result<(), DeviceError> {
        let here = here.map_or(Argument::Long(0), Argument::from);
        let [exchanges, first, second, first_low, second_low, odd] = way.map(Argument::from);
        let words = self.row.words.into();
        let arguments =
            [to.into(), from.into(), here, words, exchanges, first, second, first_low, second_low, odd];
        // SAFETY: these are the parameters of `bits_pass`. All rows have that number of words; a thread
        // writes its word of the first and reads words of the others, which are other rows.
        unsafe { self.pass.launch(self.row.blocks(), THREADS, &arguments) }
    }
}

impl Layers for Lines {
    fn advance(&mut self, driver: &Driver) -> Result<u64, DeviceError> {
        self.missing = self.tally.list()?;
        self.tally.clear()?;
        let last = self.rows.len() - 1;
        for col in 0..self.cols {
            for row in (0..last).rev() {
                swap(&mut self.next[col], &mut self.spare);
                let from = if row + 1 == last { &self.rows[last] } else { &self.spare };
                let [_, up] = self.ways[row * self.cols + col];
                self.pass(&self.next[col], from, Some(&self.rows[row]), up)?;
            }
        }
        for row in 0..=last {
            for col in (0..self.cols).filter(|_| row > 0) {
                let [down, _] = self.ways[(row - 1) * self.cols + col];
                self.pass(&self.spare, &self.columns[col], None, down)?;
                swap(&mut self.columns[col], &mut self.spare);
            }
            let column = |at: usize| self.columns.get(at).map_or(Argument::Long(0), Argument::from);
            let arguments = [
                (&self.rows[row]).into(),
                column(0),
                column(1),
                column(2),
                column(3),
                (self.cols as u32).into(),
                self.row.words.into(),
                self.row.full.into(),
                ((row * self.cols) as u32).into(),
                (&self.tally.numbers).into(),
                (&self.tally.listed).into(),
            ];
            // SAFETY: these are the parameters of `bits_meet`. A thread reads and writes its word of rows
            // that have that number of words, and appends to the list up to its length.
            unsafe { self.meet.launch(self.row.blocks(), THREADS, &arguments) }?;
        }
        swap(&mut self.columns, &mut self.next);
        driver.wait()?;
        let before = std::mem::replace(&mut self.reached, self.tally.count()?);
        Ok(self.reached - before)
    }

    fn last(&self) -> Result<Vec<(Cell, usize, u64)>, DeviceError> {
        Ok(self.missing.clone())
    }
}

/// The number of rows of words.
fn rows(board: &DeviceBoard) -> u64 {
    let size = board.size();
    match board.who {
        Who::Piece => size.cells() as u64,
        Who::Set => (size.rows() + 2 * size.cols() + 1) as u64,
    }
}

impl BitDevice for Gpu {
    fn layers(&self, board: &DeviceBoard, control: &mut Control) -> Result<DeviceLayers, DeviceError> {
        let driver = &self.driver;
        driver.enter()?;
        // Tables of an earlier search may be in the way.
        self.tables.replace(None);
        let needed = 8 * board.words() * rows(board) + (4 << 20);
        let free = driver.free()?;
        if needed > free {
            return Err(DeviceError::Memory { needed, free });
        }
        control.hold(needed).map_err(|_| DeviceError::Limit { needed })?;
        let words = u32::try_from(board.words()).map_err(|_| DeviceError::Tables)?;
        let row = Row { words, full: board.full() };
        let module = driver.load(BITS.ptx)?;
        let mut search: Box<dyn Layers> = match board.who {
            Who::Piece => Box::new(Single::new(driver, module.kernel("bits_single")?, board, row)?),
            Who::Set => {
                let kernels = [module.kernel("bits_pass")?, module.kernel("bits_meet")?];
                Box::new(Lines::new(driver, kernels, board, row)?)
            }
        };
        let mut found = DeviceLayers { sizes: vec![1], ..DeviceLayers::default() };
        loop {
            let states = found.sizes.iter().sum();
            control.cost.states = states;
            if states == board.positions {
                found.last = search.last()?;
                return Ok(found);
            }
            if let Err(by) = control.check(found.sizes.len() as u32, states, 0) {
                found.stop = Some(by);
                return Ok(found);
            }
            let count = search.advance(driver)?;
            if count == 0 {
                let why = "a layer is empty before all positions were found".to_owned();
                return Err(DeviceError::Failed { why, lower: None });
            }
            found.sizes.push(count);
        }
    }
}

#[cfg(test)]
mod tests;
