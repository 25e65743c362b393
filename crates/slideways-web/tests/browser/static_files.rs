//! A static host: files of a folder under a sub-path, over plain HTTP, without special headers.

#![allow(dead_code, reason = "not every test needs everything")]

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::{fs, io, thread};

/// The folder of the host under which the site is found.
pub const SUB_PATH: &str = "/puzzles/slideways/";

/// Serves a folder under [`SUB_PATH`], until the program ends. Returns the address.
pub fn serve(folder: PathBuf, port: u16) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind(("127.0.0.1", port))?;
    let address = listener.local_addr()?;
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let folder = folder.clone();
            // An error on a connection concerns only its client.
            thread::spawn(move || answer(stream, &folder));
        }
    });
    Ok(address)
}

/// Answers the requests of a connection, until the client closes it.
fn answer(mut stream: TcpStream, folder: &Path) -> io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    while let Some(first) = lines.next() {
        let first = first?;
        for header in lines.by_ref() {
            if header?.is_empty() {
                break;
            }
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
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    if !path.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    let media = match path.extension()?.to_str()? {
        "css" => "text/css",
        "html" => "text/html",
        "js" => "text/javascript",
        "svg" => "image/svg+xml",
        // A host that does not know WebAssembly: the page copes with it.
        _ => "application/octet-stream",
    };
    Some((media, fs::read(folder.join(path)).ok()?))
}
