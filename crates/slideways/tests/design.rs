//! Censuses against plain enumeration and the plain rule of movement, and against known results.

use slideways::design::{Census, CensusBuilder, CensusError, Family, Kit, KitPiece};
use slideways::grid::{Cell, Grid};
use slideways::outcome::{Limits, Stop};
use slideways::puzzle::rule;
use slideways::puzzle::{Arrangement, Draft, Goal, Kind, KindId, Place, Puzzle, Shape};
use slideways::style::{Style, Who};
use slideways::tiles::random::Random;
use slideways::watch::{Event, Watch};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

/// The largest number of arrangements in a comparison with plain enumeration.
const MOST: usize = 600;

/// A census that is small enough to be repeated by the plain rule.
struct Case {
    grid: Grid,
    blocked: Vec<Cell>,
    kit: Kit,
    holes: std::ops::RangeInclusive<u32>,
    goal: (usize, Cell),
}

/// What plain enumeration finds about one set of pieces.
#[derive(Debug, PartialEq, Eq)]
struct Plain {
    pieces: String,
    arrangements: u64,
    components: u64,
    puzzles: u64,
    solvable: u64,
    moves: Option<u32>,
    hardest: u64,
}

impl Case {
    /// A random case; `None` if its goal is outside the box.
    fn random(random: &mut Random) -> Option<Case> {
        let mut below = |n: u64| random.below(n);
        let (rows, cols) = (2 + below(3) as usize, 2 + below(3) as usize);
        let grid = Grid::plane(rows, cols).unwrap();
        let words = ["1x1", "1x2", "2x1", "2x2", "11/10", "101", "2x1|1x2", "1x3|3x1", "01/11|T4"];
        let mut text = vec![];
        for word in words {
            if below(3) == 0 {
                let first = below(2);
                text.push(format!("{first}..{}*{word}", first + below(4)));
            }
        }
        let kit: Kit = text.join(" ").parse().ok()?;
        let blocked = grid.cells().filter(|_| below(20) == 0).collect();
        let holes = 1 + below(3) as u32;
        let holes = holes..=holes + below(3) as u32;
        let shapes: Vec<Shape> = kit.pieces().map(|piece| piece.shape.clone()).collect();
        let goal = (below(shapes.len() as u64) as usize, Cell(below(grid.size() as u64) as u16));
        let case = Case { grid, blocked, kit, holes, goal };
        case.covers(goal.0, goal.1).map(|_| case)
    }

    fn shape(&self, kind: usize) -> &Shape {
        &self.kit.pieces().nth(kind).unwrap().shape
    }

    fn covers(&self, kind: usize, at: Cell) -> Option<Vec<Cell>> {
        let cells = self.shape(kind).offsets().iter().map(|&by| self.grid.shifted(at, by));
        let cells: Vec<Cell> = cells.collect::<Option<_>>()?;
        cells.iter().all(|cell| !self.blocked.contains(cell)).then_some(cells)
    }

    fn builder<'s>(&self) -> CensusBuilder<'s> {
        let name = &self.kit.pieces().nth(self.goal.0).unwrap().name;
        let goal = format!("{name}@{}", self.grid.coordinates(self.goal.1));
        let family = Family::new(self.grid, self.kit.clone()).blocked(self.blocked.iter().copied());
        Census::of(family.holes(self.holes.clone()).goal(goal))
    }

    /// All numbers of pieces that the kit allows.
    fn sets(&self) -> Vec<Vec<u32>> {
        let free = self.grid.size() - self.blocked.len();
        let mut sets = vec![vec![]];
        for kind in 0..self.kit.pieces().count() {
            let area = self.shape(kind).offsets().len();
            let more = |set: &Vec<u32>| -> Vec<Vec<u32>> {
                (0..=(free / area) as u32).map(|number| [&set[..], &[number]].concat()).collect()
            };
            sets = sets.iter().flat_map(more).collect();
        }
        let allowed = |set: &Vec<u32>| {
            let mut rest = &set[..];
            let supplies = self.kit.supplies.iter().all(|supply| {
                let (own, others) = rest.split_at(supply.pieces.len());
                rest = others;
                supply.numbers.contains(&own.iter().sum())
            });
            let area = |(kind, &number): (usize, &u32)| number as usize * self.shape(kind).offsets().len();
            let holes = free.checked_sub(set.iter().enumerate().map(area).sum());
            let holes = holes.is_some_and(|holes| self.holes.contains(&(holes as u32)));
            supplies && holes && set[self.goal.0] > 0
        };
        sets.retain(allowed);
        sets
    }

