//! Censuses of families with symmetries, against plain enumeration: all arrangements are visited, and all
//! numbers up to symmetry come from the images of whole arrangements.

use slideways::design::{Census, Family, Kit, UpToSymmetry};
use slideways::grid::{Cell, Grid, Offset};
use slideways::outcome::Limits;
use slideways::style::Style;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::RangeInclusive;

/// The walls, and the pieces: the label or number of the supply, and the cells.
type State = (BTreeSet<Cell>, BTreeSet<(String, Vec<Cell>)>);

/// A family that is small enough for plain enumeration.
struct Case {
    size: &'static str,
    kit: &'static str,
    holes: RangeInclusive<u32>,
    walls: RangeInclusive<u32>,
    from: Option<&'static str>,
    goal: &'static str,
}

/// What is known about all arrangements of a family.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    arrangements: u64,
    components: u64,
    puzzles: u64,
    starts: Vec<u64>,
    up_to_symmetry: Option<UpToSymmetry>,
}

impl Case {
    fn grid(&self) -> Grid {
        self.size.parse().unwrap()
    }

    fn kit(&self) -> Kit {
        self.kit.parse().unwrap()
    }

    /// The label of a piece, or the number of its supply.
    fn name(&self, supply: usize, name: &str) -> String {
        name.split_once('=').map_or(supply.to_string(), |(label, _)| label.to_owned())
    }

    /// The cells that a place such as `a@1,1` or `1x2@0,0` covers, with the name of its piece.
    fn place(&self, place: &str) -> (String, Vec<Cell>) {
        let (word, at) = place.split_once('@').unwrap();
        let (kit, grid) = (self.kit(), self.grid());
        let supplies = kit.supplies.iter().enumerate();
        let mut pieces = supplies.flat_map(|(n, supply)| supply.pieces.iter().map(move |piece| (n, piece)));
        let is_named = |name: &str| name == word || name.split_once('=').is_some_and(|(l, _)| l == word);
        let (supply, piece) = pieces.find(|(_, piece)| is_named(&piece.name)).unwrap();
        let at = grid.parse_coordinates(at).unwrap();
        let cells = piece.shape.offsets().iter().map(|&by| grid.shifted(at, by).unwrap());
        (self.name(supply, &piece.name), sorted(cells))
    }

    /// All arrangements of all sets of pieces with all walls.
    fn states(&self) -> Vec<State> {
        let (kit, grid) = (self.kit(), self.grid());
        let mut all: BTreeSet<State> = BTreeSet::from([(BTreeSet::new(), BTreeSet::new())]);
        for _ in 0..*self.walls.end() {
            for (walls, _) in all.clone() {
                all.extend(grid.cells().map(|cell| (&walls | &BTreeSet::from([cell]), BTreeSet::new())));
            }
        }
        all.retain(|(walls, _)| self.walls.contains(&(walls.len() as u32)));
        for (number, supply) in kit.supplies.iter().enumerate() {
            let mut with = if *supply.numbers.start() == 0 { all.clone() } else { BTreeSet::new() };
            for pieces in 1..=*supply.numbers.end() {
                let mut longer = BTreeSet::new();
                for (walls, others) in &all {
                    let filled: BTreeSet<Cell> =
                        others.iter().flat_map(|(_, cells)| cells).chain(walls).copied().collect();
                    for (piece, at) in supply.pieces.iter().flat_map(|p| grid.cells().map(move |at| (p, at)))
                    {
                        let cells = piece.shape.offsets().iter().map(|&by| grid.shifted(at, by));
                        let Some(cells) = cells.collect::<Option<Vec<Cell>>>() else { continue };
                        if cells.iter().all(|cell| !filled.contains(cell)) {
                            let own = (self.name(number, &piece.name), sorted(cells));
                            longer.insert((walls.clone(), others | &BTreeSet::from([own])));
                        }
                    }
                }
                all = longer;
                if supply.numbers.contains(&pieces) {
                    with.extend(all.iter().cloned());
                }
                if all.is_empty() {
                    break;
                }
            }
            all = with;
        }
        let (goal, from) = (self.place(self.goal), self.from.map(|from| self.place(from)));
        let is_allowed = |(walls, pieces): &State| {
            let covered = pieces.iter().map(|(_, cells)| cells.len()).sum::<usize>() + walls.len();
            let is_free = |place: &(String, Vec<Cell>)| place.1.iter().all(|cell| !walls.contains(cell));
            // Sets without the goal's piece are left out.
            let like = |own: &(String, Vec<Cell>)| own.0 == goal.0 && same_shape(grid, &own.1, &goal.1);
            self.holes.contains(&((grid.size() - covered) as u32))
                && is_free(&goal)
                && from.as_ref().is_none_or(is_free)
                && pieces.iter().any(like)
        };
        all.into_iter().filter(is_allowed).collect()
    }

