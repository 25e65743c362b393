//! A puzzle: a box, kinds of pieces, the start, and the goals.
//!
//! A [`Puzzle`] is checked once, when it is made: its pieces fit into the box without overlap, and the pieces
//! of each goal do too. The moves of a piece are defined in [`rule`].

pub mod rule;
mod shape;

pub use shape::Shape;

use crate::grid::{Axis, Cell, Grid};
use crate::style::Style;
use std::collections::{BTreeMap, BTreeSet};

/// A named shape. Pieces of one kind are interchangeable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Kind {
    /// One character of [`Kind::NAMES`].
    pub name: char,
    /// The cells it covers.
    pub shape: Shape,
    /// The only axis along which the kind can move, if it is restricted to one, like the cars of Rush Hour.
    pub along: Option<Axis>,
}

impl Kind {
    /// The 60 possible names of a kind, in the order in which they are assigned: SLIDING's fifteen, then the
    /// remaining letters. `0` is the empty cell and `x` the blocked one.
    pub const NAMES: &'static str = "123456789abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
}

/// The index of a kind in [`Puzzle::kinds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindId(pub u8);

/// A piece of a kind at an anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The cell of the anchor.
    pub at: Cell,
    /// The kind of the piece.
    pub kind: KindId,
}

/// One goal: a piece of each named kind at each named anchor; the other pieces may be anywhere.
///
/// A goal that names every piece is a *full* goal, as in SLIDING.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Goal(pub Vec<Place>);

/// The position of every piece: its anchor, indexed as in [`Puzzle::pieces`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arrangement(pub Vec<Cell>);

/// The data of a puzzle before it is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The title: the rest of the first line.
    pub title: String,
    /// The size of the box.
    pub grid: Grid,
    /// Cells that no piece can enter.
    pub blocked: BTreeSet<Cell>,
    /// The kinds of pieces.
    pub kinds: Vec<Kind>,
    /// Cells that only pieces of the listed kinds can enter.
    pub gates: BTreeMap<Cell, BTreeSet<KindId>>,
    /// The pieces at the start, each with its name in answers.
    pub start: Vec<(Place, char)>,
    /// The goals; satisfying one of them is enough.
    pub goals: Vec<Goal>,
    /// Known shortest solutions, by style.
    pub optimum: BTreeMap<Style, u32>,
    /// Remarks, one line each.
    pub notes: Vec<String>,
}

/// A checked puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    draft: Draft,
    /// The kinds of the pieces, in reading order of the start.
    pieces: Vec<KindId>,
    start: Arrangement,
}

/// Why a draft is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum PuzzleError {
    #[error("the puzzle has no pieces")]
    NoPieces,
    #[error("a kind cannot be called `{0}`; use one of 1-9, a-w, y, z, A-Z")]
    KindName(char),
    #[error("a piece cannot be called {0:?}: solutions could not be read back")]
    PieceName(char),
    #[error("two kinds are called `{0}`")]
    KindTwice(char),
    #[error("kind number {0} is used, but only {1} kinds are defined")]
    NoSuchKind(usize, usize),
    #[error("cell number {0} is used, but the box has only {1} cells")]
    NoSuchCell(usize, usize),
    #[error("piece `{name}` at {at} does not fit: it sticks out of the box or lies on a blocked cell")]
    Outside { name: char, at: String },
    #[error("piece `{name}` at {at} stands on a gate that only other kinds may enter")]
    GateClosed { name: char, at: String },
    #[error("cell {0} is filled twice")]
    FilledTwice(String),
    #[error("the goal wants {wanted} of kind `{name}`, but the start has {there}")]
    WrongNumber { name: char, wanted: usize, there: usize },
    #[error("a goal names no piece")]
    EmptyGoal,
    #[error("the puzzle has no goal")]
    NoGoal,
    #[error("an arrangement of {found} pieces was given, but the puzzle has {pieces}")]
    PieceCount { found: usize, pieces: usize },
}

