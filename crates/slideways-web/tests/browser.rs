//! The page in a real browser. `cargo xtask test` installs Chromium if it is missing and runs these; screenshots are kept
//! in the folder `tmp/screens` of the target folder.

mod common;

#[path = "browser/desk.rs"]
mod desk;

use desk::{Desk, Window};
use serde_json::json;

/// The piece of Klotski that has room below it at the start: its number, and where it is on the screen.
fn above_the_hole(desk: &Desk) -> (usize, (f64, f64)) {
    let pieces = desk
        .run("return (await import('/state.js')).state.game.pieces.map(piece => [piece.name, piece.at]);");
    let small = (0..10).find(|&i| pieces[i][0] == "4" && pieces[i][1] == 13).expect("there is one");
    (small, desk.middle(&format!("[data-testid=\"piece-{small}\"]")))
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_library_is_full_and_can_be_searched() {
    let desk = Desk::open(Window::Desktop, "#/library");
    desk.until("document.querySelectorAll('[data-testid=puzzle] svg').length >= 100");
    desk.shot("library");
    desk.click("input[type=search]");
    desk.keys("klotski");
    desk.until(
        "[...document.querySelectorAll('[data-testid=puzzle]')].filter(e => e.checkVisibility()).length < 20",
    );
    desk.click("[data-testid=puzzle][data-name=klotski] a");
    desk.until("document.querySelector('[data-testid=distance]')?.textContent.includes('81')");
    desk.leave("klotski");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_block_is_dragged_and_the_move_can_be_taken_back() {
    let desk = Desk::open(Window::Desktop, "#/play/klotski");
    desk.until("document.querySelector('[data-testid=distance]')?.textContent.includes('81')");
    let (small, (x, y)) = above_the_hole(&desk);
    let cell = desk
        .run("return document.querySelector('[data-testid=board] svg').getBoundingClientRect().width / 4.5;");
    let below = (x, y + cell.as_f64().unwrap() * 1.4);
    desk.drag((x, y), below);
    desk.until("document.querySelector('[data-testid=count]').textContent.trim().startsWith('1')");
    desk.until("document.querySelectorAll('[data-testid=played]').length === 1");
    desk.until("document.querySelector('[data-testid=played]').dataset.delta !== ''");
    let moved = desk.run("return (await import('/state.js')).state.at;");
    assert_eq!(moved[small], json!(17), "one cell down, and no farther: {moved}");
    desk.keys("u");
    desk.until("document.querySelector('[data-testid=count]').textContent.trim().startsWith('0')");
    desk.keys("r");
    desk.until("document.querySelector('[data-testid=count]').textContent.trim().startsWith('1')");
    desk.reload();
    desk.until("document.querySelector('[data-testid=count]')?.textContent.trim().startsWith('1')");
    desk.press("reset");
    desk.until("document.querySelector('[data-testid=distance]').textContent.includes('81')");
    desk.leave("dragged");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn tiles_are_solved_with_arrow_keys() {
    let desk = Desk::open(Window::Desktop, "#/play?text=1%202%203/4%200%205/7%208%206");
    desk.until("document.querySelector('[data-testid=distance]')?.textContent.includes('2')");
    // The 5 goes left into the blank, then the 6 goes up.
    desk.keys("←");
    desk.until("document.querySelector('#live').textContent.includes('1 to go')");
    desk.keys("↑");
    desk.see("solved");
    desk.until("document.querySelector('#live').textContent.length > 0");
    desk.leave("tiles");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_hint_shows_while_it_is_held() {
    let desk = Desk::open(Window::Desktop, "#/play/klotski");
    desk.until("document.querySelector('[data-testid=distance]')?.textContent.includes('81')");
    desk.hold('h', || {
        desk.see("hint-arrow");
        desk.shot("hint");
    });
    desk.until("!document.querySelector('[data-testid=hint-arrow]')");
    desk.leave("hint-hidden");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_solution_is_played_paused_and_stepped() {
    let desk = Desk::open(Window::Desktop, "#/play?text=1%202%203/4%200%205/7%208%206");
    desk.until("document.querySelector('[data-testid=distance]')?.textContent.includes('2')");
    desk.press("solve");
    desk.see("player");
    // It plays by itself.
    desk.until("document.querySelector('[data-testid=solution-at]').value === '2'");
    desk.press("step-back");
    desk.until("document.querySelector('[data-testid=solution-at]').value === '1'");
    desk.press("step-back");
    desk.press("step-on");
    desk.until("document.querySelector('[data-testid=solution-at]').value === '1'");
    desk.press("play");
    desk.until("document.querySelector('[data-testid=solution-at]').value === '2'");
    desk.leave("solution");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_rule_and_the_counts_of_the_page_hold() {
    let desk = Desk::open(Window::Desktop, "#/library");
    assert_eq!(desk.run("return (await import('/self-test.js')).failures();"), json!([]));
    desk.leave("self-test");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_phone_is_wide_enough_and_fingers_move_pieces() {
    let desk = Desk::open(Window::Phone, "#/play/klotski");
    desk.until("document.querySelector('[data-testid=distance]')?.textContent.includes('81')");
    let (_, (x, y)) = above_the_hole(&desk);
    desk.swipe((x, y), (x, y + 120.0));
    desk.until("document.querySelector('[data-testid=count]').textContent.trim().startsWith('1')");
    desk.leave("phone");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_editor_says_what_is_wrong_and_shares_what_is_right() {
    let desk = Desk::open(Window::Desktop, "#/make");
    desk.see("make-text");
    let write = |text: &str| {
        let script = format!(
            "const area = document.querySelector('[data-testid=make-text]'); area.value = {text:?}; \
             area.dispatchEvent(new Event('input', {{bubbles: true}})); return 1;"
        );
        desk.run(&script);
    };
    write("1 x 4 mine\n1 = 1\n1002\n0001\n");
    desk.until("document.querySelector('[data-testid=make-error]').textContent.includes('kind `2`')");
    let told = desk.text("make-error");
    for part in ["3 | 1002", "^", "help"] {
        assert!(told.contains(part), "{part} is not in\n{told}");
    }
    desk.shot("make-mistake");
    write("1 x 4 mine\n1 = 1\n1000\n0001\n");
    desk.until("!document.querySelector('[data-testid=make-error]').textContent.includes('kind `2`')");
    desk.until("!document.querySelector('[data-testid=make-play]').disabled");
    // The link carries the whole puzzle: another browser, and so another server, understands it.
    desk.press("make-share");
    desk.press("make-play");
    desk.until("document.querySelector('[data-testid=title]')?.textContent.includes('mine')");
    let link = desk.run("return location.hash;");
    let other = Desk::open(Window::Desktop, link.as_str().unwrap());
    other.until("document.querySelector('[data-testid=title]')?.textContent.includes('mine')");
    other.until("document.querySelector('[data-testid=distance]')?.textContent.includes('1')");
    other.leave("shared");
    desk.leave("make");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_click_in_the_state_graph_goes_there() {
    let desk = Desk::open(Window::Desktop, "#/play/klotski");
    desk.until("document.querySelector('[data-testid=distance]')?.textContent.includes('81')");
    desk.go("#/space");
    desk.see("space-histogram");
    desk.until("document.querySelector('[data-testid=space-graph]')?.dataset.ready");
    desk.see("space-farthest");
    desk.shot("space");
    desk.middle("[data-testid=space-graph]");
    let at = desk.run(
        "const canvas = document.querySelector('[data-testid=space-graph]'); \
         const box = canvas.getBoundingClientRect(), node = canvas.nodeAt(12345); \
         return [box.x + node.x, box.y + node.y];",
    );
    let at = (at[0].as_f64().unwrap(), at[1].as_f64().unwrap());
    let before = desk.run("return (await import('/state.js')).state.at;");
    desk.drag(at, at);
    desk.until(&format!("JSON.stringify((await import('/state.js')).state.at) !== '{before}'"));
    desk.leave("space-clicked");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_locked_box_is_turned_exploded_and_questioned() {
    let desk = Desk::open(Window::Desktop, "#/lock");
    desk.see("lock-box");
    desk.press("lock-start");
    desk.until("document.querySelectorAll('[data-testid=lock-packing]').length > 0");
    desk.until("document.querySelector('[data-testid=lock-counts]').textContent.match(/[0-9]/)");
    desk.until("document.querySelector('[data-testid=lock-view]')?.dataset.ready");
    let (x, y) = desk.middle("[data-testid=lock-view]");
    desk.drag((x, y), (x + 90.0, y + 30.0));
    desk.run(
        "const explode = document.querySelector('[data-testid=lock-explode]'); explode.value = 0.6; \
         explode.dispatchEvent(new Event('input', {bubbles: true})); return 1;",
    );
    desk.click("[data-brick=\"0\"]");
    desk.until("document.querySelector('[data-testid=lock-blockers]').textContent.match(/wall|brick/i)");
    desk.leave("lock");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn every_view_fits_a_phone() {
    for view in ["library", "play/klotski", "space", "make", "lock"] {
        let desk = Desk::open(Window::Phone, &format!("#/{view}"));
        desk.until("document.querySelector('main .view')?.innerText.length > 20");
        desk.leave(&format!("phone-{}", view.split('/').next().unwrap()));
    }
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_big_board_has_a_way_to_be_shown_before_anything_is_proved() {
    let desk = Desk::open(Window::Desktop, "#/play/korf24:50");
    desk.until("document.querySelector('[data-testid=distance]')?.textContent.includes('best so far')");
    desk.press("solve");
    desk.see("player");
    desk.until(
        "document.querySelector('[data-testid=distance]').textContent.includes('may be a shorter one')",
    );
    desk.leave("big-board");
}
