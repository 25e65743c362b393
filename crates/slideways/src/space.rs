//! Whole spaces: the front of all questions about them.
//!
//! A [`Space`] compiles a puzzle once and walks all that its start can reach once; then layers, hardest starts, distances, hints,
//! the diameter and the graph come from what is known.
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

pub use crate::explore::component::{Component, Spot, Step};
pub use crate::explore::diameter::Diameter;
pub use crate::explore::survey::NoGraph;

use crate::explore::diameter::diameter;
use crate::explore::survey::{Survey, Wish, walk};
use crate::game::Game;
use crate::outcome::{Cost, LayerTable, Limits, Stop};
use crate::puzzle::{Arrangement, Puzzle};
use crate::search::control::Control;
use crate::solver::{Answer, SolveError, WrongAnswer, known};
use crate::style::Style;
use crate::tiles::{Board, Position, layers};
use crate::watch::Watch;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A question about a whole space, to be built into a [`Space`].
pub struct SpaceBuilder<'s> {
    game: Game,
    style: Style,
    limits: Limits,
    wish: Wish,
    graph: Option<u64>,
    watch: Option<&'s mut dyn Watch>,
}

impl<'s> SpaceBuilder<'s> {
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
    pub fn hardest(mut self, most: usize) -> SpaceBuilder<'s> {
        self.wish.hardest = Some(most);
        self
    }

    /// Also write the space out if it has at most `most` states: for distances, hints, the diameter and the graph.
    pub fn graph(mut self, most: u64) -> SpaceBuilder<'s> {
        self.graph = Some(most);
        self
    }

    /// Report to a watch, and let it stop the walk.
    pub fn watch<'w>(self, watch: &'w mut dyn Watch) -> SpaceBuilder<'w> {
        let SpaceBuilder { game, style, limits, wish, graph, .. } = self;
        SpaceBuilder { game, style, limits, wish, graph, watch: Some(watch) }
    }

    /// Walk.
    pub fn build(self) -> Result<Space, SolveError> {
        let SpaceBuilder { game, style, limits, wish, graph, watch } = self;
        let unwatched = &mut ();
        let watch = watch.unwrap_or(unwatched);
        let started = Instant::now();
        let (survey, boards, component) = match &game {
            Game::Blocks(puzzle) => {
                let mut control = Control::new(limits, watch);
                let (survey, component) = walk(puzzle, style, wish, graph, &mut control)?;
                (survey, vec![], component.map(Arc::new))
            }
            Game::Tiles(position) => {
                let (survey, boards) = tiles(position, style, wish, limits, watch)?;
                (survey, boards, Err(NoGraph::Tiles))
            }
        };
        Ok(Space { game: Arc::new(game), style, limits, survey, boards, component, time: started.elapsed() })
    }
}

/// All positions of a board by their distance from one; both ends of the distance are alike, so that the layers around the goal
/// are also those to the goal.
fn tiles(
    position: &Position,
    style: Style,
    wish: Wish,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<(Survey, Vec<Board>), SolveError> {
    let census = layers::census(position.board(), style.who, wish.farthest, limits, watch)?;
    let cost = census.table.cost;
    let survey = Survey { from_start: census.table, farthest: vec![], to_goal: None, hardest: vec![], cost };
    Ok((survey, census.farthest))
}

/// All that a start can reach.
pub struct Space {
    game: Arc<Game>,
    style: Style,
    limits: Limits,
    survey: Survey,
    boards: Vec<Board>,
    component: Result<Arc<Component>, NoGraph>,
    time: Duration,
}

impl Space {
    /// A question about the space of a puzzle of blocks, or of all positions around one.
    pub fn of<'s>(game: impl Into<Game>) -> SpaceBuilder<'s> {
        let game = game.into();
        let (style, limits) = (game.default_style(), Limits::default());
        SpaceBuilder { game, style, limits, wish: Wish::default(), graph: None, watch: None }
    }

    /// What counts as one move.
    pub fn style(&self) -> Style {
        self.style
    }

    /// The number of states at each distance from the start.
    pub fn layers(&self) -> &LayerTable {
        &self.survey.from_start
    }

    /// The number of arrangements at each distance from the nearest goal, if that was asked for and the walk from the start came
    /// to its end. Empty if no goal can be reached.
    pub fn to_goal(&self) -> Option<&LayerTable> {
        self.survey.to_goal.as_ref()
    }

    /// Some of the arrangements farthest from the start; none if the walk was stopped.
    pub fn farthest(&self) -> &[Arrangement] {
        &self.survey.farthest
    }

    /// The same for boards of tiles.
    pub fn farthest_boards(&self) -> &[Board] {
        &self.boards
    }

    /// Some of the hardest starts, if they were asked for: each with a solution that was replayed.
    pub fn hardest(&self) -> &[Arrangement] {
        &self.survey.hardest
    }

    /// What stopped the walk, if something did.
    pub fn stop(&self) -> Option<Stop> {
        self.survey.stop()
    }

    /// What it cost.
    pub fn cost(&self) -> &Cost {
        &self.survey.cost
    }

    /// How long it took.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// The space written out; or why it is not.
    pub fn component(&self) -> Result<&Arc<Component>, NoGraph> {
        self.component.as_ref().map_err(|why| *why)
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
        match &self.component {
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

/// Why a space does not answer.
#[derive(Debug, thiserror::Error)]
pub enum SpaceError {
    /// The space is not written out.
    #[error(transparent)]
    NoGraph(#[from] NoGraph),
    /// Moves that do not stand up to the plain rule.
    #[error(transparent)]
    Wrong(#[from] SolveError),
}
