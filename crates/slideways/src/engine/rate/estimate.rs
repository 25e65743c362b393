//! The greedy estimate: how far the pieces that the goal names are from their places, and what is in their
//! way.
//!
//! It is what a player sees at a glance. For each place that a goal names, take the piece of that kind for
//! which the sum of two numbers is smallest: the *plain distance*, the number of single steps to the place if
//! the piece were alone in the box, and the number of other pieces *in the way*, which cover a cell that some
//! plain path of that length sweeps. Add up these sums over the places of the goal; of several goals, the
//! smallest total counts. The estimate is 0 at a goal and nowhere else.
//!
//! ```text
//! AA.B..    a plain distance of 4 for A, to the right end; B is in the way: 5
//! ...B..
//! ```

use crate::engine::explore::csr::NEVER;
use crate::grid::Cell;
use crate::puzzle::{KindId, Place, Puzzle};
use std::collections::BTreeSet;

/// The estimates of one arrangement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimates {
    /// The plain distance alone.
    pub plain: u32,
    /// The plain distance plus the pieces in the way.
    pub greedy: u32,
}

/// The way of a piece that is alone in the box.
#[derive(Clone, Default)]
struct PlainWay {
    /// The number of steps; [`NEVER`] if there is no way.
    steps: u32,
    /// All cells that the shortest of these ways sweep, both ends included.
    swept: Vec<Cell>,
}

/// A place that a goal names, and the ways to it.
struct Target {
    kind: KindId,
    /// By the cell of the anchor.
    ways: Vec<PlainWay>,
}

/// The goals of a puzzle, prepared for the estimates of many arrangements.
pub struct GreedyEstimate<'p> {
    puzzle: &'p Puzzle,
    goals: Vec<Vec<Target>>,
    /// The cells of each placement, by kind and anchor; empty where the kind does not fit.
    covers: Vec<Vec<Vec<Cell>>>,
    /// The piece on each cell, counted from 1; 0 if there is none.
    owners: Vec<usize>,
    /// The last question for which each piece was counted.
    counted: Vec<u64>,
    question: u64,
}

