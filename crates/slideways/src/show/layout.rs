//! Graph layout by pivot MDS and stochastic gradient descent: distances on paper approximate graph distances.
//!
//! *Stress* measures the error of a drawing: the sum of (e − d)²/d² over pairs of vertices at distance d in
//! the graph and e on paper. All pairs would be too many, so distances are computed only to about a hundred
//! *pivots*, which are far from each other:
//!
//! 1. Pivot multidimensional scaling (Brandes and Pich 2006): vertices become points in a space with one
//!    dimension per pivot, projected onto the plane in which they spread most widely. That unfolds the graph.
//! 2. Stochastic gradient descent (Zheng, Pawar and Goodman 2018) on sparse stress (Ortmann, Klimenta and
//!    Brandes 2016): each pair in turn is moved nearer to its distance, at first by the full amount, then by
//!    less and less. A pivot represents the vertices around it: the farther away it is, the more of them.
//!
//! The layout is deterministic: the same graph always gets the same drawing.

use crate::engine::explore::csr::{Csr, NEVER};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A point on paper.
pub type Point = [f32; 2];

/// The number of pivots; more give a better drawing and take longer.
const PIVOTS: usize = 120;

/// The least number of pivots, even if the caller stops early: with fewer, many vertices would coincide.
const FEWEST_PIVOTS: usize = 8;

/// Iterations of descent.
const ITERATIONS: usize = 24;

/// The number of pivots that a vertex meets in succession, for locality.
const AT_ONCE: usize = 4;

/// The positions of the vertices.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// One point per vertex.
    pub points: Vec<Point>,
    /// Whether the caller stopped the layout early, which leaves it rougher.
    pub rough: bool,
}

/// Lay out a connected graph. One move is about 1 long. `stop` is called several times per iteration; if it
/// returns `true`, the drawing stays rougher.
pub fn layout(links: &Csr, stop: &mut dyn FnMut() -> bool) -> Layout {
    if links.vertices() < 3 {
        let points = (0..links.vertices()).map(|vertex| [vertex as f32, 0.0]).collect();
        return Layout { points, rough: false };
    }
    let mut rough = false;
    let stop = &mut || {
        rough = rough || stop();
        rough
    };
    let pivots = Pivots::new(links, stop);
    let mut points = pivots.scaled();
    pivots.descend(links, &mut points, stop);
    upright(&mut points);
    Layout { points, rough }
}

/// Vertices far from each other, and the distances to them.
struct Pivots {
    vertices: Vec<u32>,
    /// The distances of each vertex from all pivots, vertex by vertex.
    distances: Vec<u32>,
    /// For each pivot and each distance, the number of vertices of its region within half that distance.
    speaks_for: Vec<Vec<f32>>,
}

impl Pivots {
    /// Chooses each pivot as far as possible from those before it.
    fn new(links: &Csr, stop: &mut dyn FnMut() -> bool) -> Pivots {
        let mut nearest = vec![(NEVER, 0); links.vertices()];
        let most = PIVOTS.min(links.vertices());
        let (mut vertices, mut distances) = (vec![], vec![0; most * links.vertices()]);
        while vertices.len() < most && (vertices.len() < FEWEST_PIVOTS || !stop()) {
            let next = (0..links.vertices()).max_by_key(|&v| (nearest[v].0, links.vertices() - v));
            let pivot = next.expect("there are vertices") as u32;
            let row = links.distances([pivot]);
            for (v, (near, &distance)) in nearest.iter_mut().zip(&row).enumerate() {
                *near = (*near).min((distance, vertices.len()));
                distances[v * most + vertices.len()] = distance;
            }
            vertices.push(pivot);
        }
        let number = vertices.len();
        for v in 0..links.vertices() {
            distances.copy_within(v * most..v * most + number, v * number);
        }
        distances.truncate(number * links.vertices());
        let farthest = distances.iter().copied().max().unwrap_or(0) as usize;
        let mut speaks_for = vec![vec![0.0; farthest + 1]; vertices.len()];
        for &(distance, pivot) in &nearest {
            let first = (2 * distance as usize).min(farthest + 1);
            speaks_for[pivot][first..].iter_mut().for_each(|number| *number += 1.0);
        }
        Pivots { vertices, distances, speaks_for }
    }

