//! A puzzle as text: its name, its pieces, its goals.
//!
//! No line here begins with a number and a dot: `check` reads such lines of an answer as moves, and all
//! others as commentary.

pub mod gallery;
pub mod layers;
pub mod solutions;
pub mod tiles;

use crate::input::Loaded;
use crate::quantity::counted;
use crate::visible::visible;
use slideways::Style;
pub use slideways::format::sliding::goals;
use slideways::format::{sliding, solution};
use slideways::puzzle::Puzzle;
use slideways::puzzle::rule::{self, Move};

/// The most goals that a line names.
const GOALS: usize = 3;

/// Moves are set in columns that fill this width.
const WIDTH: usize = 80;

/// The name and title of a puzzle on one line; control characters are made visible.
pub fn headline(name: &str, title: &str) -> String {
    let name = visible(name);
    match title {
        "" => format!("puzzle {name}"),
        title => format!("puzzle {name}: {}", visible(title)),
    }
}

/// The title of a puzzle, or its name if it has none.
pub fn title(loaded: &Loaded) -> &str {
    match loaded.puzzle.title() {
        "" => &loaded.name,
        title => title,
    }
}

/// The box, the pieces, the goals, in one line.
pub fn summary(puzzle: &Puzzle) -> String {
    let pieces = counted(puzzle.pieces().len() as u64, "piece");
    let goals = goals(puzzle);
    let more = match goals.len().saturating_sub(GOALS) {
        0 => String::new(),
        more => format!(" or {more} more"),
    };
    let named: Vec<&str> = goals.iter().take(GOALS).map(String::as_str).collect();
    format!("{} box, {pieces}, goal {}{more}", puzzle.grid(), named.join(" or "))
}

/// The style: its name and its meaning.
pub fn style(style: Style) -> String {
    format!("style {style}: {}", style.meaning())
}

/// The kinds, as puzzle text defines them: `1 = 11/11`.
///
/// They are the lines after the size in the printed puzzle.
pub fn kinds(puzzle: &Puzzle) -> Vec<String> {
    sliding::print(puzzle).lines().skip(1).take(puzzle.kinds().len()).map(str::to_owned).collect()
}

/// Numbered moves in columns, to be read line by line.
pub fn columns(moves: &[String]) -> String {
    let longest = moves.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let digits = moves.len().to_string().len();
    let width = digits + longest + 4;
    let mut text = String::new();
    for (line, group) in moves.chunks((WIDTH / width).max(1)).enumerate() {
        let first = line * (WIDTH / width).max(1);
        let cells = group.iter().enumerate().map(|(i, played)| {
            let number = first + i + 1;
            format!("  {number:>digits$}. {played:longest$}")
        });
        text.push_str(cells.collect::<String>().trim_end());
        text.push('\n');
    }
    text
}

/// The number of single steps in some moves.
pub fn steps(moves: &[Move]) -> u64 {
    moves.iter().map(|played| played.path.len() as u64).sum()
}

/// The function that draws an arrangement, in ASCII or with box characters.
pub fn drawing(ascii: bool) -> fn(&Puzzle, &slideways::puzzle::Arrangement) -> String {
    if ascii { slideways::show::text::arrangement } else { slideways::show::outlined }
}

/// Legal moves drawn one after the other.
pub fn story(puzzle: &Puzzle, moves: &[Move], ascii: bool) -> Result<String, rule::Illegal> {
    let word = |before: &_, played: &_| solution::print_move(puzzle, before, played);
    slideways::show::steps(puzzle, moves, word, drawing(ascii))
}

#[cfg(test)]
mod tests {
    use super::*;
    use slideways::library;

    #[test]
    fn goals_and_kinds_are_found_in_every_printed_puzzle() {
        for name in library::names() {
            let puzzle = library::puzzle(name).unwrap();
            for (kind, line) in puzzle.kinds().iter().zip(kinds(&puzzle)) {
                assert!(line.starts_with(&format!("{} = ", kind.name)), "{name}: {line}");
            }
            for (goal, text) in puzzle.goals().iter().zip(goals(&puzzle)) {
                assert_eq!(text.contains('@'), !puzzle.is_full(goal), "{name}: {text}");
            }
        }
    }

    #[test]
    fn columns_read_back_whatever_their_width() {
        let puzzle = library::puzzle("klotski").unwrap();
        let words = ["4@3,1:D", "4@4,1:U", "4@3,1:D", "4@4,1:U", "4@3,1:D"].map(str::to_owned);
        let moves = solution::parse(&puzzle, &words.join(" ")).unwrap();
        for count in 0..=moves.len() {
            let text = columns(&words[..count]);
            assert_eq!(solution::parse(&puzzle, &text).unwrap(), moves[..count], "{text}");
            assert!(text.lines().all(|line| line.len() <= WIDTH && line == line.trim_end()));
        }
    }
}
