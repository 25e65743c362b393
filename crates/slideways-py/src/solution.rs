//! Answers and solutions.

use crate::errors::{exception, unfit};
use crate::picture::{self, Drawn};
use crate::puzzle::{Puzzle, json, stopped};
use pyo3::exceptions::{PyIndexError, PyOverflowError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PySlice, PyTuple};
use slideways::format::tiles::path::Convention;
use slideways::game::Game;
use slideways::outcome::Outcome;
use slideways::show::film::{Film, Pace};
use slideways::show::json::{Question, Solution as SolutionObject};
use slideways::show::story::Story;
use slideways::show::strip::{self, Rows};
use slideways::show::{player, raster};
use slideways::solver::{self, Search};
use slideways::{Style, style};
use std::sync::Arc;

/// The answer of a search, with the numbers that the command line prints.
///
/// >>> import slideways as sw
/// >>> answer = sw.puzzle("klotski").answer(count=True)
/// >>> answer.outcome, len(answer.solution), answer.solutions
/// ('solved', 81, 256)
#[pyclass(frozen, module = "slideways")]
pub struct Answer {
    puzzle: Asked,
    answer: Arc<solver::Answer>,
    style: Style,
}

/// The puzzle of an answer.
#[derive(Clone)]
struct Asked {
    game: Arc<Game>,
    name: String,
    default_style: Style,
}

impl Asked {
    fn of(puzzle: &Puzzle) -> Asked {
        let Puzzle { game, name, default_style, .. } = puzzle;
        Asked { game: game.clone(), name: name.clone(), default_style: *default_style }
    }

    fn puzzle(&self) -> Puzzle {
        Puzzle { default_style: self.default_style, ..Puzzle::named((*self.game).clone(), &self.name) }
    }
}

impl Answer {
    pub fn new(puzzle: &Puzzle, style: Style, answer: solver::Answer) -> Answer {
        Answer { puzzle: Asked::of(puzzle), answer: Arc::new(answer), style }
    }

    fn object(&self) -> SolutionObject {
        let (name, game) = (&*self.puzzle.name, &*self.puzzle.game);
        let (style, convention) = (self.style, Convention::Letters);
        SolutionObject::new(&Question { name, game, style, convention, tie_break: None }, &self.answer)
    }

    /// The solution, or the exception that says why there is none.
    pub fn into_solution(self, py: Python) -> PyResult<Solution> {
        match self.solution() {
            Some(solution) => Ok(solution),
            None => Err(self.no_solution(py)),
        }
    }

    /// The solution, if it is proved shortest.
    pub fn into_proved(self, py: Python) -> PyResult<solver::Solution> {
        match &self.answer.outcome {
            Outcome::Solved(solution) => Ok(solution.clone()),
            Outcome::Bounded { .. } | Outcome::Unsolvable(_) | Outcome::Stopped { .. } => {
                Err(self.no_solution(py))
            }
        }
    }

    /// The number of shortest solutions.
    pub fn into_count(self, py: Python) -> PyResult<u128> {
        self.complete(py)?;
        match self.answer.counted.and_then(|counted| counted.total) {
            Some(u128::MAX) => {
                Err(PyOverflowError::new_err(format!("there are {} solutions or more", u128::MAX)))
            }
            Some(total) => Ok(total),
            None => Err(self.no_solution(py)),
        }
    }

    /// Nothing stopped the search or the count.
    pub fn complete(&self, py: Python) -> PyResult<()> {
        match (&self.answer.outcome, self.answer.counted.and_then(|counted| counted.stop)) {
            (Outcome::Solved(_), None) => Ok(()),
            (Outcome::Solved(solution), Some(by)) => Err(stopped(py, by, Some(solution.len() as u32))),
            _ => Err(self.no_solution(py)),
        }
    }

    fn no_solution(&self, py: Python) -> PyErr {
        let answer = Answer { puzzle: self.puzzle.clone(), answer: self.answer.clone(), style: self.style };
        let text = |text: &'static str| text.into_pyobject(py).expect("text becomes a string").into_any();
        let number = |number: u32| number.into_pyobject(py).expect("numbers are integers").into_any();
        let Ok(answer) = Bound::new(py, answer) else { return unfit("no memory for the answer", None) };
        let answer = ("answer", answer.into_any());
        match &self.answer.outcome {
            Outcome::Unsolvable(why) => {
                let reason = slideways::show::json::unsolvable(why);
                exception("Unsolvable", &why.to_string(), &[("reason", text(reason)), answer], py)
            }
            Outcome::Bounded { lower, by, .. } | Outcome::Stopped { lower, by } => {
                let reason = slideways::show::json::stop(*by);
                let message = format!("stopped ({reason}): every solution has at least {lower} moves");
                let fields = [("reason", text(reason)), ("bound", number(*lower)), answer];
                exception("Stopped", &message, &fields, py)
            }
            Outcome::Solved(_) => unfit("the solutions were not counted", None),
        }
    }
}

