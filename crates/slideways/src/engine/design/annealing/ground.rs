//! The box of a family: where each kind fits, and where its steps lead.

use crate::engine::design::anchored::{Cells, bit};
use crate::grid::{Axis, Cell, Grid};
use crate::puzzle::Shape;

/// A kind of the kit, and its first cell.
pub type KindCell = (u8, u8);

/// No cell.
pub const NOWHERE: u8 = u8::MAX;

/// The number of directions in a box.
pub const DIRS: usize = 6;

/// A kind in the box without walls.
#[derive(Clone, Debug)]
pub struct GroundKind {
    /// The cells that it covers, by its first cell; 0 where it does not fit.
    pub covers: Vec<Cells>,
    /// The first cell after a step, by first cell and direction; [`NOWHERE`] where it cannot go.
    pub steps: Vec<[u8; DIRS]>,
    /// The only axis along which it moves, if there is one.
    pub along: Option<Axis>,
    /// The number of its cells.
    pub size: u32,
}

/// The box of a family, its kinds, and its goals.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The size of the box.
    pub grid: Grid,
    /// The cells that are blocked in every puzzle of the family.
    pub blocked: Cells,
    /// The kinds of the kit.
    pub kinds: Vec<GroundKind>,
    /// The goals; one is enough.
    pub goals: Vec<Vec<KindCell>>,
    /// The places that a start must have.
    pub from: Vec<KindCell>,
}

impl Ground {
    /// The box of at most 128 cells, and the kinds that are put into it.
    pub fn new<'k>(
        grid: Grid,
        blocked: Cells,
        kinds: impl Iterator<Item = (&'k Shape, Option<Axis>)>,
    ) -> Ground {
        let kinds = kinds.map(|(shape, along)| GroundKind::new(grid, blocked, shape, along)).collect();
        Ground { grid, blocked, kinds, goals: vec![], from: vec![] }
    }

    /// The cells that a piece covers.
    pub fn covers(&self, (kind, cell): KindCell) -> Cells {
        self.kinds[usize::from(kind)].covers[usize::from(cell)]
    }

    /// Whether a piece moves along a line only.
    pub fn is_line(&self, (kind, _): KindCell) -> bool {
        self.kinds[usize::from(kind)].along.is_some()
    }

    /// Whether two pieces that move along the same axis are on the same line.
    pub fn shares_line(&self, one: KindCell, other: KindCell) -> bool {
        let [(one, along), (other, too)] = [one, other]
            .map(|(kind, cell)| (self.grid.offset(Cell(cell.into())), self.kinds[usize::from(kind)].along));
        along == too
            && match along {
                Some(Axis::Row) => (one.layer, one.row) == (other.layer, other.row),
                Some(Axis::Column) => (one.layer, one.col) == (other.layer, other.col),
                Some(Axis::Layer) => (one.row, one.col) == (other.row, other.col),
                None => false,
            }
    }

    /// The number of cells that are not blocked.
    pub fn free(&self) -> u32 {
        self.grid.size() as u32 - self.blocked.count_ones()
    }
}

impl GroundKind {
    fn new(grid: Grid, blocked: Cells, shape: &Shape, along: Option<Axis>) -> GroundKind {
        let covered = |at: Cell| {
            let cells = shape.offsets().iter().map(|&by| grid.shifted(at, by));
            let cells = cells.collect::<Option<Vec<Cell>>>()?;
            let covers = cells.iter().fold(0, |all, cell| all | bit(cell.index()));
            (covers & blocked == 0).then_some(covers)
        };
        let covers: Vec<Cells> = grid.cells().map(|at| covered(at).unwrap_or(0)).collect();
        let steps = |at: Cell| {
            let mut steps = [NOWHERE; DIRS];
            for (step, dir) in steps.iter_mut().zip(grid.dirs()) {
                let to = grid.shifted(at, dir.offset()).filter(|to| covers[to.index()] != 0);
                if let Some(to) = to.filter(|_| along.is_none_or(|axis| axis == dir.axis())) {
                    *step = to.index() as u8;
                }
            }
            steps
        };
        let steps = grid.cells().map(steps).collect();
        GroundKind { covers, steps, along, size: shape.offsets().len() as u32 }
    }
}
