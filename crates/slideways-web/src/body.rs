//! Request bodies: JSON of limited size that arrives in time.

use crate::refusal::Refusal;
use axum::body::{self, Bytes};
use axum::extract::Request;
use axum::http::{StatusCode, header};
use slideways_api::Api;
use std::time::Duration;

/// Reads the body of a request that declares it as JSON.
pub async fn json(request: Request, patience: Duration) -> Result<Bytes, Refusal> {
    let media = request.headers().get(header::CONTENT_TYPE).and_then(|media| media.to_str().ok());
    let is_json =
        |media: &str| media.split(';').next().is_some_and(|media| media.trim() == "application/json");
    if !media.is_some_and(is_json) {
        return Err(Refusal::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "the request body is not declared as JSON",
        )
        .help("send it with `content-type: application/json`"));
    }
    match tokio::time::timeout(patience, body::to_bytes(request.into_body(), Api::MOST_BYTES)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        // A body that is too large and one that breaks off look alike here. In the second case the client has
        // left.
        Ok(Err(_)) => Err(Refusal::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("the request body has more than {} bytes", Api::MOST_BYTES),
        )),
        Err(_) => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request body did not arrive in time")),
    }
}
