//! Answers of `solve --quiet`: one line, with the moves at its end.

use super::{Given, several};
use crate::problem::{Problem, Text};
use slideways::format::error::span_of;

/// What comes before the moves.
const SOLUTION: &str = "; solution: ";

/// The solution in such a line; `None` if the text has no such line.
pub fn from_line(text: &Text) -> Option<Result<Given, Problem>> {
    let mut lines = text.body.lines().filter(|line| line.contains(SOLUTION));
    let line = lines.next()?;
    if lines.next().is_some() {
        return Some(Err(several(text)));
    }
    let (verdict, moves) = line.split_once(SOLUTION)?;
    let style = verdict.split("(style ").last().and_then(|rest| rest.split([',', ')']).next()?.parse().ok());
    let at = span_of(&text.body, moves).start;
    Some(Ok(Given { moves: moves.to_owned(), style, convention: None, at }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use slideways::Style;

    #[test]
    fn the_moves_are_at_the_end_of_the_line() {
        let text = "my (style step).txt: solved: 2 moves (style set-step, goal blank last), proved shortest; solution: L2U\n";
        let given = from_line(&Text::new("t", text)).unwrap().unwrap();
        assert_eq!((given.moves.as_str(), given.style), ("L2U", Some(Style::SET_STEP)));
        assert!(text[given.at..].starts_with("L2U"));
        assert!(from_line(&Text::new("t", "LLUR")).is_none());
        let two = format!("{text}{text}");
        let why = from_line(&Text::new("t", two)).unwrap().unwrap_err();
        assert_eq!(why.message, "t contains answers to several puzzles");
    }
}
