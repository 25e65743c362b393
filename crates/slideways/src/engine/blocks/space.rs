//! The packed state space: states as numbers, placements as masks, steps as table entries.

use super::bumps::Wanted;
use super::mask::Mask;
use super::plan::{Field, KindPlan, NONE, Plan, binomial};
use super::sets;
use super::sink::Sink;
use crate::engine::search::outbox::Outbox;
use crate::engine::search::{Expander, Graph, Note, State};
use crate::grid::Grid;
use crate::outcome::Stop;
use crate::puzzle::{Arrangement, Place, Puzzle};
use crate::style::{Reach, Style, Who};
use std::ops::{ControlFlow, Range};

/// One step from one placement in one direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacementStep<const M: usize> {
    /// The cells that must be empty; for an impossible step the [wall](Space::WALL), which never is.
    pub(super) fresh: Mask<M>,
    /// The placement it leads to, or [`NONE`].
    pub(super) to: u16,
}

/// A set of placements that one field can hold.
#[derive(Clone, Copy, Debug)]
struct PlacementSet<const M: usize> {
    /// The cells they cover, if they do not overlap.
    cells: Mask<M>,
    placements: [u16; 4],
}

/// A field, prepared for unpacking.
#[derive(Clone, Copy, Debug)]
struct Unpack {
    word: u32,
    shift: u32,
    mask: u64,
    /// Where its sets begin in the table of sets.
    table: u32,
    slot: u32,
    slots: u32,
}

/// A puzzle compiled for states of `N` words, masks of `M` words and `D` directions, with a style of move.
#[derive(Debug)]
pub struct Space<const N: usize, const M: usize, const D: usize> {
    style: Style,
    /// Whether pieces might push each other in a circle.
    pub(super) circular: bool,
    /// The cells of each placement.
    pub(super) masks: Vec<Mask<M>>,
    /// All cells next to a placement into which a step leads.
    pub(super) around: Vec<Mask<M>>,
    /// The steps from each placement, by direction.
    pub(super) steps: Vec<[PlacementStep<M>; D]>,
    fields: Vec<Unpack>,
    /// Every set of every field.
    sets: Vec<PlacementSet<M>>,
    pub(super) slots: Vec<Slot>,
    /// For each slot, the slots of its kind.
    pub(super) kin: Vec<Mask<M>>,
    /// What each slot adds to the packed state for each placement it may hold.
    summands: Vec<u64>,
    /// For each placement, the kind and its anchor.
    places: Vec<Place>,
}

/// One place in the sorted list of a kind's placements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// The first placement of its kind.
    pub(super) placement: u16,
    /// The word of the state it is added to.
    word: u8,
    /// Where its summands begin, less its kind's first placement.
    summands: usize,
}

/// The placement of each slot, kind after kind and sorted within each kind, so the whole list is sorted.
/// Slots are numbered from 1. The smallest placement precedes them, and [`NONE`], which is greater than any
/// placement, follows them.
pub(super) type Placements = [u16; MOST_SLOTS + 5];

/// Memory for placements, with the sentinels in place.
pub(super) fn no_placements() -> Box<Placements> {
    let mut at = Box::new([NONE; MOST_SLOTS + 5]);
    at[0] = 0;
    at
}

/// A piece covers at least one cell, so there are at most as many pieces as cells.
const MOST_SLOTS: usize = Grid::MAX_CELLS;

/// Working memory: the unpacked state that is being expanded.
///
/// Each thread has its own; two of them must not share a cache line.
#[derive(Debug)]
#[repr(align(128))]
pub struct Scratch<const N: usize, const M: usize> {
    pub(super) at: Box<Placements>,
    /// The cells covered.
    pub(super) occupied: Mask<M>,
    pub(super) rest: Vec<u16>,
    pub(super) sets: sets::Scratch<N, M>,
}

impl<const N: usize, const M: usize> Default for Scratch<N, M> {
    fn default() -> Self {
        Scratch {
            at: no_placements(),
            occupied: Mask::default(),
            rest: vec![],
            sets: sets::Scratch::default(),
        }
    }
}

impl<const N: usize, const M: usize, const D: usize> Space<N, M, D> {
    /// The number of the cell that is always covered: a step that needs it is impossible.
    pub(super) const WALL: usize = 64 * M - 1;

