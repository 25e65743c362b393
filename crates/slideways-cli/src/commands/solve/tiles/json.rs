//! `--json`: one object a position and line.

use super::super::json::{Json, Layers, Object, stop};
use super::{Asked, Ended, Ending, Report};
use crate::arguments::tiles::Search;
use crate::words::tiles as words;
use serde::Serialize;
use slideways::grid::Dir;
use slideways::tiles::moves;
use slideways::tiles::round::Round;
use std::io::{self, Write};
use std::time::Duration;

/// What is said of tiles alone.
#[derive(Serialize)]
pub struct TileFields {
    search: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    notation: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    then: Option<ThenFields>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds: Option<Vec<RoundFields>>,
}

impl TileFields {
    /// For a puzzle of blocks that the tile engine solved.
    pub fn of_blocks(search: Search) -> TileFields {
        TileFields { search: search.name(), notation: None, then: None, rounds: None }
    }
}

/// The solution in the other style.
#[derive(Serialize)]
struct ThenFields {
    style: &'static str,
    moves: u32,
}

#[derive(Serialize)]
struct RoundFields {
    moves: u32,
    expanded: u64,
    generated: u64,
    seconds: f64,
}

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
        let round = |&(round, after): &(Round, Duration)| RoundFields {
            moves: round.threshold,
            expanded: round.expanded,
            generated: round.generated,
            seconds: after.as_secs_f64(),
        };
        let object = Object {
            puzzle: &asked.position.name,
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
            layers: ending.layers.as_ref().map(Layers::new),
            tiles: Some(TileFields {
                search: asked.search.name(),
                notation: Some(asked.convention.name()),
                then: asked.then.zip(path).map(|(then, path)| ThenFields {
                    style: then.name(),
                    moves: moves::length(path, then.who),
                }),
                rounds: Some(ending.rounds.iter().map(round).collect()),
            }),
        };
        self.print(&object, out)
    }
}
