//! A census of all packings of a small box with polyominoes (Bickford 2012 for the square of four).
//!
//! In a packing every cell is a hole or belongs to a piece, a connected set of cells. One piece is the *goal
//! piece*. It starts in the upper left corner of the box and must reach the lower right corner; a piece is in
//! a corner if its bounding box is. Pieces do not turn, and those of one shape are interchangeable, except
//! the goal piece. These are the "simple simple simple" puzzles of Baxter and Bickford.
//!
//! * [`plane`] holds sets of cells; [`partition`] enumerates partitions into connected parts;
//! * [`count`](mod@count) counts packings without visiting them;
//! * [`bonds`] packs states into words and finds their neighbours; [`seen`] numbers them;
//! * [`component`] finds components and measures distances in three styles;
//! * [`unit`](mod@unit) searches work units; [`text`] writes states as puzzles.
//!
//! A half turn of the box exchanges the two corners. So a component is searched once for the goal piece and
//! once, from the other end, for the goal piece turned by 180 degrees; in a square box, an exchange of rows
//! and columns changes no distance. All numbers are raw all the same, as if each piece were searched alone.

pub mod bonds;
pub mod component;
pub mod count;
pub mod partition;
pub mod plane;
pub mod seen;
pub mod text;
pub mod unit;

use crate::grid::Grid;
use crate::style::{Style, Who};
use bonds::Packer;
use count::Counter;
use plane::{CellSet, Image, Plane};
use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

/// Why there can be no census of all polyominoes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum PolyominoError {
    #[error("the box {0} is too large for a census of all polyominoes: at most 21 cells, or 24 in two rows")]
    TooLarge(Grid),
    #[error("a census of all polyominoes is for styles step, slide and move, not {0}")]
    Style(Style),
}

/// When a goal piece counts as being in a corner of the box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Corners {
    /// Its bounding box is in the corner.
    #[default]
    Bounded,
    /// The same, and in the lower right corner it covers the cell of the corner: the rule of Bickford's
    /// program.
    EndCovered,
}

/// What to search.
#[derive(Clone, Debug)]
pub struct PolyominoOptions {
    /// The box.
    pub grid: Grid,
    /// The number of cells of a piece.
    pub sizes: RangeInclusive<u32>,
    /// When the goal piece is in a corner.
    pub corners: Corners,
    /// What counts as one move.
    pub styles: Vec<Style>,
    /// The most hardest starts that a unit returns for each style and number of pieces.
    pub most_hardest: usize,
}

/// A goal piece, for itself and for its images.
#[derive(Clone, Debug)]
struct GoalPiece {
    /// Its cells in the upper left corner.
    start: CellSet,
    /// Its cells in the lower right corner.
    end: CellSet,
    /// The fewest holes with which it can leave its corner and reach the other.
    holes: u32,
    /// The cells that must be holes if it is to leave its lower right corner to the left, and those above it.
    fronts: Vec<CellSet>,
    /// The symmetries of the box that give different pieces.
    images: Vec<Image>,
}

/// A share of the packings with one goal piece: the sets of pieces with one remainder of their hash.
#[derive(Clone, Copy, Debug)]
struct Share {
    goal: usize,
    number: u32,
    of: u32,
}

/// A census, cut into work units.
pub struct Polyominoes {
    packer: Packer,
    sizes: RangeInclusive<u32>,
    styles: Vec<Style>,
    most_hardest: usize,
    goals: Vec<GoalPiece>,
    shares: Vec<Share>,
    units: Vec<Range<usize>>,
    packings: u64,
}

/// The packings of a box with pieces of the given sizes, including those without a piece.
pub fn count(grid: Grid, sizes: RangeInclusive<u32>) -> Result<u128, PolyominoError> {
    let plane = Plane::new(grid).ok_or(PolyominoError::TooLarge(grid))?;
    Ok(u128::from(Counter::new(&plane, sizes, 0).packings(plane.all)[0]))
}

impl Polyominoes {
    /// The number of packings that a unit should begin with.
    const UNIT: u64 = 1 << 20;

