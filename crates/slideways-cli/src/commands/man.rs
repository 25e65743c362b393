//! `man`: manual pages, made from the definition of the command line.

use crate::arguments::Man;
use crate::arguments::help::command;
use crate::problem::{Failure, Problem, reason};
use crate::status::Status;
use clap::Command;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Print the page of a command, or write the pages of all commands to a folder.
pub fn run(man: &Man, out: &mut dyn Write) -> Result<Status, Failure> {
    let mut whole = command().disable_help_subcommand(true);
    whole.build();
    if let Some(folder) = &man.output {
        write_all(&whole, folder, out)?;
        return Ok(Status::Success);
    }
    let mut page = &whole;
    for name in &man.command {
        page = page.find_subcommand(name).ok_or_else(|| {
            let path = man.command.join(" ");
            Problem::new(format!("there is no command `{path}`")).help("`slideways help` lists all commands")
        })?;
    }
    out.write_all(&rendered(page)?)?;
    Ok(Status::Success)
}

/// Write the page of a command and of those below it.
fn write_all(command: &Command, folder: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let name = format!("{}.1", command.get_display_name().unwrap_or_else(|| command.get_name()));
    let path = folder.join(name);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, rendered(command)?));
    written.map_err(|error| {
        Problem::new(format!("`{}` cannot be written: {}", path.display(), reason(&error)))
            .help("give `--output` a folder that can be written")
    })?;
    writeln!(out, "written: {}", path.display())?;
    command.get_subcommands().try_for_each(|sub| write_all(sub, folder, out))
}

/// The page of a command, in roff.
fn rendered(command: &Command) -> std::io::Result<Vec<u8>> {
    let mut page = vec![];
    let manual = clap_mangen::Man::new(command.clone().version(env!("CARGO_PKG_VERSION")));
    manual.manual("Slideways").source(concat!("slideways ", env!("CARGO_PKG_VERSION"))).render(&mut page)?;
    Ok(page)
}
