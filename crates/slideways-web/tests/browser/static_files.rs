//! A static host: files of a folder under a sub-path, over plain HTTP, without special headers.

#![allow(dead_code, reason = "not every test needs everything")]

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::{fs, io, thread};

/// The folder of the host under which the site is found.
pub const SUB_PATH: &str = "/puzzles/slideways/";

/// A host that serves until the program ends, or until it is stopped.
pub struct Host {
    pub address: SocketAddr,
    stopped: Arc<AtomicBool>,
}

impl Host {
    /// Serves a folder under [`SUB_PATH`]; port 0 selects a free port.
    pub fn serve(folder: PathBuf, port: u16) -> io::Result<Host> {
        let listener = TcpListener::bind(("127.0.0.1", port))?;
        let host = Host { address: listener.local_addr()?, stopped: Arc::default() };
        let stopped = host.stopped.clone();
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if stopped.load(Relaxed) {
                    return;
                }
                let (folder, stopped) = (folder.clone(), stopped.clone());
                // An error on a connection concerns only its client.
                thread::spawn(move || answer(stream, &folder, &stopped));
            }
        });
        Ok(host)
    }

    /// Answers nothing more, on open connections neither.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
        // The listener wakes up, and closes.
        let _ = TcpStream::connect(self.address);
    }
}

/// Answers the requests of a connection, until the client closes it or the host stops.
fn answer(mut stream: TcpStream, folder: &Path, stopped: &AtomicBool) -> io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    while let Some(first) = lines.next() {
        let first = first?;
        for header in lines.by_ref() {
            if header?.is_empty() {
                break;
            }
        }
        if stopped.load(Relaxed) {
            break;
        }
        let found = first.split(' ').nth(1).and_then(|path| content(folder, path));
        let (status, media, bytes) = match found {
            Some((media, bytes)) => ("200 OK", media, bytes),
            None => ("404 Not Found", "text/plain", b"not found".to_vec()),
        };
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {media}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\n\r\n",
            bytes.len()
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(&bytes)?;
    }
    Ok(())
}

/// The media type and the bytes of a file of the site.
fn content(folder: &Path, path: &str) -> Option<(&'static str, Vec<u8>)> {
    let path = path.split(['?', '#']).next()?.strip_prefix(SUB_PATH)?;
    let path = match path.is_empty() || path.ends_with('/') {
        true => format!("{path}index.html"),
        false => path.to_owned(),
    };
    let path = Path::new(&path);
    if !path.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    let media = match path.extension()?.to_str()? {
        "css" => "text/css",
        "html" => "text/html",
        "js" => "text/javascript",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        // A host that does not know WebAssembly: the page copes with it.
        _ => "application/octet-stream",
    };
    Some((media, fs::read(folder.join(path)).ok()?))
}
