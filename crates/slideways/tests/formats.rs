//! Printed puzzles parse to the same puzzle, and every error of a parser marks a span of the text.

mod common;

use common::{Alike, Sort, Space};
use proptest::collection::vec;
use proptest::prelude::*;
use slideways::Style;
use slideways::format::error::TextError;
use slideways::format::{self, Notation, drawn, gnome, json, rush_hour, sliding, solution};
use slideways::grid::{Cell, Grid};
use slideways::puzzle::rule::{self, Move};
use slideways::puzzle::{KindId, Puzzle, Shape};
use slideways::{library, read};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Everything that a map expresses about a puzzle, independent of the names of kinds.
#[derive(Debug, PartialEq, Eq)]
struct Drawn {
    grid: Grid,
    blocked: BTreeSet<Cell>,
    gates: BTreeSet<Cell>,
    /// Every piece: its place, its shape, and whether it is the piece to move out.
    pieces: Vec<(Cell, Shape, bool)>,
    goals: BTreeSet<Cell>,
}

impl Drawn {
    fn new(puzzle: &Puzzle) -> Drawn {
        let star: KindId = puzzle.goals()[0].0[0].kind;
        let piece = |(&kind, &at)| (at, puzzle.kind(kind).shape.clone(), kind == star);
        Drawn {
            grid: puzzle.grid(),
            blocked: puzzle.draft().blocked.clone(),
            gates: puzzle.draft().gates.keys().copied().collect(),
            pieces: puzzle.pieces().iter().zip(&puzzle.start().0).map(piece).collect(),
            goals: puzzle.goals().iter().map(|goal| goal.0[0].at).collect(),
        }
    }
}

/// Moves of the most general style, chosen by numbers.
fn game(puzzle: &Puzzle, choices: &[usize]) -> (Vec<Move>, String) {
    let (mut at, mut moves, mut text) = (puzzle.start().clone(), vec![], String::new());
    for choice in choices {
        let all = rule::moves(puzzle, &at, Style::ALL[5]);
        let Some((played, to)) = all.get(choice % all.len().max(1)) else { break };
        text.push_str(&solution::print_move(puzzle, &at, played));
        text.push(if choice % 2 == 0 { '\n' } else { ' ' });
        moves.push(played.clone());
        at = to.clone();
    }
    (moves, text)
}

fn marks_the_text(text: &str, error: &TextError) -> Result<(), TestCaseError> {
    let span = error.span.clone();
    prop_assert!(text.get(span.clone()).is_some(), "{span:?} of {text:?}: {error}");
    prop_assert!(!error.message.is_empty() && !error.message.ends_with('.'));
    error.line_and_column(text);
    Ok(())
}

/// Pass a text to every parser.
fn read_by_all(text: &str, puzzle: &Puzzle) -> Result<(), TestCaseError> {
    for notation in Notation::ALL {
        match notation.parse(text) {
            Ok(parsed) => {
                for warning in parsed.warnings {
                    marks_the_text(text, &warning)?;
                }
                prop_assert_eq!(
                    &sliding::parse(&sliding::print(&parsed.puzzle)).unwrap().puzzle,
                    &parsed.puzzle
                );
                prop_assert_eq!(&json::parse(&json::print(&parsed.puzzle)).unwrap().puzzle, &parsed.puzzle);
            }
            Err(error) => marks_the_text(text, &error)?,
        }
    }
    if let Err(error) = solution::parse(puzzle, text) {
        marks_the_text(text, &error)?;
    }
    format::detect(text);
    Ok(())
}

/// An edit of a text: its place, the length to remove, and the replacement.
fn change() -> impl Strategy<Value = (usize, usize, String)> {
    let odd = [
        "", "\n", " ", "x", "0", "9", "1", "@", ":", "{", "}", ",", "#", "*", ".", "-", "=", "/", "A", "é",
        "\u{3000}",
    ];
    let instead = prop_oneof![prop::sample::select(odd.to_vec()).prop_map(str::to_owned), "\\PC{0,3}"];
    (any::<usize>(), 0..4usize, instead)
}

fn changed(text: &str, changes: &[(usize, usize, String)]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for (at, gone, instead) in changes {
        let at = at % (chars.len() + 1);
        let end = (at + gone).min(chars.len());
        chars.splice(at..end, instead.chars());
    }
    chars.into_iter().collect()
}

