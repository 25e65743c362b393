//! The tables of a board and the blank's home, and how a position is looked up in them.
//!
//! The tiles stand in a fixed order, three and three: five *groups* on 4 x 4. Two groups make a pattern, a head
//! and a tail, and a position keeps the cells of all tiles in that order, four bits each, so that every pattern is
//! at hand. On a square board with the blank's home on the diagonal each table is looked into twice, the second
//! time for the mirror image; on others the tiles are taken in a second order, for which there are tables too.

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

/// Which groups make patterns, head and tail, the best first.
const PAIRS: [(usize, usize); 3] = [(0, 1), (1, 2), (1, 3)];

/// The most looks for one position.
pub const LOOKS: usize = 2 * PAIRS.len();

/// An order of the tiles.
#[derive(Clone, Debug)]
pub struct View {
    /// Where the view sees each cell.
    pub cells: [u8; MOST_CELLS],
    /// Where in a word the cell of each tile is kept, by the tile's home.
    pub lane: [u8; MOST_CELLS],
    /// 1 if rows are columns in this view, else 0.
    pub turned: usize,
}

/// One look into one table.
#[derive(Clone, Debug)]
pub struct Look {
    /// By which view.
    pub view: usize,
    /// Where head and tail are in the word, and how many bits.
    head: (u32, usize),
    tail: (u32, usize),
    ranking: usize,
    /// Where the table begins.
    begin: usize,
}

/// All that the search needs to know of a board and of where the blank belongs.
#[derive(Debug)]
pub struct MtmTables {
    /// The size in the pose.
    pub(super) size: Size,
    /// The blank's home in the pose.
    pub(super) blank: Cell,
    pub(super) views: Vec<View>,
    pub(super) looks: Vec<Look>,
    rankings: Vec<Ranking>,
    /// Two places a byte, one table after the other.
    pub(super) entries: Bytes,
}

/// What is to be built: a head and a tail of tiles, by their homes.
struct Pattern {
    head: Vec<usize>,
    tail: Vec<usize>,
}

/// The order in which tiles are grouped: first those far from the blank's home, which are the hardest to place.
fn order(size: Size, blank: Cell) -> Vec<usize> {
    // Of all ways to group the tiles of the 15-puzzle that were tried, the one with the highest bounds.
    const FIFTEEN: [usize; 16] = [0, 1, 2, 3, 6, 7, 10, 11, 14, 4, 5, 8, 9, 12, 13, 15];
    let all: Vec<usize> = match (size.rows(), size.cols()) {
        (4, 4) => FIFTEEN.into(),
        _ => (0..size.cells()).collect(),
    };
    all.into_iter().filter(|&cell| cell != blank.index()).collect()
}

/// Whether a board is its own mirror image, blank and all.
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
    /// Build them, on all threads of the pool it is called in; `None` if `hear`, which is told how much is done, wants
    /// no more, or if there are more than 16 cells.
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

    /// The bytes it takes to build them: also three lists of distances, a byte each. Nothing, if there are too many
    /// cells to build them at all.
    pub fn bytes_to_build(size: Size, blank: Cell) -> u64 {
        let Some(tables) = MtmTables::empty(size, blank) else { return 0 };
        let largest = tables.rankings.iter().map(Ranking::places).max().unwrap_or(0);
        tables.length() as u64 + tables.bytes() + 3 * largest as u64
    }

    /// How many bytes the entries take.
    pub(super) fn length(&self) -> usize {
        let ends =
            self.looks.iter().map(|look| look.begin + self.rankings[look.ranking].places().div_ceil(2));
        ends.max().unwrap_or(0)
    }

    /// Make ready, but for the entries.
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
                let ranking = tables.rankings.iter().position(same).expect("it was made if it was missing");
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

    /// Whether they are for this instance.
    pub fn serve(&self, instance: &Instance) -> bool {
        instance.is_full() && self.pose(instance).is_some()
    }

    /// The bytes they take.
    pub fn bytes(&self) -> u64 {
        (self.entries.len() + self.rankings.iter().map(Ranking::bytes).sum::<usize>()) as u64
    }

    /// Whether all tiles of a look's pattern are at home, and the blank.
    pub(super) fn is_home(&self, look: &Look, blank: usize, word: u64) -> bool {
        let home = self.views[look.view].lane.iter().zip(&self.views[look.view].cells).enumerate();
        let home = home.filter(|&(home, _)| home < self.size.cells() && home != self.blank.index());
        let home = home.fold(0u64, |all, (_, (&lane, &cell))| all | u64::from(cell) << lane);
        let away = |(shift, mask): (u32, usize)| ((word ^ home) >> shift) as usize & mask;
        blank == self.blank.index() && away(look.head) == 0 && away(look.tail) == 0
    }

    /// Where to look, for all positions with the blank in a cell.
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

    /// What a table says at a place.
    #[inline]
    pub(super) fn entry(&self, place: u32) -> Entry {
        Entry(self.entries[place as usize / 2] >> (4 * (place % 2)) & 15)
    }
}
