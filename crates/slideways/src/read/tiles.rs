//! Tile positions: how to distinguish them from other texts, and lists of positions.

use super::repeated::{self, Repeats};
use super::scramble::{is_scramble, scrambles};
use super::{Content, Meant, NamedBoard, NotRead, Origin, Reading, Text, TileContext};
use crate::format::tiles;
use crate::tiles::{Size, Tile};

/// Read a position from a text; the result has the name `name`. Equal tiles and several blanks make it a
/// puzzle of blocks.
pub fn read(name: String, text: &Text, given: &TileContext) -> Result<Reading, NotRead> {
    let error = match board(name.clone(), text, given.size) {
        Ok(board) => return Ok(Reading::Tiles(board)),
        Err(error) => error,
    };
    match repeated::puzzle(&name, text, &without_comments(&text.body), given) {
        Repeats::Nothing => Err(error),
        Repeats::Slip(tile) => Err(perhaps_meant(error, tile)),
        Repeats::Meant(puzzle) => puzzle.map(Reading::Blocks),
    }
}

/// The error about a tile that occurs twice, with the advice for a board on which it does.
fn perhaps_meant(error: NotRead, tile: Tile) -> NotRead {
    let NotRead::Text(mut mistake) = error else { return error };
    let known = mistake.error.help.take().map_or(String::new(), |help| help + "; ");
    let advice = format!("if tile {} is meant twice, give a goal with the same tiles", tile.0);
    mistake.error.help = Some(known + &advice);
    NotRead::Text(mistake)
}

/// Read a position of different tiles.
fn board(name: String, text: &Text, size: Option<Size>) -> Result<NamedBoard, NotRead> {
    // Comments are replaced by blanks, so that the byte spans of everything after them stay the same.
    let body = without_comments(&text.body);
    let one_line = body.trim().lines().count() == 1;
    let parsed = match one_line {
        true => {
            tiles::parse_line(&body, size).map(|line| (line.id.unwrap_or_default().to_owned(), line.board))
        }
        false => tiles::parse(&body, size).map(|board| (String::new(), board)),
    };
    let (title, board) = parsed.map_err(|error| text.mistake(error))?;
    Ok(NamedBoard { name, title, board, known: None })
}

/// The positions in a text; `None` if the text is another kind of puzzle.
///
/// The text is a list, one position per line, if the whole is not a position and several of its lines could
/// be positions themselves. The rows of one position seldom could, since they contain larger numbers than
/// their few cells allow. Otherwise the text is one position if the whole looks like one, or a list with many
/// mistakes.
pub fn positions(name: &str, origin: Origin, text: &Text) -> Option<Vec<Meant>> {
    let body = without_comments(&text.body);
    if body.contains('=') || is_json(&body) {
        return None;
    }
    let lines = || (0..).zip(body.lines()).filter(|(_, line)| !line.trim().is_empty());
    if lines().next().is_some() && lines().all(|(_, line)| is_scramble(line)) {
        return Some(scrambles(name, origin, text));
    }
    let alone = lines().filter(|(_, line)| tiles::looks_like_position(line)).count();
    let one = tiles::looks_like_position(&body) && (alone < 2 || tiles::is_one_position(&body));
    if one || (alone == 1 && lines().count() == 1) {
        let content = Content::Tiles(text.clone());
        return Some(vec![Meant { name: name.to_owned(), origin, content }]);
    }
    let position = |(number, line): (usize, &str)| {
        let text = text.line(number, line.trim_end());
        Meant { name: format!("{name}:{}", text.first_line), origin, content: Content::Tiles(text) }
    };
    (alone > 0).then(|| lines().map(position).collect())
}

/// Whether a text is JSON and not an array of numbers, such as `[[1,2],[3,0]]`.
fn is_json(body: &str) -> bool {
    let body = body.trim_start();
    let inner = body.trim_start_matches(|c: char| c.is_whitespace() || "[{(".contains(c));
    body.starts_with('"') || (inner.len() < body.len() && !inner.starts_with(|c: char| c.is_ascii_digit()))
}

/// The text with comments, from `#` to the end of the line, replaced by blanks.
fn without_comments(text: &str) -> String {
    let blanked = |line: &str| match line.find('#') {
        None => line.to_owned(),
        Some(at) => {
            let comment = line[at..].bytes();
            line[..at].to_owned() + &comment.map(|c| if c == b'\n' { '\n' } else { ' ' }).collect::<String>()
        }
    };
    text.split_inclusive('\n').map(blanked).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Dir;
    use crate::tiles::Goal;
    use crate::tiles::random::{Random, position};

    fn names(text: &str) -> Vec<String> {
        let found = positions("p", Origin::File, &Text::new("p", text));
        found.unwrap_or_default().into_iter().map(|found| found.name).collect()
    }

    #[test]
    fn rows_on_lines_are_one_position() {
        for text in [
            "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0\n",
            "3\n0 1 3\n4 2 5\n7 8 6\n",
            "# Princeton\n2x3\n1 2 3\n4 5 0\n",
            "1 2\n3 0",
            "123456780 # done",
        ] {
            assert_eq!(names(text), ["p"], "{text}");
        }
    }

    #[test]
    fn what_is_written_as_a_grid_is_one_position_on_boards_of_every_size() {
        let mut numbers = Random::new(1);
        for (rows, cols) in (2..=128).flat_map(|rows| (2..=128).map(move |cols| (rows, cols))) {
            let Some(size) = Size::new(rows, cols) else { continue };
            let home = Goal::blank_last(size).some_board();
            let mut near = home.clone();
            for dir in [Dir::Right, Dir::Down, Dir::Left] {
                near.slide(dir);
            }
            let first = Goal::blank_first(size).some_board();
            for board in [home, near, first, position(&Goal::blank_last(size), &mut numbers)] {
                for notation in [tiles::Notation::Grid, tiles::Notation::Rows] {
                    let written = notation.print(&board).unwrap().replace('/', "\n");
                    let text = Text::new("p", &*written);
                    let mut found = positions("p", Origin::File, &text).unwrap();
                    assert_eq!(found.len(), 1, "{written}");
                    let Ok(Reading::Tiles(position)) = found.remove(0).read(None).map(|parsed| parsed.puzzle)
                    else {
                        panic!("{written}")
                    };
                    assert_eq!(position.board, board);
                }
            }
        }
    }

    #[test]
    fn a_grid_with_a_mistake_is_still_one_position() {
        let row = |from: usize| (from..from + 10).map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!(names(&format!("2x10\n{}\n{}\n", row(1), row(10))), ["p"]);
    }

    #[test]
    fn positions_on_lines_are_a_list_even_if_some_are_wrong() {
        assert_eq!(names("1 2 3/4 5 6/7 8 0\n\n# two\noops\n123456780\n"), ["p:1", "p:4", "p:5"]);
        assert_eq!(names("4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,15,14,0\n1230\n"), ["p:1", "p:2"]);
        assert_eq!(names("1 1 2 3 0\n2 3 1 2 0\n"), ["p:1", "p:2"]);
    }

    #[test]
    fn other_puzzles_are_not_positions() {
        for text in
            ["2 x 2\n1 = 1\n1\n01\n", "AA.B\n...B\n....\n....\n", "{\"format\":1}", "klotski", "5 x 4"]
        {
            assert_eq!(names(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn comments_leave_everything_in_its_place() {
        assert_eq!(without_comments("1 # é\n2#\n"), "1     \n2 \n");
    }
}
