//! Survey of a component: the distance of its arrangements from the start, and from the nearest goal.
//!
//! Moves are reversible, so the distance to the nearest goal is the distance from it, and one multi-source
//! search from all goal states finds it for every state. The search from the start collects those goal
//! states: a component is connected, so the search from its goals reaches all of it and nothing else. The
//! *hardest starts* are the last layer of that second search.
//!
//! ```
//! use slideways::engine::explore::survey::{SurveyOptions, walk};
//! use slideways::outcome::Limits;
//! use slideways::engine::search::control::Control;
//! use slideways::{Style, library};
//!
//! let klotski = library::puzzle("klotski").unwrap();
//! let options = SurveyOptions { farthest: 1, hardest: Some(1), graph: None };
//! let mut watch = ();
//! let (found, _) = walk(&klotski, Style::MOVE, options, &mut Control::new(Limits::default(), &mut watch))?;
//! assert_eq!(found.from_start.radius(), 124);
//! let to_goal = found.to_goal.unwrap();
//! assert_eq!((to_goal.sizes[0], to_goal.radius()), (964, 93)); // 964 goals; the hardest start is at 93
//! # Ok::<(), slideways::solver::SolveError>(())
//! ```

use super::component::Component;
use super::flood::{Layer, Spread, spread};
use super::numbering::Numbering;
use crate::check::{self, NotASolution};
use crate::engine::blocks::compiled::{self, Compiled, Query, Where};
use crate::engine::search::State;
use crate::engine::search::control::Control;
use crate::engine::search::path::walk_back;
use crate::outcome::{Cost, LayerTable, Stop};
use crate::puzzle::{Arrangement, Puzzle};
use crate::solver::SolveError;
use crate::style::Style;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// What to find besides the layers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SurveyOptions {
    /// At most this many of the arrangements farthest from the start.
    pub farthest: usize,
    /// The distances to the nearest goal, and at most this many of the hardest starts.
    pub hardest: Option<usize>,
    /// The graph, if it has at most this many arrangements.
    pub graph: Option<u64>,
}

/// What is known about the component of a puzzle's start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The arrangements at each distance from the start.
    pub from_start: LayerTable,
    /// Some arrangements of the last layer, each replayed by the plain rule; the same in every run. None if
    /// the search was stopped, since the last layer is then unknown.
    pub farthest: Vec<Arrangement>,
    /// The number of arrangements at each distance from the nearest goal, starting with the goals themselves;
    /// empty if the component has no goal, so that no arrangement in it can be solved. Present only if
    /// requested and if the search from the start was complete.
    pub to_goal: Option<LayerTable>,
    /// Some arrangements of the last of those layers, each with a solution that was replayed by the plain
    /// rule.
    pub hardest: Vec<Arrangement>,
    /// The total cost.
    pub cost: Cost,
}

impl Survey {
    /// What stopped the survey, if anything did.
    pub fn stop(&self) -> Option<Stop> {
        self.from_start.stop.or(self.to_goal.as_ref().and_then(|table| table.stop))
    }
}

/// Why there is no graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoGraph {
    /// It was not requested.
    #[error("the graph was not requested")]
    NotAsked,
    /// The component has more arrangements than allowed.
    #[error("there are more than {most} arrangements")]
    TooMany {
        /// The limit.
        most: u64,
    },
    /// A limit or the caller stopped the search.
    #[error("stopped")]
    Stopped(Stop),
    /// Tile positions are counted, not stored one by one.
    #[error("tile positions are counted, not stored as a graph")]
    Tiles,
    /// Layers on disk are counted; a graph must fit into memory.
    #[error("layers on disk are counted, not stored as a graph")]
    OnDisk,
}

/// The graph of a component, or why there is none.
pub type Known = Result<Component, NoGraph>;

/// Compile a puzzle, traverse its component once, and return its layers and what the options request.
pub fn walk(
    puzzle: &Puzzle,
    style: Style,
    options: SurveyOptions,
    control: &mut Control,
) -> Result<(Survey, Known), SolveError> {
    let memory = control.memory();
    compiled::with_compiled(puzzle, style, Where::Reachable, memory, Surveying { options, control })?
}

