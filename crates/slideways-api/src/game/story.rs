//! Moves by the page's pieces, as a story to draw.

use super::{Game, Played};
use crate::fault::Fault;
use slideways::Who;
use slideways::grid::Dir;
use slideways::puzzle::Arrangement;
use slideways::puzzle::rule::Move;
use slideways::show::story::Story;
use std::fmt::Display;

impl Game {
    /// The story of moves from an arrangement; they are replayed, and an illegal one is refused.
    pub fn story(&self, at: &Arrangement, moves: &[Played], who: Who) -> Result<Story, Fault> {
        let illegal = |why: &dyn Display| Fault::puzzle(format!("the moves cannot be replayed: {why}"));
        let moves = moves.iter().map(|played| self.stored(played)).collect::<Result<Vec<Move>, Fault>>()?;
        match self.board(at) {
            Some((board, goal)) => {
                // Tiles that move together follow each other into the blank, one by one.
                let each = |played: &Move| played.path.repeat(played.pieces.len());
                let path: Vec<Dir> = moves.iter().flat_map(each).collect();
                Story::of_board(&board, &goal.some_board(), &path, who).map_err(|why| illegal(&why))
            }
            None => {
                let from = self.puzzle.with_start(at).map_err(|why| Fault::request(why.to_string()))?;
                Story::of_puzzle(&from, &moves).map_err(|why| illegal(&why))
            }
        }
    }

    /// A move of the page as a move of the puzzle.
    fn stored(&self, played: &Played) -> Result<Move, Fault> {
        let piece = |&number: &usize| {
            let none = || format!("there is no piece {number}: the puzzle has {} pieces", self.pieces.len());
            self.pieces.get(number).copied().ok_or_else(|| Fault::request(none()))
        };
        let dir = |letter: char| {
            let none = || format!("`{letter}` is not a direction; the directions are U, D, L, R, N and F");
            Dir::from_letter(letter).ok_or_else(|| Fault::request(none()))
        };
        let mut pieces = played.pieces.iter().map(piece).collect::<Result<Vec<usize>, Fault>>()?;
        let path = played.path.chars().map(dir).collect::<Result<Vec<Dir>, Fault>>()?;
        if pieces.is_empty() || path.is_empty() {
            return Err(Fault::request("a move needs at least one piece and one step"));
        }
        pieces.sort_unstable();
        Ok(Move { pieces, path })
    }
}
