//! Answers as JSON, for `--json` and for the page. The field names are fixed.

pub mod design;
pub mod packing;
pub mod rating;
pub mod sample;
pub mod space;

use crate::format::sliding;
use crate::format::tiles::path::Convention;
use crate::game::Game;
use crate::outcome::{LayerTable, Outcome, Proof, Stop};
use crate::solver::{Answer, Search};
use crate::space::SimplePaths;
use crate::style::Style;
use crate::tiles::moves;
use crate::watch::Iteration;
use serde::{Serialize, Serializer};
use std::time::Duration;

/// The answer to a question about a puzzle.
#[derive(Clone, Debug, Serialize)]
pub struct Solution {
    /// The puzzle's name, as the user wrote it.
    pub puzzle: String,
    /// What counts as one move.
    pub style: &'static str,
    /// The alternative goals.
    pub goal: Vec<String>,
    /// `solved`, `unsolvable` or `stopped`.
    pub outcome: &'static str,
    /// Why there is no solution, or what stopped the search or the listing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// A standard goal that a tile position can reach, if parity rules out its own goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_goal: Option<&'static str>,
    /// The length of the solution.
    pub moves: Option<u32>,
    /// A lower bound on the number of moves of every solution.
    pub lower_bound: Option<u32>,
    /// The moves.
    pub solution: Option<Vec<String>>,
    /// The number of shortest solutions. `u128::MAX` means that many or more, and `"solutions_at_least":
    /// true` follows it.
    #[serde(flatten, serialize_with = "number_of_solutions")]
    pub solutions: Option<u128>,
    /// States whose successors were computed.
    pub expanded: u64,
    /// Successors produced.
    pub generated: u64,
    /// States stored; absent for tiles, whose searches store none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<u64>,
    /// Elapsed time.
    pub seconds: f64,
    /// Peak memory in bytes.
    pub peak_bytes: u64,
    /// The start in one line: the arrangement as in puzzle text, or the rows of the board.
    pub position: String,
    /// The moves in one line, as users write them.
    pub solution_line: Option<String>,
    /// The number of arrangements at each distance, if requested.
    #[serde(flatten)]
    pub layers: Option<Layers>,
    /// The solutions of each length that visit no state twice, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simple_paths: Option<SimplePathCounts>,
    /// The fields of tiles.
    #[serde(flatten)]
    pub tiles: Option<Tiles>,
}

/// A question about a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// The puzzle's name, as the user wrote it.
    pub name: &'q str,
    /// The puzzle.
    pub game: &'q Game,
    /// What counts as one move.
    pub style: Style,
    /// The notation for moves of tiles.
    pub convention: Convention,
    /// The style that breaks ties, if given.
    pub tie_break: Option<Style>,
}

impl Solution {
    /// Describes a question and its answer.
    pub fn new(question: &Question, answer: &Answer) -> Solution {
        let best = match &answer.outcome {
            Outcome::Solved(solution) | Outcome::Bounded { best: solution, .. } => Some(solution),
            Outcome::Unsolvable(_) | Outcome::Stopped { .. } => None,
        };
        let moves = best.map(|solution| solution.len() as u32);
        let (outcome, reason, lower_bound) = match &answer.outcome {
            Outcome::Solved(_) => {
                ("solved", answer.counted.and_then(|counted| counted.stop).map(stop), moves)
            }
            Outcome::Unsolvable(why) => ("unsolvable", Some(unsolvable(why)), None),
            Outcome::Bounded { lower, by, .. } | Outcome::Stopped { lower, by } => {
                ("stopped", Some(stop(*by)), Some(*lower))
            }
        };
        let other_goal = match (&answer.outcome, question.game) {
            (Outcome::Unsolvable(Proof::Parity(_)), Game::Tiles(position)) => position.other_usual_goal(),
            _ => None,
        };
        let (goal, is_position) = match question.game {
            Game::Blocks(puzzle) => (sliding::goals(puzzle), false),
            Game::Tiles(position) => (vec![position.goal().to_string()], true),
        };
        let round = |&(iteration, after): &(Iteration, Duration)| IterationObject {
            moves: iteration.threshold,
            expanded: iteration.expanded,
            generated: iteration.generated,
            seconds: after.as_secs_f64(),
        };
        let by_tiles = answer.search != Search::Blocks;
        let tiles = Tiles {
            search: answer.search.name(),
            notation: is_position.then(|| question.convention.name()),
            then: question.tie_break.zip(best).map(|(style, solution)| Then {
                style: style.name(),
                moves: moves::length(solution.path(), style.who),
            }),
            rounds: is_position.then(|| answer.iterations.iter().map(round).collect()),
        };
        Solution {
            puzzle: question.name.to_owned(),
            style: question.style.name(),
            goal,
            outcome,
            reason,
            other_goal: other_goal.and_then(|goal| goal.name()),
            moves,
            lower_bound,
            solution: best.map(|solution| solution.moves_in(question.convention)),
            solutions: answer.counted.and_then(|counted| counted.total),
            expanded: answer.cost.expanded,
            generated: answer.cost.generated,
            states: (!by_tiles).then_some(answer.cost.states),
            seconds: answer.time.as_secs_f64(),
            peak_bytes: answer.cost.peak_bytes,
            position: question.game.start_line(),
            solution_line: best.map(|solution| solution.line_in(question.convention)),
            layers: None,
            simple_paths: None,
            tiles: by_tiles.then_some(tiles),
        }
    }
}

