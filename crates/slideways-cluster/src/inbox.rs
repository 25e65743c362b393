//! Inbox of a worker: collects the states that other workers send to it.

use crate::message::Parcel;
use slideways::engine::disk::expand::Expansion;
use slideways::engine::disk::{DiskError, PARTITIONS};

/// The states received.
pub struct Inbox<const N: usize> {
    pub generated: Expansion<N>,
    /// Whether a worker has sent a stop.
    pub told: bool,
    /// A file error: then the states received are incomplete.
    pub trouble: Option<DiskError>,
}

impl<const N: usize> Inbox<N> {
    /// Receive a parcel.
    pub fn receive(&mut self, parcel: &Parcel) {
        let Some(partition) = parcel.partition else {
            self.told = true;
            return;
        };
        let partition = (partition as usize).min(PARTITIONS - 1);
        let mut states = parcel.words.0.as_chunks::<N>().0.iter();
        if self.trouble.is_none() {
            self.trouble = states.find_map(|state| self.generated.push(partition, state).err());
        }
    }
}
