//! A search to be done, for whoever does it: in which states are found, whatever they stand for.

use crate::engine::search::{Graph, State};
use std::any::Any;
use std::sync::Arc;

/// A question about states that several threads may ask.
pub type Question<const N: usize> = Arc<dyn Fn(&State<N>) -> bool + Send + Sync>;

/// A search for states of `N` words.
#[derive(Clone)]
pub struct Job<const N: usize> {
    /// Who is next to whom.
    pub nodes: Arc<dyn Graph<N>>,
    /// Where the search begins.
    pub sources: Vec<State<N>>,
    /// Which states are goals.
    pub is_goal: Question<N>,
}

/// A search for states of any number of words.
pub struct AnyJob(Box<dyn Any>);

/// What is to be done with it.
pub trait Doing {
    /// What comes of it.
    type Answer;

    /// Do it.
    fn on<const N: usize>(self, job: Job<N>) -> Self::Answer;
}

impl<const N: usize> From<Job<N>> for AnyJob {
    fn from(job: Job<N>) -> AnyJob {
        AnyJob(Box::new(job))
    }
}

impl AnyJob {
    /// Do something with it; `None` if its states have a number of words that no puzzle is laid out for.
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
