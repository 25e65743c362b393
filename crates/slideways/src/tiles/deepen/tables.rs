//! The tables of all patterns of a board and goal, and the machine.

use super::batch::Node;
use super::lens::Lens;
use crate::grid::Cell;
use crate::tiles::board::Size;
use crate::tiles::build;
use crate::tiles::machine::Machine;
use crate::tiles::pattern::{self, MOST_CELLS, Pattern, View};
use crate::tiles::task::Task;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The longest words that the machine forbids. Longer ones take longer to find and save less and less.
const LONGEST_WORD: u32 = 12;

/// All patterns of all views, each once, in the order in which their tables are kept.
fn patterns(size: Size, blank: Cell) -> BTreeSet<Pattern> {
    pattern::views(size, blank).into_iter().flat_map(|view| view.patterns).collect()
}

/// All that the search needs to know of a board and of where the blank belongs.
#[derive(Debug)]
pub struct Tables {
    pub(super) size: Size,
    pub(super) blank: Cell,
    pub(super) machine: Machine,
    /// The two views.
    pub(super) lenses: [Lens; 2],
    /// Excesses, two places a byte, one table after another.
    pub(super) excesses: Vec<u8>,
    /// Whether a tile's step between two cells brings it nearer home, by home.
    pub(super) nearer: Vec<[[bool; MOST_CELLS]; MOST_CELLS]>,
}

impl Tables {
    /// Build them, on all threads of the pool it is called in; `stop` is asked now and then, and `None` is what
    /// comes of it, or of more than 16 cells.
    pub fn build(size: Size, blank: Cell, stop: &(dyn Fn() -> bool + Sync)) -> Option<Tables> {
        if size.cells() > MOST_CELLS || blank.index() >= size.cells() {
            return None;
        }
        let built: Vec<Vec<u8>> = patterns(size, blank)
            .into_par_iter()
            .map(|pattern| build::table(&pattern, stop))
            .collect::<Option<_>>()?;
        Tables::new(size, blank, built.concat())
    }

    /// How many bytes the excesses take; `None` if there are too many cells.
    pub(super) fn length(size: Size, blank: Cell) -> Option<usize> {
        let possible = size.cells() <= MOST_CELLS && blank.index() < size.cells();
        possible.then(|| patterns(size, blank).iter().map(|pattern| pattern.places() / 2).sum())
    }

    /// Make ready, given the excesses; `None` if there are not as many as there must be.
    pub(super) fn new(size: Size, blank: Cell, excesses: Vec<u8>) -> Option<Tables> {
        if Tables::length(size, blank) != Some(excesses.len()) {
            return None;
        }
        let mut begins = BTreeMap::new();
        let mut begin = 0;
        for pattern in patterns(size, blank) {
            let places = pattern.places() as u32;
            begins.insert(pattern, begin);
            begin += places;
        }
        let views = pattern::views(size, blank);
        let lens = |(v, view): (usize, &View)| {
            let tables: Vec<u32> = view.patterns.iter().map(|pattern| begins[pattern]).collect();
            Lens::new(size, view, &tables, 4 * v)
        };
        let lenses: Vec<Lens> = views.iter().enumerate().map(lens).collect();
        let nearer = |home: usize| {
            let distance = |cell: usize| match cell < size.cells() {
                true => size.distance(Cell(home as u16), Cell(cell as u16)),
                false => 0,
            };
            std::array::from_fn(|from| std::array::from_fn(|to| distance(to) < distance(from)))
        };
        Some(Tables {
            size,
            blank,
            machine: Machine::new(size, LONGEST_WORD),
            lenses: lenses.try_into().expect("there are two views"),
            excesses,
            nearer: (0..size.cells()).map(nearer).collect(),
        })
    }

    /// Whether they are for this task.
    pub fn serve(&self, task: &Task) -> bool {
        task.size() == self.size && task.blank_home() == Some(self.blank)
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.size.cells()
    }

    /// The bytes they take.
    pub fn bytes(&self) -> u64 {
        (self.excesses.len() + self.machine.states() * 16 + self.nearer.len() * MOST_CELLS * MOST_CELLS)
            as u64
    }

    /// What one place of some table holds.
    #[inline]
    pub(super) fn excess(&self, place: usize) -> u64 {
        u64::from(self.excesses[place / 2] >> (4 * (place % 2)) & 15)
    }

    /// A task as the search sees it.
    pub(super) fn node(&self, task: &Task) -> Node {
        let homes = task.homes().iter().enumerate().filter(|&(cell, _)| cell != task.blank().index());
        let homes = homes.map(|(cell, home)| (cell, home.expect("the goal is full").index()));
        let mut node = Node {
            board: homes.clone().fold(0, |all, (cell, home)| all | (home as u64) << (4 * cell)),
            places: [0; 2],
            excesses: 0,
            state: self.machine.start(task.blank()),
            distance: task.bound() as u8,
            bound: 0,
        };
        for (lens, places) in self.lenses.iter().zip(&mut node.places) {
            *places = lens.places(homes.clone());
            for (_, home) in homes.clone() {
                let place = lens.table[home] as usize
                    + (*places >> lens.first[home]) as usize % (lens.mask[home] as usize + 1);
                node.excesses =
                    node.excesses & !(0xFF << lens.excess[home]) | self.excess(place) << lens.excess[home];
            }
        }
        node.bound = node.distance + 2 * node.excess() as u8;
        node
    }
}
