//! A rectangle of cells around the blank's first cell, with the symmetries that keep that cell in place.
//!
//! Tiles are named by the cell in which they begin, so a symmetry turns a position into another position at
//! the same distance: it turns the cells and the names of the tiles alike. The hash of a position is a sum
//! over its cells,
//!
//! ```text
//! hash = Σ place[cell] · name[tile in it]        name[blank] = 0
//! ```
//!
//! with random numbers `place` and `name`. A step changes one term, also in the hash of the turned position,
//! whose numbers are those of the turned cells. The hashes only select pairs that are then compared exactly.

use super::path::OFFSETS;

/// No neighbour in this direction.
pub const NOWHERE: u16 = u16::MAX;

/// The symmetries of a rectangle that keep a cell in place, as transposition, then mirrored rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    transpose: bool,
    rows: bool,
    cols: bool,
}

/// The size of a rectangle, and the cell in which the blank begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub cols: usize,
    /// The row and column of the blank.
    pub blank: (usize, usize),
}

impl Outline {
    /// All symmetries that keep the blank in place; the first is the identity.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let all = (0..8).map(|bits| Symmetry {
            transpose: bits & 4 != 0,
            rows: bits & 2 != 0,
            cols: bits & 1 != 0,
        });
        let fits = |symmetry: &Symmetry| !symmetry.transpose || self.rows == self.cols;
        all.filter(|symmetry| fits(symmetry) && self.turned(*symmetry, self.blank) == self.blank).collect()
    }

    fn turned(&self, symmetry: Symmetry, (row, col): (usize, usize)) -> (usize, usize) {
        let (row, col) = if symmetry.transpose { (col, row) } else { (row, col) };
        let row = if symmetry.rows { self.rows - 1 - row } else { row };
        (row, if symmetry.cols { self.cols - 1 - col } else { col })
    }

    fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.rows).flat_map(|row| (0..self.cols).map(move |col| (row, col)))
    }
}

/// The direction after a symmetry.
fn turned(symmetry: Symmetry, dir: usize) -> u8 {
    let (row, col) = OFFSETS[dir];
    let (row, col) = if symmetry.transpose { (col, row) } else { (row, col) };
    let (row, col) = (if symmetry.rows { -row } else { row }, if symmetry.cols { -col } else { col });
    OFFSETS.iter().position(|&offset| offset == (row, col)).expect("a direction stays one") as u8
}

/// The tables of a rectangle with `G` symmetries.
pub struct Field<const G: usize> {
    /// The cell in which the blank begins.
    pub start: u16,
    /// The neighbour of each cell in each direction.
    pub steps: Vec<[u16; 4]>,
    /// The number of each cell, turned by each symmetry.
    pub place: Vec<[u64; G]>,
    /// The number of the tile that begins in each cell, turned by each symmetry.
    pub name: Vec<[u64; G]>,
    /// Each direction, turned by each symmetry.
    pub turns: [[u8; 4]; G],
}

impl<const G: usize> Field<G> {
    /// The tables; the outline has `G` symmetries, and at most 2^16 - 1 cells.
    pub fn new(outline: &Outline) -> Field<G> {
        let symmetries: [Symmetry; G] =
            outline.symmetries().try_into().expect("the caller counted the symmetries");
        let index = |(row, col): (usize, usize)| row * outline.cols + col;
        let step = |(row, col): (usize, usize), (down, right): (isize, isize)| {
            let row = row.checked_add_signed(down).filter(|&row| row < outline.rows);
            let col = col.checked_add_signed(right).filter(|&col| col < outline.cols);
            row.zip(col).map_or(NOWHERE, |cell| index(cell) as u16)
        };
        let random = |cell, salt| random(2 * index(cell) as u64 + salt);
        let blank = random(outline.blank, 1);
        let turned_all = |cell| symmetries.map(|symmetry| outline.turned(symmetry, cell));
        Field {
            start: index(outline.blank) as u16,
            steps: outline.cells().map(|cell| OFFSETS.map(|offset| step(cell, offset))).collect(),
            place: outline.cells().map(|cell| turned_all(cell).map(|cell| random(cell, 0))).collect(),
            name: outline
                .cells()
                .map(|cell| turned_all(cell).map(|cell| random(cell, 1).wrapping_sub(blank)))
                .collect(),
            turns: symmetries.map(|symmetry| [0, 1, 2, 3].map(|dir| turned(symmetry, dir))),
        }
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.steps.len()
    }

    /// The number of neighbours of a cell.
    #[inline]
    pub fn degree(&self, cell: u16) -> u64 {
        self.steps[usize::from(cell)].iter().filter(|&&to| to != NOWHERE).count() as u64
    }

    /// The bytes of the tables.
    pub fn bytes(&self) -> u64 {
        (self.cells() * (size_of::<[u16; 4]>() + 2 * size_of::<[u64; G]>())) as u64
    }
}

/// A random number (Steele, Lea and Flood's *SplitMix64*, 2014).
fn random(number: u64) -> u64 {
    mixed(number.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x9e37_79b9_7f4a_7c15))
}

/// A permutation of the 64-bit numbers under which similar numbers become dissimilar.
#[inline]
pub fn mixed(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_symmetries_keep_the_blank_in_place() {
        let number = |rows, cols, blank| Outline { rows, cols, blank }.symmetries().len();
        assert_eq!(number(6, 6, (5, 5)), 2, "transposition");
        assert_eq!(number(5, 5, (2, 2)), 8, "the whole group of the square");
        assert_eq!(number(3, 5, (1, 2)), 4, "no transposition on a rectangle");
        assert_eq!(number(3, 5, (0, 2)), 2, "left and right");
        assert_eq!(number(4, 4, (0, 1)), 1);
        assert_eq!(number(5, 5, (0, 0)), number(4, 4, (0, 3)));
    }

    #[test]
    fn steps_turn_with_the_cells() {
        let outline = Outline { rows: 5, cols: 5, blank: (2, 2) };
        let field = Field::<8>::new(&outline);
        for (number, symmetry) in outline.symmetries().into_iter().enumerate() {
            let turn = |cell: u16| {
                let (row, col) = outline.turned(symmetry, (usize::from(cell) / 5, usize::from(cell) % 5));
                (5 * row + col) as u16
            };
            for cell in 0..25 {
                for dir in 0..4 {
                    let to = field.steps[usize::from(cell)][dir];
                    let turned = field.steps[usize::from(turn(cell))][usize::from(field.turns[number][dir])];
                    assert_eq!(turned, if to == NOWHERE { NOWHERE } else { turn(to) });
                }
            }
        }
    }
}
