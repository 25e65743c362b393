//! The sequences of bars that a row or column can hold, and what can happen within it.
//!
//! Bars never leave their line and never pass each other, so the sequence of bars of a line never changes;
//! walls cut a line into segments that each have a sequence. A line of six cells is small: everything about a
//! sequence is a table over its *placings* (at most six) and over the cells taken by crossing bars (64 sets).

use super::rules::RedRow;
use std::collections::BTreeMap;

/// A set of the cells of a line, or of the placings of a sequence.
pub type LineSet = u8;

/// The number of sets of cells of a line.
const SETS: usize = 64;

/// A bar in a line: its first cell and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineBar {
    /// Its first cell.
    pub start: u8,
    /// The number of its cells.
    pub length: u8,
}

/// The placings of a sequence: the bars in each, from the start of the line to its end.
pub type LinePlacings = Vec<Vec<LineBar>>;

/// A sequence of bars in a line.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// The bars in each placing.
    pub placings: LinePlacings,
    /// Which of the bars is red.
    pub red: Option<usize>,
    /// The cells that each placing covers.
    pub cells: Vec<LineSet>,
    /// The number of bits that hold a placing.
    pub bits: u32,
    /// The placings that avoid each set of cells.
    pub avoiding: [LineSet; SETS],
    /// The placings that one move reaches from each placing, given the cells taken by crossing bars.
    pub moves: Vec<[LineSet; SETS]>,
    /// The placings in which one bar of a placing has advanced by one cell.
    pub onward: Vec<LineSet>,
    /// The number of classes that steps within each set of placings connect.
    pub classes: [u8; SETS],
    /// The class of each placing of each set of placings.
    pub class: Vec<[u8; 8]>,
    /// The placings in which the red bar is at the end of the line.
    pub goals: LineSet,
}

/// A line of the box: a row or a column.
#[derive(Clone, Copy, Debug)]
pub struct LineSpec<'r> {
    /// The number of its cells.
    pub side: usize,
    /// The cells with walls.
    pub blocked: LineSet,
    /// The lengths of bars other than the red one.
    pub lengths: &'r [u8],
    /// The length of the red bar, if it lies in this line, and what may lie beside it.
    pub red: Option<(u8, RedRow)>,
}

impl LineSpec<'_> {
    /// All sequences of bars in this line, in a fixed order. `runs` if a move is a straight run, not a step.
    pub fn sequences(&self, runs: bool) -> Vec<Sequence> {
        // For each sequence, segment by segment, and each choice of the red bar, the placings.
        let mut found: BTreeMap<(Vec<u8>, Option<usize>), LinePlacings> = BTreeMap::new();
        self.place(0, &mut vec![], &mut |bars| {
            for red in self.red_choices(bars) {
                found.entry((self.key(bars), red)).or_default().push(bars.to_vec());
            }
        });
        let all = found.into_iter();
        all.map(|((_, red), placings)| Sequence::new(placings, red, self.side, runs)).collect()
    }

    /// All ways to place bars from a cell on.
    fn place(&self, at: usize, bars: &mut Vec<LineBar>, each: &mut impl FnMut(&[LineBar])) {
        if at >= self.side {
            return each(bars);
        }
        let red = self.red.map(|(length, _)| length).filter(|length| !self.lengths.contains(length));
        for length in self.lengths.iter().copied().chain(red) {
            let bar = LineBar { start: at as u8, length };
            let end = at + usize::from(length);
            if end <= self.side && cells(&[bar]) & self.blocked == 0 {
                bars.push(bar);
                self.place(end, bars, each);
                bars.pop();
            }
        }
        self.place(at + 1, bars, each);
    }

    /// Which of the bars can be red.
    fn red_choices(&self, bars: &[LineBar]) -> Vec<Option<usize>> {
        let Some((length, beside)) = self.red else { return vec![None] };
        let others_fit = |red: usize| {
            let others = bars.iter().enumerate().filter(|&(bar, _)| bar != red);
            others.into_iter().all(|(_, bar)| self.lengths.contains(&bar.length))
        };
        let fits = |&red: &usize| {
            let place = match beside {
                RedRow::Alone => bars.len() == 1,
                RedRow::Behind => red + 1 == bars.len(),
            };
            place && bars[red].length == length && others_fit(red)
        };
        (0..bars.len()).filter(fits).map(Some).collect()
    }

    /// What never changes: the lengths of the bars, with a 0 for each wall.
    fn key(&self, bars: &[LineBar]) -> Vec<u8> {
        let wall = |cell: usize| (self.blocked >> cell & 1 == 1).then_some((cell, 0));
        let mut all: Vec<(usize, u8)> = (0..self.side).filter_map(wall).collect();
        all.extend(bars.iter().map(|bar| (usize::from(bar.start), bar.length)));
        all.sort_unstable();
        all.into_iter().map(|(_, length)| length).collect()
    }
}

/// The cells that bars cover.
fn cells(bars: &[LineBar]) -> LineSet {
    bars.iter().fold(0, |all, bar| all | (((1u16 << bar.length) - 1) << bar.start) as LineSet)
}

