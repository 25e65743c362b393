//! Recover the path to a solution.
//!
//! Positions on trays do not store their parents; that would double the amount of writing. But when a
//! solution turns up, the entries of every level are still there, and each of them is a few steps away from
//! its descendants. So go up level by level: which entry leads by happy steps to the goal? Which entry of the
//! level above leads, by happy steps and a sad one, to that entry? And so on up to the start.

use super::Packed;
use super::flow::Level;
use super::part::{DIRS, is_happy};
use super::tray::Place;
use crate::grid::Dir;

/// A position with its blank and the last step.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ReplayNode {
    position: u64,
    place: Place,
}

/// The steps from the start to a solution that was found on the lowest level.
pub fn path(packed: &Packed, levels: &[Level]) -> Vec<Dir> {
    let is_goal =
        |node: ReplayNode| (node.position == packed.goal && node.place.blank == packed.home).then_some(None);
    let (mut entry, mut path) = origin(packed, &levels[0], &is_goal).expect("a solution was found");
    for level in &levels[1..] {
        let target = entry;
        let leads_to_target = |node: ReplayNode| {
            let dir = target.place.last;
            let found = dir < DIRS && step(packed, node, dir) == Some((target, false));
            found.then_some(Some(dir))
        };
        let steps;
        (entry, steps) = origin(packed, level, &leads_to_target).expect("entries come from the level above");
        path.splice(0..0, steps);
    }
    path.into_iter().map(|dir| packed.dir(dir)).collect()
}

/// The entry of a level from which happy steps lead to an end, and these steps; with a further step if the
/// end adds one.
fn origin(
    packed: &Packed,
    level: &Level,
    end: &dyn Fn(ReplayNode) -> Option<Option<usize>>,
) -> Option<(ReplayNode, Vec<usize>)> {
    for (tray, place) in level.entries.0.iter().zip((0..).map(Place::from_index)) {
        for &position in tray.positions() {
            let (entry, mut steps) = (ReplayNode { position, place }, vec![]);
            if walk(packed, entry, end, &mut steps) {
                return Some((entry, steps));
            }
        }
    }
    None
}

/// Continue by happy steps until the end; if it is found, `steps` holds the path.
fn walk(
    packed: &Packed,
    node: ReplayNode,
    end: &dyn Fn(ReplayNode) -> Option<Option<usize>>,
    steps: &mut Vec<usize>,
) -> bool {
    if let Some(last) = end(node) {
        steps.extend(last);
        return true;
    }
    for dir in (0..DIRS).filter(|&dir| !node.place.is_back(dir)) {
        if let Some((next, true)) = step(packed, node, dir) {
            steps.push(dir);
            if walk(packed, next, end, steps) {
                return true;
            }
            steps.pop();
        }
    }
    false
}

/// The plain form of a part: a step, and whether it is happy.
fn step(packed: &Packed, node: ReplayNode, dir: usize) -> Option<(ReplayNode, bool)> {
    let (blank, source) = (node.place.blank, packed.source(node.place.blank, dir)?);
    let home = node.position >> (4 * source) & 15;
    let position = node.position ^ home << (4 * source) ^ home << (4 * blank);
    let next = ReplayNode { position, place: Place { blank: source, last: dir } };
    Some((next, is_happy(packed.cols, home as usize, source, blank)))
}
