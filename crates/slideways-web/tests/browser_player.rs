//! The player in one file, opened from the disk by a real browser. `cargo xtask test` runs these tests.

mod common;

#[path = "browser/static_files.rs"]
mod static_files;
#[path = "browser/webdriver.rs"]
mod webdriver;

use serde_json::json;
use slideways::prelude::*;
use slideways::show::player;
use slideways::tiles::Position;
use std::fs;
use std::path::{Path, PathBuf};
use webdriver::{Browser, Window};

/// Klotski and a shortest solution.
fn klotski() -> String {
    let puzzle = library::puzzle("klotski").unwrap();
    let Outcome::Solved(solution) = Solver::new(&puzzle).solve().unwrap().outcome else {
        panic!("it can be solved")
    };
    player::of_puzzle(&puzzle, Some((solution.block_moves(), Style::MOVE))).unwrap()
}

fn eight() -> String {
    let position: Position = "1 2 3/4 0 5/7 8 6".parse().unwrap();
    let Outcome::Solved(solution) = Solver::new(&position).solve().unwrap().outcome else {
        panic!("it can be solved")
    };
    player::of_position(&position, "Eight", Some((solution.path(), slideways::Who::Piece))).unwrap()
}

fn file(name: &str, page: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, page).unwrap();
    path
}

fn open(window: Window, name: &str, page: &str) -> Browser {
    let browser = Browser::open(window, "#/library");
    browser.visit(&format!("file://{}", file(name, page).display()));
    browser.until("document.getElementById('status')?.textContent");
    browser
}

fn says(browser: &Browser, text: &str) {
    browser.until(&format!("document.getElementById('status').textContent === {text:?}"));
}

/// The width of a cell on the screen, in pixels.
fn cell(browser: &Browser) -> f64 {
    let wide =
        browser.run("return document.querySelector('svg').getScreenCTM().a * Number(document.querySelector('svg').dataset.cell);");
    wide.as_f64().unwrap()
}

/// A piece 4 above an empty cell.
const SMALL: &str = "[data-piece=\"6\"]";

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_file_plays_the_puzzle_and_its_solution() {
    let browser = open(Window::Desktop, "klotski.html", &klotski());
    says(&browser, "Solution: move 0 of 81");
    browser.click("#next");
    says(&browser, "Solution: move 1 of 81");
    browser.click("#back");
    says(&browser, "Solution: move 0 of 81");
    browser.click("#play");
    browser.until("Number(document.getElementById('where').value) >= 2");
    browser.click("#play");
    browser.until("document.getElementById('play').textContent === 'Play'");
    let stopped = browser.run("return document.getElementById('where').value;");
    let later = browser.run(
        "await new Promise(done => setTimeout(done, 900)); return document.getElementById('where').value;",
    );
    assert_eq!(stopped, later, "a paused solution stays");
    browser.fill("#where", 81);
    says(&browser, "Solved. Solution: move 81 of 81");
    browser.click("#restart");
    says(&browser, "Solution: move 0 of 81");
    browser.leave("player");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_piece_is_dragged_as_far_as_it_can_go() {
    let browser = open(Window::Desktop, "klotski.html", &klotski());
    let label =
        || browser.run(&format!("return document.querySelector('{SMALL}').getAttribute('aria-label');"));
    assert_eq!(label(), json!("piece 4, row 3, column 1"));
    let ((x, y), wide) = (browser.middle(SMALL), cell(&browser));
    browser.drag((x, y), (x, y + 3.0 * wide));
    says(&browser, "1 move");
    assert_eq!(label(), json!("piece 4, row 4, column 1"), "and not through the wall");
    browser.click("#undo");
    says(&browser, "Solution: move 0 of 81");
    assert_eq!(label(), json!("piece 4, row 3, column 1"));
    // The largest piece is blocked on all sides.
    let (x, y) = browser.middle("[data-piece=\"1\"]");
    browser.drag((x, y), (x, y + 2.0 * wide));
    says(&browser, "Solution: move 0 of 81");
    // Keys: down, and on to the right as part of the same move.
    browser.run(&format!("document.querySelector('{SMALL}').focus();"));
    browser.keys("↓→");
    says(&browser, "1 move");
    assert_eq!(label(), json!("piece 4, row 4, column 2"));
    browser.keys("←↑");
    says(&browser, "Solution: move 0 of 81");
    // A tap moves a piece that has only one way to go.
    browser.keys(" ");
    says(&browser, "1 move");
    assert_eq!(label(), json!("piece 4, row 4, column 1"));
    browser.leave("player-dragged");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn fingers_tap_tiles_in_a_frame_of_another_page() {
    let browser = open(Window::Phone, "eight.html", &eight());
    says(&browser, "Solution: move 0 of 2");
    let five = browser.middle("[data-piece=\"4\"]");
    browser.swipe(five, five);
    says(&browser, "1 move");
    browser.run("document.querySelector('svg').focus();");
    browser.keys("↑");
    says(&browser, "Solved. 2 moves");
    // The same in an iframe.
    browser.visit(&format!("file://{}", file("host.html", "<!DOCTYPE html><title>Host</title>").display()));
    let page = serde_json::to_string(&eight()).unwrap();
    let inside = browser.run(&format!(
        "const frame = document.createElement('iframe'); frame.title = 'Eight'; \
         frame.srcdoc = {page}; \
         await new Promise(done => {{ frame.onload = done; document.body.append(frame); }}); \
         frame.contentDocument.getElementById('next').click(); \
         return frame.contentDocument.getElementById('status').textContent;"
    ));
    assert_eq!(inside, json!("Solution: move 1 of 2"));
    browser.leave("player-frame");
}
