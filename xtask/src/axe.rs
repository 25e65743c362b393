//! [axe-core](https://github.com/dequelabs/axe-core), which looks for barriers in pages. Only a test loads
//! it, into a browser; it is not part of the page.
//!
//! npm installs it into the folder `target/tools/axe`, which is not part of the repository.

use crate::biome::NODE;
use crate::run::{Command, Failure, root};

const INSTALL: &str = "install --prefix target/tools/axe --no-save --no-package-lock --no-audit --no-fund \
                       axe-core@4.14.0";

/// The script that the test of the page loads.
const SCRIPT: &str = "target/tools/axe/node_modules/axe-core/axe.min.js";

/// Whether the test can load it. Installs it if Node.js is available.
pub fn ready(needed: bool) -> Result<bool, Failure> {
    let is_there = || root().join(SCRIPT).is_file();
    if is_there() {
        return Ok(true);
    }
    if !NODE.ready(needed)? {
        return Ok(false);
    }
    println!("\ninstalling axe-core, which a test of the page needs, into target/tools/axe");
    match Command::new("npm", INSTALL).run() {
        Ok(()) if is_there() => Ok(true),
        Ok(()) => NODE.skip(Failure(format!("{SCRIPT} is not there")), needed),
        Err(failure) => NODE.skip(failure, needed),
    }
}
