//! The output of `cargo metadata`.

use crate::run::{Command, Failure};
use serde::Deserialize;
use std::path::PathBuf;

/// The part of `cargo metadata` that chores use.
#[derive(Deserialize)]
pub struct Metadata {
    /// Every package of Cargo.lock.
    pub packages: Vec<Package>,
    /// The target folder of cargo.
    pub target_directory: PathBuf,
    workspace_members: Vec<String>,
}

/// A package.
#[derive(Default, Deserialize)]
pub struct Package {
    id: String,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its licence, an SPDX expression.
    pub license: Option<String>,
    /// Its manifest.
    pub manifest_path: PathBuf,
    targets: Vec<Target>,
}

/// A build target.
#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

impl Metadata {
    /// Runs `cargo metadata`.
    pub fn read() -> Result<Metadata, Failure> {
        let ask = Command::cargo("metadata --format-version 1 --locked");
        serde_json::from_slice(&ask.output()?).map_err(|error| Failure(format!("{ask}: {error}")))
    }

    /// The executables of all examples of the workspace.
    pub fn examples(&self) -> Vec<PathBuf> {
        let ours = self.packages.iter().filter(|package| self.workspace_members.contains(&package.id));
        let examples = ours.flat_map(|package| &package.targets).filter(|target| target.kind == ["example"]);
        let file = |name: &String| format!("debug/examples/{name}{}", std::env::consts::EXE_SUFFIX);
        examples.map(|target| self.target_directory.join(file(&target.name))).collect()
    }
}
