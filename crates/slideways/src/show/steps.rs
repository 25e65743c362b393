//! A solution as text, move by move.
//!
//! ```
//! use slideways::grid::Dir;
//! use slideways::puzzle::rule::Move;
//! use slideways::{format::sliding, show};
//!
//! let puzzle = sliding::parse("1 x 3\n1 = 1\n1\n001\n").unwrap().puzzle;
//! let moves = [Move { pieces: vec![0], path: vec![Dir::Right, Dir::Right] }];
//! let shown = show::steps(&puzzle, &moves, |_, _| "1 RR".into(), show::text::arrangement);
//! assert_eq!(shown.unwrap(), "\
//! start
//! 1 . .
//!
//! 1: 1 RR
//! . . 1
//! ");
//! ```

use crate::Style;
use crate::puzzle::rule::{self, Illegal, Move};
use crate::puzzle::{Arrangement, Puzzle};

/// Draw the start and then, for every move, its number, its text and the arrangement after it.
///
/// The caller chooses how to write a move and how to draw an arrangement; `word` also gets the arrangement
/// before the move. The moves are replayed in the most permissive style, in which a move of any style is
/// legal. Whether they are legal in a narrower style is not checked here.
pub fn steps(
    puzzle: &Puzzle,
    moves: &[Move],
    word: impl Fn(&Arrangement, &Move) -> String,
    draw: impl Fn(&Puzzle, &Arrangement) -> String,
) -> Result<String, Illegal> {
    let widest = Style::ALL[5];
    let mut at = puzzle.start().clone();
    let mut text = format!("start\n{}", draw(puzzle, &at));
    for (number, played) in (1..).zip(moves) {
        let to = rule::play(puzzle, &at, played, widest)?;
        text.push_str(&format!("\n{number}: {}\n{}", word(&at, played), draw(puzzle, &to)));
        at = to;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::sliding;
    use crate::grid::Dir;
    use crate::show::text;

    #[test]
    fn a_move_that_cannot_be_made_is_not_drawn() {
        let puzzle = sliding::parse("1 x 3\n1 = 1\n2 = 1\n12\n102\n").unwrap().puzzle;
        let moves = [Move { pieces: vec![0], path: vec![Dir::Right] }];
        let shown = steps(&puzzle, &moves, |_, _| String::new(), text::arrangement);
        assert_eq!(shown, Err(Illegal::Blocked { step: 1, dir: Dir::Right }));
    }

    #[test]
    fn a_set_of_pieces_may_move_and_is_worded_from_where_it_was() {
        let puzzle = sliding::parse("1 x 3\n1 = 1\n2 = 1\n12\n012\n").unwrap().puzzle;
        let moves = [Move { pieces: vec![0, 1], path: vec![Dir::Right] }];
        let from = |at: &Arrangement, played: &Move| {
            format!("from {}", puzzle.grid().coordinates(at.0[played.pieces[0]]))
        };
        let shown = steps(&puzzle, &moves, from, text::arrangement).unwrap();
        assert_eq!(shown, "start\n1 2 .\n\n1: from 0,0\n. 1 2\n");
    }
}
