//! Every notation, and every error.

use super::layout::EXAMPLE;
use super::path::Convention;
use super::*;
use crate::format::error::TextError;
use crate::grid::Dir;
use crate::tiles::Goal;

fn board(rows: usize, cols: usize, tiles: &[u8]) -> Board {
    Board::new(Size::new(rows, cols).unwrap(), tiles.iter().map(|&t| Tile(t)).collect::<Vec<_>>()).unwrap()
}

/// The line, column and message of an error, its label and its help.
fn described(text: &str, error: TextError) -> (String, String, Option<String>) {
    let (line, column) = error.line_and_column(text);
    assert!(text.get(error.span.clone()).is_some(), "{:?} of {text:?}", error.span);
    (format!("{line}:{column} {}", error.message), error.label, error.help)
}

#[test]
fn one_position_in_every_notation() {
    let goertz = board(4, 4, &[15, 14, 1, 6, 9, 11, 4, 12, 0, 10, 7, 3, 13, 8, 5, 2]);
    for (notation, text) in [
        (Notation::Compact, "fe169b4c0a73d852"),
        (Notation::Rows, "15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2"),
        (Notation::List, "15 14 1 6 9 11 4 12 0 10 7 3 13 8 5 2"),
        (Notation::Commas, "15,14,1,6,9,11,4,12,0,10,7,3,13,8,5,2"),
        (Notation::Rosetta, "0xfe169b4c0a73d852"),
        (Notation::Sized, "4x4:15,14,1,6,9,11,4,12,0,10,7,3,13,8,5,2"),
        (Notation::Grid, "4\n15 14  1  6\n 9 11  4 12\n 0 10  7  3\n13  8  5  2\n"),
    ] {
        assert_eq!(notation.print(&goertz).as_deref(), Some(text));
        assert_eq!(parse(text, None).as_ref(), Ok(&goertz), "{text}");
        assert_eq!(Notation::from_name(notation.name()), Some(notation));
    }
    for text in [
        "FE169B4C-A73D852",
        " fe16/9b4c/.a73/d852\n",
        "fe16\n9b4c\n_a73\nd852",
        "4\nfe16\n9b4c\n_a73\nd852",
        "15 14 1 6\r\n9 11 4 12\r\n- 10 7 3\r\n13 8 5 2\r\n",
        "15 , 14 , 1,6 ,9,11,4,12,0,10,7,3,13,8,5,2",
        "4 x 4 : 15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2",
        "4x4\nfe169b4c_a73d852",
        "4x4\n15 14 1 6 9 11 4 12 0 10 7 3 13 8 5 2",
    ] {
        assert_eq!(parse(text, None).as_ref(), Ok(&goertz), "{text}");
    }
}

#[test]
fn sizes_come_from_anywhere() {
    let wide = board(2, 3, &[1, 2, 3, 4, 5, 0]);
    for text in ["1 2 3/4 5 0", "2x3:123450", "2x3\n1 2 3\n4 5 0", "123/450", "1 2 3\n4 5 0"] {
        assert_eq!(parse(text, None).as_ref(), Ok(&wide), "{text}");
        assert_eq!(parse(text, Some(wide.size())).as_ref(), Ok(&wide), "{text}");
    }
    for text in ["123450", "1 2 3 4 5 0", "0x123450"] {
        assert_eq!(parse(text, Some(wide.size())).as_ref(), Ok(&wide), "{text}");
    }
    assert_eq!(Notation::Compact.print(&wide).as_deref(), Some("2x3:123450"));
    assert_eq!(Notation::Grid.print(&wide).as_deref(), Some("2x3\n1 2 3\n4 5 0\n"));
    assert_eq!(Notation::Rosetta.print(&wide), None);
}

#[test]
fn tile_x_is_not_a_prefix() {
    let mut tiles: Vec<u8> = (0..36).collect();
    tiles.swap(1, 33);
    let six = board(6, 6, &tiles);
    let text = Notation::Compact.print(&six).unwrap();
    assert!(text.starts_with("0x"));
    assert_eq!(parse(&text, None), Ok(six));
}

