//! A graded deck: puzzles in tiers of rising length, chosen so that no two look alike.
//!
//! Two puzzles look alike if their pieces cover the same cells with the same shapes; the Jaccard distance of
//! these footprints measures how much they differ. Each tier is filled greedily: the next puzzle is the one
//! that is farthest from all puzzles chosen so far (farthest-point selection, Gonzalez 1985).

use crate::puzzle::{Puzzle, Shape};
use std::borrow::Borrow;
use std::collections::BTreeSet;

/// Choose `number` puzzles in `tiers` tiers. `candidates` are puzzles and their lengths; the result lists
/// their positions, tier by tier, each tier in the order of the lengths. Fewer are chosen if there are fewer.
///
/// Lengths never fall from tier to tier: the candidates are sorted by length and divided into `tiers` parts
/// of equal size.
///
/// ```
/// use slideways::design::deck;
/// use slideways::library;
///
/// let puzzles: Vec<_> = ["dads", "klotski", "pennant", "century"]
///     .into_iter()
///     .filter_map(|name| Some((library::puzzle(name)?, name.len() as u32)))
///     .collect();
/// let deck = deck(&puzzles, 2, 2);
/// assert_eq!(deck.concat().len(), 2);
/// ```
pub fn deck<P: Borrow<Puzzle>>(candidates: &[(P, u32)], number: usize, tiers: usize) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by_key(|&candidate| (candidates[candidate].1, candidate));
    let footprints: Vec<Footprint> =
        candidates.iter().map(|(puzzle, _)| footprint(puzzle.borrow())).collect();
    let tiers = tiers.clamp(1, number.max(1));
    let mut chosen: Vec<usize> = vec![];
    let mut deck = vec![];
    for tier in 0..tiers {
        let part = |tier: usize, all: usize| tier * all / tiers;
        let pool = &order[part(tier, order.len())..part(tier + 1, order.len())];
        let wanted = part(tier + 1, number) - part(tier, number);
        let mut own = fill(pool, wanted, &footprints, &mut chosen);
        own.sort_by_key(|&candidate| (candidates[candidate].1, candidate));
        deck.push(own);
    }
    deck
}

/// The cells of the pieces, each with the shape that covers it.
type Footprint<'p> = BTreeSet<(usize, &'p Shape)>;

fn footprint(puzzle: &Puzzle) -> Footprint<'_> {
    let places = puzzle.places(puzzle.start());
    let covered = |place| {
        let cells = puzzle.cover(place).expect("the pieces of a puzzle lie in its box");
        cells.into_iter().map(move |cell| (cell.index(), &puzzle.kind(place.kind).shape))
    };
    places.into_iter().flat_map(covered).collect()
}

/// The Jaccard distance of two footprints: 0 if they are equal, 1 if they have nothing in common.
fn distance(one: &Footprint, other: &Footprint) -> f64 {
    let common = one.intersection(other).count();
    let all = one.len() + other.len() - common;
    if all == 0 { 0.0 } else { 1.0 - common as f64 / all as f64 }
}

/// Choose `wanted` candidates of a pool, each as far as possible from all chosen before.
fn fill(pool: &[usize], wanted: usize, footprints: &[Footprint], chosen: &mut Vec<usize>) -> Vec<usize> {
    let nearest = |candidate: usize, chosen: &[usize]| {
        let distances = chosen.iter().map(|&other| distance(&footprints[candidate], &footprints[other]));
        distances.fold(1.0, f64::min)
    };
    let mut gap: Vec<f64> = pool.iter().map(|&candidate| nearest(candidate, chosen)).collect();
    let mut left: BTreeSet<usize> = (0..pool.len()).collect();
    let mut own = vec![];
    while own.len() < wanted {
        // Of equals the first, so that the same candidates give the same deck.
        let farthest =
            left.iter().copied().reduce(|best, other| if gap[other] > gap[best] { other } else { best });
        let Some(farthest) = farthest else { break };
        left.remove(&farthest);
        let candidate = pool[farthest];
        for &other in &left {
            let distance = distance(&footprints[pool[other]], &footprints[candidate]);
            gap[other] = gap[other].min(distance);
        }
        own.push(candidate);
        chosen.push(candidate);
    }
    own
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::sliding;

    fn puzzle(start: &str) -> Puzzle {
        sliding::parse(&format!("2 x 3\n1 = 1\n2 = 11\n{start}\ngoal 1@1,2\n")).unwrap().puzzle
    }

    #[test]
    fn lengths_never_fall_from_tier_to_tier() {
        let candidates: Vec<_> = (0..20)
            .map(|number| (puzzle(["12", "21", "0012"][number % 3]), number as u32 * 7 % 20))
            .collect();
        let deck = deck(&candidates, 8, 3);
        assert_eq!(deck.iter().map(Vec::len).collect::<Vec<_>>(), [2, 3, 3]);
        let lengths: Vec<u32> = deck.concat().iter().map(|&chosen| candidates[chosen].1).collect();
        assert!(lengths.is_sorted(), "{lengths:?}");
        assert_eq!(deck.concat().iter().collect::<BTreeSet<_>>().len(), 8, "no puzzle is chosen twice");
    }

    #[test]
    fn twins_are_chosen_last() {
        let candidates = [(puzzle("12"), 1), (puzzle("12"), 1), (puzzle("21"), 1), (puzzle("0012"), 1)];
        assert_eq!(deck(&candidates, 3, 1), [[0, 2, 3]]);
        assert_eq!(distance(&footprint(&candidates[0].0), &footprint(&candidates[1].0)), 0.0);
    }

    #[test]
    fn a_deck_of_few_candidates_is_small() {
        assert_eq!(deck(&[(puzzle("12"), 1)], 40, 5).concat(), [0]);
        assert!(deck::<Puzzle>(&[], 40, 5).concat().is_empty());
    }
}
