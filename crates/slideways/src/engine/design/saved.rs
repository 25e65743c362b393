//! Checkpoint of a census: the work units that are done, and what was found in them.

use super::findings::Findings;
use crate::engine::run::done_units::DoneUnits;
use crate::style::Style;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What was found, by style and by the number of the class.
pub type FoundClasses = BTreeMap<(Style, u32), Findings>;

/// What the units that are done have found.
///
/// It does not name the census: the caller that saves it must record what it belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CensusState {
    /// The units that are done.
    pub done: DoneUnits,
    /// What was found in them.
    #[serde(with = "pairs")]
    pub classes: FoundClasses,
}

impl CensusState {
    /// Record that a unit is done; keep at most `most` hardest starts of each class.
    pub fn add(&mut self, unit: usize, found: &FoundClasses, most: usize) {
        self.done.add(unit);
        for (&class, found) in found {
            self.classes.entry(class).or_default().merge(found, most);
        }
    }
}

/// The classes as a list: JSON has only text as keys.
mod pairs {
    use super::{Findings, FoundClasses};
    use crate::style::Style;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub fn serialize<S: Serializer>(classes: &FoundClasses, to: S) -> Result<S::Ok, S::Error> {
        let all = classes.iter().map(|((style, class), found)| (style.name(), *class, found));
        all.collect::<Vec<(&str, u32, &Findings)>>().serialize(to)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<FoundClasses, D::Error> {
        let all: Vec<(String, u32, Findings)> = Vec::deserialize(from)?;
        let class = |(style, class, found): (String, u32, Findings)| {
            Ok(((style.parse::<Style>().map_err(D::Error::custom)?, class), found))
        };
        all.into_iter().map(class).collect()
    }
}
