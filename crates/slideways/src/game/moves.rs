//! The moves of a puzzle of either family, by the plain rule: for programs that play.

use super::Game;
use crate::format::solution;
use crate::grid::Dir;
use crate::puzzle::rule;
use crate::style::{Style, Who};
use crate::tiles::Position;

/// A legal move.
#[derive(Clone, Debug)]
pub struct GameMove {
    /// The move as users write it: `4@3,1:R2` for blocks, `R` or `U2` for tiles.
    pub text: String,
    /// The puzzle after it.
    pub after: Game,
}

/// The most pieces whose sets are tried one by one.
const MOST_PIECES: usize = 16;

/// The sets of too many pieces cannot be tried one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the moves of sets are listed for at most {MOST_PIECES} pieces, but the puzzle has {0}")]
pub struct TooManySets(pub usize);

impl Game {
    /// Whether the start is a goal.
    pub fn is_solved(&self) -> bool {
        match self {
            Game::Blocks(puzzle) => puzzle.is_solved(puzzle.start()),
            Game::Tiles(position) => position.board().is_solved(position.goal()),
        }
    }

    /// Every legal move from the start in a style.
    ///
    /// ```
    /// use slideways::{Game, Style, library};
    ///
    /// let klotski = Game::from(library::puzzle("klotski").unwrap());
    /// let moves = klotski.moves(Style::MOVE)?;
    /// let texts: Vec<&str> = moves.iter().map(|played| &played.text[..]).collect();
    /// assert_eq!(texts.len(), 8);
    /// assert_eq!(texts[..4], ["4@3,1:D", "4@3,1:DR", "4@3,2:D", "4@3,2:DL"]);
    /// # Ok::<(), slideways::game::TooManySets>(())
    /// ```
    pub fn moves(&self, style: Style) -> Result<Vec<GameMove>, TooManySets> {
        match self {
            Game::Blocks(puzzle) => {
                let pieces = puzzle.pieces().len();
                if style.who == Who::Set && pieces > MOST_PIECES {
                    return Err(TooManySets(pieces));
                }
                let all = rule::moves(puzzle, puzzle.start(), style);
                let told = |(played, to)| GameMove {
                    text: solution::print_move(puzzle, puzzle.start(), &played),
                    after: puzzle.with_start(&to).expect("a legal move keeps the pieces").into(),
                };
                Ok(all.into_iter().map(told).collect())
            }
            Game::Tiles(position) => {
                let most = match style.who {
                    Who::Piece => 1,
                    Who::Set => position.board().size().cells(),
                };
                Ok(Dir::ALL[..4].iter().flat_map(|&dir| runs(position, dir, most)).collect())
            }
        }
    }
}

/// The moves of one to `most` tiles in a direction.
fn runs(position: &Position, dir: Dir, most: usize) -> impl Iterator<Item = GameMove> {
    let mut board = position.board().clone();
    (1..=most).map_while(move |tiles| {
        board.slide(dir)?;
        let count = if tiles > 1 { tiles.to_string() } else { String::new() };
        let after = Position::new(board.clone(), position.goal().clone()).expect("steps keep the size");
        Some(GameMove { text: format!("{}{count}", dir.letter()), after: after.into() })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;

    #[test]
    fn tiles_move_one_by_one_or_in_runs() {
        let game = Game::from("1 2 3/4 5 6/7 8 0".parse::<Position>().unwrap());
        let texts = |style| -> Vec<String> {
            game.moves(style).unwrap().into_iter().map(|played| played.text).collect()
        };
        assert!(game.is_solved());
        assert_eq!(texts(Style::STEP), ["R", "D"]);
        assert_eq!(texts(Style::SET_STEP), ["R", "R2", "D", "D2"]);
        assert!(game.moves(Style::STEP).unwrap().iter().all(|played| !played.after.is_solved()));
    }

    #[test]
    fn sets_of_many_pieces_are_refused() {
        let many = library::names().filter_map(library::puzzle).find(|puzzle| puzzle.pieces().len() > 16);
        let pieces = many.as_ref().unwrap().pieces().len();
        let game = Game::from(many.unwrap());
        assert_eq!(game.moves(Style::SET_STEP).err(), Some(TooManySets(pieces)));
        assert!(!game.moves(Style::STEP).unwrap().is_empty());
    }
}
