//! Which states of a component have one shortest solution: one sequence, or one up to the order of moves.
//!
//! One dynamic program over the states, nearest to the goals first, answers for all states at once. The
//! number of solutions of a state is the sum of those of its nearer neighbours.
//!
//! Two neighbouring moves of different pieces can be *interchanged* if both orders are legal and lead to the
//! same state. The solutions of a state are one *up to order* if interchanges lead from any of them to any
//! other, and if that holds for every state on the way. If all moves are straight runs, whether two moves can
//! be interchanged depends only on the two moves, so the classes are Mazurkiewicz traces. Traces can be
//! cancelled on the left: the condition about the states on the way then follows from the first.
//!
//! It is enough to look at the first two moves: link two nearer neighbours if the moves to them can be
//! interchanged. If the solutions of each nearer neighbour are one up to order, those of the state are if the
//! links connect all nearer neighbours. In general the sum runs over the connected groups, with the largest
//! number of each: 1 means one solution up to order, and other numbers are estimates that guide the search.

use super::evaluator::Evaluator;
use super::ground::KindCell;

/// When two shortest solutions count as different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unique {
    /// If they pass through different arrangements.
    Sequences,
    /// If they pass through different arrangements, and interchanging neighbouring moves of different pieces
    /// does not lead from one to the other.
    UpToOrder,
}

/// The number of shortest solutions of each state. It is 1 exactly if there is one; large numbers are
/// rounded.
pub fn solutions(component: &Evaluator, how: Unique, numbers: &mut Vec<f64>) {
    numbers.clear();
    numbers.resize(component.states(), 1.0);
    let mut nearer = vec![];
    for &state in component.order().iter().skip(component.goals()) {
        nearer.clear();
        nearer.extend(component.nearer(state));
        let number = |next: &u32| numbers[*next as usize];
        numbers[state as usize] = match how {
            Unique::UpToOrder if nearer.len() > 1 => {
                let groups = groups(component, state, &nearer);
                groups.iter().map(|group| group.iter().map(number).fold(0.0, f64::max)).sum()
            }
            _ => nearer.iter().map(number).sum(),
        };
    }
}

/// The neighbours of a state that are nearer to a goal, in groups that interchanges connect.
fn groups(component: &Evaluator, state: u32, nearer: &[u32]) -> Vec<Vec<u32>> {
    let is_linked = |one: usize, other: usize| {
        let (one, other) = (nearer[one], nearer[other]);
        let is_end = |end: &u32| component.nearer(other).any(|too| too == *end);
        component.nearer(one).filter(is_end).any(|end| commute(component, [state, one, other, end]))
    };
    let mut rest: Vec<usize> = (0..nearer.len()).collect();
    let mut groups = vec![];
    while let Some(first) = rest.pop() {
        let (mut group, mut done) = (vec![first], 0);
        while let Some(&one) = group.get(done) {
            done += 1;
            let (linked, others): (Vec<usize>, _) =
                rest.into_iter().partition(|&other| is_linked(one, other));
            group.extend(linked);
            rest = others;
        }
        groups.push(group.into_iter().map(|one| nearer[one]).collect());
    }
    groups
}

/// Whether two moves from a state, to `one` and to `other`, lead to `end` in either order.
fn commute(component: &Evaluator, [state, one, other, end]: [u32; 4]) -> bool {
    component.commute([state, one, other, end]).unwrap_or_else(|| {
        let [here, left, right, there] = [state, one, other, end].map(|state| component.start(state).pieces);
        let (first, second) = (moved(&here, &left), moved(&here, &right));
        first.0 != second.0 && moved(&left, &there) == second && moved(&right, &there) == first
    })
}

/// The place that a move of one piece leaves, and the one that it enters; the pieces are sorted.
fn moved(from: &[KindCell], to: &[KindCell]) -> (KindCell, KindCell) {
    let missing = |in_one: &[KindCell], other: &[KindCell]| {
        let missing = in_one.iter().find(|place| other.binary_search(place).is_err());
        *missing.expect("a move changes a place")
    };
    (missing(from, to), missing(to, from))
}
