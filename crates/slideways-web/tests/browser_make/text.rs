//! The text of a puzzle: its title, mistakes and notations, and the way to Play and back.

use crate::webdriver::{Browser, Window};
use crate::{SMALL, TEXT, cell, drag, editing, line, text_of, verdict_says, write};
use serde_json::{Value, json};

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
fn the_address_follows_the_edits() {
    let browser = Browser::open(Window::Desktop, "#/make/klotski");
    verdict_says(&browser, "Solvable in 81 moves");
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
fn edit_takes_the_arrangement_on_the_board() {
    let text = "1%20x%204%20line%0A1%20%3D%201%0A1%0Agoal%201@0,3%0A";
    let browser = Browser::open(Window::Desktop, &format!("#/play?text={text}"));
    browser.says("distance", "1");
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
fn make_and_play_colour_pieces_alike() {
    // Kinds out of order, and one of them without a piece.
    let text = "3 x 4 odd\n2 = 11/11\n3 = 111\n1 = 11\n10002\ngoal 2@1,0\n";
    let browser = editing(Window::Desktop, text);
    let made = "Object.fromEntries([...document.querySelectorAll('.paper .piece')].map(piece => \
                [piece.dataset.kind, piece.querySelector('.body').getAttribute('fill')]))";
    let played = "Object.fromEntries((await import('./state.js')).state.game.pieces.map((piece, number) => \
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
    verdict_says(&browser, "Solvable in 1 move, proved shortest.");
    browser.fill(TEXT, "baab\nba?b\nc...\n....\n");
    browser.says("make-status", "Line 2, column 3");
    assert_eq!(browser.run("return document.querySelector('.behind mark').textContent;"), json!("?"));
    browser.leave("make-drawn");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_change_drops_the_facts_about_the_old_puzzle() {
    let browser = Browser::open(Window::Desktop, "#/make/klotski");
    verdict_says(&browser, "Solvable in 81 moves");
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
fn mistakes_are_marked_where_they_are() {
    let browser = editing(Window::Desktop, SMALL);
    browser.fill(TEXT, "\n# größe\n3 x 4 two\n1 = 11\n1000q\ngoal 1@1,0\n");
    browser.says("make-status", "Line 5, column 5");
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
fn undo_and_mistakes_are_announced() {
    let browser = editing(Window::Desktop, SMALL);
    browser.until("document.querySelector('#live').textContent.includes('proved shortest')");
    browser.fill(TEXT, "3 x 4 two\n1000q");
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
fn the_menu_lists_what_the_server_can_write() {
    let browser = editing(Window::Desktop, SMALL);
    let options = "[...document.querySelector('[data-testid=make-copy-as]').options].map(one => one.value)";
    browser.until(&format!("{options}.includes('json')"));
    browser.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }; return 1;");
    browser.choose("[data-testid=make-copy-as]", "json");
    browser.until("JSON.parse(window.copied).title === 'two'");
    write(&browser, "1 2 3/4 0 5/7 8 6");
    browser.until(&format!("{options}.includes('compact')"));
    browser.leave("make-notations");
}
