//! The bit of each arrangement, and what the moves do to it.
//!
//! The arrangements with the red car and the hole in given cells are a *segment* of the table. Within it an
//! arrangement is a number with one bit for each undecided car, in reading order: 1 if the car is vertical.
//! The cars to the right of the red car are vertical, and have no bit.
//!
//! A horizontal move exchanges the hole with a car that follows or precedes it in reading order, so it keeps
//! the number. A vertical move takes the bit of the car out, and puts it back at the place of the hole.

use super::UnitCars;
use crate::grid::{Cell, Dir};

/// The arrangements with the red car and the hole in given cells.
#[derive(Clone, Debug)]
pub struct CarSegment {
    /// The cell of the red car.
    pub red: Cell,
    /// The hole.
    pub hole: Cell,
    /// The cells of the undecided cars, in reading order: the first is the lowest bit.
    pub cars: Vec<Cell>,
    /// Its first word in the table.
    pub first: usize,
    /// What can move into the hole.
    pub moves: Vec<HoleMove>,
}

/// A car moves into the hole.
#[derive(Clone, Copy, Debug)]
pub struct HoleMove {
    /// The segment that the move leads to.
    pub to: usize,
    /// The bit that is tested, and its value.
    pub needs: Option<(u32, bool)>,
    /// The bit that is taken out.
    pub removed: Option<u32>,
    /// Where a bit 1 is put in after that.
    pub inserted: Option<u32>,
}

impl CarSegment {
    /// The number of words.
    pub fn words(&self) -> usize {
        (1 << self.cars.len() as u32).max(64) / 64
    }
}

/// All segments of a box with the red car not yet at the right end of its row.
#[derive(Clone, Debug)]
pub struct CarLayout {
    /// By the column of the red car, then by the hole.
    pub segments: Vec<CarSegment>,
}

impl CarLayout {
    /// The segments of a box.
    pub fn new(cars: UnitCars) -> CarLayout {
        let grid = cars.grid;
        let first_of_row = cars.red_row * grid.cols();
        let mut segments: Vec<CarSegment> = vec![];
        for col in 0..grid.cols() - 1 {
            let red = Cell((first_of_row + col) as u16);
            let is_decided = |cell: Cell| (red.index()..first_of_row + grid.cols()).contains(&cell.index());
            for hole in grid.cells().filter(|&hole| hole != red) {
                let cars = grid.cells().filter(|&cell| cell != hole && !is_decided(cell)).collect();
                let first = segments.last().map_or(0, |last| last.first + last.words());
                segments.push(CarSegment { red, hole, cars, first, moves: vec![] });
            }
        }
        for number in 0..segments.len() {
            let moves = grid.dirs().iter().filter_map(|&dir| hole_move(cars, &segments, number, dir));
            segments[number].moves = moves.collect();
        }
        CarLayout { segments }
    }

    /// The number of words of the table.
    pub fn words(&self) -> usize {
        self.segments.last().map_or(0, |last| last.first + last.words())
    }

    /// The segment from which the red car reaches the end of its row in one move.
    pub fn last(&self, cars: UnitCars) -> Option<usize> {
        let end = (cars.red_row + 1) * cars.grid.cols() - 1;
        find(&self.segments, Cell(end.checked_sub(1)? as u16), Cell(end as u16))
    }
}

fn find(segments: &[CarSegment], red: Cell, hole: Cell) -> Option<usize> {
    segments.iter().position(|segment| segment.red == red && segment.hole == hole)
}

/// The move of the car on one side of the hole; `None` if it cannot move there, or leads to a goal.
fn hole_move(cars: UnitCars, segments: &[CarSegment], number: usize, dir: Dir) -> Option<HoleMove> {
    let segment = &segments[number];
    let near = cars.grid.shifted(segment.hole, dir.offset())?;
    let is_vertical = matches!(dir, Dir::Up | Dir::Down);
    if near == segment.red {
        let to = (!is_vertical).then(|| find(segments, segment.hole, near))??;
        return Some(HoleMove { to, needs: None, removed: None, inserted: None });
    }
    let to = find(segments, segment.red, near)?;
    let rank = |cars: &[Cell], cell| cars.binary_search(&cell).ok().map(|rank| rank as u32);
    let bit = rank(&segment.cars, near);
    let needs = bit.map(|bit| (bit, is_vertical));
    if is_vertical {
        // The hole has no bit afterwards if it is to the right of the red car, where all cars are vertical.
        Some(HoleMove { to, needs, removed: bit, inserted: rank(&segments[to].cars, segment.hole) })
    } else {
        needs?;
        Some(HoleMove { to, needs, removed: None, inserted: None })
    }
}

impl HoleMove {
    /// Whether the move is the same for all 64 numbers of a word.
    pub fn keeps_words(&self) -> bool {
        self.removed.is_none_or(|bit| bit >= 6) && self.inserted.is_none_or(|bit| bit >= 6)
    }

    /// The number after the move; `shift` is the number of lowest bits that it does not have.
    pub fn apply(&self, number: usize, shift: u32) -> usize {
        let removed = match self.removed.map(|bit| bit - shift) {
            Some(bit) => number & low(bit) | (number >> 1) & !low(bit),
            None => number,
        };
        match self.inserted.map(|bit| bit - shift) {
            Some(bit) => removed & low(bit) | 1 << bit | (removed & !low(bit)) << 1,
            None => removed,
        }
    }

    /// The numbers of a word, of those in a set, that the move is possible for.
    pub fn possible(&self, set: u64, word: usize) -> u64 {
        /// The numbers from 0 to 63 with one bit set.
        const WITH: [u64; 6] = [
            0xaaaa_aaaa_aaaa_aaaa,
            0xcccc_cccc_cccc_cccc,
            0xf0f0_f0f0_f0f0_f0f0,
            0xff00_ff00_ff00_ff00,
            0xffff_0000_ffff_0000,
            0xffff_ffff_0000_0000,
        ];
        match self.needs {
            None => set,
            Some((bit @ ..6, true)) => set & WITH[bit as usize],
            Some((bit @ ..6, false)) => set & !WITH[bit as usize],
            Some((bit, value)) if (word >> (bit - 6) & 1 == 1) == value => set,
            Some(_) => 0,
        }
    }
}

fn low(bits: u32) -> usize {
    (1 << bits) - 1
}
