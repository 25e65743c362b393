use super::*;
use crate::grid::Cell;

const SILLY: &str =
    "5 x 5 (a silly example)\n1 = 111/01\n2 = 101/111\n3 = 1\n1xx200000000033\n000xx00033001002\n";

fn fault(text: &str) -> (String, String) {
    let error = parse(text).expect_err("the text is wrong");
    let (line, column) = error.line_and_column(text);
    (format!("{line}:{column}"), error.message)
}

#[test]
fn the_silly_example_reads_as_knuth_draws_it() {
    let puzzle = parse(SILLY).unwrap().puzzle;
    assert_eq!(puzzle.title(), "(a silly example)");
    let names: String = (0..4).map(|piece| puzzle.name(piece)).collect();
    assert_eq!(names, "1233");
    assert_eq!(puzzle.start().0, [Cell(0), Cell(5), Cell(20), Cell(21)]);
    assert!(puzzle.is_blocked(Cell(3)) && puzzle.is_blocked(Cell(4)) && !puzzle.is_blocked(Cell(5)));
    assert!(puzzle.is_full(&puzzle.goals()[0]));
    assert_eq!(print(&puzzle), SILLY);
}

const OUTSIDE: &str = "piece `1` at 0,2 does not fit: it sticks out of the box or lies on a blocked cell";

#[test]
fn every_mistake_is_pointed_at() {
    let cases = [
        ("", "1:1", "the text is empty"),
        ("five x 4\n", "1:1", "the first line does not give the size of the box"),
        ("0 x 4\n", "1:1", "a box of 0 x 4 has no cells"),
        ("40 x 40\n", "1:1", "a box of 40 x 40 has more than 1024 cells"),
        ("99999999999999999999 x 4\n", "1:1", "a box of 99999999999999999999 x 4 has more than 1024 cells"),
        ("0 x 99999999999999999999\n", "1:1", "a box of 0 x 99999999999999999999 has no cells"),
        ("2 x 2\n0 = 1\n", "2:1", "a kind cannot be called `0`"),
        ("2 x 2\n1 = 12\n", "2:6", "a pattern cannot contain `2`"),
        ("2 x 2\n1 = 00\n", "2:5", "the pattern of kind `1` is empty"),
        ("2 x 2\n1 = 1\n12\n1\n", "3:2", "the start uses kind `2`, which is not defined"),
        ("2 x 2\n1 = 1\n1?\n1\n", "3:2", "an arrangement cannot contain `?`"),
        ("2 x 2\n1 = 11\n01\n11\n", "3:2", "piece `1` sticks out of the box"),
        ("2 x 2\n1 = 1/1\n10xx\n", "3:4", "the start fills more cells than the box has"),
        ("2 x 3\n1 = 1/1\n2 = 1/11\n210\n210\n", "4:2", "piece `1` overlaps a cell that is already filled"),
        ("2 x 2\n1 = 1\n10101\n1\n", "3:5", "the start fills more cells than the box has"),
        ("2 x 2\n1 = 1\n0\n", "3:1", "the puzzle has no pieces"),
        ("2 x 2\n1 = 1\n", "2:6", "the start is missing"),
        ("2 x 2\n1 = 1\n1\n", "3:2", "the goal is missing"),
        ("2 x 2\n1 = 1\n1x\n1\n", "4:1", "the blocked cells of the goal differ from the start's at 0,1"),
        ("2 x 2\n1 = 1\n1\n11\n", "4:1", "the goal has 2 of kind `1`, the start has 1"),
        ("2 x 2\n1 = 1\n1\ngoal 1\n", "4:6", "`1` does not say where a piece should be"),
        ("2 x 2\n1 = 1\n1\ngoal 1@2,0\n", "4:8", "`2,0` is not a cell of this 2 x 2 box"),
        ("2 x 2\n1 = 1\n1\ngoal\n", "4:1", "the goal names no piece"),
        (
            "2 x 2\n1 = 11\n11\ngoal 1@0,0 1@1,0 1@1,0\n",
            "4:1",
            "the goal names 3 of kind `1`, the start has 2",
        ),
        ("1 x 3\n1 = 11\n1\ngoal 1@0,2\n", "4:6", OUTSIDE),
        ("1 x 4\n1 = 11\n11\ngoal 1@0,0 1@0,1\n", "4:12", "cell 0,1 is filled twice"),
        ("2 x 2\n1 = 1\n1\ngoal 1@0,0\nonly 2 0,0\n", "5:6", "kind `2` is not defined"),
        ("2 x 2\n1 = 1\n1\ngoal 1@0,0\nonly 1 0,5\n", "5:8", "`0,5` is not a cell of this 2 x 2 box"),
        ("2 x 2\n1 = 1\n1\ngoal 1@0,0\nalong 1 north\n", "5:9", "`north` is not a line"),
        ("2 x 2\n1 = 1\nalong 1 row column\n", "3:13", "unexpected word `column`"),
        ("2 x 2\n1 = 1\n11\nnames a b\n", "4:9", "unexpected word `b`"),
        ("2 x 2\n1 = 1\n1\nnames ab\ngoal 1@0,0\n", "4:7", "there are 2 names for 1 piece"),
    ];
    for (text, place, message) in cases {
        assert_eq!(fault(text), (place.to_owned(), message.to_owned()), "{text:?}");
    }
}