proptest! {
    #[test]
    fn puzzle_text_reads_back(puzzle in common::puzzle(Sort::ANY)) {
        let text = sliding::print(&puzzle);
        let parsed = sliding::parse(&text).map_err(|error| TestCaseError::fail(format!("{text}{error}")))?;
        prop_assert_eq!(parsed.warnings, []);
        prop_assert_eq!(parsed.puzzle, puzzle, "{}", text);
        prop_assert_eq!(format::detect(&text), Notation::Sliding);
    }

    #[test]
    fn json_reads_back(puzzle in common::puzzle(Sort::ANY)) {
        let text = json::print(&puzzle);
        let parsed = json::parse(&text).map_err(|error| TestCaseError::fail(format!("{text}{error}")))?;
        prop_assert_eq!(parsed.puzzle, puzzle, "{}", text);
        prop_assert_eq!(format::detect(&text), Notation::Json);
    }

    #[test]
    fn what_can_be_drawn_as_a_map_reads_back(
        puzzle in common::puzzle(Sort { space: Space::Plane, ..Sort::BARE }),
    ) {
        if let Some(map) = gnome::print(&puzzle) {
            let parsed = gnome::parse(&map).map_err(|error| TestCaseError::fail(format!("{map}{error}")))?;
            prop_assert_eq!(Drawn::new(&parsed.puzzle), Drawn::new(&puzzle), "{}", map);
            prop_assert_eq!(format::detect(&map), Notation::Gnome, "{}", map);
            prop_assert!(!format::tiles::looks_like_position(&map), "{}", map);
        }
    }

    #[test]
    fn what_can_be_drawn_reads_back(puzzle in common::puzzle(Sort::ANY)) {
        if let Some(text) = drawn::print(&puzzle) {
            let parsed = drawn::parse(&text).map_err(|error| TestCaseError::fail(format!("{text}{error}")))?;
            prop_assert_eq!(format::detect(&text), Notation::Drawn, "{}", text);
            prop_assert_eq!(parsed.puzzle.start(), puzzle.start(), "{}", text);
            prop_assert_eq!(drawn::print(&parsed.puzzle).is_some(), true, "{}", text);
            // Interchangeable pieces and goals decide which states there are, and which are solved.
            for style in [Style::STEP, Style::ALL[5]] {
                let layers = |puzzle| slideways::Space::of(puzzle).style(style).build().unwrap().layers().sizes.clone();
                prop_assert_eq!(layers(&parsed.puzzle), layers(&puzzle), "{}", text);
            }
        }
    }

    #[test]
    fn drawings_that_can_be_read_can_be_drawn(text in "([.#ab*]{3}\n){2,3}\n?([.ab*]{3}\n){2,3}(goal [ab*]@[01],[012]\n)?") {
        if let Ok(parsed) = drawn::parse(&text) {
            let printed = drawn::print(&parsed.puzzle).expect("it was drawn");
            prop_assert_eq!(drawn::parse(&printed).unwrap().puzzle.goals().len(), parsed.puzzle.goals().len());
        }
    }

    #[test]
    fn maps_that_can_be_read_can_be_printed(map in "([#. *ab,-]{1,6}\n){1,5}") {
        if let Ok(parsed) = gnome::parse(&map) {
            let printed = gnome::print(&parsed.puzzle).expect("it was drawn");
            prop_assert_eq!(gnome::parse(&printed).unwrap().puzzle, parsed.puzzle, "{}", map);
        }
    }

    #[test]
    fn boards_that_can_be_read_can_be_printed(cars in vec((0..36usize, 0..2usize, 2..4usize), 0..14)) {
        let mut board = [b'.'; 36];
        board[12..14].fill(b'A');
        for ((at, upright, length), name) in cars.into_iter().zip(b'B'..) {
            let step = [1, 6][upright];
            let cells: Vec<usize> = (0..length).map(|i| at + i * step).collect();
            let inside = cells[length - 1] < 36 && (upright == 1 || cells[length - 1] / 6 == at / 6);
            if inside && cells.iter().all(|&cell| board[cell] == b'.') {
                cells.iter().for_each(|&cell| board[cell] = name);
            }
        }
        let board = String::from_utf8(board.to_vec()).unwrap();
        let puzzle = rush_hour::parse(&board).unwrap().puzzle;
        prop_assert_eq!(rush_hour::print(&puzzle), Some(board));
    }

    #[test]
    fn solutions_read_back(
        puzzle in common::puzzle(Sort { pieces: 4, ..Sort::ANY }),
        choices in vec(any::<usize>(), 0..6),
    ) {
        let (moves, text) = game(&puzzle, &choices);
        prop_assert_eq!(solution::parse(&puzzle, &text), Ok(moves), "{}", text);
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in any::<String>(), puzzle in common::puzzle(Sort::ANY)) {
        read_by_all(&text, &puzzle)?;
    }

    #[test]
    fn no_likely_text_makes_a_reader_panic(
        text in "[0-9xABao.#*@:,{}=/ \n\"RUDL\\[\\]-]{0,60}",
        puzzle in common::puzzle(Sort::ANY),
    ) {
        read_by_all(&text, &puzzle)?;
    }

    #[test]
    fn no_changed_text_makes_a_reader_panic(
        puzzle in common::puzzle(Sort { pieces: 4, ..Sort::ANY }),
        choices in vec(any::<usize>(), 0..4),
        changes in vec(change(), 1..5),
    ) {
        read_by_all(&changed(&game(&puzzle, &choices).1, &changes), &puzzle)?;
        for notation in Notation::ALL {
            if let Some(text) = notation.print(&puzzle) {
                read_by_all(&changed(&text, &changes), &puzzle)?;
            }
        }
    }

    #[test]
    fn every_sort_of_puzzle_is_what_it_says(
        distinct in common::puzzle(Sort { alike: Alike::Distinct, space: Space::Plane, ..Sort::BARE }),
        identical in common::puzzle(Sort { alike: Alike::Identical, space: Space::Solid, ..Sort::BARE }),
    ) {
        let kinds = |puzzle: &Puzzle| puzzle.pieces().iter().collect::<BTreeSet<_>>().len();
        prop_assert_eq!(kinds(&distinct), distinct.pieces().len());
        prop_assert_eq!(kinds(&identical), 1);
        prop_assert!(!distinct.grid().is_solid() && identical.grid().is_solid());
    }
}