#[pymethods]
impl Answer {
    /// `solved`, `unsolvable` or `stopped`.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.object().outcome
    }

    /// Why there is no solution, or what stopped the search, in a word.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.object().reason
    }

    /// The best solution found; shortest if the outcome is `solved`.
    #[getter]
    fn solution(&self) -> Option<Solution> {
        let puzzle = &self.puzzle;
        match &self.answer.outcome {
            Outcome::Solved(solution) => Some(Solution {
                puzzle: puzzle.clone(),
                solution: solution.clone(),
                bound: solution.len() as u32,
            }),
            Outcome::Bounded { best, lower, .. } => {
                Some(Solution { puzzle: puzzle.clone(), solution: best.clone(), bound: *lower })
            }
            Outcome::Unsolvable(_) | Outcome::Stopped { .. } => None,
        }
    }

    /// Every solution has at least this many moves; None if there is no solution.
    #[getter]
    fn bound(&self) -> Option<u32> {
        self.object().lower_bound
    }

    /// The number of shortest solutions, if they were counted; 2¹²⁸ - 1 stands for that many or more.
    #[getter]
    fn solutions(&self) -> Option<u128> {
        self.object().solutions
    }

    /// What counts as one move.
    #[getter]
    fn style(&self) -> &'static str {
        self.style.name()
    }

    /// The search that answered: `pdb`, `blocks` and others.
    #[getter]
    fn search(&self) -> &'static str {
        let search: Search = self.answer.search;
        search.name()
    }

    /// States whose successors were computed.
    #[getter]
    fn expanded(&self) -> u64 {
        self.answer.cost.expanded
    }

    /// Successors produced.
    #[getter]
    fn generated(&self) -> u64 {
        self.answer.cost.generated
    }

    /// The time that the search took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.answer.time.as_secs_f64()
    }

    /// The largest number of bytes held.
    #[getter]
    fn peak_bytes(&self) -> u64 {
        self.answer.cost.peak_bytes
    }

    /// The JSON object that `slideways solve --json` prints.
    fn json(&self) -> String {
        json(&self.object())
    }

    fn __repr__(&self) -> String {
        let solution =
            self.solution().map_or(String::new(), |solution| format!(", {} moves", solution.__len__()));
        format!("<Answer: {}{solution} (style {})>", self.outcome(), self.style)
    }
}

/// A solution, whose moves were replayed by the plain rule: a sequence of steps.
///
/// >>> import slideways as sw
/// >>> solution = sw.tiles("1 2 3/4 0 6/7 5 8").solve()
/// >>> len(solution), solution.moves, solution.proved
/// (2, ('U', 'L'), True)
/// >>> [(step.move, step.distance) for step in solution]
/// [('U', 2), ('L', 1)]
/// >>> solution.states[-1].solved
/// True
#[pyclass(frozen, module = "slideways", sequence)]
pub struct Solution {
    puzzle: Asked,
    solution: solver::Solution,
    /// The proved lower bound.
    bound: u32,
}

/// One move of a solution, and the state before it.
#[pyclass(frozen, get_all, module = "slideways")]
pub struct Step {
    /// The move.
    r#move: String,
    /// The puzzle before the move.
    state: Py<Puzzle>,
    /// The proved distance of that state from the goal; None if the solution is not proved shortest.
    distance: Option<usize>,
}

#[pymethods]
impl Step {
    fn __repr__(&self) -> String {
        let distance = self.distance.map_or(String::new(), |distance| format!(", distance={distance}"));
        format!("Step(move='{}'{distance})", self.r#move)
    }
}

impl Solution {
    /// A solution that is proved shortest.
    pub fn proved(puzzle: &Puzzle, solution: solver::Solution) -> Solution {
        let bound = solution.len() as u32;
        Solution { puzzle: Asked::of(puzzle), solution, bound }
    }

    /// A solution with a lower bound on the length of all solutions.
    pub fn unproved(puzzle: &Puzzle, solution: solver::Solution, bound: u32) -> Solution {
        Solution { puzzle: Asked::of(puzzle), solution, bound }
    }