#[test]
fn every_mistake_is_pointed_at() {
    for (text, size, message, label, help) in [
        ("", None, "1:1 there is no position", "nothing here", Some(EXAMPLE)),
        (" / ", None, "1:2 there is no position", "nothing here", Some(EXAMPLE)),
        (
            "1 2 3/4 5 6/7 5 0",
            None,
            "1:15 tile 5 occurs twice",
            "it is already in row 1, column 1",
            Some("8 is missing"),
        ),
        (
            "0120",
            None,
            "1:4 the blank occurs twice",
            "it is already in row 0, column 0",
            Some("3 is missing"),
        ),
        (
            "1213",
            None,
            "1:3 tile 1 occurs twice",
            "it is already in row 0, column 0",
            Some("0 (the blank) is missing"),
        ),
        (
            "1 2/3 4",
            None,
            "1:7 `4` is too large",
            "a board of 2 x 2 has the tiles 1 to 3",
            Some("0 (the blank) is missing"),
        ),
        (
            "1 2 3 99999999999999999999",
            None,
            "1:7 `99999999999999999999` is too large",
            "a board of 2 x 2 has the tiles 1 to 3",
            Some("0 (the blank) is missing"),
        ),
        (
            "123e",
            None,
            "1:4 `e` is too large",
            "a board of 2 x 2 has the tiles 1 to 3",
            Some("0 (the blank) is missing"),
        ),
        (
            "1 2 3",
            None,
            "1:1 3 cells do not make a square",
            "how many rows?",
            Some(
                "a board of 2 x 2 has 4; for another, put `/` between the rows, or the size in front, as in `3x4:`",
            ),
        ),
        (
            "1 2 3 4 0 5",
            None,
            "1:1 6 cells do not make a square",
            "how many rows?",
            Some("put `/` between the rows, or the size in front, as in `3x4:`"),
        ),
        ("foo", None, "1:1 `foo` is not a position", "it contains no numbers", Some(EXAMPLE)),
        (
            "1 2 3",
            Some((2, 2)),
            "1:5 a board of 2 x 2 has 4 cells, but there are 3",
            "1 too few",
            Some("0 (the blank) is missing"),
        ),
        ("2x2:1 2 3 0 5 6", None, "1:13 a board of 2 x 2 has 4 cells, but there are 6", "2 too many", None),
        (
            "1 2 3/4 5/7 8 0",
            None,
            "1:7 row 1 of a board of 3 x 3 has 2 cells",
            "expected 3",
            Some("6 is missing"),
        ),
        (
            "1 2/3 4 5/6 7 0",
            None,
            "1:1 row 0 of a board of 3 x 3 has 2 cells",
            "expected 3",
            Some("8 is missing"),
        ),
        (
            "3\n1 2 3\n4 5 6\n",
            None,
            "1:1 a board of 3 x 3 has 3 rows, but there are 2",
            "2 rows",
            Some("0 (the blank), 7 and 8 are missing"),
        ),
        ("1 2 3/4 5 0", Some((3, 2)), "1:1 row 0 of a board of 3 x 2 has 3 cells", "expected 2", None),
        (
            "2x3:1 2 3 4 5 0",
            Some((3, 2)),
            "1:1 the position is 2 x 3, but the board is 3 x 2",
            "expected 3 x 2",
            None,
        ),
        (
            "1 2 o 3",
            None,
            "1:5 `o` is not a number",
            "expected a number",
            Some("digits beyond 9 are for positions without gaps, as in `159d26ae37bf48c0`"),
        ),
        ("1 2 -3 0", None, "1:5 `-3` is not a number", "expected a number", Some(EXAMPLE)),
        ("12é0", None, "1:3 `é` is not a tile", "expected a digit or a letter", Some(EXAMPLE)),
        ("0x12g0", None, "1:5 `g` is not a tile", "expected a digit or a to f", Some(EXAMPLE)),
        (
            "four:1230",
            None,
            "1:1 `four` is not a size",
            "expected rows x columns",
            Some("write a size before the colon, as in `3x4:`"),
        ),
        (
            "1x4:1230",
            None,
            "1:1 there is no board of 1 x 4",
            "this size",
            Some("a board has at least 2 rows and 2 columns and at most 256 cells"),
        ),
        (
            "17x17:1230",
            None,
            "1:1 there is no board of 17 x 17",
            "this size",
            Some("a board has at least 2 rows and 2 columns and at most 256 cells"),
        ),
        (
            "1 2 * 0",
            None,
            "1:5 `*` is not a tile",
            "only a goal can leave a cell open",
            Some("write `0` for the blank"),
        ),
    ] {
        let size = size.map(|(rows, cols)| Size::new(rows, cols).unwrap());
        let found = described(text, parse(text, size).expect_err(text));
        assert_eq!(found, (message.to_owned(), label.to_owned(), help.map(str::to_owned)), "{text:?}");
    }
}

