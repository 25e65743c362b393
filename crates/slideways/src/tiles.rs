//! Sliding tiles: the 15-puzzle and its whole family, on any board from 2 x 2 to 16 x 16.
//!
//! ```
//! use slideways::prelude::*;
//! use slideways::tiles::replay;
//!
//! let position: Position = "1 2 3/4 0 6/7 5 8".parse()?;
//! let Outcome::Solved(solution) = Solver::new(&position).solve()?.outcome else { panic!("parity allows it") };
//! assert_eq!(replay::solution(position.board(), solution.path(), position.goal()), Ok(()));
//! assert_eq!(solution.to_string(), "U L");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * [`board`]: positions, and the plain rule by which tiles slide: the definition that all the rest is
//!   tested against. [`moves`] tells apart what the two metrics count; [`replay`] makes sure of a solution.
//! * [`goal`]: where the tiles are to go, all of them or some. [`parity`] says in an instant whether they
//!   can, and if not, why not. A [`position`] is a board with its goal.
//! * [`random`]: positions to try them on. [`blocks`]: tiles as puzzles of blocks, and such puzzles as tiles.
//!
//! [`format::tiles`](crate::format::tiles) reads and writes positions and paths.
//!
//! Letters name the direction in which the *tile* moves, as in all of Slideways; the blank goes the other
//! way.

pub mod blocks;
pub mod board;
pub mod goal;
pub mod moves;
pub mod parity;
pub mod position;
pub mod random;
pub mod replay;

pub use board::{Board, NotASize, Size, Tile};
pub use goal::Goal;
pub use position::Position;
