//! Gathers the files of the page into a table that the server embeds.
//!
//! The table is Rust source, one line per file, sorted by path:
//!
//! ```text
//! ("views/play.js", include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/page/views/play.js")).as_slice()),
//! ```

use std::error::Error;
use std::path::Path;
use std::{env, fs};

/// The folder of the files, relative to this crate.
const PAGE: &str = "page";

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join(PAGE);
    println!("cargo::rerun-if-changed=build.rs");
    let mut paths = vec![];
    gather(&root, "", &mut paths)?;
    paths.sort();
    let lines: String = paths
        .iter()
        .map(|path| {
            let file = format!("/{PAGE}/{path}");
            format!(
                "({path:?}, include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {file:?})).as_slice()),\n"
            )
        })
        .collect();
    fs::write(Path::new(&env::var("OUT_DIR")?).join("page.rs"), format!("&[\n{lines}]\n"))?;
    Ok(())
}

/// Adds the files of a folder and its subfolders, as paths from the root with `/` between their parts.
fn gather(root: &Path, folder: &str, paths: &mut Vec<String>) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={PAGE}/{folder}");
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_str().ok_or("the name of a page file is not UTF-8")?;
        // Editors leave hidden files beside open ones.
        if name.starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            gather(root, &format!("{folder}{name}/"), paths)?;
        } else {
            paths.push(format!("{folder}{name}"));
        }
    }
    Ok(())
}
