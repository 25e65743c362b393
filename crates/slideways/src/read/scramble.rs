//! Scrambles: moves that are applied to the goal, as speed-solvers write them.
//!
//! `DRUL` or `R3U2` stands for the position that these moves lead to. Each letter is the direction in which a
//! tile moves, with the number of tiles after it.

use super::{Content, Meant, NamedBoard, NotRead, Origin, Text, TileContext, goal};
use crate::format::error::TextError;
use crate::format::tiles::{Notation, path};
use crate::tiles::replay::{NotASolution, replay};
use crate::tiles::{Goal, Size};

/// Whether a text is a scramble: the letters U, D, L and R in upper case, with numbers after them.
pub fn is_scramble(text: &str) -> bool {
    let text = text.trim();
    let is_part = |c: char| "UDLR, \t".contains(c) || c.is_ascii_digit();
    text.starts_with(['U', 'D', 'L', 'R']) && text.chars().all(is_part)
}

/// The scrambles in a text, one per line; comments begin with `#`.
pub fn scrambles(name: &str, origin: Origin, text: &Text) -> Vec<Meant> {
    let without_comment = |line: &str| line.split('#').next().unwrap_or_default().trim_end().to_owned();
    let lines = text.body.lines().map(without_comment).enumerate();
    let lines: Vec<(usize, String)> = lines.filter(|(_, line)| !line.trim().is_empty()).collect();
    let one = lines.len() == 1;
    let scramble = |(number, line): (usize, String)| {
        let text = text.line(number, &line);
        let name = match (one, origin) {
            (true, Origin::Word) => line.trim().to_owned(),
            (true, _) => name.to_owned(),
            (false, _) => format!("{name}:{}", text.first_line),
        };
        Meant { name, origin, content: Content::Scramble(text) }
    };
    lines.into_iter().map(scramble).collect()
}

/// The position that a scramble leads to from the goal.
pub fn board(name: String, text: &Text, given: &TileContext) -> Result<NamedBoard, NotRead> {
    let size = given.size.or(Size::new(4, 4)).expect("there are boards of 4 x 4");
    let wanted = match given.goal {
        Some(wanted) => goal(wanted, size)?,
        None => Goal::blank_last(size),
    };
    let whole = text.body.len() - text.body.trim_start().len()..text.body.trim_end().len();
    let Some(solved) = wanted.full() else {
        let message = "a scramble begins at the goal, and this goal leaves cells open";
        return Err(text.mistake(
            TextError::new(whole, message, "where does it begin?").help("give a goal without `*`"),
        ));
    };
    let path = path::parse(&text.body, given.convention, &solved).map_err(|error| text.mistake(error))?;
    let boards = replay(&solved, &path).map_err(|why| {
        let message = match why {
            NotASolution::Stuck { .. } => format!("the scramble leaves the board: {why}"),
            NotASolution::NotAtGoal => why.to_string(),
        };
        text.mistake(TextError::new(whole, message, "this scramble").help(format!(
            "it was applied to the goal {wanted} of a board of {size}; another board or goal may be meant"
        )))
    })?;
    let board = boards.last().expect("a path has a start").clone();
    let title = format!("the position {}", Notation::Rows.print(&board).expect("any board has rows"));
    Ok(NamedBoard { name, title, board, known: None })
}

#[cfg(test)]
mod tests {
    use super::super::{Reading, no_files, puzzles};
    use super::*;
    use crate::outcome::Outcome;
    use crate::{Solver, read};

    fn rows(word: &str, given: &TileContext) -> String {
        let Reading::Tiles(named) = puzzles(word, &mut no_files)[0].read_with(given).unwrap().puzzle else {
            panic!("it is a position of tiles")
        };
        Notation::Rows.print(&named.board).unwrap()
    }

    #[test]
    fn a_scramble_is_applied_to_the_goal() {
        assert_eq!(rows("DR", &TileContext::default()), "1 2 3 4/5 6 7 8/9 10 0 11/13 14 15 12");
        assert_eq!(rows("D2R3", &TileContext::default()), rows("DDRRR", &TileContext::default()));
        assert_eq!(rows("D, R", &TileContext::default()), rows("DR", &TileContext::default()));
        let small =
            TileContext { size: Size::new(3, 3), goal: Some("blank-first"), ..TileContext::default() };
        assert_eq!(rows("UL", &small), "3 1 2/4 0 5/6 7 8");
    }

    #[test]
    fn a_scramble_can_be_solved() {
        let game = puzzles("D2R3", &mut no_files)[0].read(None).unwrap().puzzle.game(None).unwrap();
        let Outcome::Solved(solution) = Solver::new(&game).solve().unwrap().outcome else {
            panic!("it can be solved")
        };
        assert_eq!(solution.len(), 5);
    }

    #[test]
    fn a_scramble_that_leaves_the_board_is_refused() {
        let why = puzzles("DRD4", &mut no_files)[0].read(None).unwrap_err();
        assert_eq!(
            why.to_string(),
            "the scramble leaves the board: step 5: no tile can move down, the blank is at the edge"
        );
        let open = TileContext { goal: Some("1 2 3 4/5 6 7 8/9 10 11 12/* * * *"), ..TileContext::default() };
        let why = puzzles("DR", &mut no_files)[0].read_with(&open).unwrap_err();
        assert!(why.to_string().starts_with("a scramble begins at the goal"), "{why}");
    }

    #[test]
    fn scrambles_on_lines_are_a_list() {
        let files = &mut |_: &str| Some(Ok(Text::new("s", "DR\n# two\n\nR3U2 # easy\n")));
        let names: Vec<String> = puzzles("s", files).into_iter().map(|meant| meant.name).collect();
        assert_eq!(names, ["s:1", "s:4"]);
    }

    #[test]
    fn other_words_are_scrambles_if_that_is_said() {
        assert!(puzzles("dr", &mut no_files)[0].read(None).is_err());
        let meant = read::scrambles("ul", &mut no_files).remove(0);
        let blank = TileContext { convention: path::Convention::Blank, ..TileContext::default() };
        let Reading::Tiles(named) = meant.read_with(&blank).unwrap().puzzle else {
            panic!("it is a position")
        };
        assert_eq!(Notation::Rows.print(&named.board).unwrap(), rows("DR", &TileContext::default()));
    }

    #[test]
    fn names_are_not_scrambles() {
        for word in ["klotski", "LUX", "rush", "4x4", "", "2R", "AA.."] {
            assert!(!is_scramble(word), "{word}");
        }
    }
}
