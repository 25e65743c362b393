//! The source files of the workspace, for tests that read them.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of all crates.
pub fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// All files below a folder with one of the given extensions, in order; build output is left out.
pub fn sources(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut files = vec![];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let ends = |extension: &&str| path.extension().is_some_and(|end| end == *extension);
        match path.is_dir() {
            true if path.ends_with("target") => {}
            true => files.extend(sources(&path, extensions)),
            false if extensions.iter().any(ends) => files.push(path),
            false => {}
        }
    }
    files.sort();
    files
}
