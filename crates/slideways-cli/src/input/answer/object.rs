//! Answers of `solve --json`.

use super::{Given, no_solution, several};
use crate::problem::{Problem, Text};
use serde::Deserialize;
use serde_json::value::RawValue;
use slideways::Style;
use slideways::format::error::{TextError, span_of};
use slideways::format::json;
use slideways::format::tiles::path::Convention;

/// What is needed of an object.
#[derive(Deserialize)]
#[serde(expecting = "an object that `solve --json` printed")]
struct Object<'t> {
    #[serde(default)]
    style: String,
    #[serde(default)]
    notation: String,
    outcome: String,
    #[serde(borrow)]
    solution: Option<Vec<&'t RawValue>>,
    #[serde(borrow, default)]
    all: Vec<Vec<&'t RawValue>>,
}

/// Whether a text begins like a JSON object.
///
/// A set of pieces begins with a brace too, but no piece has a name of several letters in quotes.
pub fn is_object(text: &str) -> bool {
    let key = text.strip_prefix('{').and_then(|rest| rest.trim_start().strip_prefix('"'));
    key.is_some_and(|key| key.chars().take_while(|c| c.is_ascii_alphabetic() || *c == '_').count() > 1)
}

/// The solutions in an object.
pub fn solutions(text: &Text) -> Result<Vec<Given>, Problem> {
    let broken = |error| Problem::at(text, json::mistake(&text.body, &error));
    let mut objects = serde_json::Deserializer::from_str(&text.body).into_iter::<Object>();
    let object = objects.next().expect("the text is not empty").map_err(broken)?;
    if objects.next().transpose().map_err(broken)?.is_some() {
        return Err(several(text));
    }
    let Some(first) = object.solution else {
        return Err(no_solution(text, &object.outcome));
    };
    let style = object.style.parse().ok();
    let all = if object.all.is_empty() { vec![first] } else { object.all };
    let convention = Convention::from_name(&object.notation);
    all.iter().map(|moves| Ok(Given { convention, ..given(text, moves, style)? })).collect()
}

/// The moves, each where it stands in the text, separated by spaces, so that errors can point at them.
fn given(text: &Text, moves: &[&RawValue], style: Option<Style>) -> Result<Given, Problem> {
    let at = moves.first().map_or(0, |raw| span_of(&text.body, raw.get()).start);
    let mut laid_out = String::new();
    for raw in moves {
        let span = span_of(&text.body, raw.get());
        let played: String = serde_json::from_str(raw.get()).map_err(|_| {
            let label = "expected a string such as \"4@3,1:R2\"";
            Problem::at(text, TextError::new(span.clone(), "a move is not a string", label))
        })?;
        laid_out.push('\n');
        // A string is never longer than it is written, and the quotes come on top.
        let gap = span.start - at - (laid_out.len() - 1);
        laid_out.extend(std::iter::repeat_n(' ', gap));
        laid_out.push_str(&played);
    }
    Ok(Given { moves: laid_out, style, convention: None, at })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = r#"{"style":"step","outcome":"solved","solution":["1@0,0:R","1@0,1:D"],"moves":2}"#;

    fn fault(text: &str) -> (String, (usize, usize)) {
        let problem = solutions(&Text::new("t", text)).unwrap_err();
        let place = problem.line_and_column().unwrap();
        (problem.message, place)
    }

    #[test]
    fn an_object_gives_its_moves_where_they_stand() {
        let text = Text::new("t", ANSWER);
        let given = solutions(&text).unwrap().remove(0);
        assert_eq!(given.moves.split_whitespace().collect::<Vec<_>>(), ["1@0,0:R", "1@0,1:D"]);
        let second = given.moves.find("1@0,1:D").unwrap();
        assert!(ANSWER[given.at + second..].starts_with("1@0,1:D"));
        assert_eq!(given.style, Some(Style::ALL[0]));
        assert!(solutions(&Text::new("t", format!("{ANSWER}\n{ANSWER}"))).is_err());
    }

    #[test]
    fn strings_written_with_escapes_are_read() {
        let text = ANSWER.replace("1@0,0", "\\u0031@0,0");
        let given = solutions(&Text::new("t", text)).unwrap().remove(0);
        assert_eq!(given.moves.split_whitespace().collect::<Vec<_>>(), ["1@0,0:R", "1@0,1:D"]);
    }

    #[test]
    fn what_is_damaged_is_pointed_at() {
        let end = "the text ends in the middle of the object";
        assert_eq!(fault(&ANSWER[..30]), (end.to_owned(), (1, 30)));
        assert_eq!(fault("{\n  \"style\"").0, end);
        let comma = ANSWER.replace(",\"solution\"", "\"solution\"");
        assert_eq!(fault(&comma), ("expected `,` or `}`".to_owned(), (1, 35)));
        assert_eq!(fault(r#"{"style":"step"}"#).0, "missing field `outcome`");
        assert_eq!(
            fault(&ANSWER.replace("\"1@0,1:D\"", "12")),
            ("a move is not a string".to_owned(), (1, 58))
        );
        assert_eq!(fault(&format!("{ANSWER}\n}}")).1, (2, 1));
    }
}
