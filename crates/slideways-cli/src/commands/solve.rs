//! `solve`: shortest solutions, proved, or the proof that there are none.

mod advice;
mod human;
pub mod json;
mod line;
mod question;
mod record;
mod reporter;
mod rows;
mod styles;
pub mod template;
pub mod verdict;

use crate::arguments::Solve;
use crate::arguments::form::AnswerForm;
use crate::gpu::Gpu;
use crate::input::groups::Groups;
use crate::interrupt;
use crate::problem::{Failure, Problem};
use crate::progress::ProgressLine;
use crate::status::Status;
pub use advice::{no_answer, no_count};
use question::{StyleQuestion, Unread, may_share, questions, want};
use reporter::Reporter;
use rows::Rows;
use slideways::format::tiles::path::Convention;
use slideways::outcome::{LayerTable, Limits, Outcome};
use slideways::solver::batch::Batch;
use slideways::solver::{Answer, Listed, Plan, Search, Solution, Solver, TableStore, Want};
use slideways::space::SimplePaths;
use slideways::watch::{Event, Iteration, Watch};
use slideways::{Game, Space, Style};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// A puzzle, and what is asked about it.
pub struct Asked<'a> {
    /// The name the user gave.
    pub name: &'a str,
    /// The title, or nothing.
    pub title: &'a str,
    /// The puzzle.
    pub game: &'a Game,
    /// What counts as one move.
    pub style: Style,
    /// Its place among the styles in which the puzzle is solved, from 0.
    pub number: usize,
    /// The style that breaks ties between shortest solutions, if one was given.
    pub tie_break: Option<Style>,
    /// The notation of tile moves.
    pub convention: Convention,
    /// The search.
    pub plan: Plan,
    /// The known length of shortest solutions.
    pub known: Option<u32>,
    /// The limits.
    pub limits: Limits,
}

/// The result for a puzzle.
pub struct Ending<'a> {
    /// The question.
    pub asked: &'a Asked<'a>,
    /// The answer.
    pub answer: Answer,
    /// The states at each distance from the start, if `--layers` was given.
    pub layers: Option<LayerTable>,
    /// The solutions of each length that visit no state twice, if `--simple-paths` was given.
    pub simple_paths: Option<SimplePaths>,
}

/// Prints the answer; one implementation per form of output. Most of them print only at the end.
trait Report {
    /// No puzzle has been solved yet.
    fn header(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }
    /// A puzzle is about to be solved.
    fn begin(&mut self, asked: &Asked, out: &mut dyn Write) -> io::Result<()> {
        let _ = (asked, out);
        Ok(())
    }
    /// An iteration has ended, and `--iterations` was given.
    fn iteration(&mut self, asked: &Asked, now: &Now<Iteration>, out: &mut dyn Write) -> io::Result<()> {
        let _ = (asked, now, out);
        Ok(())
    }
    /// There is a shorter solution or a better bound than before: the length, and the bound.
    fn bounds(&mut self, now: &Now<(usize, u32)>, out: &mut dyn Write) -> io::Result<()> {
        let _ = (now, out);
        Ok(())
    }
    /// One of all solutions.
    fn solution(&mut self, asked: &Asked, listed: &Listed, out: &mut dyn Write) -> io::Result<()> {
        let _ = (asked, listed, out);
        Ok(())
    }
    /// The puzzle is finished.
    fn end(&mut self, ending: &Ending, out: &mut dyn Write) -> io::Result<()>;
    /// The puzzle cannot be tried.
    fn problem(&mut self, name: &str, problem: &Problem, out: &mut dyn Write) -> io::Result<()>;
}

/// An event, and the running time of the search.
struct Now<T> {
    what: T,
    after: Duration,
}

/// What all questions share.
struct Session<'s> {
    options: &'s Solve,
    tables: &'s TableStore,
    limits: Limits,
    report: &'s mut dyn Report,
    gpu: Option<&'s Gpu>,
}