    /// Lay out a plan, which must fit into `N` words and leave a cell of the `M` words for the wall.
    pub fn new(plan: &Plan, style: Style) -> Space<N, M, D> {
        assert!(plan.words <= N && plan.cells < 64 * M, "the plan fits the layout");
        let masks: Vec<Mask<M>> =
            plan.placements.iter().map(|(_, _, cells)| cells.iter().copied().collect()).collect();
        let steps: Vec<[PlacementStep<M>; D]> = (0..masks.len())
            .map(|from| {
                std::array::from_fn(|dir| match plan.steps[from][dir] {
                    NONE => PlacementStep { fresh: Mask::bit(Self::WALL), to: NONE },
                    to => PlacementStep { fresh: masks[usize::from(to)] - masks[from], to },
                })
            })
            .collect();
        let around = steps.iter().map(|steps| steps.iter().fold(Mask::default(), |a, step| a | step.fresh));
        let mut space = Space {
            style,
            circular: plan.circular,
            around: around.collect(),
            masks,
            steps,
            fields: vec![],
            sets: vec![],
            slots: vec![Slot { placement: 0, word: 0, summands: 0 }],
            summands: vec![],
            kin: vec![Mask::default()],
            places: vec![],
        };
        space.places =
            plan.placements.iter().map(|&(k, at, _)| Place { at, kind: plan.kinds[k].kind }).collect();
        for kind in &plan.kinds {
            // Fields of one kind with the same number of slots share a table.
            let mut tables = [None; 5];
            for field in &plan.fields[kind.fields.clone()] {
                let table = &mut tables[field.slots.len()];
                let table = *table.get_or_insert_with(|| space.add_table(field, kind));
                space.add_field(field, kind, table);
            }
            let kin: Mask<M> = kind.slots.clone().map(|slot| slot + 1).collect();
            space.kin.extend(kind.slots.clone().map(|_| kin));
        }
        space
    }

    fn add_field(&mut self, field: &Field, kind: &KindPlan, table: u32) {
        let (first, slots) = (kind.placements.start, field.slots.len());
        self.fields.push(Unpack {
            word: field.word as u32,
            shift: field.shift,
            mask: ((1u128 << field.bits) - 1) as u64,
            table,
            slot: field.slots.start as u32 + 1,
            slots: slots as u32,
        });
        for n in 1..=slots {
            self.slots.push(Slot {
                placement: first as u16,
                word: field.word as u8,
                summands: self.summands.len().wrapping_sub(first),
            });
            let ranks = (0..kind.placements.len()).map(|p| (binomial(p, n) as u64) << field.shift);
            self.summands.extend(ranks);
        }
    }

    /// Add the table of the sets that a field can hold, in the order of their ranks: the last element is the
    /// most significant.
    fn add_table(&mut self, field: &Field, kind: &KindPlan) -> u32 {
        let (first, slots) = (kind.placements.start, field.slots.len());
        let table = self.sets.len() as u32;
        self.sets.reserve_exact(field.sets);
        let mut set = [NONE; 4];
        for (n, place) in set[..slots].iter_mut().enumerate() {
            *place = (first + n) as u16;
        }
        for _ in 0..field.sets {
            let cells = set[..slots].iter().filter_map(|&p| self.masks.get(usize::from(p)));
            let cells = cells.fold(Mask::default(), |all, &cells| all | cells);
            self.sets.push(PlacementSet { cells, placements: set });
            let mut n = 0;
            while n + 1 < slots && set[n] + 1 == set[n + 1] {
                set[n] = (first + n) as u16;
                n += 1;
            }
            set[n] = set[n].wrapping_add(1);
        }
        table
    }

    /// The size of the tables in bytes.
    pub fn bytes(&self) -> u64 {
        let placements = self.masks.len() * (2 * size_of::<Mask<M>>() + size_of::<[PlacementStep<M>; D]>());
        let sets = self.sets.capacity() * size_of::<PlacementSet<M>>();
        (placements + sets + self.summands.capacity() * size_of::<u64>()) as u64
    }

    /// The numbers of the slots.
    #[inline]
    pub(super) fn slots(&self) -> Range<usize> {
        1..self.slots.len()
    }

