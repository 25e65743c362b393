//! A rating as a table for a person.

use super::Rated;
use crate::colour;
use crate::commands::solve::verdict;
use crate::quantity::{bytes, count, counted, duration};
use crate::words;
use slideways::outcome::{Outcome, Stop};
use slideways::rate::{Branching, Measures, RandomWalk, Rating, WrongMoves};
use slideways::{Game, Style};
use std::io::{self, Write};

/// The width of the column of names.
const WIDTH: usize = 26;

/// The puzzle, after its headline, and the style of the measures.
pub fn begin(headline: &str, game: &Game, style: Style, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{headline}")?;
    match game {
        Game::Blocks(puzzle) => writeln!(out, "{}\n{}\n", words::summary(puzzle), words::style(style)),
        Game::Tiles(position) => {
            let summary = words::tiles::summary(position.goal());
            writeln!(out, "{summary}\n{}\n", verdict::tile_style(style))
        }
    }
}

/// The table, the verdict and the cost.
pub fn end(rated: &Rated, out: &mut dyn Write) -> io::Result<()> {
    let rating = &rated.rating;
    match rating.outcome() {
        Outcome::Unsolvable(why) => writeln!(out, "{}", colour::verdict(&format!("unsolvable: {why}")))?,
        _ => row("length", &lengths(rated), out)?,
    }
    for (name, value) in rating.measures.iter().flat_map(|measures| rows(rated, measures)) {
        row(name, &value, out)?;
    }
    if let Some(summary) = summary(rating) {
        writeln!(out, "{summary}")?;
    }
    let (states, peak) = (counted(rating.cost.states, "state"), bytes(rating.cost.peak_bytes));
    writeln!(out, "searched: {states} in {}, peak memory {peak}", duration(rating.time))?;
    rating.stop().and_then(verdict::remedy).map_or(Ok(()), |advice| writeln!(out, "{advice}"))
}

fn row(name: &str, value: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{name:WIDTH$}{value}")
}

/// The length in each style.
fn lengths(rated: &Rated) -> String {
    let length = |(style, outcome): &(Style, Outcome<u32>)| match outcome {
        Outcome::Solved(moves) => format!("{} {style}", count(*moves)),
        Outcome::Unsolvable(_) => format!("- {style}"),
        Outcome::Bounded { best, lower, .. } => format!("{} to {} {style}", count(*lower), count(*best)),
        Outcome::Stopped { lower, .. } => format!("at least {} {style}", count(*lower)),
    };
    rated.rating.lengths.iter().map(length).collect::<Vec<_>>().join(", ")
}

/// The names and values of all measures.
fn rows(rated: &Rated, measures: &Measures) -> Vec<(&'static str, String)> {
    let rating = &rated.rating;
    let stopped = |by: &Stop| format!("stopped: {}", verdict::reason(*by, rated.limits));
    let length = match rating.outcome() {
        Outcome::Solved(length) => format!(" of {}", count(*length)),
        _ => String::new(),
    };
    let or_stop = |value: Result<String, &Stop>| value.unwrap_or_else(stopped);
    let pieces = |pieces: &Vec<usize>| match pieces.as_slice() {
        [] => "none".to_owned(),
        some => some.iter().map(|&piece| rating.piece(piece)).collect::<Vec<_>>().join(" "),
    };
    let states = measures.states.as_ref().map(|&states| {
        let goals = measures
            .goals
            .as_ref()
            .map_or(String::new(), |&goals| format!(", {} of them goals", count(goals)));
        format!("{}{goals}", count(states))
    });
    let forced = measures.forced.as_ref().map(|forced| match forced.as_slice() {
        [] => "none".to_owned(),
        some => format!("{}: after {} moves", count(some.len() as u64), list(some)),
    });
    let order = measures.precedence.as_ref().map(|order| {
        format!("longest chain {}, widest antichain {}", count(order.chain), count(order.antichain))
    });
    vec![
        ("states", or_stop(states)),
        ("shortest solutions", or_stop(measures.solutions.as_ref().map(|&number| solutions(number)))),
        (
            "counter-intuitive moves",
            or_stop(measures.counter_intuitive.as_ref().map(|&moves| format!("{}{length}", count(moves)))),
        ),
        ("must come before", or_stop(order)),
        ("forced states", or_stop(forced)),
        (
            "first branching",
            or_stop(measures.branching.as_ref().map(|first| branching(*first, rating.slack))),
        ),
        ("wrong moves", or_stop(measures.wrong_moves.as_ref().map(wrong))),
        ("random walk", or_stop(measures.random_walk.as_ref().map(walk))),
        ("pieces that never move", or_stop(measures.fixed.as_ref().map(pieces))),
        ("idle pieces", or_stop(measures.idle.as_ref().map(pieces))),
        ("goal piece must go back", or_stop(measures.moves_back.as_ref().map(|&moves| back(moves)))),
    ]
}

