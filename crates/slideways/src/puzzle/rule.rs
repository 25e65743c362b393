//! The plain rule of movement: the definition, and the test oracle of every fast search.
//!
//! A *step* shifts a set of pieces by one cell, as one rigid body. It is legal if no piece leaves the box,
//! enters a blocked cell or a gate closed to its kind, or overlaps a piece outside the set. A *move* is a
//! sequence of steps of the same set that its [`Style`] allows. The code is deliberately simple: it tries all
//! subsets of the pieces, and tests overlap cell by cell.
//!
//! ```
//! use slideways::puzzle::rule;
//! use slideways::{format::sliding, Style};
//!
//! let puzzle = sliding::parse("1 x 4\n1 = 1\n2 = 1\n0102\n1020\n").unwrap().puzzle;
//! // From 0102 one piece can reach 1002, 0012 and 0120; both pieces can move left together: 1020.
//! assert_eq!(rule::moves(&puzzle, puzzle.start(), Style::ALL[0]).len(), 3);
//! assert_eq!(rule::moves(&puzzle, puzzle.start(), Style::ALL[3]).len(), 4);
//! ```

use super::{Arrangement, Place, Puzzle};
use crate::grid::{Cell, Dir};
use crate::style::{Reach, Style, Who};
use std::collections::{BTreeMap, VecDeque};

/// One move: the pieces that move, and their steps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The pieces that move together, as indices into [`Puzzle::pieces`]; sorted.
    pub pieces: Vec<usize>,
    /// The steps, in order; at least one.
    pub path: Vec<Dir>,
}

/// Why a move is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum Illegal {
    #[error("no piece moves")]
    NoPieces,
    #[error("there is no piece number {0}")]
    NoSuchPiece(usize),
    #[error("piece number {0} is named twice")]
    PieceTwice(usize),
    #[error("the path is empty")]
    NoSteps,
    #[error("style {0} moves one piece at a time")]
    OnePieceOnly(Style),
    #[error("style {0} allows a single step")]
    OneStepOnly(Style),
    #[error("style {0} allows a straight run only")]
    StraightOnly(Style),
    #[error("the moved pieces end where they began")]
    NothingMoved,
    #[error("step {step} ({}) is blocked", dir.letter())]
    Blocked { step: usize, dir: Dir },
}

/// The arrangement after one step of a set of pieces, or `None` if the step is blocked.
pub fn step(puzzle: &Puzzle, from: &Arrangement, set: &[usize], dir: Dir) -> Option<Arrangement> {
    let mut filled = vec![false; puzzle.grid().size()];
    for piece in (0..from.0.len()).filter(|piece| !set.contains(piece)) {
        for cell in cover(puzzle, from, piece)? {
            filled[cell.index()] = true;
        }
    }
    let mut to = from.clone();
    for &piece in set {
        if puzzle.kind(puzzle.pieces()[piece]).along.is_some_and(|axis| axis != dir.axis()) {
            return None;
        }
        to.0[piece] = puzzle.grid().shifted(from.0[piece], dir.offset())?;
        if cover(puzzle, &to, piece)?.iter().any(|cell| filled[cell.index()]) {
            return None;
        }
    }
    Some(to)
}

fn cover(puzzle: &Puzzle, arrangement: &Arrangement, piece: usize) -> Option<Vec<Cell>> {
    puzzle.cover(Place { at: arrangement.0[piece], kind: puzzle.pieces()[piece] })
}

/// Make a move, or return why it is not allowed in this style.
pub fn play(
    puzzle: &Puzzle,
    from: &Arrangement,
    played: &Move,
    style: Style,
) -> Result<Arrangement, Illegal> {
    let (set, path) = (&played.pieces, &played.path);
    if let Some(&piece) = set.iter().find(|&&piece| piece >= puzzle.pieces().len()) {
        return Err(Illegal::NoSuchPiece(piece));
    }
    if let Some((_, piece)) = set.iter().enumerate().find(|&(i, piece)| set[..i].contains(piece)) {
        return Err(Illegal::PieceTwice(*piece));
    }
    match (set.len(), path.len()) {
        (0, _) => return Err(Illegal::NoPieces),
        (_, 0) => return Err(Illegal::NoSteps),
        (2.., _) if style.who == Who::Piece => return Err(Illegal::OnePieceOnly(style)),
        (_, 2..) if style.reach == Reach::Step => return Err(Illegal::OneStepOnly(style)),
        _ if style.reach == Reach::Slide && path.iter().any(|&dir| dir != path[0]) => {
            return Err(Illegal::StraightOnly(style));
        }
        _ => {}
    }
    let mut at = from.clone();
    for (i, &dir) in path.iter().enumerate() {
        at = step(puzzle, &at, set, dir).ok_or(Illegal::Blocked { step: i + 1, dir })?;
    }
    if at == *from { Err(Illegal::NothingMoved) } else { Ok(at) }
}

/// Every arrangement that one move of a given set can reach, with a shortest path to each.
pub fn reach(
    puzzle: &Puzzle,
    from: &Arrangement,
    set: &[usize],
    reach: Reach,
) -> Vec<(Arrangement, Vec<Dir>)> {
    let mut found = BTreeMap::from([(from.clone(), vec![])]);
    let mut queue = VecDeque::from([from.clone()]);
    let mut order = vec![];
    while let Some(at) = queue.pop_front() {
        let path = found[&at].clone();
        for &dir in puzzle.grid().dirs() {
            let allowed = match reach {
                Reach::Step => path.is_empty(),
                Reach::Slide => path.iter().all(|&before| before == dir),
                Reach::Path => true,
            };
            if !allowed {
                continue;
            }
            if let Some(to) = step(puzzle, &at, set, dir).filter(|to| !found.contains_key(to)) {
                let path: Vec<Dir> = path.iter().copied().chain([dir]).collect();
                order.push((to.clone(), path.clone()));
                found.insert(to.clone(), path);
                queue.push_back(to);
            }
        }
    }
    order
}

/// Every move of a style, with the arrangement that it leads to.
///
/// In the set styles the function tries every subset of the pieces, so it is for small puzzles only.
pub fn moves(puzzle: &Puzzle, from: &Arrangement, style: Style) -> Vec<(Move, Arrangement)> {
    let pieces = puzzle.pieces().len();
    let sets: Vec<Vec<usize>> = match style.who {
        Who::Piece => (0..pieces).map(|piece| vec![piece]).collect(),
        Who::Set => (1..1u64 << pieces)
            .map(|subset| (0..pieces).filter(|piece| subset >> piece & 1 == 1).collect())
            .collect(),
    };
    let mut all = vec![];
    for set in sets {
        for (to, path) in reach(puzzle, from, &set, style.reach) {
            all.push((Move { pieces: set.clone(), path }, to));
        }
    }
    all
}
