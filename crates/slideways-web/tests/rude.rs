//! Limits, cancellation, and badly behaved clients.

mod common;

use common::{Reply, Running};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

/// A request that keeps one thread busy until its limit.
fn endless(page: Option<&str>) -> Value {
    json!({"game": {"text": "gnome/sunshine"}, "style": "step", "page": page})
}

/// Sends a request and reads only the beginning of the answer.
fn begun(server: &Running, question: &Value) -> TcpStream {
    let mut stream = server.connect();
    stream.write_all(server.question("/api/solve", &question.to_string()).as_bytes()).unwrap();
    let mut some = [0; 512];
    let mut heard = String::new();
    while !heard.contains("event: progress") {
        let n = stream.read(&mut some).unwrap();
        assert!(n > 0, "{heard}");
        heard.push_str(&String::from_utf8_lossy(&some[..n]));
    }
    stream
}

fn rest(mut stream: TcpStream) -> Reply {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    Reply { status: 200, head: String::new(), body: text }
}

/// Sends an easy request; returns the response time.
fn easy(server: &Running) -> Duration {
    let started = Instant::now();
    let (event, answer) = server.post("/api/solve", &json!({"game": {"text": "4 3 2 1/5 6 7 0"}})).answer();
    assert_eq!((&*event, &answer["outcome"]), ("answer", &json!("solved")), "{answer}");
    started.elapsed()
}

#[test]
fn a_search_stops_when_its_client_leaves() {
    let server = Running::new(|config| config.searches = 1);
    let stream = begun(&server, &endless(None));
    stream.shutdown(Shutdown::Both).unwrap();
    drop(stream);
    assert!(easy(&server) < Duration::from_secs(10), "its turn never came");
}

#[test]
fn a_newer_request_of_the_same_page_stops_the_older_one() {
    let server = Running::new(|config| config.searches = 1);
    let older = begun(&server, &endless(Some("a")));
    let newer = server.post("/api/solve", &json!({"game": {"text": "4 3 2 1/5 6 7 0"}, "page": "a"}));
    assert_eq!(newer.answer().1["outcome"], "solved");
    let older = rest(older).body;
    assert!(
        older.contains("\"outcome\":\"stopped\"") && older.contains("\"reason\":\"interrupt\""),
        "{older}"
    );
}

#[test]
fn a_search_stays_within_its_limits() {
    let server = Running::new(|config| {
        config.limits.time = Some(Duration::from_millis(300));
    });
    let started = Instant::now();
    let (_, answer) = server.post("/api/solve", &endless(None)).answer();
    assert_eq!((&answer["outcome"], &answer["reason"]), (&json!("stopped"), &json!("time")), "{answer}");
    assert!(answer["lower_bound"].as_u64().unwrap() > 0 && started.elapsed() < Duration::from_secs(10));
    let server = Running::new(|config| config.limits.memory = 8 << 20);
    let (_, answer) = server.post("/api/solve", &endless(None)).answer();
    assert_eq!((&answer["outcome"], &answer["reason"]), (&json!("stopped"), &json!("memory")), "{answer}");
}

#[test]
fn too_many_concurrent_searches_are_refused() {
    let server = Running::new(|config| config.searches = 1);
    let held: Vec<TcpStream> = (0..128).map(|_| begun(&server, &endless(None))).collect();
    let refused = server.post("/api/solve", &endless(None));
    assert_eq!(
        (refused.status, &refused.json()["error"]["message"]),
        (429, &json!("too many concurrent searches"))
    );
    drop(held);
    thread::sleep(Duration::from_millis(200));
    assert!(easy(&server) < Duration::from_secs(20));
}

#[test]
fn clients_that_left_do_not_wait() {
    let server = Running::new(|config| config.searches = 1);
    let _busy = begun(&server, &endless(None));
    for _ in 0..3 {
        let gone: Vec<TcpStream> = (0..20).map(|_| begun(&server, &endless(None))).collect();
        drop(gone);
        thread::sleep(Duration::from_secs(1));
    }
    let waiting = begun(&server, &endless(None));
    drop(waiting);
}

#[test]
fn cached_answers_do_not_wait_for_a_turn() {
    let server = Running::new(|config| config.searches = 1);
    let klotski = json!({"game": {"text": "klotski"}, "style": "move"});
    assert_eq!(server.post("/api/solve", &klotski).answer().1["moves"], 81);
    let _busy = begun(&server, &endless(None));
    assert_eq!(server.post("/api/solve", &klotski).answer().1["moves"], 81);
    assert_eq!(server.post("/api/hint", &klotski).json()["distance"], 81);
}