    /// Pivot multidimensional scaling, scaled to match the distances in the graph.
    fn scaled(&self) -> Vec<Point> {
        let pivots = self.vertices.len();
        let vertices = self.distances.len() / pivots;
        let square = |pivot: usize, vertex: usize| f64::from(self.distances[vertex * pivots + pivot]).powi(2);
        let of_pivot: Vec<f64> =
            (0..pivots).map(|p| (0..vertices).map(|v| square(p, v)).sum::<f64>() / vertices as f64).collect();
        let all = of_pivot.iter().sum::<f64>() / pivots as f64;
        let centred = |vertex: usize| -> Vec<f64> {
            let mean = (0..pivots).map(|p| square(p, vertex)).sum::<f64>() / pivots as f64;
            (0..pivots).map(|p| -0.5 * (square(p, vertex) - of_pivot[p] - mean + all)).collect()
        };
        let mut product = vec![vec![0.0; pivots]; pivots];
        for vertex in 0..vertices {
            let row = centred(vertex);
            for (line, &a) in product.iter_mut().zip(&row) {
                line.iter_mut().zip(&row).for_each(|(sum, &b)| *sum += a * b);
            }
        }
        let axes = principal(product);
        let point = |vertex| {
            let row = centred(vertex);
            axes.each_ref().map(|axis| axis.iter().zip(&row).map(|(a, b)| a * b).sum::<f64>() as f32)
        };
        let mut points: Vec<Point> = (0..vertices).map(point).collect();
        let (mut wanted, mut there) = (0.0, 0.0);
        for (row, point) in self.distances.chunks(pivots).zip(&points) {
            for (&d, &pivot) in row.iter().zip(&self.vertices).filter(|(d, _)| **d > 0) {
                let (d, e) = (f64::from(d), f64::from(length(difference(point, &points[pivot as usize]))));
                wanted += e / d;
                there += e * e / (d * d);
            }
        }
        let scale = if there > 0.0 { (wanted / there) as f32 } else { 1.0 };
        points.iter_mut().flatten().for_each(|x| *x *= scale);
        points
    }

    /// Moves pairs nearer to their distances.
    fn descend(&self, links: &Csr, points: &mut [Point], stop: &mut dyn FnMut() -> bool) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut order: Vec<u32> = (0..points.len() as u32).collect();
        let farthest = self.speaks_for[0].len() as f32;
        let (first, last) = (farthest * farthest, 0.1f32);
        for iteration in 0..ITERATIONS {
            let rate = first * (last / first).powf(iteration as f32 / (ITERATIONS - 1) as f32);
            for i in (1..order.len()).rev() {
                order.swap(i, (random.next_u64() % (i as u64 + 1)) as usize);
            }
            // Every vertex meets every pivot once, in its own order, and its neighbours in between.
            for turn in (0..self.vertices.len()).step_by(AT_ONCE) {
                if stop() {
                    return;
                }
                for &vertex in &order {
                    self.meet(vertex as usize, turn, rate, points, &mut random);
                }
                if turn % (2 * AT_ONCE) == 0 {
                    for &vertex in &order {
                        let near = links.of(vertex);
                        let chosen = random.next_u64() % near.len().max(1) as u64;
                        let Some(&other) = near.get(chosen as usize) else {
                            continue;
                        };
                        let (v, w) = (vertex as usize, other as usize);
                        let by = pull(&points[v], &points[w], 1.0, rate.min(1.0) / 2.0, &mut random);
                        points[v] = [points[v][0] + by[0], points[v][1] + by[1]];
                        points[w] = [points[w][0] - by[0], points[w][1] - by[1]];
                    }
                }
            }
        }
    }

    /// Moves a vertex nearer to its distances from some of the pivots.
    #[inline]
    fn meet(&self, vertex: usize, turn: usize, rate: f32, points: &mut [Point], random: &mut impl Rng) {
        let pivots = self.vertices.len();
        let row = &self.distances[vertex * pivots..][..pivots];
        for turn in turn..(turn + AT_ONCE).min(pivots) {
            let pivot = (turn + vertex.wrapping_mul(0x9E37_79B9) % 8191) % pivots;
            let distance = row[pivot];
            if distance > 1 {
                let weight = self.speaks_for[pivot][distance as usize] / (distance * distance) as f32;
                let from = points[self.vertices[pivot] as usize];
                let by = pull(&points[vertex], &from, distance as f32, (rate * weight).min(1.0), random);
                points[vertex] = [points[vertex][0] + by[0], points[vertex][1] + by[1]];
            }
        }
    }
}

/// The shift that moves a point nearer to a distance from another.
fn pull(point: &Point, from: &Point, distance: f32, part: f32, random: &mut impl Rng) -> Point {
    let mut apart = difference(point, from);
    let mut there = length(apart);
    if there < 1e-3 {
        // The points coincide: any direction will do.
        let angle = (random.next_u32() as f32 / u32::MAX as f32) * std::f32::consts::TAU;
        (apart, there) = ([1e-3 * angle.cos(), 1e-3 * angle.sin()], 1e-3);
    }
    apart.map(|x| x / there * (distance - there) * part)
}

