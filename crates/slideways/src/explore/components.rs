//! All ways to put the pieces into the box, and which of them hang together.
//!
//! A puzzle shows one component: what can be reached from its start. The same pieces in the same box may be
//! arranged in other ways, and some of them are other puzzles, perhaps harder ones. Here all of them are
//! listed (`blocks::placements`), linked, and cut into components; and one search from all goals at once gives
//! every distance in all components that have a goal.
//!
//! ```
//! use slideways::explore::components;
//! use slideways::outcome::Limits;
//! use slideways::{Style, library};
//!
//! let klotski = library::puzzle("klotski").unwrap();
//! let all = components(&klotski, Style::MOVE, 1, Limits::default(), &mut ()).unwrap().unwrap();
//! assert_eq!((all.states, all.number()), (65_880, 898));
//! let largest: Vec<_> = all.parts[..2].iter().map(|part| (part.states, part.goals, part.hardest)).collect();
//! // The start's, and the same upside down, where the goal is elsewhere.
//! assert_eq!(largest, [(25_955, 964, Some(93)), (25_955, 4_861, Some(72))]);
//! ```

use super::links::{Links, NEVER};
use super::numbering::Numbering;
use super::survey::arrangement;
use crate::blocks::ground::{self, Ground, Where, Work};
use crate::check::{self, NotASolution};
use crate::outcome::{Cost, Limits, Stop, Watch};
use crate::puzzle::{Arrangement, Puzzle};
use crate::search::State;
use crate::search::control::Control;
use crate::solve::NoAnswer;
use crate::style::Style;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// All arrangements of a set of pieces in a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// How many there are.
    pub states: u64,
    /// How many of them are one move apart, each pair counted once.
    pub links: u64,
    /// The components, those that are alike together; the largest first.
    pub parts: Vec<Parts>,
    /// How many arrangements there are at each distance from the nearest goal, in all components that have one.
    pub to_goal: Vec<u64>,
    /// Some of the hardest, which need the most moves to the nearest goal, each with a solution that was replayed by
    /// the plain rule; the same in every run.
    pub hardest: Vec<Arrangement>,
    /// What it cost.
    pub cost: Cost,
}

/// Components of one size, with equally many goals and equally hard hardest starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Parts {
    /// The number of arrangements in each.
    pub states: u64,
    /// How many of them are goals.
    pub goals: u64,
    /// How far the hardest start is from the nearest goal, if there is a goal.
    pub hardest: Option<u32>,
    /// How many components are like that.
    pub number: u64,
    /// Whether the puzzle's start is in one of them.
    pub start: bool,
}

impl Components {
    /// The number of components.
    pub fn number(&self) -> u64 {
        self.parts.iter().map(|parts| parts.number).sum()
    }

    /// The moves that the hardest start needs, if any can be solved.
    pub fn moves(&self) -> Option<u32> {
        self.to_goal.len().checked_sub(1).map(|moves| moves as u32)
    }

    /// The number of arrangements from which a goal can be reached.
    pub fn solvable(&self) -> u64 {
        self.to_goal.iter().sum()
    }
}

