//! One step of the blank, applied to all orders at once.
//!
//! A horizontal step leaves the orders as they are. When the blank goes down, the tile that goes up passes
//! the tiles in between, one fewer than there are columns; when the blank goes up, the tile passes them in
//! the other direction. That is a sequence of exchanges of neighbours, and there are two cases.
//!
//! * All digits concerned are those that number words ([`word`](super::word)): the word at each place comes
//!   from another, and a table holds from which. On 7 x 2, the blank going from cell 2 to cell 4 exchanges
//!   the digits of radix 11 and 10, and stretches of 9! / 5! words move together.
//! * Otherwise all of them lie in the last eight digits, and all changes stay within a unit: the exchanges
//!   are applied one after the other. On 7 x 2 there is never more than one, on 4 x 3 never more than two.
//!
//! The table needs no parity: the exchanges do not involve the digit that is left out.

use super::word::{UNIT, add, add_exchanged, exchanged};
use crate::engine::tiles::rank::Ranking;
use crate::grid::Cell;
#[cfg(feature = "disk")]
use std::collections::BTreeSet;

/// The effect on the orders of a step of the blank from one cell to a neighbour.
#[derive(Debug)]
pub enum Passing {
    /// Stretches of `low` words come from other places, within blocks of `from.len()` stretches.
    Words {
        /// The number of words of a stretch.
        low: usize,
        /// The old number of the stretch, for every new one.
        from: Vec<u32>,
    },
    /// Neighbours change places, one pair after the other; each pair is given by the radix of its first
    /// digit.
    Digits {
        /// The radices.
        radices: Vec<usize>,
        /// Whether the digit sum is odd before the step.
        odd: bool,
    },
}

/// The exchanges of neighbours that a step of the blank consists of, each given by the radix of its first
/// digit. A horizontal step has no tiles in between, and nothing to exchange.
pub fn radices(ranking: &Ranking, from: Cell, to: Cell) -> Vec<usize> {
    let (upper, lower) = (from.min(to).index(), from.max(to).index());
    let mut radices: Vec<usize> = (upper..lower - 1).map(|place| ranking.places() - place).collect();
    if from < to {
        radices.reverse();
    }
    radices
}

impl Passing {
    /// The effect of a step between two neighbouring cells.
    pub fn new(ranking: &Ranking, from: Cell, to: Cell) -> Passing {
        let (upper, lower) = (from.min(to).index(), from.max(to).index());
        let (places, radices) = (ranking.places(), radices(ranking, from, to));
        if places < lower + 5 || lower == upper + 1 {
            debug_assert!(radices.iter().all(|&radix| radix <= 8), "four columns at most");
            return Passing::Digits { radices, odd: ranking.is_odd(from) };
        }
        let (first, last) = (places - upper, places - (lower - 1));
        let span: usize = (last..=first).product();
        // Backwards, from the new number to the old one.
        let from = (0..span).map(|number| {
            let mut digits = digits(number, last..first + 1);
            radices.iter().rev().for_each(|radix| {
                let place = first - radix;
                (digits[place], digits[place + 1]) = exchanged(digits[place], digits[place + 1]);
            });
            (digits.iter().zip((last..=first).rev())).fold(0, |number, (digit, radix)| number * radix + digit)
                as u32
        });
        Passing::Words { low: (6..last).product(), from: from.collect() }
    }

    /// Step with all orders of a row, and add those that arrive in one unit of another row; `first` is the
    /// number of the unit's first word.
    pub fn add<'r>(&self, row: &impl RowWords<'r>, first: usize, unit: &mut [u64]) {
        match self {
            Passing::Words { low, from } => add_words(*low, from, row, first, unit),
            Passing::Digits { radices, odd } => {
                let row = row.words(first, unit.len());
                let odd = *odd != is_odd(first);
                match radices[..] {
                    [] => add(row, unit),
                    [radix] => add_exchanged(radix, odd, row, unit),
                    [ref others @ .., last] => add_digits(others, last, odd, row, unit),
                }
            }
        }
    }

    /// The words from which the words of a unit may come: a single stretch, or several that lie within a
    /// larger span. Both are given by the first word and their number.
    pub fn sources(&self, first: usize, unit: usize) -> (usize, usize) {
        match self {
            Passing::Words { low, from } if low * from.len() > unit => match *low >= unit {
                true => (source(*low, from, first), unit),
                false => (first - first % (low * from.len()), low * from.len()),
            },
            _ => (first, unit),
        }
    }

    /// The blocks of `block` words from which the words of a block may come.
    #[cfg(feature = "disk")]
    pub fn source_blocks(&self, number: usize, block: usize) -> BTreeSet<usize> {
        let first = number * block;
        match self {
            Passing::Words { low, from } if *low < block && low * from.len() > block => {
                let stretches = (first..first + block).step_by(*low);
                stretches.map(|at| source(*low, from, at) / block).collect()
            }
            _ => BTreeSet::from([self.sources(first, block).0 / block]),
        }
    }
}

