use super::*;
use crate::format::{self, Notation, sliding};
use crate::grid::{Axis, Cell};
use crate::outcome::Outcome;
use crate::puzzle::Puzzle;
use crate::{Solver, Style, library};

const KLOTSKI: &str = "baac\nbaac\ndffe\ndghe\ni..j\n\n....\n....\n....\n.aa.\n.aa.\n";

fn read(text: &str) -> Puzzle {
    assert_eq!(format::detect(text), Notation::Drawn, "{text}");
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).puzzle
}

fn moves(puzzle: &Puzzle, style: Style) -> u32 {
    match Solver::new(puzzle).style(style).solve().unwrap().outcome {
        Outcome::Solved(solution) => solution.len() as u32,
        _ => panic!("it can be solved"),
    }
}

#[test]
fn klotski_is_drawn() {
    let drawn = read(KLOTSKI);
    assert_eq!((drawn.pieces().len(), drawn.kinds().len()), (10, 4));
    assert_eq!(moves(&drawn, Style::MOVE), 81);
    let names: String = (0..10).map(|piece| drawn.name(piece)).collect();
    assert_eq!(names, "bacdfeghij", "every piece keeps its letter");
}

#[test]
fn one_line_is_enough() {
    let one = read("baac/baac/dffe/dghe/i..j goal a@3,1");
    assert_eq!(one, read(KLOTSKI));
    assert_eq!(one, read("baac/baac/dffe/dghe/i..j ..../..../..../.aa./.aa."));
    assert_eq!(one, read("baac/baac/dffe/dghe/i..j -> ..../..../..../.aa./.aa."));
    assert_eq!(one, read("baac\nbaac\ndffe\ndghe\ni00j\ngoal a@3,1"));
}

#[test]
fn equal_letters_that_do_not_touch_are_pieces_of_one_kind() {
    let puzzle = read("baab/baab/cc../.... goal a@2,1");
    assert_eq!((puzzle.pieces().len(), puzzle.kinds().len()), (4, 3));
    assert_eq!(puzzle.pieces()[0], puzzle.pieces()[2]);
}

#[test]
fn one_letter_in_two_shapes_is_two_kinds() {
    let puzzle = read("aab\n..b\nb..\n\n...\naa.\n...\n");
    assert_eq!(puzzle.kinds().len(), 3);
    assert_eq!((puzzle.name(1), puzzle.name(2)), ('b', 'b'));
    assert_ne!(puzzle.pieces()[1], puzzle.pieces()[2]);
}

#[test]
fn letters_of_a_goal_are_told_apart_and_others_are_not() {
    let start = "ab\ncd\n..\n";
    assert_eq!(read(&format!("{start}\n..\n..\na.\n")).kinds().len(), 2);
    assert_eq!(read(&format!("{start}\n..\nba\n..\n")).kinds().len(), 3);
    assert_eq!(read(&format!("{start}kinds ab cd\ngoal a@2,0\n")).kinds().len(), 2);
    assert_eq!(read(&format!("{start}kinds ab c\ngoal a@2,0\n")).kinds().len(), 3);
    assert_eq!(read(&format!("{start}only b 2,0\ngoal a@2,1\n")).kinds().len(), 3);
}

#[test]
fn walls_gates_and_lines_are_read() {
    let text = "# by hand\n4 x 4 Small\n####\n#ab#\n#..#\n####\nalong a row\nonly a 2,1\ngoal b@2,2\n\
                # optimum: step=1\n";
    let puzzle = read(text);
    assert_eq!((puzzle.title(), puzzle.draft().blocked.len()), ("Small", 12));
    assert_eq!(puzzle.kinds()[0].along, Some(Axis::Row));
    assert_eq!(puzzle.draft().gates.keys().copied().collect::<Vec<_>>(), [Cell(9)]);
    assert_eq!(puzzle.draft().optimum.values().copied().collect::<Vec<_>>(), [1]);
    assert_eq!(puzzle.draft().notes, ["by hand"]);
    assert_eq!(read(&print(&puzzle).unwrap()), puzzle);
}

