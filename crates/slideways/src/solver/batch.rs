//! Many questions: the easy ones at the same time, one per thread; the hard ones in turn, with all threads.
//!
//! A parallel search of an easy position spends more time on its threads than on its states. So each question
//! is first tried on one thread, within a slice of time and an equal share of the memory. A question that
//! needs more waits for the attempts that run, and then has all threads, all memory, and the rest of its
//! time. Answers come in the order of the questions.

use super::{Answer, Search, Solver, Want};
use crate::outcome::{Limits, Outcome, Stop};
use crate::watch::Watch;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use web_time::Instant;

/// The time of an attempt.
const SLICE: Duration = Duration::from_secs(1);

/// Answers questions within limits that they share.
///
/// ```
/// use slideways::prelude::*;
/// use slideways::solver::Want;
/// use slideways::solver::batch::Batch;
/// use std::ops::ControlFlow;
///
/// let positions: [Position; 2] = ["867254301".parse()?, "1 2 3/4 5 6/7 0 8".parse()?];
/// let (batch, store) = (Batch::new(Limits::new().threads(2)), TableStore::new());
/// let solver = |position: &Position, limits| Solver::new(position).limits(limits).tables(&store);
/// let mut lengths = vec![];
/// batch.run(
///     &positions,
///     |position| batch.attempt(|limits| solver(position, limits), Want::One, &mut ()),
///     |position, easy| {
///         let all = |spent| solver(position, batch.limits().after(spent)).solve().unwrap();
///         let answer = easy.unwrap_or_else(all);
///         if let Outcome::Solved(solution) = answer.outcome {
///             lengths.push(solution.len());
///         }
///         ControlFlow::Continue(())
///     },
/// );
/// assert_eq!(lengths, [31, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    limits: Limits,
}

impl Batch {
    /// A batch with these limits, which each question may use up.
    pub fn new(limits: Limits) -> Batch {
        Batch { limits }
    }

    /// The limits of a question that has the machine to itself.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The limits of an attempt: one thread, its share of the memory, and at most half of the time.
    fn share(&self) -> Limits {
        let Limits { memory, time, threads } = self.limits;
        let time = time.map_or(SLICE, |time| SLICE.min(time / 2));
        Limits { memory: memory / threads.max(1) as u64, time: Some(time), threads: 1 }
    }

    /// Try a question on one thread; `None` if it needs more, or cannot be tried at all.
    ///
    /// A share of the memory must not change the search: a question whose tables fit only into the whole
    /// memory is left for later, and so is a search that would use any amount of time.
    pub fn attempt<'s>(
        &self,
        solver: impl Fn(Limits) -> Solver<'s>,
        want: Want,
        watch: &mut dyn Watch,
    ) -> Option<Answer> {
        let plan = solver(self.limits).plan(want).ok()?;
        let alone = solver(self.share());
        if plan.search == Search::Anytime || alone.plan(want).ok()? != plan {
            return None;
        }
        let answer = match want {
            Want::One => alone.watch(watch).solve(),
            Want::Number => alone.watch(watch).count(),
            Want::All => return None,
        };
        answer.ok().filter(|answer| !answer.is_cut_short())
    }

    /// Answer all questions. `attempt` runs on several threads; `finish` runs on the calling thread, in the
    /// order of the questions, with the answer of the attempt. If that failed, `finish` gets the time that it
    /// took, and answers the question itself, while no attempt runs.
    pub fn run<Q: Sync, A: Send>(
        &self,
        questions: &[Q],
        attempt: impl Fn(&Q) -> Option<A> + Sync,
        mut finish: impl FnMut(&Q, Result<A, Duration>) -> ControlFlow<()>,
    ) {
        let threads = if cfg!(feature = "parallel") { self.limits.threads } else { 1 };
        let mut order = InOrder { questions, head: 0, begun: 0, tried: BTreeMap::new() };
        while order.head < questions.len() {
            if threads > 1 && order.attempts(threads, &attempt, &mut finish).is_break() {
                return;
            }
            if order.rest(&mut finish).is_break() {
                return;
            }
        }
    }
}

/// The questions of a batch, and how far it is.
struct InOrder<'q, Q, A> {
    questions: &'q [Q],
    /// The first question that is not finished.
    head: usize,
    /// The first question that was not tried.
    begun: usize,
    /// The results of attempts at questions that are not finished; the time spent on a hard one.
    tried: BTreeMap<usize, Result<A, Duration>>,
}

