//! The expected hitting time of a random walk, estimated by a sample of walks.
//!
//! Every walk goes on until it reaches a goal: leaving out the long ones would make the mean too small. So a
//! sample that is stopped has no result.

use crate::engine::explore::csr::Csr;
use crate::engine::search::control::Control;
use crate::outcome::Stop;
use crate::tiles::random::Random;

/// The mean length of some random walks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampledWalk {
    /// The mean number of moves.
    pub moves: f64,
    /// The standard error of the mean.
    pub standard_error: f64,
    /// The number of walks; at least two.
    pub walks: u32,
}

/// Walk at random from a vertex to a goal, where the distance to the goal is 0, a number of times.
pub fn sample(
    links: &Csr,
    to_goal: &[u32],
    start: u32,
    walks: u32,
    seed: u64,
    control: &mut Control,
) -> Result<SampledWalk, Stop> {
    let (walks, mut random) = (walks.max(2), Random::new(seed));
    // Welford's recurrence for the mean and the sum of squares.
    let (mut mean, mut squares) = (0.0f64, 0.0f64);
    for number in 1..=walks {
        let (mut at, mut moves) = (start, 0u64);
        while to_goal[at as usize] > 0 {
            control.tick(0, 0)?;
            let next = links.of(at);
            at = next[random.below(next.len() as u64) as usize];
            moves += 1;
        }
        let apart = moves as f64 - mean;
        mean += apart / f64::from(number);
        squares += apart * (moves as f64 - mean);
    }
    let variance = squares / f64::from(walks - 1);
    Ok(SampledWalk { moves: mean, standard_error: (variance / f64::from(walks)).sqrt(), walks })
}

#[cfg(test)]
mod tests {
    use super::super::hitting_time::hitting_time;
    use super::*;
    use crate::outcome::Limits;

    #[test]
    fn the_sample_agrees_with_the_exact_time() {
        let ring = Csr::new((0..30u32).map(|at| vec![(at + 29) % 30, (at + 1) % 30]));
        let to_goal = ring.distances([12]);
        let mut watch = ();
        let control = &mut Control::new(Limits::default(), &mut watch);
        let exact = hitting_time(&ring, &to_goal, 0, control).unwrap();
        let sampled = sample(&ring, &to_goal, 0, 1000, 1, control).unwrap();
        assert!((sampled.moves - exact.moves).abs() < 4.0 * sampled.standard_error, "{sampled:?} {exact:?}");
        assert_eq!(sample(&ring, &to_goal, 0, 1000, 1, control), Ok(sampled), "the seed decides");
    }
}