#[test]
fn a_number_of_any_length_is_a_size() {
    let (_, message) = fault(&format!("{} x 4\n", "9".repeat(1000)));
    assert_eq!(message, "a box of this size has more than 1024 cells");
}

#[test]
fn sizes_may_be_separated_by_a_capital_or_a_multiplication_sign() {
    let rest = "1 = 1\n1\n01\n";
    let size = |line: &str| {
        let puzzle = parse(&format!("{line}\n{rest}")).unwrap().puzzle;
        format!("{} {}", puzzle.grid(), puzzle.title())
    };
    assert_eq!(size("5 X 4 Klotski"), "5 x 4 Klotski");
    assert_eq!(size("5×4 Klotski"), "5 x 4 Klotski");
    assert_eq!(size("2 × 3 × 4"), "2 x 3 x 4 ");
    assert_eq!(size("2 X 3 x 4"), "2 x 3 x 4 ");
    assert_eq!(size("5 x 4 X 3 by hand"), "5 x 4 X 3 by hand");
}

#[test]
fn a_line_that_is_nearly_a_size_gets_help() {
    let help = |text: &str| parse(text).unwrap_err().help.unwrap();
    for line in ["5 by 4 Klotski", "5, 4", "5 4", "5*4", "5\u{445}4"] {
        assert_eq!(help(line), "put an `x` between the numbers: `5 x 4`", "{line}");
    }
    for line in ["five by four", "1 = 11/11", "212232444004", "5", "5 x", "-5 x 4"] {
        assert!(help(line).starts_with("write it like `5 x 4 Klotski`"), "{line}");
    }
}

#[test]
fn a_comment_at_the_end_of_a_line_is_refused() {
    for (text, place) in [
        ("1 x 2\n1 = 1 # the car\n1\n01\n", "2:7"),
        ("1 x 2\n1 = 1#the car\n1\n01\n", "2:6"),
        ("1 x 2\n1 = 1\nalong 1 row # only\n1\n01\n", "3:13"),
        ("1 x 2\n1 = 1\n1 # here\n01\n", "3:3"),
        ("1 x 2\n1 = 1\n1\n01 # there\n", "4:4"),
        ("1 x 2\n1 = 1\n1\n01\n10 # or stay\n", "5:4"),
        ("1 x 2\n1 = 1\n1\ngoal 1@0,1 # there\n", "4:12"),
        ("1 x 2\n1 = 1\n1\n01\nonly 1 0,1 # exit\n", "5:12"),
    ] {
        let message = "a comment follows something else on its line".to_owned();
        assert_eq!(fault(text), (place.to_owned(), message), "{text:?}");
    }
}

