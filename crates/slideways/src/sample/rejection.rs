//! Rejection sampling: uniform random positions, kept if their proved distance is the requested one.
//!
//! Many positions are rejected without a search. In the single-tile metric every step changes the colour of
//! the blank's cell on a chessboard, so the blank tells whether the distance is even or odd. And a position
//! whose lower bound is larger is too far: the Manhattan distance or, in the multi-tile metric, where a move
//! shifts at most one tile less than the longer side has cells, the corresponding part of it.
//!
//! The others are solved, several at the same time. A search ends as soon as it has proved that the position
//! is too far. Positions are judged in the order in which they were drawn, so the sample does not depend on
//! the number of threads.

use super::{Sample, SampleOptions, Way};
use crate::engine::tiles::Instance;
use crate::outcome::{Cost, Limits, Outcome, Stop};
use crate::solver::batch::Batch;
use crate::solver::{SolveError, Solver};
use crate::style::Who;
use crate::tiles::random::{Random, position};
use crate::tiles::{Board, Goal, Position};
use crate::watch::{Event, Progress, Watch};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;
use web_time::Instant;

/// The most cells of a board whose random positions are solved.
pub const MOST_CELLS: usize = 16;

/// The most positions to draw without a time limit.
const MOST_DRAWN: u64 = 20_000_000;

/// The most positions to solve without a time limit.
const MOST_SOLVED: u64 = 20_000;

/// The number of positions that are solved together.
const TOGETHER: usize = 64;

/// The number of positions drawn between two looks at the limits.
const UNHEARD: u64 = 1 << 16;

/// The time of a search beside others.
const SLICE: Duration = Duration::from_secs(1);

