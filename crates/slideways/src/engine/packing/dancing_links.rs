//! Dancing links (Knuth 2000, for exact cover) for locked packings: the plain search, and the
//! oracle of the fast one.
//!
//! After Knuth's ANTISLIDE. There are three kinds of lists. A *move* is a ring of nodes, one per cell that a
//! placement covers; these rings never change. A *cell* has a ring, with a header, of the nodes of all moves
//! that may still cover it. A *constraint* is a list of cells of which one must be covered, and each move
//! adds some. Each level branches on the constraint with the fewest moves.
//!
//! To *make* a move, every other move on its cells is removed from the rings of all its other cells. To
//! unmake it, they are put back in the opposite order; a removed node still knows its neighbours, since its
//! own links do not change. A move that has been tried is *disallowed* until its level is done, and then
//! *reinstated*, again in the opposite order. When the search is over, every ring is as it was.
//!
//! This search does not use symmetry: it finds every packing, and then compares it with all its images.

use super::prepared::PreparedBox;
use super::search::{PackingCensus, Shown, ShownVisitor};
use super::tally::Tally;
use crate::lock::rule::Packing;
use crate::outcome::{Limits, Stop};
use crate::watch::{Event, Progress, Watch};
use std::cell::Cell;
use std::ops::ControlFlow;
use web_time::Instant;

/// The sizes of the lists, as ANTISLIDE prints them; each list counts one more for its end marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The number of moves.
    pub moves: usize,
    /// The number of nodes of all moves.
    pub nodes: usize,
    /// The number of cells in constraints.
    pub constraint_elements: usize,
    /// The number of constraints in the lists of moves.
    pub list_elements: usize,
}

/// A node of a move, or the header of a cell; all links are indices of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DlxNode {
    left: usize,
    right: usize,
    up: usize,
    down: usize,
    /// The cell it belongs to, which is also the index of its header.
    cell: usize,
    /// The move it belongs to; `None` for a header.
    of: Option<usize>,
}

/// The lists of the search.
pub struct DancingLinks {
    nodes: Vec<DlxNode>,
    /// By move: its first node.
    first: Vec<usize>,
    /// By move: its constraints.
    lists: Vec<Vec<usize>>,
    /// The constraints as cells; the first are those of the spec itself.
    constraints: Vec<Vec<usize>>,
    /// The number of constraints of the spec itself.
    special: usize,
    covered: Vec<bool>,
    /// By move: the stamp of the last pass that saw it.
    stamps: Vec<u64>,
    stamp: u64,
    made: Vec<usize>,
}

impl DancingLinks {
    /// Build all lists.
    pub fn new(prepared: &PreparedBox) -> DancingLinks {
        let cells = prepared.spec().grid.size();
        let header = |cell| DlxNode { left: cell, right: cell, up: cell, down: cell, cell, of: None };
        let mut nodes: Vec<DlxNode> = (0..cells).map(header).collect();
        let mut constraints: Vec<Vec<usize>> =
            prepared.spec().filled.iter().map(|cell| vec![cell.index()]).collect();
        let special = constraints.len();
        let (mut first, mut lists) = (vec![], vec![]);
        for (of, placement) in prepared.placements().iter().enumerate() {
            let (begin, size) = (nodes.len(), placement.cells.len());
            for (i, cell) in placement.cells.iter().map(|cell| cell.index()).enumerate() {
                let (left, right) = (begin + (i + size - 1) % size, begin + (i + 1) % size);
                let down = nodes[cell].down;
                nodes[down].up = nodes.len();
                nodes[cell].down = nodes.len();
                nodes.push(DlxNode { left, right, up: cell, down, cell, of: Some(of) });
            }
            first.push(begin);
            let own = constraints.len();
            let faces = prepared.across[of].iter().flatten();
            constraints.extend(faces.map(|face| face.iter().map(|cell| cell.index()).collect()));
            lists.push((own..constraints.len()).collect());
        }
        let stamps = vec![0; first.len()];
        let covered = vec![false; cells];
        DancingLinks { nodes, first, lists, constraints, special, covered, stamps, stamp: 0, made: vec![] }
    }

    /// The sizes of the lists.
    pub fn sizes(&self) -> Sizes {
        Sizes {
            moves: self.first.len(),
            nodes: self.nodes.len() - self.covered.len(),
            constraint_elements: self.constraints[self.special..].iter().map(|cells| cells.len() + 1).sum(),
            list_elements: self.lists.iter().map(|list| list.len() + 1).sum(),
        }
    }

