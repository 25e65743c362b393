//! A compiled puzzle, independent of its word layout.
//!
//! A space is laid out for a number of words. Code that works with every layout is generic in that number and
//! gets the space through [`with_compiled`], which chooses the layout:
//!
//! ```
//! use slideways::engine::blocks::compiled::{self, Compiled, Query};
//! use slideways::engine::search::State;
//! use slideways::{Style, library};
//! use std::sync::Arc;
//!
//! /// The number of neighbours of the start.
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
//! let place = compiled::Where::Reachable;
//! assert_eq!(compiled::with_compiled(&klotski, Style::STEP, place, 1 << 20, Degree), Ok(4));
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

/// An undirected graph whose states are the packed arrangements of a puzzle.
pub trait Compiled<const N: usize>: Graph<N> + 'static {
    /// The puzzle.
    fn puzzle(&self) -> &Puzzle;

    /// What counts as one move.
    fn style(&self) -> Style;

    /// The state of the puzzle's start.
    fn start(&self) -> State<N>;

    /// Whether there are goals that the pieces could reach if each were alone in the box.
    fn has_goals(&self) -> bool;

    /// All goal states, inside and outside the start's component, in ascending order; `None` if there are
    /// more than `most`.
    fn goal_states(&self, most: usize) -> Option<Vec<State<N>>>;

    /// Whether a state satisfies one of the goals.
    fn is_goal(&self, state: &State<N>) -> bool;

    /// The places of all pieces, in reading order.
    fn places(&self, state: &State<N>) -> Vec<Place>;

    /// The state with the pieces at the given places; `None` if a piece can never reach its place.
    fn state(&self, places: &[Place]) -> Option<State<N>>;

    /// Maps states to their images under a symmetry, which is given by the images of all places.
    fn imager<'c>(&'c self, image: &dyn Fn(Place) -> Place) -> Imager<'c, N>;

    /// The moves along a sequence of states. Pieces are tracked individually from their places in `from`.
    fn moves(&self, from: &Arrangement, path: &[State<N>], control: &mut Control) -> Result<Vec<Move>, Stop>;

    /// Visit every arrangement of the pieces in the box once, until the visitor breaks. A space compiled for
    /// [`Where::Anywhere`] includes the arrangements that cannot be reached from the start.
    fn each_placement(&self, visit: &mut dyn FnMut(State<N>) -> ControlFlow<()>) -> ControlFlow<()>;

    /// The bytes of the tables.
    fn bytes(&self) -> u64;

    /// The number of bits used in the first word of a state.
    fn first_bits(&self) -> u32;
}

/// Maps a state to its image under a symmetry.
pub type Imager<'c, const N: usize> = Box<dyn FnMut(&State<N>) -> State<N> + 'c>;

/// Work on a compiled puzzle, generic over its layout.
pub trait Query {
    /// The result of the work.
    type Answer;

    /// Do the work; `compiled` may be shared with threads that outlive the call.
    fn run<const N: usize>(self, compiled: Arc<dyn Compiled<N>>) -> Self::Answer;
}

/// Which placements of the pieces a space includes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// Placements that a piece could reach from the start if it were alone in the box.
    Reachable,
    /// Every placement that fits into the box.
    Anywhere,
}

/// Compile a puzzle for a search with `memory` bytes of memory, and run `work` on it.
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

/// Lay the space out for the fewest words that hold it. There are few layouts, since the compiler builds a
/// whole engine for each; the last ones are for the largest puzzles.
fn compile(puzzle: &Puzzle, style: Style, plan: Plan) -> Result<Words, TooLarge> {
    // The wall takes one more cell.
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

/// A puzzle, its plan, and the space laid out from the plan.
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

    fn imager<'c>(&'c self, image: &dyn Fn(Place) -> Place) -> Imager<'c, N> {
        self.space.imager(&self.plan, image)
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
