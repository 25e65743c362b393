//! The token of a server for the local network: its address begins with it, as in
//! `http://192.168.178.20:8015/k7m2p9qa/`.
//!
//! Any device on a network can find a server; only one that has the link can use it. All paths of the page
//! are relative, so the token is part of every request without the page knowing it. This machine needs no
//! token.

use axum::body::Body;
use axum::http::{Request, Uri};
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// The letters of a token: without pairs that look alike.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The number of letters: one guess in 10^12 is right.
const LENGTH: usize = 8;

/// Marks the request of a device that does not know the token.
#[derive(Clone)]
pub struct NotAdmitted;

/// A new token.
pub fn token() -> String {
    // The keys of every `RandomState` are random.
    let mut random = RandomState::new().hash_one(0u8);
    let mut letter = || {
        let letter = LETTERS[(random % 32) as usize] as char;
        random /= 32;
        letter
    };
    (0..LENGTH).map(|_| letter()).collect()
}

/// Removes the token from the path of a request. Marks a request without it, unless it comes from this
/// machine.
pub fn admit(request: &mut Request<Body>, token: &str, is_local: bool) {
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
    let rest = path.strip_prefix('/').and_then(|path| path.strip_prefix(token));
    match rest.filter(|rest| rest.starts_with('/')).and_then(|rest| rest.parse::<Uri>().ok()) {
        Some(rest) => *request.uri_mut() = rest,
        None if is_local => {}
        None => drop(request.extensions_mut().insert(NotAdmitted)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The path of an admitted request.
    fn admitted(path: &str, is_local: bool) -> Option<String> {
        let mut request = Request::builder().uri(path).body(Body::empty()).unwrap();
        admit(&mut request, "k7m2", is_local);
        let is_admitted = request.extensions().get::<NotAdmitted>().is_none();
        is_admitted.then(|| request.uri().to_string())
    }

    #[test]
    fn other_devices_need_the_token() {
        assert_eq!(admitted("/k7m2/", false).as_deref(), Some("/"));
        assert_eq!(admitted("/k7m2/api/solve?x=1", false).as_deref(), Some("/api/solve?x=1"));
        for path in ["/", "/api/solve", "/k7m2", "/k7m2x/", "/K7M2/", "//k7m2/", "/x/k7m2/"] {
            assert_eq!(admitted(path, false), None, "{path}");
            assert_eq!(admitted(path, true).as_deref(), Some(path), "this machine does not need it");
        }
        assert_eq!(admitted("/k7m2/app.js", true).as_deref(), Some("/app.js"));
    }

    #[test]
    fn tokens_differ_and_can_be_read() {
        let (one, other) = (token(), token());
        assert!(one != other && one.len() == LENGTH && one.bytes().all(|letter| LETTERS.contains(&letter)));
    }
}
