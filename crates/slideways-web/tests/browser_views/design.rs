//! The view Design in a real browser: puzzles appear, open in Play, become harder, and are saved as a pack.

use crate::webdriver::{Browser, Window};
use crate::{catch, content, saved};
use serde_json::{Value, json};
use slideways::read::{self, no_files};

/// The cards, as an expression.
const CARDS: &str = "[...document.querySelectorAll('[data-testid=design-puzzle]')]";

/// The numbers of moves on the cards.
fn moves(browser: &Browser) -> Vec<u64> {
    let moves = browser.run(&format!("return {CARDS}.map(card => Number(card.dataset.moves));"));
    moves.as_array().unwrap().iter().map(|moves| moves.as_u64().unwrap()).collect()
}

/// The value of a field.
fn field(browser: &Browser, id: &str) -> Value {
    browser.run(&format!("return document.querySelector('[data-testid={id}]').value;"))
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_design_is_found_played_and_made_harder() {
    let browser = Browser::open(Window::Desktop, "#/design");
    browser.see("design-start");
    assert_eq!((field(&browser, "design-rows"), field(&browser, "design-cols")), (json!("5"), json!("4")));
    browser.choose("[data-testid=design-kit]", "rush");
    assert_eq!(field(&browser, "design-rows"), json!("6"), "the box of the kit");
    browser.fill("[data-testid=design-rows]", "4");
    browser.fill("[data-testid=design-cols]", "4");
    browser.fill("[data-testid=design-least]", "5");
    browser.fill("[data-testid=design-longest]", "7");
    browser.press("design-start");
    browser.says("design-message", "24 puzzles found");
    browser.says("design-message", "style move: one piece");
    let found = moves(&browser);
    assert!(found.len() == 24 && found.is_sorted() && found.iter().all(|moves| (5..=7).contains(moves)));
    assert_eq!(
        browser.run("return document.querySelectorAll('[data-testid=design-puzzle] svg').length;"),
        24
    );
    browser.until("document.querySelector('#live').textContent.includes('24 puzzles found')");
    let link = browser.run("return location.hash;");
    assert_eq!(link, json!("#/design?box=4x4&pieces=rush&moves=5..7"));
    browser.leave("design");

    // The pack is a list that all commands read.
    catch(&browser);
    let (name, _, _) = saved(&browser, "design-save");
    assert_eq!(name, "design-4x4-24.txt");
    assert_eq!(read::puzzles(&content(&browser), &mut no_files).len(), 24);

    // A click opens the puzzle, which has as many moves.
    browser.run(&format!("{CARDS}.at(-1).querySelector('a').click(); return 1;"));
    browser.says("distance", &found[23].to_string());
    browser.until("location.hash.startsWith('#/play?text=4+x+4')");
    // The way back shows the same puzzles, without another search.
    browser.run("history.back(); return 1;");
    browser.until(&format!("{CARDS}.length === 24"));

    let longest = found[23];
    browser.press("design-harder");
    browser.until(&format!("{CARDS}.length > 0"));
    assert!(moves(&browser).iter().all(|&moves| moves > longest), "{:?}", moves(&browser));
    assert_eq!(field(&browser, "design-least"), json!((longest + 1).to_string()));
    assert_eq!(
        browser.run("return location.hash;"),
        json!(format!("#/design?box=4x4&pieces=rush&moves={}..", longest + 1))
    );
    browser.press("design-stop");
    browser.until("document.querySelector('[data-testid=design-stop]').disabled");

    // The link repeats the search.
    let other = Browser::open(Window::Phone, link.as_str().unwrap());
    other.says("design-message", "24 puzzles found");
    assert_eq!(moves(&other), found);
    other.leave("design-linked");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_design_has_fewer_pieces_or_one_solution() {
    let browser = Browser::open(
        Window::Desktop,
        "#/design?box=4x3&pieces=1*2x2+0..*2x1|1x2+0..*1x1&holes=2..4&moves=4..&number=4",
    );
    browser.says("design-message", "4 puzzles found");
    let fewest =
        browser.run(&format!("return Math.min(...{CARDS}.map(card => Number(card.dataset.pieces)));"));
    let fewest = fewest.as_u64().unwrap();
    catch(&browser);
    saved(&browser, "design-save");
    assert_eq!(read::puzzles(&content(&browser), &mut no_files).len(), 4, "{}", content(&browser));
    browser.press("design-fewer");
    assert_eq!(field(&browser, "design-most-pieces"), json!((fewest - 1).to_string()));
    browser.until(&format!("{CARDS}.length > 0 && {CARDS}.every(card => card.dataset.pieces < {fewest})"));
    browser.press("design-only-unique");
    browser.until("location.hash.includes('unique=sequences')");
    let ticked = browser.run("return document.querySelector('[data-testid=design-unique]').checked;");
    assert_eq!(ticked, json!(true));
    browser.press("design-stop");
    browser.leave("design-fewer");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_design_that_cannot_be_says_why() {
    let browser = Browser::open(Window::Desktop, "#/design?box=2x2&pieces=9*1x2");
    browser.says("error", "the pieces need at least 18 cells");
    browser.leave("design-refused");
}
