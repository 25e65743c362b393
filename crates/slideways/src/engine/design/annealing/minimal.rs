//! Pieces that a puzzle needs: those that cannot be removed without changing the number of moves.

use super::candidate::Candidate;
use super::evaluator::Evaluator;
use super::ground::{Ground, KindCell};
use crate::style::Reach;

/// When a puzzle has no piece too many.
///
/// A piece that every goal leaves over can be removed: one of a kind of which the puzzle has more pieces than
/// any goal names. Without it every solution is still a solution, so the puzzle does not become longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Minimal {
    /// No piece can be removed without making the puzzle shorter.
    Strict,
    /// No piece that stays where it is in every shortest solution can be removed without making the puzzle
    /// shorter.
    Weak,
}

/// Buffers for the pieces that stay where they are.
#[derive(Default)]
pub struct IdlePieces {
    seen: Vec<bool>,
    states: Vec<u32>,
}

impl IdlePieces {
    /// The pieces of a state whose places are filled in every state of its shortest solutions.
    pub fn of(&mut self, component: &Evaluator, state: u32) -> Vec<KindCell> {
        self.seen.clear();
        self.seen.resize(component.states(), false);
        self.states.clear();
        self.states.push(state);
        let mut idle = component.start(state).pieces;
        while let Some(state) = self.states.pop() {
            for next in component.nearer(state) {
                if !std::mem::replace(&mut self.seen[next as usize], true) {
                    let there = component.start(next).pieces;
                    idle.retain(|place| there.binary_search(place).is_ok());
                    self.states.push(next);
                }
            }
            if idle.is_empty() {
                break;
            }
        }
        idle
    }
}

/// What is known about the pieces of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needed {
    /// Every piece that was asked about is needed.
    All,
    /// This piece, as an index, can be removed.
    Without(usize),
    /// The search for a shorter solution without a piece has too many states.
    Unknown,
}

/// Whether a puzzle of `moves` moves needs all its pieces. `idle` are those that stay where they are; they
/// are tried first.
pub fn needed(
    (ground, reach): (&Ground, Reach),
    candidate: &Candidate,
    moves: u32,
    (how, idle): (Minimal, &[KindCell]),
    (buffers, most): (&mut Evaluator, usize),
) -> Needed {
    let mut pieces = candidate.removable(ground);
    let is_idle = |piece: &usize| idle.contains(&candidate.pieces[*piece]);
    if how == Minimal::Weak {
        pieces.retain(is_idle);
    }
    pieces.sort_by_key(|piece| !is_idle(piece));
    let mut unknown = false;
    for piece in pieces {
        match buffers.is_shorter(ground, &candidate.without(piece), reach, moves, most) {
            Some(true) => {}
            Some(false) => return Needed::Without(piece),
            None => unknown = true,
        }
    }
    if unknown { Needed::Unknown } else { Needed::All }
}
