//! Ranking of the arrangements of a blank and a pattern: a perfect hash into a table.
//!
//! A pattern has at most six tiles, in two groups of three, the *head* and the *tail*. Ranks leave no gaps:
//! they are ordered first by the cell of the blank, then by the cells of the head among those that the blank
//! leaves, then by those of the tail among what the head leaves.
//!
//! ```text
//! 4 x 4: 16 cells for the blank, 15·14·13 = 2730 heads, 12·11·10 = 1320 tails: 57,657,600 places
//! ```
//!
//! Cells are counted in reading order without those that are taken. That has a useful consequence. If the
//! blank goes along its row, the tiles that it passes keep their order, and every tile keeps its position
//! among the cells that are left: *the rank of the arrangement stays the same* except for the blank's cell.
//! [`build`](super::build) relies on that.

/// The most tiles in a group.
pub const GROUP: usize = 3;

/// The number of keys of a group: its cells, four bits each, the first tile's lowest.
pub const KEYS: usize = 1 << (4 * GROUP);

/// Ranks of all arrangements of a blank, a head and a tail of given sizes.
#[derive(Debug)]
pub struct Ranking {
    /// The number of cells of the board.
    pub cells: usize,
    /// The positions of heads, in order.
    pub heads: Lineup,
    /// The positions of tails among what a head leaves.
    pub tails: Lineup,
    /// By the blank's cell and the cells of the head.
    begins: Vec<Begin>,
}

/// The contribution of a blank and a head to the rank.
#[derive(Clone, Copy, Debug, Default)]
pub struct Begin {
    /// For every cell, four bits each, its position among those that are left.
    left: u64,
    /// The first rank.
    first: u32,
}

impl Ranking {
    /// Ranks for `cells` cells and the given numbers of tiles in head and tail; they and the blank must fit.
    pub fn new(cells: usize, head: usize, tail: usize) -> Ranking {
        let heads = Lineup::new(cells - 1, head);
        let tails = Lineup::new(cells - 1 - head, tail);
        let mut begins = vec![Begin::default(); cells * KEYS];
        let mut first = 0;
        for blank in 0..cells {
            for positions in &heads.all {
                let places = positions
                    .map(|position| usize::from(position) + usize::from(usize::from(position) >= blank));
                let key = (0..head).fold(0, |all, i| all | places[i] << (4 * i));
                let taken = |cell: usize| cell == blank || places[..head].contains(&cell);
                let left = (0..cells).filter(|&cell| !taken(cell)).zip(0u64..);
                let left = left.fold(0, |all, (cell, position)| all | position << (4 * cell));
                begins[blank * KEYS + key] = Begin { left, first };
                first += tails.all.len() as u32;
            }
        }
        Ranking { cells, heads, tails, begins }
    }

    /// The number of arrangements per cell of the blank.
    pub fn block(&self) -> usize {
        self.heads.all.len() * self.tails.all.len()
    }

    /// The number of bytes of the tables.
    pub fn bytes(&self) -> usize {
        self.begins.len() * size_of::<Begin>() + 2 * KEYS * size_of::<u16>()
    }

    /// The number of arrangements.
    pub fn places(&self) -> usize {
        self.cells * self.block()
    }

    /// The part of the ranking for the blank in a cell.
    pub fn of_blank(&self, blank: usize) -> &[Begin; KEYS] {
        self.begins[blank * KEYS..][..KEYS].try_into().expect("there is one for every key")
    }

    /// The rank of an arrangement, given the part for the blank and the cells of both groups.
    #[inline]
    pub fn rank(&self, blank: &[Begin; KEYS], head: usize, tail: usize) -> u32 {
        let Begin { left, first } = blank[head % KEYS];
        let position = |i: usize| (left >> (tail >> (4 * i) << 2 & 60)) as usize & 15;
        // Of a shorter tail only the lower bits are used.
        let positions = position(0) | position(1) << 4 | position(2) << 8;
        first + u32::from(self.tails.rank[positions & self.tails.mask])
    }
}

/// All placements of some tiles on some positions, in order.
#[derive(Debug)]
pub struct Lineup {
    /// The number of tiles.
    pub tiles: usize,
    /// The position of each; those of missing tiles are 0.
    pub all: Vec<[u8; GROUP]>,
    /// The rank of each, by the positions, four bits each.
    pub rank: Vec<u16>,
    /// The bits that such positions use.
    mask: usize,
}

impl Lineup {
    fn new(positions: usize, tiles: usize) -> Lineup {
        let mut all = vec![[0; GROUP]];
        for i in 0..tiles {
            let longer = |lineup: [u8; GROUP]| {
                let free = (0..positions as u8).filter(move |position| !lineup[..i].contains(position));
                free.map(move |position| {
                    let mut longer = lineup;
                    longer[i] = position;
                    longer
                })
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        let mut rank = vec![0; KEYS];
        for (lineup, number) in all.iter().zip(0..) {
            rank[key(lineup)] = number;
        }
        Lineup { tiles, all, rank, mask: (1 << (4 * tiles)) - 1 }
    }
}

/// Pack positions, four bits each.
pub fn key(lineup: &[u8; GROUP]) -> usize {
    lineup.iter().rev().fold(0, |all, &position| all << 4 | usize::from(position))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every arrangement of distinct cells, blank first.
    fn arrangements(cells: usize, pieces: usize) -> Vec<Vec<usize>> {
        let longer = |all: Vec<Vec<usize>>, _| {
            let free = |taken: Vec<usize>| {
                let cells = (0..cells).filter(|cell| !taken.contains(cell)).collect::<Vec<_>>();
                cells.into_iter().map(move |cell| [&taken[..], &[cell]].concat())
            };
            all.into_iter().flat_map(free).collect()
        };
        (0..pieces).fold(vec![vec![]], longer)
    }

    #[test]
    fn every_number_is_given_once() {
        for (cells, head, tail) in [(4, 3, 0), (6, 3, 2), (6, 3, 1), (8, 3, 3), (9, 2, 1), (5, 1, 0)] {
            let ranking = Ranking::new(cells, head, tail);
            let mut seen = vec![false; ranking.places()];
            for places in arrangements(cells, 1 + head + tail) {
                let group = |places: &[usize]| places.iter().rev().fold(0, |all, cell| all << 4 | cell);
                let rank = ranking.rank(
                    ranking.of_blank(places[0]),
                    group(&places[1..=head]),
                    group(&places[1 + head..]),
                ) as usize;
                assert!(!std::mem::replace(&mut seen[rank], true), "{places:?}");
                assert_eq!(rank / ranking.block(), places[0]);
            }
            assert!(seen.into_iter().all(|seen| seen));
        }
    }

    #[test]
    fn along_a_row_the_number_stays() {
        let ranking = Ranking::new(12, 3, 3);
        // 3 x 4, the blank in the middle row: from cell 4 to cell 7 it passes 5, 6 and 7.
        let before = ranking.rank(ranking.of_blank(4), 0x750, 0xB61) as usize;
        let after = ranking.rank(ranking.of_blank(7), 0x640, 0xB51) as usize;
        assert_eq!(before - 4 * ranking.block(), after - 7 * ranking.block());
    }
}
