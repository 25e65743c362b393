//! What workers send to each other.

use serde::{Deserialize, Serialize};
use slideways::engine::disk::folder::{LayerPart, Manifest};
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
    Found(LayerPart, u64),
    /// It was told to stop.
    Stopped(Stop),
    /// It has failed.
    Failed(String),
    /// Nothing, but it is here.
    Here,
}
