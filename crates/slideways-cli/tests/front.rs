//! Clients ask the front of the library, never an engine: no file of the command line or of the page names a
//! module that is hidden from the documentation. Nor does the library name a clock that a browser lacks.
//!
//! The hidden modules are read from the sources of the library. A client names one in a `use` tree, in a
//! path, or in a path that begins with something imported.

mod sources;

use sources::{crates, sources};
use std::collections::HashMap;
use std::fs;
use std::path::Path;

#[test]
fn no_client_names_an_engine() {
    let hidden = hidden();
    assert_eq!(hidden, ["slideways::engine"], "all engines live in one module");
    let mut found = vec![];
    for client in [
        "slideways-api/src",
        "slideways-cli/src",
        "slideways-py/src",
        "slideways-wasm/src",
        "slideways-web/src",
    ] {
        for file in sources(&crates().join(client), &["rs"]) {
            let shown = file.strip_prefix(crates()).unwrap().to_str().unwrap().replace('\\', "/");
            let named = named(&fs::read_to_string(&file).unwrap(), &hidden);
            found.extend(named.into_iter().map(|(line, path)| format!("{shown}:{line} names {path}")));
        }
    }
    assert!(found.is_empty(), "clients ask the front, not engines:\n{}", found.join("\n"));
}

/// In a browser, the clocks of the standard library panic.
#[test]
fn the_library_reads_a_clock_that_browsers_have() {
    let mut found = vec![];
    for library in ["slideways/src", "slideways-api/src", "slideways-wasm/src"] {
        for file in sources(&crates().join(library), &["rs"]) {
            let text = fs::read_to_string(&file).unwrap();
            let clocks = ["slideways::Instant", "slideways::SystemTime"].map(str::to_owned);
            let text = text.replace("std::time", "slideways");
            found.extend(
                named(&text, &clocks).into_iter().map(|(line, _)| format!("{}:{line}", file.display())),
            );
        }
    }
    assert!(found.is_empty(), "use `web_time::Instant`:\n{}", found.join("\n"));
}

#[test]
fn every_way_to_name_a_module_is_seen() {
    let hidden = ["slideways::explore", "slideways::tiles::layers"].map(str::to_owned);
    for (text, lines) in [
        ("use slideways::explore::external;", vec![1]),
        ("use slideways::{Style,\n    explore};", vec![2]),
        ("use slideways::{tiles::{Board, layers::{self, Estimate}}, Style};", vec![1, 1]),
        ("use slideways::tiles::{self as t, Goal};\nfn f() { t::layers::fits() }", vec![2]),
        ("use slideways::tiles;\n\nuse tiles::layers;", vec![3]),
        ("use slideways as s;\ntype T = s::explore::T;", vec![2]),
        ("fn f(why: slideways::explore::Proof) {}", vec![1]),
        ("use slideways::*;", vec![1]),
        ("use slideways::tiles::*;", vec![1]),
        ("use slideways::prelude::*;\nuse slideways::tiles::{Board, replay};", vec![]),
        ("// slideways::explore\nlet s = \"slideways::explore\";", vec![]),
        ("use crate::explore::run;\nuse slideways_cluster::explore;\nexplore::run();", vec![]),
        ("use crate::tiles;\nfn f() { tiles::layers() }", vec![]),
    ] {
        let found: Vec<usize> = named(text, &hidden).into_iter().map(|(line, _)| line).collect();
        assert_eq!(found, lines, "{text}");
    }
}

/// The public modules of the library that are hidden from its documentation.
fn hidden() -> Vec<String> {
    let mut hidden = vec![];
    let library = crates().join("slideways/src");
    hidden_in(&library.join("lib.rs"), &library, "slideways", &mut hidden);
    hidden
}

/// The same among the modules that a file declares; theirs are in a folder.
fn hidden_in(file: &Path, folder: &Path, prefix: &str, hidden: &mut Vec<String>) {
    let Ok(text) = fs::read_to_string(file) else { return };
    let mut is_hidden = false;
    for line in text.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(';')) {
            let path = format!("{prefix}::{name}");
            match is_hidden {
                true => hidden.push(path),
                false => {
                    hidden_in(&folder.join(format!("{name}.rs")), &folder.join(name), &path, hidden);
                }
            }
        }
        is_hidden = line == "#[doc(hidden)]" || is_hidden && line.starts_with("#[");
    }
}