    /// All arrangements of a set: one piece after the other in any free place, those of a kind in ascending
    /// order; `None` if there are too many.
    fn arrangements(&self, set: &[u32]) -> Option<Vec<Vec<(usize, Cell)>>> {
        let pieces = set.iter().enumerate();
        let pieces: Vec<usize> = pieces.flat_map(|(k, &n)| std::iter::repeat_n(k, n as usize)).collect();
        let mut all: Vec<Vec<(usize, Cell)>> = vec![vec![]];
        for kind in pieces {
            let mut longer = vec![];
            for places in &all {
                let filled: BTreeSet<Cell> =
                    places.iter().flat_map(|&(k, at)| self.covers(k, at).unwrap()).collect();
                let last = places.iter().filter(|(k, _)| *k == kind).map(|(_, at)| *at).max();
                for at in self.grid.cells().filter(|&at| last.is_none_or(|last| at > last)) {
                    let covers = self.covers(kind, at);
                    if covers.is_some_and(|cells| cells.iter().all(|cell| !filled.contains(cell))) {
                        longer.push([&places[..], &[(kind, at)]].concat());
                    }
                }
            }
            all = longer;
            if all.len() > 20 * MOST {
                return None;
            }
        }
        (all.len() <= MOST).then_some(all)
    }

    fn puzzle(&self, places: &[(usize, Cell)]) -> Puzzle {
        let place = |&(kind, at): &(usize, Cell)| Place { at, kind: KindId(kind as u8) };
        let name = |kind: usize| Kind::NAMES.chars().nth(kind).unwrap();
        let kind =
            |(k, piece): (usize, &KitPiece)| Kind { name: name(k), shape: piece.shape.clone(), along: None };
        Puzzle::new(Draft {
            title: String::new(),
            grid: self.grid,
            blocked: self.blocked.iter().copied().collect(),
            kinds: self.kit.pieces().enumerate().map(kind).collect(),
            gates: BTreeMap::new(),
            start: places.iter().map(|at| (place(at), name(at.0))).collect(),
            goals: vec![Goal(vec![place(&self.goal)])],
            optimum: BTreeMap::new(),
            notes: vec![],
        })
        .unwrap()
    }

    /// What the plain rule finds about a set; `None` if it is too large. With `unique`, only starts with a
    /// single shortest solution count.
    fn plain(&self, numbers: &[u32], style: Style, unique: bool) -> Option<Option<Plain>> {
        let all = self.arrangements(numbers)?;
        let Some(first) = all.first() else { return Some(None) };
        let puzzle = self.puzzle(first);
        let arrangement = |places: &Vec<(usize, Cell)>| {
            let places: Vec<Place> =
                places.iter().map(|&(kind, at)| Place { at, kind: KindId(kind as u8) }).collect();
            puzzle.arrangement(&places).unwrap()
        };
        let all: Vec<Arrangement> = all.iter().map(arrangement).collect();
        let number: BTreeMap<Vec<Place>, usize> =
            all.iter().enumerate().map(|(number, at)| (puzzle.places(at), number)).collect();
        assert_eq!(number.len(), all.len());
        let next = |at: &Arrangement| -> Vec<usize> {
            rule::moves(&puzzle, at, style).iter().map(|(_, to)| number[&puzzle.places(to)]).collect()
        };
        let links: Vec<Vec<usize>> = all.iter().map(next).collect();
        let goals: Vec<usize> = (0..all.len()).filter(|&at| puzzle.is_solved(&all[at])).collect();
        let distances = distances(&links, &goals);
        let mut component = vec![usize::MAX; all.len()];
        for from in 0..all.len() {
            if component[from] == usize::MAX {
                let reached = crate::distances(&links, &[from]);
                (0..all.len()).filter(|&at| reached[at].is_some()).for_each(|at| component[at] = from);
            }
        }
        let counts = |at: usize| !unique || solutions(&links, &distances, at) == 1;
        let distances: Vec<u32> =
            (0..all.len()).filter(|&at| counts(at)).filter_map(|at| distances[at]).collect();
        let moves = distances.iter().max().copied();
        Some(Some(Plain {
            pieces: self.kit.words(numbers),
            arrangements: all.len() as u64,
            components: component.iter().collect::<BTreeSet<_>>().len() as u64,
            puzzles: goals.iter().map(|&goal| component[goal]).collect::<BTreeSet<_>>().len() as u64,
            solvable: distances.len() as u64,
            moves,
            hardest: distances.iter().filter(|d| Some(**d) == moves).count() as u64,
        }))
    }
}

