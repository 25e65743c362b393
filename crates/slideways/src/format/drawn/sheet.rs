//! The parts of a text with drawings: size, drawings, lines with keywords, comments.

use super::{Drawn, KEYWORDS, content};
use crate::format::error::TextError;
use crate::format::sliding;
use crate::format::sliding::line::{Line, lines};
use crate::grid::{Cell, Grid};
use std::collections::BTreeMap;
use std::ops::Range;

/// The parts of a text.
#[derive(Default)]
pub struct Sheet<'t> {
    /// The line with the size and the title.
    pub size: Option<Line<'t>>,
    /// The start, then the goals.
    pub drawings: Vec<Drawing<'t>>,
    /// Lines that begin with a keyword.
    pub keywords: Vec<Line<'t>>,
    /// The comments, without their first `#`.
    pub comments: Vec<&'t str>,
}

/// One drawing: layers of rows.
#[derive(Default)]
pub struct Drawing<'t> {
    /// The rows of each layer.
    pub layers: Vec<Vec<Line<'t>>>,
}

impl<'t> Sheet<'t> {
    /// Splits a text into its parts; rows may still contain mistakes.
    pub fn new(text: &'t str) -> Sheet<'t> {
        let mut sheet = Sheet::default();
        let mut open = false;
        for line in lines(text) {
            let line = line.after(line.text.len() - line.text.trim_start().len());
            if line.text.is_empty() {
                open = false;
            } else if let Some(comment) = comment(line) {
                sheet.comments.push(comment);
            } else if sheet.is_bare() && sliding::is_size(line.text) {
                sheet.size = Some(line);
            } else {
                sheet.line(line, &mut open);
            }
        }
        sheet
    }

    /// Whether no line except comments was read.
    fn is_bare(&self) -> bool {
        self.size.is_none() && self.drawings.is_empty() && self.keywords.is_empty()
    }

    /// Adds a line: a row, several rows split by `/`, or drawings and a goal on one line.
    fn line(&mut self, line: Line<'t>, open: &mut bool) {
        let words: Vec<Line> = line.words().collect();
        let drawn = words.iter().any(|word| word.text.contains('/'));
        // A row may be the word `goal`, but then it is alone on its line.
        let keyword = |at: usize| KEYWORDS.contains(&words[at].text) && (at > 0 || words.len() > 1);
        if !drawn && !keyword(0) {
            return self.row(line, open);
        }
        let mut in_keyword = false;
        for (at, word) in words.iter().enumerate() {
            if keyword(at) {
                let next = (at + 1..words.len()).find(|&next| keyword(next));
                let end = next.map_or(line.text.len(), |next| words[next].at - line.at);
                let text = line.text[word.at - line.at..end].trim_end();
                self.keywords.push(Line { at: word.at, text });
                in_keyword = true;
                continue;
            }
            if in_keyword {
                continue;
            }
            if ["->", "=>"].contains(&word.text) {
                *open = false;
                continue;
            }
            if at > 0 {
                *open = false;
            }
            let parts: Vec<&str> = word.text.split('/').collect();
            let mut begin = 0;
            for (number, part) in parts.iter().enumerate() {
                if !part.is_empty() {
                    self.row(Line { at: word.at + begin, text: part }, open);
                } else if 0 < number && number + 1 < parts.len() {
                    self.next_layer();
                }
                begin += part.len() + 1;
            }
        }
    }

    fn row(&mut self, row: Line<'t>, open: &mut bool) {
        if !std::mem::replace(open, true) {
            self.drawings.push(Drawing::default());
        }
        let drawing = self.drawings.last_mut().expect("a drawing was begun");
        if drawing.layers.is_empty() {
            drawing.layers.push(vec![]);
        }
        drawing.layers.last_mut().expect("a layer was begun").push(row);
    }

    fn next_layer(&mut self) {
        if let Some(drawing) = self.drawings.last_mut()
            && drawing.layers.last().is_some_and(|layer| !layer.is_empty())
        {
            drawing.layers.push(vec![]);
        }
    }
}

/// The text after the first `#` of a comment: `#` or `##`, and a blank. Without the blank, `#` is a wall.
fn comment(line: Line<'_>) -> Option<&str> {
    let rest = line.text.strip_prefix('#')?;
    let after = rest.strip_prefix('#').unwrap_or(rest);
    after.starts_with(char::is_whitespace).then_some(rest)
}

impl<'t> Drawing<'t> {
    /// All rows.
    pub fn rows(&self) -> impl Iterator<Item = &Line<'t>> {
        self.layers.iter().flatten()
    }

