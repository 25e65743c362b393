//! A good solution for a board that is too large for one beam: line after line, each by a beam of its own.
//!
//! A beam on a large board gets lost: what it could gain far away it does not see, and around the blank it
//! tries everything over and over. So let it do one thing at a time: bring the tiles of one line home, and
//! among the ways to do that prefer those that bring other tiles nearer too, above all those of the lines that
//! come next. What counts as the same position is decided by the tiles of the line and the blank alone, so that
//! the beam is full of different ways. Then the line is closed, and the rest is a smaller board. When it is small
//! enough, one beam does it.

use super::beam::Beam;
use super::greedy::{Builder, GreedyLine, blank_last, peel};
use super::linear_conflict::{Aim, Measure};
use super::position::Position;
use crate::grid::Dir;
use crate::tiles::Size;

/// What is left of a board is small enough for one beam.
pub const SMALL: usize = 36;

/// A beam for so much is at least so wide.
const WIDE: usize = 2000;

/// A solution; a beam that gets stuck is helped out by [lines](super::greedy). Lengths and patience of the
/// beam given do not matter.
pub fn solve(size: Size, start: &Position, beam: &Beam, generated: &mut u64) -> Vec<Dir> {
    blank_last(size, start, |start| {
        let mut builder = Builder::new(size, start);
        let lines = peel(size);
        let (mut lines, mut left) = (lines.iter(), size.cells());
        while left > SMALL {
            let line = lines.next().expect("the lines leave four cells");
            let measure = Measure::new(size, aim(size, line, &builder.open));
            let narrow = Beam { most: u32::MAX, patience: 50, ..*beam };
            match narrow.search(&measure, &builder.at, None, generated) {
                Ok(path) => {
                    builder.play(&path);
                    builder.close(line);
                }
                Err(_) => builder.finish(line),
            }
            left -= line.cells.len();
        }
        let last = size.cells() - 1;
        let wanted = (0..size.cells()).map(|cell| cell != last && builder.open[cell]).collect();
        let measure = Measure::new(size, Aim { open: builder.open.clone(), ..Aim::everything(wanted) });
        let wide = Beam { width: beam.width.max(WIDE), most: u32::MAX, patience: 100, ..*beam };
        match wide.search(&measure, &builder.at, Some(last as u8), generated) {
            Ok(path) => builder.play(&path),
            Err(_) => {
                lines.for_each(|line| builder.finish(line));
                builder.finish_last();
            }
        }
        builder.path
    })
}

/// Finish a line. The weights were found by trial on boards of 10 x 10.
fn aim(size: Size, line: &GreedyLine, open: &[bool]) -> Aim {
    let (cols, corner) = (size.cols(), usize::from(line.cells[0]));
    let weight = |cell: usize| {
        let depth =
            (cell / cols).saturating_sub(corner / cols).min((cell % cols).saturating_sub(corner % cols));
        match depth {
            _ if line.cells.contains(&(cell as u8)) => 6,
            0 | 1 => 4,
            _ => 2,
        }
    };
    Aim {
        wanted: (0..=255).take(size.cells()).map(|cell| line.cells.contains(&cell)).collect(),
        open: open.to_vec(),
        weight: (0..size.cells()).map(weight).collect(),
        reach: 2,
    }
}
