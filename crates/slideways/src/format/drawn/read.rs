//! DrawingReader of drawn boards.

use super::kinds::{Kinds, Piece, no_piece, pieces};
use super::sheet::{Drawing, Sheet, cells_of};
use super::{Drawn, GOAL, KINDS, STAR};
use crate::format::error::{Parsed, TextError};
use crate::format::sliding;
use crate::format::sliding::line::{Line, single_char};
use crate::grid::{Axis, Cell, Grid};
use crate::puzzle::{Draft, Goal, KindId, Place, Puzzle};
use std::collections::{BTreeMap, BTreeSet};

/// Read a drawn board.
pub fn parse(text: &str) -> Result<Parsed<Puzzle>, TextError> {
    let sheet = Sheet::new(text);
    let Some((start, goals)) = sheet.drawings.split_first() else {
        return Err(TextError::new(0..0, "nothing is drawn", "expected rows of letters").help(EXAMPLE));
    };
    let (grid, title) = size(&sheet, start)?;
    let cells = start.cells()?;
    let pieces_at_start = pieces(grid, &cells);
    if pieces_at_start.is_empty() {
        let label = "only empty cells and walls";
        return Err(TextError::new(start.span(), "the drawing has no pieces", label).help(EXAMPLE));
    }
    let goals = goals.iter().map(|goal| goal_pieces(goal, grid, &cells)).collect::<Result<Vec<_>, _>>()?;
    let drawn_goals = goals.iter().flat_map(|(pieces, _)| pieces).map(|piece| piece.letter);
    let told_apart = drawn_goals.chain(mentioned(&sheet.keywords)).collect();
    let kinds = Kinds::new(&pieces_at_start, &told_apart, &sheet.keywords)?;
    let of = |piece: &Piece| kinds.of(piece).expect("it is a piece of the start");
    let place = |piece: &Piece| (Place { at: piece.at, kind: of(piece) }, piece.letter);
    let is_wall = |&(_, content): &(Cell, Drawn)| content == Drawn::Wall;
    let draft = Draft {
        title,
        grid,
        blocked: cells_of(grid, &cells).filter(is_wall).map(|(cell, _)| cell).collect(),
        start: pieces_at_start.iter().map(place).collect(),
        kinds: kinds.kinds.clone(),
        gates: BTreeMap::new(),
        goals: vec![],
        optimum: BTreeMap::new(),
        notes: vec![],
    };
    let mut reader = DrawingReader { draft, pieces: pieces_at_start, kinds };
    for (pieces, drawing) in goals {
        reader.drawn_goal(&pieces, drawing)?;
    }
    for line in &sheet.keywords {
        reader.keyword(line)?;
    }
    sheet.comments.iter().for_each(|comment| sliding::remark(&mut reader.draft, comment));
    reader.finish(text)
}

/// An example for help texts.
const EXAMPLE: &str = "draw it like `baab/baab/cc../....`: equal connected letters are a piece, `.` is empty";

/// The letters in lines about goals, gates and directions.
fn mentioned(lines: &[Line]) -> Vec<char> {
    let lines = lines.iter().filter(|line| !line.text.starts_with(KINDS));
    let words = lines.flat_map(|line| {
        // A goal names a piece in each word, the other lines in the first one.
        let most = if line.text.starts_with(GOAL) { usize::MAX } else { 1 };
        line.words().skip(1).take(most)
    });
    let letter = |word: Line| {
        let name = word.text.split_once('@').map_or(word.text, |(name, _)| name);
        if name.contains(',') { Some(STAR) } else { name.chars().next() }
    };
    words.filter_map(letter).collect()
}

/// The box of the first drawing, which must have the stated size, and the title.
fn size(sheet: &Sheet, start: &Drawing) -> Result<(Grid, String), TextError> {
    let grid = start.grid()?;
    let Some(line) = &sheet.size else { return Ok((grid, String::new())) };
    let stated = sliding::size(line)?;
    if stated.grid != grid {
        let message = format!("the drawing is {grid}, but the first line says {}", stated.grid);
        return Err(TextError::new(start.span(), message, format!("this drawing is {grid}"))
            .help("change the size to that of the drawing, or leave it out"));
    }
    Ok((grid, stated.title))
}

