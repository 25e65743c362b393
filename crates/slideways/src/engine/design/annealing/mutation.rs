//! Random candidates of a family, and random changes of them: ruin and recreate.
//!
//! A change removes some pieces, moves or toggles walls, and fills the box again at random until the numbers
//! of pieces and holes are those of the family (Schrimpf and others, *Record breaking optimization results
//! using the ruin and recreate principle*, 2000). So one rule serves boxes with many holes, where single
//! pieces come and go, and boxes with two.

use super::candidate::Candidate;
use super::ground::{Ground, KindCell};
use crate::engine::design::anchored::{Cells, bit};
use crate::engine::design::count::Allowed;
use crate::tiles::random::Random;
use std::ops::RangeInclusive;

/// The attempts to fill a box before it is given up.
const ATTEMPTS: usize = 20;

/// The candidates that a family allows.
pub struct Variation<'g> {
    /// The box.
    pub ground: &'g Ground,
    /// The numbers of pieces and holes.
    pub allowed: &'g Allowed,
    /// The number of walls.
    pub walls: RangeInclusive<u32>,
    /// All places where a piece may be put, and the cells that it covers there.
    places: Vec<(KindCell, Cells)>,
}

impl<'g> Variation<'g> {
    /// The candidates of a family. If a goal names a piece that moves along a line only, no other piece that
    /// is bound to that line may be on it: in front of the piece it could never make way.
    pub fn new(ground: &'g Ground, allowed: &'g Allowed, walls: RangeInclusive<u32>) -> Variation<'g> {
        let named: Vec<KindCell> = ground.goals.iter().flatten().copied().collect();
        let mut places = vec![];
        for (kind, of_kind) in (0u8..).zip(&ground.kinds) {
            let is_named = named.iter().any(|goal| goal.0 == kind);
            for (cell, &covers) in (0u8..).zip(&of_kind.covers).filter(|(_, covers)| **covers != 0) {
                let place = (kind, cell);
                let blocks =
                    |&goal: &KindCell| !is_named && ground.is_line(goal) && ground.shares_line(goal, place);
                let strays = is_named
                    && ground.is_line(place)
                    && !named.iter().any(|&goal| ground.shares_line(goal, place));
                if !strays && !named.iter().any(blocks) {
                    places.push((place, covers));
                }
            }
        }
        Variation { ground, allowed, walls, places }
    }

    /// A random candidate; `None` if the attempts fail.
    pub fn random(&self, random: &mut Random) -> Option<Candidate> {
        let mut base = Candidate::default();
        let goal = &self.ground.goals[random.below(self.ground.goals.len() as u64) as usize];
        for &piece in if self.ground.from.is_empty() { goal } else { &self.ground.from } {
            base.add(piece);
        }
        let filled = base.filled(self.ground);
        let (least, most) = (*self.walls.start(), *self.walls.end());
        let walls = least + random.below(u64::from(most - least) + 1) as u32;
        for _ in 0..walls {
            base.walls |= self.empty_cell(filled | base.walls, random)?;
        }
        let more = random.below(u64::from(self.ground.free())) as u32;
        (0..ATTEMPTS).find_map(|_| self.filled(base.clone(), more, random))
    }

    /// A random change of a candidate; `None` if the attempts fail.
    pub fn changed(&self, candidate: &Candidate, random: &mut Random) -> Option<Candidate> {
        (0..ATTEMPTS).find_map(|_| {
            let mut next = candidate.clone();
            if *self.walls.end() > 0 && random.below(4) == 0 {
                self.change_walls(&mut next, random)?;
            }
            // Mostly one piece goes and one comes.
            let remove = [0, 1, 1, 1, 1, 2, 2, 3][random.below(8) as usize];
            for _ in 0..remove {
                self.remove(&mut next, random);
            }
            let more = [0, 1, 1, 1, 1, 2, 2, 3][random.below(8) as usize];
            let next = self.filled(next, more, random)?;
            (next != *candidate).then_some(next)
        })
    }

    fn remove(&self, candidate: &mut Candidate, random: &mut Random) {
        let mut loose = candidate.removable(self.ground);
        loose.retain(|&piece| !self.ground.from.contains(&candidate.pieces[piece]));
        if !loose.is_empty() {
            candidate.pieces.remove(loose[random.below(loose.len() as u64) as usize]);
        }
    }

    /// Add, remove or move a wall.
    fn change_walls(&self, candidate: &mut Candidate, random: &mut Random) -> Option<()> {
        let number = candidate.walls.count_ones();
        let (fewer, more) = (number > *self.walls.start(), number < *self.walls.end());
        let (mut remove, mut add) = (number > 0, true);
        match random.below(3) {
            0 if fewer => add = false,
            1 if more => remove = false,
            _ if number == 0 => remove = false,
            _ => {}
        }
        if remove {
            let nth = random.below(number.into()) as usize;
            let wall =
                (0..self.ground.grid.size()).filter(|&cell| candidate.walls & bit(cell) != 0).nth(nth)?;
            candidate.walls &= !bit(wall);
        }
        if add {
            // A wall may take the place of a piece.
            let wall = bit(random.below(self.ground.grid.size() as u64) as usize);
            let fixed = self.ground.blocked | candidate.walls;
            let loose = candidate.removable(self.ground);
            let under = candidate.pieces.iter().position(|&piece| self.ground.covers(piece) & wall != 0);
            if fixed & wall != 0 || under.is_some_and(|piece| !loose.contains(&piece)) {
                return None;
            }
            if let Some(piece) = under {
                candidate.pieces.remove(piece);
            }
            candidate.walls |= wall;
        }
        Some(())
    }

    /// A random cell that is not filled.
    fn empty_cell(&self, filled: Cells, random: &mut Random) -> Option<Cells> {
        let empty: Vec<usize> = (0..self.ground.grid.size())
            .filter(|&cell| (filled | self.ground.blocked) & bit(cell) == 0)
            .collect();
        let nth = empty.get(random.below(empty.len().max(1) as u64) as usize)?;
        Some(bit(*nth))
    }

    /// Add random pieces: those that the numbers of the family require, and up to `more` others.
    fn filled(&self, mut candidate: Candidate, mut more: u32, random: &mut Random) -> Option<Candidate> {
        let mut filled = candidate.filled(self.ground);
        loop {
            let holes = self.ground.grid.size() as u32 - filled.count_ones();
            let total = |supply: usize| {
                let kinds = &self.allowed.supplies[supply].0;
                candidate.pieces.iter().filter(|piece| kinds.contains(&usize::from(piece.0))).count() as u32
            };
            let totals: Vec<u32> = (0..self.allowed.supplies.len()).map(total).collect();
            let numbers = || totals.iter().zip(&self.allowed.supplies);
            if numbers().any(|(total, (_, range))| total > range.end()) || holes < *self.allowed.holes.start()
            {
                return None;
            }
            let short = numbers().any(|(total, (_, range))| total < range.start());
            if !short && holes <= *self.allowed.holes.end() {
                if more == 0 {
                    return Some(candidate);
                }
                more -= 1;
            }
            let room = holes - *self.allowed.holes.start();
            let fits = |&&((kind, _), covers): &&(KindCell, Cells)| {
                let supply =
                    self.allowed.supplies.iter().position(|(kinds, _)| kinds.contains(&usize::from(kind)));
                let supply = supply.expect("every kind belongs to a supply");
                let range = &self.allowed.supplies[supply].1;
                let wanted =
                    if short { totals[supply] < *range.start() } else { totals[supply] < *range.end() };
                wanted && covers & filled == 0 && covers.count_ones() <= room
            };
            let fitting: Vec<&(KindCell, Cells)> = self.places.iter().filter(fits).collect();
            if fitting.is_empty() {
                let is_enough = !short && holes <= *self.allowed.holes.end();
                return is_enough.then_some(candidate);
            }
            let &&(piece, covers) = &fitting[random.below(fitting.len() as u64) as usize];
            candidate.add(piece);
            filled |= covers;
        }
    }
}
