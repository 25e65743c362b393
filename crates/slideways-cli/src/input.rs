//! Where puzzles and solutions come from: the library, files, standard input, the command line itself.

pub mod answer;
mod read;

use crate::problem::{Problem, Text};
use crate::quantity::counted;
use slideways::format::error::TextError;
use slideways::format::{self, Notation};
use slideways::library;
use slideways::puzzle::Puzzle;
use std::path::Path;

pub use read::Reader;

/// A puzzle and what to call it.
pub struct Loaded {
    /// Its full name in the library, or what the user wrote.
    pub name: String,
    /// The puzzle.
    pub puzzle: Puzzle,
}

/// A text that should be a puzzle, or why there is none, and what to call it.
pub struct Found {
    /// Its full name in the library, or what the user wrote.
    pub name: String,
    text: Result<Text, Problem>,
    /// What the text must be, if that is known without looking at it.
    notation: Option<Notation>,
}

impl Found {
    /// Read the text; warnings are shown at once.
    pub fn load(self) -> Result<Loaded, Problem> {
        let Found { name, text, notation } = self;
        let text = text?;
        let notation = notation.unwrap_or_else(|| format::detect(&text.body));
        let parsed = notation.parse(&text.body).map_err(|error| text.problem(error))?;
        warn(&text, parsed.warnings);
        Ok(Loaded { name, puzzle: parsed.puzzle })
    }
}

/// At most so many warnings about a text are shown: nobody reads more, and a file may have 100,000.
const WARNINGS: usize = 5;

fn warn(text: &Text, warnings: Vec<TextError>) {
    let more = warnings.len().saturating_sub(WARNINGS);
    warnings.into_iter().take(WARNINGS).for_each(|warning| text.problem(warning).warn());
    if more > 0 {
        let more = counted(more as u64, "more warning");
        Problem::new(format!("{more} about {} not shown", text.name)).warn();
    }
}

/// The puzzles that an argument stands for; more than one if it leads to a list of Rush Hour boards.
pub fn puzzles(argument: &str, reader: &mut Reader) -> Vec<Found> {
    let found = |text| Found { name: argument.to_owned(), text, notation: None };
    if argument == "-" {
        return match reader.standard_input() {
            Ok(text) => boards(argument, text),
            Err(problem) => vec![found(Err(problem))],
        };
    }
    let is_file = Path::new(argument).exists();
    if let Some(name) = library::find(argument) {
        if is_file {
            Problem::new(format!("`{argument}` is a puzzle of the library and a file; the former is taken"))
                .help(format!("write `./{argument}` for the file"))
                .warn();
        }
        let text = library::text(name).expect("what was found is there");
        return vec![Found { name: name.to_owned(), ..found(Ok(Text::new(name, text))) }];
    }
    if is_file {
        return match reader.file(argument) {
            Ok(text) => boards(argument, text),
            Err(problem) => vec![found(Err(problem))],
        };
    }
    if is_board(argument) {
        let text = Ok(Text::new("<argument>", argument));
        return vec![Found { notation: Some(Notation::RushHour), ..found(text) }];
    }
    vec![found(Err(unknown(argument)))]
}

/// The one puzzle that an argument stands for.
pub fn puzzle(argument: &str, reader: &mut Reader) -> Result<Loaded, Problem> {
    let mut all = puzzles(argument, reader);
    match all.len() {
        1 => all.remove(0).load(),
        count => Err(Problem::new(format!("`{argument}` holds {count} puzzles where one is wanted"))),
    }
}

/// The text of a solution: a file, standard input, or the argument itself.
pub fn solution(argument: &str, reader: &mut Reader) -> Result<Text, Problem> {
    if argument == "-" {
        return reader.standard_input();
    }
    if Path::new(argument).exists() {
        return reader.file(argument);
    }
    // Every move has a colon.
    match argument.trim().is_empty() || argument.contains(':') {
        true => Ok(Text::new("<argument>", argument)),
        false => Err(Problem::new(format!("there is no file `{argument}`, and it is not a move either"))
            .help("give a file, `-` for standard input, or moves such as `4@3,1:R2`")),
    }
}

/// Whether an argument is meant as a Rush Hour board, perhaps with a mistake in it.
///
/// The car to free lies in a row, so no board is without two `A` side by side; most names of files are.
fn is_board(argument: &str) -> bool {
    let cells = argument.chars().count();
    let square = cells.isqrt().pow(2) == cells;
    argument.contains("AA") && (square || format::detect(argument) == Notation::RushHour)
}

/// Cut a list of boards, one a line, into its lines; any other text is one puzzle.
///
/// A board on several lines has its car `A` in one of them, a list has it in all lines that are right.
fn boards(name: &str, text: Text) -> Vec<Found> {
    let lines = || (1..).zip(text.body.lines()).filter(|(_, line)| !line.trim().is_empty());
    let is_list = lines().filter(|(_, line)| line.contains("AA")).count() > 1;
    if !is_list || format::detect(&text.body) != Notation::RushHour {
        return vec![Found { name: name.to_owned(), text: Ok(text), notation: None }];
    }
    let board = |(first_line, line): (usize, &str)| Found {
        name: format!("{name}:{first_line}"),
        text: Ok(Text { first_line, ..Text::new(&*text.name, line) }),
        notation: Some(Notation::RushHour),
    };
    lines().map(board).collect()
}

/// No puzzle has that name.
fn unknown(name: &str) -> Problem {
    let problem = Problem::new(format!("`{name}` is neither a puzzle of the library nor a file"));
    let near: Vec<String> = library::suggestions(name).iter().map(|name| format!("`{name}`")).collect();
    match near.split_last() {
        None => problem.help("`slideways list` shows the library"),
        Some((last, [])) => problem.help(format!("did you mean {last}?")),
        Some((last, others)) => problem.help(format!("did you mean {} or {last}?", others.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        boards("b", Text::new("b", text)).into_iter().map(|found| found.name).collect()
    }

    #[test]
    fn a_board_on_several_lines_is_one_board() {
        assert_eq!(names("AA.B\n...B\n....\n....\n"), ["b"]);
    }

    #[test]
    fn boards_on_lines_of_their_own_are_many_even_if_some_are_wrong() {
        assert_eq!(names("AA..B.B..\n\n..B\nAA.......\n"), ["b:1", "b:3", "b:4"]);
    }

    #[test]
    fn puzzle_text_is_one_puzzle() {
        assert_eq!(names("2 x 2 AA\nA = 1\nAA\nAA\n"), ["b"]);
    }

    #[test]
    fn a_name_like_a_board_is_still_a_name() {
        let found = puzzles("nine.text", &mut Reader::default()).remove(0);
        assert!(found.load().is_err_and(|problem| problem.message.contains("neither")));
    }
}
