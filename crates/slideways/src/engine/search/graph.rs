//! The interface between a search and a puzzle: an undirected graph of packed states.

use super::outbox::Outbox;
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// A state packed into `N` words.
pub type State<const N: usize> = [u64; N];

/// How a state was reached, encoded by the graph. It lets the graph prune moves that only lead to states that
/// the search finds from other states anyway. Zero carries no information.
pub type Note = u8;

/// An undirected graph of packed states.
///
/// Implementations promise that the graph is undirected: `b` is among the neighbours of `a` exactly when `a`
/// is among those of `b`.
///
/// Searches know a graph only as `dyn Graph<N>`, so they are compiled once per number of words, not once per
/// layout of a puzzle. The indirect calls do not matter, since the hot one, [`Expander::post`], is made once
/// per batch of states.
pub trait Graph<const N: usize>: Send + Sync {
    /// An expander for one thread: the graph and fresh working memory.
    fn expander(&self) -> Box<dyn Expander<N> + '_>;

    /// Visit the neighbours of the given states, one state after the other, until the visitor breaks.
    fn expand(
        &self,
        states: &[State<N>],
        visit: &mut dyn FnMut(&State<N>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut expander = self.expander();
        let mut visit = |next: State<N>, _| visit(&next);
        states.iter().try_for_each(|state| expander.each_neighbour(state, 0, &mut visit))
    }
}

/// A graph and the working memory of one thread.
pub trait Expander<const N: usize>: Send {
    /// Call `visit` with the neighbours of a state until it breaks. A neighbour may be visited more than
    /// once. The order depends only on the state and the note.
    ///
    /// With note 0 all neighbours are visited. Otherwise the note is the one with which the state was visited
    /// as a neighbour of some state p. Then neighbours may be pruned that are p, or neighbours of p, or that
    /// some other neighbour of p is sure to visit: a search that expands whole layers, each state with the
    /// note with which it was first found, must find every state of the next layer.
    fn each_neighbour(
        &mut self,
        state: &State<N>,
        note: Note,
        visit: &mut dyn FnMut(State<N>, Note) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Add the same neighbours of a batch of states to an outbox, in the same order, until the outbox holds
    /// `most` successors or one state has very many. Returns the number of states that were finished.
    ///
    /// This is the hot loop of a search. A graph whose neighbours are cheap overrides it, so that the
    /// compiler sees the neighbours and the outbox together.
    fn post(&mut self, batch: &[(State<N>, Note)], outbox: &mut Outbox<N>, most: usize) -> usize {
        outbox.fill(batch, most, |outbox, most, state, note| {
            self.each_neighbour(state, note, &mut |next, note| outbox.post_below(most, next, note))
        })
    }
}

/// Sort states by their words. For large inputs this is most of the work, so words are compared one by one,
/// not as slices.
///
/// This is the only function that sorts states, since each sort compiles to a thousand lines of code per
/// number of words.
pub fn sort<const N: usize>(states: &mut [State<N>]) {
    match N {
        1 => states.as_flattened_mut().sort_unstable(),
        _ => states.sort_unstable_by(order),
    }
}

/// The order of two states.
#[inline]
pub fn order<const N: usize>(a: &State<N>, b: &State<N>) -> Ordering {
    let differ = (0..N - 1).find(|&i| a[i] != b[i]).unwrap_or(N - 1);
    a[differ].cmp(&b[differ])
}

/// Sort numbers by the states they stand for; compiled once for all numbers of words.
pub fn sort_numbers<const N: usize>(numbers: &mut [u32], states: &[State<N>]) {
    fn sort(numbers: &mut [u32], order: &dyn Fn(u32, u32) -> Ordering) {
        numbers.sort_unstable_by(|&a, &b| order(a, b));
    }
    sort(numbers, &|a, b| order(&states[a as usize], &states[b as usize]));
}

/// Hash a state to 64 well-mixed bits; any of them can address a table.
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
