//! The embedded puzzles against the known facts about them.
//!
//! `truth/blocks.json` repeats the figures independently of the puzzle files, as other programs found them,
//! so an error in either shows here.

use serde_json::Value;
use slideways::{Style, library};
use std::collections::BTreeMap;

fn facts() -> Vec<Value> {
    serde_json::from_str(include_str!("truth/blocks.json")).expect("the facts are JSON")
}

fn id(fact: &Value) -> &str {
    fact["id"].as_str().expect("a fact names its puzzle")
}

#[test]
fn the_optima_are_the_known_ones() {
    for fact in facts() {
        let known: BTreeMap<Style, u64> = fact["optimal"]
            .as_object()
            .expect("optima are listed by style")
            .iter()
            .map(|(style, moves)| {
                (style.parse().expect("a style's number"), moves.as_u64().expect("a count"))
            })
            .collect();
        let puzzle = library::puzzle(id(&fact)).unwrap_or_else(|| panic!("{} is missing", id(&fact)));
        let written: BTreeMap<Style, u64> =
            puzzle.draft().optimum.iter().map(|(&style, &moves)| (style, moves.into())).collect();
        assert_eq!(written, known, "{}", id(&fact));
    }
}

#[test]
fn the_counted_states_are_the_known_ones() {
    let notes = [("component_states", "states: "), ("goal_states", "goal states: ")];
    for fact in facts() {
        let puzzle = library::puzzle(id(&fact)).expect("the optima test looks for it");
        for (field, label) in notes {
            let written = puzzle.draft().notes.iter().find_map(|note| note.strip_prefix(label));
            let known = fact[field].as_u64().map(|count| count.to_string());
            assert_eq!(written, known.as_deref(), "{} of {}", field, id(&fact));
        }
    }
}

#[test]
fn every_style_is_at_least_as_short_as_the_styles_within_it() {
    for name in library::names() {
        let optimum = library::puzzle(name).expect("it is listed").draft().optimum.clone();
        for (style, moves) in &optimum {
            for (within, more) in &optimum {
                if within.who <= style.who && within.reach <= style.reach {
                    assert!(moves <= more, "{name}: {style} {moves}, {within} {more}");
                }
            }
        }
    }
}
