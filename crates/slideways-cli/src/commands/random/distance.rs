//! States at an exact distance from the goal: the states on standard output, what the sample is on standard
//! error.

use super::seed;
use crate::arguments::To;
use crate::arguments::random::Random;
use crate::commands::convert::printed_puzzle;
use crate::commands::convert::tiles::printed;
use crate::commands::solve::{no_count, verdict};
use crate::input::Loaded;
use crate::interrupt;
use crate::problem::{Failure, Problem};
use crate::progress::ProgressLine;
use crate::quantity::{count, counted};
use crate::status::Status;
use slideways::Style;
use slideways::format::sliding;
use slideways::format::tiles::Notation;
use slideways::outcome::{Limits, Stop};
use slideways::sample::{Sample, Sampler, Way};
use slideways::show::json::sample::SampleObject;
use slideways::solver::TableStore;
use slideways::tiles::{Goal, Position};
use std::io::{Write, stderr};

/// A question about states at a distance.
struct DistanceQuestion<'r> {
    random: &'r Random,
    distance: u32,
    seed: u64,
    style: Style,
    limits: Limits,
    /// The goal of tiles.
    goal: Option<&'r Goal>,
}

/// Arrangements that the start of a block puzzle can reach.
pub fn of_blocks(
    loaded: &Loaded,
    distance: u32,
    random: &Random,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let notation = match random.to {
        None => None,
        Some(To::Blocks(notation)) => Some(notation),
        Some(other) => {
            let message = format!("puzzles of blocks cannot be written as `{}`", other.name());
            let help = "the notations of blocks are sliding, rush-hour, gnome, drawn and json";
            return Err(Problem::new(message).help(help).into());
        }
    };
    let asked = DistanceQuestion::new(random, distance, random.style.unwrap_or(loaded.default_style()), None);
    let sample = asked.draw(Sampler::new(&loaded.puzzle, distance))?;
    let states = match notation {
        None => {
            let line = |at| sliding::arrangement(&loaded.puzzle, &loaded.puzzle.places(at));
            sample.arrangements.iter().map(line).collect()
        }
        Some(notation) => {
            let puzzles = sample.puzzles();
            let printed = puzzles.iter().map(|puzzle| printed_puzzle(&loaded.name, puzzle, notation));
            printed.collect::<Result<Vec<_>, Problem>>()?
        }
    };
    asked.tell(&sample, states, out)
}

/// Positions of a board of tiles.
pub fn of_tiles(
    goal: &Goal,
    distance: u32,
    notation: Notation,
    random: &Random,
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let board = goal.full().ok_or_else(|| {
        Problem::new(format!("the goal `{goal}` contains `*`, but distances start from a single position"))
            .help("give a goal without `*`")
    })?;
    let asked = DistanceQuestion::new(random, distance, random.style.unwrap_or(Style::STEP), Some(goal));
    let position = Position::new(board, goal.clone()).expect("a goal is as large as itself");
    let sample = asked.draw(Sampler::new(&position, distance))?;
    let states = sample.boards.iter().map(|board| printed(board, notation));
    asked.tell(&sample, states.collect::<Result<Vec<_>, Problem>>()?, out)
}

impl<'r> DistanceQuestion<'r> {
    fn new(random: &'r Random, distance: u32, style: Style, goal: Option<&'r Goal>) -> DistanceQuestion<'r> {
        DistanceQuestion { random, distance, seed: seed(random), style, limits: random.limits.limits(), goal }
    }

    fn draw(&self, sampler: Sampler) -> Result<Sample, Problem> {
        interrupt::listen();
        let mut progress_line = ProgressLine::new(self.random.quiet);
        let number = usize::try_from(self.random.number).unwrap_or(usize::MAX);
        let sampler = sampler.number(number).seed(self.seed).style(self.style).limits(self.limits);
        let sample = sampler.tables(&TableStore::of_user()).watch(&mut progress_line).draw();
        sample.map_err(|why| no_count(why, self.limits))
    }

    /// Print the states, and what they are.
    fn tell(&self, sample: &Sample, states: Vec<String>, out: &mut dyn Write) -> Result<Status, Failure> {
        if self.random.json {
            let (name, goal) = (&self.random.puzzle, self.goal.map(Goal::to_string));
            let object = SampleObject::new(name, self.style, self.distance, self.seed, sample, states);
            let line = serde_json::to_string(&object.with_goal(goal)).map_err(std::io::Error::from)?;
            writeln!(out, "{line}")?;
        } else if !states.is_empty() {
            // Puzzles of several lines stand apart.
            let several = states.iter().any(|state| state.contains('\n'));
            writeln!(out, "{}", states.join(if several { "\n\n" } else { "\n" }))?;
        }
        out.flush()?;
        if let Way::Nothing { farthest } = sample.way {
            self.nothing(farthest).report();
            return Ok(Status::Impossible);
        }
        let empty = sample.boards.is_empty() && sample.arrangements.is_empty();
        if !self.random.quiet && !self.random.json && !empty {
            let _ = writeln!(stderr(), "{}", self.summary(sample));
        }
        if let Some(by) = sample.stop {
            self.stopped(sample, by).report();
            return Ok(Status::Stopped);
        }
        Ok(Status::Success)
    }

    /// Where the distances lead.
    fn to(&self) -> &'static str {
        if self.goal.is_some() { "the goal" } else { "the nearest goal" }
    }

    /// What the sample is, in one line.
    fn summary(&self, sample: &Sample) -> String {
        let thing = if self.goal.is_some() { "position" } else { "arrangement" };
        let found = (sample.boards.len() + sample.arrangements.len()) as u64;
        let (things, style) = (counted(found, thing), self.style);
        let place = format!("{} from {} (style {style})", counted(self.distance, "move"), self.to());
        match sample.way {
            Way::Layer { states: Some(all) } if all == found => format!("all {things} {place}"),
            Way::Layer { states: Some(all) } => {
                format!("{} of {} {place}, drawn uniformly", count(found), counted(all, thing))
            }
            Way::Rejection { drawn, solved } => {
                let (drawn, solved) = (counted(drawn, "random position"), count(solved));
                format!("{things} {place}, drawn uniformly: {drawn}, {solved} of them solved")
            }
            Way::Walk { solved } => {
                let solved = counted(solved, "position");
                format!("{things} {place}, not uniform: ends of random walks, proved by solving {solved}")
            }
            _ => format!("{things} {place}"),
        }
    }

    /// No state is that far from the goal.
    fn nothing(&self, farthest: Option<u32>) -> Problem {
        let (moves, to, style) = (counted(self.distance, "move"), self.to(), self.style);
        match farthest {
            Some(farthest) => {
                let farthest = counted(farthest, "move");
                Problem::new(format!("no state is {moves} from {to} (style {style})"))
                    .help(format!("the largest distance is {farthest}"))
            }
            None => Problem::new("the start can reach no goal, so there are no distances"),
        }
    }

    /// The sample is not complete.
    fn stopped(&self, sample: &Sample, by: Stop) -> Problem {
        let (reason, number) = (verdict::reason(by, self.limits), count(self.random.number));
        let found = sample.boards.len() + sample.arrangements.len();
        let problem = Problem::new(format!("stopped with {found} of {number}: {reason}"));
        match sample.way {
            Way::Rejection { .. } if by != Stop::Caller => problem.help(
                "this distance is rare among random positions, or does not exist; raise `--time`, or choose a \
                 distance nearer to that of most positions",
            ),
            _ => match verdict::remedy(by) {
                Some(remedy) => problem.help(remedy),
                None => problem,
            },
        }
    }
}
