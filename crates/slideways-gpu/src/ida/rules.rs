//! Where the device finds each pattern, and what a step of a tile changes.

use slideways::engine::tiles::ida::device::DeviceOrigin;
use slideways::engine::tiles::ida::{PatternSeen, Tables};
use slideways::engine::tiles::pdb::PdbSize;
use slideways::engine::tiles::pdb::rank::Rank;
use slideways::grid::{Cell, Dir};
use slideways::tiles::Size;

/// The most places of all tables together: places have 32 bits.
const MOST_PLACES: u64 = 1 << 32;

/// Tables begin at a multiple of this: a sector of 32 bytes.
const SECTOR: u64 = 64;

/// One table.
pub struct Part {
    /// The number of its tiles.
    pub tiles: usize,
    /// Where it begins in the library's tables.
    pub begin: u32,
    /// Where it begins in those of the device.
    pub base: u64,
    cells: usize,
}

impl Part {
    /// The number of places: a digit per tile, to the base of the number of cells.
    pub fn places(&self) -> u64 {
        (self.cells as u64).pow(self.tiles as u32)
    }

    /// The library's ranking of its placements.
    pub fn rank(&self) -> Rank {
        Rank::new(self.tiles, self.cells)
    }
}

/// Where the patterns of a board are in the device's tables.
pub struct Layout {
    size: Size,
    blank: Cell,
    extent: PdbSize,
    /// The number of cells.
    pub cells: usize,
    /// The tables.
    pub parts: Vec<Part>,
    /// The number of all their places.
    pub places: u64,
    views: [Vec<PatternSeen>; 2],
}

impl Layout {
    /// The layout for some tables; `None` if they have too many places.
    pub fn new(tables: &Tables) -> Option<Layout> {
        let (cells, views) = (tables.cells(), tables.seen());
        let mut parts: Vec<Part> = vec![];
        let mut places: u64 = 0;
        for pattern in views.iter().flatten() {
            if parts.iter().all(|part| part.begin != pattern.begin) {
                let part = Part { tiles: pattern.homes.len(), begin: pattern.begin, base: places, cells };
                places = (places + part.places()).next_multiple_of(SECTOR);
                parts.push(part);
            }
        }
        let (size, blank, extent) = (tables.size(), tables.blank(), tables.extent());
        let fits = places <= MOST_PLACES && views.iter().all(|view| view.len() <= 4);
        fits.then_some(Layout { size, blank, extent, cells, parts, places, views })
    }

    /// Whether it is the layout of these tables.
    pub fn serves(&self, tables: &Tables) -> bool {
        (self.size, self.blank, self.extent) == (tables.size(), tables.blank(), tables.extent())
    }

    fn base(&self, pattern: &PatternSeen) -> u64 {
        let part = self.parts.iter().find(|part| part.begin == pattern.begin);
        part.expect("every pattern has a table").base
    }

    /// The pattern of a view that a tile belongs to, and what one cell is worth to its place.
    fn of_tile(&self, view: usize, home: usize) -> Option<(usize, u64)> {
        let digit = |pattern: &PatternSeen| {
            let tile = pattern.homes.iter().position(|seen| *seen == pattern.reflection[home])?;
            Some((self.cells as u64).pow(tile as u32))
        };
        self.views[view].iter().enumerate().find_map(|(number, pattern)| Some((number, digit(pattern)?)))
    }

    /// The places of all patterns, given the home of the tile in each cell.
    pub fn of_board(&self, homes: &[u8], blank: usize) -> [u32; 8] {
        let mut places = [0; 8];
        for (view, patterns) in self.views.iter().enumerate() {
            for (number, pattern) in patterns.iter().enumerate() {
                let mut place = self.base(pattern);
                for (cell, &home) in homes.iter().enumerate().filter(|&(cell, _)| cell != blank) {
                    if let Some((_, worth)) = self.of_tile(view, home.into()).filter(|&(of, _)| of == number)
                    {
                        place += worth * pattern.reflection[cell].index() as u64;
                    }
                }
                places[4 * view + number] = place as u32;
            }
        }
        places
    }
}

/// The rules of a board as the device reads them: see `RULES` in `kernels/ida.cu`.
pub struct Rules([u32; RULES]);

const DELTA: usize = 0;
const PATTERN: usize = 256;
const NEARER: usize = 288;
const BESIDE: usize = 388;
const RULES: usize = 392;

impl Rules {
    /// The rules for some tables.
    pub fn new(tables: &Tables, layout: &Layout) -> Rules {
        let size = tables.size();
        let cells = || (0..size.cells() as u16).map(Cell);
        let mut words = [0u32; RULES];
        for (d, &dir) in Dir::ALL[..4].iter().enumerate() {
            // A step in this direction, anywhere: it adds the same everywhere, seen through any reflection.
            let step = cells().find_map(|from| Some((from, size.neighbour(from, dir)?)));
            let (from, to) = step.expect("a board has two rows and two columns");
            words[BESIDE + d] = u32::from(from.0).wrapping_sub(to.0.into());
            for (view, home) in (0..2).flat_map(|view| cells().map(move |home| (view, home.index()))) {
                let Some((pattern, worth)) = layout.of_tile(view, home) else { continue };
                let image = |cell: Cell| i64::from(layout.views[view][pattern].reflection[cell.index()].0);
                let delta = (image(to) - image(from)) * worth as i64;
                words[DELTA + 64 * d + 32 * view + home] = delta as u32;
                words[PATTERN + home] &= !(0xFF << (8 * view));
                words[PATTERN + home] |= (pattern as u32) << (8 * view);
            }
            for blank in cells() {
                let Some(from) = size.neighbour(blank, dir.opposite()) else { continue };
                let nearer = |home: &Cell| size.distance(*home, blank) < size.distance(*home, from);
                let all = cells().filter(nearer).fold(0, |all, home| all | 1 << home.0);
                words[NEARER + 4 * blank.index() + d] = all;
            }
        }
        Rules(words)
    }

    /// The words.
    pub fn words(&self) -> &[u32] {
        &self.0
    }
}

/// An origin as the device stores it: `Node` in `kernels/ida.cu`.
pub fn node(layout: &Layout, origin: &DeviceOrigin, number: u32) -> [[u32; 4]; 4] {
    let blank = usize::from(origin.blank);
    let (mut words, mut last) = ([0u64; 2], 0);
    for (cell, &home) in origin.homes.iter().enumerate().filter(|&(cell, _)| cell != blank) {
        match cell {
            24 => last = u32::from(home),
            _ => words[cell / 12] |= u64::from(home) << (5 * (cell % 12)),
        }
    }
    let packed = u32::from(origin.distance)
        | u32::from(origin.bound) << 8
        | u32::from(origin.left) << 16
        | u32::from(origin.blank) << 22
        | last << 27;
    let [a, b, c, d, e, f, g, h] = layout.of_board(&origin.homes, blank);
    let [low, high] = words;
    [
        [low as u32, (low >> 32) as u32, high as u32, (high >> 32) as u32],
        [a, b, c, d],
        [e, f, g, h],
        [origin.excess, origin.state, packed, number],
    ]
}
