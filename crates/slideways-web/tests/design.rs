//! Puzzles that meet conditions: `/api/design`.

mod common;

use common::Running;
use serde_json::{Value, json};
use slideways::design::NamedKit;
use slideways::outcome::Outcome;
use slideways::read::{self, Reading, no_files};
use slideways::{Solver, Style};

/// The puzzles of a stream and its answer.
fn designed(server: &Running, request: &Value) -> (Vec<Value>, Value) {
    let reply = server.post("/api/design", request);
    let events = reply.events();
    let puzzles = events.iter().filter(|(name, _)| name == "puzzle").map(|(_, puzzle)| puzzle.clone());
    let (event, answer) = reply.answer();
    assert_eq!(event, "answer", "{} {answer}", reply.body);
    (puzzles.collect(), answer)
}

/// The number of moves of a shortest solution of a text.
fn least(text: &str, style: Style) -> u64 {
    let Reading::Blocks(read) = read::puzzle(text, None, &mut no_files).unwrap() else {
        panic!("no blocks: {text}")
    };
    match Solver::new(&read.puzzle).style(style).solve().unwrap().outcome {
        Outcome::Solved(solution) => solution.len() as u64,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn puzzles_are_found_with_the_moves_that_are_asked_for() {
    let server = Running::new(|_| {});
    let request = json!({"box": "4x4", "pieces": "rush", "moves": "5..7", "number": 6});
    let (puzzles, answer) = designed(&server, &request);
    assert_eq!((puzzles.len(), &answer["found"], &answer["outcome"]), (6, &json!(6), &json!("found")));
    assert_eq!((&answer["style"], &answer["goals"]), (&json!("move"), &json!(["red@1,2"])), "{answer}");
    for (number, puzzle) in (1..).zip(&puzzles) {
        let moves = puzzle["moves"].as_u64().unwrap();
        assert!((5..=7).contains(&moves) && puzzle["number"] == number, "{puzzle}");
        assert!(puzzle["svg"].as_str().unwrap().starts_with("<svg"), "{puzzle}");
        for text in ["text", "line"] {
            assert_eq!(least(puzzle[text].as_str().unwrap(), Style::MOVE), moves, "{puzzle}");
        }
    }
    // The lines are a list that every client reads.
    let lines: Vec<&str> = puzzles.iter().map(|puzzle| puzzle["line"].as_str().unwrap()).collect();
    assert_eq!(read::puzzles(&lines.join("\n"), &mut no_files).len(), 6);
    // The same seed finds the same puzzles, another seed others.
    let texts = |puzzles: &[Value]| puzzles.iter().map(|one| one["text"].clone()).collect::<Vec<_>>();
    assert_eq!(texts(&designed(&server, &request).0), texts(&puzzles));
    let mut other = request;
    other["seed"] = json!(2);
    assert_ne!(texts(&designed(&server, &other).0), texts(&puzzles));
}

#[test]
fn conditions_hold_and_drawings_are_a_list() {
    let server = Running::new(|_| {});
    let request = json!({
        "box": "4x3", "pieces": "1*2x2 0..*2x1|1x2 0..*1x1", "holes": "2..4", "style": "slide", "moves": "4..",
        "unique": "up-to-order", "minimal": "weak", "all_move": true, "most_pieces": 6, "number": 3,
    });
    let (puzzles, answer) = designed(&server, &request);
    assert_eq!((puzzles.len(), &answer["style"]), (3, &json!("slide")), "{answer}");
    for puzzle in &puzzles {
        let (moves, pieces) = (puzzle["moves"].as_u64().unwrap(), puzzle["pieces"].as_u64().unwrap());
        assert!(moves >= 4 && pieces <= 6, "{puzzle}");
        assert!((2..=4).contains(&puzzle["holes"].as_u64().unwrap()), "{puzzle}");
        assert_eq!(least(puzzle["line"].as_str().unwrap(), "slide".parse().unwrap()), moves, "{puzzle}");
    }
    let lines: Vec<&str> = puzzles.iter().map(|puzzle| puzzle["line"].as_str().unwrap()).collect();
    let list = format!("# three puzzles\n{}\n", lines.join("\n"));
    assert_eq!(read::puzzles(&list, &mut no_files).len(), 3, "{list}");
}

#[test]
fn a_search_that_runs_out_of_time_says_so() {
    let server = Running::new(|config| config.limits.time = Some(std::time::Duration::from_millis(300)));
    let request = json!({"box": "4x4", "pieces": "rush", "moves": "90..", "seconds": 600});
    let (puzzles, answer) = designed(&server, &request);
    assert!(puzzles.is_empty(), "{puzzles:?}");
    assert_eq!((&answer["outcome"], &answer["reason"]), (&json!("stopped"), &json!("time")), "{answer}");
    assert_eq!(answer["limit"], json!(0.3), "the server's limit is the lower one: {answer}");
    assert!(!answer["archive"].as_array().unwrap().is_empty(), "{answer}");
}

#[test]
fn what_cannot_be_searched_is_refused_with_the_reason() {
    let server = Running::new(|_| {});
    let refused = |request: Value, status: u16, message: &str| {
        let reply = server.post("/api/design", &request);
        let found = reply.json()["error"]["message"].clone();
        assert_eq!(reply.status, status, "{request}: {found}");
        assert!(found.as_str().unwrap().contains(message), "{request}: {found}");
    };
    let with = |field: &str, value: Value| {
        let mut request = json!({"box": "4x4", "pieces": "rush"});
        request[field] = value;
        request
    };
    refused(json!({"pieces": "rush"}), 400, "missing field `box`");
    refused(with("colour", json!("red")), 400, "unknown field `colour`");
    refused(with("unique", json!("very")), 400, "unknown variant `very`");
    refused(with("box", json!("4 by 4")), 422, "`4 by 4` is not the size of a box");
    refused(with("box", json!("20x20")), 422, "the box has 400 cells, but");
    refused(with("pieces", json!("trucks")), 422, "`trucks` is not a piece");
    refused(with("pieces", json!("1x1 ".repeat(300))), 422, "`pieces` has more than 1024 bytes");
    refused(with("pieces", json!("20*1x2")), 422, "the pieces need at least 40 cells");
    refused(with("goal", json!("blue@1,1")), 422, "the goal names the piece blue, which is not in the kit");
    refused(with("holes", json!("few")), 422, "`few` is not a range of holes");
    refused(with("moves", json!("7..5")), 422, "the range 7..5 is empty");
    refused(with("moves", json!("0")), 422, "a puzzle has at least one move");
    refused(with("moves", json!("1000000..")), 422, "a puzzle of 1000000 moves has at least 1000001 states");
    refused(with("style", json!("set-step")), 422, "style set-step moves sets of pieces");
    refused(with("style", json!("jump")), 422, "jump");
    refused(with("number", json!(101)), 422, "`number` is 101, but it must be from 1 to 100");
    refused(with("number", json!(0)), 422, "`number` is 0, but it must be from 1 to 100");
    refused(with("seconds", json!(-1)), 422, "`seconds` is not a time");
}

#[test]
fn the_page_gets_the_kits_and_limits() {
    let server = Running::new(|_| {});
    let design = server.get("/api/constants").json()["design"].clone();
    let kits = design["kits"].as_array().unwrap();
    assert_eq!(kits.len(), NamedKit::ALL.len());
    assert_eq!(
        (&kits[0]["name"], &kits[0]["box"], &kits[0]["holes"]),
        (&json!("klotski"), &json!("5x4"), &json!(2))
    );
    assert_eq!((&kits[2]["name"], &kits[2]["holes"]), (&json!("rush"), &Value::Null));
    assert_eq!((&design["number"], &design["most"]), (&json!(24), &json!(100)));
}
