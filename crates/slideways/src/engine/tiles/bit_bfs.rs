//! Breadth-first search with a bit vector: every position by its distance from one, in about one bit each.
//!
//! Positions are rows of bits: one row per cell of the blank, one bit per [order](super::rank) of the tiles,
//! sixty per word (`word`). A horizontal step leaves the order as it is: the whole row of bits is ORed into
//! that of the next cell. A vertical step permutes words, or the bits of all words in the same way
//! (`passing`). The search never looks at a single position, except for those that it reports.
//!
//! * In the single-tile metric one bit per position is enough, and nothing else is stored (`single`).
//! * In the multi-tile metric the blank goes any distance along its line in one move. Then the search reaches
//!   lines, not cells, and again one bit per position is enough, or a little more (`lines`).
//!
//! The fewer columns, the fewer tiles a vertical step passes. So a board that is wider than high is
//! transposed first, and the result is transposed back: distances are the same.
//!
//! ```
//! use slideways::Who;
//! use slideways::outcome::Limits;
//! use slideways::engine::tiles::bit_bfs;
//! use slideways::tiles::{Goal, Size};
//!
//! let goal = Goal::blank_last(Size::new(3, 3).unwrap()).full().unwrap();
//! let census = bit_bfs::census(&goal, Who::Piece, 2, Limits::default(), &mut ()).expect("it is small");
//! assert_eq!(census.table.sizes.iter().sum::<u64>(), 181_440); // 9! / 2
//! assert_eq!((census.table.sizes.len() - 1, census.farthest.len()), (31, 2));
//! ```
//!
//! One bit per position where moves alternate between two halves of the space: Edelkamp, Sulewski and Yücel,
//! *Perfect hashing for state space exploration on the GPU*, ICAPS 2010.

pub mod device;
#[cfg(feature = "disk")]
pub mod external;
mod layout;
mod lines;
mod marks;
#[cfg(feature = "disk")]
mod open;
#[cfg(feature = "disk")]
mod page_cache;
#[cfg(feature = "disk")]
mod paged;
#[cfg(feature = "disk")]
pub mod pages;
mod passing;
mod row;
mod sample;
#[cfg(feature = "disk")]
pub mod share;
mod single;
mod steps;
mod sweep;
mod tally;
mod upright;
mod word;

use super::census::Census;
use super::rank::{Rank, Ranking};
use crate::engine::search::control::Control;
use crate::grid::Cell;
use crate::outcome::{LayerTable, Limits, Stop};
use crate::style::Who;
use crate::tiles::board::{Board, Size};
use crate::watch::Watch;
use lines::Lines;
use single::Single;
use sweep::Sweep;
use tally::Keep;
use upright::Upright;

pub use sample::{Sample, key, sample};
pub use tally::MOST_FARTHEST;

/// The board has too many positions to count within the memory limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a {size} board has too many positions for the memory limit")]
pub struct TooManyPositions {
    /// The size of the board.
    pub size: Size,
    /// The number of positions reachable from any one; `None` if it overflows.
    pub positions: Option<u128>,
    /// The bytes that the table would take; `None` if the number overflows.
    pub bytes: Option<u64>,
}

/// The expected cost of a census.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The number of positions reachable from any one: half of all positions.
    pub positions: u64,
    /// The most bytes held at any time.
    pub bytes: u64,
    /// The approximate number of layers; each takes a pass over all positions.
    pub layers: u32,
}

/// The expected cost of a census of a board, or why no memory suffices for one.
///
/// The number of layers is a guess: from 3 x 3 to 4 x 4 and to 2 x 7 the radius is between 0.57 and 0.86 of
/// cells times half the boundary in the single-tile metric, between 0.34 and 0.51 in the multi-tile metric.
pub fn estimate(size: Size, who: Who) -> Result<Estimate, TooManyPositions> {
    let positions = (3..=size.cells() as u128).try_fold(1u128, u128::checked_mul);
    let bytes = bytes(size, who);
    let sides = (size.cells() * (size.rows() + size.cols())) as u32;
    let layers = if who == Who::Piece { sides * 3 / 4 } else { sides * 2 / 5 };
    match (positions.and_then(|positions| u64::try_from(positions).ok()), bytes) {
        (Some(positions), Some(bytes)) if size.cells() <= Ranking::MOST_CELLS => {
            Ok(Estimate { positions, bytes, layers })
        }
        _ => Err(TooManyPositions { size, positions, bytes }),
    }
}

