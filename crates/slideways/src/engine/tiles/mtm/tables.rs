//! Pattern databases for the multi-tile metric, and the look-up of a position in them.
//!
//! The tiles have a fixed order, in groups of three: five *groups* on 4 x 4. Two groups make a pattern, a
//! head and a tail, and a position stores the cells of all tiles in that order, four bits each, so that every
//! pattern is a bit field. On a square board with the blank's home on the diagonal each table serves two
//! look-ups, the second for the mirror image; on other boards there is a second order of the tiles, with
//! additional tables.

use super::build::{self, Entry, turned, turned_cell};
use super::flow::MtmNode;
use super::pose::Pose;
use super::rank::{GROUP, Ranking};
use crate::engine::tiles::instance::Instance;
use crate::engine::tiles::pdb::build::Hear;
use crate::engine::tiles::pdb::mmap::Bytes;
use crate::grid::Cell;
use crate::tiles::board::Size;

/// The most cells of a board.
pub const MOST_CELLS: usize = 16;

/// The pairs of groups that make patterns, head and tail, the best first.
const PAIRS: [(usize, usize); 3] = [(0, 1), (1, 2), (1, 3)];

/// The most look-ups per position.
pub const LOOKS: usize = 2 * PAIRS.len();

/// An order of the tiles.
#[derive(Clone, Debug)]
pub struct View {
    /// The image of each cell in the view.
    pub cells: [u8; MOST_CELLS],
    /// The shift of the cell of each tile in a word, by the tile's home.
    pub lane: [u8; MOST_CELLS],
    /// 1 if the view exchanges rows and columns, else 0.
    pub turned: usize,
}

/// One look-up in one table.
#[derive(Clone, Debug)]
pub struct Look {
    /// The index of the view.
    pub view: usize,
    /// The shifts of head and tail in the word, and their masks.
    head: (u32, usize),
    tail: (u32, usize),
    ranking: usize,
    /// The start of the table, in bytes.
    begin: usize,
}

/// The pattern databases for a board and a home of the blank.
#[derive(Debug)]
pub struct MtmTables {
    /// The size in the pose.
    pub(super) size: Size,
    /// The blank's home in the pose.
    pub(super) blank: Cell,
    pub(super) views: Vec<View>,
    pub(super) looks: Vec<Look>,
    rankings: Vec<Ranking>,
    /// Two places per byte, one table after the other.
    pub(super) entries: Bytes,
}

/// A pattern to build: a head and a tail of tiles, given by their homes.
struct Pattern {
    head: Vec<usize>,
    tail: Vec<usize>,
}

/// The order in which tiles are grouped: first those far from the blank's home, which are the hardest to
/// place.
fn order(size: Size, blank: Cell) -> Vec<usize> {
    // Of all groupings of the tiles of the 15-puzzle that were tried, the one with the highest bounds.
    const FIFTEEN: [usize; 16] = [0, 1, 2, 3, 6, 7, 10, 11, 14, 4, 5, 8, 9, 12, 13, 15];
    let all: Vec<usize> = match (size.rows(), size.cols()) {
        (4, 4) => FIFTEEN.into(),
        _ => (0..size.cells()).collect(),
    };
    all.into_iter().filter(|&cell| cell != blank.index()).collect()
}

/// Whether a board with its blank's home is its own mirror image.
fn has_mirror(size: Size, blank: Cell) -> bool {
    size.rows() == size.cols() && turned_cell(size, blank.index()) == blank.index()
}

/// The orders of the views; the second is that of the mirror image, or column by column.
fn orders(size: Size, blank: Cell) -> [Vec<usize>; 2] {
    let one = order(size, blank);
    let other = match has_mirror(size, blank) {
        true => one.iter().map(|&cell| turned_cell(size, cell)).collect(),
        false => {
            let turned_blank = Cell(turned_cell(size, blank.index()) as u16);
            let other = order(turned(size), turned_blank);
            other.into_iter().map(|cell| turned_cell(turned(size), cell)).collect()
        }
    };
    [one, other]
}

/// The patterns of an order.
fn patterns(order: &[usize]) -> Vec<Pattern> {
    let groups: Vec<&[usize]> = order.chunks(GROUP).collect();
    if let [only] = groups[..] {
        return vec![Pattern { head: only.to_vec(), tail: vec![] }];
    }
    let there = PAIRS.into_iter().filter(|&(_, tail)| tail < groups.len());
    there.map(|(head, tail)| Pattern { head: groups[head].to_vec(), tail: groups[tail].to_vec() }).collect()
}

impl MtmTables {
    /// Build the tables on all threads of the current pool. `hear` receives the fraction done. `None` if
    /// `hear` breaks, or if there are more than 16 cells.
    pub fn build(size: Size, blank: Cell, hear: &Hear) -> Option<MtmTables> {
        let mut tables = MtmTables::empty(size, blank)?;
        let (size, blank) = (tables.size, tables.blank);
        let mut entries = Vec::with_capacity(tables.length());
        let views = if has_mirror(size, blank) { 1 } else { 2 };
        for order in &orders(size, blank)[..views] {
            for Pattern { head, tail } in patterns(order) {
                let ranking = tables.ranking(&head, &tail);
                let key = |homes: &[usize], place: &dyn Fn(usize) -> usize| {
                    homes.iter().rev().fold(0, |all, &home| all << 4 | place(home))
                };
                let number = |place: &dyn Fn(usize) -> usize| {
                    let block = ranking.of_blank(place(blank.index()));
                    ranking.rank(block, key(&head, place), key(&tail, place)) as usize
                };
                let homes = (number(&|home| home), number(&|home| turned_cell(size, home)));
                let done = entries.len() as f64 / tables.length() as f64;
                let stop = || hear(done).is_break();
                let table = build::table(ranking, size, homes.0, homes.1, &stop)?;
                entries.extend(table);
            }
        }
        tables.entries = Bytes::from(entries);
        Some(tables)
    }

