//! Number of shortest solutions of every position of a board: dynamic programming over the whole board.
//!
//! Positions are [ranks](super::ranked) without gaps, so the distance and the number of solutions of a
//! position are entries of two lists. One sweep over the lists per layer finds the positions of the layer,
//! and every one of them
//!
//! * *pulls*: adds up the numbers of its neighbours that are one layer nearer, which the last sweep finished;
//! * *marks*: writes the next distance for its neighbours that have none.
//!
//! Several threads may mark one position, all with the same distance, and none writes another thread's
//! number. So the result does not depend on the number of threads.
//!
//! A position takes nine bytes. The numbers are of 64 bits; `u64::MAX` stands for that many or more and
//! becomes `u128::MAX` in the tally.
//!
//! ```
//! use slideways::Who;
//! use slideways::engine::search::control::Control;
//! use slideways::engine::tiles::solutions;
//! use slideways::outcome::Limits;
//! use slideways::tiles::{Goal, Size};
//!
//! let goal = Goal::blank_last(Size::new(2, 2).unwrap()).full().unwrap();
//! let table = solutions::count(&goal, Who::Piece, &mut Control::new(Limits::default(), &mut ())).unwrap();
//! let most: Vec<u128> = table.tally.layers.iter().map(|tally| tally.layer.most).collect();
//! assert_eq!(most, [1, 1, 1, 1, 1, 1, 2]); // 12 positions in a ring: both ways lead to the opposite one
//! ```

use super::bit_bfs::{self, Estimate, TooManyPositions};
use super::ranked::Ranked;
use crate::engine::explore::solutions::{Outlier, SolutionTable, SolutionTally};
use crate::engine::search::Expander;
use crate::engine::search::control::{Control, Job};
use crate::outcome::{Limits, Stop};
use crate::style::Who;
use crate::tiles::board::{Board, Size};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// The distance of a position that was not marked yet. No board whose positions fit into memory has a
/// position as far as this.
const UNMARKED: u8 = u8::MAX;

/// Positions per job of a thread.
const CHUNK: usize = 1 << 16;

/// Jobs between two looks at the limits.
const BATCH: usize = 1 << 6;

/// The numbers of solutions, and the ranking that names the positions in them.
pub struct BoardSolutions {
    /// The layers.
    pub tally: SolutionTable,
    ranked: Ranked,
}

impl BoardSolutions {
    /// The position that stands out.
    pub fn board(&self, outlier: Outlier) -> Board {
        self.ranked.board(&[outlier.state])
    }
}

/// The memory that a count takes, or why none suffices.
pub fn estimate(size: Size, who: Who) -> Result<Estimate, TooManyPositions> {
    let whole = bit_bfs::estimate(size, who)?;
    let bytes = whole.positions.checked_mul((size_of::<AtomicU8>() + size_of::<AtomicU64>()) as u64);
    let refusal = TooManyPositions { size, positions: Some(whole.positions.into()), bytes };
    Ok(Estimate { bytes: bytes.ok_or(refusal)?, ..whole })
}

/// Check that a count fits within the limits.
pub fn fits(size: Size, who: Who, limits: Limits) -> Result<(), TooManyPositions> {
    let Estimate { positions, bytes, .. } = estimate(size, who)?;
    let refusal = TooManyPositions { size, positions: Some(positions.into()), bytes: Some(bytes) };
    if bytes <= limits.memory { Ok(()) } else { Err(refusal) }
}

/// Count the shortest solutions of all positions that can reach `goal`.
pub fn count(goal: &Board, who: Who, control: &mut Control) -> Result<BoardSolutions, TooManyPositions> {
    let Estimate { positions, bytes, .. } = estimate(goal.size(), who)?;
    let refusal =
        TooManyPositions { size: goal.size(), positions: Some(positions.into()), bytes: Some(bytes) };
    let ranked = Ranked::new(goal, who).ok_or(refusal)?;
    let held = bytes + ranked.bytes();
    control.hold(held).map_err(|_| refusal)?;
    let mut table = SolutionTable { layers: vec![], stop: None };
    let board = Sweeps::new(&ranked, goal);
    let mut known = 0;
    while known < positions {
        match board.layer(table.layers.len() as u8, known, control) {
            Ok(tally) => {
                known += tally.layer.states;
                table.layers.push(tally);
            }
            Err(by) => {
                table.stop = Some(by);
                break;
            }
        }
    }
    drop(board);
    control.release(held);
    Ok(BoardSolutions { tally: table, ranked })
}

/// The two lists, indexed by rank.
struct Sweeps<'r> {
    ranked: &'r Ranked,
    distances: Vec<AtomicU8>,
    numbers: Vec<AtomicU64>,
}

