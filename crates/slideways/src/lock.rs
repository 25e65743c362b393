//! Packings in which nothing slides: antislide packings, after Knuth's ANTISLIDE.
//!
//! A [`Lock`] describes a box, the kinds of pieces, and further conditions. [`Lock::census`] finds all
//! packings, [`Lock::fewest`] those with the fewest pieces, and [`Lock::count`] counts packings that are too
//! many to list:
//!
//! ```
//! use slideways::prelude::*;
//!
//! let cube = Lock::new("4x4x4".parse()?).piece("2x2x1".parse()?);
//! let fewest = cube.fewest()?; // the fewest pieces that lock the box
//! assert_eq!(fewest.fewest.and_then(|fewest| fewest.pieces), Some(12));
//! assert_eq!(fewest.classes(), Some(3)); // up to the symmetries of the cube
//!
//! let square = Lock::new("4x4".parse()?).piece("2x1".parse()?);
//! assert_eq!(square.census()?.raw(), 37); // all packings, including the empty one
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every packing that a visitor sees has been checked by the plain [`rule`], which defines *locked* and
//! shares no code with the searches.
//!
//! The packing without pieces is locked: it has no piece that could slide. It is found and counted like any
//! other packing, unless a cell must be covered or a piece is required.

mod answer;
mod ask;
mod error;
#[cfg(not(feature = "tables"))]
#[path = "lock/no_resume.rs"]
mod resume;
#[cfg(feature = "tables")]
mod resume;
pub mod rule;
pub(crate) mod spec;
mod visit;

pub use crate::engine::packing::count::NotCountable;
pub use crate::engine::packing::dancing_links::Sizes;
pub use crate::engine::packing::prepared::upright;
pub use crate::engine::packing::tally::Count;
pub use answer::{Answer, Fewest, Numbers, Outline};
pub use error::LockError;
pub use spec::{Spec, SpecError, Stock};
pub use visit::{Locked, Visitor};

use crate::engine::packing::prepared::PreparedBox;
use crate::grid::{Cell, Grid};
use crate::outcome::Limits;
use crate::puzzle::Shape;
use crate::style::Who;
use crate::watch::Watch;
use std::cell::OnceCell;
use std::ops::{Bound, RangeBounds};
use std::path::PathBuf;

/// The search algorithm for packings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Search {
    /// Backtracking over classes under the symmetries of the spec, on all threads.
    #[default]
    Backtrack,
    /// Exact cover with dancing links, after Knuth's ANTISLIDE: one packing after another, ignoring symmetry.
    DancingLinks,
}

/// The question that a [`Lock`] answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// All packings, up to symmetry.
    Census,
    /// The packings with the fewest pieces.
    Fewest,
    /// The number of packings, without listing them.
    Count,
}

/// A search for packings and its options.
pub struct Lock<'l> {
    spec: Spec,
    search: Search,
    verify: bool,
    limits: Limits,
    checkpoint: Option<PathBuf>,
    watch: Option<&'l mut dyn Watch>,
    visitor: Option<Visitor<'l>>,
    prepared: OnceCell<PreparedBox>,
}

impl<'l> Lock<'l> {
    /// A box without pieces so far.
    pub fn new(grid: Grid) -> Lock<'l> {
        Lock::of(Spec::new(grid, []))
    }

    /// A search for an existing spec.
    pub fn of(spec: Spec) -> Lock<'l> {
        Lock {
            spec,
            search: Search::Backtrack,
            verify: false,
            limits: Limits::default(),
            checkpoint: None,
            watch: None,
            visitor: None,
            prepared: OnceCell::new(),
        }
    }

    /// Allow any number of pieces of a shape.
    pub fn piece(self, shape: Shape) -> Lock<'l> {
        self.pieces(shape, ..)
    }

    /// Allow pieces of a shape, their number within a range: `2..=4`, `..=3`, `1..`.
    pub fn pieces(self, shape: Shape, number: impl RangeBounds<u32>) -> Lock<'l> {
        let (at_least, at_most) = ends(&number);
        self.with(|spec| spec.kinds.push(Stock { shape, at_least, at_most }))
    }

    /// Require a total number of pieces within a range.
    pub fn total(self, number: impl RangeBounds<u32>) -> Lock<'l> {
        self.with(|spec| (spec.at_least, spec.at_most) = ends(&number))
    }

    /// Block some cells of the box: they become part of the wall.
    pub fn blocked(self, cells: impl IntoIterator<Item = Cell>) -> Lock<'l> {
        self.with(|spec| spec.blocked = cells.into_iter().collect())
    }

    /// Cells that must stay empty.
    pub fn empty(self, cells: impl IntoIterator<Item = Cell>) -> Lock<'l> {
        self.with(|spec| spec.empty = cells.into_iter().collect())
    }

    /// Cells that must be covered.
    pub fn filled(self, cells: impl IntoIterator<Item = Cell>) -> Lock<'l> {
        self.with(|spec| spec.filled = cells.into_iter().collect())
    }

    /// Do not use mirror images of the pieces.
    pub fn unmirrored(self) -> Lock<'l> {
        self.with(|spec| spec.mirror = false)
    }

    /// What must be unable to make a step: a single piece, or any set of pieces together.
    pub fn strength(self, who: Who) -> Lock<'l> {
        self.with(|spec| spec.strength = who)
    }

    /// Only packings to which no piece can be added.
    pub fn maximal(self) -> Lock<'l> {
        self.with(|spec| spec.maximal = true)
    }

    fn with<T>(mut self, change: impl FnOnce(&mut Spec) -> T) -> Lock<'l> {
        change(&mut self.spec);
        self.prepared.take();
        self
    }

    /// The search algorithm.
    pub fn search(mut self, search: Search) -> Lock<'l> {
        self.search = search;
        self
    }

    /// After a census up to symmetry, count every packing again individually. The two numbers must agree.
    pub fn verify(mut self) -> Lock<'l> {
        self.verify = true;
        self
    }

    /// Memory, time and threads that the search may use.
    pub fn limits(mut self, limits: Limits) -> Lock<'l> {
        self.limits = limits.addressable();
        self
    }

    /// A checkpoint file. The search writes it, and resumes from it if it exists. Packings that a visitor saw
    /// before the search stopped are not shown again.
    #[cfg(feature = "tables")]
    pub fn checkpoint(mut self, path: impl Into<PathBuf>) -> Lock<'l> {
        self.checkpoint = Some(path.into());
        self
    }

    /// Report to a watch, which can also stop the search.
    pub fn watch(mut self, watch: &'l mut dyn Watch) -> Lock<'l> {
        self.watch = Some(watch);
        self
    }

    /// Show a visitor one packing of each class, checked, until it returns `Break`.
    pub fn visit(mut self, visitor: Visitor<'l>) -> Lock<'l> {
        self.visitor = Some(visitor);
        self
    }

    fn prepared(&self) -> Result<&PreparedBox, SpecError> {
        if self.prepared.get().is_none() {
            let _ = self.prepared.set(PreparedBox::new(self.spec.clone())?);
        }
        Ok(self.prepared.get().expect("it was set"))
    }
}

/// The ends of a range of numbers.
fn ends(range: &impl RangeBounds<u32>) -> (u32, u32) {
    let at_least = match range.start_bound() {
        Bound::Included(&first) => first,
        Bound::Excluded(&before) => before.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let at_most = match range.end_bound() {
        Bound::Included(&last) => last,
        // A range that ends before its first number is empty; the check of the spec reports it.
        Bound::Excluded(&end) => end.saturating_sub(1),
        Bound::Unbounded => u32::MAX,
    };
    (at_least, at_most)
}
