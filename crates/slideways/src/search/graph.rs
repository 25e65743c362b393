//! What a search needs to know of a puzzle.

use std::ops::ControlFlow;

/// A state packed into `N` words.
pub type State<const N: usize> = [u64; N];

/// An undirected graph of packed states.
///
/// Being undirected is a promise: `b` is among the neighbours of `a` exactly when `a` is among those of `b`.
pub trait Graph<const N: usize>: Sync {
    /// Working memory for [`Graph::neighbours`], one for each thread.
    type Scratch: Send;

    /// Fresh working memory.
    fn scratch(&self) -> Self::Scratch;

    /// Call `visit` with every neighbour of a state, possibly more than once, in an order that depends on
    /// the state only; leave off when it breaks.
    fn neighbours(
        &self,
        state: &State<N>,
        scratch: &mut Self::Scratch,
        visit: impl FnMut(State<N>) -> ControlFlow<()>,
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
