//! The pattern databases of a board and goal, and the pruning automaton.

use super::aim::{Aim, Key, PdbSpot};
use super::batch::IdaNode;
use super::excesses::Excesses;
use super::word::Word;
use crate::engine::tiles::instance::Instance;
use crate::engine::tiles::pdb::build::Hear;
use crate::engine::tiles::pdb::mmap::Bytes;
use crate::engine::tiles::pdb::partition::last_of_its_kind;
use crate::engine::tiles::pdb::rank::{Order, Ranks};
use crate::engine::tiles::pdb::{self, MOST_CELLS, Pattern, PdbSize, Reflection, build};
use crate::engine::tiles::pruning::Automaton;
use crate::grid::Cell;
use crate::tiles::board::Size;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The longest words that the automaton forbids. Longer ones take longer to find and save less and less.
const LONGEST_WORD: u32 = 12;

/// A pattern of a view with its reflection and the spot of its table.
#[derive(Clone, Debug)]
struct Sight {
    reflection: Reflection,
    /// The homes seen through the reflection.
    homes: Vec<Cell>,
    spot: PdbSpot,
}

/// A pattern of a view, as seen through the reflection that gives its canonical form.
#[derive(Clone, Debug)]
pub struct PatternSeen {
    /// The homes of its tiles, seen through the reflection.
    pub homes: Vec<Cell>,
    /// The image of each cell.
    pub reflection: Reflection,
    /// Where its table begins, in places.
    pub begin: u32,
}

/// The pattern databases and the automaton for a board and a home of the blank.
#[derive(Debug)]
pub struct Tables {
    pub(super) size: Size,
    pub(super) blank: Cell,
    pub(super) extent: PdbSize,
    pub(super) automaton: Arc<Automaton>,
    pub(super) ranks: Ranks,
    views: [Vec<Sight>; 2],
    pub(super) excesses: Arc<Excesses>,
}

/// The canonical patterns of all views without duplicates, in the order in which their tables are stored.
fn patterns(size: Size, blank: Cell, extent: PdbSize) -> Vec<Pattern> {
    let views = pdb::views(size, blank, extent);
    let mut patterns: Vec<Pattern> = views.concat().iter().map(|pattern| pattern.canonical().0).collect();
    patterns.sort();
    patterns.dedup();
    patterns
}

/// The excess at one place of the tables.
#[inline(always)]
pub(super) fn excess(excesses: &[u8], place: u32) -> u8 {
    excesses[place as usize / 2] >> (4 * (place % 2)) & 15
}

impl Tables {
    /// Whether tables of this size exist for a board.
    pub fn exist(size: Size, blank: Cell, extent: PdbSize) -> bool {
        extent.suits(size) && blank.index() < size.cells()
    }

    /// Build the tables on all threads of the current pool. `hear` receives the fraction done. `None` if
    /// `hear` breaks, or if there are no such tables for that board.
    pub fn build(size: Size, blank: Cell, extent: PdbSize, hear: &Hear) -> Option<Tables> {
        let length = Tables::length(size, blank, extent)?;
        let mut excesses = Vec::with_capacity(length);
        for pattern in patterns(size, blank, extent) {
            let (before, part) = (excesses.len() as f64, build::bytes(&pattern).0 as f64);
            let hear = |done: f64| hear((before + done * part) / length as f64);
            excesses.extend(build::table(&pattern, &hear)?);
        }
        Tables::new(size, blank, extent, Arc::new(Excesses::new(Bytes::from(excesses))))
    }

    /// The number of bytes of the excesses; `None` if there are no such tables for that board.
    pub(super) fn length(size: Size, blank: Cell, extent: PdbSize) -> Option<usize> {
        let length = || patterns(size, blank, extent).iter().map(|pattern| build::bytes(pattern).0).sum();
        Tables::exist(size, blank, extent).then(length)
    }

    /// The approximate peak memory of building them, in bytes.
    pub fn bytes_to_build(size: Size, blank: Cell, extent: PdbSize) -> u64 {
        if !Tables::exist(size, blank, extent) {
            return 0;
        }
        let patterns = patterns(size, blank, extent);
        let (tables, work) = patterns
            .iter()
            .map(build::bytes)
            .fold((0, 0), |(tables, work), (table, all)| (tables + table, work.max(all)));
        (tables + work) as u64
    }

    /// Prepare the tables, given the excesses; `None` if the number of excesses is wrong.
    pub(super) fn new(size: Size, blank: Cell, extent: PdbSize, excesses: Arc<Excesses>) -> Option<Tables> {
        Tables::with_automaton((size, blank, extent), excesses, || {
            Arc::new(Automaton::new(size, LONGEST_WORD))
        })
    }

