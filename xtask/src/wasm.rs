//! The target of the WebAssembly module: found, installed by rustup, or skipped.

use crate::run::Command;
use crate::tool::Tool;
use std::path::Path;

/// The standard library for WebAssembly. rustup installs it.
pub const WASM: Tool = Tool {
    name: "the target wasm32-unknown-unknown",
    check: "the page without a server",
    missing: "`rustup target add wasm32-unknown-unknown` fails",
    install: &[],
    works: || {
        is_installed()
            || Command::new("rustup", "target add wasm32-unknown-unknown").works() && is_installed()
    },
};

fn is_installed() -> bool {
    let ask = Command::new("rustc", "--print target-libdir --target wasm32-unknown-unknown");
    let folder = ask.quiet_output().and_then(|folder| String::from_utf8(folder).ok());
    folder.is_some_and(|folder| Path::new(folder.trim()).exists())
}
