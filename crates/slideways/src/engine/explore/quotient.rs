//! The graph of all arrangements up to symmetry.
//!
//! A group of symmetries acts on the arrangements and preserves moves, starts and goals. So all arrangements
//! of an orbit have the same distance from the nearest goal, and the graph whose vertices are the orbits has
//! the same distances: only one representative of each orbit has to be expanded.
//!
//! A component of that *quotient* stands for one or several components of the graph itself. Each link has a
//! *voltage*: the symmetry that maps the representative of its end to the neighbour that was met (Gross and
//! Tucker, *Topological Graph Theory*, 1987). The voltages of closed walks generate the symmetries that map
//! one component to itself, and the others map it to the other components.

use super::csr::Csr;
use super::numbering::Numbering;
use crate::engine::blocks::compiled::Compiled;
use crate::engine::search::control::{Control, Job};
use crate::outcome::Stop;
use crate::puzzle::Place;
use std::ops::ControlFlow;

/// A group of symmetries that map places to places; the identity is the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymmetryGroup {
    /// The image of a place under each symmetry, by kind and cell; `None` where the kind does not fit.
    pub images: Vec<Vec<Vec<Option<Place>>>>,
    /// `products[g][h]` is the symmetry that applies `h` first and then `g`.
    pub products: Vec<Vec<u8>>,
}

impl SymmetryGroup {
    /// The number of symmetries.
    pub fn order(&self) -> u64 {
        self.images.len() as u64
    }

    /// The symmetry that undoes another.
    fn inverse(&self, of: u8) -> u8 {
        let is_identity = |by: &u8| self.products[usize::from(*by)][usize::from(of)] == 0;
        (0..self.images.len() as u8).find(is_identity).expect("a group has inverses")
    }

    /// Add a symmetry to a set of symmetries that contains the identity, and everything that it generates.
    fn generate(&self, generated: &mut u8, by: u8) {
        if *generated >> by & 1 == 1 {
            return;
        }
        *generated |= 1 << by;
        loop {
            let is_in = |symmetry: &usize| *generated >> symmetry & 1 == 1;
            let elements: Vec<usize> = (0..self.images.len()).filter(is_in).collect();
            let products = elements.iter().flat_map(|&g| elements.iter().map(move |&h| (g, h)));
            let closed = products.fold(*generated, |all, (g, h)| all | 1 << self.products[g][h]);
            if std::mem::replace(generated, closed) == closed {
                return;
            }
        }
    }
}

/// The orbits of all states.
pub(super) struct Orbits {
    /// The orbit of each state.
    of: Vec<u32>,
    /// A symmetry that maps the representative of its orbit to each state.
    by: Vec<u8>,
    /// The number of the representative of each orbit, which is the first of its states.
    first: Vec<u32>,
    /// The symmetries that fix the representative of each orbit, as a set.
    fixed: Vec<u8>,
    order: u64,
}

impl Orbits {
    /// The bytes for all orbits, at most.
    pub(super) fn bytes_of(states: u64) -> u64 {
        10 * states
    }

    /// The orbits of all states, which must be closed under the symmetries.
    pub(super) fn new<const N: usize>(
        compiled: &dyn Compiled<N>,
        numbering: &Numbering<N>,
        group: &SymmetryGroup,
        control: &mut Control,
    ) -> Result<Orbits, Stop> {
        const NONE: u32 = u32::MAX;
        let states = numbering.states();
        let image = |map: &Vec<Vec<Option<Place>>>| {
            let map = map.clone();
            compiled.imager(&move |place| {
                map[usize::from(place.kind.0)][place.at.index()].expect("the piece fits")
            })
        };
        let mut images: Vec<_> = group.images[1..].iter().map(image).collect();
        let (mut of, mut by) = (vec![NONE; states.len()], vec![0; states.len()]);
        let (mut first, mut fixed) = (vec![], vec![]);
        for number in 0..states.len() {
            if of[number] != NONE {
                continue;
            }
            let orbit = first.len() as u32;
            of[number] = orbit;
            let mut fixes = 1;
            for (symmetry, image) in (1..).zip(&mut images) {
                let image =
                    numbering.number(&image(&states[number])).expect("the states are closed") as usize;
                if image == number {
                    fixes |= 1 << symmetry;
                } else if of[image] == NONE {
                    (of[image], by[image]) = (orbit, symmetry);
                }
            }
            first.push(number as u32);
            fixed.push(fixes);
            control.tick(0, 0)?;
        }
        Ok(Orbits { of, by, first, fixed, order: group.order() })
    }

    /// The number of orbits.
    pub(super) fn number(&self) -> usize {
        self.first.len()
    }

    /// The orbit of a state.
    pub(super) fn of(&self, state: u32) -> u32 {
        self.of[state as usize]
    }

    /// The representative of an orbit.
    pub(super) fn first(&self, orbit: u32) -> u32 {
        self.first[orbit as usize]
    }

    /// The number of states in an orbit.
    pub(super) fn size(&self, orbit: u32) -> u64 {
        self.order / u64::from(self.fixed[orbit as usize].count_ones())
    }
}

