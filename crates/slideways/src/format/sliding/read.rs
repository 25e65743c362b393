//! Puzzle text reader: one line at a time.

mod arrangement;
mod drawn;
mod gates;
mod keyword;
mod size;

use super::line::{Line, lines, single_char};
use super::pattern;
use crate::format::error::{Parsed, TextError};
use crate::puzzle::{Arrangement, Draft, Goal, Kind, KindId, Place, Puzzle};
use gates::Gate;
use std::ops::Range;

pub(in crate::format) use keyword::coordinates;
pub(crate) use size::is_size;
pub(in crate::format) use size::read as size;

/// The first words of lines that are not arrangements.
const KEYWORDS: [&str; 4] = ["goal", "only", "along", "names"];

/// Read a puzzle from its text.
///
/// A text that SLIDING reads means what it means there. Otherwise an arrangement may also be drawn row by
/// row.
pub fn parse(text: &str) -> Result<Parsed<Puzzle>, TextError> {
    read(text, false).or_else(|error| read(text, true).map_err(|_| error))
}

/// Reads a text in which arrangements are lines, or also drawings.
fn read(text: &str, drawings: bool) -> Result<Parsed<Puzzle>, TextError> {
    let Some(first) = lines(text).find(|line| !line.text.is_empty() && line.comment().is_none()) else {
        return Err(TextError::new(0..0, "the text is empty", "expected the size of a box")
            .help("a puzzle starts with a line such as `5 x 4 Klotski`"));
    };
    let mut reader = Reader::new(size::read(&first)?);
    let mut end = 0;
    for line in lines(text).filter(|line| line.at != first.at && !line.text.is_empty()) {
        if line.at < end {
            continue;
        }
        if let Some((word, after)) = reader.drawing(&line, text).filter(|_| drawings) {
            end = after;
            reader.arrangement(&Line { at: line.at, text: &word })?;
            continue;
        }
        reader.line(&line).map_err(|error| reader.perhaps_drawn(error, &line, text))?;
    }
    reader.finish(text)
}

/// Read an arrangement of the pieces of a puzzle: one line as in its text, or a drawing with the names of its
/// kinds, on several lines or split by `/`.
///
/// ```
/// use slideways::format::sliding;
/// use slideways::library;
///
/// let klotski = library::puzzle("klotski").unwrap();
/// let start = sliding::parse_arrangement(&klotski, "2112/2112/2332/2442/4004").unwrap();
/// assert_eq!(&start, klotski.start());
/// assert!(sliding::parse_arrangement(&klotski, "212").is_err());
/// ```
pub fn parse_arrangement(puzzle: &Puzzle, text: &str) -> Result<Arrangement, TextError> {
    let draft = Draft { goals: vec![], ..puzzle.draft().clone() };
    let mut reader = Reader::new(draft);
    reader.places = puzzle.draft().start.iter().map(|&(place, _)| place).collect();
    let all: Vec<Line> = lines(text).filter(|line| !line.text.trim().is_empty()).collect();
    let (first, rest) = match &all[..] {
        [] => return Err(TextError::new(0..0, "the arrangement is empty", "expected the pieces in order")),
        [first, rest @ ..] => (first, rest),
    };
    let places = match reader.drawing(first, text) {
        Some((word, end)) if rest.last().is_none_or(|last| last.span().end <= end) => {
            reader.whole(&Line { at: first.at, text: &word }, "arrangement")?
        }
        _ if !rest.is_empty() => {
            let message = "the arrangement is neither one line nor a drawing of the whole box";
            return Err(TextError::new(rest[0].span(), message, "a second line"));
        }
        _ => {
            let read = reader.whole(first, "arrangement");
            read.map_err(|error| reader.perhaps_drawn(error, first, text))?
        }
    };
    Ok(puzzle.arrangement(&places).expect("all pieces were counted"))
}

/// The puzzle read so far.
struct Reader {
    draft: Draft,
    /// The start, in reading order.
    places: Vec<Place>,
    /// The byte at which its line begins, once it has been read.
    start_at: Option<usize>,
    gates: Vec<Gate>,
    /// The spans of the goal lines.
    goal_spans: Vec<Range<usize>>,
    warnings: Vec<TextError>,
}

impl Reader {
    fn new(draft: Draft) -> Reader {
        Reader { draft, places: vec![], start_at: None, gates: vec![], goal_spans: vec![], warnings: vec![] }
    }

