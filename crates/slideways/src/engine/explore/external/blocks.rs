//! Block puzzles on disk: the component of the start, the hardest starts in it, and shortest solutions.
//!
//! The search from the start stores the goals it finds in files. They are layer 0 of a second search, in a
//! folder inside that of the first: moves are reversible, so the distance from the nearest goal is the
//! distance to it, and the last layer holds the hardest starts. Both searches can be resumed.
//!
//! ```text
//! layers/           layer-….run  the last two layers from the start
//!                   goals-….run  the goals of all layers
//! layers/to-goal/   layer-….run  all layers from the goals
//! ```
//!
//! The second search keeps its layers, so that each hardest start is checked: a walk back through them gives
//! a solution with as many moves as its layer says, and the plain rule replays it. That no solution is
//! shorter follows from the layers. Both searches must find the same number of states.

use super::{DiskSearch, Far, Until};
use crate::check;
use crate::engine::blocks::compiled::{Compiled, Query};
use crate::engine::disk::folder::Folder;
use crate::engine::disk::job::{Job, Sources};
use crate::engine::disk::manifest::Manifest;
use crate::engine::disk::{DiskConfig, DiskError, End, ExternalBfs, PARTITIONS};
use crate::engine::explore::survey::arrangement;
use crate::engine::search::State;
use crate::engine::search::control::Control;
use crate::outcome::{Cost, LayerTable, Stop};
use crate::puzzle::Arrangement;
use crate::puzzle::rule::Move;
use crate::solver::SolveError;
use std::sync::Arc;

/// The folder of the search from the goals, inside that of the search from the start.
const TO_GOAL: &str = "to-goal";

/// Explores a component.
pub struct Exploring<'c, 'w> {
    pub search: DiskSearch<'c>,
    pub control: &'c mut Control<'w>,
}

impl Query for Exploring<'_, '_> {
    type Answer = Result<Far<Arrangement>, SolveError>;

    fn run<const N: usize>(self, compiled: Arc<dyn Compiled<N>>) -> Self::Answer {
        let Exploring { search: disk, control } = self;
        let mut config = config(&disk, "space", &*compiled);
        config.goals = disk.hardest.is_some();
        let second = disk.hardest.map(|most| (to_goal_config(&config, &*compiled), most));
        if let Some((second, _)) = &second {
            refuse_early::<N>(&config, second)?;
        }
        if let Err(by) = control.hold(compiled.bytes()) {
            return Ok(Far::new(&Manifest::new(&config.subject, (N, PARTITIONS)), Some(by), control));
        }
        let (search, stop) = disk.run(job(&compiled), &config, Until::End, control)?;
        let mut found = Far::new(&search.manifest, stop, control);
        if stop.is_some() {
            return Ok(found);
        }
        for state in search.last(disk.farthest)? {
            // On stop, return what has been verified so far.
            let Ok((_, end)) = replay(&*compiled, &search, state, control)? else { break };
            found.farthest.push(end);
        }
        if let Some((second, most)) = second {
            let sources = Sources::Goals { folder: config.folder, manifest: Box::new(search.manifest) };
            let job = Job { sources, ..job(&compiled) };
            to_goal(&disk, &compiled, job, &second, most, &mut found, control)?;
        }
        Ok(found)
    }
}

/// Searches from the goals, and adds the result to what is known from the first search.
fn to_goal<const N: usize>(
    disk: &DiskSearch,
    compiled: &Arc<dyn Compiled<N>>,
    job: Job<N>,
    config: &DiskConfig,
    most: usize,
    found: &mut Far<Arrangement>,
    control: &mut Control,
) -> Result<(), SolveError> {
    if found.goals.iter().all(|&goals| goals == 0) {
        found.to_goal = Some(LayerTable { sizes: vec![], stop: None, cost: control.cost });
        return Ok(());
    }
    let first = control.cost;
    let (search, stop) = disk.run(job, config, Until::End, control)?;
    let mut second: Far<Arrangement> = Far::new(&search.manifest, stop, control);
    if second.table.sizes.is_empty() {
        // It was stopped while it read the goals, which are layer 0.
        second.table.sizes.push(found.goals.iter().sum());
    }
    found.written += second.written;
    found.time += second.time;
    if stop.is_none() {
        let (states, expected) = (search.manifest.states(), found.table.states());
        if (states, second.table.sizes[0]) != (expected, found.goals.iter().sum()) {
            let what = format!("it has {states} states, but the start can reach {expected}");
            return Err(DiskError::damaged(&config.folder, what).into());
        }
        for state in search.last(most)? {
            // On stop, return what has been verified so far.
            let Ok(start) = solve_back(&**compiled, &search, state, control)? else { break };
            found.hardest.push(start);
        }
    }
    // Every state was found twice, and is counted once.
    let Cost { expanded, generated, .. } = control.cost;
    control.cost.states = first.states;
    control.cost.expanded = first.expanded + expanded;
    control.cost.generated = first.generated + generated;
    found.table.cost = control.cost;
    found.to_goal = Some(LayerTable { cost: control.cost, ..second.table });
    Ok(())
}

/// Finds a shortest solution.
pub struct Solving<'c, 'w> {
    pub search: DiskSearch<'c>,
    pub control: &'c mut Control<'w>,
}

impl Query for Solving<'_, '_> {
    type Answer = Result<Far<Arrangement>, SolveError>;

