//! Sliding-block engine: packed states and move generation for any pieces in any box, in all six styles.
//!
//! * [`plan`] compiles a puzzle: which placements each kind can ever reach, and how a state is packed;
//! * [`space`] is the packed form: one mask per placement, one table entry per step;
//! * [`single`] moves one piece; [`sets`] moves sets of pieces, the ideals of the "bumps into" digraph
//!   (`bumps`);
//! * [`compiled`] puts all of that behind one trait, independent of the layout;
//! * [`solve`] runs the searches and turns their states into moves.

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
