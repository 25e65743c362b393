//! Machine words that hold packed states and sets of cells.

use crate::engine::design::anchored::Cells;
use std::ops::{BitAnd, BitOr, BitXor, Shl, Shr};

/// A word of 64 or 128 bits. The short one is faster, and long enough for most boxes.
pub trait StateWord:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of bits.
    const BITS: u32;
    /// No bits.
    const ZERO: Self;
    /// A set of cells.
    fn of(cells: Cells) -> Self;
    /// The last bits.
    fn low(self) -> u8;
    /// A hash value, good in its high bits.
    fn hashed(self) -> u64;
}

/// An odd number near 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl StateWord for u64 {
    const BITS: u32 = 64;
    const ZERO: u64 = 0;

    fn of(cells: Cells) -> u64 {
        cells as u64
    }

    #[inline]
    fn low(self) -> u8 {
        self as u8
    }

    #[inline]
    fn hashed(self) -> u64 {
        let product = u128::from(self) * u128::from(GOLDEN);
        (product as u64) ^ (product >> 64) as u64
    }
}

impl StateWord for u128 {
    const BITS: u32 = 128;
    const ZERO: u128 = 0;

    fn of(cells: Cells) -> u128 {
        cells
    }

    #[inline]
    fn low(self) -> u8 {
        self as u8
    }

    #[inline]
    fn hashed(self) -> u64 {
        ((self as u64).hashed().rotate_left(23) ^ (self >> 64) as u64).hashed()
    }
}
