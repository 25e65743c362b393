//! The measures of a puzzle that expressions can name, and their values.

use crate::engine::design::annealing::wanted::Facts;
use crate::engine::explore::component::Component;
use crate::engine::explore::survey::{self, SurveyOptions};
use crate::engine::rate::precedence::precedence;
use crate::engine::rate::shortest::{Distances, ShortestPaths};
use crate::engine::rate::unmoved::unmoved;
use crate::engine::rate::wrong_moves;
use crate::engine::search::control::Control;
use crate::outcome::{Limits, Outcome};
use crate::puzzle::Puzzle;
use crate::rate::{random_walk, rises};
use crate::solver::{Solution, Solver};
use crate::style::Style;
use std::collections::{BTreeMap, BTreeSet};

/// A number that says something about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// The number of pieces.
    Pieces,
    /// The number of cells that are empty.
    Holes,
    /// The number of walls that the search has put into the box.
    Walls,
    /// The number of cells that are not blocked.
    Cells,
    /// The number of moves of a shortest solution.
    Moves,
    /// The number of states that the start can reach.
    States,
    /// The number of goals among them.
    GoalStates,
    /// The number of shortest solutions.
    Solutions,
    /// The number of counter-intuitive moves: the least over all shortest solutions.
    CounterIntuitive,
    /// The longest chain of moves that must come one after the other.
    Chain,
    /// The widest antichain of moves.
    Antichain,
    /// The number of states, other than both ends, that all shortest solutions visit.
    Forced,
    /// The mean cost of a wrong move; 0 if there is none.
    WrongMean,
    /// The highest cost of a wrong move.
    WrongWorst,
    /// The expected length of a random walk to a goal.
    RandomWalk,
    /// The number of pieces that never move.
    Fixed,
    /// The number of pieces that no shortest solution moves.
    Idle,
    /// The number of moves that lead the goal pieces away from their places.
    MovesBack,
    /// The number of moves in another style.
    Length(Style),
}

impl Measure {
    /// All measures and their names, which are those of the fields of `rate --json`.
    pub fn all() -> Vec<(&'static str, Measure)> {
        let named = [
            ("pieces", Measure::Pieces),
            ("holes", Measure::Holes),
            ("walls", Measure::Walls),
            ("cells", Measure::Cells),
            ("moves", Measure::Moves),
            ("states", Measure::States),
            ("goal_states", Measure::GoalStates),
            ("solutions", Measure::Solutions),
            ("counter_intuitive", Measure::CounterIntuitive),
            ("chain", Measure::Chain),
            ("antichain", Measure::Antichain),
            ("forced", Measure::Forced),
            ("wrong_moves.mean", Measure::WrongMean),
            ("wrong_moves.worst", Measure::WrongWorst),
            ("random_walk", Measure::RandomWalk),
            ("fixed", Measure::Fixed),
            ("idle", Measure::Idle),
            ("moves_back", Measure::MovesBack),
        ];
        let styles = ["step", "slide", "move", "set_step", "set_slide", "set_move"];
        let lengths = styles.into_iter().zip(Style::ALL).map(|(name, style)| (name, Measure::Length(style)));
        named.into_iter().chain(lengths).collect()
    }

    /// The measure with a name.
    pub fn named(name: &str) -> Option<Measure> {
        Measure::all().into_iter().find(|(other, _)| *other == name).map(|(_, measure)| measure)
    }

    /// The value, if the search for puzzles knows it anyway.
    pub(super) fn of(self, facts: &Facts) -> Option<f64> {
        Some(match self {
            Measure::Pieces => facts.pieces.into(),
            Measure::Holes => facts.holes.into(),
            Measure::Walls => facts.walls.into(),
            Measure::Cells => facts.cells.into(),
            Measure::Moves => facts.moves.into(),
            Measure::States => facts.states as f64,
            Measure::GoalStates => facts.goal_states as f64,
            _ => return None,
        })
    }

    /// Whether the search for puzzles knows the value anyway.
    pub(super) fn is_quick(self) -> bool {
        self <= Measure::GoalStates
    }
}

/// The values of some measures; those that cannot be found within the memory limit are missing.
pub(super) fn measured(
    (puzzle, style): (&Puzzle, Style),
    facts: &Facts,
    wanted: &BTreeSet<Measure>,
    memory: u64,
) -> BTreeMap<Measure, f64> {
    let mut values: BTreeMap<Measure, f64> =
        wanted.iter().filter_map(|&measure| Some((measure, measure.of(facts)?))).collect();
    let (limits, mut watch) = (Limits::new().memory(memory), ());
    let solved = |style: Style| -> Option<Solution> {
        match Solver::new(puzzle).style(style).limits(limits).solve().ok()?.outcome {
            Outcome::Solved(solution) => Some(solution),
            _ => None,
        }
    };
    for &measure in wanted {
        if let Measure::Length(style) = measure
            && let Some(solution) = solved(style)
        {
            values.insert(measure, solution.len() as f64);
        }
    }
    let mut control = Control::new(limits, &mut watch);
    if wanted.contains(&Measure::Chain) || wanted.contains(&Measure::Antichain) {
        let order = solved(style).and_then(|solution| {
            precedence(puzzle, solution.arrangements(), solution.block_moves(), &mut control).ok()
        });
        if let Some(order) = order {
            values
                .extend([(Measure::Chain, order.chain.into()), (Measure::Antichain, order.antichain.into())]);
        }
    }
    let is_of_graph = |measure: &Measure| {
        !measure.is_quick() && !matches!(measure, Measure::Chain | Measure::Antichain | Measure::Length(_))
    };
    if wanted.iter().any(is_of_graph) {
        let options = SurveyOptions { graph: Some(u64::MAX), ..SurveyOptions::default() };
        if let Ok((_, Ok(component))) = survey::walk(puzzle, style, options, &mut control) {
            of_graph(&component, wanted, &mut control, &mut values);
        }
    }
    values
}

/// The measures that need the graph.
fn of_graph(
    component: &Component,
    wanted: &BTreeSet<Measure>,
    control: &mut Control,
    values: &mut BTreeMap<Measure, f64>,
) -> Option<()> {
    let graph = Distances {
        links: component.links(),
        from_start: component.from_start(),
        to_goal: component.to_goal(),
    };
    let paths = ShortestPaths::new(graph, control).ok()??;
    let number = |pieces: Vec<usize>| pieces.len() as f64;
    for &measure in wanted {
        let value = match measure {
            Measure::Solutions => paths.solutions(control).map(|number| number as f64),
            Measure::CounterIntuitive => rises(component, &paths, control).map(|(greedy, _)| greedy.into()),
            Measure::MovesBack => rises(component, &paths, control).map(|(_, plain)| plain.into()),
            Measure::Forced => Ok(paths.forced().len() as f64),
            Measure::WrongMean => {
                wrong_moves::costs(&paths, control).map(|wrong| wrong.mean().unwrap_or(0.0))
            }
            Measure::WrongWorst => wrong_moves::costs(&paths, control).map(|wrong| wrong.worst.into()),
            Measure::RandomWalk => {
                random_walk(graph, component.states() as u64, 1, control).map(|walk| walk.moves())
            }
            Measure::Fixed => unmoved(component, 0..component.states() as u32, control).map(number),
            Measure::Idle => unmoved(component, paths.states().iter().copied(), control).map(number),
            _ => continue,
        };
        if let Ok(value) = value {
            values.insert(measure, value);
        }
    }
    Some(())
}
