//! The tray and the pieces of a puzzle as solids for 3-D printing.
//!
//! The pieces lie beside the tray, each on its own: a slicer splits them. All meshes are
//! [closed](super::mesh). Clearance is an erosion: a box between two lines of the lattice is filled if all
//! the cells that it touches are. So cells that touch only at a corner come apart, and no edge has more than
//! two triangles.
//!
//! The top edges of a piece are slanted. Pieces that the goal places have a square recess in each cell, and
//! other pieces whose name is a number have that number in one cell. A gate is a cell whose floor has a hole.

use super::kit::{CannotMake, Kit, KitPiece};
use super::mesh::{self, Cube, Triangle};
use super::scene::Scene;
use super::shelf::shelves;
use super::stl;
use super::svg::{Corner, Point};
use crate::grid::Offset;
use crate::lock::rule::Packing;
use crate::puzzle::Shape;
use recess::Recess;
use std::collections::BTreeSet;

mod recess;

/// The space between two parts on the bed, the floor of the tray, and the depth of a recess, in millimetres.
const GAP: f64 = 4.0;
const FLOOR: f64 = 2.0;
const DEPTH: f64 = 0.6;

/// The sizes of what is printed, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrintSizes {
    /// The width of a cell.
    pub cell: f64,
    /// The height of the pieces, and of the walls above the floor.
    pub height: f64,
    /// The space between two neighbouring pieces, and between a piece and a wall.
    pub clearance: f64,
    /// The width and height of the slant at the top edges of the pieces; 0 for sharp edges.
    pub chamfer: f64,
}

impl Default for PrintSizes {
    fn default() -> PrintSizes {
        PrintSizes::of_cell(20.0)
    }
}

impl PrintSizes {
    /// The usual sizes for cells of a width: pieces half as high, 0.3 mm of clearance, and a chamfer of
    /// 0.8 mm, or less on small pieces.
    pub fn of_cell(cell: f64) -> PrintSizes {
        PrintSizes { cell, height: cell / 2.0, clearance: 0.3, chamfer: (cell / 25.0).min(0.8) }
    }

    fn check(&self) -> Result<(), CannotMake> {
        CannotMake::unless_within("cell", self.cell, 4.0, 200.0)?;
        CannotMake::unless_within("height", self.height, 1.5, 200.0)?;
        CannotMake::unless_within("clearance", self.clearance, 0.02, self.cell / 10.0)?;
        CannotMake::unless_within("chamfer", self.chamfer, 0.0, (self.cell / 10.0).min(self.height / 2.0))
    }

    /// The width of the wall around the tray.
    fn wall(&self) -> f64 {
        (self.cell / 4.0).max(3.0)
    }
}

/// The tray and the pieces of a scene, as binary STL. A box with layers has no tray: only its pieces are
/// made, and their edges are sharp.
pub fn puzzle(scene: &Scene, sizes: &PrintSizes) -> Result<Vec<u8>, CannotMake> {
    sizes.check()?;
    match scene.grid.layers() {
        1 => Ok(stl::file(&flat(&Kit::of_scene(scene)?, sizes), 1.0)),
        _ => {
            let piece = |figure: &super::scene::Figure| (figure.name.clone(), figure.shape.clone());
            bricks(scene.figures.iter().map(piece), sizes)
        }
    }
}

/// The pieces of a packing side by side, with the tray if the box is flat, as binary STL. See also
/// [`in_place`].
pub fn packing(packing: &Packing, sizes: &PrintSizes) -> Result<Vec<u8>, CannotMake> {
    sizes.check()?;
    match packing.grid.layers() {
        1 => Ok(stl::file(&flat(&Kit::of_packing(packing)?, sizes), 1.0)),
        _ => {
            let piece = |(number, cells): (usize, &Vec<_>)| {
                let offsets = cells.iter().map(|&cell| packing.grid.offset(cell)).collect();
                (packing.name(number).to_string(), offsets)
            };
            bricks(packing.pieces.iter().enumerate().map(piece), sizes)
        }
    }
}

/// The pieces of a packing in place and without clearance, as binary STL; a cell is `cell` millimetres wide.
pub fn in_place(packing: &Packing, cell: f64) -> Result<Vec<u8>, CannotMake> {
    CannotMake::unless_within("cell", cell, 1.0, 200.0)?;
    Ok(stl::assembly(packing, cell as f32))
}

