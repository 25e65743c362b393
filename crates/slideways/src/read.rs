//! Resolve what a user wrote to a puzzle: a library puzzle, a position of a set, a file, or a puzzle written
//! out.
//!
//! Every client that takes a puzzle uses this module, so a word means the same on the command line, in the
//! web app and in programs. The first of these that matches wins:
//!
//! 1. the name of a library puzzle ([`library`]): `klotski`, `red-donkey`;
//! 2. the name of a [set](crate::library::sets), for all its positions or the one with a number: `korf15`,
//!    `korf15:88`;
//! 3. a file. The library opens no files: the client passes [`Files`], a function that returns the text of a
//!    file;
//! 4. the puzzle itself: a tile position in any [notation](crate::format::tiles), a scramble such as `R3U2`,
//!    which is applied to the goal, or a block puzzle in any [notation](crate::format::Notation). Several
//!    positions, scrambles or Rush Hour boards, one per line, are a list.
//!
//! ```
//! use slideways::read::{self, NotRead, Reading, no_files};
//!
//! let Reading::Tiles(korf) = read::puzzle("Korf15:88", None, &mut no_files)? else {
//!     panic!("it is a set of tiles")
//! };
//! assert_eq!((korf.name.as_str(), korf.goal(None)?.name()), ("korf15:88", Some("blank-first")));
//! let Reading::Blocks(board) = read::puzzle("..BAAB...", None, &mut no_files)? else {
//!     panic!("it is Rush Hour")
//! };
//! assert_eq!(board.puzzle.pieces().len(), 2);
//!
//! let why = read::puzzle("klotsky", None, &mut no_files).unwrap_err();
//! assert_eq!(why.help().as_deref(), Some("did you mean `klotski`?"));
//! # Ok::<(), NotRead>(())
//! ```

mod boards;
mod lines;
mod not_read;
mod reading;
mod repeated;
mod scramble;
mod set;
mod text;
mod tiles;

pub use lines::{is_comment, stands_alone};
pub use not_read::{Mistake, NotRead};
pub use reading::{KnownOptimum, NamedBoard, NamedPuzzle, Reading, goal};
pub use scramble::is_scramble;
pub use text::Text;

use crate::format::error::Parsed;
use crate::format::tiles::path::Convention;
use crate::format::{self, Notation, drawn, sliding};
use crate::grid::sides;
use crate::library;
use crate::tiles::Size;

/// Returns the text of the file with a name, or why it cannot be read; `None` if there is no such file.
pub type Files<'f> = dyn FnMut(&str) -> Option<Result<Text, NotRead>> + 'f;

/// The [`Files`] of a client without files.
pub fn no_files(_: &str) -> Option<Result<Text, NotRead>> {
    None
}

/// The name in error messages of a puzzle that is written out, not in a file.
const WORD: &str = "<argument>";

/// Where a puzzle comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The library.
    Library,
    /// A set of tile positions of the library.
    Set,
    /// A file, or one line of it.
    File,
    /// The word itself, which is the puzzle written out.
    Word,
}

/// What the user gives beside the puzzle itself, for tile positions.
#[derive(Clone, Copy, Debug)]
pub struct TileContext<'a> {
    /// The size of positions that do not state theirs; scrambles are of 4 x 4 without it.
    pub size: Option<Size>,
    /// The goal, as [`goal`] reads it. A scramble begins there, and equal tiles may need it.
    pub goal: Option<&'a str>,
    /// How a scramble is written.
    pub convention: Convention,
}

impl Default for TileContext<'_> {
    fn default() -> Self {
        TileContext { size: None, goal: None, convention: Convention::Letters }
    }
}

/// A puzzle that a word refers to: found but not yet parsed, so it may still contain mistakes.
#[derive(Clone, Debug)]
pub struct Meant {
    /// Its full name in the library, its place in a file, or what the user wrote.
    pub name: String,
    /// Where it comes from.
    pub origin: Origin,
    content: Content,
}

/// The source of a puzzle that is not yet parsed.
#[derive(Clone, Debug)]
enum Content {
    /// A text with a block puzzle, and its notation if it is already known.
    Blocks(Text, Option<Notation>),
    /// A text with a tile position.
    Tiles(Text),
    /// A text with moves that are applied to the goal.
    Scramble(Text),
    /// A position of a set.
    Known(Box<NamedBoard>),
    /// No puzzle, and why.
    Nothing(NotRead),
}

impl Meant {
    /// Parse the puzzle, with warnings about parts of [its text](Meant::text) that were ignored.
    ///
    /// `size` is for tile positions that do not state their size; a position that states another size is
    /// refused.
    pub fn read(&self, size: Option<Size>) -> Result<Parsed<Reading>, NotRead> {
        self.read_with(&TileContext { size, ..TileContext::default() })
    }

