//! The explicit graph of a candidate's component, with the distances to the nearest goal.
//!
//! One breadth-first search from the candidate numbers all states and links them; a second one from all goals
//! at once finds the distances (moves are reversible). The buffers are used again for the next candidate, so
//! that a component of some thousand states takes well under a millisecond.

use super::candidate::Candidate;
use super::ground::Ground;
use super::layout::StateLayout;
use super::numbers::StateNumbers;
use super::words::StateWord;
use crate::engine::explore::csr::NEVER;
use crate::style::Reach;

/// Why a candidate has no graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoComponent {
    /// The component has more states than allowed, or its states do not fit into a word.
    TooLarge,
    /// The component has no goal.
    NoGoal,
}

/// The packed states of the candidate in one width of words.
struct Width<W> {
    layout: Option<StateLayout<W>>,
    numbers: StateNumbers<W>,
}

/// A component: its states by number, in the order of their distance from the candidate, which is number 0.
#[derive(Default)]
pub struct Evaluator {
    short: Width<u64>,
    long: Width<u128>,
    walls: u128,
    /// The end of the links of each state.
    ends: Vec<u32>,
    links: Vec<u32>,
    /// The distance of each state to the nearest goal.
    to_goal: Vec<u32>,
    /// All states, by distance to the nearest goal.
    order: Vec<u32>,
    /// The number of states searched since the evaluator was made.
    pub searched: u64,
}

impl<W> Default for Width<W> {
    fn default() -> Width<W> {
        Width { layout: None, numbers: StateNumbers::default() }
    }
}

impl Evaluator {
    /// Search the component of a candidate, if it has at most `most` states.
    pub fn explore(
        &mut self,
        ground: &Ground,
        candidate: &Candidate,
        reach: Reach,
        most: usize,
    ) -> Result<(), NoComponent> {
        self.walls = candidate.walls;
        (self.short.layout, self.long.layout) = (None, None);
        self.ends.clear();
        self.links.clear();
        self.to_goal.clear();
        self.order.clear();
        let goals = &mut self.order;
        let linked = if let Some((layout, start)) = StateLayout::new(ground, candidate) {
            let ended = (&mut self.ends, &mut self.links, goals);
            self.short.explore(layout, start, reach, most, ended)
        } else if let Some((layout, start)) = StateLayout::new(ground, candidate) {
            let ended = (&mut self.ends, &mut self.links, goals);
            self.long.explore(layout, start, reach, most, ended)
        } else {
            return Err(NoComponent::TooLarge);
        };
        self.searched += self.ends.len() as u64;
        if !linked {
            return Err(NoComponent::TooLarge);
        }
        if self.order.is_empty() {
            return Err(NoComponent::NoGoal);
        }
        self.measure();
        Ok(())
    }

    /// The distances from the goals, which are in `order`.
    fn measure(&mut self) {
        self.to_goal.resize(self.ends.len(), NEVER);
        for &goal in &self.order {
            self.to_goal[goal as usize] = 0;
        }
        let mut done = 0;
        while let Some(&state) = self.order.get(done) {
            done += 1;
            let next = self.to_goal[state as usize] + 1;
            let first = if state == 0 { 0 } else { self.ends[state as usize - 1] };
            for &to in &self.links[first as usize..self.ends[state as usize] as usize] {
                if self.to_goal[to as usize] == NEVER {
                    self.to_goal[to as usize] = next;
                    self.order.push(to);
                }
            }
        }
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.ends.len()
    }

    /// The number of pieces.
    pub fn pieces(&self) -> usize {
        self.start(0).pieces.len()
    }

    /// The number of moves from the candidate itself.
    pub fn length(&self) -> u32 {
        self.to_goal[0]
    }

    /// The number of goals.
    pub fn goals(&self) -> usize {
        self.order.partition_point(|&state| self.to_goal[state as usize] == 0)
    }

    /// The states that are one move away.
    pub fn links(&self, state: u32) -> &[u32] {
        let first = if state == 0 { 0 } else { self.ends[state as usize - 1] };
        &self.links[first as usize..self.ends[state as usize] as usize]
    }