/// The parts of a flat kit: the tray, and the pieces in rows in front of it.
fn flat(kit: &Kit, sizes: &PrintSizes) -> Vec<Triangle> {
    let outside = |cells: i32| f64::from(cells) * sizes.cell + 2.0 * sizes.wall();
    let mut triangles = tray(kit, sizes);
    let parts: Vec<_> = kit.pieces.iter().map(|each| (piece(each, sizes), extent(&each.cells))).collect();
    let size =
        |(_, (cols, rows)): &(_, Corner)| (f64::from(*cols) * sizes.cell, f64::from(*rows) * sizes.cell);
    let all: Vec<Point> = parts.iter().map(size).collect();
    // A row has room for a tile of every column.
    let (corners, _) = shelves(&all, outside(kit.size.0) + f64::from(kit.size.0) * GAP, GAP);
    for (((part, _), (x, y)), (_, deep)) in parts.into_iter().zip(corners).zip(all) {
        triangles.extend(mesh::moved(part, [x as f32, -(GAP + y + deep) as f32, 0.0]));
    }
    triangles
}

/// The columns and rows of some cells that begin at 0.
fn extent(cells: &[Corner]) -> Corner {
    let end = |along: fn(&Corner) -> i32| cells.iter().map(along).max().unwrap_or(0) + 1;
    (end(|at| at.0), end(|at| at.1))
}

/// A piece, with its last row at y = 0.
fn piece(piece: &KitPiece, sizes: &PrintSizes) -> Vec<Triangle> {
    let last = extent(&piece.cells).1 - 1;
    let cells: BTreeSet<Corner> = piece.cells.iter().map(|&(col, row)| (col, last - row)).collect();
    let recess = Recess::of(piece, sizes.cell);
    let per = recess.period();
    let mut fine: BTreeSet<Corner> = BTreeSet::new();
    for &(col, row) in &cells {
        let right = cells.contains(&(col + 1, row));
        let up = cells.contains(&(col, row + 1));
        let both = right && up && cells.contains(&(col + 1, row + 1));
        for (a, b) in (0..per.1).flat_map(|b| (0..per.0).map(move |a| (a, b))) {
            // The last line of a cell begins the strip between it and the next cell.
            let filled = match (a == per.0 - 1, b == per.1 - 1) {
                (false, false) => true,
                (true, false) => right,
                (false, true) => up,
                (true, true) => both,
            };
            if filled {
                fine.insert((col * per.0 + a, row * per.1 + b));
            }
        }
    }
    let (height, chamfer) = (sizes.height, sizes.chamfer);
    let mut levels = vec![0.0, height];
    levels.extend(Some(height - chamfer).filter(|_| chamfer > 0.0));
    levels.extend(Some(height - DEPTH).filter(|_| !recess.is_empty()));
    levels.sort_by(f64::total_cmp);
    levels.dedup();
    let named = cells.first().copied();
    let mut cubes: BTreeSet<Cube> = BTreeSet::new();
    for (level, bounds) in levels.windows(2).enumerate() {
        let open = |&(x, y): &Corner| {
            let cell = (x.div_euclid(per.0), y.div_euclid(per.1));
            let within = (x.rem_euclid(per.0), y.rem_euclid(per.1));
            bounds[0] >= height - DEPTH && recess.has(within) && (piece.wanted || named == Some(cell))
        };
        cubes.extend(fine.iter().filter(|at| !open(at)).map(|&(x, y)| [x, y, level as i32]));
    }
    mesh::surface(&cubes, |_, [x, y, z]| {
        let z = levels[z as usize];
        let inset = sizes.clearance / 2.0 + (z - (height - chamfer)).max(0.0);
        [recess.x(x, sizes.cell, inset), recess.y(y, sizes.cell, inset), z].map(|at| at as f32)
    })
}

/// The lines across the tray in one direction, and for each strip between two lines its one or two cells and
/// whether it is in the middle of its cell.
fn ruled(cells: i32, sizes: &PrintSizes) -> (Vec<f64>, Vec<(i32, i32, bool)>) {
    let (wall, back) = (sizes.wall(), sizes.clearance / 2.0);
    let (mut lines, mut strips) = (vec![0.0], vec![(-1, -1, false)]);
    for cell in 0..=cells {
        let line = wall + f64::from(cell) * sizes.cell;
        lines.extend([line - back, line + back]);
        strips.push((cell - 1, cell, false));
        if cell < cells {
            lines.extend([line + sizes.cell / 3.0, line + sizes.cell * 2.0 / 3.0]);
            strips.extend([(cell, cell, false), (cell, cell, true), (cell, cell, false)]);
        }
    }
    strips.push((cells, cells, false));
    lines.push(2.0 * wall + f64::from(cells) * sizes.cell);
    (lines, strips)
}

