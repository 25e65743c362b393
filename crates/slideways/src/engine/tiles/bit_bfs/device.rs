//! Whole boards on a device, such as a GPU: what it has to know of the board, and what it returns.
//!
//! The device keeps the same rows of words as the search in memory (see `word`) and finds the
//! same layers. It does not skip what cannot be new: it reads every word, as fast as its memory is.

use super::upright::Upright;
use super::{TooManyPositions, estimate, in_order, passing, row};
use crate::engine::search::control::Control;
use crate::engine::tiles::census::Census;
use crate::engine::tiles::rank::{Rank, Ranking};
use crate::grid::{Cell, Dir};
use crate::outcome::{LayerTable, Limits, Stop};
use crate::solver::{DeviceError, SolveError};
use crate::style::Who;
use crate::tiles::board::{Board, Size};
use crate::watch::Watch;

/// A device that counts whole boards.
pub trait BitDevice {
    /// Find all layers around a position, one after the other, until they contain all positions.
    fn layers(&self, board: &DeviceBoard, control: &mut Control) -> Result<DeviceLayers, DeviceError>;
}

/// A board with at least as many rows as columns, and the position in which the distances begin.
pub struct DeviceBoard<'b> {
    /// The position.
    pub start: &'b Board,
    /// What counts as one move.
    pub who: Who,
    /// The number of positions that it can reach.
    pub positions: u64,
    ranking: &'b Ranking,
}

/// What a device has found.
#[derive(Clone, Debug, Default)]
pub struct DeviceLayers {
    /// The number of positions at each distance.
    pub sizes: Vec<u64>,
    /// The positions of the last layer, as words of a row with their bits; empty if there are too many of
    /// them.
    pub last: Vec<(Cell, usize, u64)>,
    /// What stopped it before the last layer.
    pub stop: Option<Stop>,
}

/// The effect of a step of the blank on the order of the tiles: neighbours change places, one pair after the
/// other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchanges {
    /// The radix of the first digit of each pair.
    pub radices: Vec<usize>,
    /// Whether the digits have an odd sum before the step.
    pub odd: bool,
}

impl DeviceBoard<'_> {
    /// The size of the board.
    pub fn size(&self) -> Size {
        self.start.size()
    }

    /// The number of words of a row.
    pub fn words(&self) -> u64 {
        row::words(self.ranking.places()).expect("the board has ranks")
    }

    /// The bits of a word that stand for orders.
    pub fn full(&self) -> u64 {
        row::full(self.ranking.places())
    }

    /// The step of the blank between two neighbouring cells.
    pub fn step(&self, from: Cell, to: Cell) -> Exchanges {
        Exchanges { radices: passing::radices(self.ranking, from, to), odd: self.ranking.is_odd(from) }
    }

    /// The word and the bit of a position.
    pub fn place(&self, board: &Board) -> (usize, u64) {
        let (word, bit) = row::place(self.ranking.rank(board));
        (word, 1 << bit)
    }

    /// The position with the blank in the first row that the blank reaches by going up.
    pub fn top(&self) -> Board {
        let mut top = self.start.clone();
        while top.slide(Dir::Down).is_some() {}
        top
    }
}

/// Like [`census`](super::census), by a device.
pub fn census_on(
    device: &dyn BitDevice,
    from: &Board,
    who: Who,
    most: usize,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Census, SolveError> {
    let positions = estimate(from.size(), who)?.positions;
    let too_many = TooManyPositions { size: from.size(), positions: Some(positions.into()), bytes: None };
    let Upright { start, ranking, .. } = &Upright::new(from).ok_or(too_many)?;
    let mut control = Control::new(limits, watch);
    let found = device.layers(&DeviceBoard { start, who, positions, ranking }, &mut control)?;
    let upright = Upright::new(from).expect("it was made before");
    let ranks = |&(cell, word, bits): &(Cell, usize, u64)| {
        (0..60).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| (cell, Rank(60 * word as u64 + bit)))
    };
    let farthest = match found.stop {
        None => found.last.iter().flat_map(ranks).map(|position| upright.board(position)).collect(),
        Some(_) => vec![],
    };
    control.cost.states = found.sizes.iter().sum();
    control.cost.expanded = control.cost.states;
    Ok(Census {
        table: LayerTable { sizes: found.sizes, stop: found.stop, cost: control.cost },
        farthest: in_order(farthest, from, most),
    })
}