/// Draw positions.
pub(super) fn draw(asked: &SampleOptions, goal: &Goal, watch: &mut dyn Watch) -> Result<Sample, SolveError> {
    let started = Instant::now();
    let batch = Batch::new(asked.limits);
    let mut sieve = Sieve::new(asked, goal);
    let mut kept = Accepted::default();
    let mut failed = None;
    while kept.stop.is_none() && kept.boards.len() < asked.number {
        let candidates = sieve.candidates(started, watch);
        // Judge those drawn before the stop, if there are any.
        if candidates.is_empty() {
            (kept.stop, kept.drawn) = (sieve.stop, sieve.drawn);
            break;
        }
        let attempt = |(_, board): &(u64, Board)| {
            let Limits { memory, threads, .. } = asked.limits;
            let left = asked.limits.after(started.elapsed()).time;
            let time = Some(left.map_or(SLICE, |left| left.min(SLICE)));
            let limits = Limits { memory: memory / threads.max(1) as u64, time, threads: 1 };
            let judged = judge(asked, goal, board, limits, &mut ());
            judged.ok().filter(|(verdict, _)| !matches!(verdict, Verdict::Unknown(_)))
        };
        batch.run(&candidates, attempt, |(drawn, board), easy| {
            let judged = match easy {
                Ok(judged) => judged,
                Err(_) => match judge(asked, goal, board, asked.limits.after(started.elapsed()), watch) {
                    Ok(judged) => judged,
                    Err(why) => {
                        failed = Some(why);
                        return ControlFlow::Break(());
                    }
                },
            };
            kept.take(asked, *drawn, board, judged);
            if watch.stop() {
                kept.stop = Some(Stop::Caller);
            }
            let full = kept.boards.len() == asked.number;
            if full || kept.stop.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Some(why) = failed {
            return Err(why);
        }
        let parts = (kept.boards.len() as u64, asked.number as u64);
        let Cost { expanded, generated, .. } = kept.cost;
        let now =
            Progress { bound: asked.distance, expanded, generated, states: kept.drawn, bytes: 0, parts };
        watch.event(Event::Progress(&now));
    }
    let stop = kept.stop.filter(|_| kept.boards.len() < asked.number);
    let way = Way::Rejection { drawn: kept.drawn, solved: kept.solved };
    Ok(Sample::of(kept.boards, way, stop, kept.cost))
}

/// The sample so far.
#[derive(Default)]
struct Accepted {
    boards: Vec<Board>,
    seen: BTreeSet<Board>,
    drawn: u64,
    solved: u64,
    stop: Option<Stop>,
    cost: Cost,
}

impl Accepted {
    /// Keep a position if it is at the distance and new.
    fn take(&mut self, asked: &SampleOptions, drawn: u64, board: &Board, (verdict, cost): (Verdict, Cost)) {
        self.drawn = drawn;
        self.solved += 1;
        self.cost.expanded += cost.expanded;
        self.cost.generated += cost.generated;
        self.cost.peak_bytes = self.cost.peak_bytes.max(cost.peak_bytes);
        match verdict {
            Verdict::There if self.seen.insert(board.clone()) => self.boards.push(board.clone()),
            Verdict::There | Verdict::Elsewhere => {}
            Verdict::Unknown(by) => self.stop = Some(by),
        }
        if asked.limits.time.is_none() && self.solved >= MOST_SOLVED {
            self.stop = Some(Stop::Effort);
        }
    }
}

/// Draws positions, and drops those that cannot be at the distance.
struct Sieve<'q> {
    asked: &'q SampleOptions,
    goal: &'q Goal,
    random: Random,
    drawn: u64,
    stop: Option<Stop>,
}

impl Sieve<'_> {
    fn new<'q>(asked: &'q SampleOptions, goal: &'q Goal) -> Sieve<'q> {
        Sieve { asked, goal, random: Random::new(asked.seed), drawn: 0, stop: None }
    }

    /// Positions that may be at the distance, each with the number of positions drawn up to it. None if a
    /// limit is reached first.
    fn candidates(&mut self, started: Instant, watch: &mut dyn Watch) -> Vec<(u64, Board)> {
        let mut candidates = vec![];
        while candidates.len() < TOGETHER {
            if self.drawn.is_multiple_of(UNHEARD) {
                let limits = self.asked.limits;
                self.stop = match () {
                    () if watch.stop() => Some(Stop::Caller),
                    () if limits.after(started.elapsed()).time == Some(Duration::ZERO) => Some(Stop::Time),
                    () if limits.time.is_none() && self.drawn >= MOST_DRAWN => Some(Stop::Effort),
                    () => None,
                };
            }
            if self.stop.is_some() {
                break;
            }
            self.drawn += 1;
            let board = position(self.goal, &mut self.random);
            if self.may_be_there(&board) {
                candidates.push((self.drawn, board));
            }
        }
        candidates
    }

    /// Whether parity and a lower bound allow the distance.
    fn may_be_there(&self, board: &Board) -> bool {
        let (distance, who, size) = (self.asked.distance, self.asked.style.who, board.size());
        let Ok(instance) = Instance::new(board, self.goal) else { return false };
        let at_once = match who {
            Who::Piece => 1,
            Who::Set => size.rows().max(size.cols()) as u32 - 1,
        };
        let home = instance.blank_home();
        let even = home.is_none_or(|home| size.distance(board.blank(), home) % 2 == distance % 2);
        instance.bound().div_ceil(at_once) <= distance && (who == Who::Set || even)
    }
}

/// What a search has proved about a position.
enum Verdict {
    There,
    Elsewhere,
    Unknown(Stop),
}

/// Prove that a position is at the distance, or that it is not.
fn judge(
    asked: &SampleOptions,
    goal: &Goal,
    board: &Board,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<(Verdict, Cost), SolveError> {
    let position = Position::new(board.clone(), goal.clone()).expect("the goal is for boards of this size");
    let mut far = TooFar { watch, distance: asked.distance, proved: false };
    let solver = Solver::new(&position).style(asked.style).limits(limits).tables(&asked.tables);
    let answer = solver.watch(&mut far).solve()?;
    let verdict = match answer.outcome {
        Outcome::Solved(solution) if solution.len() as u32 == asked.distance => Verdict::There,
        Outcome::Solved(_) | Outcome::Unsolvable(_) => Verdict::Elsewhere,
        Outcome::Bounded { lower, .. } | Outcome::Stopped { lower, .. }
            if far.proved || lower > asked.distance =>
        {
            Verdict::Elsewhere
        }
        Outcome::Bounded { best, .. } if (best.len() as u32) < asked.distance => Verdict::Elsewhere,
        Outcome::Bounded { by, .. } | Outcome::Stopped { by, .. } => Verdict::Unknown(by),
    };
    Ok((verdict, answer.cost))
}

/// A watch that stops a search when it has proved that the position is farther than the distance.
struct TooFar<'w> {
    watch: &'w mut dyn Watch,
    distance: u32,
    proved: bool,
}

