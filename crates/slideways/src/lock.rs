//! Every way to pack a box so that nothing slides: antislide packings.
//!
//! A [`Task`] says what goes into which box; a [`Ground`] is the task checked, with every placement of every
//! piece and all symmetries. Then
//!
//! * [`census()`] finds the packings, one of each class under the symmetries, and counts them three ways;
//! * [`fewest()`] proves how few pieces will do;
//! * [`count::count`] counts packings too many to be met.
//!
//! [`rule`] says what *locked* means, in the plainest way, and [`links`] is the search the plain way, after
//! Knuth's ANTISLIDE; all else is tested against these two.
//!
//! The packing with nothing in it is locked: it has no piece that could slide. It is found and counted like any
//! other, unless a cell must be covered or a piece is wanted.

#[cfg(feature = "tables")]
pub mod checkpoint;
pub mod count;
mod fewest;
mod ground;
pub mod links;
pub mod rule;
mod saved;
mod search;
mod set;
mod signal;
mod tables;
mod tally;
mod task;
mod turn;
mod walk;

pub use fewest::{Fewest, fewest, fewest_from};
pub use ground::{Ground, MOST_PLACEMENTS, Placement, brick, brick_of, upright};
pub use saved::{Resume, Saved};
pub use search::{Census, Shown, Visitor, census, census_from};
pub use tally::{Count, Tally};
pub use task::{BadTask, Stock, Task};
