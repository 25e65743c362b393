//! The choice of the search for a question.
//!
//! | board of tiles | style `step` | style `set-step` |
//! |---|---|---|
//! | up to 16 cells | `pdb` | `pdb` |
//! | 17 to 25 cells | `anytime`, proved by `pdb` | `plain` |
//! | more | `anytime` | `plain` |
//!
//! If the goal leaves cells open, or memory has no room for the pattern databases, `plain` replaces
//! `pdb`. All other puzzles go to the block engine.

use super::error::Unfit;
use super::tables::TableStore;
use crate::engine::tiles::ida::device::IdaDevice;
use crate::engine::tiles::pdb::MOST_CELLS as MOST_WITH_TABLES;
use crate::grid::Cell;
use crate::outcome::Limits;
use crate::style::{Style, Who};
use crate::tiles::Goal;
use std::fmt;
use std::str::FromStr;

/// The search `unrolled` keeps a board in one 64-bit word. A shortest solution of a larger board may be out
/// of reach.
pub(super) const MOST_CELLS: usize = 16;

/// A search algorithm for solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Search {
    /// IDA* with pattern databases, which are built first if necessary; the default.
    Pdb,
    /// IDA* with the Manhattan distance (Korf 1985), written to be read; any board, any goal.
    Plain,
    /// The same search, made fast; boards of at most 16 cells.
    Unrolled,
    /// Anytime search: a good solution soon, better ones later, and always a proved lower bound; any board,
    /// any goal.
    Anytime,
    /// Breadth-first or bidirectional search over packed states, for sliding blocks.
    Blocks,
}

impl Search {
    /// All searches.
    pub const ALL: [Search; 5] =
        [Search::Pdb, Search::Plain, Search::Unrolled, Search::Anytime, Search::Blocks];

    /// The name that users give.
    pub fn name(self) -> &'static str {
        match self {
            Search::Pdb => "pdb",
            Search::Plain => "plain",
            Search::Unrolled => "unrolled",
            Search::Anytime => "anytime",
            Search::Blocks => "blocks",
        }
    }

    /// A short description of the search in a style.
    pub fn meaning(self, style: Style) -> &'static str {
        match self {
            Search::Plain if style.who == Who::Set => "IDA* in the multi-tile metric, without tables",
            Search::Pdb => "IDA* with pattern databases",
            Search::Plain => "IDA* with the Manhattan distance, one position at a time",
            Search::Unrolled => "IDA* with the Manhattan distance, in batches",
            Search::Anytime => "a good solution soon, better ones later, always with a proved lower bound",
            Search::Blocks => "breadth-first search, as for blocks",
        }
    }
}

impl fmt::Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No search has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no search is called `{0}`; the five are pdb, plain, unrolled, anytime and blocks")]
pub struct NoSuchSearch(String);

impl FromStr for Search {
    type Err = NoSuchSearch;

    fn from_str(name: &str) -> Result<Search, NoSuchSearch> {
        Search::ALL
            .into_iter()
            .find(|search| search.name() == name || (*search == Search::Pdb && name == "default"))
            .ok_or_else(|| NoSuchSearch(name.to_owned()))
    }
}

/// The chosen search, and why it is not another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The search.
    pub search: Search,
    /// Why it is not the requested search, or not the usual one.
    pub because: Option<&'static str>,
}

impl Plan {
    pub(super) fn of(search: Search) -> Plan {
        Plan { search, because: None }
    }

    fn plain(because: &'static str) -> Plan {
        Plan { search: Search::Plain, because: Some(because) }
    }
}

/// What to find out about the shortest solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// One shortest solution: [`Solver::solve`](super::Solver::solve).
    One,
    /// One shortest solution, and the number of all: [`Solver::count`](super::Solver::count).
    Number,
    /// All shortest solutions: [`Solver::all`](super::Solver::all).
    All,
}

/// A question about a tile position.
pub(super) struct TileQuestion<'q> {
    pub goal: &'q Goal,
    pub style: Style,
    pub want: Want,
    pub tie_break: Option<Style>,
    pub search: Option<Search>,
    pub limits: &'q Limits,
    /// Whether there is a checkpoint file.
    pub checkpoint: bool,
    /// The device that runs long iterations, if there is one.
    pub device: Option<&'q dyn IdaDevice>,
}