    fn line(&mut self, line: &Line) -> Result<(), TextError> {
        if let Some(comment) = line.comment() {
            remark(&mut self.draft, comment);
            return Ok(());
        }
        self.no_comment_behind(line)?;
        let mut words = line.words();
        let first = words.next().map_or("", |word| word.text);
        let more = words.next().is_some();
        match first {
            _ if !more && first.chars().all(|c| self.draft.kind_called(c).is_some()) => {
                self.arrangement(line)
            }
            "only" => self.only(line),
            "along" => self.along(line),
            "goal" => self.goal(line),
            "names" => self.names(line),
            _ if line.text.contains('=') && self.start_at.is_none() => self.kind(line),
            _ if more && !self.draft.goals.is_empty() => {
                let label = "neither a goal nor a comment";
                self.warnings.push(
                    TextError::new(line.span(), "this line is ignored", label)
                        .help("start a comment with `#`"),
                );
                Ok(())
            }
            _ => self.arrangement(line),
        }
    }

    /// Names of pieces contain no `#`, so a `#` in any other line is a misplaced comment.
    fn no_comment_behind(&self, line: &Line) -> Result<(), TextError> {
        let Some(at) = line.text.find('#') else { return Ok(()) };
        let mut words = line.text[..at].split_whitespace();
        let first = words.next().unwrap_or_default();
        let is_arrangement = words.next().is_none() && first.chars().all(|c| self.is_cell(c));
        if !self.draft.goals.is_empty() && !is_arrangement && !KEYWORDS.contains(&first) {
            return Ok(());
        }
        Err(TextError::new(
            line.after(at).span(),
            "a comment follows something else on its line",
            "this comment",
        )
        .help("a comment needs its own line: move it to the line above"))
    }

    /// The first arrangement is the start, any further one is a goal.
    ///
    /// A word made of the names of kinds is always an arrangement: with kinds `g`, `o`, `a` and `l`, so is
    /// the line `goal`.
    fn arrangement(&mut self, line: &Line) -> Result<(), TextError> {
        if self.start_at.is_some() { self.full_goal(line) } else { self.start(line) }
    }

    /// Whether a character may occur in an arrangement.
    fn is_cell(&self, c: char) -> bool {
        c == '0' || c == 'x' || self.draft.kind_called(c).is_some()
    }

    fn kind(&mut self, line: &Line) -> Result<(), TextError> {
        let equals = line.text.find('=').expect("kind lines contain =");
        let (name, span) = single_char(line, &line.text[..equals])?;
        if !Kind::NAMES.contains(name) {
            return Err(TextError::new(span, format!("a kind cannot be called `{name}`"), "this name")
                .help("use one of 1-9, a-w, y, z, A-Z; `0` is the empty cell and `x` the blocked one"));
        }
        let after = line.after(equals + 1);
        let pattern = after.after(after.text.len() - after.text.trim_start().len());
        let shape = pattern::read(name, pattern)?;
        match self.draft.kind_called(name) {
            Some(_) => self.warnings.push(TextError::new(
                line.span(),
                format!("kind `{name}` is defined again; the first definition is used"),
                "ignored",
            )),
            None => self.draft.kinds.push(Kind { name, shape, along: None }),
        }
        Ok(())
    }

    fn add_goal(&mut self, places: Vec<Place>, line: &Line) {
        self.draft.goals.push(Goal(places));
        self.goal_spans.push(line.span());
    }

    fn finish(mut self, text: &str) -> Result<Parsed<Puzzle>, TextError> {
        let end = text.trim_end().len();
        let missing = |what: &str, help: &str| {
            Err(TextError::new(end..end, format!("the {what} is missing"), "the text ends here").help(help))
        };
        if self.start_at.is_none() {
            return missing("start", "name the piece at each cell in turn, such as `212232444004`");
        }
        if self.draft.goals.is_empty() {
            return missing("goal", "add a line such as `goal 1@3,1`, or a whole arrangement");
        }
        self.put_up_gates()?;
        match Puzzle::new(self.draft) {
            Ok(puzzle) => Ok(Parsed { puzzle, warnings: self.warnings }),
            Err(error) => Err(TextError::new(0..end, error.to_string(), "in this puzzle")),
        }
    }

    fn kind_name(&self, kind: KindId) -> char {
        self.draft.kinds[usize::from(kind.0)].name
    }
}

/// Adds what follows the first `#` of a comment: a note, or known optima. After `##` it is always a note.
pub(in crate::format) fn remark(draft: &mut Draft, comment: &str) {
    if let Some(note) = comment.strip_prefix('#') {
        draft.notes.push(note.trim().to_owned());
        return;
    }
    match optimum(comment.trim()) {
        Some(optimum) => draft.optimum.extend(optimum),
        None => draft.notes.push(comment.trim().to_owned()),
    }
}

/// Reads `optimum: step=116 slide=90 …`; `None` if the text has another form.
pub(super) fn optimum(text: &str) -> Option<Vec<(crate::Style, u32)>> {
    let entries = text.strip_prefix("optimum:").filter(|entries| !entries.trim().is_empty())?;
    entries
        .split_whitespace()
        .map(|entry| {
            let (style, moves) = entry.split_once('=')?;
            Some((style.parse().ok()?, moves.parse().ok()?))
        })
        .collect()
}
