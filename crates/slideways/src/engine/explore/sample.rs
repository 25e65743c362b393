//! Arrangements at an exact distance from the nearest goal, drawn from a complete layer.
//!
//! As in a [survey](super::survey), a search from the start finds the goals of its component, and a search
//! from all goals at once finds the layers; it ends with the requested one. Each arrangement of that layer
//! gets a random key, and those with the [lowest keys](crate::engine::lowest) are the sample. The key is a
//! hash of the places of the pieces, so it does not depend on how states are packed.

use super::flood::spread;
use super::survey::solved;
use crate::engine::blocks::compiled::{self, Compiled, Query, Where};
use crate::engine::lowest::{Lowest, key};
use crate::engine::search::State;
use crate::engine::search::control::Control;
use crate::engine::search::path::walk_back;
use crate::outcome::{Cost, Stop};
use crate::puzzle::{Arrangement, Puzzle};
use crate::solver::SolveError;
use crate::style::Style;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Arrangements drawn from a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrangementLayer {
    /// The arrangements, in a random order; each has a solution that was replayed by the plain rule.
    pub arrangements: Vec<Arrangement>,
    /// The number of arrangements at each distance from the nearest goal, up to that of the layer or to the
    /// last there is; empty if no goal can be reached.
    pub sizes: Vec<u64>,
    /// What stopped the search before the sample was complete.
    pub stop: Option<Stop>,
    /// The cost of both searches.
    pub cost: Cost,
}

/// Draw arrangements that the start can reach, at a distance from the nearest goal, by the seed; all of them,
/// if there are no more than `number`.
pub fn draw(
    puzzle: &Puzzle,
    style: Style,
    distance: u32,
    number: usize,
    seed: u64,
    control: &mut Control,
) -> Result<ArrangementLayer, SolveError> {
    let memory = control.memory();
    let query = LayerQuery { distance, number, seed, control };
    compiled::with_compiled(puzzle, style, Where::Reachable, memory, query)?
}

struct LayerQuery<'c, 'w> {
    distance: u32,
    number: usize,
    seed: u64,
    control: &'c mut Control<'w>,
}

impl Query for LayerQuery<'_, '_> {
    type Answer = Result<ArrangementLayer, SolveError>;

