//! A puzzle of either family as an immutable Python value.

use crate::errors::{exception, unfit, unsolved};
use crate::picture::{self, Drawn};
use crate::solution::{Answer, Solution};
use crate::space::Space;
use crate::store::tables;
use crate::watch::Options;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use slideways::format::{Notation, sliding, solution};
use slideways::game::Game;
use slideways::grid::{Cell, Dir};
use slideways::puzzle::{self as model, Place, rule};
use slideways::rate::Rating;
use slideways::sample::Sampler;
use slideways::show;
use slideways::show::json::rating::RatingObject;
use slideways::solver::{Solver, Want};
use slideways::tiles::{Board, Position};
use slideways::{Style, tiles};
use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A sliding puzzle: a box, its pieces or tiles where the game begins, and the goal.
///
/// Puzzles are immutable values. They come from `slideways.puzzle`, `slideways.tiles`, `slideways.library`
/// and from other puzzles: `play` returns the puzzle after a move.
///
/// >>> import slideways as sw
/// >>> klotski = sw.puzzle("klotski")
/// >>> klotski.solve()
/// <Solution: 81 moves (style move), proved shortest>
/// >>> klotski.distance(style="step")
/// 116
/// >>> klotski == sw.library["klotski"], klotski.optimum["move"]
/// (True, 81)
#[pyclass(frozen, module = "slideways")]
pub struct Puzzle {
    pub game: Arc<Game>,
    pub name: String,
    pub title: String,
    pub optimum: BTreeMap<Style, u32>,
    pub default_style: Style,
}

/// The style with a name, or the default.
pub fn style(name: Option<&str>, default: Style) -> PyResult<Style> {
    match name {
        None => Ok(default),
        Some(name) => name.parse().map_err(|why: slideways::NoSuchStyle| unfit(why, None)),
    }
}

impl Puzzle {
    /// A puzzle that is called by its start.
    pub fn of(game: Game) -> Puzzle {
        let name = game.start_line();
        Puzzle::named(game, &name)
    }

    /// A puzzle with the name that the user gave it.
    pub fn named(game: Game, name: &str) -> Puzzle {
        let (title, optimum) = match &game {
            Game::Blocks(puzzle) => (puzzle.title().to_owned(), puzzle.draft().optimum.clone()),
            Game::Tiles(_) => (String::new(), BTreeMap::new()),
        };
        let default_style = game.default_style();
        Puzzle { game: Arc::new(game), name: name.to_owned(), title, optimum, default_style }
    }

    /// The same puzzle after some moves.
    pub fn after(&self, game: Game) -> Puzzle {
        Puzzle { default_style: self.default_style, ..Puzzle::of(game) }
    }

    /// The same puzzle with another board of tiles.
    pub fn with_board(&self, board: &Board) -> Option<Puzzle> {
        let Game::Tiles(position) = &*self.game else { return None };
        let position = Position::new(board.clone(), position.goal().clone()).ok()?;
        Some(self.after(position.into()))
    }

    /// What makes two puzzles equal: everything but names, titles and known optima.
    fn key(&self) -> String {
        match &*self.game {
            Game::Blocks(puzzle) => {
                let mut draft = puzzle.draft().clone();
                draft.title.clear();
                draft.notes.clear();
                draft.optimum.clear();
                sliding::print(&model::Puzzle::new(draft).expect("only the texts have changed"))
            }
            Game::Tiles(position) => format!("{position} to {}", position.goal()),
        }
    }

    /// Solve the puzzle, count its shortest solutions, or both.
    fn ask(&self, py: Python, style: Style, want: Want, options: Options) -> PyResult<Answer> {
        let game = self.game.clone();
        let answer = options.run(py, move |watch, limits| {
            let solver = Solver::new(&*game).style(style).limits(limits).tables(tables()).watch(watch);
            match want {
                Want::Number => solver.count(),
                _ => solver.solve(),
            }
        })?;
        Ok(Answer::new(self, style, answer.map_err(|why| unsolved(&why))?))
    }

    fn options(
        &self,
        name: Option<&str>,
        threads: Option<usize>,
        memory: Option<u64>,
        time: Option<f64>,
        progress: Option<&Bound<PyAny>>,
    ) -> PyResult<(Style, Options)> {
        Ok((style(name, self.default_style)?, Options::new(threads, memory, time, progress)?))
    }

