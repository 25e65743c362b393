//! Delayed duplicate detection: merges the generated successors into a new layer.

use super::buffer::Buffer;
use super::folder::{Folder, LayerPart};
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
        let (mut size, mut goals) = (0, 0);
        while let Some(partition) = next()? {
            let known = self.known.iter().filter_map(|runs| runs[partition].clone()).collect();
            let temporary = self.temporary[partition].clone();
            out.begin(partition as u32);
            sorter.dedup(partition, self.buffers.iter(), temporary, known, |state| {
                goals += u64::from((self.is_goal)(state));
                out.push(state)
            })?;
            size += out.end()?.states;
        }
        Ok(LayerPart { file: (name, out.finish(self.durable)?), size, goals })
    }
}
