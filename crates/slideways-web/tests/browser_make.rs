//! The editor, the view Make, in a real browser, one file per part of it.

mod common;

#[path = "browser/static_files.rs"]
mod static_files;
#[path = "browser/webdriver.rs"]
mod webdriver;

#[path = "browser_make/board.rs"]
mod board;
#[path = "browser_make/text.rs"]
mod text;
#[path = "browser_make/verdict.rs"]
mod verdict;

use webdriver::{Browser, Window};

/// A box of 3 x 4 with a domino in the upper left corner and a square at the bottom.
const SMALL: &str = "3 x 4 two\n1 = 11\n2 = 11/11\n10002\ngoal 2@1,0\n";

/// The text box.
const TEXT: &str = "[data-testid=make-text]";

/// Opens the editor with a text.
fn editing(window: Window, text: &str) -> Browser {
    let browser = Browser::open(window, "#/make");
    browser.see("make-text");
    write(&browser, text);
    browser
}

/// Types a text into the text box, and waits until it is read and judged.
fn write(browser: &Browser, text: &str) {
    browser.fill(TEXT, text);
    browser.until(&format!(
        "document.querySelector({TEXT:?}).value === {text:?} && \
         !['old', 'asking'].includes(document.querySelector('.verdict').dataset.state)"
    ));
}

fn text_of(browser: &Browser) -> String {
    let text = browser.run(&format!("return document.querySelector({TEXT:?}).value;"));
    text.as_str().unwrap().to_owned()
}

/// Waits until the text box contains a line.
fn line(browser: &Browser, line: &str) {
    browser.until(&format!("document.querySelector({TEXT:?}).value.split('\\n').includes({line:?})"));
}

/// Waits until the verdict is about the current puzzle and contains a part.
fn verdict_says(browser: &Browser, part: &str) {
    browser.until(&format!(
        "document.querySelector('[data-testid=make-verdict]').textContent.includes({part:?}) && \
         document.querySelector('.verdict').dataset.state !== 'old'"
    ));
}

fn cell(number: usize) -> String {
    format!("[data-testid=\"make-cell-{number}\"]")
}

/// The middles of two cells, with the first scrolled into view.
fn ends(browser: &Browser, from: usize, to: usize) -> ((f64, f64), (f64, f64)) {
    let first = browser.middle(&cell(from));
    (first, browser.middle_now(&cell(to)))
}

/// Drags the mouse from one cell to another.
fn drag(browser: &Browser, from: usize, to: usize) {
    let (from, to) = ends(browser, from, to);
    browser.drag(from, to);
}
