//! Successors on their way to their partitions, in memory of a fixed size.
//!
//! Nobody knows beforehand how many there will be for each, so they share an arena and take it by the chunk.

use crate::engine::search::State;

/// Chunks of states, by partition.
pub struct Buffer<const N: usize> {
    arena: Vec<State<N>>,
    most: usize,
    /// The chunks of each partition, by where they begin; all but the last are full.
    chunks: Vec<Vec<usize>>,
    /// Where the next state of each partition goes; at a multiple of the chunk, into a new one.
    next: Vec<usize>,
}

impl<const N: usize> Buffer<N> {
    /// So many states make a chunk, of 4 KB.
    const CHUNK: usize = if N < 64 { 512 / N } else { 8 };

    /// Room for so many bytes of states, and at least one chunk for each partition.
    pub fn new(partitions: usize, bytes: u64) -> Buffer<N> {
        let most = (bytes / (Self::CHUNK * size_of::<State<N>>()) as u64) as usize;
        let (chunks, next) = (vec![vec![]; partitions], vec![0; partitions]);
        Buffer { arena: vec![], most: most.max(partitions) * Self::CHUNK, chunks, next }
    }

    /// Add a state; false if there is no room for it.
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

    /// How many partitions there are.
    pub fn partitions(&self) -> usize {
        self.next.len()
    }

    /// The bytes that it may come to use.
    pub fn most_bytes(&self) -> u64 {
        (self.most * size_of::<State<N>>()) as u64
    }

    /// The bytes in use.
    pub fn bytes(&self) -> u64 {
        (self.arena.len() * size_of::<State<N>>()) as u64
    }

    /// The states for a partition, chunk by chunk.
    pub fn of(&self, partition: usize) -> impl Iterator<Item = &[State<N>]> {
        let (chunks, next) = (&self.chunks[partition], self.next[partition]);
        chunks.iter().enumerate().map(move |(i, &begin)| {
            let end = if i + 1 == chunks.len() { next } else { begin + Self::CHUNK };
            &self.arena[begin..end]
        })
    }

    /// Forget them all.
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
    fn what_is_posted_arrives_until_there_is_no_room() {
        let mut buffer = Buffer::<1>::new(3, 0);
        let mut expected: Vec<Vec<State<1>>> = vec![vec![]; 3];
        for round in 0..2u64 {
            let full = (0..).find(|&i| {
                let partition = (i % 7 % 3) as usize;
                let taken = buffer.push(partition, &[i + round]);
                expected[partition].extend(taken.then_some([i + round]));
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
