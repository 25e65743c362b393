//! Positions of tiles: how they are told from other texts, lists of them, and the sets of the library.

use super::{Found, Kind};
use crate::arguments::tiles::TileOptions;
use crate::problem::{Problem, Text};
use slideways::format::tiles;
use slideways::library::sets::{self, Set};
use slideways::tiles::{Board, Goal, Size};

/// A position and what to call it.
#[derive(Clone, Debug)]
pub struct Position {
    /// Its name in a set, its place in a file, or what the user wrote.
    pub name: String,
    /// What its line or its set says of it, or nothing.
    pub title: String,
    /// The tiles.
    pub board: Board,
    /// What is known about it.
    pub known: Option<Known>,
}

/// What a set says of a position.
#[derive(Clone, Debug)]
pub struct Known {
    /// The goal of the set.
    pub goal: Goal,
    /// The length of shortest solutions, in style `step`.
    pub moves: u32,
}

impl Position {
    /// Where the tiles are to go: what the user says, or else the set, or else the blank goes last.
    pub fn goal(&self, options: &TileOptions) -> Result<Goal, Problem> {
        let size = self.board.size();
        match (&options.goal, &self.known) {
            (Some(text), _) => goal(text, size),
            (None, Some(known)) => Ok(known.goal.clone()),
            (None, None) => Ok(Goal::blank_last(size)),
        }
    }

    /// The known length of shortest solutions in style `step`, if it is known for this goal.
    pub fn optimum(&self, goal: &Goal) -> Option<u32> {
        self.known.as_ref().filter(|known| known.goal == *goal).map(|known| known.moves)
    }

    /// The tiles with their goal.
    pub fn with_goal(&self, goal: Goal) -> slideways::tiles::Position {
        slideways::tiles::Position::new(self.board.clone(), goal)
            .expect("goals are read for the size of the board")
    }
}

/// The goals that have a name.
const GOALS: [&str; 2] = ["blank-last", "blank-first"];

/// What every position has in it.
fn is_cell(c: char) -> bool {
    c.is_ascii_digit() || c == '*'
}

/// Read a goal that was given as an argument.
pub fn goal(text: &str, size: Size) -> Result<Goal, Problem> {
    if !GOALS.contains(&text.trim()) && !text.contains(is_cell) {
        let help = "give `blank-last`, `blank-first`, or a position in which `*` stands for anything";
        return Err(Problem::new(format!("`{text}` is not a goal")).help(help));
    }
    tiles::parse_goal(text, size).map_err(|error| Text::new("<goal>", text).problem(error))
}

/// Read a position from a text, which is called `name`.
pub fn load(name: String, text: &Text, size: Option<Size>) -> Result<Position, Problem> {
    // Comments are blanked out and not cut off: so all that follows keeps its place.
    let body = without_comments(&text.body);
    let one_line = body.trim().lines().count() == 1;
    let parsed = match one_line {
        true => {
            tiles::parse_line(&body, size).map(|line| (line.id.unwrap_or_default().to_owned(), line.board))
        }
        false => tiles::parse(&body, size).map(|board| (String::new(), board)),
    };
    let (title, board) = parsed.map_err(|error| text.problem(error))?;
    Ok(Position { name, title, board, known: None })
}

/// The positions of a set, all or the one with a number; `None` if there is no such set.
pub fn of_set(argument: &str) -> Option<Vec<Found>> {
    let (name, number) = match argument.split_once(':') {
        Some((name, number)) => (name, Some(number)),
        None => (argument, None),
    };
    let set = sets::find(name)?;
    let chosen = match number {
        None => 0..set.instances.len(),
        Some(number) => match number.trim().parse::<usize>() {
            Ok(number) if (1..=set.instances.len()).contains(&number) => number - 1..number,
            _ => return Some(vec![no_such_number(argument, &set, number)]),
        },
    };
    let known = |moves| Some(Known { goal: set.goal.clone(), moves });
    let position = |i: usize| {
        let instance = &set.instances[i];
        let name = format!("{}:{}", set.name, instance.number);
        let (title, board) = (set.title.to_owned(), instance.board.clone());
        Found {
            name: name.clone(),
            kind: Kind::Known(Position { name, title, board, known: known(instance.moves) }),
        }
    };
    Some(chosen.map(position).collect())
}

fn no_such_number(argument: &str, set: &Set, number: &str) -> Found {
    let message = format!("`{}` has no position `{number}`", set.name);
    let help = format!("its positions have the numbers 1 to {}", set.instances.len());
    Found { name: argument.to_owned(), kind: Kind::None(Problem::new(message).help(help)) }
}

/// The positions in a text, if it is one with positions and not a puzzle of another sort.
///
/// It is a list, one position a line, if the whole is not a position and several of its lines could be positions by
/// themselves: the rows of one position seldom can, since they have larger numbers than their few cells allow. Otherwise
/// it is one position if the whole looks like one, or a list of which most is wrong.
pub fn positions(name: &str, text: &Text) -> Option<Vec<Found>> {
    let body = without_comments(&text.body);
    if body.contains('=') || body.trim_start().starts_with(['{', '[', '"']) {
        return None;
    }
    let lines = || (0..).zip(body.lines()).filter(|(_, line)| !line.trim().is_empty());
    let alone = lines().filter(|(_, line)| tiles::looks_like_position(line)).count();
    let one = tiles::looks_like_position(&body) && (alone < 2 || tiles::is_one_position(&body));
    if one || (alone == 1 && lines().count() == 1) {
        let kind = Kind::Tiles(text.clone());
        return Some(vec![Found { name: name.to_owned(), kind }]);
    }
    let position = |(number, line): (usize, &str)| Found {
        name: format!("{name}:{}", text.first_line + number),
        kind: Kind::Tiles(Text {
            first_line: text.first_line + number,
            ..Text::new(&*text.name, line.trim_end())
        }),
    };
    (alone > 0).then(|| lines().map(position).collect())
}

/// A text in which comments, from `#` to the end of the line, are blanks.
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
    use super::super::Game;
    use super::*;
    use slideways::grid::Dir;
    use slideways::tiles::random::{Random, position};

    fn names(text: &str) -> Vec<String> {
        let found = positions("p", &Text::new("p", text));
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
                    let mut found = positions("p", &text).unwrap();
                    assert_eq!(found.len(), 1, "{written}");
                    let Ok(Game::Tiles(position)) = found.remove(0).load(None) else { panic!("{written}") };
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

    #[test]
    fn sets_are_called_with_or_without_a_number() {
        let names = |argument| -> Option<Vec<String>> {
            Some(of_set(argument)?.into_iter().map(|found| found.name).collect())
        };
        assert_eq!(names("korf15").unwrap().len(), 100);
        assert_eq!(names("Korf24:1").unwrap(), ["korf24:1"]);
        assert_eq!(names("klotski"), None);
        assert!(of_set("korf15:101").unwrap().remove(0).load(None).is_err());
    }
}
