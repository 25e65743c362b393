//! A question about a whole space: what is walked, what is wanted of it, and what that may use.

#[cfg(feature = "disk")]
use super::disk::Disk;
use super::{Estimate, Found, Space, UnfitSpace, blocks, tiles};
use crate::engine::explore::survey::SurveyOptions;
use crate::game::Game;
use crate::outcome::Limits;
use crate::solver::SolveError;
use crate::style::Style;
use crate::watch::Watch;
use std::sync::Arc;
use std::time::Instant;

/// A question about a whole space, to be built into a [`Space`].
pub struct SpaceBuilder<'s> {
    pub(super) game: Game,
    pub(super) style: Style,
    pub(super) limits: Limits,
    pub(super) wish: SurveyOptions,
    pub(super) happy: bool,
    #[cfg(feature = "disk")]
    pub(super) disk: Disk<'s>,
    watch: Option<&'s mut dyn Watch>,
}

impl<'s> SpaceBuilder<'s> {
    pub(super) fn new(game: Game) -> SpaceBuilder<'s> {
        SpaceBuilder {
            style: game.default_style(),
            game,
            limits: Limits::default(),
            wish: SurveyOptions::default(),
            happy: false,
            #[cfg(feature = "disk")]
            disk: Disk::default(),
            watch: None,
        }
    }

    /// What counts as one move; without it, `move` for blocks and `step` for tiles.
    pub fn style(mut self, style: Style) -> SpaceBuilder<'s> {
        self.style = style;
        self
    }

    /// What the walk may use.
    pub fn limits(mut self, limits: Limits) -> SpaceBuilder<'s> {
        self.limits = limits;
        self
    }

    /// Also give the states farthest from the start, at most `most` of them.
    pub fn farthest(mut self, most: usize) -> SpaceBuilder<'s> {
        self.wish.farthest = most;
        self
    }

    /// Also count the distances to the nearest goal, and give the hardest starts, at most `most` of them.
    ///
    /// A board of tiles is counted around its goal for that, a second time unless the distances begin there anyway. Refused
    /// with [`UnfitSpace`] for goals that leave cells open, for happy positions and for layers on disk.
    pub fn hardest(mut self, most: usize) -> SpaceBuilder<'s> {
        self.wish.hardest = Some(most);
        self
    }

    /// Also write the space out if it has at most `most` states: for distances, hints, the diameter and the graph.
    ///
    /// Positions of tiles and layers on disk are never written out; questions that need it then end with
    /// [`NoGraph`](super::NoGraph).
    pub fn graph(mut self, most: u64) -> SpaceBuilder<'s> {
        self.wish.graph = Some(most);
        self
    }

    /// Count only the positions of tiles that happy moves alone bring to this one: each move brings its tile nearer home.
    ///
    /// For boards of at most 16 cells, and styles that move one tile.
    ///
    /// ```
    /// use slideways::prelude::*;
    ///
    /// let goal: Position = "1 2/3 0".parse()?;
    /// let space = Space::of(&goal).happy().build()?;
    /// assert_eq!(space.layers().sizes, [1, 2, 2, 2, 2, 2, 1]); // three tiles in a ring are never sad
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn happy(mut self) -> SpaceBuilder<'s> {
        self.happy = true;
        self
    }

    /// Report to a watch, and let it stop the walk.
    pub fn watch<'w>(self, watch: &'w mut dyn Watch) -> SpaceBuilder<'w>
    where
        's: 'w,
    {
        SpaceBuilder {
            game: self.game,
            style: self.style,
            limits: self.limits,
            wish: self.wish,
            happy: self.happy,
            #[cfg(feature = "disk")]
            disk: self.disk,
            watch: Some(watch),
        }
    }

    /// Make sure that the question can be answered, before anything is counted: the options fit together, and a board of tiles
    /// fits into the memory allowed. [`build`](SpaceBuilder::build) begins with it.
    pub fn check(&self) -> Result<(), SolveError> {
        #[cfg(feature = "disk")]
        if self.is_on_disk()? {
            return Ok(());
        }
        match &self.game {
            Game::Blocks(_) if self.happy => Err(UnfitSpace::HappyBlocks.into()),
            Game::Blocks(_) => Ok(()),
            Game::Tiles(position) => tiles::check(self, position),
        }
    }

    /// What a count in memory will take. `None` if that is not known before: of blocks, of happy positions, of layers on
    /// disk; and of boards that no memory holds.
    ///
    /// ```
    /// use slideways::prelude::*;
    ///
    /// let fifteen: Position = "123456789abcdef0".parse()?;
    /// let estimate = Space::of(&fifteen).estimate().expect("a board of 16 cells can be counted");
    /// assert_eq!(estimate.positions, 10_461_394_944_000); // 16! / 2
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn estimate(&self) -> Option<Estimate> {
        #[cfg(feature = "disk")]
        if self.disk.folder.is_some() {
            return None;
        }
        match &self.game {
            Game::Tiles(position) if !self.happy => tiles::estimate(position, self.style),
            _ => None,
        }
    }

    /// Walk.
    pub fn build(mut self) -> Result<Space, SolveError> {
        self.check()?;
        let unwatched = &mut ();
        let watch = self.watch.take().unwrap_or(unwatched);
        let started = Instant::now();
        let found = self.walk(watch)?;
        let time = found.files.as_ref().map_or_else(|| started.elapsed(), |files| files.time);
        Ok(Space { game: Arc::new(self.game), style: self.style, limits: self.limits, found, time })
    }

    fn walk(&self, watch: &mut dyn Watch) -> Result<Found, SolveError> {
        #[cfg(feature = "disk")]
        if let Some(search) = self.disk.search(self.wish.farthest) {
            return self.walk_on_disk(&search, watch);
        }
        match &self.game {
            Game::Blocks(puzzle) => blocks::walk(self, puzzle, watch),
            Game::Tiles(position) => tiles::walk(self, position, watch),
        }
    }
}