/// Solve every puzzle; an error in one does not stop the others. Easy ones are solved at the same time, and
/// answers are printed in the order of the puzzles.
pub fn run(options: &Solve, out: &mut dyn Write) -> Result<Status, Failure> {
    one_line_is_enough(options)?;
    let mut report = report(options);
    let (tables, limits) = (TableStore::of_user(), options.limits.limits());
    let gpu = options.gpu.then(Gpu::open).transpose()?;
    let gpu = gpu.as_ref();
    let mut session = Session { options, tables: &tables, limits, report: &mut *report, gpu };
    session.report.header(out)?;
    let batch = Batch::new(if may_share(options) { limits } else { limits.threads(1) });
    let (mut worst, mut failure) = (Status::Success, None);
    for group in Groups::new(&options.puzzles, &options.tiles) {
        let asked: Vec<_> = group.into_iter().flat_map(|found| questions(found, options)).collect();
        if asked.len() > 1 {
            interrupt::listen();
        }
        let attempt = |question: &Result<StyleQuestion, Unread>| {
            let question = question.as_ref().ok().filter(|_| !interrupt::asked() && !options.gpu)?;
            let solver = |limits| question.solver(options, &tables, limits, None);
            batch.attempt(solver, want(options), &mut AttemptWatch { quiet: options.quiet })
        };
        batch.run(&asked, attempt, |question, easy| {
            if interrupt::asked() && easy.is_err() {
                worst = worst.max(Status::Stopped);
                return ControlFlow::Break(());
            }
            match session.take(question, easy, out) {
                Ok(status) => {
                    worst = worst.max(status);
                    ControlFlow::Continue(())
                }
                Err(why) => {
                    failure = Some(why);
                    ControlFlow::Break(())
                }
            }
        });
        if failure.is_some() || interrupt::asked() {
            break;
        }
    }
    failure.map_or(Ok(worst), Err)
}

/// The form of output.
fn report(options: &Solve) -> Box<dyn Report> {
    let AnswerForm { json, csv, tsv, format } = &options.form;
    match format {
        Some(template) => Box::new(Rows::Lines(template.clone())),
        None if *csv => Box::new(Rows::Csv),
        None if *tsv => Box::new(Rows::Tsv),
        None if *json => Box::new(json::Json::default()),
        None if options.quiet => Box::new(line::Line),
        None if options.styles.is_some() => Box::new(styles::StyleTable::default()),
        None => Box::new(human::Human::new(options.draw, options.ascii)),
    }
}

/// The watch of an attempt, which runs beside others: it shows warnings and no progress.
struct AttemptWatch {
    quiet: bool,
}

impl Watch for AttemptWatch {
    fn event(&mut self, event: Event) {
        if let Event::Warning(warning) = event
            && !self.quiet
        {
            Problem::new(warning).warn();
        }
    }

    fn stop(&mut self) -> bool {
        interrupt::asked()
    }
}

/// `--quiet` prints one line per puzzle, unless `--json` is given.
fn one_line_is_enough(options: &Solve) -> Result<(), Problem> {
    let lists =
        [(options.all, "all"), (options.layers, "layers"), (options.simple_paths.is_some(), "simple-paths")];
    match lists.iter().find(|(asked, _)| *asked && options.quiet && !options.form.json) {
        Some((_, list)) => Err(Problem::new(format!("`--quiet` and `--{list}` cannot be combined"))
            .help("leave out one of the two")),
        None => Ok(()),
    }
}

