//! The editor in a real browser: the verdict, whole pieces, the title, colours and notations.

mod common;

#[path = "browser/webdriver.rs"]
mod webdriver;

use serde_json::{Value, json};
use webdriver::{Browser, Window};

/// A box of 3 x 4 with a domino in the upper left corner and a square at the bottom.
const SMALL: &str = "3 x 4 two\n1 = 11\n2 = 11/11\n10002\ngoal 2@1,0\n";

/// Opens the editor with a text.
fn editing(window: Window, text: &str) -> Browser {
    let browser = Browser::open(window, "#/make");
    browser.see("make-text");
    write(&browser, text);
    browser
}

/// Types a text into the text box, and waits until it is read and judged.
fn write(browser: &Browser, text: &str) {
    browser.run(&format!(
        "const area = document.querySelector('[data-testid=make-text]'); area.value = {text:?}; \
         area.dispatchEvent(new Event('input', {{bubbles: true}})); return 1;"
    ));
    browser.until(&format!(
        "document.querySelector('[data-testid=make-text]').value === {text:?} && \
         !['old', 'asking'].includes(document.querySelector('.verdict').dataset.state)"
    ));
}

fn text_of(browser: &Browser) -> String {
    let text = browser.run("return document.querySelector('[data-testid=make-text]').value;");
    text.as_str().unwrap().to_owned()
}

/// Waits until the text box contains a line.
fn line(browser: &Browser, line: &str) {
    browser.until(&format!(
        "document.querySelector('[data-testid=make-text]').value.split('\\n').includes({line:?})"
    ));
}

fn verdict(browser: &Browser, part: &str) {
    browser.until(&format!(
        "document.querySelector('[data-testid=make-verdict]').textContent.includes({part:?}) && \
         document.querySelector('.verdict').dataset.state !== 'old'"
    ));
}

fn cell(number: usize) -> String {
    format!("[data-testid=\"make-cell-{number}\"]")
}

/// The middles of two cells, with the first scrolled into view.
fn ends(browser: &Browser, from: usize, to: usize) -> ((f64, f64), (f64, f64)) {
    let first = browser.middle(&cell(from));
    let second = browser.run(&format!(
        "const r = document.querySelector({:?}).getBoundingClientRect(); \
         return [r.x + r.width / 2, r.y + r.height / 2];",
        cell(to)
    ));
    (first, (second[0].as_f64().unwrap(), second[1].as_f64().unwrap()))
}