/// The elements of a set.
pub fn elements(mut set: LineSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

impl Sequence {
    fn new(placings: LinePlacings, red: Option<usize>, side: usize, runs: bool) -> Sequence {
        let covers: Vec<LineSet> = placings.iter().map(|bars| cells(bars)).collect();
        let number = placings.len();
        assert!(number <= 6, "six cells hold bars of two or more cells in at most six ways");
        let avoids = |taken: usize| {
            (0..number).filter(|&p| usize::from(covers[p]) & taken == 0).fold(0, |all, p| all | 1 << p)
        };
        let goal = |bars: &Vec<LineBar>| red.is_some_and(|red| ends_at(bars[red], side));
        let mut sequence = Sequence {
            red,
            bits: usize::BITS - (number - 1).leading_zeros(),
            avoiding: std::array::from_fn(avoids),
            moves: vec![[0; SETS]; number],
            onward: vec![0; number],
            classes: [0; SETS],
            class: vec![[0; 8]; SETS],
            goals: (0..number).filter(|&p| goal(&placings[p])).fold(0, |all, p| all | 1 << p),
            cells: covers,
            placings,
        };
        for p in 0..number {
            let onward = (0..number).filter(|&to| sequence.step(p, to) == Some((sequence.bar(p, to), true)));
            sequence.onward[p] = onward.fold(0, |all, to| all | 1 << to);
        }
        for taken in 0..SETS {
            for from in elements(sequence.avoiding[taken]) {
                sequence.moves[from][taken] = sequence.reach(from, sequence.avoiding[taken], runs);
            }
        }
        for set in 0..SETS {
            sequence.classify(set);
        }
        sequence
    }

    /// The number of bars other than the red one that have a length.
    pub fn number_of(&self, length: u8) -> u32 {
        let bars = self.placings[0].iter().enumerate();
        bars.filter(|&(bar, other)| Some(bar) != self.red && other.length == length).count() as u32
    }

    /// The number of bars.
    pub fn bars(&self) -> u32 {
        self.placings[0].len() as u32
    }

    /// The first bar that differs between two placings.
    fn bar(&self, from: usize, to: usize) -> usize {
        let pairs = self.placings[from].iter().zip(&self.placings[to]);
        pairs.take_while(|(a, b)| a == b).count()
    }

    /// The bar that a single step from one placing to another moves, and whether it moves toward the end.
    fn step(&self, from: usize, to: usize) -> Option<(usize, bool)> {
        let bar = self.bar(from, to);
        let (from, to) = (&self.placings[from], &self.placings[to]);
        let (a, b) = (from.get(bar)?.start, to.get(bar)?.start);
        (from[bar + 1..] == to[bar + 1..] && a.abs_diff(b) == 1).then_some((bar, b > a))
    }

    /// The placings that one move reaches within a set of placings.
    fn reach(&self, from: usize, within: LineSet, runs: bool) -> LineSet {
        let mut reached = 0;
        for direction in 0..2 * self.placings[from].len() {
            let wanted = Some((direction / 2, direction % 2 == 1));
            let next = |at: usize| elements(within).find(|&to| self.step(at, to) == wanted);
            let mut at = from;
            while let Some(to) = next(at) {
                reached |= 1 << to;
                at = to;
                if !runs {
                    break;
                }
            }
        }
        reached
    }

    /// Cut a set of placings into classes that steps connect.
    fn classify(&mut self, set: usize) {
        let within = set as LineSet & ((1u16 << self.placings.len()) - 1) as LineSet;
        let mut rest = within;
        while rest != 0 {
            let mut next = vec![rest.trailing_zeros() as usize];
            rest &= rest - 1;
            while let Some(at) = next.pop() {
                self.class[set][at] = self.classes[set];
                let near = self.reach(at, within, false) & rest;
                next.extend(elements(near));
                rest &= !near;
            }
            self.classes[set] += 1;
        }
    }
}

/// Whether a bar ends at the end of a line.
fn ends_at(bar: LineBar, side: usize) -> bool {
    usize::from(bar.start + bar.length) == side
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sequences(side: usize, blocked: LineSet, red: Option<(u8, RedRow)>) -> Vec<Sequence> {
        LineSpec { side, blocked, lengths: &[2, 3], red }.sequences(true)
    }

    #[test]
    fn six_cells_hold_eight_sequences_of_cars_and_trucks() {
        let placings: Vec<usize> = sequences(6, 0, None).iter().map(|s| s.placings.len()).collect();
        // (), 2, 22, 222, 23, 3, 32, 33.
        assert_eq!(placings, [1, 5, 6, 1, 3, 4, 3, 1]);
    }

    #[test]
    fn the_red_row_holds_what_the_rule_allows() {
        let number = |beside| sequences(6, 0, Some((2, beside))).len();
        // Behind: 2, 22, 222, 32.
        assert_eq!([RedRow::Alone, RedRow::Behind].map(number), [1, 4]);
    }

    #[test]
    fn a_wall_cuts_a_line_into_segments() {
        // Two cells before the wall, three after it: (), 2|, |2, 2|2, |3, 2|3.
        let all = sequences(6, 0b100, None);
        let mut placings: Vec<usize> = all.iter().map(|s| s.placings.len()).collect();
        placings.sort_unstable();
        assert_eq!(placings, [1, 1, 1, 1, 2, 2]);
    }

    #[test]
    fn runs_stop_at_crossing_bars() {
        let all = sequences(6, 0, Some((2, RedRow::Alone)));
        let red = &all[0];
        assert_eq!(red.goals, 0b10000);
        assert_eq!(red.moves[0][0], 0b11110);
        assert_eq!(red.moves[0][0b10000], 0b00110);
        assert_eq!(red.moves[2][0b000010], 0b11000);
        assert_eq!((red.classes[0b11011], red.class[0b11011][3]), (2, 1));
    }
}