/// The pieces of a goal's drawing.
fn goal_pieces<'d, 't>(
    goal: &'d Drawing<'t>,
    grid: Grid,
    start: &[(Drawn, std::ops::Range<usize>)],
) -> Result<(Vec<Piece>, &'d Drawing<'t>), TextError> {
    let drawn = goal.grid()?;
    if drawn != grid {
        let message = format!("the goal is drawn as {drawn}, the start as {grid}");
        return Err(TextError::new(goal.span(), message, "the goal")
            .help("draw the whole box again, with `.` where anything may be"));
    }
    let cells = goal.cells()?;
    let walls =
        cells.iter().zip(start).find(|((goal, _), (start, _))| *goal == Drawn::Wall && *start != Drawn::Wall);
    if let Some(((_, span), _)) = walls {
        return Err(TextError::new(
            span.clone(),
            "the goal has a wall where the start has none",
            "this wall",
        ));
    }
    Ok((pieces(grid, &cells), goal))
}

/// The puzzle read so far.
struct DrawingReader {
    draft: Draft,
    /// The pieces of the start.
    pieces: Vec<Piece>,
    kinds: Kinds,
}

impl DrawingReader {
    fn drawn_goal(&mut self, pieces: &[Piece], drawing: &Drawing) -> Result<(), TextError> {
        let mut places = vec![];
        for piece in pieces {
            let Some(kind) = self.kinds.of(piece) else {
                let (letter, span) = (piece.letter, piece.span.clone());
                return Err(match self.pieces.iter().any(|known| known.letter == letter) {
                    false => no_piece(letter, span),
                    true => TextError::new(
                        span,
                        format!("piece `{letter}` of the goal has a different shape in the start"),
                        format!("this part of `{letter}` has {} cells", piece.shape.offsets().len()),
                    )
                    .help("pieces slide and never turn; two pieces of one letter must not touch"),
                });
            };
            places.push(Place { at: piece.at, kind });
        }
        self.goal(places, drawing.span())
    }

    /// Adds a goal that fits the box and the pieces.
    fn goal(&mut self, places: Vec<Place>, span: std::ops::Range<usize>) -> Result<(), TextError> {
        let goal = Goal(places);
        let fits = self.draft.check_goal(&goal);
        fits.map_err(|error| TextError::new(span, error.to_string(), "this goal"))?;
        self.draft.goals.push(goal);
        Ok(())
    }

    fn keyword(&mut self, line: &Line) -> Result<(), TextError> {
        let words: Vec<Line> = line.words().collect();
        match words[0].text {
            "goal" if words.len() == 1 => {
                let error = TextError::new(line.span(), "the goal names no piece", "empty");
                Err(error.help("write it like `goal a@3,1`"))
            }
            "goal" => {
                let places = words[1..].iter().map(|word| self.place(word)).collect::<Result<_, _>>()?;
                self.goal(places, line.span())
            }
            "only" | "along" if words.len() == 1 => {
                let message = format!("`{}` names no piece", words[0].text);
                Err(TextError::new(line.span(), message, "expected a letter of the drawing"))
            }
            "only" => {
                let letter = self.letter(&words[1])?;
                for word in &words[2..] {
                    let cell = sliding::coordinates(self.draft.grid, *word)?;
                    let open = self.kinds.of_letter(letter, &self.pieces);
                    self.draft.gates.entry(cell).or_default().extend(open);
                }
                match words.len() {
                    2 => Err(TextError::new(line.span(), "no cells are named", "expected gate cells")
                        .help(format!("write it like `only {letter} 4,3 5,3`"))),
                    _ => Ok(()),
                }
            }
            "along" => {
                let letter = self.letter(&words[1])?;
                let axis = words.get(2).and_then(|word| Axis::from_name(word.text));
                let Some(axis) = axis.filter(|_| words.len() == 3) else {
                    return Err(TextError::new(line.span(), "expected row, column or layer", "this line")
                        .help(format!("write `along {letter} row`, or column, or layer")));
                };
                for kind in self.kinds.of_letter(letter, &self.pieces) {
                    self.draft.kinds[usize::from(kind.0)].along = Some(axis);
                }
                Ok(())
            }
            // The kinds were read with the pieces.
            _ => Ok(()),
        }
    }

