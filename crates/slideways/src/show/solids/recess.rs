//! What is recessed into the top of a piece: a square, or its number.
//!
//! The digits are three squares wide and five high, as on a display with seven segments. No two squares of a
//! digit touch only at a corner, so the mesh stays closed.

use crate::show::kit::KitPiece;

/// The digits: five rows of three squares, as bits.
const DIGITS: [[u8; 5]; 10] = [
    [0b111, 0b101, 0b101, 0b101, 0b111],
    [0b010, 0b010, 0b010, 0b010, 0b010],
    [0b111, 0b001, 0b111, 0b100, 0b111],
    [0b111, 0b001, 0b111, 0b001, 0b111],
    [0b101, 0b101, 0b111, 0b001, 0b001],
    [0b111, 0b100, 0b111, 0b001, 0b111],
    [0b111, 0b100, 0b111, 0b101, 0b111],
    [0b111, 0b001, 0b001, 0b001, 0b001],
    [0b111, 0b101, 0b111, 0b101, 0b111],
    [0b111, 0b101, 0b111, 0b001, 0b111],
];

/// The lines that a recess adds inside each cell, and the squares between them that are open.
pub(super) struct Recess {
    columns: Vec<f64>,
    rows: Vec<f64>,
    /// Rows of squares from the bottom; `true` is open.
    open: Vec<Vec<bool>>,
}

impl Recess {
    /// The recess of a piece in cells of a width.
    pub fn of(piece: &KitPiece, cell: f64) -> Recess {
        let is_number = !piece.name.is_empty() && piece.name.bytes().all(|byte| byte.is_ascii_digit());
        let mut open = match (piece.wanted, is_number) {
            (true, _) => vec![vec![true]],
            (false, true) => number(&piece.name),
            (false, false) => vec![],
        };
        open.reverse();
        let (wide, high) = (open.first().map_or(0, Vec::len), open.len());
        let square = match piece.wanted {
            true => cell / 3.0,
            false => (cell * 0.5 / high.max(1) as f64).min(cell * 0.6 / wide.max(1) as f64),
        };
        let lines = |squares: usize| match squares {
            0 => vec![],
            _ => (0..=squares).map(|i| cell / 2.0 + (i as f64 - squares as f64 / 2.0) * square).collect(),
        };
        Recess { columns: lines(wide), rows: lines(high), open }
    }

    /// Whether nothing is recessed.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// The number of lines per cell: its two sides, and those of the recess.
    pub fn period(&self) -> (i32, i32) {
        (self.columns.len() as i32 + 2, self.rows.len() as i32 + 2)
    }

    /// Whether the box after a column line and a row line of a cell is open.
    pub fn has(&self, (column, row): (i32, i32)) -> bool {
        let at = |line: i32| usize::try_from(line - 1).ok();
        let open = at(row).and_then(|row| self.open.get(row)).zip(at(column));
        open.is_some_and(|(squares, column)| squares.get(column) == Some(&true))
    }

    /// The place of a column line; the sides of cells are moved in by `inset`.
    pub fn x(&self, line: i32, cell: f64, inset: f64) -> f64 {
        place(&self.columns, line, cell, inset)
    }

    /// The place of a row line.
    pub fn y(&self, line: i32, cell: f64, inset: f64) -> f64 {
        place(&self.rows, line, cell, inset)
    }
}

fn place(inner: &[f64], line: i32, cell: f64, inset: f64) -> f64 {
    let per = inner.len() as i32 + 2;
    let within = match line.rem_euclid(per) {
        0 => inset,
        last if last == per - 1 => cell - inset,
        line => inner[line as usize - 1],
    };
    f64::from(line.div_euclid(per)) * cell + within
}

/// The squares of a number, from the top; a column is free between two digits.
fn number(digits: &str) -> Vec<Vec<bool>> {
    let row = |row: usize| {
        let mut squares = vec![];
        for digit in digits.bytes() {
            let bits = DIGITS[usize::from(digit - b'0')][row];
            if !squares.is_empty() {
                squares.push(false);
            }
            squares.extend([2, 1, 0].map(|bit| bits >> bit & 1 == 1));
        }
        squares
    };
    (0..5).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_squares_of_a_digit_touch_only_at_a_corner() {
        for digit in DIGITS {
            for rows in digit.windows(2) {
                for right in 0..2 {
                    let pair = |row: u8| row >> right & 0b11;
                    assert!(!matches!((pair(rows[0]), pair(rows[1])), (0b01, 0b10) | (0b10, 0b01)));
                }
            }
        }
    }

    #[test]
    fn a_digit_is_upright_and_not_mirrored() {
        let piece = KitPiece { name: "7".to_owned(), cells: vec![(0, 0)], wanted: false };
        let recess = Recess::of(&piece, 20.0);
        let open = |row: i32| (1..4).map(|column| recess.has((column, row))).collect::<Vec<_>>();
        assert_eq!(
            (open(1), open(5)),
            (vec![false, false, true], vec![true; 3]),
            "rows count from the bottom"
        );
        assert!(
            recess.x(1, 20.0, 0.2) < recess.x(2, 20.0, 0.2)
                && recess.y(1, 20.0, 0.2) < recess.y(2, 20.0, 0.2)
        );
    }

    #[test]
    fn digits_stand_side_by_side() {
        let drawn: Vec<String> = number("14")
            .iter()
            .map(|row| row.iter().map(|&open| if open { '#' } else { '.' }).collect())
            .collect();
        assert_eq!(drawn, [".#..#.#", ".#..#.#", ".#..###", ".#....#", ".#....#"]);
    }
}