#[test]
fn a_server_with_a_running_search_stops_at_once() {
    let mut server = Running::new(|_| {});
    let _busy = begun(&server, &endless(None));
    let started = Instant::now();
    server.end();
    assert!(started.elapsed() < Duration::from_secs(8), "{:?}", started.elapsed());
}

#[test]
fn malformed_requests_get_an_error_message() {
    let server = Running::new(|config| config.patience = Duration::from_millis(400));
    let says = |reply: &Reply, status: u16| {
        assert_eq!(reply.status, status, "{}", reply.body);
        assert!(reply.json()["error"]["message"].as_str().unwrap().len() > 10, "{}", reply.body);
    };
    let raw = |head: &str, body: &str| {
        let request = format!(
            "POST /api/solve HTTP/1.1\r\nConnection: close\r\n{head}Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        server.raw(request.as_bytes())
    };
    let own = format!("Host: {}\r\n", server.address);
    let json = "Content-Type: application/json\r\n";
    says(&raw(&format!("Host: evil.example\r\n{json}"), "{}"), 403);
    says(&raw(&format!("{own}{json}Origin: http://evil.example\r\n"), "{}"), 403);
    says(&raw(&own, "{}"), 415);
    says(&raw(&format!("{own}Content-Type: text/plain\r\n"), "{}"), 415);
    says(&raw(&format!("{own}{json}"), ""), 400);
    says(&raw(&format!("{own}{json}"), "{\"game\""), 400);
    says(&raw(&format!("{own}{json}"), "{\"game\":{\"text\":\"klotski\"},\"sytle\":\"move\"}"), 400);
    says(
        &raw(&format!("{own}{json}"), &format!("{{\"game\":{{\"text\":\"{}\"}}}}", "x".repeat(70_000))),
        413,
    );
    // A body that is shorter than its declared length.
    let late =
        format!("POST /api/solve HTTP/1.1\r\nConnection: close\r\n{own}{json}Content-Length: 50\r\n\r\n{{");
    says(&server.raw(late.as_bytes()), 408);
    let started = Instant::now();
    server.raw(b"GET / HTTP/1.1\r\nHost: ");
    assert!(started.elapsed() < Duration::from_secs(10), "an endless header times out");
    for garbage in
        [&b"\0\0\0\0\r\n\r\n"[..], b"GET\r\n\r\n", &[0xff; 100_000], b"POST /api/solve HTTP/1.1\r\n\r\n"]
    {
        assert_ne!(server.raw(garbage).status, 200);
    }
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn hostile_requests_get_an_error_message() {
    let server = Running::new(|config| {
        config.limits.time = Some(Duration::from_millis(200));
        config.limits.memory = 64 << 20;
    });
    let texts = [
        "",
        "5 x",
        "99999999999 x 9",
        "32 x 32\n1 = 1\n1\ngoal 1@0,1",
        "2 x 2\n1 = 1\n1\ngoal 1@9,9",
        "1 2 3/4 5 6/7 7 0",
        "0x",
        "korf15:0",
        "korf15:101",
        "korf15:-1",
        "{\"format\":",
        "\u{0}\u{1}",
        "<script>alert(1)</script>",
        "../../etc/passwd",
        "1 x 1\n1 = 1\n1\ngoal 1@0,0",
    ];
    let places =
        [json!(null), json!([]), json!([0]), json!([65535]), json!([0, 0, 0, 0, 0, 0, 0, 0]), json!("x")];
    let styles = [json!(null), json!("move"), json!("set-move"), json!("nonsense"), json!(7)];
    for (i, text) in texts.iter().enumerate() {
        for route in ["read", "solve", "hint", "space", "graph", "random", "lock", "picture", "design"] {
            let (at, style) = (&places[i % places.len()], &styles[i % styles.len()]);
            let questions = [
                json!({"text": text}),
                json!({"game": {"text": text, "at": at}, "style": style}),
                json!({"game": {"text": text, "goal": text}}),
                json!({"size": text}),
                json!({"box": text, "bricks": [text, "2x2x1"]}),
                json!({"box": "3x3", "pieces": text, "goal": text, "moves": "1", "number": 1}),
            ];
            for question in questions {
                let reply = server.post(&format!("/api/{route}"), &question);
                assert!(
                    (200..500).contains(&reply.status),
                    "{route} {question}: {} {}",
                    reply.status,
                    reply.body
                );
                if reply.status == 200 && reply.body.contains("event:") {
                    assert!(!reply.body.contains("internal error"), "{route} {question}: {}", reply.body);
                }
            }
        }
    }
}
