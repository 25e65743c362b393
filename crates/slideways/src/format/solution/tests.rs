use super::*;
use crate::format::sliding;
use crate::grid::Dir;
use crate::puzzle::rule;
use crate::style::Style;

/// Klotski; the names make one piece `*`.
fn klotski() -> Puzzle {
    let text = "5 x 4\n1 = 11/11\n2 = 1/1\n3 = 11\n4 = 1\n212232444004\nnames 2*2232abcc\ngoal 1@3,1\n";
    sliding::parse(text).unwrap().puzzle
}

fn fault(text: &str) -> (String, String, String) {
    let error = parse(&klotski(), text).expect_err(text);
    (text[error.span.clone()].to_owned(), error.message, error.label)
}

#[test]
fn moves_read_back_as_they_were_printed() {
    let puzzle = sliding::parse("2 x 2 x 3\n1 = 11\n2 = 1//1\n120\ngoal 1@0,1,1\n").unwrap().puzzle;
    let (mut at, mut text, mut moves) = (puzzle.start().clone(), String::new(), vec![]);
    for turn in 0..30 {
        let all = rule::moves(&puzzle, &at, Style::ALL[5]);
        let (played, to) = all[turn * 7 % all.len()].clone();
        text.push_str(&print_move(&puzzle, &at, &played));
        text.push_str(if turn % 3 == 0 { "\n" } else { "  " });
        moves.push(played);
        at = to;
    }
    assert_eq!(parse(&puzzle, &text), Ok(moves), "{text}");
}

#[test]
fn runs_are_counted() {
    use Dir::*;
    let puzzle = klotski();
    let played = Move { pieces: vec![8, 9], path: vec![Left, Up, Up, Right, Right, Right] };
    assert_eq!(print_move(&puzzle, puzzle.start(), &played), "{c@4,0 c@4,3}:LU2R3");
}

#[test]
fn a_unique_name_needs_no_cell() {
    let moves = parse(&klotski(), "a:u2d {3 a}:d *:D").unwrap();
    assert_eq!(moves[0], Move { pieces: vec![6], path: vec![Dir::Up, Dir::Up, Dir::Down] });
    assert_eq!(moves[1].pieces, [4, 6]);
    assert_eq!(moves[2].pieces, [1]);
}

#[test]
fn comments_are_skipped() {
    let text = "# a solution\n\na@3,1:DL   # two steps\n\t#a@9,9:Q\nb@3,2:D";
    assert_eq!(parse(&klotski(), text).unwrap().len(), 2);
    assert_eq!(parse(&klotski(), ""), Ok(vec![]));
}

#[test]
fn in_a_numbered_answer_only_numbered_lines_count() {
    let text = "Klotski: 3 moves, style move\n   1. a@3,1:D 2. b@3,2:D\n 10. a@4,1:U\n\nin 0.5 seconds\n";
    assert_eq!(parse(&klotski(), text).unwrap().len(), 3);
}

#[test]
fn every_mistake_is_pointed_at() {
    for (text, marked, message, label) in [
        ("a@3,0", "a@3,0", "`a@3,0` is not a move", "expected a piece, `:` and a path"),
        ("q@3,0:D", "q", "no piece is called `q`", "no such piece"),
        ("@3,0:D", "@3,0", "`` is not the name of a piece", "expected one character"),
        ("ab@3,0:D", "ab@3,0", "`ab` is not the name of a piece", "expected one character"),
        ("c:L", "c", "2 pieces are called `c`", "which of them?"),
        ("a@5,0:D", "5,0", "`5,0` is not a cell of this 5 x 4 box", "no such cell"),
        ("a@3,2:D", "3,2", "no piece `a` stands at 3,2", "piece `b` stands here"),
        ("a@1,1:D", "1,1", "no piece `a` stands at 1,1", "piece `*` covers this cell, but its anchor is 0,1"),
        ("a@4,1:D", "4,1", "no piece `a` stands at 4,1", "this cell is empty"),
        ("a@3,1:D a@3,1:U", "3,1", "no piece `a` stands at 3,1", "this cell is empty"),
        ("{a:D", "{a", "the set is not closed", "expected `}`"),
        ("{ }:D", "{ }", "the set names no piece", "empty"),
        ("{a a@3,1}:D", "a@3,1", "`a@3,1` is named twice", "the second time"),
        ("a:", "", "the path is empty", "expected letters such as `D2R`"),
        ("a:DF", "F", "`F` is not a direction", "expected one of RLDU"),
        ("a:DUé", "é", "`é` is not a direction", "expected one of RLDU"),
        ("a:U0", "U0", "the run has 0 steps", "expected at least one"),
        ("a:RD3", "D3", "`D3` takes piece `a` out of the box", "it starts from 3,2, the box is 5 x 4"),
        (
            "a:D99999999999999999999",
            "D99999999999999999999",
            "`D99999999999999999999` takes piece `a` out of the box",
            "it starts from 3,1, the box is 5 x 4",
        ),
    ] {
        assert_eq!(fault(text), (marked.to_owned(), message.to_owned(), label.to_owned()));
    }
}

#[test]
fn the_help_says_where_the_pieces_are() {
    let error = parse(&klotski(), "c@0,0:L").unwrap_err();
    assert_eq!(error.help.as_deref(), Some("try `c@4,0` or `c@4,3`"));
}
