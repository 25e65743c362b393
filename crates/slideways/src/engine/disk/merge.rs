//! Merging of sorted runs: each state once, and none that is already known.

use super::error::DiskError;
use super::run::Reader;
use crate::engine::search::State;
use crate::engine::search::graph::order;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

/// The next state of a source. The order is reversed, so that the heap yields the least state first.
#[derive(PartialEq, Eq)]
struct Head<const N: usize> {
    state: State<N>,
    source: usize,
}

impl<const N: usize> Ord for Head<N> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        order(&other.state, &self.state)
    }
}

impl<const N: usize> PartialOrd for Head<N> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Sorted states, from a file or from memory.
pub enum Source<'m, const N: usize> {
    /// From a file.
    File(Box<Reader<N>>),
    /// From memory.
    Memory(&'m [State<N>]),
}

impl<const N: usize> Source<'_, N> {
    #[inline]
    fn head(&self) -> Option<&State<N>> {
        match self {
            Source::File(reader) => reader.head(),
            Source::Memory(states) => states.first(),
        }
    }

    #[inline]
    fn advance(&mut self) -> Result<(), DiskError> {
        match self {
            Source::File(reader) => reader.advance(),
            Source::Memory(states) => {
                *states = &states[1..];
                Ok(())
            }
        }
    }
}

/// Call `keep` with every state of the sources that is not in `known`, once each, in ascending order. No
/// source contains a state twice.
pub fn merge<const N: usize>(
    mut sources: Vec<Source<N>>,
    mut known: Vec<Source<N>>,
    mut keep: impl FnMut(&State<N>) -> Result<(), DiskError>,
) -> Result<(), DiskError> {
    let mut offer = |state: &State<N>| {
        for known in &mut known {
            while let Some(head) = known.head() {
                match order(head, state) {
                    Ordering::Less => known.advance()?,
                    Ordering::Equal => return Ok(()),
                    Ordering::Greater => break,
                }
            }
        }
        keep(state)
    };
    if let [source] = &mut sources[..] {
        while let Some(&state) = source.head() {
            offer(&state)?;
            source.advance()?;
        }
        return Ok(());
    }
    let heads = sources.iter().enumerate();
    let heads = heads.filter_map(|(i, source)| source.head().map(|&state| Head { state, source: i }));
    let mut heap: BinaryHeap<Head<N>> = heads.collect();
    let mut last = None;
    while let Some(mut top) = heap.peek_mut() {
        let state = top.state;
        if last != Some(state) {
            offer(&state)?;
            last = Some(state);
        }
        let source = &mut sources[top.source];
        source.advance()?;
        match source.head() {
            Some(&next) => top.state = next,
            None => {
                PeekMut::pop(top);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn a_merge_is_a_union_less_what_is_known(
            sources: Vec<BTreeSet<[u64; 1]>>,
            small: Vec<Vec<u8>>,
            known in proptest::collection::vec(proptest::collection::btree_set(0u64..256, 0..50), 0..3),
        ) {
            let small = small.iter().map(|states| states.iter().map(|&state| [u64::from(state)]).collect());
            let sources: Vec<BTreeSet<[u64; 1]>> = sources.into_iter().chain(small).collect();
            let known: Vec<BTreeSet<[u64; 1]>> =
                known.into_iter().map(|states| states.into_iter().map(|state| [state]).collect()).collect();
            let flat = |sets: &[BTreeSet<[u64; 1]>]| -> Vec<Vec<[u64; 1]>> {
                sets.iter().map(|set| set.iter().copied().collect()).collect()
            };
            let (flat_sources, flat_known) = (flat(&sources), flat(&known));
            let mut found = vec![];
            merge(
                flat_sources.iter().map(|list| Source::Memory(list)).collect(),
                flat_known.iter().map(|list| Source::Memory(list)).collect(),
                |state| {
                    found.push(*state);
                    Ok(())
                },
            )
            .unwrap();
            let mut expected: BTreeSet<[u64; 1]> = sources.iter().flatten().copied().collect();
            known.iter().flatten().for_each(|state| {
                expected.remove(state);
            });
            prop_assert_eq!(found, expected.into_iter().collect::<Vec<_>>());
        }
    }
}
