//! Writes the page as files for any static host, into `target/site`. `cargo xtask site` runs it.
//!
//! It is a program apart, because it depends on much that other chores do not need: wasm-bindgen writes the
//! scripts through which a worker calls the module, and its version must be that of the crate in the module.

mod html;
mod icons;
mod module;
mod offline;
#[path = "../../../crates/slideways-web/tests/browser/static_files.rs"]
mod static_files;

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The port of `--serve`.
const PORT: u16 = 8016;

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let site = root.join("target/site");
    if site.exists() {
        fs::remove_dir_all(&site).context("the old site cannot be removed")?;
    }
    let crate_of_page = root.join("crates/slideways-web");
    copy(&crate_of_page.join("page"), &site).context("the page cannot be copied")?;
    fs::copy(crate_of_page.join("site/manifest.webmanifest"), site.join("manifest.webmanifest"))?;
    let book = root.join("target/book");
    let has_book = book.join("index.html").is_file();
    let index = site.join("index.html");
    fs::write(&index, html::of_site(&fs::read_to_string(&index)?, has_book)?)?;
    fs::write(site.join("board.css"), slideways::show::board::style_sheet())?;
    icons::write(&site).context("the icons cannot be made")?;
    module::write(&root, &site.join(html::MODULE_FOLDER))?;
    let service_worker = fs::read_to_string(crate_of_page.join("site/service-worker.js"))?;
    offline::write(&site, &service_worker).context("the service worker cannot be written")?;
    // The book comes last: the service worker keeps the page, not the book.
    if has_book {
        copy(&book, &site.join("book")).context("the book cannot be copied")?;
    }
    println!("the site is in target/site{}", if has_book { ", with the book" } else { "; it has no book" });
    if env::args().any(|argument| argument == "--serve") {
        let host = static_files::Host::serve(site, PORT)?;
        println!("serving it at http://{}{}\npress Ctrl-C to stop", host.address, static_files::SUB_PATH);
        loop {
            std::thread::park();
        }
    }
    Ok(())
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path: PathBuf = entry?.path();
        let target = to.join(path.file_name().context("an entry has a name")?);
        match path.is_dir() {
            true => copy(&path, &target)?,
            false => drop(fs::copy(&path, target)?),
        }
    }
    Ok(())
}
