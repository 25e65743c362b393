//! Checkpoint of a census: the work units that are done, and what was found in them.

use super::findings::Findings;
use crate::engine::run::done_units::DoneUnits;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the units that are done have found.
///
/// It does not name the census: the caller that saves it must record what it belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CensusState {
    /// The units that are done.
    pub done: DoneUnits,
    /// What was found in them, by the number of the class.
    #[serde(with = "pairs")]
    pub classes: BTreeMap<u32, Findings>,
}

impl CensusState {
    /// Record that a unit is done; keep at most `most` hardest starts of each class.
    pub fn add(&mut self, unit: usize, found: &BTreeMap<u32, Findings>, most: usize) {
        self.done.add(unit);
        for (&class, found) in found {
            self.classes.entry(class).or_default().merge(found, most);
        }
    }
}

/// The classes as a list of pairs: JSON has no numbers as keys.
mod pairs {
    use super::Findings;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::collections::BTreeMap;

    pub fn serialize<S: Serializer>(classes: &BTreeMap<u32, Findings>, to: S) -> Result<S::Ok, S::Error> {
        classes.iter().collect::<Vec<_>>().serialize(to)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<BTreeMap<u32, Findings>, D::Error> {
        Ok(Vec::deserialize(from)?.into_iter().collect())
    }
}