    /// From the first row to the last.
    pub fn span(&self) -> Range<usize> {
        let rows = || self.rows().map(Line::span);
        rows().next().map_or(0, |row| row.start)..rows().last().map_or(0, |row| row.end)
    }

    /// The most common length of a row.
    pub fn width(&self) -> usize {
        most_common(self.rows().map(|row| row.text.chars().count()))
    }

    /// The box that is drawn.
    pub fn grid(&self) -> Result<Grid, TextError> {
        let width = self.width();
        if let Some(row) = self.rows().find(|row| row.text.chars().count() != width) {
            let cells = row.text.chars().count();
            let message = format!("this row has {cells} cells, other rows have {width}");
            return Err(match row.text.find(char::is_whitespace) {
                Some(_) => blank(row),
                None => TextError::new(row.span(), message, format!("expected {width} cells"))
                    .help("write `.` for each empty cell and `#` for each cell outside the box"),
            });
        }
        let height = most_common(self.layers.iter().map(Vec::len));
        if let Some(layer) = self.layers.iter().find(|layer| layer.len() != height) {
            let span = layer.first().map_or(self.span().end..self.span().end, Line::span);
            let message = format!("the layers have {} and {height} rows", layer.len());
            return Err(TextError::new(span, message, format!("expected {height} rows in each layer")));
        }
        let grid = match self.layers.len() {
            1 => Grid::plane(height, width),
            layers => Grid::solid(layers, height, width),
        };
        grid.ok_or_else(|| {
            let message = format!("the drawing has more than {} cells", Grid::MAX_CELLS);
            TextError::new(self.span(), message, "too large")
        })
    }

    /// What each cell of the box contains, with its span.
    pub fn cells(&self) -> Result<Vec<(Drawn, Range<usize>)>, TextError> {
        let mut cells = vec![];
        for row in self.rows() {
            for (c, span) in row.chars() {
                let Some(content) = content(c) else {
                    return Err(match c.is_whitespace() {
                        true => blank(row),
                        false if c == 'x' => {
                            TextError::new(span, "a drawing cannot contain `x`", "a wall or a piece?")
                                .help("write `#` for a wall, or give the piece another letter")
                        }
                        false => TextError::new(
                            span,
                            format!("a drawing cannot contain `{c}`"),
                            "not a cell",
                        )
                        .help(
                            "use letters and digits for pieces, `.` for an empty cell, `#` for a wall; a \
                                 comment begins with `#` and a blank",
                        ),
                    });
                };
                cells.push((content, span));
            }
        }
        Ok(cells)
    }
}

/// The error for a row of several words.
fn blank(row: &Line) -> TextError {
    let blank = row.chars().find(|(c, _)| c.is_whitespace()).map_or(row.span(), |(_, span)| span);
    TextError::new(blank, "a row of the drawing is not one word", "a blank inside it").help(
        "write `.` for an empty cell; lines that are not rows begin with goal, only, along, kinds or `# `",
    )
}

fn most_common(numbers: impl Iterator<Item = usize>) -> usize {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    numbers.for_each(|number| *counts.entry(number).or_default() += 1);
    counts.into_iter().max_by_key(|&(_, count)| count).map_or(0, |(number, _)| number)
}

/// The cells of a box with what a drawing shows there.
pub fn cells_of<'c>(
    grid: Grid,
    cells: &'c [(Drawn, Range<usize>)],
) -> impl Iterator<Item = (Cell, Drawn)> + 'c {
    grid.cells().zip(cells).map(|(cell, &(content, _))| (cell, content))
}
