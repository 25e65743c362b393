//! Which puzzle is the hardest? Families of puzzles, censuses that prove it, and searches where a census is
//! too large.
//!
//! A [`Family`] is a box, a [`Kit`] of pieces and a goal. A [`Census`] lists the sets of pieces that the kit
//! allows, enumerates all arrangements of each set, cuts them into connected components, and measures the
//! distance of every arrangement from the nearest goal. So it proves which starts are the hardest of all.
//!
//! ```
//! use slideways::prelude::*;
//! use slideways::design::{Family, Kit};
//!
//! let kit: Kit = "1*2x2 0..*2x1|1x2 0..*1x1".parse()?;
//! let family = Family::new("4x3".parse()?, kit).holes(2..=2);
//! let census = Census::of(family).style(Style::MOVE).build()?;
//! assert_eq!((census.classes.len(), census.arrangements()), (9, 1742));
//! assert_eq!(census.moves(), Some(14));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`PuzzleSearch`] finds puzzles that meet [`Conditions`], or good ones by some [`Expression`], without
//! visiting all of them. It proves everything about the puzzles it finds, except that there are no better
//! ones.
//!
//! All numbers of a census are raw: an arrangement and its mirror image are two arrangements, and so are two
//! components that are mirror images of each other. [`Census::up_to_symmetry`] has the numbers of classes of
//! mirror images. Pieces of one shape are interchangeable unless a label
//! tells them apart, and nothing turns.

mod builder;
mod conditions;
mod deck;
mod error;
mod expression;
mod family;
mod goal;
mod kit;
mod measure;
mod named;
mod plan;
#[cfg(not(feature = "tables"))]
#[path = "design/no_resume.rs"]
mod resume;
#[cfg(feature = "tables")]
mod resume;
mod search;
mod search_error;
mod solved_again;

pub use crate::engine::design::annealing::minimal::Minimal;
pub use crate::engine::design::annealing::unique::Unique;
pub use crate::engine::design::findings::Findings;
pub use crate::engine::explore::up_to_symmetry::UpToSymmetry;
pub use builder::CensusBuilder;
pub use conditions::Conditions;
pub use deck::deck;
pub use error::CensusError;
pub use expression::{Expression, NotAnExpression};
pub use family::Family;
pub use goal::NotAGoal;
pub use kit::{GoalLine, Kit, KitPiece, NotAKit, Supply, range};
pub use measure::Measure;
pub use named::NamedKit;
pub use search::{Design, Designs, PuzzleSearch};
pub use search_error::SearchError;

use crate::outcome::{Cost, Limits, Stop};
use crate::puzzle::Puzzle;
use crate::style::Style;
use std::time::Duration;

/// A class of arrangements: those of one set of pieces, or with one number of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Class {
    /// The number by which work units name the class.
    number: u32,
    /// The pieces, in words.
    pub pieces: String,
    /// The number of cells that stay empty, if it is the same in the whole class.
    pub holes: Option<u32>,
    /// The number of arrangements.
    pub arrangements: u64,
    /// What was found; nothing before the search.
    pub found: Findings,
    /// Whether all its arrangements were searched.
    pub complete: bool,
    /// One of its hardest starts as a puzzle, if the class is that of a number of pieces. It was solved again
    /// by the [`Solver`](crate::Solver), unless the search was stopped.
    pub start: Option<Puzzle>,
}

impl Class {
    /// A class before the search.
    fn new(number: u32, pieces: String, holes: Option<u32>, arrangements: u64) -> Class {
        let found = Findings::default();
        Class { number, pieces, holes, arrangements, found, complete: false, start: None }
    }
}

/// What is known before the search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Forecast {
    /// The classes of arrangements, each with their number.
    pub classes: Vec<Class>,
    /// The goals: the places that pieces must reach, in words.
    pub goals: Vec<String>,
    /// The number of work units that an earlier search has done, and of all units, if it is resumed.
    pub resumed: Option<(usize, usize)>,
    /// The number of arrangements of all classes.
    all: u64,
    /// The number of symmetries of the family, if its arrangements are searched up to symmetry.
    symmetries: u64,
    /// The time that an arrangement takes, in nanoseconds.
    nanoseconds: u64,
}

