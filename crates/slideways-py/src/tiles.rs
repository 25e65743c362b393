//! Tile positions in bulk: arrays of positions go in and out as bytes, one byte per cell.

use crate::errors::{unfit, unsolved};
use crate::puzzle::{stopped, style};
use crate::read::{board, goal_for, read_size};
use crate::store::tables;
use crate::watch::Options;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use slideways::Space;
use slideways::format::tiles::path::Convention;
use slideways::library::sets;
use slideways::outcome::Outcome;
use slideways::sample::{Sampler, Way};
use slideways::solver::batch::Batch;
use slideways::solver::heuristic::{Estimator, Heuristic, NoHeuristic};
use slideways::solver::{Answer, SolveError, Solver, Want};
use slideways::style::Style;
use slideways::tiles::random::{Random, position};
use slideways::tiles::{Board, Goal, Position, Size};
use slideways::watch::{Event, Progress, Watch};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The solution of each position, if it has one.
type Paths = Vec<Option<String>>;

/// The distance that stands for "no solution".
const NONE: i16 = -1;

/// The boards of an array.
fn boards(tiles: &[u8], size: Size) -> PyResult<Vec<Board>> {
    let cells = size.cells();
    if !tiles.len().is_multiple_of(cells) {
        return Err(unfit(format!("{} cells are not a number of boards of {size}", tiles.len()), None));
    }
    tiles.chunks(cells).enumerate().map(|(row, tiles)| board(tiles, size, row)).collect()
}

/// Boards as bytes.
fn bytes<'p>(py: Python<'p>, boards: &[Board]) -> Bound<'p, PyBytes> {
    let tiles = boards.iter().flat_map(|board| board.tiles().iter().map(|tile| tile.0));
    PyBytes::new(py, &tiles.collect::<Vec<u8>>())
}

/// Numbers as bytes.
fn numbers<'p>(py: Python<'p>, all: &[i16]) -> Bound<'p, PyBytes> {
    PyBytes::new(py, &all.iter().flat_map(|number| number.to_ne_bytes()).collect::<Vec<u8>>())
}

/// What the batch has solved so far.
struct Solved {
    distances: Vec<i16>,
    paths: Paths,
    failure: Option<Failed>,
}

/// Why the batch ended early.
enum Failed {
    Error(SolveError),
    Stopped { row: usize, by: slideways::outcome::Stop, bound: u32 },
}

impl Solved {
    fn take(&mut self, answer: Result<Answer, SolveError>, paths: bool) -> ControlFlow<()> {
        let row = self.distances.len();
        match answer.map(|answer| answer.outcome) {
            Ok(Outcome::Solved(solution)) => {
                self.distances.push(i16::try_from(solution.len()).unwrap_or(i16::MAX));
                self.paths.push(paths.then(|| solution.line_in(Convention::Letters)));
                ControlFlow::Continue(())
            }
            Ok(Outcome::Unsolvable(_)) => {
                self.distances.push(NONE);
                self.paths.push(None);
                ControlFlow::Continue(())
            }
            Ok(Outcome::Bounded { lower: bound, by, .. } | Outcome::Stopped { lower: bound, by }) => {
                self.failure = Some(Failed::Stopped { row, by, bound });
                ControlFlow::Break(())
            }
            Err(why) => {
                self.failure = Some(Failed::Error(why));
                ControlFlow::Break(())
            }
        }
    }
}

/// Asks whether another thread has seen a reason to stop.
struct Halted<'h>(&'h AtomicBool);

impl Watch for Halted<'_> {
    fn stop(&mut self) -> bool {
        self.0.load(Relaxed)
    }
}

