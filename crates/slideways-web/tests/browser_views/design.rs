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
    let browser = Browser::open(Window::Desktop, "#/design?box=3x3&pieces=dominoes&moves=1..2&number=8");
    browser.see("design-start");
    assert_eq!((field(&browser, "design-rows"), field(&browser, "design-cols")), (json!("3"), json!("3")));
    browser.choose("[data-testid=design-kit]", "rush");
    assert_eq!(field(&browser, "design-rows"), json!("6"), "the box of the kit");
    browser.fill("[data-testid=design-rows]", "4");
    browser.fill("[data-testid=design-cols]", "4");
    browser.fill("[data-testid=design-least]", "5");
    browser.fill("[data-testid=design-longest]", "7");
    browser.press("design-start");
    browser.says("design-message", "8 puzzles found");
    browser.says("design-message", "style move: one piece");
    let found = moves(&browser);
    assert!(found.len() == 8 && found.is_sorted() && found.iter().all(|moves| (5..=7).contains(moves)));
    assert_eq!(browser.run("return document.querySelectorAll('[data-testid=design-puzzle] svg').length;"), 8);
    browser.until("document.querySelector('#live').textContent.includes('8 puzzles found')");
    let link = browser.run("return location.hash;");
    assert_eq!(link, json!("#/design?number=8&box=4x4&pieces=rush&moves=5..7"));
    browser.shot("design");

    // The pack is a list that all commands read.
    catch(&browser);
    let (name, _, _) = saved(&browser, "design-save");
    assert_eq!(name, "design-4x4-8.txt");
    assert_eq!(read::puzzles(&content(&browser), &mut no_files).len(), 8);

    // A click opens the puzzle, which has as many moves.
    browser.click("[data-testid=design-puzzle]:last-child a");
    browser.says("distance", &found[7].to_string());
    browser.until("location.hash.startsWith('#/play?text=4+x+4')");
    // The way back shows the same puzzles, without another search.
    browser.run("history.back(); return 1;");
    browser.until(&format!("{CARDS}.length === 8"));

    browser.fill("[data-testid=design-longest]", "5");
    browser.press("design-start");
    browser.says("design-message", "8 puzzles found: 5 moves (style move");
    let longest = 5;
    browser.press("design-harder");
    browser.until(&format!("{CARDS}.length > 0 && {CARDS}[0].dataset.moves > {longest}"));
    assert!(moves(&browser).iter().all(|&moves| moves > longest), "{:?}", moves(&browser));
    assert_eq!(field(&browser, "design-least"), json!((longest + 1).to_string()));
    assert_eq!(
        browser.run("return location.hash;"),
        json!(format!("#/design?number=8&box=4x4&pieces=rush&moves={}..", longest + 1))
    );
    browser.says("design-message", "8 puzzles found");
    browser.leave("design-harder");

    // The link repeats the search.
    let other = Browser::open(Window::Phone, link.as_str().unwrap());
    other.says("design-message", "8 puzzles found");
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
    // The browser logs the status 422 as an error.
    browser.shot("design-refused");
}
