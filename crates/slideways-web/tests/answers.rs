//! Requests and their answers.

mod common;

use common::Running;
use serde_json::{Value, json};
use slideways::format::tiles::path::{Convention, parse};
use slideways::format::{self, solution};
use slideways::puzzle::Kind;
use slideways::show::palette::SHADES;
use slideways::tiles::{Goal, replay};
use slideways::{Style, check, library};

#[test]
fn the_page_has_a_strict_policy_and_other_paths_fail() {
    let server = Running::new(|_| {});
    let page = server.get("/");
    assert_eq!(page.status, 200);
    let head = page.head.to_lowercase();
    for header in [
        "content-type: text/html; charset=utf-8",
        "content-security-policy: default-src 'none'; script-src 'self'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
    ] {
        assert!(head.contains(header), "{header} is not in {head}");
    }
    for path in [
        "/Cargo.toml",
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/src/lib.rs",
        "//etc/passwd",
        "/page/../../src/lib.rs",
        "/index.html/..",
        "/%00",
    ] {
        let reply = server.get(path);
        assert!((400..500).contains(&reply.status), "{path}: {}", reply.status);
        assert!(!reply.body.contains("[package]") && !reply.body.contains("//!"), "{path}");
    }
    assert_eq!(server.get("/api/nothing").json()["error"]["message"], "unknown API path");
    assert_eq!(server.get("/api/solve").status, 405);
}

#[test]
fn the_constants_are_those_of_the_library() {
    let server = Running::new(|_| {});
    let constants = server.get("/api/constants").json();
    assert_eq!((&constants["kind_names"], &constants["goals"]), (&json!(Kind::NAMES), &json!(Goal::NAMES)));
    for style in Style::ALL {
        assert_eq!(constants["styles"][style.number()]["name"], style.name());
    }
    assert_eq!(constants["shades"].as_array().unwrap().len(), SHADES);
    assert_eq!(server.post("/api/constants", &json!({})).status, 405);
}

#[test]
fn the_script_has_no_copies_of_the_constants() {
    let server = Running::new(|_| {});
    let constants = server.get("/api/constants").json();
    let words = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()).collect()
    };
    let mut copies = vec![Kind::NAMES.to_owned(), "blank-first".to_owned(), "set-slide".to_owned()];
    copies.extend(words(&constants["colours"]));
    copies.extend(words(&constants["shades"]));
    let mut folders = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/page"))];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "js")
                && !path.ends_with("self-test.js")
            {
                let script = std::fs::read_to_string(&path).unwrap();
                let found = copies.iter().find(|copy| script.contains(copy.as_str()));
                assert_eq!(found, None, "{}", path.display());
            }
        }
    }
}

#[test]
fn a_word_that_is_not_a_puzzle_gets_help() {
    let server = Running::new(|_| {});
    let error = |text: &str| server.post("/api/read", &json!({"text": text})).json()["error"].clone();
    let mistyped = error("klotsky");
    assert_eq!(mistyped["message"], "there is no puzzle `klotsky` in the library");
    assert_eq!((&mistyped["help"], &mistyped["span"]), (&json!("did you mean `klotski`?"), &json!([0, 7])));
    assert_eq!(error("five")["help"], "puzzle text begins with its size, as in `5 x 4 Klotski`");
    assert_eq!(error("korf15")["message"], "`korf15` contains 100 puzzles, but one is expected");
}

#[test]
fn the_hints_lead_through_klotski() {
    let server = Running::new(|_| {});
    let game = server.post("/api/read", &json!({"text": "klotski"})).json();
    assert_eq!((&game["family"], &game["optimum"]["move"]), (&json!("blocks"), &json!(81)));
    let mut at: Vec<i64> = cells(&game);
    for distance in (0..=81).rev() {
        let hint = server
            .post("/api/hint", &json!({"game": {"text": game["text"], "at": at}, "style": "move"}))
            .json();
        assert_eq!(hint["distance"], distance, "{hint}");
        if let Some(first) = hint["moves"].get(0) {
            played(&mut at, first, 4);
        }
    }
}

fn cells(game: &Value) -> Vec<i64> {
    game["pieces"].as_array().unwrap().iter().map(|piece| piece["at"].as_i64().unwrap()).collect()
}

/// Plays a move on a plane box with `cols` columns.
fn played(at: &mut [i64], played: &Value, cols: i64) {
    for piece in played["pieces"].as_array().unwrap() {
        for step in played["path"].as_str().unwrap().chars() {
            at[piece.as_u64().unwrap() as usize] += match step {
                'R' => 1,
                'L' => -1,
                'D' => cols,
                'U' => -cols,
                other => panic!("{other} is not a direction of the plane"),
            };
        }
    }
}

