//! The view Space in a real browser: pictures of it, and where it is not offered.

use crate::webdriver::{Browser, Window};
use crate::{catch, content, saved};

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_histogram_and_the_map_are_saved() {
    let browser = Browser::open(Window::Desktop, "#/space?text=1%202%203/4%205%200");
    browser.until("document.querySelector('[data-testid=space-graph]')?.dataset.ready");
    catch(&browser);
    for what in ["layers", "map"] {
        let (name, _, start) = saved(&browser, &format!("space-save-{what}-png"));
        assert!(name.ends_with(&format!("-{what}.png")) && start.contains("PNG"), "{name}");
        let (_, _, start) = saved(&browser, &format!("space-save-{what}-svg"));
        assert!(start.starts_with("<svg"), "{start}");
        let svg = content(&browser);
        // A board of 2 x 3 has 360 positions in the layers from 0 to 21; two rectangles for each, and the
        // ground.
        match what {
            "layers" => assert_eq!(svg.matches("<rect").count(), 2 * 22 + 1),
            _ => assert!(svg.matches("0a").count() >= 360, "a circle for each position"),
        }
        assert!(!svg.contains("class=") && svg.contains("fill=\""), "it needs no style sheet");
    }
    browser.leave("space-saved");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn space_is_off_where_it_cannot_be_explored() {
    let browser = Browser::open(Window::Desktop, "#/play/korf15:1");
    browser.see("no-space");
    assert!(browser.text("no-space").contains(
        "a board of 4 x 4 is too large to explore completely, with its 10,461,394,944,000 positions. The command \
         slideways explore can go further"
    ));
    let off = "document.querySelector('nav [data-view=space]').ariaDisabled === 'true'";
    browser.until(off);
    browser.click("nav [data-view=space]");
    browser.press("to-space");
    browser.until("location.hash.startsWith('#/play')");
    // After a reload no game is open yet; the last one counts.
    browser.go("#/library");
    browser.reload();
    browser.until(off);
    browser.click("nav [data-view=space]");
    browser.until("document.querySelector('#live').textContent.startsWith('Space is off')");
    assert!(browser.run("return location.hash;").as_str().unwrap().starts_with("#/library"));
    // An address that was typed gets the reason, and nothing to press that cannot work.
    browser.go("#/space/korf15:1");
    browser.see("error");
    for id in ["space-style", "space-from-goal", "space-from-start"] {
        let seen = format!("return document.querySelector('[data-testid={id}]').checkVisibility();");
        assert_eq!(browser.run(&seen), serde_json::json!(false), "{id}");
    }
    browser.go("#/play/klotski");
    browser.says("distance", "81");
    browser.until(&format!("!({off})"));
    browser.click("nav [data-view=space]");
    browser.see("space-histogram");
    browser.leave("space-offered");
}
