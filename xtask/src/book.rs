//! The book as HTML, built by mdBook.
//!
//! mdBook is a tool, not a dependency: nothing links to it. It takes minutes to install, so only the chore
//! `book` installs it, into `target/tools`; `test` builds the book if mdBook is there. mdBook exits with
//! success when it has only warned, so its log is read.

use crate::run::{Command, Failure, root};
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The version of mdBook for which `docs/book.toml` is written.
const VERSION: &str = "mdbook v0.5.";

const INSTALL: &str = "install --locked mdbook --version =0.5.4 --root target/tools";

/// The command that starts mdBook, if it is installed in `target/tools` or on the `PATH`.
pub fn installed() -> Option<String> {
    let own = root().join(format!("target/tools/bin/mdbook{EXE_SUFFIX}")).display().to_string();
    [own, "mdbook".to_owned()].into_iter().find(|mdbook| {
        let version = Command::new(mdbook, "--version");
        version.works() && version.output().is_ok_and(|version| version.starts_with(VERSION.as_bytes()))
    })
}

/// The command that starts mdBook, installed if it is missing.
pub fn ready() -> Result<String, Failure> {
    if let Some(mdbook) = installed() {
        return Ok(mdbook);
    }
    println!("\nmdBook 0.5 is missing; installing it into target/tools, which takes some minutes");
    Command::cargo(INSTALL).run()?;
    installed().ok_or_else(|| Failure("mdBook was installed, but cannot be started".to_owned()))
}

/// Builds the book into `target/book`; returns what passed. Fails if mdBook warns, or if pictures or the
/// search index are missing.
pub fn build(mdbook: &str) -> Result<String, Failure> {
    let log = Command::new(mdbook, "build docs").log()?;
    if let Some(warning) = warning(&log) {
        return Err(Failure(format!("the book: {}", warning.trim())));
    }
    let (source, built) = (root().join("docs/src"), root().join("target/book"));
    let unread = |error: io::Error| Failure(format!("the book cannot be read: {error}"));
    let pictures: Vec<PathBuf> =
        files(&source).map_err(unread)?.into_iter().filter(|file| is_picture(file)).collect();
    if let Some(lost) = pictures.iter().find(|picture| !built.join(picture).is_file()) {
        return Err(Failure(format!("the book: {} is not in target/book", lost.display())));
    }
    let is_index = |file: &PathBuf| file.display().to_string().starts_with("searchindex");
    match files(&built).map_err(unread)?.iter().any(is_index) {
        true => Ok(format!("the book, with {} pictures", pictures.len())),
        false => Err(Failure("the book: the search index is not in target/book".to_owned())),
    }
}

/// The first warning or error in mdBook's log.
fn warning(log: &str) -> Option<&str> {
    log.lines().find(|line| matches!(line.split_whitespace().next(), Some("WARN" | "ERROR")))
}

fn is_picture(file: &Path) -> bool {
    file.extension().is_some_and(|end| ["svg", "png", "gif"].iter().any(|picture| end == *picture))
}

/// All files below a folder, relative to it.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut files, mut folders) = (vec![], vec![folder.to_owned()]);
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner)? {
            let path = entry?.path();
            match path.is_dir() {
                true => folders.push(path),
                false => files.push(path.strip_prefix(folder).expect("it is in that folder").to_owned()),
            }
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_is_found_in_the_log() {
        let log = " INFO Book building has started\n WARN unclosed HTML tag `<b>` found in `a.md`\n";
        assert_eq!(warning(log), Some(" WARN unclosed HTML tag `<b>` found in `a.md`"));
        assert!(warning("ERROR no summary").is_some());
    }

    #[test]
    fn a_log_without_warnings_passes() {
        assert_eq!(warning(" INFO Book building has started\n INFO HTML book written to `WARN`\n"), None);
    }
}