#[test]
fn a_comment_may_be_indented_and_commentary_may_have_a_hash() {
    let parsed = parse("  # a lane\n1 x 2\n1 = 1\n\t# start\n1\n01\nsee puzzle #3\n").unwrap();
    assert_eq!(parsed.puzzle.draft().notes, ["a lane", "start"]);
    assert_eq!(parsed.warnings.len(), 1);
}

#[test]
fn a_blank_in_an_arrangement_is_explained() {
    let help = |start: &str| parse(&format!("2 x 2\n1 = 1\n{start}\n")).unwrap_err().help.unwrap();
    assert_eq!(help("1 0 x"), "write it without blanks: `10x`");
    assert_eq!(help("Goal 1@0,0"), "write `goal` in small letters");
    assert_eq!(help("a fine puzzle"), "kinds are defined before the start, and comments begin with `#`");
}

const KLOTSKI: &str = "5 x 4\n1 = 11/11\n2 = 1/1\n3 = 11\n4 = 1\n";

fn mended(text: &str) -> (String, String, String) {
    let (place, message) = fault(text);
    (place, message, parse(text).unwrap_err().help.unwrap())
}

#[test]
fn a_start_broken_over_several_lines_is_offered_as_one() {
    let help = "write it as one line: `212232444004`";
    for drawing in ["  212\n  232\n  44\n  4004\n", "2122\n3244\n40\n04\n"] {
        let text = format!("{KLOTSKI}{drawing}goal 1@3,1\n");
        let (place, message, given) = mended(&text);
        assert_eq!((&*place, &*message), ("6:1", "the start is drawn over several lines"), "{text}");
        assert_eq!(given, help);
        assert!(parse(&format!("{KLOTSKI}212232444004\ngoal 1@3,1\n")).is_ok());
    }
}

#[test]
fn arrangements_may_be_drawn() {
    let plain = parse(&format!("{KLOTSKI}212232444004\n232442124004\n")).unwrap();
    let start = "2112\n2112\n2332\n2442\n4004\n";
    let goal = "2332\n2442\n2112\n2112\n4004\n";
    for rest in [
        format!("{start}{goal}"),
        format!("{start}\n{goal}"),
        format!("{}\n{goal}", start.replace('0', ".").replace('\n', "/")),
        format!("212232444004\n{}\n", goal.replace('\n', "/")),
    ] {
        assert_eq!(parse(&format!("{KLOTSKI}{rest}")).unwrap(), plain, "{rest}");
    }
    let part = parse(&format!("{KLOTSKI}{start}goal 1@3,1\n")).unwrap();
    assert_eq!(part, parse(&format!("{KLOTSKI}212232444004\ngoal 1@3,1\n")).unwrap());
}

#[test]
fn errors_point_into_a_drawing_on_one_line() {
    for (start, place, message) in [
        ("2112/2112/2332/2442/400", "6:21", "this row has 3 cells, the box has 4 columns"),
        ("2112/2112/2332/2442", "6:1", "the drawing has 4 rows, the box has 5"),
        ("2112/2132/2332/2442/4004", "6:2", "no piece of kind `1` fits the drawing here"),
        ("2112/2112/2552/2442/4004", "6:12", "kind `5` is not defined"),
    ] {
        let text = format!("{KLOTSKI}{start}\ngoal 1@3,1\n");
        assert_eq!(fault(&text), (place.to_owned(), message.to_owned()), "{text}");
    }
}

#[test]
fn two_lines_are_a_start_and_a_goal_before_they_are_a_drawing() {
    let puzzle = parse("2 x 2\n1 = 1\n2 = 1\n12\n21\n").unwrap().puzzle;
    assert_eq!(puzzle.pieces().len(), 2);
}

