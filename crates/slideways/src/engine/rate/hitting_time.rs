//! The expected hitting time of a random walk: the mean number of uniformly random moves from the start to
//! the first goal.
//!
//! The expected numbers h satisfy h(goal) = 0 and, at any other state u with deg(u) neighbours,
//! deg(u) h(u) − Σ h(v) = deg(u), with the sum over the neighbours. Moves can be undone, so the walk is
//! reversible and the matrix is symmetric; it is positive definite, since every state reaches a goal. The
//! method of conjugate gradients (Hestenes and Stiefel 1952), with the degrees as preconditioner, solves the
//! system.
//!
//! **The error is proved by the residual.** Let A h = deg, and let x be the solution found, with the residual
//! r = deg − A x. If |r(u)| ≤ ε deg(u) for all u, then |h − x| = |A⁻¹ r| ≤ ε A⁻¹ deg = ε h, since A is an
//! M-matrix, whose inverse has no negative entry. So x differs from h by at most a factor of 1 ± ε, whatever
//! the iterations did. The bound includes the rounding errors of the residual itself.

use crate::engine::explore::csr::Csr;
use crate::engine::search::control::Control;
use crate::outcome::Stop;

/// The relative error that is accepted as exact: six digits.
pub const MOST_ERROR: f64 = 1e-6;

/// The relative error that the iterations aim at.
const AIM: f64 = 1e-10;

/// The number of times that the iterations may begin again from the residual.
const ROUNDS: usize = 20;

/// An expected number of moves, and a proved bound on its relative error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HittingTime {
    /// The expected number of moves.
    pub moves: f64,
    /// The bound on the relative error.
    pub error: f64,
}

/// The expected number of random moves from a vertex to a goal, where the distance to the goal is 0.
pub fn hitting_time(
    links: &Csr,
    to_goal: &[u32],
    start: u32,
    control: &mut Control,
) -> Result<HittingTime, Stop> {
    let bytes = 6 * 8 * links.vertices() as u64;
    control.hold(bytes)?;
    let found = System::new(links, to_goal).solve(start, control);
    control.release(bytes);
    found
}

/// The system of equations.
struct System<'g> {
    links: &'g Csr,
    to_goal: &'g [u32],
    degrees: Vec<f64>,
}