/// The distance of each vertex from the nearest source.
fn distances(links: &[Vec<usize>], sources: &[usize]) -> Vec<Option<u32>> {
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

/// The number of shortest paths from a vertex to a source of the distances, or 2 if there are more.
fn solutions(links: &[Vec<usize>], distances: &[Option<u32>], from: usize) -> usize {
    match distances[from] {
        None => 0,
        Some(0) => 1,
        Some(_) => {
            let nearer = |to: &&usize| distances[**to] < distances[from];
            let nearer: BTreeSet<usize> = links[from].iter().filter(nearer).copied().collect();
            nearer.into_iter().map(|to| solutions(links, distances, to)).sum::<usize>().min(2)
        }
    }
}

#[test]
fn a_census_agrees_with_plain_enumeration() {
    let (mut compared, mut solvable, mut hardest, mut empty) = (0, 0, 0, 0);
    let mut unique_moves = BTreeSet::new();
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let Some(case) = Case::random(&mut random) else { continue };
        let style = Style::ALL[random.below(6) as usize];
        let unique = random.below(2) == 0;
        let plain: Option<Vec<Option<Plain>>> =
            case.sets().iter().map(|set| case.plain(set, style, unique)).collect();
        let Some(plain) = plain else { continue };
        let plain: Vec<Plain> = plain.into_iter().flatten().collect();
        let threads = 1 + random.below(3) as usize;
        let builder = case.builder().style(style).hardest(usize::MAX).limits(Limits::new().threads(threads));
        let found = match builder.unique(unique).build() {
            Ok(census) => census,
            Err(CensusError::NoSet | CensusError::NoRoom { .. } | CensusError::FitsNowhere(_)) => {
                assert!(plain.is_empty(), "seed {seed}: {} has sets", case.kit);
                empty += 1;
                continue;
            }
            Err(other) => panic!("seed {seed}: {other}"),
        };
        assert_eq!(found.stop, None);
        let own = found.complete().map(|class| Plain {
            pieces: class.pieces.clone(),
            arrangements: class.arrangements,
            components: class.found.components,
            puzzles: class.found.puzzles,
            solvable: class.found.solvable(),
            moves: class.found.moves(),
            hardest: class.found.hardest_number(),
        });
        assert_eq!(own.collect::<Vec<_>>(), plain, "seed {seed}: {} in style {style}", case.kit);
        assert_eq!(found.hardest.len() as u64, found.hardest_number());
        compared += plain.len();
        solvable += found.solvable();
        hardest = hardest.max(found.moves().unwrap_or(0));
        unique_moves.extend(found.moves().filter(|_| unique));
    }
    // The comparison is worth something only if it covers more than trivial cases.
    assert!(
        compared > 200 && solvable > 5000 && hardest > 8 && empty > 3 && unique_moves.len() > 4,
        "{compared} {solvable} {hardest} {empty} {unique_moves:?}"
    );
}

/// Klotski's family in a box, with two holes.
fn klotski(size: &str) -> Family {
    Family::new(size.parse().unwrap(), Kit::klotski()).holes(2..=2)
}

#[test]
fn klotskis_family_has_its_known_number_of_arrangements() {
    for (size, sets, arrangements) in
        [("5x4", 35, 1_588_914), ("6x4", 55, 35_364_660), ("5x5", 53, 78_399_440)]
    {
        let limits = Limits::new().memory(16 << 30);
        let forecast = Census::of(klotski(size)).limits(limits).forecast().unwrap();
        assert_eq!((forecast.classes.len(), forecast.arrangements()), (sets, arrangements), "{size}");
    }
    let any = Census::of(klotski("5x4").holes(2..=u32::MAX)).forecast().unwrap();
    assert_eq!((any.classes.len(), any.arrangements()), (203, 29_334_498));
}

#[test]
fn klotskis_family_has_its_known_hardest_starts() {
    for (style, moves) in [(Style::MOVE, 138), (Style::ALL[1], 150), (Style::STEP, 179)] {
        let builder = Census::of(klotski("5x4")).style(style);
        let census = builder.hardest(10).limits(Limits::new().threads(2)).build().unwrap();
        assert_eq!(census.goals, ["2x2@3,1"]);
        assert_eq!((census.searched(), census.moves()), (1_588_914, Some(moves)), "{style}");
        assert_eq!((census.components(), census.hardest_number(), census.hardest.len()), (21_132, 6, 6));
    }
}

