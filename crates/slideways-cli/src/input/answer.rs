//! Solutions as users give them: bare moves, or all that `solve` printed, in either of its forms.

use crate::problem::{Problem, Text};
use serde::Deserialize;
use slideways::Style;

/// One solution, not yet read as moves.
#[derive(Debug)]
pub struct Given {
    /// The moves, as [`slideways::format::solution`] reads them.
    pub moves: Text,
    /// The style, if the answer names it.
    pub style: Option<Style>,
}

/// What is needed of an object that `solve --json` printed.
#[derive(Deserialize)]
struct Object {
    style: String,
    outcome: String,
    solution: Option<Vec<String>>,
    #[serde(default)]
    all: Vec<Vec<String>>,
}

/// The solutions in a text: one, unless it was printed by `solve --all`.
pub fn solutions(text: Text) -> Result<Vec<Given>, Problem> {
    let body = text.body.trim_start();
    // A set of pieces begins with a brace too.
    if body.starts_with("{\"") && body.contains("\"outcome\"") {
        from_object(&text)
    } else if is_heading(body.lines().next().unwrap_or_default()) {
        from_answer(&text)
    } else {
        Ok(vec![Given { moves: text, style: None }])
    }
}

fn from_object(text: &Text) -> Result<Vec<Given>, Problem> {
    let broken = |error| Problem::new(format!("{} is not an answer of `solve --json`: {error}", text.name));
    let mut objects = serde_json::Deserializer::from_str(&text.body).into_iter::<Object>();
    let object = objects.next().expect("the text is not empty").map_err(broken)?;
    if objects.next().is_some() {
        return Err(several(text));
    }
    let Some(first) = object.solution else {
        return Err(no_solution(text, &object.outcome));
    };
    let style = object.style.parse().ok();
    let all = if object.all.is_empty() { vec![first] } else { object.all };
    let given = |moves: Vec<String>| Given { moves: Text::new(&*text.name, moves.join("\n")), style };
    Ok(all.into_iter().map(given).collect())
}

fn from_answer(text: &Text) -> Result<Vec<Given>, Problem> {
    let lines: Vec<&str> = text.body.lines().collect();
    if lines.iter().filter(|line| is_heading(line)).count() > 1 {
        return Err(several(text));
    }
    let after = |word: &str| lines.iter().find_map(|line| line.strip_prefix(word));
    let style = after("style ").and_then(|line| line.split(':').next()?.parse().ok());
    if !lines.iter().any(|line| is_numbered(line)) {
        return match after("solved: 0 moves") {
            Some(_) => Ok(vec![Given { moves: Text::new(&*text.name, ""), style }]),
            None => Err(no_solution(text, lines.get(4).unwrap_or(&"nothing"))),
        };
    }
    let heads = lines.iter().enumerate().filter(|(_, line)| line.starts_with("solution "));
    let mut begins: Vec<usize> = heads.map(|(line, _)| line).collect();
    if begins.is_empty() {
        begins.push(0);
    }
    let ends = begins.iter().skip(1).copied().chain([lines.len()]);
    let given = |(&begin, end): (&usize, usize)| {
        let moves = Text::new(&*text.name, lines[begin..end].join("\n"));
        Given { moves: Text { first_line: begin + 1, ..moves }, style }
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
    Problem::new(format!("{} answers several puzzles", text.name)).help("check one answer at a time")
}

fn no_solution(text: &Text, said: &str) -> Problem {
    Problem::new(format!("{} has no solution to check; it says `{said}`", text.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bodies(text: &str) -> Vec<String> {
        solutions(Text::new("t", text)).unwrap().into_iter().map(|given| given.moves.body).collect()
    }

    #[test]
    fn a_set_of_pieces_is_not_an_object() {
        assert_eq!(bodies("{2@0,0 2@0,3}:D"), ["{2@0,0 2@0,3}:D"]);
    }

    #[test]
    fn an_object_gives_its_moves() {
        let text = r#"{"style":"step","outcome":"solved","solution":["1@0,0:R","1@0,1:D"],"moves":2}"#;
        assert_eq!(bodies(text), ["1@0,0:R\n1@0,1:D"]);
        assert_eq!(solutions(Text::new("t", text)).unwrap()[0].style, Some(Style::ALL[0]));
        assert!(solutions(Text::new("t", format!("{text}\n{text}"))).is_err());
    }

    #[test]
    fn each_of_all_solutions_keeps_its_line() {
        let text =
            "puzzle p\nstyle slide: one\nsolution 1 of 2\n  1. 1@0,0:R\nsolution 2 of 2\n  1. 1@0,0:D\n";
        let given = solutions(Text::new("t", text)).unwrap();
        assert_eq!(given[1].moves.body, "solution 2 of 2\n  1. 1@0,0:D");
        assert_eq!((given[1].moves.first_line, given[1].style), (5, Some(Style::ALL[1])));
    }

    #[test]
    fn an_answer_without_moves_is_not_taken_for_moves() {
        assert_eq!(bodies("puzzle p\n\nsolved: 0 moves, the start is a goal already\n"), [""]);
        assert!(solutions(Text::new("t", "puzzle p\n\nunsolvable: no\n")).is_err());
    }
}
