//! Programs from outside the Rust toolchain: found, installed from Debian's packages, or skipped.

use crate::run::{Command, Failure};
use std::env;
use std::path::Path;

/// Programs that one check needs.
pub struct Tool {
    /// Their name in messages.
    pub name: &'static str,
    /// The check that is skipped without them.
    pub check: &'static str,
    /// Why it is skipped.
    pub missing: &'static str,
    /// The arguments of `apt-get` that install them, call by call. A later call is left out if the earlier
    /// ones suffice: some packages of Node.js contain npm, and conflict with Debian's. Empty if Debian has no
    /// packages for them.
    pub install: &'static [&'static str],
    /// Whether they can be started.
    pub works: fn() -> bool,
}

impl Tool {
    /// Whether the programs are there. Installs Debian's packages as root; see [`Tool::skip`] for other
    /// cases.
    pub fn ready(&self, needed: bool) -> Result<bool, Failure> {
        if (self.works)() {
            return Ok(true);
        }
        let mut why = Failure(self.missing.to_owned());
        if !self.install.is_empty() && is_root() && Path::new("/etc/debian_version").exists() {
            println!(
                "\n{} is missing; installing it: apt-get {}",
                self.name,
                self.install.join("; apt-get ")
            );
            match self.install() {
                Ok(()) if (self.works)() => return Ok(true),
                Ok(()) => {}
                Err(failure) => why = failure,
            }
        }
        self.skip(why, needed)
    }

    /// Skips the check with one line, unless it is `needed` or runs in CI (`CI=true`): then fails.
    pub fn skip(&self, why: Failure, needed: bool) -> Result<bool, Failure> {
        if needed || env::var("CI").is_ok_and(|ci| ci == "true") {
            return Err(why);
        }
        println!("\nskipping {}: {why}", self.check);
        Ok(false)
    }

    fn install(&self) -> Result<(), Failure> {
        Command::new("apt-get", "update").run()?;
        for arguments in self.install {
            if !(self.works)() {
                Command::new("apt-get", arguments).run()?;
            }
        }
        Ok(())
    }
}

fn is_root() -> bool {
    Command::new("id", "-u").output().is_ok_and(|id| id.trim_ascii() == b"0")
}
