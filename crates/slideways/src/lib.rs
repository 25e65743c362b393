//! Sliding puzzles: *every way to slide, and every way not to*.
//!
//! A puzzle is a box of cells, pieces in it, and a rule of movement. What is the shortest way from here to
//! there?
//!
//! ```
//! use slideways::format;
//! use slideways::prelude::*;
//!
//! let text = "5 x 4 Klotski
//! 1 = 11/11
//! 2 = 1/1
//! 3 = 11
//! 4 = 1
//! 212232444004
//! goal 1@3,1
//! ";
//! let puzzle = format::parse(text)?.puzzle;
//! for (style, optimum) in [("step", 116), ("slide", 90), ("move", 81)] {
//!     let answer = Solver::new(&puzzle).style(style.parse()?).solve()?;
//!     let Outcome::Solved(solution) = answer.outcome else { panic!("Klotski can be solved") };
//!     assert_eq!(solution.len(), optimum);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! And how can a box be packed so that nothing slides at all? Three classes of packings lock twelve bricks in
//! a cube:
//!
//! ```
//! use slideways::prelude::*;
//!
//! let answer = Lock::new("4x4x4".parse()?).piece("2x2x1".parse()?).fewest()?;
//! assert_eq!(answer.fewest.and_then(|fewest| fewest.pieces), Some(12));
//! assert_eq!(answer.classes(), Some(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The questions, each answered with everything checked by the plain rule before it is returned:
//!
//! * [`Solver`]: shortest solutions, of blocks and of tiles, with [`TableStore`](solver::TableStore) for the pattern databases
//!   that searches for tiles need;
//! * [`Space`]: all that a start can reach, in memory or on disk: layers, hardest starts, distances, hints, diameter, graph; and
//!   [`Components`](space::Components), all arrangements of the pieces, also those that it cannot reach;
//! * [`Lock`]: packings in which nothing slides at all.
//!
//! What they are about, and what they speak with:
//!
//! * [`grid`], [`style`], [`puzzle`], [`tiles`], [`game`]: the model. [`puzzle::rule`] is the plain rule of movement, the
//!   definition against which everything fast is tested;
//! * [`mod@format`]: every notation, read and written; [`library`]: the puzzles that come along; [`read`]: what a user
//!   means by a word, be it a name, a file or a puzzle;
//! * [`outcome`]: how searches end and what limits them; [`watch`]: what they report;
//! * [`check`]: replays solutions by the plain rule alone;
//! * [`mod@show`]: drawings, pictures, films, and JSON.
//!
//! The engines behind the questions are public for the sibling crates of this one, but not documented here, and may change
//! with any version.
#![warn(missing_docs)]

pub mod check;
#[doc(hidden)]
pub mod engine;
pub mod format;
pub mod game;
pub mod grid;
pub mod library;
pub mod lock;
pub mod outcome;
pub mod prelude;
pub mod puzzle;
pub mod read;
pub mod show;
pub mod solver;
pub mod space;
pub mod style;
pub mod tiles;
pub mod watch;

pub use game::Game;
pub use lock::Lock;
pub use solver::Solver;
pub use space::Space;
pub use style::{NoSuchStyle, Reach, Style, Who};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
