//! External-memory breadth-first search with delayed duplicate detection (Korf 2003): layers are files.
//!
//! A layer is a set of sorted runs. The search reads its states in order and generates their successors
//! without checking them. Whenever memory is full, it sorts the successors and writes them to a temporary
//! run. At the end of the layer it merges all runs into one, and the same pass drops every state that is
//! already known. Moves are reversible, so a successor of layer *d* lies in layer *d* − 1, *d* or *d* + 1. It
//! is therefore enough to compare with the two newest layers; older ones can be removed.
//!
//! ```text
//! layer d−1   ░░░░░░░░░ ─────────────────┐ known
//! layer d     ▒▒▒▒▒▒▒▒▒▒▒▒ ─┬────────────┤ known
//!                           └─ expand ─► generated ─ sort ─► runs ─ merge ─► layer d+1
//! ```
//!
//! States are divided into a fixed number of [partitions](partition). Each partition is sorted, merged and
//! stored independently, by any number of threads or machines. In the spaces that were measured, a state
//! takes from one to six bytes.
//!
//! The module [`folder`] explains what happens when a search is killed, and [`run`] how damaged files are
//! detected.

pub mod buffer;
pub mod code;
pub mod commit;
pub mod dedup;
pub mod error;
pub mod expand;
pub mod folder;
pub mod job;
pub mod manifest;
pub mod merge;
pub mod partition;
pub mod run;
pub mod sealed;
pub mod search;
pub mod sorter;
pub mod workers;

pub use error::DiskError;
pub use partition::{PARTITIONS, Upper};
pub use search::ExternalBfs;
pub use workers::End;

use std::path::PathBuf;

/// The subject of a disk search, and where it is stored.
#[derive(Clone, Debug)]
pub struct DiskConfig {
    /// The folder.
    pub folder: PathBuf,
    /// A description of what is searched; a resumed search must have the same.
    pub subject: String,
    /// Whether to continue a search that was stopped.
    pub resume: bool,
    /// Whether to store all goals in files, as the sources of another search.
    pub goals: bool,
    /// Whether to keep all layers, so that paths can be reconstructed; otherwise the last two are kept.
    pub keep: bool,
    /// The least number of upper bits that choose the partition.
    pub upper: Upper,
}
