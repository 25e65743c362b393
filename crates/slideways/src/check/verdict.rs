//! A verdict on moves from any source: how far they are right, and where they go wrong.

use super::{NotASolution, replay};
use crate::format::error::TextError;
use crate::format::solution;
use crate::format::tiles::path::{self, Convention};
use crate::game::Game;
use crate::grid::Dir;
use crate::puzzle::Puzzle;
use crate::style::Style;
use crate::tiles::{self, Position, moves};

/// What is right and what is wrong with moves.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The number of legal moves, up to the first wrong one.
    pub legal: usize,
    /// The first move that cannot be read or is not allowed.
    pub wrong: Option<WrongMove>,
    /// The puzzle after the legal moves.
    pub after: Game,
}

/// A move that cannot be read or is not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongMove {
    /// Its number, from 1.
    pub number: usize,
    /// The move as it was written, or in the usual notation if it could be read.
    pub text: String,
    /// What is wrong with it.
    pub reason: String,
    /// Where it is, if it cannot be read.
    pub place: Option<TextError>,
}

impl Verdict {
    /// Whether the moves are a solution: all of them are legal, and they end at a goal.
    pub fn is_solution(&self) -> bool {
        self.wrong.is_none() && self.after.is_solved()
    }
}

/// Judge moves by the plain rule: blocks as [`solution`] reads them, tiles as letters such as `R2U`.
///
/// ```
/// use slideways::{Style, check, library};
///
/// let klotski = library::puzzle("klotski").unwrap();
/// let verdict = check::judge(&klotski.into(), "4@4,0:R 4@4,1:U", Style::MOVE);
/// assert_eq!(verdict.legal, 1);
/// let wrong = verdict.wrong.unwrap();
/// assert_eq!((wrong.number, &wrong.reason[..]), (2, "step 1 (U) is blocked"));
/// ```
pub fn judge(game: &Game, text: &str, style: Style) -> Verdict {
    match game {
        Game::Blocks(puzzle) => of_blocks(puzzle, text, style),
        Game::Tiles(position) => of_tiles(position, text, style),
    }
}

fn of_blocks(puzzle: &Puzzle, text: &str, style: Style) -> Verdict {
    let (moves, unread) = match solution::parse(puzzle, text) {
        Ok(moves) => (moves, None),
        Err(error) => {
            let (before, _) = around(text, error.span.start);
            (solution::parse(puzzle, before).unwrap_or_default(), Some(error))
        }
    };
    let after = |played: usize| {
        let along = replay(puzzle, &moves[..played], style).expect("these moves are legal");
        along[played].clone()
    };
    let game = |played| puzzle.with_start(&after(played)).expect("legal moves keep the pieces").into();
    match replay(puzzle, &moves, style) {
        Err(NotASolution::Illegal { number, why }) => {
            let text = solution::print_move(puzzle, &after(number - 1), &moves[number - 1]);
            let wrong = Some(WrongMove { number, text, reason: why.to_string(), place: None });
            Verdict { legal: number - 1, wrong, after: game(number - 1) }
        }
        Ok(_) | Err(NotASolution::NotAtGoal) => {
            let legal = moves.len();
            Verdict { legal, wrong: unread.map(|error| unreadable(text, legal, error)), after: game(legal) }
        }
    }
}

fn of_tiles(position: &Position, text: &str, style: Style) -> Verdict {
    let start = position.board();
    let read = |text| path::parse(text, Convention::Letters, start);
    let (path, unread) = match read(text) {
        Ok(path) => (path, None),
        Err(error) => {
            // The number of a run belongs to the letter before it.
            let is_number = text[error.span.start..].starts_with(|c: char| c.is_ascii_digit());
            let before = text[..error.span.start].trim_end_matches(|c: char| is_number && c.is_alphabetic());
            (read(before).unwrap_or_default(), Some(error))
        }
    };
    let runs = moves::of(&path, style.who);
    let stuck = match tiles::replay::replay(start, &path) {
        Err(tiles::replay::NotASolution::Stuck { step, dir }) => Some((step, dir)),
        _ => None,
    };
    let (mut legal, mut steps) = (0, 0);
    while legal < runs.len() && stuck.is_none_or(|(step, _)| steps + runs[legal].tiles < step) {
        steps += runs[legal].tiles;
        legal += 1;
    }
    let wrong = match stuck {
        Some((_, dir)) => {
            let reason = format!("no tile can move {}, the blank is at the edge", dir.word());
            let run: Vec<Dir> = path[steps..][..runs[legal].tiles].to_vec();
            let text = path::print(&run, Convention::Letters, start).expect("letters need no position");
            Some(WrongMove { number: legal + 1, text, reason, place: None })
        }
        None => unread.map(|error| unreadable(text, legal, error)),
    };
    let mut along = tiles::replay::replay(start, &path[..steps]).expect("these steps are legal");
    let board = along.pop().expect("the start is there");
    let after = Position::new(board, position.goal().clone()).expect("steps keep the size").into();
    Verdict { legal, wrong, after }
}

