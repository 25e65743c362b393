//! Whole state spaces: breadth-first search of everything that a start can reach.
//!
//! A [`Space`] compiles a puzzle once and searches its component once. Layers, hardest starts, distances,
//! hints, the diameter and the graph then come from the stored result. Layers that do not fit into memory go
//! [into files](SpaceBuilder::on_disk). [`Components`] is the set of all arrangements of the pieces,
//! including those that the start cannot reach. [`Growth`] counts the first layers of a board of tiles that
//! is too large for a whole count, or that has no end.
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
//! Boards of tiles are counted in about one bit per position:
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
mod growth;
mod simple_paths;
mod solutions;
mod tiles;

pub use crate::engine::explore::component::{Component, Spot, Step};
pub use crate::engine::explore::csr::{Csr, NEVER};
pub use crate::engine::explore::diameter::Diameter;
#[cfg(feature = "disk")]
pub use crate::engine::explore::external::DiskEngine;
pub use crate::engine::explore::solutions::SolutionLayer;
pub use crate::engine::explore::survey::NoGraph;
pub use crate::engine::tiles::bit_bfs::device::BitDevice;
pub use crate::engine::tiles::bit_bfs::{Estimate, TooManyPositions};
pub use crate::engine::tiles::diameter::{BoardDiameter, CellClass};
pub use builder::SpaceBuilder;
pub use components::{Components, ComponentsBuilder, ComponentsError, Parts, Unfinished};
pub use error::{SpaceError, UnfitSpace};
pub use growth::{Growth, GrowthBuilder, Region};
pub use simple_paths::{SimplePaths, SimplePathsBuilder};
pub use solutions::{SolutionCounts, SolutionExample};

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

/// The largest number of workers of a search on disk: the number of partitions of the states.
#[cfg(feature = "disk")]
pub const MOST_WORKERS: usize = crate::engine::disk::PARTITIONS;

/// The most workers that can share the bit table of a board of tiles in the single-tile metric.
#[cfg(feature = "disk")]
pub const MOST_SHARES: usize = 1024;

/// The state space reachable from one start.
pub struct Space {
    game: Arc<Game>,
    style: Style,
    limits: Limits,
    found: Found,
    time: Duration,
}

/// The result of a search of the space, of blocks or tiles, in memory or on disk.
struct Found {
    survey: Survey,
    farthest_boards: Vec<Board>,
    hardest_boards: Vec<Board>,
    component: Result<Arc<Component>, NoGraph>,
    solutions: Option<SolutionCounts>,
    files: Option<Files>,
}

/// What is known about layers on disk.
struct Files {
    /// The number of goals at each distance; only for puzzles of blocks.
    goals: Option<Vec<u64>>,
    /// The bytes of all layer files written.
    written: u64,
    /// The time that the layers took, summed over all runs.
    time: Duration,
}

impl Found {
    fn of(survey: Survey) -> Found {
        let component = Err(NoGraph::NotAsked);
        Found {
            survey,
            farthest_boards: vec![],
            hardest_boards: vec![],
            component,
            solutions: None,
            files: None,
        }
    }
}

impl Space {
    /// Options for the space of a puzzle of blocks, or of all positions of tiles reachable from a position.
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

    /// The number of states at each distance from the nearest goal, if [hardest
    /// starts](SpaceBuilder::hardest) were requested and the search from the start was complete. Empty if no
    /// goal can be reached.
    pub fn to_goal(&self) -> Option<&LayerTable> {
        self.found.survey.to_goal.as_ref()
    }

    /// Some of the arrangements farthest from the start; none if the search was stopped.
    pub fn farthest(&self) -> &[Arrangement] {
        &self.found.survey.farthest
    }

    /// Some of the boards of tiles farthest from the start.
    pub fn farthest_boards(&self) -> &[Board] {
        &self.found.farthest_boards
    }

    /// Some of the hardest starts, if they were requested. Each has a solution that was replayed.
    pub fn hardest(&self) -> &[Arrangement] {
        &self.found.survey.hardest
    }

    /// At most `most` of the hardest starts, from the explicit graph, whether or not they were requested
    /// before. Each has a solution that was replayed. Refused with [`NoGraph`] if there is no graph.
    ///
    /// ```
    /// use slideways::prelude::*;
    ///
    /// let puzzle = slideways::format::parse("2 x 2\n1 = 1\n1\ngoal 1@1,1\n")?.puzzle;
    /// let space = Space::of(&puzzle).style(Style::STEP).graph(100).build()?;
    /// assert_eq!(space.hardest_starts(5)?.len(), 1); // the opposite corner
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hardest_starts(&self, most: usize) -> Result<Vec<Arrangement>, SpaceError> {
        Ok(self.component()?.hardest(most)?)
    }