impl Sweeps<'_> {
    fn new<'r>(ranked: &'r Ranked, goal: &Board) -> Sweeps<'r> {
        let positions = ranked.positions() as usize;
        let distances: Vec<AtomicU8> = (0..positions).map(|_| AtomicU8::new(UNMARKED)).collect();
        let numbers = (0..positions).map(|_| AtomicU64::new(0)).collect();
        distances[ranked.state(goal)[0] as usize].store(0, Relaxed);
        Sweeps { ranked, distances, numbers }
    }

    /// Sweep once: count the solutions of the positions at a distance, and mark those at the next. `known`
    /// positions are nearer.
    fn layer(&self, distance: u8, known: u64, control: &mut Control) -> Result<SolutionTally, Stop> {
        let positions = self.distances.len();
        let mut sum = SolutionTally::NONE;
        for batch in (0..positions).step_by(BATCH * CHUNK) {
            control.parts = (batch as u64, positions as u64);
            control.check(distance.into(), known, 0)?;
            let starts = (batch..positions).step_by(CHUNK).take(BATCH);
            let mut tallies: Vec<(usize, SolutionTally)> =
                starts.map(|start| (start, SolutionTally::NONE)).collect();
            let jobs = tallies.iter_mut().map(|(start, tally)| -> Job {
                let chunk = *start..positions.min(*start + CHUNK);
                Box::new(move || *tally = self.sweep(chunk, distance))
            });
            control.share(jobs.collect());
            sum = tallies.into_iter().fold(sum, |sum, (_, tally)| sum.and(tally));
        }
        control.cost.expanded += sum.layer.states;
        Ok(sum)
    }

    /// The hot loop: one sweep over some positions.
    fn sweep(&self, chunk: Range<usize>, distance: u8) -> SolutionTally {
        let mut ranked = self.ranked;
        let mut tally = SolutionTally::NONE;
        for (at, known) in chunk.clone().zip(&self.distances[chunk]) {
            if known.load(Relaxed) != distance {
                continue;
            }
            let mut number = u64::from(distance == 0);
            let _ = ranked.each_neighbour(&[at as u64], 0, &mut |[next], _| {
                let mark = &self.distances[next as usize];
                match mark.load(Relaxed) {
                    UNMARKED => mark.store(distance + 1, Relaxed),
                    nearer if nearer < distance => {
                        number = number.saturating_add(self.numbers[next as usize].load(Relaxed));
                    }
                    _ => {}
                }
                ControlFlow::Continue(())
            });
            self.numbers[at].store(number, Relaxed);
            let solutions = if number == u64::MAX { u128::MAX } else { number.into() };
            tally = tally.and(SolutionTally::of(at as u64, solutions));
        }
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::{Goal, Tile};
    use std::collections::HashMap;
    use std::time::Duration;

    fn counted(goal: &Board, who: Who, threads: usize) -> BoardSolutions {
        count(goal, who, &mut Control::new(Limits::new().threads(threads), &mut ())).unwrap()
    }

    /// The distance and the number of solutions of every position, by the plain rule: a search from the goal
    /// that pushes numbers to the next layer, where this module pulls them.
    fn plain(goal: &Board, who: Who) -> HashMap<Board, (u32, u128)> {
        let mut known = HashMap::from([(goal.clone(), (0, 1))]);
        let mut layer = vec![goal.clone()];
        for distance in 1.. {
            let mut next = vec![];
            for board in &layer {
                let number = known[board].1;
                for to in board.neighbours(who) {
                    let entry = known.entry(to.clone()).or_insert_with(|| {
                        next.push(to);
                        (distance, 0)
                    });
                    if entry.0 == distance {
                        entry.1 += number;
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        known
    }

    fn goals() -> Vec<Board> {
        let sizes = [(2, 2), (2, 3), (3, 2), (2, 4)].map(|(rows, cols)| Size::new(rows, cols).unwrap());
        let both = |size| [Goal::blank_last(size), Goal::blank_first(size)];
        let mut goals: Vec<Board> =
            sizes.into_iter().flat_map(both).map(|goal| goal.full().unwrap()).collect();
        goals.push(Board::new(Size::new(2, 3).unwrap(), [3, 1, 0, 5, 2, 4].map(Tile)).unwrap());
        goals
    }

    #[test]
    fn all_layers_are_those_of_the_plain_rule() {
        for goal in goals() {
            for who in [Who::Piece, Who::Set] {
                let (found, plain) = (counted(&goal, who, 1), plain(&goal, who));
                assert_eq!(found.tally.stop, None);
                for (distance, tally) in found.tally.layers.iter().enumerate() {
                    let layer = plain.values().filter(|(at, _)| *at as usize == distance);
                    let sum = layer
                        .fold(SolutionTally::NONE, |sum, &(_, number)| sum.and(SolutionTally::of(0, number)));
                    assert_eq!(tally.layer, sum.layer, "{goal:?} {who:?} {distance}");
                }
                let (most, unique) = (found.tally.most().unwrap(), found.tally.farthest_unique().unwrap());
                for outlier in [most, unique] {
                    assert_eq!(plain[&found.board(outlier)], (outlier.distance, outlier.solutions));
                }
                assert!(plain.values().all(|(_, number)| *number <= most.solutions));
                assert!(plain.values().all(|&(at, number)| number > 1 || at <= unique.distance));
                let positions: u64 = found.tally.layers.iter().map(|tally| tally.layer.states).sum();
                assert_eq!(positions, plain.len() as u64);
            }
        }
    }

    #[test]
    fn the_result_does_not_depend_on_the_number_of_threads() {
        let goal = Goal::blank_last(Size::new(3, 3).unwrap()).full().unwrap();
        for who in [Who::Piece, Who::Set] {
            let one = counted(&goal, who, 1);
            for threads in [2, 3, 8] {
                assert_eq!(counted(&goal, who, threads).tally, one.tally);
            }
        }
    }

    #[test]
    fn a_count_heeds_its_limits() {
        let goal = Goal::blank_last(Size::new(3, 3).unwrap()).full().unwrap();
        let (small, late) = (Limits::new().memory(1 << 20), Limits::new().time(Duration::ZERO));
        assert!(fits(goal.size(), Who::Piece, small).is_err());
        assert!(count(&goal, Who::Piece, &mut Control::new(small, &mut ())).is_err());
        let stopped = count(&goal, Who::Piece, &mut Control::new(late, &mut ())).unwrap();
        assert_eq!((stopped.tally.stop, stopped.tally.layers.len()), (Some(Stop::Time), 0));
    }
}