impl Puzzle {
    /// Check a draft: the pieces fit the box, and the goals fit the pieces.
    pub fn new(mut draft: Draft) -> Result<Puzzle, PuzzleError> {
        for (k, kind) in draft.kinds.iter().enumerate() {
            if !Kind::NAMES.contains(kind.name) {
                return Err(PuzzleError::KindName(kind.name));
            }
            if draft.kinds[..k].iter().any(|other| other.name == kind.name) {
                return Err(PuzzleError::KindTwice(kind.name));
            }
        }
        draft.check_gates()?;
        draft.close_dead_gates();
        draft.title = one_line(&draft.title);
        draft.notes = draft.notes.iter().map(|note| one_line(note)).collect();
        draft.start.sort();
        if let Some(&(_, name)) = draft.start.iter().find(|(_, name)| !is_piece_name(*name)) {
            return Err(PuzzleError::PieceName(name));
        }
        if draft.start.is_empty() {
            return Err(PuzzleError::NoPieces);
        }
        draft.check_places(draft.start.iter().map(|&(place, _)| place))?;
        if draft.goals.is_empty() {
            return Err(PuzzleError::NoGoal);
        }
        for goal in &mut draft.goals {
            goal.0.sort();
        }
        for goal in &draft.goals {
            draft.check_goal(goal)?;
        }
        let pieces = draft.start.iter().map(|(place, _)| place.kind).collect();
        let start = Arrangement(draft.start.iter().map(|(place, _)| place.at).collect());
        Ok(Puzzle { draft, pieces, start })
    }

    /// The title; may be empty.
    pub fn title(&self) -> &str {
        &self.draft.title
    }

    /// The size of the box.
    pub fn grid(&self) -> Grid {
        self.draft.grid
    }

    /// The kinds of pieces, including kinds without a piece.
    pub fn kinds(&self) -> &[Kind] {
        &self.draft.kinds
    }

    /// The kind with an index.
    pub fn kind(&self, kind: KindId) -> &Kind {
        &self.draft.kinds[usize::from(kind.0)]
    }

    /// The kind of every piece. Pieces are numbered in the reading order of their anchors at the start.
    pub fn pieces(&self) -> &[KindId] {
        &self.pieces
    }

    /// The name of a piece in answers: its own name if the notation gave it one, otherwise the name of its
    /// kind.
    pub fn name(&self, piece: usize) -> char {
        self.draft.start[piece].1
    }

    /// The arrangement of the pieces at the start.
    pub fn start(&self) -> &Arrangement {
        &self.start
    }

    /// The goals; satisfying one of them is enough.
    pub fn goals(&self) -> &[Goal] {
        &self.draft.goals
    }

    /// Whether a goal names the place of every piece.
    pub fn is_full(&self, goal: &Goal) -> bool {
        goal.0.len() == self.pieces.len()
    }

    /// The data of the puzzle.
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// The same puzzle with another start. The known optimum and the remarks are about the old start and are
    /// dropped.
    pub fn with_start(&self, start: &Arrangement) -> Result<Puzzle, PuzzleError> {
        let (found, pieces) = (start.0.len(), self.pieces.len());
        if found != pieces {
            return Err(PuzzleError::PieceCount { found, pieces });
        }
        let mut draft = self.draft.clone();
        if *start != self.start {
            draft.optimum.clear();
            draft.notes.clear();
        }
        for ((place, _), &at) in draft.start.iter_mut().zip(&start.0) {
            place.at = at;
        }
        Puzzle::new(draft)
    }

    /// Whether a cell is blocked for all pieces.
    pub fn is_blocked(&self, cell: Cell) -> bool {
        self.draft.blocked.contains(&cell)
    }

    /// The cells that a piece covers, or `None` if it would leave the box or enter a cell closed to it.
    pub fn cover(&self, place: Place) -> Option<Vec<Cell>> {
        self.draft.cover(place).ok().filter(|cells| self.draft.closed_gate(place.kind, cells).is_none())
    }

    /// The places of an arrangement in reading order. Arrangements that differ only by interchangeable pieces
    /// have the same places.
    pub fn places(&self, arrangement: &Arrangement) -> Vec<Place> {
        let mut places: Vec<Place> =
            self.pieces.iter().zip(&arrangement.0).map(|(&kind, &at)| Place { at, kind }).collect();
        places.sort();
        places
    }

    /// The arrangement with the given places, pieces of one kind in reading order: the inverse of
    /// [`Puzzle::places`]. `None` if these are not the places of all pieces.
    pub fn arrangement(&self, places: &[Place]) -> Option<Arrangement> {
        let mut rest: Vec<Place> = places.to_vec();
        rest.sort();
        let cells = self.pieces.iter().map(|&kind| {
            let first = rest.iter().position(|place| place.kind == kind)?;
            Some(rest.remove(first).at)
        });
        let cells: Vec<Cell> = cells.collect::<Option<_>>()?;
        rest.is_empty().then_some(Arrangement(cells))
    }

    /// Whether an arrangement satisfies one of the goals.
    pub fn is_solved(&self, arrangement: &Arrangement) -> bool {
        let places = self.places(arrangement);
        self.goals().iter().any(|goal| goal.0.iter().all(|place| places.binary_search(place).is_ok()))
    }
}

