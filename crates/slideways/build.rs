//! Collect the puzzles in one table, which the library embeds.
//!
//! The table is Rust source, one line per file, sorted by name:
//!
//! ```text
//! ("klotski", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/classic/klotski.txt"))),
//! ```
//!
//! A classic puzzle has the name of its file without the extension; any other name starts with its folder.
//! The folder of tile positions contains sets, which are not puzzle text and are embedded in `library::sets`.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

/// The folder of the puzzles in this crate.
const PUZZLES: &str = "puzzles";

/// The folder of tile positions.
const TILES: &str = "tiles";

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join(PUZZLES);
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={PUZZLES}");
    let mut entries = vec![];
    for folder in names_in(&root)?.iter().filter(|name| *name != TILES && root.join(name).is_dir()) {
        println!("cargo::rerun-if-changed={PUZZLES}/{folder}");
        for file in names_in(&root.join(folder))? {
            let Some(stem) = file.strip_suffix(".txt") else { continue };
            let name = if folder == "classic" { stem.to_owned() } else { format!("{folder}/{stem}") };
            entries.push((name, format!("/{PUZZLES}/{folder}/{file}")));
        }
    }
    entries.sort();
    let lines: String = entries
        .iter()
        .map(|(name, path)| {
            format!("({name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))),\n")
        })
        .collect();
    fs::write(Path::new(&env::var("OUT_DIR")?).join("puzzles.rs"), format!("&[\n{lines}]\n"))?;
    Ok(())
}

/// The names in a folder.
fn names_in(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let listing =
        fs::read_dir(folder).map_err(|error| format!("cannot list {}: {error}", folder.display()))?;
    let names = listing.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    names.collect()
}
