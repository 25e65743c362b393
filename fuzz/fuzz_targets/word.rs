#![no_main]

use slideways::read::{self, Reading, no_files};

// Whatever a word means, every error in it has a span, and a position has a goal or a reason why not.
libfuzzer_sys::fuzz_target!(|word: &str| {
    let meant = read::puzzles(word, &mut no_files);
    assert!(!meant.is_empty(), "there is always one, if only to say what is wrong");
    for meant in meant {
        match meant.read(None) {
            Ok(found) => {
                if let Some(text) = meant.text() {
                    found.warnings.iter().for_each(|warning| slideways_fuzz::check_mark(&text.body, warning));
                }
                if let Reading::Tiles(board) = &found.puzzle {
                    let _ = board.with_goal(board.goal(None).expect("a position has a usual goal")).manhattan();
                }
            }
            Err(why) => assert!(!why.to_string().is_empty()),
        }
    }
    let _ = (word.parse::<slideways::puzzle::Shape>(), word.parse::<slideways::grid::Grid>());
});