#[test]
fn many_missing_numbers_are_counted() {
    let error = parse("4x4:1", None).unwrap_err();
    assert_eq!(error.help.as_deref(), Some("15 numbers are missing, among them 0 (the blank)"));
}

#[test]
fn goals_have_names_or_open_cells() {
    let size = Size::new(2, 2).unwrap();
    let masked = |cells: [Option<u8>; 4]| Goal::masked(size, cells.map(|cell| cell.map(Tile))).unwrap();
    for (text, goal) in [
        ("blank-last", Goal::blank_last(size)),
        (" blank-first\n", Goal::blank_first(size)),
        ("3210", board(2, 2, &[3, 2, 1, 0]).into()),
        ("1 */* *", masked([Some(1), None, None, None])),
        ("**3*", masked([None, None, Some(3), None])),
    ] {
        assert_eq!(parse_goal(text, size), Ok(goal), "{text}");
    }
    let error = parse_goal("1 * 1 *", size).unwrap_err();
    assert_eq!((error.message.as_str(), error.span, error.help), ("tile 1 occurs twice", 4..5, None));
}

#[test]
fn lines_may_begin_with_an_identifier() {
    let two = board(2, 2, &[3, 1, 2, 0]);
    let size = Some(two.size());
    for (line, size, id) in [
        ("3 1 2 0", None, None),
        ("3120", None, None),
        ("88 3 1 2 0", None, Some("88")),
        ("88 3,1,2,0", size, Some("88")),
        ("  b7  3 1/2 0\n", None, Some("b7")),
        ("1 3120", None, Some("1")),
        ("88 2x2:3,1,2,0", None, Some("88")),
    ] {
        assert_eq!(parse_line(line, size), Ok(Line { id, board: two.clone() }), "{line}");
    }
    let error = parse_line("7  3 1 1 0", None).unwrap_err();
    assert_eq!((error.span, error.message.as_str()), (7..8, "tile 1 occurs twice"));
    assert!(parse_line("3,1,2,0,5", None).is_err(), "one too many, but no identifier");
}

#[test]
fn positions_are_known_by_their_shape() {
    for text in [
        "159d26ae37bf48c0",
        "1 2 3/4 5 6/7 5 0",
        "1 2 3/4 x 6/7 8 0",
        "0x1230",
        "0x123",
        "1,2,3,0",
        "3\n1 2 3\n4 5 6\n7 8 0",
        "1 2 3 4 x",
    ] {
        assert!(looks_like_position(text), "{text}");
    }
    for text in [
        "",
        "klotski",
        "korf15:88",
        "mine.txt",
        "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM",
        "5 x 4 Klotski\n1 = 11/11",
        "{}",
    ] {
        assert!(!looks_like_position(text), "{text}");
    }
}

#[test]
fn letters_come_with_and_without_counts() {
    use Dir::{Down, Left, Right, Up};
    let start = board(2, 2, &[1, 2, 3, 0]);
    for (text, path) in [
        ("", vec![]),
        ("R3U2", vec![Right, Right, Right, Up, Up]),
        (" U2 R D, L3\n", vec![Up, Up, Right, Down, Left, Left, Left]),
        ("UURDLLL", vec![Up, Up, Right, Down, Left, Left, Left]),
    ] {
        assert_eq!(path::parse(text, Convention::Letters, &start), Ok(path), "{text}");
    }
    assert_eq!(path::parse("rU", Convention::Blank, &start), Ok(vec![Left, Down]));
    for (text, convention, message) in [
        ("UxR", Convention::Letters, "1:2 `x` is not a direction"),
        ("F", Convention::Blank, "1:1 `F` is not a direction"),
        ("Ur", Convention::Letters, "1:2 `r` is not the direction of a tile"),
        ("U0", Convention::Letters, "1:2 0 tiles cannot move together"),
        ("U128R", Convention::Letters, "1:2 128 tiles cannot move together"),
        ("3", Convention::Letters, "1:1 `3` is not a direction"),
        ("2 7", Convention::Tiles, "1:3 there is no tile `7`"),
        ("0", Convention::Tiles, "1:1 there is no tile `0`"),
        ("2 3", Convention::Tiles, "1:3 step 2: `3` cannot be moved"),
        ("1,1", Convention::Cells, "1:3 step 2: `1` cannot be moved"),
        ("1 4", Convention::Cells, "1:3 there is no cell `4`"),
    ] {
        let error = path::parse(text, convention, &start).expect_err(text);
        assert_eq!(described(text, error).0, message);
    }
}

