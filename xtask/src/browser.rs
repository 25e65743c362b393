//! The browser that tests of the page need: Chromium, and chromedriver, which drives it.

use crate::run::{Command, Failure};
use std::env;
use std::path::Path;

/// Why a chore must do without a browser.
const MISSING: &str = "the page is tested with `chromium` and `chromedriver`, and they cannot be started";

/// Whether there is a browser. Installs Debian's as root; fails without one if `needed`, or on a server (`CI=true`).
pub fn ready(needed: bool) -> Result<bool, Failure> {
    if is_there() {
        return Ok(true);
    }
    let mut why = Failure(MISSING.to_owned());
    if is_root() && Path::new("/etc/debian_version").exists() {
        println!("\nChromium is missing; installing Debian's packages chromium and chromium-driver");
        match install() {
            Ok(()) if is_there() => return Ok(true),
            Ok(()) => {}
            Err(failure) => why = failure,
        }
    }
    if needed || env::var("CI").is_ok_and(|ci| ci == "true") {
        return Err(why);
    }
    println!("\nskipping the tests of the page in a browser: {why}");
    Ok(false)
}

fn install() -> Result<(), Failure> {
    Command::new("apt-get", "update").run()?;
    Command::new("apt-get", "install --yes --no-install-recommends chromium chromium-driver").run()
}

fn is_there() -> bool {
    Command::new("chromedriver", "--version").works() && Command::new("chromium", "--version").works()
}

fn is_root() -> bool {
    Command::new("id", "-u").output().is_ok_and(|id| id.trim_ascii() == b"0")
}