impl Forecast {
    fn new(classes: Vec<Class>, goals: Vec<String>, nanoseconds: u64) -> Forecast {
        let all = classes.iter().fold(0, |sum: u64, class| sum.saturating_add(class.arrangements));
        Forecast { classes, goals, resumed: None, all, symmetries: 1, nanoseconds }
    }

    /// The number of arrangements of all classes. In a census of all polyominoes it is the number of
    /// packings, in which no piece is the goal piece yet.
    pub fn arrangements(&self) -> u64 {
        self.all
    }

    /// A rough estimate of the time.
    pub fn time(&self, threads: usize) -> Duration {
        let all = self.arrangements() as f64 * self.nanoseconds as f64;
        Duration::from_secs_f64(all * 1e-9 / threads.max(1) as f64)
    }
}

/// All arrangements of all sets of pieces that a kit allows in a box.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Census {
    /// The box, the pieces and the goals.
    pub family: Family,
    /// What counts as one move.
    pub style: Style,
    /// Whether only starts with a single shortest solution were counted.
    pub unique: bool,
    /// The goals, in words.
    pub goals: Vec<String>,
    /// The sets of pieces, each with what was found.
    pub classes: Vec<Class>,
    /// The number of arrangements of all classes.
    all: u64,
    /// The number of symmetries of the family, if its arrangements were searched up to symmetry; otherwise 1.
    symmetries: u64,
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
    /// Options for a census of a family.
    pub fn of<'s>(family: Family) -> CensusBuilder<'s> {
        CensusBuilder {
            family,
            styles: vec![Style::MOVE],
            unique: false,
            hardest: 1,
            checkpoint: None,
            limits: Limits::default(),
            watch: None,
        }
    }

    /// The sets that were searched to the end.
    pub fn complete(&self) -> impl Iterator<Item = &Class> {
        self.classes.iter().filter(|class| class.complete)
    }

    /// The number of arrangements of all classes, searched or not; see [`Forecast::arrangements`].
    pub fn arrangements(&self) -> u64 {
        self.all
    }

    /// The number of arrangements that were searched. In a census of all polyominoes, an arrangement is a
    /// packing with one of its pieces as the goal piece, and only those that have to do with a puzzle are
    /// searched.
    pub fn searched(&self) -> u64 {
        self.classes.iter().map(|class| class.found.arrangements).sum()
    }

    /// The number of connected components found; 0 in Unit Rush Hour, where they are not counted.
    pub fn components(&self) -> u64 {
        self.classes.iter().map(|class| class.found.components).sum()
    }

    /// The number of components with a goal and a start.
    pub fn puzzles(&self) -> u64 {
        self.classes.iter().map(|class| class.found.puzzles).sum()
    }

    /// The number of starts from which a goal can be reached; if only starts with a single shortest solution
    /// count, the number of these.
    pub fn solvable(&self) -> u64 {
        self.classes.iter().map(|class| class.found.solvable()).sum()
    }

    /// The number of moves of the hardest starts; a lower bound if the search was stopped.
    pub fn moves(&self) -> Option<u32> {
        self.classes.iter().filter_map(|class| class.found.moves()).max()
    }

    /// The number of hardest starts.
    pub fn hardest_number(&self) -> u64 {
        let moves = self.moves();
        let hardest = self.classes.iter().filter(|class| moves.is_some() && class.found.moves() == moves);
        hardest.map(|class| class.found.hardest_number()).sum()
    }

    /// The numbers of arrangements, components, puzzles and starts that were found, up to the symmetries of
    /// the family: those of the box that preserve its blocked cells, the kit, the starts and the goals.
    /// `None` if there are none but the identity, or if the engine for this family does not search up to
    /// symmetry.
    pub fn up_to_symmetry(&self) -> Option<UpToSymmetry> {
        let mut all = UpToSymmetry::default();
        self.classes.iter().for_each(|class| all.merge(&class.found.up_to_symmetry));
        (self.symmetries > 1).then_some(all)
    }

    /// The number of starts at each distance from the nearest goal.
    pub fn starts(&self) -> Vec<u64> {
        let mut all = Findings::default();
        self.classes.iter().for_each(|class| all.merge(&class.found, 0));
        all.starts
    }
}
