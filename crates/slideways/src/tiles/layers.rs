//! Every position of a board by its distance from one, in one bit each for *seen*, *newest* and *next*.
//!
//! A layer is a row of bits for every cell of the blank, one bit for each [order](super::rank) of the tiles.
//! A step sideways leaves the order as it is: the whole row of bits is laid over that of the next cell. A
//! step up or down changes the middle digits of a rank: stretches of bits move together, or bit by bit where
//! the stretches are short. What was seen before is taken away, and the rest is the next layer.
//!
//! In the styles of sets the blank goes as far along its line as it likes in one move: so what has come from
//! one cell to the next is carried along to the one after it.
//!
//! ```
//! use slideways::Who;
//! use slideways::outcome::Limits;
//! use slideways::tiles::{Goal, Size, layers};
//!
//! let goal = Goal::blank_last(Size::new(3, 3).unwrap()).full().unwrap();
//! let census = layers::census(&goal, Who::Piece, 2, Limits::default(), &mut ()).expect("it is small");
//! assert_eq!(census.table.sizes.iter().sum::<u64>(), 181_440); // 9! / 2
//! assert_eq!((census.table.sizes.len() - 1, census.farthest.len()), (31, 2));
//! ```

mod bits;

use super::board::{Board, Size};
use super::census::Census;
use super::rank::{Rank, Ranking, Window};
use crate::grid::Cell;
use crate::outcome::{LayerTable, Limits, Stop, Watch};
use crate::search::control::Control;
use crate::style::Who;
use bits::Bits;
use rayon::prelude::*;

/// The board has too many positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board of {size} has too many positions for the memory allowed")]
pub struct TooLarge {
    /// The size of the board.
    pub size: Size,
    /// The number of positions that can be reached from any; `None` if it is beyond all bounds.
    pub positions: Option<u128>,
    /// The bytes that the table would take, as far as that can be said.
    pub bytes: Option<u64>,
}

/// The number of positions that can be reached from any, if it can be written down.
fn positions(size: Size) -> Option<u128> {
    (3..=size.cells() as u128).try_fold(1u128, u128::checked_mul)
}

/// The bytes of a count: three bits a position, the windows, and what is carried along on each thread.
fn bytes(size: Size, who: Who, threads: usize) -> Option<u64> {
    let orders = u64::try_from(positions(size)?).ok()? / size.cells() as u64;
    let rows = 3 * size.cells() + if who == Who::Set { 2 * threads } else { 0 };
    let radices = (size.rows().saturating_sub(1) * size.cols()..size.cells()).map(|radix| radix as u64);
    let windows = 16 * size.cells() as u64 * radices.product::<u64>();
    orders.div_ceil(64).checked_mul(8 * rows as u64)?.checked_add(windows)
}

/// Make sure that a board can be counted within limits.
pub fn fits(size: Size, who: Who, limits: Limits) -> Result<(), TooLarge> {
    let bytes = bytes(size, who, limits.threads);
    match bytes {
        Some(bytes) if bytes <= limits.memory && size.cells() <= Ranking::MOST_CELLS => Ok(()),
        _ => Err(TooLarge { size, positions: positions(size), bytes }),
    }
}