impl TileQuestion<'_> {
    /// The search for this question.
    pub fn plan(&self) -> Result<Plan, Unfit> {
        let style = self.style;
        if let Some(tie_break) = self.tie_break.filter(|tie_break| tie_break.who == style.who) {
            return Err(Unfit::SameMetric { style, tie_break });
        }
        if self.device.is_some() {
            return self.plan_of_device();
        }
        let plan = match style.who {
            Who::Piece => self.plan_of_steps()?,
            Who::Set => self.plan_of_sets()?,
        };
        let kept = matches!(plan.search, Search::Pdb | Search::Anytime) && !self.is_about_several();
        if self.checkpoint && !kept { Err(Unfit::NoCheckpoint) } else { Ok(plan) }
    }

    fn plan_of_device(&self) -> Result<Plan, Unfit> {
        let fits = self.style.who == Who::Piece
            && !self.is_about_several()
            && self.goal.size().cells() <= MOST_WITH_TABLES
            && self.blank().is_some()
            && self.search.is_none_or(|search| search == Search::Pdb);
        if fits { Ok(Plan::of(Search::Pdb)) } else { Err(Unfit::NoDevice) }
    }

    fn is_about_several(&self) -> bool {
        self.want != Want::One || self.tie_break.is_some()
    }

    /// The home of the blank, if the goal is full.
    fn blank(&self) -> Option<Cell> {
        self.goal.full().map(|goal| goal.blank())
    }

    fn has_room(&self, blank: Cell) -> bool {
        TableStore::have_room((self.goal.size(), blank), self.style.who, self.limits)
    }

    fn plan_of_steps(&self) -> Result<Plan, Unfit> {
        let cells = self.goal.size().cells();
        let wanted = self.search.unwrap_or(Search::Pdb);
        if wanted == Search::Anytime && self.is_about_several() {
            return Err(Unfit::OneSolution);
        }
        if self.search.is_none() && cells > MOST_CELLS && !self.is_about_several() {
            let because = Some("a shortest solution may be out of reach on boards of more than 16 cells");
            return Ok(Plan { search: Search::Anytime, because });
        }
        match (wanted, self.blank()) {
            (Search::Plain | Search::Anytime, _) => Ok(Plan::of(wanted)),
            (Search::Blocks, _) => Err(Unfit::ForBlocks),
            (Search::Unrolled, None) => Err(Unfit::Unrolled),
            (Search::Unrolled, _) if cells > MOST_CELLS => Err(Unfit::Unrolled),
            (Search::Unrolled, _) if self.want == Want::All || self.tie_break.is_some() => {
                Ok(Plan::plain("search `unrolled` cannot list all solutions"))
            }
            (Search::Unrolled, _) => Ok(Plan::of(Search::Unrolled)),
            (Search::Pdb, _) if cells > MOST_WITH_TABLES => {
                Ok(Plan::plain("the other searches are for boards of at most 25 cells"))
            }
            (Search::Pdb, None) => Ok(Plan::plain("the other searches need a full goal")),
            (Search::Pdb, Some(blank)) if !self.has_room(blank) => {
                Ok(Plan::plain("the pattern databases of the default search need more memory"))
            }
            (Search::Pdb, _) => Ok(Plan::of(Search::Pdb)),
        }
    }

    fn plan_of_sets(&self) -> Result<Plan, Unfit> {
        match (self.search.unwrap_or(Search::Pdb), self.blank()) {
            (Search::Plain, _) => Ok(Plan::of(Search::Plain)),
            (Search::Blocks, _) => Err(Unfit::ForBlocks),
            (Search::Pdb, _) if self.goal.size().cells() > MOST_CELLS => {
                Ok(Plan::plain("the default search is for boards of at most 16 cells"))
            }
            (Search::Pdb, None) => Ok(Plan::plain("the default search needs a full goal")),
            (Search::Pdb, Some(blank)) if !self.has_room(blank) => {
                Ok(Plan::plain("the pattern databases of the default search need more memory"))
            }
            (Search::Pdb, _) => Ok(Plan::of(Search::Pdb)),
            (search, _) => Err(Unfit::Metric { search, style: self.style }),
        }
    }
}
