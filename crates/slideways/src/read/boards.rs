//! Rush Hour boards: how to distinguish them from names, and lists of boards.

use super::{Content, Meant, Origin, Text};
use crate::format::{self, Notation};

/// Whether a word is meant as a Rush Hour board, possibly with a mistake in it.
///
/// The car to free lies in a row, so every board has two adjacent `A` or two adjacent `X`; most file names
/// have neither.
pub fn is_board(word: &str) -> bool {
    let cells = word.chars().count();
    let square = cells.isqrt().pow(2) == cells;
    has_car(word) && (square || format::detect(word) == Notation::RushHour)
}

/// Whether a line contains a car to free.
fn has_car(line: &str) -> bool {
    line.contains("AA") || line.contains("XX")
}

/// Split a list of boards, one per line, into its lines; any other text is one puzzle.
///
/// A board on several lines has a car `A` in at most one line and a car `X` in at most one line. In a list,
/// every correct line has one of the two.
pub fn boards(name: &str, origin: Origin, text: Text) -> Vec<Meant> {
    let lines = || (0..).zip(text.body.lines()).filter(|(_, line)| !line.trim().is_empty());
    let with = |car: &str| lines().filter(|(_, line)| line.contains(car)).count();
    let side = lines().count();
    let is_square = lines().all(|(_, line)| line.trim().chars().count() == side);
    let is_list = match is_square {
        true => with("AA") > 1 || with("XX") > 1,
        false => lines().filter(|(_, line)| has_car(line)).count() > 1,
    };
    if !is_list || format::detect(&text.body) != Notation::RushHour {
        return vec![Meant { name: name.to_owned(), origin, content: Content::Blocks(text, None) }];
    }
    let board = |(number, line): (usize, &str)| {
        let text = text.line(number, line);
        let name = format!("{name}:{}", text.first_line);
        Meant { name, origin, content: Content::Blocks(text, Some(Notation::RushHour)) }
    };
    lines().map(board).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        boards("b", Origin::File, Text::new("b", text)).into_iter().map(|meant| meant.name).collect()
    }

    #[test]
    fn a_board_on_several_lines_is_one_board() {
        assert_eq!(names("AA.B\n...B\n....\n....\n"), ["b"]);
        assert_eq!(names("AA.B\n...B\nXX..\n....\n"), ["b"], "with a red car `X`");
    }

    #[test]
    fn boards_on_lines_of_their_own_are_many_even_if_some_are_wrong() {
        assert_eq!(names("AA..B.B..\n\n..B\nAA.......\n"), ["b:1", "b:3", "b:4"]);
        assert_eq!(names("AA..XX...\nXX.......\n"), ["b:1", "b:2"]);
        assert_eq!(names("7 AA..BB... 12\n5 .AABB.... 9\n"), ["b:1", "b:2"], "with what is known of them");
    }

    #[test]
    fn puzzle_text_is_one_puzzle() {
        assert_eq!(names("2 x 2 AA\nA = 1\nAA\nAA\n"), ["b"]);
    }
}
