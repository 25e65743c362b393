//! Random states at an exact distance from the goal: instances of a chosen, proved difficulty.
//!
//! A puzzle that was shuffled by *n* random moves is at most *n* moves from its goal, and usually nearer. A
//! [`Sampler`] draws from the states whose shortest solution has exactly the requested number of moves:
//!
//! ```
//! use slideways::prelude::*;
//!
//! let goal: Position = "123456780".parse()?;
//! let sample = Sampler::new(&goal, 20).number(3).seed(1).draw()?;
//! assert_eq!(sample.way, Way::Layer { states: Some(16_993) }); // all positions 20 steps away
//! for board in sample.boards {
//!     let Outcome::Solved(solution) = Solver::new(Position::blank_last(board)).solve()?.outcome else {
//!         panic!("every position can be solved")
//!     };
//!     assert_eq!(solution.len(), 20);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! It chooses one of three [ways](Way), and says which:
//!
//! * If the layer of all states at that distance can be listed or counted, it draws from the layer. This is
//!   uniform, without repetition.
//! * On other boards of up to [`MOST_REJECTED`] cells it draws uniform random positions and keeps those whose
//!   proved distance is the requested one (rejection sampling). This is uniform, too: all positions at that
//!   distance are equally likely to be drawn, and each of them is kept. It takes long for rare distances.
//! * On larger boards it takes random walks that begin at the goal, and proves the distance of their ends.
//!   This is **not** uniform: positions with many paths to them are more likely.

mod rejection;
mod walk;

pub use rejection::MOST_CELLS as MOST_REJECTED;

use crate::engine::explore::sample as blocks;
use crate::engine::search::control::Control;
use crate::engine::tiles::sample as tiles;
use crate::game::Game;
use crate::outcome::{Cost, Limits, Stop};
use crate::puzzle::{Arrangement, Puzzle};
use crate::solver::{SolveError, TableStore};
use crate::space::UnfitSpace;
use crate::style::Style;
use crate::tiles::{Board, Position};
use crate::watch::Watch;
use std::time::Duration;
use web_time::Instant;

/// Options of a sample of states at one distance from the goal.
pub struct Sampler<'s> {
    game: Game,
    options: SampleOptions,
    watch: Option<&'s mut dyn Watch>,
}

/// What is asked, apart from the puzzle.
struct SampleOptions {
    style: Style,
    distance: u32,
    number: usize,
    seed: u64,
    limits: Limits,
    tables: TableStore,
}

/// Random states at one distance.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Sample {
    /// The arrangements of a block puzzle, in a random order; each has a solution that was replayed. Fewer
    /// than requested if there are no more, or if something stopped the search.
    pub arrangements: Vec<Arrangement>,
    /// The positions of a board of tiles.
    pub boards: Vec<Board>,
    /// How they were drawn.
    pub way: Way,
    /// What stopped the search before the sample was complete.
    pub stop: Option<Stop>,
    /// The work done and the memory used.
    pub cost: Cost,
    /// The time taken.
    pub time: Duration,
    /// The block puzzle, the style and the distance.
    of: Option<(Puzzle, Style, u32)>,
}

/// How states were drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Way {
    /// From the layer of all states at that distance, uniformly and without repetition.
    Layer {
        /// The number of states in the layer; `None` if the search was stopped before it.
        states: Option<u64>,
    },
    /// The whole space was searched: no state is that far from the goal.
    Nothing {
        /// The largest distance of a state; `None` if no goal can be reached.
        farthest: Option<u32>,
    },
    /// Random positions whose proved distance is the requested one: uniform, without repetition.
    Rejection {
        /// The number of random positions.
        drawn: u64,
        /// How many of them a search had to solve; the others are ruled out by parity or by a lower bound.
        solved: u64,
    },
    /// Ends of random walks with a proved distance: not uniform.
    Walk {
        /// The number of positions solved.
        solved: u64,
    },
}

impl Way {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Way::Layer { .. } | Way::Nothing { .. } => "layer",
            Way::Rejection { .. } => "rejection",
            Way::Walk { .. } => "walk",
        }
    }

    /// Whether all states at the distance are equally likely.
    pub fn is_uniform(self) -> bool {
        !matches!(self, Way::Walk { .. })
    }
}

impl Sample {
    fn of(boards: Vec<Board>, way: Way, stop: Option<Stop>, cost: Cost) -> Sample {
        Sample { arrangements: vec![], boards, way, stop, cost, time: Duration::ZERO, of: None }
    }

