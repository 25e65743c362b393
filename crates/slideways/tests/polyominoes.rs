//! Censuses of all polyominoes against plain enumeration and the plain rule of movement, and against known
//! results.

use slideways::engine::design::findings::Findings;
use slideways::engine::design::polyominoes::bonds::{Bonds, Packer};
use slideways::engine::design::polyominoes::partition::{Partition, Partitions};
use slideways::engine::design::polyominoes::plane::Plane;
use slideways::engine::design::polyominoes::unit::Buffers;
use slideways::engine::design::polyominoes::{Corners, PolyominoError, PolyominoOptions, Polyominoes, count};
use slideways::engine::run::units::{Unit, run_units_here};
use slideways::format::sliding;
use slideways::grid::{Cell, Grid};
use slideways::outcome::Outcome;
use slideways::puzzle::{Arrangement, Draft, Goal, Kind, KindId, Place, Puzzle, Shape, rule};
use slideways::{Solver, Style};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, RangeInclusive};

type Found = BTreeMap<(Style, u32), Findings>;

fn options(rows: usize, cols: usize) -> PolyominoOptions {
    PolyominoOptions {
        grid: Grid::plane(rows, cols).unwrap(),
        sizes: 1..=24,
        corners: Corners::Bounded,
        styles: Style::ALL[..3].to_vec(),
        most_hardest: 2,
    }
}

fn census(options: &PolyominoOptions) -> Found {
    let census = Polyominoes::new(options).unwrap();
    let units: Vec<usize> = (0..census.units()).collect();
    let mut all = Found::new();
    let work = |unit: &mut Unit, buffers: &mut Buffers| census.run_unit(unit, buffers);
    run_units_here(&units, work, |_, found| {
        for (class, findings) in found {
            all.entry(class).or_default().merge(&findings, options.most_hardest);
        }
    });
    all
}

/// A packing: the cells of the goal piece, and those of the other pieces.
type Pieces = (Vec<Cell>, BTreeSet<Vec<Cell>>);

/// Plain enumeration of a box, piece by piece.
struct Plain {
    grid: Grid,
    sizes: RangeInclusive<u32>,
    packings: Vec<BTreeSet<Vec<Cell>>>,
}

impl Plain {
    fn fill(&mut self, free: &[Cell], pieces: &BTreeSet<Vec<Cell>>) {
        let Some((&first, rest)) = free.split_first() else {
            return self.packings.push(pieces.clone());
        };
        self.fill(rest, pieces);
        for chosen in 0..1u32 << rest.len() {
            let is_chosen = |n: usize| chosen >> n & 1 != 0;
            let others = rest.iter().enumerate().filter(|&(n, _)| is_chosen(n)).map(|(_, &cell)| cell);
            let piece: Vec<Cell> = [first].into_iter().chain(others).collect();
            if self.sizes.contains(&(piece.len() as u32)) && self.shape(&piece).parts() == 1 {
                let left = rest.iter().enumerate().filter(|&(n, _)| !is_chosen(n)).map(|(_, &cell)| cell);
                let left: Vec<Cell> = left.collect();
                let mut pieces = pieces.clone();
                pieces.insert(piece);
                self.fill(&left, &pieces);
            }
        }
    }

    fn shape(&self, piece: &[Cell]) -> Shape {
        Shape::new(piece.iter().map(|&cell| self.grid.offset(cell))).unwrap()
    }

    /// Rows and columns between the bounding box of a piece and the upper left and lower right corners.
    fn room(&self, piece: &[Cell]) -> ((i16, i16), (i16, i16)) {
        let at: Vec<_> = piece.iter().map(|&cell| self.grid.offset(cell)).collect();
        let (rows, cols) = (self.grid.rows() as i16, self.grid.cols() as i16);
        let least = (at.iter().map(|at| at.row).min().unwrap(), at.iter().map(|at| at.col).min().unwrap());
        let most = (at.iter().map(|at| at.row).max().unwrap(), at.iter().map(|at| at.col).max().unwrap());
        (least, (rows - 1 - most.0, cols - 1 - most.1))
    }

