//! Where puzzles and solutions come from: the library, files, standard input, the command line itself.
//!
//! What an argument means is decided by [`slideways::read`]; here are the files, the warnings, and what only
//! a command line has.

pub mod answer;
pub mod groups;
mod lines;
pub mod lock;
mod read;

use crate::problem::Problem;
use crate::quantity::counted;
use slideways::format::error::TextError;
use slideways::read::{Meant, Origin, Text, only};
use std::path::Path;

pub use read::Reader;
pub use slideways::read::{NamedBoard as Position, NamedPuzzle as Loaded, Reading as Game, TileContext};

/// The text of a puzzle, not yet read, and its name.
pub struct Found {
    /// Its full name in the library, or what the user wrote.
    pub name: String,
    meant: Meant,
    /// Whether it is a line of a list of tile positions, so that a mistake in it is a mistake of a position.
    tiles: bool,
}

impl Found {
    /// Read the text; warnings are shown at once.
    pub fn load(self, given: &TileContext) -> Result<Game, Problem> {
        let parsed = self.meant.read_with(given).map_err(|why| {
            let text = self.meant.text().filter(|_| self.tiles);
            text.and_then(|text| lines::tile_mistake(text, given.size)).unwrap_or(why)
        })?;
        if let Some(text) = self.meant.text() {
            warn(text, parsed.warnings);
        }
        Ok(parsed.puzzle)
    }
}

impl From<Meant> for Found {
    fn from(meant: Meant) -> Found {
        Found { name: meant.name.clone(), meant, tiles: false }
    }
}

/// The most warnings about a text that are shown; a file may have 100,000.
const WARNINGS: usize = 5;

fn warn(text: &Text, warnings: Vec<TextError>) {
    let more = warnings.len().saturating_sub(WARNINGS);
    warnings.into_iter().take(WARNINGS).for_each(|warning| Problem::at(text, warning).warn());
    if more > 0 {
        let more = counted(more as u64, "more warning");
        Problem::new(format!("{more} about {} not shown", text.name)).warn();
    }
}

/// The puzzles that an argument stands for; more than one if it leads to a set or a list.
pub fn puzzles(argument: &str, reader: &mut Reader) -> Vec<Found> {
    meant(argument, reader).into_iter().map(Found::from).collect()
}

/// The one puzzle that an argument stands for.
pub fn puzzle(argument: &str, given: &TileContext, reader: &mut Reader) -> Result<Game, Problem> {
    Found::from(only(argument, meant(argument, reader))?).load(given)
}

fn meant(argument: &str, reader: &mut Reader) -> Vec<Meant> {
    if reader.scrambles {
        return slideways::read::scrambles(argument, &mut |name| reader.text(name));
    }
    let all = slideways::read::puzzles(argument, &mut |name| reader.text(name));
    let by_name = all.iter().any(|meant| matches!(meant.origin, Origin::Library | Origin::Set));
    if by_name && Path::new(argument).exists() {
        Problem::new(format!("`{argument}` is both a library puzzle and a file; using the library puzzle"))
            .help(format!("write `./{argument}` for the file"))
            .warn();
    }
    all
}

/// Refuse blocks if an option was given that only applies to tiles. A board with equal tiles has a size and a
/// goal, although it is a puzzle of blocks.
pub fn not_for_blocks(loaded: &Loaded, option: Option<&str>) -> Result<(), Problem> {
    match option {
        None => Ok(()),
        Some("goal" | "size" | "scramble") if loaded.tiles => Ok(()),
        Some(option) => {
            let message = format!("`--{option}` needs a tile position, and `{}` is not one", loaded.name);
            Err(Problem::new(message).help("leave it out"))
        }
    }
}

/// The text of a solution: a file, standard input, or the argument itself.
pub fn solution(argument: &str, reader: &mut Reader) -> Result<Text, Problem> {
    if let Some(text) = reader.text(argument) {
        return Ok(text?);
    }
    // Every move has a colon.
    match argument.trim().is_empty() || argument.contains(':') {
        true => Ok(Text::new("<argument>", argument)),
        false => Err(Problem::new(format!("`{argument}` is neither a file nor a move"))
            .help("give a file, `-` for standard input, or moves such as `4@3,1:R2`")),
    }
}

/// The text of a solution for tiles: a file, standard input, or the argument itself.
pub fn path(argument: &str, reader: &mut Reader) -> Result<Text, Problem> {
    match reader.text(argument) {
        Some(text) => Ok(text?),
        None => Ok(Text::new("<argument>", argument)),
    }
}
