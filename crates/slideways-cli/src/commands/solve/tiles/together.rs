//! Tiles that move together: the searches of the multi-tile metric at work.

use super::engine::{FEW_CELLS, MOST_CELLS, key, warn};
use super::{Asked, Engine};
use crate::arguments::Solve;
use crate::arguments::tiles::Search;
use crate::building;
use crate::cache;
use crate::problem::Problem;
use slideways::grid::Dir;
use slideways::outcome::{Answer, Limits, Outcome, Total, Watch};
use slideways::tiles::pattern::build::Hear;
use slideways::tiles::round::{Round, Visit};
use slideways::tiles::together::{self, Tables, file, plain};
use slideways::tiles::{Goal, Task};
use slideways::{Style, Who};

/// What the plain search does before it has asked so often whether to stop is easy: once each round, and once for some thousand positions.
const EASY: u32 = 12;

/// Somebody who says stop when asked for the last of so many times.
struct Patience(u32);

impl Watch for Patience {
    fn stop(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 == 0
    }
}

impl Engine {
    /// The answer to what is so easy that it needs no tables, which take a while to build, and its rounds.
    ///
    /// It is tried even if there are tables, or the answer might depend on that.
    pub(super) fn easy(&self, asked: &Asked, task: &Task) -> Option<(Answer<Vec<Dir>>, Vec<Round>)> {
        let large = task.size().cells() > FEW_CELLS && asked.style.who == Who::Set;
        if !large || asked.search != Search::Default {
            return None;
        }
        let mut past = vec![];
        let mut hear = |round| past.push(round);
        let answer = plain::solve(task, Limits::default(), &mut Patience(EASY), &mut hear);
        matches!(answer.outcome, Outcome::Solved(_)).then_some((answer, past))
    }

    /// One shortest solution.
    pub(super) fn shortest_together(
        &self,
        asked: &Asked,
        task: &Task,
        limits: Limits,
        watch: &mut dyn Watch,
        rounds: &mut dyn FnMut(Round),
    ) -> Answer<Vec<Dir>> {
        let Some((name, tables)) = self.tables_together(asked, task) else {
            return plain::solve(task, limits, watch, rounds);
        };
        let answer = self.remembered(&name, |saved, keep| {
            together::resume(task, tables, saved, limits, watch, rounds, keep)
        });
        answer.expect("the tables are for this task")
    }

    /// All shortest solutions.
    pub(super) fn all_together(
        &self,
        asked: &Asked,
        task: &Task,
        limits: Limits,
        watch: &mut dyn Watch,
        rounds: &mut dyn FnMut(Round),
        visit: &mut Visit,
    ) -> Answer<Total> {
        match self.tables_together(asked, task) {
            Some((_, tables)) => together::all(task, tables, limits, watch, rounds, visit)
                .expect("the tables are for this task"),
            None => plain::all(task, limits, watch, rounds, visit),
        }
    }

    /// The tables for a task and the name of their file, if it is the search that uses them.
    fn tables_together(&self, asked: &Asked, task: &Task) -> Option<(String, &Tables)> {
        let (size, blank) = key(task).filter(|_| asked.search == Search::Default)?;
        Some((file::name(size, blank), self.together.get(&(size, blank)).expect("they are ready")))
    }

    /// Make sure that there are tables for a task; `false` if they were not to be had within the limits.
    pub(super) fn prepare_together(&mut self, task: &Task, quiet: bool) -> bool {
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
