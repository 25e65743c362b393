//! Searches for tiles: the 15-puzzle and every puzzle of its family.
//!
//! An [`instance`] is a position in which every tile is named by its home cell. It is all that a search
//! needs.
//!
//! * [`plain`]: IDA* with the Manhattan distance, by happy and sad moves, for any board and goal; the test
//!   oracle. [`unrolled`]: the same iterations as one small piece of code per cell and direction, many times
//!   as fast.
//! * [`ida`]: the default, IDA* with additive [pattern databases](pdb) and a [pruning automaton](pruning)
//!   that cuts off duplicate paths. The tables can be cached in files.
//! * [`anytime`]: for big boards, where a shortest solution is out of reach: a good solution soon, a better
//!   one later, and always a proved lower bound.
//! * [`mtm`]: the multi-tile metric, in which several tiles move together.
//!
//! * [`bit_bfs`]: breadth-first search of the whole board, which counts the positions at each distance. It
//!   indexes positions by [`rank`]. [`ranked`] visits positions one by one where the space is larger than
//!   memory. [`happy`]: counts the positions that need no sad moves. The result of both is a [`census`].
//!   [`mod@diameter`] needs one such count per class of cells. [`sample`] draws positions from a layer.
//! * [`solutions`]: the number of shortest solutions of every position. [`graph`]: a small board as an
//!   explicit graph.

pub mod anytime;
pub mod bit_bfs;
pub mod census;
pub mod diameter;
pub mod graph;
pub mod growth;
pub mod happy;
pub mod ida;
pub mod instance;
pub mod mtm;
pub mod pdb;
pub mod plain;
pub mod pruning;
pub mod rank;
pub mod ranked;
pub mod sample;
pub mod solutions;
pub mod unrolled;
pub mod visit;

pub use instance::Instance;
