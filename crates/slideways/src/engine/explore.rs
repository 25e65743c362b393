//! Analysis of whole state spaces: the number of arrangements, their distances, the hardest starts, the
//! diameter.
//!
//! * [`flood`] traverses a component breadth-first and passes each layer to a listener as soon as it is
//!   complete;
//! * [`survey`] runs it twice: from the start, and from all goals at once;
//! * [`numbering`] assigns numbers to states; [`csr`] stores the adjacency by number; a [`component`]
//!   combines both with the distance of every arrangement from the start and from the nearest goal;
//! * [`mod@components`] enumerates all arrangements of the pieces in the box, reachable or not, and splits
//!   them into connected components;
//! * [`quotient`] is the graph of these arrangements up to symmetry;
//! * [`solutions`] counts the shortest solutions of every arrangement;
//! * [`simple_paths`] counts the solutions of any length that visit no arrangement twice;
//! * [`diameter`] finds two arrangements that are farthest from each other;
//! * [`sample`] draws arrangements at one distance from the nearest goal;
//! * [`external`] is for spaces larger than memory, with layers in files.
//!
//! Nothing here depends on how states are packed: a [`Compiled`](crate::engine::blocks::compiled::Compiled)
//! defines which states are neighbours and which arrangements they represent.

pub mod component;
pub mod components;
pub mod csr;
pub mod diameter;
#[cfg(feature = "disk")]
pub mod external;
pub mod flood;
pub mod numbering;
mod parts;
pub mod quotient;
pub mod sample;
pub mod simple_paths;
pub mod solutions;
pub mod survey;
mod swap;
pub mod up_to_symmetry;

pub use components::components;
