//! Delta coding of sorted states as bytes.
//!
//! Neighbours in a sorted run have a common prefix. Of each state, only the words from the first that differs
//! are written: that word as the difference from the previous state, the remaining words as they are. All are
//! variable-length integers with seven bits per byte, least significant first; the eighth bit says that more
//! bytes follow. If states have several words, a byte before them holds the number of words that are the
//! same.
//!
//! ```text
//! 1000, 1003, 1300 (one word)          E8 07 · 03 · A9 02
//! (7, 5), (7, 9), (8, 1) (two words)   0 07 05 · 1 04 · 0 01 01
//! ```

use crate::engine::search::State;

/// Write states, which must be in ascending order.
pub fn encode<const N: usize>(states: &[State<N>], out: &mut Vec<u8>) {
    let mut before = [0; N];
    for state in states {
        let same = (0..N - 1).take_while(|&i| state[i] == before[i]).count();
        if N > 1 {
            out.push(same as u8);
        }
        number(state[same].wrapping_sub(before[same]), out);
        state[same + 1..].iter().for_each(|&word| number(word, out));
        before = *state;
    }
}

#[inline]
fn number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Read `count` states; `None` if the bytes do not hold exactly that many.
pub fn decode<const N: usize>(mut bytes: &[u8], count: usize, out: &mut Vec<State<N>>) -> Option<()> {
    let mut state: State<N> = [0; N];
    for _ in 0..count {
        let same = match N {
            1 => 0,
            _ => usize::from(*bytes.split_off_first()?),
        };
        let word = state.get_mut(same)?;
        *word = word.wrapping_add(read(&mut bytes)?);
        for word in &mut state[same + 1..] {
            *word = read(&mut bytes)?;
        }
        out.push(state);
    }
    bytes.is_empty().then_some(())
}

#[inline]
fn read(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = *bytes.split_off_first()?;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn there_and_back<const N: usize>(mut states: Vec<State<N>>) -> Result<(), TestCaseError> {
        states.sort();
        states.dedup();
        let (mut bytes, mut read) = (vec![], vec![]);
        encode(&states, &mut bytes);
        prop_assert_eq!(decode(&bytes, states.len(), &mut read), Some(()));
        prop_assert_eq!(read, states);
        Ok(())
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(one: Vec<State<1>>, two: Vec<State<2>>, near: Vec<[u8; 4]>) {
            there_and_back(one)?;
            there_and_back(two)?;
            there_and_back(near.into_iter().map(|state| state.map(|word| u64::from(word % 3))).collect())?;
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>, count in 0usize..100) {
            let _ = decode::<1>(&bytes, count, &mut vec![]);
            let _ = decode::<4>(&bytes, count, &mut vec![]);
        }
    }

    #[test]
    fn the_examples_are_correct() {
        let mut bytes = vec![];
        encode(&[[1000], [1003], [1300]], &mut bytes);
        assert_eq!(bytes, [0xE8, 7, 3, 0xA9, 2]);
        bytes.clear();
        encode(&[[7, 5], [7, 9], [8, 1]], &mut bytes);
        assert_eq!(bytes, [0, 7, 5, 1, 4, 0, 1, 1]);
    }
}
