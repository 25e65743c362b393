//! The names of pattern database files and checkpoints.

use crate::engine::tiles::pdb::partition::last_of_its_kind;
use crate::engine::tiles::pdb::{PdbSize, upright};
use crate::grid::Cell;
use crate::tiles::board::Size;

/// Changes whenever files or work units get another meaning: other patterns, another order, another excess.
pub(super) const VERSION: u32 = 3;

/// The name of the tables for a board and the blank's home; homes that are mirror images of each other share
/// them.
pub fn name(size: Size, blank: Cell, extent: PdbSize) -> String {
    let (rows, cols, blank) = seen(size, blank);
    format!("tiles-{rows}x{cols}-blank{blank}-{}-v{VERSION}", extent.name())
}

/// Rows, columns and the blank's home of the upright board for which the tables are stored.
pub(super) fn seen(size: Size, blank: Cell) -> (usize, usize, usize) {
    let upright = upright(size);
    let last = last_of_its_kind(size, blank).0;
    let (row, col) = (last.index() / size.cols(), last.index() % size.cols());
    let (row, col) = if upright == size { (row, col) } else { (col, row) };
    (upright.rows(), upright.cols(), row * upright.cols() + col)
}
