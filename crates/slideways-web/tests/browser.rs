//! The page in a real browser. `cargo xtask test` installs Chromium if it is missing and runs these tests.
//! Screenshots go to the folder `tmp/screens` of the target folder.

mod common;

#[path = "browser/static_files.rs"]
mod static_files;
#[path = "browser/webdriver.rs"]
mod webdriver;

use serde_json::json;
use webdriver::{Browser, Window};

/// The piece of Klotski above an empty cell at the start: its number, and its place on the screen.
fn above_the_hole(browser: &Browser) -> (usize, (f64, f64)) {
    let pieces = browser
        .run("return (await import('./state.js')).state.game.pieces.map(piece => [piece.name, piece.at]);");
    let small = (0..10).find(|&i| pieces[i][0] == "4" && pieces[i][1] == 13).expect("there is one");
    (small, browser.middle(&format!("[data-testid=\"piece-{small}\"]")))
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_library_is_full_and_can_be_searched() {
    let browser = Browser::open(Window::Desktop, "#/library");
    browser.until("document.querySelectorAll('[data-testid=puzzle] svg').length >= 100");
    browser.shot("library");
    browser.click("input[type=search]");
    browser.keys("klotski");
    browser.until(
        "[...document.querySelectorAll('[data-testid=puzzle]')].filter(e => e.checkVisibility()).length < 20",
    );
    browser.click("[data-testid=puzzle][data-name=klotski] a");
    browser.says("distance", "81");
    browser.leave("klotski");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_block_is_dragged_and_the_move_is_undone() {
    let browser = Browser::open(Window::Desktop, "#/play/klotski");
    browser.says("distance", "81");
    let (small, (x, y)) = above_the_hole(&browser);
    let cell = browser
        .run("return document.querySelector('[data-testid=board] svg').getBoundingClientRect().width / 4.5;");
    let below = (x, y + cell.as_f64().unwrap() * 1.4);
    browser.drag((x, y), below);
    browser.until("document.querySelector('[data-testid=count]').textContent.trim().startsWith('1')");
    browser.until("document.querySelectorAll('[data-testid=played]').length === 1");
    browser.until("document.querySelector('[data-testid=played]').dataset.delta !== ''");
    let moved = browser.run("return (await import('./state.js')).state.at;");
    assert_eq!(moved[small], json!(17), "one cell down, and no farther: {moved}");
    browser.keys("u");
    browser.until("document.querySelector('[data-testid=count]').textContent.trim().startsWith('0')");
    browser.keys("r");
    browser.until("document.querySelector('[data-testid=count]').textContent.trim().startsWith('1')");
    browser.reload();
    browser.until("document.querySelector('[data-testid=count]')?.textContent.trim().startsWith('1')");
    browser.press("reset");
    browser.says("distance", "81");
    browser.leave("dragged");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn tiles_are_solved_with_arrow_keys() {
    let browser = Browser::open(Window::Desktop, "#/play?text=1%202%203/4%200%205/7%208%206");
    browser.says("distance", "2");
    // The 5 moves left into the blank, then the 6 moves up.
    browser.keys("←");
    browser.until("document.querySelector('#live').textContent.includes('1 to go')");
    browser.keys("↑");
    browser.see("solved");
    browser.until("document.querySelector('#live').textContent.length > 0");
    browser.leave("tiles");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_hint_shows_while_the_key_is_held() {
    let browser = Browser::open(Window::Desktop, "#/play/klotski");
    browser.says("distance", "81");
    browser.hold('h', || {
        browser.see("hint-arrow");
        browser.shot("hint");
    });
    browser.until("!document.querySelector('[data-testid=hint-arrow]')");
    browser.leave("hint-hidden");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_solution_is_played_paused_and_stepped() {
    let browser = Browser::open(Window::Desktop, "#/play?text=1%202%203/4%200%205/7%208%206");
    browser.says("distance", "2");
    browser.press("solve");
    browser.see("player");
    // Playback starts automatically.
    browser.until("document.querySelector('[data-testid=solution-at]').value === '2'");
    browser.press("step-back");
    browser.until("document.querySelector('[data-testid=solution-at]').value === '1'");
    browser.press("step-back");
    browser.press("step-on");
    browser.until("document.querySelector('[data-testid=solution-at]').value === '1'");
    browser.press("play");
    browser.until("document.querySelector('[data-testid=solution-at]').value === '2'");
    browser.leave("solution");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_rule_and_the_counts_of_the_page_hold() {
    let browser = Browser::open(Window::Desktop, "#/library");
    assert_eq!(browser.run("return (await import('./self-test.js')).failures();"), json!([]));
    browser.leave("self-test");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_phone_is_wide_enough_and_fingers_move_pieces() {
    let browser = Browser::open(Window::Phone, "#/play/klotski");
    browser.says("distance", "81");
    let (_, (x, y)) = above_the_hole(&browser);
    browser.swipe((x, y), (x, y + 120.0));
    browser.until("document.querySelector('[data-testid=count]').textContent.trim().startsWith('1')");
    browser.leave("phone");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_editor_says_what_is_wrong_and_shares_what_is_right() {
    let browser = Browser::open(Window::Desktop, "#/make");
    browser.see("make-text");
    let write = |text: &str| browser.fill("[data-testid=make-text]", text);
    write("1 x 4 mine\n1 = 1\n1002\n0001\n");
    browser.says("make-error", "kind `2`");
    let told = browser.text("make-error");
    for part in ["3 | 1002", "^", "help"] {
        assert!(told.contains(part), "{part} is not in\n{told}");
    }
    browser.shot("make-mistake");
    write("1 x 4 mine\n1 = 1\n1000\n0001\n");
    browser.until("!document.querySelector('[data-testid=make-error]').textContent.includes('kind `2`')");
    browser.until("!document.querySelector('[data-testid=make-play]').disabled");
    // The link contains the whole puzzle: another browser reads it.
    browser.press("make-share");
    browser.press("make-play");
    browser.says("title", "mine");
    let link = browser.run("return location.hash;");
    let other = Browser::open(Window::Desktop, link.as_str().unwrap());
    other.says("title", "mine");
    other.says("distance", "1");
    other.leave("shared");
    browser.leave("make");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_click_in_the_state_graph_goes_there() {
    let browser = Browser::open(Window::Desktop, "#/play/klotski");
    browser.says("distance", "81");
    browser.go("#/space");
    browser.see("space-histogram");
    browser.until("document.querySelector('[data-testid=space-graph]')?.dataset.ready");
    browser.see("space-farthest");
    browser.shot("space");
    browser.middle("[data-testid=space-graph]");
    let at = browser.run(
        "const canvas = document.querySelector('[data-testid=space-graph]'); \
         const box = canvas.getBoundingClientRect(), node = canvas.nodeAt(12345); \
         return [box.x + node.x, box.y + node.y];",
    );
    let at = (at[0].as_f64().unwrap(), at[1].as_f64().unwrap());
    let before = browser.run("return (await import('./state.js')).state.at;");
    browser.drag(at, at);
    browser.until(&format!("JSON.stringify((await import('./state.js')).state.at) !== '{before}'"));
    browser.leave("space-clicked");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_locked_box_is_turned_exploded_and_inspected() {
    let browser = Browser::open(Window::Desktop, "#/lock");
    browser.see("lock-box");
    browser.press("lock-start");
    browser.until("document.querySelectorAll('[data-testid=lock-packing]').length > 0");
    browser.until("document.querySelector('[data-testid=lock-counts]').textContent.match(/[0-9]/)");
    browser.until("document.querySelector('[data-testid=lock-view]')?.dataset.ready");
    let (x, y) = browser.middle("[data-testid=lock-view]");
    browser.drag((x, y), (x + 90.0, y + 30.0));
    browser.fill("[data-testid=lock-explode]", 0.6);
    browser.click("[data-brick=\"0\"]");
    browser.until("document.querySelector('[data-testid=lock-blockers]').textContent.match(/wall|brick/i)");
    browser.leave("lock");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn every_view_fits_a_phone() {
    for view in ["library", "play/klotski", "space", "make", "design", "lock"] {
        let browser = Browser::open(Window::Phone, &format!("#/{view}"));
        browser.until("document.querySelector('main .view')?.innerText.length > 20");
        browser.leave(&format!("phone-{}", view.split('/').next().unwrap()));
    }
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_big_board_shows_a_solution_before_it_is_proved() {
    let browser = Browser::open(Window::Desktop, "#/play/korf24:50");
    browser.says("distance", "best so far");
    browser.press("solve");
    browser.see("player");
    browser.says("distance", "may be a shorter one");
    browser.leave("big-board");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn aborted_searches_make_room_for_the_next_question() {
    let browser = Browser::open(Window::Desktop, "#/library");
    browser.until("document.querySelectorAll('[data-testid=puzzle] svg').length >= 100");
    // More searches than run at the same time, each of a minute.
    let found = browser.run(
        "const { ask } = await import('./api.js'); const stop = new AbortController(); const { signal } = stop; \
         const hard = [47, 48, 49, 50].map((number) => \
           ask('solve', { game: { text: `korf24:${number}` } }, { signal }).catch((error) => error.name)); \
         await new Promise((done) => setTimeout(done, 1000)); stop.abort(); \
         const began = performance.now(); const ends = await Promise.all(hard); \
         const took = performance.now() - began; \
         const { distance } = await ask('hint', { game: { text: 'klotski' } }); \
         return [ends, took < 1000, distance];",
    );
    assert_eq!(found, json!([["AbortError", "AbortError", "AbortError", "AbortError"], true, 81]));
    browser.leave("aborted");
}
