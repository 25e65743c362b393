//! A class: 30 clients at the same time, and one search at a time.

mod common;

use common::{Reply, Running};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
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

#[test]
fn the_next_port_is_used_if_one_is_taken() {
    let first = Running::new(|_| {});
    let config = slideways_web::Config::new(first.address);
    assert!(slideways_web::Server::bind(config.clone()).is_err());
    let second = slideways_web::Server::bind_nearby(config).unwrap().address().unwrap();
    assert_eq!(second.ip(), first.address.ip());
    assert!((1..=50).contains(&second.port().abs_diff(first.address.port())), "{second}");
}

#[test]
fn the_server_encodes_links_and_knows_its_addresses() {
    let server = Running::new(|_| {});
    let code =
        server.post("/api/qr", &json!({"text": "http://192.168.178.20:8015/#/class?p=klotski"})).json();
    assert_eq!(code["side"], 29 + 8, "{code}");
    assert!(code["path"].as_str().unwrap().starts_with("M4 4h7v1h-7z"), "{code}");
    let refused = server.post("/api/qr", &json!({"text": "x".repeat(3000)}));
    assert_eq!(refused.status, 422);
    assert!(refused.body.contains("3000 bytes") && refused.body.contains("2953"), "{}", refused.body);
    // A server for this machine alone has no address for others.
    assert_eq!(server.get("/api/addresses").json(), json!({"addresses": [], "site": null}));
    let open = Running::new(|config| {
        config.address = ([0, 0, 0, 0], 0).into();
        config.token = Some("k7m2p9qa".to_owned());
    });
    let found = open.get("/api/addresses").json();
    let port = open.address.port();
    for address in found["addresses"].as_array().unwrap() {
        let address = address.as_str().unwrap();
        assert!(
            address.starts_with("http://") && address.ends_with(&format!(":{port}/k7m2p9qa/")),
            "{address}"
        );
        assert!(!address.contains("127.0.0.1"), "{address}");
    }
}

#[test]
fn other_devices_need_the_token() {
    let server = Running::new(|config| {
        config.address = ([0, 0, 0, 0], 0).into();
        config.token = Some("k7m2p9qa".to_owned());
        config.site = Some("https://puzzles.example/".to_owned());
    });
    let port = server.address.port();
    // This machine, with and without the token.
    for path in ["/", "/k7m2p9qa/", "/k7m2p9qa/api/constants", "/api/constants"] {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
    assert_eq!(server.get("/api/addresses").json()["site"], "https://puzzles.example/");
    // The same machine under an address of the network counts as another device.
    for address in slideways_web::lan::addresses().unwrap() {
        let ask = |path: &str| {
            let mut stream = TcpStream::connect((address.ip, port)).unwrap();
            let request =
                format!("GET {path} HTTP/1.1\r\nHost: {}:{port}\r\nConnection: close\r\n\r\n", address.ip);
            stream.write_all(request.as_bytes()).unwrap();
            let mut bytes = vec![];
            stream.read_to_end(&mut bytes).unwrap();
            Reply::of(&String::from_utf8_lossy(&bytes))
        };
        for path in ["/k7m2p9qa/", "/k7m2p9qa/app.js", "/k7m2p9qa/api/constants"] {
            assert_eq!(ask(path).status, 200, "{path}");
        }
        for path in ["/", "/app.js", "/api/constants", "/k7m2p9qb/", "/k7m2p9qa"] {
            let refused = ask(path);
            assert_eq!(refused.status, 403, "{path}");
            assert!(refused.body.contains("needs the token"), "{}", refused.body);
            assert!(refused.head.contains("content-security-policy"), "{}", refused.head);
        }
    }
}
