//! The files of the page, embedded in the program. A debug build reads them from disk, so an edited page
//! needs only a reload.

use crate::refusal::Refusal;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use slideways::show;
use std::borrow::Cow;

/// The files by their paths, in ascending order.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Serves the file at a path. The set of paths is fixed at build time; no other file can be read.
pub async fn file(uri: Uri) -> Response {
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    match content(path) {
        Some(content) => {
            let headers = [(header::CONTENT_TYPE, kind(path)), (header::CACHE_CONTROL, "no-cache")];
            (headers, content).into_response()
        }
        None => {
            Refusal::new(StatusCode::NOT_FOUND, "no such file").help("the page is at `/`").into_response()
        }
    }
}

/// The bytes of a file.
fn content(path: &str) -> Option<Cow<'static, [u8]>> {
    let at = FILES.binary_search_by_key(&path, |&(path, _)| path).ok()?;
    if cfg!(debug_assertions) {
        let now = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/page/").to_owned() + path);
        if let Ok(now) = now {
            return Some(Cow::Owned(now));
        }
    }
    Some(Cow::Borrowed(FILES[at].1))
}

/// The media type of a file, by the ending of its name.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.') {
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// Serves the style sheet of boards, which the library generates.
pub async fn board_style() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], show::board::style_sheet())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_has_a_kind() {
        assert!(FILES.is_sorted());
        for (path, _) in FILES {
            assert_ne!(kind(path), "application/octet-stream", "{path}");
            assert!(content(path).is_some_and(|content| !content.is_empty()), "{path}");
        }
        assert!(content("../Cargo.toml").is_none() && content("").is_none() && content("views").is_none());
    }
}
