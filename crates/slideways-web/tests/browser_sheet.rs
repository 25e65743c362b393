//! The printed sheet, laid out by a real browser. `cargo xtask test` runs these tests.

mod common;

#[path = "browser/static_files.rs"]
mod static_files;
#[path = "browser/webdriver.rs"]
mod webdriver;

use serde_json::json;
use slideways::library;
use slideways::show::sheet::{self, Card, Paper};
use slideways::{Game, tiles::Position};
use std::fs;
use std::path::Path;
use webdriver::{Browser, Window};

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn every_puzzle_fits_its_card() {
    let puzzle = |name| {
        let game = Game::from(library::puzzle(name).unwrap());
        Card::new(&game, name).link(sheet::address("https://example.org/", &game, Some(name)))
    };
    let position: Position = "ca6098dfb73254e1".parse().unwrap();
    let mut cards: Vec<Card> = library::names().map(puzzle).collect();
    cards.push(Card::new(&Game::from(&position), "korf15:88"));
    let browser = Browser::open(Window::Desktop, "#/library");
    for (name, paper) in [("a4", Paper::A4), ("letter", Paper::Letter)] {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sheet-{name}.html"));
        fs::write(&file, sheet::html(&cards, paper).unwrap()).unwrap();
        browser.visit(&format!("file://{}", file.display()));
        browser.until(&format!("document.querySelectorAll('article').length === {}", cards.len()));
        let overflowing = browser.run(
            "const over = card => card.scrollHeight > card.clientHeight + 1 || card.scrollWidth > card.clientWidth + 1; \
             return [...document.querySelectorAll('article')].filter(over).map(card => card.textContent.trim());",
        );
        assert_eq!(overflowing, json!([]), "{name}");
        let small = browser.run(
            "const wide = picture => picture.getBoundingClientRect(); \
             return [...document.querySelectorAll('.start svg')] \
               .filter(picture => Math.min(wide(picture).width, wide(picture).height) < 130).length;",
        );
        assert_eq!(small, json!(0), "{name}: a picture is at least 130 pixels, about 34 mm");
        let codes = browser.run("return Math.min(...[...document.querySelectorAll('.code')].map(code => code.getBoundingClientRect().width));");
        assert!(codes.as_f64().unwrap() > 95.0, "{name}: a code is at least 25 mm wide, not {codes} pixels");
    }
    browser.leave("sheet");
}
