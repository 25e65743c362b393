//! A test server, and a client that can send any bytes.
#![allow(dead_code, reason = "not every test needs everything")]

use serde_json::Value;
use slideways_web::{Config, Server};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A server that stops with the test.
pub struct Running {
    pub address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// A response.
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    /// Parses a response.
    pub fn of(text: &str) -> Reply {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let body = match head.to_lowercase().contains("transfer-encoding: chunked") {
            true => unchunked(body),
            false => body.to_owned(),
        };
        Reply { status, head: head.to_owned(), body }
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{} is not JSON", self.body))
    }

    /// The events of a stream, with their names.
    pub fn events(&self) -> Vec<(String, Value)> {
        let field = |event: &str, name: &str| {
            event.lines().find_map(|line| line.strip_prefix(name)).map(|value| value.trim().to_owned())
        };
        let events = self.body.split("\n\n").filter_map(|event| {
            let (name, data) = (field(event, "event:")?, field(event, "data:")?);
            Some((name, serde_json::from_str(&data).unwrap()))
        });
        events.collect()
    }

    /// The last event of a stream.
    pub fn answer(&self) -> (String, Value) {
        self.events().pop().unwrap_or_else(|| panic!("no events in {}", self.body))
    }
}

fn unchunked(mut body: &str) -> String {
    let mut text = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 || size > rest.len() {
            break;
        }
        text.push_str(&rest[..size]);
        body = rest[size..].trim_start_matches("\r\n");
    }
    text
}

impl Running {
    pub fn new(change: impl FnOnce(&mut Config)) -> Running {
        let mut config = Config::new(([127, 0, 0, 1], 0).into());
        change(&mut config);
        let server = Server::bind(config).unwrap();
        let address = server.address().unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let asked = stop.clone();
        let thread = thread::spawn(move || server.run(move || asked.load(Ordering::Relaxed)).unwrap());
        Running { address, stop, thread: Some(thread) }
    }

    /// Stops the server and waits for it.
    pub fn end(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    }

    /// Sends some bytes and reads the whole response.
    pub fn raw(&self, request: &[u8]) -> Reply {
        let mut stream = self.connect();
        // A server that refuses a request may close the connection before all of it is sent.
        let _ = stream.write_all(request);
        let mut bytes = vec![];
        let _ = stream.read_to_end(&mut bytes);
        Reply::of(&String::from_utf8_lossy(&bytes))
    }

    pub fn get(&self, path: &str) -> Reply {
        let host = self.address;
        self.raw(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes())
    }

    /// A POST request as text.
    pub fn question(&self, path: &str, body: &str) -> String {
        format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
    }

    pub fn post(&self, path: &str, body: &Value) -> Reply {
        self.raw(self.question(path, &body.to_string()).as_bytes())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
