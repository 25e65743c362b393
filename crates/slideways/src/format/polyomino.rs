//! Polyominoes by name: `T`, `X`, `I5`, and sets such as `pentominoes`.
//!
//! The letters are Golomb's for pentominoes and those in general use for tetrominoes. `I`, `L`, `T` and `Z`
//! name both a tetromino and a pentomino; the plain letter is the tetromino, and a number of cells chooses:
//! `T5`, or `T-pentomino`. A set contains the *free* polyominoes, one of each pair of mirror images.

use super::sliding;
use crate::puzzle::Shape;

/// The name of a polyomino, its number of cells, its pattern, and whether it belongs to the set of its size:
/// `J` and `S` are mirror images of `L` and `Z`.
const NAMED: [(&str, usize, &str, bool); 23] = [
    ("I", 1, "1", true),
    ("I", 2, "11", true),
    ("I", 3, "111", true),
    ("V", 3, "1/11", true),
    ("I", 4, "1111", true),
    ("O", 4, "11/11", true),
    ("T", 4, "111/01", true),
    ("L", 4, "1/1/11", true),
    ("J", 4, "01/01/11", false),
    ("Z", 4, "11/011", true),
    ("S", 4, "011/11", false),
    ("F", 5, "011/11/01", true),
    ("I", 5, "11111", true),
    ("L", 5, "1/1/1/11", true),
    ("N", 5, "01/11/1/1", true),
    ("P", 5, "11/11/1", true),
    ("T", 5, "111/01/01", true),
    ("U", 5, "101/111", true),
    ("V", 5, "1/1/111", true),
    ("W", 5, "1/11/011", true),
    ("X", 5, "01/111/01", true),
    ("Y", 5, "01/11/01/01", true),
    ("Z", 5, "11/01/011", true),
];

/// The prefixes of the names of sets, by number of cells.
const PREFIXES: [&str; 5] = ["mon", "d", "tr", "tetr", "pent"];

/// The polyominoes that a word names, each with its name; `None` if it names none.
///
/// ```
/// use slideways::format::polyomino;
///
/// let names = |word| -> Option<Vec<String>> {
///     Some(polyomino::named(word)?.into_iter().map(|(name, _)| name).collect())
/// };
/// assert_eq!(names("T").unwrap(), ["T4"]);
/// assert_eq!(names("tetrominoes").unwrap(), ["I4", "O4", "T4", "L4", "Z4"]);
/// assert_eq!(names("X-pentomino"), names("X5"));
/// assert_eq!(names("pentominoes").unwrap().len(), 12);
/// assert_eq!(names("Q"), None);
/// ```
pub fn named(word: &str) -> Option<Vec<(String, Shape)>> {
    let whole = |&(name, cells, pattern, _): &(&str, usize, &str, bool)| {
        (format!("{name}{cells}"), sliding::shape('1', pattern).expect("the patterns are right"))
    };
    let lower = word.to_lowercase();
    let (letter, set) = lower.split_once('-').map_or(("", &*lower), |(letter, set)| (letter, set));
    if let Some(cells) = set_size(set) {
        let of_size = NAMED.iter().filter(|entry| entry.1 == cells);
        let all: Vec<_> = match letter {
            "" => of_size.filter(|entry| entry.3).map(whole).collect(),
            _ => of_size.filter(|entry| entry.0.eq_ignore_ascii_case(letter)).map(whole).collect(),
        };
        return (!all.is_empty()).then_some(all);
    }
    // A small letter could be the name of a file or a puzzle.
    let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let cells: Option<usize> = word[name.len()..].parse().ok();
    let fits = |entry: &&(&str, usize, &str, bool)| {
        // A plain letter has four or five cells.
        entry.0 == name && cells.map_or(entry.1 > 3, |cells| entry.1 == cells)
    };
    NAMED.iter().find(fits).map(|entry| vec![whole(entry)])
}

/// The number of cells of the pieces of a set: 4 for `tetromino` and `tetrominoes`.
fn set_size(set: &str) -> Option<usize> {
    let prefix = ["ominoes", "ominos", "omino"].into_iter().find_map(|ending| set.strip_suffix(ending))?;
    PREFIXES.iter().position(|&known| known == prefix).map(|at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Offset;
    use std::collections::BTreeSet;

    /// The least of the eight images of a shape in the plane.
    fn canonical(shape: &Shape) -> Shape {
        let turned = |turn: usize, cell: &Offset| {
            let (row, col) = (cell.row, cell.col);
            let (row, col) = [(row, col), (col, -row), (-row, -col), (-col, row)][turn % 4];
            Offset::plane(row, if turn < 4 { col } else { -col })
        };
        let images =
            (0..8).map(|turn| Shape::new(shape.offsets().iter().map(|cell| turned(turn, cell))).unwrap());
        images.min().unwrap()
    }

    /// All free polyominoes with a number of cells, grown cell by cell.
    fn free(cells: usize) -> BTreeSet<Shape> {
        let mut all = BTreeSet::from([Shape::new([Offset::default()]).unwrap()]);
        for _ in 1..cells {
            let grow = |shape: &Shape| -> Vec<Shape> {
                let steps = [(0, 1), (0, -1), (1, 0), (-1, 0)].map(|(row, col)| Offset::plane(row, col));
                let next = shape.offsets().iter().flat_map(|&cell| steps.map(|step| cell + step));
                let next = next.filter(|cell| !shape.offsets().contains(cell));
                next.map(|cell| {
                    canonical(&Shape::new(shape.offsets().iter().copied().chain([cell])).unwrap())
                })
                .collect()
            };
            all = all.iter().flat_map(grow).collect();
        }
        all
    }

    #[test]
    fn each_set_contains_every_free_polyomino_once() {
        for (cells, set) in (1..).zip(["monominoes", "dominoes", "trominoes", "tetrominoes", "pentominoes"]) {
            let named: Vec<Shape> = named(set).unwrap().iter().map(|(_, shape)| canonical(shape)).collect();
            assert_eq!(named.iter().cloned().collect::<BTreeSet<_>>(), free(cells), "{set}");
            assert_eq!(named.len(), free(cells).len(), "{set}");
        }
    }

    #[test]
    fn mirror_images_have_names_too() {
        for (one, other) in [("J", "L"), ("S", "Z")] {
            let [one, other] = [one, other].map(|name| named(name).unwrap().remove(0).1);
            assert_ne!(one, other);
            assert_eq!(canonical(&one), canonical(&other));
        }
    }

    #[test]
    fn other_words_name_nothing() {
        for word in ["", "t", "T6", "4", "octominoes", "omino", "Q-pentomino", "-tetromino2", "klotski"] {
            assert!(named(word).is_none(), "{word}");
        }
    }
}