    /// The block puzzles that begin at the arrangements, each with its proved optimum.
    ///
    /// ```
    /// use slideways::prelude::*;
    ///
    /// let klotski = library::puzzle("klotski").unwrap();
    /// let sample = Sampler::new(&klotski, 60).seed(1).draw()?;
    /// let Outcome::Solved(solution) = Solver::new(&sample.puzzles()[0]).solve()?.outcome else {
    ///     panic!("its start has a solution")
    /// };
    /// assert_eq!(solution.len(), 60);
    /// # Ok::<(), SolveError>(())
    /// ```
    pub fn puzzles(&self) -> Vec<Puzzle> {
        let Some((puzzle, style, distance)) = &self.of else { return vec![] };
        let begin = |at: &Arrangement| {
            let puzzle = puzzle.with_start(at).expect("arrangements of the space fit the box");
            let mut draft = puzzle.draft().clone();
            draft.optimum = [(*style, *distance)].into();
            let moves = format!("start at distance {distance} (style {style})");
            draft.title = match puzzle.title() {
                "" => moves,
                title => format!("{title}, {moves}"),
            };
            Puzzle::new(draft).expect("only the texts and the optimum changed")
        };
        self.arrangements.iter().map(begin).collect()
    }
}

impl<'s> Sampler<'s> {
    /// Draw one state at this distance. For blocks the distance is that to the nearest goal, and the states
    /// are the arrangements that the start can reach. For tiles, they are the positions that can reach the
    /// goal.
    pub fn new(game: impl Into<Game>, distance: u32) -> Sampler<'s> {
        let game = game.into();
        let style = game.default_style();
        let (limits, tables) = (Limits::default(), TableStore::new());
        Sampler {
            game,
            options: SampleOptions { style, distance, number: 1, seed: 0, limits, tables },
            watch: None,
        }
    }

    /// The number of states to draw; all of them, if there are no more.
    pub fn number(mut self, number: usize) -> Sampler<'s> {
        self.options.number = number;
        self
    }

    /// The seed. The same seed gives the same states, with any number of threads; a larger number of states
    /// begins with the same ones.
    pub fn seed(mut self, seed: u64) -> Sampler<'s> {
        self.options.seed = seed;
        self
    }

    /// What counts as one move. The default is `move` for blocks and `step` for tiles.
    pub fn style(mut self, style: Style) -> Sampler<'s> {
        self.options.style = style;
        self
    }

    /// Memory, time and threads that the search may use. Without a time limit, a built-in effort limit stops
    /// rejection and walks.
    pub fn limits(mut self, limits: Limits) -> Sampler<'s> {
        self.options.limits = limits.addressable();
        self
    }

    /// The store of pattern databases for the proofs of distances.
    pub fn tables(mut self, tables: &TableStore) -> Sampler<'s> {
        self.options.tables = tables.clone();
        self
    }

    /// Report to a watch, which can also stop the search.
    pub fn watch<'w>(self, watch: &'w mut dyn Watch) -> Sampler<'w>
    where
        's: 'w,
    {
        Sampler { game: self.game, options: self.options, watch: Some(watch) }
    }

    /// Draw the states. Refused with [`UnfitSpace`] for tile goals with open cells.
    pub fn draw(mut self) -> Result<Sample, SolveError> {
        let unwatched = &mut ();
        let watch = self.watch.take().unwrap_or(unwatched);
        let started = Instant::now();
        let sample = match &self.game {
            Game::Blocks(puzzle) => self.options.arrangements(puzzle, watch)?,
            Game::Tiles(position) => self.options.boards(position, watch)?,
        };
        Ok(Sample { time: started.elapsed(), ..sample })
    }
}

impl SampleOptions {
    fn arrangements(&self, puzzle: &Puzzle, watch: &mut dyn Watch) -> Result<Sample, SolveError> {
        let SampleOptions { style, distance, number, seed, limits, .. } = *self;
        let found = blocks::draw(puzzle, style, distance, number, seed, &mut Control::new(limits, watch))?;
        let way = self.layer(&found.sizes, found.stop);
        Ok(Sample {
            arrangements: found.arrangements,
            of: Some((puzzle.clone(), style, distance)),
            ..Sample::of(vec![], way, found.stop, found.cost)
        })
    }

    fn boards(&self, position: &Position, watch: &mut dyn Watch) -> Result<Sample, SolveError> {
        let SampleOptions { style, distance, number, seed, limits, .. } = *self;
        let started = Instant::now();
        let goal = position.goal().full().ok_or(UnfitSpace::OpenGoal)?;
        let query = tiles::BoardLayerQuery { from: &goal, who: style.who, distance, number, seed };
        if let Some(found) = tiles::draw(query, limits, watch) {
            let way = self.layer(&found.sizes, found.stop);
            return Ok(Sample::of(found.boards, way, found.stop, found.cost));
        }
        let left =
            SampleOptions { limits: limits.after(started.elapsed()), tables: self.tables.clone(), ..*self };
        match goal.size().cells() <= rejection::MOST_CELLS {
            true => rejection::draw(&left, position.goal(), watch),
            false => walk::draw(&left, &goal, watch),
        }
    }

    /// How a sample was drawn from layers of these sizes.
    fn layer(&self, sizes: &[u64], stop: Option<Stop>) -> Way {
        match (sizes.get(self.distance as usize), stop) {
            (Some(&states), _) => Way::Layer { states: Some(states) },
            (None, Some(_)) => Way::Layer { states: None },
            (None, None) => Way::Nothing { farthest: (sizes.len() as u32).checked_sub(1) },
        }
    }
}
