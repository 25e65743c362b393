//! Backtracking search through all packings, with bit sets of placements.
//!
//! A node has chosen some placements and excluded others; the remaining ones are *live*. Each chosen piece
//! has faces that must be filled. Of the *open* faces, which are not filled yet, the search takes the one
//! with the fewest live placements and tries each of them: first it is chosen, then excluded for good, so
//! that no packing is found twice. A face that nothing can fill ends the branch; a face with one placement
//! left forces it. When no face is open the node is a packing, and any live placement may be added to it.
//!
//! # Symmetry
//!
//! Each cell, in a fixed order of the cells, gets the number of the placement that covers it as a letter.
//! Packings are compared as words. Of a class of packings that symmetries turn into each other, only the
//! least word (the canonical form) is wanted. A node knows some letters of the word: where a piece lies, and
//! where none can lie any more. A symmetry g is *pending* as long as the known letters do not distinguish a
//! packing from its image under g. Once the image is known to be greater, g can be ignored below the node.
//! Once it is known to be smaller, no packing below the node is the least of its class, and the branch ends.
//! A symmetry that is still pending at a packing is decided there: it rejects the packing, is dropped, or
//! belongs to its stabiliser.
//!
//! To decide the symmetries early, the search first decides an orbit of cells; in a box these are the
//! corners. Most ways to fill the corners look different from every side, and below these nothing is compared
//! at all. So enumerating classes costs hardly more than the packings found, one per class.

use super::set::Set;
use super::signal::Signal;
use super::tables::PlacementTables;
use super::tally::{FoundPacking, Tally};
use crate::style::Who;
use std::cmp::Ordering;

/// A face that at most this many placements fill is tight.
const TIGHT: u32 = 2;

/// A node of the search tree.
#[derive(Clone, Copy)]
struct SearchNode<const W: usize> {
    chosen: Set<W>,
    live: Set<W>,
    pieces: u32,
    /// The number of choices that led to the node.
    depth: u32,
    /// Where its open faces and its pending symmetries begin on their stacks.
    open: usize,
    pending: usize,
}

/// A symmetry under which a packing and its image agree on at least the first `agree` cells.
#[derive(Clone, Copy)]
struct Pending {
    image: u16,
    agree: u16,
}

/// The result of comparing the image of a packing with the packing.
enum Compared {
    Smaller,
    Greater,
    Same,
    Open { agree: u16 },
}

/// A branch to be searched later.
pub(super) struct Branch<const W: usize> {
    node: SearchNode<W>,
    open: Vec<u16>,
    pending: Vec<Pending>,
}

/// What a search of limited depth found, in order.
pub(super) enum WorkItem<const W: usize> {
    FoundPacking(FoundPacking<W>),
    Branch(Branch<W>),
}

/// A depth-first search.
pub(super) struct Walk<'t, const W: usize> {
    tables: &'t PlacementTables<W>,
    signal: &'t Signal,
    open: Vec<u16>,
    pending: Vec<Pending>,
    /// Branches at this depth are put off.
    deepest: u32,
    /// The branches put off, and all packings found before and between them.
    parts: Vec<WorkItem<W>>,
    /// The number of nodes expanded.
    pub expanded: u64,
    pub tally: Tally,
    /// The packings found, if they are kept.
    pub found: Option<Vec<FoundPacking<W>>>,
    pub stopped: bool,
}

impl<'t, const W: usize> Walk<'t, W> {
    /// Nodes between two checks of the signal. The time per node grows with the number of placements and with
    /// the number of cells, so the interval shrinks with the square of the number of words.
    const BEAT: u64 = (1 << 12) / (W * W) as u64;