    fn run<const N: usize>(self, compiled: Arc<dyn Compiled<N>>) -> Self::Answer {
        let Solving { search: disk, control } = self;
        // All layers are kept, so that the path can be reconstructed.
        let config = DiskConfig { keep: true, ..config(&disk, "shortest solution", &*compiled) };
        if let Err(by) = control.hold(compiled.bytes()) {
            return Ok(Far::new(&Manifest::new(&config.subject, (N, PARTITIONS)), Some(by), control));
        }
        let (search, stop) = disk.run(job(&compiled), &config, Until::Goal, control)?;
        let mut found = Far::new(&search.manifest, stop, control);
        if stop.is_none()
            && let Some(goal) = search.goal()?
        {
            match replay(&*compiled, &search, goal, control)? {
                Ok((moves, _)) => found.solution = Some(moves),
                Err(by) => found.table.stop = Some(by),
            }
        }
        Ok(found)
    }
}

/// The config of a search from the start.
fn config<const N: usize>(disk: &DiskSearch, what: &str, compiled: &dyn Compiled<N>) -> DiskConfig {
    let puzzle = crate::format::sliding::print(compiled.puzzle());
    let subject = format!("{what} in style {} of {puzzle}", compiled.style());
    disk.config(subject, compiled.first_bits())
}

/// The config of the search from the goals that the search with config `first` stores.
fn to_goal_config<const N: usize>(first: &DiskConfig, compiled: &dyn Compiled<N>) -> DiskConfig {
    let puzzle = crate::format::sliding::print(compiled.puzzle());
    DiskConfig {
        folder: first.folder.join(TO_GOAL),
        subject: format!("distances to the goal in style {} of {puzzle}", compiled.style()),
        resume: true,
        goals: false,
        keep: true,
        upper: first.upper,
    }
}

/// A search from the start.
fn job<const N: usize>(compiled: &Arc<dyn Compiled<N>>) -> Job<N> {
    let goals = compiled.clone();
    Job {
        nodes: compiled.clone(),
        sources: Sources::States(vec![compiled.start()]),
        is_goal: Arc::new(move |state| goals.is_goal(state)),
    }
}

/// Refuse a second search that cannot run in its folder now, not after hours of the first.
fn refuse_early<const N: usize>(first: &DiskConfig, second: &DiskConfig) -> Result<(), DiskError> {
    let known = |config: &DiskConfig| {
        Folder::unmade(&config.folder).manifest(&Manifest::new(&config.subject, (N, PARTITIONS)))
    };
    match (known(first)?, known(second)?) {
        (None, Some(begun)) if !first.resume => {
            Err(DiskError::Begun { path: second.folder.clone(), layer: begun.depth() })
        }
        _ => Ok(()),
    }
}

/// What stopped a check, or else its result.
type Checked<T> = Result<Result<T, Stop>, SolveError>;

/// The moves from the oldest layer that is kept to a state of the last one, replayed by the plain rule, and
/// the arrangement they lead to.
fn replay<const N: usize>(
    compiled: &dyn Compiled<N>,
    search: &ExternalBfs<N>,
    state: State<N>,
    control: &mut Control,
) -> Checked<(Vec<Move>, Arrangement)> {
    let puzzle = compiled.puzzle();
    let path = match search.walk_back(state, control) {
        Ok(path) => path,
        Err(End::Stop(by)) => return Ok(Err(by)),
        Err(End::Failed(error)) => return Err(error.into()),
    };
    let from = match path[0] == compiled.start() {
        true => puzzle.start().clone(),
        false => arrangement(puzzle, compiled, &path[0]),
    };
    let played = play(compiled, &from, &path, control)?;
    match &played {
        Ok((_, end)) if compiled.is_goal(&state) && !puzzle.is_solved(end) => {
            Err(check::NotASolution::NotAtGoal.into())
        }
        _ => Ok(played),
    }
}

/// The arrangement of a state of the last layer from the goals, whose solution through all layers was
/// replayed by the plain rule.
fn solve_back<const N: usize>(
    compiled: &dyn Compiled<N>,
    search: &ExternalBfs<N>,
    state: State<N>,
    control: &mut Control,
) -> Checked<Arrangement> {
    let puzzle = compiled.puzzle();
    let path: Vec<State<N>> = match search.walk_back(state, control) {
        Ok(path) => path.into_iter().rev().collect(),
        Err(End::Stop(by)) => return Ok(Err(by)),
        Err(End::Failed(error)) => return Err(error.into()),
    };
    let from = arrangement(puzzle, compiled, &state);
    match play(compiled, &from, &path, control)? {
        Ok((_, end)) if !puzzle.is_solved(&end) => Err(check::NotASolution::NotAtGoal.into()),
        played => Ok(played.map(|_| from)),
    }
}

/// The moves along a path, replayed by the plain rule, and the arrangement they lead to.
fn play<const N: usize>(
    compiled: &dyn Compiled<N>,
    from: &Arrangement,
    path: &[State<N>],
    control: &mut Control,
) -> Checked<(Vec<Move>, Arrangement)> {
    let moves = match compiled.moves(from, path, control) {
        Ok(moves) => moves,
        Err(by) => return Ok(Err(by)),
    };
    let along = check::replay_from(compiled.puzzle(), from, &moves, compiled.style());
    let end = along.map_err(SolveError::from)?.pop().expect("it begins somewhere");
    Ok(Ok((moves, end)))
}
