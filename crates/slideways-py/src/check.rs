//! Verdicts on moves: for people, and for tasks given to language models.

use crate::errors::exception;
use crate::puzzle::{Puzzle, style};
use crate::store::tables;
use crate::watch::Options;
use pyo3::prelude::*;
use slideways::Style;
use slideways::check::{self, judge};
use slideways::game::Game;
use slideways::outcome::Outcome;
use slideways::solver::Solver;

/// What is right and what is wrong with moves: true if they are a solution.
///
/// >>> import slideways as sw
/// >>> verdict = sw.check("1 2 3/4 0 6/7 5 8", "U U")
/// >>> bool(verdict), verdict.legal, verdict.number, verdict.move
/// (False, 1, 2, 'U')
/// >>> verdict.legal_moves
/// ['R', 'L', 'D']
/// >>> verdict.distance_before, verdict.distance_after
/// (2, 1)
#[pyclass(frozen, module = "slideways")]
pub struct Verdict {
    verdict: check::Verdict,
    /// The distances are known when they are first asked for.
    start: Game,
    default_style: Style,
    style: Style,
}

/// Judge moves, of a person or a program, by the plain rule: the first wrong one, why it is wrong, and which
/// moves are legal there. `puzzle` is a `Puzzle`, or what `slideways.puzzle` reads.
#[pyfunction]
#[pyo3(name = "check", signature = (puzzle, moves, *, style=None))]
pub fn judge_moves(puzzle: &Bound<PyAny>, moves: &str, style: Option<&str>) -> PyResult<Verdict> {
    let of = |puzzle: &Puzzle| -> PyResult<Verdict> {
        let (style, start) = (self::style(style, puzzle.default_style)?, (*puzzle.game).clone());
        let verdict = judge(&start, moves, style);
        Ok(Verdict { verdict, start, default_style: puzzle.default_style, style })
    };
    match puzzle.cast::<Puzzle>() {
        Ok(puzzle) => of(puzzle.get()),
        Err(_) => of(&crate::read::puzzle(puzzle.extract()?, None, None)?),
    }
}

/// The exception for moves that are not a solution.
pub fn refused(py: Python, verdict: &check::Verdict) -> PyErr {
    let (message, number) = match &verdict.wrong {
        Some(wrong) => {
            let how = if wrong.place.is_some() { "cannot be read" } else { "is not allowed" };
            (format!("move {}, `{}`, {how}: {}", wrong.number, wrong.text, wrong.reason), Some(wrong.number))
        }
        None => ("the moves are legal, but do not end at a goal".to_owned(), None),
    };
    let number = number.into_pyobject(py).expect("numbers are integers").into_any();
    exception("IllegalMove", &message, &[("number", number)], py)
}

#[pymethods]
impl Verdict {
    /// Whether the moves are a solution.
    #[getter]
    fn valid(&self) -> bool {
        self.verdict.is_solution()
    }

    fn __bool__(&self) -> bool {
        self.valid()
    }

    /// The number of legal moves, up to the first wrong one.
    #[getter]
    fn legal(&self) -> usize {
        self.verdict.legal
    }

    /// The number of the first wrong move, from 1; None if all moves are legal.
    #[getter]
    fn number(&self) -> Option<usize> {
        self.verdict.wrong.as_ref().map(|wrong| wrong.number)
    }

    /// The first wrong move, as it was written.
    #[getter]
    fn r#move(&self) -> Option<&str> {
        self.verdict.wrong.as_ref().map(|wrong| &*wrong.text)
    }

    /// Why the moves are not a solution; None if they are one.
    #[getter]
    fn reason(&self) -> Option<String> {
        match &self.verdict.wrong {
            Some(wrong) => Some(wrong.reason.clone()),
            None if self.valid() => None,
            None => Some("the moves are legal, but do not end at a goal".to_owned()),
        }
    }

    /// The puzzle after the legal moves.
    #[getter]
    fn state(&self) -> Puzzle {
        Puzzle { default_style: self.default_style, ..Puzzle::of(self.verdict.after.clone()) }
    }

    /// The moves that are legal after them.
    #[getter]
    fn legal_moves(&self) -> PyResult<Vec<String>> {
        let moves = self.verdict.after.moves(self.style).map_err(|why| crate::errors::unfit(why, None))?;
        Ok(moves.into_iter().map(|played| played.text).collect())
    }

    /// The proved distance of the start from the goal; None if it cannot be solved.
    #[getter]
    fn distance_before(&self, py: Python) -> PyResult<Option<usize>> {
        self.distance(py, &self.start)
    }

    /// The proved distance after the legal moves.
    #[getter]
    fn distance_after(&self, py: Python) -> PyResult<Option<usize>> {
        self.distance(py, &self.verdict.after)
    }

    /// The verdict in one sentence.
    ///
    /// >>> import slideways as sw
    /// >>> sw.check("klotski", "4@4,0:R 4@4,1:U").explain()
    /// 'move 2, `4@4,1:U`, is not allowed: step 1 (U) is blocked'
    fn explain(&self) -> String {
        match &self.verdict.wrong {
            _ if self.valid() => format!("valid: {} moves (style {})", self.verdict.legal, self.style),
            Some(wrong) => {
                let how = if wrong.place.is_some() { "cannot be read" } else { "is not allowed" };
                format!("move {}, `{}`, {how}: {}", wrong.number, wrong.text, wrong.reason)
            }
            None => format!(
                "not a solution: {} moves, all legal, but they do not end at a goal",
                self.verdict.legal
            ),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Verdict: {}>", self.explain())
    }
}

impl Verdict {
    fn distance(&self, py: Python, game: &Game) -> PyResult<Option<usize>> {
        let (style, game) = (self.style, game.clone());
        let answer = Options::new(None, None, None, None)?.run(py, move |watch, limits| {
            Solver::new(&game).style(style).limits(limits).tables(tables()).watch(watch).solve()
        })?;
        match answer.map_err(|why| crate::errors::unsolved(&why))?.outcome {
            Outcome::Solved(solution) => Ok(Some(solution.len())),
            Outcome::Unsolvable(_) => Ok(None),
            Outcome::Bounded { lower, by, .. } | Outcome::Stopped { lower, by } => {
                Err(crate::puzzle::stopped(py, by, Some(lower)))
            }
        }
    }
}