/// The hidden modules that a text names, each with its line.
fn named(text: &str, hidden: &[String]) -> Vec<(usize, String)> {
    let tokens = tokens(text);
    let mut aliases = HashMap::from([("slideways".to_owned(), "slideways".to_owned())]);
    let mut found = vec![];
    let mut at = 0;
    while at < tokens.len() {
        let is_use = tokens[at].1 == "use";
        at += usize::from(is_use);
        let follows = at > 0 && tokens[at - 1].1 == "::";
        let Some(root) = tokens.get(at).and_then(|(_, token)| aliases.get(token)).filter(|_| !follows) else {
            at += usize::from(!is_use);
            continue;
        };
        let mut paths = vec![];
        let root = root.clone();
        at = tree(&tokens, at + 1, (tokens[at].0, root), &mut paths);
        for Named { line, path, alias } in paths {
            let is_within = |module: &&String| path == **module || path.starts_with(&format!("{module}::"));
            let over = |module: &&String| {
                path.strip_suffix("*")
                    .is_some_and(|all| module.rsplit_once("::").unwrap().0 == all.trim_end_matches(':'))
            };
            let module = hidden.iter().find(is_within).or(hidden.iter().find(over));
            match module {
                Some(module) => found.push((line, module.clone())),
                None if is_use => drop(aliases.insert(alias, path)),
                None => {}
            }
        }
    }
    found
}

/// A path, the line of its last part, and the name that a `use` gives it.
struct Named {
    line: usize,
    path: String,
    alias: String,
}

/// Read what follows the beginning of a path: one path, or a tree of them. Returns where it ends.
fn tree(
    tokens: &[(usize, String)],
    mut at: usize,
    (line, path): (usize, String),
    paths: &mut Vec<Named>,
) -> usize {
    let token = |at: usize| tokens.get(at).map_or("", |(_, token)| token.as_str());
    let (mut line, mut path) = (line, path);
    while token(at) == "::" {
        match token(at + 1) {
            "{" => {
                at += 2;
                while token(at) != "}" && at < tokens.len() {
                    let part = (tokens[at].0, format!("{path}::{}", token(at)));
                    let part = if token(at) == "self" { (part.0, path.clone()) } else { part };
                    at = tree(tokens, at + 1, part, paths);
                    at += usize::from(token(at) == ",");
                }
                return at + 1;
            }
            part if part == "*" || part.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                line = tokens[at + 1].0;
                path = format!("{path}::{part}");
                at += 2;
            }
            _ => break,
        }
    }
    let mut alias = path.rsplit("::").next().unwrap_or_default().to_owned();
    if token(at) == "as" {
        alias = token(at + 1).to_owned();
        at += 2;
    }
    paths.push(Named { line, path, alias });
    at
}

/// The words and signs of a text with their lines, without comments and the contents of strings.
fn tokens(text: &str) -> Vec<(usize, String)> {
    let mut tokens = vec![];
    for (line, mut rest) in (1..).zip(text.lines()) {
        while let Some(first) = rest.chars().next() {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let length = match first {
                _ if rest.starts_with("//") => break,
                _ if rest.starts_with("::") => 2,
                // A string that continues on the next line ends here as well; what follows looks like words,
                // and does no harm.
                '"' => {
                    let escaped =
                        |i: usize| rest[..i].chars().rev().take_while(|&c| c == '\\').count() % 2 == 1;
                    let end = rest.char_indices().skip(1).find(|&(i, c)| c == '"' && !escaped(i));
                    end.map_or(rest.len(), |(i, _)| i + 1)
                }
                _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
                _ => first.len_utf8(),
            };
            if !first.is_whitespace() && first != '"' {
                tokens.push((line, rest[..length].to_owned()));
            }
            rest = &rest[length..];
        }
    }
    tokens
}
