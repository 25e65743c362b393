//! Where puzzles and solutions come from: the library, files, standard input, the command line itself.

pub mod answer;
pub mod lock;
mod read;
pub mod tiles;

use crate::problem::{Problem, Text};
use crate::quantity::counted;
use slideways::format::error::TextError;
use slideways::format::{self, Notation};
use slideways::library;
use slideways::puzzle::Puzzle;
use slideways::tiles::Size;
use std::path::Path;

pub use read::Reader;
pub use tiles::Position;

/// A puzzle of either sort.
pub enum Game {
    /// Sliding blocks.
    Blocks(Loaded),
    /// Tiles with one blank.
    Tiles(Position),
}

impl Game {
    /// What the user calls it.
    pub fn name(&self) -> &str {
        match self {
            Game::Blocks(loaded) => &loaded.name,
            Game::Tiles(position) => &position.name,
        }
    }

    /// What people call it, or nothing.
    pub fn title(&self) -> &str {
        match self {
            Game::Blocks(loaded) => loaded.puzzle.title(),
            Game::Tiles(position) => &position.title,
        }
    }
}

/// A puzzle of blocks and what to call it.
pub struct Loaded {
    /// Its full name in the library, or what the user wrote.
    pub name: String,
    /// The puzzle.
    pub puzzle: Puzzle,
}

/// What should be a puzzle, and what to call it.
pub struct Found {
    /// Its full name in the library, or what the user wrote.
    pub name: String,
    kind: Kind,
}

/// What was found, as far as it is known before it is read.
enum Kind {
    /// A text with a puzzle of blocks, in a notation that may be known already.
    Blocks(Text, Option<Notation>),
    /// A text with a position of tiles.
    Tiles(Text),
    /// A position of a set.
    Known(Position),
    /// Nothing, and why.
    None(Problem),
}

