//! Several chains on all threads, in rounds, with an answer that does not depend on the number of threads.
//!
//! In each round every chain searches the same number of states, knowing only what all chains had found
//! before the round. After it the findings are merged in the order of the chains.

use super::chain::{Chain, Harvest};
use super::class::{Elites, SizeClass};
use super::wanted::{Buffers, Find, Wanted};
use crate::engine::run::units::{Unit, run_units};
use crate::engine::search::control::Control;
use crate::outcome::Stop;
use crate::tiles::random::mixed;
use std::collections::BTreeSet;

/// The number of chains.
const CHAINS: usize = 16;

/// The states that a chain searches in the first round, and at most in a later one. Each round is twice as
/// long as the one before, so that easy puzzles are found at once.
const EFFORT: (u64, u64) = (2_000, 256_000);

/// How long to search.
#[derive(Clone, Copy, Debug)]
pub struct Until {
    /// The number of puzzles; in a contest the number of the best that are kept.
    pub number: usize,
    /// The number of components; the round in which it is reached is finished.
    pub evaluated: u64,
    /// The seed of all chains.
    pub seed: u64,
}

/// What all chains have done.
#[derive(Default)]
pub struct Rounds {
    /// The best components.
    pub best: Elites,
    /// The number of components searched.
    pub evaluated: u64,
    /// Those of them that were too large.
    pub too_large: u64,
    /// What stopped the search before it had reached its end, if something did.
    pub stop: Option<Stop>,
}

/// Run all chains. `take` receives each puzzle, and says whether it counts.
pub fn search<E>(
    wanted: &Wanted,
    until: Until,
    control: &mut Control,
    take: &mut dyn FnMut(Find, &mut Control) -> Result<bool, E>,
) -> Result<Rounds, E> {
    let seed = |chain: u64| mixed(until.seed.wrapping_mul(CHAINS as u64).wrapping_add(chain));
    let chain = |number: usize| Chain::new(seed(number as u64), SizeClass::of(number));
    let mut chains: Vec<Chain> = (0..CHAINS).map(chain).collect();
    let (mut seen, mut worths) = (BTreeSet::new(), vec![]);
    let mut rounds = Rounds::default();
    let units: Vec<usize> = (0..CHAINS).collect();
    let mut effort = EFFORT.0;
    while rounds.evaluated < until.evaluated {
        // Only what is better than the last of those that are kept counts.
        let worth = match worths.get(until.number.saturating_sub(1)) {
            Some(&worth) if wanted.is_contest => worth,
            _ => f64::NEG_INFINITY,
        };
        let mut done: Vec<Option<(Chain, Harvest)>> = vec![];
        done.resize_with(CHAINS, || None);
        let work = |unit: &mut Unit, buffers: &mut Buffers| {
            let (mut chain, before) = (chains[unit.number].clone(), buffers.searched());
            let mut go_on = |now: &Buffers| unit.report(now.searched() - before, 0, now.bytes());
            let harvest = chain.run(wanted, (&rounds.best, worth), (buffers, effort), &mut go_on);
            unit.report(buffers.searched() - before, 0, 0);
            Some((chain, harvest))
        };
        let threads = control.threads();
        let ended =
            run_units((&units, threads), 0, control, work, |unit, result, _| done[unit] = Some(result));
        let (before, mut enough) = (rounds.evaluated, false);
        for (chain, (after, harvest)) in done.into_iter().enumerate().filter_map(|(n, done)| Some((n, done?)))
        {
            chains[chain] = after;
            rounds.evaluated += harvest.evaluated;
            rounds.too_large += harvest.too_large;
            rounds.best.merge(harvest.best);
            for find in harvest.finds {
                let worth = find.worth;
                if !enough && seen.insert(find.canonical.clone()) && take(find, control)? {
                    let place = worths.partition_point(|&other: &f64| other >= worth);
                    worths.insert(place, worth);
                    enough = !wanted.is_contest && worths.len() >= until.number;
                }
            }
        }
        if enough {
            return Ok(rounds);
        }
        if let Err(by) = ended {
            return Ok(Rounds { stop: Some(by), ..rounds });
        }
        if rounds.evaluated == before {
            break;
        }
        effort = (2 * effort).min(EFFORT.1);
    }
    Ok(Rounds { stop: Some(Stop::Effort), ..rounds })
}
