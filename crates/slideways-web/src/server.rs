//! Listening, and ending in good order.

use crate::cache::Known;
use crate::fault::Fault;
use crate::jobs::Jobs;
use crate::routes::{self, App};
use crate::{guard, page};
use axum::Router;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use slideways::outcome::Limits;
use slideways::solver::TableStore;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// At most so many connections at a time; the next ones wait at the door.
const CONNECTIONS: usize = 256;

/// How often somebody looks whether it is time to end.
const GLANCE: Duration = Duration::from_millis(50);

/// Whoever is still being answered at the end has so long.
const FAREWELL: Duration = Duration::from_secs(2);

/// What a server is allowed, and where it is.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen; port 0 is any that is free.
    pub address: SocketAddr,
    /// Names under which it may be asked, beside `localhost` and addresses in numbers.
    pub names: Vec<String>,
    /// What one search may use.
    pub limits: Limits,
    /// So many searches run at the same time.
    pub searches: usize,
    /// Bytes of what is kept from one question to the next.
    pub memory: u64,
    /// A question must have arrived within this time.
    pub patience: Duration,
    /// Where tables for tiles are kept from one run to the next, if anywhere.
    pub tables: Option<PathBuf>,
}

/// A server that has an address, but does not answer yet.
pub struct Server {
    listener: std::net::TcpListener,
    config: Config,
}

impl Config {
    /// What is usual on one machine: two searches at a time, a minute for each.
    pub fn new(address: SocketAddr) -> Config {
        let limits = Limits { memory: 1 << 30, time: Some(Duration::from_secs(60)), threads: 1 };
        let patience = Duration::from_secs(10);
        Config { address, names: vec![], limits, searches: 2, memory: 1 << 30, patience, tables: None }
    }
}

impl Server {
    /// Take the address.
    pub fn bind(config: Config) -> io::Result<Server> {
        let listener = std::net::TcpListener::bind(config.address)?;
        listener.set_nonblocking(true)?;
        Ok(Server { listener, config })
    }

    /// Where it can be reached.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answer until `stop` says so; then finish what is short, and break off what is long.
    pub fn run(self, stop: impl Fn() -> bool + Send + Sync + 'static) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let end = runtime.block_on(answer(self.listener, self.config, stop));
        // Searches look several times a second whether anybody still wants to know.
        runtime.shutdown_timeout(FAREWELL);
        end
    }
}

async fn answer(
    listener: std::net::TcpListener,
    config: Config,
    stop: impl Fn() -> bool + Send + Sync + 'static,
) -> io::Result<()> {
    let listener = TcpListener::from_std(listener)?;
    let app = Arc::new(App {
        jobs: Jobs::new(config.searches),
        known: Known::new(config.memory),
        tables: config.tables.map_or_else(TableStore::new, TableStore::at).memory(config.memory / 2),
        limits: config.limits,
        patience: config.patience,
    });
    let router = router(app.clone(), config.names.into());
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    let open = GracefulShutdown::new();
    let mut glance = tokio::time::interval(GLANCE);
    loop {
        let accepted = tokio::select! {
            accepted = async {
                let place = room.clone().acquire_owned().await.expect("it is never closed");
                listener.accept().await.map(|(stream, _)| (stream, place))
            } => accepted,
            _ = glance.tick() => {
                if stop() {
                    break;
                }
                continue;
            }
        };
        // A connection that failed before it was there, or no more files for the process: others may fare better.
        let Ok((stream, place)) = accepted else {
            tokio::time::sleep(GLANCE).await;
            continue;
        };
        // Events are small and wanted now.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(config.patience)
            .max_buf_size(crate::body::MOST_BYTES)
            .serve_connection(TokioIo::new(stream), service);
        let connection = open.watch(connection);
        tokio::spawn(async move {
            // What goes wrong on a connection is the business of the one who has left it.
            let _ = connection.await;
            drop(place);
        });
    }
    app.jobs.close();
    let _ = tokio::time::timeout(FAREWELL, open.shutdown()).await;
    Ok(())
}

fn router(app: Arc<App>, names: Arc<[String]>) -> Router {
    let questions = Router::new()
        .route("/constants", get(routes::constants::constants))
        .route("/library", get(routes::library::library))
        .route("/read", post(routes::read::read))
        .route("/random", post(routes::read::random))
        .route("/solve", post(routes::solve::solve))
        .route("/hint", post(routes::hint::hint))
        .route("/space", post(routes::space::space))
        .route("/graph", post(routes::graph::graph))
        .route("/lock", post(routes::lock::lock))
        .route("/picture", post(routes::picture::picture))
        .fallback(|| async { Fault::new(StatusCode::NOT_FOUND, "there is no such question") })
        .method_not_allowed_fallback(|| async {
            Fault::new(StatusCode::METHOD_NOT_ALLOWED, "this question is asked in another way")
                .help("`/api/constants` and `/api/library` are asked with GET, all others with POST")
        })
        .with_state(app);
    Router::new()
        .route("/board.css", get(page::board_style))
        .fallback(get(page::file))
        .nest("/api", questions)
        .layer(from_fn_with_state(names, guard::guard))
}
