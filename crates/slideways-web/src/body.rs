//! Request bodies: JSON objects of limited size that arrive in time.

use crate::fault::Fault;
use crate::routes::App;
use axum::body::{self, Body};
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::time::Duration;

/// The maximum size of a request body, several times that of a puzzle of a thousand cells.
pub const MOST_BYTES: usize = 64 << 10;

/// A parsed request body.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Asked<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Asked<T>, Fault> {
        let sort = request.headers().get(header::CONTENT_TYPE).and_then(|sort| sort.to_str().ok());
        let is_json =
            |sort: &str| sort.split(';').next().is_some_and(|sort| sort.trim() == "application/json");
        if !sort.is_some_and(is_json) {
            return Err(Fault::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "the request body is not declared as JSON",
            )
            .help("send it with `content-type: application/json`"));
        }
        let bytes = read(request.into_body(), app.patience).await?;
        serde_json::from_slice(&bytes).map(Asked).map_err(|error| {
            Fault::bad_request(format!("the request cannot be read: {error}"))
                .help("see the chapter on the API in the docs")
        })
    }
}

async fn read(body: Body, patience: Duration) -> Result<body::Bytes, Fault> {
    match tokio::time::timeout(patience, body::to_bytes(body, MOST_BYTES)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        // A body that is too large and one that breaks off look alike here. In the second case the client has
        // left.
        Ok(Err(_)) => Err(Fault::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("the request body has more than {MOST_BYTES} bytes"),
        )),
        Err(_) => Err(Fault::new(StatusCode::REQUEST_TIMEOUT, "the request body did not arrive in time")),
    }
}
