//! Censuses whose goal is that two pieces change places, against plain enumeration: every start is searched
//! alone, by the plain rule of movement.

use slideways::design::{Census, CensusError, Family, Kit, KitPiece, NotAGoal, PuzzleSearch, SearchError};
use slideways::grid::{Cell, Grid};
use slideways::puzzle::{Arrangement, Draft, Goal, Kind, KindId, Place, Puzzle, rule};
use slideways::style::Style;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What is known about all starts of a family.
#[derive(Debug, Default, PartialEq, Eq)]
struct Found {
    arrangements: u64,
    components: u64,
    puzzles: u64,
    /// The number of starts at each distance.
    starts: Vec<u64>,
}

/// All ways to put the pieces into the box one after the other, those of a kind in ascending order.
fn arrangements(grid: Grid, kit: &Kit) -> Vec<Vec<(usize, Cell)>> {
    let numbers = kit.supplies.iter().map(|supply| *supply.numbers.end() as usize);
    let pieces = numbers.enumerate().flat_map(|(kind, number)| std::iter::repeat_n(kind, number));
    let cover = |kind: usize, at: Cell| -> Option<Vec<Cell>> {
        let shape = &kit.supplies[kind].pieces[0].shape;
        shape.offsets().iter().map(|&by| grid.shifted(at, by)).collect()
    };
    let mut all: Vec<Vec<(usize, Cell)>> = vec![vec![]];
    for kind in pieces {
        let mut longer = vec![];
        for places in &all {
            let filled: BTreeSet<Cell> = places.iter().flat_map(|&(k, at)| cover(k, at).unwrap()).collect();
            let last = places.iter().filter(|(k, _)| *k == kind).map(|(_, at)| *at).max();
            for at in grid.cells().filter(|&at| last.is_none_or(|last| at > last)) {
                if cover(kind, at).is_some_and(|cells| cells.iter().all(|cell| !filled.contains(cell))) {
                    longer.push([&places[..], &[(kind, at)]].concat());
                }
            }
        }
        all = longer;
    }
    all
}

fn puzzle(grid: Grid, kit: &Kit, places: &[(usize, Cell)]) -> Puzzle {
    let place = |&(kind, at): &(usize, Cell)| Place { at, kind: KindId(kind as u8) };
    let name = |kind: usize| Kind::NAMES.chars().nth(kind).unwrap();
    let kind = |(k, piece): (usize, &KitPiece)| Kind {
        name: name(k),
        shape: piece.shape.clone(),
        along: piece.along,
    };
    Puzzle::new(Draft {
        title: String::new(),
        grid,
        blocked: BTreeSet::new(),
        kinds: kit.pieces().enumerate().map(kind).collect(),
        gates: BTreeMap::new(),
        start: places.iter().map(|at| (place(at), name(at.0))).collect(),
        goals: vec![Goal(vec![place(&places[0])])],
        optimum: BTreeMap::new(),
        notes: vec![],
    })
    .unwrap()
}

/// Search from every start alone for an arrangement in which the kinds 0 and 1 have changed places.
fn plain(grid: Grid, kit: &Kit, style: Style, from: Option<Cell>) -> Found {
    let all = arrangements(grid, kit);
    let puzzle = puzzle(grid, kit, &all[0]);
    let place = |&(kind, at): &(usize, Cell)| Place { at, kind: KindId(kind as u8) };
    let arrangement = |places: &Vec<_>| puzzle.arrangement(&places.iter().map(place).collect::<Vec<_>>());
    let all: Vec<Arrangement> = all.iter().map(|places| arrangement(places).unwrap()).collect();
    let number: BTreeMap<Vec<Place>, usize> =
        all.iter().enumerate().map(|(number, at)| (puzzle.places(at), number)).collect();
    let next = |at: &Arrangement| -> Vec<usize> {
        rule::moves(&puzzle, at, style).iter().map(|(_, to)| number[&puzzle.places(to)]).collect()
    };
    let links: Vec<Vec<usize>> = all.iter().map(next).collect();
    let pair = |start: usize| {
        let places = puzzle.places(&all[start]);
        [0, 1].map(|kind| places.iter().find(|place| place.kind == KindId(kind)).unwrap().at)
    };
    let mut found = Found { arrangements: all.len() as u64, ..Found::default() };
    let (mut components, mut puzzles) = (BTreeSet::new(), BTreeSet::new());
    for start in 0..all.len() {
        let [one, other] = pair(start);
        let mut distances = vec![None; all.len()];
        distances[start] = Some(0);
        let mut queue = VecDeque::from([start]);
        let mut nearest: Option<usize> = None;
        while let Some(at) = queue.pop_front() {
            let distance = distances[at].unwrap();
            if pair(at) == [other, one] && nearest.is_none() {
                nearest = Some(distance);
            }
            for &to in &links[at] {
                if distances[to].is_none() {
                    distances[to] = Some(distance + 1);
                    queue.push_back(to);
                }
            }
        }
        let component = distances.iter().position(|distance| distance.is_some());
        components.insert(component);
        if let Some(distance) = nearest.filter(|_| from.is_none_or(|from| from == one)) {
            puzzles.insert(component);
            found.starts.resize(found.starts.len().max(distance + 1), 0);
            found.starts[distance] += 1;
        }
    }
    (found.components, found.puzzles) = (components.len() as u64, puzzles.len() as u64);
    found
}

