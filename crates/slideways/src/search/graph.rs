//! What a search needs to know of a puzzle.

use std::ops::ControlFlow;

/// A state packed into `N` words.
pub type State<const N: usize> = [u64; N];

/// How a state was reached, in a graph's own terms: moves that could only lead to states that the same search
/// found from the state before need not be made again. Zero says nothing.
pub type Note = u8;

/// An undirected graph of packed states.
///
/// Being undirected is a promise: `b` is among the neighbours of `a` exactly when `a` is among those of `b`.
pub trait Graph<const N: usize>: Send + Sync {
    /// Working memory for [`Graph::neighbours`], one for each thread.
    type Scratch: Send;

    /// Fresh working memory.
    fn scratch(&self) -> Self::Scratch;

    /// Call `visit` with the neighbours of a state, possibly more than once each, in an order that depends on
    /// the state and the note only; leave off when it breaks.
    ///
    /// With note 0 these are all neighbours. With the note with which the state was visited as a neighbour of
    /// some state p, neighbours may be left out that are p, or neighbours of p, or that some other neighbour of p
    /// is sure to be visited from: a search that expands whole layers, each state with the note with which it
    /// was first found, must find every state of the next layer.
    fn neighbours(
        &self,
        state: &State<N>,
        note: Note,
        scratch: &mut Self::Scratch,
        visit: impl FnMut(State<N>, Note) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// The same for visitors that are not in a hurry: whoever calls this does not compile the graph anew.
    fn each_neighbour(
        &self,
        state: &State<N>,
        note: Note,
        scratch: &mut Self::Scratch,
        visit: &mut dyn FnMut(State<N>, Note) -> ControlFlow<()>,
    ) -> ControlFlow<()>;
}

/// Spread a state over 64 bits, so that any of them can be used to address a table.
#[inline]
pub fn hash<const N: usize>(state: &State<N>) -> u64 {
    // Odd multipliers with well-mixed bits; each word passes through one multiplication, the sum through two.
    const K: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut h = 0u64;
    for &word in state {
        h = (h ^ word).wrapping_mul(K);
        h ^= h >> 32;
    }
    h = h.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    h ^ (h >> 32)
}
