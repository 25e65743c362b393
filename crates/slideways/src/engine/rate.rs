//! Measures of difficulty, each computed from the explicit graph of a whole component.
//!
//! * [`shortest`] is the directed acyclic graph of all shortest solutions: their number, the states that all
//!   of them pass through, and the least number of moves that raise an estimate;
//! * [`estimate`] is the greedy estimate: distance of the goal pieces plus pieces in their way;
//! * [`precedence`] is the partial order of the moves of one solution (Mazurkiewicz trace): its longest chain
//!   and widest antichain;
//! * [`branching`] finds where a longer solution can leave the shortest ones for good;
//! * [`wrong_moves`] computes the cost of each wrong move, with the [`dominators`] of the graph;
//! * [`hitting_time`] is the expected length of a random walk, by conjugate gradients; [`sampled_walk`]
//!   estimates it for larger graphs;
//! * [`unmoved`] finds the pieces that never move.
//!
//! Everything here works on numbered states; the front is [`Rating`](crate::rate::Rating).

pub mod branching;
pub mod dominators;
pub mod estimate;
pub mod hitting_time;
pub mod precedence;
pub mod sampled_walk;
pub mod shortest;
pub mod unmoved;
pub mod wrong_moves;
