//! Writer of drawn boards.

use super::{Drawn, content, is_drawn_line, is_drawn_puzzle, read};
use crate::format::sliding;
use crate::grid::{Cell, Grid};
use crate::puzzle::{Draft, Goal, Kind, KindId, Place, Puzzle};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Draw a puzzle; `None` if one of its pieces is disconnected, or if there are not enough letters.
///
/// Pieces keep their names as letters where a drawing can show them: two pieces that touch need different
/// letters. The names of kinds are lost, but not which pieces are interchangeable.
pub fn print(puzzle: &Puzzle) -> Option<String> {
    let letters = letters(puzzle)?;
    // The header is needed where a text without it would look like another notation, and the line `kinds`
    // where the kinds would be inferred differently.
    let headers = [!puzzle.title().is_empty(), true];
    let ways = [usize::MAX, 2, 1].into_iter().flat_map(|least| headers.map(|header| (header, least)));
    let texts = ways.map(|(header, least)| text(puzzle, &letters, header, least, true));
    texts.flatten().find(|text| reads_back(text, puzzle))
}

/// Draw a puzzle on one line, without its title and comments, so that a list can contain it; `None` if
/// [`print()`] cannot draw it.
///
/// ```
/// use slideways::format::drawn;
///
/// let puzzle = drawn::parse("baab\nbaab\ncc..\n....\n\n....\n....\n.aa.\n.aa.\n").unwrap().puzzle;
/// assert_eq!(drawn::print_line(&puzzle).unwrap(), "baab/baab/cc../.... goal a@2,1");
/// ```
pub fn print_line(puzzle: &Puzzle) -> Option<String> {
    let letters = letters(puzzle)?;
    let (title, optimum, notes) = (String::new(), BTreeMap::new(), vec![]);
    let bare = &Puzzle::new(Draft { title, optimum, notes, ..puzzle.draft().clone() }).ok()?;
    // Between two layers is a line `//`.
    let rows = bare.grid().layers() * (bare.grid().rows() + 1) - 1;
    let line = |text: String| {
        let lines: Vec<&str> = text.lines().collect();
        let (drawing, rest) = lines.split_at(rows);
        [&[&*drawing.join("/").replace("////", "//")], rest].concat().join(" ")
    };
    let texts = [usize::MAX, 2, 1].into_iter().map(|least| text(bare, &letters, false, least, false));
    texts.flatten().map(line).find(|line| is_drawn_line(line) && reads_back(line, puzzle))
}

/// Whether a text reads as the puzzle.
fn reads_back(text: &str, puzzle: &Puzzle) -> bool {
    is_drawn_puzzle(text) && read::parse(text).is_ok_and(|read| is_same(puzzle, &read.puzzle))
}

/// The text with the given letters for the pieces. The line `kinds` lists kinds with at least `least`
/// letters. Goals are drawn where that is possible, or all written.
fn text(puzzle: &Puzzle, letters: &[char], header: bool, least: usize, draws_goals: bool) -> Option<String> {
    let (draft, grid) = (puzzle.draft(), puzzle.grid());
    let mut text = String::new();
    if header {
        let _ = writeln!(text, "{}", sliding::header(draft));
    }
    let of_kind = |kind: KindId| {
        let all = puzzle.pieces().iter().zip(letters);
        all.filter(move |(of, _)| **of == kind).map(|(_, &letter)| letter).collect::<BTreeSet<char>>()
    };
    let start: Vec<(Place, char)> =
        draft.start.iter().zip(letters).map(|(&(place, _), &letter)| (place, letter)).collect();
    text.push_str(&drawing(puzzle, &start, true)?);
    let mut ids: Vec<KindId> = vec![];
    for &kind in puzzle.pieces() {
        if !ids.contains(&kind) {
            ids.push(kind);
        }
    }
    let words = ids.iter().map(|&kind| of_kind(kind).into_iter().collect::<String>());
    let words: Vec<String> = words.filter(|word| word.chars().count() >= least).collect();
    if !words.is_empty() {
        let _ = writeln!(text, "kinds {}", words.join(" "));
    }
    for &kind in &ids {
        let Some(letter) = of_kind(kind).into_iter().next() else { continue };
        if let Some(axis) = puzzle.kind(kind).along {
            for letter in of_kind(kind) {
                let _ = writeln!(text, "along {letter} {}", axis.name());
            }
        }
        let open = draft.gates.iter().filter(|(_, kinds)| kinds.contains(&kind));
        let cells: Vec<String> = open.map(|(&cell, _)| grid.coordinates(cell)).collect();
        if !cells.is_empty() {
            let _ = writeln!(text, "only {letter} {}", cells.join(" "));
        }
    }
    let (mut drawn, mut named) = (String::new(), String::new());
    for goal in puzzle.goals() {
        match drawn_goal(puzzle, goal, &of_kind).filter(|_| draws_goals) {
            Some(goal) => drawn = format!("{drawn}\n{goal}"),
            None => {
                let word = |place: &Place| {
                    Some(format!(
                        "{}@{}",
                        of_kind(place.kind).into_iter().next()?,
                        grid.coordinates(place.at)
                    ))
                };
                let words: Vec<String> = goal.0.iter().map(word).collect::<Option<_>>()?;
                let _ = writeln!(named, "goal {}", words.join(" "));
            }
        }
    }
    text.push_str(&named);
    text.push_str(&drawn);
    text.push_str(&sliding::remarks(draft));
    Some(text)
}

