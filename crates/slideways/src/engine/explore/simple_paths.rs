//! Simple paths (self-avoiding walks): the solutions of each length that visit no state twice.
//!
//! A solution ends at its first goal. The search is depth-first, one length after the other: a path of n
//! moves may go on while the moves made and the distance to the nearest goal are at most n together, and
//! never to a state that is already on it.
//!
//! ```text
//! s - a - g     2 moves: s a g
//! |   |   |     4 moves: s a c d g, s b c a g, s b c d g
//! b - c - d     s b s a g is none of them: it returns to s
//! ```
//!
//! The distances prune exactly: only the rule against returning can still make a branch fruitless. If all
//! links lead one layer nearer or farther, all solutions have the parity of the shortest.
//!
//! Counting simple paths is #P-complete (Valiant 1979), so there is no way around listing most of them. The
//! paths are split into work units by their first moves.

use super::csr::{Csr, NEVER};
use crate::engine::run::units::{Unit, run_units};
use crate::engine::search::control::Control;
use crate::outcome::Stop;

/// Work units that the paths are split into, if there are enough paths.
const UNITS: usize = 1 << 10;

/// States between two reports of a worker.
const REPORT: u64 = 1 << 14;

/// The graph and the two ends of the paths.
#[derive(Clone, Copy)]
pub struct PathEnds<'g> {
    /// The graph.
    pub links: &'g Csr,
    /// The distance of every vertex from the nearest goal.
    pub to_goal: &'g [u32],
    /// Where the paths begin.
    pub start: u32,
}

/// The states on the current path, as a bit vector.
#[derive(Default)]
struct OnPath(Vec<u64>);

impl OnPath {
    fn reserve(&mut self, vertices: usize) {
        self.0.resize(vertices.div_ceil(64), 0);
    }

    fn has(&self, vertex: u32) -> bool {
        self.0[vertex as usize / 64] >> (vertex % 64) & 1 == 1
    }

    /// Add a vertex, or remove it if it is on the path.
    fn flip(&mut self, vertex: u32) {
        self.0[vertex as usize / 64] ^= 1 << (vertex % 64);
    }

    fn bytes(&self) -> u64 {
        (self.0.capacity() * size_of::<u64>()) as u64
    }
}

