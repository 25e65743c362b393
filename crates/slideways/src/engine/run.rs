//! What all searches share: workers, work units, iterative deepening, checkpoints.
//!
//! * [`deepening`]: iterative deepening, the loop over thresholds;
//! * [`supervise`]: worker threads, and the supervising thread that checks the limits while they work;
//! * [`units`]: work units on several threads, with a result that does not depend on the number of threads;
//!   [`done_units`]: which of them are done;
//! * [`checkpoint`]: files from which a stopped search continues; [`replace`]: files that are replaced
//!   atomically;
//! * [`large_words`]: words in large pages, for tables of gigabytes;
//! * [`single_flight`]: a cache in which each expensive value is built once.

#[cfg(feature = "tables")]
pub mod checkpoint;
pub mod deepening;
pub mod done_units;
pub mod large_words;
#[cfg(any(feature = "tables", feature = "disk"))]
pub mod replace;
pub mod single_flight;
pub mod supervise;
pub mod units;