    /// Visit everything.
    fn plain(&self) -> Found {
        let grid = self.grid();
        let (goal, from) = (self.place(self.goal), self.from.map(|from| self.place(from)));
        let all = self.states();
        let number: BTreeMap<&State, usize> = all.iter().zip(0..).collect();
        let links: Vec<Vec<usize>> = all
            .iter()
            .map(|state| steps(grid, state).into_iter().map(|next| number[&next]).collect())
            .collect();
        let goals: Vec<usize> = (0..all.len()).filter(|&at| all[at].1.contains(&goal)).collect();
        let is_start = |at: usize| from.as_ref().is_none_or(|from| all[at].1.contains(from));
        let distances = distances(&links, &goals);
        let mut component = vec![usize::MAX; all.len()];
        for first in 0..all.len() {
            if component[first] == usize::MAX {
                let reached = crate::distances(&links, &[first]);
                (0..all.len()).filter(|&at| reached[at].is_some()).for_each(|at| component[at] = first);
            }
        }
        // A symmetry of the box belongs to the family if it maps arrangements, goals and starts to such.
        let symmetries: Vec<Vec<usize>> = (0..8)
            .filter(|turn| turn & 4 == 0 || grid.rows() == grid.cols())
            .filter_map(|turn| {
                let image = |state: &State| number.get(&image(grid, turn, state)).copied();
                let images: Vec<usize> = all.iter().map(image).collect::<Option<_>>()?;
                let preserves = |at: usize| {
                    let to = images[at];
                    is_start(at) == is_start(to) && goals.contains(&at) == goals.contains(&to)
                };
                (0..all.len()).all(preserves).then_some(images)
            })
            .collect();
        let orbit = |at: usize| symmetries.iter().map(|images| images[at]).min().unwrap();
        let part = |at: usize| symmetries.iter().map(|images| component[images[at]]).min().unwrap();
        let solvable: Vec<usize> =
            (0..all.len()).filter(|&s| is_start(s) && distances[s].is_some()).collect();
        let number_of = |of: &dyn Fn(usize) -> usize, among: &[usize]| {
            among.iter().map(|&at| of(at)).collect::<BTreeSet<_>>().len() as u64
        };
        let every: Vec<usize> = (0..all.len()).collect();
        let length = solvable.iter().map(|&at| distances[at].unwrap() + 1).max().unwrap_or(0);
        let by_distance = |of: &dyn Fn(usize) -> usize| -> Vec<u64> {
            let at = |distance| -> Vec<usize> {
                solvable.iter().copied().filter(|&at| distances[at] == Some(distance)).collect()
            };
            (0..length).map(|distance| number_of(of, &at(distance))).collect()
        };
        let up_to_symmetry = UpToSymmetry {
            arrangements: number_of(&orbit, &every),
            components: number_of(&part, &every),
            puzzles: number_of(&part, &solvable),
            starts: by_distance(&orbit),
        };
        Found {
            arrangements: all.len() as u64,
            components: number_of(&|at| component[at], &every),
            puzzles: number_of(&|at| component[at], &solvable),
            starts: by_distance(&|at| at),
            up_to_symmetry: (symmetries.len() > 1).then_some(up_to_symmetry),
        }
    }
}

fn sorted(cells: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
    cells.into_iter().collect::<BTreeSet<_>>().into_iter().collect()
}

fn same_shape(grid: Grid, one: &[Cell], other: &[Cell]) -> bool {
    let from = |cells: &[Cell], cell: Cell| {
        let (at, first) = (grid.offset(cell), grid.offset(cells[0]));
        (at.row - first.row, at.col - first.col)
    };
    let shape = |cells: &[Cell]| cells.iter().map(|&cell| from(cells, cell)).collect::<BTreeSet<_>>();
    shape(one) == shape(other)
}

/// All states after one step of one piece.
fn steps(grid: Grid, (walls, pieces): &State) -> Vec<State> {
    let mut found = vec![];
    for piece in pieces {
        let mut others = pieces.clone();
        others.remove(piece);
        let filled: BTreeSet<Cell> =
            others.iter().flat_map(|(_, cells)| cells).chain(walls).copied().collect();
        for dir in grid.dirs().iter().map(|dir| dir.offset()) {
            let cells: Option<Vec<Cell>> = piece.1.iter().map(|&cell| grid.shifted(cell, dir)).collect();
            if let Some(cells) = cells.filter(|cells| cells.iter().all(|cell| !filled.contains(cell))) {
                found.push((walls.clone(), &others | &BTreeSet::from([(piece.0.clone(), sorted(cells))])));
            }
        }
    }
    found
}

