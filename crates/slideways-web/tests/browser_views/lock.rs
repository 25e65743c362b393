//! The view Lock in a real browser: the order of packings, files and links.

use crate::webdriver::{Browser, Window};
use crate::{catch, saved};
use serde_json::json;

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_packing_shown_is_saved_and_shared() {
    let browser = Browser::open(Window::Desktop, "#/lock?box=3x3x3&bricks=2x1x1");
    browser.until("document.querySelectorAll('[data-testid=lock-packing]').length > 1");
    browser.says("lock-message", "in total");
    catch(&browser);
    browser.run("document.querySelectorAll('[data-testid=lock-packing]')[1].click(); return 1;");
    let (name, length, start) = saved(&browser, "lock-save-stl");
    assert!(name.starts_with("lock-3x3x3-") && name.ends_with(".stl"), "{name}");
    assert_eq!(start, "Slideways, millimetres");
    // 84 bytes, and 50 for each triangle.
    assert_eq!((length - 84) % 50, 0);
    assert!(saved(&browser, "lock-save-svg").2.starts_with("<svg"));
    assert!(saved(&browser, "lock-save-png").2.contains("PNG"));
    browser.run("navigator.clipboard.writeText = async (text) => { window.link = text; }; return 1;");
    browser.press("lock-share");
    browser.until("window.link");
    let link = browser.run("return window.link.replace(/^[^#]*/, '');");
    let text = browser.run("return new URLSearchParams(window.link.split('?')[1]).get('packing');");
    let other = Browser::open(Window::Desktop, link.as_str().unwrap());
    other.until("document.querySelector('[data-testid=lock-view]')?.dataset.ready");
    other.says("lock-message", "in total");
    let label =
        other.run("return document.querySelector('[data-testid=lock-view]').getAttribute('aria-label');");
    assert!(label.as_str().unwrap().contains(text.as_str().unwrap()), "{label}");
    other.leave("lock-linked");
    browser.leave("lock-saved");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn packings_with_the_fewest_pieces_come_first() {
    let browser = Browser::open(Window::Desktop, "#/lock?box=3x3x3&bricks=2x1x1");
    browser.says("lock-message", "in total");
    let counts = browser.run(
        "return [...document.querySelectorAll('[data-testid=lock-packing]')] \
           .map(item => Number(item.getAttribute('aria-label').match(/\\((\\d+)/)[1]));",
    );
    let counts: Vec<u64> = counts.as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect();
    // Of 334 classes, 2 have 11 pieces, 142 have 12, and the others 13.
    assert!(counts.is_sorted() && counts.len() <= 200, "{counts:?}");
    assert_eq!(counts.iter().filter(|&&count| count == 12).count(), 142);
    assert_eq!((counts[1], counts.last()), (11, Some(&13)));
    let first = browser
        .run("return document.querySelector('[data-testid=lock-packing]').getAttribute('aria-pressed');");
    assert_eq!(first, json!("true"), "the first is shown until one is chosen");
    browser.leave("lock-fewest");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_row_of_the_table_shows_its_packings() {
    let browser = Browser::open(Window::Desktop, "#/lock?box=3x3x3&bricks=2x1x1");
    browser.says("lock-message", "in total");
    assert_eq!(browser.run("return location.hash;"), json!("#/lock?box=3x3x3&bricks=2x1x1"));
    // The empty box is counted, and there is nothing to show of it.
    let rows = "[...document.querySelectorAll('[data-testid=lock-counts] [data-pieces]')]";
    let presses = browser
        .run(&format!("return {rows}.map(row => [row.dataset.pieces, !!row.querySelector('button')]);"));
    assert_eq!(presses[0], json!(["0", false]), "{presses}");
    let last = browser.run(&format!(
        "const row = {rows}.filter(row => row.querySelector('button')).at(-1); const press = row.querySelector('button'); \
         press.focus(); press.click(); return row.dataset.pieces;"
    ));
    let last = last.as_str().unwrap();
    browser.until(&format!("document.querySelector('.viewer h2').textContent.includes('({last} pieces)')"));
    assert_eq!(
        browser.run("return document.activeElement.ariaLabel;"),
        json!(format!("Show only packings of {last} pieces"))
    );
    browser.leave("lock-row");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_search_without_a_packing_says_so() {
    let pentominoes = "1111/1 111/11 11/01/11";
    let bricks = pentominoes.replace(' ', "%20");
    let browser = Browser::open(Window::Desktop, &format!("#/lock?box=10x6&bricks={bricks}"));
    browser.until(
        "/s, none found so far$/.test(document.querySelector('[data-testid=lock-message]').textContent)",
    );
    browser.press("lock-stop");
    browser.until(
        "document.querySelector('[data-testid=lock-message]').textContent.startsWith('Stopped. None found so far.')",
    );
    browser.leave("lock-none");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_phone_on_its_side_has_the_packing_beside_the_form() {
    let browser = Browser::open(Window::Touch(844, 390), "#/lock?box=3x3x3&bricks=2x2x1");
    browser.until("document.querySelector('.viewer:not([hidden]) canvas')");
    let beside = browser.run(
        "const [find, viewer] = ['.find', '.viewer'].map((one) => document.querySelector(one).getBoundingClientRect()); \
         return viewer.left >= find.right && viewer.right <= innerWidth;",
    );
    assert_eq!(beside, json!(true));
    browser.leave("lock-844x390");
}
