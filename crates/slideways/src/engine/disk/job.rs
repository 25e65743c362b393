//! A search job for a disk engine, independent of the puzzle.

use super::folder::Folder;
use super::manifest::Manifest;
use super::run::Reader;
use super::workers::End;
use crate::engine::search::{Graph, State};
use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;

/// A predicate on states that several threads may call.
pub type Question<const N: usize> = Arc<dyn Fn(&State<N>) -> bool + Send + Sync>;

/// A search for states of `N` words.
#[derive(Clone)]
pub struct Job<const N: usize> {
    /// The graph of the states.
    pub nodes: Arc<dyn Graph<N>>,
    /// The states of layer 0.
    pub sources: Sources<N>,
    /// The goal test.
    pub is_goal: Question<N>,
}

/// Where a search begins.
#[derive(Clone)]
pub enum Sources<const N: usize> {
    /// At these states.
    States(Vec<State<N>>),
    /// At the goals that a complete search has stored in its folder; there may be more than fit into memory.
    Goals {
        /// The folder of that search.
        folder: PathBuf,
        /// Its manifest.
        manifest: Box<Manifest>,
    },
}

impl<const N: usize> Sources<N> {
    /// Call `visit` with the states, in batches.
    pub fn each(&self, mut visit: impl FnMut(&[State<N>]) -> Result<(), End>) -> Result<(), End> {
        match self {
            Sources::States(states) => visit(states),
            Sources::Goals { folder, manifest } => {
                for run in Folder::unmade(folder).goals::<N>(manifest)? {
                    let mut reader = Reader::<N>::open(&run)?;
                    while !reader.rest().is_empty() {
                        visit(reader.rest())?;
                        reader.skip()?;
                    }
                }
                Ok(())
            }
        }
    }
}

/// A search for states of any number of words.
pub struct AnyJob(Box<dyn Any>);

/// Work on a job, generic over the number of words.
pub trait Doing {
    /// The result of the work.
    type Answer;

    /// Do the work.
    fn on<const N: usize>(self, job: Job<N>) -> Self::Answer;
}

impl<const N: usize> From<Job<N>> for AnyJob {
    fn from(job: Job<N>) -> AnyJob {
        AnyJob(Box::new(job))
    }
}

impl AnyJob {
    /// Run `doing` on the job; `None` if no puzzle layout has the number of words of its states.
    pub fn open<D: Doing>(self, doing: D) -> Option<D::Answer> {
        macro_rules! of_words {
            ($($n:literal)*) => {
                $(if self.0.is::<Job<$n>>() {
                    return self.0.downcast::<Job<$n>>().ok().map(|job| doing.on(*job));
                })*
            };
        }
        of_words!(1 2 4 8 64);
        None
    }
}
