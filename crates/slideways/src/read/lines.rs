//! Lists with one puzzle per line: scrambles and drawings, also among tile positions.

use super::scramble::{is_scramble, scrambles};
use super::{Content, Meant, Origin, Text};
use crate::format::{Notation, drawn, tiles};

/// Whether a line is a puzzle by itself and no row of one: a scramble, a drawing with its goal, or a position
/// with its rows split.
pub fn stands_alone(line: &str) -> bool {
    is_scramble(line) || is_drawing(line) || (line.contains('/') && tiles::looks_like_position(line))
}

/// Whether a line is a comment. A drawing may begin with a wall, but it contains rows and a goal.
pub fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with('#') && !is_drawing(line)
}

fn is_drawing(line: &str) -> bool {
    drawn::is_drawn_line(line) && drawn::is_drawn_puzzle(line)
}

fn content_lines(text: &Text) -> impl Iterator<Item = (usize, &str)> {
    (0..).zip(text.body.lines()).filter(|(_, line)| !line.trim().is_empty() && !is_comment(line))
}

/// Whether a text is a list in which most lines stand alone, and not all are tile positions.
pub fn are_many(text: &Text) -> bool {
    let lines = || content_lines(text).map(|(_, line)| line);
    let alone = lines().filter(|line| stands_alone(line)).count();
    let special = || lines().any(|line| is_scramble(line) || is_drawing(line));
    alone > 1 && alone * 2 > lines().count() && special()
}

/// The puzzles of such a list. A line that is neither a drawing nor a scramble is a position, perhaps with a
/// mistake.
pub fn puzzles(name: &str, origin: Origin, text: &Text) -> Vec<Meant> {
    let puzzle = |(number, line): (usize, &str)| {
        let text = text.line(number, line.trim_end());
        let name = format!("{name}:{}", text.first_line);
        let content = if is_drawing(line) {
            Content::Blocks(text, Some(Notation::Drawn))
        } else if is_scramble(line.split('#').next().unwrap_or_default()) {
            scrambles(&name, origin, &text).remove(0).content
        } else {
            Content::Tiles(text)
        };
        Meant { name, origin, content }
    };
    content_lines(text).map(puzzle).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Meant, Reading, no_files, puzzles};

    /// The names of the puzzles, with `!` if one cannot be read.
    fn names(text: &str) -> Vec<String> {
        let name = |meant: &Meant| match meant.read(None) {
            Ok(_) => meant.name.clone(),
            Err(_) => format!("{}!", meant.name),
        };
        puzzles(text, &mut no_files).iter().map(name).collect()
    }

    #[test]
    fn lines_that_stand_alone_are_a_list() {
        let many = |count: usize| (1..=count).map(|i| format!("<argument>:{i}")).collect::<Vec<_>>();
        assert_eq!(names("ab/.. goal a@1,1\nab/.. goal b@1,1\n"), many(2));
        assert_eq!(names("ab/.. goal a@1,1\n#b/.. goal b@1,1\nab./... goal b@1,1\n"), many(3));
        assert_eq!(names("D2R3\n1 2 3/4 5 6/7 0 8\nab/.. goal a@1,1\n"), many(3));
        let mut wrong = many(3);
        wrong[1].push('!');
        assert_eq!(names("D2R3\nfoo\nD1\n"), wrong);
    }

    #[test]
    fn a_drawing_is_one_puzzle_whatever_its_rows_look_like() {
        for text in [
            "12.3\n45.6\n....\n\n...1\n....\n....\n",
            "abcdefgh.\n.........\n\n.........\n........a\n",
            "ab/c./#d goal d@1,1",
            "abb.\n....\n\n....\n.a..\nonly a 1,1 1,2 1,3\n",
            "AA..\nAA..\n.BB.\n....\n\n....\n....\n..AA\n..AA\n",
            "ab/cd/.. goal a@2,1\n\nkinds ac\n",
        ] {
            let all = puzzles(text, &mut no_files);
            assert_eq!(all.len(), 1, "{text}");
            assert!(matches!(all[0].read(None).unwrap().puzzle, Reading::Blocks(_)), "{text}");
        }
    }

    #[test]
    fn puzzle_text_is_not_a_drawing() {
        let text = "1 x 4 a wall between\n1 = 1\n2 = 1\n12x\ngoal 2@0,3\n";
        assert_eq!(names(text), ["<argument>"]);
    }

    #[test]
    fn tile_positions_between_blank_lines_are_still_positions() {
        assert_eq!(names("123\n456\n780\n").len(), 1);
        assert_eq!(names("1 2 3/4 5 6/7 8 0\n\n1 2 3/4 5 6/7 0 8\n").len(), 2);
        assert_eq!(names("123456780\n\n123456708\n").len(), 2);
    }
}
