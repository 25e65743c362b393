//! Windows: shorten a path by searching for a shorter path between the two ends of a part of it.
//!
//! The path from one position to another is an instance like any other. That it must be shorter than the
//! present one makes it easy: the [measure](super::linear_conflict) is a bound, so the beam drops at once
//! what cannot be short enough.

use super::beam::Beam;
use super::linear_conflict::Measure;
use super::position::Position;
use crate::grid::Dir;

/// One pass of windows of a given length over a path; each begins a third of a window after the last.
///
/// `measure` must be about everything; `beam` sets the width of the search and when it stops.
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
            Ok(shorter) => {
                let rest = path.split_off(end);
                path.truncate(begin);
                path.extend(shorter);
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
