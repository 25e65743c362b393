//! The options of a question about a whole state space.

#[cfg(feature = "disk")]
use super::disk::Disk;
use super::{Estimate, Found, Space, UnfitSpace, blocks, tiles};
use crate::engine::explore::survey::SurveyOptions;
use crate::engine::tiles::bit_bfs::device::BitDevice;
use crate::game::Game;
use crate::outcome::Limits;
use crate::solver::SolveError;
use crate::style::Style;
use crate::watch::Watch;
use std::sync::Arc;
use web_time::Instant;

/// Options for a [`Space`]; [`build`](SpaceBuilder::build) runs the search.
pub struct SpaceBuilder<'s> {
    pub(super) game: Game,
    pub(super) style: Style,
    pub(super) limits: Limits,
    pub(super) options: SurveyOptions,
    pub(super) happy: bool,
    pub(super) solutions: bool,
    #[cfg(feature = "disk")]
    pub(super) disk: Disk<'s>,
    pub(super) device: Option<&'s dyn BitDevice>,
    watch: Option<&'s mut dyn Watch>,
}

impl<'s> SpaceBuilder<'s> {
    pub(super) fn new(game: Game) -> SpaceBuilder<'s> {
        SpaceBuilder {
            style: game.default_style(),
            game,
            limits: Limits::default(),
            options: SurveyOptions::default(),
            happy: false,
            solutions: false,
            #[cfg(feature = "disk")]
            disk: Disk::default(),
            device: None,
            watch: None,
        }
    }

    /// What counts as one move. The default is `move` for blocks and `step` for tiles.
    pub fn style(mut self, style: Style) -> SpaceBuilder<'s> {
        self.style = style;
        self
    }

    /// Memory, time and threads that the search may use.
    pub fn limits(mut self, limits: Limits) -> SpaceBuilder<'s> {
        self.limits = limits.addressable();
        self
    }

    /// Also return the states farthest from the start, at most `most` of them.
    pub fn farthest(mut self, most: usize) -> SpaceBuilder<'s> {
        self.options.farthest = most;
        self
    }

    /// Also count the distances to the nearest goal, and return the hardest starts, at most `most` of them.
    ///
    /// For this, a board of tiles is counted around its goal, a second time unless the distances begin there
    /// anyway. Refused with [`UnfitSpace`] for tile goals with open cells, for happy positions and for tiles
    /// on disk.
    pub fn hardest(mut self, most: usize) -> SpaceBuilder<'s> {
        self.options.hardest = Some(most);
        self
    }

    /// Also store the space as an explicit graph if it has at most `most` states: for distances, hints, the
    /// diameter and the graph itself.
    ///
    /// Positions of tiles and layers on disk are never stored as a graph; questions that need one then end
    /// with [`NoGraph`](super::NoGraph).
    pub fn graph(mut self, most: u64) -> SpaceBuilder<'s> {
        self.options.graph = Some(most);
        self
    }

    /// Count only the tile positions that can reach this one by happy moves alone: each move brings its tile
    /// nearer to its home.
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

    /// Also count the shortest solutions of every state: [`Space::solutions`].
    ///
    /// A board of tiles takes nine bytes per position for this; a component of blocks is stored as a
    /// [graph](SpaceBuilder::graph) of any size that fits into memory. Refused with [`UnfitSpace`] for tile
    /// goals with open cells, for happy positions and for layers on disk.
    ///
    /// ```
    /// use slideways::prelude::*;
    ///
    /// let goal: Position = "123456780".parse()?;
    /// let space = Space::of(&goal).solutions().build()?;
    /// let solutions = space.solutions().unwrap();
    /// let most = solutions.most.as_ref().unwrap();
    /// assert_eq!((most.distance, most.solutions), (30, 64));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solutions(mut self) -> SpaceBuilder<'s> {
        self.solutions = true;
        self
    }

    /// Let a GPU (`slideways_gpu::Gpu`) count a whole board of tiles. Its memory holds the table, one bit per
    /// position; the memory limit applies to it.
    pub fn gpu(mut self, device: &'s dyn BitDevice) -> SpaceBuilder<'s> {
        self.device = Some(device);
        self
    }

    /// Report to a watch, which can also stop the search.
    pub fn watch<'w>(self, watch: &'w mut dyn Watch) -> SpaceBuilder<'w>
    where
        's: 'w,
    {
        SpaceBuilder {
            game: self.game,
            style: self.style,
            limits: self.limits,
            options: self.options,
            happy: self.happy,
            solutions: self.solutions,
            #[cfg(feature = "disk")]
            disk: self.disk,
            device: self.device,
            watch: Some(watch),
        }
    }

    /// Check, before anything is counted, that the question can be answered: the options fit together, and a
    /// board of tiles fits into the memory limit. [`build`](SpaceBuilder::build) begins with this check.
    pub fn check(&self) -> Result<(), SolveError> {
        self.check_device()?;
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

    /// Check that the GPU, if there is one, answers this question.
    fn check_device(&self) -> Result<(), UnfitSpace> {
        let others = [
            (matches!(self.game, Game::Blocks(_)), "block puzzles"),
            (self.happy, "happy positions"),
            (self.solutions, "shortest solutions"),
            #[cfg(feature = "disk")]
            (self.disk.folder.is_some(), "layers on disk"),
        ];
        match others.into_iter().find(|(asked, _)| *asked && self.device.is_some()) {
            Some((_, what)) => Err(UnfitSpace::OnDevice { what }),
            None => Ok(()),
        }
    }

    /// The memory and work that a count in memory takes. `None` if that is not known in advance: for blocks,
    /// happy positions and layers on disk, and for boards that no memory can hold.
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
            Game::Tiles(position) if !self.happy => tiles::estimate(self, position),
            _ => None,
        }
    }

    /// Search the space.
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
        if let Some(search) = self.disk.search(self.options) {
            return self.walk_on_disk(&search, watch);
        }
        match &self.game {
            Game::Blocks(puzzle) => blocks::walk(self, puzzle, watch),
            Game::Tiles(position) => tiles::walk(self, position, watch),
        }
    }
}
