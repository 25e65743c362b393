//! Anytime search for big boards: a good solution soon, a better one later, and always a proved lower bound.
//!
//! On a 5 x 5 board a shortest solution may take hours to find; on 8 x 8 it is out of reach. But some
//! solution takes only a moment, and so does a proof that no solution is shorter than some number. One worker
//! lowers the upper bound ([above](improve)), another raises the lower bound ([below](prove)); when the two
//! meet, the solution is a shortest one.
//!
//! ```
//! use slideways::outcome::Limits;
//! use slideways::tiles::random::{Random, position};
//! use slideways::engine::tiles::{Instance, anytime};
//! use slideways::tiles::{Goal, Size, replay};
//!
//! let goal = Goal::blank_last(Size::new(8, 8).unwrap());
//! let start = position(&goal, &mut Random::new(1));
//! let instance = Instance::new(&start, &goal).unwrap();
//! let effort = anytime::Effort { above: 1_000_000, below: 1_000_000 };
//! let answer = anytime::solve(&instance, Limits::default(), effort, &mut (), None, &mut |bounds, _| {
//!     assert!(bounds.bound <= bounds.path.len() as u32);
//! });
//! assert_eq!(replay::solution(&start, &answer.bounds.path, &goal), Ok(()));
//! assert!(answer.bounds.bound >= instance.bound() && !answer.bounds.is_shortest());
//! ```
//!
//! * From above: [`greedy`] always finds a solution, line by line as a person would; [`stages`] finds better
//!   ones with a beam search per line; on small boards one [`beam`] solves the whole board. Then [`windows`]
//!   of the path are shortened.
//! * From below: the Manhattan distance with linear conflicts ([`linear_conflict`]), then iterations of IDA*.
//!   A caller with a better search that reports its iterations can pass it as the prover.

pub mod beam;
pub mod greedy;
pub mod improve;
pub mod linear_conflict;
pub mod position;
pub mod prove;
pub mod stages;
pub mod windows;

use super::instance::Instance;
use crate::engine::run::supervise::{Results, supervise};
use crate::grid::Dir;
use crate::outcome::{self, Cost, Limits, Outcome, Stop};
use crate::watch::{Event, Progress, Watch};
use improve::{Above, Spent};
use position::Position;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use web_time::Instant;

/// An iterative-deepening search for a shortest solution of the same instance; it raises the lower bound.
///
/// An iteration without a solution proves that there is none of its length; a solution is a shortest one.
/// `plain`, `unrolled` and `ida` all become provers once they are given their instance and tables.
pub type Prover<'p> = Box<dyn FnOnce(Limits, &mut dyn Watch) -> outcome::Searched<Vec<Dir>> + Send + 'p>;

/// How much work the two sides do before they stop by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Steps generated from above.
    pub above: u64,
    /// Positions expanded from below, approximately.
    pub below: u64,
}

impl Effort {
    /// No bound on the work: only the limits or the caller stop the search.
    pub const ENDLESS: Effort = Effort { above: u64::MAX, below: u64::MAX };
}

/// The two bounds on the length of a shortest solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The shortest solution found.
    pub path: Vec<Dir>,
    /// Every solution has at least this number of steps.
    pub bound: u32,
}

impl Bounds {
    /// Whether the two bounds have met.
    pub fn is_shortest(&self) -> bool {
        self.path.len() as u32 <= self.bound
    }
}

/// The result of an anytime search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnytimeAnswer {
    /// The final bounds.
    pub bounds: Bounds,
    /// What stopped the search; `None` if it ended by itself.
    pub stop: Option<Stop>,
    /// The cost of both sides together.
    pub cost: Cost,
}

/// A message from one of the two sides.
enum News {
    Found(Vec<Dir>),
    /// A shortest solution.
    Shortest(Vec<Dir>),
    Proved(u32),
    Above(Spent),
    Below(Cost),
}

