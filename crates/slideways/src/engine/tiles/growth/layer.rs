//! One layer after the other: entries, duplicates, children.

use super::field::Field;
use super::path::Path;
use super::tree::{Branch, Masks};
use super::walker::{Replay, Walker, key};
use crate::engine::parallel::prelude::*;
use crate::engine::run::units::{Unit, run_units};
use crate::engine::search::control::Control;
use crate::outcome::Stop;
use std::sync::{Mutex, PoisonError};

/// Once a layer has this many classes, each becomes the root of a subtree: a work unit.
const BRANCHES: u64 = 4096;

/// The least number of lists into which the entries of a part are sorted by their keys. With much memory
/// there are more, so that a list is sorted in a fraction of a second.
const SHARDS: usize = 128;

/// The most lists.
const MOST_SHARDS: usize = 4096;

/// The entries that a worker collects for a list before it locks the list.
const HANDFUL: usize = 256;

/// The most parts of a layer. With more, the walks through the tree take longer than all the rest.
const MOST_PARTS: u64 = 1024;

/// A position at distance n or n - 2: its key, and a path that leads to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Arrival<P> {
    key: u64,
    path: P,
}

/// A part of all keys, divided into shards.
#[derive(Clone, Copy)]
struct KeyRange {
    number: u64,
    parts: u64,
    shards: usize,
}

impl KeyRange {
    /// The list of a key, if the key belongs to this part.
    #[inline]
    fn shard(self, key: u64) -> Option<usize> {
        let shards = self.shards as u64;
        let shard = ((u128::from(key) * u128::from(self.parts * shards)) >> 64) as u64;
        let shard = shard.wrapping_sub(self.number * shards);
        (shard < shards).then_some(shard as usize)
    }
}

/// What a unit adds to the tree.
#[derive(Default)]
struct Planted {
    masks: Masks,
    positions: u64,
    classes: u64,
    /// The steps from the new positions, without those that lead back at once.
    steps: u64,
}

/// The layers found so far.
pub struct Growing<'f, P, const G: usize> {
    field: &'f Field<G>,
    threads: usize,
    /// The tree above `base`, then the subtrees with their roots at `base`.
    branches: Vec<Branch<P>>,
    base: u32,
    /// The distance of the last layer.
    last: u32,
    /// The classes in the last two layers.
    classes: [u64; 2],
    /// The steps from the last layer, without those that lead back at once.
    steps: u64,
}

