//! The program as a download: one archive with the program, its manual, completions and licences.
//!
//! The archive and its checksum go to `target/dist`. On Linux the program is linked statically with musl if
//! Rust and C have that target: it then runs on every distribution.

use crate::metadata::{Metadata, Package};
use crate::run::{Command, Failure, root};
use sha2::{Digest, Sha256};
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};

/// The largest program, in bytes.
const MOST: u64 = 15_000_000;

const BUILD: &str = "build --locked --profile dist --package slideways-cli --features cluster --target";

const TREE: &str = "tree --locked --package slideways-cli --features cluster --edges normal --prefix none --format \
                    {p} --target";

/// The scripts of the shells, by the names under which the shells look for them.
const COMPLETIONS: [(&str, &str); 4] = [
    ("completions bash", "slideways.bash"),
    ("completions zsh", "_slideways"),
    ("completions fish", "slideways.fish"),
    ("completions powershell", "_slideways.ps1"),
];

/// Files of the repository that go with the program.
const TEXTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// Builds the program and the archive; returns what was made.
pub fn make(metadata: &Metadata) -> Result<String, Failure> {
    let target = target()?;
    Command::cargo(BUILD).and(&target).run()?;
    let built = metadata.target_directory.join(&target).join(format!("dist/slideways{EXE_SUFFIX}"));
    let bytes = fs::metadata(&built).map_err(|error| unwritten(&built, error))?.len();
    if bytes > MOST {
        return Err(Failure(format!("the program has {bytes} bytes, more than {MOST}")));
    }
    let ours = metadata.packages.iter().find(|package| package.name == "slideways-cli");
    let version = &ours.ok_or_else(|| Failure("there is no package slideways-cli".to_owned()))?.version;
    let name = format!("slideways-{version}-{target}");
    let folder = metadata.target_directory.join("dist");
    let staged = folder.join(&name);
    if staged.exists() {
        fs::remove_dir_all(&staged).map_err(|error| unwritten(&staged, error))?;
    }
    stage(&built, &staged)?;
    write(&staged.join("LICENSES-OF-DEPENDENCIES.txt"), licences(metadata, &target)?.as_bytes())?;
    let archive = format!("{name}.{}", if cfg!(windows) { "zip" } else { "tar.gz" });
    let tar = Command::new("tar", if cfg!(windows) { "-a -cf" } else { "-czf" });
    let path = |name: &str| folder.join(name).display().to_string();
    tar.and(path(&archive)).and("-C").and(folder.display().to_string()).and(&name).run()?;
    let packed = fs::read(folder.join(&archive)).map_err(|error| unwritten(&folder, error))?;
    let digest: String = Sha256::digest(&packed).iter().map(|byte| format!("{byte:02x}")).collect();
    // The format of `sha256sum --check`.
    write(&folder.join(format!("{archive}.sha256")), format!("{digest}  {archive}\n").as_bytes())?;
    Ok(format!("target/dist/{archive}: {} bytes, the program {bytes}", packed.len()))
}

/// The target: musl where it can be built, otherwise that of this machine.
fn target() -> Result<String, Failure> {
    let told = String::from_utf8_lossy(&Command::new("rustc", "-vV").output()?).into_owned();
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or_else(|| Failure("rustc does not name its host".to_owned()))?.to_owned();
    let Some(musl) =
        host.strip_suffix("-gnu").map(|base| format!("{base}-musl")).filter(|_| cfg!(target_os = "linux"))
    else {
        return Ok(host);
    };
    let library = Command::new("rustc", "--print target-libdir --target").and(&musl).quiet_output();
    let has_rust = library.is_some_and(|path| Path::new(String::from_utf8_lossy(&path).trim()).exists())
        || Command::new("rustup", "target add").and(&musl).works();
    if has_rust && Command::new("musl-gcc", "--version").works() {
        return Ok(musl);
    }
    println!("\nnot static: {musl} needs `rustup target add {musl}` and `musl-gcc` (Debian: musl-tools)");
    Ok(host)
}

/// Copies the program and writes its manual and completions, as the program itself prints them.
fn stage(built: &Path, folder: &Path) -> Result<(), Failure> {
    let program = || built.display().to_string();
    fs::create_dir_all(folder.join("completions")).map_err(|error| unwritten(folder, error))?;
    for text in TEXTS {
        copy(&root().join(text), &folder.join(text))?;
    }
    copy(built, &folder.join(format!("slideways{EXE_SUFFIX}")))?;
    Command::new(program(), "man --output").and(folder.join("man").display().to_string()).output()?;
    for (command, name) in COMPLETIONS {
        write(&folder.join("completions").join(name), &Command::new(program(), command).output()?)?;
    }
    // The program is what it says, and solves.
    let solved = Command::new(program(), "solve klotski --json").output()?;
    match String::from_utf8_lossy(&solved).contains("\"moves\":81") {
        true => Ok(()),
        false => Err(Failure(format!("{} does not solve Klotski in 81 moves", program()))),
    }
}

/// The licences of all packages in the program, with their texts.
fn licences(metadata: &Metadata, target: &str) -> Result<String, Failure> {
    let tree = Command::cargo(TREE).and(target).output()?;
    let mut names: Vec<String> = String::from_utf8_lossy(&tree).lines().filter_map(named).collect();
    names.sort();
    names.dedup();
    let mut text = "Slideways contains these packages, under the licences that they name.\n".to_owned();
    for name in names {
        let package =
            metadata.packages.iter().find(|package| format!("{} v{}", package.name, package.version) == name);
        let package = package.ok_or_else(|| Failure(format!("cargo metadata does not know {name}")))?;
        if !package.name.starts_with("slideways") {
            text += &of_package(package);
        }
    }
    Ok(text)
}

/// The name and the version in a line of `cargo tree`: `serde v1.0.0 (proc-macro) (*)`.
fn named(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let (name, version) = (words.next()?, words.next()?);
    Some(format!("{name} {version}"))
}

fn of_package(package: &Package) -> String {
    let license = package.license.as_deref().unwrap_or("no licence named");
    let mut text = format!("\n{}\n{} {}: {license}\n", "=".repeat(80), package.name, package.version);
    let mut files: Vec<PathBuf> = package
        .manifest_path
        .parent()
        .and_then(|folder| fs::read_dir(folder).ok())
        .map_or(vec![], |entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect());
    files.sort();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        let is_licence = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "COPYRIGHT"]
            .iter()
            .any(|word| name.starts_with(word));
        if let (true, Ok(licence)) = (is_licence, fs::read_to_string(&file)) {
            text += &format!("\n{}\n", licence.trim_end());
        }
    }
    text
}

fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    fs::copy(from, to).map(drop).map_err(|error| unwritten(to, error))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(|error| unwritten(path, error))
}

fn unwritten(path: &Path, error: std::io::Error) -> Failure {
    Failure(format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_named_in_a_line_of_the_tree() {
        assert_eq!(named("zstd v0.13.3"), Some("zstd v0.13.3".to_owned()));
        assert_eq!(named("slideways v0.1.0 (/a b/c) (*)"), Some("slideways v0.1.0".to_owned()));
        assert_eq!(named(""), None);
    }
}
