//! Which puzzle is the hardest? A census of every set of pieces that a box allows.
//!
//! A [`Census`] takes a box, a [`Kit`] of pieces and a goal. It lists the sets of pieces that the kit allows,
//! enumerates all arrangements of each set, cuts them into connected components, and measures the distance of
//! every arrangement from the nearest goal. So it proves which starts are the hardest of all.
//!
//! ```
//! use slideways::prelude::*;
//! use slideways::design::Kit;
//!
//! let kit: Kit = "1*2x2 0..*2x1|1x2 0..*1x1".parse()?;
//! let census = Census::of("4x3".parse()?, kit).holes(2..=2).style(Style::MOVE).build()?;
//! assert_eq!((census.sets.len(), census.arrangements()), (9, 1742));
//! assert_eq!(census.moves(), Some(14));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All numbers are raw: an arrangement and its mirror image are two arrangements, and so are two components
//! that are mirror images of each other. Pieces of one shape are interchangeable, and nothing turns.

mod builder;
mod error;
mod goal;
mod kit;

pub use crate::engine::design::census::SetFound;
pub use builder::CensusBuilder;
pub use error::CensusError;
pub use goal::NotAGoal;
pub use kit::{Kit, NotAKit, Supply, range};

use crate::grid::Grid;
use crate::outcome::{Cost, Limits, Stop};
use crate::puzzle::Puzzle;
use crate::style::{Style, Who};
use std::time::Duration;

/// A set of pieces: how many of each kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSet {
    /// The number of pieces of each of the [kit's shapes](Kit::shapes).
    pub numbers: Vec<u32>,
    /// The number of cells that stay empty.
    pub holes: u32,
    /// The number of arrangements.
    pub arrangements: u64,
}

/// What is known before the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// The sets of pieces that the kit allows and that fit into the box, each with the number of its
    /// arrangements.
    pub sets: Vec<PieceSet>,
    /// The goals: the places that pieces must reach, in words.
    pub goals: Vec<String>,
}

impl Forecast {
    /// The number of arrangements of all sets.
    pub fn arrangements(&self) -> u64 {
        self.sets.iter().map(|set| set.arrangements).sum()
    }

    /// A rough estimate of the time: 1 µs per arrangement and core, and ten times that if sets of pieces
    /// move.
    pub fn time(&self, style: Style, threads: usize) -> Duration {
        let each = if style.who == Who::Set { 10e-6 } else { 1e-6 };
        Duration::from_secs_f64(self.arrangements() as f64 * each / threads.max(1) as f64)
    }
}

/// All arrangements of all sets of pieces that a kit allows in a box.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Census {
    /// The size of the box.
    pub grid: Grid,
    /// The pieces.
    pub kit: Kit,
    /// What counts as one move.
    pub style: Style,
    /// The goals, in words.
    pub goals: Vec<String>,
    /// The sets of pieces, each with what was found; `None` for a set that was not searched to the end.
    pub sets: Vec<(PieceSet, Option<SetFound>)>,
    /// What stopped the search before it had covered all sets, if something did.
    pub stop: Option<Stop>,
    /// Some of the hardest starts of all sets, as puzzles. Each was solved again by the
    /// [`Solver`](crate::Solver), unless the search was stopped.
    pub hardest: Vec<Puzzle>,
    /// The work done and the memory used.
    pub cost: Cost,
    /// The time taken.
    pub time: Duration,
}

impl Census {
    /// Options for a census of the sets of pieces of a kit in a box.
    pub fn of<'s>(grid: Grid, kit: Kit) -> CensusBuilder<'s> {
        CensusBuilder {
            grid,
            kit,
            blocked: Default::default(),
            holes: 0..=u32::MAX,
            goals: vec![],
            style: Style::MOVE,
            hardest: 1,
            limits: Limits::default(),
            watch: None,
        }
    }

    /// What was found about the sets that were searched to the end.
    pub fn found(&self) -> impl Iterator<Item = (&PieceSet, &SetFound)> {
        self.sets.iter().filter_map(|(set, found)| Some((set, found.as_ref()?)))
    }

    /// The number of arrangements of all sets, searched or not.
    pub fn arrangements(&self) -> u64 {
        self.sets.iter().map(|(set, _)| set.arrangements).sum()
    }

    /// The number of arrangements of the sets that were searched to the end.
    pub fn searched(&self) -> u64 {
        self.found().map(|(set, _)| set.arrangements).sum()
    }

    /// The number of connected components found.
    pub fn components(&self) -> u64 {
        self.found().map(|(_, found)| found.components).sum()
    }

    /// The number of components with a goal.
    pub fn puzzles(&self) -> u64 {
        self.found().map(|(_, found)| found.puzzles).sum()
    }

    /// The number of arrangements from which a goal can be reached.
    pub fn solvable(&self) -> u64 {
        self.found().map(|(_, found)| found.solvable).sum()
    }

    /// The number of moves of the hardest starts; a lower bound if the search was stopped.
    pub fn moves(&self) -> Option<u32> {
        self.found().filter_map(|(_, found)| found.moves).max()
    }

    /// The number of hardest starts.
    pub fn hardest_number(&self) -> u64 {
        let moves = self.moves();
        let hardest = self.found().filter(|(_, found)| moves.is_some() && found.moves == moves);
        hardest.map(|(_, found)| found.hardest_number).sum()
    }
}