#[test]
fn every_puzzle_of_the_library_reads_back_in_every_notation_that_can_say_it() {
    for name in library::names() {
        let puzzle = format::parse(library::text(name).unwrap()).unwrap().puzzle;
        for notation in Notation::ALL {
            let Some(text) = notation.print(&puzzle) else { continue };
            assert_eq!(format::detect(&text), notation, "{name}: {text}");
            let parsed = format::parse(&text).unwrap_or_else(|error| panic!("{name}: {text}{error}")).puzzle;
            match notation {
                Notation::Sliding | Notation::Json => assert_eq!(parsed, puzzle, "{name}"),
                Notation::Drawn => {
                    assert_eq!(parsed.start(), puzzle.start(), "{name}: {text}");
                    let all = read::puzzles(&text, &mut read::no_files);
                    assert_eq!(all.len(), 1, "{name}: {text}");
                    let Ok(read::Reading::Blocks(again)) = all[0].read(None).map(|parsed| parsed.puzzle)
                    else {
                        panic!("{name} is read as tiles: {text}")
                    };
                    assert_eq!(again.puzzle, parsed, "{name}: {text}");
                    assert_eq!(notation.print(&parsed), Some(text), "{name}");
                }
                Notation::Gnome | Notation::RushHour => {
                    assert_eq!(Drawn::new(&parsed), Drawn::new(&puzzle), "{name}: {text}");
                    assert_eq!(notation.print(&parsed), Some(text), "{name}");
                }
            }
        }
    }
}

/// This number of lines makes a file of nearly one mebibyte, the largest that the command line reads.
const MANY: usize = 115_000;

/// A parser visits every line of a long text a few times, not once per other line. Work that grows with the
/// square of the number of lines would take minutes here; linear work takes a fraction of a second.
#[test]
fn long_texts_are_read_in_time() {
    let head = "1 x 3\n1 = 1\n2 = 1\n12\n";
    let half = |a: &str, b: &str| format!("{}{}", a.repeat(MANY / 2), b.repeat(MANY / 2));
    let goal = r#"[{"kind":"1","at":[0,0]}],"#.repeat(MANY / 4);
    let object = format!(
        r#"{{"format":"slideways-puzzle/1","size":[1,3],"kinds":[{{"name":"1","cells":[[0,0]]}}],
        "start":[{{"kind":"1","at":[0,0]}}],"notes":[{}"z"],"goals":[{goal}"#,
        "\"a\",".repeat(MANY / 2)
    );
    for text in [
        format!("{head}{}goal 1@0,2\n", "# why\n".repeat(MANY)),
        format!("{head}{}", half("# why\n", "goal 1@0,2\n")),
        format!("{head}{}", "# why\ngoal 1@0,2\n".repeat(MANY / 2)),
        format!("{head}{}", half("goal 1@0,2\n", "only 1 0,0\n")),
        format!("{head}{}", half("goal 1@0,2\n", "only 2 0,0\n")),
        format!("{head}{}", half("120\n", "names ab\n")),
        format!("{head}{}", half("102\n", "a b\n")),
        format!("1 x 3\n{}1\n01\n", "1 = 1\n".repeat(MANY)),
        format!("{object}[{{\"kind\":\"1\",\"at\":[0,2]}}]]}}"),
        format!("{object}[]]}}"),
        "ab\n".repeat(MANY),
        format!("ab\n..\n{}", "goal a@1,1\n".repeat(MANY)),
        format!("{head}{}", "100\n1..\n".repeat(MANY)),
        "ab\n..\n\n".repeat(MANY / 2),
    ] {
        let begun = Instant::now();
        let read = format::parse(&text);
        let (time, end) = (begun.elapsed(), &text[text.len() - 40..]);
        assert!(time < Duration::from_secs(10), "{time:?} for … {end}: {:?}", read.err());
    }
}