    /// The puzzle that begins at a hardest start, with its proved optimum.
    ///
    /// `None` if no hardest starts were requested, if the search was stopped, or if no goal can be reached.
    ///
    /// ```
    /// use slideways::prelude::*;
    ///
    /// let klotski = library::puzzle("klotski").unwrap();
    /// let space = Space::of(&klotski).style(Style::MOVE).hardest(1).build()?;
    /// assert_eq!(space.hardest_puzzle().unwrap().draft().optimum[&Style::MOVE], 93);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hardest_puzzle(&self) -> Option<Puzzle> {
        let start = self.hardest().first().filter(|_| self.stop().is_none())?;
        let puzzle = self.puzzle()?.with_start(start).expect("arrangements of the space fit the box");
        let mut draft = puzzle.draft().clone();
        draft.optimum = [(self.style, self.to_goal()?.radius())].into();
        draft.title = match puzzle.title() {
            "" => "hardest start".to_owned(),
            title => format!("{title}, hardest start"),
        };
        Some(Puzzle::new(draft).expect("only the texts and the optimum changed"))
    }

    /// Some of the hardest boards of tiles. They come from the count of the whole board, not from solving
    /// each one.
    pub fn hardest_boards(&self) -> &[Board] {
        &self.found.hardest_boards
    }

    /// The distance from the start to the nearest goal. `None` if there is no goal, or if the search did not
    /// look for goals: it does so for block layers [on disk](SpaceBuilder::on_disk) and for a
    /// [graph](SpaceBuilder::graph).
    pub fn nearest_goal(&self) -> Option<u32> {
        let on_disk = self.found.files.as_ref().and_then(|files| files.goals.as_ref());
        match (on_disk, &self.found.component) {
            (Some(goals), _) => goals.iter().position(|&goals| goals > 0).map(|distance| distance as u32),
            (None, Ok(component)) => Some(component.to_goal()[0]).filter(|&distance| distance != NEVER),
            (None, Err(_)) => None,
        }
    }

    /// The number of goals among the states found. Known for block layers on disk, and with the distances [to
    /// the goal](Space::to_goal).
    pub fn goals(&self) -> Option<u64> {
        let on_disk = self.found.files.as_ref().and_then(|files| files.goals.as_ref());
        let to_goal = self.to_goal().map(|table| table.sizes.first().copied().unwrap_or(0));
        on_disk.map(|goals| goals.iter().sum()).or(to_goal)
    }

    /// The bytes of all layer files written; `None` for a space in memory.
    pub fn written(&self) -> Option<u64> {
        self.found.files.as_ref().map(|files| files.written)
    }

    /// The number of shortest solutions of every state, if it [was requested](SpaceBuilder::solutions) and
    /// the search from the start was complete.
    pub fn solutions(&self) -> Option<&SolutionCounts> {
        self.found.solutions.as_ref()
    }

    /// What stopped the search, if something did.
    pub fn stop(&self) -> Option<Stop> {
        self.found.survey.stop().or(self.solutions().and_then(|solutions| solutions.stop))
    }

    /// The work done and the memory used.
    pub fn cost(&self) -> &Cost {
        &self.found.survey.cost
    }

    /// The time taken; for layers on disk, summed over all runs.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// The component as an explicit graph, or the reason why there is none.
    pub fn component(&self) -> Result<&Arc<Component>, NoGraph> {
        self.found.component.as_ref().map_err(|why| *why)
    }

    /// The place of an arrangement in the space; `None` if the start cannot reach it.
    pub fn distance(&self, at: &Arrangement) -> Result<Option<Spot>, NoGraph> {
        Ok(self.component()?.spot(at))
    }

    /// All moves that lead nearer to a goal, replayed. Empty at a goal, if there is no goal, and outside the
    /// space.
    pub fn hint(&self, at: &Arrangement) -> Result<Vec<Step>, SpaceError> {
        let component = self.component()?;
        match component.number(at) {
            None => Ok(vec![]),
            Some(_) => Ok(component.nearer(at).ok_or(SolveError::Wrong(WrongAnswer::Path))?),
        }
    }

    /// A shortest solution from an arrangement, replayed, in the form that a [`Solver`](crate::Solver)
    /// returns. `None` if the arrangement is not in the space, or if the space has no explicit graph.
    pub fn solve(&self, at: &Arrangement) -> Result<Option<Answer>, SolveError> {
        match &self.found.component {
            Ok(component) => known::answer(&self.game, self.style, component, at),
            Err(_) => Ok(None),
        }
    }

    /// The diameter, as exactly as the limits allow it to be proved, and two arrangements at that distance.
    pub fn diameter(&self, watch: &mut dyn Watch) -> Result<(Diameter, [Arrangement; 2]), SpaceError> {
        let component = self.component()?;
        let limits = self.limits.after(self.time);
        let found = diameter(component.links(), 0, &mut Control::new(limits, watch));
        found.path(component)?;
        Ok((found, found.ends.map(|end| component.arrangement(end))))
    }

    /// The diameter of a board of tiles, with a count per class of cells of the blank.
    ///
    /// Renaming the tiles, reflecting and rotating the board are automorphisms of the graph of positions, so
    /// all positions with the blank in one class of cells have the same eccentricity. The count around the
    /// position of this space is used again if it is complete and has a [farthest](SpaceBuilder::farthest)
    /// position. What is left of the time limit is for all other classes together; if they are stopped, the
    /// result has proved bounds.
    ///
    /// Refused with [`UnfitSpace`] for blocks, and if the memory limit does not allow a count of the board.
    ///
    /// ```
    /// use slideways::prelude::*;
    ///
    /// let goal: Position = "123456780".parse()?;
    /// let diameter = Space::of(&goal).farthest(1).build()?.board_diameter(&mut ())?;
    /// assert_eq!((diameter.at_least, diameter.at_most), (31, Some(31)));
    /// let radii: Vec<_> = diameter.classes.iter().filter_map(|class| class.radius()).collect();
    /// assert_eq!(radii, [31, 31, 30]); // the blank in a corner, on an edge, in the centre
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn board_diameter(&self, watch: &mut dyn Watch) -> Result<BoardDiameter, SolveError> {
        match &*self.game {
            Game::Blocks(_) => Err(UnfitSpace::NoBoard.into()),
            Game::Tiles(position) => tiles::diameter(self, position, watch),
        }
    }

    /// The puzzle, if it is a puzzle of blocks.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        match &*self.game {
            Game::Blocks(puzzle) => Some(puzzle),
            Game::Tiles(_) => None,
        }
    }
}