fn unreadable(text: &str, legal: usize, error: TextError) -> WrongMove {
    let (_, word) = around(text, error.span.start);
    WrongMove {
        number: legal + 1,
        text: word.chars().take(80).collect(),
        reason: error.message.clone(),
        place: Some(error),
    }
}

/// The text before the word at a place, and that word. Blanks inside braces do not end it.
fn around(text: &str, at: usize) -> (&str, &str) {
    let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let brace = text[line..at].rfind('{').filter(|brace| !text[line + brace..at].contains('}'));
    let blank = text[line..at].rfind(char::is_whitespace).map_or(0, |blank| blank + 1);
    let begin = line + brace.unwrap_or(blank);
    let mut inside = false;
    let end = text[begin..].find(|c: char| {
        inside = (inside || c == '{') && c != '}';
        c == '\n' || c.is_whitespace() && !inside
    });
    (&text[..begin], text[begin..].split_at(end.unwrap_or(text.len() - begin)).0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;
    use crate::prelude::{Outcome, Solver};

    fn klotski() -> Game {
        library::puzzle("klotski").unwrap().into()
    }

    fn tiles() -> Game {
        "1 2 3/4 0 6/7 5 8".parse::<Position>().unwrap().into()
    }

    /// The number of legal moves, and the number and text of the wrong one.
    fn judged(game: &Game, text: &str) -> (usize, Option<(usize, String)>) {
        let verdict = judge(game, text, game.default_style());
        assert_eq!(verdict.is_solution(), verdict.wrong.is_none() && verdict.after.is_solved());
        (verdict.legal, verdict.wrong.map(|wrong| (wrong.number, wrong.text)))
    }

    #[test]
    fn a_solution_has_no_wrong_move() {
        for game in [klotski(), tiles()] {
            let Outcome::Solved(solution) = Solver::new(&game).solve().unwrap().outcome else {
                panic!("it can be solved")
            };
            let verdict = judge(&game, &solution.to_string(), game.default_style());
            assert!(verdict.is_solution());
            assert_eq!(verdict.legal, solution.len());
        }
    }

    #[test]
    fn the_first_wrong_move_is_illegal_or_unreadable() {
        let wrong = |number: usize, text: &str| Some((number, text.to_owned()));
        assert_eq!(judged(&klotski(), ""), (0, None));
        assert_eq!(judged(&klotski(), "4@4,0:R 4@4,1:U 4@9"), (1, wrong(2, "4@4,1:U")));
        assert_eq!(judged(&klotski(), "4@4,0:R  banana and more"), (1, wrong(2, "banana")));
        assert_eq!(judged(&klotski(), "1. 4@4,0:R\n2. {4@4,1 4@9,9}:D"), (1, wrong(2, "{4@4,1 4@9,9}:D")));
        assert_eq!(judged(&tiles(), "U L"), (2, None));
        assert_eq!(judged(&tiles(), "U U L"), (1, wrong(2, "U")));
        assert_eq!(judged(&tiles(), "U x L"), (1, wrong(2, "x")));
        assert_eq!(judged(&tiles(), "U L999999"), (1, wrong(2, "L999999")));
        let verdict = judge(&tiles(), "UD3", Style::SET_STEP);
        assert_eq!((verdict.legal, verdict.wrong.unwrap().text), (1, "D3".to_owned()));
    }
}
