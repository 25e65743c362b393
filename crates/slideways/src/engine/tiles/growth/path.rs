//! Paths of the blank, packed into a word: two bits per step below a leading 1.
//!
//! ```text
//! right, down, down      1 10 11 11
//! ```
//!
//! The leading 1 makes the length part of the word: a shorter path is a smaller number, and paths of one
//! length are in lexicographic order.

/// The directions of the blank: up, left, right, down. The opposite of `dir` is `3 - dir`.
pub const OFFSETS: [(isize, isize); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// A packed path.
pub trait Path: Copy + Ord + Send + Sync + 'static {
    /// The most steps.
    const MOST: u32;
    /// The path without steps.
    const EMPTY: Self;

    /// The path with one more step.
    fn then(self, dir: u8) -> Self;

    /// The number of steps.
    fn length(self) -> u32;

    /// The step with this number, counted from 0.
    fn step(self, number: u32) -> u8;

    /// The least path of this length that begins with this one, and the least one after all those.
    fn extended(self, length: u32) -> (Self, Self);

    /// The last step.
    fn last(self) -> Option<u8> {
        self.length().checked_sub(1).map(|number| self.step(number))
    }

    /// The steps in order.
    fn steps(self) -> impl DoubleEndedIterator<Item = u8> {
        (0..self.length()).map(move |number| self.step(number))
    }
}

macro_rules! path {
    ($word:ty) => {
        impl Path for $word {
            const MOST: u32 = (<$word>::BITS - 2) / 2;
            const EMPTY: $word = 1;

            #[inline]
            fn then(self, dir: u8) -> $word {
                self << 2 | <$word>::from(dir)
            }

            #[inline]
            fn length(self) -> u32 {
                self.ilog2() / 2
            }

            #[inline]
            fn step(self, number: u32) -> u8 {
                (self >> (2 * (self.length() - 1 - number))) as u8 & 3
            }

            fn extended(self, length: u32) -> ($word, $word) {
                let shift = 2 * (length - self.length());
                (self << shift, (self + 1) << shift)
            }
        }
    };
}

path!(u64);
path!(u128);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_keeps_its_steps_and_its_length() {
        let path = [2, 3, 0, 1].into_iter().fold(u64::EMPTY, u64::then);
        assert_eq!((path.length(), path.last()), (4, Some(1)));
        assert_eq!(path.steps().collect::<Vec<_>>(), [2, 3, 0, 1]);
        assert_eq!((u64::EMPTY.length(), u64::EMPTY.last()), (0, None));
    }

    #[test]
    fn the_longest_path_fits() {
        fn longest<P: Path>() -> P {
            (0..P::MOST).fold(P::EMPTY, |path, _| path.then(3))
        }
        assert_eq!(longest::<u64>().length(), 31);
        assert_eq!(longest::<u128>().length(), 63);
        let (least, after) = u64::EMPTY.then(3).extended(31);
        assert!(least <= longest::<u64>() && longest::<u64>() < after);
    }
}
