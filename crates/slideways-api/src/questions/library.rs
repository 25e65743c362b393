//! `library`: all embedded puzzles, with a picture each.

use crate::api::{Body, Task};
use crate::game::{Game, bare};
use crate::reporter::written;
use serde::Serialize;
use slideways::grid::Grid;
use slideways::library::{self, sets};
use slideways::lock::rule::Packing;
use slideways::show::board::{self, Page};
use slideways::show::isometric;
use slideways::tiles::{Goal, Size};
use std::collections::BTreeMap;
use std::sync::LazyLock;

#[derive(Serialize)]
struct Shown {
    puzzles: Vec<Entry>,
}

/// A puzzle of the library.
#[derive(Serialize)]
struct Entry {
    name: String,
    family: &'static str,
    group: String,
    title: String,
    /// Other names in use.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    aliases: Vec<&'static str>,
    /// The puzzle that differs only in its goal, which is not a whole arrangement there.
    #[serde(skip_serializing_if = "Option::is_none")]
    twin_of: Option<&'static str>,
    size: String,
    pieces: usize,
    optimum: BTreeMap<&'static str, u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#box: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bricks: Option<Vec<&'static str>>,
    svg: String,
}

/// The best-known puzzles, which come first.
const FIRST: [&str; 6] = ["klotski", "dads", "century", "quzzle", "mas_puzzle", "traffic_jam"];

/// The answer, which never changes.
static LIBRARY: LazyLock<String> = LazyLock::new(|| {
    let blocks = FIRST.into_iter().chain(library::names().filter(|name| !FIRST.contains(name))).map(blocks);
    let boards = [(3, 3), (2, 4), (3, 4), (4, 4), (5, 5), (6, 6)].map(|(rows, cols)| tiles(rows, cols));
    let sets = sets::names().filter_map(set);
    let boxes = BOXES.iter().map(locked);
    written(&Shown { puzzles: blocks.chain(boards).chain(sets).chain(boxes).collect() })
});

/// Answers with all puzzles.
pub fn library() -> Task {
    Task::known(Body::Json(LIBRARY.as_str().into()))
}

fn entry(game: &Game, family: &'static str, group: &str) -> Entry {
    let puzzle = &game.puzzle;
    Entry {
        name: game.name.clone(),
        family,
        group: group.to_owned(),
        title: if puzzle.title().is_empty() { game.name.clone() } else { puzzle.title().to_owned() },
        aliases: vec![],
        twin_of: None,
        size: puzzle.grid().to_string(),
        pieces: puzzle.pieces().len(),
        optimum: puzzle.draft().optimum.iter().map(|(style, &moves)| (style.name(), moves)).collect(),
        text: None,
        r#box: None,
        bricks: None,
        svg: board::svg(&game.scene(puzzle.start()), &bare()),
    }
}

fn blocks(name: &'static str) -> Entry {
    let game =
        Game::read(name, None).unwrap_or_else(|_| unreachable!("every embedded puzzle is read by the tests"));
    let entry = entry(&game, "blocks", name.split_once('/').map_or("classic", |(folder, _)| folder));
    let title = library::heading(name).filter(|title| !title.is_empty()).map_or(entry.title, str::to_owned);
    Entry { title, aliases: library::aliases(name), twin_of: library::twin_of(name), ..entry }
}

/// A solved board of tiles; opening it gives a random position.
fn tiles(rows: usize, cols: usize) -> Entry {
    let size = Size::new(rows, cols).expect("they are sizes of boards");
    let goal = Goal::blank_last(size);
    let game = Game::of_tiles(goal.some_board(), goal);
    let game = game.unwrap_or_else(|_| unreachable!("the board is small"));
    let entry = entry(&game, "tiles", "boards");
    Entry { name: format!("{rows}x{cols}"), title: format!("{}-puzzle, {size}", size.cells() - 1), ..entry }
}