    /// A census of a box.
    pub fn new(options: &PolyominoOptions) -> Result<Polyominoes, PolyominoError> {
        let grid = options.grid;
        let plane = Plane::new(grid).ok_or(PolyominoError::TooLarge(grid))?;
        let packer = Packer::new(plane).ok_or(PolyominoError::TooLarge(grid))?;
        if let Some(&style) = options.styles.iter().find(|style| style.who == Who::Set) {
            return Err(PolyominoError::Style(style));
        }
        let goals = goal_pieces(&plane, &options.sizes, options.corners);
        let most_holes = grid.rows().max(grid.cols());
        let mut counter = Counter::new(&plane, options.sizes.clone(), most_holes);
        let mut weight = |goal: &GoalPiece| -> u64 {
            let by_front = goal.fronts.iter().map(|front| {
                let packings = counter.packings(plane.all & !goal.end & !front);
                packings[goal.holes.saturating_sub(front.count_ones()) as usize..].iter().sum::<u64>()
            });
            by_front.sum()
        };
        let weights: Vec<u64> = goals.iter().map(&mut weight).collect();
        let (shares, units) = schedule(&weights, Polyominoes::UNIT);
        Ok(Polyominoes {
            packer,
            sizes: options.sizes.clone(),
            styles: options.styles.clone(),
            most_hardest: options.most_hardest,
            goals,
            shares,
            units,
            packings: weights.iter().sum(),
        })
    }

    /// The number of work units.
    pub fn units(&self) -> usize {
        self.units.len()
    }

    /// About the number of packings from which the search begins, in all units: the goal piece is in the
    /// lower right corner and can leave it. A packing from which it can leave in two ways counts twice.
    pub fn packings(&self) -> u64 {
        self.packings
    }
}

/// The pieces that can move from corner to corner, one of each class of images.
///
/// To move one column, a piece of `h` rows needs `h` holes, one beside each row; likewise for rows. A piece
/// as large as the box is in both corners at once and makes no puzzle.
fn goal_pieces(plane: &Plane, sizes: &RangeInclusive<u32>, corners: Corners) -> Vec<GoalPiece> {
    let mut pieces = BTreeSet::new();
    let mut free = plane.all;
    while free != 0 {
        partition::connected_sets(plane, free, *sizes.end(), &mut |piece| {
            if sizes.contains(&piece.count_ones()) {
                pieces.insert(plane.upper_left(piece));
            }
        });
        free &= free - 1;
    }
    let mut goals = vec![];
    for &start in &pieces {
        let (height, width) = plane.extents(start);
        let sideways = if width < plane.cols { height } else { 0 };
        let downwards = if height < plane.size / plane.cols { width } else { 0 };
        let holes = sideways.max(downwards);
        let mut shapes = vec![];
        let mut images = vec![];
        for &image in plane.images() {
            let shape = plane.upper_left(plane.image(start, image));
            if !shapes.contains(&shape) {
                shapes.push(shape);
                images.push(image);
            }
        }
        let is_first = shapes.iter().all(|&shape| shape >= start);
        let last = 1 << (plane.size - 1);
        let mut counts = shapes.iter().map(|&shape| match corners {
            Corners::Bounded => true,
            Corners::EndCovered => plane.lower_right(shape) & last != 0,
        });
        images.retain(|_| counts.next() == Some(true));
        if is_first && !images.is_empty() && holes > 0 && holes + start.count_ones() <= plane.size {
            let end = plane.lower_right(start);
            let ways = [1, 3].into_iter().filter(|&dir| !plane.at_wall(end, dir));
            let fronts = ways.map(|dir| plane.shifted(end, dir) & !end).collect();
            goals.push(GoalPiece { start, end, holes, fronts, images });
        }
    }
    goals
}

/// Cut the work on the goal pieces into units of about the given weight.
fn schedule(weights: &[u64], unit: u64) -> (Vec<Share>, Vec<Range<usize>>) {
    let (mut shares, mut units) = (vec![], vec![]);
    let (mut begin, mut sum) = (0, 0);
    for (goal, &weight) in weights.iter().enumerate() {
        let of = weight.div_ceil(unit).max(1) as u32;
        for number in 0..of {
            shares.push(Share { goal, number, of });
            sum += weight / u64::from(of);
            if sum >= unit / 2 {
                units.push(begin..shares.len());
                (begin, sum) = (shares.len(), 0);
            }
        }
    }
    if begin < shares.len() {
        units.push(begin..shares.len());
    }
    (shares, units)
}
