//! Whole state spaces.

use crate::errors::{unexplored, unfit, unsolved};
use crate::picture::{self, Drawn};
use crate::puzzle::{Puzzle, json, stopped};
use crate::solution::Solution;
use crate::watch::Options;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use slideways::format::sliding;
use slideways::game::Game;
use slideways::outcome::Outcome;
use slideways::puzzle::Arrangement;
use slideways::show::json::space::{SpaceObject, ToGoal};
use slideways::show::plot::{self, Plot};
use slideways::space::{self, NEVER};
use slideways::style::Style;
use slideways::tiles::{Board, Goal};
use std::sync::Arc;

/// Everything that a start can reach, by the number of moves.
///
/// >>> import slideways as sw
/// >>> space = sw.puzzle("klotski").explore()
/// >>> space.states, space.radius, space.layers[:4]
/// (25955, 124, [1, 8, 10, 15])
/// >>> space.diameter().moves, space.to_goal[:3]
/// (145, [964, 30, 62])
#[pyclass(frozen, module = "slideways")]
pub struct Space {
    space: Arc<space::Space>,
    game: Arc<Game>,
    name: String,
    title: String,
    default_style: Style,
}

/// Something of a space that is not known, because something stopped it.
fn whole(py: Python, space: &space::Space) -> PyResult<()> {
    match space.stop() {
        None => Ok(()),
        Some(by) => Err(stopped(py, by, None)),
    }
}

impl Space {
    /// Search the space of a puzzle.
    pub fn explore(
        py: Python,
        puzzle: &Puzzle,
        style: Style,
        (graph, farthest, hardest): (u64, usize, usize),
        options: Options,
    ) -> PyResult<Space> {
        let game = puzzle.game.clone();
        let has_goal = match &*game {
            Game::Blocks(_) => true,
            Game::Tiles(position) => position.goal().full().is_some(),
        };
        let space = options.run(py, move |watch, limits| {
            let mut space = space::Space::of(&*game).style(style).limits(limits).farthest(farthest);
            if has_goal && hardest > 0 {
                space = space.hardest(hardest);
            }
            if matches!(&*game, Game::Blocks(_)) && graph > 0 {
                space = space.graph(graph);
            }
            space.watch(watch).build()
        })?;
        let space = Arc::new(space.map_err(|why| unsolved(&why))?);
        let Puzzle { game, name, title, default_style, .. } = puzzle;
        let (name, title) = (name.clone(), title.clone());
        Ok(Space { space, game: game.clone(), name, title, default_style: *default_style })
    }

    /// The puzzle with another start.
    fn at(&self, at: &Arrangement) -> Option<Puzzle> {
        let Game::Blocks(puzzle) = &*self.game else { return None };
        let puzzle = puzzle.with_start(at).expect("arrangements of the space fit the box");
        Some(Puzzle { default_style: self.default_style, ..Puzzle::of(puzzle.into()) })
    }

    /// The position of tiles on a board.
    fn board(&self, board: &Board) -> Option<Puzzle> {
        let puzzle = Puzzle { default_style: self.default_style, ..Puzzle::of((*self.game).clone()) };
        puzzle.with_board(board)
    }

    /// The arrangement of another puzzle in this space.
    fn arrangement(&self, other: &Puzzle) -> PyResult<Arrangement> {
        let (Game::Blocks(puzzle), Game::Blocks(other)) = (&*self.game, &*other.game) else {
            return Err(unfit(
                "only block puzzles have distances in a space",
                Some(
                    "`Puzzle.distance` solves a tile position, `Puzzle.blocks` makes a block puzzle of it"
                        .to_owned(),
                ),
            ));
        };
        let places = other.places(other.start());
        let is_same = puzzle.grid() == other.grid() && puzzle.kinds() == other.kinds();
        let at = puzzle.arrangement(&places).filter(|_| is_same);
        at.ok_or_else(|| unfit("the puzzle has another box or other pieces than this space", None))
    }