    /// The puzzle after a number of moves.
    fn state(&self, moves: usize) -> Puzzle {
        let puzzle = self.puzzle.puzzle();
        match &*self.puzzle.game {
            _ if moves == 0 => puzzle,
            Game::Blocks(blocks) => {
                let at = &self.solution.arrangements()[moves];
                puzzle.after(blocks.with_start(at).expect("a legal move keeps the pieces").into())
            }
            Game::Tiles(_) => {
                puzzle.with_board(&self.solution.boards()[moves]).expect("steps keep the size of the board")
            }
        }
    }

    fn step(&self, py: Python, index: usize) -> PyResult<Step> {
        let distance = self.proved_shortest().then(|| self.__len__() - index);
        Ok(Step {
            r#move: self.solution.moves()[index].clone(),
            state: Py::new(py, self.state(index))?,
            distance,
        })
    }

    fn film_with<T>(
        &self,
        (page, cell): (&str, f64),
        (seconds, rest): (f64, f64),
        draw: impl FnOnce(&Film) -> T,
    ) -> PyResult<T> {
        let story = Story::of_solution(&self.solution);
        Ok(draw(&Film::new(&story, &picture::look(page, cell)?, &Pace { seconds, rest })))
    }
}

#[pymethods]
impl Solution {
    /// The puzzle that it solves.
    #[getter]
    fn puzzle(&self) -> Puzzle {
        self.puzzle.puzzle()
    }

    /// What counts as one move.
    #[getter]
    fn style(&self) -> &'static str {
        let style: style::Style = self.solution.style();
        style.name()
    }

    /// Whether it is proved that no solution is shorter.
    #[getter(proved)]
    fn proved_shortest(&self) -> bool {
        self.bound as usize >= self.__len__()
    }

    /// Every solution has at least this many moves.
    #[getter]
    fn bound(&self) -> u32 {
        self.bound
    }

