//! Sixty orders per word, and the effect of exchanging two neighbours.
//!
//! The last five digits of a [rank](crate::engine::tiles::rank) have the radices 5, 4, 3, 2 and 1, and the
//! digit of radix 2 is left out: 60 orders, the bits of one word. Each of the five groups of twelve bits has
//! one value of the first digit, and each group of twelve consists of four groups of three. The digits before
//! them number the words, the digit of radix 6 last.
//!
//! When two neighbours change places, their digits (*p*, *q*) become (*q*, *p* − 1) if *p* was greater, else
//! (*q* + 1, *p*). This is an involution, so the questions *where does this bit go* and *where does it come
//! from* have the same answer. By the radix of *p* there are these cases:
//!
//! * **7 and more**: whole words change places, or stretches of them.
//! * **6**: *p* is the word within its six, *q* the group of twelve bits within the word. Of the other five
//!   words in order, word *w* takes group *w* − 1 from those before it and group *w* from those after it,
//!   like the transpose of a matrix.
//! * **5**: groups of three bits change places within the word: for *p* > *q*, group 4*p* + *q* with 4*q* +
//!   *p* − 1. The distance depends on *p* − *q* alone: 4, 7, 10 or 13 groups. So one mask and one shift serve
//!   all bits that move the same distance, and eight of them complete the word.
//! * **4**: the same for single bits in groups of twelve; 3*p* + *q* moves by 3, 5 or 7 bits.
//! * **3**: *q* is the digit left out, which parity determines: it is 0 if *p* already has the right parity,
//!   else one. If *p* + *q* must be even then (0, 0) becomes (1, 0), (1, 1) becomes (2, 1) and (2, 0) becomes
//!   (0, 1): the three bits rotate by one. If it must be odd they rotate the other way.
//! * **2**: only the digit left out changes, and so no bit moves.
//!
//! No digit but the two changes, not even the one that is left out: the sum of the two changes by one, and so
//! does the required parity, since one exchange makes an even order odd.

/// The number of orders per word.
pub const ORDERS: usize = 60;

/// The most words of a unit: 8! / 2 orders, 2.7 KB. All exchanges that touch the bits of a word stay inside a
/// unit, on boards of at most four columns.
pub const UNIT: usize = 336;

/// The digits of two neighbours after they change places.
pub const fn exchanged(p: usize, q: usize) -> (usize, usize) {
    if p > q { (q, p - 1) } else { (q + 1, p) }
}

/// A shift distance, and the mask of the bits that move up by it; the bits at their targets move down.
type Shift = (u32, u64);

/// The shifts that exchange groups of `size` bits, numbered by a digit of `radix` and one of the next smaller
/// radix.
const fn shifts<const N: usize>(radix: usize, size: usize) -> [Shift; N] {
    let mut shifts = [(0, 0); N];
    let whole = radix * (radix - 1);
    let mut from = 0;
    while from < ORDERS / size {
        let (p, q) = (from % whole / (radix - 1), from % (radix - 1));
        let (to_p, to_q) = exchanged(p, q);
        if to_p > p {
            let far = (to_p - p) * (radix - 1) + to_q - q;
            // The difference q − p numbers the distances.
            shifts[q - p].0 = (far * size) as u32;
            shifts[q - p].1 |= ((1 << size) - 1) << (from * size);
        }
        from += 1;
    }
    shifts
}

const FIVE: [Shift; 4] = shifts(5, 3);
const FOUR: [Shift; 3] = shifts(4, 1);

#[inline(always)]
fn shifted<const N: usize>(word: u64, shifts: &[Shift; N]) -> u64 {
    let mut all = 0;
    for &(far, mask) in shifts {
        all |= (word & mask) << far | word >> far & mask;
    }
    all
}

/// The first bit of every group of three.
const FIRSTS: u64 = {
    let (mut bits, mut group) = (0, 0);
    while group < ORDERS / 3 {
        bits |= 1 << (3 * group);
        group += 1;
    }
    bits
};

/// All bits whose first two digits have an even sum.
const EVEN: u64 = {
    let (mut bits, mut group) = (0, 0);
    while group < ORDERS / 3 {
        if (group / 4 + group % 4) % 2 == 0 {
            bits |= 7 << (3 * group);
        }
        group += 1;
    }
    bits
};

/// For every word of a unit, the bits whose digits, except those of radix 3 and 2, have an even sum.
static EVENS: [u64; UNIT] = {
    let (mut evens, mut word) = ([0; UNIT], 0);
    while word < UNIT {
        let sum = word % 6 + word / 6 % 7 + word / 42;
        evens[word] = if sum % 2 == 0 { EVEN } else { !EVEN };
        word += 1;
    }
    evens
};

#[inline(always)]
fn turned(word: u64, even: u64) -> u64 {
    let (up, down) = (word & even, word & !even);
    let up = (up & (FIRSTS | FIRSTS << 1)) << 1 | up >> 2 & FIRSTS;
    let down = (down & FIRSTS) << 2 | down >> 1 & (FIRSTS | FIRSTS << 1);
    up | down
}

/// Add the orders of a unit to another after an exchange of two neighbours: the one whose digit has this
/// radix and the next.
///
/// For radix 3, `odd` says whether the digits of the orders in `from`, without those that number units, have
/// an odd sum.
pub fn add_exchanged(radix: usize, odd: bool, from: &[u64], into: &mut [u64]) {
    match radix {
        0..=2 => add(from, into),
        3 => {
            let flip = if odd { u64::MAX } else { 0 };
            let (from, evens) = (&from[..into.len()], &EVENS[..into.len()]);
            for i in 0..into.len() {
                into[i] |= turned(from[i], evens[i] ^ flip);
            }
        }
        4 => add_shifted(from, into, &FOUR),
        5 => add_shifted(from, into, &FIVE),
        6 => {
            let (from, into) = (from.as_chunks().0, into.as_chunks_mut().0);
            let from = &from[..into.len()];
            for i in 0..into.len() {
                add_six(&from[i], &mut into[i]);
            }
        }
        _ => {
            let low = (6..=radix - 2).product::<usize>();
            let block = radix * (radix - 1) * low;
            for (i, into) in into.chunks_mut(block).enumerate() {
                let from = &from[i * block..][..into.len()];
                for (number, stretch) in into.chunks_mut(low).enumerate() {
                    let (p, q) = exchanged(number / (radix - 1), number % (radix - 1));
                    let first = (p * (radix - 1) + q) * low;
                    add(&from[first..first + low], stretch);
                }
            }
        }
    }
}

/// Add all orders of a stretch to another.
#[inline]
pub fn add(from: &[u64], into: &mut [u64]) {
    let from = &from[..into.len()];
    for i in 0..into.len() {
        into[i] |= from[i];
    }
}

/// Add all orders of a stretch to another, after groups of bits change places in every word.
#[inline(always)]
fn add_shifted<const N: usize>(from: &[u64], into: &mut [u64], shifts: &[Shift; N]) {
    let from = &from[..into.len()];
    for i in 0..into.len() {
        into[i] |= shifted(from[i], shifts);
    }
}

/// The same for six words: the number of a word changes places with the number of a group of twelve bits.
#[inline(always)]
fn add_six(from: &[u64; 6], into: &mut [u64; 6]) {
    const GROUP: u64 = (1 << 12) - 1;
    for (number, to) in into.iter_mut().enumerate() {
        for group in 0..5 {
            let (word, of) = exchanged(number, group);
            *to |= (from[word] >> (12 * of) & GROUP) << (12 * group);
        }
    }
}
