//! Iterative deepening (IDA*, Korf 1985) by happy and sad moves, written to be read; the test oracle.
//!
//! A step is *happy* if it brings its tile nearer home, else *sad*: a tile goes one cell nearer or one cell
//! farther, never neither. If the Manhattan distance is *h*, a solution with *k* sad steps must make up for
//! each of them and has *h* + *k* happy ones. So first look for a solution without sad steps, then for one
//! with a single one, and so on: one *iteration* for every *k*, each a depth-first search that turns back
//! when its sad steps are used up. The first solution found is a shortest one.
//!
//! ```text
//! 1 2 3    happy steps bring tiles home: 5 goes up, then 8 goes left;
//! 4 0 6    2 could go down, a sad step, and would have to come up again.
//! 7 5 8    h = 2, and the iteration with 2 + 0 steps finds the solution UL.
//! ```
//!
//! The search stores nothing but the path. An iteration repeats the work of all before it, but that is
//! little: each costs several times as much as the last. And an iteration visits few positions twice,
//! although the only rule against it is that no step is taken back at once: on a board, the shortest other
//! way to return to a position goes three times around a square of four cells.
//!
//! ```
//! use slideways::outcome::{Limits, Outcome};
//! use slideways::engine::tiles::{Instance, plain};
//! use slideways::tiles::{Board, Goal, Size, Tile};
//! use slideways::watch::Event;
//!
//! let size = Size::new(3, 3).unwrap();
//! let start = Board::new(size, [8, 6, 7, 2, 5, 4, 3, 0, 1].map(Tile)).unwrap();
//! let instance = Instance::new(&start, &Goal::blank_last(size)).unwrap();
//! let mut iterations = vec![];
//! let mut watch = |event: Event| {
//!     if let Event::Iteration(iteration) = event {
//!         iterations.push(*iteration);
//!     }
//! };
//! let answer = plain::solve(&instance, Limits::default(), &mut watch);
//! let Outcome::Solved(path) = answer.outcome else { panic!("nothing on 3 x 3 takes long") };
//! assert_eq!(path.len(), 31); // no position of 3 x 3 is farther from the goal
//! assert_eq!(iterations.iter().map(|iteration| iteration.sad()).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
//! ```
//!
//! For a mask, a goal that leaves some tiles open, a step may be neither: a tile without a home goes anywhere
//! at the price of the step itself. So the search counts prices instead of sad steps: how much less a step
//! gains than a happy one would. A happy step costs nothing, a step of a tile without a home 1, a sad step 2.
//! The budget is the *threshold*, the length of solutions sought, less the bound at the start. The next
//! threshold is the least that admits an unseen position; with a full goal that is always 2 more, one happy
//! and one sad step.
//!
//! This search is the oracle of the faster ones. The source is Korf, *Artificial Intelligence* 27 (1985)
//! 97–109, as Knuth presents it in 15PUZZLE-KORF0 (whose words *happy* and *sad* are), for any size of board
//! as in Goertz's solver. The blank tries up, left, right, down, in this order; so the numbers of steps
//! generated are those of Korf's table.

use super::instance::Instance;
use super::visit::{Visit, first_of};
use crate::engine::run::deepening::{Deepening, Iterated, deepen};
use crate::engine::search::control::Control;
use crate::grid::{Cell, Dir};
use crate::outcome::{Limits, Searched, Stop, Total};
use crate::watch::Watch;
use std::ops::ControlFlow;

/// Directions of tiles, in the order in which they are tried: the blank goes up, left, right, down.
const ORDER: [Dir; 4] = [Dir::Down, Dir::Right, Dir::Left, Dir::Up];

/// Find a shortest solution.
///
/// An instance is solvable, so the outcome is never
/// [`Outcome::Unsolvable`](crate::outcome::Outcome::Unsolvable). The search stores no states, so the number
/// of different states is unknown, and 0 in the cost.
pub fn solve(instance: &Instance, limits: Limits, watch: &mut dyn Watch) -> Searched<Vec<Dir>> {
    first_of(|visit| all(instance, limits, watch, visit))
}

/// Visit all shortest solutions until the visitor breaks, and count those visited.
pub fn all(instance: &Instance, limits: Limits, watch: &mut dyn Watch, visit: &mut Visit) -> Searched<Total> {
    let mut search = PlainSearch::new(instance, Control::new(limits, watch), visit);
    deepen(&mut search, instance.bound(), instance.bound())
}

