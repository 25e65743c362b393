//! External-memory breadth-first search: expands one layer after another from and to disk.

use super::commit::Committer;
use super::dedup::NewLayer;
use super::error::DiskError;
use super::expand::{Expansion, LEAST_MEMORY, Shares};
use super::folder::Folder;
use super::job::Job;
use super::manifest::{LayerPart, Manifest};
use super::run::{Reader, Run};
use super::workers::{End, Signal, run_workers};
use super::{DiskConfig, PARTITIONS, Upper};
use crate::engine::search::State;
use crate::engine::search::control::Control;
use crate::engine::search::graph::sort;
use crate::outcome::Stop;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use web_time::Instant;

/// Successors of one state between two checks of the stop signal.
const UNHEARD: u64 = 1 << 14;

/// Sources between two checks of the limits. Fewer take less time than a check is worth.
const MANY_SOURCES: u64 = 1 << 16;

/// A breadth-first search whose layers are stored in a folder.
pub struct ExternalBfs<const N: usize> {
    job: Job<N>,
    committer: Committer,
    /// What is known so far.
    pub manifest: Manifest,
    /// Whether all layers are kept, not only the last two.
    keep: bool,
    upper: Upper,
}

/// Progress counters of the threads.
#[derive(Default)]
struct Tally {
    next: AtomicUsize,
    expanded: AtomicU64,
    generated: AtomicU64,
    bytes: AtomicU64,
}

impl<const N: usize> ExternalBfs<N> {
    /// Open a folder: start from the sources, or continue a stopped search.
    pub fn open(job: Job<N>, config: &DiskConfig, control: &mut Control) -> Result<Self, End> {
        let shares = Shares::new(control.memory(), 1);
        let (committer, manifest) =
            open(&job, config, shares, &mut |bytes| control.check(0, 0, bytes).map_err(End::Stop))?;
        Ok(ExternalBfs::new(job, committer, manifest, config))
    }

    /// Open the result of a search for reading, without the lock of the folder.
    pub fn look(job: Job<N>, config: &DiskConfig, manifest: Manifest) -> Self {
        let committer = Committer::new(Folder::unmade(&config.folder));
        ExternalBfs::new(job, committer, manifest, config)
    }

    fn new(job: Job<N>, committer: Committer, manifest: Manifest, config: &DiskConfig) -> Self {
        let upper = manifest.upper.unwrap_or(config.upper);
        ExternalBfs { job, committer, manifest, keep: config.keep, upper }
    }

    /// The first layer that is kept.
    pub fn oldest(&self) -> usize {
        self.manifest.sizes.len() - self.manifest.files.len()
    }

    fn runs(&self, layer: usize) -> Result<Vec<Option<Run>>, DiskError> {
        self.committer.folder.layer::<N>(&self.manifest, layer)
    }

    /// Find the next layer and commit it. If this ends early, the committed layers stay as they were.
    pub fn advance(&mut self, control: &mut Control) -> Result<(), End> {
        let started = Instant::now();
        if control.memory() < LEAST_MEMORY {
            return Err(End::Stop(Stop::Memory));
        }
        let depth = self.manifest.depth();
        let newest = self.runs(depth)?;
        let before = match depth.checked_sub(1) {
            Some(before) => self.runs(before)?,
            None => vec![None; PARTITIONS],
        };
        let states = self.manifest.states();
        // For few states a thread costs more than it saves.
        let few = self.manifest.sizes[depth] < 1000;
        let shares = Shares::new(control.memory(), if few { 1 } else { control.threads() });
        let tally = Tally::default();
        let base = (control.cost.expanded, control.cost.generated);
        let look = |control: &mut Control| {
            control.cost.expanded = base.0 + tally.expanded.load(Relaxed);
            control.cost.generated = base.1 + tally.generated.load(Relaxed);
            control.check(depth as u32 + 1, states, tally.bytes.load(Relaxed))
        };
        look(control).map_err(End::Stop)?;
        let generated = run_workers(
            (0..shares.writers).collect(),
            |writer, signal| self.expand(writer, shares, &newest, &tally, signal),
            || look(control),
        )?;
        let (mut sorters, mut buffers) = (vec![], vec![]);
        let mut temporary: Vec<Vec<Run>> = vec![vec![]; PARTITIONS];
        for Expansion { sorter, buffer, temporary: more } in generated {
            temporary.iter_mut().zip(more).for_each(|(runs, more)| runs.extend(more));
            sorters.push(sorter);
            buffers.push(buffer);
        }
        tally.next.store(0, Relaxed);
        let new = NewLayer {
            folder: &self.committer.folder,
            layer: depth + 1,
            buffers: &buffers,
            temporary: &temporary,
            known: [&newest, &before],
            is_goal: &*self.job.is_goal,
            goals: self.manifest.goal_files.is_some(),
            durable: false,
        };
        let settled = run_workers(
            sorters.into_iter().enumerate().collect(),
            |(writer, mut sorter), signal| {
                let next = || match tally.next.fetch_add(1, Relaxed) {
                    partition @ 0..PARTITIONS => signal.check().map(|()| Some(partition)),
                    _ => Ok(None),
                };
                let part = new.write(writer, &mut sorter, next)?;
                // Other workers read the files of this sorter, so it must live until all are done.
                Ok((sorter, part))
            },
            || look(control),
        )?;
        let parts: Vec<LayerPart> = settled.into_iter().map(|(_, part)| part).collect();
        let _ = look(control);
        let mut manifest = self.manifest.clone();
        manifest.generated += tally.generated.load(Relaxed);
        let old = manifest.add(parts, self.keep);
        manifest.milliseconds += started.elapsed().as_millis() as u64;
        self.committer.commit(&manifest, old)?;
        self.manifest = manifest;
        Ok(())
    }

