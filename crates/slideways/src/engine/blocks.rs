//! The block engine: any pieces in any box, in all six styles.
//!
//! * [`plan`] compiles a puzzle: which placements each kind can ever reach, and how a state is packed;
//! * [`space`] is the packed form: one mask for each placement, one entry for each step;
//! * [`single`] moves one piece, [`sets`] moves sets of pieces, the ideals of the "bumps into" digraph (`bumps`);
//! * [`compiled`] is all of that behind one trait, for those who do not care for the layout;
//! * [`solve`] puts the question to the searches and turns their states into moves.

mod bumps;
pub mod compiled;
mod goal;
pub mod mask;
mod placements;
pub mod plan;
pub mod sets;
pub mod single;
mod sink;
pub mod solve;
pub mod space;
