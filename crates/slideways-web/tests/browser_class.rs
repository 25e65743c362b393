//! The class list in a real browser: the teacher's link, the students' puzzles and results, and copying on
//! pages without a secure context.

mod common;

#[path = "browser/static_files.rs"]
mod static_files;
#[path = "browser/webdriver.rs"]
mod webdriver;

use serde_json::json;
use std::io::Write;
use std::net::TcpStream;
use webdriver::{Browser, Window};

/// Two positions of tiles, one and two moves from the goal.
const LIST: &str = "#/class?title=Monday&p=%3Ftext%3D1%2B2%2B3%2F4%2B5%2B6%2F7%2B0%2B8&p=%3Ftext%3D1%2B2%2B3%2F4%2B0%2B5%2F7%2B8%2B6";

/// Records what the page copies, in `window.copied`.
fn listen(browser: &Browser) {
    browser.run(
        "addEventListener('copy', () => { const field = document.activeElement; \
         window.copied = field.value?.slice(field.selectionStart, field.selectionEnd) ?? String(getSelection()); }); \
         return 1;",
    );
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_teacher_picks_puzzles_and_gets_a_link_with_its_code() {
    let browser = Browser::open(Window::Desktop, "#/library");
    browser.see("to-class");
    browser.press("to-class");
    browser.see("class-search");
    browser.click("[data-testid=class-heading]");
    browser.keys("Monday");
    browser.click("[data-testid=class-search]");
    browser.keys("klotski");
    browser.see("class-add-klotski");
    browser.press("class-add-klotski");
    browser.until("document.querySelectorAll('[data-testid=class-chosen] li').length === 1");
    // A shared link of Play or Make is a puzzle too.
    let shared = browser.run("return location.origin + '/#/play?text=1+2+3/4+0+5/7+8+6';");
    browser.fill("[data-testid=class-search]", shared);
    browser.until("document.querySelectorAll('[data-testid=class-chosen] li').length === 2");
    // A random board is drawn once, for all students.
    browser.click("[data-testid=class-search]");
    browser.keys("8-puzzle");
    browser.press("class-add-3x3");
    browser.until("document.querySelectorAll('[data-testid=class-chosen] li').length === 3");
    browser
        .until("document.querySelector('[data-testid=class-link]').value.split('p=%3Ftext%3D').length === 3");
    browser.until("document.querySelector('[data-testid=class-qr] path')");
    browser.shot("class-editor");
    let link = browser.run("return document.querySelector('[data-testid=class-link]').value;");
    let link = link.as_str().unwrap();
    assert!(link.contains("#/class?title=Monday&p=klotski&p=%3Ftext%3D1"), "{link}");
    // The code on the page is the code of the link.
    browser.until(
        "(await (await fetch('/api/qr', {method: 'POST', headers: {'content-type': 'application/json'}, \
         body: JSON.stringify({text: document.querySelector('[data-testid=class-link]').value})})).json()).path \
         === document.querySelector('[data-testid=class-qr] path').getAttribute('d')",
    );
    // The list survives a reload, and opens as students see it.
    browser.reload();
    browser.until("document.querySelectorAll('[data-testid=class-chosen] li').length === 3");
    browser.press("class-open");
    browser.until("document.querySelectorAll('[data-testid=class-task]').length === 3");
    browser.leave("class-teacher");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn students_play_without_help_and_see_their_results_at_the_end() {
    let browser = Browser::open_as(Some("class.local"), Window::Phone, LIST);
    assert_eq!(browser.run("return isSecureContext;"), json!(false));
    browser.until("document.querySelectorAll('[data-testid=class-task]').length === 2");
    assert_eq!(browser.text("class-title"), "Monday");
    assert!(browser.text("class-summary").ends_with("Solved 0 of 2."));
    browser.click("[data-testid=class-name]");
    browser.keys("Ada");
    browser.click("[data-testid=class-task] a");
    browser.see("class-next");
    let helps = browser.run(
        "return ['solve', 'hint', 'distance', 'to-space', 'save-gif'] \
         .filter(id => document.querySelector(`[data-testid=${id}]`)?.checkVisibility()) \
         .concat([...document.querySelectorAll('nav a')].filter(a => a.checkVisibility()).map(a => a.textContent));",
    );
    assert_eq!(helps, json!([]));
    browser.keys("hs");
    assert_eq!(browser.run("return document.querySelector('[data-testid=hint-arrow]');"), json!(null));
    let asked = "return performance.getEntriesByType('resource').map(entry => entry.name) \
                 .filter(name => /api.(solve|hint|space|graph)/.test(name)).length;";
    assert_eq!(browser.run(asked), json!(0), "no distance is requested before the end");
    // A detour: the 8 moves left last.
    browser.keys("↓");
    browser.until("document.querySelector('[data-testid=count]').textContent === '1'");
    browser.keys("↑←");
    browser.see("class-solved");
    browser.says("class-result", "shortest 1");
    assert!(browser.text("class-result").starts_with("3 moves in 0:0"), "{}", browser.text("class-result"));
    browser.shot("class-solved");
    browser.press("class-next");
    browser.until("document.querySelector('.panel .about')?.textContent === 'Puzzle 2 of 2'");
    browser.keys("←↑");
    browser.says("class-result", "no solution is shorter");
    browser.press("class-list");
    browser.says("class-summary", "Solved 2 of 2.");
    browser.reload();
    let summary = browser.text("class-summary");
    for part in [
        "Monday, Ada\n1. ",
        "3 moves in 0:",
        "(shortest 1)\n2. ",
        "2 moves in 0:",
        "(no solution is shorter)",
    ] {
        assert!(summary.contains(part), "{part} is not in\n{summary}");
    }
    listen(&browser);
    browser.press("class-copy-results");
    browser.until("document.querySelector('.outcome .message').textContent === 'Results copied.'");
    assert_eq!(browser.run("return window.copied;"), json!(summary));
    // What was solved in the class does not count as played elsewhere.
    browser.go("#/play?text=1%202%203/4%205%206/7%200%208");
    browser.until("document.querySelector('[data-testid=count]')?.textContent === '0'");
    browser.see("solve");
    browser.leave("class-student");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_buttons_of_a_class_puzzle_are_on_the_first_screen() {
    for (width, height) in [(390, 844), (320, 568), (844, 390), (1280, 900)] {
        let browser = Browser::open(Window::Touch(width, height), "#/class?title=x&p=klotski&play=0");
        browser.see("reset");
        let lowest = browser.run(
            "await document.fonts.ready; return Math.max(...['undo', 'redo', 'reset', 'board'] \
             .map(id => document.querySelector(`[data-testid=${id}]`).getBoundingClientRect().bottom));",
        );
        assert!(lowest.as_f64().unwrap() <= f64::from(height), "{lowest} at {width} x {height}");
        let beside = browser.run(
            "const [stage, panel] = ['.stage', '.panel'].map(one => document.querySelector(one).getBoundingClientRect()); \
             return panel.left >= stage.right;",
        );
        assert_eq!(beside, json!(width > height), "two columns in landscape");
        browser.leave(&format!("class-play-{width}"));
    }
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_class_puzzle_of_several_layers_turns_in_space() {
    let text = "%3Ftext%3D2%2Bx%2B2%2Bx%2B3%2Bcorner%250A1%2B%253D%2B1%250A2%2B%253D%2B11%250A12%250Agoal%2B1%25401%252C1%252C2";
    let browser = Browser::open(Window::Desktop, &format!("#/class?p={text}&play=0"));
    browser.see("solid-view");
    browser.leave("class-solid");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn no_key_leads_from_a_class_list_to_the_solver() {
    let browser = Browser::open(Window::Desktop, &format!("{LIST}&play=0"));
    browser.see("count");
    browser.keys("gp");
    browser.keys("?");
    browser.see("help-sheet");
    let keys = "return [...document.querySelectorAll('.sheet kbd')].filter(key => key.checkVisibility()) \
                .map(key => key.textContent);";
    let shown = browser.run(keys);
    let shown: Vec<&str> = shown.as_array().unwrap().iter().filter_map(|key| key.as_str()).collect();
    assert!(shown.contains(&"U or Ctrl Z") && shown.contains(&"?"), "{shown:?}");
    for key in ["hold H", "S", "M", "/", "g l, g p, g s, g m, g k"] {
        assert!(!shown.contains(&key), "{key} in {shown:?}");
    }
    assert_eq!(browser.run("return document.body.dataset.view;"), json!("class"));
    browser.keys("?");
    // Elsewhere they work as before.
    browser.go("#/library");
    browser.see("search");
    browser.keys("gm");
    browser.until("document.body.dataset.view === 'make'");
    browser.until("document.querySelector('.verdict')?.dataset.state === 'solved'");
    browser.leave("class-keys");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_link_without_puzzles_is_an_error_and_not_the_editor() {
    let browser = Browser::open(Window::Desktop, "#/class?list=zzz");
    assert!(browser.text("error").contains("this link contains no puzzles"));
    assert_eq!(browser.run("return document.querySelector('.class-editor');"), json!(null));
    browser.go("#/class?edit=1");
    browser.see("class-search");
    browser.leave("class-empty");
}

/// Puts a text into the search field of the editor.
fn search(browser: &Browser, text: &str) {
    browser.see("class-search");
    browser.fill("[data-testid=class-search]", text);
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_teacher_finds_puzzles_by_other_names_and_reads_what_was_added() {
    let browser = Browser::open(Window::Phone, "#/class");
    browser.until("document.querySelector('[aria-label=List] .soft')?.checkVisibility()");
    search(&browser, "Huarong");
    browser.see("class-add-klotski");
    let twin = browser.run("return document.querySelector('[data-testid=class-add-klotski_full]');");
    assert_eq!(twin, json!(null), "twins are not offered");
    search(&browser, "http://127.0.0.1/#/lock");
    assert!(browser.text("class-message").starts_with("This link contains no puzzle."));
    search(&browser, "");
    browser.until("document.querySelector('[data-testid=class-message]').textContent === ''");
    // The message is on the screen, wherever the puzzle stands among those found.
    for name in ["klotski", "dads", "century"] {
        browser.press(&format!("class-add-{name}"));
        browser
            .until("document.querySelector('[data-testid=class-message]').textContent.endsWith(' added.')");
        let bottom = browser.run(
            "return document.querySelector('[data-testid=class-message]').getBoundingClientRect().bottom;",
        );
        assert!(bottom.as_f64().unwrap() <= 844.0, "{bottom}");
        search(&browser, "");
    }
    browser.until("document.querySelectorAll('[data-testid=class-chosen] li').length === 3");
    assert_eq!(
        browser.run("return document.querySelector('[aria-label=List] .soft').checkVisibility();"),
        json!(false)
    );
    browser.click("[data-testid=class-chosen] li:first-child [aria-label$=later]");
    browser.until("location.hash.includes('p=dads&p=klotski&p=century')");
    browser.until("document.activeElement.ariaLabel === 'Move Klotski later'");
    browser.keys("\n");
    browser.until("location.hash.includes('p=dads&p=century&p=klotski')");
    browser.leave("class-search");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn positions_are_named_by_their_tiles_and_unsolvable_ones_are_marked() {
    let browser = Browser::open(Window::Desktop, "#/class");
    search(&browser, "http://127.0.0.1/#/make?text=1+2+3/4+0+6/7+5+8");
    browser.until("document.querySelectorAll('[data-testid=class-chosen] li').length === 1");
    search(&browser, "http://127.0.0.1/#/play?text=1+2+3/4+5+6/8+7+0");
    browser.until(
        "document.querySelector('[data-testid=class-chosen] li:last-child .warning')?.checkVisibility()",
    );
    browser.says("class-message", "cannot be solved");
    let rows = browser.run(
        "return [...document.querySelectorAll('[data-testid=class-chosen] li')].map(row => \
         [row.querySelector('.title').textContent, row.querySelector('.warning').checkVisibility()]);",
    );
    assert_eq!(rows, json!([["1 2 3/4 0 6/7 5 8", false], ["1 2 3/4 5 6/8 7 0", true]]));
    browser.shot("class-flaw");
    browser.press("class-open");
    let summary = browser.text("class-summary");
    assert!(summary.contains("1. 1 2 3/4 0 6/7 5 8: not solved\n2. 1 2 3/4 5 6/8 7 0: "), "{summary}");
    browser.leave("class-titles");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn links_and_texts_are_copied_without_a_secure_context() {
    let browser = Browser::open_as(Some("class.local"), Window::Desktop, "#/play/klotski");
    browser.see("share");
    assert_eq!(browser.run("return typeof navigator.clipboard;"), json!("undefined"));
    listen(&browser);
    browser.press("share");
    browser.until("document.querySelector('.export .message').textContent.startsWith('Link copied')");
    let copied = browser.run("return window.copied;");
    assert!(
        copied.as_str().unwrap().contains("class.local")
            && copied.as_str().unwrap().contains("#/play/klotski")
    );
    browser.go("#/make");
    browser.until("document.querySelector('[data-testid=make-play]')?.disabled === false");
    // What the verdict says moves the buttons below it.
    browser.until("document.querySelector('.verdict').dataset.state === 'solved'");
    browser.until("document.querySelector('[data-testid=make-take-hardest]')");
    browser.press("make-copy");
    browser.until("window.copied.includes(' x ')");
    let same =
        "return window.copied.trim() === document.querySelector('[data-testid=make-text]').value.trim();";
    assert_eq!(browser.run(same), json!(true));
    browser.press("make-share");
    browser.until("window.copied.includes('#/play?text=')");
    browser.leave("copied");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_search_that_waits_shows_its_place_and_is_solved_in_its_turn() {
    let browser = Browser::open(Window::Desktop, "#/library");
    browser.see("search");
    let endless = |client: usize| {
        let body =
            json!({"game": {"text": "gnome/sunshine"}, "style": "step", "page": format!("client {client}")});
        let mut stream = browser.server().connect();
        stream.write_all(browser.server().question("/api/solve", &body.to_string()).as_bytes()).unwrap();
        stream
    };
    // Two searches run, one waits before that of the page.
    let others: Vec<TcpStream> = (0..3).map(endless).collect();
    std::thread::sleep(std::time::Duration::from_millis(500));
    browser.go("#/play/klotski");
    browser.says("distance", "place 2 in the queue");
    browser.shot("waiting");
    drop(others);
    browser.says("distance", "81");
    browser.leave("waited");
}