/// The rows of a drawing, with or without walls; `None` if pieces of one letter would touch.
fn drawing(puzzle: &Puzzle, pieces: &[(Place, char)], walls: bool) -> Option<String> {
    let grid = puzzle.grid();
    let mut owner: Vec<Option<usize>> = vec![None; grid.size()];
    let mut cells = vec!['.'; grid.size()];
    for &wall in puzzle.draft().blocked.iter().filter(|_| walls) {
        cells[wall.index()] = '#';
    }
    for (number, &(place, letter)) in pieces.iter().enumerate() {
        for cell in puzzle.cover(place)? {
            (owner[cell.index()], cells[cell.index()]) = (Some(number), letter);
        }
    }
    let merges = |cell: Cell| {
        neighbours(grid, cell).any(|next| {
            let both = owner[cell.index()].zip(owner[next.index()]);
            both.is_some_and(|(one, other)| one != other) && cells[cell.index()] == cells[next.index()]
        })
    };
    if grid.cells().any(merges) {
        return None;
    }
    let rows: Vec<String> = cells.chunks(grid.cols()).map(|row| row.iter().collect()).collect();
    let layers: Vec<String> = rows.chunks(grid.rows()).map(|layer| layer.join("\n")).collect();
    Some(layers.join("\n//\n") + "\n")
}

/// The drawing of a goal; `None` if the letters of the start do not keep its pieces apart.
fn drawn_goal(puzzle: &Puzzle, goal: &Goal, of_kind: &impl Fn(KindId) -> BTreeSet<char>) -> Option<String> {
    let mut pieces: Vec<(Place, char)> = vec![];
    for &place in &goal.0 {
        let fits = |letter: &char| {
            let near = pieces.iter().filter(|(_, used)| used == letter);
            near.into_iter().all(|&(other, _)| !touch(puzzle, place, other))
        };
        let letter = of_kind(place.kind).into_iter().find(fits)?;
        pieces.push((place, letter));
    }
    drawing(puzzle, &pieces, false)
}

/// A letter for each piece: touching pieces and pieces of different kinds have different letters.
fn letters(puzzle: &Puzzle) -> Option<Vec<char>> {
    if puzzle.pieces().iter().any(|&kind| puzzle.kind(kind).shape.parts() > 1) {
        return None;
    }
    let places: Vec<Place> = puzzle.draft().start.iter().map(|&(place, _)| place).collect();
    let names: Vec<char> = (0..places.len()).map(|piece| puzzle.name(piece)).collect();
    let mut kind_of: BTreeMap<char, KindId> = BTreeMap::new();
    let mut chosen: Vec<char> = vec![];
    for (piece, &place) in places.iter().enumerate() {
        let fits = |letter: char, kind_of: &BTreeMap<char, KindId>| {
            let same = chosen.iter().zip(&places).filter(|&(&used, _)| used == letter);
            matches!(content(letter), Some(Drawn::Piece(_)))
                && kind_of.get(&letter).is_none_or(|&kind| kind == place.kind)
                && same.into_iter().all(|(_, &other)| !touch(puzzle, place, other))
        };
        let kept = |letter: &char| !names.contains(letter) || kind_of.contains_key(letter);
        let known = kind_of.iter().filter(|&(_, &kind)| kind == place.kind).map(|(&letter, _)| letter);
        let fresh = ('a'..='z').chain(Kind::NAMES.chars()).filter(kept);
        let letter = [names[piece]].into_iter().chain(known).chain(fresh).find(|&c| fits(c, &kind_of))?;
        kind_of.insert(letter, place.kind);
        chosen.push(letter);
    }
    Some(chosen)
}

fn neighbours(grid: Grid, cell: Cell) -> impl Iterator<Item = Cell> {
    grid.dirs().iter().filter_map(move |dir| grid.shifted(cell, dir.offset()))
}

/// Whether two pieces have adjacent cells.
fn touch(puzzle: &Puzzle, one: Place, other: Place) -> bool {
    let cells = |place| puzzle.cover(place).unwrap_or_default();
    let others: BTreeSet<Cell> = cells(other).into_iter().collect();
    cells(one).into_iter().any(|cell| neighbours(puzzle.grid(), cell).any(|next| others.contains(&next)))
}

/// Whether two puzzles differ at most in titles, comments, names, and kinds without a piece.
fn is_same(puzzle: &Puzzle, other: &Puzzle) -> bool {
    let mut kinds: BTreeMap<KindId, KindId> = BTreeMap::new();
    let pairs = puzzle.pieces().iter().zip(other.pieces());
    let is_function = pairs.into_iter().all(|(&kind, &to)| *kinds.entry(kind).or_insert(to) == to);
    let is_one_to_one = kinds.values().collect::<BTreeSet<_>>().len() == kinds.len();
    let kind_is_same = |(&kind, &to): (&KindId, &KindId)| {
        let (one, other) = (puzzle.kind(kind), other.kind(to));
        one.shape == other.shape && one.along == other.along
    };
    let goal = |goal: &Goal| -> Option<BTreeSet<Place>> {
        goal.0.iter().map(|place| Some(Place { kind: *kinds.get(&place.kind)?, ..*place })).collect()
    };
    let goals: BTreeSet<_> = puzzle.goals().iter().map(goal).collect();
    let others: BTreeSet<_> =
        other.goals().iter().map(|goal| Some(goal.0.iter().copied().collect::<BTreeSet<_>>())).collect();
    let gates = |(&cell, open): (&Cell, &BTreeSet<KindId>)| {
        (cell, open.iter().filter_map(|kind| kinds.get(kind).copied()).collect::<BTreeSet<_>>())
    };
    let (draft, drawn) = (puzzle.draft(), other.draft());
    draft.grid == drawn.grid
        && draft.blocked == drawn.blocked
        && puzzle.start() == other.start()
        && is_function
        && is_one_to_one
        && kinds.iter().all(kind_is_same)
        && goals == others
        && draft.gates.iter().map(gates).eq(drawn.gates.iter().map(|(&cell, open)| (cell, open.clone())))
}