struct Surveying<'c, 'w> {
    options: SurveyOptions,
    control: &'c mut Control<'w>,
}

/// The states found so far, numbered, as long as there are few enough.
struct Gathered<const N: usize> {
    known: Result<(Numbering<N>, Vec<u32>), NoGraph>,
    most: u64,
}

impl<const N: usize> Gathered<N> {
    fn new(graph: Option<u64>) -> Gathered<N> {
        let most = graph.unwrap_or(0).min(Numbering::<N>::MOST as u64);
        let known = if graph.is_some() { Ok((Numbering::default(), vec![])) } else { Err(NoGraph::NotAsked) };
        Gathered { known, most }
    }

    /// Number the states of a layer, or drop all numbers if there are too many states.
    fn add(&mut self, layer: &dyn Layer<N>, control: &mut Control) {
        let Ok((numbering, from_start)) = &mut self.known else { return };
        let before = numbering.bytes();
        let too_many = numbering.states().len() as u64 + layer.size() > self.most;
        if !too_many {
            layer.each(&mut |state| {
                numbering.add(*state);
                ControlFlow::Continue(())
            });
            from_start.resize(numbering.states().len(), layer.distance());
        }
        let grown = control.hold(numbering.bytes() - before);
        if too_many || grown.is_err() {
            control.release(if grown.is_ok() { numbering.bytes() } else { before });
            let why = match grown {
                Ok(()) => NoGraph::TooMany { most: self.most },
                Err(by) => NoGraph::Stopped(by),
            };
            self.known = Err(why);
        }
    }
}

impl Query for Surveying<'_, '_> {
    type Answer = Result<(Survey, Known), SolveError>;

    fn run<const N: usize>(self, compiled: Arc<dyn Compiled<N>>) -> Self::Answer {
        let Surveying { options, control } = self;
        let mut survey = Survey {
            from_start: LayerTable { sizes: vec![], stop: None, cost: Cost::default() },
            farthest: vec![],
            to_goal: None,
            hardest: vec![],
            cost: Cost::default(),
        };
        if let Err(by) = control.hold(compiled.bytes()) {
            survey.from_start.stop = Some(by);
            return Ok((survey, Err(NoGraph::Stopped(by))));
        }
        let mut gathered = Gathered::new(options.graph);
        let goals = from_start(&*compiled, options, control, &mut survey, &mut gathered)?;
        if let Some(by) = survey.from_start.stop {
            survey.cost = control.cost;
            return Ok((survey, Err(NoGraph::Stopped(by))));
        }
        let known = gathered.known.and_then(|(numbering, from_start)| {
            Component::new(compiled.clone(), numbering, from_start, control).map_err(NoGraph::Stopped)
        });
        // Goals are not counted as states again.
        let states = control.cost.states;
        match (options.hardest, &known) {
            (Some(most), Ok(component)) => {
                let sizes = component.layers_to_goal();
                survey.to_goal = Some(LayerTable { sizes, stop: None, cost: control.cost });
                survey.hardest = component.hardest(most)?;
            }
            (Some(most), Err(_)) => to_goals(&*compiled, goals, most, control, &mut survey)?,
            (None, _) => {}
        }
        control.cost.states = states;
        survey.cost = control.cost;
        Ok((survey, known))
    }
}