#[test]
fn a_run_longer_than_any_row_is_written_so_that_it_reads_back() {
    let start = board(2, 2, &[1, 2, 3, 0]);
    for (steps, written) in [(127, "R127"), (128, "R127R"), (129, "R127R2"), (256, "R127R127R2")] {
        let path = vec![Dir::Right; steps];
        let text = path::print(&path, Convention::Letters, &start).unwrap();
        assert_eq!(text, written);
        assert_eq!(path::parse(&text, Convention::Letters, &start), Ok(path));
    }
}

#[test]
fn a_click_moves_all_tiles_between() {
    let start = board(2, 4, &[1, 2, 3, 0, 4, 5, 6, 7]);
    let path = Ok(vec![Dir::Right; 3]);
    assert_eq!(path::parse("1", Convention::Tiles, &start), path);
    assert_eq!(path::parse("0", Convention::Cells, &start), path);
    assert_eq!(path::print(&[Dir::Right; 3], Convention::Tiles, &start).as_deref(), Some("3 2 1"));
    assert_eq!(path::print(&[Dir::Down], Convention::Tiles, &start), None);
    assert_eq!(path::print(&[Dir::Down], Convention::Letters, &start).as_deref(), Some("D"));
}

/// The Rosetta Code task lists both solutions of Goertz's position.
#[test]
fn rosettas_solutions_solve() {
    let start = parse("0xfe169b4c0a73d852", None).unwrap();
    let goal = Goal::blank_last(start.size());
    for text in [
        "rrrulddluuuldrurdddrullulurrrddldluurddlulurruldrdrd",
        "rrruldluuldrurdddluulurrrdlddruldluurddlulurruldrrdd",
    ] {
        let path = path::parse(text, Convention::Blank, &start).unwrap();
        assert_eq!(path.len(), 52);
        assert_eq!(crate::tiles::replay::solution(&start, &path, &goal), Ok(()));
        assert_eq!(path::print(&path, Convention::Blank, &start).as_deref(), Some(text));
    }
}

#[test]
fn a_board_without_cells_is_an_error() {
    assert_eq!(parse("0x", None).unwrap_err().message, "0 cells do not make a square");
}

#[test]
fn rows_may_be_split_by_other_signs() {
    let board = parse("1 2 3/4 5 6/7 8 0", None).unwrap();
    for text in [
        "1 2 3;4 5 6;7 8 0",
        "1 2 3 | 4 5 6 | 7 8 0",
        "|1 2 3|4 5 6|7 8 0|",
        "123;456;780",
        "[[1,2,3],[4,5,6],[7,8,0]]",
        "[[1, 2, 3],\n [4, 5, 6],\n [7, 8, 0]]\n",
        "[[1 2 3]\n [4 5 6]\n [7 8 0]]",
        "[1,2,3,4,5,6,7,8,0]",
        "((1,2,3),(4,5,6),(7,8,0))",
        "{{1,2,3},{4,5,6},{7,8,0}}",
        "ABCDEFGH.",
        "ABC/DEF/GH-",
        "a b c\nd e f\ng h _\n",
        "abc;def;gh0",
    ] {
        assert_eq!(parse(text, None).as_ref(), Ok(&board), "{text}");
        assert!(looks_like_position(text), "{text}");
    }
    let letters = parse("ABCD/EFGH/IJKL/MNO.", None).unwrap();
    assert_eq!(letters, parse("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", None).unwrap());
}

#[test]
fn a_mistake_in_an_array_is_pointed_at() {
    let text = "[[1,2,3],[4,5,6],[7,5,0]]";
    let error = parse(text, None).unwrap_err();
    assert_eq!((error.line_and_column(text), &*error.message), ((1, 21), "tile 5 occurs twice"));
}

#[test]
fn rows_of_a_drawing_are_not_lettered_positions() {
    assert!(looks_like_position("2x3:123450"), "the size is not a letter");
    for row in ["abc.", "ab.c", "baab", "abcdefgg.", "ab/cd"] {
        assert!(!looks_like_position(row), "{row}");
    }
}