    /// Visit every packing as a list of moves; `look` is called at each level and can end the search.
    fn search(
        &mut self,
        open: Vec<usize>,
        look: &mut dyn FnMut() -> ControlFlow<()>,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        look()?;
        let branch = open.iter().map(|&constraint| self.moves(&self.constraints[constraint].clone()));
        let tries = match branch.collect::<Vec<_>>().into_iter().min_by_key(Vec::len) {
            Some(fewest) => fewest,
            None => {
                visit(&self.made)?;
                let free: Vec<usize> = (0..self.covered.len()).filter(|&cell| !self.covered[cell]).collect();
                self.moves(&free)
            }
        };
        let mut end = ControlFlow::Continue(());
        let mut tried = 0;
        for &node in &tries {
            let of = self.nodes[node].of.expect("only moves are tried");
            self.make(node);
            self.made.push(of);
            let unmet =
                |&&constraint: &&usize| self.constraints[constraint].iter().all(|&cell| !self.covered[cell]);
            let left = open.iter().chain(&self.lists[of]).filter(unmet).copied().collect();
            end = self.search(left, look, visit);
            self.made.pop();
            self.unmake(node);
            self.disallow(node);
            tried += 1;
            if end.is_break() {
                break;
            }
        }
        tries[..tried].iter().rev().for_each(|&node| self.reinstate(node));
        end
    }

    /// The moves that cover one of the given cells, each once, as a node of each.
    fn moves(&mut self, cells: &[usize]) -> Vec<usize> {
        self.stamp += 1;
        let mut found = vec![];
        for &cell in cells {
            let mut node = self.nodes[cell].down;
            while let Some(of) = self.nodes[node].of {
                if std::mem::replace(&mut self.stamps[of], self.stamp) != self.stamp {
                    found.push(node);
                }
                node = self.nodes[node].down;
            }
        }
        found
    }

    fn leave(&mut self, node: usize) {
        let DlxNode { up, down, .. } = self.nodes[node];
        self.nodes[up].down = down;
        self.nodes[down].up = up;
    }

    fn join(&mut self, node: usize) {
        let DlxNode { up, down, .. } = self.nodes[node];
        self.nodes[up].down = node;
        self.nodes[down].up = node;
    }

    fn make(&mut self, start: usize) {
        let mut node = start;
        loop {
            self.covered[self.nodes[node].cell] = true;
            let mut other = self.nodes[node].down;
            while other != node {
                if self.nodes[other].of.is_some() {
                    let mut rest = self.nodes[other].left;
                    while rest != other {
                        self.leave(rest);
                        rest = self.nodes[rest].left;
                    }
                }
                other = self.nodes[other].down;
            }
            node = self.nodes[node].right;
            if node == start {
                return;
            }
        }
    }

    fn unmake(&mut self, start: usize) {
        let mut node = start;
        loop {
            node = self.nodes[node].left;
            let mut other = self.nodes[node].up;
            while other != node {
                if self.nodes[other].of.is_some() {
                    let mut rest = self.nodes[other].right;
                    while rest != other {
                        self.join(rest);
                        rest = self.nodes[rest].right;
                    }
                }
                other = self.nodes[other].up;
            }
            self.covered[self.nodes[node].cell] = false;
            if node == start {
                return;
            }
        }
    }

    fn disallow(&mut self, start: usize) {
        let mut node = start;
        loop {
            self.leave(node);
            node = self.nodes[node].right;
            if node == start {
                return;
            }
        }
    }

    fn reinstate(&mut self, start: usize) {
        let mut node = start;
        loop {
            node = self.nodes[node].left;
            self.join(node);
            if node == start {
                return;
            }
        }
    }
}

/// Find all packings, one of each class, and count them, on one thread.
///
/// Returns the same numbers as [`super::census`] by other means, in another order, and far more slowly.
pub fn census(
    prepared: &PreparedBox,
    limits: Limits,
    watch: &mut dyn Watch,
    mut visit: Option<ShownVisitor>,
) -> PackingCensus {
    let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
    let mut census = PackingCensus::default();
    let mut links = DancingLinks::new(prepared);
    let open = (0..links.special).collect();
    let mut tally = Tally::default();
    let (met, classes, mut looks, mut stop) = (Cell::new(0u64), Cell::new(0u64), 0u64, None);
    let mut look = || {
        looks += 1;
        let asks = looks % 256 == 1;
        if asks {
            watch.event(Event::Progress(&Progress {
                expanded: met.get(),
                states: classes.get(),
                ..Progress::default()
            }));
        }
        stop = match () {
            () if deadline.is_some_and(|deadline| Instant::now() >= deadline) => Some(Stop::Time),
            () if asks && watch.stop() => Some(Stop::Caller),
            () => return ControlFlow::Continue(()),
        };
        ControlFlow::Break(())
    };
    let _ = links.search(open, &mut look, &mut |made| {
        met.update(|met| met + 1);
        let mut places = made.to_vec();
        places.sort();
        if !is_wanted(prepared, &places) {
            return ControlFlow::Continue(());
        }
        let Some((stabilizer, mirrored)) = stabilizer(prepared, &places) else {
            return ControlFlow::Continue(());
        };
        tally.add(places.len() as u32, stabilizer, mirrored, 1);
        classes.update(|classes| classes + 1);
        match visit.as_mut().map_or(ControlFlow::Continue(()), |visit| visit(Shown { places, stabilizer })) {
            ControlFlow::Break(()) => census.enough = true,
            ControlFlow::Continue(()) => return ControlFlow::Continue(()),
        }
        ControlFlow::Break(())
    });
    PackingCensus { tally, stop, expanded: met.get(), ..census }
}

