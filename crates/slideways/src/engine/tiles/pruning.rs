//! Pruning automaton (Taylor & Korf 1993): a finite-state machine that cuts off duplicate paths.
//!
//! Depth-first search forgets what it has seen, and reaches many positions again and again. The commonest
//! cases need no transposition table, only the last steps: instead of going right, up, left, down, right, up
//! around a square of four cells, the path might go up, right, down, left, up, right and reach the same
//! position. So of the two words `RULDRU` and `URDLUR` one can be forbidden. Taylor and Korf (AAAI 1993)
//! collected such words and put them into a finite-state automaton that reads the steps and detects complete
//! words.
//!
//! The trap is that a word may be allowed where the other is not, because of the edge, and that forbidding
//! several words at once may forbid all paths together. So here words belong to the cell where the blank is
//! when they begin, and one rule determines which are forbidden:
//!
//! > a word is forbidden at a cell if another word from that cell leads to the same position and is shorter,
//! > or equally long and earlier in the alphabet.
//!
//! *Nothing is lost.* Take the shortest solutions, and of these the first in the alphabet. If it contained a
//! forbidden word, the other word could take its place: the solution would become shorter, or come earlier in
//! the alphabet, which is impossible. So this solution is never pruned, whatever words are forbidden.
//!
//! Words are found by breadth-first search from every cell, in the order of the alphabet; those that contain
//! another forbidden word are left out. The automaton is that of Aho and Corasick (CACM 1975): a state is the
//! longest suffix of the input that is a prefix of a forbidden word, together with the blank's cell.

use crate::grid::{Cell, Dir};
use crate::tiles::board::Size;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// A state of the automaton; it determines the blank's cell.
pub type State = u32;

/// Not a state: the step is forbidden, or leads off the board.
pub const FORBIDDEN: State = State::MAX;

/// A finite-state automaton that reads steps and forbids words.
#[derive(Debug)]
pub struct Automaton {
    /// The next state after a tile's step in each of four directions, in the order of [`Dir::ALL`].
    next: Vec<[State; 4]>,
}

/// A word of steps: two bits per direction, the last lowest, so that words of one length are in the order of
/// the alphabet as numbers.
type Word = u64;

/// The step of a word with index `read`, counted from 0.
fn step(length: u32, word: Word, read: u32) -> usize {
    (word >> (2 * (length - read - 1)) & 3) as usize
}

/// The trie of forbidden words: a node per prefix.
struct Trie {
    nodes: Vec<TrieNode>,
    /// The node of a prefix, by the cell it begins at, its length and its steps.
    by_word: FxHashMap<(u16, u32, Word), usize>,
}

struct TrieNode {
    begin: u16,
    blank: Cell,
    length: u32,
    word: Word,
    children: [Option<usize>; 4],
    forbidden: bool,
}

impl Automaton {
    /// The automaton that forbids words of at most `longest` steps; for boards of up to 25 cells.
    pub fn new(size: Size, longest: u32) -> Automaton {
        let forbidden = forbidden(size, longest);
        let mut trie = Trie::new(size);
        for &(begin, length, word) in &forbidden {
            trie.insert(size, begin, length, word);
        }
        trie.automaton(size)
    }

    /// The state before the first step, with the blank in a given cell.
    pub fn start(&self, blank: Cell) -> State {
        State::from(blank.0)
    }

    /// The state after a tile's step, or [`FORBIDDEN`].
    #[inline]
    pub fn next(&self, state: State, dir: usize) -> State {
        self.next[state as usize][dir]
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.next.len()
    }

    /// All transitions, by state and direction.
    pub fn transitions(&self) -> &[[State; 4]] {
        &self.next
    }
}

/// A position, five bits per cell; the tile that began in cell c is named c.
type PackedBoard = u128;

/// A word and the position that it leads to.
#[derive(Clone, Copy)]
struct Reached {
    position: PackedBoard,
    blank: Cell,
    word: Word,
}