/// The bytes of a census: the rows, and the positions remembered of a layer. The tables of steps take a few
/// KB.
fn bytes(size: Size, who: Who) -> Option<u64> {
    let (cols, rows) = (size.rows().min(size.cols()), size.rows().max(size.cols()));
    let places = size.cells() - 1;
    let table = if who == Who::Piece { Single::bytes(rows, cols) } else { Lines::bytes(rows, cols) };
    table?.checked_add(tally::remembered(places)?)
}

/// Check that a census of a board fits within the limits.
pub fn fits(size: Size, who: Who, limits: Limits) -> Result<(), TooManyPositions> {
    let Estimate { positions, bytes, .. } = estimate(size, who)?;
    let refusal = TooManyPositions { size, positions: Some(positions.into()), bytes: Some(bytes) };
    if bytes <= limits.memory { Ok(()) } else { Err(refusal) }
}

/// Count the positions at each distance from `from`, and return some of the farthest, at most
/// [`MOST_FARTHEST`].
///
/// Steps are reversible: a position is as far from `from` as `from` is from it.
pub fn census(
    from: &Board,
    who: Who,
    most: usize,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Census, TooManyPositions> {
    fits(from.size(), who, limits)?;
    let Estimate { positions, bytes, .. } = estimate(from.size(), who)?;
    let mut control = Control::new(limits, watch);
    control.hold(bytes).expect("it fits");
    let mut search = BoardSearch::new(from, who);
    let mut last = vec![];
    let stop = loop {
        if search.states() == positions {
            break None;
        }
        let keep = if most == 0 { Keep::Nothing } else { Keep::First };
        match search.advance(keep, &mut control) {
            Ok(found) => last = found,
            Err(by) => break Some(by),
        }
    };
    let farthest = if stop.is_none() { search.boards(last) } else { vec![] };
    Ok(Census {
        table: LayerTable { sizes: search.sizes, stop, cost: control.cost },
        farthest: in_order(farthest, from, most),
    })
}

/// A breadth-first search of a whole board, one layer at a time.
struct BoardSearch {
    board: Upright,
    metric: Metric,
    /// The sizes of the layers so far.
    sizes: Vec<u64>,
}

impl BoardSearch {
    fn new(from: &Board, who: Who) -> BoardSearch {
        let board = Upright::new(from).expect("it fits");
        BoardSearch { metric: Metric::new(&board.start, who, &board.ranking), board, sizes: vec![1] }
    }

    fn states(&self) -> u64 {
        self.sizes.iter().sum()
    }

    /// Find the next layer, and remember some of its positions.
    fn advance(&mut self, keep: Keep, control: &mut Control) -> Result<Vec<(Cell, Rank)>, Stop> {
        control.cost.states = self.states();
        let mut sweep = Sweep::new(control, self.sizes.len() as u32, keep);
        self.metric.advance(&mut sweep)?;
        let count = sweep.tally.count;
        assert!(count > 0, "half of all positions can be reached");
        let kept = sweep.tally.positions();
        self.sizes.push(count);
        control.cost.expanded = control.cost.states;
        control.cost.states += count;
        Ok(kept)
    }

    /// The boards of some positions.
    fn boards(&self, positions: Vec<(Cell, Rank)>) -> Vec<Board> {
        positions.into_iter().map(|position| self.board.board(position)).collect()
    }
}

/// The first `most` positions, by the cell of the blank and the order of the tiles.
fn in_order(mut boards: Vec<Board>, from: &Board, most: usize) -> Vec<Board> {
    let ranking = Ranking::new(from).expect("it fits");
    boards.sort_by_cached_key(|board| (board.blank(), ranking.rank(board)));
    boards.truncate(most);
    boards
}

enum Metric {
    Single(Single),
    Lines(Lines),
}

impl Metric {
    fn new(from: &Board, who: Who, ranking: &Ranking) -> Metric {
        match who {
            Who::Piece => Metric::Single(Single::new(from, ranking)),
            Who::Set => Metric::Lines(Lines::new(from, ranking)),
        }
    }

    /// Find the next layer: its size, and, if it is the last, its first positions.
    fn advance(&mut self, sweep: &mut Sweep) -> Result<(), Stop> {
        match self {
            Metric::Single(single) => single.advance(sweep),
            Metric::Lines(lines) => lines.advance(sweep),
        }
    }

    /// Begin to store which positions are reached, so that the next layer can be told from them.
    fn store_reached(&mut self) {
        if let Metric::Lines(lines) = self {
            lines.store_reached();
        }
    }
}
