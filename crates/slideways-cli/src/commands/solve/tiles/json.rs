//! `--json`: one object a position and line.

use super::super::json::Json;
use super::{Asked, Ended, Ending, Report};
use crate::words::tiles as words;
use slideways::grid::Dir;
use slideways::show::json::{self, stop};
use slideways::tiles::moves;
use slideways::tiles::round::Round;
use std::io::{self, Write};
use std::time::Duration;

impl Report for Json {
    fn solution(&mut self, asked: &Asked, _: u128, path: &[Dir], out: &mut dyn Write) -> io::Result<()> {
        let who = asked.style.who;
        self.list(words::moves(path, who, asked.convention, &asked.position.board), out)
    }

    fn end(&mut self, ending: &Ending, out: &mut dyn Write) -> io::Result<()> {
        let asked = ending.asked;
        let (path, solutions) = match &ending.outcome {
            Ended::Solved(solved) => (Some(&solved.path), solved.solutions),
            Ended::Between { path, .. } => (Some(path), None),
            _ => (None, None),
        };
        let length = path.map(|path| moves::length(path, asked.style.who));
        let (outcome, reason, lower_bound) = match &ending.outcome {
            Ended::Solved(_) => ("solved", ending.cut.map(|(by, _)| stop(by)), length),
            Ended::Unreachable(_) => ("unsolvable", Some("parity"), None),
            Ended::Between { bound, by, .. } => ("stopped", Some(by.map_or("effort", stop)), Some(*bound)),
            Ended::Stopped { bound, by } => ("stopped", Some(stop(*by)), Some(*bound)),
        };
        let round = |&(round, after): &(Round, Duration)| json::Round {
            moves: round.threshold,
            expanded: round.expanded,
            generated: round.generated,
            seconds: after.as_secs_f64(),
        };
        let object = json::Solution {
            puzzle: asked.position.name.clone(),
            style: asked.style.name(),
            goal: vec![asked.goal.to_string()],
            outcome,
            reason,
            moves: length,
            lower_bound,
            solution: path
                .map(|path| words::moves(path, asked.style.who, asked.convention, &asked.position.board)),
            solutions,
            expanded: ending.cost.expanded,
            generated: ending.cost.generated,
            states: None,
            seconds: ending.time.as_secs_f64(),
            peak_bytes: ending.cost.peak_bytes,
            layers: ending.layers.as_ref().map(json::Layers::new),
            tiles: Some(json::Tiles {
                search: asked.search.name(),
                notation: Some(asked.convention.name()),
                then: asked.then.zip(path).map(|(then, path)| json::Then {
                    style: then.name(),
                    moves: moves::length(path, then.who),
                }),
                rounds: Some(ending.rounds.iter().map(round).collect()),
            }),
        };
        self.print(&object, out)
    }
}
