//! Messages between workers.

use serde::{Deserialize, Serialize};
use slideways::engine::disk::manifest::{LayerPart, Manifest};
use slideways::outcome::Stop;

/// States of one partition, or a stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parcel {
    /// The worker it goes to.
    pub to: u64,
    /// The partition; `None` for a stop.
    pub partition: Option<u32>,
    /// The words of the states, one state after the other.
    pub words: Vec<u64>,
}

/// A worker's report at the end of a layer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The worker it goes to.
    pub to: u64,
    /// The worker it comes from.
    pub from: u64,
    /// The content of the report.
    pub news: News,
}

/// The content of a report.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum News {
    /// From worker 0, before the first layer: what is known so far.
    Known(Box<Manifest>),
    /// The worker's part of the new layer, and the number of successors it generated.
    Found(LayerPart, u64),
    /// The worker was stopped.
    Stopped(Stop),
    /// The worker failed.
    Failed(String),
    /// No content: the worker is present.
    Here,
}
