//! Successors of one writer: in memory, and in temporary runs when memory is full.

use super::PARTITIONS;
use super::buffer::Buffer;
use super::error::DiskError;
use super::run::Run;
use super::sorter::Sorter;
use crate::engine::search::State;
use std::path::Path;

/// The least memory per writer: enough for the runs it has open at one time.
pub const LEAST_MEMORY: u64 = 12 << 20;

/// How memory is divided among writers.
#[derive(Clone, Copy, Debug)]
pub struct Shares {
    /// The number of writers.
    pub writers: usize,
    /// Bytes for the buffer of each writer.
    pub buffer: u64,
    /// Bytes for sorting, per writer.
    pub sort: u64,
    /// Bytes for merging, per writer.
    pub merge: u64,
}

impl Shares {
    /// Divide `memory` bytes among `writers` writers, or fewer if each would get less than [`LEAST_MEMORY`].
    pub fn new(memory: u64, writers: usize) -> Shares {
        let writers = writers.min((memory / LEAST_MEMORY) as usize).max(1);
        let each = memory / writers as u64;
        Shares { writers, buffer: each / 8 * 5, sort: each / 8, merge: each / 4 }
    }
}

/// The successors that one writer has generated.
pub struct Expansion<const N: usize> {
    /// Sorts them into runs.
    pub sorter: Sorter<N>,
    /// The successors in memory.
    pub buffer: Buffer<N>,
    /// The successors in temporary runs, by partition.
    pub temporary: Vec<Vec<Run>>,
}

impl<const N: usize> Expansion<N> {
    /// An empty expansion for the writer with this number.
    pub fn new(folder: &Path, writer: usize, shares: Shares) -> Expansion<N> {
        let Shares { buffer, sort, merge, .. } = shares;
        Expansion {
            sorter: Sorter::new(folder, writer, sort, merge),
            buffer: Buffer::new(PARTITIONS, buffer),
            temporary: vec![vec![]; PARTITIONS],
        }
    }

    /// Add a state. If the buffer is full and cannot be written to disk, its states are lost.
    #[inline]
    pub fn push(&mut self, partition: usize, state: &State<N>) -> Result<(), DiskError> {
        if self.buffer.push(partition, state) {
            return Ok(());
        }
        let spilt = self.sorter.spill(&mut self.buffer);
        self.buffer.push(partition, state);
        spilt?.into_iter().for_each(|run| self.temporary[run.partition as usize].push(run));
        Ok(())
    }

    /// The bytes in use.
    pub fn bytes(&self) -> u64 {
        self.buffer.bytes() + self.sorter.bytes()
    }

    /// Prepare for the next layer.
    pub fn clear(&mut self) {
        self.buffer.clear();
        self.temporary.iter_mut().for_each(Vec::clear);
        self.sorter.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::super::run::{Reader, Writer};
    use super::*;

    /// The most that a writer holds: six runs that are read, three that are written, and a chunk per
    /// partition.
    fn most<const N: usize>() -> u64 {
        6 * Reader::<N>::BYTES + 3 * Writer::<N>::BYTES + Buffer::<N>::new(PARTITIONS, 0).most_bytes()
    }

    #[test]
    fn the_least_memory_is_enough_for_all_states() {
        for most in [most::<1>(), most::<2>(), most::<4>(), most::<8>(), most::<64>()] {
            assert!(most <= LEAST_MEMORY, "{most} bytes");
        }
    }
}