    /// What a slot adds to its word if it holds a placement.
    #[inline]
    fn summand(&self, slot: &Slot, placement: u16) -> u64 {
        self.summands[slot.summands.wrapping_add(usize::from(placement))]
    }

    /// Add to the word of a slot.
    #[inline]
    pub(super) fn add(&self, state: &mut State<N>, slot: usize, change: u64) {
        let word = &mut state[if N == 1 { 0 } else { usize::from(self.slots[slot].word) }];
        *word = word.wrapping_add(change);
    }

    /// Remove a placement from one slot and add another placement to a slot.
    #[inline]
    pub(super) fn put(&self, state: &mut State<N>, slot: usize, old: u16, new_slot: usize, new: u16) {
        self.add(state, slot, self.summand(&self.slots[slot], old).wrapping_neg());
        self.add(state, new_slot, self.summand(&self.slots[new_slot], new));
    }

    /// Replace the placement that a slot holds.
    #[inline]
    pub(super) fn replace(&self, state: &mut State<N>, slot: usize, old: u16, new: u16) {
        let change = self.summand(&self.slots[slot], new).wrapping_sub(self.summand(&self.slots[slot], old));
        self.add(state, slot, change);
    }

    /// The set of placements that a field of a state holds.
    #[inline]
    fn set(&self, state: &State<N>, field: &Unpack) -> &PlacementSet<M> {
        let rank = state[if N == 1 { 0 } else { field.word as usize }] >> field.shift & field.mask;
        &self.sets[field.table as usize + rank as usize]
    }

    /// Unpack the placements of all slots and the cells they cover, the wall included.
    #[inline]
    fn unpack_into(&self, state: &State<N>, scratch: &mut Scratch<N, M>) {
        scratch.occupied = Mask::bit(Self::WALL);
        for field in &self.fields {
            let set = self.set(state, field);
            scratch.occupied |= set.cells;
            // Each write covers four slots; the next field overwrites the excess, and after the last field
            // the excess is NONE.
            let at = &mut scratch.at[field.slot as usize..][..4];
            *<&mut [u16; 4]>::try_from(at).expect("four slots") = set.placements;
        }
    }

    /// Put a placement into an empty slot.
    #[inline]
    pub(super) fn fill_slot(&self, state: &mut State<N>, slot: usize, placement: u16) {
        self.add(state, slot, self.summand(&self.slots[slot], placement));
    }

    /// Pack sorted placements.
    pub(super) fn pack_slots(&self, at: &[u16]) -> State<N> {
        let mut state = [0u64; N];
        for (slot, &placement) in self.slots[1..].iter().zip(at) {
            let word = &mut state[usize::from(slot.word)];
            *word = word.wrapping_add(self.summand(slot, placement));
        }
        state
    }

    /// Pack an arrangement; `None` if a piece is at a place it can never reach.
    pub fn pack(&self, plan: &Plan, puzzle: &Puzzle, arrangement: &Arrangement) -> Option<State<N>> {
        self.pack_places(plan, &puzzle.places(arrangement))
    }

    /// Pack the places of all pieces, in any order.
    pub fn pack_places(&self, plan: &Plan, places: &[Place]) -> Option<State<N>> {
        let mut at: Vec<u16> = places
            .iter()
            .map(|&place| plan.placement(place).map(|placement| placement as u16))
            .collect::<Option<_>>()?;
        // Placements are numbered kind by kind, so this sorts the kinds as well as within them.
        at.sort_unstable();
        Some(self.pack_slots(&at))
    }

    /// The places of all pieces, in reading order.
    pub fn unpack(&self, state: &State<N>) -> Vec<Place> {
        let mut scratch = Scratch::default();
        self.unpack_into(state, &mut scratch);
        let mut places: Vec<Place> =
            scratch.at[self.slots()].iter().map(|&p| self.places[usize::from(p)]).collect();
        places.sort();
        places
    }

