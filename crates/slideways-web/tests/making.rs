//! The requests of the editor: verdicts, notations, and puzzles with another start.

mod common;

use common::Running;
use serde_json::{Value, json};
use slideways::format::{self, tiles};
use slideways::show::palette;
use std::time::Duration;

fn verdict(server: &Running, game: &Value, style: &str) -> Value {
    let (event, verdict) = server.post("/api/verdict", &json!({"game": game, "style": style})).answer();
    assert_eq!(event, "answer", "{verdict}");
    verdict
}

#[test]
fn a_verdict_has_moves_solutions_and_the_hardest_start() {
    let server = Running::new(|_| {});
    let reply = server.post("/api/verdict", &json!({"game": {"text": "klotski"}, "style": "move"}));
    let events = reply.events();
    let parts: Vec<&Value> = events.iter().filter(|(name, _)| name == "part").map(|(_, part)| part).collect();
    let known = |part: &Value| ["moves", "solutions", "hardest"].map(|field| !part[field].is_null());
    assert_eq!(
        parts.iter().map(|part| known(part)).collect::<Vec<_>>(),
        [[true, false, false], [true, true, false]]
    );
    let (_, verdict) = reply.answer();
    assert_eq!((&verdict["outcome"], &verdict["moves"]), (&json!("solved"), &json!(81)), "{verdict}");
    assert_eq!((&verdict["more"], &parts[0]["more"]), (&json!(false), &json!(true)));
    assert!(verdict["solutions"].as_str().unwrap().parse::<u128>().unwrap() > 1, "{verdict}");
    let hardest = &verdict["hardest"];
    assert_eq!((&hardest["moves"], &hardest["states"]), (&json!(93), &json!(25955)), "{verdict}");

    // The hardest start as a puzzle: it needs as many moves, and the optimum of the old start is gone.
    let harder = json!({"text": "klotski", "at": hardest["at"]});
    let game = server.post("/api/read", &harder).json();
    assert_eq!((&game["optimum"], &game["name"]), (&json!({}), &json!("")), "{game}");
    assert!(!game["text"].as_str().unwrap().contains("optimum"), "{game}");
    for game in [json!({"text": game["text"]}), harder] {
        assert_eq!(verdict_moves(&server, &game), json!(93));
    }
}

fn verdict_moves(server: &Running, game: &Value) -> Value {
    verdict(server, game, "move")["moves"].clone()
}

#[test]
fn unsolvable_is_proved_and_has_no_hardest_start() {
    let server = Running::new(|_| {});
    let told = verdict(&server, &json!({"text": "1 x 4\n1 = 1\n2 = 1\n1200\ngoal 2@0,0\n"}), "move");
    assert_eq!((&told["outcome"], &told["hardest"]), (&json!("unsolvable"), &Value::Null), "{told}");
    assert!(told["proof"].as_str().unwrap().contains("goal"), "{told}");
    let odd = verdict(&server, &json!({"text": "2 1 3/4 5 6/7 8 0"}), "step");
    assert_eq!((&odd["outcome"], &odd["reason"]), (&json!("unsolvable"), &json!("parity")), "{odd}");
}

#[test]
fn a_verdict_that_runs_out_of_time_has_a_bound() {
    let server = Running::new(|config| config.limits.time = Some(Duration::from_millis(1)));
    let told = verdict(&server, &json!({"text": "sunshine"}), "step");
    assert_eq!((&told["outcome"], &told["reason"]), (&json!("stopped"), &json!("time")), "{told}");
    assert!(told["lower_bound"].is_u64() && told["moves"].is_null() && told["hardest"].is_null(), "{told}");
    assert_eq!((&told["hardest_stop"], &told["limit"]), (&json!("time"), &json!(0.001)), "{told}");
}

#[test]
fn tiles_have_a_verdict_too() {
    let server = Running::new(|_| {});
    let told = verdict(&server, &json!({"text": "1 2 3/4 0 5/7 8 6"}), "step");
    assert_eq!((&told["moves"], &told["solutions"]), (&json!(2), &json!("1")), "{told}");
    let hardest = &told["hardest"];
    assert_eq!((&hardest["moves"], &hardest["starts"]), (&json!(31), &json!(2)), "{told}");
    let harder = json!({"text": "1 2 3/4 0 5/7 8 6", "at": hardest["at"]});
    assert_eq!(verdict(&server, &harder, "step")["moves"], 31);
    let game = server.post("/api/read", &harder).json();
    assert_eq!((&game["family"], &game["goal"]), (&json!("tiles"), &json!("blank-last")), "{game}");
    // All positions of a larger board are too many for a verdict, and an open goal has no single centre.
    let large = verdict(&server, &json!({"text": "1 2 3 4/5 6 7 8/9 10 0 12/13 14 11 15"}), "step");
    assert_eq!((&large["lower_bound"], &large["hardest_stop"]), (&json!(2), &json!("positions")), "{large}");
    let open = json!({"text": "1 2 3/4 0 5/7 8 6", "goal": "1 2 3/* * */* * *"});
    let open = verdict(&server, &open, "step");
    assert_eq!((&open["moves"], &open["hardest_stop"]), (&json!(0), &json!("open-goal")), "{open}");
}