#[test]
fn two_lines_that_fill_the_box_may_do_so_by_chance() {
    let (place, message, help) = mended("2 x 2\n1 = 1\n10\n1x\n");
    assert_eq!((&*place, &*message), ("4:1", "the blocked cells of the goal differ from the start's at 0,1"));
    assert_eq!(help, "if these two lines draw the start, write them as one: `101x`");
}

#[test]
fn other_lines_are_not_taken_for_a_drawing() {
    for rest in ["2112\n2112\n", "212232444004\n2\n2\n", "212232444004\n212232444\n"] {
        let text = format!("{KLOTSKI}{rest}goal 1@3,1\n");
        let error = parse(&text).unwrap_err();
        assert!(!error.help.unwrap_or_default().contains("as one"), "{}", error.message);
    }
}

#[test]
fn a_gate_over_a_piece_of_the_start_is_pointed_at_wherever_it_stands() {
    let message = "piece `1` of the start covers the gate 0,0, which only kind `2` may enter";
    for (text, place) in [
        ("2 x 2\n1 = 1\n2 = 1\nonly 2 1,1 0,0\n12\ngoal 1@1,0\n", "4:12"),
        ("2 x 2\n1 = 1\n2 = 1\n12\nonly 2 0,0\ngoal 1@1,1\n", "5:8"),
        ("2 x 2\n1 = 1\n2 = 1\n12\nonly 2 0,0\n21\n", "5:8"),
        ("2 x 2\n1 = 1\n2 = 1\n12\ngoal 1@1,1\nonly 2 0,0\n", "6:8"),
    ] {
        assert_eq!(fault(text), (place.to_owned(), message.to_owned()), "{text:?}");
    }
}

#[test]
fn a_goal_on_a_gate_for_others_is_pointed_at() {
    let message = "piece `1` of the goal covers the gate 1,1, which only kinds `2` and `3` may enter";
    for (text, place) in [
        ("2 x 2\n1 = 1\n2 = 1\n3 = 1\n12\nonly 3 1,1\nonly 2 1,1\ngoal 1@0,1 2@0,0\ngoal 1@1,1\n", "9:1"),
        ("2 x 2\n1 = 1\n2 = 1\n3 = 1\n12\n0201\nonly 3 1,1\nonly 2 1,1\n", "6:1"),
    ] {
        assert_eq!(fault(text), (place.to_owned(), message.to_owned()), "{text:?}");
    }
}

#[test]
fn a_gate_may_be_opened_to_a_piece_by_a_later_line() {
    let text = "1 x 2\n1 = 1\n2 = 1\n1\ngoal 1@0,1\nonly 2 0,1\nonly 1 0,1\n";
    assert_eq!(parse(text).unwrap().puzzle.draft().gates[&Cell(1)].len(), 2);
}

#[test]
fn a_redefinition_is_skipped_with_a_warning_as_in_sliding() {
    let parsed = parse("1 x 2\n1 = 1\n1 = 11\n10\n01\n").unwrap();
    assert_eq!(parsed.warnings.len(), 1);
    assert_eq!(parsed.puzzle.kinds()[0].shape.offsets().len(), 1);
}

#[test]
fn what_follows_the_goal_of_a_sliding_file_is_skipped() {
    let parsed = parse("1 x 2\n1 = 1\n10\n01\nfound in an attic, 1952\n").unwrap();
    assert_eq!(parsed.warnings.len(), 1);
    assert!(parse("1 x 2\n1 = 1\n10\n01\n012\n").is_err());
}

#[test]
fn spaces_and_line_ends_do_not_matter() {
    let strict = parse("2 x 2 a\n1 = 1\n10\n01\n").unwrap().puzzle;
    assert_eq!(parse("\r\n2x2 a\r\n\r\n1=1\r\n10  \r\n01").unwrap().puzzle, strict);
}

