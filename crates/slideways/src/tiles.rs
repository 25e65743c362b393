//! Sliding tiles: the 15-puzzle and its whole family, on any board from 2 x 2 to 16 x 16.
//!
//! ```
//! use slideways::format::tiles::{parse, path};
//! use slideways::outcome::{Limits, Outcome};
//! use slideways::tiles::{Goal, Task, replay, unrolled};
//!
//! let start = parse("1 2 3/4 0 6/7 5 8", None)?;
//! let goal = Goal::blank_last(start.size());
//! let task = Task::new(&start, &goal).expect("parity allows it");
//! let answer = unrolled::solve(&task, Limits::default(), &mut ()).expect("it has few cells");
//! let Outcome::Solved(steps) = answer.outcome else { panic!("nothing stops the search") };
//! assert_eq!(replay::solution(&start, &steps, &goal), Ok(()));
//! assert_eq!(path::print(&steps, path::Convention::Letters, &start).as_deref(), Some("UL"));
//! # Ok::<(), slideways::format::error::TextError>(())
//! ```
//!
//! * [`board`]: positions, and the plain rule by which tiles slide: the definition that all the rest is
//!   tested against. [`moves`] tells apart what the two metrics count; [`replay`] makes sure of a solution.
//! * [`goal`]: where the tiles are to go, all of them or some. [`parity`] says in an instant whether they
//!   can, and if not, why not. A [`task`] is a position with everybody's home marked on it, all that a search
//!   knows.
//! * [`plain`]: Korf's iterative deepening by happy and sad moves, for any board and goal; the oracle.
//!   [`unrolled`]: the same rounds as one little part of program for each cell and direction, many times as
//!   fast.
//! * [`deepen`]: the default, the same rounds again with a much better idea of how far home is: tables of
//!   [patterns](pattern), and a [`machine`] that does not let it walk in circles. Tables are [`kept`] in files.
//! * [`anytime`]: for big boards, where a shortest solution is out of reach: a good one soon, a better one later,
//!   and always the bound that is proved.
//! * [`together`]: tiles that move together, the multi-tile metric.
//!
//! * [`layers`]: how many positions there are at each distance; they are counted by their [`rank`], and past memory
//!   [one by one](ranked).
//!   [`happy`]: how many need no sad moves at all. The answer of both is a [`census`].
//! * [`random`]: positions to try them on. [`blocks`]: tiles as puzzles of blocks, and such puzzles as tiles.
//!
//! [`format::tiles`](crate::format::tiles) reads and writes positions and paths.
//!
//! Letters name the direction in which the *tile* moves, as in all of Slideways; the blank goes the other
//! way.

#[doc(hidden)]
pub mod anytime;
pub mod blocks;
pub mod board;
mod bytes;
#[doc(hidden)]
pub mod census;
#[doc(hidden)]
pub mod deepen;
pub mod goal;
#[doc(hidden)]
pub mod happy;
#[cfg(feature = "tables")]
#[doc(hidden)]
pub mod kept;
#[doc(hidden)]
pub mod layers;
#[doc(hidden)]
pub mod machine;
pub mod moves;
pub mod parity;
#[doc(hidden)]
pub mod pattern;
#[doc(hidden)]
pub mod plain;
pub mod position;
pub mod random;
#[doc(hidden)]
pub mod rank;
#[doc(hidden)]
pub mod ranked;
pub mod replay;
#[doc(hidden)]
pub mod round;
#[doc(hidden)]
pub mod task;
#[doc(hidden)]
pub mod together;
#[doc(hidden)]
pub mod unrolled;

pub use board::{Board, NotASize, Size, Tile};
pub use goal::Goal;
pub use position::Position;
pub use task::Task;
