//! Tiles: which search answers which question, and how it ends.

mod anytime;
mod engine;
mod human;
mod json;
mod line;
mod list;
mod together;
pub mod verdict;

use crate::arguments::Solve;
use crate::arguments::tiles::Search;
use crate::input::Position;
use crate::interrupt;
use crate::problem::{Failure, Problem};
use crate::progress::Onlooker;
use crate::status::Status;
use crate::words::layers::too_large;
pub use engine::Engine;
use slideways::format::tiles::path::Convention;
use slideways::grid::Dir;
use slideways::outcome::{Cost, LayerTable, Limits, Stop};
use slideways::tiles::anytime::Standing;
use slideways::tiles::parity::Unreachable;
use slideways::tiles::round::Round;
use slideways::tiles::{Goal, Task, layers, moves, replay};
use slideways::{Style, Who};
use std::io::{self, Write};
use std::time::Duration;

/// What is to be done with a position.
pub struct Asked<'p> {
    /// The position.
    pub position: &'p Position,
    /// Where its tiles are to go.
    pub goal: Goal,
    /// What counts as one move.
    pub style: Style,
    /// The style in which the solution shown is the shortest of all shortest ones, if one was named.
    pub then: Option<Style>,
    /// The search.
    pub search: Search,
    /// Why it is not another one, if the user may wonder.
    pub because: Option<&'static str>,
    /// How moves are written.
    pub convention: Convention,
}

/// What is known about a position in the end.
pub struct Ending<'a> {
    /// What was asked.
    pub asked: &'a Asked<'a>,
    /// What the search was allowed.
    pub limits: Limits,
    /// How it ended.
    pub outcome: Ended,
    /// What it cost.
    pub cost: Cost,
    /// How long it took, without the building of tables.
    pub time: Duration,
    /// The rounds, and how long the search had been going on when each was over.
    pub rounds: Vec<(Round, Duration)>,
    /// What stopped the counting or listing of all solutions, and after how many.
    pub cut: Option<(Stop, u128)>,
    /// The positions at each distance from the start, if they were asked for.
    pub layers: Option<LayerTable>,
}

/// How it ended.
pub enum Ended {
    /// Solved.
    Solved(Solved),
    /// The goal cannot be reached, and nothing had to be searched to know it.
    Unreachable(Unreachable),
    /// A solution was found, but not proved to be a shortest one.
    Between {
        /// The solution.
        path: Vec<Dir>,
        /// Every solution has at least so many moves.
        bound: u32,
        /// What stopped it, if it did not end by itself.
        by: Option<Stop>,
    },
    /// Stopped.
    Stopped {
        /// Every solution has at least so many moves.
        bound: u32,
        /// What stopped it.
        by: Stop,
    },
}

/// A position's shortest solutions.
pub struct Solved {
    /// One of them.
    pub path: Vec<Dir>,
    /// How many there are, if that was asked for.
    pub solutions: Option<u128>,
}

impl Ending<'_> {
    /// The number of moves of the solution, in the style asked for.
    pub fn length(&self, solved: &Solved) -> u32 {
        moves::length(&solved.path, self.asked.style.who)
    }
}

/// Tells the user; one way for each form of output. Those that have nothing to say before the end say nothing.
pub trait Report {
    /// A position is about to be solved.
    fn begin(&mut self, asked: &Asked, out: &mut dyn Write) -> io::Result<()> {
        let _ = (asked, out);
        Ok(())
    }
    /// A round is over, which was asked for.
    fn round(
        &mut self,
        asked: &Asked,
        round: &Round,
        after: Duration,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let _ = (asked, round, after, out);
        Ok(())
    }
    /// There is a shorter solution or a better bound than before.
    fn standing(
        &mut self,
        asked: &Asked,
        standing: &Standing,
        after: Duration,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let _ = (asked, standing, after, out);
        Ok(())
    }
    /// One of all solutions, by its number from 1.
    fn solution(&mut self, asked: &Asked, number: u128, path: &[Dir], out: &mut dyn Write) -> io::Result<()> {
        let _ = (asked, number, path, out);
        Ok(())
    }
    /// The position is done with.
    fn end(&mut self, ending: &Ending, out: &mut dyn Write) -> io::Result<()>;
}