/// Join a remark into one line, as puzzle text requires.
fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Whether a character can name a piece in a solution; `{ } @ : , #` have other meanings there.
pub(crate) fn is_piece_name(name: char) -> bool {
    !name.is_whitespace() && !name.is_control() && !"{}@:,#".contains(name)
}

impl Draft {
    /// The kind with a name.
    pub fn kind_called(&self, name: char) -> Option<KindId> {
        self.kinds.iter().position(|kind| kind.name == name).map(|k| KindId(k as u8))
    }

    /// The cells that a piece covers, ignoring gates. The error is the first blocked cell, or `None` if the
    /// piece leaves the box.
    pub(crate) fn cover(&self, place: Place) -> Result<Vec<Cell>, Option<Cell>> {
        let shape = &self.kinds[usize::from(place.kind.0)].shape;
        let from = self.grid.offset(place.at);
        let mut cells = Vec::with_capacity(shape.offsets().len());
        for &by in shape.offsets() {
            cells.push(self.grid.cell(from + by).ok_or(None)?);
        }
        match cells.iter().find(|cell| self.blocked.contains(cell)) {
            Some(&cell) => Err(Some(cell)),
            None => Ok(cells),
        }
    }

    /// The first of the cells that is a gate closed to a kind.
    pub(crate) fn closed_gate(&self, kind: KindId, cells: &[Cell]) -> Option<Cell> {
        let is_closed = |cell: &Cell| self.gates.get(cell).is_some_and(|kinds| !kinds.contains(&kind));
        cells.iter().copied().find(is_closed)
    }

    /// Check that blocked cells and gates are in the box, and that gates name kinds that exist.
    fn check_gates(&self) -> Result<(), PuzzleError> {
        let size = self.grid.size();
        if let Some(cell) = self.blocked.iter().chain(self.gates.keys()).find(|cell| cell.index() >= size) {
            return Err(PuzzleError::NoSuchCell(cell.index() + 1, size));
        }
        let kinds = self.kinds.len();
        match self.gates.values().flatten().find(|kind| usize::from(kind.0) >= kinds) {
            Some(kind) => Err(PuzzleError::NoSuchKind(usize::from(kind.0) + 1, kinds)),
            None => Ok(()),
        }
    }

    /// Turn each gate that admits no kind into a blocked cell.
    fn close_dead_gates(&mut self) {
        let dead = self.gates.extract_if(.., |_, kinds| kinds.is_empty()).map(|(cell, _)| cell);
        self.blocked.extend(dead);
    }

    /// Check that pieces fit the box, are in cells open to them, and do not overlap.
    fn check_places(&self, places: impl Iterator<Item = Place>) -> Result<(), PuzzleError> {
        let mut filled = BTreeSet::new();
        for place in places {
            let cells = self.fill(place, &mut filled)?;
            if self.closed_gate(place.kind, &cells).is_some() {
                let name = self.kinds[usize::from(place.kind.0)].name;
                return Err(PuzzleError::GateClosed { name, at: self.grid.coordinates(place.at) });
            }
        }
        Ok(())
    }

    /// Add a piece to the filled cells, ignoring gates, and return the cells that it covers.
    pub(crate) fn fill(&self, place: Place, filled: &mut BTreeSet<Cell>) -> Result<Vec<Cell>, PuzzleError> {
        let number = usize::from(place.kind.0);
        let kind = self.kinds.get(number).ok_or(PuzzleError::NoSuchKind(number + 1, self.kinds.len()))?;
        let outside = |_| PuzzleError::Outside { name: kind.name, at: self.grid.coordinates(place.at) };
        let cells = self.cover(place).map_err(outside)?;
        match cells.iter().find(|&&cell| !filled.insert(cell)) {
            Some(&cell) => Err(PuzzleError::FilledTwice(self.grid.coordinates(cell))),
            None => Ok(cells),
        }
    }

    /// Check that the pieces of a goal fit the box, do not overlap, and are pieces of the start.
    pub(crate) fn check_goal(&self, goal: &Goal) -> Result<(), PuzzleError> {
        if goal.0.is_empty() {
            return Err(PuzzleError::EmptyGoal);
        }
        self.check_places(goal.0.iter().copied())?;
        for (k, kind) in self.kinds.iter().enumerate() {
            let of_kind = |place: &Place| usize::from(place.kind.0) == k;
            let wanted = goal.0.iter().filter(|place| of_kind(place)).count();
            let there = self.start.iter().filter(|(place, _)| of_kind(place)).count();
            if wanted > there || (goal.0.len() >= self.start.len() && wanted != there) {
                return Err(PuzzleError::WrongNumber { name: kind.name, wanted, there });
            }
        }
        Ok(())
    }
}
