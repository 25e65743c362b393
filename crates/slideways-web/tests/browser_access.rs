//! Accessibility in a real browser: words for screen readers, contrast, narrow windows, fingers and paper.

mod common;

#[path = "browser/static_files.rs"]
mod static_files;
#[path = "browser/webdriver.rs"]
mod webdriver;

use serde_json::{Value, json};
use webdriver::{Browser, Window};

/// Every view, and an expression that is true when its content is there.
const VIEWS: [(&str, &str); 11] = [
    ("#/library", "document.querySelectorAll('[data-testid=puzzle] svg').length >= 100"),
    ("#/play/klotski", "/[0-9].*proved/.test(document.querySelector('[data-testid=distance]')?.textContent)"),
    (
        "#/play?text=1%202%203/4%200%205/7%208%206",
        "/[0-9].*proved/.test(document.querySelector('[data-testid=distance]')?.textContent)",
    ),
    (
        "#/play?text=1%202%203/4%205%206/7%200%208",
        "document.querySelector('[data-testid=solved]')?.textContent.includes('No solution is shorter')",
    ),
    ("#/space", "document.querySelector('[data-testid=space-histogram]')"),
    ("#/make", "document.querySelector('[data-testid=make-text]')?.value"),
    (
        "#/design?box=4x4&pieces=rush&moves=5..7&number=4",
        "document.querySelectorAll('[data-testid=design-puzzle]').length === 4",
    ),
    ("#/lock", "document.querySelectorAll('[data-testid=lock-packing]').length > 0"),
    ("#/class?edit=1&p=klotski", "document.querySelector('[data-testid=class-qr] path')"),
    ("#/class?play=0&p=klotski", "document.querySelector('[data-testid=goal-words]')?.textContent"),
    ("#/class?p=klotski&p=dads", "document.querySelectorAll('[data-testid=class-task]').length === 2"),
];

/// Opens a view and fills it with what it shows when it is used.
fn visit(browser: &Browser, (fragment, ready): (&str, &str)) {
    browser.go(fragment);
    if fragment == "#/lock" {
        browser.see("lock-start");
        browser.press("lock-start");
    }
    if fragment.contains("/7%200%208") {
        browser.see("distance");
        browser.run(
            "const { state, play } = await import('./state.js'); \
             if (!state.cursor) play([{ pieces: [7], path: 'L' }]); return 1;",
        );
    }
    browser.until(ready);
    if fragment == "#/play/klotski" {
        // Some moves, and the player of a solution.
        browser.run(
            "const { state, play } = await import('./state.js'); const { movers } = await import('./rule.js'); \
             for (const dir of 'DUD') { const piece = state.game.pieces.findIndex((_, piece) => \
             movers(state.game, state.at, piece, dir, false)); play([{ pieces: [piece], path: dir }]); } return 1;",
        );
        browser.until("document.querySelector('[data-testid=played]:last-child')?.dataset.delta");
        browser.press("solve");
        browser.see("player");
    }
}

