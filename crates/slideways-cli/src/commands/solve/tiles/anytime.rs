//! Big boards: two numbers that approach each other, and what is said of them.

use super::engine::{MOST_CELLS, MOST_WITH_TABLES};
use super::{Ended, Ending, Engine, Report, Solved};
use crate::arguments::Solve;
use crate::problem::Failure;
use crate::progress::Onlooker;
use slideways::outcome::{Answer, Cost, Outcome, Stop};
use slideways::tiles::Task;
use slideways::tiles::anytime::{self, Effort, Prover, Standing};
use std::cell::Cell;
use std::io::Write;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Steps tried from above, and positions expanded from below, if no time is given: about a quarter of a minute.
const BUILT_IN: u64 = 1 << 27;

/// On boards of at most so many cells the proof may succeed, and is not given up without being asked to.
const HOPEFUL: usize = 25;

/// Tables of boards of more than 16 cells are built if there is at least so much time.
const WORTH_TABLES: Duration = Duration::from_secs(60);

/// News that come sooner after each other are not told, unless the solution is shorter.
const HASTE: Duration = Duration::from_millis(100);

/// Improve and prove.
pub fn run<'a>(
    mut ending: Ending<'a>,
    engine: &mut Engine,
    task: &Task,
    options: &Solve,
    report: &mut dyn Report,
    out: &mut dyn Write,
) -> Result<Ending<'a>, Failure> {
    let (started, asked, limits) = (Instant::now(), ending.asked, engine.limits());
    let cells = task.size().cells();
    let effort = match limits.time {
        Some(_) if cells <= MOST_WITH_TABLES => Effort { above: BUILT_IN, below: u64::MAX },
        Some(_) => Effort::ENDLESS,
        None => Effort { above: BUILT_IN, below: if cells > HOPEFUL { BUILT_IN } else { u64::MAX } },
    };
    let found = Rc::new(Cell::new(u32::MAX));
    let mut onlooker = Onlooker::between(options.quiet, found.clone());
    let line = onlooker.line();
    let mut written = Ok(());
    let mut told = Duration::ZERO;
    let mut hear = |standing: &Standing| {
        let before = found.replace(standing.path.len() as u32);
        // The first rounds of a proof follow each other too fast to be read.
        let tell = before != found.get() || started.elapsed() >= told + HASTE;
        if written.is_ok() && tell {
            told = started.elapsed();
            written = line.suspend(|| report.standing(asked, standing, started.elapsed(), out));
        }
    };
    let patient = cells <= MOST_CELLS || limits.time.is_none_or(|time| time >= WORTH_TABLES);
    let with_tables = cells <= MOST_WITH_TABLES
        && task.is_full()
        && engine.has_room_for_tables(&asked.goal, asked.style.who)
        && (patient || options.resume.is_some() || engine.has_tables(task, true));
    let prover = with_tables.then(|| prover(engine, task));
    let answer = anytime::solve(task, limits, effort, &mut onlooker, prover, &mut hear);
    drop(onlooker);
    written?;
    let Standing { path, bound } = answer.standing;
    ending.outcome = match path.len() as u32 == bound {
        true => Ended::Solved(Solved { path, solutions: None }),
        false => Ended::Between { path, bound, by: answer.stop },
    };
    (ending.cost, ending.time) = (answer.cost, started.elapsed());
    Ok(ending)
}

/// The default search proves, as soon as its tables are there.
fn prover<'p>(engine: &'p mut Engine, task: &'p Task) -> Prover<'p> {
    Box::new(|limits, watch, rounds| {
        if engine.has_tables(task, true) || engine.build(task, true, &mut || watch.stop()) {
            return engine.deepen(task, limits, watch, rounds);
        }
        let outcome = Outcome::Stopped { bound: task.bound(), by: Stop::Time };
        Answer { outcome, cost: Cost::default() }
    })
}
