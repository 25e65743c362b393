//! The parts: one function per cell of the blank and direction in which a tile can move into it.
//!
//! A position is one word, four bits per cell, each the home of the tile in that cell; in the blank's cell
//! they are 0. Since the compiler knows the cell and the direction, a step is a mask, a shift and two
//! exclusive-ors, and whether it is happy is one bit of a constant:
//!
//! ```text
//! blank in cell 5, the tile in cell 6 goes left: it takes its four bits from place 6 to place 5;
//! happy if its home is in column 0 or 1, that is one of the homes 0 1 4 5 8 9 12 13 of 4 x 4.
//! ```
//!
//! A part processes a whole tray and never branches on its content: every step is written to the next tray,
//! but the write position advances only if the step is wanted; otherwise the next one overwrites it.

use super::tray::Tray;

/// The number of directions of tiles, in the order of [`Dir::ALL`](crate::grid::Dir::ALL): right, left, down,
/// up.
pub const DIRS: usize = 4;

/// The number of cells of the largest board: the number of groups of four bits in a word.
pub const CELLS: usize = 16;

/// The step of a tile in one direction, for a tray of positions that have the blank in one cell.
#[derive(Clone, Copy)]
pub struct Part {
    /// Take the happy steps, into the given tray.
    pub happy: fn(&[u64], &mut Tray),
    /// Take all steps, the happy ones into the first tray, the sad ones into the second.
    pub any: fn(&[u64], &mut Tray, &mut Tray),
}

/// The parts of the boards with 2, 3 and 4 columns, by the blank's cell and the tile's direction.
pub static PARTS: [[[Part; DIRS]; CELLS]; 3] = [parts::<2>(), parts::<3>(), parts::<4>()];

const fn parts<const COLS: usize>() -> [[Part; DIRS]; CELLS] {
    macro_rules! cells {
        ($($cell:literal)*) => {
            [$([
                part::<COLS, $cell, 0>(),
                part::<COLS, $cell, 1>(),
                part::<COLS, $cell, 2>(),
                part::<COLS, $cell, 3>(),
            ]),*]
        };
    }
    cells!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
}

const fn part<const COLS: usize, const CELL: usize, const DIR: usize>() -> Part {
    Part { happy: happy::<COLS, CELL, DIR>, any: any::<COLS, CELL, DIR> }
}

fn happy<const COLS: usize, const CELL: usize, const DIR: usize>(from: &[u64], to: &mut Tray) {
    let room = to.room(from.len());
    let mut taken = 0;
    for &position in from {
        let (after, is_happy) = step::<COLS, CELL, DIR>(position);
        room[taken] = after;
        taken += is_happy as usize;
    }
    to.fill(taken);
}

fn any<const COLS: usize, const CELL: usize, const DIR: usize>(from: &[u64], to: &mut Tray, sad: &mut Tray) {
    let (room, sad_room) = (to.room(from.len()), sad.room(from.len()));
    let (mut taken, mut sad_taken) = (0, 0);
    for &position in from {
        let (after, is_happy) = step::<COLS, CELL, DIR>(position);
        room[taken] = after;
        sad_room[sad_taken] = after;
        taken += is_happy as usize;
        sad_taken += !is_happy as usize;
    }
    to.fill(taken);
    sad.fill(sad_taken);
}

/// The position after a step, and whether the step is happy.
#[inline(always)]
fn step<const COLS: usize, const CELL: usize, const DIR: usize>(position: u64) -> (u64, bool) {
    let source = const { source(COLS, CELL, DIR) };
    let tile = position & 15 << (4 * source);
    let moved = if source > CELL { tile >> (4 * (source - CELL)) } else { tile << (4 * (CELL - source)) };
    // The shift uses six bits, of which two belong to the next cell. The constant repeats itself, so they do
    // not matter.
    let place = position >> (4 * source) & 63;
    (position ^ tile ^ moved, const { happy_homes(COLS, CELL, DIR) } >> place & 1 == 1)
}

/// The cell that a tile leaves when it moves into the blank; the blank's own cell if that is off the board.
pub const fn source(cols: usize, blank: usize, dir: usize) -> usize {
    match dir {
        0 if !blank.is_multiple_of(cols) => blank - 1,
        1 if !(blank + 1).is_multiple_of(cols) => blank + 1,
        2 if blank >= cols => blank - cols,
        3 if blank + cols < CELLS => blank + cols,
        _ => blank,
    }
}

/// The homes, as bits, of the tiles for which a step is happy; repeated four times.
const fn happy_homes(cols: usize, blank: usize, dir: usize) -> u64 {
    let (mut homes, mut home) = (0, 0);
    while home < CELLS {
        if is_happy(cols, home, source(cols, blank, dir), blank) {
            homes |= 0x0001_0001_0001_0001 << home;
        }
        home += 1;
    }
    homes
}

/// Whether a step between two cells brings a tile nearer its home.
pub const fn is_happy(cols: usize, home: usize, from: usize, to: usize) -> bool {
    distance(cols, home, to) < distance(cols, home, from)
}

const fn distance(cols: usize, a: usize, b: usize) -> usize {
    (a / cols).abs_diff(b / cols) + (a % cols).abs_diff(b % cols)
}
