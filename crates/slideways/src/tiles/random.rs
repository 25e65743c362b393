//! Uniformly random solvable positions, reproducible from a seed.
//!
//! Shuffle all pieces, including the blank (Fisher and Yates; Knuth, *The Art of Computer Programming* 3.4.2,
//! Algorithm P): all arrangements are equally likely. Half of them have the wrong [`parity`]. If the shuffled
//! one has, exchange the first two tiles in reading order. The exchange maps wrong arrangements to right
//! ones, one to one: the blank stays where it is, so the same exchange leads back. So every right arrangement
//! occurs in exactly two cases, directly and by exchange, and all are equally likely.
//!
//! If the goal is a mask that both parities can satisfy, every arrangement is right and none is changed.
//!
//! ```
//! use slideways::format::tiles::Notation;
//! use slideways::tiles::random::{Random, position};
//! use slideways::tiles::{Goal, Size};
//!
//! let goal = Goal::blank_last(Size::new(3, 3).unwrap());
//! let board = position(&goal, &mut Random::new(7));
//! assert_eq!(Notation::Rows.print(&board).as_deref(), Some("6 2 5/1 7 8/0 4 3"));
//! ```

use super::board::{Board, Tile};
use super::goal::Goal;
use super::parity;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// SplitMix64: a sequence of numbers from a seed (Steele, Lea and Flood, *Fast splittable pseudorandom number
/// generators*, OOPSLA 2014).
///
/// Users see the results of these numbers, so the sequence will not change.
#[derive(Clone, Debug)]
pub struct Random(SplitMix64);

impl Random {
    /// Start with a seed; any value is allowed.
    pub fn new(seed: u64) -> Random {
        Random(SplitMix64::seed_from_u64(seed))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniformly distributed number below `end`, which must not be 0.
    ///
    /// A number beyond the last whole multiple of `end` would favour small remainders, so it is rejected.
    pub fn below(&mut self, end: u64) -> u64 {
        let whole = u64::MAX - u64::MAX % end;
        loop {
            let number = self.bits();
            if number < whole {
                return number % end;
            }
        }
    }
}

/// A word mixed by the output function of SplitMix64, which is a bijection: different words stay different.
pub(crate) fn mixed(word: u64) -> u64 {
    Random::new(word).bits()
}

/// A random position from which the goal can be reached.
pub fn position(goal: &Goal, random: &mut Random) -> Board {
    let size = goal.size();
    let mut tiles: Vec<Tile> = (0..size.cells()).map(|tile| Tile(tile as u8)).collect();
    for last in (1..tiles.len()).rev() {
        tiles.swap(last, random.below(last as u64 + 1) as usize);
    }
    let board = Board::new(size, tiles.clone()).expect("a shuffle loses nothing");
    if parity::reachable(&board, goal).is_ok() {
        return board;
    }
    let mut places = (0..tiles.len()).filter(|&cell| tiles[cell] != Tile::BLANK);
    let (first, second) = places.next().zip(places.next()).expect("a board has three tiles or more");
    tiles.swap(first, second);
    Board::new(size, tiles).expect("an exchange loses nothing")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::Size;
    use std::collections::BTreeMap;

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut random = Random::new(1_234_567);
        let numbers = [(); 3].map(|()| random.bits());
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn every_position_can_be_solved() {
        let mut random = Random::new(1);
        for (rows, cols) in [(2, 2), (2, 3), (3, 3), (4, 4), (5, 3), (16, 16), (2, 128)] {
            let size = Size::new(rows, cols).unwrap();
            for goal in [Goal::blank_last(size), Goal::blank_first(size)] {
                for _ in 0..20 {
                    assert_eq!(parity::reachable(&position(&goal, &mut random), &goal), Ok(()));
                }
            }
        }
    }

    /// Pearson's test: the sum of (seen - expected)² / expected over all positions has a mean of one less
    /// than their number, and a variance of about twice that. A deviation of five standard deviations occurs
    /// in about one run in a million.
    #[test]
    fn all_positions_are_equally_likely() {
        for (rows, cols, positions) in [(2, 2, 12), (2, 3, 360)] {
            let size = Size::new(rows, cols).unwrap();
            for goal in [Goal::blank_last(size), Goal::blank_first(size)] {
                let mut random = Random::new(2024);
                let mut seen: BTreeMap<Board, u64> = BTreeMap::new();
                let expected = 1000.0;
                for _ in 0..positions * 1000 {
                    *seen.entry(position(&goal, &mut random)).or_default() += 1;
                }
                assert_eq!(seen.len(), positions);
                let sum: f64 = seen.values().map(|&times| (times as f64 - expected).powi(2) / expected).sum();
                let (mean, deviation) = (positions as f64 - 1.0, (2.0 * (positions as f64 - 1.0)).sqrt());
                assert!((sum - mean).abs() < 5.0 * deviation, "{size}, {goal}: {sum} instead of {mean}");
            }
        }
    }
}
