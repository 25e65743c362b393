//! Censuses: every arrangement of every set of pieces that a kit allows in a box; and the search for hard
//! puzzles among more than a census can visit.
//!
//! * [`anchored`] lists the placements of the kinds by their first cell;
//! * [`count`] counts the arrangements of all sets at once, by dynamic programming along a frontier;
//! * [`findings`] adds up what was found in work units;
//! * [`lines`] searches the arrangements of bars that are bound to their lines, as in Rush Hour;
//! * [`unit_cars`] searches boxes full of cars of one cell: Unit Rush Hour;
//! * [`polyominoes`] searches all packings of a small box, with pieces of any shape;
//! * [`first`] finds one arrangement of a set, for which the set can be compiled;
//! * [`saved`] is the checkpoint of a census;
//! * [`units`] runs work units on all threads;
//! * `schedule` hands the sets to the workers, within the memory limit;
//! * [`census`](mod@census) cuts the arrangements of each set into components and measures their distances;
//! * [`annealing`] searches for hard puzzles.

pub mod anchored;
pub mod annealing;
pub mod census;
pub mod count;
pub mod findings;
pub mod first;
pub mod lines;
pub mod polyominoes;
pub mod saved;
mod schedule;
pub mod unit_cars;
pub mod units;
