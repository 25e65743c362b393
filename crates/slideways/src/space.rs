//! Whole spaces: the front of all questions about them.
//!
//! A [`Space`] compiles a puzzle once and walks all that its start can reach once; then layers, hardest starts, distances, hints,
//! the diameter and the graph come from what is known. Layers that do not fit into memory go
//! [into files](SpaceBuilder::on_disk). [`Components`] are all arrangements of the pieces, those too that the start cannot reach.
//!
//! ```
//! use slideways::prelude::*;
//!
//! let klotski = library::puzzle("klotski").unwrap();
//! let space = Space::of(&klotski).hardest(1).graph(100_000).build()?;
//! assert_eq!((space.layers().states(), space.layers().radius()), (25_955, 124));
//! assert_eq!(space.to_goal().unwrap().radius(), 93); // the hardest start needs 93 moves
//! assert_eq!(space.hint(klotski.start()).unwrap().len(), 4); // first moves of shortest solutions
//! # Ok::<(), SolveError>(())
//! ```
//!
//! Boards of tiles are counted as a whole, in one bit per position:
//!
//! ```
//! use slideways::prelude::*;
//!
//! let goal: Position = "123456780".parse()?;
//! let space = Space::of(&goal).farthest(2).build()?;
//! assert_eq!((space.layers().states(), space.layers().radius()), (181_440, 31));
//! assert_eq!(space.farthest_boards().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocks;
mod builder;
mod components;
#[cfg(feature = "disk")]
mod disk;
mod error;
mod tiles;

pub use crate::engine::explore::component::{Component, Spot, Step};
pub use crate::engine::explore::csr::{Csr, NEVER};
pub use crate::engine::explore::diameter::Diameter;
#[cfg(feature = "disk")]
pub use crate::engine::explore::external::DiskEngine;
pub use crate::engine::explore::survey::NoGraph;
pub use crate::engine::tiles::bit_bfs::{Estimate, TooManyPositions};
pub use builder::SpaceBuilder;
pub use components::{Components, ComponentsBuilder, ComponentsError, Parts, Unfinished};
pub use error::{SpaceError, UnfitSpace};

use crate::engine::explore::diameter::diameter;
use crate::engine::explore::survey::Survey;
use crate::engine::search::control::Control;
use crate::game::Game;
use crate::outcome::{Cost, LayerTable, Limits, Stop};
use crate::puzzle::{Arrangement, Puzzle};
use crate::solver::{Answer, SolveError, WrongAnswer, known};
use crate::style::Style;
use crate::tiles::Board;
use crate::watch::Watch;
use std::sync::Arc;
use std::time::Duration;

/// The most workers that can share a search on disk: there are this many partitions of the states to be shared out.
#[cfg(feature = "disk")]
pub const MOST_WORKERS: usize = crate::engine::disk::PARTITIONS;

/// All that a start can reach.
pub struct Space {
    game: Arc<Game>,
    style: Style,
    limits: Limits,
    found: Found,
    time: Duration,
}

/// What a walk gives, of blocks or of tiles, in memory or on disk.
struct Found {
    survey: Survey,
    farthest_boards: Vec<Board>,
    hardest_boards: Vec<Board>,
    component: Result<Arc<Component>, NoGraph>,
    files: Option<Files>,
}

/// What is known of layers on disk.
struct Files {
    /// The number of goals at each distance, of a puzzle of blocks.
    goals: Option<Vec<u64>>,
    /// The bytes of all layers that were written.
    written: u64,
    /// How long the layers took, over all sittings.
    time: Duration,
}

impl Found {
    fn of(survey: Survey) -> Found {
        let component = Err(NoGraph::NotAsked);
        Found { survey, farthest_boards: vec![], hardest_boards: vec![], component, files: None }
    }
}

impl Space {
    /// A question about the space of a puzzle of blocks, or of all positions of tiles around one.
    pub fn of<'s>(game: impl Into<Game>) -> SpaceBuilder<'s> {
        SpaceBuilder::new(game.into())
    }

    /// What counts as one move.
    pub fn style(&self) -> Style {
        self.style
    }

    /// The number of states at each distance from the start.
    pub fn layers(&self) -> &LayerTable {
        &self.found.survey.from_start
    }

