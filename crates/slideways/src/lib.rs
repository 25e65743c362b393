//! Sliding puzzles: *every way to slide, and every way not to*.
//!
//! A puzzle is a box of cells, the pieces in it, and a rule of movement. What is its shortest solution?
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
//! And how can a box be packed so that no piece can slide? Three classes of packings lock twelve bricks in a
//! cube:
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
//! # Four questions
//!
//! The library replays every solution, and checks every packing, by the plain rule of movement before it
//! returns it.
//!
//! * [`Solver`]: a shortest solution of a sliding-block puzzle or of a tile position.
//!   [`TableStore`](solver::TableStore) holds the pattern databases that tile searches need.
//! * [`Space`]: the state space reachable from a start, in memory or on disk: states per distance, hardest
//!   starts, distances, hints, diameter, graph. [`Components`](space::Components) is the set of all
//!   arrangements of the pieces, reachable or not, cut into connected components.
//! * [`Sampler`]: random states at an exact distance from the goal.
//! * [`Rating`]: measures of difficulty, each proved from the whole state space.
//! * [`Census`]: all arrangements of all sets of pieces that a box allows, and the hardest puzzles among
//!   them.
//! * [`PuzzleSearch`]: puzzles that meet conditions, where a census would take too long.
//! * [`Lock`]: packings in which nothing slides (antislide packings).
//!
//! # The model, input and output
//!
//! * [`grid`], [`style`], [`puzzle`], [`tiles`], [`game`]: the model. [`puzzle::rule`] is the plain rule of
//!   movement: the definition, and the test oracle of every fast search.
//! * [`mod@format`]: the notations, read and written. [`library`]: the embedded puzzles. [`read`]: resolves
//!   what a user wrote to a library puzzle, a file, or a puzzle written out.
//! * [`outcome`]: how a search ends, what limits it, and what it costs. [`watch`]: what a search reports.
//! * [`check`]: replays a solution by the plain rule alone.
//! * [`mod@show`]: text drawings, pictures, films, and JSON.
//!
//! # Where the algorithms are
//!
//! The searches are in the module `engine`. It is public for the sibling crates, is not part of the
//! documented interface, and may change with any version.
//!
//! * IDA* with the Manhattan distance (Korf 1985): `engine::tiles::plain`, written to be read, and
//!   `engine::tiles::unrolled`, the same search made fast.
//! * IDA* with additive pattern databases: `engine::tiles::ida`; the databases themselves:
//!   `engine::tiles::pdb`.
//! * The multi-tile metric: `engine::tiles::mtm`.
//! * The pruning automaton against transpositions (Taylor and Korf 1993): `engine::tiles::pruning`.
//! * Anytime search of large boards, with linear conflict as its heuristic and a beam search:
//!   `engine::tiles::anytime`.
//! * Breadth-first search of all tile positions, about one bit per position: `engine::tiles::bit_bfs`.
//! * Block puzzles compiled to packed states, and the moves of the six styles: `engine::blocks`.
//! * Breadth-first and bidirectional search over packed states: `engine::search`.
//! * External-memory breadth-first search with delayed duplicate detection: `engine::disk`.
//! * Components, diameter, and the graph in compressed sparse row form: `engine::explore`.
//! * Measures of difficulty, from the graph of a component: `engine::rate`.
//! * Censuses of all sets of pieces in a box: `engine::design`; simulated annealing over puzzles:
//!   `engine::design::annealing`.
//! * Packings, by backtracking up to symmetry, by dancing links (Knuth 2000), and counted along a frontier:
//!   `engine::packing`.
//! * Work units, workers, checkpoints, and the iterative-deepening loop: `engine::run`.
#![warn(missing_docs)]

pub mod check;
pub mod design;
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
pub mod rate;
pub mod read;
pub mod sample;
pub mod show;
pub mod solver;
pub mod space;
pub mod style;
pub mod tiles;
pub mod watch;

pub use design::{Census, PuzzleSearch};
pub use game::Game;
pub use lock::Lock;
pub use rate::Rating;
pub use sample::Sampler;
pub use solver::Solver;
pub use space::Space;
pub use style::{NoSuchStyle, Reach, Style, Who};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