/// Improve the solution and the lower bound until they meet, the effort is spent, or something stops the
/// search. `hear` receives every improvement and may pass it on to the watch.
///
/// With two or more threads both sides work at the same time. With one thread the upper bound comes first,
/// for half of the time if that is limited, then the lower bound. Without a `prover`, [`prove::solve`] raises
/// the lower bound.
pub fn solve(
    instance: &Instance,
    limits: Limits,
    effort: Effort,
    watch: &mut dyn Watch,
    prover: Option<Prover>,
    hear: &mut dyn FnMut(&Bounds, &mut dyn Watch),
) -> AnytimeAnswer {
    let started = Instant::now();
    let first = greedy::solve(instance.size(), &Position::start(instance));
    let mut bounds = Bounds { path: first, bound: prove::bound(instance) };
    hear(&bounds, watch);
    let (halt, expanded) = (AtomicBool::new(false), AtomicU64::new(0));
    let stop = || halt.load(Ordering::Relaxed);
    let half = Limits { memory: limits.memory / 2, time: None, threads: 1 };
    let alone = limits.threads < 2;
    let half_time = limits.time.filter(|_| alone).map(|time| time / 2);
    let above = |first: Vec<Dir>, tell: &dyn Results<News>| {
        let enough = || {
            tell.pulse();
            stop() || half_time.is_some_and(|time| started.elapsed() >= time)
        };
        let above = Above { instance, memory: half.memory, effort: effort.above, stop: &enough };
        let spent = above.improve(first, &mut |path| tell.send(News::Found(path.to_vec())));
        tell.send(News::Above(spent));
    };
    let prover = Mutex::new(prover);
    let below = |tell: &dyn Results<News>| {
        if stop() {
            return;
        }
        let mut onlooker = Below { halt: &halt, expanded: &expanded, most: effort.below, instance, tell };
        let answer = match prover.lock().ok().and_then(|mut prover| prover.take()) {
            // The side above soon runs out of improvements, and then all threads are free.
            Some(prover) => prover(Limits { threads: limits.threads, ..half }, &mut onlooker),
            None => prove::solve(instance, half, &mut onlooker),
        };
        let news = match answer.outcome {
            Outcome::Solved(path) => News::Shortest(path),
            Outcome::Bounded { lower, .. } | Outcome::Stopped { lower, .. } => News::Proved(lower),
            Outcome::Unsolvable(_) => unreachable!("an instance is solvable"),
        };
        tell.send(news);
        tell.send(News::Below(answer.cost));
    };
    let mut cost = Cost::default();
    let late = || limits.time.is_some_and(|time| started.elapsed() >= time);
    let mut by = late().then_some(Stop::Time);
    if bounds.is_shortest() || by.is_some() {
        let stop = by.filter(|_| !bounds.is_shortest());
        return AnytimeAnswer { bounds, stop, cost };
    }
    let path = bounds.path.clone();
    let worker = |number: usize, line: &dyn Results<News>| {
        if number == 0 {
            above(path.clone(), line);
        }
        if number == 1 || alone {
            below(line);
        }
    };
    supervise(if alone { 1 } else { 2 }, &worker, &mut |news| {
        if news.is_some_and(|news| bounds.take(news, &mut cost)) {
            hear(&bounds, watch);
        }
        if bounds.is_shortest() {
            halt.store(true, Ordering::Relaxed);
        } else if by.is_none() {
            by = if watch.stop() { Some(Stop::Caller) } else { late().then_some(Stop::Time) };
            halt.store(by.is_some(), Ordering::Relaxed);
            let expanded = expanded.load(Ordering::Relaxed);
            let progress = Progress { bound: bounds.bound, expanded, ..Progress::default() };
            watch.event(Event::Progress(&progress));
        }
    });
    let stop = by.filter(|_| !bounds.is_shortest());
    AnytimeAnswer { bounds, stop, cost }
}

/// The least length of a solution longer than `threshold`: with a full goal all lengths have the same parity.
fn next(instance: &Instance, threshold: u32) -> u32 {
    threshold + if instance.is_full() { 2 } else { 1 }
}

impl Bounds {
    /// Record a message; whether it improves a bound.
    fn take(&mut self, news: News, cost: &mut Cost) -> bool {
        match news {
            News::Found(path) if path.len() < self.path.len() => self.path = path,
            News::Shortest(path) if !self.is_shortest() => {
                *self = Bounds { bound: path.len() as u32, path };
            }
            News::Proved(bound) if bound > self.bound => self.bound = bound,
            News::Found(_) | News::Shortest(_) | News::Proved(_) => return false,
            News::Above(spent) => {
                cost.generated += spent.generated;
                cost.peak_bytes += spent.bytes;
                return false;
            }
            News::Below(below) => {
                cost.expanded += below.expanded;
                cost.generated += below.generated;
                cost.peak_bytes += below.peak_bytes;
                cost.table_bytes += below.table_bytes;
                return false;
            }
        }
        true
    }
}

/// Stops the prover when the search ends or the effort is spent, and passes on the bounds that it proves.
struct Below<'h> {
    halt: &'h AtomicBool,
    expanded: &'h AtomicU64,
    most: u64,
    instance: &'h Instance,
    tell: &'h dyn Results<News>,
}

impl Watch for Below<'_> {
    fn event(&mut self, event: Event) {
        match event {
            Event::Progress(now) => self.expanded.store(now.expanded, Ordering::Relaxed),
            Event::Iteration(iteration) if iteration.solutions == 0 => {
                self.tell.send(News::Proved(next(self.instance, iteration.threshold)));
            }
            _ => {}
        }
    }

    fn stop(&mut self) -> bool {
        self.tell.pulse();
        self.halt.load(Ordering::Relaxed) || self.expanded.load(Ordering::Relaxed) >= self.most
    }
}
