//! The destination of generated successors.

use super::mask::Mask;
use crate::engine::search::outbox::Outbox;
use crate::engine::search::{Note, State};
use std::ops::ControlFlow;

/// Receives successors until it breaks.
///
/// An enum, not a type parameter: the six styles of move are most of the code that the compiler builds for a
/// layout, and the enum lets it build them once. The branch is always predicted.
pub(super) enum Sink<'s, const N: usize, const M: usize> {
    /// The outbox of a search, until it holds the given number of successors.
    Post(&'s mut Outbox<N>, usize),
    /// A visitor that also receives the slots that move.
    Visit(&'s mut dyn FnMut(State<N>, Note, &Mask<M>) -> ControlFlow<()>),
}

impl<const N: usize, const M: usize> Sink<'_, N, M> {
    #[inline]
    pub(super) fn take(&mut self, next: State<N>, note: Note, set: &Mask<M>) -> ControlFlow<()> {
        match self {
            Sink::Post(outbox, most) => outbox.post_below(*most, next, note),
            Sink::Visit(visit) => visit(next, note, set),
        }
    }
}
