//! The board of the editor: strokes, whole pieces, tiles and sizes.

use crate::webdriver::{Browser, Window};
use crate::{SMALL, cell, drag, editing, ends, line, text_of, verdict_says, write};
use serde_json::json;

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_piece_is_dragged_turned_mirrored_copied_and_removed() {
    let browser = editing(Window::Desktop, SMALL);
    line(&browser, "10002");
    browser.press("make-mode-move");
    // Drag the domino by its right cell, from column 1 to column 3.
    drag(&browser, 1, 3);
    line(&browser, "00102");
    // It does not fit on the square: nothing happens.
    drag(&browser, 2, 10);
    line(&browser, "00102");
    browser.press("make-undo");
    line(&browser, "10002");
    browser.click(&cell(0));
    browser.press("make-piece-turn");
    line(&browser, "1 = 1/1");
    browser.press("make-undo");
    line(&browser, "1 = 11");
    browser.click(&cell(0));
    browser.press("make-piece-copy");
    browser.see("make-cancel");
    // The copy is held by its left cell, or by another if it fits only so.
    browser.click(&cell(3));
    line(&browser, "1102");
    browser.press("make-piece-remove");
    line(&browser, "10002");
    // The button is of no use now; the keyboard continues on the board.
    browser.until("document.activeElement.dataset.testid === 'make-board'");
    browser.leave("make-moved");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn pieces_are_carried_with_keys() {
    let browser = editing(Window::Desktop, "3 x 5 hook\n1 = 11/01\n1\ngoal 1@1,2\n");
    browser.press("make-mode-move");
    browser.run("document.querySelector('[data-testid=make-board]').focus(); return 1;");
    // Pick it up, carry it one column to the right, and put it down.
    browser.keys("\n→");
    browser.see("make-carried");
    browser.keys("\n");
    line(&browser, "01");
    browser.keys("m");
    line(&browser, "1 = 11/1");
    browser.keys("r");
    line(&browser, "1 = 11/01");
    // Escape puts a piece back.
    browser.keys("\n↓");
    browser.see("make-carried");
    browser.keys("⎋");
    browser.until("!document.querySelector('[data-testid=make-carried]')");
    browser.until("document.querySelector('#live').textContent.includes('Cancelled')");
    browser.keys("c→→\n");
    line(&browser, "0100001");
    browser.leave("make-carried");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn fingers_carry_pieces_too() {
    let browser = editing(Window::Phone, SMALL);
    browser.press("make-mode-move");
    let (from, to) = ends(&browser, 0, 2);
    browser.swipe(from, to);
    line(&browser, "00102");
    browser.leave("make-fingers");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn pieces_that_meet_stay_apart_and_goals_follow() {
    let browser = editing(Window::Desktop, "3 x 3 pair\n1 = 1\n2 = 11\n10102\ngoal 2@0,0\n");
    browser.press("make-mode-move");
    // The two single cells meet and stay two pieces.
    drag(&browser, 2, 1);
    line(&browser, "11002");
    // The goal of a piece that is turned is the goal of the turned piece.
    browser.click(&cell(4));
    browser.press("make-piece-turn");
    line(&browser, "2 = 1/1");
    line(&browser, "goal 2@0,0");
    verdict_says(&browser, "Solvable");
    browser.leave("make-met");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn turns_of_a_piece_in_three_dimensions_come_full_circle() {
    let hook = "3 x 3 x 3 hook\n1 = 11/01//01\n10\ngoal 1@0,0,1\n";
    let browser = editing(Window::Desktop, hook);
    let script = "
        const { copied, held, pieceOn, put, laid, turned, turnedHere } = await import('./make/pieces.js');
        const { fromGame, pieces } = await import('./make/draft.js');
        const { print } = await import('./make/print.js');
        const { ask } = await import('./api.js');
        const draft = fromGame(await ask('read', { text: TEXT }));
        const shape = (piece) => piece.shape.map(String).sort().join(' ');
        const first = held(draft, pieceOn(draft, 0));
        const times = (how, n) => Array.from({ length: n }).reduce((piece) => turned(piece, how), first);
        const wrong = [];
        for (const [how, n] of [['turn', 4], ['tip', 4], ['mirror', 2]]) {
          if (shape(times(how, n)) !== shape(first)) wrong.push(`${how} ${n} times`);
          if (how !== 'mirror' && shape(times(how, 2)) === shape(first)) wrong.push(`${how} twice`);
        }
        // Every turn in the box is one piece of four cells that the server reads, with its goal.
        let now = draft;
        for (const how of ['turn', 'tip', 'mirror', 'tip', 'turn', 'tip']) {
          now = turnedHere(now, pieces(now)[0], how) ?? now;
          const all = pieces(now);
          if (all.length !== 1 || all[0].cells.length !== 4) wrong.push(`${how}: ${all.length} pieces`);
          const game = await ask('read', { text: print(now) }).catch(String);
          if (now.goals[0].length && game.kinds?.[0].cells.length !== 4) wrong.push(`${how}: ${print(now)}`);
        }
        // A piece bound to its row is bound to its column after a quarter turn.
        const bound = { ...first, traits: { ...first.traits, along: 'row' } };
        if (turned(bound, 'turn').traits.along !== 'column') wrong.push('along');
        // A copy beside its original is another piece.
        const small = fromGame(await ask('read', { text: '1 x 4\\n1 = 1\\n1\\ngoal 1@0,3\\n' }));
        const copy = { ...held(small, pieceOn(small, 0)), from: [] };
        const two = put(small, copy, laid(small, copy, 1));
        if (pieces(two).length !== 2 || !print(two).includes('\\n11\\n')) wrong.push(print(two));
        // A copy of a piece with its own name has another name.
        const text = '1 x 6\\n1 = 1\\n11\\nnames ab\\ngoal 1@0,5\\n';
        const own = fromGame(await ask('read', { text }));
        const another = copied(own, pieces(own)[0]);
        const three = put(own, another, laid(own, another, 4));
        const game = await ask('read', { text: print(three) }).catch(String);
        const names = new Set(game.pieces?.map((piece) => piece.name));
        if (names.size !== 3 || !names.has('a') || !names.has('b')) wrong.push(print(three));
        return wrong;";
    let found = browser.run(&script.replace("TEXT", &format!("{hook:?}")));
    assert_eq!(found, json!([]));
    browser.leave("make-turns");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_goal_follows_the_piece_that_turns() {
    let browser = editing(Window::Desktop, "5 x 5 Test\n1 = 11\n2 = 1/1\n1002\ngoal 1@3,3\n");
    browser.press("make-mode-move");
    browser.click(&cell(0));
    // On the way, both pieces have one shape.
    browser.press("make-piece-turn");
    browser.until("document.querySelectorAll('.paper [data-what=\"1\"]').length === 2");
    browser.press("make-piece-turn");
    line(&browser, "1002");
    let own = "const { value } = document.querySelector('[data-testid=make-text]'); \
               return value.match(/^(.) = 11$/m)[1] === value.match(/^goal (.)@3,3$/m)?.[1];";
    assert_eq!(browser.run(own), json!(true), "{}", text_of(&browser));
    // Upright, the piece would stick out of the box in the last row.
    write(&browser, "5 x 5 Test\n1 = 11\n2 = 1/1\n1002\ngoal 1@4,3\n");
    browser.click(&cell(0));
    browser.press("make-piece-turn");
    browser.says("make-note", "The goal no longer fits and was removed; Undo brings it back.");
    browser.press("make-undo");
    line(&browser, "goal 1@4,3");
    browser.until("document.querySelector('[data-testid=make-note]').hidden");
    browser.leave("make-turned-goal");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_late_answer_does_not_disturb_a_stroke() {
    let browser = editing(Window::Desktop, SMALL);
    browser.press("make-new");
    browser.until("document.querySelectorAll('.paper .piece').length === 0");
    // The answer about the first stroke arrives during the second.
    browser.run(
        "const { fetch } = window; let strokes = 0; let open; const gate = new Promise((done) => { open = done; }); \
         window.fetch = async (...asked) => { if (asked[0] === 'api/read') await gate; return fetch(...asked); }; \
         const { postMessage } = Worker.prototype; Worker.prototype.postMessage = async function (asked) { \
         if (asked.question === 'read') await gate; postMessage.call(this, asked); }; \
         const board = document.querySelector('[data-testid=make-board]'); \
         board.addEventListener('pointerdown', () => { strokes += 1; }); \
         board.addEventListener('pointermove', () => { if (strokes > 1) open(); }); return 1;",
    );
    browser.click(&cell(15));
    drag(&browser, 0, 3);
    browser.says("make-status", "no goal yet");
    for painted in [0, 3, 15] {
        let what = browser.run(&format!("return document.querySelector({:?}).dataset.what;", cell(painted)));
        assert_eq!(what, json!("1"), "cell {painted}");
    }
    browser.leave("make-late");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn tiles_are_swapped_by_a_drag() {
    let browser = Browser::open(Window::Phone, "#/make?text=1%202%203/4%200%205/7%208%206");
    let from = browser.middle("[data-testid=make-tile-0]");
    browser.swipe(from, browser.middle_now("[data-testid=make-tile-2]"));
    line(&browser, "3 2 1/4 0 5/7 8 6");
    browser.press("make-undo");
    line(&browser, "1 2 3/4 0 5/7 8 6");
    // A press on one tile and then on another does the same.
    browser.press("make-tile-0");
    browser.press("make-tile-2");
    line(&browser, "3 2 1/4 0 5/7 8 6");
    browser.leave("make-tile-drag");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_size_says_what_it_cannot_keep() {
    let browser = editing(Window::Desktop, SMALL);
    let set = |side: &str, to: u32| {
        let side = format!("[data-testid=make-size-{side}]");
        browser.run(&format!("document.querySelector({side:?}).focus(); return 1;"));
        browser.choose(&side, to);
    };
    set("rows", 99);
    browser.says("make-note", "at most 1024 cells, and 1 to 32 on each side");
    assert_eq!(
        browser.run("return document.querySelector('[data-testid=make-size-rows]').value;"),
        json!("3")
    );
    // The square in the rows 1 and 2 is cut, and its goal goes with it.
    set("rows", 2);
    browser.says("make-note", "1 piece no longer fits and was removed; Undo brings it back.");
    line(&browser, "2 x 4 two");
    browser.until("document.querySelectorAll('.paper .piece').length === 1");
    browser.press("make-undo");
    line(&browser, "goal 2@1,0");
    browser.leave("make-sizes");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn brushes_and_layers_can_be_told_apart() {
    let browser = Browser::open(Window::Desktop, "#/make/klotski");
    verdict_says(&browser, "Solvable in 81 moves");
    let labels = "[...document.querySelectorAll('.brushes button')].map((brush) => brush.textContent)";
    let different = browser.run(&format!("const all = {labels}; return [all.length, new Set(all).size];"));
    assert_eq!(different[0], different[1], "{}", browser.run(&format!("return {labels};")));
    write(&browser, "2 x 2 x 3 corner\n1 = 1\n2 = 11\n12\ngoal 1@1,1,2\n");
    let captions =
        browser.run("return [...document.querySelectorAll('.paper .caption')].map(one => one.textContent);");
    assert_eq!(captions, json!(["layer 0", "layer 1"]));
    browser.leave("make-layers");
}