/// Whether a packing satisfies the spec, apart from being locked piece by piece.
fn is_wanted(prepared: &PreparedBox, places: &[usize]) -> bool {
    let (spec, all) = (prepared.spec(), prepared.placements());
    let pieces = places.len() as u32;
    let of_kind = |kind: usize| places.iter().filter(|&&place| all[place].kind == kind).count() as u32;
    let enough =
        (0..).zip(&spec.kinds).all(|(kind, stock)| (stock.at_least..=stock.at_most).contains(&of_kind(kind)));
    let apart = |a: usize, b: usize| all[a].cells.iter().all(|cell| !all[b].cells.contains(cell));
    let fits = |place: usize| {
        let kind = all[place].kind;
        of_kind(kind) < spec.kinds[kind].at_most && places.iter().all(|&other| apart(place, other))
    };
    (spec.at_least..=spec.at_most).contains(&pieces)
        && enough
        && !(spec.maximal && (0..all.len()).any(fits))
        && prepared.packing(places).slide(spec.strength).is_none()
}

/// The number of symmetries that keep a packing, and whether a reflection is among them; `None` if an image
/// precedes it.
fn stabilizer(prepared: &PreparedBox, places: &[usize]) -> Option<(u32, bool)> {
    let (mut stabilizer, mut mirrored) = (0, false);
    for symmetry in &prepared.symmetries {
        let mut image: Vec<usize> = places.iter().map(|&place| usize::from(symmetry.places[place])).collect();
        image.sort();
        match image.as_slice().cmp(places) {
            std::cmp::Ordering::Less => return None,
            std::cmp::Ordering::Equal => {
                stabilizer += 1;
                mirrored |= !symmetry.is_rotation;
            }
            std::cmp::Ordering::Greater => {}
        }
    }
    Some((stabilizer, mirrored))
}

impl PreparedBox {
    /// The packing with the given placements.
    pub fn packing(&self, places: &[usize]) -> Packing {
        let mut pieces: Vec<_> = places.iter().map(|&place| self.placements[place].cells.clone()).collect();
        pieces.sort();
        Packing { grid: self.spec.grid, blocked: self.spec.blocked.clone(), pieces }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;
    use crate::lock::Spec;
    use crate::puzzle::Shape;

    /// ANTISLIDE-NOCORNER: no corner is covered, and a cell beside one is.
    fn no_corner() -> PreparedBox {
        let grid = Grid::solid(4, 4, 4).unwrap();
        let mut spec = Spec::new(grid, [Shape::brick(&[1, 2, 2]).unwrap()]);
        spec.empty = ["0,0,0", "0,0,3", "0,3,0", "0,3,3", "3,0,0", "3,0,3", "3,3,0", "3,3,3"]
            .map(|cell| grid.parse_coordinates(cell).unwrap())
            .into();
        spec.filled = [grid.parse_coordinates("0,0,1").unwrap()].into();
        PreparedBox::new(spec).unwrap()
    }

    #[test]
    fn knuths_statistics_are_reproduced() {
        let prepared = no_corner();
        let sizes = Sizes { moves: 84, nodes: 336, constraint_elements: 1410, list_elements: 462 };
        assert_eq!(DancingLinks::new(&prepared).sizes(), sizes);
        let free =
            PreparedBox::new(Spec::new(prepared.spec.grid, [Shape::brick(&[1, 2, 2]).unwrap()])).unwrap();
        let sizes = Sizes { moves: 108, nodes: 432, constraint_elements: 1674, list_elements: 558 };
        assert_eq!(DancingLinks::new(&free).sizes(), sizes);
    }

    #[test]
    fn without_corners_there_are_two_packings_of_twelve_and_six_of_fourteen() {
        let prepared = no_corner();
        let mut links = DancingLinks::new(&prepared);
        let before = links.nodes.clone();
        let mut found = std::collections::BTreeMap::new();
        let end = links.search(vec![0], &mut || ControlFlow::Continue(()), &mut |made| {
            *found.entry(made.len()).or_insert(0) += 1;
            ControlFlow::Continue(())
        });
        assert!(end.is_continue());
        assert_eq!(found.into_iter().collect::<Vec<_>>(), [(12, 2), (14, 6)]);
        assert!(links.nodes == before && links.covered.iter().all(|&covered| !covered), "all restored");
    }
}
