//! Counts of packings: raw, by symmetry class, and by rotation class.

use super::set::Set;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A packing, the least of its class.
#[derive(Clone, Copy)]
pub(super) struct FoundPacking<const W: usize> {
    pub chosen: Set<W>,
    pub pieces: u32,
    /// The number of symmetries that turn it into itself.
    pub stabilizer: u32,
    /// Whether a reflection is among them.
    pub mirrored: bool,
}

/// The number of classes by number of pieces and stabiliser.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Row>", into = "Vec<Row>")]
pub struct Tally {
    /// The classes without any symmetry, by number of pieces: nearly all of them.
    plain: Vec<u64>,
    /// The others: by number of pieces, by order of the stabiliser, and whether it has a reflection.
    symmetric: BTreeMap<(u32, u32, bool), u64>,
}

/// All classes with one kind of stabiliser: pieces, order, whether it has a reflection, and their number.
type Row = (u32, u32, bool, u64);

impl From<Vec<Row>> for Tally {
    fn from(rows: Vec<Row>) -> Tally {
        let mut tally = Tally::default();
        rows.into_iter()
            .for_each(|(pieces, order, mirrored, classes)| tally.add(pieces, order, mirrored, classes));
        tally
    }
}

impl From<Tally> for Vec<Row> {
    fn from(tally: Tally) -> Vec<Row> {
        tally.rows().collect()
    }
}

/// A number of packings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Packings without symmetry.
    pub raw: u64,
    /// Packings that are not symmetric images of each other.
    pub classes: u64,
    /// Packings that no rotation turns into each other; mirror images count as two.
    pub rotation_classes: u64,
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.raw += other.raw;
        self.classes += other.classes;
        self.rotation_classes += other.rotation_classes;
    }
}

impl Tally {
    #[inline]
    pub(super) fn add(&mut self, pieces: u32, stabilizer: u32, mirrored: bool, classes: u64) {
        if stabilizer > 1 {
            *self.symmetric.entry((pieces, stabilizer, mirrored)).or_default() += classes;
            return;
        }
        let pieces = pieces as usize;
        if self.plain.len() <= pieces {
            self.plain.resize(pieces + 1, 0);
        }
        self.plain[pieces] += classes;
    }

    pub(super) fn merge(&mut self, other: &Tally) {
        if self.plain.len() < other.plain.len() {
            self.plain.resize(other.plain.len(), 0);
        }
        self.plain.iter_mut().zip(&other.plain).for_each(|(own, more)| *own += more);
        for (&key, more) in &other.symmetric {
            *self.symmetric.entry(key).or_default() += more;
        }
    }

    /// The number of classes.
    pub fn classes(&self) -> u64 {
        self.rows().map(|(.., classes)| classes).sum()
    }

    fn rows(&self) -> impl Iterator<Item = Row> {
        let plain = (0..).zip(&self.plain).filter(|(_, classes)| **classes > 0);
        let plain = plain.map(|(pieces, &classes)| (pieces, 1, false, classes));
        plain
            .chain(self.symmetric.iter().map(|(&(pieces, order, mirrored), &n)| (pieces, order, mirrored, n)))
    }

    /// The number of classes by number of pieces.
    pub fn classes_by_count(&self) -> BTreeMap<u32, u64> {
        self.by_count(1, 1).into_iter().map(|(pieces, count)| (pieces, count.classes)).collect()
    }

    /// The classes by number of pieces and by the order of their stabilisers.
    pub fn stabilizers(&self) -> BTreeMap<u32, BTreeMap<u32, u64>> {
        let mut table: BTreeMap<u32, BTreeMap<u32, u64>> = BTreeMap::new();
        for (pieces, order, _, classes) in self.rows() {
            *table.entry(pieces).or_default().entry(order).or_default() += classes;
        }
        table
    }

    /// The numbers by number of pieces, for a spec with the given numbers of symmetries and rotations.
    ///
    /// A class has |G|/|Stab| members. They form one class under rotations if every symmetry of the spec is a
    /// rotation or a reflection is in the stabiliser, otherwise two.
    pub fn by_count(&self, symmetries: usize, rotations: usize) -> BTreeMap<u32, Count> {
        let mut table: BTreeMap<u32, Count> = BTreeMap::new();
        for (pieces, order, mirrored, classes) in self.rows() {
            let twice = rotations < symmetries && !mirrored;
            *table.entry(pieces).or_default() += Count {
                raw: classes * (symmetries as u64 / u64::from(order)),
                classes,
                rotation_classes: if twice { 2 * classes } else { classes },
            };
        }
        table
    }
}
