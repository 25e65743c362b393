//! The pieces that never move.
//!
//! Pieces of one kind are interchangeable, so this is a question about places: a piece does not move if its
//! place at the start holds a piece of its kind in every arrangement considered.

use crate::engine::explore::component::Component;
use crate::engine::search::control::Control;
use crate::outcome::Stop;
use crate::puzzle::Place;

/// The pieces, as indices into [`Puzzle::pieces`](crate::puzzle::Puzzle::pieces), whose places are filled in
/// all of these states of a component.
pub fn unmoved(
    component: &Component,
    states: impl IntoIterator<Item = u32>,
    control: &mut Control,
) -> Result<Vec<usize>, Stop> {
    let puzzle = component.puzzle();
    let place = |(piece, &at)| (piece, Place { at, kind: puzzle.pieces()[piece] });
    let mut rest: Vec<(usize, Place)> = puzzle.start().0.iter().enumerate().map(place).collect();
    for state in states {
        control.tick(0, 0)?;
        if rest.is_empty() {
            break;
        }
        let places = component.places(state);
        rest.retain(|(_, place)| places.binary_search(place).is_ok());
    }
    Ok(rest.into_iter().map(|(piece, _)| piece).collect())
}