#[test]
fn a_census_that_is_stopped_tells_what_it_found() {
    let builder = || Census::of(klotski("5x4"));
    let census = builder().limits(Limits::new().time(Duration::ZERO)).build().unwrap();
    assert_eq!((census.stop, census.arrangements()), (Some(Stop::Time), 1_588_914));
    assert!(census.searched() < census.arrangements());
    // The largest set has 167,872 arrangements and does not fit; the smallest ones do.
    let census = builder().limits(Limits::new().memory(8 << 20)).build().unwrap();
    assert_eq!(census.stop, Some(Stop::Memory));
    assert!(census.searched() > 100_000 && census.complete().count() < 35, "{}", census.searched());
    assert!(census.moves().is_some_and(|moves| moves > 30));
}

#[test]
fn a_census_that_cannot_begin_is_refused_with_the_numbers() {
    let refused = |size: &str, kit: &str, holes, goal: &str| {
        let family = Family::new(size.parse().unwrap(), kit.parse().unwrap()).holes(holes);
        let family = if goal.is_empty() { family } else { family.goal(goal) };
        Census::of(family).build().unwrap_err().to_string()
    };
    for (size, kit, holes, goal, expected) in [
        (
            "2x2",
            "1*2x2 1*1x1",
            0..=0,
            "",
            "the pieces need at least 5 cells and the holes 0, but the box has 4",
        ),
        ("2x3", "1*3x1", 0..=9, "", "the piece 3x1 fits nowhere in the box"),
        ("3x3", "4*1x2", 0..=0, "", "no set of these pieces fits into the box with the number of holes"),
        ("5x4", "1*2x2", 0..=99, "2x2", "`2x2` is not a goal"),
        ("5x4", "1*2x2", 0..=99, "1x1@0,0", "the goal names the piece 1x1, which is not in the kit"),
        ("5x4", "1*2x2", 0..=99, "2x2@5,1", "the goal names the cell 5,1, which is not in the box"),
        ("5x4", "1*2x2", 0..=99, "2x2@4,1", "the piece 2x2 does not fit at 4,1"),
        ("5x4", "2*2x2", 0..=99, "2x2@0,0 2x2@1,1", "the piece 2x2 does not fit at 1,1"),
        ("12x12", "1*1x1", 0..=999, "", "the box has 144 cells, but a census supports at most 128"),
    ] {
        assert_eq!(refused(size, kit, holes, goal), expected);
    }
    let walls = Family::new("8x8".parse().unwrap(), Kit::klotski()).walls(0..=u32::MAX);
    let refusal = Census::of(walls).build().unwrap_err().to_string();
    assert_eq!(refusal, "the walls can stand in more than 100,000 ways");
    let unique = |size: &str, kit: Kit, holes, goal: &str| {
        let family = Family::new(size.parse().unwrap(), kit).holes(holes).goal(goal);
        Census::of(family).unique(true).build().unwrap_err().to_string()
    };
    let expected = "a census of unit cars, of all polyominoes or of a swap does not count solutions";
    let any: Kit = "any:1..".parse().unwrap();
    let swap: Kit = "a=1x1 b=1x1 1*1x2".parse().unwrap();
    assert_eq!(unique("3x3", any, 0..=u32::MAX, "goal@lower-right"), expected);
    assert_eq!(unique("3x3", swap, 0..=99, "swap a b"), expected);
    let large = refused("8x8", "0..*1x1 0..*1x2", 0..=99, "");
    assert!(large.starts_with("there are ") && large.contains("one set of pieces alone has"), "{large}");
}

#[test]
fn every_number_of_threads_gives_the_same_census() {
    let census = |threads| {
        let builder = Census::of(klotski("4x4")).hardest(20);
        builder.limits(Limits::new().threads(threads)).build().unwrap()
    };
    let (one, three) = (census(1), census(3));
    assert_eq!(one.classes, three.classes);
    assert_eq!(one.hardest, three.hardest);
    assert!(one.style.who == Who::Piece && one.hardest_number() == one.hardest.len() as u64);
}

/// Lets a search run until this number of arrangements is done, then stops it.
struct StopAfter(u64, u64);

