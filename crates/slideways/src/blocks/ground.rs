//! A compiled puzzle as those see it who do not care how it is laid out.
//!
//! A space is laid out for a number of words; code that is to work with all of them is generic, and gets the
//! space through [`on`], which chooses the layout:
//!
//! ```
//! use slideways::blocks::ground::{self, Ground, Work};
//! use slideways::search::State;
//! use slideways::{Style, library};
//! use std::sync::Arc;
//!
//! /// How many neighbours has the start?
//! struct Degree;
//! impl Work for Degree {
//!     type Answer = usize;
//!     fn on<const N: usize, G: Ground<N>>(self, ground: Arc<G>) -> usize {
//!         let mut found: Vec<State<N>> = vec![];
//!         let _ = ground.each_neighbour(&ground.start(), 0, &mut ground.scratch(), &mut |next, _| {
//!             found.push(next);
//!             std::ops::ControlFlow::Continue(())
//!         });
//!         found.sort();
//!         found.dedup();
//!         found.len()
//!     }
//! }
//! let klotski = library::puzzle("klotski").unwrap();
//! assert_eq!(ground::on(&klotski, Style::STEP, ground::Where::Reachable, 1 << 20, Degree), Ok(4));
//! ```

use super::goal::Goals;
use super::placements;
use super::plan::Plan;
use super::solve::{self, TooLarge};
use super::space::{Scratch, Space};
use crate::outcome::Stop;
use crate::puzzle::rule::Move;
use crate::puzzle::{Arrangement, Place, Puzzle};
use crate::search::control::Control;
use crate::search::{Graph, Note, State};
use crate::style::Style;
use std::ops::ControlFlow;
use std::sync::Arc;

/// An undirected graph whose states stand for the arrangements of a puzzle.
pub trait Ground<const N: usize>: Graph<N> + 'static {
    /// The puzzle.
    fn puzzle(&self) -> &Puzzle;

    /// What counts as one move.
    fn style(&self) -> Style;

    /// The state of the puzzle's start.
    fn start(&self) -> State<N>;

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
pub trait Work {
    /// What comes of it.
    type Answer;

    /// Do it; the ground can be shared with threads that live on.
    fn on<const N: usize, G: Ground<N>>(self, ground: Arc<G>) -> Self::Answer;
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
pub fn on<W: Work>(
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
    Ok(solve::with_space!(plan, puzzle, style, |space| {
        let goals = Goals::new(&plan, &space, puzzle);
        work.on(Arc::new(Compiled { puzzle: puzzle.clone(), style, plan, space, goals }))
    }))
}

/// A puzzle, its plan, and the space laid out after it.
struct Compiled<const N: usize, const M: usize, const D: usize> {
    puzzle: Puzzle,
    style: Style,
    plan: Plan,
    space: Space<N, M, D>,
    goals: Goals,
}

impl<const N: usize, const M: usize, const D: usize> Graph<N> for Compiled<N, M, D> {
    type Scratch = Scratch<N, M>;

    fn scratch(&self) -> Scratch<N, M> {
        self.space.scratch()
    }

    #[inline]
    fn neighbours(
        &self,
        state: &State<N>,
        note: Note,
        scratch: &mut Scratch<N, M>,
        visit: impl FnMut(State<N>, Note) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.space.neighbours(state, note, scratch, visit)
    }

    fn each_neighbour(
        &self,
        state: &State<N>,
        note: Note,
        scratch: &mut Scratch<N, M>,
        visit: &mut dyn FnMut(State<N>, Note) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.space.each_neighbour(state, note, scratch, visit)
    }
}

impl<const N: usize, const M: usize, const D: usize> Ground<N> for Compiled<N, M, D> {
    fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    fn style(&self) -> Style {
        self.style
    }

    fn start(&self) -> State<N> {
        solve::start(&self.plan, &self.space, &self.puzzle)
    }

    #[inline]
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