/// The image of a state under one of the eight symmetries of a square.
fn image(grid: Grid, turn: u8, (walls, pieces): &State) -> State {
    let (rows, cols) = (grid.rows() as i16, grid.cols() as i16);
    let cell = |cell: &Cell| {
        let at = grid.offset(*cell);
        let row = if turn & 1 == 0 { at.row } else { rows - 1 - at.row };
        let col = if turn & 2 == 0 { at.col } else { cols - 1 - at.col };
        let (row, col) = if turn & 4 == 0 { (row, col) } else { (col, row) };
        grid.cell(Offset::plane(row, col)).unwrap()
    };
    let piece = |(name, cells): &(String, Vec<Cell>)| (name.clone(), sorted(cells.iter().map(cell)));
    (walls.iter().map(cell).collect(), pieces.iter().map(piece).collect())
}

/// The distance of each vertex from the nearest source.
fn distances(links: &[Vec<usize>], sources: &[usize]) -> Vec<Option<usize>> {
    let mut distances = vec![None; links.len()];
    sources.iter().for_each(|&source| distances[source] = Some(0));
    let mut queue: VecDeque<usize> = sources.iter().copied().collect();
    while let Some(at) = queue.pop_front() {
        for &to in &links[at] {
            if distances[to].is_none() {
                distances[to] = distances[at].map(|distance| distance + 1);
                queue.push_back(to);
            }
        }
    }
    distances
}

#[test]
fn numbers_up_to_symmetry_agree_with_plain_enumeration() {
    let case = |size, kit, holes, goal| Case { size, kit, holes, walls: 0..=0, from: None, goal };
    let klotski = "1*2x2 0..3*2x1|1x2 0..4*1x1";
    let corner = case("3x3", "goal=1x1 0..2*1x2|2x1 0..2*1x1", 2..=4, "goal@2,2");
    let walled = case("3x3", "1*1x1 0..2*1x2|2x1", 3..=5, "1x1@1,1");
    let cases = [
        // No symmetry.
        case("4x3", klotski, 2..=2, "2x2@2,0"),
        // The mirror image only.
        case("3x4", klotski, 2..=2, "2x2@1,1"),
        case("4x4", klotski, 5..=5, "2x2@2,1"),
        case("1x6", "1*1x1 0..2*1x2 0..1*101", 1..=4, "1x2@0,2"),
        // Both mirror images, and the half turn.
        case("3x5", "1*1x1 0..2*1x2 1*2x1", 7..=9, "1x1@1,2"),
        // All eight symmetries, which map sets to other sets.
        case("3x3", "1*1x1 0..3*1x2|2x1", 1..=4, "1x1@1,1"),
        case("3x3", "1*1x1 0..1*11/10|11/01|10/11|01/11", 2..=8, "1x1@1,1"),
        // Transposition only.
        Case { from: Some("goal@0,0"), ..corner },
        // Labels within one supply keep pieces apart.
        case("3x3", "2*a=1x1|b=1x1 1*1x2|2x1", 0..=9, "a@1,1"),
        // Symmetries also map walls to walls.
        Case { walls: 0..=1, ..walled },
        Case { walls: 2..=2, ..case("2x4", "goal=1x1 1*1x2 0..1*1x1", 1..=3, "1x2@0,1") },
    ];
    let mut symmetric = 0;
    for case in &cases {
        let family = Family::new(case.grid(), case.kit()).holes(case.holes.clone()).goal(case.goal);
        let family = case.from.iter().fold(family.walls(case.walls.clone()), |f, from| f.from(*from));
        let census = |threads| {
            let builder = Census::of(family.clone()).style(Style::STEP).hardest(usize::MAX);
            builder.limits(Limits::new().threads(threads)).build().unwrap()
        };
        let (census, again) = (census(1), census(3));
        let found = Found {
            arrangements: census.searched(),
            components: census.components(),
            puzzles: census.puzzles(),
            starts: census.starts(),
            up_to_symmetry: census.up_to_symmetry(),
        };
        assert_eq!(found, case.plain(), "{} in {}", case.kit, case.size);
        assert_eq!(census.hardest.len() as u64, census.hardest_number());
        assert_eq!((census.classes, census.hardest), (again.classes, again.hardest));
        symmetric += u64::from(found.up_to_symmetry.is_some());
    }
    assert_eq!(symmetric, cases.len() as u64 - 1);
}

#[test]
fn klotskis_family_has_half_as_many_puzzles_up_to_mirror_images() {
    let family = Family::new("5x4".parse().unwrap(), Kit::klotski()).holes(2..=2);
    let census = Census::of(family).limits(Limits::new().threads(2)).build().unwrap();
    assert_eq!((census.arrangements(), census.components()), (1_588_914, 21_132));
    assert_eq!((census.puzzles(), census.moves()), (1_414, Some(138)));
    let classes = census.up_to_symmetry().unwrap();
    assert_eq!(classes.starts.last(), Some(&3), "{classes:?}");
    // Arrangements that are their own mirror images make up the difference.
    assert!(2 * classes.arrangements > census.arrangements());
    assert!(2 * classes.components > census.components());
}
