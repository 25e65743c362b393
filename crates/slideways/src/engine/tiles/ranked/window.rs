//! The change of a rank when the blank and a tile in the same column change places.
//!
//! The tile passes those between, one fewer than there are columns, so as many digits as there are columns
//! change, and all others stay. A rank is *high* · span · low + *middle* · low + *rest*, and a table holds
//! the new middle for every old one. Where the digit that is left out belongs to the middle there are two
//! tables, for it depends on whether the digits of the high part have an odd sum.

use crate::grid::Cell;
use crate::tiles::Size;

/// The most entries of a parity table.
const PART: u64 = 1 << 16;

/// One step of the blank, up or down between two cells.
#[derive(Clone, Debug)]
pub struct Window {
    /// The weight of the last place of the middle.
    low: u64,
    /// The number of different middles.
    span: u64,
    /// The new middles, if the digits of the high part have an even sum, and if they have an odd one.
    to: [Vec<u32>; 2],
    /// Parity tables for the digits of the high part: one for the last digits, one for those before, and so
    /// on. Empty if the parity does not matter.
    parity: Vec<Vec<bool>>,
}

impl Window {
    /// The step from the upper of two cells, or from the lower one, where the sum of all digits is odd or
    /// even.
    pub fn new(size: Size, upper: Cell, odd: bool, down: bool) -> Window {
        let (places, first) = (size.cells() - 1, upper.index());
        let after = first + size.cols();
        let radix = |place: usize| (places - place) as u64;
        let radices: Vec<u64> = (first..after).map(radix).collect();
        let whole: u64 = radices.iter().product();
        // The digit that is left out is in the middle, or among the rest.
        let inside = after >= places - 1;
        let low = if inside { 1 } else { (1..=(places - after) as u64).product::<u64>() / 2 };
        let span = if inside { whole / 2 } else { whole };
        let moved = |number: u64| number_of(&passed(digits_of(number, &radices), down), &radices);
        let to = [odd, !odd].map(|odd| {
            let middle = |middle: u64| match inside {
                false => moved(middle),
                true => {
                    let digits = digits_of(2 * middle, &radices);
                    let fill = (digits.iter().sum::<u64>() + u64::from(odd)) % 2;
                    moved(2 * middle + fill) / 2
                }
            };
            (0..span).map(|number| middle(number) as u32).collect()
        });
        let high: Vec<u64> = (0..first).map(radix).collect();
        Window { low, span, to, parity: if inside { parities(&high) } else { vec![] } }
    }

    /// The rank after the step.
    #[inline]
    pub fn pass(&self, rank: u64) -> u64 {
        let block = self.span * self.low;
        let high = rank / block;
        let middle = (rank - high * block) / self.low;
        let mut odd = false;
        let mut rest = high;
        for part in &self.parity {
            let size = part.len() as u64;
            odd ^= part[(rest % size) as usize];
            rest /= size;
        }
        let to = self.to[usize::from(odd)][middle as usize];
        rank + u64::from(to) * self.low - middle * self.low
    }

    /// The number of bytes of the tables.
    pub fn bytes(&self) -> u64 {
        8 * self.span + self.parity.iter().map(|part| part.len() as u64).sum::<u64>()
    }
}

/// Tables for the parity of a number's digits, each for as many digits as one table can take, the last ones
/// first.
fn parities(radices: &[u64]) -> Vec<Vec<bool>> {
    let (mut tables, mut left) = (vec![], radices);
    while !left.is_empty() {
        let mut size = 1;
        let taken = left.iter().rev().take_while(|&&radix| {
            size *= radix;
            size <= PART
        });
        let (rest, part) = left.split_at(left.len() - taken.count().max(1));
        let count: u64 = part.iter().product();
        tables.push((0..count).map(|number| digits_of(number, part).iter().sum::<u64>() % 2 == 1).collect());
        left = rest;
    }
    tables
}

/// The digits after the last tile has passed all others to the front, or the first one to the end.
fn passed(mut digits: Vec<u64>, to_front: bool) -> Vec<u64> {
    let exchanges = digits.len() - 1;
    for i in 0..exchanges {
        let place = if to_front { exchanges - 1 - i } else { i };
        let (p, q) = (digits[place], digits[place + 1]);
        (digits[place], digits[place + 1]) = if p > q { (q, p - 1) } else { (q + 1, p) };
    }
    digits
}

fn digits_of(mut number: u64, radices: &[u64]) -> Vec<u64> {
    let mut digits = vec![0; radices.len()];
    for (digit, radix) in digits.iter_mut().zip(radices).rev() {
        *digit = number % radix;
        number /= radix;
    }
    digits
}

fn number_of(digits: &[u64], radices: &[u64]) -> u64 {
    digits.iter().zip(radices).fold(0, |number, (digit, radix)| number * radix + digit)
}