/// Solve positions as the command line does: the easy ones at the same time, the hard ones in turn.
#[pyfunction]
#[pyo3(name = "_tiles_solve")]
#[expect(clippy::too_many_arguments, reason = "only the Python files call it")]
pub fn tiles_solve<'p>(
    py: Python<'p>,
    tiles: &[u8],
    size: &str,
    goal: Option<&str>,
    style_name: Option<&str>,
    paths: bool,
    threads: Option<usize>,
    memory: Option<u64>,
    time: Option<f64>,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<(Bound<'p, PyBytes>, Option<Paths>)> {
    let size = read_size(size)?;
    let (goal, style) = (goal_for(goal, size)?, style(style_name, Style::STEP)?);
    let with_goal = |board| Position::new(board, goal.clone()).expect("the goal is for boards of this size");
    let positions: Vec<Position> = boards(tiles, size)?.into_iter().map(with_goal).collect();
    let options = Options::new(threads, memory, time, progress)?;
    let solved = options.run(py, move |watch, limits| {
        let solver =
            |position: &Position, limits| Solver::new(position).style(style).limits(limits).tables(tables());
        let mut solved = Solved { distances: vec![], paths: vec![], failure: None };
        // Tables come before the slices of time of the batch.
        if let Some(first) = positions.first() {
            let answer = solver(first, limits).watch(watch).solve();
            if solved.take(answer, paths).is_break() {
                return solved;
            }
        }
        let (batch, halt) = (Batch::new(limits), AtomicBool::new(false));
        let attempt = |position: &Position| {
            batch.attempt(|limits| solver(position, limits), Want::One, &mut Halted(&halt))
        };
        batch.run(positions.get(1..).unwrap_or_default(), attempt, |position, easy| {
            let done = solved.distances.len() as u64;
            watch.event(Event::Progress(&Progress {
                parts: (done, positions.len() as u64),
                ..Progress::default()
            }));
            if watch.stop() {
                halt.store(true, Relaxed);
                return ControlFlow::Break(());
            }
            let answer = match easy {
                Ok(answer) => Ok(answer),
                Err(spent) => solver(position, batch.limits().after(spent)).watch(watch).solve(),
            };
            solved.take(answer, paths)
        });
        solved
    })?;
    match solved.failure {
        None => Ok((numbers(py, &solved.distances), paths.then_some(solved.paths))),
        Some(Failed::Error(why)) => Err(unsolved(&why)),
        Some(Failed::Stopped { row, by, bound }) => {
            let error = stopped(py, by, Some(bound));
            error.value(py).setattr("row", row)?;
            Err(error)
        }
    }
}

/// Positions at an exact distance, how they were drawn, and whether uniformly.
#[pyfunction]
#[pyo3(name = "_tiles_sample")]
#[expect(clippy::too_many_arguments, reason = "only the Python files call it")]
pub fn tiles_sample<'p>(
    py: Python<'p>,
    size: &str,
    goal: Option<&str>,
    style_name: Option<&str>,
    distance: u32,
    n: usize,
    seed: u64,
    threads: Option<usize>,
    memory: Option<u64>,
    time: Option<f64>,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<(Bound<'p, PyBytes>, &'static str, bool, Option<u64>)> {
    let size = read_size(size)?;
    let (goal, style) = (goal_for(goal, size)?, style(style_name, Style::STEP)?);
    let start = Position::new(goal.some_board(), goal).expect("the goal is for boards of this size");
    let options = Options::new(threads, memory, time, progress)?;
    let sample = options.run(py, move |watch, limits| {
        let sampler = Sampler::new(&start, distance).number(n).seed(seed).style(style).limits(limits);
        sampler.tables(tables()).watch(watch).draw()
    })?;
    let sample = sample.map_err(|why| unsolved(&why))?;
    if let Some(by) = sample.stop {
        return Err(stopped(py, by, None));
    }
    let layer = match sample.way {
        Way::Layer { states } => states,
        Way::Nothing { .. } => Some(0),
        _ => None,
    };
    Ok((bytes(py, &sample.boards), sample.way.name(), sample.way.is_uniform(), layer))
}

/// Random positions that can be solved, all equally likely.
#[pyfunction]
#[pyo3(name = "_tiles_random")]
pub fn tiles_random<'p>(
    py: Python<'p>,
    size: &str,
    goal: Option<&str>,
    n: usize,
    seed: u64,
) -> PyResult<Bound<'p, PyBytes>> {
    let size = read_size(size)?;
    let goal = goal_for(goal, size)?;
    let mut random = Random::new(seed);
    let mut boards = vec![];
    for number in 0..n {
        boards.push(position(&goal, &mut random));
        if number % 65_536 == 0 {
            py.check_signals()?;
        }
    }
    Ok(bytes(py, &boards))
}