    /// Parse the puzzle with what else the user has given.
    pub fn read_with(&self, given: &TileContext) -> Result<Parsed<Reading>, NotRead> {
        let name = self.name.clone();
        let sound = |puzzle| Parsed { puzzle, warnings: vec![] };
        match &self.content {
            Content::Blocks(text, notation) => {
                let notation = notation.unwrap_or_else(|| format::detect(&text.body));
                let parsed = notation.parse(&text.body).map_err(|error| text.mistake(error))?;
                let puzzle = Reading::Blocks(NamedPuzzle { name, puzzle: parsed.puzzle, tiles: false });
                Ok(Parsed { puzzle, warnings: parsed.warnings })
            }
            Content::Tiles(text) => Ok(sound(tiles::read(name, text, given)?)),
            Content::Scramble(text) => Ok(sound(Reading::Tiles(scramble::board(name, text, given)?))),
            Content::Known(board) => Ok(sound(Reading::Tiles((**board).clone()))),
            Content::Nothing(why) => Err(why.clone()),
        }
    }

    /// The text of the puzzle; positions of sets have none.
    pub fn text(&self) -> Option<&Text> {
        match &self.content {
            Content::Blocks(text, _) | Content::Tiles(text) | Content::Scramble(text) => Some(text),
            Content::Known(_) | Content::Nothing(_) => None,
        }
    }

    fn nothing(word: &str, origin: Origin, why: NotRead) -> Meant {
        Meant { name: word.to_owned(), origin, content: Content::Nothing(why) }
    }
}

/// The puzzles that a word refers to; more than one for a set or a list.
///
/// The result has at least one element. If nothing matches the word, that element cannot be
/// [read](Meant::read).
pub fn puzzles(word: &str, files: &mut Files) -> Vec<Meant> {
    if let Some(name) = library::find(word) {
        let text = Text::new(name, library::text(name).expect("what was found is there"));
        let content = Content::Blocks(text, None);
        return vec![Meant { name: name.to_owned(), origin: Origin::Library, content }];
    }
    if let Some(positions) = set::positions(word) {
        return positions;
    }
    match files(word) {
        Some(Ok(text)) => in_text(word, Origin::File, text),
        Some(Err(why)) => vec![Meant::nothing(word, Origin::File, why)],
        None => in_word(word),
    }
}

/// The scrambles that a word refers to: itself, or the lines of a file.
///
/// Words such as `R3U2` are recognised as scrambles by [`puzzles`]; this function also takes other ways to
/// write moves.
pub fn scrambles(word: &str, files: &mut Files) -> Vec<Meant> {
    let found = match files(word) {
        Some(Ok(text)) => scramble::scrambles(word, Origin::File, &text),
        Some(Err(why)) => return vec![Meant::nothing(word, Origin::File, why)],
        None => scramble::scrambles(word, Origin::Word, &Text::new(WORD, word)),
    };
    match found.is_empty() {
        true => {
            vec![Meant::nothing(word, Origin::Word, NotRead::Unknown { word: word.to_owned(), near: vec![] })]
        }
        false => found,
    }
}

/// The one puzzle that a word refers to. Warnings are dropped; [`Meant::read`] returns them.
///
/// `size` is for tile positions that do not state their size.
pub fn puzzle(word: &str, size: Option<Size>, files: &mut Files) -> Result<Reading, NotRead> {
    Ok(only(word, puzzles(word, files))?.read(size)?.puzzle)
}

/// The only puzzle of a list, or an error that gives their number.
pub fn only(word: &str, mut all: Vec<Meant>) -> Result<Meant, NotRead> {
    match all.len() {
        1 => Ok(all.remove(0)),
        count => Err(NotRead::several(word, count)),
    }
}

/// The puzzles in a text.
///
/// A drawing with its goal comes before tile positions: its rows, walls and cells could be positions,
/// comments and lists of numbers.
fn in_text(name: &str, origin: Origin, text: Text) -> Vec<Meant> {
    if lines::are_many(&text) {
        return lines::puzzles(name, origin, &text);
    }
    if drawn::is_drawn_puzzle(&text.body) {
        let content = Content::Blocks(text, Some(Notation::Drawn));
        return vec![Meant { name: name.to_owned(), origin, content }];
    }
    tiles::positions(name, origin, &text).unwrap_or_else(|| boards::boards(name, origin, text))
}

