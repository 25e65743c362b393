//! Without the feature `tables` there are no checkpoint files.

use crate::watch::{Event, Saved, Watch};

/// No checkpoint file.
pub(super) struct Resume;

impl Resume {
    /// There is nothing to continue from.
    pub fn saved(&self, _: &str) -> Option<Saved> {
        None
    }

    /// There is nothing to remove.
    pub fn done(self) {}

    /// The watch itself.
    pub fn keeping<'k>(&'k self, _: &'k str, watch: &'k mut dyn Watch) -> Keeping<'k> {
        Keeping(watch)
    }
}

/// Passes all events on.
pub(super) struct Keeping<'k>(&'k mut dyn Watch);

impl Watch for Keeping<'_> {
    fn event(&mut self, event: Event) {
        self.0.event(event);
    }

    fn stop(&mut self) -> bool {
        self.0.stop()
    }
}
