//! Packings and pieces as solids for 3-D printing: binary STL.
//!
//! The [`mesh`] of a piece is closed and encloses exactly its cells. [`super::solids`] makes pieces with
//! clearance, and a tray for them.
//!
//! Cells of a piece that touch only along an edge would have four triangles there. Such a piece is cut into
//! half cells, which puts a corner in the middle of every edge; where several parts of the piece touch at a
//! corner, each part is moved back from it by a tiny distance.

use super::mesh::{self, Triangle};
use crate::grid::Offset;
use crate::lock::rule::Packing;
use crate::puzzle::Shape;
use std::collections::BTreeSet;

pub use super::mesh::Vertex;

/// The distance by which parts that touch at a corner are moved back from it, in cells.
const HAIR: f32 = 0.001;

/// The surface of some cells, in units of cells: columns to the right, rows towards the viewer, layers
/// downwards.
pub fn surface(cells: &[Offset]) -> Vec<Triangle> {
    let whole: BTreeSet<[i32; 3]> =
        cells.iter().map(|at| [at.col, -at.row, -at.layer].map(i32::from)).collect();
    let (cubes, fine) = match touches_along_an_edge(&whole) {
        false => (whole, 1),
        true => (whole.iter().flat_map(halves).collect(), 2),
    };
    mesh::surface(&cubes, |cube, at| vertex(&cubes, cube, at, fine))
}

/// Whether two cells share an edge and neither of the two cells adjacent to both is present.
fn touches_along_an_edge(cells: &BTreeSet<[i32; 3]>) -> bool {
    cells.iter().any(|&cell| {
        (0..3).flat_map(|axis| [(axis, 1), (axis, -1)]).any(|(axis, side)| {
            let (mut ahead, mut beside, mut both) = (cell, cell, cell);
            ahead[axis] += 1;
            beside[(axis + 1) % 3] += side;
            both[axis] += 1;
            both[(axis + 1) % 3] += side;
            cells.contains(&both) && !cells.contains(&ahead) && !cells.contains(&beside)
        })
    })
}

/// A cell cut into eight cubes.
fn halves(cell: &[i32; 3]) -> impl Iterator<Item = [i32; 3]> {
    let first = cell.map(|at| 2 * at);
    (0..8).map(move |half| std::array::from_fn(|axis| first[axis] + (half >> axis & 1)))
}

/// A corner of a cube, moved back if the cubes around it are not connected.
fn vertex(cubes: &BTreeSet<[i32; 3]>, cube: [i32; 3], at: [i32; 3], fine: i32) -> Vertex {
    let exact = at.map(|at| at as f32 / fine as f32);
    let around: Vec<[i32; 3]> = (0..8)
        .map(|side: i32| std::array::from_fn(|axis| at[axis] - (side >> axis & 1)))
        .filter(|cube| cubes.contains(cube))
        .collect();
    let (mut part, mut next) = (BTreeSet::from([cube]), vec![cube]);
    while let Some(from) = next.pop() {
        let beside =
            |other: &&[i32; 3]| (0..3).map(|axis| (other[axis] - from[axis]).abs()).sum::<i32>() == 1;
        next.extend(around.iter().filter(beside).filter(|&&other| part.insert(other)));
    }
    if part.len() == around.len() {
        return exact;
    }
    let inwards = |axis: usize| part.iter().map(|cube| 2 * (cube[axis] - at[axis]) + 1).sum::<i32>();
    std::array::from_fn(|axis| exact[axis] + HAIR * inwards(axis) as f32 / part.len() as f32)
}

/// Millimetres per cell of an exported packing.
pub const CELL: f32 = 10.0;

/// All pieces of a packing in place, as an STL file; a cell is `cell` millimetres wide.
pub fn assembly(packing: &Packing, cell: f32) -> Vec<u8> {
    let piece =
        |cells: &Vec<_>| surface(&cells.iter().map(|&at| packing.grid.offset(at)).collect::<Vec<_>>());
    file(&packing.pieces.iter().flat_map(piece).collect::<Vec<_>>(), cell)
}

/// One piece, as an STL file; a cell is `cell` millimetres wide.
pub fn piece(shape: &Shape, cell: f32) -> Vec<u8> {
    file(&surface(shape.offsets()), cell)
}

/// Triangles as binary STL: an 80-byte header, their number, and for each its normal and its corners.
pub(super) fn file(triangles: &[Triangle], cell: f32) -> Vec<u8> {
    let mut bytes = b"Slideways, millimetres".to_vec();
    bytes.resize(80, b' ');
    bytes.extend((triangles.len() as u32).to_le_bytes());
    for triangle in triangles {
        let [a, b, c] = triangle;
        let (p, q): (Vertex, Vertex) =
            (std::array::from_fn(|i| b[i] - a[i]), std::array::from_fn(|i| c[i] - a[i]));
        let normal: Vertex = std::array::from_fn(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            p[j] * q[k] - p[k] * q[j]
        });
        let length = normal.iter().map(|part| part * part).sum::<f32>().sqrt();
        let corners = triangle.iter().flatten().map(|at| at * cell);
        let numbers = normal.iter().map(|part| part / length).chain(corners);
        numbers.for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes.extend([0, 0]);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::mesh::checks::{is_closed, volume};
    use super::*;
    use crate::grid::Grid;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_piece_is_a_closed_mesh_around_its_cells(cells in prop::collection::btree_set(0..27u16, 1..20)) {
            let grid = Grid::solid(3, 3, 3).unwrap();
            let offsets: Vec<Offset> = cells.iter().map(|&cell| grid.offset(crate::grid::Cell(cell))).collect();
            let triangles = surface(&offsets);
            prop_assert!(is_closed(&triangles));
            prop_assert!((volume(&triangles) - cells.len() as f64).abs() < 0.01 * cells.len() as f64);
        }
    }

    #[test]
    fn a_brick_is_exact() {
        let brick = crate::puzzle::Shape::brick(&[1, 2, 2]).unwrap();
        let triangles = surface(brick.offsets());
        assert_eq!((triangles.len(), volume(&triangles)), (32, 4.0));
        assert!(is_closed(&triangles));
    }

    #[test]
    fn a_file_has_the_length_that_its_header_implies() {
        let packing = Packing::parse(Grid::plane(2, 2).unwrap(), "aa bb").unwrap();
        let bytes = assembly(&packing, 10.0);
        assert_eq!(bytes[80..84], 40u32.to_le_bytes());
        assert_eq!(bytes.len(), 84 + 40 * 50);
        assert!(!bytes.starts_with(b"solid"), "readers take such a file for text");
    }
}
