//! Connected components of all arrangements of the pieces, reachable or not.
//!
//! A [`Space`](super::Space) is what one start can reach. [`Components`] is the set of all arrangements of
//! the same pieces in the same box, cut into connected components.

pub use crate::engine::explore::components::{Components, Parts, Sought, Unfinished};

use crate::engine::explore::components::components;
use crate::engine::search::control::Control;
use crate::outcome::Limits;
use crate::puzzle::Puzzle;
use crate::solver::SolveError;
use crate::style::Style;
use crate::watch::Watch;

impl Components {
    /// Options for the components of all arrangements of a puzzle's pieces in its box.
    ///
    /// ```
    /// use slideways::prelude::*;
    /// use slideways::space::{Components, ComponentsError};
    ///
    /// let klotski = library::puzzle("klotski").unwrap();
    /// let all = Components::of(&klotski).style(Style::MOVE).hardest(1).build()?;
    /// assert_eq!((all.states, all.number()), (65_880, 898));
    /// let one = Components::of(&klotski).limits(Limits::new().memory(1 << 20)).build();
    /// assert!(matches!(one, Err(ComponentsError::Stopped(known)) if known.by == Stop::Memory));
    /// # Ok::<(), ComponentsError>(())
    /// ```
    pub fn of<'s>(puzzle: &Puzzle) -> ComponentsBuilder<'s> {
        let (style, limits) = (Style::MOVE, Limits::default());
        ComponentsBuilder { puzzle: puzzle.clone(), style, hardest: 1, limits, watch: None }
    }
}

/// Options for [`Components`]; [`build`](ComponentsBuilder::build) runs the search.
pub struct ComponentsBuilder<'s> {
    puzzle: Puzzle,
    style: Style,
    hardest: usize,
    limits: Limits,
    watch: Option<&'s mut dyn Watch>,
}

impl<'s> ComponentsBuilder<'s> {
    /// What counts as one move. The default is `move`.
    pub fn style(mut self, style: Style) -> ComponentsBuilder<'s> {
        self.style = style;
        self
    }

    /// Return at most `most` of the hardest starts. The default is one.
    pub fn hardest(mut self, most: usize) -> ComponentsBuilder<'s> {
        self.hardest = most;
        self
    }

    /// Memory, time and threads that the search may use.
    pub fn limits(mut self, limits: Limits) -> ComponentsBuilder<'s> {
        self.limits = limits.addressable();
        self
    }

    /// Report to a watch, which can also stop the search.
    pub fn watch<'w>(self, watch: &'w mut dyn Watch) -> ComponentsBuilder<'w> {
        let ComponentsBuilder { puzzle, style, hardest, limits, .. } = self;
        ComponentsBuilder { puzzle, style, hardest, limits, watch: Some(watch) }
    }

    /// List all arrangements, link them, and cut them into components.
    pub fn build(self) -> Result<Components, ComponentsError> {
        let unwatched = &mut ();
        let watch = self.watch.unwrap_or(unwatched);
        let mut control = Control::new(self.limits, watch);
        let sought = Sought { most: self.hardest, ..Sought::default() };
        let found = components(&self.puzzle, self.style, sought, &mut control)?;
        found.map_err(ComponentsError::Stopped)
    }
}

/// Why the components are not known.
#[derive(Debug, thiserror::Error)]
pub enum ComponentsError {
    /// Something stopped the search; contains what is known so far.
    #[error("stopped: there are at least {} arrangements", .0.states)]
    Stopped(Unfinished),
    /// The puzzle cannot be searched, or an answer fails the replay.
    #[error(transparent)]
    Refused(#[from] SolveError),
}
