//! Ratings as one Markdown table, for the book.

use super::Rated;
use super::human;
use crate::quantity::count;
use slideways::Style;
use slideways::outcome::{Outcome, Stop};
use slideways::rate::{Measures, RandomWalk};
use std::io::{self, Write};

const COLUMNS: [&str; 18] = [
    "puzzle",
    "step",
    "slide",
    "move",
    "set-step",
    "set-slide",
    "set-move",
    "states",
    "solutions",
    "counter-intuitive",
    "chain",
    "antichain",
    "forced",
    "branching",
    "wrong: mean",
    "worst",
    "random walk",
    "back",
];

/// The names of the columns.
pub fn header(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "| {} |", COLUMNS.join(" | "))?;
    writeln!(out, "|---|{}", "--:|".repeat(COLUMNS.len() - 1))
}

/// The row of a puzzle. A number that is not proved is a dash.
pub fn row(rated: &Rated, out: &mut dyn Write) -> io::Result<()> {
    let rating = &rated.rating;
    let mut cells = vec![format!("`{}`", rated.name.replace('|', "\\|"))];
    cells.extend(Style::ALL.map(|style| {
        let length = rating.lengths.iter().find(|(other, _)| *other == style).map(|(_, outcome)| outcome);
        match length {
            Some(Outcome::Solved(moves)) => count(*moves),
            Some(Outcome::Stopped { lower, .. } | Outcome::Bounded { lower, .. }) => {
                format!("≥ {}", count(*lower))
            }
            Some(Outcome::Unsolvable(_)) | None => "-".to_owned(),
        }
    }));
    cells.extend(match &rating.measures {
        Some(measures) => measured(measures),
        None => vec!["-".to_owned(); COLUMNS.len() - cells.len()],
    });
    writeln!(out, "| {} |", cells.join(" | "))
}

fn measured(measures: &Measures) -> Vec<String> {
    fn cell(value: Result<String, &Stop>) -> String {
        value.unwrap_or("-".to_owned())
    }
    let wrong = measures.wrong_moves.as_ref();
    let mean = wrong.map(|wrong| wrong.mean().map_or("none".to_owned(), |mean| format!("{mean:.2}")));
    let walk = measures.random_walk.as_ref().map(|walk| match walk {
        RandomWalk::Exact(_) => human::moves(walk.moves()),
        RandomWalk::Sampled(sample) => {
            format!("{} ± {}", human::moves(sample.moves), human::moves(sample.standard_error))
        }
    });
    let branching = measures.branching.as_ref().map(|first| match first {
        Some(first) => format!("{} ({})", count(first.after), count(first.moves)),
        None => "none".to_owned(),
    });
    vec![
        cell(measures.states.as_ref().map(|&states| count(states))),
        cell(measures.solutions.as_ref().map(|&number| match number {
            u128::MAX => "10^38 or more".to_owned(),
            number => count(number),
        })),
        cell(measures.counter_intuitive.as_ref().map(|&moves| count(moves))),
        cell(measures.precedence.as_ref().map(|order| count(order.chain))),
        cell(measures.precedence.as_ref().map(|order| count(order.antichain))),
        cell(measures.forced.as_ref().map(|forced| count(forced.len() as u64))),
        cell(branching),
        cell(mean),
        cell(wrong.map(|wrong| wrong.mean().map_or("none".to_owned(), |_| count(wrong.worst)))),
        cell(walk),
        cell(measures.moves_back.as_ref().map(|&moves| count(moves))),
    ]
}
