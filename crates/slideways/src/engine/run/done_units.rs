//! Which work units of a search are done.

use serde::{Deserialize, Serialize};

/// The numbers of the units that are done, as half-open ranges in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoneUnits(Vec<(usize, usize)>);

impl DoneUnits {
    /// How many units are done.
    pub fn number(&self) -> usize {
        self.0.iter().map(|&(first, end)| end.saturating_sub(first)).sum()
    }

    /// For each of `units` units, whether it is done.
    pub fn flags(&self, units: usize) -> Vec<bool> {
        let mut flags = vec![false; units];
        for &(first, end) in &self.0 {
            flags.iter_mut().take(end).skip(first).for_each(|flag| *flag = true);
        }
        flags
    }

    /// Record that a unit is done.
    pub fn add(&mut self, unit: usize) {
        let at = self.0.partition_point(|&(first, _)| first <= unit);
        self.0.insert(at, (unit, unit + 1));
        self.0.dedup_by(|next, run| run.1 == next.0 && std::mem::replace(&mut run.1, next.1) == next.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_units_grow_together() {
        let mut done = DoneUnits::default();
        [3, 1, 8, 2, 4, 0].into_iter().for_each(|unit| done.add(unit));
        assert_eq!((done.0.as_slice(), done.number()), (&[(0, 5), (8, 9)][..], 6));
        assert_eq!(
            done.flags(9).iter().map(|&flag| u8::from(flag)).collect::<Vec<_>>(),
            [1, 1, 1, 1, 1, 0, 0, 0, 1]
        );
    }
}
