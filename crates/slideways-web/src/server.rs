//! The HTTP server: accepting connections and shutting down.

use crate::addresses::addresses;
use crate::guard::Names;
use crate::jobs::Jobs;
use crate::questions::{App, constant, question};
use crate::refusal::Refusal;
use crate::{guard, page, token};
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use slideways::outcome::Limits;
use slideways::solver::TableStore;
use slideways_api::{Api, Settings};
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower_service::Service;

/// The maximum number of open connections; further ones wait to be accepted. A browser opens up to
/// six.
const CONNECTIONS: usize = 512;

/// The number of further ports that are tried if one is taken.
const PORTS_TRIED: u16 = 50;

/// Polling interval of the `stop` callback.
const POLLING_INTERVAL: Duration = Duration::from_millis(50);

/// The time that open requests get at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// The address and the limits of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on; port 0 selects a free port.
    pub address: SocketAddr,
    /// Accepted host names, in addition to `localhost` and IP addresses.
    pub names: Vec<String>,
    /// Whether the names of multicast DNS are accepted too, such as `teacher.local`: only right for a server
    /// that everyone on the local network may use.
    pub multicast_names: bool,
    /// The limits of one search.
    pub limits: Limits,
    /// The maximum number of concurrent searches.
    pub searches: usize,
    /// Bytes for spaces and tables that are kept between requests.
    pub memory: u64,
    /// The time within which a request must arrive.
    pub patience: Duration,
    /// The folder in which tables for tiles are stored, if any.
    pub tables: Option<PathBuf>,
    /// The token that other devices need; without one, a device needs none.
    pub token: Option<String>,
    /// The address of the page as a static site, to which links that are shared point.
    pub site: Option<String>,
}

/// A server that is bound to an address but does not answer yet.
pub struct Server {
    listener: std::net::TcpListener,
    config: Config,
}

impl Config {
    /// The defaults for one machine: two concurrent searches, one minute each.
    pub fn new(address: SocketAddr) -> Config {
        let limits = Limits { memory: 1 << 30, time: Some(Duration::from_secs(60)), threads: 1 };
        let patience = Duration::from_secs(10);
        Config {
            address,
            names: vec![],
            multicast_names: false,
            limits,
            searches: 2,
            memory: 1 << 30,
            patience,
            tables: None,
            token: None,
            site: None,
        }
    }
}

impl Server {
    /// Binds the address.
    pub fn bind(config: Config) -> io::Result<Server> {
        let listener = std::net::TcpListener::bind(config.address)?;
        listener.set_nonblocking(true)?;
        Ok(Server { listener, config })
    }

    /// Binds the address, or the same address with the next free port if its port is taken.
    pub fn bind_nearby(config: Config) -> io::Result<Server> {
        let first = config.address.port();
        let mut bound = Server::bind(config.clone());
        for port in first.saturating_add(1)..=first.saturating_add(PORTS_TRIED) {
            match &bound {
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
                _ => break,
            }
            let address = SocketAddr::new(config.address.ip(), port);
            bound = Server::bind(Config { address, ..config.clone() });
        }
        bound
    }

    /// The bound address.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop` returns `true`; then finishes short requests and cancels searches.
    pub fn run(self, stop: impl Fn() -> bool + Send + Sync + 'static) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let end = runtime.block_on(answer(self.listener, self.config, stop));
        // Searches poll several times a second whether they are cancelled.
        runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
        end
    }
}

async fn answer(
    listener: std::net::TcpListener,
    config: Config,
    stop: impl Fn() -> bool + Send + Sync + 'static,
) -> io::Result<()> {
    let listener = TcpListener::from_std(listener)?;
    let settings = Settings {
        limits: config.limits,
        memory: config.memory,
        tables: config.tables.map_or_else(TableStore::new, TableStore::at).memory(config.memory / 2),
        ..Settings::default()
    };
    let app = Arc::new(App {
        api: Arc::new(Api::new(settings)),
        jobs: Jobs::new(config.searches),
        address: listener.local_addr()?,
        patience: config.patience,
        token: config.token,
        site: config.site,
    });
    let names = Names { known: config.names, multicast: config.multicast_names };
    let router = router(app.clone(), names);
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    let open = GracefulShutdown::new();
    let mut poll = tokio::time::interval(POLLING_INTERVAL);
    loop {
        let accepted = tokio::select! {
            accepted = async {
                let place = room.clone().acquire_owned().await.expect("it is never closed");
                listener.accept().await.map(|(stream, peer)| (stream, peer, place))
            } => accepted,
            _ = poll.tick() => {
                if stop() {
                    break;
                }
                continue;
            }
        };
        // The connection failed early, or the process has no file descriptors left: later connections may
        // succeed.
        let Ok((stream, peer, place)) = accepted else {
            tokio::time::sleep(POLLING_INTERVAL).await;
            continue;
        };
        // Events are small and urgent.
        let _ = stream.set_nodelay(true);
        let (router, app, is_local) = (router.clone(), app.clone(), peer.ip().is_loopback());
        let service = service_fn(move |request: Request<Incoming>| {
            let mut request = request.map(Body::new);
            if let Some(token) = &app.token {
                token::admit(&mut request, token, is_local);
            }
            router.clone().call(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(config.patience)
            .max_buf_size(Api::MOST_BYTES)
            .serve_connection(TokioIo::new(stream), service);
        let connection = open.watch(connection);
        tokio::spawn(async move {
            // An error on a connection concerns only its client, which has left.
            let _ = connection.await;
            drop(place);
        });
    }
    app.jobs.close();
    let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, open.shutdown()).await;
    Ok(())
}

fn router(app: Arc<App>, names: Names) -> Router {
    let mut api = Router::new().route("/addresses", get(addresses));
    for name in Api::CONSTANT {
        api = api.route(&format!("/{name}"), get(move |app| constant(name, app)));
    }
    for name in Api::QUESTIONS {
        api = api.route(&format!("/{name}"), post(move |app, request| question(name, app, request)));
    }
    let api = api
        .fallback(|| async { Refusal::new(StatusCode::NOT_FOUND, "unknown API path") })
        .method_not_allowed_fallback(|| async {
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this API path does not accept this method")
                .help("`/api/constants`, `/api/library` and `/api/addresses` accept GET, all other paths accept POST")
        })
        .with_state(app);
    Router::new()
        .route("/board.css", get(page::board_style))
        .fallback(get(page::file))
        .nest("/api", api)
        .layer(from_fn_with_state(Arc::new(names), guard::guard))
}