    fn solved(&self, at: &[Arrangement], boards: &[Board]) -> Vec<Puzzle> {
        let of_blocks = at.iter().filter_map(|at| self.at(at));
        of_blocks.chain(boards.iter().filter_map(|board| self.board(board))).collect()
    }
}

#[pymethods]
impl Space {
    /// What counts as one move.
    #[getter]
    fn style(&self) -> &'static str {
        let style: Style = self.space.style();
        style.name()
    }

    /// The puzzle whose start the distances are counted from.
    #[getter]
    fn puzzle(&self) -> Puzzle {
        Puzzle { default_style: self.default_style, ..Puzzle::named((*self.game).clone(), &self.name) }
    }

    /// The number of states at each distance from the start.
    #[getter]
    fn layers(&self) -> Vec<u64> {
        self.space.layers().sizes.clone()
    }

    /// The number of states at each distance from the nearest goal; None if it was not counted.
    #[getter]
    fn to_goal(&self) -> Option<Vec<u64>> {
        self.space.to_goal().map(|table| table.sizes.clone())
    }

    /// The number of states.
    #[getter]
    fn states(&self) -> u64 {
        self.space.layers().states()
    }

    /// The largest distance from the start.
    #[getter]
    fn radius(&self) -> u32 {
        self.space.layers().radius()
    }

    /// Whether no limit stopped the search.
    #[getter]
    fn complete(&self) -> bool {
        self.space.stop().is_none()
    }

    /// The `n` hardest starts, or all of them if there are fewer, as puzzles.
    #[pyo3(signature = (n=1))]
    fn hardest(&self, py: Python, n: usize) -> PyResult<Vec<Puzzle>> {
        whole(py, &self.space)?;
        let known = || self.space.hardest().len().max(self.space.hardest_boards().len());
        let at = match self.space.component() {
            Ok(_) => py.detach(|| self.space.hardest_starts(n)).map_err(|why| unexplored(&why))?,
            Err(_) if n > known() => {
                let help = format!("pass `hardest={n}` to `explore`");
                return Err(unfit(format!("only {} hardest starts were listed", known()), Some(help)));
            }
            Err(_) => self.space.hardest().iter().take(n).cloned().collect(),
        };
        let boards = self.space.hardest_boards();
        let mut hardest = self.solved(&at, &boards[..n.min(boards.len())]);
        if let Some(moves) = self.space.to_goal().map(|table| table.radius()) {
            for puzzle in &mut hardest {
                puzzle.optimum.insert(self.space.style(), moves);
            }
        }
        Ok(hardest)
    }

    /// Some of the states farthest from the start, as puzzles.
    #[getter]
    fn farthest(&self) -> Vec<Puzzle> {
        self.solved(self.space.farthest(), self.space.farthest_boards())
    }

    /// The moves of a state to the nearest goal; None if it cannot reach one.
    ///
    /// >>> import slideways as sw
    /// >>> klotski = sw.puzzle("klotski")
    /// >>> klotski.explore().distance(klotski.play("4@4,0:R"))
    /// 80
    fn distance(&self, state: &Puzzle) -> PyResult<Option<u32>> {
        let at = self.arrangement(state)?;
        match self.space.distance(&at).map_err(|why| unfit(why, None))? {
            Some(spot) => Ok(spot.to_goal),
            None => Err(unfit("the start of this space cannot reach the state", None)),
        }
    }

    /// The moves of a state that lead nearer to a goal.
    ///
    /// >>> import slideways as sw
    /// >>> klotski = sw.puzzle("klotski")
    /// >>> len(klotski.explore().hint(klotski))
    /// 4
    fn hint(&self, state: &Puzzle) -> PyResult<Vec<String>> {
        let at = self.arrangement(state)?;
        let steps = self.space.hint(&at).map_err(|why| unexplored(&why))?;
        let Game::Blocks(puzzle) = &*self.game else { return Ok(vec![]) };
        let print = slideways::format::solution::print_move;
        Ok(steps.iter().map(|step| print(puzzle, &at, &step.played)).collect())
    }

    /// A shortest solution of a state, by table lookup.
    fn solve(&self, state: &Puzzle) -> PyResult<Solution> {
        let at = self.arrangement(state)?;
        let answer = self.space.solve(&at).map_err(|why| unsolved(&why))?;
        match answer.map(|answer| answer.outcome) {
            Some(Outcome::Solved(solution)) => {
                // The solution is of the puzzle that begins at the state.
                let line = solution.to_string();
                let solution = slideways::solver::Solution::read(&*state.game, &line, self.space.style());
                let solution = solution.map_err(|_| crate::errors::internal("the solution is not one"))?;
                Ok(Solution::proved(state, solution))
            }
            _ => Err(unfit("the state is not in this space, or cannot reach a goal", None)),
        }
    }

    /// The diameter, as exactly as the limits allow it to be proved: `moves` is None unless `at_least` and
    /// `at_most` are equal.
    #[pyo3(signature = (*, threads=None, memory=None, time=None, progress=None))]
    fn diameter<'p>(
        &self,
        py: Python<'p>,
        threads: Option<usize>,
        memory: Option<u64>,
        time: Option<f64>,
        progress: Option<&Bound<PyAny>>,
    ) -> PyResult<Bound<'p, PyAny>> {
        whole(py, &self.space)?;
        let options = Options::new(threads, memory, time, progress)?;
        let space = self.space.clone();
        let (at_least, at_most, ends) = match &*self.game {
            Game::Blocks(_) => {
                let found = options.run(py, move |watch, _| space.diameter(watch))?;
                let (diameter, ends) = found.map_err(|why| unexplored(&why))?;
                let radius = self.space.layers().radius();
                (diameter.at_least, Some(diameter.at_most.min(2 * radius)), self.solved(&ends, &[]))
            }
            Game::Tiles(_) => {
                let found = options.run(py, move |watch, _| space.board_diameter(watch))?;
                let found = found.map_err(|why| unsolved(&why))?;
                let ends: Vec<Board> = found.ends.iter().flatten().cloned().collect();
                (found.at_least, found.at_most, self.solved(&[], &ends))
            }
        };
        let ends = ends.into_iter().map(|end| Py::new(py, end)).collect::<PyResult<Vec<_>>>()?;
        py.import("slideways._graph")?.getattr("Diameter")?.call1((at_least, at_most, ends))
    }

    /// The states as an undirected graph: numbered in the order of their distance from the start, which has
    /// number 0.
    ///
    /// >>> import slideways as sw
    /// >>> graph = sw.puzzle("klotski").explore().graph()
    /// >>> graph.states, len(graph.edges)
    /// (25955, 47151)
    fn graph<'p>(slf: &Bound<'p, Self>) -> PyResult<Bound<'p, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        let component = this.space.component().map_err(|why| {
            let help = "pass a larger `graph` to `explore`; `Puzzle.blocks` makes a block puzzle of tiles";
            unfit(why, Some(help.to_owned()))
        })?;
        let distances = |all: &[u32]| -> Vec<u8> {
            let number = |&distance: &u32| if distance == NEVER { -1 } else { distance as i32 };
            all.iter().flat_map(|distance| number(distance).to_ne_bytes()).collect()
        };
        let (edges, from_start, to_goal) = py.detach(|| {
            let links = component.links();
            let mut edges = Vec::with_capacity(8 * links.links() as usize);
            for from in 0..links.vertices() as u32 {
                for &to in links.of(from).iter().filter(|&&to| from < to) {
                    edges.extend_from_slice(&from.to_ne_bytes());
                    edges.extend_from_slice(&to.to_ne_bytes());
                }
            }
            (edges, distances(component.from_start()), distances(component.to_goal()))
        });
        let bytes = |bytes: &[u8]| PyBytes::new(py, bytes);
        let arguments = (slf, bytes(&edges), bytes(&from_start), bytes(&to_goal));
        py.import("slideways._graph")?.getattr("Graph")?.call1(arguments)
    }

    /// The state with a number in the graph.
    fn state(&self, number: u32) -> PyResult<Puzzle> {
        let component = self.space.component().map_err(|why| unfit(why, None))?;
        if number as usize >= component.states() {
            return Err(unfit(
                format!("there is no state {number}: the space has {}", component.states()),
                None,
            ));
        }
        Ok(self.at(&component.arrangement(number)).expect("only blocks have a graph"))
    }

    /// The number of a state in the graph; None if the start cannot reach it.
    fn number(&self, state: &Puzzle) -> PyResult<Option<u32>> {
        let component = self.space.component().map_err(|why| unfit(why, None))?;
        Ok(component.number(&self.arrangement(state)?))
    }

    /// The graph for networkx, whose nodes have the attributes `from_start`, `to_goal` and `position`.
    fn to_networkx<'p>(slf: &Bound<'p, Self>) -> PyResult<Bound<'p, PyAny>> {
        Space::graph(slf)?.call_method0("to_networkx")
    }

    /// The state lines of all numbered states, as in puzzle text.
    fn _positions(&self) -> PyResult<Vec<String>> {
        let component = self.space.component().map_err(|why| unfit(why, None))?;
        let states = 0..component.states() as u32;
        Ok(states.map(|number| sliding::arrangement(component.puzzle(), &component.places(number))).collect())
    }

    /// Random states that are exactly `distance` moves from the goal: `Puzzle.sample` in the style of this
    /// space.
    #[pyo3(signature = (*, distance, n=1, seed=0))]
    fn sample(&self, py: Python, distance: u32, n: usize, seed: u64) -> PyResult<Vec<Puzzle>> {
        self.puzzle().sample(py, distance, n, seed, Some(self.style()), None, None, None, None)
    }

    /// The JSON object that `slideways explore --json` prints.
    fn json(&self) -> String {
        let (space, layers) = (&self.space, self.space.layers());
        let object = SpaceObject::new(&self.name, space.style(), layers, space.time());
        match &*self.game {
            Game::Blocks(puzzle) => {
                let written = |all: &[Arrangement]| -> Vec<String> {
                    all.iter().map(|at| sliding::arrangement(puzzle, &puzzle.places(at))).collect()
                };
                let to_goal = space.to_goal().map(|table| ToGoal::new(table, written(space.hardest())));
                json(&object.of_blocks(written(space.farthest()), to_goal, None))
            }
            Game::Tiles(position) => {
                let line = |board: &Board| Goal::from(board.clone()).to_string();
                let farthest = space.farthest_boards().iter().map(line).collect();
                json(&object.of_tiles(line(position.board()), false, farthest))
            }
        }
    }

    /// The number of states by distance from the start, as an SVG histogram.
    fn svg(&self) -> String {
        let title = if self.title.is_empty() { &self.name } else { &self.title };
        plot::svg(&Plot {
            title,
            subtitle: &format!("{} states", self.states()),
            distance: &format!("moves from the start (style {})", self.space.style()),
            number: "states",
            sizes: &self.space.layers().sizes,
        })
    }

    /// The histogram as PNG; `scale` is the number of pixels per unit of the picture.
    #[pyo3(signature = (*, scale=1.0))]
    fn png<'p>(&self, py: Python<'p>, scale: f32) -> PyResult<Bound<'p, PyBytes>> {
        picture::png(py, Drawn { svg: self.svg(), scale })
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.states()).unwrap_or(usize::MAX / 2)
    }

    fn __repr__(&self) -> String {
        let (states, radius) = (self.states(), self.radius());
        let stopped = if self.complete() { "" } else { ", stopped" };
        format!("<Space: {states} states, radius {radius} (style {}){stopped}>", self.space.style())
    }
}
