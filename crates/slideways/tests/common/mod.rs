//! Random small puzzles for tests that compare two methods; the block engine without the `Solver`; and
//! watches.
//!
//! ```text
//! proptest! {
//!     #[test]
//!     fn fast_equals_plain(puzzle in common::puzzle(Sort { space: Space::Plane, ..Sort::BARE })) { … }
//! }
//! ```
//!
//! Every goal except a stray one is reached by a walk from the start, so most of the puzzles can be solved.
#![allow(dead_code, reason = "every test takes what it needs")]

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use slideways::Style;
use slideways::engine::explore::survey::{Survey, SurveyOptions, walk};
use slideways::engine::search::control::Control;
use slideways::grid::{Axis, Cell, Grid, Offset};
use slideways::outcome::{LayerTable, Limits, Searched, Total};
use slideways::puzzle::rule::{self, Move};
use slideways::puzzle::{Arrangement, Draft, Goal, Kind, KindId, Place, Puzzle, Shape};
use slideways::solver::{Search, Solution, SolveError, Solver};
use slideways::watch::{Event, Iteration, Watch};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// A shortest solution by the block engine, even if the puzzle consists of tiles.
pub fn solve(
    puzzle: &Puzzle,
    style: Style,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Searched<Vec<Move>>, SolveError> {
    let answer = by_blocks(puzzle, style, limits, watch).solve()?;
    assert_eq!(answer.search, Search::Blocks);
    Ok(Searched {
        outcome: answer.outcome.map(|solution| solution.block_moves().to_vec()),
        cost: answer.cost,
    })
}

/// All shortest solutions by the block engine.
pub fn all(
    puzzle: &Puzzle,
    style: Style,
    limits: Limits,
    watch: &mut dyn Watch,
    mut visit: impl FnMut(Total, Vec<Move>) -> ControlFlow<()>,
) -> Result<Searched<Total>, SolveError> {
    let total = |solution: &Solution, solutions: Option<u128>| {
        let solutions = solutions.expect("the block engine counts before it lists");
        Total { moves: solution.len() as u32, solutions }
    };
    let answer = by_blocks(puzzle, style, limits, watch)
        .all(|listed| visit(total(listed.solution, listed.total), listed.solution.block_moves().to_vec()))?;
    let counted = answer.counted.and_then(|counted| counted.total);
    Ok(Searched { outcome: answer.outcome.map(|solution| total(&solution, counted)), cost: answer.cost })
}

fn by_blocks<'s>(puzzle: &Puzzle, style: Style, limits: Limits, watch: &'s mut dyn Watch) -> Solver<'s> {
    Solver::new(puzzle).style(style).search(Search::Blocks).limits(limits).watch(watch)
}

/// The number of arrangements at each distance from the start.
pub fn layers(
    puzzle: &Puzzle,
    style: Style,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<LayerTable, SolveError> {
    survey(puzzle, style, SurveyOptions::default(), limits, watch).map(|found| found.from_start)
}

/// The component of a puzzle's start, with distances from the start and from the goals.
pub fn survey(
    puzzle: &Puzzle,
    style: Style,
    options: SurveyOptions,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Survey, SolveError> {
    walk(puzzle, style, options, &mut Control::new(limits, watch)).map(|(found, _)| found)
}

/// A watch that collects iterations.
pub fn iterations(into: &mut Vec<Iteration>) -> impl Watch {
    each_iteration(|iteration| into.push(*iteration))
}

/// A watch that passes on iterations only.
pub fn each_iteration(mut hear: impl FnMut(&Iteration)) -> impl Watch {
    move |event: Event| {
        if let Event::Iteration(iteration) = event {
            hear(iteration);
        }
    }
}

/// A watch that stops the search on the n-th poll.
pub struct After(pub u32);

impl Watch for After {
    fn stop(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 == 0
    }
}

/// The kind of puzzles to generate.
#[derive(Clone, Copy, Debug)]
pub struct Sort {
    /// Plane boxes of at most 5 x 5 cells, or boxes in three dimensions of at most 2 x 3 x 3.
    pub space: Space,
    /// Which pieces share a kind.
    pub alike: Alike,
    /// The largest number of pieces.
    pub pieces: usize,
    /// Whether there may be gates, and kinds restricted to an axis.
    pub bounds: bool,
    /// Whether there may be titles, remarks, optima and names.
    pub words: bool,
}

/// The kinds of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    Plane,
    Solid,
    Either,
}

/// Which pieces share a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alike {
    /// Every piece is the only one of its kind, though two kinds may have the same shape.
    Distinct,
    /// All pieces are of one kind.
    Identical,
    /// Some of each.
    Mixed,
}

impl Sort {
    /// Everything that a puzzle can have.
    pub const ANY: Sort =
        Sort { space: Space::Either, alike: Alike::Mixed, pieces: 6, bounds: true, words: true };