#[test]
fn titles_and_remarks_read_back() {
    let mut draft = read(KLOTSKI).draft().clone();
    draft.title = "x 3 is not a third side".to_owned();
    draft.notes = ["optimum: step=7".to_owned(), "by hand".to_owned()].into();
    let puzzle = Puzzle::new(draft).unwrap();
    assert_eq!(read(&print(&puzzle).unwrap()).draft(), puzzle.draft());
}

#[test]
fn a_star_needs_no_name_in_the_goal() {
    let star = read("b**b/b**b/c.../.... goal 2,1");
    assert_eq!(star.name(1), '*');
    assert_eq!(star.goals()[0].0[0].at, Cell(9));
    assert_eq!(moves(&star, Style::STEP), 2);
}

#[test]
fn layers_are_drawn_one_after_the_other() {
    let cube = read("ab/..//a./.. goal b@1,1,1");
    assert_eq!((cube.grid().layers(), cube.pieces().len()), (2, 2));
    assert_eq!(cube, read("ab\n..\n//\na.\n..\ngoal b@1,1,1\n"));
    assert_eq!(read(&print(&cube).unwrap()).goals(), cube.goals());
}

#[test]
fn several_drawings_below_the_start_are_alternatives() {
    assert_eq!(read("a.\n..\n\n.a\n..\n\n..\n.a\n").goals().len(), 2);
}

#[test]
fn errors_point_into_the_drawing() {
    for (text, place, message) in [
        ("baab/baab/cc../....", "1:20", "the goal is missing"),
        ("baab\nbaa\ncc..\n....\n", "2:1", "this row has 3 cells, other rows have 4"),
        ("baab\nba-b\ncc..\n....\n", "2:3", "a drawing cannot contain `-`"),
        ("ab\n..\n\n.a\n", "4:1", "the goal is drawn as 1 x 2, the start as 2 x 2"),
        ("ab\n..\n\n.c\n..\n", "4:2", "the start has no piece `c`"),
        ("aab\n...\n\n..a\n...\n", "4:3", "piece `a` of the goal has a different shape in the start"),
        ("ab\n..\n\n#a\n..\n", "4:1", "the goal has a wall where the start has none"),
        ("ab\n..\n\na.\na.\n", "4:1", "piece `a` of the goal has a different shape in the start"),
        ("ab\n..\ngoal c@1,1\n", "3:6", "the start has no piece `c`"),
        ("ab\n..\ngoal 1,1\n", "3:6", "the goal `1,1` names no piece"),
        ("ab\n..\ngoal b1,1\n", "3:6", "`b1,1` has no `@`"),
        ("ab\n..\ngoal b@1,1 # here\n", "3:12", "a comment follows the goal on its line"),
        ("ab/.. goal", "1:7", "the goal names no piece"),
        ("ax\n..\ngoal a@1,1\n", "1:2", "a drawing cannot contain `x`"),
        ("ab\n..\ngoal a\n", "3:6", "`a` does not say where a piece should be"),
        ("ab\n..\ngoal a@2,2\n", "3:8", "`2,2` is not a cell of this 2 x 2 box"),
        (
            "aab\n...\ngoal a@0,2\n",
            "3:1",
            "piece `a` at 0,2 does not fit: it sticks out of the box or lies on a blocked cell",
        ),
        ("aba\n.ba\ngoal a@1,0\n", "3:6", "`a` is drawn in 2 shapes"),
        ("a.a\n...\ngoal a@1,0 a@1,1 a@1,2\n", "3:1", "the goal wants 3 of kind `a`, but the start has 2"),
        ("ab\n..\nonly a\ngoal a@1,1\n", "3:1", "no cells are named"),
        ("ab\n..\nalong a up\ngoal a@1,1\n", "3:1", "expected row, column or layer"),
        ("ab\n..\nkinds ab ba\ngoal a@1,1\n", "3:10", "`b` is in two kinds"),
        ("ab\n..\nkinds ac\ngoal a@1,1\n", "3:8", "the start has no piece `c`"),
        ("ab\nonly b\ngoal a@1,1\nc.\n", "2:1", "no cells are named"),
        ("3 x 2\nab\n..\ngoal a@1,1\n", "2:1", "the drawing is 2 x 2, but the first line says 3 x 2"),
        ("ab/..//a. goal b@0,1,1", "1:8", "the layers have 1 and 2 rows"),
        ("#.\n##\n\n..\n..\n", "1:1", "the drawing has no pieces"),
        ("", "1:1", "nothing is drawn"),
    ] {
        let error = parse(text).expect_err(text);
        let (line, column) = error.line_and_column(text);
        assert_eq!((format!("{line}:{column}").as_str(), error.message.as_str()), (place, message), "{text}");
    }
}

