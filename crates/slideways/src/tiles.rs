//! Sliding tiles: the 15-puzzle and its family, the (n² − 1)-puzzles, also on rectangles,
//! from 2 x 2 to 16 x 16.
//!
//! ```
//! use slideways::prelude::*;
//! use slideways::tiles::replay;
//!
//! let position: Position = "1 2 3/4 0 6/7 5 8".parse()?;
//! let Outcome::Solved(solution) = Solver::new(&position).solve()?.outcome else {
//!     panic!("parity allows it")
//! };
//! assert_eq!(replay::solution(position.board(), solution.path(), position.goal()), Ok(()));
//! assert_eq!(solution.to_string(), "U L");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * [`board`]: positions, and the plain rule by which tiles slide: the definition, and the test oracle of
//!   the searches. [`moves`]: the moves that the two metrics count. [`replay`]: verifies a solution.
//! * [`goal`]: the goal, for all tiles or for some. [`parity`]: whether the goal can be reached, and if not,
//!   why. A [`position`] is a board with its goal.
//! * [`random`]: random positions. [`blocks`]: tiles as block puzzles, and such block puzzles as tiles.
//!
//! [`format::tiles`](crate::format::tiles) reads and writes positions and paths.
//!
//! Letters name the direction in which the *tile* moves, as everywhere in Slideways; the blank moves the
//! opposite way.

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
