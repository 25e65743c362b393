//! Answers of `solve` about tiles.

use super::{Given, is_heading, no_solution, several};
use crate::problem::{Problem, Text};
use slideways::format::error::span_of;
use slideways::format::tiles::path::Convention;

/// The solutions in an answer: lines that begin with two spaces are moves, all others commentary.
pub fn from_answer(text: &Text) -> Result<Vec<Given>, Problem> {
    let lines: Vec<&str> = text.body.lines().collect();
    if lines.iter().filter(|line| is_heading(line)).count() > 1 {
        return Err(several(text));
    }
    let after = |word: &str| lines.iter().find_map(|line| line.strip_prefix(word));
    let before_colon = |line: &'_ str| line.split(':').next().unwrap_or_default().to_owned();
    let style = after("style ").and_then(|line| before_colon(line).parse().ok());
    // Answers of version 0.1.0 say `moves in`.
    let convention = after("notation ")
        .or_else(|| after("moves in "))
        .and_then(|line| Convention::from_name(&before_colon(line)));
    let given = |(moves, at): (String, usize)| Given { moves, style, convention, at };
    // The lines of one solution follow each other; commentary comes between two solutions.
    let mut found: Vec<(String, usize)> = vec![];
    let mut follows = false;
    for line in &lines {
        let has_moves = line.starts_with("  ");
        if has_moves {
            let start = span_of(&text.body, line).start;
            match found.last_mut().filter(|_| follows) {
                // Between them is one line break, of one or two characters.
                Some((moves, at)) => {
                    moves.push_str(&text.body[*at + moves.len()..start]);
                    moves.push_str(line);
                }
                None => found.push(((*line).to_owned(), start)),
            }
        }
        follows = has_moves;
    }
    if !found.is_empty() {
        return Ok(found.into_iter().map(given).collect());
    }
    match after("solved: 0 moves") {
        Some(_) => Ok(vec![given((String::new(), 0))]),
        None => {
            let said = ["stopped: ", "unsolvable: "].iter().find_map(|word| after(word).map(|_| *word));
            Err(no_solution(text, said.map_or("nothing", |word| word.trim_end_matches(": "))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_of_all_solutions_keeps_its_place() {
        let text = "puzzle p\nstyle step: one\nnotation blank: b\n\nsolution 1\n\n  ud\n  lr\n\nsolution 2\n\n  dd\n";
        let given = from_answer(&Text::new("t", text)).unwrap();
        let moves: Vec<&str> = given.iter().map(|given| given.moves.as_str()).collect();
        assert_eq!(moves, ["  ud\n  lr", "  dd"]);
        assert!(given.iter().all(|given| text[given.at..].starts_with(&given.moves)));
        assert_eq!(given[1].convention, Some(Convention::Blank));
    }

    #[test]
    fn an_answer_without_moves_is_not_taken_for_moves() {
        let moves = |text: &str| from_answer(&Text::new("t", text)).map(|given| given[0].moves.clone());
        assert_eq!(moves("puzzle p\n\nsolved: 0 moves, the start is already the goal\n").unwrap(), "");
        let problem = moves("puzzle p\n\nunsolvable: no\n").unwrap_err();
        assert_eq!(problem.message, "t has no solution to check; it says `unsolvable`");
    }
}