/// The graph of the orbits.
pub(super) struct Quotient<'g> {
    group: &'g SymmetryGroup,
    pub(super) orbits: Orbits,
    pub(super) links: Csr,
    /// The voltages of the links, in their order.
    voltages: Vec<u8>,
    /// For each orbit, a symmetry that maps its representative into the component that is being searched.
    lifts: Vec<u8>,
}

impl<'g> Quotient<'g> {
    /// Expand the representative of each orbit.
    pub(super) fn new<const N: usize>(
        compiled: &dyn Compiled<N>,
        numbering: &Numbering<N>,
        (group, orbits): (&'g SymmetryGroup, Orbits),
        control: &mut Control,
    ) -> Result<Quotient<'g>, Stop> {
        const CHUNK: usize = 1 << 10;
        let held = numbering.bytes() + Orbits::bytes_of(numbering.states().len() as u64);
        let (mut links, mut voltages) = (Csr::with_capacity(orbits.number()), vec![]);
        for firsts in orbits.first.chunks(CHUNK << 6) {
            let mut listed: Vec<Neighbours> = vec![Default::default(); firsts.len().div_ceil(CHUNK)];
            let orbits = &orbits;
            let jobs = listed.iter_mut().zip(firsts.chunks(CHUNK)).map(|(listed, chunk)| -> Job {
                Box::new(move || *listed = neighbours(compiled, numbering, orbits, chunk))
            });
            control.share(jobs.collect());
            let more: usize = listed.iter().map(|(_, ends)| ends.len()).sum();
            // An orbit that is expanded stands for all its states.
            let stands_for = firsts.iter().map(|&first| orbits.size(orbits.of(first)));
            control.cost.expanded += stands_for.sum::<u64>();
            control.cost.generated += more as u64;
            // The voltages take a quarter of the memory of the neighbours, and grow with them.
            let bytes = held + links.bytes_to_grow(more) * 5 / 4;
            if bytes > control.memory() {
                return Err(Stop::Memory);
            }
            control.check(0, numbering.states().len() as u64, bytes)?;
            for (degrees, ends) in listed {
                links.extend(&degrees, ends.iter().map(|&(end, _)| end));
                voltages.extend(ends.iter().map(|&(_, voltage)| voltage));
            }
        }
        let lifts = vec![0; orbits.number()];
        Ok(Quotient { group, orbits, links, voltages, lifts })
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.links.bytes() + (self.voltages.capacity() + self.lifts.capacity()) as u64
    }

    /// The number of components for which a component of the quotient stands. `component` lists its orbits in
    /// the order in which a breadth-first search from the first meets them.
    pub(super) fn copies(&mut self, component: &[u32]) -> u64 {
        let group = self.group;
        let product = |g: u8, h: u8| group.products[usize::from(g)][usize::from(h)];
        // Lifts are set when an orbit is first met; until then they are unknown.
        const UNKNOWN: u8 = u8::MAX;
        component.iter().for_each(|&orbit| self.lifts[orbit as usize] = UNKNOWN);
        self.lifts[component[0] as usize] = 0;
        let (mut stabiliser, all) = (1, ((1u16 << group.order()) - 1) as u8);
        for &orbit in component {
            let lift = self.lifts[orbit as usize];
            let inverse = group.inverse(lift);
            for symmetry in (0..8).filter(|symmetry| self.orbits.fixed[orbit as usize] >> symmetry & 1 == 1) {
                group.generate(&mut stabiliser, product(product(lift, symmetry), inverse));
            }
            if stabiliser == all {
                break;
            }
            let range = self.links.range(orbit);
            for (&end, &voltage) in self.links.of(orbit).iter().zip(&self.voltages[range]) {
                let lifted = product(lift, voltage);
                match self.lifts[end as usize] {
                    UNKNOWN => self.lifts[end as usize] = lifted,
                    known => group.generate(&mut stabiliser, product(lifted, group.inverse(known))),
                }
            }
        }
        group.order() / u64::from(stabiliser.count_ones())
    }
}

/// The number of neighbours of each representative, and all these neighbours as orbits with voltages.
type Neighbours = (Vec<u32>, Vec<(u32, u8)>);

/// Expand representatives.
fn neighbours<const N: usize>(
    compiled: &dyn Compiled<N>,
    numbering: &Numbering<N>,
    orbits: &Orbits,
    firsts: &[u32],
) -> Neighbours {
    let mut expander = compiled.expander();
    let (mut degrees, mut ends) = (vec![], vec![]);
    let mut found: Vec<(u32, u8)> = vec![];
    for &first in firsts {
        found.clear();
        let state = &numbering.states()[first as usize];
        let _ = expander.each_neighbour(state, 0, &mut |next, _| {
            if let Some(number) = numbering.number(&next) {
                found.push((orbits.of(number), orbits.by[number as usize]));
            }
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found.dedup();
        degrees.push(found.len() as u32);
        ends.extend_from_slice(&found);
    }
    (degrees, ends)
}
