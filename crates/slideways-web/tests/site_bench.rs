//! Speed of the page without a server beside that of the program: the same questions, asked in the same
//! browser of the module and of `slideways serve`. `cargo xtask site --bench` runs it and prints the table of
//! `bench/browser.md`.

mod common;

#[path = "browser/static_files.rs"]
mod static_files;
#[path = "browser/webdriver.rs"]
mod webdriver;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::{env, fs};
use webdriver::{Browser, Window};

/// The time from the beginning of the navigation until the distance of Klotski is proved; a hint is then
/// ready.
const FIRST_HINT: &str = "for (;;) { \
    if (/81.*proved/.test(document.querySelector('[data-testid=distance]')?.textContent)) return performance.now(); \
    await new Promise(requestAnimationFrame); }";

/// Functions for the measurements: the milliseconds of a question with its answer, and percentiles.
const TOOLS: &str = "const { ask } = await import('./api.js'); \
    const timed = async (question, body) => { const began = performance.now(); \
      const answer = await ask(question, body); return [performance.now() - began, answer]; }; \
    const rank = (all, part) => all.toSorted((a, b) => a - b)[Math.ceil(all.length * part) - 1];";

/// The whole space of Klotski. Another title is another puzzle to the cache.
const KLOTSKI: &str = "const { text } = await ask('read', { text: 'klotski' }); const all = []; let states; \
    for (let turn = 0; turn < 9; turn++) { \
      const game = { text: text.replace(/^(.*?x \\d+).*/, `$1 turn ${turn}`) }; \
      const [took, answer] = await timed('space', { game }); all.push(took); states = answer.states; } \
    return [rank(all, 0.5), states];";

/// The first position, for which tables are built, and Korf's hundred.
const FIFTEEN: &str = "const [first] = await timed('solve', { game: { text: '2 1 3 4/5 6 7 8/9 10 11 12/13 15 14 0' } }); \
    const all = []; let moves = 0; \
    for (let number = 1; number <= 100; number++) { \
      const [took, answer] = await timed('solve', { game: { text: `korf15:${number}` } }); \
      all.push(took); moves += answer.moves; } \
    return [first, rank(all, 0.5), rank(all, 0.99), moves];";

/// All packings of bricks that lock a cube of 4.
const LOCK: &str = "const all = []; let raw; for (let turn = 0; turn < 3; turn++) { \
      const [took, answer] = await timed('lock', { box: '4x4x4', bricks: ['2x2x1'] }); \
      all.push(took); raw = answer.total.raw; } return [rank(all, 0.5), Number(raw)];";

/// All positions of the 3 x 4 board.
const SPACE: &str = "const game = { text: '1 2 3 4/5 6 7 8/9 10 11 0' }; \
    const [took, answer] = await timed('space', { game }); return [took, answer.states, answer.radius];";

/// A program that ends with the test.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts `slideways serve` without tables; returns the address of its page.
fn serve(program: &str) -> (Program, String) {
    let tables = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-tables");
    let _ = fs::remove_dir_all(&tables);
    let mut child = Command::new(program)
        .args(["serve", "--port", "0"])
        .env("SLIDEWAYS_TABLES", tables)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    let lines = BufReader::new(child.stdout.take().expect("it is piped")).lines().map_while(Result::ok);
    let home = lines.filter_map(|line| Some(line[line.find("http://")?..].trim().to_owned())).next();
    (Program(child), home.expect("it prints its address"))
}

/// What was measured on one carrier, in the order of the rows.
fn measured(browser: &Browser) -> Vec<f64> {
    browser.wait_for_scripts();
    let first_hint = || browser.run(FIRST_HINT).as_f64().expect("it is a time");
    let run = |script: &str| {
        let found: Value = browser.run(&format!("{TOOLS} {script}"));
        let list = found.as_array().unwrap_or_else(|| panic!("{found}"));
        list.iter().map(|number| number.as_f64().expect("it is a number")).collect::<Vec<f64>>()
    };
    let cold = first_hint();
    if Browser::site().is_some() {
        browser.until("document.documentElement.dataset.offline === 'ready' || !document.querySelector('meta[name=slideways-module]')");
    }
    let warm = {
        let mut all: Vec<f64> = (0..5)
            .map(|_| {
                browser.reload();
                first_hint()
            })
            .collect();
        all.sort_by(f64::total_cmp);
        all[2]
    };
    let klotski = run(KLOTSKI);
    assert_eq!(klotski[1], 25955.0);
    let fifteen = run(FIFTEEN);
    assert_eq!(fifteen[3], 5307.0, "moves of Korf's hundred positions");
    let lock = run(LOCK);
    let space = run(SPACE);
    assert_eq!(space[1..], [239_500_800.0, 53.0]);
    assert_eq!(lock[1], 945_417.0);
    vec![cold, warm, klotski[0], fifteen[0], fifteen[1], fifteen[2], lock[0], space[0]]
}

#[test]
#[ignore = "measures for minutes: cargo xtask site --bench"]
fn the_module_beside_the_program() {
    let site = Browser::site().expect("`cargo xtask site --bench` sets SLIDEWAYS_SITE");
    let program = env::var("SLIDEWAYS_PROGRAM").expect("`cargo xtask site --bench` sets SLIDEWAYS_PROGRAM");
    let module = fs::canonicalize(site.join("module/slideways_bg.wasm")).expect("the site has a module");
    let gzip = Command::new("gzip").args(["-9", "--stdout"]).arg(&module).output().expect("gzip runs");
    println!("module: {} bytes, gzipped {}", fs::metadata(&module).unwrap().len(), gzip.stdout.len());

    let browser = Browser::open_site(site, Window::Desktop, "#/play/klotski");
    let module = measured(&browser);
    drop(browser);
    let (_program, home) = serve(&program);
    let browser = Browser::open_elsewhere(home, Window::Desktop, "#/play/klotski");
    let native = measured(&browser);
    let rows = [
        ("first distance and hint on Klotski, first visit", "≤ 1 s"),
        ("the same, later visits (median of 5)", "≤ 200 ms"),
        ("whole space of Klotski, 25,955 arrangements (median of 9)", "≤ 3 x program"),
        ("first 15-puzzle, with small tables built", "≤ 3 s"),
        ("Korf's 100 positions of the 15-puzzle, median", "≤ 100 ms"),
        ("the same, 99 % within", "≤ 2 s"),
        ("`lock` 4x4x4 with 2x2x1, all classes (median of 3)", "≤ 3 x program"),
        ("whole space of 3 x 4, 239,500,800 positions", "≤ 4 s"),
    ];
    println!("\n| question | aim | module | program | ratio |\n|---|---|---:|---:|---:|");
    for ((row, aim), (module, native)) in rows.iter().zip(module.iter().zip(&native)) {
        println!("| {row} | {aim} | {module:.0} ms | {native:.0} ms | {:.1} |", module / native);
    }
    assert_eq!(json!(module.len()), json!(rows.len()));
}
