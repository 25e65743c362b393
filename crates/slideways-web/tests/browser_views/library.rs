//! The library in a real browser: one card per puzzle, with its other names.

use crate::webdriver::{Browser, Window};
use serde_json::json;

/// Whether the card of a puzzle is visible.
fn seen(name: &str) -> String {
    format!("document.querySelector('[data-testid=puzzle][data-name=\"{name}\"]').checkVisibility()")
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn twins_are_hidden_until_they_are_wanted() {
    let browser = Browser::open(Window::Desktop, "#/library");
    browser.until("document.querySelectorAll('[data-testid=puzzle]').length > 90");
    browser.until(&seen("klotski"));
    assert_eq!(browser.run(&format!("return {};", seen("klotski_full"))), json!(false));
    browser.press("twins");
    browser.until(&seen("klotski_full"));
    browser.reload();
    browser.until("document.querySelector('[data-testid=twins]')?.checked");
    browser.until(&seen("klotski_full"));
    browser.press("twins");
    browser.until(&format!("!{}", seen("klotski_full")));
    browser.leave("library-twins");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_puzzle_is_found_by_its_other_names() {
    let browser = Browser::open(Window::Desktop, "#/library");
    browser.until("document.querySelectorAll('[data-testid=puzzle]').length > 90");
    browser.click("input[type=search]");
    browser.keys("huarong");
    browser.until(
        "[...document.querySelectorAll('[data-testid=puzzle]')].filter(e => e.checkVisibility()).length === 1",
    );
    let card = browser.run("return document.querySelector('[data-name=klotski]').innerText;");
    assert!(card.as_str().unwrap().starts_with("Klotski\nalso L'âne rouge, Huarong Dao"), "{card}");
    browser.leave("library-alias");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_search_that_finds_only_twins_says_how_to_show_them() {
    let browser = Browser::open(Window::Desktop, "#/library");
    browser.until("document.querySelectorAll('[data-testid=puzzle]').length > 90");
    browser.click("input[type=search]");
    browser.keys("whole goal");
    browser.until(
        "/^Only \\d+ twins with a whole goal found: tick/.test(document.querySelector('.message[role=status]').textContent)",
    );
    browser.press("twins");
    browser.until("/^\\d+ found$/.test(document.querySelector('.message[role=status]').textContent)");
    browser.leave("library-only-twins");
}
