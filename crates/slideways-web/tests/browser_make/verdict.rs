//! The verdict on a puzzle: its text, its offers and its place on the page.

use crate::webdriver::{Browser, Window};
use crate::{cell, editing, text_of, verdict_says, write};
use serde_json::json;

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_verdict_follows_the_brush() {
    let browser = editing(Window::Desktop, "1 x 4 line\n1 = 1\n2 = 1\n1020\ngoal 1@0,1\n");
    verdict_says(&browser, "Solvable in 1 move, proved shortest.");
    verdict_says(&browser, "1 shortest solution.");
    verdict_says(&browser, "Hardest start: 2 moves (1 of 6 reachable arrangements)");
    // Erasing the goal's piece leaves nothing to ask; painting it on the other side makes it unsolvable.
    write(&browser, "1 x 4 line\n1 = 1\n2 = 1\n0201\ngoal 1@0,0\n");
    verdict_says(&browser, "Unsolvable, proved. ");
    browser.press("make-mode-start");
    browser.press("make-brush-erase");
    browser.click(&cell(1));
    verdict_says(&browser, "Solvable in 1 move");
    browser.press("make-undo");
    verdict_says(&browser, "Unsolvable");
    browser.leave("make-verdict");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_hardest_start_becomes_the_start() {
    let browser = Browser::open(Window::Desktop, "#/make/klotski");
    verdict_says(&browser, "Solvable in 81 moves, proved shortest.");
    verdict_says(&browser, "Hardest start: 93 moves");
    verdict_says(&browser, "25,955 reachable arrangements");
    browser.shot("make-klotski");
    let before = text_of(&browser);
    browser.press("make-take-hardest");
    verdict_says(&browser, "Solvable in 93 moves, proved shortest.");
    verdict_says(&browser, "No start is harder");
    assert!(!text_of(&browser).contains("optimum: step=116"), "{}", text_of(&browser));
    browser.press("make-undo");
    verdict_says(&browser, "Solvable in 81 moves");
    assert_eq!(text_of(&browser), before);
    // In another style the number is another one.
    browser.choose("[data-testid=make-style]", "step");
    verdict_says(&browser, "Solvable in 116 steps");
    browser.leave("make-hardest");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn tiles_get_a_verdict_and_the_colours_of_the_board() {
    let browser = Browser::open(Window::Desktop, "#/make?text=1%202%203/4%200%205/7%208%206");
    verdict_says(&browser, "Solvable in 2 moves");
    verdict_says(&browser, "Hardest start: 31 moves");
    let colours = "[...document.querySelectorAll('.tray .tile:not(.blank)')].map(tile => \
                   tile.style.background).filter(Boolean).length";
    assert_eq!(browser.run(&format!("return {colours};")), json!(8));
    browser.press("make-tile-0");
    browser.press("make-tile-1");
    verdict_says(&browser, "Unsolvable, proved. ");
    browser.press("make-undo");
    browser.press("make-take-hardest");
    verdict_says(&browser, "Solvable in 31 moves");
    browser.leave("make-tiles");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_search_that_is_stopped_says_its_bound() {
    let browser = Browser::open(Window::Desktop, "#/make/korf24:50");
    browser.until("document.querySelector('.verdict')?.dataset.state === 'stopped'");
    let told = browser.text("make-verdict");
    assert!(told.contains("least") && told.contains("search stopped after 2 s"), "{told}");
    assert!(!told.to_lowercase().contains("unsolvable"), "{told}");
    browser.leave("make-stopped");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_unfinished_drawing_gets_advice() {
    let browser = Browser::open(Window::Desktop, "#/make");
    browser.press("make-new");
    browser.says("make-status", "Paint the first piece");
    browser.click(&cell(0));
    browser.says("make-status", "There is no goal yet");
    assert_eq!(browser.run("return document.querySelector('.verdict').hidden;"), json!(true));
    assert_eq!(browser.run("return document.querySelector('.error-box') === null;"), json!(true));
    browser.press("make-mode-goal");
    browser.click(&cell(15));
    verdict_says(&browser, "Solvable in 1 move");
    browser.leave("make-unfinished");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn tiles_out_of_reach_are_offered_the_other_goal() {
    let browser = Browser::open(
        Window::Desktop,
        "#/make?text=1%202%203%204/5%206%207%208/9%2010%2011%2012/13%2015%2014%200",
    );
    verdict_says(&browser, "Unsolvable, proved. ");
    assert_eq!(browser.text("make-other-goal"), "Try blank first");
    browser.press("make-other-goal");
    browser.until("document.querySelector('[data-testid=make-tile-goal]').value === 'blank-first'");
    // On a slow machine the verdict has time for a lower bound only.
    browser.until(
        "/Solvable in 44 moves, proved shortest|at least/i.test(document.querySelector('[data-testid=make-verdict]').textContent)",
    );
    browser.press("make-undo");
    verdict_says(&browser, "Unsolvable, proved. ");
    browser.leave("make-other-goal");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_box_and_the_verdict_come_first_on_a_phone() {
    for (width, height) in [(390, 844), (320, 568), (844, 390)] {
        let browser = Browser::open(Window::Touch(width, height), "#/make/klotski");
        verdict_says(&browser, "Solvable in 81 moves");
        let place = browser.run(
            "const [box, verdict, text] = ['make-board', 'make-verdict', 'make-text'].map((id) => \
               document.querySelector(`[data-testid=${id}]`).getBoundingClientRect()); \
             return {box: box.top / innerHeight, beside: verdict.left >= box.right, under: verdict.top - box.bottom, \
               before: verdict.bottom <= text.top, wide: document.documentElement.scrollWidth - innerWidth};",
        );
        let part = |name: &str| place[name].as_f64().unwrap();
        assert_eq!(place["beside"], json!(width > height), "{width} x {height}: {place}");
        assert!(part("box") < 0.6, "{width} x {height}: {place}");
        assert!(width > height || part("under") < 200.0, "{width} x {height}: {place}");
        assert_eq!(place["before"], json!(true), "{width} x {height}: {place}");
        assert!(part("wide") <= 0.0, "{width} x {height}: {place}");
        browser.leave(&format!("make-{width}x{height}"));
    }
}
