//! The workers of an external-memory search: of this process, or of several processes if there are hosts.

use crate::arguments::explore::Explore;
use crate::problem::{Problem, reason};
use crate::workers::Workers;
use slideways::space::DiskEngine;
use std::fs;
use std::path::Path;

/// A cluster that searches.
pub struct Cluster {
    pub engine: Box<dyn DiskEngine>,
    /// The number of processes.
    pub processes: usize,
    /// Whether this process prints the result; only process 0 does.
    reports: bool,
}

/// The cluster that the options describe, of at most `most` workers; `None` if the threads of this process do
/// the work.
pub fn cluster(explore: &Explore, most: usize) -> Result<Option<Cluster>, Problem> {
    let workers = explore.workers.unwrap_or(1);
    let Some((file, process)) = explore.hosts.as_deref().zip(explore.process) else {
        let engine = explore.workers.map(|workers| Workers::of_this_process(workers).engine()).transpose()?;
        return Ok(engine.map(|engine| Cluster { engine, processes: 1, reports: true }));
    };
    let hosts = hosts(file)?;
    let shown = file.display();
    if process >= hosts.len() {
        let message = format!("there is no process {process}: `{shown}` lists {}", hosts.len());
        return Err(
            Problem::new(message).help(format!("processes are numbered from 0 to {}", hosts.len() - 1))
        );
    }
    let all = workers * hosts.len();
    if all > most {
        let message = format!("{all} workers are too many: at most {most} can share this search");
        return Err(Problem::new(message).help("give fewer hosts, or a smaller `--workers`"));
    }
    let processes = hosts.len();
    let engine = Workers { each: workers, hosts, process, patience: explore.wait, interval: explore.every }
        .engine()?;
    Ok(Some(Cluster { engine, processes, reports: process == 0 }))
}

/// Whether this process prints the result; only process 0 does.
pub fn reports(cluster: Option<&Cluster>) -> bool {
    cluster.is_none_or(|cluster| cluster.reports)
}

/// Read a list of hosts.
fn hosts(file: &Path) -> Result<Vec<String>, Problem> {
    let shown = file.display();
    let text = fs::read_to_string(file)
        .map_err(|error| Problem::new(format!("`{shown}` cannot be read: {}", reason(&error))))?;
    let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let host = |(number, line): (usize, &str)| {
        let port =
            line.rsplit_once(':').filter(|(host, _)| !host.is_empty()).map(|(_, port)| port.parse::<u16>());
        match port {
            Some(Ok(1..)) => Ok(line.to_owned()),
            _ => Err(Problem::new(format!("`{shown}`, line {number}: `{line}` is no address"))
                .help("write one `host:port` per line, such as `127.0.0.1:7000`")),
        }
    };
    let hosts: Vec<String> = lines.map(host).collect::<Result<_, _>>()?;
    let twice = (1..hosts.len()).find(|&i| hosts[..i].contains(&hosts[i]));
    match twice {
        Some(i) => Err(Problem::new(format!("`{shown}` names `{}` twice", hosts[i]))),
        None if hosts.is_empty() => Err(Problem::new(format!("`{shown}` lists no hosts"))),
        None => Ok(hosts),
    }
}
