//! The questions over HTTP: a request body in; JSON, a file, or a stream of events out.

use crate::body;
use crate::jobs::Jobs;
use crate::refusal::Refusal;
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use slideways_api::{Answer, Api, Body, Listener, Reporter, Task};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

/// The state shared by all requests.
pub struct App {
    /// Answers the questions.
    pub api: Arc<Api>,
    /// The job queue.
    pub jobs: Arc<Jobs>,
    /// The address on which the server listens.
    pub address: SocketAddr,
    /// The time within which a request must arrive.
    pub patience: Duration,
    /// The token that other devices need, if any.
    pub token: Option<String>,
    /// The address of the page as a static site, if there is one.
    pub site: Option<String>,
}

/// Answers a question that has no body.
pub async fn constant(name: &'static str, State(app): State<Arc<App>>) -> Result<Response, Refusal> {
    answered(&app, app.api.ask(name, b"")?).await
}

/// Answers a question.
pub async fn question(
    name: &'static str,
    State(app): State<Arc<App>>,
    request: Request,
) -> Result<Response, Refusal> {
    let body = body::json(request, app.patience).await?;
    answered(&app, app.api.ask(name, &body)?).await
}

async fn answered(app: &App, task: Task) -> Result<Response, Refusal> {
    let Task { has_events, page, answer } = task;
    match answer {
        Answer::Known(body) if has_events => app.jobs.at_once(page.as_deref(), body),
        Answer::Known(body) => Ok(response(body)),
        Answer::Short(work) => {
            let done = tokio::task::spawn_blocking(move || work(&mut Reporter::new(&Silent)));
            Ok(response(done.await.unwrap_or_else(|_| Err(crate::jobs::panicked()))?))
        }
        Answer::Search(work) if has_events => app.jobs.stream(page.as_deref(), work),
        Answer::Search(work) => Ok(response(app.jobs.answer(work).await?)),
    }
}

/// Work that sends no events.
struct Silent;

impl Listener for Silent {
    fn tell(&self, _: &str, _: String) {}
}

/// An answer as a response.
pub fn response(body: Body) -> Response {
    match body {
        Body::Json(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
        Body::File { media, bytes } => ([(header::CONTENT_TYPE, media)], bytes).into_response(),
    }
}
