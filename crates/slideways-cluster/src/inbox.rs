//! Where a worker gathers what is sent to it.

use crate::message::Parcel;
use slideways::engine::disk::expand::Expansion;
use slideways::engine::disk::{DiskError, PARTITIONS};

/// What comes in, and where it is generated.
pub struct Inbox<const N: usize> {
    pub generated: Expansion<N>,
    /// Whether somebody says stop.
    pub told: bool,
    /// What is wrong with the files: then what is generated is worth nothing.
    pub trouble: Option<DiskError>,
}

impl<const N: usize> Inbox<N> {
    /// Take in a parcel.
    pub fn receive(&mut self, parcel: &Parcel) {
        let Some(partition) = parcel.partition else {
            self.told = true;
            return;
        };
        let partition = (partition as usize).min(PARTITIONS - 1);
        let mut states = parcel.words.as_chunks::<N>().0.iter();
        if self.trouble.is_none() {
            self.trouble = states.find_map(|state| self.generated.push(partition, state).err());
        }
    }
}