    /// Only what matters to the plain rule in an open box.
    pub const BARE: Sort = Sort { pieces: 4, bounds: false, words: false, ..Sort::ANY };
}

/// A random puzzle.
pub fn puzzle(sort: Sort) -> impl Strategy<Value = Puzzle> {
    let bounds = if sort.bounds { 0..3usize } else { 0..1 };
    let kinds = vec((shape(), proptest::option::weighted(0.2, 0..3usize)), 1..5usize);
    let pieces = vec((any::<usize>(), any::<usize>()), 1..=sort.pieces);
    let gates = vec((any::<usize>(), any::<u8>()), bounds);
    (grid(sort.space), vec(0..8u8, 25), kinds, pieces, gates, vec(goal(), 1..4), words()).prop_map(
        move |(grid, blocked, kinds, pieces, gates, goals, words)| {
            let mut draft = Draft {
                title: String::new(),
                grid,
                blocked: grid.cells().zip(blocked).filter(|&(_, b)| b == 0).map(|(cell, _)| cell).collect(),
                kinds: vec![],
                gates: BTreeMap::new(),
                start: vec![],
                goals: vec![],
                optimum: BTreeMap::new(),
                notes: vec![],
            };
            let kind_of = |piece: usize, choice: usize| match sort.alike {
                Alike::Distinct => piece,
                Alike::Identical => 0,
                Alike::Mixed => choice % kinds.len(),
            };
            let wanted = if sort.alike == Alike::Distinct { pieces.len() } else { kinds.len() };
            for (name, (shape, along)) in Kind::NAMES.chars().zip(kinds.iter().cycle()).take(wanted) {
                let along =
                    along.filter(|_| sort.bounds).map(|axis| [Axis::Row, Axis::Column, Axis::Layer][axis]);
                draft.kinds.push(Kind { name, shape: shape.clone(), along });
            }
            for (cell, admitted) in gates {
                let kinds = (0..wanted as u8).filter(|kind| admitted >> (kind % 8) & 1 == 1).map(KindId);
                draft.gates.insert(Cell((cell % grid.size()) as u16), kinds.collect());
            }
            for (piece, &(choice, cell)) in pieces.iter().enumerate() {
                put(&mut draft, KindId(kind_of(piece, choice) as u8), cell);
            }
            if draft.start.is_empty() {
                one_cell(&mut draft);
            }
            set_goals(&mut draft, goals);
            if sort.words {
                words.give(&mut draft);
            }
            Puzzle::new(draft).expect("the recipe makes puzzles")
        },
    )
}

fn grid(space: Space) -> impl Strategy<Value = Grid> {
    let solid = match space {
        Space::Plane => 0..1u8,
        Space::Solid => 1..2,
        Space::Either => 0..2,
    };
    (solid, 1..3usize, 1..6usize, 1..6usize).prop_map(|(solid, layers, rows, cols)| match solid {
        0 => Grid::plane(rows, cols).expect("25 cells are allowed"),
        _ => Grid::solid(layers, rows.min(3), cols.min(3)).expect("18 cells are allowed"),
    })
}

/// Mostly bars and bricks, and sometimes any cells of a 2 x 2 x 3 box, connected or not.
fn shape() -> impl Strategy<Value = Shape> {
    let brick = (1..3i16, 1..3i16, 1..3i16).prop_map(|(layers, rows, cols)| {
        let cells = (0..layers).flat_map(move |layer| {
            (0..rows).flat_map(move |row| (0..cols).map(move |col| Offset { layer, row, col }))
        });
        cells.collect::<Vec<_>>()
    });
    let cells = (0..2i16, 0..2i16, 0..3i16).prop_map(|(layer, row, col)| Offset { layer, row, col });
    let flat = vec((0..2i16, 0..3i16).prop_map(|(row, col)| Offset::plane(row, col)), 1..4usize);
    prop_oneof![flat, vec(cells, 1..5usize), brick]
        .prop_map(|cells| Shape::new(cells).expect("a shape has at least one cell"))
}

/// Put a piece at the first cell, from a given one on, where it fits, if there is one.
fn put(draft: &mut Draft, kind: KindId, from: usize) {
    let taken: BTreeSet<Cell> =
        draft.start.iter().flat_map(|&(place, _)| cover(draft, place)).flatten().collect();
    let size = draft.grid.size();
    let places = (0..size).map(|i| Place { at: Cell(((from % size + i) % size) as u16), kind });
    let fits = |place: &Place| {
        cover(draft, *place).is_some_and(|cells| cells.iter().all(|cell| !taken.contains(cell)))
    };
    let found = places.into_iter().find(fits);
    let name = draft.kinds[usize::from(kind.0)].name;
    draft.start.extend(found.map(|place| (place, name)));
}