impl<Q: Sync, A: Send> InOrder<'_, Q, A> {
    /// Try questions at the same time until one of them is hard, and finish those before it.
    fn attempts(
        &mut self,
        threads: usize,
        attempt: &(impl Fn(&Q) -> Option<A> + Sync),
        finish: &mut impl FnMut(&Q, Result<A, Duration>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (questions, untried) = (self.questions, self.questions.len() - self.begun);
        if untried < 2 {
            return ControlFlow::Continue(());
        }
        let (next, halt) = (AtomicUsize::new(self.begun), AtomicBool::new(false));
        let worker = |send: mpsc::Sender<(usize, Result<A, Duration>)>| {
            while !halt.load(Relaxed) {
                let index = next.fetch_add(1, Relaxed);
                let Some(question) = questions.get(index) else { break };
                let begun = Instant::now();
                let answer = attempt(question).ok_or_else(|| begun.elapsed());
                if answer.is_err() {
                    halt.store(true, Relaxed);
                }
                if send.send((index, answer)).is_err() {
                    break;
                }
            }
        };
        thread::scope(|scope| {
            let (send, receive) = mpsc::channel();
            for _ in 0..threads.min(untried) {
                let (send, worker) = (send.clone(), &worker);
                // Where no thread can be started, the calling thread answers.
                let _ = thread::Builder::new().spawn_scoped(scope, move || worker(send));
            }
            drop(send);
            for (index, answer) in receive {
                self.tried.insert(index, answer);
                if self.easy(finish).is_break() {
                    halt.store(true, Relaxed);
                    return ControlFlow::Break(());
                }
            }
            self.begun = next.load(Relaxed).min(questions.len());
            ControlFlow::Continue(())
        })
    }

    /// Finish the first questions as long as they were easy.
    fn easy(
        &mut self,
        finish: &mut impl FnMut(&Q, Result<A, Duration>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        while let Some(first) = self.tried.first_entry().filter(|first| *first.key() == self.head) {
            if first.get().is_err() {
                break;
            }
            let answer = first.remove();
            self.head += 1;
            finish(&self.questions[self.head - 1], answer)?;
        }
        ControlFlow::Continue(())
    }

    /// Finish what was tried, whether easy or hard; the next question if none was tried.
    fn rest(
        &mut self,
        finish: &mut impl FnMut(&Q, Result<A, Duration>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let last = self.begun.max(self.head + 1).min(self.questions.len());
        while self.head < last {
            let answer = self.tried.remove(&self.head).unwrap_or(Err(Duration::ZERO));
            self.head += 1;
            finish(&self.questions[self.head - 1], answer)?;
        }
        self.begun = self.begun.max(self.head);
        ControlFlow::Continue(())
    }
}

impl Answer {
    /// Whether a limit of time or memory kept the search or the count from its end.
    pub fn is_cut_short(&self) -> bool {
        let limited = |by: Stop| matches!(by, Stop::Memory | Stop::Time | Stop::Effort);
        let counted = self.counted.and_then(|counted| counted.stop).is_some_and(limited);
        match self.outcome {
            Outcome::Stopped { by, .. } | Outcome::Bounded { by, .. } => limited(by) || counted,
            Outcome::Solved(_) | Outcome::Unsolvable(_) => counted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::TableStore;
    use crate::tiles::Position;

    fn limits(threads: usize) -> Limits {
        Limits::new().threads(threads)
    }

    /// The order in which questions are finished, and which of them were easy; those divisible by `hard` are
    /// not.
    fn order(threads: usize, count: u32, hard: u32) -> Vec<(u32, bool)> {
        let questions: Vec<u32> = (0..count).collect();
        let mut finished = vec![];
        let attempt = |&question: &u32| {
            thread::sleep(Duration::from_micros(u64::from(question * 7919 % 500)));
            (question % hard != 0).then_some(question)
        };
        Batch::new(limits(threads)).run(&questions, attempt, |&question, easy| {
            assert!(easy.is_err() || easy == Ok(question));
            finished.push((question, easy.is_ok()));
            ControlFlow::Continue(())
        });
        finished
    }

    #[test]
    fn questions_are_finished_in_order_whether_easy_or_hard() {
        for threads in [1, 2, 5] {
            for (count, hard) in [(0, 2), (1, 2), (2, 1), (100, 3), (100, 1), (100, 1000)] {
                let finished = order(threads, count, hard);
                assert!(finished.iter().map(|&(question, _)| question).eq(0..count), "{finished:?}");
                assert!(finished.iter().all(|&(question, easy)| !easy || question % hard != 0));
            }
        }
    }

    #[cfg(feature = "parallel")]
    #[test]
    fn easy_questions_are_answered_by_the_attempts() {
        let finished = order(4, 100, 1000);
        assert_eq!(finished.iter().filter(|(_, easy)| *easy).count(), 99, "all but question 0");
    }

    #[cfg(feature = "parallel")]
    #[test]
    fn the_time_of_an_attempt_counts() {
        let attempt = |&time: &Duration| -> Option<()> {
            thread::sleep(time);
            None
        };
        let times = [Duration::from_millis(20); 2];
        Batch::new(limits(2)).run(&times, attempt, |time, easy| {
            assert!(easy.is_err_and(|spent| spent >= *time));
            ControlFlow::Continue(())
        });
        let share = Batch::new(limits(2).time(Duration::from_millis(500))).share();
        assert_eq!(share.time, Some(Duration::from_millis(250)), "half is left for the search itself");
    }

    #[test]
    fn a_batch_ends_when_the_caller_breaks() {
        let mut finished = 0;
        Batch::new(limits(3)).run(
            &[0; 50],
            |&question| Some(question),
            |_, _| {
                finished += 1;
                if finished == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(finished, 10);
    }

    #[test]
    fn a_question_that_needs_more_than_its_share_is_left_for_later() {
        let (easy, store) = ("867254301".parse::<Position>().unwrap(), TableStore::new());
        let attempt = |position: &Position, batch: Batch| {
            let solver = |limits| Solver::new(position).limits(limits).tables(&store);
            batch.attempt(solver, Want::One, &mut ())
        };
        assert!(attempt(&easy, Batch::new(limits(4))).is_some());
        assert!(attempt(&easy, Batch::new(limits(4).time(Duration::ZERO))).is_none());
        let set = crate::library::sets::find("korf24").unwrap();
        let big = Position::new(set.instances[0].board.clone(), set.goal).unwrap();
        assert!(attempt(&big, Batch::new(limits(4))).is_none());
    }
}
