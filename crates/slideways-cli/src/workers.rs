//! Workers that share a search. The feature `cluster` brings them; without it the program is built in less
//! time.

use crate::problem::Problem;
use slideways::space::DiskEngine;
use std::time::Duration;

/// Whether this program has workers.
pub const BUILT: bool = cfg!(feature = "cluster");

/// The participants of a search.
#[cfg_attr(not(feature = "cluster"), expect(dead_code, reason = "there is no cluster to use it"))]
pub struct Workers {
    /// The number of workers of each process.
    pub each: usize,
    /// The addresses of all processes, `host:port`; none if there is only this one.
    pub hosts: Vec<String>,
    /// The index of this process.
    pub process: usize,
    /// The time to wait for the other processes.
    pub patience: Duration,
    /// How often a bit table that they share is saved.
    pub interval: Duration,
}

impl Workers {
    /// Workers of this process alone.
    pub fn of_this_process(each: usize) -> Workers {
        let none = Duration::ZERO;
        Workers { each, hosts: vec![], process: 0, patience: none, interval: none }
    }

    /// The engine that these workers make up.
    #[cfg(feature = "cluster")]
    pub fn engine(self) -> Result<Box<dyn DiskEngine>, Problem> {
        let Workers { each: workers, hosts, process, patience, interval } = self;
        Ok(Box::new(slideways_cluster::Cluster { workers, hosts, process, patience, interval }))
    }

    /// Refuses: this build has no workers.
    #[cfg(not(feature = "cluster"))]
    pub fn engine(self) -> Result<Box<dyn DiskEngine>, Problem> {
        Err(Problem::new("`--workers` and `--hosts` need a build with the feature `cluster`")
            .help("build it with `cargo install --path crates/slideways-cli --features cluster`"))
    }
}
