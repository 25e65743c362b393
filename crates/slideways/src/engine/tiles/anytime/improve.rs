//! The upper bound: ever shorter solutions by beam search.
//!
//! The result depends on counts alone, never on the clock: a search that runs longer returns a solution at
//! least as good, and the same one each time.

use super::beam::Beam;
use super::linear_conflict::{Aim, Measure};
use super::position::{Position, transposed, transposed_step};
use super::stages::{self, SMALL};
use super::windows;
use crate::engine::tiles::Instance;
use crate::grid::Dir;

/// The search for better solutions, level by level; each level doubles the width of the beams.
pub struct Above<'a> {
    /// The instance to solve.
    pub instance: &'a Instance,
    /// The most bytes of a beam.
    pub memory: u64,
    /// The number of steps after which the search ends by itself; it may exceed this a little.
    pub effort: u64,
    /// Polled regularly; the search stops when it returns `true`.
    pub stop: &'a dyn Fn() -> bool,
}

/// The cost of the improvements.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spent {
    /// Steps generated.
    pub generated: u64,
    /// The most bytes held at any time.
    pub bytes: u64,
}

/// The best solution so far, and the callback that receives improvements.
struct Best<'f> {
    path: Vec<Dir>,
    found: &'f mut dyn FnMut(&[Dir]),
}

impl Best<'_> {
    fn take(&mut self, path: Vec<Dir>) {
        if path.len() < self.path.len() {
            self.path = path;
            (self.found)(&self.path);
        }
    }

    /// The most steps of a solution that would be an improvement.
    fn most(&self) -> u32 {
        (self.path.len() as u32).saturating_sub(1)
    }
}

impl Above<'_> {
    /// Improve a solution; `found` receives every better one.
    pub fn improve(&self, first: Vec<Dir>, found: &mut dyn FnMut(&[Dir])) -> Spent {
        let (size, start) = (self.instance.size(), Position::start(self.instance));
        let everything = Measure::new(size, Aim::everything(vec![true; size.cells()]));
        let small = size.cells() <= SMALL;
        let mut best = Best { path: first, found };
        let mut spent = Spent::default();
        for level in 0..20 {
            let width = if small { 1024 << level } else { 128 << level };
            let bytes = Beam::bytes(width, size.cells(), best.path.len() as u32);
            if bytes > self.memory || best.path.is_empty() || self.is_over(&spent) {
                break;
            }
            spent.bytes = bytes;
            let beam = Beam { width, most: u32::MAX, patience: 100, stop: self.stop };
            let full = match small {
                true => self.whole(&everything, &start, &beam, &mut best, &mut spent),
                false => true,
            };
            if !small || level == 0 {
                self.staged(&start, level, &beam, &mut best, &mut spent);
            }
            let narrow = Beam { width: width / 4, patience: u32::MAX, ..beam };
            for length in [30 + 10 * level, 50 + 10 * level] {
                if !self.is_over(&spent) {
                    let generated = &mut spent.generated;
                    let path = windows::shorten(&everything, &narrow, &start, &best.path, length, generated);
                    best.take(path);
                }
            }
            if !full {
                break;
            }
        }
        spent
    }

    fn is_over(&self, spent: &Spent) -> bool {
        spent.generated >= self.effort || (self.stop)()
    }

    /// One beam for the whole board, from the start; and one from the goal, if the goal is full. The distance
    /// is the same, but the beam takes a different path. Returns whether a wider beam could do better.
    fn whole(
        &self,
        everything: &Measure,
        start: &Position,
        beam: &Beam,
        best: &mut Best,
        spent: &mut Spent,
    ) -> bool {
        let measure = Measure::new(self.instance.size(), Aim::everything(start.claimed(self.instance)));
        let home = self.instance.blank_home().map(|home| home.0 as u8);
        let there = Beam { most: best.most(), ..*beam };
        let full = match there.search(&measure, start, home, &mut spent.generated) {
            Ok(path) => {
                best.take(path);
                true
            }
            Err(stuck) => stuck.full,
        };
        if !full || !self.instance.is_full() || self.is_over(spent) {
            return full;
        }
        let turned = start.goal().seen_from(start);
        let back = Beam { most: best.most(), ..*beam };
        match back.search(everything, &turned, Some(start.blank), &mut spent.generated) {
            Ok(path) => best.take(path.iter().rev().map(|dir| dir.opposite()).collect()),
            Err(stuck) => return stuck.full,
        }
        true
    }

    /// Line by line, in two of eight orientations per level: from the goal or the start, rows and columns
    /// exchanged or not, the board rotated by 180 degrees or not.
    fn staged(&self, start: &Position, level: usize, beam: &Beam, best: &mut Best, spent: &mut Spent) {
        for way in [2 * level, 2 * level + 1] {
            if self.is_over(spent) {
                return;
            }
            let (exchanged, turned, back) =
                (way & 1 != 0, way & 2 != 0, way & 4 != 0 && self.instance.is_full());
            let mut size = self.instance.size();
            let mut seen = if back { start.goal().seen_from(start) } else { start.clone() };
            if turned {
                seen = seen.turned();
            }
            if exchanged {
                seen = seen.transposed(size);
                size = transposed(size);
            }
            let mut path = stages::solve(size, &seen, beam, &mut spent.generated);
            if exchanged {
                path.iter_mut().for_each(|dir| *dir = transposed_step(*dir));
            }
            // On a board rotated by 180 degrees, and on a path played backwards, directions are opposite.
            if turned != back {
                path.iter_mut().for_each(|dir| *dir = dir.opposite());
            }
            if back {
                path.reverse();
            }
            best.take(path);
        }
    }
}
