//! The embedded puzzle library.
//!
//! A classic puzzle has a plain name; any other name starts with its folder. The folder may be omitted if the
//! rest is unambiguous. Case does not matter, and `-` and `_` are the same.
//!
//! ```
//! use slideways::{Style, library};
//!
//! let klotski = library::puzzle("Klotski").unwrap();
//! assert_eq!(klotski.draft().optimum[&Style::MOVE], 81);
//! assert_eq!(library::find("red-donkey"), Some("gnome/red_donkey"));
//! assert_eq!(library::suggestions("klotsky")[0], "klotski");
//! ```
//!
//! Some puzzles are known under several names, and some have a twin with a whole goal: [`aliases`] and
//! [`twin_of`] tell. Tile positions are in [`sets`].

mod names;
pub mod sets;

pub use names::{aliases, distinct, heading, twin_of};

use crate::format::sliding;
use crate::puzzle::Puzzle;

/// The name and text of every puzzle, sorted by name; `build.rs` makes it from the files in `puzzles`.
static PUZZLES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/puzzles.rs"));

/// The largest number of suggestions.
const SUGGESTIONS: usize = 3;

/// The names of all puzzles, sorted.
pub fn names() -> impl Iterator<Item = &'static str> {
    PUZZLES.iter().map(|&(name, _)| name)
}

/// The full name of the puzzle that a user means by `name`.
///
/// If several folders contain a puzzle of that name, the classic one wins, then the first by full name. If no
/// puzzle has that name, it may be one of the [`aliases`] of a puzzle.
pub fn find(name: &str) -> Option<&'static str> {
    entry(name).map(|(name, _)| name)
}

/// A puzzle's text, with its known optima and their sources as comments.
pub fn text(name: &str) -> Option<&'static str> {
    entry(name).map(|(_, text)| text)
}

/// A puzzle of the library.
pub fn puzzle(name: &str) -> Option<Puzzle> {
    let text = text(name)?;
    Some(sliding::parse(text).expect("every embedded puzzle is read by the tests").puzzle)
}

/// The names that a user may have meant, nearest first; none if no name is near.
///
/// A name is near, ignoring folders, if at most a third of the letters, rounded up, are mistyped, or if it
/// completes what was typed.
pub fn suggestions(name: &str) -> Vec<&'static str> {
    let wanted = key(stem(name));
    let length = wanted.chars().count();
    let limit = length.div_ceil(3);
    let mut near: Vec<(usize, usize, &str)> = names()
        .map(|name| {
            let stem = key(stem(name));
            let completes = length >= 3 && stem.contains(&wanted);
            let distance = edit_distance(&wanted, &stem);
            // Of several completions, the shortest comes first.
            (if completes { distance.min(limit) } else { distance }, distance, name)
        })
        .filter(|&(near, ..)| near <= limit)
        .collect();
    near.sort();
    near.into_iter().map(|(.., name)| name).take(SUGGESTIONS).collect()
}

fn entry(name: &str) -> Option<(&'static str, &'static str)> {
    let wanted = key(name);
    let by = |part: fn(&str) -> &str, wanted: &str| {
        PUZZLES.iter().copied().find(|&(name, _)| key(part(name)) == wanted)
    };
    by(|name| name, wanted.strip_prefix("classic/").unwrap_or(&wanted))
        .or_else(|| by(stem, &wanted))
        .or_else(|| names::by_alias(name).and_then(|found| by(|name| name, &key(found))))
}

/// The name without its folder.
fn stem(name: &str) -> &str {
    name.rsplit('/').next().expect("splitting gives at least one part")
}

/// A name in a normal form, without the differences that do not matter.
fn key(name: &str) -> String {
    name.trim().to_lowercase().replace('_', "-")
}

/// The optimal string alignment distance: the number of letters to insert, delete, replace, or swap with
/// their neighbour.
///
/// The usual table over prefixes, of which only the last three rows are kept: `new[j]` is the distance from
/// the first `i` letters of `a` to the first `j` letters of `b`.
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let (mut older, mut old): (Vec<usize>, Vec<usize>) = (vec![], (0..=b.len()).collect());
    for i in 1..=a.len() {
        let mut new = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            new[j] = (old[j - 1] + change).min(old[j] + 1).min(new[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                new[j] = new[j].min(older[j - 2] + 1);
            }
        }
        older = std::mem::replace(&mut old, new);
    }
    old[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_puzzle_prints_as_it_is_written() {
        for name in names() {
            let text = text(name).unwrap();
            let parsed = sliding::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(parsed.warnings, [], "{name}");
            assert_eq!(sliding::print(&parsed.puzzle), text, "{name}");
        }
    }

    #[test]
    fn the_names_are_sorted_and_each_finds_itself() {
        assert!(names().is_sorted());
        assert_eq!(names().count(), 96);
        for name in names() {
            assert_eq!(find(name), Some(name));
        }
    }

    #[test]
    fn capitals_and_hyphens_do_not_matter() {
        assert_eq!(find("Super-Century_B"), Some("super_century_b"));
        assert_eq!(find(" Gnome/Red-Donkey "), Some("gnome/red_donkey"));
    }

    #[test]
    fn the_folder_may_be_left_out_but_a_classic_comes_first() {
        assert_eq!(find("ambush"), Some("gnome/ambush"));
        assert_eq!(find("moves_60"), Some("rush/moves_60"));
        assert_eq!(find("traffic_jam"), Some("traffic_jam"));
        assert_eq!(find("classic/traffic_jam"), Some("traffic_jam"));
        assert_eq!(find("gnome/klotski"), None);
        assert_eq!(find("classic/ambush"), None);
        assert_eq!(find(""), None);
    }

    #[test]
    fn a_slip_of_the_fingers_is_understood() {
        assert_eq!(suggestions("kloskti")[0], "klotski");
        assert_eq!(suggestions("ambsuh"), ["gnome/ambush"]);
        assert_eq!(suggestions("gnome/klotski")[0], "klotski");
        assert_eq!(suggestions("donkey"), ["gnome/red_donkey"]);
        assert_eq!(suggestions("klot")[0], "klotski");
        assert!(suggestions("sokoban-level-eleven").is_empty());
        assert!(suggestions("").is_empty());
    }

    #[test]
    fn an_exchange_of_neighbours_is_one_slip() {
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("abc", "acb"), 1);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
    }
}