    /// The states that are one move away and nearer to a goal.
    pub fn nearer(&self, state: u32) -> impl Iterator<Item = u32> + '_ {
        let distance = self.to_goal[state as usize];
        self.links(state).iter().copied().filter(move |&next| self.to_goal[next as usize] < distance)
    }

    /// The distance of each state to the nearest goal.
    pub fn to_goal(&self) -> &[u32] {
        &self.to_goal
    }

    /// All states, by distance to the nearest goal.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The number of moves of the hardest starts.
    pub fn farthest(&self) -> u32 {
        self.order.last().map_or(0, |&state| self.to_goal[state as usize])
    }

    /// The candidate that begins at a state.
    pub fn start(&self, state: u32) -> Candidate {
        let pieces = match (&self.short.layout, &self.long.layout) {
            (Some(layout), _) => layout.pieces(self.short.numbers.states[state as usize]),
            (None, Some(layout)) => layout.pieces(self.long.numbers.states[state as usize]),
            (None, None) => vec![],
        };
        Candidate { pieces, walls: self.walls }
    }

    /// Whether two moves from a state, to `one` and to `other`, lead to `end` in either order; `None` if that
    /// takes a look at the pieces.
    pub fn commute(&self, [state, one, other, end]: [u32; 4]) -> Option<bool> {
        match (&self.short.layout, &self.long.layout) {
            (Some(layout), _) => {
                let word = |state: u32| self.short.numbers.states[state as usize];
                layout.commute(word(state), word(one), word(other), word(end))
            }
            (None, Some(layout)) => {
                let word = |state: u32| self.long.numbers.states[state as usize];
                layout.commute(word(state), word(one), word(other), word(end))
            }
            (None, None) => None,
        }
    }

    /// Whether a candidate reaches a goal in fewer than `moves` moves; `None` if that takes more than `most`
    /// states to find out.
    pub fn is_shorter(
        &mut self,
        ground: &Ground,
        candidate: &Candidate,
        reach: Reach,
        moves: u32,
        most: usize,
    ) -> Option<bool> {
        let (found, searched) = if let Some((layout, start)) = StateLayout::new(ground, candidate) {
            (self.short.is_shorter(&layout, start, reach, moves, most), self.short.numbers.states.len())
        } else if let Some((layout, start)) = StateLayout::new(ground, candidate) {
            (self.long.is_shorter(&layout, start, reach, moves, most), self.long.numbers.states.len())
        } else {
            (None, 0)
        };
        self.searched += searched as u64;
        found
    }

    /// The bytes held.
    pub fn bytes(&self) -> u64 {
        let words = self.ends.capacity() + self.links.capacity() + self.to_goal.capacity();
        let numbers = self.short.numbers.bytes() + self.long.numbers.bytes();
        4 * (words + self.order.capacity()) as u64 + numbers
    }
}

impl<W: StateWord> Width<W> {
    /// Number and link all states, and list the goals; returns whether there are at most `most`.
    fn explore(
        &mut self,
        layout: StateLayout<W>,
        start: W,
        reach: Reach,
        most: usize,
        (ends, links, goals): (&mut Vec<u32>, &mut Vec<u32>, &mut Vec<u32>),
    ) -> bool {
        let numbers = &mut self.numbers;
        numbers.clear();
        numbers.number(start);
        while ends.len() < numbers.states.len() {
            if numbers.states.len() > most {
                return false;
            }
            let state = numbers.states[ends.len()];
            let unpacked = layout.unpack(state);
            if layout.is_goal(&unpacked) {
                goals.push(ends.len() as u32);
            }
            layout.neighbours(state, &unpacked, reach, |next| links.push(numbers.number(next)));
            ends.push(links.len() as u32);
        }
        self.layout = Some(layout);
        true
    }

    fn is_shorter(
        &mut self,
        layout: &StateLayout<W>,
        start: W,
        reach: Reach,
        moves: u32,
        most: usize,
    ) -> Option<bool> {
        let numbers = &mut self.numbers;
        numbers.clear();
        numbers.number(start);
        let mut done = 0;
        for distance in 0..moves {
            let layer = done..numbers.states.len();
            for number in layer.clone() {
                let state = numbers.states[number];
                let unpacked = layout.unpack(state);
                if layout.is_goal(&unpacked) {
                    return Some(true);
                }
                if distance + 1 < moves {
                    layout.neighbours(state, &unpacked, reach, |next| {
                        numbers.number(next);
                    });
                }
                if numbers.states.len() > most {
                    return None;
                }
            }
            if layer.is_empty() {
                break;
            }
            done = layer.end;
        }
        Some(false)
    }
}
