//! What `--json` prints follows the JSON Schemas that come with the library, which allow no field they do not
//! describe.

mod common;

use common::{slideways, text};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../slideways/schemas");

fn schema(name: &str) -> Value {
    let path = Path::new(FOLDER).join(format!("{name}.json"));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// By schema: a command a line. Between them they print every field that the schema describes, but for those
/// below.
const COMMANDS: [(&str, &[&str]); 13] = [
    (
        "solve",
        &[
            "solve klotski",
            "solve klotski --style set-step --count",
            "solve klotski --time 0",
            "solve klotski --layers",
            "solve 867254301 --simple-paths 33",
            "solve dads --all",
            "solve 123456870",
            "solve korf15:1 --goal blank-last",
            "solve 867254301 --count",
            "solve 867254301 --all --notation cells",
            "solve 867254301 --style set-step --then step",
            "solve korf15:3",
        ],
    ),
    (
        "explore",
        &[
            "explore klotski --hardest --diameter",
            "explore klotski --time 0",
            "explore klotski --disk FOLDER/klotski",
            "explore 2x3 --diameter",
            "explore 2x3 --solutions",
            "explore klotski --disk FOLDER/hardest --hardest",
            "explore 2x3 --happy --goal blank-first",
            "explore 6x6 --depth 5",
            "explore plane --depth 5",
        ],
    ),
    (
        "random",
        &[
            "random 2x3 --distance 12 --seed 1",
            "random 2x3 --distance 30 --seed 1",
            "random 4x4 --distance 50 --seed 1",
            "random moving_day --distance 9 --seed 1",
            "random klotski --distance 60 --time 0",
        ],
    ),
    (
        "rate",
        &[
            "rate dads",
            "rate klotski --style slide --slack 9",
            "rate klotski --time 0",
            "rate 867254301 --memory 200M",
            "rate 1,2,3,4,5,6,8,7,0",
        ],
    ),
    (
        "census",
        &[
            "design census --box 4x3 --kit klotski",
            "design census --box 4x3 --kit klotski --time 0",
            "design census --box 4x3 --kit klotski --count",
            "design census --box 3x4 --kit klotski",
            "design census --box 3x3 --kit unit-cars",
            "design census --box 4x4 --kit rush",
            "design census --box 3x3 --any 1..2",
        ],
    ),
    (
        "design",
        &[
            "design search --box 4x4 --kit rush --moves 4..6 --count 2",
            "design search --box 4x3 --kit klotski --candidates 200 --style step",
        ],
    ),
    ("components", &["explore dads --components", "explore klotski --components --time 0"]),
    (
        "lock",
        &[
            "lock 4x4 2x1 --classes",
            "lock 4x4 2x1 --verify",
            "lock 4x4 2x1 --fewest",
            "lock 4x4 2x1 --count",
            "lock 4x4x4 2x2x1 --fewest --time 0",
            "lock 3x3 2x2",
            "lock 4x4 2x1 --export FOLDER/packings",
        ],
    ),
    (
        "check",
        &[
            "check klotski 1@0,1:D",
            "check 1,2,3,4,5,6,0,7,8 LL",
            "check 1,2,3,4,5,6,0,7,8 LLU",
            "check 1,2,3,4,5,6,7,0,8 L",
        ],
    ),
    ("check-packing", &["check 2x2 1122", "check 2x2 1100", "check 2x2x2 11112222"]),
    ("list", &["list", "list korf15"]),
    ("tables", &["tables list"]),
    (
        "error",
        &[
            "solve 867254331",
            "solve no-such-puzzle",
            "rate no-such-puzzle",
            "rate korf15:1 --memory 1G",
            "check no-such-puzzle L",
            "check klotski nonsense",
            "check klotski 1@0,1:Q",
            "check 1,2,3,4,5,6,0,7,8 LQ",
            "check 2x2 11223",
        ],
    ),
];

/// Fields that no quick command prints.
const RARE: [&str; 6] = ["solutions_at_least", "rough_picture", "counted", "optimum", "span", "label"];

#[test]
fn what_is_printed_follows_the_schemas() {
    let folder = tempfile::tempdir().unwrap();
    // A table, so that there is one to be listed.
    assert!(slideways(&["solve", "korf15:3"]).output().unwrap().status.success());
    for (name, commands) in COMMANDS {
        let schema = schema(name);
        let validator = jsonschema::validator_for(&schema).unwrap();
        let mut printed = BTreeSet::new();
        for command in commands {
            let command = command.replace("FOLDER", folder.path().to_str().unwrap());
            let words: Vec<&str> = command.split(' ').chain(["--json"]).collect();
            let output = slideways(&words).output().unwrap();
            let lines = text(&output.stdout).lines();
            let lines: Vec<Value> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
            assert!(!lines.is_empty(), "{command}: {}", text(&output.stderr));
            for line in lines {
                let faults: Vec<String> =
                    validator.iter_errors(&line).map(|fault| fault.to_string()).collect();
                assert!(faults.is_empty(), "{command}: {faults:?} in {line}");
                fields(&line, &mut printed);
            }
        }
        let mut described = BTreeMap::new();
        describe(&schema, &mut described);
        for (field, described) in described {
            assert!(described, "{name}: the field `{field}` is not described");
            let known = printed.contains(&field) || RARE.contains(&field.as_str());
            assert!(known, "{name}: no command prints `{field}`");
        }
    }
}

/// The names of all fields.
fn fields(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => object.iter().for_each(|(field, value)| {
            into.insert(field.clone());
            fields(value, into);
        }),
        Value::Array(items) => items.iter().for_each(|item| fields(item, into)),
        _ => {}
    }
}

/// The names of all fields in a schema, and whether they are described.
fn describe(schema: &Value, into: &mut BTreeMap<String, bool>) {
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        for (field, schema) in properties {
            let described = schema.get("description").is_some() || schema.get("const").is_some();
            into.entry(field.clone()).and_modify(|all| *all &= described).or_insert(described);
        }
    }
    match schema {
        Value::Object(object) => object.values().for_each(|inner| describe(inner, into)),
        Value::Array(items) => items.iter().for_each(|inner| describe(inner, into)),
        _ => {}
    }
}

#[test]
fn a_schema_refuses_what_it_does_not_describe() {
    let schema = schema("tables");
    let line =
        json!({"file": "f", "board": null, "blank": null, "tables": null, "bytes": 7, "fault": "short"});
    assert!(jsonschema::is_valid(&schema, &line));
    for (field, value) in [("more", json!(1)), ("bytes", json!(-1)), ("fault", json!(7))] {
        let mut other = line.clone();
        other[field] = value;
        assert!(!jsonschema::is_valid(&schema, &other), "{field}");
    }
}

#[test]
fn every_schema_is_tested() {
    let files = fs::read_dir(FOLDER).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let tested: BTreeSet<String> = COMMANDS.iter().map(|(name, _)| format!("{name}.json")).collect();
    assert_eq!(files.collect::<BTreeSet<_>>(), tested);
}