/// The number of positions at each distance from the goal.
#[pyfunction]
#[pyo3(name = "_tiles_layers")]
#[expect(clippy::too_many_arguments, reason = "only the Python files call it")]
pub fn tiles_layers(
    py: Python,
    size: &str,
    goal: Option<&str>,
    style_name: Option<&str>,
    threads: Option<usize>,
    memory: Option<u64>,
    time: Option<f64>,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<Vec<u64>> {
    let size = read_size(size)?;
    let (goal, style) = (goal_for(goal, size)?, style(style_name, Style::STEP)?);
    let Some(board) = goal.full() else {
        return Err(unfit("the goal leaves cells open, but distances need a full goal", None));
    };
    let start = Position::new(board, goal).expect("the goal is for boards of this size");
    let options = Options::new(threads, memory, time, progress)?;
    let space = options
        .run(py, move |watch, limits| Space::of(&start).style(style).limits(limits).watch(watch).build())?;
    let space = space.map_err(|why| unsolved(&why))?;
    match space.stop() {
        None => Ok(space.layers().sizes.clone()),
        Some(by) => Err(stopped(py, by, None)),
    }
}

/// The names of the heuristics of boards of a size, the weakest first.
#[pyfunction]
#[pyo3(name = "_tiles_heuristics")]
pub fn tiles_heuristics(size: &str) -> PyResult<Vec<String>> {
    let size = read_size(size)?;
    Ok(Heuristic::ALL.iter().filter_map(|known| known.name(size)).collect())
}

/// The values of a heuristic; -1 for positions that cannot be solved.
#[pyfunction]
#[pyo3(name = "_tiles_heuristic")]
#[expect(clippy::too_many_arguments, reason = "only the Python files call it")]
pub fn tiles_heuristic<'p>(
    py: Python<'p>,
    tiles: &[u8],
    size: &str,
    goal: Option<&str>,
    name: &str,
    threads: Option<usize>,
    memory: Option<u64>,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<Bound<'p, PyBytes>> {
    let size = read_size(size)?;
    let goal: Goal = goal_for(goal, size)?;
    let refused = |why: NoHeuristic| match why {
        NoHeuristic::Stopped(by) => stopped(py, by, None),
        why => unfit(why, None),
    };
    let heuristic = Heuristic::named(name, size).map_err(refused)?;
    let boards = boards(tiles, size)?;
    let options = Options::new(threads, memory, None, progress)?;
    let values = options.run(py, move |watch, limits| -> Result<Vec<i16>, NoHeuristic> {
        let estimator = Estimator::new(heuristic, &goal, tables(), &limits, watch)?;
        let mut values = Vec::with_capacity(boards.len());
        for (row, board) in boards.iter().enumerate() {
            values.push(estimator.bound(board).map_or(NONE, |bound| bound as i16));
            if row % 4096 == 0 && watch.stop() {
                break;
            }
        }
        Ok(values)
    })?;
    Ok(numbers(py, &values.map_err(refused)?))
}

/// A set of positions with known optima, such as Korf's hundred.
#[pyfunction]
#[pyo3(name = "_tiles_set")]
pub fn tiles_set<'p>(py: Python<'p>, name: &str) -> PyResult<Bound<'p, PyDict>> {
    let Some(set) = sets::find(name) else {
        let known: Vec<&str> = sets::names().collect();
        let help = format!("the sets are {}", known.join(", "));
        return Err(unfit(
            format!("there is no set `{}`", name.chars().take(80).collect::<String>()),
            Some(help),
        ));
    };
    let size = set.goal.size();
    let boards: Vec<Board> = set.instances.iter().map(|known| known.board.clone()).collect();
    let optimum: Vec<i16> = set.instances.iter().map(|known| known.moves as i16).collect();
    let solutions: Vec<Option<u128>> = set.instances.iter().map(|known| known.solutions).collect();
    let fields = PyDict::new(py);
    fields.set_item("name", set.name)?;
    fields.set_item("title", set.title)?;
    fields.set_item("goal", slideways::format::tiles::print_goal(&set.goal))?;
    fields.set_item("sources", &set.sources)?;
    fields.set_item("size", (size.rows(), size.cols()))?;
    fields.set_item("positions", bytes(py, &boards))?;
    fields.set_item("optimum", numbers(py, &optimum))?;
    fields.set_item("solutions", solutions)?;
    Ok(fields)
}
