//! A packing in space as an exploded view.
//!
//! Every piece is shifted away from the middle of the box, in proportion to its distance from the middle, by
//! whole multiples of half a cell. The nearest layer is on top, the first row is at the back.
//!
//! # Hidden surfaces
//!
//! Cut all cells into halves, so that every piece consists of small cubes of one lattice. Seen along the
//! diagonal (1, 1, 1) the lattice becomes one of triangles, and each visible face of a cube covers exactly
//! two of them. So each triangle shows the nearest face over it, and nothing is ever drawn over something
//! else: the triangles of one side of a piece are joined, and their outline is the picture.
//!
//! A point (x, y, z) appears at u = x − z, v = y − z. Of two points at the same place, the one with the
//! larger z is nearer.

use super::board::Page;
use super::packing::{piece_colours, title};
use super::svg::{Canvas, Corner, Path, Point, loops};
use crate::lock::rule::Packing;
use std::collections::{BTreeMap, BTreeSet};

/// Pixels per half cell, and the margin around the picture.
const HALF: f64 = 17.0;
const MARGIN: f64 = 24.0;

/// The shift of a piece as a multiple of its distance from the middle. If pieces would overlap, the next
/// value is tried.
const SPREADS: [f64; 4] = [0.75, 1.5, 3.0, 6.0];

/// A point of the lattice of half cells: columns, rows, and layers upwards.
type Spot = [i32; 3];

/// The visible sides of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Top,
    Left,
    Right,
}

impl Side {
    /// The fraction of light on this side.
    fn light(self) -> f64 {
        match self {
            Side::Top => 1.0,
            Side::Left => 0.88,
            Side::Right => 0.74,
        }
    }

    /// The screen directions of a step to the right and a step down in this side's plane.
    fn plane(self) -> [f64; 4] {
        let (wide, high) = (0.75_f64.sqrt(), 0.5);
        match self {
            Side::Top => [wide, high, -wide, high],
            Side::Left => [wide, high, 0.0, 1.0],
            Side::Right => [wide, -high, 0.0, 1.0],
        }
    }
}

/// A triangle of the lattice: its first corner, and whether it lies below the diagonal from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Triangle {
    at: Corner,
    below: bool,
}

impl Triangle {
    fn corners(self) -> [Corner; 3] {
        let (u, v) = self.at;
        match self.below {
            true => [(u, v), (u + 1, v), (u + 1, v + 1)],
            false => [(u, v), (u + 1, v + 1), (u, v + 1)],
        }
    }
}

/// One side of a piece: the piece's number, the side, and the plane of the side.
type Face = (usize, Side, i32);

/// Draw a packing as an exploded view, without walls.
pub fn svg(packing: &Packing) -> String {
    svg_on(packing, Page::Auto)
}

/// Draw an exploded view on a given page.
pub fn svg_on(packing: &Packing, page: Page) -> String {
    drawn(packing, &SPREADS, page)
}

/// Draw a packing as it lies in the box, without walls.
pub fn closed(packing: &Packing) -> String {
    closed_on(packing, Page::Auto)
}

/// Draw a closed view on a given page.
pub fn closed_on(packing: &Packing, page: Page) -> String {
    drawn(packing, &[], page)
}

