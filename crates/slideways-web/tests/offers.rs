//! What the page may offer: spaces that fit, files of packings, and films of moves.

mod common;

use common::Running;
use serde_json::{Value, json};

#[test]
fn a_space_that_does_not_fit_is_refused_in_advance() {
    let server = Running::new(|_| {});
    let reason = |text: &str, goal: Value| {
        let game = server.post("/api/read", &json!({"text": text, "goal": goal})).json();
        game["no_space"].clone()
    };
    assert_eq!(reason("klotski", Value::Null), json!({}));
    assert_eq!(reason("8 6 7/2 5 4/3 0 1", Value::Null), json!({}));
    let fifteen = reason("korf15:1", Value::Null);
    for style in ["step", "set-step"] {
        // The reason is the message of the search itself.
        let asked = json!({"game": {"text": "korf15:1"}, "style": style});
        let (event, fault) = server.post("/api/space", &asked).answer();
        assert_eq!((&*event, &fault["error"]["message"]), ("error", &fifteen[style]["message"]), "{fault}");
    }
    let open = reason("1 2 3/4 5 6/7 8 0", json!("1 2 3/* * */* * 0"));
    assert!(open["step"]["message"].as_str().unwrap().contains("fixes the blank"), "{open}");
    let drawn = server.post("/api/random", &json!({"size": "4x4", "seed": 7})).json();
    assert_eq!(drawn["no_space"], fifteen);
}

#[test]
fn a_puzzle_of_the_library_has_one_title_and_other_names() {
    let server = Running::new(|_| {});
    let read = |text: &str| server.post("/api/read", &json!({"text": text})).json();
    for word in ["klotski", "huarong-dao"] {
        let game = read(word);
        assert_eq!((&game["name"], &game["title"]), (&json!("klotski"), &json!("Klotski")));
        assert_eq!(game["aliases"], json!(["L'âne rouge", "Huarong Dao"]));
    }
    assert_eq!(read("korf15:1")["aliases"], json!([]));
    assert_eq!(read("1 2 3/4 5 6/7 8 0")["aliases"], json!([]));
}

#[test]
fn a_space_that_fits_the_memory_is_offered() {
    let server = Running::new(|config| config.limits.memory = 1 << 20);
    let small = server.post("/api/read", &json!({"text": "1 2 3 4/5 6 7 8/9 10 11 0"})).json();
    assert!(small["no_space"]["step"]["message"].is_string(), "239500800 positions need more than 1 MiB");
    let server = Running::new(|config| config.limits.memory = 1 << 30);
    let large = server.post("/api/read", &json!({"text": "1 2 3 4/5 6 7 8/9 10 11 0"})).json();
    assert_eq!(large["no_space"], json!({}));
}

#[test]
fn a_locked_packing_is_described_drawn_and_solid() {
    let server = Running::new(|_| {});
    let packing = "112112033 442502533 440566566";
    let ask = |packing: &str, form: &str| {
        server.post("/api/packing", &json!({"box": "3x3x3", "packing": packing, "form": form}))
    };
    let found = ask(packing, "json").json();
    assert_eq!((&found["pieces"], &found["text"]), (&json!(6), &json!(packing)));
    assert_eq!(found["placed"][0]["blockers"]["L"], json!(["wall"]));
    assert!(ask(packing, "svg").body.starts_with("<svg"));
    assert!(ask(packing, "stl").body.starts_with("Slideways, millimetres"));
    let loose = ask("110000000 000000000 000000000", "svg");
    assert_eq!(loose.status, 422);
    assert_eq!(loose.json()["error"]["message"], "the packing is not locked: piece 1 slides right");
    assert_eq!(ask("11", "svg").status, 422);
    let flat = json!({"box": "2x2", "packing": "11 11", "form": "svg", "theme": "dark"});
    assert!(server.post("/api/packing", &flat).body.starts_with("<svg"));
}

#[test]
fn of_many_packings_those_with_the_fewest_pieces_are_sent() {
    let server = Running::new(|_| {});
    let most = server.get("/api/constants").json()["most_packings"].as_u64().unwrap() as usize;
    let reply = server.post("/api/lock", &json!({"box": "3x3x3", "bricks": ["2x1x1"]}));
    let packings = reply.events().into_iter().filter(|(name, _)| name == "packing");
    let mut pieces: Vec<u64> = packings.map(|(_, packing)| packing["pieces"].as_u64().unwrap()).collect();
    let (_, answer) = reply.answer();
    let by_count = answer["by_count"].as_object().unwrap();
    let mut all: Vec<u64> = by_count
        .iter()
        .flat_map(|(count, number)| {
            let classes = number["classes"].as_u64().unwrap() as usize;
            std::iter::repeat_n(count.parse().unwrap(), classes.min(most))
        })
        .collect();
    pieces.sort_unstable();
    all.sort_unstable();
    // Those that others displaced were sent too.
    assert!(pieces.len() > most && all.len() > most, "{} of {}", pieces.len(), all.len());
    let empty = usize::from(all[0] == 0);
    assert_eq!(pieces[..most - empty], all[..most - empty]);
}

#[test]
fn moves_by_the_pages_pieces_are_drawn_or_refused() {
    let server = Running::new(|_| {});
    let film = |text: &str, style: &str, pieces: Value, path: &str| {
        let moves = json!([{"pieces": pieces, "path": path}]);
        let game = json!({"text": text});
        server.post("/api/picture", &json!({"game": game, "style": style, "form": "film", "moves": moves}))
    };
    let box_of_three = "1 x 3\n1 = 1\n100\n001\n";
    assert!(film(box_of_three, "move", json!([0]), "RR").body.starts_with("<svg"));
    assert_eq!(film(box_of_three, "move", json!([0]), "RRR").status, 422);
    assert_eq!(film(box_of_three, "move", json!([7]), "R").status, 400);
    assert_eq!(film(box_of_three, "move", json!([0]), "Q").status, 400);
    // Tile t is piece t - 1. Two tiles that slide together are one move.
    let together = film("1 2 3/0 4 5/6 7 8", "set-step", json!([3, 4]), "L");
    assert!(together.body.contains("1 move"), "{}", together.body);
}
