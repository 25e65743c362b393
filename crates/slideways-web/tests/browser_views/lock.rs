//! The view Lock in a real browser: the order of packings, files and links.

use crate::webdriver::{Browser, Window};
use crate::{catch, saved};
use serde_json::json;

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_packing_shown_is_saved_and_shared() {
    let browser = Browser::open(Window::Desktop, "#/lock?box=3x3x3&bricks=2x1x1");
    browser.until("document.querySelectorAll('[data-testid=lock-packing]').length > 1");
    browser.until("document.querySelector('[data-testid=lock-message]').textContent.includes('in total')");
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
    other.until("document.querySelector('[data-testid=lock-message]').textContent.includes('in total')");
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
    browser.until("document.querySelector('[data-testid=lock-message]')?.textContent.includes('in total')");
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