fn drawn(packing: &Packing, spreads: &[f64], page: Page) -> String {
    let seen = seen(&apart(packing, spreads));
    let mut faces: BTreeMap<Face, BTreeSet<Triangle>> = BTreeMap::new();
    for (&triangle, &(_, face)) in &seen {
        faces.entry(face).or_default().insert(triangle);
    }
    let points: Vec<Point> = seen.keys().flat_map(|triangle| triangle.corners()).map(point).collect();
    let least = |of: fn(&Point) -> f64| points.iter().map(of).fold(f64::INFINITY, f64::min);
    let most = |of: fn(&Point) -> f64| points.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    let (left, top) = (least(|at| at.0).min(1e6), least(|at| at.1).min(1e6));
    let (wide, high) = ((most(|at| at.0) - left).max(0.0), (most(|at| at.1) - top).max(0.0));
    let place = |corner: Corner| {
        let (x, y) = point(corner);
        (x - left + MARGIN, y - top + MARGIN)
    };
    let mut canvas = Canvas::new(wide + 2.0 * MARGIN, high + 2.0 * MARGIN);
    let colours = piece_colours(packing);
    for (&(piece, side, _), triangles) in &faces {
        let mut path = Path::default();
        let edges = triangles.iter().flat_map(|triangle| {
            let corners = triangle.corners();
            (0..3).map(move |i| (corners[i], corners[(i + 1) % 3]))
        });
        for line in loops(edges) {
            path.polygon(&line.into_iter().map(place).collect::<Vec<_>>());
        }
        canvas.piece(colours[piece].dimmed(side.light()), colours[piece].dimmed(0.5), &path);
    }
    for piece in 0..packing.pieces.len() {
        let own = faces.iter().filter(|((number, ..), _)| *number == piece);
        let spots = own.flat_map(|(&(_, side, _), triangles)| inside(triangles).map(move |at| (at, side)));
        if let Some(((_, at), side)) = spots.max_by_key(|&((room, at), side)| (room, side == Side::Top, at)) {
            canvas.tilted_text("name", place(at), side.plane(), &packing.name(piece).to_string());
        }
    }
    canvas.finish(&title(packing), page)
}

/// The screen position of a lattice corner, before the whole picture is shifted.
fn point((u, v): Corner) -> Point {
    (f64::from(u - v) * 0.75_f64.sqrt() * HALF, f64::from(u + v) * 0.5 * HALF)
}

/// The pieces as cubes of half a cell, moved apart by the first spread for which they do not overlap; if
/// there is none, at their original places.
fn apart(packing: &Packing, spreads: &[f64]) -> Vec<Vec<Spot>> {
    let grid = packing.grid;
    let sides = [grid.cols(), grid.rows(), grid.layers()].map(|side| side as i32);
    let cells: Vec<Vec<Spot>> = packing
        .pieces
        .iter()
        .map(|piece| {
            let at = |cell| {
                let at = grid.offset(cell);
                [i32::from(at.col), i32::from(at.row), sides[2] - 1 - i32::from(at.layer)]
            };
            piece.iter().map(|&cell| at(cell)).collect()
        })
        .collect();
    let cubes = |piece: &Vec<Spot>, spread: f64| -> Vec<Spot> {
        let shift: [i32; 3] = std::array::from_fn(|axis| {
            let sum: i32 = piece.iter().map(|cell| 2 * cell[axis] + 1).sum();
            let from_middle = f64::from(sum) / piece.len() as f64 - f64::from(sides[axis]);
            (spread * from_middle).round() as i32
        });
        let halves = |cell: &Spot| {
            let corner: [i32; 3] = std::array::from_fn(|axis| 2 * cell[axis] + shift[axis]);
            (0..8).map(move |half| std::array::from_fn(|axis| corner[axis] + (half >> axis & 1)))
        };
        piece.iter().flat_map(halves).collect()
    };
    let all = |spread: f64| cells.iter().map(|piece| cubes(piece, spread)).collect::<Vec<_>>();
    let meet = |pieces: &Vec<Vec<Spot>>| {
        let mut taken = BTreeSet::new();
        !pieces.iter().flatten().all(|cube| taken.insert(*cube))
    };
    spreads.iter().map(|&spread| all(spread)).find(|pieces| !meet(pieces)).unwrap_or_else(|| all(0.0))
}