    /// The number of states at each distance from the nearest goal, if [hardest starts](SpaceBuilder::hardest) were asked for
    /// and the walk from the start came to its end. Empty if no goal can be reached.
    pub fn to_goal(&self) -> Option<&LayerTable> {
        self.found.survey.to_goal.as_ref()
    }

    /// Some of the arrangements farthest from the start; none if the walk was stopped.
    pub fn farthest(&self) -> &[Arrangement] {
        &self.found.survey.farthest
    }

    /// The same for boards of tiles.
    pub fn farthest_boards(&self) -> &[Board] {
        &self.found.farthest_boards
    }

    /// Some of the hardest starts, if they were asked for: each with a solution that was replayed.
    pub fn hardest(&self) -> &[Arrangement] {
        &self.found.survey.hardest
    }

    /// The same for boards of tiles, which are counted as a whole and not solved one by one.
    pub fn hardest_boards(&self) -> &[Board] {
        &self.found.hardest_boards
    }

    /// How many moves the nearest goal is from the start. `None` if there is no goal, or goals were not looked for: they are
    /// in layers [on disk](SpaceBuilder::on_disk) of blocks, and in a [graph](SpaceBuilder::graph).
    pub fn nearest_goal(&self) -> Option<u32> {
        let on_disk = self.found.files.as_ref().and_then(|files| files.goals.as_ref());
        match (on_disk, &self.found.component) {
            (Some(goals), _) => goals.iter().position(|&goals| goals > 0).map(|distance| distance as u32),
            (None, Ok(component)) => Some(component.to_goal()[0]).filter(|&distance| distance != NEVER),
            (None, Err(_)) => None,
        }
    }

    /// The number of goals among the states found, where they were counted: in layers on disk of blocks, and with the
    /// distances [to the goal](Space::to_goal).
    pub fn goals(&self) -> Option<u64> {
        let on_disk = self.found.files.as_ref().and_then(|files| files.goals.as_ref());
        let to_goal = self.to_goal().map(|table| table.sizes.first().copied().unwrap_or(0));
        on_disk.map(|goals| goals.iter().sum()).or(to_goal)
    }

    /// The bytes of all layers that were written to disk; `None` for a space in memory.
    pub fn written(&self) -> Option<u64> {
        self.found.files.as_ref().map(|files| files.written)
    }

    /// What stopped the walk, if something did.
    pub fn stop(&self) -> Option<Stop> {
        self.found.survey.stop()
    }

    /// What it cost.
    pub fn cost(&self) -> &Cost {
        &self.found.survey.cost
    }

    /// How long it took; of layers on disk, over all sittings.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// The space written out; or why it is not.
    pub fn component(&self) -> Result<&Arc<Component>, NoGraph> {
        self.found.component.as_ref().map_err(|why| *why)
    }

    /// Where an arrangement is; `None` if it cannot be reached from the start.
    pub fn distance(&self, at: &Arrangement) -> Result<Option<Spot>, NoGraph> {
        Ok(self.component()?.spot(at))
    }

    /// All moves that lead nearer to a goal, replayed; none at a goal, where there is none, or outside the space.
    pub fn hint(&self, at: &Arrangement) -> Result<Vec<Step>, SpaceError> {
        let component = self.component()?;
        match component.number(at) {
            None => Ok(vec![]),
            Some(_) => Ok(component.nearer(at).ok_or(SolveError::Wrong(WrongAnswer::Path))?),
        }
    }

    /// A shortest solution from an arrangement, replayed, as a [`Solver`](crate::Solver) would give it; `None` if the arrangement
    /// is not in the space, or the space is not written out.
    pub fn solve(&self, at: &Arrangement) -> Result<Option<Answer>, SolveError> {
        match &self.found.component {
            Ok(component) => known::answer(&self.game, self.style, component, at),
            Err(_) => Ok(None),
        }
    }

    /// How far from each other two arrangements can be, as far as the limits allow to prove it; and two that are so far apart.
    pub fn diameter(&self, watch: &mut dyn Watch) -> Result<(Diameter, [Arrangement; 2]), SpaceError> {
        let component = self.component()?;
        let limits = self.limits.after(self.time);
        let found = diameter(component.links(), 0, &mut Control::new(limits, watch));
        found.way(component)?;
        Ok((found, found.ends.map(|end| component.arrangement(end))))
    }

    /// The puzzle, if it is one of blocks.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        match &*self.game {
            Game::Blocks(puzzle) => Some(puzzle),
            Game::Tiles(_) => None,
        }
    }
}
