//! The view Play in a real browser: gestures, layout on phones, what is off and why, films and best results.

use crate::webdriver::{Browser, Window};
use crate::{catch, saved};
use serde_json::{Value, json};

/// The arrangement on the board.
fn at(browser: &Browser) -> Value {
    browser.run("return (await import('./state.js')).state.at;")
}

/// Opens a text in Play, and waits for the distance.
fn opened(window: Window, text: &str) -> Browser {
    let text = text.replace('\n', "%0A").replace(' ', "%20").replace('=', "%3D");
    let browser = Browser::open(window, &format!("#/play?text={text}"));
    browser.until(
        "['proved', 'unsolvable', 'done'].includes(document.querySelector('[data-testid=distance]')?.dataset.outcome)",
    );
    browser
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_click_moves_a_piece_that_has_one_way_to_go() {
    // Piece 1 can only go right, by two cells; piece 2 can go left or right; piece 3 cannot move.
    let browser = opened(Window::Desktop, "3 x 4 ways\n1 = 1\n2 = 1\n3 = 1\n100xx20xxxx3\ngoal 1@0,2\n");
    browser.press("piece-2");
    browser.press("piece-1");
    assert_eq!(at(&browser), json!([0, 5, 11]), "a piece with two ways, or none, stays");
    browser.press("piece-0");
    browser.until("document.querySelector('[data-testid=count]').textContent.trim() === '1'");
    assert_eq!(at(&browser), json!([2, 5, 11]));
    browser.leave("clicked");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn undo_and_reset_need_no_scrolling_on_a_phone() {
    for (width, height) in [(390, 844), (320, 568), (844, 390)] {
        let browser = Browser::open(Window::Touch(width, height), "#/play/klotski");
        browser.says("distance", "81");
        let hidden = browser.run(
            "const seen = (e) => { const r = e.getBoundingClientRect(); \
               return r.top >= 0 && r.left >= 0 && r.bottom <= innerHeight && r.right <= innerWidth; }; \
             return ['[data-testid=undo]', '[data-testid=reset]', '[data-testid=board] svg'] \
               .filter((one) => !seen(document.querySelector(one)));",
        );
        assert_eq!(hidden, json!([]), "{width} x {height}");
        let columns = browser.run(
            "const [board, panel] = ['.stage', '.panel'].map((one) => document.querySelector(one).getBoundingClientRect()); \
             return panel.left >= board.right;",
        );
        assert_eq!(columns, json!(width > height), "two columns only in landscape");
        if width > height {
            let reached = browser.run(
                "return document.querySelector('[data-testid=solve]').getBoundingClientRect().bottom <= innerHeight;",
            );
            assert_eq!(reached, json!(true), "the controls are beside the board");
        }
        browser.leave(&format!("play-{width}x{height}"));
    }
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_unsolvable_position_says_what_is_off_and_offers_the_other_goal() {
    let browser = opened(Window::Desktop, "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0");
    for id in ["solve", "hint"] {
        assert_eq!(
            browser.run(&format!("return document.querySelector('[data-testid={id}]').disabled;")),
            json!(true)
        );
    }
    assert!(browser.text("solve-off").contains("the goal cannot be reached from here"));
    assert_eq!(browser.text("other-goal"), "Try blank first");
    // The button keeps the position on the board, not only the start.
    browser.keys("→");
    browser.until("document.querySelector('[data-testid=distance]').dataset.outcome === 'unsolvable'");
    let before = at(&browser);
    browser.press("other-goal");
    browser.until("location.hash.includes('goal=')");
    browser.until("!document.querySelector('[data-testid=solve]').disabled");
    assert_eq!(at(&browser), before);
    browser.until("document.querySelector('[data-testid=solve-off]').hidden");
    browser.leave("other-goal");
}

/// A box of three cells in a row, solved by one move to the right end.
const ROW: &str = "1 x 3 row\n1 = 1\n100\ngoal 1@0,2\n";

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn ones_own_game_is_played_back_and_saved() {
    let browser = opened(Window::Desktop, "1 2 3/4 0 5/7 8 6");
    assert_eq!(
        browser.run("return document.querySelector('[data-testid=replay]').checkVisibility();"),
        json!(false)
    );
    // A detour: right, left back, then the two moves of the solution.
    browser.keys("→←←↑");
    browser.see("solved");
    let end = at(&browser);
    browser.press("replay");
    browser.until("document.querySelector('[data-testid=film-name]').textContent === 'Your game'");
    browser.until("document.querySelector('[data-testid=solution-count]').textContent === '4 / 4'");
    catch(&browser);
    let (name, _, start) = saved(&browser, "film-gif");
    assert!(name.ends_with("-game.gif") && start.starts_with("GIF89a"), "{name}");
    assert!(saved(&browser, "film-svg").2.starts_with("<svg"));
    // From the second move on, the game goes on from there.
    browser.press("step-back");
    browser.press("step-back");
    browser.press("adopt");
    browser.until("document.querySelectorAll('[data-testid=played]').length === 2");
    browser.press("redo");
    browser.press("redo");
    browser.see("solved");
    assert_eq!(at(&browser), end);
    browser.leave("own-film");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_best_result_is_kept_until_it_is_forgotten() {
    let browser = opened(Window::Desktop, "1 2 3/4 0 5/7 8 6");
    browser.keys("→←←↑");
    browser.see("verdict");
    assert!(browser.text("best").starts_with("Your best: 4 moves"), "{}", browser.text("best"));
    browser.press("reset");
    browser.keys("←↑");
    browser
        .until("document.querySelector('[data-testid=best]').textContent.startsWith('Your best: 2 moves')");
    browser.reload();
    browser
        .until("document.querySelector('[data-testid=best]')?.textContent.startsWith('Your best: 2 moves')");
    browser.press("forget-best");
    browser.until("!document.querySelector('[data-testid=best]').checkVisibility()");
    browser.reload();
    browser.see("count");
    assert_eq!(
        browser.run("return document.querySelector('[data-testid=best]').checkVisibility();"),
        json!(false)
    );
    browser.leave("best");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_game_with_a_hint_is_no_best_result() {
    let browser = opened(Window::Desktop, "1 2 3/4 0 5/7 8 6");
    browser.hold('h', || browser.see("hint-arrow"));
    // The help is remembered when the page is opened again.
    browser.reload();
    browser.says("distance", "2");
    browser.keys("←↑");
    browser.says("verdict", "Hint or Solve was used");
    // Redoing the same moves after a reset is the same game.
    browser.press("reset");
    browser.press("redo");
    browser.press("redo");
    browser.press("undo");
    browser.keys("↑");
    browser.see("solved");
    assert_eq!(
        browser.run("return document.querySelector('[data-testid=best]').checkVisibility();"),
        json!(false)
    );
    // A solution that is shown is help too.
    browser.press("reset");
    browser.until("!document.querySelector('[data-testid=solve]').disabled");
    browser.press("solve");
    browser.see("player");
    browser.press("close-solution");
    browser.keys("←↑");
    browser.says("verdict", "Hint or Solve was used");
    // A new game without help counts.
    browser.press("reset");
    browser.keys("←↑");
    browser
        .until("document.querySelector('[data-testid=best]').textContent.startsWith('Your best: 2 moves')");
    browser.leave("helped");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_box_with_layers_turns_and_follows_the_pieces() {
    let browser = opened(Window::Desktop, "2 x 2 x 3 corner\n1 = 1\n2 = 11\n12\ngoal 1@1,1,2\n");
    browser.until("document.querySelector('[data-testid=solid-view]').dataset.ready");
    let shown = "document.querySelector('[data-testid=solid-view]').dataset.at";
    assert_eq!(browser.run(&format!("return {shown};")), json!("0.1"));
    browser.shot("solid");
    // The keys of the board move a piece to the farther layer, and the turning view follows.
    browser.run("document.querySelector('[data-testid=piece-0]').focus(); return 1;");
    browser.keys("\u{e00f}");
    browser.until(&format!("{shown} === '6.1'"));
    // Arrow keys in the turning view turn it, and move nothing.
    browser.run("document.querySelector('[data-testid=solid-view]').focus(); return 1;");
    browser.keys("←←");
    assert_eq!(at(&browser), json!([6, 1]));
    // A drag along the box moves a piece in the turning view; piece 1 goes right in the farther layer.
    let ends = browser.run(
        "const canvas = document.querySelector('[data-testid=solid-view]'); \
         canvas.dispatchEvent(new KeyboardEvent('keydown', {key: 'Home'})); \
         canvas.scrollIntoView({block: 'center'}); await new Promise(done => setTimeout(done, 200)); \
         const {x, y} = canvas.getBoundingClientRect(); \
         return [[1, 0, 0], [1, 0, 1]].map(cell => canvas.pointOf(cell)).map(([u, v]) => [x + u, y + v - 14]);",
    );
    let point = |end: &Value| (end[0].as_f64().unwrap(), end[1].as_f64().unwrap());
    browser.drag(point(&ends[0]), point(&ends[1]));
    browser.until(&format!("{shown} === '7.1'"));
    browser.until("document.querySelectorAll('[data-testid=played]').length > 0");
    assert_eq!(at(&browser), json!([7, 1]));
    browser.leave("solid-moved");
    let flat = opened(Window::Desktop, ROW);
    assert_eq!(
        flat.run("return document.querySelector('[data-testid=solid-view]').checkVisibility();"),
        json!(false)
    );
    flat.leave("flat");
}

/// Those of the elements that are not wholly on the screen.
fn off_screen(browser: &Browser, selectors: &[&str]) -> Value {
    browser.run(&format!(
        "const seen = (e) => {{ const r = e.getBoundingClientRect(); return e.checkVisibility() && \
           r.top >= 0 && r.left >= 0 && r.bottom <= innerHeight && r.right <= innerWidth; }}; \
         return {selectors:?}.filter((one) => !seen(document.querySelector(one)));"
    ))
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_film_runs_beside_its_buttons_on_a_phone() {
    for (width, height) in [(390, 844), (320, 568), (844, 390)] {
        let browser =
            Browser::open(Window::Touch(width, height), "#/play?text=1%202%203/4%200%205/7%208%206");
        browser.until("document.querySelector('[data-testid=distance]')?.dataset.outcome === 'proved'");
        let film = ["[data-testid=board] svg", "[data-testid=play]", "[data-testid=step-on]"];
        browser.press("solve");
        browser.see("player");
        assert_eq!(off_screen(&browser, &film), json!([]), "solution, {width} x {height}");
        browser.press("close-solution");
        browser.keys("←↑");
        browser.see("solved");
        browser.press("replay");
        browser.until("document.querySelector('[data-testid=film-name]').textContent === 'Your game'");
        assert_eq!(off_screen(&browser, &film), json!([]), "replay, {width} x {height}");
        browser.leave(&format!("film-{width}x{height}"));
    }
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_phone_on_its_side_shows_why_solve_is_off() {
    let browser = opened(Window::Touch(844, 390), "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0");
    browser.see("solve-off");
    let all = ["[data-testid=hint]", "[data-testid=solve]", "[data-testid=solve-off]"];
    assert_eq!(off_screen(&browser, &all), json!([]));
    browser.leave("unsolvable-844x390");
}
