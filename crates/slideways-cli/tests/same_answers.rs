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
            line.trim().trim_start_matches("serving the page at http://").trim_end_matches('/').to_owned();
        Page { process, address }
    }

    /// The last event that a question is answered with.
    fn ask(&self, path: &str, question: &Value) -> Value {
        let reply = self.reply(path, question);
        let data = reply.lines().rfind(|line| line.starts_with("data:")).unwrap_or_else(|| panic!("{reply}"));
        serde_json::from_str(data.trim_start_matches("data:").trim()).unwrap()
    }

    /// What the page reads in a text.
    fn read(&self, text: &str, goal: Option<&str>) -> Value {
        let reply = self.reply("/api/read", &json!({ "text": text, "goal": goal }));
        serde_json::from_str(reply.split_once("\r\n\r\n").unwrap().1).unwrap_or_else(|_| panic!("{reply}"))
    }

    fn reply(&self, path: &str, question: &Value) -> String {
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
        reply
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

/// All fields that both have, but for those that measure the run, are the same; what the command line says,
/// the page says too.
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

/// Words that are puzzles; of tiles and of blocks, by name and written out.
const PUZZLES: [&str; 17] = [
    "klotski",
    "Red-Donkey",
    "rush/moves_60",
    "korf15:88",
    "KORF24: 1",
    "867254301",
    "1 2 3/4 0 6/7 5 8",
    "2x3:1,2,3,4,0,5",
    "0xfe169b4c0a73d852",
    "3\n0 1 3\n4 2 5\n7 8 6\n",
    "1 2 3/4 5 6/7 8 0 # done",
    "b7 3 1/2 0",
    "..BAAB...",
    "AA.B\n...B\n....\n....\n",
    TILES_AS_BLOCKS,
    "  ######\n  -ab**#\n  ######\n..\n",
    "# by hand\n1 x 3\n1 = 1\n100\n001\n",
];

/// Words that are none.
const NOT_PUZZLES: [&str; 20] = [
    "klotsky",
    "klot",
    "nothing-of-the-kind",
    "nine.text",
    "korf99",
    "korf15",
    "korf15:0",
    "korf15:101",
    "korf15:first",
    "1 2 3/4 5 6/7 7 0",
    "1 2 3 4 5",
    "1 2 * 0",
    "1230\n3120\n",
    "AAB?.B...",
    "AA..B.B..\nAA.......\n",
    "",
    "5 x 4 mine",
    "five\nby four",
    "{\"format\":",
    "2 x 2\n1 = 1\n1002\ngoal 1@1,1\n",
];

/// What the command line makes of a puzzle.
fn converted(word: &str, to: &str) -> String {
    let output = slideways(&["convert", word, "--to", to]).output().unwrap();
    text(&output.stdout).trim_end().to_owned()
}

/// Both refuse a word, or a goal, at the same place, for the same reason, with the same remedy.
fn both_refuse(arguments: &[&str], page: &Value) {
    let output = slideways(arguments).output().unwrap();
    let (ours, theirs) = (text(&output.stderr), &page["error"]);
    assert_eq!((output.status.code(), &page["outcome"]), (Some(2), &json!("error")), "{arguments:?}: {ours}");
    let message = ours.lines().next().unwrap().trim_start_matches("error: ");
    let said = theirs["message"].as_str().unwrap();
    // Only the command line has files.
    match message.strip_suffix(" is neither a library puzzle nor a file") {
        Some(word) => {
            assert_eq!(said, format!("there is no puzzle {word} in the library"));
            let named = |help: &str| help.contains("did you mean") || help.contains("the sets of");
            let help = theirs["help"].as_str().unwrap();
            assert!(ours.contains(help) || !(named(ours) || named(help)), "{help}: {ours}");
        }
        None => {
            assert_eq!(said, message, "{arguments:?}");
            assert_eq!(theirs["line"].is_null(), !ours.contains(" --> "), "{arguments:?}: {ours}");
            if let (Some(line), Some(column)) = (theirs["line"].as_u64(), theirs["column"].as_u64()) {
                assert!(ours.contains(&format!(">:{line}:{column}\n")), "{line}:{column}: {ours}");
            }
            let help = theirs["help"].as_str().map(|help| format!("= help: {help}"));
            assert_eq!(help.is_some(), ours.contains("= help: "), "{arguments:?}: {ours}");
            assert!(ours.contains(&help.unwrap_or_default()), "{arguments:?}: {ours}");
        }
    }
}

#[test]
fn a_word_means_the_same_on_the_command_line_and_on_the_page() {
    let page = Page::new();
    let json = converted("klotski", "json");
    for word in PUZZLES.into_iter().chain([&*json]) {
        let game = page.read(word, None);
        let to = if game["family"] == "tiles" { "rows" } else { "sliding" };
        assert_eq!(game["text"].as_str().map(str::trim_end), Some(&*converted(word, to)), "{word}: {game}");
    }
    for word in NOT_PUZZLES {
        both_refuse(&["show", word], &page.read(word, None));
    }
}

#[test]
fn a_goal_means_the_same_on_the_command_line_and_on_the_page() {
    let page = Page::new();
    let position = "1 2 3/4 0 6/7 5 8";
    for goal in ["blank-last", " blank-first", "8 7 6/5 4 3/2 1 0", "1 2 3/* * */* * *", "0 1 2/* * */* * *"]
    {
        let output = slideways(&["show", position, "--goal", goal]).output().unwrap();
        let (ours, theirs) = (text(&output.stdout), page.read(position, Some(goal)));
        let title = theirs["title"].as_str().unwrap_or_else(|| panic!("{goal}: {theirs}"));
        assert!(ours.contains(title), "{goal}: {title}: {ours}");
    }
    for goal in ["left", "", "1 2 3", "1 2 3/4 5 6/7 7 0", "2x2:1230", "blank first"] {
        both_refuse(&["show", position, "--goal", goal], &page.read(position, Some(goal)));
    }
}
