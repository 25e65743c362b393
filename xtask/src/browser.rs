//! The browser for the tests of the page: Chromium, and chromedriver, which controls it.

use crate::run::Command;
use crate::tool::Tool;

/// Debian's Chromium and its driver.
pub const BROWSER: Tool = Tool {
    name: "Chromium",
    check: "the tests of the page in a browser",
    missing: "`chromium` and `chromedriver` cannot be started",
    install: &["install --yes --no-install-recommends chromium chromium-driver"],
    works: || {
        Command::new("chromedriver", "--version").works() && Command::new("chromium", "--version").works()
    },
};