    /// The moves.
    #[getter]
    fn moves<'p>(&self, py: Python<'p>) -> PyResult<Bound<'p, PyTuple>> {
        PyTuple::new(py, self.solution.moves())
    }

    /// The states from the start to the goal, one more than there are moves.
    #[getter]
    fn states<'p>(&self, py: Python<'p>) -> PyResult<Bound<'p, PyTuple>> {
        let states: Vec<Puzzle> = (0..=self.__len__()).map(|moves| self.state(moves)).collect();
        let states = states.into_iter().map(|state| Py::new(py, state)).collect::<PyResult<Vec<_>>>()?;
        PyTuple::new(py, states)
    }

    /// The moves in one line, as `check` reads them.
    #[getter]
    fn line(&self) -> String {
        self.solution.line_in(Convention::Letters)
    }

    fn __len__(&self) -> usize {
        self.solution.len()
    }

    fn __iter__<'p>(&self, py: Python<'p>) -> PyResult<Bound<'p, PyIterator>> {
        let steps = (0..self.__len__()).map(|index| Py::new(py, self.step(py, index)?));
        PyTuple::new(py, steps.collect::<PyResult<Vec<_>>>()?)?.try_iter()
    }

    fn __getitem__<'p>(&self, py: Python<'p>, index: &Bound<'p, PyAny>) -> PyResult<Bound<'p, PyAny>> {
        let length = self.__len__() as isize;
        if let Ok(slice) = index.cast::<PySlice>() {
            let range = slice.indices(length)?;
            let indices = (0..range.slicelength as isize).map(|i| (range.start + i * range.step) as usize);
            let steps =
                indices.map(|index| Py::new(py, self.step(py, index)?)).collect::<PyResult<Vec<_>>>()?;
            return Ok(PyTuple::new(py, steps)?.into_any());
        }
        let index: isize = index.extract()?;
        let at = if index < 0 { index + length } else { index };
        if !(0..length).contains(&at) {
            return Err(PyIndexError::new_err(format!(
                "there is no move {index}; the solution has {length}"
            )));
        }
        Ok(Bound::new(py, self.step(py, at as usize)?)?.into_any())
    }

    /// The solution as an animated SVG; `seconds` per move, and `rest` at its end.
    #[pyo3(signature = (*, page="auto", cell=40.0, seconds=0.5, rest=2.0))]
    fn film(&self, page: &str, cell: f64, seconds: f64, rest: f64) -> PyResult<String> {
        self.film_with((page, cell), (seconds, rest), |film| film.svg())
    }

    /// The solution as an animated GIF.
    #[pyo3(signature = (*, page="light", cell=40.0, seconds=0.5, rest=2.0))]
    fn gif<'p>(
        &self,
        py: Python<'p>,
        page: &str,
        cell: f64,
        seconds: f64,
        rest: f64,
    ) -> PyResult<Bound<'p, PyBytes>> {
        let written = self.film_with((page, cell), (seconds, rest), |film| {
            py.detach(|| {
                let (mut bytes, mut raised) = (vec![], None);
                let written = raster::gif(film, 1.0, &mut bytes, &mut || {
                    raised = raised.take().or_else(|| Python::attach(|py| py.check_signals()).err());
                    raised.is_some()
                });
                match raised {
                    Some(raised) => Err(raised),
                    None => written.map(|()| bytes).map_err(|why| unfit(why, None)),
                }
            })
        })?;
        Ok(PyBytes::new(py, &written?))
    }

    /// The board before every move, with an arrow for the move, as SVG; `width` is that of a row in pixels.
    #[pyo3(signature = (*, page="auto", cell=40.0, width=None, every=1))]
    fn svg(&self, page: &str, cell: f64, width: Option<f64>, every: usize) -> PyResult<String> {
        let rows = Rows { width: width.unwrap_or(Rows::default().width), every: every.max(1) };
        Ok(strip::svg(&Story::of_solution(&self.solution), &picture::look(page, cell)?, &rows))
    }

    /// The picture of `svg` as PNG.
    #[pyo3(signature = (*, page="light", cell=40.0, width=None, every=1))]
    fn png<'p>(
        &self,
        py: Python<'p>,
        page: &str,
        cell: f64,
        width: Option<f64>,
        every: usize,
    ) -> PyResult<Bound<'p, PyBytes>> {
        picture::png(py, Drawn { svg: self.svg(page, cell, width, every)?, scale: 1.0 })
    }

    /// The puzzle and its solution as one HTML file that can be played; it needs no network.
    fn html(&self) -> String {
        player::of_solution(&self.solution)
    }

    /// A film with buttons to play and step.
    fn _repr_html_(&self) -> String {
        let page = self.html().replace('&', "&amp;").replace('"', "&quot;");
        format!(
            "<iframe srcdoc=\"{page}\" title=\"Solution\" style=\"width:100%;max-width:36rem;height:44rem;border:0\" \
             sandbox=\"allow-scripts\"></iframe>"
        )
    }

    fn __str__(&self) -> String {
        self.solution.to_string()
    }

    fn __repr__(&self) -> String {
        let moves = match self.__len__() {
            1 => "1 move".to_owned(),
            moves => format!("{moves} moves"),
        };
        let proved = match self.bound {
            _ if self.proved_shortest() => "proved shortest".to_owned(),
            0 => "not proved shortest".to_owned(),
            bound => format!("every solution has at least {bound}"),
        };
        format!("<Solution: {moves} (style {}), {proved}>", self.solution.style())
    }

    fn __eq__(&self, other: &Bound<PyAny>) -> bool {
        let is_same = |other: &Solution| {
            self.line() == other.line()
                && self.style() == other.style()
                && self.bound == other.bound
                && self.puzzle.game.start_line() == other.puzzle.game.start_line()
        };
        other.cast::<Solution>().is_ok_and(|other| is_same(other.get()))
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.line(), self.style()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'p>(slf: &Bound<'p, Self>) -> PyResult<(Bound<'p, PyAny>, Bound<'p, PyTuple>)> {
        let (py, this) = (slf.py(), slf.get());
        let arguments = (this.puzzle(), this.line(), this.style(), this.bound);
        Ok((py.import("slideways._native")?.getattr("_solution_of_text")?, arguments.into_pyobject(py)?))
    }
}

/// The solution that `Solution.__reduce__` has written.
#[pyfunction]
#[pyo3(name = "_solution_of_text")]
pub fn solution_of_text(
    py: Python,
    puzzle: &Puzzle,
    line: &str,
    style: &str,
    bound: u32,
) -> PyResult<Solution> {
    let style = crate::puzzle::style(Some(style), puzzle.default_style)?;
    match solver::Solution::read(&*puzzle.game, line, style) {
        Ok(solution) => Ok(Solution::unproved(puzzle, solution, bound)),
        Err(verdict) => Err(crate::check::refused(py, &verdict)),
    }
}
