//! Past memory: breadth-first search whose layers are files.
//!
//! A layer is a set of sorted runs. Its states are read in order and their successors generated, whatever they are;
//! when memory is full they are sorted and written down. When the layer is through, all that was generated is merged
//! into one, and in temporary each state is dropped that was there before (*delayed duplicate detection*; Korf 2003). Moves
//! can be taken back, so a successor of layer *d* lies in layer *d* − 1, *d* or *d* + 1, and it is enough to look at the
//! two newest layers: older ones can be removed.
//!
//! ```text
//! layer d−1   ░░░░░░░░░ ─────────────────┐ known
//! layer d     ▒▒▒▒▒▒▒▒▒▒▒▒ ─┬────────────┤ known
//!                           └─ expand ─► generated ─ sort ─► runs ─ merge ─► layer d+1
//! ```
//!
//! States are divided among a fixed number of [partitions](partition), each of which is sorted, merged and kept on its
//! own, by any number of threads or machines. A state belongs to a partition by the hash of its upper bits only: so
//! neighbours in order stay together, differ by little, and take little room. In the spaces that were measured, a state
//! takes from one to six bytes.
//!
//! What happens to the [`folder`] when a search is killed, and to the [files](run) when a disk is bad, is said there.

pub mod buffer;
pub mod code;
pub mod commit;
pub mod dedup;
pub mod error;
pub mod expand;
pub mod folder;
pub mod job;
pub mod merge;
pub mod run;
pub mod search;
pub mod sorter;
pub mod workers;

pub use error::DiskError;
pub use search::ExternalBfs;
pub use workers::End;

use crate::engine::search::State;
use crate::engine::search::graph::hash;
use std::path::PathBuf;

/// So many partitions there are, however many threads or machines there are to work on them.
pub const PARTITIONS: usize = 64;

/// So many of the upper bits choose the partition: enough for partitions of much the same size, few enough for
/// neighbours to stay together.
pub const UPPER: u32 = 24;

/// What is searched, and where.
#[derive(Clone, Debug)]
pub struct DiskConfig {
    /// The folder.
    pub folder: PathBuf,
    /// What is searched; whoever goes on with a search must say the same.
    pub subject: String,
    /// Whether to go on where somebody was stopped.
    pub resume: bool,
    /// Whether all layers are kept, so that ways can be found again; otherwise the last two are.
    pub keep: bool,
    /// How many of the lower bits of the first word have no part in choosing the partition.
    pub shift: u32,
}

/// The partition that a state belongs to.
#[inline]
pub fn partition<const N: usize>(state: &State<N>, shift: u32) -> usize {
    (hash(&[state[0] >> shift]) >> 58) as usize
}
