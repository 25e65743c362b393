//! Diameter of a component by eccentricity bounds (Takes and Kosters 2011).
//!
//! The plain method is a search from every vertex. Most of these searches can be avoided: a search from v
//! with eccentricity (largest distance) e(v) bounds that of every other vertex w, since a path from w to
//! anywhere may go through v, and one from v through w:
//!
//! ```text
//! max(d(v, w), e(v) − d(v, w))  ≤  e(w)  ≤  e(v) + d(v, w)
//! ```
//!
//! The largest e found is a lower bound of the diameter, and a vertex whose upper bound is no larger cannot
//! raise it. The next searches start, in turn, where the upper bound is largest, which is at the rim and
//! finds large distances, and where the lower bound is smallest, which is in the middle and lowers upper
//! bounds. When no vertex is left the diameter is proved. Each search removes at least the vertex it started
//! from, so the process ends.

use super::component::Component;
use super::csr::{Csr, NEVER};
use crate::engine::parallel::prelude::*;
use crate::engine::search::control::Control;
use crate::outcome::Stop;
use crate::puzzle::rule::Move;
use crate::solver::{SolveError, WrongAnswer};

/// What is known about a diameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diameter {
    /// Lower bound of the diameter; the two `ends` are this far apart.
    pub at_least: u32,
    /// Upper bound of the diameter; if the bounds are equal, this is the diameter.
    pub at_most: u32,
    /// Two vertices that are `at_least` moves apart.
    pub ends: [u32; 2],
    /// The number of searches.
    pub searches: u64,
    /// What stopped the searches before the diameter was proved.
    pub stop: Option<Stop>,
}

impl Diameter {
    /// The moves of a shortest path between the two ends, replayed by the plain rule: there are `at_least` of
    /// them.
    pub fn path(&self, component: &Component) -> Result<Vec<Move>, SolveError> {
        let [from, to] = self.ends;
        let moves = component.between(from, to)?;
        match moves.len() == self.at_least as usize {
            true => Ok(moves),
            false => Err(WrongAnswer::Length { said: self.at_least, found: moves.len() }.into()),
        }
    }
}

/// The diameter of the component that contains `vertex`.
pub fn diameter(links: &Csr, vertex: u32, control: &mut Control) -> Diameter {
    let mut component = vec![];
    let mut met = vec![NEVER; links.vertices()];
    links.distances_into([vertex], &mut met, &mut component);
    drop(met);
    let mut lower = vec![0; links.vertices()];
    let mut upper = vec![NEVER; links.vertices()];
    let mut found = Diameter { at_least: 0, at_most: NEVER, ends: [vertex; 2], searches: 0, stop: None };
    let mut left = component;
    let threads = control.threads();
    let mut rim = true;
    let mut rooms: Vec<(Vec<u32>, Vec<u32>)> = vec![(vec![NEVER; links.vertices()], vec![]); threads];
    let held = (links.vertices() * 4 * (3 + 2 * threads)) as u64;
    while !left.is_empty() {
        if let Err(by) = control.check(found.at_least, links.vertices() as u64, links.bytes() + held) {
            found.stop = Some(by);
            break;
        }
        let chosen = chosen(&left, &lower, &upper, rim, threads);
        rim = !rim;
        control.install(|| {
            rooms.par_iter_mut().zip(&chosen).for_each(|((distances, queue), &from)| {
                links.distances_into([from], distances, queue);
            });
        });
        for ((distances, queue), &from) in rooms.iter_mut().zip(&chosen) {
            found.searches += 1;
            control.cost.expanded += queue.len() as u64;
            let far = *queue.last().expect("a search finds where it begins");
            let farthest = distances[far as usize];
            if farthest >= found.at_least {
                (found.at_least, found.ends) = (farthest, [from, far]);
            }
            for vertex in queue.drain(..).map(|vertex| vertex as usize) {
                let distance = std::mem::replace(&mut distances[vertex], NEVER);
                lower[vertex] = lower[vertex].max(distance).max(farthest - distance);
                upper[vertex] = upper[vertex].min(farthest + distance);
            }
        }
        left.retain(|&vertex| upper[vertex as usize] > found.at_least);
        found.at_most = left.iter().map(|&vertex| upper[vertex as usize]).fold(found.at_least, u32::max);
    }
    found
}

/// Where to search from next: the most promising of the remaining vertices.
fn chosen(left: &[u32], lower: &[u32], upper: &[u32], rim: bool, most: usize) -> Vec<u32> {
    let key = |vertex: &u32| {
        let (lower, upper) = (lower[*vertex as usize], upper[*vertex as usize]);
        if rim { (NEVER - upper, NEVER - lower, *vertex) } else { (lower, upper, *vertex) }
    };
    let mut chosen: Vec<u32> = vec![];
    for _ in 0..most {
        chosen.extend(left.iter().copied().filter(|vertex| !chosen.contains(vertex)).min_by_key(key));
    }
    chosen
}