impl<'f, P: Path, const G: usize> Growing<'f, P, G> {
    /// The start alone.
    pub fn new(field: &'f Field<G>, threads: usize) -> Growing<'f, P, G> {
        let branches = vec![Branch::new(P::EMPTY)];
        let steps = field.degree(field.start);
        Growing { field, threads, branches, base: u32::MAX, last: 0, classes: [0, 1], steps }
    }

    /// Find the next layer, and return its number of positions.
    pub fn advance(&mut self, control: &mut Control) -> Result<u64, Stop> {
        let masks = self.classes[1] / 2 + self.branches.len() as u64;
        let left = control.memory().checked_sub(masks).ok_or(Stop::Memory)?;
        let entries = self.steps + self.classes[0];
        let size = size_of::<Arrival<P>>() as u64;
        let shards = ((left / size) >> 20).clamp(SHARDS as u64, MOST_SHARDS as u64) as usize;
        let slack = self.slack(shards);
        // A third of the memory is left to the paths that lead to duplicates.
        let fits = (left / 3 * 2 / size).checked_sub(slack).filter(|&fits| fits > 0);
        let parts = entries.div_ceil(fits.ok_or(Stop::Memory)?);
        if parts > MOST_PARTS {
            return Err(Stop::Memory);
        }
        let each = entries.div_ceil(parts);
        let held = (each + slack) * size;
        let mut duplicates: Vec<P> = vec![];
        let lists: Vec<Mutex<Vec<Arrival<P>>>> = (0..shards).map(|_| Mutex::new(vec![])).collect();
        control.hold(held)?;
        for number in 0..parts {
            let range = KeyRange { number, parts, shards };
            self.collect(range, &lists, each, control)?;
            self.compare(&lists, &mut duplicates, control)?;
            let bytes = (duplicates.capacity() * size_of::<P>()) as u64;
            control.check(self.last + 1, control.cost.states, bytes)?;
            if held + bytes / (number + 1) * parts > left {
                return Err(Stop::Memory);
            }
        }
        drop(lists);
        control.release(held);
        let bytes = (duplicates.capacity() * size_of::<P>()) as u64;
        control.hold(bytes)?;
        control.install(|| duplicates.par_sort_unstable());
        let planted = self.plant(&duplicates, control);
        control.release(bytes);
        planted
    }

    /// Room for chance: some lists get more entries than others.
    fn slack(&self, shards: usize) -> u64 {
        let waiting = self.threads * shards * HANDFUL;
        let uneven = self.steps / 64 + (shards * 64) as u64;
        (waiting as u64).min(self.steps) + uneven
    }

    /// The subtrees with positions of layers `first` to `last`.
    fn units(&self, first: u32, last: u32) -> Vec<usize> {
        let below = if last >= self.base { 1..self.branches.len() } else { 0..0 };
        (first < self.base).then_some(0).into_iter().chain(below).collect()
    }

    /// The deepest layer of a subtree, if `last` is the last layer in question.
    fn deepest(&self, unit: usize, last: u32) -> u32 {
        if unit == 0 { last.min(self.base - 1) } else { last }
    }

    /// Make the entries of a part: the positions of layer n - 2, and the successors of layer n - 1.
    fn collect(
        &self,
        range: KeyRange,
        lists: &[Mutex<Vec<Arrival<P>>>],
        each: u64,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let expected = each as usize / lists.len();
        let expected = expected + expected / 64 + 64;
        for list in lists {
            let mut list = list.lock().unwrap_or_else(PoisonError::into_inner);
            list.clear();
            list.reserve_exact(expected);
        }
        let last = self.last;
        let units = self.units(last.saturating_sub(1), last);
        let work = |unit: &mut Unit, waiting: &mut Vec<Vec<Arrival<P>>>| {
            waiting.resize_with(lists.len(), Vec::new);
            let (mut expanded, mut generated) = (0, 0);
            let mut add = |key: u64, path: P| {
                let Some(shard) = range.shard(key) else { return };
                let waiting = &mut waiting[shard];
                waiting.push(Arrival { key, path });
                if waiting.len() == HANDFUL {
                    lists[shard].lock().unwrap_or_else(PoisonError::into_inner).append(waiting);
                }
            };
            let mut visit = |walker: &Walker<G>, path: P, layer: u32| {
                if layer + 1 == last {
                    add(walker.key(), path);
                } else if layer == last {
                    expanded += 1;
                    for dir in 0..4 {
                        if let Some((hashes, _)) = forward(walker, path, dir) {
                            generated += 1;
                            add(key(&hashes), path.then(dir));
                        }
                    }
                }
            };
            let deepest = self.deepest(unit.number, last);
            self.branches[unit.number].walk(&mut Walker::new(self.field), deepest, &mut visit);
            for (list, waiting) in lists.iter().zip(waiting) {
                if !waiting.is_empty() {
                    list.lock().unwrap_or_else(PoisonError::into_inner).append(waiting);
                }
            }
            // Later parts walk the same positions again.
            let first = u64::from(range.number == 0);
            unit.report(first * expanded, first * generated, 0);
            None::<()>
        };
        run_units((&units, self.threads), last + 1, control, work, |_, (), _| {})
    }

    /// Sort the entries, and add the paths that lead to known positions to the duplicates: all but the least
    /// path of each class, and that one too if the class is in layer n - 2.
    fn compare(
        &self,
        lists: &[Mutex<Vec<Arrival<P>>>],
        duplicates: &mut Vec<P>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let next = self.last + 1;
        let work = |unit: &mut Unit, (): &mut ()| {
            let mut entries = lists[unit.number].lock().unwrap_or_else(PoisonError::into_inner);
            entries.sort_unstable();
            let mut replay = Replay::new(self.field);
            let (mut found, mut different) = (vec![], vec![]);
            for group in entries.chunk_by(|a, b| a.key == b.key).filter(|group| group.len() > 1) {
                different.clear();
                for &Arrival { path, .. } in group {
                    if different.iter().all(|&other| !replay.alike(other, path)) {
                        different.push(path);
                    } else if path.length() == next {
                        found.push(path);
                    }
                }
            }
            unit.report(0, 0, 0);
            Some(found)
        };
        let units: Vec<usize> = (0..lists.len()).collect();
        run_units((&units, self.threads), next, control, work, |_, found, _| duplicates.extend(found))
    }

    /// Add the successors that are no duplicates to the tree, as children of the last layer.
    fn plant(&mut self, duplicates: &[P], control: &mut Control) -> Result<u64, Stop> {
        let last = self.last;
        let units = self.units(last, last);
        let mut planted: Vec<Planted> = vec![];
        planted.resize_with(self.branches.len(), Planted::default);
        let work = |unit: &mut Unit, (): &mut ()| {
            let branch = &self.branches[unit.number];
            let (first, after) = branch.root.extended(last + 1);
            let from = duplicates.partition_point(|&path| path < first);
            let to = duplicates.partition_point(|&path| path < after);
            let mut duplicates = duplicates[from..to].iter().copied().peekable();
            let mut replay = Replay::new(self.field);
            let mut planted = Planted::default();
            let mut visit = |walker: &Walker<G>, path: P, layer: u32| {
                if layer < last {
                    return;
                }
                let mut mask = 0;
                for dir in 0..4 {
                    let Some((hashes, blank)) = forward(walker, path, dir) else { continue };
                    let child = path.then(dir);
                    if duplicates.next_if_eq(&child).is_none() {
                        mask |= 1 << dir;
                        planted.classes += 1;
                        planted.positions += orbit(&hashes, child, &mut replay);
                        planted.steps += self.field.degree(blank) - 1;
                    }
                }
                planted.masks.push(mask);
            };
            branch.walk(&mut Walker::new(self.field), last, &mut visit);
            unit.report(0, 0, 0);
            planted.masks = planted.masks.shrunk();
            Some(planted)
        };
        run_units((&units, self.threads), last + 1, control, work, |unit, new, _| planted[unit] = new)?;
        (self.classes, self.steps) = ([self.classes[1], 0], 0);
        let (mut positions, mut bytes) = (0, 0);
        for unit in units {
            let new = std::mem::take(&mut planted[unit]);
            positions += new.positions;
            bytes += new.masks.size();
            self.classes[1] += new.classes;
            self.steps += new.steps;
            self.branches[unit].levels.push(new.masks);
        }
        self.last += 1;
        control.hold(bytes)?;
        if self.base == u32::MAX && self.classes[1] >= BRANCHES {
            self.branch(control)?;
        }
        Ok(positions)
    }

    /// Make every position of the last layer the root of a subtree.
    fn branch(&mut self, control: &mut Control) -> Result<(), Stop> {
        self.base = self.last;
        let mut roots = vec![];
        let mut visit = |_: &Walker<G>, path: P, layer: u32| {
            if layer == self.base {
                roots.push(Branch::new(path));
            }
        };
        self.branches[0].walk(&mut Walker::new(self.field), self.base, &mut visit);
        control.hold((roots.len() * 2 * size_of::<Branch<P>>()) as u64)?;
        self.branches.append(&mut roots);
        Ok(())
    }
}

/// The hashes and the blank after a step that does not lead back at once.
#[inline]
fn forward<P: Path, const G: usize>(walker: &Walker<G>, path: P, dir: u8) -> Option<([u64; G], u16)> {
    if path.last() == Some(3 - dir) { None } else { walker.after(dir) }
}

/// The number of positions in the class of a path's end.
#[inline]
fn orbit<P: Path, const G: usize>(hashes: &[u64; G], path: P, replay: &mut Replay<G>) -> u64 {
    let same = hashes.map(|hash| hash == hashes[0]);
    match same.iter().filter(|&&same| same).count() {
        1 => G as u64,
        _ => G as u64 / replay.kept(path, same),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_one_part_and_one_list() {
        let (parts, shards) = (7, 5);
        let keys = (0..1000_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).chain([0, u64::MAX]);
        for key in keys {
            let found = (0..parts).filter_map(|number| KeyRange { number, parts, shards }.shard(key));
            assert_eq!(found.count(), 1, "{key}");
        }
    }
}
