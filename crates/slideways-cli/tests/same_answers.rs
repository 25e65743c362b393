//! The command line and the page give the same answers: both ask the library's front, and print its JSON.

mod common;

use common::{slideways, text};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

/// A page that ends with the test.
struct Page {
    process: Child,
    address: String,
}

impl Page {
    fn new() -> Page {
        let mut process = slideways(&["serve", "--port", "0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address =
            line.trim().trim_start_matches("the page is at http://").trim_end_matches('/').to_owned();
        Page { process, address }
    }

    /// The last event that a question is answered with.
    fn ask(&self, path: &str, question: &Value) -> Value {
        let (body, address) = (question.to_string(), &self.address);
        let mut stream = TcpStream::connect(address).unwrap();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        stream.write_all((head + &body).as_bytes()).unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let data = reply.lines().rfind(|line| line.starts_with("data:")).unwrap_or_else(|| panic!("{reply}"));
        serde_json::from_str(data.trim_start_matches("data:").trim()).unwrap()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = (self.process.kill(), self.process.wait());
    }
}

/// What the command line prints with `--json`.
fn command_line(arguments: &[&str]) -> Value {
    let output = slideways(arguments).arg("--json").output().unwrap();
    serde_json::from_str(text(&output.stdout).lines().next().unwrap_or_else(|| panic!("{arguments:?}")))
        .unwrap()
}

/// All fields that both have, but for those that measure the run, are the same; what the command line says, the page says too.
fn same(asked: &str, ours: &Value, theirs: &Value) {
    let measured = ["seconds", "peak_bytes", "puzzle", "rounds"];
    for (field, value) in
        ours.as_object().unwrap().iter().filter(|(field, _)| !measured.contains(&field.as_str()))
    {
        assert_eq!(Some(value), theirs.get(field), "{asked}: {field}");
    }
}

/// Two rows of tiles written as blocks.
const TILES_AS_BLOCKS: &str = "2 x 3\n1 = 1\n2 = 1\n3 = 1\n4 = 1\n5 = 1\n543210\n123450\n";

/// A puzzle whose goal cannot be reached.
const ODD: &str = "1 x 3\n1 = 1\n2 = 1\n102\n201\n";

#[test]
fn the_command_line_and_the_page_answer_the_same() {
    let page = Page::new();
    let solve = |name: &str, style: &str| {
        let ours = command_line(&["solve", name, "--style", style]);
        let theirs = page.ask("/api/solve", &json!({ "game": { "text": name }, "style": style }));
        same(&format!("{name}, style {style}"), &ours, &theirs);
        ours
    };
    for (style, moves) in
        [("step", 116), ("slide", 90), ("move", 81), ("set-step", 72), ("set-slide", 58), ("set-move", 55)]
    {
        assert_eq!(solve("klotski", style)["moves"], moves);
    }
    for name in ["dads", "mas_puzzle", "rush/cluster_278666", "knuth_style5_identical"] {
        solve(name, "move");
    }
    for (position, style) in [
        ("867254301", "step"),
        ("867254301", "set-step"),
        ("1 2 3/4 0 6/7 5 8", "step"),
        ("5 4 3 2/1 0 6 7", "step"),
        ("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0", "step"),
        ("korf15:12", "step"),
    ] {
        solve(position, style);
    }
    for (text, file) in [(TILES_AS_BLOCKS, "tiles.txt"), (ODD, "odd.txt")] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(file);
        std::fs::write(&path, text).unwrap();
        let ours = command_line(&["solve", path.to_str().unwrap()]);
        same(file, &ours, &page.ask("/api/solve", &json!({ "game": { "text": text } })));
    }
    let goal = "8 7 6/5 4 3/2 1 0";
    let ours = command_line(&["solve", "1 2 3/4 0 6/7 5 8", "--goal", goal]);
    same(
        goal,
        &ours,
        &page.ask("/api/solve", &json!({ "game": { "text": "1 2 3/4 0 6/7 5 8", "goal": goal } })),
    );
    let ours = command_line(&["explore", "klotski", "--farthest=12", "--hardest=12"]);
    let theirs = page.ask("/api/space", &json!({ "game": { "text": "klotski" } }));
    same("the space of klotski", &ours, &theirs);
    for (container, brick, outcome) in
        [("4x4x4", "2x2x1", "found"), ("2x2", "1x1", "found"), ("3x3", "2x3", "none")]
    {
        let ours = command_line(&["lock", container, brick]);
        let theirs = page.ask("/api/lock", &json!({ "box": container, "bricks": [brick] }));
        same(container, &ours, &theirs);
        assert_eq!(ours["outcome"], outcome, "{container} {brick}");
    }
}