    /// Maps states to their images under a symmetry, which is given by the images of all places.
    pub fn imager<'s>(
        &'s self,
        plan: &Plan,
        image: &dyn Fn(Place) -> Place,
    ) -> Box<dyn FnMut(&State<N>) -> State<N> + 's> {
        let placement =
            |&place: &Place| plan.placement(image(place)).expect("the image of a piece fits") as u16;
        let images: Vec<u16> = self.places.iter().map(placement).collect();
        let mut scratch = Scratch::default();
        Box::new(move |state| {
            self.unpack_into(state, &mut scratch);
            let at = &mut scratch.at[self.slots()];
            at.iter_mut().for_each(|placement| *placement = images[usize::from(*placement)]);
            // Placements are numbered kind by kind, so this sorts the kinds as well as within them.
            at.sort_unstable();
            self.pack_slots(at)
        })
    }

    /// Whether a piece of a kind, whose fields are given, has a placement.
    #[inline]
    pub(super) fn holds(&self, state: &State<N>, fields: Range<usize>, placement: u16) -> bool {
        self.fields[fields]
            .iter()
            .any(|field| self.set(state, field).placements[..field.slots as usize].contains(&placement))
    }

    /// Pass every successor that the note does not exclude to a sink, each with its note and the slots that
    /// move.
    #[inline]
    pub(super) fn successors(
        &self,
        state: &State<N>,
        note: Note,
        scratch: &mut Scratch<N, M>,
        sink: &mut Sink<N, M>,
    ) -> ControlFlow<()> {
        self.unpack_into(state, scratch);
        match (self.style.who, self.style.reach) {
            (Who::Piece, Reach::Step) => self.single_steps(state, note, scratch, sink),
            (Who::Piece, Reach::Slide) => self.single_slides(state, note, scratch, sink),
            (Who::Piece, Reach::Path) => self.single_paths(state, note, scratch, sink),
            (Who::Set, Reach::Step) => self.set_steps(state, note, scratch, sink),
            (Who::Set, Reach::Slide) => self.set_slides(state, note, scratch, sink),
            (Who::Set, Reach::Path) => self.set_paths(state, note, scratch, sink),
        }
    }

    /// The places that pieces leave in a move from a state to one of its neighbours. The number of candidate
    /// moves may be very large: `tick` is called for each and can stop the search.
    pub fn who_moves(
        &self,
        from: &State<N>,
        to: &State<N>,
        tick: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Vec<Place>, Stop> {
        let mut movers = Ok(None);
        let [mut unpacked, mut target, mut scratch] = [(); 3].map(|()| Scratch::default());
        self.unpack_into(from, &mut unpacked);
        self.unpack_into(to, &mut target);
        // A piece has moved if its placement is free afterwards.
        let left = |slot: &usize| !target.at[self.slots()].contains(&unpacked.at[*slot]);
        scratch.sets.wanted = Wanted { with: self.slots().filter(left).collect(), few_first: true };
        let mut visit = |next: State<N>, _, set: &Mask<M>| {
            let place = |slot: usize| self.places[usize::from(unpacked.at[slot])];
            movers = tick().map(|()| (next == *to).then(|| set.iter().map(place).collect()));
            if movers == Ok(None) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let _ = self.successors(from, 0, &mut scratch, &mut Sink::Visit(&mut visit));
        Ok(movers?.expect("the states are neighbours"))
    }
}

impl<const N: usize, const M: usize, const D: usize> Graph<N> for Space<N, M, D> {
    fn expander(&self) -> Box<dyn Expander<N> + '_> {
        Box::new(Mover { space: self, scratch: Scratch::default() })
    }
}

/// A space and the working memory of one thread.
struct Mover<'s, const N: usize, const M: usize, const D: usize> {
    space: &'s Space<N, M, D>,
    scratch: Scratch<N, M>,
}

impl<const N: usize, const M: usize, const D: usize> Expander<N> for Mover<'_, N, M, D> {
    fn each_neighbour(
        &mut self,
        state: &State<N>,
        note: Note,
        visit: &mut dyn FnMut(State<N>, Note) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut visit = |next: State<N>, note, _: &Mask<M>| visit(next, note);
        self.space.successors(state, note, &mut self.scratch, &mut Sink::Visit(&mut visit))
    }

    fn post(&mut self, batch: &[(State<N>, Note)], outbox: &mut Outbox<N>, most: usize) -> usize {
        let Mover { space, scratch } = self;
        outbox.fill(batch, most, |outbox, most, state, note| {
            space.successors(state, note, scratch, &mut Sink::Post(outbox, most))
        })
    }
}