#[test]
fn a_solution_equals_that_of_the_command_line() {
    let server = Running::new(|_| {});
    let klotski = library::puzzle("klotski").unwrap();
    for (style, moves) in [("step", 116), ("slide", 90), ("move", 81)] {
        let (event, answer) =
            server.post("/api/solve", &json!({"game": {"text": "klotski"}, "style": style})).answer();
        assert_eq!(
            (&*event, &answer["outcome"], &answer["moves"]),
            ("answer", &json!("solved"), &json!(moves))
        );
        let text: Vec<&str> =
            answer["solution"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
        let read = solution::parse(&klotski, &text.join(" ")).unwrap();
        check::solution(&klotski, &read, style.parse::<Style>().unwrap()).unwrap();
        assert_eq!(answer["path"].as_array().unwrap().len(), moves);
        assert_eq!(answer["path"][moves - 1]["distance"], 0);
    }
}

#[test]
fn a_big_board_has_a_good_solution_at_once_and_a_bound() {
    let server = Running::new(|config| config.limits.time = Some(std::time::Duration::from_secs(2)));
    let reply = server.post("/api/solve", &json!({"game": {"text": "korf24:50"}}));
    let start = format::tiles::parse(
        server.post("/api/read", &json!({"text": "korf24:50"})).json()["text"].as_str().unwrap(),
        None,
    );
    let found: Vec<Value> =
        reply.events().into_iter().filter(|(name, _)| name == "found").map(|(_, found)| found).collect();
    assert!(!found.is_empty());
    for way in &found {
        let words: Vec<&str> =
            way["solution"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
        let start = start.as_ref().unwrap();
        let path = parse(&words.join(" "), Convention::Letters, start).unwrap();
        replay::solution(start, &path, &Goal::blank_first(start.size())).unwrap();
        assert!(way["lower_bound"].as_u64().unwrap() <= 113 && words.len() >= 113);
    }
    let (_, answer) = reply.answer();
    assert_eq!((&answer["outcome"], &answer["reason"]), (&json!("stopped"), &json!("time")), "{answer}");
}

#[test]
fn an_arrangement_unreachable_from_the_start_is_solved() {
    let server = Running::new(|_| {});
    // Two pieces that cannot pass each other, placed in the other order.
    let text = "1 x 4\n1 = 1\n2 = 1\n1200\ngoal 2@0,0\n";
    let ask = |at: Value| server.post("/api/solve", &json!({"game": {"text": text, "at": at}})).answer().1;
    assert_eq!(ask(json!([0, 1]))["outcome"], "unsolvable");
    let other = ask(json!([3, 1]));
    assert_eq!((&other["outcome"], &other["moves"]), (&json!("solved"), &json!(1)), "{other}");
    let hint = server.post("/api/hint", &json!({"game": {"text": text, "at": [3, 1]}})).json();
    assert_eq!((&hint["distance"], &hint["moves"][0]["path"]), (&json!(1), &json!("L")), "{hint}");
}

#[test]
fn tiles_are_solved_from_where_they_are() {
    let server = Running::new(|_| {});
    let text = "8 6 7/2 5 4/3 0 1";
    let start = format::tiles::parse(text, None).unwrap();
    for (style, moves) in [("step", 31), ("set-step", 20)] {
        let (_, answer) =
            server.post("/api/solve", &json!({"game": {"text": text}, "style": style})).answer();
        let words: Vec<&str> =
            answer["solution"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
        let path = parse(&words.join(" "), Convention::Letters, &start).unwrap();
        replay::solution(&start, &path, &Goal::blank_last(start.size())).unwrap();
        assert_eq!(
            (&answer["outcome"], words.len()),
            (&json!("solved"), answer["moves"].as_u64().unwrap() as usize)
        );
        assert!(words.len() == moves || style == "set-step");
        // The page tracks its own pieces: tile t is piece t - 1.
        let mut at = cells(&server.post("/api/read", &json!({"text": text})).json());
        answer["path"].as_array().unwrap().iter().for_each(|step| played(&mut at, step, 3));
        assert_eq!(at, (0..8).collect::<Vec<i64>>());
    }
    let (_, odd) = server.post("/api/solve", &json!({"game": {"text": "2 1 3/4 5 6/7 8 0"}})).answer();
    assert_eq!((&odd["outcome"], &odd["reason"]), (&json!("unsolvable"), &json!("parity")));
    assert_eq!(odd.get("other_goal"), None);
    let loyd = json!({"game": {"text": "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"}});
    let (_, odd) = server.post("/api/solve", &loyd).answer();
    assert_eq!((&odd["reason"], &odd["other_goal"]), (&json!("parity"), &json!("blank-first")));
}

#[test]
fn a_space_has_layers_and_the_current_arrangement() {
    let server = Running::new(|_| {});
    let (_, space) =
        server.post("/api/space", &json!({"game": {"text": "klotski"}, "style": "move"})).answer();
    assert_eq!(
        (&space["states"], &space["radius"], &space["hardest"]),
        (&json!(25955), &json!(124), &json!(93))
    );
    assert_eq!(space["here"], json!({"from_start": 0, "to_goal": 81}));
    assert_eq!(
        space["hardest_at"].as_array().unwrap().len(),
        space["hardest_starts"].as_array().unwrap().len()
    );
    let (_, board) = server.post("/api/space", &json!({"game": {"text": "4 3 2 1/5 6 7 0"}})).answer();
    assert_eq!(board["states"], 20160);
    let (event, board) = server.post("/api/space", &json!({"game": {"text": "korf15:1"}})).answer();
    assert_eq!(event, "error");
    assert!(board["error"]["message"].as_str().unwrap().contains("10,461,394,944,000 positions"), "{board}");
}

#[test]
fn a_graph_has_every_arrangement_and_every_link() {
    let server = Running::new(|_| {});
    let (event, graph) = server.post("/api/graph", &json!({"game": {"text": "1 2 3/4 5 0"}})).answer();
    assert_eq!((&*event, &graph["states"], &graph["radius"]), ("answer", &json!(360), &json!(21)), "{graph}");
    let length = |name: &str| graph[name].as_str().unwrap().trim_end_matches('=').len() * 3 / 4;
    assert_eq!((length("at"), length("x"), length("to_goal")), (360 * 5 * 2, 360 * 4, 360 * 2));
    // In two of six cells the blank has three neighbours, otherwise two.
    assert_eq!(length("links"), 360 * 14 / 6 / 2 * 8);
    let (event, fault) = server.post("/api/graph", &json!({"game": {"text": "1 2 3/4 5 6/7 8 0"}})).answer();
    assert_eq!(event, "error");
    assert!(fault["error"]["message"].as_str().unwrap().contains("more than 50000"), "{fault}");
}

#[test]
fn bricks_are_locked_and_name_their_blockers() {
    let server = Running::new(|_| {});
    let reply = server.post("/api/lock", &json!({"box": "4x4x4", "bricks": ["2x2x1"], "fewest": true}));
    let packings: Vec<Value> = reply
        .events()
        .into_iter()
        .filter(|(name, _)| name == "packing")
        .map(|(_, packing)| packing)
        .collect();
    assert_eq!(packings.len(), 3);
    for packing in &packings {
        let placed = packing["placed"].as_array().unwrap();
        assert_eq!((placed.len(), &packing["pieces"]), (12, &json!(12)));
        for brick in placed {
            let blockers = brick["blockers"].as_object().unwrap();
            assert_eq!(blockers.len(), 6);
            assert!(blockers.values().all(|held| !held.as_array().unwrap().is_empty()));
        }
    }
    // Packings that are found quickly are not dropped.
    let quick = server.post("/api/lock", &json!({"box": "6x6", "bricks": ["101/111"]}));
    let classes = quick.answer().1["total"]["classes"].as_u64().unwrap();
    let shown = quick.events().iter().filter(|(name, _)| name == "packing").count();
    assert_eq!(shown as u64, classes.min(200), "{classes} classes");
    let (_, answer) = reply.answer();
    assert_eq!((&answer["fewest"], &answer["total"]["classes"]), (&json!(12), &json!(3)));
}

#[test]
fn random_positions_can_be_reproduced() {
    let server = Running::new(|_| {});
    let drawn = server.post("/api/random", &json!({"size": "4x4", "seed": 7})).json();
    let again = server.post("/api/random", &json!({"size": "4x4", "seed": 7})).json();
    assert_eq!((&drawn["text"], drawn["pieces"].as_array().unwrap().len()), (&again["text"], 15));
    let another = server.post("/api/random", &json!({"size": "4x4"})).json();
    assert_ne!(another["text"], drawn["text"]);
    assert_eq!(server.post("/api/random", &json!({"size": "1x99"})).status, 422);
}

#[test]
fn pictures_are_made_in_every_format() {
    let server = Running::new(|_| {});
    let picture = |question: Value| {
        let reply = server.post("/api/picture", &question);
        assert_eq!(reply.status, 200, "{question}: {}", reply.body);
        reply.body
    };
    for (text, solution) in
        [("1 x 3\n1 = 1\n100\n001\n", json!(["1@0,0:R2"])), ("1 2 3/4 0 5/7 8 6", json!(["L", "U"]))]
    {
        let game = json!({"text": text});
        assert!(picture(json!({"game": game, "form": "svg", "theme": "dark"})).starts_with("<svg"));
        assert!(picture(json!({"game": game, "form": "png"})).contains("PNG"));
        for form in ["strip", "film", "gif"] {
            let made = picture(json!({"game": game, "form": form, "solution": solution}));
            assert!(made.starts_with(if form == "gif" { "GIF89a" } else { "<svg" }), "{form}");
            let none = server.post("/api/picture", &json!({"game": game, "form": form}));
            assert_eq!(none.status, 422);
        }
        let wrong = server.post("/api/picture", &json!({"game": game, "form": "gif", "solution": ["U9"]}));
        assert_eq!(wrong.status, 422, "{}", wrong.body);
    }
}

#[test]
fn an_error_reads_as_on_the_command_line() {
    let server = Running::new(|_| {});
    let reply = server.post("/api/read", &json!({"text": "2 x 2\n1 = 1\n1002\ngoal 1@1,1\n"}));
    let error = &reply.json()["error"];
    assert_eq!((reply.status, &reply.json()["outcome"]), (200, &json!("error")));
    assert_eq!((&error["line"], &error["column"]), (&json!(3), &json!(4)), "{error}");
    assert!(error["help"].is_string() && error["label"].is_string() && error["span"].is_array(), "{error}");
}