    /// The bytes needed to build the tables, including three lists of distances, a byte each. 0 if the board
    /// has too many cells for tables.
    pub fn bytes_to_build(size: Size, blank: Cell) -> u64 {
        let Some(tables) = MtmTables::empty(size, blank) else { return 0 };
        let largest = tables.rankings.iter().map(Ranking::places).max().unwrap_or(0);
        tables.length() as u64 + tables.bytes() + 3 * largest as u64
    }

    /// The number of bytes of the entries.
    pub(super) fn length(&self) -> usize {
        let ends =
            self.looks.iter().map(|look| look.begin + self.rankings[look.ranking].places().div_ceil(2));
        ends.max().unwrap_or(0)
    }

    /// Prepare the tables without their entries.
    pub(super) fn empty(size: Size, blank: Cell) -> Option<MtmTables> {
        if size.cells() > MOST_CELLS || blank.index() >= size.cells() {
            return None;
        }
        let pose = Pose::new(size, blank);
        let (size, blank) = (pose.sizes.1, pose.home(blank));
        let mirror = has_mirror(size, blank);
        let mut tables = MtmTables {
            size,
            blank,
            views: vec![],
            looks: vec![],
            rankings: vec![],
            entries: Bytes::from(vec![]),
        };
        let mut begin = 0;
        for (v, order) in orders(size, blank).iter().enumerate() {
            let turned = usize::from(mirror && v == 1);
            let mut view = View { cells: [0; MOST_CELLS], lane: [0; MOST_CELLS], turned };
            for cell in 0..size.cells() {
                view.cells[cell] = if turned == 1 { turned_cell(size, cell) } else { cell } as u8;
            }
            order.iter().enumerate().for_each(|(i, &home)| view.lane[home] = 4 * i as u8);
            if mirror {
                begin = 0;
            }
            for Pattern { head, tail } in patterns(order) {
                let bits = |homes: &[usize]| {
                    let shift = homes.first().map_or(0, |&home| u32::from(view.lane[home]));
                    (shift, (1 << (4 * homes.len())) - 1)
                };
                let same =
                    |known: &Ranking| (known.heads.tiles, known.tails.tiles) == (head.len(), tail.len());
                if !tables.rankings.iter().any(same) {
                    tables.rankings.push(Ranking::new(size.cells(), head.len(), tail.len()));
                }
                let ranking = tables.rankings.iter().position(same).expect("it was added above if missing");
                tables.looks.push(Look { view: v, head: bits(&head), tail: bits(&tail), ranking, begin });
                begin += tables.rankings[ranking].places().div_ceil(2);
            }
            tables.views.push(view);
        }
        Some(tables)
    }

    fn ranking(&self, head: &[usize], tail: &[usize]) -> &Ranking {
        let same = |known: &&Ranking| (known.heads.tiles, known.tails.tiles) == (head.len(), tail.len());
        self.rankings.iter().find(same).expect("there is one for every pattern")
    }

    /// The pose of a board, if the tables are for it.
    pub(super) fn pose(&self, instance: &Instance) -> Option<Pose> {
        let home = instance.blank_home()?;
        let pose = Pose::new(instance.size(), home);
        (pose.sizes.1 == self.size && pose.home(home) == self.blank).then_some(pose)
    }

    /// Whether the tables are for this instance.
    pub fn serve(&self, instance: &Instance) -> bool {
        instance.is_full() && self.pose(instance).is_some()
    }

    /// The number of bytes that the tables take.
    pub fn bytes(&self) -> u64 {
        (self.entries.len() + self.rankings.iter().map(Ranking::bytes).sum::<usize>()) as u64
    }

    /// Whether all tiles of a look's pattern, and the blank, are at home.
    pub(super) fn is_home(&self, look: &Look, blank: usize, word: u64) -> bool {
        let home = self.views[look.view].lane.iter().zip(&self.views[look.view].cells).enumerate();
        let home = home.filter(|&(home, _)| home < self.size.cells() && home != self.blank.index());
        let home = home.fold(0u64, |all, (_, (&lane, &cell))| all | u64::from(cell) << lane);
        let away = |(shift, mask): (u32, usize)| ((word ^ home) >> shift) as usize & mask;
        blank == self.blank.index() && away(look.head) == 0 && away(look.tail) == 0
    }

    /// The places to look up, for positions with the blank in the same cell.
    pub(super) fn places(&self, look: &Look, blank: usize, nodes: &[MtmNode], places: &mut Vec<u32>) {
        let group = |word: u64, (shift, mask): (u32, usize)| (word >> (shift & 63)) as usize & mask;
        let ranking = &self.rankings[look.ranking];
        let block = ranking.of_blank(usize::from(self.views[look.view].cells[blank]));
        let begin = 2 * look.begin as u32;
        places.clear();
        places.extend(nodes.iter().map(|node| {
            let word = node.words[look.view];
            begin + ranking.rank(block, group(word, look.head), group(word, look.tail))
        }));
    }

    /// The entry at a place.
    #[inline]
    pub(super) fn entry(&self, place: u32) -> Entry {
        Entry(self.entries[place as usize / 2] >> (4 * (place % 2)) & 15)
    }
}