    fn puzzle(&self, (goal, others): &Pieces) -> Puzzle {
        let shapes: BTreeSet<Shape> = others.iter().map(|piece| self.shape(piece)).collect();
        let shapes: Vec<Shape> = [self.shape(goal)].into_iter().chain(shapes).collect();
        let kinds: Vec<Kind> = shapes
            .iter()
            .zip(Kind::NAMES.chars())
            .map(|(shape, name)| Kind { name, shape: shape.clone(), along: None })
            .collect();
        let place = |piece: &Vec<Cell>, kind: usize| Place { at: piece[0], kind: KindId(kind as u8) };
        let kind = |piece| 1 + shapes[1..].iter().position(|shape| *shape == self.shape(piece)).unwrap();
        let mut start = vec![(place(goal, 0), '1')];
        start.extend(others.iter().map(|piece| (place(piece, kind(piece)), kinds[kind(piece)].name)));
        Puzzle::new(Draft {
            title: String::new(),
            grid: self.grid,
            blocked: Default::default(),
            kinds,
            gates: Default::default(),
            start,
            goals: vec![Goal(vec![place(goal, 0)])],
            optimum: Default::default(),
            notes: vec![],
        })
        .unwrap()
    }

    fn pieces(&self, puzzle: &Puzzle, arrangement: &Arrangement) -> Pieces {
        let cover = |place: &Place| puzzle.cover(*place).unwrap();
        let places = puzzle.places(arrangement);
        let (goal, others): (Vec<&Place>, Vec<&Place>) =
            places.iter().partition(|place| place.kind == KindId(0));
        (cover(goal[0]), others.into_iter().map(cover).collect())
    }