/// Drags the mouse from one cell to another.
fn drag(browser: &Browser, from: usize, to: usize) {
    let (from, to) = ends(browser, from, to);
    browser.drag(from, to);
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_verdict_follows_the_brush() {
    let browser = editing(Window::Desktop, "1 x 4 line\n1 = 1\n2 = 1\n1020\ngoal 1@0,1\n");
    verdict(&browser, "Solvable in 1 move, proved shortest.");
    verdict(&browser, "1 shortest solution.");
    verdict(&browser, "Hardest start: 2 moves (1 of 6 reachable arrangements)");
    // Erasing the goal's piece leaves nothing to ask; painting it on the other side makes it unsolvable.
    write(&browser, "1 x 4 line\n1 = 1\n2 = 1\n0201\ngoal 1@0,0\n");
    verdict(&browser, "Unsolvable, proved. ");
    browser.press("make-mode-start");
    browser.press("make-brush-erase");
    browser.click(&cell(1));
    verdict(&browser, "Solvable in 1 move");
    browser.press("make-undo");
    verdict(&browser, "Unsolvable");
    browser.leave("make-verdict");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_hardest_start_becomes_the_start() {
    let browser = Browser::open(Window::Desktop, "#/make/klotski");
    verdict(&browser, "Solvable in 81 moves, proved shortest.");
    verdict(&browser, "Hardest start: 93 moves");
    verdict(&browser, "25,955 reachable arrangements");
    browser.shot("make-klotski");
    let before = text_of(&browser);
    browser.press("make-take-hardest");
    verdict(&browser, "Solvable in 93 moves, proved shortest.");
    verdict(&browser, "No start is harder");
    assert!(!text_of(&browser).contains("optimum: step=116"), "{}", text_of(&browser));
    browser.press("make-undo");
    verdict(&browser, "Solvable in 81 moves");
    assert_eq!(text_of(&browser), before);
    // In another style the number is another one.
    browser.run(
        "const style = document.querySelector('[data-testid=make-style]'); style.value = 'step'; \
         style.dispatchEvent(new Event('change')); return 1;",
    );
    verdict(&browser, "Solvable in 116 steps");
    browser.leave("make-hardest");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn tiles_get_a_verdict_and_the_colours_of_the_board() {
    let browser = Browser::open(Window::Desktop, "#/make?text=1%202%203/4%200%205/7%208%206");
    verdict(&browser, "Solvable in 2 moves");
    verdict(&browser, "Hardest start: 31 moves");
    let colours = "[...document.querySelectorAll('.tray .tile:not(.blank)')].map(tile => \
                   tile.style.background).filter(Boolean).length";
    assert_eq!(browser.run(&format!("return {colours};")), json!(8));
    browser.press("make-tile-0");
    browser.press("make-tile-1");
    verdict(&browser, "Unsolvable, proved. ");
    browser.press("make-undo");
    browser.press("make-take-hardest");
    verdict(&browser, "Solvable in 31 moves");
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
    browser.until(
        "document.querySelector('[data-testid=make-status]').textContent.includes('Paint the first piece')",
    );
    browser.click(&cell(0));
    browser.until(
        "document.querySelector('[data-testid=make-status]').textContent.includes('There is no goal yet')",
    );
    assert_eq!(browser.run("return document.querySelector('.verdict').hidden;"), json!(true));
    assert_eq!(browser.run("return document.querySelector('.error-box') === null;"), json!(true));
    browser.press("make-mode-goal");
    browser.click(&cell(15));
    verdict(&browser, "Solvable in 1 move");
    browser.leave("make-unfinished");
}

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
    verdict(&browser, "Solvable");
    browser.leave("make-met");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_title_is_in_the_text_and_in_the_link() {
    let browser = editing(Window::Desktop, SMALL);
    browser.click("[data-testid=make-title]");
    browser.run("document.querySelector('[data-testid=make-title]').select(); return 1;");
    browser.keys("x 3 big & small");
    line(&browser, "3 x 4 # x 3 big & small");
    browser.until("!document.querySelector('[data-testid=make-play]').disabled");
    browser.press("make-undo");
    line(&browser, "3 x 4 two");
    browser.press("make-redo");
    line(&browser, "3 x 4 # x 3 big & small");
    browser.press("make-play");
    browser.until("document.querySelector('[data-testid=title]')?.textContent === 'x 3 big & small'");
    assert!(browser.run("return location.hash;").as_str().unwrap().contains("big"));
    browser.leave("make-title");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn make_and_play_colour_pieces_alike() {
    // Kinds out of order, and one of them without a piece.
    let text = "3 x 4 odd\n2 = 11/11\n3 = 111\n1 = 11\n10002\ngoal 2@1,0\n";
    let browser = editing(Window::Desktop, text);
    let made = "Object.fromEntries([...document.querySelectorAll('.paper .piece')].map(piece => \
                [piece.dataset.kind, piece.querySelector('.body').getAttribute('fill')]))";
    let played = "Object.fromEntries((await import('/state.js')).state.game.pieces.map((piece, number) => \
                  [piece.name, document.querySelector(`[data-piece=\"${number}\"] .body`).getAttribute('fill')]))";
    let alike = |browser: &Browser| -> Value {
        let make = browser.run(&format!("return {made};"));
        browser.until("!document.querySelector('[data-testid=make-play]').disabled");
        browser.press("make-play");
        browser.see("title");
        let play = browser.run(&format!("return {played};"));
        assert_eq!(make, play);
        assert_eq!(make.as_object().unwrap().len(), 2);
        make
    };
    let first = alike(&browser);
    browser.press("to-make");
    browser.see("make-board");
    // Painting writes the text anew, with the kinds in order.
    browser.press("make-mode-start");
    browser.press("make-brush-new");
    browser.click(&cell(8));
    browser.until("document.querySelector('[data-testid=make-text]').value.includes('100020')");
    browser.press("make-undo");
    browser.press("make-mode-move");
    drag(&browser, 1, 3);
    line(&browser, "00102");
    let second = alike(&browser);
    assert_ne!(first, second);
    browser.leave("make-colours");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_drawn_board_is_pasted() {
    let browser = editing(Window::Desktop, "baab\nbaab\nc...\n....\n\n....\n....\n.aa.\n.aa.\n");
    verdict(&browser, "Solvable in 1 move, proved shortest.");
    browser.run(
        "const area = document.querySelector('[data-testid=make-text]'); area.value = 'baab\\nba?b\\nc...\\n....\\n'; \
         area.dispatchEvent(new Event('input', {bubbles: true})); return 1;",
    );
    browser.until(
        "document.querySelector('[data-testid=make-status]').textContent.includes('Line 2, column 3')",
    );
    assert_eq!(browser.run("return document.querySelector('.behind mark').textContent;"), json!("?"));
    browser.leave("make-drawn");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn mistakes_are_marked_where_they_are() {
    let browser = editing(Window::Desktop, SMALL);
    let wrong = "\n# größe\n3 x 4 two\n1 = 11\n1000q\ngoal 1@1,0\n";
    browser.run(&format!(
        "const area = document.querySelector('[data-testid=make-text]'); area.value = {wrong:?}; \
         area.dispatchEvent(new Event('input', {{bubbles: true}})); return 1;"
    ));
    browser.until(
        "document.querySelector('[data-testid=make-status]').textContent.includes('Line 5, column 5')",
    );
    assert_eq!(browser.run("return document.querySelector('.behind mark').textContent;"), json!("q"));
    browser.press("make-error-place");
    let selected = browser.run(
        "const area = document.querySelector('[data-testid=make-text]'); \
         return area.value.slice(area.selectionStart, area.selectionEnd);",
    );
    assert_eq!(selected, json!("q"));
    browser.leave("make-marked");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_menu_lists_what_the_server_can_write() {
    let browser = editing(Window::Desktop, SMALL);
    let options = "[...document.querySelector('[data-testid=make-copy-as]').options].map(one => one.value)";
    browser.until(&format!("{options}.includes('json')"));
    browser.run(
        "navigator.clipboard.writeText = async (text) => { window.copied = text; }; \
         const menu = document.querySelector('[data-testid=make-copy-as]'); menu.value = 'json'; \
         menu.dispatchEvent(new Event('change')); return 1;",
    );
    browser.until("JSON.parse(window.copied).title === 'two'");
    write(&browser, "1 2 3/4 0 5/7 8 6");
    browser.until(&format!("{options}.includes('compact')"));
    browser.leave("make-notations");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn edit_takes_the_arrangement_on_the_board() {
    let text = "1%20x%204%20line%0A1%20%3D%201%0A1%0Agoal%201@0,3%0A";
    let browser = Browser::open(Window::Desktop, &format!("#/play?text={text}"));
    browser.until("document.querySelector('[data-testid=distance]')?.textContent.includes('1')");
    browser.run("document.querySelector('[data-testid=piece-0]').focus(); return 1;");
    browser.keys("→");
    browser.until("document.querySelector('[data-testid=count]').textContent.trim().startsWith('1')");
    browser.press("to-make");
    line(&browser, "01");
    // Without a move the text stays as it is; tiles work alike.
    browser.go("#/play/korf15:1");
    browser.see("board");
    browser.press("to-make");
    browser.see("make-tray");
    browser.leave("make-edit");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn turns_of_a_piece_in_three_dimensions_come_full_circle() {
    let hook = "3 x 3 x 3 hook\n1 = 11/01//01\n10\ngoal 1@0,0,1\n";
    let browser = editing(Window::Desktop, hook);
    let script = "
        const { copied, held, pieceOn, put, laid, turned, turnedHere } = await import('/make/pieces.js');
        const { fromGame, pieces } = await import('/make/draft.js');
        const { print } = await import('/make/print.js');
        const { ask } = await import('/api.js');
        const draft = fromGame(await ask('/api/read', { text: TEXT }));
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
          const game = await ask('/api/read', { text: print(now) }).catch(String);
          if (now.goals[0].length && game.kinds?.[0].cells.length !== 4) wrong.push(`${how}: ${print(now)}`);
        }
        // A piece bound to its row is bound to its column after a quarter turn.
        const bound = { ...first, traits: { ...first.traits, along: 'row' } };
        if (turned(bound, 'turn').traits.along !== 'column') wrong.push('along');
        // A copy beside its original is another piece.
        const small = fromGame(await ask('/api/read', { text: '1 x 4\\n1 = 1\\n1\\ngoal 1@0,3\\n' }));
        const copy = { ...held(small, pieceOn(small, 0)), from: [] };
        const two = put(small, copy, laid(small, copy, 1));
        if (pieces(two).length !== 2 || !print(two).includes('\\n11\\n')) wrong.push(print(two));
        // A copy of a piece with its own name has another name.
        const text = '1 x 6\\n1 = 1\\n11\\nnames ab\\ngoal 1@0,5\\n';
        const own = fromGame(await ask('/api/read', { text }));
        const another = copied(own, pieces(own)[0]);
        const three = put(own, another, laid(own, another, 4));
        const game = await ask('/api/read', { text: print(three) }).catch(String);
        const names = new Set(game.pieces?.map((piece) => piece.name));
        if (names.size !== 3 || !names.has('a') || !names.has('b')) wrong.push(print(three));
        return wrong;";
    let found = browser.run(&script.replace("TEXT", &format!("{hook:?}")));
    assert_eq!(found, json!([]));
    browser.leave("make-turns");
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
         window.fetch = async (...asked) => { if (asked[0] === '/api/read') await gate; return fetch(...asked); }; \
         const board = document.querySelector('[data-testid=make-board]'); \
         board.addEventListener('pointerdown', () => { strokes += 1; }); \
         board.addEventListener('pointermove', () => { if (strokes > 1) open(); }); return 1;",
    );
    browser.click(&cell(15));
    drag(&browser, 0, 3);
    browser.until("document.querySelector('[data-testid=make-status]').textContent.includes('no goal yet')");
    for painted in [0, 3, 15] {
        let what = browser.run(&format!("return document.querySelector({:?}).dataset.what;", cell(painted)));
        assert_eq!(what, json!("1"), "cell {painted}");
    }
    browser.leave("make-late");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_address_follows_the_edits() {
    let browser = Browser::open(Window::Desktop, "#/make/klotski");
    verdict(&browser, "Solvable in 81 moves");
    assert_eq!(browser.run("return location.hash;"), json!("#/make/klotski"));
    browser.press("make-mode-move");
    // One of the small pieces goes down.
    drag(&browser, 13, 17);
    browser.until("location.hash.startsWith('#/make?text=')");
    let made = text_of(&browser);
    browser.reload();
    browser.until("document.querySelectorAll('.paper .piece').length === 10");
    assert_eq!(text_of(&browser).trim(), made.trim());
    browser.leave("make-address");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn tiles_are_swapped_by_a_drag() {
    let browser = Browser::open(Window::Phone, "#/make?text=1%202%203/4%200%205/7%208%206");
    let from = browser.middle("[data-testid=make-tile-0]");
    let to = browser.run(
        "const r = document.querySelector('[data-testid=make-tile-2]').getBoundingClientRect(); \
         return [r.x + r.width / 2, r.y + r.height / 2];",
    );
    browser.swipe(from, (to[0].as_f64().unwrap(), to[1].as_f64().unwrap()));
    line(&browser, "3 2 1/4 0 5/7 8 6");
    browser.press("make-undo");
    line(&browser, "1 2 3/4 0 5/7 8 6");
    // A press on one tile and then on another does the same.
    browser.press("make-tile-0");
    browser.press("make-tile-2");
    line(&browser, "3 2 1/4 0 5/7 8 6");
    browser.leave("make-tile-drag");
}

/// Waits until the sentence under the box contains a part.
fn note(browser: &Browser, part: &str) {
    browser
        .until(&format!("document.querySelector('[data-testid=make-note]').textContent.includes({part:?})"));
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
    note(&browser, "The goal no longer fits and was removed; Undo brings it back.");
    browser.press("make-undo");
    line(&browser, "goal 1@4,3");
    browser.until("document.querySelector('[data-testid=make-note]').hidden");
    browser.leave("make-turned-goal");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_change_drops_the_facts_about_the_old_puzzle() {
    let browser = Browser::open(Window::Desktop, "#/make/klotski");
    verdict(&browser, "Solvable in 81 moves");
    browser.run("document.querySelector('[data-testid=make-title]').select(); return 1;");
    browser.keys("Mine");
    line(&browser, "5 x 4 Mine");
    line(&browser, "# states: 25955");
    write(&browser, &format!("{}# my remark\n", text_of(&browser)));
    browser.press("make-brush-erase");
    browser.click(&cell(16));
    line(&browser, "# my remark");
    browser.until("!document.querySelector('[data-testid=make-text]').value.includes('states')");
    for gone in ["source", "hardest", "also", "optimum"] {
        assert!(!text_of(&browser).contains(gone), "{}", text_of(&browser));
    }
    browser.leave("make-facts");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_size_says_what_it_cannot_keep() {
    let browser = editing(Window::Desktop, SMALL);
    let set = |side: &str, to: u32| {
        browser.run(&format!(
            "const side = document.querySelector('[data-testid=make-size-{side}]'); side.focus(); \
             side.value = {to}; side.dispatchEvent(new Event('change')); return 1;"
        ));
    };
    set("rows", 99);
    note(&browser, "at most 1024 cells, and 1 to 32 on each side");
    assert_eq!(
        browser.run("return document.querySelector('[data-testid=make-size-rows]').value;"),
        json!("3")
    );
    // The square in the rows 1 and 2 is cut, and its goal goes with it.
    set("rows", 2);
    note(&browser, "1 piece no longer fits and was removed; Undo brings it back.");
    line(&browser, "2 x 4 two");
    browser.until("document.querySelectorAll('.paper .piece').length === 1");
    browser.press("make-undo");
    line(&browser, "goal 2@1,0");
    browser.leave("make-sizes");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn undo_and_mistakes_are_announced() {
    let browser = editing(Window::Desktop, SMALL);
    browser.until("document.querySelector('#live').textContent.includes('proved shortest')");
    browser.run(
        "const area = document.querySelector('[data-testid=make-text]'); area.value = '3 x 4 two\\n1000q'; \
         area.dispatchEvent(new Event('input', {bubbles: true})); return 1;",
    );
    browser.until("document.querySelector('#live').textContent.startsWith('Line 2, column')");
    browser.run(
        "window.said = []; new MutationObserver(() => window.said.push(document.querySelector('#live').textContent)) \
           .observe(document.querySelector('#live'), {childList: true, characterData: true, subtree: true}); return 1;",
    );
    browser.press("make-undo");
    browser.until("window.said.includes('Undone')");
    browser.leave("make-announced");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn tiles_out_of_reach_are_offered_the_other_goal() {
    let browser = Browser::open(
        Window::Desktop,
        "#/make?text=1%202%203%204/5%206%207%208/9%2010%2011%2012/13%2015%2014%200",
    );
    verdict(&browser, "Unsolvable, proved. ");
    assert_eq!(browser.text("make-other-goal"), "Try blank first");
    browser.press("make-other-goal");
    browser.until("document.querySelector('[data-testid=make-tile-goal]').value === 'blank-first'");
    // On a slow machine the verdict has time for a lower bound only.
    browser.until(
        "/Solvable in 44 moves, proved shortest|at least/i.test(document.querySelector('[data-testid=make-verdict]').textContent)",
    );
    browser.press("make-undo");
    verdict(&browser, "Unsolvable, proved. ");
    browser.leave("make-other-goal");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_box_and_the_verdict_come_first_on_a_phone() {
    for (width, height) in [(390, 844), (320, 568), (844, 390)] {
        let browser = Browser::open(Window::Touch(width, height), "#/make/klotski");
        verdict(&browser, "Solvable in 81 moves");
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

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn brushes_and_layers_can_be_told_apart() {
    let browser = Browser::open(Window::Desktop, "#/make/klotski");
    verdict(&browser, "Solvable in 81 moves");
    let labels = "[...document.querySelectorAll('.brushes button')].map((brush) => brush.textContent)";
    let different = browser.run(&format!("const all = {labels}; return [all.length, new Set(all).size];"));
    assert_eq!(different[0], different[1], "{}", browser.run(&format!("return {labels};")));
    write(&browser, "2 x 2 x 3 corner\n1 = 1\n2 = 11\n12\ngoal 1@1,1,2\n");
    let captions =
        browser.run("return [...document.querySelectorAll('.paper .caption')].map(one => one.textContent);");
    assert_eq!(captions, json!(["layer 0", "layer 1"]));
    browser.leave("make-layers");
}
