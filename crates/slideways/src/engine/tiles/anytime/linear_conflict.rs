//! Linear conflict (Hansson, Mayer, Yung 1992): the Manhattan distance plus conflicts, updated step by step.
//!
//! The bound has two summands: the distance of every tile from its home, and *conflicts*. Two tiles that are
//! in the row where both belong, but in the wrong order, cannot both stay in it: one must leave the row and
//! come back, two steps that no distance counts. In general, of the tiles in their own row all must leave
//! that are not part of the longest increasing subsequence; likewise in columns. Steps between rows make up
//! for conflicts in rows, steps between columns for those in columns, so no step is counted twice and the sum
//! is an admissible heuristic (Hansson, Mayer and Yung, *Information Sciences* 63 (1992) 207–227).
//!
//! ```text
//! 3 1 2    all three are in their own row; 1 2 is the longest subsequence in order, so 3 must leave:
//! . . .    2 steps to the right, 1 for each of the others, and 2 more for leaving and coming back
//! ```
//!
//! The change made by a step depends on one line only: a tile that goes up or down leaves or enters its own
//! row or neither, and no tile of its column passes it.
//!
//! A search for a part of the goal needs more than a bound: the tiles of that part weigh more than the
//! others, and the distance of the blank from them has a cost.

use super::position::Position;
use crate::grid::{Cell, Dir};
use crate::tiles::Size;
use crate::tiles::random::Random;

/// A step for a given cell of the blank.
#[derive(Clone, Copy, Debug)]
pub struct ConflictStep {
    /// The index in [`Dir::ALL`] of the direction in which the tile moves.
    pub dir: u8,
    /// The cell that the tile leaves and the blank enters.
    pub from: u8,
}

/// What a search tries to reach, and how it weighs distances.
#[derive(Clone, Debug)]
pub struct Aim {
    /// For every name, whether it must reach its cell. The blank's entry is ignored, unless `reach` is
    /// positive: then it must be `false`.
    pub wanted: Vec<bool>,
    /// For every cell, whether the blank may enter it.
    pub open: Vec<bool>,
    /// For every name, the weight of one cell of distance.
    pub weight: Vec<u8>,
    /// The weight of one cell between the blank and the nearest wanted tile that is not in place.
    pub reach: u32,
}

impl Aim {
    /// Bring home everything that has a home: then the measure is a bound.
    pub fn everything(wanted: Vec<bool>) -> Aim {
        Aim {
            open: vec![true; wanted.len()],
            weight: wanted.iter().map(|&wanted| wanted.into()).collect(),
            wanted,
            reach: 0,
        }
    }
}

/// Precomputed tables for a board and an aim.
pub struct Measure {
    size: Size,
    aim: Aim,
    is_bound: bool,
    /// The names that are wanted.
    targets: Vec<u8>,
    /// By name and cell.
    distance: Vec<u8>,
    row: Vec<u8>,
    col: Vec<u8>,
    steps: Vec<Vec<ConflictStep>>,
    keys: Vec<u64>,
}

impl Measure {
    /// Build the tables for boards of a size.
    pub fn new(size: Size, aim: Aim) -> Measure {
        let cells = size.cells();
        let cell = |index: usize| Cell(index as u16);
        let distance =
            (0..cells * cells).map(|i| size.distance(cell(i / cells), cell(i % cells)) as u8).collect();
        let step = |blank: usize, dir: Dir| {
            let from = size.neighbour(cell(blank), dir.opposite())?;
            aim.open[from.index()].then_some(ConflictStep { dir: dir as u8, from: from.0 as u8 })
        };
        let steps =
            (0..cells).map(|blank| Dir::ALL[..4].iter().filter_map(|&dir| step(blank, dir)).collect());
        // Positions that differ only in unwanted tiles have the same key: one of them is enough.
        let mut random = Random::new(0);
        let mut keys = vec![0; cells * cells];
        for name in (0..cells).filter(|&name| aim.wanted[name]) {
            keys[name * cells..][..cells].iter_mut().for_each(|key| *key = random.bits());
        }
        let as_wanted = |(&weight, &wanted): (&u8, &bool)| weight == u8::from(wanted);
        Measure {
            size,
            is_bound: aim.reach == 0 && aim.weight.iter().zip(&aim.wanted).all(as_wanted),
            targets: (0..cells).filter(|&name| aim.wanted[name]).map(|name| name as u8).collect(),
            distance,
            row: (0..cells).map(|cell| (cell / size.cols()) as u8).collect(),
            col: (0..cells).map(|cell| (cell % size.cols()) as u8).collect(),
            steps: steps.collect(),
            keys,
            aim,
        }
    }

    /// The size of the boards.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whether the measure is an admissible bound.
    pub fn is_bound(&self) -> bool {
        self.is_bound
    }

    /// Whether the blank's distance from the tiles counts.
    pub fn has_reach(&self) -> bool {
        self.aim.reach > 0
    }

