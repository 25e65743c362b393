use super::*;
use crate::format::sliding;

/// "Only 18 Steps", the first level.
const ONLY_18: &str = "######\n#a**b#\n#m**n#\n#cdef#\n#ghij#\n#k  l#\n##--##\n    ..\n    ..\n";

/// The puzzle without what a map cannot express.
fn bare(puzzle: &Puzzle) -> Draft {
    let mut draft = puzzle.draft().clone();
    draft.title.clear();
    draft.notes.clear();
    for (place, name) in &mut draft.start {
        *name = draft.kinds[usize::from(place.kind.0)].name;
    }
    draft
}

#[test]
fn the_first_level_means_what_its_puzzle_text_means() {
    let text = "9 x 6 Only 18 Steps\n1 = 11/11\n2 = 1\nxxxxxxx212xx22xx2222xx2222xx2002xxx00xx\n\
                only 1 6,2 6,3\ngoal 1@7,4\n";
    let (map, puzzle) = (parse(ONLY_18).unwrap().puzzle, sliding::parse(text).unwrap().puzzle);
    assert_eq!(bare(&map), bare(&puzzle));
    assert_eq!((0..15).map(|piece| map.name(piece)).collect::<String>(), "a*bmncdefghijkl");
    assert_eq!(print(&map).as_deref(), Some(ONLY_18));
    assert_eq!(bare(&parse(&print(&puzzle).unwrap()).unwrap().puzzle), bare(&puzzle));
}

#[test]
fn a_piece_is_all_cells_of_its_character() {
    let puzzle = parse("#####\n#a*a#\n#b*b#\n#.  #\n#.  #\n#####\n").unwrap().puzzle;
    let shapes: Vec<usize> = puzzle.kinds().iter().map(|kind| kind.shape.offsets().len()).collect();
    assert_eq!((shapes, puzzle.pieces().len()), (vec![2, 2], 3));
}

#[test]
fn rows_are_padded_and_line_ends_do_not_matter() {
    let short = parse("\r\n####\r\n#*a#\r\n#-##\r\n .\r\n\r\n").unwrap().puzzle;
    assert_eq!(short, parse("####\n#*a#\n#-##\n .  ").unwrap().puzzle);
    assert_eq!(short.grid(), Grid::plane(4, 4).unwrap());
}

#[test]
fn targets_wider_than_the_piece_give_several_goals() {
    let puzzle = parse("#####\n#** #\n#...#\n#####\n").unwrap().puzzle;
    assert_eq!(puzzle.goals().len(), 2);
    assert_eq!(parse(&print(&puzzle).unwrap()).unwrap().puzzle, puzzle);
}

#[test]
fn characters_that_solutions_need_are_replaced_in_solutions() {
    let parsed = parse("######\n#*,a{#\n#.  a#\n######\n").unwrap();
    assert_eq!((0..4).map(|piece| parsed.puzzle.name(piece)).collect::<String>(), "*bac");
    let warnings: Vec<&str> = parsed.warnings.iter().map(|warning| warning.message.as_str()).collect();
    assert_eq!(warnings, ["piece `,` is called `b` in solutions", "piece `{` is called `c` in solutions"]);
}

#[test]
fn every_mistake_is_pointed_at() {
    let many: String = ('\u{4e00}'..).take(1025).collect();
    for (text, place, message) in [
        ("", "1:1", "the map is empty"),
        ("\n\n", "1:1", "the map is empty"),
        ("###\n#a#\n", "1:1", "the map has no piece `*`"),
        ("###\n#*#\n", "1:1", "the map has no target"),
        ("####\n#**#\n#. #\n#. #\n", "3:2", "`*` does not fit on the targets"),
        ("####\n#\t*.#", "2:2", "a map cannot contain '\\t'"),
        (&many, "1:1", "a map of 1 x 1025 has more than 1024 cells"),
    ] {
        let error = parse(text).expect_err(text);
        let (line, column) = error.line_and_column(text);
        assert_eq!((format!("{line}:{column}").as_str(), error.message.as_str()), (place, message));
    }
}

#[test]
fn more_shapes_than_names_are_refused() {
    // Piece i covers the cells of its row that are 1 in the binary number 2i + 1.
    let row = |i: u32| {
        let name = char::from_u32(0x4e00 + i).unwrap();
        (0..7)
            .map(|bit| if (2 * i + 1) >> bit & 1 == 1 { name } else { ' ' })
            .chain(['\n'])
            .collect::<String>()
    };
    let map = |pieces: u32| format!("*.\n{}", (0..pieces).map(row).collect::<String>());
    assert_eq!(parse(&map(59)).unwrap().puzzle.kinds().len(), 60);
    assert_eq!(parse(&map(60)).unwrap_err().message, "the map has more than 60 different shapes");
}

#[test]
fn what_a_map_cannot_express_is_not_printed() {
    let text = "3 x 4\n1 = 11\n2 = 1\n3 = 1/1\n1230\ngoal 1@2,2\n";
    let map = |text: &str| print(&sliding::parse(text).unwrap().puzzle);
    assert_eq!(map(text).as_deref(), Some("**23\n   3\n  ..\n"));
    assert_eq!(map(&text.replace("3 x 4", "1 x 3 x 4").replace("2,2", "0,2,2")), None, "space");
    assert_eq!(map(&text.replace("1@2,2", "1@0,1")), None, "a target beneath a piece");
    assert_eq!(map(&text.replace("1@2,2", "1@2,2 2@1,1")), None, "two pieces to place");
    assert_eq!(map(&text.replace("1@2,2", "1@2,2\ngoal 2@1,1")), None, "either of two pieces");
    assert_eq!(map(&text.replace("1@2,2", "1@2,2\ngoal 1@2,0\ngoal 1@1,1")).as_deref(), None, "mixed");
    assert_eq!(map(&text.replace("1@2,2", "1@2,2\nonly 2 1,1")), None, "a gate for another kind");
    assert_eq!(map(&text.replace("1@2,2", "1@2,2\nonly 1 2,2")), None, "a gate on a target");
    assert_eq!(map(&text.replace("1@2,2", "1@2,2\nalong 3 column")), None, "a piece bound to a line");
    assert_eq!(map(&text.replace("3 = 1/1", "3 = 1")), None, "two kinds of one shape");
    assert_eq!(map(&text.replace("1230", "12301")), None, "two pieces of the kind");
}

#[test]
fn pieces_without_names_get_plain_characters() {
    let text = "2 x 4\n1 = 1\n2 = 1\n1220\ngoal 1@1,3\nonly 1 1,2\n";
    let map = print(&sliding::parse(text).unwrap().puzzle).unwrap();
    assert_eq!(map, "*ab \n  -.\n");
    assert_eq!(print(&parse(&map).unwrap().puzzle).unwrap(), map);
}
