//! `/api/addresses`: where other devices find this server.

use crate::lan;
use crate::questions::{App, response};
use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use slideways_api::Body;
use std::sync::Arc;

#[derive(Serialize)]
struct Addresses {
    /// Addresses of the page, the most likely one first; none if the server accepts this machine only.
    addresses: Vec<String>,
    /// The page as a static site, which everyone can open.
    site: Option<String>,
}

/// The addresses now: a laptop may have changed its network since the server started.
pub async fn addresses(State(app): State<Arc<App>>) -> Response {
    let found = match app.address {
        address if address.ip().is_unspecified() => lan::addresses().unwrap_or_default(),
        _ => vec![],
    };
    let port = app.address.port();
    let token = app.token.as_ref().map_or(String::new(), |token| format!("{token}/"));
    let addresses = found.iter().map(|found| format!("http://{}:{port}/{token}", found.ip)).collect();
    let text = serde_json::to_string(&Addresses { addresses, site: app.site.clone() })
        .expect("all keys are strings");
    response(Body::Json(text.into()))
}