/// Depths, with runs of neighbours as ranges.
pub fn list(depths: &[u32]) -> String {
    let runs = depths.chunk_by(|one, next| one + 1 == *next);
    let written = runs.map(|run| match run {
        [one] => one.to_string(),
        [one, two] => format!("{one}, {two}"),
        _ => format!("{}-{}", run[0], run[run.len() - 1]),
    });
    written.collect::<Vec<_>>().join(", ")
}

/// A number of solutions.
pub fn solutions(number: u128) -> String {
    match number {
        1 => "1 (unique)".to_owned(),
        u128::MAX => "10^38 or more".to_owned(),
        _ => count(number),
    }
}

fn branching(first: Option<Branching>, slack: u32) -> String {
    match first {
        None => format!("none: no solution of at most {} more leaves for good", counted(slack, "move")),
        Some(Branching { after, moves }) => {
            format!("after {}, to a solution of {}", counted(after, "move"), counted(moves, "move"))
        }
    }
}

fn wrong(wrong: &WrongMoves) -> String {
    let cost = match wrong.mean() {
        None => String::new(),
        Some(mean) => format!(", mean cost {mean:.2}, worst {}", count(wrong.worst)),
    };
    let dead_ends = match wrong.dead_ends {
        0 => String::new(),
        number => format!(", {}", counted(number, "dead end")),
    };
    format!("{}{cost}{dead_ends}", count(wrong.moves))
}

/// A mean number of moves.
pub fn moves(mean: f64) -> String {
    match mean {
        small if small < 1000.0 => format!("{small:.1}"),
        large => count(large.round() as u64),
    }
}

/// The expected length of a random walk, with the digits that it has.
pub fn walk(walk: &RandomWalk) -> String {
    let expected = moves(walk.moves());
    match walk {
        RandomWalk::Exact(_) => format!("{expected} moves expected"),
        RandomWalk::Sampled(sample) => {
            let error = moves(sample.standard_error);
            format!("{expected} moves, estimated from {} walks; standard error {error}", sample.walks)
        }
    }
}

fn back(moves: u32) -> String {
    match moves {
        0 => "no".to_owned(),
        _ => format!("yes, in at least {}", counted(moves, "move")),
    }
}

/// The verdict, if the measures back it.
fn summary(rating: &Rating) -> Option<String> {
    rating.is_hard_for_its_length().filter(|hard| *hard)?;
    let measures = rating.measures.as_ref()?;
    let (counter, wrong) = (measures.counter_intuitive.ok()?, measures.wrong_moves.ok()?);
    let Outcome::Solved(length) = rating.outcome() else { return None };
    Some(format!(
        "hard for its length: {} of {} are counter-intuitive, and a wrong move costs {:.1} moves on average (style {})",
        count(counter),
        counted(*length, "move"),
        wrong.mean()?,
        rating.style
    ))
}