/// The puzzles that are written out in the word itself.
fn in_word(word: &str) -> Vec<Meant> {
    let text = Text::new(WORD, word);
    let several_lines = word.trim().lines().count() > 1;
    if lines::are_many(&text) || drawn::is_drawn_puzzle(word) {
        let name = if several_lines { WORD } else { word.trim() };
        return in_text(name, Origin::Word, text);
    }
    if let Some(mut positions) = tiles::positions(WORD, Origin::Word, &text) {
        if let [only] = &mut positions[..] {
            only.name = on_one_line(word);
        }
        return positions;
    }
    if several_lines {
        return boards::boards(WORD, Origin::Word, text);
    }
    let (name, content) = if boards::is_board(word) {
        (word, Content::Blocks(text, Some(Notation::RushHour)))
    } else if drawn::is_drawn_line(word) {
        (word, Content::Blocks(text, Some(Notation::Drawn)))
    } else if is_puzzle_text(word) {
        (WORD, Content::Blocks(text, None))
    } else {
        let near = library::suggestions(word);
        (word, Content::Nothing(NotRead::Unknown { word: word.to_owned(), near }))
    };
    vec![Meant { name: name.to_owned(), origin: Origin::Word, content }]
}

/// The name of a position that is written out: its rows on one line.
fn on_one_line(position: &str) -> String {
    position.trim().lines().collect::<Vec<_>>().join("/")
}

/// Whether a single line is meant as puzzle text or JSON, possibly with mistakes, and not as a name.
///
/// An empty line counts as puzzle text. `5x4.txt` begins like a size, but is the name of a file.
fn is_puzzle_text(line: &str) -> bool {
    let line = line.trim();
    let is_size = sides(line).is_some() || (line.contains(' ') && sliding::is_size(line));
    line.is_empty() || line.starts_with(['{', '#', '"']) || is_size || format::is_kind(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meant(word: &str) -> Vec<Meant> {
        puzzles(word, &mut no_files)
    }

    #[test]
    fn a_name_comes_before_a_file_and_a_file_before_the_word_itself() {
        let files = &mut |name: &str| {
            assert_ne!(name, "klotski", "names come first");
            (name == "1230").then(|| Ok(Text::new(name, "2 x 2\n1 = 1\n1\n01\n")))
        };
        assert_eq!(puzzles("klotski", files)[0].origin, Origin::Library);
        assert_eq!(puzzles("korf15:1", files)[0].origin, Origin::Set);
        let file = &puzzles("1230", files)[0];
        assert_eq!(file.origin, Origin::File);
        assert!(matches!(file.read(None).unwrap().puzzle, Reading::Blocks(_)));
        assert_eq!(puzzles("1320", files)[0].origin, Origin::Word);
    }

    #[test]
    fn every_notation_is_read_from_the_word_itself() {
        for word in [
            "1 2 3/4 5 6/7 8 0",
            "123456780",
            "..BAAB...",
            "AA.\n...\n...\n",
            "2 x 2\n1 = 1\n1\n01\n",
            "  ######\n  -ab**#\n  ######\n..\n",
            "baab/baab/cc../.... goal a@2,1",
            "ab\n..\n\n..\nab\n",
            &Notation::Json.print(&library::puzzle("klotski").unwrap()).unwrap(),
        ] {
            let all = meant(word);
            assert_eq!((all.len(), all[0].origin), (1, Origin::Word), "{word}");
            assert!(all[0].read(None).is_ok(), "{word}");
        }
    }

    #[test]
    fn a_name_like_a_board_is_still_a_name() {
        for word in ["nine.text", "*.txt", "5x4.txt", "4x4/klotski", "[ab].txt"] {
            let why = meant(word).remove(0).read(None).unwrap_err();
            assert!(matches!(why, NotRead::Unknown { .. }), "{word}: {why}");
        }
    }

    #[test]
    fn puzzle_text_with_a_mistake_is_still_puzzle_text() {
        for word in
            ["", "5 x 4", "4x4", "5 x 4 mine", "1 = 11/11", "# by hand", "{\"format\":", "five\nby four"]
        {
            let why = meant(word).remove(0).read(None).unwrap_err();
            assert!(matches!(why, NotRead::Text(_)), "{word}: {why}");
        }
    }

    #[test]
    fn where_one_is_wanted_a_list_is_refused() {
        let why = puzzle("korf15", None, &mut no_files).unwrap_err();
        assert_eq!(why.to_string(), "`korf15` contains 100 puzzles, but one is expected");
        assert_eq!(why.help().as_deref(), Some("choose one by its number, such as `korf15:1`"));
        let why = puzzle("1230\n3120\n", None, &mut no_files).unwrap_err();
        assert_eq!(why.to_string(), "`1230 …` contains 2 puzzles, but one is expected");
        assert_eq!(why.help().as_deref(), Some("pass only one of them"));
    }

    #[test]
    fn a_position_on_several_lines_is_called_by_one() {
        assert_eq!(meant("1 2\n3 0\n")[0].name, "1 2/3 0");
    }
}
