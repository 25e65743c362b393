//! Where the placing of each line stands in the code of an arrangement.
//!
//! The placings of all rows are bit fields of one code, those of all columns of another. Eight bits of a
//! word stand for the placings of one line in a set of moves.

use super::rules::LineRules;
use super::sequence::Sequence;

/// The bit fields of all rows or of all columns.
#[derive(Clone, Debug)]
pub struct LineFields {
    /// For each line, the place of its field.
    pub shift: [u32; LineRules::MOST_SIDE],
    /// For each line, the largest value of its field.
    pub mask: [u64; LineRules::MOST_SIDE],
    /// The number of bits of all fields.
    pub bits: u32,
    /// For placing `p` of line `l`, at `8 * l + p`: the fields of the other lines.
    pub keep: [u64; 64],
    /// At the same place: the placing in its field.
    pub put: [u64; 64],
}

impl LineFields {
    /// The fields of some lines.
    pub fn new(lines: &[&Sequence]) -> LineFields {
        let mut fields = LineFields {
            shift: [0; LineRules::MOST_SIDE],
            mask: [0; LineRules::MOST_SIDE],
            bits: 0,
            keep: [0; 64],
            put: [0; 64],
        };
        for (line, sequence) in lines.iter().enumerate() {
            let (shift, mask) = (fields.bits, (1 << sequence.bits) - 1);
            (fields.shift[line], fields.mask[line]) = (shift, mask);
            for placing in 0..sequence.placings.len() {
                fields.keep[8 * line + placing] = !(mask << shift);
                fields.put[8 * line + placing] = (placing as u64) << shift;
            }
            fields.bits += sequence.bits;
        }
        fields
    }

    /// The placing of a line.
    #[inline]
    pub fn placing(&self, line: usize, code: u64) -> usize {
        (code >> self.shift[line] & self.mask[line]) as usize
    }
}

/// The cells of a line that bars of the other direction take: six bits for each line.
#[inline]
pub fn taken(cells: u64, line: usize) -> usize {
    (cells >> (6 * line) & 63) as usize
}

/// The cells of a placing of line number `line`, as the lines of the other direction see them.
pub fn crossing(cells: u8, line: usize) -> u64 {
    (0..LineRules::MOST_SIDE).fold(0, |all, at| all | u64::from(cells >> at & 1) << (6 * at + line))
}
