//! Checks the licences of all dependencies against the list in `deny.toml`.
//!
//! cargo-deny does this and more, but takes minutes to install. This check needs only `cargo metadata`, so it
//! always runs.
//! The check covers every package in Cargo.lock, for all platforms, including tests and chores.

use crate::metadata::{Metadata, Package};
use crate::run::{Failure, root};
use spdx::{Expression, ParseMode};
use std::fs;
use toml_edit::Document;

/// Checks the packages; returns what passed.
pub fn check(metadata: &Metadata) -> Result<String, Failure> {
    println!("\n$ cargo metadata   # comparing licences with deny.toml");
    let text = fs::read_to_string(root().join("deny.toml"))
        .map_err(|error| Failure(format!("deny.toml cannot be read: {error}")))?;
    let allowed = allowed(&text)?;
    for package in &metadata.packages {
        refuse(package, &allowed)?;
    }
    Ok(format!("licences of {} packages", metadata.packages.len()))
}

/// The licences that `deny.toml` allows.
fn allowed(text: &str) -> Result<Vec<String>, Failure> {
    let wrong = |what: String| Failure(format!("deny.toml: {what}"));
    let document: Document<&str> = Document::parse(text).map_err(|error| wrong(error.to_string()))?;
    let list = document.get("licenses").and_then(|table| table.get("allow")).and_then(|list| list.as_array());
    let list = list.ok_or_else(|| wrong("`licenses.allow` is not a list".to_owned()))?;
    Ok(list.iter().filter_map(|licence| licence.as_str()).map(str::to_owned).collect())
}

/// Fails if the licence of a package is not allowed.
fn refuse(package: &Package, allowed: &[String]) -> Result<(), Failure> {
    let Package { name, version, license, .. } = package;
    let failure = |what: &str| Err(Failure(format!("licence of {name} {version}: {what}")));
    let Some(license) = license else { return failure("the package has none") };
    match Expression::parse_mode(license, ParseMode::LAX) {
        Err(_) => failure(&format!("`{license}` is not an SPDX expression")),
        Ok(expression) if expression.evaluate(|one| allowed.contains(&one.to_string())) => Ok(()),
        Ok(_) => failure(&format!("`{license}` is not allowed by deny.toml")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(license: Option<&str>) -> bool {
        let allowed = allowed("[licenses]\nallow = [\"MIT\", \"Zlib\"]").ok().unwrap();
        let mut package = Package::default();
        package.license = license.map(str::to_owned);
        refuse(&package, &allowed).is_ok()
    }

    #[test]
    fn or_needs_one_licence_and_needs_all() {
        assert!(
            passes(Some("MIT")) && passes(Some("MIT/Apache-2.0")) && passes(Some("GPL-3.0-only OR Zlib"))
        );
        assert!(passes(Some("(MIT OR Apache-2.0) AND Zlib")));
        assert!(!passes(Some("MIT AND GPL-3.0-only")) && !passes(Some("Apache-2.0 WITH LLVM-exception")));
    }

    #[test]
    fn a_package_without_a_licence_is_refused() {
        assert!(!passes(None) && !passes(Some("")) && !passes(Some("as you like")));
    }

    #[test]
    fn a_file_without_a_list_is_refused() {
        assert!(allowed("[licenses]\n").is_err() && allowed("allow = [").is_err());
    }
}