    fn run<const N: usize>(self, compiled: Arc<dyn Compiled<N>>) -> Self::Answer {
        let LayerQuery { distance, number, seed, control } = self;
        let goals = match control.hold(compiled.bytes()).and_then(|()| goals(&*compiled, control)) {
            Ok(goals) if !goals.is_empty() => goals,
            end => {
                let (sizes, cost) = (vec![], control.cost);
                return Ok(ArrangementLayer { arrangements: vec![], sizes, stop: end.err(), cost });
            }
        };
        let (mut lowest, mut there) = (Lowest::new(number), false);
        let found = spread(&*compiled, goals, true, control, &mut |layer, control| {
            if layer.distance() < distance {
                return Ok(());
            }
            let mut stop = None;
            layer.each(&mut |state| {
                let places = compiled.places(state);
                let words = places.iter().map(|place| u64::from(place.at.0) << 32 | u64::from(place.kind.0));
                lowest.offer(key(seed, words), *state);
                stop = control.tick(distance, 0).err();
                if stop.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            there = stop.is_none();
            // The layer is the last one that is needed: what stops the search is then not a limit.
            Err(stop.unwrap_or(Stop::Caller))
        });
        let mut stop = found.stop.filter(|_| !there);
        let mut arrangements = vec![];
        if let Some(store) = found.store().filter(|_| there) {
            let whole = store.first() == 0;
            for state in lowest.in_order() {
                let path = walk_back(&*compiled, store, state, distance, control);
                match path.and_then(|path| solved(&*compiled, path, whole, control)) {
                    Ok(checked) => arrangements.push(checked?),
                    Err(by) => {
                        stop = Some(by);
                        break;
                    }
                }
            }
        }
        Ok(ArrangementLayer { arrangements, sizes: found.sizes, stop, cost: control.cost })
    }
}

/// All goals that the start can reach.
fn goals<const N: usize>(compiled: &dyn Compiled<N>, control: &mut Control) -> Result<Vec<State<N>>, Stop> {
    let mut goals: Vec<State<N>> = vec![];
    let found = spread(compiled, [compiled.start()], true, control, &mut |layer, control| {
        let before = goals.capacity();
        layer.each(&mut |state| {
            goals.extend(Some(state).filter(|state| compiled.is_goal(state)));
            ControlFlow::Continue(())
        });
        control.hold(((goals.capacity() - before) * size_of::<State<N>>()) as u64)
    });
    match found.stop {
        Some(by) => Err(by),
        None => Ok(goals),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;
    use crate::outcome::Limits;
    use crate::space::Space;
    use std::collections::{BTreeMap, BTreeSet};

    fn sample(name: &str, style: Style, distance: u32, number: usize, seed: u64) -> ArrangementLayer {
        on(name, style, distance, number, seed, 1)
    }

    fn on(
        name: &str,
        style: Style,
        distance: u32,
        number: usize,
        seed: u64,
        threads: usize,
    ) -> ArrangementLayer {
        let (puzzle, mut watch) = (library::puzzle(name).unwrap(), ());
        let limits = Limits::new().threads(threads);
        draw(&puzzle, style, distance, number, seed, &mut Control::new(limits, &mut watch)).unwrap()
    }

    #[test]
    fn every_arrangement_is_drawn_from_its_layer() {
        let puzzle = library::puzzle("moving_day").unwrap();
        for style in [Style::STEP, Style::MOVE, Style::SET_STEP] {
            let space = Space::of(&puzzle).style(style).hardest(1).graph(1000).build().unwrap();
            let layers = space.to_goal().unwrap();
            let mut all = BTreeSet::new();
            for distance in 0..=layers.radius() {
                let found = sample("moving_day", style, distance, 1000, 1);
                assert_eq!(found.sizes, layers.sizes[..=distance as usize]);
                assert_eq!(found.arrangements.len() as u64, layers.sizes[distance as usize]);
                for at in found.arrangements {
                    let spot = space.distance(&at).unwrap().expect("the start can reach it");
                    assert_eq!(spot.to_goal, Some(distance));
                    assert!(all.insert(puzzle.places(&at)));
                }
            }
            assert_eq!(all.len() as u64, layers.states());
        }
    }

    #[test]
    fn beyond_the_hardest_start_there_is_nothing() {
        let found = sample("moving_day", Style::MOVE, 20, 5, 1);
        assert_eq!((found.arrangements.len(), found.sizes.len(), found.stop), (0, 20, None));
    }

    #[test]
    fn threads_make_no_difference() {
        let one = on("klotski", Style::MOVE, 60, 10, 4, 1);
        assert_eq!(one.arrangements.len(), 10);
        for threads in [2, 5] {
            assert_eq!(on("klotski", Style::MOVE, 60, 10, 4, threads).arrangements, one.arrangements);
        }
    }

    #[test]
    fn limits_stop_the_search() {
        let (puzzle, mut watch) = (library::puzzle("klotski").unwrap(), ());
        let limits = Limits::new().time(std::time::Duration::ZERO);
        let found = draw(&puzzle, Style::MOVE, 60, 1, 1, &mut Control::new(limits, &mut watch)).unwrap();
        assert_eq!((found.arrangements.len(), found.stop), (0, Some(Stop::Time)));
    }

    /// Pearson's test, as for [random positions](crate::tiles::random).
    #[test]
    fn all_arrangements_of_a_layer_are_equally_likely() {
        let puzzle = library::puzzle("moving_day").unwrap();
        let seeds = 1000;
        let mut seen: BTreeMap<_, u64> = BTreeMap::new();
        let mut size = 0;
        for seed in 0..seeds {
            let found = sample("moving_day", Style::MOVE, 10, 1, seed);
            size = found.sizes[10];
            *seen.entry(puzzle.places(&found.arrangements[0])).or_default() += 1;
        }
        assert_eq!(seen.len() as u64, size);
        let expected = seeds as f64 / size as f64;
        let sum: f64 = seen.values().map(|&times| (times as f64 - expected).powi(2) / expected).sum();
        let mean = size as f64 - 1.0;
        assert!((sum - mean).abs() < 5.0 * (2.0 * mean).sqrt(), "{sum} instead of {mean}");
    }
}
