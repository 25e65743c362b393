#![no_main]

use slideways::format::tiles::path::{self, Convention};
use slideways::format::tiles::{parse, parse_goal, parse_line};
use slideways::tiles::{Board, Size, Tile};
use std::sync::LazyLock;

/// The position from which paths start.
static START: LazyLock<Board> = LazyLock::new(|| {
    let size = Size::new(3, 4).expect("it has twelve cells");
    Board::new(size, [1, 2, 3, 4, 5, 0, 7, 8, 9, 6, 10, 11].map(Tile)).expect("each number once")
});

libfuzzer_sys::fuzz_target!(|text: &str| {
    for size in [None, Some(START.size())] {
        if let Err(error) = parse(text, size) {
            slideways_fuzz::check_mark(text, &error);
        }
        if let Err(error) = parse_line(text, size) {
            slideways_fuzz::check_mark(text, &error);
        }
    }
    if let Err(error) = parse_goal(text, START.size()) {
        slideways_fuzz::check_mark(text, &error);
    }
    for convention in [Convention::Letters, Convention::Blank, Convention::Tiles, Convention::Cells] {
        match path::parse(text, convention, &START) {
            Ok(steps) => {
                let printed = path::print(&steps, convention, &START).expect("what was read can be printed");
                assert_eq!(path::parse(&printed, convention, &START), Ok(steps));
            }
            Err(error) => slideways_fuzz::check_mark(text, &error),
        }
    }
});
