//! Standard input as it arrives: one puzzle per line, so that a program can ask, read, and ask again.
//!
//! The first line decides. If it is a puzzle by itself, such as a tile position, every line is one. Otherwise
//! the whole input is one text: puzzle text, a board on several lines, or a list with a mistake at its start.

use super::Found;
use super::read::{LARGEST, unreadable, whole};
use crate::arguments::tiles::TileOptions;
use slideways::format::tiles;
use slideways::read::{self, Meant, NotRead, Reading, Text, is_scramble, stands_alone};
use slideways::tiles::Size;
use std::io::{BufRead, BufReader, Read, Stdin};

/// The name of standard input in messages.
const NAME: &str = "<stdin>";

/// The most bytes that are read ahead. What has arrived is answered together, on all threads.
const AHEAD: usize = 64 << 10;

/// What standard input turns out to be.
pub enum Input<S: Read> {
    /// One puzzle per line.
    Lines(Lines<S>),
    /// A text to be read as a whole.
    Whole(Result<Text, NotRead>),
}

/// Lines that are puzzles.
pub struct Lines<S: Read> {
    source: BufReader<S>,
    /// The number of the last line that was read.
    number: usize,
    /// The first line, until it is taken.
    first: Option<Found>,
    /// Whether the first line is a tile position; mistakes in the others are then explained as such.
    tiles: bool,
    /// Whether the user says that the lines are scrambles.
    scrambles: bool,
    ended: bool,
}

/// Read standard input up to the first line that is not empty or a comment.
pub fn open(options: &TileOptions) -> Input<Stdin> {
    begin(BufReader::with_capacity(AHEAD, std::io::stdin()), options)
}

fn begin<S: Read>(mut source: BufReader<S>, options: &TileOptions) -> Input<S> {
    let scrambles = options.scramble;
    let (mut before, mut number) = (vec![], 0);
    loop {
        let line = match line(&mut source) {
            Ok(line) => line,
            Err(error) => return Input::Whole(Err(unreadable("standard input", &error))),
        };
        if line.is_empty() {
            return Input::Whole(whole("standard input", NAME, &before[..]));
        }
        number += 1;
        let at = before.len();
        before.extend(line);
        let Some(text) = std::str::from_utf8(&before[at..]).ok().map(|line| body(line, number)) else {
            break;
        };
        if is_blank(text) {
            continue;
        }
        let found = found(text, number, scrambles);
        let reading = found.meant.read_with(&options.reading());
        let alone = scrambles || reading.is_ok() || (text.contains('/') && tiles::looks_like_position(text));
        let certain = scrambles || stands_alone(text);
        if alone && !text.contains('\r') && (certain || !is_first_row(text, source.buffer())) {
            let blocks = matches!(reading.map(|parsed| parsed.puzzle), Ok(Reading::Blocks(_)));
            let tiles = !blocks && !scrambles && !is_scramble(text);
            let first = Some(Found { tiles, ..found });
            return Input::Lines(Lines { source, number, first, tiles, scrambles, ended: false });
        }
        break;
    }
    Input::Whole(whole("standard input", NAME, (&before[..]).chain(source)))
}

/// Whether a line that could stand alone is the first row of a board: the next line, if it has already
/// arrived, then does not make a list with it. An object of JSON ends where it ends.
fn is_first_row(first: &str, arrived: &[u8]) -> bool {
    let text = String::from_utf8_lossy(arrived);
    let complete = text.rfind('\n').map_or("", |end| &text[..end]);
    let Some(next) = complete.lines().find(|line| !is_blank(line)) else { return false };
    let both = Text::new(NAME, format!("{first}\n{next}"));
    !first.starts_with('{') && read::puzzles("-", &mut |_| Some(Ok(both.clone()))).len() == 1
}

/// A line with its end, at most a byte longer than any puzzle; empty at the end of the input.
fn line(source: &mut impl BufRead) -> std::io::Result<Vec<u8>> {
    let mut line = vec![];
    source.take(LARGEST + 1).read_until(b'\n', &mut line)?;
    Ok(line)
}

/// A line without its end, and the first one without a byte order mark.
fn body(line: &str, number: usize) -> &str {
    let line = line.trim_end_matches(['\n', '\r']);
    if number == 1 { line.strip_prefix('\u{feff}').unwrap_or(line) } else { line }
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty() || read::is_comment(line)
}

/// The puzzle in a line.
fn found(line: &str, number: usize, scrambles: bool) -> Found {
    let text = Text { first_line: number, ..Text::new(NAME, line) };
    let read = if scrambles { read::scrambles } else { read::puzzles };
    named(read("-", &mut |_| Some(Ok(text.clone()))), number)
}