/// Solve a position.
pub fn one(
    position: &Position,
    options: &Solve,
    engine: &mut Engine,
    report: &mut dyn Report,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let asked = asked(position, options, engine)?;
    engine.keep(&asked, options)?;
    interrupt::listen();
    report.begin(&asked, out)?;
    out.flush()?;
    let mut ending = match Task::new(&position.board, &asked.goal) {
        Ok(task) => engine.run(&asked, &task, options, report, out)?,
        Err(why) => engine.nothing_to_search(&asked, why),
    };
    match &ending.outcome {
        Ended::Solved(Solved { path, .. }) | Ended::Between { path, .. } => holds(&asked, path)?,
        Ended::Unreachable(_) | Ended::Stopped { .. } => {}
    }
    engine.forget(&ending.outcome);
    if options.layers && !interrupt::asked() {
        let left = ending.limits.time.map(|time| time.saturating_sub(ending.time));
        let limits = Limits { time: left, ..ending.limits };
        let positions = layers::estimate(position.board.size(), asked.style.who).ok();
        let positions = positions.map(|estimate| estimate.positions);
        let onlooker = &mut Onlooker::of_positions(options.quiet, positions);
        let census = layers::census(&position.board, asked.style.who, 0, limits, onlooker);
        ending.layers = Some(census.map_err(|why| too_large(why, limits.memory))?.table);
    }
    report.end(&ending, out)?;
    if let Some(warning) = verdict::disagreement(&ending) {
        out.flush()?;
        warning.warn();
    }
    let stopped = ending.cut.is_some() || ending.layers.is_some_and(|table| table.stop.is_some());
    Ok(match ending.outcome {
        _ if stopped => Status::Stopped,
        Ended::Solved(_) => Status::Success,
        Ended::Unreachable(_) => Status::Impossible,
        Ended::Between { .. } | Ended::Stopped { .. } => Status::Stopped,
    })
}

/// Replay a solution by the plain rule; nothing that fails here is ever shown.
fn holds(asked: &Asked, path: &[Dir]) -> Result<(), Problem> {
    replay::solution(&asked.position.board, path, &asked.goal).map_err(|why| {
        Problem::new(format!("the search gave a wrong answer: {why}"))
            .help("please report it together with the position")
    })
}

/// Whether what is asked can be answered, and by which search.
fn asked<'p>(position: &'p Position, options: &Solve, engine: &Engine) -> Result<Asked<'p>, Problem> {
    let style = options.style.unwrap_or(Style::STEP);
    if options.layers {
        let limits = options.limits.limits();
        layers::fits(position.board.size(), style.who, limits)
            .map_err(|why| too_large(why, limits.memory))?;
    }
    let goal = position.goal(&options.tiles)?;
    with_goal(position, goal, style, options, engine)
}

/// The same for a given goal.
pub fn with_goal<'p>(
    position: &'p Position,
    goal: Goal,
    style: Style,
    options: &Solve,
    engine: &Engine,
) -> Result<Asked<'p>, Problem> {
    let convention = options.tiles.convention();
    let then = options.then;
    if let Some(then) = then.filter(|then| then.who == style.who) {
        let other = if style.who == Who::Set { "step" } else { "set-step" };
        let message = format!("on tiles, style {then} counts as style {style} does");
        return Err(Problem::new(message).help(format!("`--then {other}` makes a difference")));
    }
    if style.who == Who::Set {
        let (search, because) = together::search(&goal, style, options, engine)?;
        return Ok(Asked { position, goal, style, then, search, because, convention });
    }
    let cells = goal.size().cells();
    let wanted = options.search.unwrap_or(Search::Default);
    let several = options.all || options.count || then.is_some();
    if wanted == Search::Anytime && several {
        return Err(Problem::new("search `anytime` gives one solution")
            .help("leave out `--all`, `--count` and `--then`"));
    }
    if options.search.is_none() && cells > engine::MOST_CELLS && !several {
        let because = Some("a shortest one may be out of reach on boards of more than 16 cells");
        return Ok(Asked { position, goal, style, then, search: Search::Anytime, because, convention });
    }
    let most = if wanted == Search::Unrolled { engine::MOST_CELLS } else { engine::MOST_WITH_TABLES };
    let too_much = match (cells <= most, goal.full()) {
        (false, _) => Some("the others are for boards of at most 25 cells"),
        (_, None) => Some("the others need a goal that leaves nothing open"),
        _ => None,
    };
    let (search, because) = match (wanted, too_much) {
        (Search::Plain, _) => (Search::Plain, None),
        (Search::Anytime, _) => (Search::Anytime, None),
        (Search::Blocks, _) => {
            let message =
                format!("search `blocks` is for puzzles of blocks, and `{}` is none", position.name);
            return Err(Problem::new(message).help("`convert --to sliding` makes it one"));
        }
        (Search::Unrolled, Some(_)) => {
            let message = format!("search `unrolled` does not know what to do with `{}`", position.name);
            return Err(Problem::new(message).help(
                "it is for boards of at most 16 cells and goals that leave nothing open; try `plain`",
            ));
        }
        (Search::Default, Some(why)) => (Search::Plain, Some(why)),
        (Search::Unrolled, None) if options.all || then.is_some() => {
            (Search::Plain, Some("search `unrolled` cannot list all solutions"))
        }
        (Search::Default, None) if !engine.has_room_for_tables(&goal, style.who) => {
            (Search::Plain, Some("the tables of the default search need more memory"))
        }
        (search, None) => (search, None),
    };
    Ok(Asked { position, goal, style, then, search, because, convention })
}