impl<'p> GreedyEstimate<'p> {
    /// Prepare the ways to all places that the goals name.
    pub fn new(puzzle: &'p Puzzle) -> GreedyEstimate<'p> {
        let cells = puzzle.grid().size();
        let cover =
            |kind: usize, at: Cell| puzzle.cover(Place { at, kind: KindId(kind as u8) }).unwrap_or_default();
        let of_kind = |kind: usize| puzzle.grid().cells().map(|at| cover(kind, at)).collect();
        let covers: Vec<Vec<Vec<Cell>>> = (0..puzzle.kinds().len()).map(of_kind).collect();
        let target = |place: &Place| {
            let ways = ways(puzzle, *place, &covers[usize::from(place.kind.0)]);
            Target { kind: place.kind, ways }
        };
        let goals = puzzle.goals().iter().map(|goal| goal.0.iter().map(target).collect()).collect();
        let counted = vec![0; puzzle.pieces().len() + 1];
        GreedyEstimate { puzzle, goals, covers, owners: vec![0; cells], counted, question: 0 }
    }

    /// The bytes that the ways take.
    pub fn bytes(&self) -> u64 {
        let of_way = |way: &PlainWay| size_of::<PlainWay>() + way.swept.capacity() * size_of::<Cell>();
        self.goals.iter().flatten().flat_map(|target| &target.ways).map(of_way).sum::<usize>() as u64
    }

    /// The estimates of an arrangement, given by the places of its pieces. Each is [`NEVER`] if some piece of
    /// every goal could not reach its place even if it were alone.
    pub fn of(&mut self, places: &[Place]) -> Estimates {
        self.owners.fill(0);
        for (piece, place) in (1..).zip(places) {
            for cell in &self.covers[usize::from(place.kind.0)][place.at.index()] {
                self.owners[cell.index()] = piece;
            }
        }
        let mut least = Estimates { plain: NEVER, greedy: NEVER };
        for goal in &self.goals {
            let (mut plain, mut greedy) = (0u32, 0u32);
            for target in goal {
                let (mut nearest, mut easiest) = (NEVER, NEVER);
                for (piece, place) in (1..).zip(places).filter(|(_, place)| place.kind == target.kind) {
                    let way = &target.ways[place.at.index()];
                    nearest = nearest.min(way.steps);
                    if way.steps < easiest {
                        self.question += 1;
                        self.counted[piece] = self.question;
                        self.counted[0] = self.question;
                        let mut in_the_way = 0;
                        for cell in &way.swept {
                            let owner = self.owners[cell.index()];
                            if std::mem::replace(&mut self.counted[owner], self.question) != self.question {
                                in_the_way += 1;
                            }
                        }
                        easiest = easiest.min(way.steps + in_the_way);
                    }
                }
                plain = plain.saturating_add(nearest);
                greedy = greedy.saturating_add(easiest);
            }
            least.plain = least.plain.min(plain);
            least.greedy = least.greedy.min(greedy);
        }
        debug_assert!(least.greedy >= least.plain, "{}", self.puzzle.title());
        least
    }
}

/// The plain ways of a kind to a place, by the cell of the anchor.
///
/// A breadth-first search from the place; steps can be undone. The cells that the shortest ways from an
/// anchor sweep are its own, and those of the anchors one step nearer.
fn ways(puzzle: &Puzzle, to: Place, covers: &[Vec<Cell>]) -> Vec<PlainWay> {
    let along = puzzle.kind(to.kind).along;
    let dirs: Vec<_> =
        puzzle.grid().dirs().iter().filter(|dir| along.is_none_or(|axis| axis == dir.axis())).collect();
    let around = |at: Cell| {
        let next = dirs.iter().filter_map(move |dir| puzzle.grid().shifted(at, dir.offset()));
        next.filter(|next| !covers[next.index()].is_empty())
    };
    let mut steps = vec![NEVER; covers.len()];
    steps[to.at.index()] = 0;
    let mut order = vec![to.at];
    let mut ways = vec![PlainWay { steps: NEVER, swept: vec![] }; covers.len()];
    let mut done = 0;
    while let Some(&at) = order.get(done) {
        done += 1;
        let distance = steps[at.index()];
        let mut swept: BTreeSet<Cell> = covers[at.index()].iter().copied().collect();
        for next in around(at) {
            match steps[next.index()] {
                NEVER => {
                    steps[next.index()] = distance + 1;
                    order.push(next);
                }
                known if known < distance => swept.extend(&ways[next.index()].swept),
                _ => {}
            }
        }
        ways[at.index()] = PlainWay { steps: distance, swept: swept.into_iter().collect() };
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::sliding;
    use crate::library;

    fn start(text: &str) -> Estimates {
        let puzzle = sliding::parse(text).unwrap().puzzle;
        GreedyEstimate::new(&puzzle).of(&puzzle.places(puzzle.start()))
    }

    #[test]
    fn pieces_in_the_way_are_counted_once_each() {
        let text = "2 x 6\n1 = 11\n2 = 1/1\n1020\ngoal 1@0,4\n";
        assert_eq!(start(text), Estimates { plain: 4, greedy: 5 });
        // Three ways of three steps: what stands on any of them is in the way.
        let text = "2 x 3\n1 = 1\n2 = 1\n3 = 1\n1203\ngoal 1@1,2\n";
        assert_eq!(start(text), Estimates { plain: 3, greedy: 5 });
    }

    #[test]
    fn the_nearest_piece_of_a_kind_counts() {
        assert_eq!(start("1 x 6\n1 = 1\n2 = 1\n101002\ngoal 1@0,4\n"), Estimates { plain: 2, greedy: 2 });
        assert_eq!(start("1 x 4\n1 = 1\n1\ngoal 1@0,3\ngoal 1@0,2\n"), Estimates { plain: 2, greedy: 2 });
        assert_eq!(start("1 x 3\n1 = 1\n1x0\ngoal 1@0,2\n").plain, NEVER);
    }

    #[test]
    fn klotski_starts_three_steps_above_its_goal_with_three_pieces_in_the_way() {
        let klotski = library::puzzle("klotski").unwrap();
        let found = GreedyEstimate::new(&klotski).of(&klotski.places(klotski.start()));
        // The horizontal block and two squares are in the way; the cells below are empty.
        assert_eq!(found, Estimates { plain: 3, greedy: 6 });
    }
}