    /// The same with a given pruning automaton for boards of this size, which takes longer to make than all
    /// the rest.
    fn with_automaton(
        (size, blank, extent): (Size, Cell, PdbSize),
        excesses: Arc<Excesses>,
        automaton: impl FnOnce() -> Arc<Automaton>,
    ) -> Option<Tables> {
        if Tables::length(size, blank, extent) != Some(excesses.bytes().len()) {
            return None;
        }
        let mut ranks = Ranks::default();
        let mut begins = BTreeMap::new();
        let mut begin = 0;
        for pattern in patterns(size, blank, extent) {
            let places = 2 * build::bytes(&pattern).0 as u32;
            begins.insert(pattern, begin);
            begin += places;
        }
        let mut excess = 0;
        let views = pdb::views(size, blank, extent).map(|view| {
            let sight = |(p, pattern): (usize, &Pattern)| {
                let (seen, reflection) = pattern.canonical();
                let rank = ranks.add(seen.homes.len(), size.cells());
                let spot = PdbSpot { pattern: p, excess: excess + p, begin: begins[&seen], rank };
                Sight { reflection, homes: seen.homes, spot }
            };
            let sights = view.iter().enumerate().map(sight).collect();
            excess += 4;
            sights
        });
        Some(Tables { size, blank, extent, automaton: automaton(), ranks, views, excesses })
    }

    /// Whether the tables are for this instance.
    pub fn serve(&self, instance: &Instance) -> bool {
        instance.size() == self.size && instance.blank_home() == Some(self.blank)
    }

    /// The same tables for another home of the blank, if it is a mirror image of this one: any corner for any
    /// other corner.
    pub fn for_blank(&self, blank: Cell) -> Option<Tables> {
        let alike = || last_of_its_kind(self.size, blank).0 == last_of_its_kind(self.size, self.blank).0;
        let alike = blank.index() < self.size.cells() && alike();
        let (key, excesses) = ((self.size, blank, self.extent), self.excesses.clone());
        alike.then(|| Tables::with_automaton(key, excesses, || self.automaton.clone())).flatten()
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The home of the blank.
    pub fn blank(&self) -> Cell {
        self.blank
    }

    /// The size class of the tables.
    pub fn extent(&self) -> PdbSize {
        self.extent
    }

    /// The patterns of both views, for a device with its own look-ups.
    pub fn seen(&self) -> [Vec<PatternSeen>; 2] {
        let seen = |sight: &Sight| PatternSeen {
            homes: sight.homes.clone(),
            reflection: sight.reflection.clone(),
            begin: sight.spot.begin,
        };
        self.views.each_ref().map(|view| view.iter().map(seen).collect())
    }

    /// The excesses of all tables, two per byte.
    pub fn excesses(&self) -> &[u8] {
        self.excesses.bytes()
    }

    /// The pruning automaton.
    pub fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.size.cells()
    }

    /// The number of patterns of the view that has more.
    pub(super) fn patterns(&self) -> usize {
        self.views.iter().map(Vec::len).max().expect("there are two views")
    }

    /// The number of bytes that the tables take.
    pub fn bytes(&self) -> u64 {
        (self.excesses.held() + self.automaton.states() * 16 + self.ranks.bytes()) as u64
    }

    /// A tile's step between two cells as seen in each view; the tile is given by its home.
    pub(super) fn aims(&self, home: usize, from: usize, to: usize) -> [Aim; 2] {
        [0, 1].map(|v| {
            let aim = |sight: &Sight| {
                let seen = sight.reflection[home];
                let tile = sight.homes.iter().position(|home| *home == seen)?;
                Some(Aim::new(
                    &sight.spot,
                    tile,
                    sight.reflection[from].index(),
                    sight.reflection[to].index(),
                ))
            };
            self.views[v].iter().find_map(aim).unwrap_or_default()
        })
    }

    /// The heuristic value of an instance that the tables [serve](Tables::serve): the larger of the two
    /// views' sums.
    pub fn bound(&self, instance: &Instance) -> u32 {
        self.node::<u128, 4>(instance).bound.into()
    }

    /// The root node of an instance.
    pub(super) fn node<W: Word, const P: usize>(&self, instance: &Instance) -> IdaNode<W, P> {
        let mut node: IdaNode<W, P> = IdaNode {
            state: self.automaton.start(instance.blank()),
            distance: instance.bound() as u8,
            ..IdaNode::default()
        };
        let tiles = instance.homes().iter().enumerate().filter(|&(cell, _)| cell != instance.blank().index());
        let mut at_home = [None; MOST_CELLS];
        for (cell, home) in tiles {
            let home = home.expect("the goal is full").index();
            node.board = node.board.with(home, cell);
            at_home[home] = Some(cell);
        }
        for (view, keys) in self.views.iter().zip(&mut node.keys) {
            for (sight, key) in view.iter().zip(keys) {
                let mut standing: Vec<(Cell, Order)> = vec![];
                for (home, cell) in at_home.iter().enumerate().take(self.size.cells()) {
                    let tile = sight.homes.iter().position(|seen| *seen == sight.reflection[home]);
                    if let (Some(tile), Some(cell)) = (tile, *cell) {
                        standing.push((sight.reflection[cell], tile as Order));
                    }
                }
                standing.sort();
                *key = Key {
                    cells: standing.iter().fold(0, |all, (cell, _)| all | 1 << cell.0),
                    order: (0..).zip(&standing).fold(0, |all, (at, (_, tile))| all | tile << (3 * at)),
                };
                let place = sight.spot.begin + self.ranks.of(sight.spot.rank, key.cells, key.order);
                node.excesses |= u64::from(excess(self.excesses.bytes(), place)) << (8 * sight.spot.excess);
            }
        }
        node.bound = node.distance + 2 * node.excess() as u8;
        node
    }
}
