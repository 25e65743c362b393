//! The words of the house: the field's terms lead to the right files, a type name stands for at most two
//! ideas, and the sources do without phrases that a reader has to read twice.

mod sources;

use sources::{crates, sources};
use std::collections::BTreeMap;
use std::fs;

#[test]
fn a_term_of_the_field_leads_to_its_file() {
    let engine = crates().join("slideways/src/engine");
    for (term, file) in [
        ("IDA*", "tiles/ida.rs"),
        ("IDA*", "tiles/plain.rs"),
        ("iterative deepening", "run/deepening.rs"),
        ("multi-tile metric", "tiles/mtm.rs"),
        ("pattern database", "tiles/pdb.rs"),
        ("pattern database", "tiles/pdb/build.rs"),
        ("pruning automaton", "tiles/pruning.rs"),
        ("linear conflict", "tiles/anytime/linear_conflict.rs"),
        ("beam search", "tiles/anytime/beam.rs"),
        ("heuristic", "tiles/ida.rs"),
        ("admissible", "tiles/ida.rs"),
        ("bidirectional", "search/bidirectional.rs"),
        ("breadth-first", "search/bfs.rs"),
        ("breadth-first", "tiles/bit_bfs.rs"),
        ("delayed duplicate detection", "disk.rs"),
        ("external", "explore/external.rs"),
        ("dancing links", "packing/dancing_links.rs"),
        ("backtrack", "packing/backtrack.rs"),
        ("frontier", "packing/count.rs"),
        ("frontier search", "tiles/growth.rs"),
        ("compressed sparse row", "explore/csr.rs"),
        ("hitting time", "rate/hitting_time.rs"),
        ("conjugate gradients", "rate/hitting_time.rs"),
        ("dominators", "rate/dominators.rs"),
        ("Mazurkiewicz trace", "rate/precedence.rs"),
        ("antichain", "rate/precedence.rs"),
        ("work unit", "run/units.rs"),
        ("checkpoint", "run/checkpoint.rs"),
    ] {
        let text = fs::read_to_string(engine.join(file)).unwrap();
        let header: String = text.lines().take_while(|line| line.starts_with("//!")).collect();
        assert!(header.to_lowercase().contains(&term.to_lowercase()), "the header of {file} names {term:?}");
    }
}

#[test]
fn no_type_name_stands_for_more_than_two_ideas() {
    for name in ["slideways", "slideways-api", "slideways-cli", "slideways-web", "slideways-cluster"] {
        let mut defined: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for file in sources(&crates().join(name).join("src"), &["rs"]) {
            let text = fs::read_to_string(&file).unwrap();
            for (number, line) in text.lines().enumerate() {
                if let Some(defines) = defines(line) {
                    let place = format!("{}:{}", file.strip_prefix(crates()).unwrap().display(), number + 1);
                    defined.entry(defines.to_owned()).or_default().push(place);
                }
            }
        }
        assert!(defined.len() > 5, "{name} has types");
        let shared: Vec<_> = defined.iter().filter(|(_, places)| places.len() > 2).collect();
        assert!(shared.is_empty(), "types of {name} with more than two meanings: {shared:#?}");
    }
}

/// The type that a line defines at the top of a module. Associated types stand deeper.
fn defines(line: &str) -> Option<&str> {
    let rest = match line.strip_prefix("pub") {
        Some(rest) => rest.strip_prefix("(crate)").or_else(|| rest.strip_prefix("(super)")).unwrap_or(rest),
        None => line,
    };
    let mut words = rest.split_whitespace();
    let is_type = ["struct", "enum", "trait", "type"].contains(&words.next()?);
    let name = words.next().filter(|_| is_type && !line.starts_with(' '))?;
    Some(&name[..name.find(|c: char| !c.is_alphanumeric()).unwrap_or(name.len())])
}

#[test]
fn definitions_of_types_are_seen() {
    for (line, name) in [
        ("pub struct Node<const W: usize> {", Some("Node")),
        ("pub(super) enum Part {", Some("Part")),
        ("type Words = [u64; 4];", Some("Words")),
        ("trait Query {", Some("Query")),
        ("struct Pair(u8, u8);", Some("Pair")),
        ("    type Answer = u32;", None),
        ("impl Node {", None),
        ("// struct Node", None),
    ] {
        assert_eq!(defines(line), name, "{line}");
    }
}

#[test]
fn the_sources_do_without_phrases_that_need_a_second_reading() {
    // Written in two parts, so that this file does not find itself.
    let phrases = [["so", "many"], ["some", "body"], ["no", "body"], ["every", "body"], ["who", "ever"]];
    let phrases = phrases.map(|[first, second]| match (first, second) {
        ("so", _) => format!("{first} {second}"),
        _ => format!("{first}{second}"),
    });
    let mut found = vec![];
    for folder in [crates(), crates().join("../xtask"), crates().join("../fuzz")] {
        for file in sources(&folder, &["rs", "js", "html", "css", "toml", "json"]) {
            for (number, line) in fs::read_to_string(&file).unwrap().lines().enumerate() {
                let line = line.to_lowercase();
                let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric()).collect();
                let said = |phrase: &&String| {
                    let phrase: Vec<&str> = phrase.split(' ').collect();
                    words.windows(phrase.len()).any(|words| words == phrase)
                };
                found.extend(phrases.iter().find(said).map(|phrase| {
                    format!(
                        "{}:{}: {phrase}",
                        file.strip_prefix(crates()).unwrap_or(&file).display(),
                        number + 1
                    )
                }));
            }
        }
    }
    assert!(found.is_empty(), "rewrite these:\n{}", found.join("\n"));
}

#[test]
fn comments_keep_to_the_width_of_the_code() {
    let config = fs::read_to_string(crates().join("../rustfmt.toml")).unwrap();
    let width = config.lines().find_map(|line| line.strip_prefix("max_width = ")).unwrap();
    let width: usize = width.parse().unwrap();
    let mut wide = vec![];
    for folder in [crates(), crates().join("../xtask"), crates().join("../fuzz")] {
        for file in sources(&folder, &["rs"]) {
            let text = fs::read_to_string(&file).unwrap();
            let is_wide = |line: &&str| line.trim_start().starts_with("//") && line.chars().count() > width;
            // A diagram may be as wide as what it shows.
            let lines = text.lines().enumerate().filter(|(_, line)| is_wide(line) && !line.contains('┤'));
            wide.extend(lines.map(|(number, _)| format!("{}:{}", file.display(), number + 1)));
        }
    }
    assert!(wide.is_empty(), "wider than {width} columns: {wide:#?}");
}

#[test]
fn the_files_that_the_documents_name_exist() {
    let root = crates().join("..");
    let files: Vec<String> = sources(&crates(), &["rs"])
        .iter()
        .map(|file| file.strip_prefix(crates()).unwrap().to_str().unwrap().replace('\\', "/"))
        .collect();
    let mut documents = sources(&root.join("docs/src"), &["md"]);
    documents.push(root.join("ARCHITECTURE.md"));
    let (mut named, mut lost) = (0, vec![]);
    for document in documents {
        let text = fs::read_to_string(&document).unwrap();
        for file in
            text.split('`').skip(1).step_by(2).filter(|code| code.ends_with(".rs") && !code.contains(' '))
        {
            named += 1;
            let file = file.strip_prefix("crates/").unwrap_or(file);
            if !files.iter().any(|known| known == file || known.ends_with(&format!("/{file}"))) {
                lost.push(format!("{}: {file}", document.display()));
            }
        }
    }
    assert!(named > 30, "the documents name files");
    assert!(lost.is_empty(), "these files do not exist: {lost:#?}");
}