    /// Distances from some arrangements by the plain rule.
    fn distances(&self, puzzle: &Puzzle, from: Vec<Arrangement>, style: Style) -> BTreeMap<Pieces, usize> {
        let mut known: BTreeMap<Pieces, usize> = from.iter().map(|at| (self.pieces(puzzle, at), 0)).collect();
        let mut layer = from;
        for distance in 1.. {
            let mut next = vec![];
            for (_, to) in layer.iter().flat_map(|at| rule::moves(puzzle, at, style)) {
                let pieces = self.pieces(puzzle, &to);
                if let std::collections::btree_map::Entry::Vacant(entry) = known.entry(pieces) {
                    entry.insert(distance);
                    next.push(to);
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        known
    }

    fn census(&mut self) -> Found {
        let cells: Vec<Cell> = self.grid.cells().collect();
        self.fill(&cells, &BTreeSet::new());
        let mut seen: BTreeSet<Pieces> = BTreeSet::new();
        let mut all = Found::new();
        for packing in &self.packings {
            for goal in packing {
                let others: BTreeSet<_> = packing.iter().filter(|piece| *piece != goal).cloned().collect();
                let end = (goal.clone(), others);
                let (to_start, to_end) = self.room(goal);
                if to_end != (0, 0) || to_start == (0, 0) || seen.contains(&end) {
                    continue;
                }
                let puzzle = self.puzzle(&end);
                let reached = self.distances(&puzzle, vec![puzzle.start().clone()], Style::STEP);
                seen.extend(reached.keys().cloned());
                let starts: Vec<_> = reached.keys().filter(|at| self.room(&at.0).0 == (0, 0)).collect();
                if starts.is_empty() {
                    continue;
                }
                let ends = reached.keys().filter(|at| self.room(&at.0).1 == (0, 0));
                let arrangement = |(goal, others): &Pieces| {
                    let puzzle_of = self.puzzle(&(goal.clone(), others.clone()));
                    puzzle.arrangement(&puzzle_of.places(puzzle_of.start())).unwrap()
                };
                let ends: Vec<Arrangement> = ends.map(arrangement).collect();
                for style in &Style::ALL[..3] {
                    let known = self.distances(&puzzle, ends.clone(), *style);
                    let found = all.entry((*style, packing.len() as u32)).or_default();
                    found.arrangements += reached.len() as u64;
                    found.components += 1;
                    found.puzzles += 1;
                    for start in &starts {
                        let distance = known[*start];
                        found.starts.resize(found.starts.len().max(distance + 1), 0);
                        found.starts[distance] += 1;
                    }
                }
            }
        }
        all
    }
}

/// Solve the hardest starts again, and leave them out of what was found.
fn solved(mut found: Found) -> Found {
    for ((style, _), findings) in &mut found {
        for text in std::mem::take(&mut findings.hardest) {
            let puzzle = sliding::parse(&text).unwrap().puzzle;
            let answer = Solver::new(&puzzle).style(*style).solve().unwrap();
            let Outcome::Solved(solution) = answer.outcome else { panic!("unsolved:\n{text}") };
            assert_eq!(Some(solution.len() as u32), findings.moves(), "{style}:\n{text}");
        }
    }
    found
}

fn compare(options: &PolyominoOptions) {
    let mut plain = Plain { grid: options.grid, sizes: options.sizes.clone(), packings: vec![] };
    let expected = plain.census();
    let packings = count(options.grid, options.sizes.clone()).unwrap();
    assert_eq!(packings, plain.packings.len() as u128);
    assert_eq!(solved(census(options)), expected, "{}", options.grid);
}

#[test]
fn small_boxes_agree_with_plain_enumeration() {
    for (rows, cols) in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (2, 4)] {
        compare(&options(rows, cols));
    }
}

#[test]
fn the_square_of_three_agrees_with_plain_enumeration() {
    compare(&options(3, 3));
}

#[test]
fn piece_sizes_are_limited() {
    for sizes in [1..=2, 2..=3, 2..=24, 1..=1, 3..=4] {
        compare(&PolyominoOptions { sizes, ..options(2, 4) });
    }
}

#[test]
fn large_boxes_and_sets_of_pieces_are_refused() {
    for (rows, cols) in [(5, 5), (4, 6), (1, 25)] {
        let grid = Grid::plane(rows, cols).unwrap();
        assert_eq!(Polyominoes::new(&options(rows, cols)).err(), Some(PolyominoError::TooLarge(grid)));
    }
    let styles = vec![Style::SET_STEP];
    let refused = Polyominoes::new(&PolyominoOptions { styles, ..options(2, 2) });
    assert_eq!(refused.err(), Some(PolyominoError::Style(Style::SET_STEP)));
}

/// Calls `visit` with all packings of a box, and returns their number.
fn each_packing(packer: &Packer, mut visit: impl FnMut(&Bonds)) -> u64 {
    let plane = &packer.plane;
    let mut number = 0;
    let each = |partition: Partition| {
        let Partition { right, down, singles, .. } = partition;
        let mut holes = singles;
        loop {
            number += 1;
            visit(&Bonds { right, down, holes, goal: 0 });
            if holes == 0 {
                return ControlFlow::Continue(());
            }
            holes = (holes - 1) & singles;
        }
    };
    let _ = Partitions { plane, sizes: (2, 24), visit: each }.of(plane.all);
    number
}

/// What Bickford counts as puzzles: packings whose piece at the last cell can move left or up.
#[test]
fn bickfords_puzzles_are_packings_that_have_just_been_solved() {
    let packer = Packer::new(Plane::new(Grid::plane(4, 4).unwrap()).unwrap()).unwrap();
    let plane = &packer.plane;
    let last = 1 << (plane.size - 1);
    let mut solved = 0;
    let packings = each_packing(&packer, |bonds| {
        let piece = packer.piece(bonds, last);
        let moves =
            |dir| !plane.at_wall(piece, dir) && plane.shifted(piece, dir) & !(piece | bonds.holes) == 0;
        solved += u32::from(bonds.holes & last == 0 && (moves(1) || moves(3)));
    });
    assert_eq!((packings, solved), (55_807_716, 12_295_564));
}

fn maxima(found: &Found, style: Style) -> Vec<u32> {
    found.iter().filter(|((of, _), _)| *of == style).map(|(_, findings)| findings.moves().unwrap()).collect()
}

#[test]
#[ignore = "slow: two minutes"]
fn the_square_of_four_has_the_known_maxima() {
    let found = solved(census(&options(4, 4)));
    let [step, slide, path] = [0, 1, 2].map(|style| maxima(&found, Style::ALL[style]));
    assert_eq!(step, [6, 7, 19, 36, 57, 76, 91, 109, 181, 81, 64, 73, 61, 25, 21]);
    assert_eq!(slide, [2, 4, 12, 26, 42, 58, 71, 94, 153, 81, 64, 73, 61, 25, 21]);
    assert_eq!(path, [1, 4, 9, 22, 36, 51, 66, 89, 132, 81, 64, 73, 61, 25, 21]);
}

#[test]
#[ignore = "slow: one minute"]
fn bickfords_fifteen_maxima_are_right() {
    let styles = vec![Style::MOVE];
    let found = census(&PolyominoOptions { corners: Corners::EndCovered, styles, ..options(4, 4) });
    let known = [1, 4, 9, 19, 36, 51, 62, 89, 132, 81, 64, 73, 61, 25, 21];
    assert_eq!(maxima(&solved(found), Style::MOVE), known);
}
