//! Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983) over the candidates of a family.
//!
//! A chain changes its candidate at random, searches the component of the result, and takes it if it is
//! better, or else with a probability that falls with the loss and with time. The candidate is only a
//! representative of its component: a puzzle begins at the farthest start of the component, and a change
//! begins at that start, at a goal, or at any other state. After some steps without success the chain starts
//! again, at random or from one of the best components so far.
//!
//! Hard puzzles come in components of very different sizes, and large ones take most of the time. So chains
//! have a size [`class`](super::class): the most states of their components.

use super::candidate::Candidate;
use super::class::{Elites, SizeClass};
use super::evaluator::NoComponent;
use super::wanted::{Buffers, Find, Standing, Wanted};
use crate::tiles::random::Random;
use std::collections::BTreeSet;

/// The steps of a chain before it starts again.
const STEPS: u32 = 1500;

/// The temperature at the beginning: the loss that is accepted with a probability of 1/e.
const HOT: f64 = 1.0;

/// The temperature at the end.
const COLD: f64 = 0.05;

/// The puzzles that a chain finds before it starts again, if any puzzle will do.
const MOST_FINDS: u32 = 20;

/// A chain of candidates.
#[derive(Clone)]
pub struct Chain {
    random: Random,
    /// The class that the chain stays in; without one, it begins in the most successful class.
    fixed: Option<SizeClass>,
    class: SizeClass,
    /// States of the current component; none before the first.
    bases: Vec<Candidate>,
    score: f64,
    /// The best score since the last restart.
    summit: f64,
    step: u32,
    finds: u32,
    /// The canonical forms of the components in which it has found puzzles.
    seen: BTreeSet<Candidate>,
    /// A candidate to look at next.
    next: Option<Candidate>,
}

/// What a chain has done.
#[derive(Default)]
pub struct Harvest {
    /// The puzzles found, in the order of their discovery.
    pub finds: Vec<Find>,
    /// The best components.
    pub best: Elites,
    /// The number of components searched.
    pub evaluated: u64,
    /// Those of them that were too large.
    pub too_large: u64,
}

impl Chain {
    /// A chain with a seed that stays in a class, or else changes to the most successful one.
    pub fn new(seed: u64, fixed: Option<SizeClass>) -> Chain {
        Chain {
            random: Random::new(seed),
            fixed,
            class: fixed.unwrap_or_default(),
            bases: vec![],
            score: 0.0,
            summit: 0.0,
            step: 0,
            finds: 0,
            seen: BTreeSet::new(),
            next: None,
        }
    }

    /// Continue until `effort` states have been searched or `go_on` says no. `known` are the best components
    /// of all chains, and puzzles must be worth more than `worth`.
    pub fn run(
        &mut self,
        wanted: &Wanted,
        (known, mut worth): (&Elites, f64),
        (buffers, effort): (&mut Buffers, u64),
        go_on: &mut dyn FnMut(&Buffers) -> bool,
    ) -> Harvest {
        let mut harvest = Harvest::default();
        let until = buffers.searched() + effort;
        // A change can fail, so that no state is searched.
        let mut failed = 0;
        while buffers.searched() < until && failed < 1000 {
            let Some(candidate) = self.candidate(wanted, known) else {
                failed += 1;
                continue;
            };
            harvest.evaluated += 1;
            self.step += 1;
            let needed = self.needed();
            let explored = buffers.explore(wanted, candidate, self.class.most(wanted), (needed, worth));
            failed = if explored.is_err() { failed + 1 } else { 0 };
            harvest.too_large += u64::from(explored == Err(NoComponent::TooLarge));
            if explored == Ok(true)
                && let Some(standing) = buffers.standing(wanted)
            {
                if standing.score >= needed {
                    self.take(standing, buffers);
                    harvest.best.keep(self.class, standing, &self.bases[0]);
                }
                if standing.score > self.summit {
                    (self.summit, self.step) = (standing.score, 0);
                }
                let is_worth_it = standing.is_in_range && (!wanted.is_contest || standing.worth > worth);
                let found = if is_worth_it { buffers.find(wanted, worth, &mut self.next) } else { None };
                if let Some(find) = found.filter(|find| self.seen.insert(find.canonical.clone())) {
                    worth = worth.max(find.worth);
                    self.finds += 1;
                    harvest.finds.push(find);
                }
            }
            if !go_on(buffers) {
                break;
            }
        }
        harvest
    }

    /// The next candidate.
    fn candidate(&mut self, wanted: &Wanted, known: &Elites) -> Option<Candidate> {
        if let Some(next) = self.next.take() {
            return Some(next);
        }
        let is_done = self.finds >= MOST_FINDS && !wanted.is_contest;
        if self.bases.is_empty() || self.step >= STEPS || is_done {
            (self.step, self.finds) = (0, 0);
            (self.score, self.summit) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
            self.bases.clear();
            self.class = self.fixed.unwrap_or_else(|| known.leader());
            if let Some(elite) = self.elite(wanted, known) {
                return wanted.variation.changed(elite, &mut self.random);
            }
            return wanted.variation.random(&mut self.random);
        }
        let base = &self.bases[self.random.below(self.bases.len() as u64) as usize];
        wanted.variation.changed(base, &mut self.random)
    }

    /// One of the best components of the class, or none, with equal probability. If any puzzle will do, a
    /// component in range is left to the chain that has found it.
    fn elite<'k>(&mut self, wanted: &Wanted, known: &'k Elites) -> Option<&'k Candidate> {
        let all = known.of(self.class).filter(|(standing, _)| wanted.is_contest || !standing.is_in_range);
        let all: Vec<&(Standing, Candidate)> = all.collect();
        if all.is_empty() || self.random.below(2) == 0 {
            return None;
        }
        // The best of three that are drawn at random.
        let mut draw = || all[self.random.below(all.len() as u64) as usize];
        let drawn = [draw(), draw(), draw()];
        let best = drawn.into_iter().max_by(|(one, _), (other, _)| one.score.total_cmp(&other.score));
        best.map(|(_, candidate)| candidate)
    }

    /// The least score of a component that becomes the current one. A loss is accepted with the probability
    /// exp(-loss / temperature): the number is drawn before the component is searched, which may save that.
    fn needed(&mut self) -> f64 {
        let temperature = COLD + (HOT - COLD) * (1.0 - f64::from(self.step) / f64::from(STEPS)).max(0.0);
        let chance = ((self.random.bits() >> 11) + 1) as f64 / (1u64 << 53) as f64;
        self.score + temperature * chance.ln()
    }

    /// Make the component at hand the current one.
    fn take(&mut self, standing: Standing, buffers: &Buffers) {
        let (component, random) = (&buffers.component, &mut self.random);
        let goal = component.order()[random.below(component.goals() as u64) as usize];
        let any = random.below(component.states() as u64) as u32;
        self.bases = [standing.state, goal, any].map(|state| component.start(state)).into();
        self.score = standing.score;
    }
}
