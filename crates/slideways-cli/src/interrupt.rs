//! Ctrl-C: asked once, a search comes to an orderly end with what it has proved; asked twice, all ends.
//!
//! A termination signal, such as that of `timeout`, has the same effect.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Once, OnceLock};
use std::time::{Duration, Instant};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Whether the program waits for input, so that there is nothing to bring to an end.
static WAITING: AtomicBool = AtomicBool::new(false);

/// What comes so soon after the first request is still the same one: `timeout` signals the program, and then
/// all that it belongs to.
const ONE_REQUEST: Duration = Duration::from_millis(500);

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
            static FIRST: OnceLock<Instant> = OnceLock::new();
            let first = FIRST.get_or_init(Instant::now);
            if WAITING.load(Ordering::Relaxed) {
                process::exit(INTERRUPTED);
            }
            if ASKED.swap(true, Ordering::Relaxed) && first.elapsed() > ONE_REQUEST {
                process::exit(INTERRUPTED);
            }
        });
    });
}

/// Wait for input; an interrupt then ends the program at once.
pub fn waiting<T>(wait: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::Relaxed);
    let arrived = wait();
    WAITING.store(false, Ordering::Relaxed);
    arrived
}

/// Whether the user has asked to stop.
pub fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
