//! Buffer of fixed size for successors, by partition.
//!
//! The number of successors per partition is not known in advance, so the partitions share an arena and take
//! it in chunks.

use crate::engine::search::State;

/// Chunks of states, by partition.
pub struct Buffer<const N: usize> {
    arena: Vec<State<N>>,
    most: usize,
    /// The chunks of each partition, by their first index; all but the last are full.
    chunks: Vec<Vec<usize>>,
    /// The index of the next state of each partition; a multiple of the chunk size means that a new chunk is
    /// needed.
    next: Vec<usize>,
}

impl<const N: usize> Buffer<N> {
    /// The number of states in a chunk of 4 KB.
    const CHUNK: usize = if N < 64 { 512 / N } else { 8 };

    /// A buffer of `bytes` bytes, with at least one chunk per partition.
    pub fn new(partitions: usize, bytes: u64) -> Buffer<N> {
        let most = (bytes / (Self::CHUNK * size_of::<State<N>>()) as u64) as usize;
        let (chunks, next) = (vec![vec![]; partitions], vec![0; partitions]);
        Buffer { arena: vec![], most: most.max(partitions) * Self::CHUNK, chunks, next }
    }

    /// Add a state; false if the buffer is full.
    #[inline]
    pub fn push(&mut self, partition: usize, state: &State<N>) -> bool {
        let next = &mut self.next[partition];
        if next.is_multiple_of(Self::CHUNK) {
            if self.arena.len() == self.most {
                return false;
            }
            *next = self.arena.len();
            self.chunks[partition].push(*next);
            if self.arena.capacity() < self.most {
                // Memory that is not touched costs nothing.
                self.arena.reserve_exact(self.most - self.arena.len());
            }
            self.arena.resize(*next + Self::CHUNK, [0; N]);
        }
        self.arena[*next] = *state;
        *next += 1;
        true
    }

    /// The number of partitions.
    pub fn partitions(&self) -> usize {
        self.next.len()
    }

    /// The most bytes it may use.
    pub fn most_bytes(&self) -> u64 {
        (self.most * size_of::<State<N>>()) as u64
    }

    /// The bytes in use.
    pub fn bytes(&self) -> u64 {
        (self.arena.len() * size_of::<State<N>>()) as u64
    }

    /// The states of a partition, chunk by chunk.
    pub fn of(&self, partition: usize) -> impl Iterator<Item = &[State<N>]> {
        let (chunks, next) = (&self.chunks[partition], self.next[partition]);
        chunks.iter().enumerate().map(move |(i, &begin)| {
            let end = if i + 1 == chunks.len() { next } else { begin + Self::CHUNK };
            &self.arena[begin..end]
        })
    }

    /// Remove all states.
    pub fn clear(&mut self) {
        self.arena.clear();
        self.chunks.iter_mut().for_each(Vec::clear);
        self.next.fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_that_are_pushed_come_back_until_the_buffer_is_full() {
        let mut buffer = Buffer::<1>::new(3, 0);
        let mut expected: Vec<Vec<State<1>>> = vec![vec![]; 3];
        for pass in 0..2u64 {
            let full = (0..).find(|&i| {
                let partition = (i % 7 % 3) as usize;
                let taken = buffer.push(partition, &[i + pass]);
                expected[partition].extend(taken.then_some([i + pass]));
                !taken
            });
            assert!((2 * Buffer::<1>::CHUNK as u64..3 * Buffer::<1>::CHUNK as u64).contains(&full.unwrap()));
            for (partition, expected) in expected.iter_mut().enumerate() {
                let found: Vec<State<1>> = buffer.of(partition).flatten().copied().collect();
                assert_eq!(found, *expected);
                expected.clear();
            }
            buffer.clear();
            assert_eq!(buffer.bytes(), 0);
        }
    }
}
