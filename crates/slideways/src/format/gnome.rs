//! Maps of GNOME Klotski: the box drawn cell by cell.
//!
//! ```text
//! ######
//! #a**b#        # wall, space empty
//! #a**b#        every other character: a piece, made of all cells with that character
//! #cdde#        * the piece to bring out
//! #cfge#        . target: a cell that it must end on
//! #h  i#        - gate: a cell that only it may cross
//! ##--##
//!     ..
//!     ..
//! ```
//!
//! Targets may lie outside the walls, as here. Rows are padded with spaces to the longest. Pieces of one
//! shape are interchangeable, except `*`. Each piece keeps its character as its name, so that answers use
//! the names of the map.
//!
//! ```
//! use slideways::format::gnome;
//!
//! let map = "#####\n#ab*#\n#. b#\n#####\n";
//! let puzzle = gnome::parse(map).unwrap().puzzle;
//! assert_eq!(puzzle.kinds().len(), 3); // `*` and `a` are both single cells, but different kinds
//! assert_eq!(gnome::print(&puzzle).as_deref(), Some(map));
//! ```

use super::error::{Parsed, TextError, span_of};
use super::{Notation, detect};
use crate::grid::{Cell, Grid, Offset};
use crate::puzzle::{Draft, Goal, Kind, KindId, Place, Puzzle, Shape, is_piece_name};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The characters that cannot name a piece other than the one to bring out.
const TAKEN: &str = "#*-. ";

/// The kind of the piece to bring out.
const STAR: KindId = KindId(0);

/// Read a map.
pub fn parse(text: &str) -> Result<Parsed<Puzzle>, TextError> {
    let map = Map::new(text)?;
    let targets = map.cells_of('.');
    let star = map.star()?;
    let goals = map.goals(&star, &targets)?;

    let mut kinds = vec![Kind { name: '1', shape: star, along: None }];
    let (mut start, mut warnings) = (vec![], vec![]);
    for &(name, ref cells) in &map.pieces {
        let shape = map.shape(cells);
        let known = kinds.iter().skip(1).position(|kind| kind.shape == shape).map(|k| k + 1);
        let kind = match known {
            _ if name == '*' => 0,
            Some(kind) => kind,
            None => {
                let span = map.span(cells[0]);
                kinds.push(Kind { name: next_name(&kinds, span)?, shape, along: None });
                kinds.len() - 1
            }
        };
        let called = map.called(name);
        if called != name {
            let message = format!("piece `{name}` is called `{called}` in solutions");
            let label = "solutions use this character for something else";
            warnings.push(TextError::new(map.span(cells[0]), message, label));
        }
        start.push((Place { at: cells[0], kind: KindId(kind as u8) }, called));
    }
    let draft = Draft {
        title: String::new(),
        grid: map.grid,
        blocked: map.cells_of('#').into_iter().collect(),
        kinds,
        gates: map.cells_of('-').into_iter().map(|cell| (cell, BTreeSet::from([STAR]))).collect(),
        start,
        goals,
        optimum: BTreeMap::new(),
        notes: vec![],
    };
    match Puzzle::new(draft) {
        Ok(puzzle) => Ok(Parsed { puzzle, warnings }),
        Err(error) => Err(TextError::new(0..text.len(), error.to_string(), "in this map")),
    }
}

/// The next unused kind name.
fn next_name(kinds: &[Kind], span: Range<usize>) -> Result<char, TextError> {
    Kind::NAMES.chars().nth(kinds.len()).ok_or_else(|| {
        let message = format!("the map has more than {} different shapes", Kind::NAMES.len());
        TextError::new(span, message, "this shape has no name left")
    })
}

/// A map as cells.
struct Map {
    grid: Grid,
    /// The character of every cell and its span; past the end of a row, a space with an empty span.
    cells: Vec<(char, Range<usize>)>,
    /// The pieces with their cells, in the order of their first cells.
    pieces: Vec<(char, Vec<Cell>)>,
}