/// All minimal forbidden words, with the cells where they begin: shorter ones first.
fn forbidden(size: Size, longest: u32) -> Vec<(u16, u32, Word)> {
    let cells = || (0..size.cells() as u16).map(Cell);
    let home: PackedBoard = cells().fold(0, |all, cell| all | PackedBoard::from(cell.0) << (5 * cell.0));
    let mut words = vec![];
    // For every cell, the positions reached at the last length, in the order of the alphabet, and all
    // positions of the two lengths before the next: one step from a position at distance d leads to distance
    // d + 1 or d - 1.
    let mut layers: Vec<Vec<Reached>> =
        cells().map(|blank| vec![Reached { position: home, blank, word: 0 }]).collect();
    let mut seen: Vec<[FxHashSet<PackedBoard>; 2]> =
        cells().map(|_| [FxHashSet::default(), FxHashSet::from_iter([home])]).collect();
    for length in 1..=longest {
        let mut next_layers = vec![];
        for begin in cells() {
            let mut next = vec![];
            let [before, _] = &seen[begin.index()];
            // Capacity for all, so that the set does not grow while it is filled: one of four steps leads
            // back.
            let mut found =
                FxHashSet::with_capacity_and_hasher(3 * layers[begin.index()].len() + 1, FxBuildHasher);
            for &Reached { position, blank, word } in &layers[begin.index()] {
                for (d, dir) in Dir::ALL[..4].iter().enumerate() {
                    // A step and its inverse are forbidden, so no longer word that ends with them is minimal.
                    if length > 2 && word & 3 == (d ^ 1) as Word {
                        continue;
                    }
                    let Some(from) = size.neighbour(blank, dir.opposite()) else { continue };
                    let exchange = (position >> (5 * blank.0) ^ position >> (5 * from.0)) & 31;
                    let position = position ^ exchange << (5 * blank.0) ^ exchange << (5 * from.0);
                    let word = word << 2 | d as Word;
                    if !before.contains(&position) && found.insert(position) {
                        // Nothing is read after the longest words.
                        if length < longest {
                            next.push(Reached { position, blank: from, word });
                        }
                        continue;
                    }
                    // It is minimal if the word without its first step is allowed.
                    let first = Dir::ALL[step(length, word, 0)];
                    let second = size.neighbour(begin, first.opposite()).expect("the word was read");
                    let rest = word & ((1 << (2 * (length - 1))) - 1);
                    if layers[second.index()].binary_search_by_key(&rest, |reached| reached.word).is_ok() {
                        words.push((begin.0, length, word));
                    }
                }
            }
            seen[begin.index()].rotate_left(1);
            seen[begin.index()][1] = found;
            next_layers.push(next);
        }
        layers = next_layers;
    }
    words
}

impl Trie {
    /// The empty word at every cell.
    fn new(size: Size) -> Trie {
        let root = |blank: Cell| TrieNode {
            begin: blank.0,
            blank,
            length: 0,
            word: 0,
            children: [None; 4],
            forbidden: false,
        };
        let nodes: Vec<TrieNode> = (0..size.cells() as u16).map(Cell).map(root).collect();
        let by_word = nodes.iter().enumerate().map(|(n, node)| ((node.begin, 0, 0), n)).collect();
        Trie { nodes, by_word }
    }

    fn insert(&mut self, size: Size, begin: u16, length: u32, word: Word) {
        let mut at = usize::from(begin);
        for read in 0..length {
            let d = step(length, word, read);
            at = match self.nodes[at].children[d] {
                Some(child) => child,
                None => {
                    let child = self.nodes.len();
                    let blank = size
                        .neighbour(self.nodes[at].blank, Dir::ALL[d].opposite())
                        .expect("the word was read");
                    let word = word >> (2 * (length - read - 1));
                    let length = read + 1;
                    self.nodes.push(TrieNode {
                        begin,
                        blank,
                        length,
                        word,
                        children: [None; 4],
                        forbidden: false,
                    });
                    self.nodes[at].children[d] = Some(child);
                    self.by_word.insert((begin, length, word), child);
                    child
                }
            };
        }
        self.nodes[at].forbidden = true;
    }

