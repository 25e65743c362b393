//! Beam search in stages, for a board that is too large for one beam: line by line, one beam per line.
//!
//! A beam on a large board gets lost: it does not see what it could gain far away, and around the blank it
//! tries everything over and over. So each beam has one goal: bring the tiles of one line home. Among the
//! paths that do so it prefers those that also bring other tiles nearer, above all those of the next lines.
//! Two positions are duplicates if they agree in the tiles of the line and the blank, so that the beam is
//! full of different paths. Then the line is closed, and the rest is a smaller board. When that is small
//! enough, one beam solves it.

use super::beam::Beam;
use super::greedy::{Builder, GreedyLine, blank_last, peel};
use super::linear_conflict::{Aim, Measure};
use super::position::Position;
use crate::grid::Dir;
use crate::tiles::Size;

/// The most cells of a remaining board that one beam solves at once.
pub const SMALL: usize = 36;

/// The least width of the beam for the remaining board.
const WIDE: usize = 2000;

/// A solution; where a beam gets stuck, [`greedy`](super::greedy) finishes the line. The `most` and
/// `patience` of `beam` are ignored.
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

/// The aim of finishing a line. The weights were found by trial on 10 x 10 boards.
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
