//! The formatter and linter of the page: [Biome](https://biomejs.dev), configured by `biome.jsonc` in the
//! page's crate, and in the library for the script and the styles that it embeds in pages.
//!
//! npm installs it into the folder `target/tools/biome`, which is not part of the repository.

use crate::run::{Command, Failure};
use crate::tool::Tool;

/// Node.js runs Biome, npm installs it.
pub const NODE: Tool = Tool {
    name: "Node.js",
    check: "formatting and lints of the page",
    missing: "`node` and `npm` cannot be started",
    install: &["install --yes --no-install-recommends nodejs", "install --yes --no-install-recommends npm"],
    works: || Command::new("node", "--version").works() && Command::new("npm", "--version").works(),
};

/// The output of `biome --version` for the version in [`INSTALL`].
const VERSION: &str = "Version: 2.6.6";

const INSTALL: &str = "install --prefix target/tools/biome --no-save --no-package-lock --no-audit --no-fund \
                       @biomejs/biome@2.6.6";

/// The folders with a configuration.
const FOLDERS: [&str; 2] = ["crates/slideways-web", "crates/slideways"];

/// Whether Biome can be started. Installs it if Node.js is available.
pub fn ready(needed: bool) -> Result<bool, Failure> {
    if !NODE.ready(needed)? {
        return Ok(false);
    }
    if is_installed() {
        return Ok(true);
    }
    println!("\ninstalling Biome, which formats and lints the page, into target/tools/biome");
    match Command::new("npm", INSTALL).run() {
        Ok(()) if is_installed() => Ok(true),
        Ok(()) => NODE.skip(Failure(format!("Biome does not report `{VERSION}`")), needed),
        Err(failure) => NODE.skip(failure, needed),
    }
}

/// Checks formatting, the order of imports, and lints, in each folder.
pub fn check() -> [Command; 2] {
    let command = "../../target/tools/biome/node_modules/@biomejs/biome/bin/biome check --error-on-warnings";
    FOLDERS.map(|folder| biome(command, folder))
}

/// Writes the formatting and the order of imports, in each folder.
pub fn format() -> [Command; 2] {
    let command =
        "../../target/tools/biome/node_modules/@biomejs/biome/bin/biome check --write --linter-enabled=false";
    FOLDERS.map(|folder| biome(command, folder))
}

fn is_installed() -> bool {
    let command = "../../target/tools/biome/node_modules/@biomejs/biome/bin/biome --version";
    let version = biome(command, FOLDERS[0]).quiet_output();
    version.is_some_and(|version| version.trim_ascii() == VERSION.as_bytes())
}

/// Runs Biome in a folder that contains its configuration.
fn biome(arguments: &'static str, folder: &'static str) -> Command {
    Command::new("node", arguments).within(folder)
}
