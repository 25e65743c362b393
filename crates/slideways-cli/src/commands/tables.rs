//! `tables`: build, list and remove what searches keep.

use crate::arguments::tables::{Build, List, Remove, Tables, What};
use crate::building::Building;
use crate::cache::{self, About, Kept};
use crate::input;
use crate::problem::{Failure, Problem};
use crate::quantity;
use crate::status::Status;
use crate::visible::visible;
use serde::Serialize;
use slideways::outcome::Stop;
use slideways::tiles::deepen;
use slideways::tiles::pattern::Extent;
use std::io::Write;
use std::time::Instant;

/// Do what is wanted with them.
pub fn run(tables: &Tables, out: &mut dyn Write) -> Result<Status, Failure> {
    match &tables.what {
        What::Build(options) => build(options, out),
        What::List(options) => list(options, out),
        What::Remove(options) => remove(options, out),
    }
}

fn build(options: &Build, out: &mut dyn Write) -> Result<Status, Failure> {
    let size = options.size;
    let goal = input::tiles::goal(&options.goal, size)?;
    let Some(goal) = goal.full() else {
        let problem = Problem::new("tables are for goals that leave nothing open");
        return Err(problem.help("give a whole position, or blank-last or blank-first").into());
    };
    let extent = if !options.small && Extent::Large.suits(size) { Extent::Large } else { Extent::Small };
    let blank = goal.blank();
    if !deepen::Tables::exist(size, blank, extent) {
        let problem = Problem::new(format!("there are no tables for {size}"));
        return Err(problem.help("boards of up to 25 cells have tables").into());
    }
    if cache::folder().is_none() {
        let problem = Problem::new("there is no folder to keep tables in");
        return Err(problem.help("name one by the environment variable SLIDEWAYS_TABLES").into());
    }
    let name = deepen::file::name(size, blank, extent);
    let (known, mishap) = cache::load(size, blank, extent);
    if let Some(mishap) = mishap {
        out.flush()?;
        Problem::new(mishap).warn();
    }
    if known.is_some() {
        writeln!(out, "{name}: there already, and whole")?;
        return Ok(Status::Success);
    }
    let (limits, started) = (options.limits.limits(), Instant::now());
    let tables = match (Building { size, blank, extent }).build(&limits, options.quiet) {
        Ok(tables) => tables,
        Err(Stop::Memory) => {
            let needed = quantity::bytes(deepen::Tables::bytes_to_build(size, blank, extent));
            let problem =
                Problem::new(format!("building {} tables for {size} takes {needed}", extent.name()));
            return Err(problem.help("allow more with `--memory`, or build the `--small` ones").into());
        }
        Err(by) => {
            let by = if by == Stop::Time { "the time limit was reached" } else { "interrupted" };
            writeln!(out, "{name}: stopped: {by}; nothing was kept")?;
            return Ok(Status::Stopped);
        }
    };
    let time = started.elapsed();
    if let Some(mishap) = cache::save(size, blank, &tables) {
        return Err(Problem::new(mishap)
            .help("make room, or name another folder by SLIDEWAYS_TABLES")
            .into());
    }
    let (bytes, time) = (quantity::bytes(tables.bytes()), quantity::duration(time));
    writeln!(out, "{name}: built in {time}, {bytes}")?;
    Ok(Status::Success)
}

/// A file as `--json` gives it.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    board: Option<String>,
    blank: Option<u16>,
    tables: Option<&'a str>,
    bytes: u64,
    fault: Option<&'a str>,
}

fn list(options: &List, out: &mut dyn Write) -> Result<Status, Failure> {
    let (folder, kept) = kept()?;
    if !options.json {
        writeln!(out, "tables in {}", visible(&folder))?;
    }
    for Kept { name, bytes, about } in &kept {
        let fault = about.as_ref().err().map(ToString::to_string);
        let about = about.as_ref().ok();
        if options.json {
            let line = Line {
                file: name,
                board: about.map(|about| about.size.to_string()),
                blank: about.map(|about| about.blank.0),
                tables: about.map(|about| about.tables),
                bytes: *bytes,
                fault: fault.as_deref(),
            };
            writeln!(out, "{}", serde_json::to_string(&line).expect("it has no odd keys"))?;
            continue;
        }
        let what = match (about, &fault) {
            (Some(About { size, blank, tables }), _) => {
                format!("{tables} tables for {size}, blank in cell {}; whole", blank.0)
            }
            (None, fault) => format!("of no use: {}", fault.as_deref().unwrap_or_default()),
        };
        writeln!(out, "  {}  {}  {what}", visible(name), quantity::bytes(*bytes))?;
    }
    if kept.is_empty() && !options.json {
        writeln!(out, "  none yet; `slideways tables build` makes the large ones for 4 x 4")?;
    }
    Ok(Status::Success)
}

fn remove(options: &Remove, out: &mut dyn Write) -> Result<Status, Failure> {
    let (folder, kept) = kept()?;
    if let Some(name) = options.names.iter().find(|name| kept.iter().all(|kept| kept.name != **name)) {
        let problem = Problem::new(format!("there are no tables called `{name}` in {folder}"));
        return Err(problem.help("`slideways tables list` names those that are there").into());
    }
    for Kept { name, bytes, .. } in
        kept.iter().filter(|kept| options.all || options.names.contains(&kept.name))
    {
        cache::remove(name).map_err(|error| Problem::new(format!("{name}: {error}")))?;
        writeln!(out, "{}: removed, {} freed", visible(name), quantity::bytes(*bytes))?;
    }
    Ok(Status::Success)
}

/// The folder and what is kept there.
fn kept() -> Result<(String, Vec<Kept>), Problem> {
    let folder = cache::folder().ok_or_else(|| {
        Problem::new("there is no folder to keep tables in")
            .help("name one by the environment variable SLIDEWAYS_TABLES")
    })?;
    let name = folder.display().to_string();
    let kept = cache::kept().map_err(|error| Problem::new(format!("{name}: {error}")))?;
    Ok((name, kept))
}