/// Count the positions at each distance from one, and give some of the farthest.
///
/// Steps can be taken back: from the goal it is as far as to the goal.
pub fn census(
    from: &Board,
    who: Who,
    most: usize,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Census, TooLarge> {
    fits(from.size(), who, limits)?;
    let mut control = Control::new(limits, watch);
    let bytes = bytes(from.size(), who, limits.threads).expect("it fits");
    control.hold(bytes).expect("it fits");
    let mut search = Search::new(from, who, limits.threads);
    let mut sizes = vec![1];
    let stop = loop {
        control.cost.states = sizes.iter().sum();
        match search.advance(sizes.len() as u32, &mut control) {
            Ok(0) => break None,
            Ok(size) => sizes.push(size),
            Err(by) => break Some(by),
        }
    };
    let most = if stop.is_none() { most } else { 0 };
    let farthest = search.newest.iter().zip((0..).map(Cell)).flat_map(|(orders, blank)| {
        let ranking = &search.ranking;
        orders.ones().map(move |rank| ranking.board(blank, Rank(rank)))
    });
    let farthest = farthest.take(most).collect();
    Ok(Census { table: LayerTable { sizes, stop, cost: control.cost }, farthest })
}

struct Search {
    ranking: Ranking,
    who: Who,
    threads: usize,
    rows: usize,
    cols: usize,
    /// For every cell but those of the last row, the windows for the blank's way down from it, and back up.
    windows: Vec<[Window; 2]>,
    seen: Vec<Bits>,
    newest: Vec<Bits>,
    next: Vec<Bits>,
}

impl Search {
    fn new(from: &Board, who: Who, threads: usize) -> Search {
        let (size, ranking) = (from.size(), Ranking::new(from).expect("it fits"));
        let upper = (0..(size.cells() - size.cols()) as u16).map(Cell);
        let window = |upper, down| Window::new(&ranking, upper, down);
        let windows = upper.map(|upper| [window(upper, true), window(upper, false)]).collect();
        let none = || vec![Bits::new(ranking.orders()); size.cells()];
        let mut start = none();
        start[from.blank().index()].set(ranking.rank(from).0);
        let (seen, next) = (start.clone(), none());
        Search {
            who,
            threads,
            rows: size.rows(),
            cols: size.cols(),
            windows,
            seen,
            newest: start,
            next,
            ranking,
        }
    }

    /// Make the next layer, and tell its size; if it is empty, or something stops it, the old one stays.
    fn advance(&mut self, distance: u32, control: &mut Control) -> Result<u64, Stop> {
        let mut next = std::mem::take(&mut self.next);
        let end = self.spread(&mut next, distance, control);
        self.next = next;
        end?;
        let size = control.install(|| {
            let cells = self.next.par_iter_mut().zip(&mut self.seen);
            cells.map(|(next, seen)| next.take_new(seen)).sum()
        });
        control.cost.expanded = control.cost.states;
        if size > 0 {
            std::mem::swap(&mut self.newest, &mut self.next);
        }
        Ok(size)
    }

    /// Where the newest positions lead, seen before or not.
    fn spread(&self, next: &mut [Bits], distance: u32, control: &mut Control) -> Result<(), Stop> {
        control.install(|| next.par_iter_mut().for_each(Bits::clear));
        let sideways = |_: usize, _: bool| None;
        for (row, group) in next.chunks_mut(self.cols * self.threads).enumerate() {
            control.check(distance, control.cost.states, 0)?;
            let first = row * self.threads * self.cols;
            control.install(|| {
                group.par_chunks_mut(self.cols).enumerate().for_each(|(i, line)| {
                    let cells: Vec<usize> = (0..self.cols).map(|col| first + i * self.cols + col).collect();
                    self.along(&cells, &mut line.iter_mut().collect::<Vec<_>>(), sideways);
                });
            });
        }
        let mut columns: Vec<Vec<&mut Bits>> = (0..self.cols).map(|_| vec![]).collect();
        next.iter_mut().enumerate().for_each(|(cell, bits)| columns[cell % self.cols].push(bits));
        let across = |upper: usize, down: bool| Some(&self.windows[upper][usize::from(!down)]);
        for (group, columns) in columns.chunks_mut(self.threads).enumerate() {
            control.check(distance, control.cost.states, 0)?;
            control.install(|| {
                columns.par_iter_mut().enumerate().for_each(|(i, line)| {
                    let col = group * self.threads + i;
                    let cells: Vec<usize> = (0..self.rows).map(|row| row * self.cols + col).collect();
                    self.along(&cells, line, across);
                });
            });
        }
        Ok(())
    }

    /// Let the blank go along a line of cells, there and back.
    fn along<'w>(
        &self,
        cells: &[usize],
        line: &mut [&mut Bits],
        window: impl Fn(usize, bool) -> Option<&'w Window>,
    ) {
        let pairs =
            |i: usize, down: bool| if down { (i, i + 1) } else { (cells.len() - 1 - i, cells.len() - 2 - i) };
        for down in [true, false] {
            let mut carried: Option<Bits> = None;
            for i in 0..cells.len() - 1 {
                let (from, to) = pairs(i, down);
                let window = window(cells[from.min(to)], down);
                let newest = &self.newest[cells[from]];
                if self.who == Who::Piece {
                    line[to].add(newest, window);
                    continue;
                }
                let mut moved = Bits::new(self.ranking.orders());
                moved.add(newest, window);
                carried.iter().for_each(|carried| moved.add(carried, window));
                line[to].add(&moved, None);
                carried = Some(moved);
            }
        }
    }
}
