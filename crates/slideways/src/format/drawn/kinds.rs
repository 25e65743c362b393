//! Pieces of a drawing, and the kinds inferred from their letters and shapes.

use super::sheet::cells_of;
use super::{Drawn, KINDS, STAR};
use crate::format::error::TextError;
use crate::format::sliding::line::Line;
use crate::grid::{Cell, Grid};
use crate::puzzle::{Kind, KindId, Shape};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A piece of a drawing.
pub struct Piece {
    /// The letter it is drawn with.
    pub letter: char,
    /// Its first cell in reading order.
    pub at: Cell,
    /// Its shape.
    pub shape: Shape,
    /// Its first cell in the text.
    pub span: Range<usize>,
}

/// The pieces of a drawing in reading order: sets of connected cells with one letter.
pub fn pieces(grid: Grid, cells: &[(Drawn, Range<usize>)]) -> Vec<Piece> {
    let mut seen = vec![false; grid.size()];
    let mut pieces = vec![];
    for (at, content) in cells_of(grid, cells) {
        let Drawn::Piece(letter) = content else { continue };
        if std::mem::replace(&mut seen[at.index()], true) {
            continue;
        }
        let (mut covered, mut next) = (vec![at], 0);
        while next < covered.len() {
            let from = covered[next];
            next += 1;
            for dir in grid.dirs() {
                let Some(cell) = grid.shifted(from, dir.offset()) else { continue };
                if cells[cell.index()].0 == content && !std::mem::replace(&mut seen[cell.index()], true) {
                    covered.push(cell);
                }
            }
        }
        let shape = Shape::new(covered.iter().map(|&cell| grid.offset(cell))).expect("it has a cell");
        pieces.push(Piece { letter, at, shape, span: cells[at.index()].1.clone() });
    }
    pieces
}

/// What distinguishes pieces of one shape.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    /// Nothing does.
    Rest,
    /// Their letter does.
    Letter(char),
    /// A line `kinds …` does: the number of the word in all these lines.
    Word(usize),
}

/// The kinds of a drawing.
pub struct Kinds {
    groups: BTreeMap<char, Group>,
    known: BTreeMap<(Group, Shape), KindId>,
    /// The kinds, in the order of their first pieces.
    pub kinds: Vec<Kind>,
}

impl Kinds {
    /// Infers the kinds of the pieces. `told_apart` are the letters that goals, gates and lines mention.
    pub fn new(pieces: &[Piece], told_apart: &BTreeSet<char>, lines: &[Line]) -> Result<Kinds, TextError> {
        let letters: BTreeSet<char> = pieces.iter().map(|piece| piece.letter).collect();
        let mut groups: BTreeMap<char, Group> =
            told_apart.iter().map(|&letter| (letter, Group::Letter(letter))).collect();
        let mut named = BTreeSet::new();
        let words = lines.iter().filter(|line| line.text.starts_with(KINDS));
        for (number, word) in words.flat_map(|line| line.words().skip(1)).enumerate() {
            for (letter, span) in word.chars() {
                if !letters.contains(&letter) {
                    return Err(no_piece(letter, span));
                }
                if !named.insert(letter) {
                    let message = format!("`{letter}` is in two kinds");
                    return Err(TextError::new(span, message, "named before")
                        .help("each word of `kinds bc de` lists the letters of one kind"));
                }
                groups.insert(letter, Group::Word(number));
            }
        }
        let mut all = Kinds { groups, known: BTreeMap::new(), kinds: vec![] };
        for piece in pieces {
            let key = all.key(piece);
            if all.known.contains_key(&key) {
                continue;
            }
            let free = |name: &char| all.kinds.iter().all(|kind| kind.name != *name);
            let own = Some(piece.letter).filter(|letter| *letter != STAR).filter(free);
            let other = Kind::NAMES.chars().filter(|name| !letters.contains(name)).find(free);
            let Some(name) = own.or(other).or(Kind::NAMES.chars().find(free)) else {
                let message = format!("the drawing has more than {} kinds of pieces", Kind::NAMES.len());
                return Err(TextError::new(piece.span.clone(), message, "no name is left for this kind"));
            };
            all.known.insert(key, KindId(all.kinds.len() as u8));
            all.kinds.push(Kind { name, shape: piece.shape.clone(), along: None });
        }
        Ok(all)
    }

    fn key(&self, piece: &Piece) -> (Group, Shape) {
        let group = self.groups.get(&piece.letter).copied().unwrap_or(Group::Rest);
        (group, piece.shape.clone())
    }

    /// The kind of a piece; `None` if the start has no such piece.
    pub fn of(&self, piece: &Piece) -> Option<KindId> {
        self.known.get(&self.key(piece)).copied()
    }

    /// The kinds of the pieces with a letter.
    pub fn of_letter(&self, letter: char, pieces: &[Piece]) -> BTreeSet<KindId> {
        pieces.iter().filter(|piece| piece.letter == letter).filter_map(|piece| self.of(piece)).collect()
    }
}

/// The error for a letter that the start does not contain.
pub fn no_piece(letter: char, span: Range<usize>) -> TextError {
    TextError::new(span, format!("the start has no piece `{letter}`"), "not drawn")
        .help("use a letter of the first drawing")
}
