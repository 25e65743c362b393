//! Tiles that move together: the searches of the multi-tile metric at work.

use super::engine::{FEW_CELLS, MOST_CELLS, Rounds, key, warn};
use super::list::list;
use super::{Asked, Ended, Ending, Engine, Report, Solved};
use crate::arguments::Solve;
use crate::arguments::tiles::Search;
use crate::building;
use crate::cache;
use crate::interrupt;
use crate::problem::{Failure, Problem};
use crate::progress::Onlooker;
use slideways::Style;
use slideways::outcome::{Cost, Limits, Outcome, Stop};
use slideways::tiles::pattern::build::Hear;
use slideways::tiles::round::Round;
use slideways::tiles::together::{self, Tables, file, plain};
use slideways::tiles::{Goal, Task};
use std::io::Write;
use std::time::{Duration, Instant};

impl Engine {
    /// Search for solutions in which tiles move together, and report what is found on the way.
    pub(super) fn together<'a>(
        &mut self,
        asked: &'a Asked<'a>,
        task: &Task,
        options: &Solve,
        report: &mut dyn Report,
        out: &mut dyn Write,
    ) -> Result<Ending<'a>, Failure> {
        let quiet = options.quiet || options.rounds;
        let begun = Instant::now();
        let ready = asked.search != Search::Default || self.prepare_together(task, quiet);
        let time = self.limits.time.map(|time| time.saturating_sub(begun.elapsed()));
        let limits = Limits { time, ..self.limits };
        let by = if interrupt::asked() { Stop::Caller } else { Stop::Time };
        let mut ending = Ending {
            asked,
            limits: self.limits,
            outcome: Ended::Stopped { bound: plain::bound(task), by },
            cost: Cost::default(),
            time: Duration::ZERO,
            rounds: vec![],
            cut: None,
            layers: None,
        };
        if !ready {
            return Ok(ending);
        }
        if options.all || options.count || asked.then.is_some() {
            let tables = self.tables_together(asked, task);
            return list(ending, options, report, out, |onlooker, rounds, visit| match tables {
                Some(tables) => together::all(task, tables, limits, onlooker, rounds, visit)
                    .expect("the tables are for this task"),
                None => plain::all(task, limits, onlooker, rounds, visit),
            });
        }
        let started = Instant::now();
        let mut hear = |round: &Round, after| match options.rounds {
            true => report.round(asked, round, after, out),
            false => Ok(()),
        };
        let mut rounds = Rounds::new(started, &mut hear);
        let mut take = |round| rounds.take(round);
        let mut onlooker = Onlooker::of_rounds(quiet);
        let answer = match self.tables_together(asked, task) {
            Some(tables) => together::solve(task, tables, limits, &mut onlooker, &mut take)
                .expect("the tables are for this task"),
            None => plain::solve(task, limits, &mut onlooker, &mut take),
        };
        rounds.written?;
        (ending.rounds, ending.cost, ending.time) = (rounds.past, answer.cost, started.elapsed());
        ending.outcome = match answer.outcome {
            Outcome::Solved(path) => Ended::Solved(Solved { path, solutions: None }),
            Outcome::Stopped { bound, by } => Ended::Stopped { bound, by },
            Outcome::Unsolvable(_) => unreachable!("a task can be solved"),
        };
        Ok(ending)
    }

    /// The tables for a task, if it is the search that uses them.
    fn tables_together(&self, asked: &Asked, task: &Task) -> Option<&Tables> {
        let wanted = key(task).filter(|_| asked.search == Search::Default)?;
        Some(self.together.get(&wanted).expect("they are ready"))
    }

    /// Make sure that there are tables for a task; `false` if they were not to be had within the limits.
    fn prepare_together(&mut self, task: &Task, quiet: bool) -> bool {
        let Some((size, blank)) = key(task) else { return false };
        if self.together.contains_key(&(size, blank)) {
            return true;
        }
        // Small tables are built sooner than they are read.
        let kept = size.cells() > FEW_CELLS;
        if kept {
            let (tables, mishap) =
                cache::read(&file::name(size, blank), |path| file::load(size, blank, path));
            mishap.iter().for_each(|mishap| warn(mishap, quiet));
            if let Some(tables) = tables {
                self.together.insert((size, blank), tables);
                return true;
            }
        }
        let what = format!("{size}, {}", Style::SET_STEP);
        let build = |hear: &Hear| Tables::build(size, blank, hear);
        let Ok(tables) = building::watched(what, &self.limits, quiet, &mut || false, build) else {
            return false;
        };
        if kept && let Some(mishap) = cache::write(&file::name(size, blank), |path| file::save(&tables, path))
        {
            warn(&mishap, quiet);
        }
        self.together.insert((size, blank), tables);
        true
    }
}

/// The search that answers in a style in which tiles move together, and why it is not another one.
pub fn search(
    goal: &Goal,
    style: Style,
    options: &Solve,
    engine: &Engine,
) -> Result<(Search, Option<&'static str>), Problem> {
    if options.resume.is_some() {
        let message = format!("`--resume` is not there yet for tiles in style {style}");
        return Err(Problem::new(message).help("use `--style step`"));
    }
    let why = match goal.full() {
        _ if goal.size().cells() > MOST_CELLS => "the default is for boards of at most 16 cells",
        None => "the default needs a goal that leaves nothing open",
        Some(_) if !engine.has_room_for_tables(goal, style.who) => {
            "the tables of the default search need more memory"
        }
        Some(_) => "",
    };
    match options.search.unwrap_or(Search::Default) {
        Search::Plain => Ok((Search::Plain, None)),
        Search::Default if why.is_empty() => Ok((Search::Default, None)),
        Search::Default => Ok((Search::Plain, Some(why))),
        other => {
            let message = format!("search `{}` does not know style {style}", other.name());
            Err(Problem::new(message).help("try `plain`, or the default"))
        }
    }
}