impl Map {
    fn new(text: &str) -> Result<Map, TextError> {
        let lines: Vec<&str> = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).collect();
        let first = lines.iter().position(|line| !line.is_empty());
        let last = lines.iter().rposition(|line| !line.is_empty());
        let (Some(first), Some(last)) = (first, last) else {
            return Err(TextError::new(0..0, "the map is empty", "expected rows of `#` and pieces"));
        };
        let rows = &lines[first..=last];
        let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let Some(grid) = Grid::plane(rows.len(), width) else {
            let message =
                format!("a map of {} x {width} has more than {} cells", rows.len(), Grid::MAX_CELLS);
            let span = span_of(text, rows[0]).start..span_of(text, rows[rows.len() - 1]).end;
            return Err(TextError::new(span, message, "too large"));
        };
        let mut cells = Vec::with_capacity(grid.size());
        for row in rows {
            let span = span_of(text, row);
            for (i, c) in row.char_indices() {
                let at = span.start + i..span.start + i + c.len_utf8();
                if c != ' ' && (c.is_whitespace() || c.is_control()) {
                    return Err(TextError::new(at, format!("a map cannot contain {c:?}"), "not a cell")
                        .help("write a space for an empty cell"));
                }
                cells.push((c, at));
            }
            let missing = width - row.chars().count();
            cells.extend(std::iter::repeat_n((' ', span.end..span.end), missing));
        }
        let mut pieces: Vec<(char, Vec<Cell>)> = vec![];
        for (cell, &(c, _)) in grid.cells().zip(&cells) {
            match pieces.iter_mut().find(|(name, _)| *name == c) {
                _ if c != '*' && TAKEN.contains(c) => {}
                Some((_, covered)) => covered.push(cell),
                None => pieces.push((c, vec![cell])),
            }
        }
        Ok(Map { grid, cells, pieces })
    }

    fn span(&self, cell: Cell) -> Range<usize> {
        self.cells[cell.index()].1.clone()
    }

    fn cells_of(&self, c: char) -> Vec<Cell> {
        self.grid.cells().filter(|cell| self.cells[cell.index()].0 == c).collect()
    }

    fn shape(&self, cells: &[Cell]) -> Shape {
        Shape::new(cells.iter().map(|&cell| self.grid.offset(cell))).expect("a piece has cells")
    }

    /// The span of the whole map, for errors that belong to no single cell.
    fn whole(&self) -> Range<usize> {
        self.cells[0].1.start..self.cells[self.cells.len() - 1].1.end
    }

    fn star(&self) -> Result<Shape, TextError> {
        let cells = self.cells_of('*');
        if cells.is_empty() {
            return Err(TextError::new(self.whole(), "the map has no piece `*`", "expected one")
                .help("`*` marks the piece to bring out"));
        }
        Ok(self.shape(&cells))
    }

    /// Every place at which the piece to bring out lies on targets only.
    fn goals(&self, star: &Shape, targets: &[Cell]) -> Result<Vec<Goal>, TextError> {
        let Some(&first) = targets.first() else {
            return Err(TextError::new(self.whole(), "the map has no target", "expected `.` somewhere")
                .help("`.` marks the cells that `*` must end on"));
        };
        let goals = places_on(self.grid, star, targets);
        if goals.is_empty() {
            return Err(TextError::new(
                self.span(first),
                "`*` does not fit on the targets",
                "the first target",
            )
            .help("there must be a place where all of `*` lies on cells marked `.`"));
        }
        Ok(goals)
    }

    /// The name of a piece in solutions: its character, unless solutions use that for something else.
    fn called(&self, name: char) -> char {
        if is_piece_name(name) {
            return name;
        }
        let illegal = self.pieces.iter().map(|&(name, _)| name).filter(|&name| !is_piece_name(name));
        let number = illegal.take_while(|&other| other != name).count();
        let used = |c: char| self.pieces.iter().any(|&(name, _)| name == c);
        characters().filter(|&c| !used(c)).nth(number).expect("there are more characters than cells")
    }
}

/// Every place at which a shape covers only the given cells, each as a separate goal.
fn places_on(grid: Grid, star: &Shape, cells: &[Cell]) -> Vec<Goal> {
    let mut marked = vec![false; grid.size()];
    cells.iter().for_each(|cell| marked[cell.index()] = true);
    let on = |at: Cell, by: Offset| grid.shifted(at, by).is_some_and(|cell| marked[cell.index()]);
    let fits = |at: &Cell| star.offsets().iter().all(|&by| on(*at, by));
    cells.iter().copied().filter(fits).map(|at| Goal(vec![Place { at, kind: STAR }])).collect()
}

/// Every character that can stand for a piece other than `*`, the most common first.
fn characters() -> impl Iterator<Item = char> {
    let plain = ('a'..='z').chain('A'..='Z').chain('0'..='9');
    let other = ('!'..='\u{ffff}').filter(|c| !c.is_ascii_alphanumeric());
    plain.chain(other).filter(|&c| is_piece_name(c) && !TAKEN.contains(c))
}