    /// The longest proper suffix of a node's word that is a prefix of a forbidden word.
    fn shorter(&self, size: Size, node: usize) -> usize {
        let node = &self.nodes[node];
        let mut begin = Cell(node.begin);
        for dropped in 0..node.length {
            let dir = Dir::ALL[step(node.length, node.word, dropped)];
            begin = size.neighbour(begin, dir.opposite()).expect("the word was read");
            let left = node.length - dropped - 1;
            let rest = node.word & ((1 << (2 * left)) - 1);
            if let Some(&shorter) = self.by_word.get(&(begin.0, left, rest)) {
                return shorter;
            }
        }
        unreachable!("the empty word begins every forbidden word")
    }

    fn automaton(&self, size: Size) -> Automaton {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&node| self.nodes[node].length);
        let mut next = vec![[FORBIDDEN; 4]; self.nodes.len()];
        for node in order {
            let parent = &self.nodes[node];
            // The transitions of the longest proper suffix; for the empty word, the root of the next cell.
            let otherwise = match parent.length {
                0 => {
                    let begin = |dir: Dir| size.neighbour(parent.blank, dir.opposite());
                    [0, 1, 2, 3].map(|d| begin(Dir::ALL[d]).map_or(FORBIDDEN, |cell| State::from(cell.0)))
                }
                _ => next[self.shorter(size, node)],
            };
            for d in 0..4 {
                next[node][d] = match parent.children[d] {
                    Some(child) if self.nodes[child].forbidden => FORBIDDEN,
                    Some(child) if otherwise[d] != FORBIDDEN => child as State,
                    _ => otherwise[d],
                };
            }
        }
        Automaton { next }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::board::Board;
    use crate::tiles::goal::Goal;
    use std::collections::{BTreeMap, BTreeSet};

    /// The distance of every position from one, with or without the automaton.
    fn distances(start: &Board, automaton: Option<&Automaton>) -> BTreeMap<Board, u32> {
        let mut found = BTreeMap::from([(start.clone(), 0)]);
        let state = automaton.map_or(0, |automaton| automaton.start(start.blank()));
        let mut layer = BTreeSet::from([(start.clone(), state)]);
        for distance in 1.. {
            let mut next = BTreeSet::new();
            for (board, state) in &layer {
                for (d, &dir) in Dir::ALL[..4].iter().enumerate() {
                    let mut to = board.clone();
                    let read = automaton.map_or(0, |automaton| automaton.next(*state, d));
                    if read == FORBIDDEN || to.slide(dir).is_none() {
                        continue;
                    }
                    // With the automaton, positions must be visited again in other states.
                    if found.get(&to).is_none_or(|&known| automaton.is_some() && known + 1 >= distance) {
                        found.entry(to.clone()).or_insert(distance);
                        next.insert((to, read));
                    }
                }
            }
            if next.is_empty() {
                return found;
            }
            layer = next;
        }
        unreachable!("the space is finite")
    }

    #[test]
    fn no_position_of_small_boards_becomes_farther() {
        for (rows, cols, longest) in [(2, 2, 12), (2, 3, 14), (3, 2, 10), (2, 4, 12), (3, 3, 14)] {
            let size = Size::new(rows, cols).unwrap();
            let automaton = Automaton::new(size, longest);
            let mut start = Goal::blank_last(size).full().unwrap();
            // The blank must begin everywhere.
            for _ in 0..if rows * cols < 8 { rows * cols } else { 2 } {
                assert_eq!(distances(&start, Some(&automaton)), distances(&start, None), "{size}");
                let dir = Dir::ALL.into_iter().find(|&dir| start.clone().slide(dir).is_some()).unwrap();
                start.slide(dir);
            }
        }
    }

    #[test]
    fn one_way_around_a_square_is_forbidden() {
        let size = Size::new(4, 4).unwrap();
        let automaton = Automaton::new(size, 6);
        let allowed = |word: &str| {
            let mut state = automaton.start(Cell(5));
            for letter in word.chars() {
                state = automaton.next(state, Dir::from_letter(letter).unwrap() as usize);
                if state == FORBIDDEN {
                    return false;
                }
            }
            true
        };
        assert!(!allowed("RL") && !allowed("LLLLL"));
        assert_ne!(allowed("RDLURD"), allowed("DRULDR"));
        assert!(allowed("RDLUR") && allowed("DRULD"));
    }
}
