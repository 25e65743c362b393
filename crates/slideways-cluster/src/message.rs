//! Messages between workers.

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use slideways::engine::disk::manifest::{LayerPart, Manifest};
use slideways::engine::tiles::bit_bfs::pages::{LayerShare, PageManifest};
use slideways::engine::tiles::bit_bfs::share::SavedPages;
use slideways::outcome::Stop;
use std::fmt;

/// States of one partition, units of one row of a bit table, or a stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parcel {
    /// The worker it goes to.
    pub to: u64,
    /// The partition of the states, or the row of the units; `None` for a stop.
    pub partition: Option<u32>,
    /// The words of the states, one state after the other; or for each unit the number of its first word in
    /// the row, and its words.
    pub words: Words,
}

/// Words that travel as bytes, the lowest of each word first: a copy, not a number after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(pub Vec<u64>);

impl Serialize for Words {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if cfg!(target_endian = "little") {
            return serializer.serialize_bytes(bytemuck::cast_slice(&self.0));
        }
        serializer
            .serialize_bytes(self.0.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>().as_slice())
    }
}

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Words, D::Error> {
        deserializer.deserialize_bytes(Bytes)
    }
}

/// Reads words from bytes.
struct Bytes;

impl Visitor<'_> for Bytes {
    type Value = Words;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "eight bytes per word")
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Words, E> {
        let (words, rest) = bytes.as_chunks();
        match rest {
            [] => Ok(Words(words.iter().map(|word| u64::from_le_bytes(*word)).collect())),
            _ => Err(E::invalid_length(bytes.len(), &self)),
        }
    }
}

/// A worker's report at the end of a layer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The worker it goes to.
    pub to: u64,
    /// The worker it comes from.
    pub from: u64,
    /// The number of the layer that it ends.
    pub epoch: u64,
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
    /// From worker 0: what is known so far about a bit table.
    KnownBits(Box<PageManifest>),
    /// The worker's part of a new layer of a bit table.
    Counted(Box<Counted>),
    /// The worker was stopped.
    Stopped(Stop),
    /// The worker failed.
    Failed(String),
    /// No content: the worker is present.
    Here,
}

/// A worker's part of a layer of a bit table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Counted {
    /// What it found.
    pub found: LayerShare,
    /// The pages written, if this was a checkpoint.
    pub saved: Option<SavedPages>,
    /// What stopped it within the layer, which is then not complete.
    pub stop: Option<Stop>,
    /// From worker 0: whether the next layer ends with a checkpoint.
    pub save_next: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::value::{BytesDeserializer, Error};

    #[test]
    fn words_are_bytes_and_back() {
        let words = vec![1, 0x0102_0304_0506_0708, u64::MAX];
        let bytes: Vec<u8> = words.iter().flat_map(|word: &u64| word.to_le_bytes()).collect();
        let read = |bytes: &[u8]| Words::deserialize(BytesDeserializer::<Error>::new(bytes));
        assert_eq!(read(&bytes), Ok(Words(words.clone())));
        assert!(read(&bytes[1..]).is_err());
        assert_eq!(serde_json::to_vec(&Words(words)).unwrap(), serde_json::to_vec(&bytes).unwrap());
    }
}
