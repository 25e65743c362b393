//! Positions of tiles and their moves as text.
//!
//! Only lines of moves begin with two spaces: `check` reads all other lines of an answer as commentary.

use super::WIDTH;
use crate::arguments::tiles::meaning;
use slideways::format::tiles::path::{self, Convention};
use slideways::grid::Dir;
use slideways::show;
use slideways::tiles::{Board, Goal, replay};

/// The size and the goal, in one line.
pub fn summary(goal: &Goal) -> String {
    format!("{} board, goal {goal}", goal.size())
}

/// The notation of the moves.
pub fn convention(convention: Convention) -> String {
    format!("notation {}: {}", convention.name(), meaning(convention))
}

/// A path that has been replayed, in indented lines.
pub fn path(path: &[Dir], convention: Convention, start: &Board) -> String {
    let mut lines = vec![String::new()];
    for word in words(&written(path, convention, start)) {
        let line = lines.last_mut().expect("there is always a line");
        match line.len() + word.trim_end().len() > WIDTH - 2 {
            true => lines.push(word.to_owned()),
            false => line.push_str(word),
        }
    }
    lines.iter().map(|line| format!("  {}\n", line.trim_end())).collect()
}

fn written(path: &[Dir], convention: Convention, start: &Board) -> String {
    path::print(path, convention, start).expect("the path was replayed before")
}

/// The words of a written path, each with what separates it from the next: they begin with a letter, or
/// after a gap.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let begins = |&at: &usize| bytes[at].is_ascii_alphabetic() || (at > 0 && b" ,".contains(&bytes[at - 1]));
    let mut starts: Vec<usize> = (0..text.len()).filter(begins).collect();
    starts.push(text.len());
    if starts[0] > 0 {
        starts.insert(0, 0);
    }
    (1..starts.len()).map(move |i| &text[starts[i - 1]..starts[i]])
}

/// A drawing of a position, in ASCII or with box characters.
pub fn drawing(board: &Board, ascii: bool) -> String {
    if ascii { show::tiles::text(board) } else { show::tiles::outlined(board) }
}

/// The legal steps of a path drawn one after the other.
pub fn story(start: &Board, path: &[Dir], ascii: bool) -> String {
    let along = replay::replay(start, path).expect("the path was replayed before");
    let mut story = format!("start\n{}", drawing(start, ascii));
    for (i, (after, dir)) in along[1..].iter().zip(path).enumerate() {
        let tile = after.tiles()[along[i].blank().index()];
        story.push_str(&format!("\n{}: {tile} {}\n{}", i + 1, dir.letter(), drawing(after, ascii)));
    }
    story
}

#[cfg(test)]
mod tests {
    use super::*;
    use slideways::Who;
    use slideways::format::tiles::parse;
    use slideways::tiles::moves::runs;

    #[test]
    fn paths_read_back_whatever_their_length() {
        let start = parse("12 10 6 0/9 8 13 15/11 7 3 2/5 4 14 1", None).unwrap();
        let round = [Dir::Up, Dir::Up, Dir::Up, Dir::Right, Dir::Right, Dir::Down, Dir::Left, Dir::Down];
        let back = [Dir::Left, Dir::Down];
        let steps: Vec<Dir> = round.iter().chain(&back).copied().cycle().take(200).collect();
        let legal = (0..=200).rev().find(|&count| replay::replay(&start, &steps[..count]).is_ok()).unwrap();
        assert!(legal > 100);
        for count in 0..=legal {
            for convention in Convention::ALL {
                let text = super::path(&steps[..count], convention, &start);
                assert_eq!(path::parse(&text, convention, &start).unwrap(), steps[..count], "{text}");
                assert!(text.lines().all(|line| line.len() <= WIDTH && line.starts_with("  ")));
                let words = path::steps(&steps[..count], convention, &start);
                assert_eq!(words.len(), count);
                assert_eq!(path::parse(&words.join(" "), convention, &start).unwrap(), steps[..count]);
                let words = path::moves(&steps[..count], Who::Set, convention, &start);
                assert_eq!(words.len(), runs(&steps[..count]).len());
                assert_eq!(path::parse(&words.join(" "), convention, &start).unwrap(), steps[..count]);
            }
        }
    }
}
