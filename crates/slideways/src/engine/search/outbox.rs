//! Buffers that carry successors from the thread that generated them to the shards that store them.

use super::graph::{Note, State, hash};
use super::store::Store;
use std::ops::ControlFlow;

/// The most neighbours of one state that [`Outbox::fill`] adds before it returns: a state may have millions,
/// and the search must check its limits in between.
pub(super) const MOST_UNHEARD: usize = 1 << 16;

/// Successors of one thread, sorted by shard.
///
/// Threads update outboxes that lie side by side, so two outboxes must not share a cache line.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct Outbox<const N: usize> {
    /// One box per shard.
    pub(super) boxes: Vec<Post<N>>,
    /// The number of successors in all boxes.
    pub(super) posted: usize,
    /// The same number before the current state was expanded.
    pub(super) begun: usize,
}

/// The successors addressed to one shard.
#[derive(Debug, Default)]
pub(super) struct Post<const N: usize> {
    pub(super) states: Vec<State<N>>,
    pub(super) notes: Vec<Note>,
}

impl<const N: usize> Outbox<N> {
    /// Put a state into the box of its shard.
    #[inline]
    pub fn post(&mut self, state: State<N>, note: Note) {
        let shard = match self.boxes.len() {
            1 => 0,
            shards => Store::<N>::shard_of(hash(&state), shards),
        };
        let post = &mut self.boxes[shard];
        post.states.push(state);
        post.notes.push(note);
        self.posted += 1;
    }

    /// The same; breaks when the outbox holds `most` states.
    #[inline]
    pub fn post_below(&mut self, most: usize, state: State<N>, note: Note) -> ControlFlow<()> {
        self.post(state, note);
        if self.posted < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Add the successors of a batch: `expand` adds those of one state, up to a limit, and breaks at it.
    /// Stops when the outbox holds `most` states, or after [`MOST_UNHEARD`] of one state. Returns the number
    /// of states that were finished.
    #[inline]
    pub fn fill(
        &mut self,
        batch: &[(State<N>, Note)],
        most: usize,
        mut expand: impl FnMut(&mut Self, usize, &State<N>, Note) -> ControlFlow<()>,
    ) -> usize {
        for (done, (state, note)) in batch.iter().enumerate() {
            self.begun = self.posted;
            let most = most.min(self.posted + MOST_UNHEARD);
            if expand(self, most, state, *note).is_break() {
                return done;
            }
        }
        batch.len()
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let bytes = |post: &Post<N>| post.states.capacity() * size_of::<State<N>>() + post.notes.capacity();
        self.boxes.iter().map(bytes).sum::<usize>() as u64
    }

    /// Empty all boxes, keeping their memory.
    pub(super) fn clear(&mut self) {
        for post in &mut self.boxes {
            post.states.clear();
            post.notes.clear();
        }
        self.posted = 0;
    }
}
