//! Benchmark sets of tile positions, with their known optima.
//!
//! A set is a file of positions, one per line, as `slideways solve` reads them. Comments contain its title,
//! its goal and its sources; a comment after each position gives the length and number of its shortest
//! solutions in style `step`.
//!
//! ```
//! use slideways::library::sets;
//!
//! let korf = sets::find("korf15").unwrap();
//! assert_eq!((korf.instances.len(), korf.goal.to_string().as_str()), (100, "blank first"));
//! assert_eq!((korf.instances[87].number, korf.instances[87].moves), (88, 65));
//! ```

use crate::format::tiles;
use crate::tiles::{Board, Goal};

/// The files, by the name of the set.
static FILES: [(&str, &str); 3] = [
    ("korf15", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/tiles/korf15.txt"))),
    ("korf24", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/tiles/korf24.txt"))),
    ("hard15", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/tiles/hard15.txt"))),
];

/// A set of positions of one size, with one goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// Its name.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The goal of all positions; the known lengths are for this goal only.
    pub goal: Goal,
    /// The sources of the positions and lengths.
    pub sources: Vec<&'static str>,
    /// The positions, in order of their numbers.
    pub instances: Vec<KnownInstance>,
}

/// A position of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownInstance {
    /// Its number, from 1.
    pub number: usize,
    /// The position.
    pub board: Board,
    /// The length of its shortest solutions, in style `step`.
    pub moves: u32,
    /// The number of shortest solutions, if it is known.
    pub solutions: Option<u128>,
}

/// The names of all sets.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|&(name, _)| name)
}

/// The set with a name; case does not matter.
pub fn find(name: &str) -> Option<Set> {
    let wanted = name.trim().to_lowercase();
    let &(name, text) = FILES.iter().find(|(name, _)| *name == wanted)?;
    Some(parse(name, text).expect("every embedded set is read by the tests"))
}

fn parse(name: &'static str, text: &'static str) -> Option<Set> {
    let remark = |key| text.lines().filter_map(move |line| line.strip_prefix("# ")?.strip_prefix(key));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let instances: Vec<KnownInstance> = lines.map(instance).collect::<Option<_>>()?;
    let goal = tiles::parse_goal(remark("goal: ").next()?, instances.first()?.board.size()).ok()?;
    let (title, sources) = (remark("title: ").next()?, remark("source: ").collect());
    Some(Set { name, title, goal, sources, instances })
}

/// `88 15 2 12 11 … # moves=65 solutions=67`
fn instance(line: &str) -> Option<KnownInstance> {
    let (position, known) = line.split_once('#')?;
    let figure = |key| known.split_whitespace().find_map(|word| word.strip_prefix(key));
    let tiles::Line { id, board } = tiles::parse_line(position, None).ok()?;
    let solutions = figure("solutions=").and_then(|figure| figure.parse().ok());
    Some(KnownInstance {
        number: id?.parse().ok()?,
        board,
        moves: figure("moves=")?.parse().ok()?,
        solutions,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tiles::Instance;
    use crate::tiles::parity::Parity;

    #[test]
    fn every_set_is_read_and_numbered_from_one() {
        assert_eq!(
            names().map(|name| find(name).unwrap().instances.len()).collect::<Vec<_>>(),
            [100, 50, 23]
        );
        for set in names().map(|name| find(name).unwrap()) {
            assert!((1..).zip(&set.instances).all(|(number, instance)| instance.number == number));
            assert!(!set.title.is_empty() && !set.sources.is_empty());
        }
    }

    #[test]
    fn every_position_can_be_solved_in_as_many_moves_as_parity_allows() {
        for set in names().map(|name| find(name).unwrap()) {
            for instance in &set.instances {
                let tiles = Instance::new(&instance.board, &set.goal).unwrap();
                assert!(tiles.bound() <= instance.moves, "{}:{}", set.name, instance.number);
                assert_eq!(Parity::of(tiles.bound()), Parity::of(instance.moves));
            }
        }
    }

    #[test]
    fn capitals_do_not_matter() {
        assert_eq!(find("Korf15").unwrap().name, "korf15");
        assert_eq!(find("korf16"), None);
    }
}