/// The strings of a list that a script returned.
fn strings(value: &Value) -> Vec<String> {
    let list = value.as_array().unwrap_or_else(|| panic!("no list: {value}"));
    list.iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn every_text_has_enough_contrast() {
    let browser = Browser::open(Window::Desktop, "#/library");
    let mut found = vec![];
    for scheme in ["light", "dark"] {
        browser.emulate("", scheme);
        for view in VIEWS {
            visit(&browser, view);
            let low = browser.run(include_str!("browser/contrast.js"));
            found.extend(strings(&low).into_iter().map(|text| format!("{scheme} {}: {text}", view.0)));
        }
        browser.press("help");
        browser.until("document.querySelector('dialog[open]')");
        let low = browser.run(include_str!("browser/contrast.js"));
        found.extend(strings(&low).into_iter().map(|text| format!("{scheme} help: {text}")));
        browser.keys("⎋");
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    browser.leave("contrast");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn no_view_scrolls_sideways_at_320_pixels() {
    let browser = Browser::open(Window::Touch(320, 640), "#/library");
    let mut found = vec![];
    for view in VIEWS {
        visit(&browser, view);
        let wide = browser.run(
            "const wide = [...document.querySelectorAll('main *, header *')].filter(e => e.checkVisibility() && \
             e.getBoundingClientRect().right > 321 && !e.closest('svg svg, svg *, .unseen')); \
             const first = wide[0]; return document.documentElement.scrollWidth > 320 ? \
             [`${document.documentElement.scrollWidth} px: ${first?.localName}.${first?.className}`] : [];",
        );
        browser.shot(&format!("narrow-{}", view.0.replace(|c: char| !c.is_alphanumeric(), "-")));
        found.extend(strings(&wide).into_iter().map(|text| format!("{}: {text}", view.0)));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    browser.leave("narrow");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn controls_are_large_enough_for_fingers() {
    let browser = Browser::open(Window::Phone, "#/library");
    let mut found = vec![];
    for view in VIEWS {
        visit(&browser, view);
        let small = browser.run(
            "const controls = 'button, a.button, nav a, .top .name, select, summary, input, textarea, .cards a, .tasks a'; \
             const out = []; let seen = 0; \
             for (const control of document.querySelectorAll(controls)) { \
               if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('.unseen')) continue; \
               seen += 1; \
               const target = /checkbox|radio/.test(control.type) ? (control.closest('label') ?? control) : control; \
               const { width, height } = target.getBoundingClientRect(); \
               if (width < 43.9 || height < 43.9) out.push(`${width.toFixed(0)} x ${height.toFixed(0)}: \
             ${control.localName}.${control.className} ${control.dataset.testid ?? ''} ${control.textContent.slice(0, 20)}`); } \
             if (seen < 5) out.push(`only ${seen} controls`); return [...new Set(out)];",
        );
        found.extend(strings(&small).into_iter().map(|text| format!("{}: {text}", view.0)));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    browser.leave("fingers");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn screen_readers_hear_pieces_places_and_the_goal() {
    let browser = Browser::open(Window::Desktop, "#/play/klotski");
    browser.see("goal-words");
    let labels = || {
        browser.run(
            "return [...document.querySelectorAll('[data-piece]')].map(piece => piece.getAttribute('aria-label'));",
        )
    };
    let before = strings(&labels());
    for label in [
        "piece 1, 2 by 2, row 0, column 1, cannot move; goal piece",
        "piece 2, upright, 2 by 1, row 0, column 0, cannot move",
        "piece 3, lying, 1 by 2, row 2, column 1, cannot move",
        "piece 4, row 3, column 1, can move down",
    ] {
        assert!(before.contains(&label.to_owned()), "{label} is not in {before:#?}");
    }
    let goal = |text: &str| {
        browser.until(&format!("document.querySelector('[data-testid=goal-words]').textContent === {text:?}"))
    };
    goal("Goal: bring piece 1 to row 3, column 1; it is at row 0, column 1.");
    let board = browser.run(
        "const board = document.querySelector('[data-testid=board] svg'); \
         return board.getAttribute('aria-describedby').split(' ').map(id => document.getElementById(id).textContent);",
    );
    assert_eq!(board[0], "Rows and columns count from 0, from the top left.");
    let moved = before.iter().position(|label| label.starts_with("piece 4, row 3, column 1,")).unwrap();
    browser
        .run(&format!("(await import('./state.js')).play([{{ pieces: [{moved}], path: 'D' }}]); return 1;"));
    browser.until(&format!(
        "document.querySelector('[data-piece=\"{moved}\"]').getAttribute('aria-label') === \
         'piece 4, row 4, column 1, can move up or right'"
    ));
    // Tiles: places in words, and the number of tiles that are home.
    browser.go("#/play?text=1%202%203/4%200%205/7%208%206");
    goal("Goal: bring 8 tiles to their places; 6 of them are there.");
    browser.keys("←");
    goal("Goal: bring 8 tiles to their places; 7 of them are there.");
    assert!(strings(&labels()).contains(&"tile 6, row 2, column 2, can move up".to_owned()), "{}", labels());
    // The editor and the locked boxes count the same way.
    browser.go("#/make");
    browser.until("document.querySelector('[aria-label^=\"Box to paint\"]')");
    browser.run("document.querySelector('[aria-label^=\"Box to paint\"]').focus(); return 1;");
    browser.keys("→←↑");
    browser.until("document.querySelector('#live').textContent.startsWith('row 0, column 0: ')");
    browser.go("#/lock");
    browser.see("lock-start");
    browser.press("lock-start");
    browser.until("document.querySelector('[data-testid=lock-view]')?.dataset.ready");
    browser.fill("[data-testid=lock-layer]", 1);
    browser.until(
        "document.querySelector('[data-testid=lock-layer]').getAttribute('aria-valuetext') === 'layer 0'",
    );
    browser.leave("spoken");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn paper_shows_the_board_its_goal_and_a_link() {
    let browser = Browser::open(Window::Desktop, "#/play/klotski");
    browser.says("distance", "81");
    browser.run("document.documentElement.classList.add('dark'); return 1;");
    let shown = |selector: &str| {
        let seen = browser.run(&format!(
            "const e = document.querySelector({selector:?}); \
             if (!e?.checkVisibility({{ visibilityProperty: true }})) return false; \
             const {{ width, height }} = e.getBoundingClientRect(); return width > 20 && height > 10;"
        ));
        seen == json!(true)
    };
    assert!(!shown("[data-testid=goal-words]") && !shown("#printed") && shown("[data-testid=solve]"));
    browser.emulate("print", "dark");
    browser.until("document.querySelector('#printed').textContent.includes('#/play/klotski')");
    for selector in ["[data-testid=title]", "[data-testid=board] svg", "[data-testid=goal-words]", "#printed"]
    {
        assert!(shown(selector), "{selector} is not printed");
    }
    for selector in [
        "header.top",
        "[data-testid=solve]",
        "[data-testid=undo]",
        "[data-testid=distance]",
        "[data-testid=share]",
        "select",
    ] {
        assert!(!shown(selector), "{selector} is printed");
    }
    // Paper is white, whatever the theme: ink is dark.
    let ink = browser.run("return getComputedStyle(document.querySelector('[data-testid=title]')).color;");
    assert_eq!(ink, json!("rgb(34, 33, 30)"));
    browser.shot("print");
    browser.go("#/class?edit=1&title=Monday&p=klotski");
    browser.until("document.querySelector('[data-testid=class-qr] path')");
    assert!(shown("[data-testid=class-qr] svg") && !shown("[data-testid=class-search]"));
    assert!(browser.text("class-qr").starts_with("Monday: scan"));
    // The browser reports a change of the medium with its next frame.
    browser.emulate("", "light");
    browser.until("document.documentElement.classList.contains('dark')");
    browser.emulate("print", "light");
    browser
        .until("document.querySelector('#printed').textContent.endsWith('/#/class?title=Monday&p=klotski')");
    browser.emulate("", "light");
    browser.until("document.documentElement.classList.contains('dark')");
    browser.leave("printed");
}

/// axe-core, if it is installed.
const AXE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/tools/axe/node_modules/axe-core/axe.min.js");

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn axe_finds_no_serious_barrier() {
    let Ok(axe) = std::fs::read_to_string(AXE) else {
        return println!("skipped: axe-core is not installed; cargo xtask test installs it");
    };
    let browser = Browser::open(Window::Desktop, "#/library");
    browser.wait_for_scripts();
    let mut found = vec![];
    // Contrast has a test above, which also knows the dark theme.
    let look = |view: &str| {
        let serious = browser.run(&format!(
            "if (!window.axe) {{ {axe} ; }} \
             const rules = {{ 'color-contrast': {{ enabled: false }} }}; \
             const {{ violations }} = await axe.run(document, {{ resultTypes: ['violations'], rules }}); \
             return violations.filter(({{ impact }}) => ['serious', 'critical'].includes(impact)) \
               .flatMap(({{ id, nodes }}) => nodes.slice(0, 4).map(({{ html, failureSummary }}) => \
                 `${{id}}: ${{html.slice(0, 160)}} ${{failureSummary}}`));"
        ));
        strings(&serious).into_iter().map(|text| format!("{view}: {text}")).collect::<Vec<_>>()
    };
    for view in VIEWS {
        visit(&browser, view);
        found.extend(look(view.0));
    }
    browser.press("help");
    browser.until("document.querySelector('dialog[open]')");
    found.extend(look("help"));
    assert!(found.is_empty(), "{}", found.join("\n"));
    browser.leave("axe");
}