/// The tray: a floor, a wall around it, and blocked cells as high as the wall.
fn tray(kit: &Kit, sizes: &PrintSizes) -> Vec<Triangle> {
    let (xs, columns) = ruled(kit.size.0, sizes);
    let (ys, rows) = ruled(kit.size.1, sizes);
    let gates: BTreeSet<Corner> = kit.gates.iter().map(|&(cell, _)| cell).collect();
    // Rows count from the far side, as they are read.
    let row = |row: i32| kit.size.1 - 1 - row;
    let mut cubes: BTreeSet<Cube> = BTreeSet::new();
    for (y, &(low, high, mid_row)) in (0..).zip(&rows) {
        for (x, &(left, right, mid_col)) in (0..).zip(&columns) {
            let touched = [(left, row(low)), (right, row(low)), (left, row(high)), (right, row(high))];
            let is_hole = mid_row && mid_col && gates.contains(&touched[0]);
            cubes.extend(Some([x, y, 0]).filter(|_| !is_hole));
            cubes.extend(Some([x, y, 1]).filter(|_| touched.iter().all(|&cell| kit.is_wall(cell))));
        }
    }
    let levels = [0.0, FLOOR, FLOOR + sizes.height];
    mesh::surface(&cubes, |_, [x, y, z]| {
        [xs[x as usize], ys[y as usize], levels[z as usize]].map(|at| at as f32)
    })
}

/// Pieces of a box with layers side by side, with clearance on all sides.
fn bricks(
    pieces: impl Iterator<Item = (String, Vec<Offset>)>,
    sizes: &PrintSizes,
) -> Result<Vec<u8>, CannotMake> {
    let (mut parts, mut all) = (vec![], vec![]);
    for (name, offsets) in pieces {
        let number = Shape::new(offsets.iter().copied()).map_or(0, |shape| shape.parts());
        if number > 1 {
            return Err(CannotMake::Disconnected { name, parts: number });
        }
        let least = |along: fn(&Offset) -> i32| offsets.iter().map(along).min().unwrap_or(0);
        let ways: [fn(&Offset) -> i32; 3] =
            [|at| i32::from(at.col), |at| -i32::from(at.row), |at| -i32::from(at.layer)];
        let cells: BTreeSet<Cube> =
            offsets.iter().map(|at| ways.map(|along| along(at) - least(along))).collect();
        let end = |axis: usize| cells.iter().map(|cell| cell[axis]).max().unwrap_or(0) + 1;
        all.push((f64::from(end(0)) * sizes.cell, f64::from(end(1)) * sizes.cell));
        parts.push(brick(&cells, sizes));
    }
    let area: f64 = all.iter().map(|(wide, deep)| (wide + GAP) * (deep + GAP)).sum();
    let (corners, _) = shelves(&all, area.sqrt(), GAP);
    let placed = parts.into_iter().zip(corners);
    let triangles: Vec<Triangle> =
        placed.flat_map(|(part, (x, y))| mesh::moved(part, [x as f32, y as f32, 0.0])).collect();
    Ok(stl::file(&triangles, 1.0))
}

/// A piece of cubes, each of whose sides is moved back by half the clearance.
fn brick(cells: &BTreeSet<Cube>, sizes: &PrintSizes) -> Vec<Triangle> {
    let mut cubes: BTreeSet<Cube> = BTreeSet::new();
    for &cell in cells {
        // An even number is the inside of a cell, an odd one the strip between it and the next.
        for strip in (0..8).map(|bits| [bits & 1, bits >> 1 & 1, bits >> 2 & 1]) {
            let touched = (0..8).map(|bits| [bits & 1, bits >> 1 & 1, bits >> 2 & 1]);
            let mut touched = touched.map(|to| std::array::from_fn(|i| cell[i] + to[i] * strip[i]));
            if touched.all(|cell: Cube| cells.contains(&cell)) {
                cubes.insert(std::array::from_fn(|i| 2 * cell[i] + strip[i]));
            }
        }
    }
    let back = sizes.clearance / 2.0;
    mesh::surface(&cubes, |_, at| {
        at.map(|line| match line.rem_euclid(2) {
            0 => (f64::from(line / 2) * sizes.cell + back) as f32,
            _ => (f64::from(line / 2 + 1) * sizes.cell - back) as f32,
        })
    })
}

#[cfg(test)]
mod tests;
