//! Host and origin checks, and security headers.
//!
//! A foreign page can make a browser send requests to a server on this machine, if a host name of that page
//! resolves to this machine's address (*DNS rebinding*). The browser then sends that name as `Host`, so the
//! server rejects unknown host names. An IP address cannot be rebound to another one. Requests that a foreign
//! page sends to our own name carry its name as `Origin`, and are rejected for that.
//!
//! A server for the local network also accepts names such as `teacher.local`. Multicast DNS resolves them
//! (RFC 6762): only a device on the same link can answer for such a name, never a domain of the Internet, and
//! a device on the link can reach that server by its address anyway. A server for this machine alone does not
//! accept them: there a name from the link would open what the link cannot reach.

use crate::refusal::Refusal;
use crate::token::NotAdmitted;
use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use slideways::format::error::shortened;
use slideways_api::Fault;
use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

/// The content security policy: only files of this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The headers of every response.
const HEADERS: [(&str, &str); 5] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

/// The header for loopback hosts. Without TLS, browsers accept it from them alone; from other hosts they
/// ignore it and log an error.
const LOOPBACK_HEADER: (&str, &str) = ("cross-origin-opener-policy", "same-origin");

/// The host names that are accepted besides `localhost` and IP addresses.
pub struct Names {
    /// Whole names.
    pub known: Vec<String>,
    /// Whether the names of multicast DNS are accepted, such as `teacher.local`.
    pub multicast: bool,
}

impl Names {
    fn contain(&self, name: &str) -> bool {
        let is_multicast = || {
            let label = name.to_ascii_lowercase();
            let label = label.strip_suffix(".local").unwrap_or_default();
            !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        self.known.iter().any(|known| known.eq_ignore_ascii_case(name)) || (self.multicast && is_multicast())
    }
}

/// Passes a request on if its host is accepted: `localhost`, an IP address or one of `names`.
pub async fn guard(State(names): State<Arc<Names>>, request: Request, next: Next) -> Response {
    let opener = is_loopback(request.headers()).then_some(LOOPBACK_HEADER);
    let admitted = request.extensions().get::<NotAdmitted>().is_none();
    let mut response = match refusal(request.headers(), &names).or_else(|| (!admitted).then(stranger)) {
        Some(refusal) => refusal.into_response(),
        // A panic becomes an error response, not a broken connection.
        None => match AssertUnwindSafe(next.run(request)).catch_unwind().await {
            Ok(response) => response,
            Err(_) => Refusal::from(Fault::mistake("the request handler panicked")).into_response(),
        },
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS.into_iter().chain(opener) {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Refuses a device that does not know the token.
fn stranger() -> Refusal {
    Refusal::new(StatusCode::FORBIDDEN, "this server needs the token in its address")
        .help("open the whole link, or scan the QR code, that the server printed at startup")
}

fn refusal(headers: &HeaderMap, names: &Names) -> Option<Refusal> {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let host = text(header::HOST).unwrap_or_default();
    if !host.parse().is_ok_and(|host| is_ours(&host, names)) {
        return Some(
            Refusal::new(
                StatusCode::FORBIDDEN,
                shortened(format!("this server does not accept the host name `{host}`")),
            )
            .help("use the address that the server printed at startup, or allow the name with `--name`"),
        );
    }
    let foreign = |origin: &str| origin.split_once("://").is_none_or(|(_, origin)| origin != host);
    if text(header::ORIGIN).is_some_and(foreign) {
        return Some(Refusal::new(StatusCode::FORBIDDEN, "requests from other origins are not accepted"));
    }
    None
}

fn is_loopback(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()?.parse::<Authority>().ok());
    host.is_some_and(|host| {
        address(&host).is_some_and(|address| address.is_loopback())
            || host.host().eq_ignore_ascii_case("localhost")
    })
}

/// The IP address that a host is written as.
fn address(host: &Authority) -> Option<IpAddr> {
    host.host().trim_start_matches('[').trim_end_matches(']').parse().ok()
}

fn is_ours(host: &Authority, names: &Names) -> bool {
    let name = host.host();
    address(host).is_some() || name.eq_ignore_ascii_case("localhost") || names.contain(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(host: Option<&'static str>, origin: Option<&'static str>) -> bool {
        accepts(host, origin, false)
    }

    fn accepts(host: Option<&'static str>, origin: Option<&'static str>, multicast: bool) -> bool {
        let mut headers = HeaderMap::new();
        host.map(|host| headers.insert(header::HOST, HeaderValue::from_static(host)));
        origin.map(|origin| headers.insert(header::ORIGIN, HeaderValue::from_static(origin)));
        refusal(&headers, &Names { known: vec!["puzzles.lan".to_owned()], multicast }).is_none()
    }

    #[test]
    fn only_our_own_names_pass() {
        for host in
            ["127.0.0.1:8015", "localhost", "LOCALHOST:80", "[::1]:8015", "192.0.2.7", "puzzles.lan:1"]
        {
            assert!(passes(Some(host), None), "{host}");
        }
        for host in
            ["evil.example", "localhost.evil.example:8015", "127.0.0.1.evil.example", "", "a b", "1.2.3.4.5"]
        {
            assert!(!passes(Some(host), None), "{host}");
        }
        assert!(!passes(None, None));
    }

    #[test]
    fn names_of_multicast_dns_pass_only_on_the_local_network() {
        for host in ["teacher.local", "Room-7.local:8015"] {
            assert!(accepts(Some(host), None, true) && !accepts(Some(host), None, false), "{host}");
        }
        for host in
            [".local", "local", "a.b.local", "teacher.local.evil.example", "evil.example", "teacherlocal"]
        {
            assert!(!accepts(Some(host), None, true), "{host}");
        }
        assert!(accepts(Some("teacher.local:8015"), Some("http://teacher.local:8015"), true));
        assert!(!accepts(Some("teacher.local:8015"), Some("http://other.local:8015"), true));
    }

    #[test]
    fn only_loopback_hosts_get_the_opener_policy() {
        let loops =
            |host| is_loopback(&HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))]));
        for host in ["127.0.0.1:8015", "127.1.2.3", "LOCALHOST:80", "[::1]:8015"] {
            assert!(loops(host), "{host}");
        }
        for host in ["192.0.2.7:8015", "teacher.local:8015", "[fe80::1]", "puzzles.lan", ""] {
            assert!(!loops(host), "{host}");
        }
        assert!(!is_loopback(&HeaderMap::new()));
    }

    #[test]
    fn foreign_pages_do_not_pass() {
        assert!(passes(Some("localhost:8015"), Some("http://localhost:8015")));
        for origin in ["http://evil.example", "http://localhost:8016", "null", "localhost:8015"] {
            assert!(!passes(Some("localhost:8015"), Some(origin)), "{origin}");
        }
    }
}