/// Write a puzzle as a map, if a map can express everything that matters.
///
/// The conditions: the box is plane; the goal places one piece, the only one of its kind; gates, if
/// any, admit only this kind; other pieces of the same shape have the same kind; no piece is bound to a
/// line; and no gate or target lies beneath a piece. The title, the comments and the names of the kinds are
/// lost. A map that [`detect`] would take for another notation is not written.
pub fn print(puzzle: &Puzzle) -> Option<String> {
    let (draft, grid) = (puzzle.draft(), puzzle.grid());
    let star = puzzle.goals()[0].0[0].kind;
    let of_star = puzzle.pieces().iter().filter(|&&kind| kind == star).count();
    let gates_for_star = draft.gates.values().all(|kinds| kinds.iter().eq([&star]));
    let free = puzzle.pieces().iter().all(|&kind| puzzle.kind(kind).along.is_none());
    if grid.is_solid() || of_star != 1 || !gates_for_star || !free || !shapes_tell_kinds(puzzle, star) {
        return None;
    }
    let characters = piece_characters(puzzle, star).into_iter();
    characters.filter_map(|pieces| drawn(puzzle, star, &pieces)).find(|map| detect(map) == Notation::Gnome)
}

/// The map with a character for every piece; `None` if a cell would need two characters.
fn drawn(puzzle: &Puzzle, star: KindId, characters: &[char]) -> Option<String> {
    let (draft, grid) = (puzzle.draft(), puzzle.grid());
    let targets = targets(puzzle, star)?;
    let mut map = vec![' '; grid.size()];
    let gates = draft.gates.keys().map(|&cell| (cell, '-'));
    let walls = draft.blocked.iter().map(|&cell| (cell, '#'));
    let pieces = draft.start.iter().zip(characters.iter().copied());
    let pieces = pieces.map(|(&(place, _), c)| Some((puzzle.cover(place)?, c)));
    let pieces = pieces.collect::<Option<Vec<_>>>()?;
    let pieces = pieces.into_iter().flat_map(|(cells, c)| cells.into_iter().map(move |cell| (cell, c)));
    for (cell, c) in targets.into_iter().map(|cell| (cell, '.')).chain(gates).chain(walls).chain(pieces) {
        if std::mem::replace(&mut map[cell.index()], c) != ' ' {
            return None;
        }
    }
    let rows = map.chunks(grid.cols()).map(|row| row.iter().chain(&['\n']).collect::<String>());
    Some(rows.collect())
}

/// Whether pieces of the same shape have the same kind, except `star`.
fn shapes_tell_kinds(puzzle: &Puzzle, star: KindId) -> bool {
    let kinds: BTreeSet<KindId> = puzzle.pieces().iter().copied().filter(|&kind| kind != star).collect();
    let shapes: BTreeSet<&Shape> = kinds.iter().map(|&kind| &puzzle.kind(kind).shape).collect();
    shapes.len() == kinds.len()
}

/// The cells to mark as targets, if the goals are exactly the places where `star` lies on them.
fn targets(puzzle: &Puzzle, star: KindId) -> Option<Vec<Cell>> {
    let (mut places, mut cells) = (BTreeSet::new(), BTreeSet::new());
    for goal in puzzle.goals() {
        let [place] = goal.0[..] else { return None };
        if place.kind != star {
            return None;
        }
        places.insert(place.at);
        cells.extend(puzzle.cover(place)?);
    }
    let cells: Vec<Cell> = cells.into_iter().collect();
    let found = places_on(puzzle.grid(), &puzzle.kind(star).shape, &cells);
    found.iter().map(|goal| goal.0[0].at).eq(places).then_some(cells)
}

/// Candidate characters for all pieces: their names if usable, and plain characters if there are enough.
fn piece_characters(puzzle: &Puzzle, star: KindId) -> Vec<Vec<char>> {
    let pieces = puzzle.pieces();
    let name = |piece: usize| if pieces[piece] == star { '*' } else { puzzle.name(piece) };
    let names: Vec<char> = (0..pieces.len()).map(name).collect();
    let different = names.iter().collect::<BTreeSet<_>>().len() == pieces.len();
    let legal = |(&kind, &c): (&KindId, &char)| kind == star || !TAKEN.contains(c);
    let will_do = different && pieces.iter().zip(&names).all(legal);
    let mut rest = characters().take_while(char::is_ascii);
    let plain: Option<Vec<char>> =
        pieces.iter().map(|&kind| if kind == star { Some('*') } else { rest.next() }).collect();
    will_do.then_some(names).into_iter().chain(plain).collect()
}

#[cfg(test)]
mod tests;