    fn scene(&self) -> show::scene::Scene {
        match &*self.game {
            Game::Blocks(puzzle) => show::scene::Scene::of_puzzle(puzzle, puzzle.start()),
            Game::Tiles(position) => {
                show::scene::Scene::of_board(position.board(), &position.goal().some_board())
            }
        }
    }
}

#[pymethods]
impl Puzzle {
    /// The name in the library, or what the user wrote.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The title; may be empty.
    #[getter]
    fn title(&self) -> &str {
        &self.title
    }

    /// `blocks` or `tiles`.
    #[getter]
    fn family(&self) -> &'static str {
        match &*self.game {
            Game::Blocks(_) => "blocks",
            Game::Tiles(_) => "tiles",
        }
    }

    /// The start in one line: the arrangement as in puzzle text, or the rows of the board.
    #[getter]
    fn position(&self) -> String {
        self.game.start_line()
    }

    /// The goals in one line each.
    #[getter]
    fn goals(&self) -> Vec<String> {
        match &*self.game {
            Game::Blocks(puzzle) => sliding::goals(puzzle),
            Game::Tiles(position) => vec![position.goal().to_string()],
        }
    }

    /// The known number of moves of shortest solutions, by style.
    #[getter]
    fn optimum(&self) -> BTreeMap<&'static str, u32> {
        self.optimum.iter().map(|(style, &moves)| (style.name(), moves)).collect()
    }

    /// The styles that can give different answers.
    #[getter]
    fn styles(&self) -> Vec<&'static str> {
        self.game.styles().into_iter().map(Style::name).collect()
    }

    /// What counts as one move unless `style` is given.
    #[getter]
    fn style(&self) -> &'static str {
        self.default_style.name()
    }

    /// The sides of the box: rows and columns, or layers, rows and columns.
    #[getter]
    fn shape<'p>(&self, py: Python<'p>) -> PyResult<Bound<'p, PyTuple>> {
        match &*self.game {
            Game::Tiles(position) => {
                let size = position.board().size();
                PyTuple::new(py, [size.rows(), size.cols()])
            }
            Game::Blocks(puzzle) => {
                let grid = puzzle.grid();
                match grid.is_solid() {
                    true => PyTuple::new(py, [grid.layers(), grid.rows(), grid.cols()]),
                    false => PyTuple::new(py, [grid.rows(), grid.cols()]),
                }
            }
        }
    }

    /// The number of pieces or tiles.
    #[getter]
    fn pieces(&self) -> usize {
        match &*self.game {
            Game::Tiles(position) => position.board().size().cells() - 1,
            Game::Blocks(puzzle) => puzzle.pieces().len(),
        }
    }

    /// Whether the start is a goal.
    #[getter]
    fn solved(&self) -> bool {
        self.game.is_solved()
    }

    /// The content of each cell, row by row: the number of the tile, or of the kind of the piece, counted
    /// from 1; 0 for an empty cell and 255 for a wall.
    ///
    /// >>> import slideways as sw
    /// >>> list(sw.puzzle("..BAAB...").cells())
    /// [0, 0, 2, 1, 1, 2, 0, 0, 0]
    fn cells<'p>(&self, py: Python<'p>) -> Bound<'p, PyBytes> {
        let cells: Vec<u8> = match &*self.game {
            Game::Tiles(position) => position.board().tiles().iter().map(|tile| tile.0).collect(),
            Game::Blocks(puzzle) => {
                let mut cells = vec![0; puzzle.grid().size()];
                puzzle.draft().blocked.iter().for_each(|cell| cells[cell.index()] = u8::MAX);
                for place in pieces(puzzle) {
                    for cell in puzzle.cover(place).unwrap_or_default() {
                        cells[cell.index()] = place.kind.0 + 1;
                    }
                }
                cells
            }
        };
        PyBytes::new(py, &cells)
    }

    /// The legal single steps of pieces: the cells of the piece, the direction, and the move.
    fn _steps(&self) -> PyResult<Vec<(Vec<usize>, char, String)>> {
        match &*self.game {
            Game::Tiles(position) => {
                let (size, blank) = (position.board().size(), position.board().blank());
                let step = |&dir: &Dir| {
                    let from = size.neighbour(blank, dir.opposite())?;
                    Some((vec![from.index()], dir.letter(), dir.letter().to_string()))
                };
                Ok(Dir::ALL[..4].iter().filter_map(step).collect())
            }
            Game::Blocks(puzzle) => {
                let places: Vec<Place> = pieces(puzzle).collect();
                let step = |(played, _): (rule::Move, _)| {
                    let cells = puzzle.cover(places[played.pieces[0]]).unwrap_or_default();
                    let text = solution::print_move(puzzle, puzzle.start(), &played);
                    (cells.into_iter().map(Cell::index).collect(), played.path[0].letter(), text)
                };
                Ok(rule::moves(puzzle, puzzle.start(), Style::STEP).into_iter().map(step).collect())
            }
        }
    }

    /// The legal moves, as solutions write them.
    ///
    /// >>> import slideways as sw
    /// >>> sw.tiles("1 2 3/4 0 6/7 5 8").moves()
    /// ['R', 'L', 'D', 'U']
    #[pyo3(signature = (style=None))]
    fn moves(&self, style: Option<&str>) -> PyResult<Vec<String>> {
        let moves = self.game.moves(self::style(style, self.default_style)?);
        Ok(moves.map_err(|why| unfit(why, None))?.into_iter().map(|played| played.text).collect())
    }

    /// The puzzle after one or several moves, which are checked.
    ///
    /// >>> import slideways as sw
    /// >>> sw.tiles("1 2 3/4 0 6/7 5 8").play("U L").solved
    /// True
    /// >>> sw.puzzle("klotski").play("4@4,0:D")
    /// Traceback (most recent call last):
    ///     ...
    /// slideways.errors.IllegalMove: move 1, `4@4,0:D`, cannot be read: `D` takes piece `4` out of the box
    #[pyo3(signature = (moves, style=None))]
    fn play(&self, py: Python, moves: &str, style: Option<&str>) -> PyResult<Puzzle> {
        let verdict = slideways::check::judge(&self.game, moves, self::style(style, self.default_style)?);
        match &verdict.wrong {
            None => Ok(self.after(verdict.after)),
            Some(_) => Err(crate::check::refused(py, &verdict)),
        }
    }

    /// A shortest solution.
    ///
    /// It is proved shortest, unless a limit stopped the search after it had found one: see
    /// `Solution.proved`. Raises `Unsolvable` if there is no solution, which is proved as well, and `Stopped`
    /// if a limit stopped the search before it had found one.
    ///
    /// `style` says what counts as one move. `threads`, `memory` in bytes and `time` in seconds are limits.
    /// `progress` is False, or a callable that receives `Progress`; by default a bar appears in searches that
    /// last over a second.
    #[pyo3(signature = (*, style=None, threads=None, memory=None, time=None, progress=None))]
    fn solve(
        &self,
        py: Python,
        style: Option<&str>,
        threads: Option<usize>,
        memory: Option<u64>,
        time: Option<f64>,
        progress: Option<&Bound<PyAny>>,
    ) -> PyResult<Solution> {
        let (style, options) = self.options(style, threads, memory, time, progress)?;
        self.ask(py, style, Want::One, options)?.into_solution(py)
    }

    /// The answer of a search with all its numbers; it raises no exception if there is no solution.
    ///
    /// `count` also counts the shortest solutions. `Answer.json` is the object that the command line prints.
    ///
    /// >>> import slideways as sw
    /// >>> answer = sw.puzzle("1 2 3/4 5 6/8 7 0").answer()
    /// >>> answer.outcome, answer.reason, answer.solution
    /// ('unsolvable', 'parity', None)
    #[pyo3(signature = (*, style=None, count=false, threads=None, memory=None, time=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn answer(
        &self,
        py: Python,
        style: Option<&str>,
        count: bool,
        threads: Option<usize>,
        memory: Option<u64>,
        time: Option<f64>,
        progress: Option<&Bound<PyAny>>,
    ) -> PyResult<Answer> {
        let (style, options) = self.options(style, threads, memory, time, progress)?;
        self.ask(py, style, if count { Want::Number } else { Want::One }, options)
    }

    /// The number of moves of a shortest solution, proved.
    #[pyo3(signature = (*, style=None, threads=None, memory=None, time=None, progress=None))]
    fn distance(
        &self,
        py: Python,
        style: Option<&str>,
        threads: Option<usize>,
        memory: Option<u64>,
        time: Option<f64>,
        progress: Option<&Bound<PyAny>>,
    ) -> PyResult<usize> {
        let (style, options) = self.options(style, threads, memory, time, progress)?;
        Ok(self.ask(py, style, Want::One, options)?.into_proved(py)?.len())
    }

    /// The first move of a shortest solution, or None at a goal.
    ///
    /// >>> import slideways as sw
    /// >>> sw.tiles("1 2 3/4 0 6/7 5 8").hint()
    /// 'U'
    #[pyo3(signature = (*, style=None, threads=None, memory=None, time=None, progress=None))]
    fn hint(
        &self,
        py: Python,
        style: Option<&str>,
        threads: Option<usize>,
        memory: Option<u64>,
        time: Option<f64>,
        progress: Option<&Bound<PyAny>>,
    ) -> PyResult<Option<String>> {
        let (style, options) = self.options(style, threads, memory, time, progress)?;
        Ok(self.ask(py, style, Want::One, options)?.into_proved(py)?.moves().into_iter().next())
    }

    /// The number of shortest solutions. Two differ if they pass through different arrangements.
    ///
    /// >>> import slideways as sw
    /// >>> sw.tiles("8 6 7/2 5 4/3 0 1").count()
    /// 40
    #[pyo3(signature = (*, style=None, threads=None, memory=None, time=None, progress=None))]
    fn count(
        &self,
        py: Python,
        style: Option<&str>,
        threads: Option<usize>,
        memory: Option<u64>,
        time: Option<f64>,
        progress: Option<&Bound<PyAny>>,
    ) -> PyResult<u128> {
        let (style, options) = self.options(style, threads, memory, time, progress)?;
        self.ask(py, style, Want::Number, options)?.into_count(py)
    }

    /// All shortest solutions, but at most `limit` of them; `count` gives their number.
    ///
    /// >>> import slideways as sw
    /// >>> len(sw.tiles("8 6 7/2 5 4/3 0 1").solutions(limit=100))
    /// 40
    #[pyo3(signature = (*, limit=1000, style=None, threads=None, memory=None, time=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn solutions(
        &self,
        py: Python,
        limit: usize,
        style: Option<&str>,
        threads: Option<usize>,
        memory: Option<u64>,
        time: Option<f64>,
        progress: Option<&Bound<PyAny>>,
    ) -> PyResult<Vec<Solution>> {
        let (style, options) = self.options(style, threads, memory, time, progress)?;
        let game = self.game.clone();
        if limit == 0 {
            return Ok(vec![]);
        }
        let (answer, found) = options.run(py, move |watch, limits| {
            let solver = Solver::new(&*game).style(style).limits(limits).tables(tables()).watch(watch);
            let mut found = vec![];
            let answer = solver.all(|listed| {
                found.push(listed.solution.clone());
                if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            (answer, found)
        })?;
        let answer = Answer::new(self, style, answer.map_err(|why| unsolved(&why))?);
        if found.len() < limit {
            answer.complete(py)?;
        }
        Ok(found.into_iter().map(|solution| Solution::proved(self, solution)).collect())
    }

    /// The space of everything that the start can reach.
    ///
    /// `graph` is the largest number of arrangements that are stored one by one, for distances, hints, the
    /// diameter and the graph; tile positions are only counted. At most `farthest` of the states farthest
    /// from the start and `hardest` of those farthest from the goal are listed.
    ///
    /// >>> import slideways as sw
    /// >>> space = sw.puzzle("klotski").explore()
    /// >>> space.states, space.radius, len(space.layers)
    /// (25955, 124, 125)
    /// >>> space.hardest(1)[0].distance()
    /// 93
    #[pyo3(signature = (*, style=None, graph=20_000_000, farthest=1, hardest=1, threads=None, memory=None,
                        time=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn explore(
        &self,
        py: Python,
        style: Option<&str>,
        graph: u64,
        farthest: usize,
        hardest: usize,
        threads: Option<usize>,
        memory: Option<u64>,
        time: Option<f64>,
        progress: Option<&Bound<PyAny>>,
    ) -> PyResult<Space> {
        let (style, options) = self.options(style, threads, memory, time, progress)?;
        Space::explore(py, self, style, (graph, farthest, hardest), options)
    }

    /// Random states that are exactly `distance` moves from the goal, as puzzles.
    ///
    /// They are drawn uniformly, without repetition, from all states at that distance, which the start can
    /// reach; fewer than `n` if there are no more.
    ///
    /// >>> import slideways as sw
    /// >>> [p.distance() for p in sw.puzzle("klotski").sample(distance=60, n=2, seed=1)]
    /// [60, 60]
    #[pyo3(signature = (*, distance, n=1, seed=0, style=None, threads=None, memory=None, time=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    pub fn sample(
        &self,
        py: Python,
        distance: u32,
        n: usize,
        seed: u64,
        style: Option<&str>,
        threads: Option<usize>,
        memory: Option<u64>,
        time: Option<f64>,
        progress: Option<&Bound<PyAny>>,
    ) -> PyResult<Vec<Puzzle>> {
        let (style, options) = self.options(style, threads, memory, time, progress)?;
        let game = self.game.clone();
        let sample = options.run(py, move |watch, limits| {
            let sampler = Sampler::new(&*game, distance).number(n).seed(seed).style(style);
            sampler.limits(limits).tables(tables()).watch(watch).draw()
        })?;
        let sample = sample.map_err(|why| unsolved(&why))?;
        if let Some(by) = sample.stop {
            return Err(stopped(py, by, None));
        }
        let of_blocks = sample.puzzles().into_iter().map(|puzzle| self.after(puzzle.into()));
        let optimum = BTreeMap::from([(style, distance)]);
        let of_boards = sample
            .boards
            .iter()
            .filter_map(|board| Some(Puzzle { optimum: optimum.clone(), ..self.with_board(board)? }));
        Ok(of_blocks.chain(of_boards).collect())
    }

    /// The measures of difficulty, each proved from the whole space: the fields of `slideways rate --json`.
    ///
    /// >>> import slideways as sw
    /// >>> sw.puzzle("klotski").rate()["counter_intuitive"]
    /// 14
    #[pyo3(signature = (*, style=None, slack=None, seed=None, threads=None, memory=None, time=None,
                        progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn rate<'p>(
        &self,
        py: Python<'p>,
        style: Option<&str>,
        slack: Option<u32>,
        seed: Option<u64>,
        threads: Option<usize>,
        memory: Option<u64>,
        time: Option<f64>,
        progress: Option<&Bound<PyAny>>,
    ) -> PyResult<Bound<'p, PyAny>> {
        let (style, options) = self.options(style, threads, memory, time, progress)?;
        let game = self.game.clone();
        let rating = options.run(py, move |watch, limits| {
            let mut rating = Rating::of(&*game).style(style).limits(limits);
            if let Some(slack) = slack {
                rating = rating.slack(slack);
            }
            if let Some(seed) = seed {
                rating = rating.seed(seed);
            }
            rating.watch(watch).build()
        })?;
        let rating = rating.map_err(|why| unsolved(&why))?;
        let text = json(&RatingObject::new(&self.name, &self.game, &rating));
        py.import("json")?.getattr("loads")?.call1((text,))
    }

    /// A solution in the usual notation, checked by the plain rule; nothing proves that it is shortest.
    ///
    /// >>> import slideways as sw
    /// >>> len(sw.tiles("1 2 3/4 0 6/7 5 8").solution("L R U L"))
    /// 4
    #[pyo3(signature = (moves, *, style=None))]
    fn solution(&self, py: Python, moves: &str, style: Option<&str>) -> PyResult<Solution> {
        let style = self::style(style, self.default_style)?;
        match slideways::solver::Solution::read(&*self.game, moves, style) {
            Ok(solution) => Ok(Solution::unproved(self, solution, 0)),
            Err(verdict) => Err(crate::check::refused(py, &verdict)),
        }
    }

    /// The Manhattan distance of a tile position: a lower bound on its distance in style `step`.
    fn manhattan(&self) -> PyResult<u32> {
        match &*self.game {
            Game::Tiles(position) => position.manhattan().map_err(|why| unfit(why, None)),
            Game::Blocks(_) => {
                Err(unfit("the Manhattan distance is of tiles, but this is a block puzzle", None))
            }
        }
    }

    /// The same game as a puzzle of blocks; for tile positions of at most 62 cells.
    ///
    /// The space of blocks can be stored as a graph.
    ///
    /// >>> import slideways as sw
    /// >>> sw.tiles("1 2/3 0").blocks().explore(style="step").graph().states
    /// 12
    fn blocks(&self) -> PyResult<Puzzle> {
        match &*self.game {
            Game::Blocks(_) => {
                Ok(Puzzle { optimum: self.optimum.clone(), ..self.after((*self.game).clone()) })
            }
            Game::Tiles(position) => {
                let puzzle = tiles::blocks::puzzle(position.board(), position.goal());
                let puzzle = puzzle.map_err(|why| unfit(why, None))?;
                Ok(Puzzle { default_style: self.default_style, ..Puzzle::of(puzzle.into()) })
            }
        }
    }

    /// The puzzle as text in a notation of the command line: `sliding`, `json`, `drawn` and others; for tile
    /// positions `rows` and others.
    ///
    /// >>> import slideways as sw
    /// >>> print(sw.puzzle("..BAAB...").text("sliding").splitlines()[0])
    /// 3 x 3
    #[pyo3(signature = (notation=None))]
    fn text(&self, notation: Option<&str>) -> PyResult<String> {
        let unknown = |name: &str| unfit(format!("this puzzle cannot be written as `{name}`"), None);
        match &*self.game {
            Game::Blocks(puzzle) => {
                let name = notation.unwrap_or("sliding");
                Notation::from_name(name).and_then(|notation| notation.print(puzzle)).ok_or(unknown(name))
            }
            Game::Tiles(position) => {
                let name = notation.unwrap_or("rows");
                let notation = slideways::format::tiles::Notation::from_name(name);
                notation.and_then(|notation| notation.print(position.board())).ok_or(unknown(name))
            }
        }
    }

    /// The picture as SVG. `page` is `auto`, `light`, `dark` or `bare`; `cell` is the width of a cell in
    /// pixels.
    #[pyo3(signature = (*, page="auto", cell=40.0))]
    fn svg(&self, page: &str, cell: f64) -> PyResult<String> {
        Ok(show::board::svg(&self.scene(), &picture::look(page, cell)?))
    }

    /// The picture as PNG; `cell` is the width of a cell in pixels.
    #[pyo3(signature = (*, page="light", cell=40.0))]
    fn png<'p>(&self, py: Python<'p>, page: &str, cell: f64) -> PyResult<Bound<'p, PyBytes>> {
        picture::png(py, Drawn { svg: self.svg(page, cell)?, scale: 1.0 })
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("auto", 40.0)
    }

    fn __repr__(&self) -> String {
        match self.game.start_line() {
            line if line == self.name => format!("Puzzle({line:?})").replace('"', "'"),
            _ if self.name.contains('\n') || self.name.starts_with('<') => {
                format!("<Puzzle {:?}>", self.game.start_line()).replace('"', "'")
            }
            _ => format!("Puzzle({:?})", self.name).replace('"', "'"),
        }
    }

    /// The puzzle as a drawing for terminals.
    fn __str__(&self) -> String {
        match &*self.game {
            Game::Blocks(puzzle) => show::outlined(puzzle, puzzle.start()),
            Game::Tiles(position) => show::tiles::outlined(position.board()),
        }
    }

    fn __eq__(&self, other: &Bound<PyAny>) -> bool {
        other.cast::<Puzzle>().is_ok_and(|other| self.key() == other.get().key())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.key().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'p>(slf: &Bound<'p, Self>) -> PyResult<(Bound<'p, PyAny>, Bound<'p, PyTuple>)> {
        let (py, this) = (slf.py(), slf.get());
        let native = py.import("slideways._native")?;
        match &*this.game {
            Game::Blocks(puzzle) => {
                let text =
                    Notation::Json.print(puzzle).ok_or_else(|| unfit("this puzzle has no JSON", None))?;
                let arguments = (text, &this.name, &this.title, this.default_style.name());
                Ok((native.getattr("_puzzle_of_json")?, arguments.into_pyobject(py)?))
            }
            Game::Tiles(position) => {
                let size = position.board().size().to_string();
                let goal = slideways::format::tiles::print_goal(position.goal());
                let arguments = (this.cells(py), size, goal, &this.name, &this.title);
                Ok((native.getattr("_tiles_of_array")?, arguments.into_pyobject(py)?))
            }
        }
    }
}

/// The places of the pieces at the start, in the order of their numbers.
fn pieces(puzzle: &model::Puzzle) -> impl Iterator<Item = Place> {
    let cells: Vec<Cell> = puzzle.start().0.clone();
    puzzle.pieces().iter().copied().zip(cells).map(|(kind, at)| Place { at, kind })
}

/// Something stopped a search: the exception, with the bound proved so far.
pub fn stopped(py: Python, by: slideways::outcome::Stop, bound: Option<u32>) -> PyErr {
    let reason = slideways::show::json::stop(by);
    let message = match bound {
        Some(bound) => format!("stopped ({reason}): every solution has at least {bound} moves"),
        None => format!("stopped ({reason})"),
    };
    let reason = reason.into_pyobject(py).expect("text becomes a string").into_any();
    let bound = bound.into_pyobject(py).expect("numbers are integers").into_any();
    exception("Stopped", &message, &[("reason", reason), ("bound", bound)], py)
}

/// An object of the library as JSON text.
pub fn json(object: &impl serde::Serialize) -> String {
    serde_json::to_string(object).expect("all keys are strings")
}