impl Found {
    /// Read the text; warnings are shown at once. The size is for positions that do not say it.
    pub fn load(self, size: Option<Size>) -> Result<Game, Problem> {
        let name = self.name;
        match self.kind {
            Kind::Blocks(text, notation) => {
                let notation = notation.unwrap_or_else(|| format::detect(&text.body));
                let parsed = notation.parse(&text.body).map_err(|error| text.problem(error))?;
                warn(&text, parsed.warnings);
                Ok(Game::Blocks(Loaded { name, puzzle: parsed.puzzle }))
            }
            Kind::Tiles(text) => Ok(Game::Tiles(tiles::load(name, &text, size)?)),
            Kind::Known(position) => Ok(Game::Tiles(position)),
            Kind::None(problem) => Err(problem),
        }
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

/// The puzzles that an argument stands for; more than one if it leads to a set or a list.
///
/// A name comes first, then a file; only what is neither can be a puzzle itself.
pub fn puzzles(argument: &str, reader: &mut Reader) -> Vec<Found> {
    let found = |kind| Found { name: argument.to_owned(), kind };
    if argument == "-" {
        return match reader.standard_input() {
            Ok(text) => in_text(argument, text),
            Err(problem) => vec![found(Kind::None(problem))],
        };
    }
    let is_file = Path::new(argument).exists();
    let prefer_name = || {
        if is_file {
            Problem::new(format!("`{argument}` is a puzzle of the library and a file; the former is taken"))
                .help(format!("write `./{argument}` for the file"))
                .warn();
        }
    };
    if let Some(name) = library::find(argument) {
        prefer_name();
        let text = library::text(name).expect("what was found is there");
        return vec![Found { name: name.to_owned(), kind: Kind::Blocks(Text::new(name, text), None) }];
    }
    if let Some(positions) = tiles::of_set(argument) {
        prefer_name();
        return positions;
    }
    if is_file {
        return match reader.file(argument) {
            Ok(text) => in_text(argument, text),
            Err(problem) => vec![found(Kind::None(problem))],
        };
    }
    let text = Text::new("<argument>", argument);
    if let Some(mut positions) = tiles::positions(argument, &text) {
        if let [only] = &mut positions[..] {
            only.name = on_one_line(argument);
        }
        return positions;
    }
    if is_board(argument) {
        return vec![found(Kind::Blocks(text, Some(Notation::RushHour)))];
    }
    vec![found(Kind::None(unknown(argument)))]
}

/// A position as its own name, whatever lines it was written on.
fn on_one_line(position: &str) -> String {
    position.trim().lines().collect::<Vec<_>>().join("/")
}

/// The one puzzle that an argument stands for.
pub fn puzzle(argument: &str, size: Option<Size>, reader: &mut Reader) -> Result<Game, Problem> {
    let mut all = puzzles(argument, reader);
    match all.len() {
        1 => all.remove(0).load(size),
        count => Err(Problem::new(format!("`{argument}` holds {count} puzzles where one is wanted"))),
    }
}

/// Blocks that were asked for together with an option that is for tiles alone.
pub fn not_for_blocks(loaded: &Loaded, option: Option<&str>) -> Result<(), Problem> {
    match option {
        None => Ok(()),
        Some(option) => {
            let message = format!("`--{option}` is for positions of tiles, and `{}` is none", loaded.name);
            Err(Problem::new(message).help("leave it out"))
        }
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

/// The text of a solution for tiles: a file, standard input, or the argument itself.
pub fn path(argument: &str, reader: &mut Reader) -> Result<Text, Problem> {
    match argument {
        "-" => reader.standard_input(),
        _ if Path::new(argument).exists() => reader.file(argument),
        _ => Ok(Text::new("<argument>", argument)),
    }
}

/// Whether an argument is meant as a Rush Hour board, perhaps with a mistake in it.
///
/// The car to free lies in a row, so no board is without two `A` or two `X` side by side; most names of files are.
fn is_board(argument: &str) -> bool {
    let cells = argument.chars().count();
    let square = cells.isqrt().pow(2) == cells;
    has_car(argument) && (square || format::detect(argument) == Notation::RushHour)
}

/// Whether a line has a car to free in it.
fn has_car(line: &str) -> bool {
    line.contains("AA") || line.contains("XX")
}

/// The puzzles in a text.
fn in_text(name: &str, text: Text) -> Vec<Found> {
    tiles::positions(name, &text).unwrap_or_else(|| boards(name, text))
}

/// Cut a list of boards, one a line, into its lines; any other text is one puzzle.
///
/// A board on several lines has a car `A` in one of them and a car `X` in one of them at most; a list has one of the
/// two in all lines that are right.
fn boards(name: &str, text: Text) -> Vec<Found> {
    let lines = || (1..).zip(text.body.lines()).filter(|(_, line)| !line.trim().is_empty());
    let with = |car: &str| lines().filter(|(_, line)| line.contains(car)).count();
    let side = lines().count();
    let is_square = lines().all(|(_, line)| line.trim().chars().count() == side);
    let is_list = match is_square {
        true => with("AA") > 1 || with("XX") > 1,
        false => lines().filter(|(_, line)| has_car(line)).count() > 1,
    };
    if !is_list || format::detect(&text.body) != Notation::RushHour {
        return vec![Found { name: name.to_owned(), kind: Kind::Blocks(text, None) }];
    }
    let board = |(first_line, line): (usize, &str)| {
        let text = Text { first_line, ..Text::new(&*text.name, line) };
        Found { name: format!("{name}:{first_line}"), kind: Kind::Blocks(text, Some(Notation::RushHour)) }
    };
    lines().map(board).collect()
}

/// No puzzle has that name.
fn unknown(name: &str) -> Problem {
    let problem = Problem::new(format!("`{name}` is neither a puzzle of the library nor a file"));
    let near: Vec<String> = library::suggestions(name).iter().map(|name| format!("`{name}`")).collect();
    match near.split_last() {
        _ if name.chars().all(|c| c.is_ascii_digit() || "/,".contains(c)) => {
            problem.help("a position of several words needs quotes, as in `'1 2 3/4 5 6/7 8 0'`")
        }
        None if name.to_lowercase().starts_with("korf") => {
            let sets: Vec<&str> = library::sets::names().collect();
            problem.help(format!("the sets of tile positions are {}", sets.join(", ")))
        }
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
        assert_eq!(names("AA.B\n...B\nXX..\n....\n"), ["b"], "with a red car `X`");
    }

    #[test]
    fn boards_on_lines_of_their_own_are_many_even_if_some_are_wrong() {
        assert_eq!(names("AA..B.B..\n\n..B\nAA.......\n"), ["b:1", "b:3", "b:4"]);
        assert_eq!(names("AA..XX...\nXX.......\n"), ["b:1", "b:2"]);
        assert_eq!(names("7 AA..BB... 12\n5 .AABB.... 9\n"), ["b:1", "b:2"], "with what is known of them");
    }

    #[test]
    fn puzzle_text_is_one_puzzle() {
        assert_eq!(names("2 x 2 AA\nA = 1\nAA\nAA\n"), ["b"]);
    }

    #[test]
    fn a_name_like_a_board_is_still_a_name() {
        let found = puzzles("nine.text", &mut Reader::default()).remove(0);
        assert!(found.load(None).is_err_and(|problem| problem.message.contains("neither")));
    }
}