#[test]
fn a_swap_agrees_with_searches_from_every_start() {
    let mut hardest = 0;
    for (size, kit, from) in [
        ("3x2", "a=1x1 b=1x1 1*2x1", None),
        ("3x3", "a=1x1 b=1x1 1*1x2 1*2x1", None),
        ("3x3", "a=1x1 b=1x1 1*1x2 1*2x1", Some(Cell(0))),
        ("2x3", "a=1x1 b=1x1 3*1x1", None),
        ("2x3", "a=1x1 b=1x1 c=1x1 d=1x1 e=1x1", None),
        ("3x3", "a=2x1 b=2x1 2*1x1", None),
        ("2x4", "a=1x2 b=1x2 2*1x1", None),
        ("3x3", "a=1x1:row b=1x1 2*2x1", None),
        ("3x3", "a=1x1 b=1x1 1*2x2", Some(Cell(4))),
        ("1x4", "a=1x1 b=1x1", None),
    ] {
        for style in Style::ALL {
            let (grid, kit): (Grid, Kit) = (size.parse().unwrap(), kit.parse().unwrap());
            let expected = plain(grid, &kit, style, from);
            let family = Family::new(grid, kit.clone()).goal("swap a b");
            let family = from
                .iter()
                .fold(family, |family, &from| family.from(format!("a@{}", grid.coordinates(from))));
            let census = Census::of(family).style(style).hardest(usize::MAX).build().unwrap();
            let found = Found {
                arrangements: census.arrangements(),
                components: census.components(),
                puzzles: census.puzzles(),
                starts: census.starts(),
            };
            assert_eq!(found, expected, "{size} with {kit} in style {style}");
            assert_eq!(census.hardest.len() as u64, census.hardest_number());
            hardest = hardest.max(census.moves().unwrap_or(0));
        }
    }
    // The comparison is worth something only if some swaps are long.
    assert!(hardest > 15, "{hardest}");
}

#[test]
fn the_goal_of_a_hardest_start_is_its_own_swap() {
    let kit: Kit = "1*2x1 a=1x1 1*1x2 b=1x1".parse().unwrap();
    let family = Family::new("3x3".parse().unwrap(), kit).goal("swap b a");
    let census = Census::of(family).hardest(usize::MAX).build().unwrap();
    assert_eq!(census.goals, ["swap b a"]);
    assert!(census.hardest_number() > 1);
    for puzzle in &census.hardest {
        let [Goal(places)] = &puzzle.draft().goals[..] else { panic!("{puzzle:?}") };
        let start = puzzle.places(puzzle.start());
        let at = |name: char| start.iter().find(|place| puzzle.kind(place.kind).name == name).unwrap().at;
        let goal: BTreeSet<(char, Cell)> =
            places.iter().map(|place| (puzzle.kind(place.kind).name, place.at)).collect();
        // The kinds are named 1 to 4, in the order of the kit.
        assert_eq!(goal, BTreeSet::from([('2', at('4')), ('4', at('2'))]));
    }
}

#[test]
fn walls_and_ranges_of_other_pieces_are_sums() {
    let family = || {
        let kit = "a=1x1 b=1x1 0..2*1x2".parse().unwrap();
        Family::new("2x4".parse().unwrap(), kit).holes(1..=4).goal("swap a b")
    };
    let all = Census::of(family().walls(0..=1)).build().unwrap();
    let cells = Grid::plane(2, 4).unwrap().cells().map(Some);
    let parts = cells.chain([None]).map(|wall| Census::of(family().blocked(wall)).build().unwrap());
    let parts: Vec<Census> = parts.collect();
    assert_eq!(all.moves(), parts.iter().filter_map(Census::moves).max());
    assert_eq!(all.solvable(), parts.iter().map(Census::solvable).sum::<u64>());
    assert_eq!(all.puzzles(), parts.iter().map(Census::puzzles).sum::<u64>());
    assert!(all.solvable() > 100);
}

#[test]
fn a_swap_that_cannot_be_is_refused() {
    let family = |kit: &str, goals: &[&str]| {
        let family = Family::new("3x3".parse().unwrap(), kit.parse().unwrap());
        goals.iter().fold(family, |family, goal| family.goal(*goal))
    };
    let refused = |kit: &str, goals: &[&str]| match Census::of(family(kit, goals)).build() {
        Err(CensusError::Goal(why)) => why,
        other => panic!("{other:?}"),
    };
    let kit = "a=1x1 b=1x1 c=1x2 0..2*2x1 1*1x2|2x2";
    for goal in ["swap", "swap a", "swap a a", "swap a b c"] {
        assert!(matches!(refused(kit, &[goal]), NotAGoal::SwapForm(_)), "{goal}");
    }
    assert_eq!(refused(kit, &["swap a d"]), NotAGoal::Piece("d".to_owned()));
    assert_eq!(refused(kit, &["swap a c"]).to_string(), "a and c cannot change places: their shapes differ");
    assert_eq!(
        refused(kit, &["swap a 2x1"]).to_string(),
        "a swap needs exactly one piece 2x1 in every set, but the kit has 0..2*2x1"
    );
    assert!(matches!(refused(kit, &["swap c 2x2"]), NotAGoal::SwapNumber { .. }));
    assert!(matches!(refused(kit, &["swap a b", "a@0,0"]), NotAGoal::SwapAmongOthers(_)));
    assert!(matches!(refused(kit, &["a@0,0", "swap a b"]), NotAGoal::SwapAmongOthers(_)));
    let search = PuzzleSearch::of(family(kit, &["swap a b"])).check();
    assert!(matches!(search, Err(SearchError::Swap(goal)) if goal == "swap a b"));
}
