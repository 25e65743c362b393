//! The partial order "must come before" of the moves of one solution: its Mazurkiewicz trace.
//!
//! Two moves *conflict* if they move a piece in common, or if one changes whether a cell is covered that the
//! other covers at any time (Bernstein's conditions). Two neighbouring moves of a solution that do not
//! conflict can be exchanged: both stay legal, and they lead to the same arrangement. A move must come before
//! a later one if they conflict, or if a move between them must come after the first and before the second.
//! The orders that exchanges can reach are exactly the linear extensions of that partial order, and all of
//! them are solutions (Mazurkiewicz 1977; Diekert and Rozenberg, *The Book of Traces*, 1995).
//!
//! The longest chain is the number of moves that remain one after the other however the solution is
//! reordered. The widest antichain, a set of moves none of which must come before another, is found by
//! Dilworth's theorem: its size is the least number of chains that cover all moves, which a maximum matching
//! gives (Fulkerson 1956).

use crate::engine::search::control::Control;
use crate::grid::Cell;
use crate::outcome::Stop;
use crate::puzzle::rule::{self, Move};
use crate::puzzle::{Arrangement, Place, Puzzle};
use std::collections::BTreeSet;

/// The shape of the partial order of the moves of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Precedence {
    /// The number of moves in a longest chain: each must come before the next.
    pub chain: u32,
    /// The number of moves in a widest antichain: none must come before another.
    pub antichain: u32,
}

/// What a move touches.
struct Footprint {
    pieces: Vec<usize>,
    /// All cells that its pieces cover, before, during and after it.
    covered: BTreeSet<Cell>,
    /// The cells that are covered either before or after it, but not both.
    changed: BTreeSet<Cell>,
}

impl Footprint {
    fn new(puzzle: &Puzzle, from: &Arrangement, played: &Move) -> Footprint {
        let cells = |at: &Arrangement| -> BTreeSet<Cell> {
            let place = |&piece: &usize| Place { at: at.0[piece], kind: puzzle.pieces()[piece] };
            played.pieces.iter().flat_map(|piece| puzzle.cover(place(piece)).unwrap_or_default()).collect()
        };
        let (before, mut at) = (cells(from), from.clone());
        let mut covered = before.clone();
        for &dir in &played.path {
            at = rule::step(puzzle, &at, &played.pieces, dir).unwrap_or(at);
            covered.extend(cells(&at));
        }
        let changed = before.symmetric_difference(&cells(&at)).copied().collect();
        Footprint { pieces: played.pieces.clone(), covered, changed }
    }

    fn conflicts(&self, other: &Footprint) -> bool {
        self.pieces.iter().any(|piece| other.pieces.contains(piece))
            || !self.changed.is_disjoint(&other.covered)
            || !self.covered.is_disjoint(&other.changed)
    }
}

/// The order of the moves of a solution, given with the arrangement before each of them.
pub fn precedence(
    puzzle: &Puzzle,
    along: &[Arrangement],
    moves: &[Move],
    control: &mut Control,
) -> Result<Precedence, Stop> {
    let feet: Vec<Footprint> =
        along.iter().zip(moves).map(|(from, played)| Footprint::new(puzzle, from, played)).collect();
    let mut before: Vec<Vec<bool>> = vec![];
    for (later, foot) in feet.iter().enumerate() {
        control.check(moves.len() as u32, 0, 0)?;
        // From the last to the first: a move before a predecessor is already known to come before.
        let mut row = vec![false; moves.len()];
        for earlier in (0..later).rev() {
            if !row[earlier] && foot.conflicts(&feet[earlier]) {
                row[earlier] = true;
                row.iter_mut().zip(&before[earlier]).for_each(|(known, &also)| *known |= also);
            }
        }
        before.push(row);
    }
    Ok(Precedence { chain: chain(&before), antichain: antichain(&before, control)? })
}

/// The longest chain of an order in which `before[j][i]` says that `i` comes before `j`, only for `i < j`.
fn chain(before: &[Vec<bool>]) -> u32 {
    let mut longest: Vec<u32> = vec![];
    for row in before {
        let chains = longest.iter().zip(row).filter(|(_, before)| **before).map(|(&chain, _)| chain);
        longest.push(1 + chains.max().unwrap_or(0));
    }
    longest.into_iter().max().unwrap_or(0)
}

/// The size of the widest antichain: the number of moves less the size of a maximum matching of each move to
/// one that comes before it.
fn antichain(before: &[Vec<bool>], control: &mut Control) -> Result<u32, Stop> {
    let mut matched: Vec<Option<usize>> = vec![None; before.len()];
    let mut size = 0;
    for later in 0..before.len() {
        control.check(before.len() as u32, 0, 0)?;
        let mut tried = vec![false; before.len()];
        size += usize::from(augment(before, later, &mut tried, &mut matched));
    }
    Ok((before.len() - size) as u32)
}

/// Match a move to one before it, moving earlier matches if necessary.
fn augment(before: &[Vec<bool>], later: usize, tried: &mut [bool], matched: &mut [Option<usize>]) -> bool {
    for earlier in 0..later {
        if before[later][earlier] && !std::mem::replace(&mut tried[earlier], true) {
            let free = match matched[earlier] {
                None => true,
                Some(other) => augment(before, other, tried, matched),
            };
            if free {
                matched[earlier] = Some(later);
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;
    use crate::format::{sliding, solution};
    use crate::outcome::Limits;
    use crate::style::Style;

    fn order(text: &str, moves: &str) -> Precedence {
        let puzzle = sliding::parse(text).unwrap().puzzle;
        let moves = solution::parse(&puzzle, moves).unwrap();
        let along = check::replay(&puzzle, &moves, Style::MOVE).unwrap();
        precedence(&puzzle, &along, &moves, &mut Control::new(Limits::default(), &mut ())).unwrap()
    }

    #[test]
    fn pieces_in_different_rows_do_not_wait_for_each_other() {
        let text = "2 x 3\n1 = 1\n2 = 1\n100200\ngoal 1@0,2 2@1,2\n";
        assert_eq!(order(text, "1@0,0:R2 2@1,0:R2"), Precedence { chain: 1, antichain: 2 });
        assert_eq!(order(text, "1@0,0:R 2@1,0:R2 1@0,1:R"), Precedence { chain: 2, antichain: 2 });
    }

    #[test]
    fn a_piece_waits_for_the_cells_that_it_needs() {
        let text = "1 x 4\n1 = 1\n2 = 1\n0102\n1020\n";
        assert_eq!(order(text, "1@0,1:L 2@0,3:L"), Precedence { chain: 1, antichain: 2 });
        assert_eq!(order(text, "1@0,1:L 2@0,3:L2 2@0,1:R"), Precedence { chain: 3, antichain: 1 });
    }
}
