//! The screenshots that the README shows: `cargo xtask screens` takes them anew.

mod common;

#[path = "browser/desk.rs"]
mod desk;

use desk::{Desk, Window};
use std::fs;
use std::path::Path;

/// Keep what is to be seen where the docs look for it.
fn keep(desk: &Desk, name: &str) {
    let images = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/images");
    fs::copy(desk.shot(name), images.join(format!("{name}.png"))).unwrap();
}

#[test]
#[ignore = "changes the README's pictures: cargo xtask screens"]
fn every_view_is_taken() {
    let desk = Desk::open(Window::Desktop, "#/library");
    desk.until("document.querySelectorAll('[data-testid=puzzle] svg').length >= 100");
    keep(&desk, "page-library");
    desk.go("#/play/klotski");
    desk.until("document.querySelector('[data-testid=distance]')?.textContent.includes('81')");
    keep(&desk, "page-play");
    desk.go("#/space");
    desk.until("document.querySelector('[data-testid=space-graph]')?.dataset.ready");
    desk.middle("[data-testid=space-graph]");
    keep(&desk, "page-space");
    desk.go("#/play/mas_puzzle");
    desk.press("to-make");
    desk.until("document.querySelector('[data-testid=make-text]')?.value.includes('goal')");
    keep(&desk, "page-make");
    desk.go("#/lock?box=4x4x4&bricks=2x2x1");
    desk.see("lock-fewest");
    desk.run("document.querySelector('[data-testid=lock-fewest]').checked = true; return 1;");
    desk.press("lock-start");
    desk.until("document.querySelectorAll('[data-testid=lock-packing]').length >= 3");
    desk.until("document.querySelector('[data-testid=lock-view]')?.dataset.ready");
    desk.run(
        "const explode = document.querySelector('[data-testid=lock-explode]'); explode.value = 0.35; \
         explode.dispatchEvent(new Event('input', {bubbles: true})); scrollTo(0, 0); return 1;",
    );
    keep(&desk, "page-lock");
    let desk = Desk::open(Window::Phone, "#/play/klotski");
    desk.until("document.querySelector('[data-testid=distance]')?.textContent.includes('81')");
    keep(&desk, "page-phone");
}