impl System<'_> {
    fn new<'g>(links: &'g Csr, to_goal: &'g [u32]) -> System<'g> {
        let degrees = (0..links.vertices() as u32).map(|vertex| links.of(vertex).len() as f64).collect();
        System { links, to_goal, degrees }
    }

    /// A x, with 0 at the goals.
    fn times(&self, x: &[f64], into: &mut [f64]) {
        for (vertex, value) in (0..).zip(into) {
            let sum = || self.links.of(vertex).iter().map(|&next| x[next as usize]).sum::<f64>();
            let at = vertex as usize;
            *value = if self.to_goal[at] == 0 { 0.0 } else { self.degrees[at] * x[at] - sum() };
        }
    }

    /// The residual of a solution, and the bound on its relative error.
    fn residual(&self, x: &[f64], into: &mut [f64]) -> f64 {
        self.times(x, into);
        let largest = x.iter().fold(0.0f64, |most, value| most.max(value.abs()));
        let mut bound = 0.0f64;
        for (at, value) in into.iter_mut().enumerate().filter(|(at, _)| self.to_goal[*at] > 0) {
            *value = self.degrees[at] - *value;
            // A sum of deg + 2 products, each of at most deg times the largest value.
            let rounding = 2.0 * (self.degrees[at] + 2.0) * f64::EPSILON * largest;
            bound = bound.max(value.abs() / self.degrees[at] + 2.0 * rounding);
        }
        bound
    }

    fn solve(&self, start: u32, control: &mut Control) -> Result<HittingTime, Stop> {
        let states = self.degrees.len();
        let (mut x, mut r) = (vec![0.0; states], vec![0.0; states]);
        let mut bound = self.residual(&x, &mut r);
        for _ in 0..ROUNDS {
            if bound <= AIM {
                break;
            }
            let mut better = x.clone();
            self.iterate(&mut better, &mut r, control)?;
            let now = self.residual(&better, &mut r);
            if now >= bound / 2.0 {
                // Rounding allows no better solution.
                if now < bound {
                    (x, bound) = (better, now);
                }
                break;
            }
            (x, bound) = (better, now);
        }
        match bound <= MOST_ERROR {
            true => Ok(HittingTime { moves: x[start as usize], error: bound }),
            false => Err(Stop::Effort),
        }
    }

    /// Conjugate gradients from x, given its residual.
    fn iterate(&self, x: &mut [f64], r: &mut [f64], control: &mut Control) -> Result<(), Stop> {
        let states = x.len();
        let scaled = |r: &[f64]| -> f64 {
            let square = |(r, degree): (&f64, &f64)| if *degree > 0.0 { r * r / degree } else { 0.0 };
            r.iter().zip(&self.degrees).map(square).sum()
        };
        let scale = |r: f64, degree: f64| if degree > 0.0 { r / degree } else { 0.0 };
        let mut p: Vec<f64> = r.iter().zip(&self.degrees).map(|(&r, &degree)| scale(r, degree)).collect();
        let mut product = vec![0.0; states];
        let mut norm = scaled(r);
        // Without rounding, as many iterations as unknowns suffice; far fewer nearly always do.
        for _ in 0..states + 100 {
            let is_small = |(r, degree): (&f64, &f64)| r.abs() <= AIM / 4.0 * degree;
            if norm == 0.0 || r.iter().zip(&self.degrees).all(is_small) {
                break;
            }
            control.check(0, states as u64, 0)?;
            self.times(&p, &mut product);
            let step = norm / p.iter().zip(&product).map(|(p, product)| p * product).sum::<f64>();
            if !step.is_finite() {
                break;
            }
            for (((x, r), p), product) in x.iter_mut().zip(r.iter_mut()).zip(&p).zip(&product) {
                *x += step * p;
                *r -= step * product;
            }
            let next = scaled(r);
            let turn = next / norm;
            for ((p, r), degree) in p.iter_mut().zip(r.iter()).zip(&self.degrees) {
                *p = scale(*r, *degree) + turn * *p;
            }
            norm = next;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Limits;

    fn walk(links: &Csr, goals: &[u32], start: u32) -> HittingTime {
        let to_goal = links.distances(goals.iter().copied());
        hitting_time(links, &to_goal, start, &mut Control::new(Limits::default(), &mut ())).unwrap()
    }

    fn path(length: u32) -> Csr {
        let ends = move |at: u32| [at.checked_sub(1), Some(at + 1).filter(|&next| next <= length)];
        Csr::new((0..=length).map(|at| ends(at).into_iter().flatten().collect()))
    }

    #[test]
    fn along_a_path_the_time_is_the_square_of_the_length() {
        for length in [1, 2, 10, 1000] {
            let found = walk(&path(length), &[length], 0);
            let known = f64::from(length * length);
            assert!((found.moves - known).abs() <= known * found.error.max(1e-12), "{length}: {found:?}");
        }
    }

    #[test]
    fn on_a_cycle_the_time_is_the_product_of_the_two_distances() {
        let ring = Csr::new((0..12u32).map(|at| vec![(at + 11) % 12, (at + 1) % 12]));
        assert!((walk(&ring, &[5], 0).moves - 35.0).abs() < 1e-6);
        assert!((walk(&ring, &[5, 9], 0).moves - 15.0).abs() < 1e-6);
        assert_eq!(walk(&ring, &[0], 0).moves, 0.0);
    }

    #[test]
    fn a_limit_stops_it() {
        let limits = Limits::new().time(std::time::Duration::ZERO);
        let links = path(100);
        let to_goal = links.distances([100]);
        let end = hitting_time(&links, &to_goal, 0, &mut Control::new(limits, &mut ()));
        assert_eq!(end, Err(Stop::Time));
    }
}