/// Writes a count, and marks a count that has overflowed.
fn number_of_solutions<S: Serializer>(solutions: &Option<u128>, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Number {
        solutions: u128,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        solutions_at_least: bool,
    }
    solutions.map(|solutions| Number { solutions, solutions_at_least: solutions == u128::MAX }).serialize(to)
}

/// The number of arrangements at each distance; the radius is known only if no layer is missing.
#[derive(Clone, Debug, Serialize)]
pub struct Layers {
    layers: Vec<u64>,
    radius: Option<usize>,
}

impl Layers {
    /// Describes a table of layers.
    pub fn new(table: &LayerTable) -> Layers {
        let radius = table.stop.is_none().then(|| table.sizes.len() - 1);
        Layers { layers: table.sizes.clone(), radius }
    }
}

/// The number of solutions of each length that visit no state twice.
#[derive(Clone, Debug, Serialize)]
pub struct SimplePathCounts {
    counts: Vec<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

impl SimplePathCounts {
    /// Describes a count.
    pub fn new(paths: &SimplePaths) -> SimplePathCounts {
        SimplePathCounts { counts: paths.counts.clone(), reason: paths.stop.map(stop) }
    }
}

/// The fields of tiles.
#[derive(Clone, Debug, Serialize)]
pub struct Tiles {
    /// The search that ran.
    pub search: &'static str,
    /// The notation for moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<&'static str>,
    /// The solution counted in the tie-breaking style.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<Then>,
    /// The iterations of IDA*.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<Vec<IterationObject>>,
}

/// The length of the solution in the tie-breaking style.
#[derive(Clone, Debug, Serialize)]
pub struct Then {
    /// The tie-breaking style.
    pub style: &'static str,
    /// The length.
    pub moves: u32,
}

/// An iteration of iterative deepening (IDA*).
#[derive(Clone, Debug, Serialize)]
pub struct IterationObject {
    /// The threshold.
    pub moves: u32,
    /// Positions whose successors were computed.
    pub expanded: u64,
    /// Successors produced.
    pub generated: u64,
    /// The time at which it ended.
    pub seconds: f64,
}

/// An error in the input.
#[derive(Clone, Debug, Serialize)]
pub struct Fault {
    /// The puzzle's name, as the user wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// Always `error`.
    pub outcome: &'static str,
    /// The error.
    pub error: Detail,
}

impl Fault {
    /// An error in the puzzle with the given name.
    pub fn new(puzzle: Option<String>, error: Detail) -> Fault {
        Fault { puzzle, outcome: "error", error }
    }
}

/// What is wrong, where, and how to fix it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Detail {
    /// What was found.
    pub message: String,
    /// The line, from 1.
    pub line: Option<usize>,
    /// The character in it, from 1.
    pub column: Option<usize>,
    /// The byte range in the text that the message concerns, for clients that show the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<[usize; 2]>,
    /// The annotation of that range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// How to fix it.
    pub help: Option<String>,
}

/// What stopped a search, in one word.
pub fn stop(by: Stop) -> &'static str {
    match by {
        Stop::Memory => "memory",
        Stop::Time => "time",
        Stop::Caller => "interrupt",
        Stop::Disk => "disk",
        Stop::Effort => "effort",
    }
}

/// Why there is no solution, in a word or two.
pub fn unsolvable(why: &Proof) -> &'static str {
    match why {
        Proof::Exhausted { .. } => "exhausted",
        Proof::NoArrangement => "no-arrangement",
        Proof::OutOfReach => "out-of-reach",
        Proof::Parity(_) => "parity",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_that_overflowed_is_marked_as_at_least() {
        let written = |solutions: Option<u128>| {
            let game = Game::from(crate::library::puzzle("knuth_style5_distinct").unwrap());
            let answer = crate::Solver::new(&game).solve().unwrap();
            let convention = Convention::Letters;
            let question =
                Question { name: "", game: &game, style: Style::MOVE, convention, tie_break: None };
            let solution = Solution::new(&question, &answer);
            serde_json::to_string(&Solution { solutions, ..solution }).unwrap()
        };
        assert!(!written(None).contains("solutions"));
        assert!(written(Some(7)).contains(r#""solutions":7,"expanded""#), "{}", written(Some(7)));
        let most = format!(r#""solutions":{},"solutions_at_least":true,"expanded""#, u128::MAX);
        assert!(written(Some(u128::MAX)).contains(&most), "{}", written(Some(u128::MAX)));
    }
}