impl Watch for StopAfter {
    fn event(&mut self, event: Event) {
        if let Event::Progress(now) = event {
            self.1 = now.states;
        }
    }

    fn stop(&mut self) -> bool {
        self.1 >= self.0
    }
}

#[test]
fn a_census_continues_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("census");
    let builder = || Census::of(klotski("5x4")).hardest(10).limits(Limits::new().threads(1));
    let whole = builder().build().unwrap();
    let mut stops = 0;
    let resumed = loop {
        let mut watch = StopAfter(1 + 200_000 * (stops % 3), 0);
        let census = builder().checkpoint(&file).watch(&mut watch).build().unwrap();
        if census.stop.is_none() {
            break census;
        }
        stops += 1;
        assert!(file.exists() && stops < 100);
        let (done, all) = builder().checkpoint(&file).forecast().unwrap().resumed.unwrap();
        assert!(done <= all && all == 35, "{done} of {all}");
    };
    assert!(stops > 1, "the search was stopped {stops} times");
    assert_eq!((resumed.classes, resumed.hardest), (whole.classes, whole.hardest));
    assert!(!file.exists(), "a complete census removes its checkpoint");
}

#[test]
fn a_checkpoint_of_another_census_or_a_damaged_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("census");
    let mut watch = StopAfter(0, 0);
    Census::of(klotski("5x4")).checkpoint(&file).watch(&mut watch).build().unwrap();
    let refused = |family: Family| Census::of(family).checkpoint(&file).build().unwrap_err().to_string();
    let message = refused(klotski("4x4"));
    assert!(message.contains("it belongs to the census of a box of 5 x 4 with pieces"), "{message}");
    let message = refused(klotski("5x4").goal("2x2@0,0"));
    assert!(message.ends_with("with other options"), "{message}");
    let text = std::fs::read_to_string(&file).unwrap().replace("\"words\":\"the", "\"words\":\"any");
    std::fs::write(&file, text).unwrap();
    assert!(refused(klotski("5x4")).ends_with("it is damaged"));
}

#[test]
fn a_start_can_be_restricted() {
    // One unit square among dominoes, from the upper left corner to the lower right one.
    let family = |from: Option<&str>| {
        let kit = "goal=1x1 1*1x2 1*2x1".parse().unwrap();
        let family = Family::new("3x3".parse().unwrap(), kit).goal("goal@lower-right");
        from.into_iter().fold(family, |family, from| family.from(from))
    };
    let (all, some) = (Census::of(family(None)), Census::of(family(Some("goal@upper-left"))));
    let (all, some) = (all.hardest(usize::MAX).build().unwrap(), some.hardest(usize::MAX).build().unwrap());
    assert_eq!((all.arrangements(), all.components()), (some.arrangements(), some.components()));
    assert!(some.solvable() < all.solvable() && some.puzzles() <= all.puzzles());
    assert!(some.moves() <= all.moves() && some.moves().is_some());
    let corner = |puzzle: &Puzzle| puzzle.name(0) == '1' && puzzle.start().0[0] == Cell(0);
    assert!(some.hardest.iter().all(corner) && !some.hardest.is_empty());
}

#[test]
fn walls_stand_in_all_possible_cells() {
    let family = || Family::new("3x3".parse().unwrap(), "1*1x2 1*2x1 0..2*1x1".parse().unwrap());
    let goal = || family().holes(1..=3).goal("1x2@2,1");
    let all = Census::of(goal().walls(0..=1)).hardest(usize::MAX).build().unwrap();
    let (mut arrangements, mut components, mut moves) = (0, 0, None);
    let cells = Grid::plane(3, 3).unwrap().cells().map(Some);
    for wall in cells.chain([None]) {
        match Census::of(goal().blocked(wall)).build() {
            Ok(census) => {
                arrangements += census.arrangements();
                components += census.components();
                moves = moves.max(census.moves());
            }
            // The wall stands on the goal.
            Err(why) => assert!(matches!(why, CensusError::Goal(_)) && wall >= Some(Cell(7)), "{why}"),
        }
    }
    assert_eq!((all.arrangements(), all.components(), all.moves()), (arrangements, components, moves));
    assert!(all.complete().count() == all.classes.len() && all.searched() == arrangements);
    let walls = |puzzle: &Puzzle| puzzle.draft().blocked.len();
    assert!(all.hardest.iter().all(|puzzle| walls(puzzle) <= 1));
}
