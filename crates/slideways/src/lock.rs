//! Every way to pack a box so that nothing slides: antislide packings, after Knuth's ANTISLIDE.
//!
//! A [`Lock`] is a question: a box, kinds of pieces, and what else is asked for. [`Lock::census`] finds all packings,
//! [`Lock::fewest`] those with the fewest pieces, and [`Lock::count`] counts packings that are too many to be listed:
//!
//! ```
//! use slideways::prelude::*;
//!
//! let cube = Lock::new("4x4x4".parse()?).piece("2x2x1".parse()?);
//! let fewest = cube.fewest()?; // how few pieces will do
//! assert_eq!(fewest.fewest.and_then(|fewest| fewest.pieces), Some(12));
//! assert_eq!(fewest.classes(), Some(3)); // up to the symmetries of the cube
//!
//! let square = Lock::new("4x4".parse()?).piece("2x1".parse()?);
//! assert_eq!(square.census()?.raw(), 37); // all packings, the empty one among them
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every packing that is given to a visitor has been
//! checked by the plain [`rule`], which says what *locked* means and shares no code with the searches.
//!
//! The packing with nothing in it is locked: it has no piece that could slide. It is found and counted like any
//! other, unless a cell must be covered or a piece is wanted.

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

/// How packings are searched for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Search {
    /// By classes under the symmetries of the spec, on all threads.
    #[default]
    Backtrack,
    /// With dancing links, after Knuth's ANTISLIDE: one packing after the other, without regard to symmetry.
    DancingLinks,
}

/// What is asked of a [`Lock`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// All packings, by classes.
    Census,
    /// Those with the fewest pieces.
    Fewest,
    /// The number of packings, without listing them.
    Count,
}

/// A question about packings.
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
    /// About a box without pieces as yet.
    pub fn new(grid: Grid) -> Lock<'l> {
        Lock::of(Spec::new(grid, []))
    }

    /// About a spec that is already described.
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

    /// With any number of pieces of a shape.
    pub fn piece(self, shape: Shape) -> Lock<'l> {
        self.pieces(shape, ..)
    }

    /// With pieces of a shape, their number within a range: `2..=4`, `..=3`, `1..`.
    pub fn pieces(self, shape: Shape, number: impl RangeBounds<u32>) -> Lock<'l> {
        let (at_least, at_most) = ends(&number);
        self.with(|spec| spec.kinds.push(Stock { shape, at_least, at_most }))
    }

    /// With a number of pieces in all that lies within a range.
    pub fn total(self, number: impl RangeBounds<u32>) -> Lock<'l> {
        self.with(|spec| (spec.at_least, spec.at_most) = ends(&number))
    }

    /// In a box of which some cells belong to the wall.
    pub fn blocked(self, cells: impl IntoIterator<Item = Cell>) -> Lock<'l> {
        self.with(|spec| spec.blocked = cells.into_iter().collect())
    }

    /// With cells that must stay empty.
    pub fn empty(self, cells: impl IntoIterator<Item = Cell>) -> Lock<'l> {
        self.with(|spec| spec.empty = cells.into_iter().collect())
    }

    /// With cells that must be covered.
    pub fn filled(self, cells: impl IntoIterator<Item = Cell>) -> Lock<'l> {
        self.with(|spec| spec.filled = cells.into_iter().collect())
    }

    /// Without mirror images of the pieces.
    pub fn unmirrored(self) -> Lock<'l> {
        self.with(|spec| spec.mirror = false)
    }

    /// Who must not be able to make a step: a single piece, or any set of pieces together.
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

    /// How to search.
    pub fn search(mut self, search: Search) -> Lock<'l> {
        self.search = search;
        self
    }

    /// After a census by classes, count once more, every packing by itself: the numbers must agree.
    pub fn verify(mut self) -> Lock<'l> {
        self.verify = true;
        self
    }

    /// What the search may use.
    pub fn limits(mut self, limits: Limits) -> Lock<'l> {
        self.limits = limits;
        self
    }

    /// A checkpoint file: a search writes it, and continues from it if it exists. Packings that a visitor saw before the
    /// search was stopped are not shown again.
    #[cfg(feature = "tables")]
    pub fn checkpoint(mut self, path: impl Into<PathBuf>) -> Lock<'l> {
        self.checkpoint = Some(path.into());
        self
    }

    /// Report to a watch, and let it stop the search.
    pub fn watch(mut self, watch: &'l mut dyn Watch) -> Lock<'l> {
        self.watch = Some(watch);
        self
    }

    /// Show a visitor one packing of each class, checked, until it breaks.
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
        // A range that ends before its first number is empty, which the check of the spec reports.
        Bound::Excluded(&end) => end.saturating_sub(1),
        Bound::Unbounded => u32::MAX,
    };
    (at_least, at_most)
}