/// Search from the start. Returns the goals found, if the options need them.
fn from_start<const N: usize>(
    compiled: &dyn Compiled<N>,
    options: SurveyOptions,
    control: &mut Control,
    survey: &mut Survey,
    gathered: &mut Gathered<N>,
) -> Result<Vec<State<N>>, NotASolution> {
    let mut goals: Vec<State<N>> = vec![];
    let start = compiled.start();
    let found = spread(compiled, [start], true, control, &mut |layer, control| {
        gathered.add(layer, control);
        if options.hardest.is_none() {
            return Ok(());
        }
        let before = goals.capacity();
        layer.each(&mut |state| {
            goals.extend(Some(state).filter(|state| compiled.is_goal(state)));
            ControlFlow::Continue(())
        });
        control.hold(((goals.capacity() - before) * size_of::<State<N>>()) as u64)
    });
    if found.stop.is_none() {
        let puzzle = compiled.puzzle();
        let replayed = shown(compiled, &found, options.farthest, control, |path, control| {
            let from = match path[0] == start {
                true => puzzle.start().clone(),
                false => arrangement(puzzle, compiled, &path[0]),
            };
            let moves = compiled.moves(&from, &path, control)?;
            Ok(check::replay_from(puzzle, &from, &moves, compiled.style()).map(|mut along| along.pop()))
        });
        survey.farthest = replayed?.into_iter().flatten().collect();
    }
    survey.from_start = LayerTable { sizes: found.sizes, stop: found.stop, cost: control.cost };
    Ok(goals)
}

/// Search from the goals.
fn to_goals<const N: usize>(
    compiled: &dyn Compiled<N>,
    goals: Vec<State<N>>,
    most: usize,
    control: &mut Control,
    survey: &mut Survey,
) -> Result<(), NotASolution> {
    if goals.is_empty() {
        survey.to_goal = Some(LayerTable { sizes: vec![], stop: None, cost: control.cost });
        return Ok(());
    }
    let found = spread(compiled, goals, true, control, &mut |_, _| Ok(()));
    if found.stop.is_none() {
        let whole = found.store().is_some_and(|store| store.first() == 0);
        survey.hardest =
            shown(compiled, &found, most, control, |path, control| solved(compiled, path, whole, control))?;
    }
    survey.to_goal = Some(LayerTable { sizes: found.sizes, stop: found.stop, cost: control.cost });
    Ok(())
}

/// The first `most` states of the last layer, in the order of their packed states, each after its path was
/// checked. The path begins at the start of the search or, if that layer was dropped, at the oldest layer
/// stored.
fn shown<const N: usize, T>(
    compiled: &dyn Compiled<N>,
    found: &Spread<N>,
    most: usize,
    control: &mut Control,
    mut check: impl FnMut(Vec<State<N>>, &mut Control) -> Result<Result<T, NotASolution>, Stop>,
) -> Result<Vec<T>, NotASolution> {
    let (Some(store), radius) = (found.store(), found.radius()) else { return Ok(vec![]) };
    let mut first = BinaryHeap::new();
    for state in store.layer(radius) {
        if first.len() < most {
            first.push(*state);
        } else if first.peek().is_some_and(|largest| state < largest) {
            first.pop();
            first.push(*state);
        }
    }
    let mut shown = vec![];
    for state in first.into_sorted_vec() {
        let path = walk_back(compiled, store, state, radius, control);
        match path.and_then(|path| check(path, control)) {
            Ok(checked) => shown.push(checked?),
            // On stop, return what has been verified so far.
            Err(_) => break,
        }
    }
    Ok(shown)
}

/// The arrangement at the end of a path from a goal, after the way back was replayed by the plain rule. If
/// `whole` is false, the layer of the goals was dropped, and the path begins at a later one.
pub(super) fn solved<const N: usize>(
    compiled: &dyn Compiled<N>,
    mut path: Vec<State<N>>,
    whole: bool,
    control: &mut Control,
) -> Result<Result<Arrangement, NotASolution>, Stop> {
    let puzzle = compiled.puzzle();
    path.reverse();
    let from = arrangement(puzzle, compiled, &path[0]);
    let moves = compiled.moves(&from, &path, control)?;
    let along = check::replay_from(puzzle, &from, &moves, compiled.style());
    Ok(along.and_then(|along| {
        let wrong = whole && !puzzle.is_solved(&along[moves.len()]);
        if wrong { Err(NotASolution::NotAtGoal) } else { Ok(from) }
    }))
}

/// The arrangement of a state, with the pieces of one kind in reading order.
pub(super) fn arrangement<const N: usize>(
    puzzle: &Puzzle,
    compiled: &dyn Compiled<N>,
    state: &State<N>,
) -> Arrangement {
    puzzle.arrangement(&compiled.places(state)).expect("a state has all the pieces")
}
