//! What all searches share.
//!
//! * [`deepening`]: iterative deepening, the loop over thresholds;
//! * [`supervise`]: workers, and the thread that looks to the limits while they work;
//! * [`units`]: work units on several threads, with a result that does not depend on their number;
//! * [`checkpoint`]: files from which a stopped search continues; [`replace`]: files that are replaced as a whole;
//! * [`single_flight`]: things that take long to make, made once.

#[cfg(feature = "tables")]
pub mod checkpoint;
pub mod deepening;
#[cfg(any(feature = "tables", feature = "disk"))]
pub mod replace;
pub mod single_flight;
pub mod supervise;
pub mod units;
