//! The first layers of a board that is too large for a whole count, or infinite (its *coordination
//! sequence*): breadth-first search that stores a position in half a byte.
//!
//! **Infinite boards.** In n steps the blank gets n cells away, so the first n layers of the plane are those
//! of a square of 2n + 1 cells a side around the blank; a half-plane and a quarter-plane are rectangles
//! likewise. The search knows only [finite rectangles](field).
//!
//! **A tree instead of states.** Name a position by the lexicographically least of the shortest paths that
//! lead to it. Without its last step, that is the name of a neighbour in the layer before, because any lesser
//! path to the neighbour would give a lesser path here. So the names form a tree (`tree`), and a layer takes
//! four bits for every position of the layer before. A depth-first walk visits all positions of a layer in
//! order, at the cost of a few steps each.
//!
//! **Duplicates.** Moves alternate between the two colours of the cells, so a successor of layer n - 1 is new
//! unless it is in layer n - 2 or has been found by another path. Each successor becomes an entry: a key and
//! its path. Entries are sorted; equal keys make a candidate pair, and only a replay (`walker`) of the two
//! paths decides that the positions are equal. So the counts are exact, whatever the keys are. If the entries
//! of a layer do not fit into memory, the layer is done in parts, each with a range of keys; every part walks
//! the tree again.
//!
//! **Symmetry.** A symmetry of the rectangle that keeps the blank's first cell turns positions into positions
//! at the same distance. The tree holds one position of each class, and the key is the same for the whole
//! class. A class counts as many positions as the group has elements, divided by the number of elements that
//! keep the position as it is; that number, too, is replayed and not only hashed.
//!
//! ```text
//! plane      1 4 12 36 108 324 968 …    972 = 4 · 3⁵ paths of six steps never turn back; four pairs of
//!                                       them meet, one and a half times around a square, either way
//! ```
//!
//! Frontier search (Korf 1999) likewise compares a new layer with the last two alone, but stores states.

pub mod field;
mod layer;
mod path;
mod tree;
mod walker;

use crate::engine::search::control::Control;
use crate::outcome::{LayerTable, Limits};
use crate::watch::Watch;
use field::{Field, Outline};
use layer::Growing;
use path::Path;

/// The most layers: a path of this many steps fits into 128 bits.
pub const MOST_LAYERS: u32 = <u128 as Path>::MOST;

/// The layers found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grown {
    /// The number of positions at each distance.
    pub table: LayerTable,
    /// Whether there are no more layers.
    pub whole: bool,
}

/// Count the positions at distances up to `layers`, at most [`MOST_LAYERS`].
pub fn census(outline: &Outline, layers: u32, limits: Limits, watch: &mut dyn Watch) -> Grown {
    let mut control = Control::new(limits, watch);
    let layers = layers.min(MOST_LAYERS);
    match (outline.symmetries().len(), layers <= <u64 as Path>::MOST) {
        (1, true) => grow::<u64, 1>(outline, layers, limits.threads, &mut control),
        (2, true) => grow::<u64, 2>(outline, layers, limits.threads, &mut control),
        (4, true) => grow::<u64, 4>(outline, layers, limits.threads, &mut control),
        (_, true) => grow::<u64, 8>(outline, layers, limits.threads, &mut control),
        (1, false) => grow::<u128, 1>(outline, layers, limits.threads, &mut control),
        (2, false) => grow::<u128, 2>(outline, layers, limits.threads, &mut control),
        (4, false) => grow::<u128, 4>(outline, layers, limits.threads, &mut control),
        (_, false) => grow::<u128, 8>(outline, layers, limits.threads, &mut control),
    }
}

