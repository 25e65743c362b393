//! Parallel work on a thread pool (rayon); without the feature `parallel` the same calls run on one thread.
//!
//! Engines write `items.par_iter().map(work).collect()` inside [`Pool::install`] and do not know which
//! version runs. Both must give the same result: results are collected in the order of the items, and no work
//! is skipped.

#[cfg(feature = "parallel")]
pub(crate) use rayon::prelude;

/// The bound on closures that parallel work shares among its threads.
#[cfg(feature = "parallel")]
pub use std::marker::Sync as Shared;
/// On one thread nothing is shared. `Unpin` holds for every closure that only borrows.
#[cfg(not(feature = "parallel"))]
pub use std::marker::Unpin as Shared;

/// A unit of work for a pool.
pub type Job<'j> = Box<dyn FnOnce() + Send + 'j>;

/// A pool of threads.
#[cfg(feature = "parallel")]
pub(crate) struct Pool(rayon::ThreadPool);

#[cfg(feature = "parallel")]
impl Pool {
    /// A pool of several threads; `None` if `threads` is one, or if the system cannot start them.
    pub(crate) fn new(threads: usize) -> Option<Pool> {
        let pool = || rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok();
        if threads > 1 { pool().map(Pool) } else { None }
    }

    /// A pool of exactly this many threads, even if it is one: for work that must not use more.
    pub(crate) fn exactly(threads: usize) -> Option<Pool> {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok().map(Pool)
    }

    /// Run a closure inside the pool.
    pub(crate) fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.0.install(work)
    }

    /// Run all jobs on the threads of the pool. They are boxed so that this is compiled once: parallel
    /// iterators compile to thousands of lines of machine code per type they are used with.
    pub(crate) fn share(&self, jobs: Vec<Job>) {
        use rayon::prelude::*;
        self.0.install(|| jobs.into_par_iter().for_each(|job| job()));
    }

    /// Run `helper` on this number of threads of the pool and `own` on the calling thread, until all end.
    pub(crate) fn alongside<T>(
        &self,
        helpers: usize,
        helper: &(dyn Fn() + Sync),
        own: impl FnOnce() -> T,
    ) -> T {
        self.0.in_place_scope(|scope| {
            (0..helpers).for_each(|_| scope.spawn(|_| helper()));
            own()
        })
    }

    /// The number of threads in the pool.
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

    pub(crate) fn install<T>(&self, _: impl FnOnce() -> T) -> T {
        match *self {}
    }

    pub(crate) fn share(&self, _: Vec<Job>) {
        match *self {}
    }

    pub(crate) fn alongside<T>(&self, _: usize, _: &(dyn Fn() + Sync), _: impl FnOnce() -> T) -> T {
        match *self {}
    }

    pub(crate) fn threads(&self) -> usize {
        match *self {}
    }
}

/// The part of rayon's prelude that the engines use, on one thread.
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
