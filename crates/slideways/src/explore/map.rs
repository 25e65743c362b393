//! A component written out: every arrangement, how far it is from the start and from the nearest goal, and
//! which are one move apart.

use super::links::{Links, NEVER};
use super::numbering::Numbering;
use super::spread::spread;
use crate::blocks::ground::{self, Ground, Where, Work};
use crate::blocks::solve::TooLarge;
use crate::outcome::{Cost, Limits, Stop};
use crate::puzzle::{Arrangement, Place, Puzzle};
use crate::search::control::Control;
use crate::style::Style;
use crate::watch::Watch;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A component written out. Arrangements are numbered in the order of their distance from the start, which is
/// number 0.
#[derive(Clone, Debug)]
pub struct Map {
    /// Which are one move apart.
    pub links: Links,
    /// How far each is from the start.
    pub from_start: Vec<u32>,
    /// How far each is from the nearest goal; [`NEVER`], for all, if the component has none.
    pub to_goal: Vec<u32>,
    /// The places of all pieces, in reading order, of one arrangement after another.
    places: Vec<Place>,
    /// What it cost.
    pub cost: Cost,
}

impl Map {
    /// The number of arrangements.
    pub fn states(&self) -> usize {
        self.links.vertices()
    }

    /// The places of all pieces of an arrangement, in reading order.
    pub fn places(&self, number: u32) -> &[Place] {
        let pieces = self.places.len() / self.states();
        &self.places[number as usize * pieces..][..pieces]
    }

    /// An arrangement by its number, pieces of one kind in reading order.
    pub fn arrangement(&self, puzzle: &Puzzle, number: u32) -> Option<Arrangement> {
        puzzle.arrangement(self.places(number))
    }
}

/// Why there is no map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMap {
    /// The component has more arrangements than were allowed.
    TooMany,
    /// Something stopped it.
    Stopped(Stop),
}

impl From<Stop> for NoMap {
    fn from(by: Stop) -> NoMap {
        NoMap::Stopped(by)
    }
}

/// Write out the component of the start, if it has at most so many arrangements.
pub fn map(
    puzzle: &Puzzle,
    style: Style,
    most: u64,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Result<Map, NoMap>, TooLarge> {
    let mut control = Control::new(limits, watch);
    ground::on(puzzle, style, Where::Reachable, limits.memory, Mapping { most, control: &mut control })
}

struct Mapping<'c, 'w> {
    most: u64,
    control: &'c mut Control<'w>,
}

impl Work for Mapping<'_, '_> {
    type Answer = Result<Map, NoMap>;

    fn on<const N: usize, G: Ground<N>>(self, ground: Arc<G>) -> Result<Map, NoMap> {
        let ground = &*ground;
        let Mapping { most, control } = self;
        control.hold(ground.bytes())?;
        let (numbering, from_start) = gathered(ground, most, control)?;
        let links = Links::of_states(ground, &numbering, control)?;
        control.hold(links.bytes())?;
        let states = numbering.states();
        control.hold((states.len() * (8 + ground.puzzle().pieces().len() * size_of::<Place>())) as u64)?;
        let goals = (0..).zip(states).filter(|(_, state)| ground.is_goal(state)).map(|(number, _)| number);
        let to_goal = links.distances(goals);
        debug_assert!(to_goal.iter().all(|&distance| (distance == NEVER) == (to_goal[0] == NEVER)));
        let places = states.iter().flat_map(|state| ground.places(state)).collect();
        Ok(Map { links, from_start, to_goal, places, cost: control.cost })
    }
}

/// The states of the start's component, numbered in the order of their distance, and their distances; if there are at
/// most so many.
pub(super) fn gathered<const N: usize, G: Ground<N>>(
    ground: &G,
    most: u64,
    control: &mut Control,
) -> Result<(Numbering<N>, Vec<u32>), NoMap> {
    let mut numbering = Numbering::default();
    let mut from_start = vec![];
    let mut too_many = false;
    let found = spread(ground, [ground.start()], true, control, &mut |layer, control| {
        too_many = numbering.states().len() as u64 + layer.size() > most.min(Numbering::<N>::MOST as u64);
        if too_many {
            return Err(Stop::Memory);
        }
        let before = numbering.bytes();
        layer.each(&mut |state| {
            numbering.add(*state);
            ControlFlow::Continue(())
        });
        from_start.resize(numbering.states().len(), layer.distance());
        control.hold(numbering.bytes() - before)
    });
    match found.stop {
        Some(_) if too_many => Err(NoMap::TooMany),
        Some(by) => Err(NoMap::Stopped(by)),
        None => Ok((numbering, from_start)),
    }
}
