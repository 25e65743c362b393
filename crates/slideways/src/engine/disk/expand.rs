//! Where one writer gathers successors: in memory, and in files for the time being when that is full.

use super::PARTITIONS;
use super::buffer::Buffer;
use super::error::DiskError;
use super::run::Run;
use super::sorter::Sorter;
use crate::engine::search::State;
use std::path::Path;

/// Less memory than this is not enough for the runs that a writer has open at one time.
pub const LEAST_MEMORY: u64 = 12 << 20;

/// How the memory is shared out.
#[derive(Clone, Copy, Debug)]
pub struct Shares {
    /// Among so many writers.
    pub writers: usize,
    /// For the buffer of each.
    pub buffer: u64,
    /// For each to sort in.
    pub sort: u64,
    /// For each to merge with.
    pub merge: u64,
}

impl Shares {
    /// Share out so many bytes among so many writers, or fewer if it would be too little for each.
    pub fn new(memory: u64, writers: usize) -> Shares {
        let writers = writers.min((memory / LEAST_MEMORY) as usize).max(1);
        let each = memory / writers as u64;
        Shares { writers, buffer: each / 8 * 5, sort: each / 8, merge: each / 4 }
    }
}

/// What one writer has generated.
pub struct Expansion<const N: usize> {
    /// Where it is sorted.
    pub sorter: Sorter<N>,
    /// What is in memory.
    pub buffer: Buffer<N>,
    /// What is in files, by partition.
    pub temporary: Vec<Vec<Run>>,
}

impl<const N: usize> Expansion<N> {
    /// Nothing yet, for the writer with this number.
    pub fn new(folder: &Path, writer: usize, shares: Shares) -> Expansion<N> {
        let Shares { buffer, sort, merge, .. } = shares;
        Expansion {
            sorter: Sorter::new(folder, writer, sort, merge),
            buffer: Buffer::new(PARTITIONS, buffer),
            temporary: vec![vec![]; PARTITIONS],
        }
    }

    /// Add a state. If there was no room for it, and none could be made, what is in memory is lost.
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

    /// Make ready for the next layer.
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

    /// What a writer holds at the most: six runs that are read, two that are written, and a chunk for each partition.
    fn most<const N: usize>() -> u64 {
        6 * Reader::<N>::BYTES + 2 * Writer::<N>::BYTES + Buffer::<N>::new(PARTITIONS, 0).most_bytes()
    }

    #[test]
    fn the_least_memory_is_enough_for_all_states() {
        for most in [most::<1>(), most::<2>(), most::<4>(), most::<8>(), most::<64>()] {
            assert!(most <= LEAST_MEMORY, "{most} bytes");
        }
    }
}