/// The only puzzle of a line, called by the number of the line.
fn named(mut all: Vec<Meant>, number: usize) -> Found {
    let mut meant = all.remove(0);
    meant.name = format!("-:{number}");
    meant.into()
}

impl<S: Read> Lines<S> {
    /// The puzzle in the next line that is not blank; waits for it.
    fn puzzle(&mut self) -> Option<Found> {
        while !self.ended {
            let read = line(&mut self.source);
            self.number += 1;
            let number = self.number;
            // What follows an error, or the part of a line that is too long, is not the start of a line.
            self.ended = read.as_ref().map_or(true, |line| line.is_empty() || line.len() as u64 > LARGEST);
            let why = match &read {
                Ok(line) if line.is_empty() => return None,
                Ok(_) if self.ended => fault(number, "is larger than 1 MiB"),
                Ok(line) => match std::str::from_utf8(line) {
                    Ok(text) if is_blank(text) => continue,
                    Ok(text) => {
                        return Some(Found {
                            tiles: self.tiles,
                            ..found(body(text, number), number, self.scrambles)
                        });
                    }
                    Err(_) => fault(number, "is not UTF-8"),
                },
                Err(error) => unreadable("standard input", error),
            };
            return Some(named(read::puzzles("-", &mut |_| Some(Err(why.clone()))), number));
        }
        None
    }

    /// Whether another line has already arrived.
    fn has_arrived(&self) -> bool {
        self.source.buffer().contains(&b'\n')
    }
}

fn fault(number: usize, what: &str) -> NotRead {
    NotRead::File { message: format!("line {number} of standard input {what}"), help: None }
}

/// Groups of puzzles: those whose lines have arrived. A group is waited for only after the one before it was
/// taken.
impl<S: Read> Iterator for Lines<S> {
    type Item = Vec<Found>;

    fn next(&mut self) -> Option<Vec<Found>> {
        let first = match self.first.take() {
            Some(first) => first,
            None => self.puzzle()?,
        };
        let mut group = vec![first];
        while self.has_arrived() {
            group.extend(self.puzzle());
        }
        Some(group)
    }
}

/// Why a line of a list of tile positions is not one.
pub fn tile_mistake(text: &Text, size: Option<Size>) -> Option<NotRead> {
    let body = text.body.split('#').next().unwrap_or_default();
    tiles::parse_line(body, size).err().map(|error| text.mistake(error))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What arrives together, part by part.
    struct Parts(Vec<&'static str>);

    impl Read for Parts {
        fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            let part = self.0.remove(0).as_bytes();
            to[..part.len()].copy_from_slice(part);
            Ok(part.len())
        }
    }

    /// The names of the puzzles in each group, or the text if it is read as a whole.
    fn groups(parts: &[&'static str]) -> Result<Vec<Vec<String>>, String> {
        match begin(BufReader::new(Parts(parts.to_vec())), &TileOptions::default()) {
            Input::Lines(lines) => {
                Ok(lines.map(|group| group.into_iter().map(|found| found.name).collect()).collect())
            }
            Input::Whole(text) => Err(text.unwrap().body),
        }
    }

    #[test]
    fn lines_that_arrive_together_are_answered_together() {
        assert_eq!(groups(&["123456780\n"]), Ok(vec![vec!["-:1".to_owned()]]));
        let groups = groups(&["# a list\n", "1230\n\n3120\n", "1 2/", "3 0\noops\n"]).unwrap();
        assert_eq!(groups, [vec!["-:2", "-:4"], vec!["-:5", "-:6"]]);
    }

    #[test]
    fn a_text_is_read_as_a_whole() {
        for parts in [
            &["2 x 2\n", "1 = 1\n1\n01\n"][..],
            &["1 2 3 4\n", "5 6 7 8\n9 10 11 12\n13 14 15 0\n"],
            &["0 1 2 3\n4 5 6 7\n"],
            &["AA.B\n...B\n....\n....\n"],
            &["{\n", "\"format\": 1}"],
        ] {
            assert_eq!(groups(parts), Err(parts.concat()));
        }
    }

    #[test]
    fn a_bad_line_of_positions_is_explained_as_a_position() {
        let Input::Lines(lines) =
            begin(BufReader::new(&b"1230\n1 2 2 0\n\xff\n3120"[..]), &TileOptions::default())
        else {
            panic!("these are lines")
        };
        let all: Vec<Found> = lines.flatten().collect();
        let mut faults =
            all.into_iter().map(|found| found.load(&Default::default()).err().map(|why| why.message));
        assert_eq!(faults.next(), Some(None));
        assert!(faults.next().flatten().is_some());
        assert_eq!(faults.next().flatten().unwrap(), "line 3 of standard input is not UTF-8");
        assert_eq!(faults.next(), Some(None));
    }
}