fn grow<P: Path, const G: usize>(
    outline: &Outline,
    layers: u32,
    threads: usize,
    control: &mut Control,
) -> Grown {
    let field = Field::<G>::new(outline);
    let mut growing = Growing::<P, G>::new(&field, threads);
    let mut sizes = vec![1];
    control.cost.states = 1;
    let mut stop = control.hold(field.bytes()).err();
    let mut whole = false;
    while stop.is_none() && !whole && sizes.len() <= layers as usize {
        match growing.advance(control) {
            Ok(0) => whole = true,
            Ok(size) => {
                sizes.push(size);
                control.cost.states += size;
            }
            Err(by) => stop = Some(by),
        }
    }
    Grown { table: LayerTable { sizes, stop, cost: control.cost }, whole }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Stop;
    use std::collections::HashSet;
    use std::time::Duration;

    fn sizes(rows: usize, cols: usize, blank: (usize, usize), layers: u32) -> Vec<u64> {
        let outline = Outline { rows, cols, blank };
        let grown = census(&outline, layers, Limits::new(), &mut ());
        assert_eq!(grown.table.stop, None);
        grown.table.sizes
    }

    /// The same by the book: whole positions in a set.
    fn plain(rows: usize, cols: usize, blank: (usize, usize), layers: u32) -> Vec<u64> {
        let start: (Vec<u16>, (usize, usize)) = ((0..(rows * cols) as u16).collect(), blank);
        let mut seen = HashSet::from([start.clone()]);
        let (mut layer, mut sizes) = (vec![start], vec![1]);
        for _ in 0..layers {
            let mut next = vec![];
            for (tiles, (row, col)) in layer {
                let around =
                    [(row.wrapping_sub(1), col), (row, col.wrapping_sub(1)), (row, col + 1), (row + 1, col)];
                for to in around.into_iter().filter(|to| to.0 < rows && to.1 < cols) {
                    let mut tiles = tiles.clone();
                    tiles.swap(row * cols + col, to.0 * cols + to.1);
                    if seen.insert((tiles.clone(), to)) {
                        next.push((tiles, to));
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            sizes.push(next.len() as u64);
            layer = next;
        }
        sizes
    }

    #[test]
    fn every_board_and_cell_has_the_layers_of_the_plain_search() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 3), (2, 5), (4, 4), (3, 6), (5, 5)] {
            for cell in 0..rows * cols {
                let blank = (cell / cols, cell % cols);
                let expected = plain(rows, cols, blank, 11);
                assert_eq!(sizes(rows, cols, blank, 11), expected, "{rows} x {cols}, blank in {blank:?}");
            }
        }
    }

    #[test]
    fn symmetries_change_nothing() {
        // More cells, which are out of reach, take away the symmetries of the square.
        let known = sizes(23, 23, (11, 11), 11);
        for (rows, cols, symmetries) in [(23, 25, 4), (23, 24, 2), (24, 24, 2), (24, 25, 1)] {
            let outline = Outline { rows, cols, blank: (11, if cols == 25 && rows == 23 { 12 } else { 11 }) };
            assert_eq!(outline.symmetries().len(), symmetries);
            assert_eq!(sizes(rows, cols, outline.blank, 11), known, "{rows} x {cols}");
        }
    }

    #[test]
    fn a_small_board_is_counted_to_its_end() {
        let grown = census(&Outline { rows: 3, cols: 3, blank: (1, 1) }, 40, Limits::new(), &mut ());
        assert!(grown.whole);
        assert_eq!((grown.table.states(), grown.table.radius()), (181_440, 30));
        let grown = census(&Outline { rows: 3, cols: 3, blank: (2, 2) }, 31, Limits::new(), &mut ());
        assert_eq!(grown.table.sizes.last(), Some(&2));
        assert!(!grown.whole, "nothing says that layer 32 is empty");
    }

    #[test]
    fn threads_and_parts_change_nothing() {
        let outline = Outline { rows: 6, cols: 6, blank: (0, 0) };
        let count = |threads, memory| {
            let grown = census(&outline, 15, Limits::new().threads(threads).memory(memory), &mut ());
            (grown.table.sizes, grown.table.stop)
        };
        let alone = count(1, 1 << 30);
        assert_eq!(alone.1, None);
        for threads in [2, 3, 8] {
            assert_eq!(count(threads, 1 << 30), alone);
        }
        assert_eq!(count(2, 4_000_000), alone, "a list of 400,000 entries has 6.4 MB");
    }

    #[test]
    fn a_limit_leaves_complete_layers() {
        let outline = Outline { rows: 6, cols: 6, blank: (0, 0) };
        let known = [1, 2, 4, 10, 26, 66, 171, 440, 1_112, 2_786, 6_820, 16_720, 41_106, 100_856, 245_793];
        let grown = census(&outline, 30, Limits::new().memory(3 << 20), &mut ());
        assert_eq!(grown.table.stop, Some(Stop::Memory));
        assert!(grown.table.cost.peak_bytes <= 3 << 20, "{:?}", grown.table.cost);
        let found = grown.table.sizes.len().min(known.len());
        assert!(found > 10);
        assert_eq!(grown.table.sizes[..found], known[..found]);
        let grown = census(&outline, 30, Limits::new().time(Duration::ZERO), &mut ());
        assert_eq!((grown.table.stop, grown.table.sizes[0]), (Some(Stop::Time), 1));
    }
}
