//! Sorting of one thread's successors: into temporary runs while more are generated, and into the next layer
//! at the end.

use super::buffer::Buffer;
use super::error::DiskError;
use super::folder::Folder;
use super::merge::{Source, merge};
use super::run::{Reader, Run, Writer};
use crate::engine::search::State;
use crate::engine::search::graph::sort;
use std::fs;
use std::path::{Path, PathBuf};

/// Working memory for sorting, and the temporary files, which are removed when the sorter is dropped.
pub struct Sorter<const N: usize> {
    folder: PathBuf,
    writer: usize,
    made: Vec<PathBuf>,
    scratch: Vec<State<N>>,
    /// The number of states sorted at a time.
    most: usize,
    /// The number of runs merged at a time.
    fan: usize,
}

impl<const N: usize> Drop for Sorter<N> {
    fn drop(&mut self) {
        self.clear();
    }
}

impl<const N: usize> Sorter<N> {
    /// A sorter for the writer with this number, with `sort` bytes for sorting and `merge` bytes for merging.
    pub fn new(folder: &Path, writer: usize, sort: u64, merge: u64) -> Sorter<N> {
        let most = (sort / size_of::<State<N>>() as u64).max(1024) as usize;
        let fan = (merge.saturating_sub(3 * Writer::<N>::BYTES) / Reader::<N>::BYTES).clamp(4, 200) as usize;
        Sorter { folder: folder.to_owned(), writer, made: vec![], scratch: vec![], most, fan: fan - 2 }
    }

    /// Remove the temporary files.
    pub fn clear(&mut self) {
        self.made.drain(..).for_each(|path| {
            let _ = fs::remove_file(path);
        });
    }

    /// The bytes in use.
    pub fn bytes(&self) -> u64 {
        (self.scratch.capacity() * size_of::<State<N>>()) as u64
    }

    /// Create a temporary file.
    fn temporary(&mut self) -> Result<Writer<N>, DiskError> {
        let path = self.folder.join(Folder::temporary_file(self.writer, self.made.len()));
        self.made.push(path.clone());
        Writer::create(path)
    }

    /// Sort as many chunks as fit, each state once; false if there are none left.
    fn sort<'p>(&mut self, chunks: &mut impl Iterator<Item = &'p [State<N>]>) -> bool {
        self.scratch.clear();
        while self.scratch.len() < self.most
            && let Some(chunk) = chunks.next()
        {
            self.scratch.extend_from_slice(chunk);
        }
        sort(&mut self.scratch);
        self.scratch.dedup();
        !self.scratch.is_empty()
    }

    fn write(&self, partition: usize, writer: &mut Writer<N>) -> Result<Run, DiskError> {
        writer.begin(partition as u32);
        self.scratch.iter().try_for_each(|state| writer.push(state))?;
        writer.end()
    }

    /// Write all states of a buffer to a temporary file and return the runs. The buffer is empty afterwards,
    /// even if that fails.
    pub fn spill(&mut self, buffer: &mut Buffer<N>) -> Result<Vec<Run>, DiskError> {
        let runs = self.write_all(buffer);
        buffer.clear();
        runs
    }

    fn write_all(&mut self, buffer: &Buffer<N>) -> Result<Vec<Run>, DiskError> {
        let mut writer = self.temporary()?;
        for partition in 0..buffer.partitions() {
            let mut chunks = buffer.of(partition);
            while self.sort(&mut chunks) {
                self.write(partition, &mut writer)?;
            }
        }
        Ok(writer.leave())
    }

    /// Merge all successors of a partition, from memory and from runs, without the known states.
    pub fn dedup<'p>(
        &mut self,
        partition: usize,
        buffers: impl Iterator<Item = &'p Buffer<N>>,
        mut temporary: Vec<Run>,
        known: Vec<Run>,
        keep: impl FnMut(&State<N>) -> Result<(), DiskError>,
    ) -> Result<(), DiskError> {
        let mut chunks = buffers.flat_map(|buffer| buffer.of(partition)).peekable();
        let mut more = self.sort(&mut chunks);
        while more && chunks.peek().is_some() {
            let mut writer = self.temporary()?;
            temporary.push(self.write(partition, &mut writer)?);
            more = self.sort(&mut chunks);
        }
        while temporary.len() > self.fan {
            let first: Vec<Run> = temporary.drain(..self.fan).collect();
            let mut writer = self.temporary()?;
            writer.begin(partition as u32);
            merge(sources(&first)?, vec![], |state| writer.push(state))?;
            temporary.push(writer.end()?);
        }
        let mut all = sources(&temporary)?;
        if more {
            all.push(Source::Memory(&self.scratch));
        }
        if all.is_empty() { Ok(()) } else { merge(all, sources(&known)?, keep) }
    }
}

fn sources<const N: usize>(runs: &[Run]) -> Result<Vec<Source<'static, N>>, DiskError> {
    runs.iter().map(|run| Ok(Source::File(Box::new(Reader::open(run)?)))).collect()
}
