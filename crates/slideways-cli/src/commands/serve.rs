//! `serve`: the page.

mod invitation;

use crate::arguments::Serve;
use crate::interrupt;
use crate::problem::{Failure, Problem, reason};
use crate::status::Status;
use slideways::outcome::Limits;
use slideways::solver::TableStore;
use slideways_web::{Config, Server};
use std::io::{ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The time limit of a search for the page, unless another is set.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The port, unless another is set or it is taken.
const PORT: u16 = 8015;

/// Serve until Ctrl-C.
pub fn run(options: &Serve, out: &mut dyn Write) -> Result<Status, Failure> {
    let limits = options.limits.limits();
    // One half for searches, shared by those that run at the same time, one for what is kept from one to the
    // next.
    let searches = options.searches.get();
    let search = Limits {
        memory: limits.memory / 2 / searches as u64,
        time: Some(limits.time.unwrap_or(PATIENCE)),
        threads: limits.threads,
    };
    let ip = if options.lan { Ipv4Addr::UNSPECIFIED.into() } else { options.address };
    let wanted = SocketAddr::new(ip, options.port.unwrap_or(PORT));
    let token = options.lan.then(|| options.token.clone().unwrap_or_else(slideways_web::token));
    let config = Config {
        names: options.names.clone(),
        multicast_names: options.lan,
        limits: search,
        searches,
        memory: limits.memory / 2,
        tables: TableStore::user_folder(),
        token: token.clone(),
        site: options.site.clone(),
        ..Config::new(wanted)
    };
    let bind = if options.port.is_some() { Server::bind } else { Server::bind_nearby };
    let server = bind(config).map_err(|error| no_address(wanted, &error))?;
    let address = server.address().map_err(|error| no_address(wanted, &error))?;
    let page = format!("http://{}/", if address.ip().is_unspecified() { local(address) } else { address });
    // The promise to stop at Ctrl-C holds as soon as it is printed.
    interrupt::listen();
    writeln!(out, "serving the page at {page}")?;
    if options.port.is_none() && address.port() != PORT {
        writeln!(out, "(port {PORT} is taken by another program)")?;
    }
    if let Some(token) = &token {
        invitation::print(address.port(), token, out)?;
    }
    writeln!(out, "press Ctrl-C to stop")?;
    if token.is_none() && !address.ip().is_loopback() {
        Problem::new(format!("anyone who can reach {address} can use this server"))
            .help("with `--lan`, only devices that have the link can use it; without both, only this machine")
            .warn();
    }
    out.flush()?;
    if options.open {
        open(&page);
    }
    server.run(interrupt::asked).map_err(|error| {
        Problem::new(format!("the server failed: {}", reason(&error))).help("start it again")
    })?;
    Ok(Status::Success)
}

/// The same port on this machine.
fn local(address: SocketAddr) -> SocketAddr {
    let ip =
        if address.is_ipv6() { IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1u16]) } else { [127, 0, 0, 1].into() };
    SocketAddr::new(ip, address.port())
}

fn no_address(wanted: SocketAddr, error: &std::io::Error) -> Problem {
    let (address, port) = (wanted.ip(), wanted.port());
    let problem = Problem::new(format!("cannot listen on {address}, port {port}: {}", reason(error)));
    problem.help(match error.kind() {
        ErrorKind::AddrInUse => {
            "another program uses the port; choose another with `--port`, or 0 for any free one"
        }
        ErrorKind::PermissionDenied => "ports below 1024 need privileges; choose another with `--port`",
        _ => "give an address of this machine with `--address`",
    })
}

/// Ask the system to show the page; if it cannot, the address has been printed.
fn open(page: &str) {
    let mut command = match std::env::consts::OS {
        "macos" => Command::new("open"),
        "windows" => Command::new("explorer"),
        _ => Command::new("xdg-open"),
    };
    let _ = command.arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