#[test]
fn solid_boxes_have_layers() {
    let text = "2 x 2 x 2\n1 = 1//1\n2 = 10/01//00/10\n12\n2010\n";
    let error = parse(text).unwrap_err();
    assert_eq!(error.message, "piece `2` sticks out of the box");
    let text = "2 x 2 x 3 a lift\n1 = 1//1\n2 = 1\n102\ngoal 1@0,1,2\n";
    let puzzle = parse(text).unwrap().puzzle;
    assert_eq!(puzzle.kinds()[0].shape.offsets()[1].layer, 1);
    assert_eq!(print(&puzzle), text);
}

#[test]
fn comments_that_look_like_something_else_stay_comments() {
    let mut draft = parse(SILLY).unwrap().puzzle.draft().clone();
    draft.notes = ["optimum: step=3", "optimum:", "#1", "", "# #"].map(str::to_owned).to_vec();
    for title in ["x 3 or so", "x3", "x", "x y", "# 1", "#", "3 x 3"] {
        draft.title = title.to_owned();
        let puzzle = crate::puzzle::Puzzle::new(draft.clone()).unwrap();
        assert_eq!(parse(&print(&puzzle)).unwrap().puzzle, puzzle, "{}", print(&puzzle));
    }
}

#[test]
fn an_arrangement_may_spell_a_keyword() {
    for word in ["goal", "only", "along", "names"] {
        let kinds: String = word.chars().map(|name| format!("{name} = 1\n")).collect();
        let text = format!("1 x {}\n{kinds}{word}\n{word}\n", word.len());
        assert_eq!(print(&parse(&text).unwrap().puzzle), text);
    }
}

#[test]
fn a_mistake_after_wide_blanks_is_marked_whole() {
    let text = "2 x 2\n\u{3000}é = 1\n";
    assert_eq!(&text[parse(text).unwrap_err().span], "é");
}

#[test]
fn a_gate_that_admits_no_kind_is_a_blocked_cell() {
    let mut draft = parse("1 x 2\n1 = 1\n1\n1\n").unwrap().puzzle.draft().clone();
    draft.gates.insert(Cell(1), Default::default());
    let puzzle = crate::puzzle::Puzzle::new(draft).unwrap();
    assert!(puzzle.is_blocked(Cell(1)) && puzzle.draft().gates.is_empty());
}

#[test]
fn sixty_kinds_can_be_named() {
    let names = crate::puzzle::Kind::NAMES;
    let kinds: String = names.chars().map(|name| format!("{name} = 1\n")).collect();
    let text = format!("8 x 8\n{kinds}{names}\ngoal Z@7,7\n");
    let puzzle = parse(&text).unwrap().puzzle;
    assert_eq!(puzzle.pieces().len(), 60);
    assert_eq!(print(&puzzle), text);
}

#[test]
fn arrangements_of_a_puzzle_are_read_alone() {
    let klotski = parse(&format!("{KLOTSKI}212232444004\ngoal 1@3,1\n")).unwrap().puzzle;
    let read = |text: &str| parse_arrangement(&klotski, text);
    for text in
        ["212232444004", "2112\n2112\n2332\n2442\n4004\n", "2112/2112/2332/2442/4..4", "\n212232444004\n"]
    {
        assert_eq!(read(text).as_ref(), Ok(klotski.start()), "{text}");
    }
    for (text, message) in [
        ("", "the arrangement is empty"),
        ("21223244400", "the arrangement has 3 of kind `4`, the start has 4"),
        ("2112/2112", "the drawing has 2 rows, the box has 5"),
        ("212232444004\n212", "the arrangement is neither one line nor a drawing of the whole box"),
        ("212232444x04", "the blocked cells of the arrangement differ from the start's at 4,1"),
    ] {
        assert_eq!(read(text).unwrap_err().message, message, "{text}");
    }
}
