//! A compiled puzzle as those see it who do not care how it is laid out.
//!
//! A space is laid out for a number of words; code that is to work with all of them is generic, and gets the
//! space through [`on`], which chooses the layout:
//!
//! ```
//! use slideways::engine::blocks::compiled::{self, Compiled, Query};
//! use slideways::engine::search::State;
//! use slideways::{Style, library};
//! use std::sync::Arc;
//!
//! /// How many neighbours has the start?
//! struct Degree;
//! impl Query for Degree {
//!     type Answer = usize;
//!     fn run<const N: usize>(self, compiled: Arc<dyn Compiled<N>>) -> usize {
//!         let mut found: Vec<State<N>> = vec![];
//!         let _ = compiled.expand(&[compiled.start()], &mut |next| {
//!             found.push(*next);
//!             std::ops::ControlFlow::Continue(())
//!         });
//!         found.sort();
//!         found.dedup();
//!         found.len()
//!     }
//! }
//! let klotski = library::puzzle("klotski").unwrap();
//! assert_eq!(compiled::with_compiled(&klotski, Style::STEP, compiled::Where::Reachable, 1 << 20, Degree), Ok(4));
//! ```

use super::goal::{self, Goals};
use super::placements;
use super::plan::Plan;
use super::solve::{self, MOST_WORDS, TooLarge};
use super::space::Space;
use crate::engine::search::control::Control;
use crate::engine::search::{Expander, Graph, State};
use crate::outcome::Stop;
use crate::puzzle::rule::Move;
use crate::puzzle::{Arrangement, Place, Puzzle};
use crate::style::Style;
use std::ops::ControlFlow;
use std::sync::Arc;

/// An undirected graph whose states stand for the arrangements of a puzzle.
pub trait Compiled<const N: usize>: Graph<N> + 'static {
    /// The puzzle.
    fn puzzle(&self) -> &Puzzle;

    /// What counts as one move.
    fn style(&self) -> Style;

    /// The state of the puzzle's start.
    fn start(&self) -> State<N>;

    /// Whether there are goals that pieces could get to if each were alone in the box.
    fn has_goals(&self) -> bool;

    /// All goal states, in and out of the start's component, in ascending order; `None` if there are more than `most`.
    fn goal_states(&self, most: usize) -> Option<Vec<State<N>>>;

    /// Whether a state satisfies one of the goals.
    fn is_goal(&self, state: &State<N>) -> bool;

    /// The places of all pieces, in reading order.
    fn places(&self, state: &State<N>) -> Vec<Place>;

    /// The state in which the pieces have some places; `None` if a piece could never get to its own.
    fn state(&self, places: &[Place]) -> Option<State<N>>;

    /// The moves that lead through a sequence of states, with the pieces followed one by one from where they
    /// are at its beginning.
    fn moves(&self, from: &Arrangement, path: &[State<N>], control: &mut Control) -> Result<Vec<Move>, Stop>;

    /// Visit every way to put the pieces into the box, each once, until the visitor breaks; those where they
    /// cannot get from the start are among them if the space was compiled for [`Where::Anywhere`].
    fn each_placement(&self, visit: &mut dyn FnMut(State<N>) -> ControlFlow<()>) -> ControlFlow<()>;

    /// The bytes of the tables.
    fn bytes(&self) -> u64;

    /// How many bits of a state's first word are used.
    fn first_bits(&self) -> u32;
}

/// What is to be done with a compiled puzzle, whatever its layout.
pub trait Query {
    /// What comes of it.
    type Answer;

    /// Do it; the compiled can be shared with threads that live on.
    fn run<const N: usize>(self, compiled: Arc<dyn Compiled<N>>) -> Self::Answer;
}

/// Which places of the box a space knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// Where pieces could get from the start if each were alone in the box.
    Reachable,
    /// Everywhere a piece fits.
    Anywhere,
}

/// Compile a puzzle for a search with so many bytes of memory, and do something with it.
pub fn with_compiled<W: Query>(
    puzzle: &Puzzle,
    style: Style,
    place: Where,
    memory: u64,
    work: W,
) -> Result<W::Answer, TooLarge> {
    let plan = match place {
        Where::Reachable => Plan::new(puzzle, memory),
        Where::Anywhere => Plan::anywhere(puzzle, memory),
    };
    Ok(match compile(puzzle, style, plan)? {
        Words::One(compiled) => work.run(compiled),
        Words::Two(compiled) => work.run(compiled),
        Words::Four(compiled) => work.run(compiled),
        Words::Eight(compiled) => work.run(compiled),
        Words::Many(compiled) => work.run(compiled),
    })
}

