//! Questions: JSON objects, not too large, that arrive in time.

use crate::fault::Fault;
use crate::routes::App;
use axum::body::{self, Body};
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::time::Duration;

/// The longest question: a puzzle of a thousand cells has room in it several times over.
pub const MOST_BYTES: usize = 64 << 10;

/// A question that could be read.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Asked<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Asked<T>, Fault> {
        let sort = request.headers().get(header::CONTENT_TYPE).and_then(|sort| sort.to_str().ok());
        let is_json =
            |sort: &str| sort.split(';').next().is_some_and(|sort| sort.trim() == "application/json");
        if !sort.is_some_and(is_json) {
            return Err(Fault::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "a question is asked in JSON")
                .help("send it with `content-type: application/json`"));
        }
        let bytes = read(request.into_body(), app.patience).await?;
        serde_json::from_slice(&bytes).map(Asked).map_err(|error| {
            Fault::bad_request(format!("the question cannot be read: {error}"))
                .help("what can be asked is described in the docs, in the chapter on the API")
        })
    }
}

async fn read(body: Body, patience: Duration) -> Result<body::Bytes, Fault> {
    match tokio::time::timeout(patience, body::to_bytes(body, MOST_BYTES)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        // Too large and broken off look alike here; the one who broke it off does not hear of it.
        Ok(Err(_)) => Err(Fault::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("a question has at most {MOST_BYTES} bytes"),
        )),
        Err(_) => Err(Fault::new(StatusCode::REQUEST_TIMEOUT, "the question did not arrive in time")),
    }
}
