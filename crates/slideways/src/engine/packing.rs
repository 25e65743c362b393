//! Packings in which nothing slides: backtracking, dancing links, and counting along a frontier.
//!
//! A [`PreparedBox`] is a checked spec with every placement of every piece and all symmetries. Then
//!
//! * [`census()`] finds the packings, one of each class under the symmetries, and counts them three ways;
//! * [`fewest()`] proves the smallest number of pieces;
//! * [`count::count`] counts packings that are too many to enumerate;
//! * [`dancing_links`] is the plain search, after Knuth's ANTISLIDE; the others are tested against it and
//!   against the plain [rule](crate::lock::rule).

mod backtrack;
pub mod count;
pub mod dancing_links;
pub mod fewest;
pub mod prepared;
pub mod saved;
pub mod search;
mod set;
mod signal;
mod symmetry;
mod tables;
pub mod tally;

pub use fewest::{Fewest, fewest};
pub use prepared::{Placement, PreparedBox};
pub use saved::{ResumeFrom, Saved};
pub use search::{PackingCensus, Shown, ShownVisitor, census, run};
pub use tally::Tally;
