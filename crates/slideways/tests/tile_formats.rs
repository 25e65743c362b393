//! Positions and paths of tile puzzles: printed text parses back, and every error of a parser marks a span of
//! the text.

use proptest::prelude::*;
use slideways::format::error::TextError;
use slideways::format::tiles::path::{self, Convention};
use slideways::format::tiles::{Notation, looks_like_position, parse, parse_goal, parse_line};
use slideways::grid::Dir;
use slideways::tiles::{Board, Goal, Size, Tile};

fn size() -> impl Strategy<Value = Size> {
    let small = (2..=6usize, 2..=6usize);
    let large = (2..=128usize, 2..=128usize);
    prop_oneof![small, large].prop_filter_map("too many cells", |(rows, cols)| Size::new(rows, cols))
}

fn tiles(size: Size) -> impl Strategy<Value = Vec<Tile>> {
    Just((0..size.cells()).map(|tile| Tile(tile as u8)).collect::<Vec<_>>()).prop_shuffle()
}

fn board() -> impl Strategy<Value = Board> {
    size().prop_flat_map(|size| tiles(size).prop_map(move |tiles| Board::new(size, tiles).unwrap()))
}

fn goal() -> impl Strategy<Value = Goal> {
    size().prop_flat_map(|size| {
        (tiles(size), prop::collection::vec(any::<bool>(), size.cells())).prop_map(move |(tiles, mask)| {
            let cells: Vec<Option<Tile>> =
                tiles.into_iter().zip(mask).map(|(tile, given)| given.then_some(tile)).collect();
            Goal::masked(size, cells).unwrap()
        })
    })
}

/// A legal path, chosen by numbers.
fn walk(start: &Board, choices: &[usize]) -> Vec<Dir> {
    let mut at = start.clone();
    let mut path = vec![];
    for choice in choices {
        let dirs = (0..4).map(|i| Dir::ALL[(choice + i) % 4]);
        path.extend(dirs.into_iter().find(|&dir| at.slide(dir).is_some()));
    }
    path
}

fn marks_the_text(text: &str, error: &TextError) -> Result<(), TestCaseError> {
    prop_assert!(text.get(error.span.clone()).is_some(), "{:?} of {text:?}: {error}", error.span);
    prop_assert!(!error.message.is_empty() && !error.message.ends_with('.'));
    error.line_and_column(text);
    Ok(())
}

/// Pass a text to every parser.
fn read_by_all(text: &str, board: &Board) -> Result<(), TestCaseError> {
    for size in [None, Some(board.size())] {
        if let Err(error) = parse(text, size) {
            marks_the_text(text, &error)?;
        }
        if let Err(error) = parse_line(text, size) {
            marks_the_text(text, &error)?;
        }
    }
    if let Err(error) = parse_goal(text, board.size()) {
        marks_the_text(text, &error)?;
    }
    for convention in Convention::ALL {
        match path::parse(text, convention, board) {
            Ok(path) => {
                if let Some(printed) = path::print(&path, convention, board) {
                    prop_assert_eq!(path::parse(&printed, convention, board), Ok(path));
                }
            }
            Err(error) => marks_the_text(text, &error)?,
        }
    }
    looks_like_position(text);
    Ok(())
}

proptest! {
    #[test]
    fn positions_read_back(board in board()) {
        for notation in Notation::ALL {
            let Some(text) = notation.print(&board) else {
                prop_assert!(matches!(notation, Notation::Compact | Notation::Rosetta));
                continue;
            };
            prop_assert_eq!(parse(&text, None), Ok(board.clone()), "{}", text);
            prop_assert_eq!(parse(&text, Some(board.size())), Ok(board.clone()), "{}", text);
            prop_assert!(looks_like_position(&text), "{}", text);
        }
    }

    #[test]
    fn lines_with_identifiers_read_back(board in board(), id in 0..100_000u32) {
        for notation in Notation::ALL.into_iter().filter(|&notation| notation != Notation::Grid) {
            let Some(text) = notation.print(&board) else { continue };
            prop_assert_eq!(parse_line(&text, None).unwrap().id, None, "{}", text);
            let name = id.to_string();
            let named = format!("{name} {text}");
            let line = parse_line(&named, None).unwrap();
            let id = line.id.map(str::to_owned);
            prop_assert_eq!((id, line.board), (Some(name.clone()), board.clone()), "{}", named);
        }
    }

    #[test]
    fn goals_read_back(goal in goal()) {
        let text = goal.to_string().replace("blank ", "blank-");
        prop_assert_eq!(parse_goal(&text, goal.size()), Ok(goal));
    }

    #[test]
    fn paths_read_back(board in board(), choices in prop::collection::vec(any::<usize>(), 0..60)) {
        let steps = walk(&board, &choices);
        for convention in Convention::ALL {
            let text = path::print(&steps, convention, &board).unwrap();
            prop_assert_eq!(path::parse(&text, convention, &board), Ok(steps.clone()), "{}", text);
        }
    }

    #[test]
    fn turning_twice_changes_nothing(board in board()) {
        prop_assert_eq!(board.turned().turned(), board);
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in any::<String>(), board in board()) {
        read_by_all(&text, &board)?;
    }

    #[test]
    fn no_likely_text_makes_a_reader_panic(text in "[0-9a-fxXURDLr*.:,/ \n-]{0,40}", board in board()) {
        read_by_all(&text, &board)?;
    }

    #[test]
    fn no_changed_text_makes_a_reader_panic(
        board in board(),
        at in any::<prop::sample::Index>(),
        gone in 0..3usize,
        instead in "[0-9x*:,/ \n-]{0,3}|\\PC{0,2}",
    ) {
        for notation in Notation::ALL {
            let Some(text) = notation.print(&board) else { continue };
            let at = at.index(text.len());
            let end = (at + gone).min(text.len());
            let changed = format!("{}{instead}{}", &text[..at], &text[end..]);
            read_by_all(&changed, &board)?;
        }
    }
}