/// The first position of a set.
fn set(name: &'static str) -> Option<Entry> {
    let set = sets::find(name)?;
    let game = Game::read(&format!("{name}:1"), None).ok()?;
    let title = format!("{}, {} positions", set.title, set.instances.len());
    let entry = entry(&game, "tiles", "sets");
    let optimum = BTreeMap::from([("step", set.instances[0].moves)]);
    Some(Entry { title, optimum, ..entry })
}

/// A locked box: its size, its bricks, a packing, and a title.
struct Locked {
    container: &'static str,
    sides: [usize; 3],
    brick: &'static str,
    packing: &'static str,
    title: &'static str,
    fewest: u32,
}

/// Boxes locked by the fewest pieces, as `lock --fewest` proves, with one such packing each.
const BOXES: [Locked; 3] = [
    Locked {
        container: "3x3x3",
        sides: [3, 3, 3],
        brick: "2x2x1",
        packing: "112112033 442502533 440566566",
        title: "Six bricks lock a cube of 27",
        fewest: 6,
    },
    Locked {
        container: "4x4x4",
        sides: [4, 4, 4],
        brick: "2x2x1",
        packing: "1122113340334550 6622000040074557 660890089007aa07 0bb89bb890ccaacc",
        title: "Twelve bricks lock a cube of 64",
        fewest: 12,
    },
    Locked {
        container: "5x5x5",
        sides: [5, 5, 5],
        brick: "2x2x1",
        packing: "1123311233044556440760887 9920ab020abcc556d0076d887 99eeab000abcc0fgd00fgd0hh \
                  i0ee0i00jj00kkfg000fgllhh imm00immjjnnkk0nn0oo0lloo",
        title: "Twenty-four bricks lock a cube of 125",
        fewest: 24,
    },
];

fn locked(locked: &Locked) -> Entry {
    let [layers, rows, cols] = locked.sides;
    let grid = Grid::solid(layers, rows, cols).expect("they are sizes of boxes");
    let packing = Packing::parse(grid, locked.packing).expect("they are read by a test");
    Entry {
        name: format!("{} of {}", locked.container, locked.brick),
        family: "lock",
        group: "boxes".to_owned(),
        title: locked.title.to_owned(),
        aliases: vec![],
        twin_of: None,
        size: locked.container.to_owned(),
        pieces: packing.pieces.len(),
        optimum: BTreeMap::from([("fewest", locked.fewest)]),
        text: None,
        r#box: Some(locked.container),
        bricks: Some(vec![locked.brick]),
        svg: isometric::closed_on(&packing, Page::Bare),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slideways::Who;

    #[test]
    fn the_boxes_are_locked() {
        for locked in &BOXES {
            let [layers, rows, cols] = locked.sides;
            let packing = Packing::parse(Grid::solid(layers, rows, cols).unwrap(), locked.packing).unwrap();
            assert_eq!((packing.slide(Who::Piece), packing.pieces.len() as u32), (None, locked.fewest));
        }
    }

    #[test]
    fn every_puzzle_has_a_picture() {
        let library: serde_json::Value = serde_json::from_str(&LIBRARY).unwrap();
        let puzzles = library["puzzles"].as_array().unwrap();
        assert_eq!(puzzles.len(), library::names().count() + 6 + sets::names().count() + BOXES.len());
        let klotski = puzzles.iter().find(|puzzle| puzzle["name"] == "klotski").unwrap();
        assert_eq!((&klotski["title"], &klotski["aliases"][1]), (&"Klotski".into(), &"Huarong Dao".into()));
        let twins = puzzles.iter().filter(|puzzle| puzzle["twin_of"].is_string()).count();
        assert_eq!(twins, library::names().count() - library::distinct().count());
        assert!(puzzles.iter().all(|puzzle| puzzle["svg"].as_str().unwrap().starts_with("<svg")));
        assert!(!LIBRARY.contains("<style") && !LIBRARY.contains("style="), "the page's policy forbids it");
    }
}