#[test]
fn an_arrangement_that_does_not_fit_is_no_start() {
    let server = Running::new(|_| {});
    let answer = server.post("/api/read", &json!({"text": "klotski", "at": [0]})).json();
    assert_eq!(answer["error"]["message"], "`at` has 1 cells, but the puzzle has 10 pieces");
}

#[test]
fn a_puzzle_is_offered_in_every_notation_that_can_express_it() {
    let server = Running::new(|_| {});
    let names = |text: &str| -> Vec<String> {
        let answer = server.post("/api/notations", &json!({"game": {"text": text}})).json();
        let all = answer["notations"].as_array().unwrap();
        for one in all {
            let read = server.post("/api/read", &json!({"text": one["text"]})).json();
            assert!(read["error"].is_null(), "{one}: {read}");
        }
        all.iter().map(|one| one["notation"].as_str().unwrap().to_owned()).collect()
    };
    let blocks = names("klotski");
    let can = |name: &str| blocks.iter().any(|one| one == name);
    assert!(can("sliding") && can("json") && !can("rush-hour"), "{blocks:?}");
    assert!(names("..BAAB...").contains(&"rush-hour".to_owned()));
    assert_eq!(names("1 2 3/4 0 5/7 8 6").len(), tiles::Notation::ALL.len());
    let constants = server.get("/api/constants").json();
    assert_eq!(constants["notations"], json!(format::Notation::ALL.map(format::Notation::name)));
    assert_eq!(constants["tile_notations"], json!(tiles::Notation::ALL.map(tiles::Notation::name)));
}

#[test]
fn pieces_have_the_colours_of_their_picture() {
    let server = Running::new(|_| {});
    let klotski = server.post("/api/read", &json!({"text": "klotski"})).json();
    for piece in klotski["pieces"].as_array().unwrap() {
        let kind = piece["kind"].as_u64().unwrap() as usize;
        assert_eq!(piece["colour"], palette::kind(kind).to_string());
    }
    let tiles = server.post("/api/read", &json!({"text": "8 6 7/2 5 4/3 0 1"})).json();
    let colour = |tile: usize| tiles["pieces"][tile - 1]["colour"].as_str().unwrap();
    // 4 and 7 belong to the first column, 5 to the second row.
    assert!(colour(4) == colour(7) && colour(4) != colour(5), "{tiles}");
    assert!(tiles["svg"].as_str().unwrap().contains(&format!("fill=\"{}\"", colour(5))), "{tiles}");
}

#[test]
fn what_people_paste_is_read() {
    let server = Running::new(|_| {});
    let read = |text: &str| server.post("/api/read", &json!({"text": text})).json();
    let drawn = read("baac\nbaac\ndffe\ndghe\ni..j\n\n....\n....\n....\n.aa.\n.aa.\n");
    assert_eq!((&drawn["family"], &drawn["style"]), (&json!("blocks"), &json!("move")), "{drawn}");
    let (_, verdict) = server.post("/api/verdict", &json!({"game": {"text": drawn["text"]}})).answer();
    assert_eq!(verdict["moves"], json!(81), "{verdict}");
    let wrong = read("baab\nbaa\ncc..\n....\ngoal a@2,1\n");
    assert_eq!((&wrong["error"]["line"], &wrong["error"]["column"]), (&json!(2), &json!(1)), "{wrong}");
    let equal = read("3 1 0/1 2 0");
    assert_eq!((&equal["family"], &equal["style"]), (&json!("blocks"), &json!("step")), "{equal}");
    for position in ["D2R3", "[[1,2,3,4],[0,5,6,7],[9,10,11,8],[13,14,15,12]]"] {
        let text = "1 2 3 4/0 5 6 7/9 10 11 8/13 14 15 12";
        assert_eq!(read(position)["text"], json!(text), "{position}");
    }
}
