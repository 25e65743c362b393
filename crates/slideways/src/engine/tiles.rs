//! Searches for tiles: the 15-puzzle and its whole family.
//!
//! A [`instance`] is a position with everybody's home marked on it, all that a search knows.
//!
//! * [`plain`]: Korf's iterative deepening by happy and sad moves, for any board and goal; the oracle.
//!   [`unrolled`]: the same rounds as one little part of program for each cell and direction, many times as
//!   fast.
//! * [`ida`]: the default, the same rounds again with a much better idea of how far home is: tables of
//!   [patterns](pattern), and a [`machine`] that does not let it walk in circles. Tables are [`kept`] in files.
//! * [`anytime`]: for big boards, where a shortest solution is out of reach: a good one soon, a better one later,
//!   and always the bound that is proved.
//! * [`mtm`]: tiles that move together, the multi-tile metric.
//!
//! * [`layers`]: how many positions there are at each distance; they are counted by their [`rank`], and past memory
//!   [one by one](ranked).
//!   [`happy`]: how many need no sad moves at all. The answer of both is a [`census`].

pub mod anytime;
pub mod bit_bfs;
pub mod census;
pub mod happy;
pub mod ida;
pub mod instance;
pub mod mtm;
pub mod pdb;
pub mod plain;
pub mod pruning;
pub mod rank;
pub mod ranked;
pub mod round;
pub mod unrolled;

pub use instance::Instance;