/// The words of a row, which may be stored in pages.
pub trait RowWords<'r> {
    /// Some words; they do not cross the end of a page.
    fn words(&self, first: usize, number: usize) -> &'r [u64];

    /// The number of words of a page.
    fn page(&self) -> usize;
}

impl<'r> RowWords<'r> for &'r [u64] {
    fn words(&self, first: usize, number: usize) -> &'r [u64] {
        &self[first..first + number]
    }

    fn page(&self) -> usize {
        self.len()
    }
}

/// The digits of a number, the digit of the last radix first.
fn digits(mut number: usize, radices: std::ops::Range<usize>) -> Vec<usize> {
    let mut digits: Vec<usize> = radices
        .map(|radix| {
            let digit = number % radix;
            number /= radix;
            digit
        })
        .collect();
    digits.reverse();
    digits
}

/// Whether the digits that number a unit, given by its first word, have an odd sum.
fn is_odd(first: usize) -> bool {
    let (mut rest, mut radix, mut sum) = (first / UNIT, 9, 0);
    while rest > 0 {
        sum += rest % radix;
        rest /= radix;
        radix += 1;
    }
    sum % 2 == 1
}

/// The word that comes to a place, if stretches consist of whole units.
fn source(low: usize, from: &[u32], first: usize) -> usize {
    let number = first / low % from.len();
    first - number * low + from[number] as usize * low
}

fn add_words<'r>(low: usize, from: &[u32], row: &impl RowWords<'r>, first: usize, unit: &mut [u64]) {
    match low {
        1 => add_stretches::<1>(from, row, first, unit),
        6 => add_stretches::<6>(from, row, first, unit),
        42 => add_stretches::<42>(from, row, first, unit),
        _ => add(row.words(source(low, from, first), unit.len()), unit),
    }
}

/// The same for a unit that consists of whole stretches.
fn add_stretches<'r, const LOW: usize>(
    from: &[u32],
    row: &impl RowWords<'r>,
    first: usize,
    unit: &mut [u64],
) {
    let span = from.len() * LOW;
    let unit = unit.as_chunks_mut::<LOW>().0;
    let (number, base) = (first / LOW % from.len(), first - first % span);
    if span > row.page() {
        // Stretches come from several pages.
        for (to, &from) in unit.iter_mut().zip(&from[number..]) {
            add(row.words(base + from as usize * LOW, LOW), to);
        }
        return;
    }
    // The unit lies within one span, or consists of several.
    let row = row.words(base, span.max(unit.len() * LOW)).as_chunks::<LOW>().0;
    let (mut number, mut base) = (number, 0);
    for to in unit {
        let stretch = &row[base + from[number] as usize];
        (0..LOW).for_each(|word| to[word] |= stretch[word]);
        number += 1;
        if number == from.len() {
            (number, base) = (0, base + from.len());
        }
    }
}

/// Several exchanges: all but the last go from one buffer to another.
fn add_digits(others: &[usize], last: usize, odd: bool, row: &[u64], unit: &mut [u64]) {
    let mut buffers = [[0; UNIT]; 2];
    let (length, mut odd) = (unit.len(), odd);
    for (number, &radix) in others.iter().enumerate() {
        let [from, to] = &mut buffers;
        let (from, to) = if number % 2 == 0 { (from, to) } else { (to, from) };
        let from = if number == 0 { row } else { &from[..length] };
        to[..length].fill(0);
        add_exchanged(radix, odd, from, &mut to[..length]);
        odd = !odd;
    }
    add_exchanged(last, odd, &buffers[others.len() % 2][..length], unit);
}

#[cfg(test)]
mod tests;
