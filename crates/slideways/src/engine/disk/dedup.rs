//! Delayed duplicate detection: merges the generated successors into a new layer.

use super::buffer::Buffer;
use super::error::DiskError;
use super::folder::Folder;
use super::manifest::{LayerPart, StoredFile};
use super::run::{Run, Writer};
use super::sorter::Sorter;
use super::workers::End;
use crate::engine::search::State;

/// A new layer to be written.
pub struct NewLayer<'l, const N: usize> {
    /// The folder to write to.
    pub folder: &'l Folder,
    /// Its number.
    pub layer: usize,
    /// The successors in memory.
    pub buffers: &'l [Buffer<N>],
    /// The successors in temporary runs, by partition.
    pub temporary: &'l [Vec<Run>],
    /// The two previous layers, by partition: their states are not new.
    pub known: [&'l [Option<Run>]; 2],
    /// The goal test.
    pub is_goal: &'l (dyn Fn(&State<N>) -> bool + Send + Sync),
    /// Whether to store the goals in files too.
    pub goals: bool,
    /// Whether files must be durable before they are reported.
    pub durable: bool,
}

impl<const N: usize> NewLayer<'_, N> {
    /// Write the part of one writer: the partitions that `next` returns, each merged from all its successors,
    /// without the known states.
    pub fn write(
        &self,
        writer: usize,
        sorter: &mut Sorter<N>,
        mut next: impl FnMut() -> Result<Option<usize>, End>,
    ) -> Result<LayerPart, End> {
        let name = Folder::layer_file(self.layer, writer);
        let mut out = Writer::<N>::create(self.folder.file(&name))?;
        let mut stored =
            GoalWriter { name: Folder::goal_file(self.layer, writer), writer: None, partition: None };
        let (mut size, mut goals) = (0, 0);
        while let Some(partition) = next()? {
            let known = self.known.iter().filter_map(|runs| runs[partition].clone()).collect();
            let temporary = self.temporary[partition].clone();
            out.begin(partition as u32);
            sorter.dedup(partition, self.buffers.iter(), temporary, known, |state| {
                if (self.is_goal)(state) {
                    goals += 1;
                    if self.goals {
                        stored.push(self.folder, partition as u32, state)?;
                    }
                }
                out.push(state)
            })?;
            size += out.end()?.states;
        }
        let goal_file = stored.finish(self.durable)?;
        Ok(LayerPart { file: (name, out.finish(self.durable)?), size, goals, goal_file })
    }
}

/// The file of the goals of a layer; most layers have none.
struct GoalWriter<const N: usize> {
    name: String,
    writer: Option<Writer<N>>,
    /// The partition of the current run.
    partition: Option<u32>,
}

impl<const N: usize> GoalWriter<N> {
    fn push(&mut self, folder: &Folder, partition: u32, state: &State<N>) -> Result<(), DiskError> {
        let writer = match &mut self.writer {
            Some(writer) => writer,
            None => self.writer.insert(Writer::create(folder.file(&self.name))?),
        };
        if self.partition != Some(partition) {
            if self.partition.replace(partition).is_some() {
                writer.end()?;
            }
            writer.begin(partition);
        }
        writer.push(state)
    }

    fn finish(self, durable: bool) -> Result<Option<StoredFile>, DiskError> {
        let Some(mut writer) = self.writer else { return Ok(None) };
        writer.end()?;
        Ok(Some((self.name, writer.finish(durable)?)))
    }
}