impl Watch for TooFar<'_> {
    fn event(&mut self, event: Event) {
        self.proved |= match event {
            Event::Iteration(iteration) => iteration.solutions == 0 && iteration.threshold >= self.distance,
            Event::Progress(now) => now.bound > self.distance,
            Event::Bound(bound) => bound > self.distance,
            _ => false,
        };
        if let Event::Tables { .. } | Event::Warning(_) = event {
            self.watch.event(event);
        }
    }

    fn stop(&mut self) -> bool {
        self.proved || self.watch.stop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tiles::bit_bfs;
    use crate::engine::tiles::sample::whole_layer;
    use crate::solver::TableStore;
    use crate::style::Style;
    use crate::tiles::Size;
    use std::collections::BTreeMap;

    fn question(style: Style, distance: u32, number: usize, seed: u64, threads: usize) -> SampleOptions {
        let (limits, tables) = (Limits::new().threads(threads), TableStore::new());
        SampleOptions { style, distance, number, seed, limits, tables }
    }

    fn goal(rows: usize, cols: usize) -> Goal {
        Goal::blank_last(Size::new(rows, cols).unwrap())
    }

    #[test]
    fn rejection_keeps_positions_at_the_distance_only() {
        for (style, distance) in [(Style::STEP, 18), (Style::SET_STEP, 17)] {
            let sample = draw(&question(style, distance, 12, 5, 2), &goal(3, 3), &mut ()).unwrap();
            assert_eq!((sample.boards.len(), sample.stop), (12, None));
            for board in &sample.boards {
                // A count around the position has the goal in that layer.
                let goal = goal(3, 3).full().unwrap();
                assert!(whole_layer(board, style.who, distance).contains(&goal), "{board:?}");
            }
            assert_eq!(sample.boards.iter().collect::<BTreeSet<_>>().len(), 12);
        }
    }

    #[test]
    fn threads_make_no_difference() {
        let on = |threads| draw(&question(Style::STEP, 20, 8, 9, threads), &goal(3, 3), &mut ()).unwrap();
        let (one, three) = (on(1), on(3));
        assert_eq!((one.boards, one.way), (three.boards, three.way));
    }

    #[test]
    fn a_layer_that_does_not_exist_uses_up_the_effort_or_the_time() {
        let late = SampleOptions {
            limits: Limits::new().time(Duration::from_millis(50)),
            ..question(Style::STEP, 32, 1, 1, 1)
        };
        let sample = draw(&late, &goal(3, 3), &mut ()).unwrap();
        assert_eq!((sample.boards.len(), sample.stop), (0, Some(Stop::Time)));
    }

    /// Pearson's test, as for [random positions](crate::tiles::random).
    #[test]
    fn all_positions_at_the_distance_are_equally_likely() {
        let (goal, distance, seeds) = (goal(2, 3), 6, 1500);
        let census = bit_bfs::census(&goal.full().unwrap(), Who::Piece, 0, Limits::default(), &mut ());
        let size = census.unwrap().table.sizes[distance as usize];
        let mut seen: BTreeMap<Board, u64> = BTreeMap::new();
        let tables = TableStore::new();
        for seed in 0..seeds {
            let asked =
                SampleOptions { tables: tables.clone(), ..question(Style::STEP, distance, 1, seed, 1) };
            let sample = draw(&asked, &goal, &mut ()).unwrap();
            *seen.entry(sample.boards[0].clone()).or_default() += 1;
        }
        assert_eq!(seen.len() as u64, size);
        let expected = seeds as f64 / size as f64;
        let sum: f64 = seen.values().map(|&times| (times as f64 - expected).powi(2) / expected).sum();
        let mean = size as f64 - 1.0;
        assert!((sum - mean).abs() < 5.0 * (2.0 * mean).sqrt(), "{sum} instead of {mean}");
    }
}
