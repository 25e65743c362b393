//! The first line: the size of the box and the title.

use super::super::line::Line;
use crate::format::error::TextError;
use crate::grid::Grid;
use crate::puzzle::Draft;
use std::collections::{BTreeMap, BTreeSet};

/// The characters allowed between the first two numbers.
const TIMES: [char; 3] = ['x', 'X', '×'];

/// Whether a line gives a size, even an impossible one: `5 x 4 …`
pub(crate) fn is_size(line: &str) -> bool {
    sizes(line).0.len() >= 2
}

/// Reads the line: two or three numbers separated by `x`, then the title.
pub(in crate::format) fn read(line: &Line) -> Result<Draft, TextError> {
    let (numbers, rest) = sizes(line.text);
    // A number too large to parse is too large for a box as well.
    let sizes: Vec<usize> = numbers.iter().map(|digits| digits.parse().unwrap_or(usize::MAX)).collect();
    let grid = match sizes[..] {
        [rows, cols] => Grid::plane(rows, cols),
        [layers, rows, cols] => Grid::solid(layers, rows, cols),
        _ => return Err(no_size(line)),
    };
    let Some(grid) = grid else {
        let written = numbers.join(" x ");
        let written = if written.len() > 60 { "this size" } else { &written };
        let message = match sizes.contains(&0) {
            true => format!("a box of {written} has no cells"),
            false => format!("a box of {written} has more than {} cells", Grid::MAX_CELLS),
        };
        return Err(TextError::new(line.at..line.at + line.text.len() - rest.len(), message, "this size"));
    };
    let title = rest.trim_start();
    Ok(Draft {
        title: title.strip_prefix('#').unwrap_or(title).trim().to_owned(),
        grid,
        blocked: BTreeSet::new(),
        kinds: vec![],
        gates: BTreeMap::new(),
        start: vec![],
        goals: vec![],
        optimum: BTreeMap::new(),
        notes: vec![],
    })
}

/// The numbers at the beginning of a line, at most three, and the rest of the line.
///
/// The third number follows `x` or the sign before the second: `5 x 4 X 3` is plane and has a title.
fn sizes(line: &str) -> (Vec<&str>, &str) {
    let (first, mut rest) = number(line.trim_start());
    let mut numbers = vec![first];
    let mut before = None;
    while numbers.len() < 3 && !first.is_empty() {
        let fits = |&sign: &char| before.map_or(TIMES.contains(&sign), |known| sign == 'x' || sign == known);
        let gap = rest.trim_start();
        let Some(sign) = gap.chars().next().filter(fits) else { break };
        let (next, after) = number(gap[sign.len_utf8()..].trim_start());
        if next.is_empty() {
            break;
        }
        numbers.push(next);
        (before, rest) = (Some(sign), after);
    }
    (numbers, rest)
}

/// The digits at the beginning of a text, and the rest.
fn number(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

/// The error for a line without a size. Two numbers, as in `5 by 4`, are nearly a size and get a better help.
fn no_size(line: &Line) -> TextError {
    let (first, rest) = number(line.text.trim_start());
    let between = rest.find(|c: char| c.is_ascii_digit()).map_or("", |end| &rest[..end]);
    let second = number(&rest[between.len()..]).0;
    let near = [first, second].iter().all(|digits| (1..=4).contains(&digits.len()));
    let help = match near && between.trim().chars().count() <= 3 && !between.contains('=') {
        true => format!("put an `x` between the numbers: `{first} x {second}`"),
        false => "write it like `5 x 4 Klotski`, or `2 x 3 x 4 …` for layers x rows x columns".to_owned(),
    };
    let message = "the first line does not give the size of the box";
    TextError::new(line.span(), message, "expected rows x columns").help(help)
}
