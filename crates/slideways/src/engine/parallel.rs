//! Work on all threads of a pool, by rayon; without the feature `parallel` the same words do it on one thread.
//!
//! Engines say `items.par_iter().map(work).collect()` inside [`Pool::install`] and do not know which it is. Both ways
//! must give the same: results are collected in the order of the items, and nothing is left off early.

#[cfg(feature = "parallel")]
pub(crate) use rayon::prelude;

/// A part of some work that is shared among threads.
pub type Job<'j> = Box<dyn FnOnce() + Send + 'j>;

/// Threads that wait for work.
#[cfg(feature = "parallel")]
pub(crate) struct Pool(rayon::ThreadPool);

#[cfg(feature = "parallel")]
impl Pool {
    /// A pool of several threads; `None` if one is enough, or if the system has no more.
    pub(crate) fn new(threads: usize) -> Option<Pool> {
        let pool = || rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok();
        if threads > 1 { pool().map(Pool) } else { None }
    }

    /// A pool of this many threads, one among them: for work that must not use more.
    pub(crate) fn exactly(threads: usize) -> Option<Pool> {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok().map(Pool)
    }

    /// Do something on its threads.
    pub(crate) fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.0.install(work)
    }

    /// Do all jobs on its threads. They are boxed so that this is compiled once: parallel iterators cost thousands of lines of
    /// machine code for each type they are used with.
    pub(crate) fn share(&self, jobs: Vec<Job>) {
        use rayon::prelude::*;
        self.0.install(|| jobs.into_par_iter().for_each(|job| job()));
    }

    /// The number of its threads.
    pub(crate) fn threads(&self) -> usize {
        self.0.current_num_threads()
    }
}

/// Without rayon there is no pool.
#[cfg(not(feature = "parallel"))]
pub(crate) enum Pool {}

#[cfg(not(feature = "parallel"))]
impl Pool {
    pub(crate) fn new(_: usize) -> Option<Pool> {
        None
    }

    pub(crate) fn exactly(_: usize) -> Option<Pool> {
        None
    }

    pub(crate) fn install<T: Send>(&self, _: impl FnOnce() -> T + Send) -> T {
        match *self {}
    }

    pub(crate) fn share(&self, _: Vec<Job>) {
        match *self {}
    }

    pub(crate) fn threads(&self) -> usize {
        match *self {}
    }
}

/// What rayon's prelude offers, as far as it is used here, on one thread.
#[cfg(not(feature = "parallel"))]
pub(crate) mod prelude {
    use std::slice::{Chunks, ChunksMut, Iter, IterMut};

    pub(crate) trait Slices<T> {
        fn par_iter(&self) -> Iter<'_, T>;
        fn par_iter_mut(&mut self) -> IterMut<'_, T>;
        fn par_chunks(&self, length: usize) -> Chunks<'_, T>;
        fn par_chunks_mut(&mut self, length: usize) -> ChunksMut<'_, T>;
        fn par_sort_unstable(&mut self)
        where
            T: Ord;
    }

    impl<T> Slices<T> for [T] {
        fn par_iter(&self) -> Iter<'_, T> {
            self.iter()
        }

        fn par_iter_mut(&mut self) -> IterMut<'_, T> {
            self.iter_mut()
        }

        fn par_chunks(&self, length: usize) -> Chunks<'_, T> {
            self.chunks(length)
        }

        fn par_chunks_mut(&mut self, length: usize) -> ChunksMut<'_, T> {
            self.chunks_mut(length)
        }

        fn par_sort_unstable(&mut self)
        where
            T: Ord,
        {
            self.sort_unstable();
        }
    }

    pub(crate) trait Items: IntoIterator + Sized {
        fn into_par_iter(self) -> Self::IntoIter {
            self.into_iter()
        }
    }

    impl<I: IntoIterator> Items for I {}

    pub(crate) trait Shares: Iterator + Sized {
        fn with_min_len(self, _: usize) -> Self {
            self
        }
    }

    impl<I: Iterator> Shares for I {}
}