/// The cells of a piece that is inside the box, off the blocked cells and admitted by the gates.
fn cover(draft: &Draft, place: Place) -> Option<Vec<Cell>> {
    let open = |cell: &Cell| {
        !draft.blocked.contains(cell) && draft.gates.get(cell).is_none_or(|kinds| kinds.contains(&place.kind))
    };
    let shape = &draft.kinds[usize::from(place.kind.0)].shape;
    shape.offsets().iter().map(|&by| draft.grid.shifted(place.at, by).filter(open)).collect()
}

/// No piece fitted: clear the box and put in a single cell.
fn one_cell(draft: &mut Draft) {
    draft.blocked.clear();
    draft.gates.clear();
    draft.kinds[0].shape = Shape::new([Offset::default()]).expect("it has a cell");
    put(draft, KindId(0), 0);
}

/// How to make a goal.
#[derive(Clone, Debug)]
struct GoalRecipe {
    walk: Vec<(usize, usize)>,
    /// The pieces that the goal names; none means all.
    named: u8,
    /// A cell that some piece must reach, whether or not it can.
    stray: Option<usize>,
}

fn goal() -> impl Strategy<Value = GoalRecipe> {
    let walk = vec((any::<usize>(), any::<usize>()), 0..24usize);
    let named = prop_oneof![Just(0u8), (0..8u8).prop_map(|piece| 1 << piece), any::<u8>()];
    (walk, named, proptest::option::weighted(0.1, any::<usize>()))
        .prop_map(|(walk, named, stray)| GoalRecipe { walk, named, stray })
}

fn set_goals(draft: &mut Draft, recipes: Vec<GoalRecipe>) {
    draft.goals = vec![Goal(draft.start.iter().map(|&(place, _)| place).collect())];
    let puzzle = Puzzle::new(draft.clone()).expect("the start is a goal");
    let made = recipes.into_iter().map(|recipe| {
        let mut at: Arrangement = puzzle.start().clone();
        for (piece, dir) in recipe.walk {
            let dirs = puzzle.grid().dirs();
            let set = [piece % puzzle.pieces().len()];
            at = rule::step(&puzzle, &at, &set, dirs[dir % dirs.len()]).unwrap_or(at);
        }
        let all = puzzle.pieces().iter().zip(&at.0).map(|(&kind, &at)| Place { at, kind });
        let some: Vec<Place> = all
            .clone()
            .enumerate()
            .filter(|(piece, _)| recipe.named >> (piece % 8) & 1 == 1)
            .map(|(_, p)| p)
            .collect();
        let stray = recipe.stray.map(|cell| Place {
            at: Cell((cell % puzzle.grid().size()) as u16),
            kind: puzzle.pieces()[cell % puzzle.pieces().len()],
        });
        match stray.filter(|&place| puzzle.pieces().len() > 1 && puzzle.cover(place).is_some()) {
            Some(place) => Goal(vec![place]),
            None if some.is_empty() => Goal(all.collect()),
            None => Goal(some),
        }
    });
    draft.goals = made.collect();
}

/// The notes on a puzzle.
#[derive(Clone, Debug)]
struct Words {
    title: String,
    notes: Vec<String>,
    optimum: BTreeMap<usize, u32>,
    names: Vec<Option<char>>,
}

fn words() -> impl Strategy<Value = Words> {
    let names = proptest::option::of(prop_oneof![
        prop::sample::select(vec!['*', '.', '-', 'é', '1', '0', 'x', '/', '"', '\\']),
        any::<char>(),
    ]);
    let optimum = btree_map(0..6usize, any::<u32>(), 0..3usize);
    (remark(), vec(remark(), 0..3usize), optimum, vec(names, 8))
        .prop_map(|(title, notes, optimum, names)| Words { title, notes, optimum, names })
}

/// A line of any characters, or one that could be mistaken for something else.
fn remark() -> impl Strategy<Value = String> {
    let odd =
        ["", "x 3", "x3y", "x", "# 1", "##", "optimum: step=3", "optimum:", "goal 1@0,0", "1 = 1", "3 x 3"];
    prop_oneof![prop::sample::select(odd.to_vec()).prop_map(str::to_owned), "\\PC{0,12}"]
}

impl Words {
    fn give(self, draft: &mut Draft) {
        draft.title = self.title;
        draft.notes = self.notes;
        draft.optimum = self.optimum.into_iter().map(|(style, moves)| (Style::ALL[style], moves)).collect();
        for ((_, called), name) in draft.start.iter_mut().zip(self.names) {
            let legal =
                |name: &char| !name.is_whitespace() && !name.is_control() && !"{}@:,#".contains(*name);
            *called = name.filter(legal).unwrap_or(*called);
        }
    }
}
