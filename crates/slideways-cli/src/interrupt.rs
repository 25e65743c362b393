//! Ctrl-C: asked once, a search comes to an orderly end with what it has proved; asked twice, all ends.

use std::process;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// The exit status of a program that was ended by an interrupt, as shells count it.
const INTERRUPTED: i32 = 130;

/// From now on take notice of interrupts instead of dying of them.
///
/// To be called only when a search is about to start: until then to die at once is what the user expects.
/// Where the system does not let us listen, it stays like that.
pub fn listen() {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        let _ = ctrlc::set_handler(|| {
            if ASKED.swap(true, Ordering::Relaxed) {
                process::exit(INTERRUPTED);
            }
        });
    });
}

/// Whether the user has asked to stop.
pub fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
