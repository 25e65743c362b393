//! Questions: the puzzles of the arguments, each in the styles that were requested.

use crate::arguments::Solve;
use crate::arguments::tiles::Searching;
use crate::gpu::Gpu;
use crate::input::{self, Found};
use crate::problem::Problem;
use slideways::outcome::Limits;
use slideways::solver::{Solver, TableStore, Want};
use slideways::{Game, Style, Who};

/// A puzzle and a style.
pub struct StyleQuestion {
    /// The name the user gave.
    pub name: String,
    /// The title, or nothing.
    pub title: String,
    /// The puzzle.
    pub game: Game,
    /// What counts as one move.
    pub style: Style,
    /// Its place among the styles in which the puzzle is solved, from 0.
    pub number: usize,
    /// The known length of shortest solutions.
    pub known: Option<u32>,
}

/// A puzzle that cannot be read.
pub struct Unread {
    /// The name the user gave.
    pub name: String,
    /// Why.
    pub problem: Problem,
}

/// The questions about a puzzle, one per style.
pub fn questions(found: Found, options: &Solve) -> Vec<Result<StyleQuestion, Unread>> {
    let name = found.name.clone();
    let made = found.load(&options.tiles.reading()).and_then(|loaded| made(&loaded, options));
    match made {
        Ok(questions) => questions.into_iter().map(Ok).collect(),
        Err(problem) => vec![Err(Unread { name, problem })],
    }
}

fn made(loaded: &input::Game, options: &Solve) -> Result<Vec<StyleQuestion>, Problem> {
    if let input::Game::Blocks(loaded) = loaded {
        input::not_for_blocks(loaded, options.tiles.given())?;
    }
    let game = loaded.game(options.tiles.goal.as_deref())?;
    let known = |style: Style| match loaded {
        input::Game::Blocks(loaded) => loaded.puzzle.draft().optimum.get(&style).copied(),
        input::Game::Tiles(board) => match &game {
            Game::Tiles(position) => board.optimum(position.goal()).filter(|_| style.who == Who::Piece),
            Game::Blocks(_) => None,
        },
    };
    let styles = match &options.styles {
        Some(styles) => styles.of(&game),
        None => vec![options.style.unwrap_or(loaded.default_style())],
    };
    let question = |(number, style): (usize, Style)| StyleQuestion {
        name: loaded.name().to_owned(),
        title: loaded.title().to_owned(),
        game: game.clone(),
        style,
        number,
        known: known(style),
    };
    Ok(styles.into_iter().enumerate().map(question).collect())
}

impl StyleQuestion {
    /// The solver that the options describe.
    pub fn solver<'s>(
        &self,
        options: &Solve,
        tables: &TableStore,
        limits: Limits,
        gpu: Option<&'s Gpu>,
    ) -> Solver<'s> {
        let mut solver = Solver::new(&self.game).style(self.style).limits(limits).tables(tables);
        if let Some(Searching(search)) = options.search {
            solver = solver.search(search);
        }
        if let Some(style) = options.tie_break {
            solver = solver.tie_break(style);
        }
        if let Some(file) = &options.checkpoint {
            solver = solver.checkpoint(file);
        }
        if let Some(folder) = &options.disk {
            solver = solver.on_disk(folder);
        }
        if let Some(gpu) = gpu {
            solver = gpu.solver(solver);
        }
        solver
    }
}

/// Which of the shortest solutions are requested.
pub fn want(options: &Solve) -> Want {
    match (options.all, options.count) {
        (true, _) => Want::All,
        (false, true) => Want::Number,
        (false, false) => Want::One,
    }
}

/// Whether questions may be tried at the same time: nothing is printed before the end, and no two of them
/// write the same file.
pub fn may_share(options: &Solve) -> bool {
    let on_the_way = options.all || options.layers || options.simple_paths.is_some() || options.iterations;
    !on_the_way && options.disk.is_none() && options.checkpoint.is_none()
}