    /// Make everything that is known durable.
    pub fn close(mut self) -> Result<Manifest, DiskError> {
        self.committer.make_durable(&self.manifest)?;
        Ok(self.manifest)
    }

    /// Generate successors of a layer: this thread takes partitions until none is left.
    fn expand(
        &self,
        writer: usize,
        shares: Shares,
        newest: &[Option<Run>],
        tally: &Tally,
        signal: &Signal,
    ) -> Result<Expansion<N>, End> {
        let mut expansion = Expansion::new(self.committer.folder.path(), writer, shares);
        let mut held = 0;
        while let Some(run) = newest.get(tally.next.fetch_add(1, Relaxed)) {
            let Some(run) = run else { continue };
            let mut reader = Reader::<N>::open(run)?;
            while !reader.rest().is_empty() {
                signal.check()?;
                let (mut generated, mut end) = (0, Ok(()));
                let _ = self.job.nodes.expand(reader.rest(), &mut |next| {
                    generated += 1;
                    end = expansion.push(self.upper.partition(next), next).map_err(End::from);
                    if generated % UNHEARD == 0 && end.is_ok() {
                        end = signal.check();
                    }
                    if end.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                end?;
                tally.expanded.fetch_add(reader.rest().len() as u64, Relaxed);
                tally.generated.fetch_add(generated, Relaxed);
                tally.bytes.fetch_add(expansion.bytes().wrapping_sub(held), Relaxed);
                held = expansion.bytes();
                reader.skip()?;
            }
        }
        Ok(expansion)
    }

    /// The `most` least states of the last layer.
    pub fn last(&self, most: usize) -> Result<Vec<State<N>>, DiskError> {
        let mut first = BinaryHeap::new();
        for run in self.runs(self.manifest.depth())?.iter().flatten() {
            let mut reader = Reader::<N>::open(run)?;
            // A run is sorted: the first state that is too large ends it.
            while let Some(state) = reader.head() {
                if first.len() < most {
                    first.push(*state);
                } else if first.peek().is_some_and(|largest| state < largest) {
                    first.pop();
                    first.push(*state);
                } else {
                    break;
                }
                reader.advance()?;
            }
        }
        Ok(first.into_sorted_vec())
    }

    /// The first goal of the last layer.
    pub fn goal(&self) -> Result<Option<State<N>>, DiskError> {
        for run in self.runs(self.manifest.depth())?.iter().flatten() {
            let mut reader = Reader::<N>::open(run)?;
            while let Some(state) = reader.head() {
                if (self.job.is_goal)(state) {
                    return Ok(Some(*state));
                }
                reader.advance()?;
            }
        }
        Ok(None)
    }

    /// The states from the oldest layer that is kept to a state of the last one, in that order.
    pub fn walk_back(&self, state: State<N>, control: &mut Control) -> Result<Vec<State<N>>, End> {
        let mut path = vec![state];
        for layer in (self.oldest()..self.manifest.depth()).rev() {
            let runs = self.runs(layer)?;
            let mut near: Vec<State<N>> = vec![];
            let _ = self.job.nodes.expand(&path[path.len() - 1..], &mut |next| {
                near.push(*next);
                ControlFlow::Continue(())
            });
            sort(&mut near);
            near.dedup();
            let mut found = None;
            for next in near {
                control.check(layer as u32, control.cost.states, 0).map_err(End::Stop)?;
                if let Some(run) = &runs[self.upper.partition(&next)]
                    && holds(run, &next)?
                {
                    found = Some(next);
                    break;
                }
            }
            let path_of = |run: &Run| run.path.to_path_buf();
            let Some(found) = found else {
                let file = runs.iter().flatten().next().map(path_of).unwrap_or_default();
                return Err(DiskError::damaged(&file, "a state has no neighbour here").into());
            };
            path.push(found);
        }
        path.reverse();
        Ok(path)
    }
}

/// Open the folder of a config: start from the sources, or continue a stopped search. `check` is called
/// regularly with the bytes in use, and can end the work.
pub fn open<const N: usize>(
    job: &Job<N>,
    config: &DiskConfig,
    shares: Shares,
    check: &mut dyn FnMut(u64) -> Result<(), End>,
) -> Result<(Committer, Manifest), End> {
    let folder = Folder::alone(&config.folder)?;
    let ours = Manifest::new(&config.subject, (N, PARTITIONS));
    let mut manifest = match folder.manifest(&ours)? {
        Some(found) if !config.resume => {
            let (path, layer) = (config.folder.clone(), found.depth());
            return Err(DiskError::Begun { path, layer }.into());
        }
        Some(found) => found,
        None => begin(job, &folder, config, shares, check)?,
    };
    // A search that has met no goal yet can store them from now on.
    if config.goals && manifest.goal_files.is_none() && manifest.goals.iter().all(|&goals| goals == 0) {
        manifest.goal_files = Some(vec![]);
    }
    // Report damaged files now, not after hours of search.
    for layer in manifest.sizes.len() - manifest.files.len()..manifest.sizes.len() {
        folder.layer::<N>(&manifest, layer)?;
    }
    if config.goals || manifest.goal_files.is_some() {
        folder.goals::<N>(&manifest)?;
    }
    folder.clean(&manifest);
    let mut committer = Committer::new(folder);
    match committer.make_durable(&manifest) {
        Ok(()) => committer.folder.clean(&manifest),
        // On a full disk the folder stays as it is.
        Err(error) if error.is_full() => {}
        Err(error) => return Err(error.into()),
    }
    Ok((committer, manifest))
}

/// Whether a run contains a state.
fn holds<const N: usize>(run: &Run, state: &State<N>) -> Result<bool, DiskError> {
    let mut reader = Reader::<N>::open(run)?;
    while reader.rest().last().is_some_and(|last| last < state) {
        reader.skip()?;
    }
    Ok(reader.rest().binary_search(state).is_ok())
}

/// Write layer 0: the sources are sorted and merged as the successors of any other layer are.
fn begin<const N: usize>(
    job: &Job<N>,
    folder: &Folder,
    config: &DiskConfig,
    shares: Shares,
    check: &mut dyn FnMut(u64) -> Result<(), End>,
) -> Result<Manifest, End> {
    let mut manifest = Manifest::new(&config.subject, (N, PARTITIONS));
    manifest.goal_files = config.goals.then(Vec::new);
    let upper = config.upper.for_job(job);
    manifest.upper = Some(upper);
    let mut sources = Expansion::new(folder.path(), 0, shares);
    let (mut number, mut checked) = (0, 0);
    job.sources.each(|states| {
        number += states.len() as u64;
        if number >= checked + MANY_SOURCES {
            checked = number;
            check(sources.bytes())?;
        }
        let mut states = states.iter();
        Ok(states.try_for_each(|state| sources.push(upper.partition(state), state))?)
    })?;
    let Expansion { sorter, buffer, temporary } = &mut sources;
    let none = vec![None; PARTITIONS];
    let new = NewLayer {
        folder,
        layer: 0,
        buffers: std::slice::from_ref(buffer),
        temporary,
        known: [&none, &none],
        is_goal: &*job.is_goal,
        goals: config.goals,
        durable: true,
    };
    let mut partitions = 0..PARTITIONS;
    let part = new.write(0, sorter, || {
        let checked = if number >= MANY_SOURCES { check(buffer.bytes()) } else { Ok(()) };
        checked.map(|()| partitions.next())
    })?;
    manifest.add(vec![part], true);
    Ok(manifest)
}