/// Find all components of all arrangements of a puzzle's pieces in its box, and some of the hardest starts.
pub fn components(
    puzzle: &Puzzle,
    style: Style,
    most: usize,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Result<Components, Stop>, NoAnswer> {
    let mut control = Control::new(limits, watch);
    let work = Parting { most, control: &mut control };
    match ground::on(puzzle, style, Where::Anywhere, limits.memory, work)? {
        Ok(found) => Ok(Ok(found)),
        Err(Failed::Stopped(by)) => Ok(Err(by)),
        Err(Failed::Wrong(why)) => Err(NoAnswer::Wrong(why)),
    }
}

enum Failed {
    Stopped(Stop),
    Wrong(NotASolution),
}

impl From<Stop> for Failed {
    fn from(by: Stop) -> Failed {
        Failed::Stopped(by)
    }
}

struct Parting<'c, 'w> {
    most: usize,
    control: &'c mut Control<'w>,
}

impl Work for Parting<'_, '_> {
    type Answer = Result<Components, Failed>;

    fn on<const N: usize, G: Ground<N>>(self, ground: Arc<G>) -> Result<Components, Failed> {
        let ground = &*ground;
        let Parting { most, control } = self;
        control.hold(ground.bytes())?;
        let numbering = placements(ground, control)?;
        let links = Links::of_states(ground, &numbering, control)?;
        control.hold(numbering.bytes() + links.bytes())?;
        let states = numbering.states();
        // A distance, a mark and a place in a queue for each.
        control.hold(12 * states.len() as u64)?;
        let goals = (0..).zip(states).filter(|(_, state)| ground.is_goal(state)).map(|(number, _)| number);
        let distances = links.distances(goals);
        let mut to_goal: Vec<u64> = vec![];
        for &distance in distances.iter().filter(|&&distance| distance != NEVER) {
            to_goal.resize(to_goal.len().max(distance as usize + 1), 0);
            to_goal[distance as usize] += 1;
        }
        let farthest = to_goal.len().checked_sub(1).map(|moves| moves as u32);
        let hardest = (0..states.len() as u32).filter(|&n| Some(distances[n as usize]) == farthest);
        let mut hardest: Vec<u32> = hardest.collect();
        hardest.sort_unstable_by_key(|&n| states[n as usize]);
        hardest.truncate(most);
        let solved = |&start: &u32| solved(ground, states, &links, &distances, start, control);
        let hardest: Vec<Arrangement> = hardest.iter().map(solved).collect::<Result<_, _>>()?;
        let start = numbering.number(&ground.start()).expect("the start is an arrangement");
        let parts = parts(&links, &distances, start);
        control.check(0, states.len() as u64, 0)?;
        Ok(Components {
            states: states.len() as u64,
            links: links.links(),
            parts,
            to_goal,
            hardest,
            cost: control.cost,
        })
    }
}

/// All ways to put the pieces into the box, numbered.
fn placements<const N: usize, G: Ground<N>>(ground: &G, control: &mut Control) -> Result<Numbering<N>, Stop> {
    let mut numbering = Numbering::default();
    let mut stop = Ok(());
    let _ = ground.each_placement(&mut |state| {
        let full = numbering.states().len() == Numbering::<N>::MOST;
        stop = match full || numbering.bytes_to_grow() > control.memory() {
            true => Err(Stop::Memory),
            false => {
                numbering.add(state);
                control.cost.states += 1;
                control.tick(0, numbering.bytes())
            }
        };
        if stop.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    stop.map(|()| numbering)
}

/// A start, after a way from it to a goal was replayed by the plain rule: one that comes nearer with every move.
fn solved<const N: usize, G: Ground<N>>(
    ground: &G,
    states: &[State<N>],
    links: &Links,
    distances: &[u32],
    start: u32,
    control: &mut Control,
) -> Result<Arrangement, Failed> {
    let mut path = vec![states[start as usize]];
    let mut at = start;
    while distances[at as usize] > 0 {
        let nearer = |next: &&u32| distances[**next as usize] + 1 == distances[at as usize];
        at = *links.of(at).iter().find(nearer).expect("some neighbour is nearer");
        path.push(states[at as usize]);
    }
    let puzzle = ground.puzzle();
    let from = arrangement(puzzle, ground, &path[0]);
    let moves = ground.moves(&from, &path, control)?;
    let along = check::replay_from(puzzle, &from, &moves, ground.style()).map_err(Failed::Wrong)?;
    match puzzle.is_solved(&along[moves.len()]) {
        true => Ok(from),
        false => Err(Failed::Wrong(NotASolution::NotAtGoal)),
    }
}

/// The components, those that are alike counted together.
fn parts(links: &Links, distances: &[u32], start: u32) -> Vec<Parts> {
    let mut alike: BTreeMap<(u64, u64, Option<u32>), (u64, bool)> = BTreeMap::new();
    for component in links.components() {
        let distance = |&vertex: &u32| Some(distances[vertex as usize]).filter(|&distance| distance != NEVER);
        let goals = component.iter().filter(|vertex| distance(vertex) == Some(0)).count();
        let hardest = component.iter().filter_map(distance).max();
        let entry = alike.entry((component.len() as u64, goals as u64, hardest)).or_default();
        entry.0 += 1;
        entry.1 |= component.contains(&start);
    }
    let made = |((states, goals, hardest), (number, start))| Parts { states, goals, hardest, number, start };
    let mut parts: Vec<Parts> = alike.into_iter().map(made).collect();
    parts.sort_by_key(|parts| Reverse((parts.states, parts.hardest, parts.goals)));
    parts
}
