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

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_puzzle_of_the_day_and_packs_go_by_difficulty() {
    let browser = Browser::open(Window::Desktop, "#/library");
    browser.until("document.querySelectorAll('[data-testid=puzzle] svg').length >= 100");
    // Four weeks from a Monday: harder every day, the same for everyone, and no puzzle twice.
    let found = browser.run(
        "const { puzzleOfTheDay } = await import('./difficulty.js'); const { ask } = await import('./api.js'); \
         const { puzzles } = await ask('library'); \
         const days = Array.from({ length: 28 }, (_, day) => puzzleOfTheDay(puzzles, new Date(2026, 10, 16 + day, 12))); \
         const harder = days.every((puzzle, day) => day % 7 === 0 || puzzle.optimum.move >= days[day - 1].optimum.move); \
         const again = puzzleOfTheDay(puzzles.toReversed(), new Date(2026, 10, 16, 23, 59)).name === days[0].name; \
         return [harder, again, new Set(days.map(({ name }) => name)).size];",
    );
    assert_eq!(found, json!([true, true, 28]));
    // A puzzle with one known optimum shows only that one, in no table.
    browser.choose("[data-testid=pack]", "very hard");
    browser.until(
        "[...document.querySelectorAll('[data-testid=puzzle]')].filter(e => e.checkVisibility()) \
         .every(e => Number(e.querySelector('.optimum.table .main, .optimum:not(.table) b')?.textContent) > 100)",
    );
    let seen = browser.run(
        "return [...document.querySelectorAll('[data-testid=puzzle]')].filter(e => e.checkVisibility()).length;",
    );
    assert!(seen.as_u64().unwrap() > 3, "{seen}");
    browser.choose("[data-testid=pack]", "");
    browser.press("today");
    browser.see("title");
    browser.leave("today");
}
