//! Search for hard puzzles of a family that is too large for a census.
//!
//! * [`ground`] is the box of a family with its kinds and goals, [`candidate`] a puzzle of the family;
//! * [`mutation`] makes random candidates and changes them;
//! * [`words`], [`layout`] and [`numbers`] pack the states of a candidate, [`evaluator`] searches its
//!   component;
//! * [`unique`], [`minimal`] and [`canonical`] are the conditions, [`wanted`] puts them together;
//! * [`line_table`] and [`structure`] reject easy candidates sooner, if all pieces are bars bound to lines;
//! * [`chain`] is simulated annealing, [`class`] holds the best components by size, [`rounds`] runs several
//!   chains on all threads.

pub mod candidate;
pub mod canonical;
pub mod chain;
pub mod class;
pub mod evaluator;
pub mod ground;
pub mod layout;
pub mod line_table;
pub mod minimal;
pub mod mutation;
pub mod numbers;
pub mod rounds;
pub mod structure;
pub mod unique;
pub mod wanted;
pub mod words;
