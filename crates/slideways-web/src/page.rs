//! What is looked at: the files of the page, embedded in the program. A debug build reads them from where they lie, so
//! that a page under work need only be loaded again.

use crate::fault::Fault;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;
use slideways::show;

#[derive(Embed)]
#[folder = "page"]
struct Files;

/// The file that a path names. The folder is fixed when the program is made, and there is nothing else to be had.
pub async fn file(uri: Uri) -> Response {
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    match Files::get(path) {
        Some(file) => {
            let sort = match file.metadata.mimetype() {
                sort if sort.starts_with("text/") => format!("{sort}; charset=utf-8"),
                sort => sort.to_owned(),
            };
            ([(header::CONTENT_TYPE, sort), (header::CACHE_CONTROL, "no-cache".to_owned())], file.data)
                .into_response()
        }
        None => Fault::new(StatusCode::NOT_FOUND, "there is nothing here")
            .help("the page is at `/`")
            .into_response(),
    }
}

/// The style sheet of boards, which the library draws.
pub async fn board_style() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], show::board::style_sheet())
}
