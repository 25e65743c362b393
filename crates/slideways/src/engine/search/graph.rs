//! What a search needs to know of a puzzle.

use super::outbox::Outbox;
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// A state packed into `N` words.
pub type State<const N: usize> = [u64; N];

/// How a state was reached, in a graph's own terms: moves that could only lead to states that the same search
/// found from the state before need not be made again. Zero says nothing.
pub type Note = u8;

/// An undirected graph of packed states.
///
/// Being undirected is a promise: `b` is among the neighbours of `a` exactly when `a` is among those of `b`.
///
/// Searches know a graph only as `dyn Graph<N>`: they are compiled once for each number of words, not for each
/// layout of a puzzle. The calls through a pointer do not matter, since the hot one, [`Expander::post`], is made
/// once per batch of states.
pub trait Graph<const N: usize>: Send + Sync {
    /// What one thread needs to find neighbours: the graph and fresh working memory.
    fn expander(&self) -> Box<dyn Expander<N> + '_>;

    /// Visit the neighbours of some states, one state after the other, until the visitor breaks.
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
    /// Call `visit` with the neighbours of a state, possibly more than once each, in an order that depends on
    /// the state and the note only; leave off when it breaks.
    ///
    /// With note 0 these are all neighbours. With the note with which the state was visited as a neighbour of
    /// some state p, neighbours may be left out that are p, or neighbours of p, or that some other neighbour of p
    /// is sure to be visited from: a search that expands whole layers, each state with the note with which it
    /// was first found, must find every state of the next layer.
    fn each_neighbour(
        &mut self,
        state: &State<N>,
        note: Note,
        visit: &mut dyn FnMut(State<N>, Note) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Post the same neighbours of a batch of states, in the same order, until the outbox holds `most` or a state
    /// has very many; the number of states that were finished.
    ///
    /// This is the hot loop of a search. A graph whose neighbours are cheap overrides it, so that the compiler
    /// sees the neighbours and the outbox together.
    fn post(&mut self, batch: &[(State<N>, Note)], outbox: &mut Outbox<N>, most: usize) -> usize {
        outbox.fill(batch, most, |outbox, most, state, note| {
            self.each_neighbour(state, note, &mut |next, note| outbox.post_below(most, next, note))
        })
    }
}

/// Sort states, whose order is that of their words: for many this is most of the work, and words are compared one
/// by one, not as slices.
///
/// The only sort of states there is, since each is a thousand lines of code for each number of words.
pub fn sort<const N: usize>(states: &mut [State<N>]) {
    match N {
        1 => states.as_flattened_mut().sort_unstable(),
        _ => states.sort_unstable_by(order),
    }
}

/// Which of two states comes first.
#[inline]
pub fn order<const N: usize>(a: &State<N>, b: &State<N>) -> Ordering {
    let differ = (0..N - 1).find(|&i| a[i] != b[i]).unwrap_or(N - 1);
    a[differ].cmp(&b[differ])
}

/// Sort numbers by the states they stand for, compiled once for all numbers of words.
pub fn sort_numbers<const N: usize>(numbers: &mut [u32], states: &[State<N>]) {
    fn sort(numbers: &mut [u32], order: &dyn Fn(u32, u32) -> Ordering) {
        numbers.sort_unstable_by(|&a, &b| order(a, b));
    }
    sort(numbers, &|a, b| order(&states[a as usize], &states[b as usize]));
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