#[test]
fn several_keywords_may_follow_on_one_line() {
    let one = read("ab/cd/.. goal a@2,1 goal a@2,0 kinds bc");
    assert_eq!((one.goals().len(), one.kinds().len()), (2, 3));
    assert_eq!(one, read("ab\ncd\n..\ngoal a@2,1\ngoal a@2,0\nkinds bc\n"));
}

#[test]
fn mistakes_in_a_drawing_are_mistakes_of_a_drawing() {
    for text in [
        "a a .\n. . .\n\n. . .\n. a a\n",
        "áb\n..\ngoal b@1,1\n",
        "3 x 4 Foo\naa.\n..#\n...\ngoal a@1,0\n",
        "aa.\n...\n  \n...\n.aa\n",
    ] {
        assert_eq!(format::detect(text), Notation::Drawn, "{text}");
    }
    assert!(is_drawn_line("aab/a.b/.c goal c@0,0") && is_drawn_line("äb/.. goal ä@1,0"));
}

#[test]
fn drawings_are_told_from_other_notations() {
    for (text, notation) in [
        ("baab/baab/cc../....", Notation::Drawn),
        ("baab\nbaab\ncc..\n....\n", Notation::Drawn),
        ("5 x 4 Klotski\nbaac\nbaac\ndffe\ndghe\ni..j\n", Notation::Drawn),
        ("#####\n#aab#\n#..b#\n#####\n", Notation::Drawn),
        ("BAAB\nBAAB\nCC..\n....\ngoal A@2,1\n", Notation::Drawn),
        ("..B\nAAB\n...\n", Notation::RushHour),
        ("5 x 4 Klotski\n1 = 11/11\nbaac\n", Notation::Sliding),
        ("#####\n#ab*#\n#. b#\n#####\n", Notation::Gnome),
        ("two words\nper line\nare no drawing\n", Notation::Sliding),
    ] {
        assert_eq!(format::detect(text), notation, "{text}");
    }
    for name in ["src/lib", "4x4/klotski", "../ab", "tests/cases", "a/b/cc"] {
        assert!(!is_drawn_line(name), "{name}");
    }
    assert!(is_drawn_line("baab/baab/cc../....") && is_drawn_line("ab/.. goal a@1,1"));
}

#[test]
fn puzzles_with_connected_pieces_can_be_drawn() {
    let cannot: Vec<&str> =
        library::names().filter(|name| print(&library::puzzle(name).unwrap()).is_none()).collect();
    assert_eq!(cannot, [""; 0]);
}

#[test]
fn interchangeable_pieces_that_touch_get_two_letters_and_stay_interchangeable() {
    let puzzle = sliding::parse("2 x 3\n1 = 1\n2 = 1\n1102\n2011\n").unwrap().puzzle;
    let drawn = print(&puzzle).unwrap();
    assert!(drawn.contains("\nkinds "), "{drawn}");
    assert_eq!(moves(&read(&drawn), Style::STEP), moves(&puzzle, Style::STEP));
    assert_eq!(read(&drawn).kinds().len(), 2);
}

#[test]
fn what_can_be_drawn_can_be_drawn_on_one_line() {
    for name in library::names() {
        let puzzle = library::puzzle(name).unwrap();
        let line = print_line(&puzzle);
        assert_eq!(line.is_some(), print(&puzzle).is_some(), "{name}");
        assert!(line.is_none_or(|line| !line.contains('\n')), "{name}");
    }
    let solid = "ab/..//cc/.. goal a@1,1,0";
    assert_eq!(print_line(&read(solid)).as_deref(), Some(solid));
}
