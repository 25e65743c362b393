//! Error responses: why a request has no answer, and an HTTP status.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use slideways_api::{Cause, Fault};

/// A refused request.
#[derive(Clone, Debug)]
pub struct Refusal {
    status: StatusCode,
    fault: Fault,
}

impl Refusal {
    /// A refusal by the server itself, before or after the question.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Refusal {
        Refusal { status, fault: Fault::request(message) }
    }

    /// Adds a suggestion.
    pub fn help(self, help: impl Into<String>) -> Refusal {
        Refusal { fault: self.fault.help(help), ..self }
    }

    /// The refusal as JSON text.
    pub fn json(&self) -> String {
        self.fault.json()
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        let status = match fault.cause() {
            Cause::Request => StatusCode::BAD_REQUEST,
            Cause::Puzzle => StatusCode::UNPROCESSABLE_ENTITY,
            Cause::Program => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Refusal { status, fault }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, [(header::CONTENT_TYPE, "application/json")], self.json()).into_response()
    }
}