    pub fn new(tables: &'t PlacementTables<W>, signal: &'t Signal, keep: bool) -> Walk<'t, W> {
        Walk {
            tables,
            signal,
            open: vec![],
            pending: vec![],
            deepest: u32::MAX,
            parts: vec![],
            expanded: 0,
            tally: Tally::default(),
            found: keep.then(Vec::new),
            stopped: false,
        }
    }

    /// The whole search as one branch.
    pub fn root(tables: &PlacementTables<W>) -> Branch<W> {
        let node =
            SearchNode { chosen: Set::EMPTY, live: tables.all, pieces: 0, depth: 0, open: 0, pending: 0 };
        let pending = (0..tables.images.len()).map(|image| Pending { image: image as u16, agree: 0 });
        Branch { node, open: tables.root.clone(), pending: pending.collect() }
    }

    /// Split a search into branches after `depth` choices.
    pub fn parts(tables: &'t PlacementTables<W>, signal: &'t Signal, depth: u32) -> Vec<WorkItem<W>> {
        let mut walk = Walk { deepest: depth, ..Walk::new(tables, signal, false) };
        walk.branch(Walk::root(tables));
        walk.parts
    }

    /// Search a branch.
    pub fn branch(&mut self, branch: Branch<W>) {
        (self.open, self.pending) = (branch.open, branch.pending);
        self.grow(SearchNode { open: 0, pending: 0, ..branch.node });
        self.signal.count(self.expanded % Self::BEAT, 0);
    }

    fn grow(&mut self, mut node: SearchNode<W>) {
        if node.depth == self.deepest {
            let (open, pending) = (self.open[node.open..].to_vec(), self.pending[node.pending..].to_vec());
            self.parts.push(WorkItem::Branch(Branch { node, open, pending }));
            return;
        }
        self.expanded += 1;
        if self.expanded.is_multiple_of(Self::BEAT) {
            self.signal.count(Self::BEAT, 0);
            self.stopped = self.signal.is_stopped();
        }
        if self.stopped || !self.is_possible(&mut node) {
            return;
        }
        let Some((fewest, tightest)) = self.tightest(&node) else { return };
        if node.pending < self.pending.len() {
            if !self.settle(&node) {
                return;
            }
            if fewest > 1 && node.pending < self.pending.len() {
                let cover = &self.tables.cover[..self.tables.first];
                let is_open = |here: &&Set<W>| here.meets(&node.live) && !here.meets(&node.chosen);
                if let Some(here) = cover.iter().find(is_open) {
                    let tries = here.and(&node.live);
                    self.tries(&mut node, tries);
                    let bare = SearchNode { depth: node.depth + 1, pending: self.pending.len(), ..node };
                    return self.descend(bare, &node);
                }
            }
        }
        let tries = match node.open == self.open.len() {
            true => {
                self.meet(&node);
                node.live
            }
            false => tightest,
        };
        self.tries(&mut node, tries);
    }

    /// Choose each of the given placements in turn, and exclude it afterwards.
    #[inline]
    fn tries(&mut self, node: &mut SearchNode<W>, tries: Set<W>) {
        for place in tries.iter() {
            node.live.remove(place);
            self.choose(node, place);
            if self.stopped {
                return;
            }
        }
    }

    /// Place a piece and descend, unless a face can no longer be filled.
    #[inline]
    fn choose(&mut self, node: &SearchNode<W>, place: usize) {
        let tables = self.tables;
        let mut live = node.live.without(&tables.clash[place]);
        let pieces = node.pieces + 1;
        let chosen = node.chosen.with(place);
        if pieces == tables.at_most {
            live = Set::EMPTY;
        }
        if tables.limited {
            let (of_kind, _, at_most) =
                tables.kinds.iter().find(|kind| kind.0.contains(place)).expect("it has one");
            if chosen.and(of_kind).len() >= *at_most {
                live = live.without(of_kind);
            }
        }
        let open = self.open.len();
        if self.open_faces(node, place, &live) {
            let child =
                SearchNode { chosen, live, pieces, depth: node.depth + 1, open, pending: self.pending.len() };
            self.descend(child, node);
        }
        self.open.truncate(open);
    }

    /// Push the faces that are open once a placement is chosen onto the stack; false if one cannot be filled.
    #[inline]
    fn open_faces(&mut self, node: &SearchNode<W>, place: usize, live: &Set<W>) -> bool {
        let tables = self.tables;
        for i in node.open..self.open.len() {
            let face = self.open[i];
            let fill = &tables.fill[usize::from(face)];
            if !fill.contains(place) {
                if !fill.meets(live) {
                    return false;
                }
                self.open.push(face);
            }
        }
        for &face in &tables.needs[place] {
            let fill = &tables.fill[usize::from(face)];
            if !fill.meets(&node.chosen) {
                if !fill.meets(live) {
                    return false;
                }
                self.open.push(face);
            }
        }
        true
    }

    /// Descend to a child, which gets its own copy of the pending symmetries.
    #[inline]
    fn descend(&mut self, child: SearchNode<W>, parent: &SearchNode<W>) {
        if parent.pending < self.pending.len() {
            self.pending.extend_from_within(parent.pending..);
        }
        self.grow(child);
        self.pending.truncate(child.pending);
    }

    /// The open face that the fewest live placements fill: their number and set; `None` if a face cannot be
    /// filled.
    #[inline]
    fn tightest(&self, node: &SearchNode<W>) -> Option<(u32, Set<W>)> {
        let mut tightest = (u32::MAX, Set::EMPTY);
        for &face in &self.open[node.open..] {
            let fill = self.tables.fill[usize::from(face)].and(&node.live);
            match fill.len() {
                0 => return None,
                1 => return Some((1, fill)),
                fewer if fewer < tightest.0 => tightest = (fewer, fill),
                _ => {}
            }
        }
        Some(tightest)
    }

    /// Whether the required numbers of pieces can still be met.
    ///
    /// Open faces of which no two can be filled by one placement take a piece each. If only that many pieces
    /// are left, a placement that fills none of these faces is excluded.
    #[inline]
    fn is_possible(&self, node: &mut SearchNode<W>) -> bool {
        let tables = self.tables;
        if tables.at_most < u32::MAX {
            let (needed, seen) = self.needed(node);
            if node.pieces + needed > tables.at_most {
                return false;
            }
            if node.pieces + needed == tables.at_most {
                node.live = node.live.and(&seen);
            }
        }
        if node.pieces < tables.at_least {
            let room = tables.cover.iter().filter(|cover| cover.meets(&node.live)).count() as u32;
            if node.pieces + room / tables.smallest < tables.at_least {
                return false;
            }
        }
        let either = node.chosen.or(&node.live);
        !tables.limited
            || tables.kinds.iter().all(|(of_kind, at_least, _)| either.and(of_kind).len() >= *at_least)
    }

    /// The number of open faces, chosen greedily, of which no two can be filled by one placement, and all
    /// placements that fill one of them. Tight faces are taken first, as they leave more room for others.
    fn needed(&self, node: &SearchNode<W>) -> (u32, Set<W>) {
        let (mut needed, mut seen) = (0, Set::EMPTY);
        for tight in [true, false] {
            for &face in &self.open[node.open..] {
                let fill = self.tables.fill[usize::from(face)].and(&node.live);
                if (!tight || fill.len() <= TIGHT) && !fill.meets(&seen) {
                    needed += 1;
                    seen = seen.or(&fill);
                }
            }
        }
        (needed, seen)
    }

    /// Compare again under all pending symmetries; false if no packing below the node is the least of its
    /// class.
    fn settle(&mut self, node: &SearchNode<W>) -> bool {
        let mut kept = node.pending;
        for i in node.pending..self.pending.len() {
            let Pending { image, .. } = self.pending[i];
            match self.compare(node, self.pending[i], false) {
                Compared::Smaller => return false,
                Compared::Open { agree } => {
                    self.pending[kept] = Pending { image, agree };
                    kept += 1;
                }
                Compared::Greater | Compared::Same => {}
            }
        }
        self.pending.truncate(kept);
        true
    }

    /// Compare the image of a packing with the packing itself; `whole` means that no piece will be added to
    /// it.
    fn compare(&self, node: &SearchNode<W>, pending: Pending, whole: bool) -> Compared {
        let tables = self.tables;
        let image = &tables.images[usize::from(pending.image)];
        let letter = |i: usize| match node.chosen.and(&tables.cover[i]).first() {
            Some(place) => Some(place),
            None if whole || !node.live.meets(&tables.cover[i]) => Some(tables.clash.len()),
            None => None,
        };
        for i in usize::from(pending.agree)..tables.cover.len() {
            let (Some(own), Some(there)) = (letter(i), letter(usize::from(image.from[i]))) else {
                return Compared::Open { agree: i as u16 };
            };
            match usize::from(image.places[there]).cmp(&own) {
                Ordering::Less => return Compared::Smaller,
                Ordering::Greater => return Compared::Greater,
                Ordering::Equal => {}
            }
        }
        if whole { Compared::Same } else { Compared::Open { agree: tables.cover.len() as u16 } }
    }

    /// Count a packing if it is the least of its class and satisfies the spec.
    fn meet(&mut self, node: &SearchNode<W>) {
        let tables = self.tables;
        let (mut stabilizer, mut mirrored) = (1, false);
        for &pending in &self.pending[node.pending..] {
            match self.compare(node, pending, true) {
                Compared::Smaller => return,
                Compared::Same => {
                    stabilizer += 1;
                    mirrored |= !tables.images[usize::from(pending.image)].is_rotation;
                }
                Compared::Greater | Compared::Open { .. } => {}
            }
        }
        let enough =
            |(of_kind, at_least, _): &(Set<W>, u32, u32)| node.chosen.and(of_kind).len() >= *at_least;
        let wanted = node.pieces >= tables.at_least
            && (!tables.limited || tables.kinds.iter().all(enough))
            && (!tables.maximal || tables.is_maximal(&node.chosen))
            && (tables.strength == Who::Piece || tables.is_locked_in_sets(&node.chosen));
        if !wanted {
            return;
        }
        let found = FoundPacking { chosen: node.chosen, pieces: node.pieces, stabilizer, mirrored };
        if self.deepest < u32::MAX {
            return self.parts.push(WorkItem::FoundPacking(found));
        }
        self.tally.add(found.pieces, found.stabilizer, found.mirrored, 1);
        if let Some(kept) = &mut self.found {
            kept.push(found);
            self.signal.hold(size_of::<FoundPacking<W>>() as u64);
        }
    }
}
