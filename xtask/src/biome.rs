//! The formatter and linter of the page: [Biome](https://biomejs.dev), configured by `biome.jsonc` in the
//! page's crate.
//!
//! npm installs it into the folder `target/tools/biome`, which is not part of the repository.

use crate::run::{Command, Failure};
use crate::tool::Tool;

/// Node.js runs Biome, npm installs it.
const NODE: Tool = Tool {
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

/// Checks formatting, the order of imports, and lints.
pub fn check() -> Command {
    biome("../../target/tools/biome/node_modules/@biomejs/biome/bin/biome check --error-on-warnings")
}

/// Writes the formatting and the order of imports.
pub fn format() -> Command {
    biome(
        "../../target/tools/biome/node_modules/@biomejs/biome/bin/biome check --write --linter-enabled=false",
    )
}

fn is_installed() -> bool {
    let version =
        biome("../../target/tools/biome/node_modules/@biomejs/biome/bin/biome --version").quiet_output();
    version.is_some_and(|version| version.trim_ascii() == VERSION.as_bytes())
}

/// Runs Biome in the folder that contains its configuration.
fn biome(arguments: &'static str) -> Command {
    Command::new("node", arguments).within("crates/slideways-web")
}