impl Session<'_> {
    /// Report the answer to a question, or why there is none.
    fn take(
        &mut self,
        question: &Result<StyleQuestion, Unread>,
        easy: Result<Answer, Duration>,
        out: &mut dyn Write,
    ) -> Result<Status, Failure> {
        let end = match question {
            Ok(question) => self.one(question, easy, out).map_err(|failure| (&*question.name, failure)),
            Err(unread) => {
                self.report.problem(&unread.name, &unread.problem, out)?;
                Ok(Status::BadInput)
            }
        };
        let status = match end {
            Err((name, Failure::Input(problem))) => {
                self.report.problem(name, &problem, out)?;
                Status::BadInput
            }
            Err((_, failure)) => return Err(failure),
            Ok(status) => status,
        };
        out.flush()?;
        Ok(status)
    }

    /// Answer a question, unless it was easy and is answered already.
    fn one(
        &mut self,
        question: &StyleQuestion,
        easy: Result<Answer, Duration>,
        out: &mut dyn Write,
    ) -> Result<Status, Failure> {
        let (options, limits) = (self.options, self.limits);
        let spent = easy.as_ref().err().copied().unwrap_or_default();
        let solver = question.solver(options, self.tables, limits.after(spent), self.gpu);
        let plan = solver.plan(want(options)).map_err(no_answer)?;
        if options.iterations && plan.search == Search::Blocks {
            let message = format!("`--iterations` needs a tile position, and `{}` is not one", question.name);
            return Err(Problem::new(message).help("leave it out").into());
        }
        if options.layers {
            // Report it now rather than after the search.
            let layers = Space::of(&question.game).style(question.style).limits(limits);
            layers.check().map_err(|why| no_count(why, limits))?;
        }
        if let Some(longest) = options.simple_paths {
            let paths = SimplePaths::of(&question.game).style(question.style).limits(limits).longest(longest);
            paths.check().map_err(|why| no_count(why, limits))?;
        }
        let asked = Asked {
            name: &question.name,
            title: &question.title,
            game: &question.game,
            style: question.style,
            number: question.number,
            tie_break: options.tie_break,
            convention: options.tiles.convention(),
            plan,
            known: question.known,
            limits,
        };
        interrupt::listen();
        self.report.begin(&asked, out)?;
        out.flush()?;
        let answer = match easy {
            Ok(answer) => answer,
            Err(_) => answer(solver, &asked, options, self.report, out)?,
        };
        let begun = Instant::now();
        let mut ending = Ending { asked: &asked, answer, layers: None, simple_paths: None };
        if options.layers && !interrupt::asked() {
            ending.layers = Some(layers_of(&asked, limits.after(ending.answer.time), options)?);
        }
        if let Some(longest) = options.simple_paths.filter(|_| !interrupt::asked()) {
            let left = limits.after(ending.answer.time + begun.elapsed());
            let paths = SimplePaths::of(asked.game).style(asked.style).limits(left).longest(longest);
            let mut progress_line = ProgressLine::new(options.quiet);
            let paths = paths.watch(&mut progress_line).build().map_err(|why| no_count(why, limits))?;
            ending.simple_paths = Some(paths);
        }
        self.report.end(&ending, out)?;
        if let Some(warning) = verdict::disagreement(&ending) {
            out.flush()?;
            warning.warn();
        }
        Ok(status(&ending))
    }
}

/// The exit status of an answer.
fn status(ending: &Ending) -> Status {
    let cut = ending.answer.counted.is_some_and(|counted| counted.stop.is_some());
    let stopped = cut
        || ending.layers.as_ref().is_some_and(|table| table.stop.is_some())
        || ending.simple_paths.as_ref().is_some_and(|paths| paths.stop.is_some());
    match ending.answer.outcome {
        _ if stopped => Status::Stopped,
        Outcome::Solved(_) => Status::Success,
        Outcome::Unsolvable(_) => Status::Impossible,
        Outcome::Bounded { .. } | Outcome::Stopped { .. } => Status::Stopped,
    }
}

/// Search, and report events on the way.
fn answer(
    solver: Solver,
    asked: &Asked,
    options: &Solve,
    report: &mut dyn Report,
    out: &mut dyn Write,
) -> Result<Answer, Failure> {
    let reporter = Reporter::new(asked, options, report, out);
    let mut watch = reporter.watch();
    let solver = solver.watch(&mut watch);
    let answer = match want(options) {
        Want::One => solver.solve(),
        Want::Number => solver.count(),
        Want::All => solver.all(|listed| match reporter.solution(&listed) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }),
    };
    reporter.written()?;
    Ok(answer.map_err(no_answer)?)
}

/// The states at each distance from the start.
fn layers_of(asked: &Asked, limits: Limits, options: &Solve) -> Result<LayerTable, Problem> {
    let space = Space::of(asked.game).style(asked.style).limits(limits);
    let mut progress_line = match (asked.game, space.estimate()) {
        (Game::Blocks(_), _) => ProgressLine::new(options.quiet),
        (Game::Tiles(_), estimate) => {
            ProgressLine::of_positions(options.quiet, estimate.map(|estimate| estimate.positions))
        }
    };
    let space = space.watch(&mut progress_line).build().map_err(|why| no_count(why, limits))?;
    Ok(space.layers().clone())
}

/// The solution that an outcome shows.
pub fn shown(outcome: &Outcome<Solution>) -> Option<&Solution> {
    match outcome {
        Outcome::Solved(solution) | Outcome::Bounded { best: solution, .. } => Some(solution),
        Outcome::Unsolvable(_) | Outcome::Stopped { .. } => None,
    }
}
