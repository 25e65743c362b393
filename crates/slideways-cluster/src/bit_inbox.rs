//! Inbox of a worker with a share of a bit table: adds the units that other workers send to it.

use crate::message::Parcel;
use slideways::engine::tiles::bit_bfs::share::TableShare;

/// A worker's share, and what it has heard.
#[derive(Default)]
pub struct BitInbox {
    /// The share, once it is loaded.
    pub share: Option<TableShare>,
    /// The colour that the layer completes.
    pub to: usize,
    /// Whether a worker has sent a stop.
    pub told: bool,
    /// Whether a worker has sent something that does not belong here.
    pub confused: bool,
}

impl BitInbox {
    /// Receive a parcel.
    pub fn receive(&mut self, parcel: &Parcel) {
        let Some(row) = parcel.partition else {
            self.told = true;
            return;
        };
        let Some(share) = &mut self.share else {
            self.confused = true;
            return;
        };
        for unit in parcel.words.0.chunks(1 + share.unit()) {
            let (first, words) = (unit[0] as usize, &unit[1..]);
            self.confused |= !share.receive(self.to, row as usize, first, words);
        }
    }
}
