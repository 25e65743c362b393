//! All shortest solutions of a position, in whichever style: counted and, if that is wanted, listed.

use super::{Asked, Ended, Ending, Report, Solved, holds};
use crate::arguments::Solve;
use crate::problem::Failure;
use crate::progress::Onlooker;
use slideways::Style;
use slideways::grid::Dir;
use slideways::outcome::{Answer, Outcome, Total};
use slideways::tiles::moves;
use slideways::tiles::round::{Round, Visit};
use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

/// Let a search show all solutions; report them as they come. The one shown in the end is the best by the other style, if
/// there is one, or the first.
pub fn list<'a>(
    mut ending: Ending<'a>,
    options: &Solve,
    report: &mut dyn Report,
    out: &mut dyn Write,
    search: impl FnOnce(&mut Onlooker, &mut dyn FnMut(Round), &mut Visit) -> Answer<Total>,
) -> Result<Ending<'a>, Failure> {
    let (asked, started) = (ending.asked, Instant::now());
    let mut onlooker = Onlooker::of_rounds(options.quiet || options.rounds);
    let line = onlooker.line();
    let (mut best, mut number, mut wrong) = (Best::new(asked), 0, Ok(()));
    let mut past = vec![];
    let mut visit = |path: &[Dir]| {
        line.finish_and_clear();
        number += 1;
        best.take(path);
        if options.all {
            wrong = holds(asked, path)
                .map_err(Failure::from)
                .and_then(|()| Ok(report.solution(asked, number, path, out)?));
        }
        if wrong.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let mut hear = |round| past.push((round, started.elapsed()));
    let Answer { outcome, cost } = search(&mut onlooker, &mut hear, &mut visit);
    wrong?;
    ending.outcome = match (outcome, best.path) {
        (Outcome::Solved(Total { solutions, .. }), Some(path)) => {
            Ended::Solved(Solved { path, solutions: Some(solutions) })
        }
        (Outcome::Stopped { by, .. }, Some(path)) => {
            ending.cut = Some((by, number));
            Ended::Solved(Solved { path, solutions: None })
        }
        (Outcome::Stopped { bound, by }, None) => Ended::Stopped { bound, by },
        _ => unreachable!("a task can be solved"),
    };
    (ending.cost, ending.time, ending.rounds) = (cost, started.elapsed(), past);
    if options.rounds {
        ending.rounds.iter().try_for_each(|(round, after)| report.round(asked, round, *after, out))?;
    }
    Ok(ending)
}

/// Of all solutions seen, the one to show: the shortest in another style, if one was named, or the first.
struct Best {
    then: Option<Style>,
    least: u32,
    path: Option<Vec<Dir>>,
}

impl Best {
    fn new(asked: &Asked) -> Best {
        Best { then: asked.then, least: 0, path: None }
    }

    fn take(&mut self, path: &[Dir]) {
        let length = self.then.map_or(0, |then| moves::length(path, then.who));
        if self.path.is_none() || length < self.least {
            (self.least, self.path) = (length, Some(path.to_vec()));
        }
    }
}
