//! The table of ratings in the book is what the program prints.

mod common;

use common::{slideways, text};
use std::fs;
use std::path::Path;

/// The largest component whose row is computed again.
const STATES: u64 = 30_000;

#[test]
fn the_book_has_the_ratings_of_the_library() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/rating.md");
    let book = fs::read_to_string(book).unwrap();
    let rows: Vec<&str> = book.lines().filter(|line| line.starts_with("| `")).collect();
    let puzzle = |row: &&str| row.split('`').nth(1).unwrap().to_owned();
    let states = |row: &str| row.split('|').nth(8).unwrap().trim().replace(',', "").parse::<u64>().ok();
    let distinct: Vec<&str> = slideways::library::distinct().collect();
    assert_eq!(rows.iter().map(puzzle).collect::<Vec<_>>(), distinct, "one row per puzzle");
    let small: Vec<&str> =
        rows.iter().copied().filter(|row| states(row).is_some_and(|states| states <= STATES)).collect();
    assert!(small.len() > 20);
    let mut arguments = vec!["rate".to_owned(), "--markdown".to_owned()];
    arguments.extend(small.iter().map(puzzle));
    let output = slideways(&arguments.iter().map(String::as_str).collect::<Vec<_>>()).output().unwrap();
    let printed: Vec<&str> = text(&output.stdout).lines().collect();
    assert!(book.contains(&printed[..2].join("\n")), "the heading of the table");
    assert_eq!(printed[2..], small);
}
