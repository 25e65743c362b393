//! Closed triangle meshes around cubes of a lattice whose corners can be anywhere.
//!
//! Solids are built from cubes of a lattice: whole cells, or the boxes between uneven lines. The surface has
//! two triangles per square between a cube and the outside, oriented counterclockwise as seen from outside.
//! Two triangles meet at each edge, in opposite directions, unless two cubes touch only along that edge; the
//! callers avoid such cubes. The caller places the corners, so cubes can be stretched, and top edges
//! slanted, without changing how the triangles meet.

use std::collections::BTreeSet;

/// A corner of a triangle.
pub type Vertex = [f32; 3];

/// A triangle, counterclockwise as seen from outside.
pub type Triangle = [Vertex; 3];

/// A cube of the lattice, or a corner: its numbers along the three axes.
pub(super) type Cube = [i32; 3];

/// The surface of some cubes. `place` gives the position of a corner of a cube; where cubes are joined it
/// must give all of them the same position.
pub(super) fn surface(cubes: &BTreeSet<Cube>, place: impl Fn(Cube, Cube) -> Vertex) -> Vec<Triangle> {
    let mut triangles = vec![];
    for &cube in cubes {
        for (axis, up) in (0..3).flat_map(|axis| [(axis, false), (axis, true)]) {
            let mut across = cube;
            across[axis] += if up { 1 } else { -1 };
            if cubes.contains(&across) {
                continue;
            }
            let corner = |a: i32, b: i32| {
                let mut at = cube;
                at[axis] += i32::from(up);
                at[(axis + 1) % 3] += a;
                at[(axis + 2) % 3] += b;
                place(cube, at)
            };
            let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
            triangles.extend(if up { [[a, b, c], [a, c, d]] } else { [[a, c, b], [a, d, c]] });
        }
    }
    triangles
}

/// The same triangles at another place.
pub(super) fn moved(triangles: Vec<Triangle>, by: Vertex) -> Vec<Triangle> {
    let shift = |at: Vertex| std::array::from_fn(|axis| at[axis] + by[axis]);
    triangles.into_iter().map(|triangle| triangle.map(shift)).collect()
}

/// What the tests of all meshes check.
#[cfg(test)]
pub(super) mod checks {
    use super::{Triangle, Vertex};
    use std::collections::BTreeMap;

    /// The corners as bits: equal corners are equal to the bit.
    fn bits(at: Vertex) -> [u32; 3] {
        at.map(|part| (part + 0.0).to_bits())
    }

    /// Whether each edge belongs to exactly two triangles, in opposite directions, and no triangle is flat.
    pub fn is_closed(triangles: &[Triangle]) -> bool {
        let mut edges: BTreeMap<([u32; 3], [u32; 3]), usize> = BTreeMap::new();
        for [a, b, c] in triangles {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                *edges.entry((bits(*from), bits(*to))).or_default() += 1;
            }
        }
        edges
            .iter()
            .all(|(&(from, to), &number)| from != to && number == 1 && edges.get(&(to, from)) == Some(&1))
    }

    /// A sixth of the sum of the determinants: positive if the triangles face outwards.
    pub fn volume(triangles: &[Triangle]) -> f64 {
        let wide = |at: &Vertex| at.map(f64::from);
        let determinant = |[a, b, c]: [[f64; 3]; 3]| -> f64 {
            (0..3).map(|i| a[i] * (b[(i + 1) % 3] * c[(i + 2) % 3] - b[(i + 2) % 3] * c[(i + 1) % 3])).sum()
        };
        triangles.iter().map(|[a, b, c]| determinant([wide(a), wide(b), wide(c)])).sum::<f64>() / 6.0
    }
}