/// A compiled puzzle, by the number of words of a state.
enum Words {
    One(Arc<dyn Compiled<1>>),
    Two(Arc<dyn Compiled<2>>),
    Four(Arc<dyn Compiled<4>>),
    Eight(Arc<dyn Compiled<8>>),
    Many(Arc<dyn Compiled<MOST_WORDS>>),
}

/// Lay the space out for the fewest words that hold it. Few layouts, since each is a whole engine to compile; the
/// last are for giants.
fn compile(puzzle: &Puzzle, style: Style, plan: Plan) -> Result<Words, TooLarge> {
    // One cell more: the wall.
    Ok(match (plan.words, (plan.cells + 1).div_ceil(64), puzzle.grid().dirs().len()) {
        (..=1, ..=1, 4) => Words::One(PackedPuzzle::<1, 1, 4>::new(puzzle, style, plan)),
        (..=2, ..=1, 4) => Words::Two(PackedPuzzle::<2, 1, 4>::new(puzzle, style, plan)),
        (..=1, ..=2, 4) => Words::One(PackedPuzzle::<1, 2, 4>::new(puzzle, style, plan)),
        (..=2, ..=2, 4) => Words::Two(PackedPuzzle::<2, 2, 4>::new(puzzle, style, plan)),
        (..=4, ..=2, 4) => Words::Four(PackedPuzzle::<4, 2, 4>::new(puzzle, style, plan)),
        (..=8, ..=8, 4) => Words::Eight(PackedPuzzle::<8, 8, 4>::new(puzzle, style, plan)),
        (..=MOST_WORDS, _, 4) => Words::Many(PackedPuzzle::<MOST_WORDS, 17, 4>::new(puzzle, style, plan)),
        (..=1, ..=1, _) => Words::One(PackedPuzzle::<1, 1, 6>::new(puzzle, style, plan)),
        (..=4, ..=2, _) => Words::Four(PackedPuzzle::<4, 2, 6>::new(puzzle, style, plan)),
        (..=MOST_WORDS, _, _) => Words::Many(PackedPuzzle::<MOST_WORDS, 17, 6>::new(puzzle, style, plan)),
        (words, _, _) => return Err(TooLarge { words }),
    })
}

/// A puzzle, its plan, and the space laid out after it.
struct PackedPuzzle<const N: usize, const M: usize, const D: usize> {
    puzzle: Puzzle,
    style: Style,
    plan: Plan,
    space: Space<N, M, D>,
    goals: Goals,
}

impl<const N: usize, const M: usize, const D: usize> PackedPuzzle<N, M, D> {
    fn new(puzzle: &Puzzle, style: Style, plan: Plan) -> Arc<Self> {
        let space = Space::new(&plan, style);
        let goals = Goals::new(&plan, &space, puzzle);
        Arc::new(PackedPuzzle { puzzle: puzzle.clone(), style, plan, space, goals })
    }
}

impl<const N: usize, const M: usize, const D: usize> Graph<N> for PackedPuzzle<N, M, D> {
    fn expander(&self) -> Box<dyn Expander<N> + '_> {
        self.space.expander()
    }
}

impl<const N: usize, const M: usize, const D: usize> Compiled<N> for PackedPuzzle<N, M, D> {
    fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    fn style(&self) -> Style {
        self.style
    }

    fn start(&self) -> State<N> {
        let start = self.puzzle.start();
        self.space.pack(&self.plan, &self.puzzle, start).expect("the start is in reach of itself")
    }

    fn has_goals(&self) -> bool {
        !self.goals.is_empty()
    }

    fn goal_states(&self, most: usize) -> Option<Vec<State<N>>> {
        goal::states(&self.plan, &self.space, &self.puzzle, most)
    }

    fn is_goal(&self, state: &State<N>) -> bool {
        self.goals.hold(&self.space, state)
    }

    fn places(&self, state: &State<N>) -> Vec<Place> {
        self.space.unpack(state)
    }

    fn state(&self, places: &[Place]) -> Option<State<N>> {
        self.space.pack_places(&self.plan, places)
    }

    fn moves(&self, from: &Arrangement, path: &[State<N>], control: &mut Control) -> Result<Vec<Move>, Stop> {
        solve::moves(&self.space, &self.puzzle, self.style, from, path, control)
    }

    fn each_placement(&self, visit: &mut dyn FnMut(State<N>) -> ControlFlow<()>) -> ControlFlow<()> {
        placements::each(&self.plan, &self.space, visit)
    }

    fn bytes(&self) -> u64 {
        self.space.bytes()
    }

    fn first_bits(&self) -> u32 {
        let first = self.plan.fields.iter().filter(|field| field.word == 0);
        first.map(|field| field.shift + field.bits).max().unwrap_or(0)
    }
}
