//! Make a path shorter: look at a window of it, and search for a shorter way between its two ends.
//!
//! The way from one position to another is a instance like any other. That it must be shorter than what is there
//! makes it easy: the [measure](super::linear_conflict) is a bound, and what cannot be short enough is dropped at once.

use super::beam::Beam;
use super::linear_conflict::Measure;
use super::position::Position;
use crate::grid::Dir;

/// One pass of windows of a length over a path, each of which begins a third of a window after the last.
///
/// `measure` must be about everything, and `beam` says how wide the search is and when to stop.
pub fn shorten(
    measure: &Measure,
    beam: &Beam,
    start: &Position,
    path: &[Dir],
    length: usize,
    generated: &mut u64,
) -> Vec<Dir> {
    let size = measure.size();
    let mut path = path.to_vec();
    let mut along = start.along(size, &path);
    let mut begin = 0;
    while begin + 2 < path.len() && !(beam.stop)() {
        let end = (begin + length).min(path.len());
        let window = along[begin].seen_from(&along[end]);
        let shorter = Beam { most: (end - begin) as u32 - 2, ..*beam };
        match shorter.search(measure, &window, Some(along[end].blank), generated) {
            Ok(way) => {
                let rest = path.split_off(end);
                path.truncate(begin);
                path.extend(way);
                path.extend(rest);
                let after = along[begin].along(size, &path[begin..]);
                along.truncate(begin);
                along.extend(after);
                begin = begin.saturating_sub(length / 2);
            }
            Err(_) => begin += length.div_ceil(3),
        }
    }
    path
}
