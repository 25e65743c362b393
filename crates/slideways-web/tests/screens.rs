//! The screenshots in the README: `cargo xtask screens` retakes them.

mod common;

#[path = "browser/static_files.rs"]
mod static_files;
#[path = "browser/webdriver.rs"]
mod webdriver;

use std::fs;
use std::path::Path;
use webdriver::{Browser, Window};

/// Saves a screenshot where the docs expect it.
fn keep(browser: &Browser, name: &str) {
    let images = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/images");
    fs::copy(browser.shot(name), images.join(format!("{name}.png"))).unwrap();
}

#[test]
#[ignore = "changes the README's pictures: cargo xtask screens"]
fn every_view_is_taken() {
    let browser = Browser::open(Window::Desktop, "#/library");
    browser.until("document.querySelectorAll('[data-testid=puzzle] svg').length >= 100");
    keep(&browser, "page-library");
    browser.go("#/play/klotski");
    browser.says("distance", "81");
    keep(&browser, "page-play");
    browser.go("#/space");
    browser.until("document.querySelector('[data-testid=space-graph]')?.dataset.ready");
    browser.middle("[data-testid=space-graph]");
    keep(&browser, "page-space");
    browser.go("#/play/mas_puzzle");
    browser.press("to-make");
    browser.until("['solved', 'stopped'].includes(document.querySelector('.verdict')?.dataset.state)");
    keep(&browser, "page-make");
    browser.go("#/lock?box=4x4x4&bricks=2x2x1");
    browser.see("lock-fewest");
    browser.run("document.querySelector('[data-testid=lock-fewest]').checked = true; return 1;");
    browser.press("lock-start");
    browser.until("document.querySelectorAll('[data-testid=lock-packing]').length >= 3");
    browser.until("document.querySelector('[data-testid=lock-view]')?.dataset.ready");
    browser.fill("[data-testid=lock-explode]", 0.35);
    browser.run("scrollTo(0, 0); return 1;");
    keep(&browser, "page-lock");
    let browser = Browser::open(Window::Phone, "#/play/klotski");
    browser.says("distance", "81");
    keep(&browser, "page-phone");
}
