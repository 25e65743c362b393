//! Limits in a real browser: a search that is stopped, and links that are meant to do harm.

mod common;

#[path = "browser/static_files.rs"]
mod static_files;
#[path = "browser/webdriver.rs"]
mod webdriver;

use serde_json::json;
use std::time::{Duration, Instant};
use webdriver::{Browser, Window};

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_search_that_the_player_stops_keeps_its_bound() {
    let browser = Browser::open(Window::Desktop, "#/play/korf24:50");
    browser.see("halt");
    browser.until("/≥ [1-9]/.test(document.querySelector('[data-testid=distance]').textContent)");
    browser.press("halt");
    browser.until("document.querySelector('[data-testid=distance]').dataset.outcome === 'stopped'");
    let told = browser.text("distance");
    assert!(told.contains("you stopped the search") && told.contains("≥"), "{told}");
    assert!(
        browser.run("return document.querySelector('[data-testid=halt]').checkVisibility();") == json!(false)
    );
    // The worker or the place in the queue is free again.
    let took = browser.run(
        "const { ask } = await import('./api.js'); const began = performance.now(); \
         await ask('hint', { game: { text: 'klotski' } }); return performance.now() - began;",
    );
    assert!(took.as_f64().unwrap() < 2000.0, "{took} ms");
    browser.leave("halted");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_search_at_its_limit_names_the_command_that_goes_further() {
    let browser = Browser::open(Window::Desktop, "#/play/klotski");
    browser.says("distance", "81");
    // The panel as after a minute; the searches of tests do not take that long.
    let told = browser.run(
        "const { solveFurther, lockFurther } = await import('./further.js'); const { state } = await import('./state.js'); \
         const all = [solveFurther().textContent]; state.at = [...state.at]; state.at[9] += 1; \
         all.push(solveFurther().textContent); \
         all.push(lockFurther({ box: '5x5x5', bricks: ['2x2x1', 'a b'], fewest: true }).textContent); return all;",
    );
    assert_eq!(
        told,
        json!([
            "On your own machine, slideways solve klotski --style move can go further.",
            "On your own machine, slideways solve FILE --style move can go further.",
            "On your own machine, slideways lock 5x5x5 2x2x1 'a b' --fewest can go further.",
        ])
    );
    browser.go("#/play?text=2%201%203/4%205%206/8%207%200&style=step");
    browser.says("distance", "proved");
    let told = browser.run("return (await import('./further.js')).solveFurther().textContent;");
    assert_eq!(
        told,
        json!("On your own machine, slideways solve '2 1 3/4 5 6/8 7 0' --style step can go further.")
    );
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn hostile_links_do_not_hang_the_page() {
    let browser = Browser::open(Window::Desktop, "#/library");
    browser.until("document.querySelectorAll('[data-testid=puzzle] svg').length >= 100");
    // What a link contains, and what it takes to make it: addresses of two megabytes are allowed.
    let links = [
        "'#/play?text=' + 'x'.repeat(1e6)",
        "'#/play?text=' + encodeURIComponent('9999 x 9999\\n1 = 1\\n1\\n')",
        "'#/play?text=' + encodeURIComponent('16 x 16\\n1 = ' + '1/'.repeat(1e5) + '\\n1\\n')",
        "'#/play?text=' + encodeURIComponent('1 '.repeat(2e5))",
        "'#/play?text=' + '%'.repeat(1e5)",
        "'#/play/klotski?at=' + '1.'.repeat(1e5)",
        "'#/play/klotski?style=' + 'z'.repeat(1e5)",
        "'#/play/99999x99999'",
        "'#/make?text=' + encodeURIComponent('(['.repeat(1e5))",
        "'#/design?box=999x999&pieces=' + '1x1+'.repeat(1e5)",
        "'#/lock?box=999x999x999&bricks=' + '2x2x1 '.repeat(1e4)",
        "'#/class?' + 'p=klotski&'.repeat(2e4)",
        "'#/space?text=' + encodeURIComponent('<img src=x onerror=alert(1)>')",
    ];
    for link in links {
        let began = Instant::now();
        println!("{link}");
        browser.run(&format!(
            "location.hash = {link}; await new Promise(done => setTimeout(done, 50)); return 1;"
        ));
        browser.until("document.querySelector('main .view')?.innerText.length > 10");
        // The page still answers, and so does the library behind it.
        let distance = browser.run(
            "const { ask } = await import('./api.js'); \
             return (await ask('hint', { game: { text: 'klotski' } })).distance;",
        );
        assert_eq!(distance, json!(81), "{link}");
        assert!(began.elapsed() < Duration::from_secs(30), "{link} took {:?}", began.elapsed());
    }
    browser.go("#/play/klotski");
    browser.says("distance", "81");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_old_browser_gets_a_sentence() {
    let browser = Browser::open(Window::Desktop, "#/library");
    browser.until("document.querySelectorAll('[data-testid=puzzle] svg').length >= 100");
    assert_eq!(browser.run("return document.querySelector('.old-browser');"), json!(null));
    browser
        .protocol("Page.addScriptToEvaluateOnNewDocument", json!({"source": "CSS.supports = () => false;"}));
    browser.reload();
    browser.until("document.querySelector('.old-browser')?.checkVisibility()");
    let told = browser.run("return document.querySelector('.old-browser').textContent;");
    assert!(told.as_str().unwrap().contains("Chrome or Edge 123"), "{told}");
}