    /// Reads `a@3,1`, or `3,1` for `*`.
    fn place(&self, word: &Line) -> Result<Place, TextError> {
        let (name, at) = match word.text.split_once('@') {
            Some((name, _)) => (Line { at: word.at, text: name }, word.after(name.len() + 1)),
            None if word.text.starts_with('#') => {
                let message = "a comment follows the goal on its line";
                return Err(TextError::new(word.span(), message, "this comment")
                    .help("a comment needs its own line: move it to the line above"));
            }
            None if word.text.contains(',') && word.text.starts_with(|c: char| !c.is_ascii_digit()) => {
                let (name, at) = word.text.split_at(word.text.chars().next().map_or(0, char::len_utf8));
                let message = format!("`{}` has no `@`", word.text);
                return Err(TextError::new(word.span(), message, "expected a letter, `@` and a cell")
                    .help(format!("write `{name}@{at}`")));
            }
            None if word.text.contains(',') && !self.pieces.iter().any(|piece| piece.letter == STAR) => {
                let message = format!("the goal `{}` names no piece", word.text);
                let help =
                    format!("write a letter in front, as in `a@{}`; without one it is for `*`", word.text);
                return Err(TextError::new(word.span(), message, "which piece?").help(help));
            }
            None if word.text.contains(',') => (Line { at: word.at, text: "*" }, *word),
            None => {
                let message = format!("`{}` does not say where a piece should be", word.text);
                return Err(TextError::new(word.span(), message, "expected a letter, `@` and a cell")
                    .help("write it like `goal a@3,1`: row and column count from 0"));
            }
        };
        let letter = self.letter(&name)?;
        let kinds: Vec<KindId> = self.kinds.of_letter(letter, &self.pieces).into_iter().collect();
        let [kind] = kinds[..] else {
            let message = format!("`{letter}` is drawn in {} shapes", kinds.len());
            return Err(TextError::new(word.span(), message, "which one?")
                .help("give one of them another letter, or draw the goal"));
        };
        Ok(Place { at: sliding::coordinates(self.draft.grid, at)?, kind })
    }

    /// The letter that a word consists of, which must be in the drawing.
    fn letter(&self, word: &Line) -> Result<char, TextError> {
        let (letter, span) = single_char(word, word.text)?;
        match self.pieces.iter().any(|piece| piece.letter == letter) {
            true => Ok(letter),
            false => Err(no_piece(letter, span)),
        }
    }

    fn finish(self, text: &str) -> Result<Parsed<Puzzle>, TextError> {
        let end = text.trim_end().len();
        if self.draft.goals.is_empty() {
            let letters: BTreeSet<char> = self.pieces.iter().map(|piece| piece.letter).collect();
            let largest = self.pieces.iter().max_by_key(|piece| piece.shape.offsets().len());
            let letter = match letters.contains(&STAR) {
                true => STAR,
                false => largest.map_or('a', |piece| piece.letter),
            };
            let help = format!(
                "draw it below a blank line with only the pieces that matter, or write `goal {letter}@ROW,COLUMN`"
            );
            return Err(TextError::new(end..end, "the goal is missing", "the text ends here").help(help));
        }
        match Puzzle::new(self.draft) {
            Ok(puzzle) => Ok(Parsed { puzzle, warnings: vec![] }),
            Err(error) => Err(TextError::new(0..end, error.to_string(), "in this drawing")),
        }
    }
}