    /// The legal steps when the blank is in a cell.
    pub fn steps(&self, blank: u8) -> &[ConflictStep] {
        &self.steps[usize::from(blank)]
    }

    /// A hash of the position (Zobrist style), equal for positions that differ only in unwanted tiles.
    pub fn key(&self, at: &Position) -> u64 {
        let tiles = at.names.iter().enumerate().filter(|&(cell, _)| cell != usize::from(at.blank));
        let tiles = tiles.fold(0, |key, (cell, &name)| key ^ self.key_of(name, cell));
        tiles ^ (u64::from(at.blank) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// The number to XOR into the key when a tile moves from a cell to the blank's.
    #[inline]
    pub fn key_change(&self, name: u8, from: u8, blank: u8) -> u64 {
        let place = |cell: u8| (u64::from(cell) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.key_of(name, usize::from(from))
            ^ self.key_of(name, usize::from(blank))
            ^ place(from)
            ^ place(blank)
    }

    #[inline]
    fn key_of(&self, name: u8, cell: usize) -> u64 {
        self.keys[usize::from(name) * self.size.cells() + cell]
    }

    #[inline]
    fn distance(&self, name: u8, cell: u8) -> i32 {
        i32::from(self.distance[usize::from(name) * self.size.cells() + usize::from(cell)])
    }

    /// The sum of the distances of the wanted tiles from their cells.
    pub fn far(&self, at: &Position) -> u32 {
        let wanted = |&(cell, &name): &(u8, &u8)| cell != at.blank && self.aim.wanted[usize::from(name)];
        let tiles = (0..=255).zip(&at.names[..]).filter(wanted);
        tiles.map(|(cell, &name)| self.distance(name, cell) as u32).sum()
    }

    /// The change of [`far`](Measure::far) made by a step.
    #[inline]
    pub fn far_change(&self, name: u8, from: u8, blank: u8) -> i32 {
        let change = self.distance(name, blank) - self.distance(name, from);
        if self.aim.wanted[usize::from(name)] { change } else { 0 }
    }

    /// The weighted distances and conflicts; the blank's reach is not included.
    pub fn score(&self, at: &Position) -> u32 {
        let lines = |lines: usize, row: bool| -> i32 {
            (0..lines).map(|line| self.conflicts(&at.names, row, line as u8, at.blank, None)).sum()
        };
        let tiles = (0..=255).zip(&at.names[..]).filter(|&(cell, _)| cell != at.blank);
        let far: i32 = tiles.map(|(cell, &name)| self.weight(name) * self.distance(name, cell)).sum();
        (far + lines(self.size.rows(), true) + lines(self.size.cols(), false)) as u32
    }

    #[inline]
    fn weight(&self, name: u8) -> i32 {
        i32::from(self.aim.weight[usize::from(name)])
    }

    /// The change of [`score`](Measure::score) made by a step: the tile at `from` moves into the blank.
    #[inline]
    pub fn change(&self, names: &[u8], blank: u8, from: u8) -> i32 {
        let name = names[usize::from(from)];
        let nearer = self.weight(name) * (self.distance(name, blank) - self.distance(name, from));
        if !self.aim.wanted[usize::from(name)] {
            return nearer;
        }
        let row = self.col[usize::from(from)] == self.col[usize::from(blank)];
        let line_of = if row { &self.row } else { &self.col };
        let own = line_of[usize::from(name)];
        if own == line_of[usize::from(from)] {
            let with = self.conflicts(names, row, own, blank, None);
            nearer + self.conflicts(names, row, own, from, None) - with
        } else if own == line_of[usize::from(blank)] {
            let without = self.conflicts(names, row, own, blank, None);
            nearer + self.conflicts(names, row, own, from, Some((blank, name))) - without
        } else {
            nearer
        }
    }

    /// The cost of the conflicts in a line: two steps for every tile that must leave a line in which it is at
    /// home.
    ///
    /// The cell `hole` is skipped; `put` replaces the tile of another cell.
    #[inline]
    fn conflicts(&self, names: &[u8], row: bool, line: u8, hole: u8, put: Option<(u8, u8)>) -> i32 {
        let (cols, index) = (self.size.cols(), usize::from(line));
        let (first, step, cells) =
            if row { (index * cols, 1, cols) } else { (index, cols, self.size.rows()) };
        let (line_of, place_of) = if row { (&self.row, &self.col) } else { (&self.col, &self.row) };
        // Patience sorting: deal each tile onto the first pile whose top comes after it, or onto a new one.
        // The number of piles is the length of the longest increasing subsequence.
        let (mut tops, mut piles, mut tiles) = ([0u8; LONGEST], 0, 0);
        let mut weight = 0;
        for i in 0..cells {
            let cell = first + i * step;
            let name = match put {
                Some((at, name)) if usize::from(at) == cell => name,
                _ if usize::from(hole) == cell => continue,
                _ => names[cell],
            };
            if line_of[usize::from(name)] != line || !self.aim.wanted[usize::from(name)] {
                continue;
            }
            let place = place_of[usize::from(name)];
            let mut pile = piles;
            while pile > 0 && tops[pile - 1] > place {
                pile -= 1;
            }
            tops[pile] = place;
            piles = piles.max(pile + 1);
            tiles += 1;
            weight = self.weight(name);
        }
        2 * weight * (tiles - piles as i32)
    }

    /// The cells of the wanted tiles, in the order of their names.
    pub fn places(&self, at: &Position) -> Vec<u8> {
        let place = |&target: &u8| {
            let tiles = (0..=255).zip(&at.names[..]);
            let mut found = tiles.filter(|&(_, &name)| name == target);
            found.next().expect("every name is somewhere").0
        };
        self.targets.iter().map(place).collect()
    }

    /// Record that a tile has moved from one cell to another.
    #[inline]
    pub fn place(&self, places: &mut [u8], from: u8, to: u8) {
        if let Some(place) = places.iter_mut().find(|place| **place == from) {
            *place = to;
        }
    }

    /// The cost of the blank's distance from the nearest wanted tile that is not in place; a tile that has
    /// just left `from` is at `to`.
    #[inline]
    pub fn reach(&self, places: &[u8], from: u8, to: u8) -> u32 {
        let away = |(&name, &place): (&u8, &u8)| {
            let place = if place == from { to } else { place };
            if place == name { i32::MAX } else { self.distance(place, from) }
        };
        let nearest = self.targets.iter().zip(places).map(away).min().unwrap_or(i32::MAX);
        if nearest == i32::MAX { 0 } else { self.aim.reach * nearest as u32 }
    }
}

/// The most cells of a line of any board.
const LONGEST: usize = Size::MOST_CELLS / 2;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tiles::Instance;
    use crate::tiles::random::position;
    use crate::tiles::{Board, Goal, Tile};

    fn start(size: Size, random: &mut Random) -> Position {
        let goal = Goal::blank_first(size);
        Position::start(&Instance::new(&position(&goal, random), &goal).unwrap())
    }

    fn size(rows: usize, cols: usize) -> Size {
        Size::new(rows, cols).unwrap()
    }

    #[test]
    fn what_a_step_changes_is_what_has_changed() {
        let mut random = Random::new(1);
        for size in [size(2, 2), size(3, 3), size(2, 7), size(5, 5), size(16, 16), size(128, 2)] {
            for weights in [1, 3] {
                let mut at = start(size, &mut random);
                let blank = usize::from(at.names[usize::from(at.blank)]);
                let wanted = (0..size.cells()).map(|name| random.below(3) > 0 && name != blank).collect();
                let mut aim = Aim::everything(wanted);
                if weights > 1 {
                    aim.weight = aim.wanted.iter().map(|&wanted| if wanted { 3 } else { 1 }).collect();
                    aim.reach = 2;
                }
                let measure = Measure::new(size, aim);
                let (mut score, mut far) = (measure.score(&at), measure.far(&at));
                let (mut key, mut places) = (measure.key(&at), measure.places(&at));
                for _ in 0..300 {
                    let steps = measure.steps(at.blank);
                    let step = steps[random.below(steps.len() as u64) as usize];
                    let (name, blank) = (at.names[usize::from(step.from)], at.blank);
                    score = score.wrapping_add_signed(measure.change(&at.names, blank, step.from));
                    far = far.wrapping_add_signed(measure.far_change(name, step.from, blank));
                    key ^= measure.key_change(name, step.from, blank);
                    let reach = measure.reach(&places, step.from, blank);
                    measure.place(&mut places, step.from, blank);
                    at.slide(size, Dir::ALL[usize::from(step.dir)]);
                    assert_eq!(reach, measure.reach(&places, at.blank, at.blank));
                    assert_eq!((score, far), (measure.score(&at), measure.far(&at)));
                    assert_eq!((key, &places), (measure.key(&at), &measure.places(&at)));
                }
            }
        }
    }

    #[test]
    fn of_a_row_all_must_leave_but_the_longest_run() {
        let size = size(3, 3);
        let bound = |tiles: [u8; 9]| {
            let goal = Goal::blank_last(size);
            let instance = Instance::new(&Board::new(size, tiles.map(Tile)).unwrap(), &goal).unwrap();
            let at = Position::start(&instance);
            let measure = Measure::new(size, Aim::everything(at.claimed(&instance)));
            (measure.far(&at), measure.score(&at))
        };
        assert_eq!(bound([1, 2, 3, 4, 5, 6, 7, 8, 0]), (0, 0));
        assert_eq!(bound([3, 1, 2, 4, 5, 6, 7, 8, 0]), (4, 6));
        // In the upper row two must leave; 7 and 8 in the lower one are a separate conflict.
        assert_eq!(bound([3, 2, 1, 4, 5, 6, 8, 7, 0]), (6, 12));
    }
}
