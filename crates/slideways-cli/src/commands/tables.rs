//! `tables`: build, list and remove the tables that searches keep.

use crate::arguments::tables::{Build, List, Remove, Tables, What};
use crate::interrupt;
use crate::problem::{Failure, Problem};
use crate::progress::ProgressLine;
use crate::quantity;
use crate::status::Status;
use crate::visible::visible;
use serde::Serialize;
use slideways::outcome::Stop;
use slideways::read;
use slideways::solver::{PrepareError, Prepared, TableContent, TableFile, TableKind, TableStore};
use std::io::Write;

/// Run a subcommand.
pub fn run(tables: &Tables, out: &mut dyn Write) -> Result<Status, Failure> {
    match &tables.what {
        What::Build(options) => build(options, out),
        What::List(options) => list(options, out),
        What::Remove(options) => remove(options, out),
    }
}

fn build(options: &Build, out: &mut dyn Write) -> Result<Status, Failure> {
    let size = options.size;
    let goal = read::goal(&options.goal, size)?;
    let Some(goal) = goal.full() else {
        let problem = Problem::new("tables need a goal without `*`");
        return Err(problem.help("give a whole position, or blank-last or blank-first").into());
    };
    let kind = if options.small { TableKind::Small } else { TableKind::best(size) };
    let blank = goal.blank();
    let (store, _) = store()?;
    let name = kind.file_name(size, blank);
    interrupt::listen();
    out.flush()?;
    let watch = &mut ProgressLine::new(options.quiet);
    match store.prepare((size, blank), kind, &options.limits.limits(), watch) {
        Ok(Prepared::Before) => {
            writeln!(out, "{name}: already built, checksum ok")?;
            Ok(Status::Success)
        }
        Ok(Prepared::Now { bytes, time, kept: true }) => {
            let (bytes, time) = (quantity::bytes(bytes), quantity::duration(time));
            writeln!(out, "{name}: built in {time}, {bytes}")?;
            Ok(Status::Success)
        }
        Ok(Prepared::Now { kept: false, .. }) => {
            Err(Problem::new(format!("{name} was built, but could not be stored"))
                .help("make room, or choose another folder with SLIDEWAYS_TABLES")
                .into())
        }
        Err(PrepareError::Memory { bytes }) => {
            let (kind, needed) = (kind.name(), quantity::bytes(bytes));
            let problem = Problem::new(format!("building {kind} tables for {size} needs {needed}"));
            Err(problem.help("raise `--memory`, or build the small tables with `--small`").into())
        }
        Err(PrepareError::Stopped(by)) => {
            let by = if by == Stop::Time { "the time limit was reached" } else { "interrupted" };
            writeln!(out, "{name}: stopped: {by}; nothing was stored")?;
            Ok(Status::Stopped)
        }
        Err(why) => Err(Problem::new(why.to_string()).help("boards of up to 25 cells have tables").into()),
    }
}

/// A file, as `--json` prints it.
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
    let (store, folder) = store()?;
    let files = files(&store, &folder)?;
    if !options.json {
        writeln!(out, "tables in {}", visible(&folder))?;
    }
    for TableFile { name, bytes, content } in &files {
        let fault = content.as_ref().err().map(ToString::to_string);
        let content = content.as_ref().ok();
        if options.json {
            let line = Line {
                file: name,
                board: content.map(|content| content.size.to_string()),
                blank: content.map(|content| content.blank.0),
                tables: content.map(|content| content.kind.name()),
                bytes: *bytes,
                fault: fault.as_deref(),
            };
            writeln!(out, "{}", serde_json::to_string(&line).expect("it has no odd keys"))?;
            continue;
        }
        let what = match (content, &fault) {
            (Some(TableContent { size, blank, kind }), _) => {
                format!("{} tables for {size}, blank in cell {}; ok", kind.name(), blank.0)
            }
            (None, fault) => format!("of no use: {}", fault.as_deref().unwrap_or_default()),
        };
        writeln!(out, "  {}  {}  {what}", visible(name), quantity::bytes(*bytes))?;
    }
    if files.is_empty() && !options.json {
        writeln!(out, "  none yet; `slideways tables build` makes the large ones for 4 x 4")?;
    }
    Ok(Status::Success)
}

fn remove(options: &Remove, out: &mut dyn Write) -> Result<Status, Failure> {
    let (store, folder) = store()?;
    let files = files(&store, &folder)?;
    if let Some(name) = options.names.iter().find(|name| files.iter().all(|file| file.name != **name)) {
        let problem = Problem::new(format!("there are no tables called `{name}` in {folder}"));
        return Err(problem.help("`slideways tables list` prints the names").into());
    }
    for TableFile { name, bytes, .. } in
        files.iter().filter(|file| options.all || options.names.contains(&file.name))
    {
        store.remove(name).map_err(|error| Problem::new(format!("{name}: {error}")))?;
        writeln!(out, "{}: removed, {} freed", visible(name), quantity::bytes(*bytes))?;
    }
    Ok(Status::Success)
}

/// The user's tables, and the name of their folder.
fn store() -> Result<(TableStore, String), Problem> {
    let store = TableStore::of_user();
    let folder = store.folder().map(|folder| folder.display().to_string()).ok_or_else(|| {
        Problem::new("there is no folder for tables").help("set the environment variable SLIDEWAYS_TABLES")
    })?;
    Ok((store, folder))
}

/// The files of the folder.
fn files(store: &TableStore, folder: &str) -> Result<Vec<TableFile>, Problem> {
    store.files().map_err(|error| Problem::new(format!("{folder}: {error}")))
}