/// A position on the current path.
#[derive(Clone, Copy)]
struct PlainNode {
    blank: Cell,
    /// The step that led here.
    last: Option<Dir>,
    /// The Manhattan distance.
    bound: u32,
    /// The remaining budget.
    spare: u32,
    /// The index of the next step to try from here.
    next: usize,
}

struct PlainSearch<'t, 'w> {
    instance: &'t Instance,
    visit: &'t mut Visit<'t>,
    control: Control<'w>,
    /// For every cell, the home of the tile in it.
    homes: Vec<Option<Cell>>,
    /// For every cell of the blank, the steps to try: a tile's direction and the cell it leaves.
    steps: Vec<Vec<(Dir, Cell)>>,
    /// The distance of every cell from every other.
    distances: Vec<Vec<u32>>,
}

impl<'t, 'w> PlainSearch<'t, 'w> {
    fn new(instance: &'t Instance, control: Control<'w>, visit: &'t mut Visit<'t>) -> PlainSearch<'t, 'w> {
        let size = instance.size();
        let cells = || (0..size.cells() as u16).map(Cell);
        let step = |blank, dir: Dir| Some((dir, size.neighbour(blank, dir.opposite())?));
        let steps = |blank| ORDER.iter().filter_map(|&dir| step(blank, dir)).collect();
        let distances = |home| cells().map(|cell| size.distance(home, cell)).collect();
        PlainSearch {
            instance,
            visit,
            control,
            homes: instance.homes().to_vec(),
            steps: cells().map(steps).collect(),
            distances: cells().map(distances).collect(),
        }
    }

    /// The price of a tile's step between two cells: 0 if it is happy, 2 if it is sad, 1 if the tile has no
    /// home.
    fn price(&self, from: Cell, to: Cell) -> u32 {
        let Some(home) = self.homes[from.index()] else { return 1 };
        let distances = &self.distances[home.index()];
        if distances[to.index()] < distances[from.index()] { 0 } else { 2 }
    }

    fn is_solved(&self, node: PlainNode) -> bool {
        node.bound == 0 && self.instance.blank_home().is_none_or(|home| home == node.blank)
    }
}

impl<'w> Deepening<'w> for PlainSearch<'_, 'w> {
    fn control(&mut self) -> &mut Control<'w> {
        &mut self.control
    }

    /// The path is a list and not the call stack, which a large board could overflow.
    fn iteration(&mut self, threshold: u32) -> Result<Iterated, Stop> {
        let mut found = Iterated { solutions: 0, next: u32::MAX };
        let (blank, bound) = (self.instance.blank(), self.instance.bound());
        let mut node = PlainNode { blank, last: None, bound, spare: threshold - bound, next: 0 };
        let mut before: Vec<PlainNode> = vec![];
        self.control.check(threshold, 0, 0)?;
        if self.is_solved(node) {
            let _ = (self.visit)(&[]);
            return Ok(Iterated { solutions: 1, ..found });
        }
        self.control.cost.expanded += 1;
        loop {
            let Some(&(dir, tile)) = self.steps[node.blank.index()].get(node.next) else {
                // All steps from here were tried: take the last one back.
                let Some(parent) = before.pop() else { break };
                self.homes.swap(node.blank.index(), parent.blank.index());
                node = parent;
                continue;
            };
            node.next += 1;
            if node.last == Some(dir.opposite()) {
                continue;
            }
            self.control.cost.generated += 1;
            let price = self.price(tile, node.blank);
            if price > node.spare {
                found.next = found.next.min(threshold + price - node.spare);
                continue;
            }
            let (bound, spare) = (node.bound + price - 1, node.spare - price);
            let child = PlainNode { blank: tile, last: Some(dir), bound, spare, next: 0 };
            if self.is_solved(child) {
                found.solutions += 1;
                let path: Vec<Dir> =
                    before.iter().chain([&node, &child]).filter_map(|node| node.last).collect();
                match (self.visit)(&path) {
                    ControlFlow::Continue(()) => continue,
                    ControlFlow::Break(()) => return Ok(found),
                }
            }
            self.homes.swap(tile.index(), node.blank.index());
            before.push(node);
            node = child;
            self.control.cost.expanded += 1;
            self.control.tick(threshold, 0)?;
        }
        debug_assert_eq!(self.homes, self.instance.homes(), "every step was taken back");
        Ok(found)
    }
}
