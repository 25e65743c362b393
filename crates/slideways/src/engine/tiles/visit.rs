//! Visitors of solutions: the tile searches report solutions one by one.

use crate::grid::Dir;
use crate::outcome::{Searched, Total};
use std::ops::ControlFlow;

/// A visitor of solutions; it breaks to stop the search.
pub type Visit<'v> = dyn FnMut(&[Dir]) -> ControlFlow<()> + 'v;

/// The first solution of a search that visits all of them.
pub fn first_of(all: impl FnOnce(&mut Visit) -> Searched<Total>) -> Searched<Vec<Dir>> {
    let mut first = vec![];
    let Searched { outcome, cost } = all(&mut |path| {
        first = path.to_vec();
        ControlFlow::Break(())
    });
    Searched { outcome: outcome.map(|_| first), cost }
}
