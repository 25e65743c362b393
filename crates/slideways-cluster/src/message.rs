//! What workers send to each other.

use serde::{Deserialize, Serialize};
use slideways::disk::folder::{Manifest, Part};
use slideways::outcome::Stop;

/// Some states of one partition, or the word to stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parcel {
    /// The worker it goes to.
    pub to: u64,
    /// The partition; none in the word to stop.
    pub partition: Option<u32>,
    /// The words of the states, one state after the other.
    pub words: Vec<u64>,
}

/// What a worker has to say at the end of a layer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The worker it goes to.
    pub to: u64,
    /// The worker it comes from.
    pub from: u64,
    /// What there is to say.
    pub news: News,
}

/// What there is to say.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum News {
    /// From the first worker, before the first layer: what is known so far.
    Known(Box<Manifest>),
    /// Its part of the new layer, and the successors it has produced.
    Found(Part, u64),
    /// It was told to stop.
    Stopped(Why),
    /// It has failed.
    Failed(String),
    /// Nothing, but it is here.
    Here,
}

/// Why a worker stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    /// The memory limit.
    Memory,
    /// The time limit.
    Time,
    /// Its user.
    Caller,
    /// A full disk.
    Disk,
}

impl From<Stop> for Why {
    fn from(by: Stop) -> Why {
        match by {
            Stop::Memory => Why::Memory,
            Stop::Time => Why::Time,
            Stop::Caller => Why::Caller,
            Stop::Disk => Why::Disk,
        }
    }
}

impl From<Why> for Stop {
    fn from(why: Why) -> Stop {
        match why {
            Why::Memory => Stop::Memory,
            Why::Time => Stop::Time,
            Why::Caller => Stop::Caller,
            Why::Disk => Stop::Disk,
        }
    }
}
