//! Lines that begin with a keyword: `goal`, `along`, `names`.

use super::super::line::{Line, single_char};
use super::Reader;
use crate::format::error::TextError;
use crate::grid::{Axis, Cell, Grid};
use crate::puzzle::{KindId, Place, PuzzleError, is_piece_name};
use std::collections::BTreeSet;

impl Reader {
    pub(super) fn goal(&mut self, line: &Line) -> Result<(), TextError> {
        self.need_start(line)?;
        let (mut places, mut spans) = (vec![], vec![]);
        for word in line.words().skip(1) {
            places.push(self.place(&word)?);
            spans.push(word.span());
        }
        if places.is_empty() {
            return Err(TextError::new(line.span(), "the goal names no piece", "empty")
                .help("write it like `goal 1@3,1`"));
        }
        for k in 0..self.draft.kinds.len() {
            let count = |places: &[Place]| places.iter().filter(|p| usize::from(p.kind.0) == k).count();
            let (wanted, there) = (count(&places), count(&self.places));
            if wanted > there {
                let name = self.draft.kinds[k].name;
                let message = format!("the goal names {wanted} of kind `{name}`, the start has {there}");
                return Err(TextError::new(line.span(), message, "more pieces than the start has"));
            }
        }
        let mut filled = BTreeSet::new();
        for (&place, span) in places.iter().zip(spans) {
            let fitted = self.draft.fill(place, &mut filled);
            fitted.map_err(|error| TextError::new(span, error.to_string(), "by this piece"))?;
        }
        self.add_goal(places, line);
        Ok(())
    }

    /// Reads `1@3,1`.
    fn place(&self, word: &Line) -> Result<Place, TextError> {
        let Some((name, _)) = word.text.split_once('@') else {
            let message = format!("`{}` does not say where a piece should be", word.text);
            return Err(TextError::new(word.span(), message, "expected a kind, `@` and a cell")
                .help("write it like `goal 1@3,1`: row and column count from 0"));
        };
        let (name_char, span) = single_char(word, name)?;
        let kind = self.known_kind(name_char, &span, "goal")?;
        let at = coordinates(self.draft.grid, word.after(name.len() + 1))?;
        Ok(Place { at, kind })
    }

    fn need_start(&self, line: &Line) -> Result<(), TextError> {
        if self.start_at.is_some() {
            return Ok(());
        }
        Err(TextError::new(line.span(), "the start is missing", "the start comes before this line")
            .help("the start names the piece at each cell in turn, such as `212232444004`"))
    }

    pub(super) fn along(&mut self, line: &Line) -> Result<(), TextError> {
        let kind = self.kind_word(line, "along 2 row")?;
        let Some(word) = line.words().nth(2) else {
            return Err(TextError::new(line.span(), "no line is named", "expected row, column or layer")
                .help("write it like `along 2 row`"));
        };
        let axis = Axis::from_name(word.text).ok_or_else(|| {
            TextError::new(word.span(), format!("`{}` is not a line", word.text), "no such line")
                .help("write row, column or layer")
        })?;
        end_of_line(line, 3, "write it like `along 2 row`")?;
        self.draft.kinds[usize::from(kind.0)].along = Some(axis);
        Ok(())
    }

    /// The kind named by the second word of a line.
    pub(super) fn kind_word(&self, line: &Line, example: &str) -> Result<KindId, TextError> {
        let Some(word) = line.words().nth(1) else {
            return Err(TextError::new(line.span(), "no kind is named", "expected a kind")
                .help(format!("write it like `{example}`")));
        };
        let (name, span) = single_char(&word, word.text)?;
        self.draft.kind_called(name).ok_or_else(|| {
            TextError::new(span, format!("kind `{name}` is not defined"), "no such kind")
                .help(format!("define it before this line, with a line such as `{name} = 1`"))
        })
    }

    pub(super) fn names(&mut self, line: &Line) -> Result<(), TextError> {
        self.need_start(line)?;
        end_of_line(line, 2, "write the names without blanks, like `names abc`")?;
        let names = line.words().nth(1).unwrap_or(line.after(line.text.len()));
        let (given, pieces) = (names.text.chars().count(), self.draft.start.len());
        if given != pieces {
            let plural = if pieces == 1 { "piece" } else { "pieces" };
            let message = format!("there are {given} names for {pieces} {plural}");
            return Err(TextError::new(names.span(), message, "one character for each piece of the start")
                .help("the names follow the order in which the start names the pieces"));
        }
        if let Some((name, span)) = names.chars().find(|&(name, _)| !is_piece_name(name)) {
            return Err(TextError::new(span, PuzzleError::PieceName(name).to_string(), "this name"));
        }
        for (piece, name) in self.draft.start.iter_mut().zip(names.text.chars()) {
            piece.1 = name;
        }
        Ok(())
    }
}

/// Reads the coordinates of a cell: `3,1`.
pub(in crate::format) fn coordinates(grid: Grid, word: Line) -> Result<Cell, TextError> {
    grid.parse_coordinates(word.text).ok_or_else(|| {
        let message = format!("`{}` is not a cell of this {grid} box", word.text);
        let last = grid.coordinates(Cell(grid.size() as u16 - 1));
        TextError::new(word.span(), message, "no such cell")
            .help(format!("cells run from {} to {last}", grid.coordinates(Cell(0))))
    })
}

/// Refuses words after the expected ones.
fn end_of_line(line: &Line, words: usize, help: &str) -> Result<(), TextError> {
    match line.words().nth(words) {
        None => Ok(()),
        Some(word) => {
            let message = format!("unexpected word `{}`", word.text);
            Err(TextError::new(word.span(), message, "expected the end of the line").help(help))
        }
    }
}
