//! Beam search: breadth-first search that keeps only the best positions of each layer.
//!
//! With a beam as wide as the board has positions it would be plain breadth-first search. A narrower beam is
//! faster, and depends more on the [measure](super::linear_conflict). The beam remembers positions seen
//! recently, so that it moves on where it would otherwise turn in circles.
//!
//! Nothing here depends on the clock: the same width gives the same path.

use super::linear_conflict::Measure;
use super::position::Position;
use crate::grid::Dir;

/// The limits of a beam search.
pub struct Beam<'b> {
    /// The most positions kept of a layer.
    pub width: usize,
    /// The most steps of a solution.
    pub most: u32,
    /// The number of layers without improvement after which the beam gives up.
    pub patience: u32,
    /// Polled regularly; the beam stops when it returns `true`.
    pub stop: &'b dyn Fn() -> bool,
}

/// The beam ended without a path.
#[derive(Clone, Debug)]
pub struct Stuck {
    /// The path to the best position reached.
    pub best: Vec<Dir>,
    /// Whether a layer reached the full width, or the search was stopped. If not, a wider beam would do the
    /// same.
    pub full: bool,
}

/// A position of the current layer.
#[derive(Clone, Copy)]
struct Member {
    key: u64,
    score: u32,
    far: u32,
    blank: u8,
    last: u8,
}

/// A candidate for the next layer: a parent and a step.
#[derive(Clone, Copy)]
struct Child {
    key: u64,
    score: u32,
    /// The score plus the blank's reach, by which children are sorted.
    order: u32,
    parent: u32,
    far: u32,
    from: u8,
    dir: u8,
}

/// A layer, its positions stored one after the other.
struct Layer {
    members: Vec<Member>,
    names: Vec<u8>,
    places: Vec<u8>,
}

/// No direction: the start has no last step.
const NONE: u8 = 4;

impl Beam<'_> {
    /// The bytes that a beam takes on a board of `cells` cells, if the solution has `depth` steps.
    pub fn bytes(width: usize, cells: usize, depth: u32) -> u64 {
        let member = 2 * (cells + size_of::<Member>()) + 3 * (size_of::<Child>() + 4) + 8 * REMEMBERED;
        width as u64 * (member as u64 + 4 * u64::from(depth))
    }

    /// Search for a path to the aim; if `blank` is given, the blank must end there. Adds the number of steps
    /// tried to `generated`.
    pub fn search(
        &self,
        measure: &Measure,
        start: &Position,
        blank: Option<u8>,
        generated: &mut u64,
    ) -> Result<Vec<Dir>, Stuck> {
        let (far, score) = (measure.far(start), measure.score(start));
        if far == 0 && blank.is_none_or(|blank| blank == start.blank) {
            return Ok(vec![]);
        }
        let first = Member { key: measure.key(start), score, far, blank: start.blank, last: NONE };
        let mut run = BeamRun::new(self, measure, start, first);
        let (mut best, mut best_depth) = (u32::MAX, 0);
        for depth in 1..=self.most {
            let go_on = run.expand(depth);
            *generated += run.children.len() as u64;
            let least = go_on.then(|| sort(&run.children, &mut run.sorted)).flatten();
            let Some(least) = least else { break };
            if least >= best && depth - best_depth > self.patience {
                break;
            }
            if let Some(last) = run.keep(blank) {
                return Ok(path(&run.origins, last));
            }
            // If all children are known, there is nowhere to go, and the least among them is not a position
            // to stop at.
            if run.layer.members.is_empty() {
                break;
            }
            if least < best {
                (best, best_depth) = (least, depth);
            }
        }
        Err(Stuck { best: path(&run.origins[..best_depth as usize], 0), full: run.full })
    }
}

/// The state of a running beam search.
struct BeamRun<'r> {
    beam: &'r Beam<'r>,
    measure: &'r Measure,
    cells: usize,
    /// The number of tiles whose cells are stored per member.
    targets: usize,
    layer: Layer,
    next: Layer,
    children: Vec<Child>,
    sorted: Vec<u32>,
    seen: Seen,
    /// For every layer and member, the index of its parent and the step from there.
    origins: Vec<Vec<u32>>,
    full: bool,
}

