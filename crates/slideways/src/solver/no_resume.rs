//! Stand-in for checkpoint files without the feature `tables`.

use crate::watch::{Event, Saved, Watch};

/// No checkpoint file.
pub(super) struct Resume;

impl Resume {
    /// There is no checkpoint to resume from.
    pub fn saved(&self, _: &str) -> Option<Saved> {
        None
    }

    /// There is no file to remove.
    pub fn done(self) {}

    /// Returns the watch, wrapped.
    pub fn keeping<'k>(&'k self, _: &'k str, watch: &'k mut dyn Watch) -> Keeping<'k> {
        Keeping(watch)
    }
}

/// Passes all events to the watch.
pub(super) struct Keeping<'k>(&'k mut dyn Watch);

impl Watch for Keeping<'_> {
    fn event(&mut self, event: Event) {
        self.0.event(event);
    }

    fn stop(&mut self) -> bool {
        self.0.stop()
    }
}
