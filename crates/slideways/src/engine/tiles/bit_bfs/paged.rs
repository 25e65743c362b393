//! A board whose bit table is stored in pages: which sizes pages may have, and where a position stands.

use super::in_order;
use super::layout::TableLayout;
use super::marks::RowMarks;
use super::pages::{self, PageManifest};
use super::row;
use super::steps::{BitPlace, Steps};
use super::upright::Upright;
use crate::engine::tiles::rank::Rank;
use crate::grid::Cell;
use crate::tiles::board::{Board, Size};

/// The least number of pages per row if the board is large enough: a search skips some, and threads share the
/// others.
const MANY_PAGES: usize = 64;

/// The most pages that a thread reads at once for one page, and itself.
pub const HELD: usize = 20;

/// The least number of pages per row and worker, so that they have about the same number of pages.
const EVEN_PAGES: usize = 8;

/// The page size for a search within a memory limit: large pages, but enough of them for all workers. `None`
/// if the limit is too small for any.
pub fn page_size(size: Size, memory: u64, threads: usize, workers: usize) -> Option<usize> {
    let words = usize::try_from(row::words(size.cells() - 1)?).ok()?;
    let marks = (words / super::word::UNIT * size.cells() * 2) as u64;
    let fits =
        |page: &usize| (threads * HELD) as u128 * *page as u128 * 8 + u128::from(marks) <= memory.into();
    let least = page_sizes(size).next()?;
    let enough = |page: &usize| *page == least || words / page >= MANY_PAGES.max(workers * EVEN_PAGES);
    page_sizes(size).take_while(fits).take_while(enough).last()
}

/// The steps on a board whose table is stored in pages.
pub struct PagedBoard {
    /// The position at distance 0, and the ranking.
    pub upright: Upright,
    /// The steps, with the layout of pages.
    pub steps: Steps,
}

impl PagedBoard {
    /// The board around a position, with pages of `block` words; `None` if the pages do not fit the board.
    pub fn new(from: &Board, block: usize) -> Option<PagedBoard> {
        let upright = Upright::new(from)?;
        let Upright { start, ranking, .. } = &upright;
        page_sizes(start.size()).find(|&known| known == block)?;
        let steps = Steps::new(start.size(), ranking, TableLayout::with(ranking.places(), block));
        Some(PagedBoard { upright, steps })
    }

    /// The number of positions that can be reached.
    pub fn positions(&self) -> u64 {
        self.upright.ranking.orders() * self.upright.start.size().cells() as u64
    }

    /// The number of rows of each colour.
    pub fn rows(&self) -> [usize; 2] {
        self.steps.rows.each_ref().map(Vec::len)
    }

    /// The place of the start.
    pub fn first(&self) -> BitPlace {
        self.steps.place(self.upright.start.blank(), self.upright.ranking.rank(&self.upright.start))
    }

    /// The colour of the newest of some layers.
    pub fn newest_colour(&self, layers: usize) -> usize {
        (self.first().colour + layers - 1) % 2
    }

    /// The boards of some positions.
    pub fn boards(&self, positions: &[(u16, u64)]) -> Vec<Board> {
        // A manifest may come from anywhere.
        let (cells, orders) = (self.upright.start.size().cells(), self.upright.ranking.orders());
        let known = |&&(blank, rank): &&(u16, u64)| usize::from(blank) < cells && rank < orders;
        let board = |&(blank, rank): &(u16, u64)| self.upright.board((Cell(blank), Rank(rank)));
        positions.iter().filter(known).map(board).collect()
    }

    /// Whether a colour has positions that a layer has not yet stepped from: it is that of the newest layer,
    /// or the other, if the next layer is begun.
    pub fn may_be_new(&self, colour: usize, manifest: &PageManifest) -> bool {
        manifest.begun > 0 || self.newest_colour(manifest.sizes.len()) == colour
    }

    /// The marks of a colour: full pages are full, and anything seen may be new.
    pub fn marks(&self, colour: usize, manifest: &PageManifest) -> Vec<u8> {
        let layout = &self.steps.layout;
        let most = pages::most(layout, self.steps.full);
        let pages = &manifest.pages[colour];
        let new = self.may_be_new(colour, manifest);
        let mut marks = vec![0; pages.len() * RowMarks::length(layout)];
        for (page, marks) in pages.iter().zip(marks.chunks_mut(RowMarks::length(layout))) {
            let mut marks = RowMarks(marks);
            if page.seen > 0 {
                (0..layout.units()).for_each(|unit| marks.found(unit, page.seen == most));
            }
            if !new {
                marks.begin();
            }
        }
        marks
    }
}

/// The possible page sizes for a board, in words, the smallest first. All moves of words within a unit stay
/// inside a page of the smallest size.
pub fn page_sizes(size: Size) -> impl Iterator<Item = usize> {
    let places = size.cells() - 1;
    let words_of = |places: usize| row::words(places).and_then(|words| usize::try_from(words).ok());
    let words = words_of(places).unwrap_or(0);
    let least = 7 + size.rows().min(size.cols());
    let sizes = (least..=places.max(least)).map(move |radix| words_of(radix).unwrap_or(usize::MAX));
    sizes.map(move |block| block.min(words)).scan(0, |last, block| {
        let new = block > *last;
        *last = block;
        new.then_some(block)
    })
}

impl PageManifest {
    /// Some positions of the last layer of a complete search around `from`, in order.
    pub fn boards(&self, from: &Board, most: usize) -> Vec<Board> {
        let board = PagedBoard::new(from, self.block).expect("the manifest matches the search");
        in_order(board.boards(&self.farthest), from, most)
    }
}
