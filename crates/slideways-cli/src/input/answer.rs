//! Solutions as users give them: bare moves, or the output of `solve`, as text or JSON.

mod line;
mod object;
mod tiles;

use crate::problem::{Problem, Text};
use slideways::Style;
use slideways::format::error::{TextError, span_of};
use slideways::format::solution;
use slideways::format::tiles::path::{self, Convention};
use slideways::grid::Dir;
use slideways::puzzle::Puzzle;
use slideways::puzzle::rule::Move;
use slideways::tiles::Board;

/// One solution, not yet read as moves.
#[derive(Debug)]
pub struct Given {
    /// The moves, as [`solution`] reads them.
    moves: String,
    /// The style, if the answer names it.
    pub style: Option<Style>,
    /// How the moves of tiles are written, if the answer names it.
    pub convention: Option<Convention>,
    /// Where in the text they begin.
    at: usize,
}

impl Given {
    /// Read the moves; `text` is where the solution was found.
    pub fn moves(&self, puzzle: &Puzzle, text: &Text) -> Result<Vec<Move>, Problem> {
        solution::parse(puzzle, &self.moves).map_err(|error| self.problem(error, text))
    }

    /// Read the moves of tiles.
    pub fn path(&self, convention: Convention, start: &Board, text: &Text) -> Result<Vec<Dir>, Problem> {
        path::parse(&self.moves, convention, start).map_err(|error| self.problem(error, text))
    }

    fn problem(&self, error: TextError, text: &Text) -> Problem {
        let span = error.span.start + self.at..error.span.end + self.at;
        Problem::at(text, TextError { span, ..error })
    }
}

/// The solutions for tiles in a text: one, unless it was printed by `solve --all`.
pub fn paths(text: &Text) -> Result<Vec<Given>, Problem> {
    let body = text.body.trim_start();
    if object::is_object(body) {
        object::solutions(text)
    } else if is_heading(body) {
        tiles::from_answer(text)
    } else if let Some(given) = line::from_line(text) {
        Ok(vec![given?])
    } else {
        Ok(vec![bare(text)])
    }
}

/// A text that is nothing but moves.
fn bare(text: &Text) -> Given {
    Given { moves: text.body.clone(), style: None, convention: None, at: 0 }
}

/// The solutions in a text: one, unless it was printed by `solve --all`.
pub fn solutions(text: &Text) -> Result<Vec<Given>, Problem> {
    let body = text.body.trim_start();
    if object::is_object(body) {
        object::solutions(text)
    } else if is_heading(body) {
        from_answer(text)
    } else if let Some(given) = line::from_line(text) {
        Ok(vec![given?])
    } else {
        Ok(vec![bare(text)])
    }
}

fn from_answer(text: &Text) -> Result<Vec<Given>, Problem> {
    let lines: Vec<&str> = text.body.trim_start().lines().collect();
    if lines.iter().filter(|line| is_heading(line)).count() > 1 {
        return Err(several(text));
    }
    let after = |word: &str| lines.iter().find_map(|line| line.strip_prefix(word));
    let style = after("style ").and_then(|line| line.split(':').next()?.parse().ok());
    if !lines.iter().any(|line| is_numbered(line)) {
        return match after("solved: 0 moves") {
            Some(_) => Ok(vec![Given { moves: String::new(), style, convention: None, at: 0 }]),
            None => Err(no_solution(text, lines.get(4).unwrap_or(&"nothing"))),
        };
    }
    let heads = lines.iter().filter(|line| line.starts_with("solution "));
    let mut begins: Vec<usize> = heads.map(|line| span_of(&text.body, line).start).collect();
    if begins.is_empty() {
        begins.push(0);
    }
    let ends = begins.iter().skip(1).copied().chain([text.body.len()]);
    let given = |(&at, end): (&usize, usize)| Given {
        moves: text.body[at..end].to_owned(),
        style,
        convention: None,
        at,
    };
    Ok(begins.iter().zip(ends).map(given).collect())
}

/// The line with which an answer begins.
fn is_heading(line: &str) -> bool {
    line.starts_with("puzzle ")
}

/// Whether a line begins with a number and a dot.
fn is_numbered(line: &str) -> bool {
    let rest = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.trim_start().len() && rest.starts_with('.')
}

fn several(text: &Text) -> Problem {
    Problem::new(format!("{} contains answers to several puzzles", text.name))
        .help("check one answer at a time")
}

fn no_solution(text: &Text, said: &str) -> Problem {
    Problem::new(format!("{} has no solution to check; it says `{said}`", text.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(text: &str) -> Vec<Given> {
        solutions(&Text::new("t", text)).unwrap()
    }

    #[test]
    fn a_set_of_pieces_is_not_an_object() {
        assert_eq!(given("{2@0,0 2@0,3}:D")[0].moves, "{2@0,0 2@0,3}:D");
        assert_eq!(given("{\"@0,0 a@0,3}:D")[0].moves, "{\"@0,0 a@0,3}:D");
    }

    #[test]
    fn each_of_all_solutions_keeps_its_place() {
        let text =
            "puzzle p\nstyle slide: one\nsolution 1 of 2\n  1. 1@0,0:R\nsolution 2 of 2\n  1. 1@0,0:D\n";
        let given = given(text);
        assert_eq!(given[1].moves, "solution 2 of 2\n  1. 1@0,0:D\n");
        assert_eq!(&text[given[1].at..], given[1].moves);
        assert_eq!(given[1].style, Some(Style::ALL[1]));
    }

    #[test]
    fn an_answer_without_moves_is_not_taken_for_moves() {
        assert_eq!(given("puzzle p\n\nsolved: 0 moves, the start is a goal already\n")[0].moves, "");
        assert!(solutions(&Text::new("t", "puzzle p\n\nunsolvable: no\n")).is_err());
    }
}
