//! Boards with equal tiles or several blanks, such as `1 1 2/3 0 0`: block puzzles of one-cell pieces.
//!
//! Equal tiles are interchangeable. The usual goal has the tiles in ascending order, with the blanks last or
//! first.

use super::{NamedPuzzle, NotRead, Text, TileContext};
use crate::format::error::TextError;
use crate::format::tiles::cells;
use crate::tiles::{Goal, Size, Tile, blocks};

/// What repeats on a board.
pub enum Repeats {
    /// Nothing that makes it a puzzle: the board has another mistake.
    Nothing,
    /// One tile occurs twice, so another is missing. That is more likely a slip, unless the user gives a goal
    /// with the same tiles.
    Slip(Tile),
    /// Equal tiles or several blanks, which are meant.
    Meant(Box<Result<NamedPuzzle, NotRead>>),
}

/// Reads a board in which numbers repeat.
pub fn puzzle(name: &str, text: &Text, body: &str, given: &TileContext) -> Repeats {
    let Ok((size, cells)) = cells(body, given.size) else { return Repeats::Nothing };
    let Some(start) = cells.into_iter().collect::<Option<Vec<Tile>>>() else { return Repeats::Nothing };
    let (blanks, repeated) = (count(&start, Tile::BLANK), repeated(&start));
    if blanks == 0 || (blanks == 1 && repeated.is_empty()) {
        return Repeats::Nothing;
    }
    let goal = match given.goal {
        None => Ok(in_order(&start, true)),
        Some(name) => goal(name, size, &start),
    };
    let says_so = given.goal.is_some_and(|name| !Goal::NAMES.contains(&name)) && goal.is_ok();
    if let ([tile], 1, false) = (&repeated[..], blanks, says_so) {
        return Repeats::Slip(*tile);
    }
    let mistake = |text: &Text, message: String, label: &str| {
        text.mistake(TextError::new(0..text.body.trim_end().len(), message, label))
    };
    if blanks == start.len() {
        let none = mistake(text, "there are no tiles on the board".to_owned(), "only blanks");
        return Repeats::Meant(Box::new(Err(none)));
    }
    let puzzle = goal.and_then(|goal| {
        blocks::repeated(size, &start, &goal).map_err(|why| match given.goal {
            Some(goal) => mistake(&Text::new("<goal>", goal), why.to_string(), "this goal"),
            None => mistake(text, why.to_string(), "this board"),
        })
    });
    let named = |puzzle| NamedPuzzle { name: name.to_owned(), puzzle, tiles: true };
    Repeats::Meant(Box::new(puzzle.map(named)))
}

fn count(tiles: &[Tile], tile: Tile) -> usize {
    tiles.iter().filter(|&&other| other == tile).count()
}

/// The tiles that are equal to an earlier one, without blanks.
fn repeated(tiles: &[Tile]) -> Vec<Tile> {
    let is_again = |&i: &usize| tiles[i] != Tile::BLANK && tiles[..i].contains(&tiles[i]);
    (0..tiles.len()).filter(is_again).map(|i| tiles[i]).collect()
}

/// The tiles in ascending order, with the blanks at one end.
fn in_order(tiles: &[Tile], blank_last: bool) -> Vec<Option<Tile>> {
    let mut sorted = tiles.to_vec();
    sorted.sort_by_key(|&tile| (blank_last && tile == Tile::BLANK, tile));
    sorted.into_iter().map(Some).collect()
}

/// Reads a goal for boards with these tiles.
fn goal(text: &str, size: Size, tiles: &[Tile]) -> Result<Vec<Option<Tile>>, NotRead> {
    if let Some(named) = Goal::NAMES.iter().position(|&name| name == text.trim()) {
        return Ok(in_order(tiles, named == 0));
    }
    let source = Text::new("<goal>", text);
    let (_, goal) = cells(text, Some(size)).map_err(|error| source.mistake(error))?;
    let wanted: Vec<Tile> = goal.iter().copied().flatten().collect();
    let too_many = wanted.iter().find(|&&tile| count(&wanted, tile) > count(tiles, tile));
    if let Some(&tile) = too_many {
        let (found, there) = (count(&wanted, tile), count(tiles, tile));
        let name = if tile == Tile::BLANK { "the blank".to_owned() } else { format!("tile {}", tile.0) };
        let message = format!("the goal has {found} of {name}, the position has {there}");
        let error = TextError::new(0..text.trim_end().len(), message, "this goal");
        return Err(source.mistake(error.help("a goal has the tiles of the position, or `*` for any")));
    }
    Ok(goal)
}

#[cfg(test)]
mod tests {
    use super::super::{Reading, no_files, puzzles};
    use super::*;
    use crate::format::sliding;
    use crate::outcome::Outcome;
    use crate::{Solver, Style};

    fn read(word: &str, goal: Option<&str>) -> Result<Reading, NotRead> {
        let given = TileContext { goal, ..TileContext::default() };
        puzzles(word, &mut no_files)[0].read_with(&given).map(|parsed| parsed.puzzle)
    }

    fn blocks(word: &str, goal: Option<&str>) -> NamedPuzzle {
        match read(word, goal) {
            Ok(Reading::Blocks(named)) => named,
            other => panic!("{word}: {other:?}"),
        }
    }

    #[test]
    fn equal_tiles_and_several_blanks_are_blocks_counted_as_tiles() {
        let named = blocks("3 1 0/1 2 0", None);
        assert_eq!(sliding::print(&named.puzzle), "2 x 3\n1 = 1\n2 = 1\n3 = 1\n31012\n1123\n");
        assert!(named.tiles);
        assert_eq!(named.default_style(), Style::STEP);
        let Outcome::Solved(solution) =
            Solver::new(&named.puzzle).style(Style::STEP).solve().unwrap().outcome
        else {
            panic!("it can be solved")
        };
        assert!(!solution.is_empty());
    }

    #[test]
    fn goals_have_the_same_tiles() {
        let goals = |goal| sliding::goals(&blocks("3 1 0/1 2 0", goal).puzzle);
        assert_eq!(goals(Some("blank-first")), ["001123"]);
        assert_eq!(goals(Some("2 1 1/3 0 0")), ["2113"]);
        assert_eq!(goals(Some("3 * */* * *")), ["3@0,0"]);
        let why = read("3 1 0/1 2 0", Some("2 2 1/3 0 0")).unwrap_err();
        assert_eq!(why.to_string(), "the goal has 2 of tile 2, the position has 1");
    }

    #[test]
    fn a_board_of_blanks_has_no_tiles() {
        assert_eq!(read("0 0/0 0", None).unwrap_err().to_string(), "there are no tiles on the board");
    }

    #[test]
    fn one_tile_twice_is_a_slip_unless_the_goal_has_it_too() {
        let slip = "1 2 3/4 5 6/7 5 0";
        assert_eq!(read(slip, None).unwrap_err().to_string(), "tile 5 occurs twice");
        assert_eq!(read(slip, Some("blank-last")).unwrap_err().to_string(), "tile 5 occurs twice");
        assert_eq!(blocks(slip, Some("1 2 3/4 5 5/6 7 0")).puzzle.pieces().len(), 8);
        assert_eq!(blocks("1 2 3/4 5 6/7 0 0", None).puzzle.pieces().len(), 7);
    }
}
