//! Steps that change the leading digits of ranks: they take whole units to other places.

use crate::engine::tiles::bit_bfs::passing::Passing;
use crate::engine::tiles::bit_bfs::steps::Steps;
use crate::engine::tiles::bit_bfs::word::UNIT;

/// A step that takes units to places of other pages.
pub struct Travel {
    /// The row that it leaves, and the row of the other colour that it enters.
    pub rows: (usize, usize),
    /// The number of words that stay together.
    low: usize,
    /// The new number of every such stretch, among those that change places with one another.
    to: Vec<u32>,
}

impl Travel {
    /// The steps out of the cells of a colour that leave pages of `page` words.
    pub fn all(steps: &Steps, from: usize, page: usize) -> Vec<Travel> {
        let ways = steps.rows[1 - from].iter().enumerate().flat_map(|(to_row, row)| {
            row.ways.iter().map(move |(from_row, passing)| ((*from_row, to_row), passing))
        });
        ways.filter_map(|(rows, passing)| match passing {
            Passing::Words { low, from } if *low >= UNIT && low * from.len() > page => {
                let mut to = vec![0; from.len()];
                from.iter().zip(0..).for_each(|(&old, new)| to[old as usize] = new);
                Some(Travel { rows, low: *low, to })
            }
            _ => None,
        })
        .collect()
    }

    /// Where a unit goes; both places are given by the first word.
    #[inline]
    pub fn target(&self, first: usize) -> usize {
        let number = first / self.low % self.to.len();
        first - number * self.low + self.to[number] as usize * self.low
    }
}
