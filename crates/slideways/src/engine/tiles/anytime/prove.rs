//! The lower bound: IDA* with linear conflicts proves that no solution is shorter.
//!
//! The iterations are Korf's, as in [`plain`](crate::engine::tiles::plain), with a better heuristic: the
//! [measure](super::linear_conflict) of distances and linear conflicts. The threshold grows as there, to the
//! least that admits an unseen position. So when an iteration ends without a solution, every solution is at
//! least as long as the next threshold, and the proved bound grows with every iteration.

use super::linear_conflict::{Aim, Measure};
use super::position::Position;
use crate::engine::run::deepening::{Deepening, Iterated, deepen};
use crate::engine::search::control::Control;
use crate::engine::tiles::Instance;
use crate::grid::Dir;
use crate::outcome::{Limits, Searched, Stop};
use crate::watch::Watch;

/// Distances and conflicts at the start: a lower bound on the length of every solution.
pub fn bound(instance: &Instance) -> u32 {
    measure(instance).score(&Position::start(instance))
}

fn measure(instance: &Instance) -> Measure {
    Measure::new(instance.size(), Aim::everything(Position::start(instance).claimed(instance)))
}

/// Find a shortest solution, for any board and goal.
pub fn solve(instance: &Instance, limits: Limits, watch: &mut dyn Watch) -> Searched<Vec<Dir>> {
    let mut search = Proving {
        measure: measure(instance),
        at: Position::start(instance),
        home: instance.blank_home().map(|home| home.0 as u8),
        control: Control::new(limits, watch),
        found: vec![],
    };
    let bound = search.measure.score(&search.at);
    let Searched { outcome, cost } = deepen(&mut search, bound, bound);
    Searched { outcome: outcome.map(|_| search.found), cost }
}

/// A position on the current path.
#[derive(Clone, Copy)]
struct ProofNode {
    blank: u8,
    /// The step that led here, as an index in [`Dir::ALL`]; 4 at the start.
    last: u8,
    score: u32,
    far: u32,
    next: usize,
}

struct Proving<'w> {
    measure: Measure,
    at: Position,
    home: Option<u8>,
    control: Control<'w>,
    /// The solution, once one is found.
    found: Vec<Dir>,
}

impl Proving<'_> {
    fn is_solved(&self, node: &ProofNode) -> bool {
        node.far == 0 && self.home.is_none_or(|home| home == node.blank)
    }
}

impl<'w> Deepening<'w> for Proving<'w> {
    fn control(&mut self) -> &mut Control<'w> {
        &mut self.control
    }

    fn iteration(&mut self, threshold: u32) -> Result<Iterated, Stop> {
        let (score, far) = (self.measure.score(&self.at), self.measure.far(&self.at));
        let mut path = vec![ProofNode { blank: self.at.blank, last: 4, score, far, next: 0 }];
        let mut least = u32::MAX;
        self.control.check(threshold, 0, 0)?;
        if self.is_solved(&path[0]) {
            return Ok(Iterated { solutions: 1, next: threshold });
        }
        self.control.cost.expanded += 1;
        while let Some(node) = path.last_mut() {
            let Some(&step) = self.measure.steps(node.blank).get(node.next) else {
                let blank = node.blank;
                path.pop();
                if let Some(parent) = path.last() {
                    self.at.names.swap(usize::from(blank), usize::from(parent.blank));
                }
                continue;
            };
            node.next += 1;
            if step.dir ^ 1 == node.last {
                continue;
            }
            self.control.cost.generated += 1;
            let node = *node;
            let name = self.at.names[usize::from(step.from)];
            let change = self.measure.change(&self.at.names, node.blank, step.from);
            let score = node.score.wrapping_add_signed(change);
            let far = self.measure.far_change(name, step.from, node.blank);
            let far = node.far.wrapping_add_signed(far);
            // The number of nodes on the path equals the number of steps to the child.
            let length = path.len() as u32 + score;
            if length > threshold {
                least = least.min(length);
                continue;
            }
            let child = ProofNode { blank: step.from, last: step.dir, score, far, next: 0 };
            path.push(child);
            if self.is_solved(&child) {
                self.found = path[1..].iter().map(|node| Dir::ALL[usize::from(node.last)]).collect();
                return Ok(Iterated { solutions: 1, next: threshold });
            }
            self.at.names.swap(usize::from(step.from), usize::from(node.blank));
            self.control.cost.expanded += 1;
            self.control.tick(threshold, 0)?;
        }
        Ok(Iterated { solutions: 0, next: least })
    }
}