/// The visible face of each triangle, with three times its height.
fn seen(pieces: &[Vec<Spot>]) -> BTreeMap<Triangle, (i32, Face)> {
    let mut seen: BTreeMap<Triangle, (i32, Face)> = BTreeMap::new();
    for (piece, &[x, y, z]) in
        (0..).zip(pieces).flat_map(|(i, cubes)| cubes.iter().map(move |cube| (i, cube)))
    {
        let (u, v) = (x - z, y - z);
        let triangle = |u: i32, v: i32, below: bool| Triangle { at: (u, v), below };
        let covered = [
            (triangle(u - 1, v - 1, true), Side::Top),
            (triangle(u - 1, v - 1, false), Side::Top),
            (triangle(u - 1, v, true), Side::Left),
            (triangle(u, v, false), Side::Left),
            (triangle(u, v, true), Side::Right),
            (triangle(u, v - 1, false), Side::Right),
        ];
        for (triangle, side) in covered {
            let sum = triangle.corners().into_iter().fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
            let (height, plane) = match side {
                Side::Top => (3 * (z + 1), z),
                Side::Left => (3 * (y + 1) - sum.1, y),
                Side::Right => (3 * (x + 1) - sum.0, x),
            };
            let here = seen.entry(triangle).or_insert((i32::MIN, (piece, side, plane)));
            if height > here.0 {
                *here = (height, (piece, side, plane));
            }
        }
    }
    seen
}

/// Corners surrounded by triangles of one face, each with the number of triangles near it, a measure of the
/// free space.
fn inside(triangles: &BTreeSet<Triangle>) -> impl Iterator<Item = (usize, Corner)> {
    let around = |(u, v): Corner| {
        let below = [(u, v), (u - 1, v), (u - 1, v - 1)].map(|at| Triangle { at, below: true });
        let above = [(u, v), (u, v - 1), (u - 1, v - 1)].map(|at| Triangle { at, below: false });
        [below, above].concat().iter().filter(|triangle| triangles.contains(triangle)).count()
    };
    let corners: BTreeSet<Corner> = triangles.iter().flat_map(|triangle| triangle.corners()).collect();
    let whole = corners.into_iter().filter(move |&corner| around(corner) == 6);
    whole.map(move |(u, v)| {
        let near = [(1, 0), (0, 1), (1, 1), (-1, 0), (0, -1), (-1, -1)];
        (near.iter().map(|&(du, dv)| around((u + du, v + dv))).sum(), (u, v))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;

    #[test]
    fn a_cube_shows_three_sides_of_equal_size() {
        let packing = Packing::parse(Grid::solid(1, 1, 1).unwrap(), "a").unwrap();
        let mut sides: BTreeMap<Face, usize> = BTreeMap::new();
        seen(&apart(&packing, &[])).values().for_each(|(_, face)| *sides.entry(*face).or_default() += 1);
        let expected = [((0, Side::Top, 1), 8), ((0, Side::Left, 1), 8), ((0, Side::Right, 1), 8)];
        assert_eq!(sides.into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_nearer_piece_hides_the_other() {
        // Layer 0 is on top.
        let packing = Packing::parse(Grid::solid(2, 1, 1).unwrap(), "a b").unwrap();
        let tops: Vec<Face> = seen(&apart(&packing, &[]))
            .into_values()
            .map(|(_, face)| face)
            .filter(|face| face.1 == Side::Top)
            .collect();
        assert!(tops.iter().all(|face| face.0 == 0) && tops.len() == 8);
    }

    #[test]
    fn pieces_that_would_overlap_are_moved_farther_apart_or_not_at_all() {
        let grid = Grid::plane(3, 3).unwrap();
        let hooked = Packing::parse(grid, "aab abb ccc").unwrap();
        let cubes: Vec<Spot> = apart(&hooked, &SPREADS).concat();
        assert_eq!(cubes.iter().collect::<BTreeSet<_>>().len(), 72);
        let ringed = Packing::parse(grid, "aaa aba aaa").unwrap();
        assert_eq!(apart(&ringed, &SPREADS), apart(&ringed, &[]), "both have the same middle");
    }

    #[test]
    fn a_box_with_nothing_in_it_can_be_drawn() {
        assert!(svg(&Packing::parse(Grid::plane(1, 1).unwrap(), ".").unwrap()).contains("0 pieces"));
    }
}
