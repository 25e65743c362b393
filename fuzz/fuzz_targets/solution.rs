#![no_main]

use slideways::format::{sliding, solution};
use slideways::puzzle::Puzzle;
use std::sync::LazyLock;

/// A plane puzzle with equal and unusual names, and a puzzle in space.
static PUZZLES: LazyLock<[Puzzle; 2]> = LazyLock::new(|| {
    [
        "5 x 4\n1 = 11/11\n2 = 1/1\n3 = 11\n4 = 1\n212232444004\nnames 2*2é32444.\ngoal 1@3,1\n",
        "2 x 2 x 3\n1 = 1//1\n2 = 1\n102\ngoal 1@0,1,2\n",
    ]
    .map(|text| sliding::parse(text).expect("the text is right").puzzle)
});

libfuzzer_sys::fuzz_target!(|text: &str| {
    for puzzle in &*PUZZLES {
        if let Err(error) = solution::parse(puzzle, text) {
            slideways_fuzz::check_mark(text, &error);
        }
    }
});
