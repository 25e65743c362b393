//! The number of arrangements of every set of pieces, by dynamic programming along a frontier.
//!
//! The cells are decided in reading order: each stays empty or is the first cell of a piece. What the cells
//! before the frontier look like matters only through the cells beyond it that are covered already, and
//! through the numbers of pieces and holes used. One pass over the box so counts the arrangements of all sets
//! of pieces at once, without visiting any of them.

use super::anchored::{Anchored, Cells, bit};
use std::collections::{BTreeMap, HashMap};
use std::ops::{Range, RangeInclusive};

/// The number of pieces of each kind.
pub type Numbers = [u8; MOST_KINDS + 1];

/// The most kinds of pieces in a census. The last of the [`Numbers`] is the number of holes.
pub const MOST_KINDS: usize = 15;

/// The most entries of the table before the count is given up.
const MOST_ENTRIES: usize = 1 << 23;

/// The sets of pieces that count.
#[derive(Clone, Debug)]
pub struct Allowed {
    /// Groups of kinds, and the total number of pieces of each group.
    pub supplies: Vec<(Range<usize>, RangeInclusive<u32>)>,
    /// The number of cells that stay empty.
    pub holes: RangeInclusive<u32>,
}

impl Allowed {
    /// The totals that are limited, and their limits.
    fn totals<'n>(&'n self, numbers: &'n Numbers) -> impl Iterator<Item = (u32, &'n RangeInclusive<u32>)> {
        let total = |kinds: &Range<usize>| numbers[kinds.clone()].iter().map(|&n| u32::from(n)).sum();
        let supplies = self.supplies.iter().map(move |(kinds, range)| (total(kinds), range));
        supplies.chain([(u32::from(numbers[MOST_KINDS]), &self.holes)])
    }

    /// Whether a set that counts can have at least these numbers.
    fn may_grow(&self, numbers: &Numbers) -> bool {
        self.totals(numbers).all(|(total, range)| total <= *range.end())
    }

    /// Whether a set with these numbers counts.
    fn holds(&self, numbers: &Numbers) -> bool {
        self.totals(numbers).all(|(total, range)| range.contains(&total))
    }
}

/// The number of arrangements of each set of pieces that is allowed and fits into the box.
///
/// `None` if the count needs a table of more than eight million entries.
pub fn count(anchored: &Anchored, allowed: &Allowed) -> Option<BTreeMap<Numbers, u128>> {
    let mut entries: HashMap<(Cells, Numbers), u128> =
        HashMap::from([((anchored.blocked, [0; MOST_KINDS + 1]), 1)]);
    for (cell, first_here) in anchored.first_at.iter().enumerate() {
        let mut next: HashMap<(Cells, Numbers), u128> = HashMap::with_capacity(entries.len());
        let mut add = |covered: Cells, numbers: Numbers, ways: u128| {
            let entry = next.entry((covered, numbers)).or_default();
            *entry = entry.saturating_add(ways);
        };
        for ((covered, numbers), ways) in entries {
            if covered & bit(cell) != 0 {
                add(covered & !bit(cell), numbers, ways);
                continue;
            }
            let with = |kind: usize| {
                let mut more = numbers;
                more[kind] += 1;
                allowed.may_grow(&more).then_some(more)
            };
            if let Some(more) = with(MOST_KINDS) {
                add(covered, more, ways);
            }
            for &(kind, covers) in first_here.iter().filter(|(_, covers)| covers & covered == 0) {
                if let Some(more) = with(kind) {
                    add((covered | covers) & !bit(cell), more, ways);
                }
            }
        }
        if next.len() > MOST_ENTRIES {
            return None;
        }
        entries = next;
    }
    let counted = entries.into_iter().map(|((_, numbers), ways)| (numbers, ways));
    Some(counted.filter(|(numbers, _)| allowed.holds(numbers)).collect())
}