impl PathEnds<'_> {
    /// Count the simple paths to a goal by length, from 0 to `longest` moves; longer lengths than a simple
    /// path can have are left out. If something stops the count, the numbers returned are complete and later
    /// ones are missing.
    pub fn count(&self, longest: u32, control: &mut Control) -> (Vec<u64>, Option<Stop>) {
        let nearest = self.to_goal[self.start as usize];
        let longest = longest.min(self.links.vertices() as u32 - 1);
        if nearest == NEVER || nearest > longest {
            return (vec![0; longest as usize + 1], None);
        }
        let mut counts = vec![0; nearest as usize];
        if nearest == 0 {
            counts = vec![0; longest as usize + 1];
            counts[0] = 1;
            return (counts, None);
        }
        let both_parities = self.has_both_parities();
        for length in nearest..=longest {
            let none = !both_parities && (length - nearest) % 2 == 1;
            match if none { Ok(0) } else { self.exactly(length, control) } {
                Ok(count) => counts.push(count),
                Err(by) => return (counts, Some(by)),
            }
        }
        (counts, None)
    }

    /// Whether a link joins two vertices of one layer.
    fn has_both_parities(&self) -> bool {
        let layer = |vertex: u32| self.to_goal[vertex as usize];
        (0..self.links.vertices() as u32)
            .any(|from| self.links.of(from).iter().any(|&to| layer(to) == layer(from)))
    }

    /// The number of simple paths of exactly this many moves.
    fn exactly(&self, length: u32, control: &mut Control) -> Result<u64, Stop> {
        let (prefixes, mut found) = self.prefixes(length);
        let units: Vec<usize> = (0..prefixes.len()).collect();
        control.parts = (0, units.len() as u64);
        let work = |unit: &mut Unit, on_path: &mut OnPath| {
            on_path.reserve(self.links.vertices());
            self.beyond(&prefixes[unit.number], length, unit, on_path)
        };
        let threads = control.threads();
        run_units((&units, threads), length, control, work, |_, count, control| {
            control.parts.0 += 1;
            found += count;
        })?;
        Ok(found)
    }

    /// The first moves of all paths of this length, and the number of paths that end within them.
    fn prefixes(&self, length: u32) -> (Vec<Vec<u32>>, u64) {
        let (mut prefixes, mut found) = (vec![vec![self.start]], 0);
        while !prefixes.is_empty() && prefixes.len() < UNITS {
            let mut longer = vec![];
            for prefix in &prefixes {
                let moves = prefix.len() as u32;
                let from = prefix[prefix.len() - 1];
                for &next in self.links.of(from).iter().filter(|next| !prefix.contains(next)) {
                    match self.to_goal[next as usize] {
                        0 => found += u64::from(moves == length),
                        left if moves + left <= length => longer.push([&prefix[..], &[next]].concat()),
                        _ => {}
                    }
                }
            }
            prefixes = longer;
        }
        (prefixes, found)
    }

    /// The number of paths of this length that begin with a prefix; `None` if the count was stopped. The
    /// path is a list and not the call stack, which a long path could overflow.
    fn beyond(&self, prefix: &[u32], length: u32, unit: &mut Unit, on_path: &mut OnPath) -> Option<u64> {
        let (mut found, mut expanded, mut generated) = (0, 0, 0);
        prefix.iter().for_each(|&vertex| on_path.flip(vertex));
        let mut moves = prefix.len() as u32 - 1;
        let mut at = self.links.of(prefix[prefix.len() - 1]).iter();
        let mut before = vec![];
        loop {
            let Some(&next) = at.next() else {
                // All moves from here were tried: take the last one back.
                let Some((vertex, parent)) = before.pop() else { break };
                on_path.flip(vertex);
                (at, moves) = (parent, moves - 1);
                continue;
            };
            generated += 1;
            let left = self.to_goal[next as usize];
            if moves + 1 + left > length {
                continue;
            }
            if left == 0 {
                found += u64::from(moves + 1 == length);
                continue;
            }
            if on_path.has(next) {
                continue;
            }
            expanded += 1;
            if expanded % REPORT == 0 && !unit.report(expanded, generated, on_path.bytes()) {
                return None;
            }
            on_path.flip(next);
            before.push((next, at));
            (at, moves) = (self.links.of(next).iter(), moves + 1);
        }
        prefix.iter().for_each(|&vertex| on_path.flip(vertex));
        debug_assert!(on_path.0.iter().all(|&word| word == 0), "every move was taken back");
        unit.report(expanded, generated, on_path.bytes()).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Limits;
    use std::time::Duration;

    fn counted(links: &Csr, start: u32, goals: &[u32], longest: u32, threads: usize) -> Vec<u64> {
        let to_goal = links.distances(goals.iter().copied());
        let ends = PathEnds { links, to_goal: &to_goal, start };
        let (counts, stop) = ends.count(longest, &mut Control::new(Limits::new().threads(threads), &mut ()));
        assert_eq!(stop, None);
        counts
    }

    /// The same without distances: all paths that repeat no vertex.
    fn plain(links: &Csr, path: &mut Vec<u32>, goals: &[u32], counts: &mut [u64]) {
        let at = path[path.len() - 1];
        if goals.contains(&at) {
            counts[path.len() - 1] += 1;
            return;
        }
        for &next in links.of(at) {
            if !path.contains(&next) {
                path.push(next);
                plain(links, path, goals, counts);
                path.pop();
            }
        }
    }

    fn complete(vertices: u32) -> Csr {
        Csr::new((0..vertices).map(|vertex| (0..vertices).filter(|&other| other != vertex).collect()))
    }

    fn grid(side: u32) -> Csr {
        let near = move |vertex: u32, other: u32| {
            let (rows, cols) =
                ((vertex / side).abs_diff(other / side), (vertex % side).abs_diff(other % side));
            rows + cols == 1
        };
        let vertices = side * side;
        Csr::new((0..vertices).map(|vertex| (0..vertices).filter(|&other| near(vertex, other)).collect()))
    }

    #[test]
    fn a_complete_graph_has_falling_factorials() {
        // 4 vertices besides the ends, of which k are visited in any order: 4 · 3 · …
        assert_eq!(counted(&complete(6), 0, &[5], 9, 1), [0, 1, 4, 12, 24, 24]);
    }

    #[test]
    fn corner_to_corner_paths_of_grids_are_as_known() {
        // A007764: the number of self-avoiding rook paths from corner to corner.
        for (side, known) in [(2, 2), (3, 12), (4, 184), (5, 8512)] {
            let counts = counted(&grid(side), 0, &[side * side - 1], 99, 2);
            assert_eq!(counts.iter().sum::<u64>(), known);
        }
    }

    #[test]
    fn counts_are_those_of_the_plain_recursion_for_any_number_of_threads() {
        for (links, start, goals) in [
            (grid(5), 0, vec![24]),
            (grid(4), 5, vec![3, 12, 15]),
            (complete(7), 2, vec![0, 6]),
            (Csr::new([vec![1], vec![0, 2, 3], vec![1, 3], vec![1, 2, 4], vec![3]]), 0, vec![4]),
            (Csr::new([vec![1], vec![0], vec![]]), 0, vec![2]),
            (grid(2), 1, vec![1]),
        ] {
            let mut known = vec![0; links.vertices()];
            plain(&links, &mut vec![start], &goals, &mut known);
            for threads in [1, 2, 5] {
                assert_eq!(counted(&links, start, &goals, 99, threads), known);
            }
            for longest in 0..known.len() {
                assert_eq!(counted(&links, start, &goals, longest as u32, 1), known[..=longest]);
            }
        }
    }

    #[test]
    fn a_stopped_count_keeps_what_is_complete() {
        let links = grid(9);
        let to_goal = links.distances([80]);
        let ends = PathEnds { links: &links, to_goal: &to_goal, start: 0 };
        let limits = Limits::new().time(Duration::from_millis(50));
        let (counts, stop) = ends.count(80, &mut Control::new(limits, &mut ()));
        assert_eq!(stop, Some(Stop::Time));
        assert!(counts.len() < 80 && counts[..16].iter().all(|&count| count == 0));
    }
}
