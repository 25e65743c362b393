//! Whole spaces: how many arrangements there are, how far they are, which are hardest.
//!
//! * [`flood`] goes through a component layer by layer, and tells of each layer as soon as it is whole;
//! * [`survey`] asks it twice: from the start, and from all goals at once;
//! * [`numbering`] gives states numbers; [`csr`] says which are next to each other, by number; a [`component`] is both, and
//!   knows how far every arrangement is from the start and from the nearest goal;
//! * [`mod@components`] takes all ways to put the pieces into the box, reachable or not, and cuts them apart;
//! * [`diameter`] finds the two arrangements that are farthest from each other;
//! * [`external`] goes past memory, with layers in files.
//!
//! Nothing here knows how states are packed: a [`Compiled`](crate::engine::blocks::compiled::Compiled) says which states are
//! neighbours and what they stand for.

pub mod component;
pub mod components;
pub mod csr;
pub mod diameter;
#[cfg(feature = "disk")]
pub mod external;
pub mod flood;
pub mod numbering;
mod parts;
pub mod survey;

pub use components::components;
