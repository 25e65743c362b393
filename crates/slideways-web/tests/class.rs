//! A class: 30 clients at the same time, and one search at a time.

mod common;

use common::Running;
use serde_json::{Value, json};
use std::thread;
use std::time::{Duration, Instant};

const CLIENTS: usize = 30;

/// The time limit of a search; the wait is many times as long.
const LIMIT: Duration = Duration::from_millis(500);

/// A search that ends only at its limit.
fn endless(client: usize) -> Value {
    json!({"game": {"text": "gnome/sunshine"}, "style": "step", "page": format!("client {client}")})
}

/// A search that ends within its limit.
fn short(client: usize) -> Value {
    json!({"game": {"text": "4 3 2 1/5 6 7 0"}, "page": format!("client {client}")})
}

#[test]
fn a_search_that_waits_longer_than_its_limit_is_still_solved() {
    let server = Running::new(|config| {
        config.searches = 1;
        config.limits.time = Some(LIMIT);
    });
    let is_endless = |client: usize| client < 10;
    thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|client| {
                // One after the other, so that the first ones hold up the rest.
                thread::sleep(Duration::from_millis(5));
                let question = if is_endless(client) { endless(client) } else { short(client) };
                let server = &server;
                scope.spawn(move || {
                    let started = Instant::now();
                    (server.post("/api/solve", &question).events(), started.elapsed())
                })
            })
            .collect();
        for (client, thread) in clients.into_iter().enumerate() {
            let (events, took) = thread.join().unwrap();
            let (name, answer) = events.last().unwrap();
            assert_eq!(name, "answer", "client {client}: {answer}");
            if is_endless(client) {
                assert_eq!(answer["reason"], "time", "client {client}: {answer}");
                continue;
            }
            assert_eq!(answer["outcome"], "solved", "client {client} waited {took:?}: {answer}");
            assert!(took > 4 * LIMIT, "client {client} waited {took:?} only");
            let places: Vec<u64> =
                events.iter().filter(|(_, data)| data["doing"] == "waiting").map(place).collect();
            assert!(places.len() > 3 && places.is_sorted_by(|a, b| a > b), "client {client}: {places:?}");
        }
    });
}

fn place((_, data): &(String, Value)) -> u64 {
    data["place"].as_u64().unwrap_or_else(|| panic!("no place in {data}"))
}

#[test]
fn every_client_gets_the_page_and_its_files_at_once() {
    let server = Running::new(|_| {});
    thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                for path in ["/", "/app.js", "/style.css", "/api/constants", "/api/library"] {
                    assert_eq!(server.get(path).status, 200, "{path}");
                }
            });
        }
    });
}