impl<'r> BeamRun<'r> {
    fn new(beam: &'r Beam<'r>, measure: &'r Measure, start: &Position, first: Member) -> BeamRun<'r> {
        let places = if measure.has_reach() { measure.places(start) } else { vec![] };
        let (cells, targets) = (start.names.len(), places.len());
        // Capacity that is not needed is never touched; but growing would briefly take twice the memory.
        let layer = || Layer {
            members: Vec::with_capacity(beam.width),
            names: Vec::with_capacity(beam.width * cells),
            places: Vec::with_capacity(beam.width * targets),
        };
        let mut run = BeamRun {
            beam,
            measure,
            cells,
            targets,
            layer: layer(),
            next: layer(),
            children: Vec::with_capacity(3 * beam.width + 1),
            sorted: Vec::with_capacity(3 * beam.width + 1),
            seen: Seen::new(beam.width),
            origins: vec![],
            full: false,
        };
        run.layer.members.push(first);
        run.layer.names.extend_from_slice(&start.names);
        run.layer.places.extend(places);
        run.seen.take(first.key);
        run
    }

    /// Generate all steps from the layer; `false` if the search was stopped.
    fn expand(&mut self, depth: u32) -> bool {
        let (measure, most) = (self.measure, self.beam.most);
        self.children.clear();
        for (i, member) in self.layer.members.iter().enumerate() {
            if i % 4096 == 0 && (self.beam.stop)() {
                self.full = true;
                return false;
            }
            let names = &self.layer.names[i * self.cells..][..self.cells];
            let places = &self.layer.places[i * self.targets..][..self.targets];
            for step in measure.steps(member.blank) {
                if step.dir ^ 1 == member.last {
                    continue;
                }
                let name = names[usize::from(step.from)];
                let score = member.score.wrapping_add_signed(measure.change(names, member.blank, step.from));
                if measure.is_bound() && depth + score > most {
                    continue;
                }
                let reach = match places {
                    [] => 0,
                    _ => measure.reach(places, step.from, member.blank),
                };
                self.children.push(Child {
                    key: member.key ^ measure.key_change(name, step.from, member.blank),
                    score,
                    order: score + reach,
                    parent: i as u32,
                    far: member.far.wrapping_add_signed(measure.far_change(name, step.from, member.blank)),
                    from: step.from,
                    dir: step.dir,
                });
            }
        }
        true
    }

    /// Make the next layer of the best children; returns the index in it of a member that reached the aim.
    fn keep(&mut self, blank: Option<u8>) -> Option<usize> {
        let BeamRun { measure, cells, targets, layer, next, .. } = self;
        let (cells, targets) = (*cells, *targets);
        next.members.clear();
        next.names.clear();
        next.places.clear();
        let mut origin = vec![];
        let mut arrived = None;
        for &child in &self.sorted {
            let Child { key, score, far, from, dir, parent, .. } = self.children[child as usize];
            if !self.seen.take(key) {
                continue;
            }
            if next.members.len() == self.beam.width {
                self.full = true;
                break;
            }
            origin.push(parent << 2 | u32::from(dir));
            if far == 0 && blank.is_none_or(|blank| blank == from) {
                arrived = Some(origin.len() - 1);
                break;
            }
            let parent = parent as usize;
            let hole = layer.members[parent].blank;
            let begin = next.names.len();
            next.names.extend_from_slice(&layer.names[parent * cells..][..cells]);
            next.names.swap(begin + usize::from(from), begin + usize::from(hole));
            let begin = next.places.len();
            next.places.extend_from_slice(&layer.places[parent * targets..][..targets]);
            measure.place(&mut next.places[begin..], from, hole);
            next.members.push(Member { key, score, far, blank: from, last: dir });
        }
        origin.shrink_to_fit();
        self.origins.push(origin);
        std::mem::swap(&mut self.layer, &mut self.next);
        arrived
    }
}

/// Counting sort of the children by `order`, stable; returns the least order, or `None` if there are no
/// children.
fn sort(children: &[Child], sorted: &mut Vec<u32>) -> Option<u32> {
    let least = children.iter().map(|child| child.order).min()?;
    let most = children.iter().map(|child| child.order).max()?;
    let mut begins = vec![0u32; (most - least) as usize + 2];
    children.iter().for_each(|child| begins[(child.order - least) as usize + 1] += 1);
    (1..begins.len()).for_each(|i| begins[i] += begins[i - 1]);
    sorted.clear();
    sorted.resize(children.len(), 0);
    for (i, child) in (0..).zip(children) {
        let begin = &mut begins[(child.order - least) as usize];
        sorted[*begin as usize] = i;
        *begin += 1;
    }
    Some(least)
}

/// The path from the start to a member of the last layer, followed back through the parents.
fn path(origins: &[Vec<u32>], mut at: usize) -> Vec<Dir> {
    let mut path: Vec<Dir> = vec![];
    for origin in origins.iter().rev() {
        path.push(Dir::ALL[(origin[at] & 3) as usize]);
        at = (origin[at] >> 2) as usize;
    }
    path.reverse();
    path
}

/// The number of remembered keys per member of the widest layer.
const REMEMBERED: usize = 16;

/// A cache of recently seen keys, for approximate duplicate detection: eight keys per set; a new key evicts
/// one of them.
///
/// Two positions share a key with probability 2^-64; a collision only costs the beam a position.
struct Seen {
    places: Vec<[u64; 8]>,
    turn: usize,
}

impl Seen {
    fn new(width: usize) -> Seen {
        let places = (width * REMEMBERED / 8).next_power_of_two().max(64);
        Seen { places: vec![[0; 8]; places], turn: 0 }
    }

    /// Remember a key; `false` if it is already known.
    fn take(&mut self, key: u64) -> bool {
        let place = (key >> 20) as usize & (self.places.len() - 1);
        let place = &mut self.places[place];
        if place.contains(&key) {
            return false;
        }
        self.turn = (self.turn + 1) % 8;
        place[self.turn] = key;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::linear_conflict::Aim;
    use super::*;
    use crate::tiles::Size;

    #[test]
    fn a_beam_that_comes_back_to_its_start_is_stuck() {
        // The two tiles beside the blank are at home, and the blank must go where it cannot while they are:
        // so no position on the way around is as good as the start.
        let size = Size::new(2, 2).unwrap();
        let start = Position { names: [0, 1, 2, 3].into(), blank: 3 };
        let measure = Measure::new(size, Aim::everything(vec![false, true, true, false]));
        for width in 1..4 {
            let beam = Beam { width, most: 100, patience: 50, stop: &|| false };
            let stuck = beam.search(&measure, &start, Some(0), &mut 0).unwrap_err();
            assert_eq!(start.along(size, &stuck.best).len(), stuck.best.len() + 1);
        }
    }
}