fn difference(a: &Point, b: &Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

fn length(by: Point) -> f32 {
    (by[0] * by[0] + by[1] * by[1]).sqrt()
}

/// The eigenvectors of a symmetric matrix for its two largest eigenvalues, by power iteration.
fn principal(mut matrix: Vec<Vec<f64>>) -> [Vec<f64>; 2] {
    let size = matrix.len();
    let mut axis = |which: usize| {
        let mut vector: Vec<f64> = (0..size).map(|i| 1.0 + ((i * 7 + which * 3) % 11) as f64).collect();
        let mut value = 0.0;
        for _ in 0..200 {
            let next: Vec<f64> =
                matrix.iter().map(|row| row.iter().zip(&vector).map(|(a, b)| a * b).sum()).collect();
            value = next.iter().map(|x: &f64| x * x).sum::<f64>().sqrt();
            if value < 1e-9 {
                return vec![0.0; size];
            }
            vector = next.into_iter().map(|x| x / value).collect();
        }
        for (row, &a) in matrix.iter_mut().zip(&vector) {
            row.iter_mut().zip(&vector).for_each(|(x, &b)| *x -= value * a * b);
        }
        vector
    };
    [axis(0), axis(1)]
}

/// Centres the drawing and rotates it so that it is widest from left to right.
fn upright(points: &mut [Point]) {
    let number = points.len() as f32;
    let mean: Point = [0, 1].map(|i| points.iter().map(|point| point[i]).sum::<f32>() / number);
    points.iter_mut().for_each(|point| *point = difference(point, &mean));
    let sum = |of: fn(&Point) -> f32| points.iter().map(of).sum::<f32>();
    let (xx, yy, xy) = (sum(|p| p[0] * p[0]), sum(|p| p[1] * p[1]), sum(|p| p[0] * p[1]));
    let angle = 0.5 * (2.0 * xy).atan2(xx - yy);
    let (sin, cos) = angle.sin_cos();
    points.iter_mut().for_each(|p| *p = [cos * p[0] + sin * p[1], cos * p[1] - sin * p[0]]);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid graph.
    fn grid(rows: u32, cols: u32) -> Csr {
        Csr::new((0..rows * cols).map(|v| {
            let (row, col) = (v / cols, v % cols);
            let mut near = vec![];
            near.extend((row > 0).then(|| v - cols));
            near.extend((col > 0).then(|| v - 1));
            near.extend((col + 1 < cols).then(|| v + 1));
            near.extend((row + 1 < rows).then(|| v + cols));
            near
        }))
    }

    #[test]
    fn a_path_is_drawn_straight() {
        let points = layout(&grid(1, 50), &mut || false).points;
        let ends = length(difference(&points[0], &points[49]));
        assert!((46.0..52.0).contains(&ends), "{ends}");
        assert!(points.iter().all(|point| point[1].abs() < 1.0));
    }

    #[test]
    fn a_grid_is_unfolded() {
        let links = grid(12, 30);
        let points = layout(&links, &mut || false).points;
        for vertex in 0..360 {
            for &next in links.of(vertex) {
                let there = length(difference(&points[vertex as usize], &points[next as usize]));
                assert!((0.4..1.8).contains(&there), "{vertex} {next} {there}");
            }
        }
    }

    /// Stopped at any time, the layout returns a drawing and marks it as rough.
    #[test]
    fn a_drawing_that_is_stopped_is_rough() {
        let links = grid(12, 30);
        let whole = layout(&links, &mut || false);
        assert!(!whole.rough);
        for patience in [0, 1, 50, PIVOTS, PIVOTS + 40] {
            let mut asked = 0;
            let stopped = layout(&links, &mut || {
                asked += 1;
                asked > patience
            });
            assert!(stopped.rough && asked == patience + 1, "{patience} {asked}");
            assert!(stopped.points.len() == 360 && stopped.points != whole.points);
            assert!(stopped.points.iter().flatten().all(|x| x.is_finite()));
            let ends = length(difference(&stopped.points[0], &stopped.points[359]));
            assert!((20.0..60.0).contains(&ends), "{patience} {ends}");
        }
    }

    #[test]
    fn small_graphs_have_a_drawing_too() {
        for vertices in 1..6 {
            let points = layout(&grid(1, vertices), &mut || false).points;
            assert_eq!(points.len(), vertices as usize);
            assert!(points.iter().flatten().all(|x| x.is_finite()));
        }
        let star = Csr::new([vec![1, 2, 3, 4], vec![0], vec![0], vec![0], vec![0]]);
        assert!(layout(&star, &mut || false).points.iter().flatten().all(|x| x.is_finite()));
    }
}
