//! Random packings: the fast search, dancing links, the count and exhaustive enumeration agree with each
//! other, and *locked* agrees with the moves of the block engine.

mod common;

use proptest::prelude::*;
use slideways::engine::packing::{self as lock, PreparedBox};
use slideways::engine::packing::{count, dancing_links};
use slideways::grid::{Cell, Grid, Offset};
use slideways::lock::rule::Packing;
use slideways::lock::{Count, Spec};
use slideways::outcome::Limits;
use slideways::puzzle::{Draft, Goal, Kind, KindId, Place, Puzzle, Shape, rule};
use slideways::{Style, Who};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

fn threads(threads: usize) -> Limits {
    Limits { threads, ..Limits::default() }
}

fn grid(text: &str) -> Grid {
    let sides: Vec<usize> = text.split('x').map(|side| side.parse().unwrap()).collect();
    match sides[..] {
        [rows, cols] => Grid::plane(rows, cols),
        [layers, rows, cols] => Grid::solid(layers, rows, cols),
        _ => None,
    }
    .unwrap()
}

/// A pattern; `/` separates rows, `//` layers.
fn shape(pattern: &str) -> Shape {
    let mut offsets = vec![];
    for (layer, rows) in (0..).zip(pattern.split("//")) {
        for (row, cells) in (0..).zip(rows.split('/')) {
            let filled = (0..).zip(cells.chars()).filter(|&(_, cell)| cell == '1');
            offsets.extend(filled.map(|(col, _)| Offset { layer, row, col }));
        }
    }
    Shape::new(offsets).unwrap()
}

/// A packing as the start of a puzzle.
fn puzzle(packing: &Packing) -> Puzzle {
    let shape = |piece: &Vec<Cell>| Shape::new(piece.iter().map(|&cell| packing.grid.offset(cell))).unwrap();
    let shapes: BTreeSet<Shape> = packing.pieces.iter().map(shape).collect();
    let shapes: Vec<Shape> = shapes.into_iter().collect();
    let kind = |(shape, name): (&Shape, char)| Kind { name, shape: shape.clone(), along: None };
    let place = |piece: &Vec<Cell>| {
        let kind = shapes.iter().position(|known| *known == shape(piece)).unwrap();
        Place { at: piece[0], kind: KindId(kind as u8) }
    };
    let start: Vec<(Place, char)> = packing.pieces.iter().map(|piece| (place(piece), 'p')).collect();
    Puzzle::new(Draft {
        title: String::new(),
        grid: packing.grid,
        blocked: packing.blocked.clone(),
        kinds: shapes.iter().zip(Kind::NAMES.chars()).map(kind).collect(),
        gates: BTreeMap::new(),
        goals: vec![Goal(start.iter().map(|(place, _)| *place).collect())],
        start,
        optimum: BTreeMap::new(),
        notes: vec![],
    })
    .unwrap()
}

/// The largest number of sets to try.
const MOST: u64 = 20_000;

/// All packings, by trying every set of placements that do not overlap; `None` if there are too many.
fn brute_force(prepared: &PreparedBox) -> Option<BTreeSet<Vec<usize>>> {
    fn extend(
        prepared: &PreparedBox,
        places: &mut Vec<usize>,
        found: &mut BTreeSet<Vec<usize>>,
        tried: &mut u64,
    ) {
        *tried += 1;
        if *tried > MOST {
            return;
        }
        if is_wanted(prepared, places) {
            found.insert(places.clone());
        }
        let all = prepared.placements();
        for place in places.last().map_or(0, |last| last + 1)..all.len() {
            let clash = |other: &usize| all[*other].cells.iter().any(|cell| all[place].cells.contains(cell));
            if !places.iter().any(clash) {
                places.push(place);
                extend(prepared, places, found, tried);
                places.pop();
            }
        }
    }
    let (mut found, mut tried) = (BTreeSet::new(), 0);
    extend(prepared, &mut vec![], &mut found, &mut tried);
    (tried <= MOST).then_some(found)
}

fn is_wanted(prepared: &PreparedBox, places: &[usize]) -> bool {
    let (spec, all) = (prepared.spec(), prepared.placements());
    let covered: BTreeSet<Cell> = places.iter().flat_map(|&place| all[place].cells.clone()).collect();
    let number = |kind| places.iter().filter(|&&place| all[place].kind == kind).count() as u32;
    let fits = |place: &lock::Placement| {
        number(place.kind) < spec.kinds[place.kind].at_most
            && place.cells.iter().all(|cell| !covered.contains(cell))
    };
    (spec.at_least..=spec.at_most).contains(&(places.len() as u32))
        && (0..).zip(&spec.kinds).all(|(kind, s)| (s.at_least..=s.at_most).contains(&number(kind)))
        && spec.filled.is_subset(&covered)
        && !(spec.maximal && all.iter().any(fits))
        && prepared.packing(places).slide(spec.strength).is_none()
}

/// Small specs of all kinds: boxes in the plane and in three dimensions; one to three kinds with and without
/// limits; hooked, chiral and disconnected pieces; blocked, empty and filled cells; and all other options.
fn spec() -> impl Strategy<Value = Spec> {
    let plane = ["2x3", "3x3", "3x4", "4x4", "2x5"];
    let solid = ["2x2x2", "1x3x3", "2x2x3", "2x3x3"];
    let flat = ["11", "111", "11/11", "11/10", "110/011", "1", "101/111", "101", "111/100", "10/01"];
    let thick = ["11//11", "11/10//10", "10/11//01", "1//1"];
    let specs = |sizes: Vec<&'static str>, patterns: Vec<&'static str>| {
        (prop::sample::select(sizes), prop::sample::subsequence(patterns, 1..=3))
    };
    let which = prop_oneof![
        specs(plane.to_vec(), flat.to_vec()),
        specs(solid.to_vec(), [&flat[..], &thick[..]].concat())
    ];
    let ranges = prop::collection::vec((0..3u32, prop_oneof![2 => Just(u32::MAX), 1 => 0..6u32]), 3);
    let some = || prop_oneof![Just(BTreeSet::new()), prop::collection::btree_set(0..18u16, 0..=2)];
    let total = (prop_oneof![3 => Just(0), 1 => 1..5u32], prop_oneof![2 => Just(u32::MAX), 1 => 3..7u32]);
    let switches = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    (which, ranges, (some(), some(), some()), switches, total).prop_map(
        |((sides, kinds), ranges, (blocked, empty, filled), (mirror, sets, maximal, limited), total)| {
            let grid = grid(sides);
            let mut spec = Spec::new(grid, kinds.into_iter().map(shape));
            let cells = |set: BTreeSet<u16>| -> BTreeSet<Cell> {
                set.into_iter().map(Cell).filter(|cell| cell.index() < grid.size()).collect()
            };
            if limited {
                for (stock, (at_least, at_most)) in spec.kinds.iter_mut().zip(ranges) {
                    (stock.at_least, stock.at_most) = (at_least / 2, at_most);
                }
            }
            (spec.blocked, spec.empty) = (cells(blocked), cells(empty));
            spec.filled = &cells(filled) - &(&spec.blocked | &spec.empty);
            (spec.mirror, spec.maximal) = (mirror, maximal);
            spec.strength = if sets { Who::Set } else { Who::Piece };
            (spec.at_least, spec.at_most) = total;
            spec
        },
    )
}

/// A symmetry of a box as the image of each cell, and whether it is a rotation: all ways to permute and
/// reverse the axes, written independently so as to share nothing with the search.
fn turns(grid: Grid) -> Vec<(Vec<Cell>, bool)> {
    let sides = [grid.layers(), grid.rows(), grid.cols()].map(|side| side as i16);
    let orders = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
    let mut found: Vec<(Vec<Cell>, bool)> = vec![];
    for (number, order) in orders.iter().enumerate() {
        for signs in 0..8u32 {
            let fits = (0..3).all(|axis| sides[order[axis]] == sides[axis]);
            let in_plane = order[0] == 0 && signs & 1 == 0;
            if !fits || !(grid.is_solid() || in_plane) {
                continue;
            }
            let image = |cell: Cell| {
                let at = grid.offset(cell);
                let old = [at.layer, at.row, at.col];
                let new: [i16; 3] = std::array::from_fn(|axis| match signs >> axis & 1 {
                    0 => old[order[axis]],
                    _ => sides[axis] - 1 - old[order[axis]],
                });
                grid.cell(Offset { layer: new[0], row: new[1], col: new[2] }).unwrap()
            };
            let rotation = (number < 3) == (signs.count_ones() % 2 == 0);
            let cells: Vec<Cell> = grid.cells().map(image).collect();
            match found.iter_mut().find(|(known, _)| *known == cells) {
                Some((_, known)) => *known |= rotation,
                None => found.push((cells, rotation)),
            }
        }
    }
    found
}

/// A packing, independent of the numbers of its placements.
type Pieces = BTreeSet<(usize, BTreeSet<Cell>)>;

fn moved(cells: impl IntoIterator<Item = Cell>, turn: &[Cell]) -> BTreeSet<Cell> {
    cells.into_iter().map(|cell| turn[cell.index()]).collect()
}

/// The number of orbits of packings under some symmetries, by the number of pieces.
fn orbits(packings: &BTreeSet<Pieces>, turns: &[&Vec<Cell>]) -> BTreeMap<u32, u64> {
    let (mut rest, mut numbers) = (packings.clone(), BTreeMap::new());
    while let Some(packing) = rest.pop_first() {
        *numbers.entry(packing.len() as u32).or_default() += 1;
        for turn in turns {
            let image = packing.iter().map(|(kind, cells)| (*kind, moved(cells.clone(), turn))).collect();
            rest.remove(&image);
        }
    }
    numbers
}

/// Classes and rotation classes of all packings, under the symmetries that keep the spec.
fn classes(prepared: &PreparedBox, all: &BTreeSet<Vec<usize>>) -> [BTreeMap<u32, u64>; 2] {
    let (spec, places) = (prepared.spec(), prepared.placements());
    let pieces: Pieces = places.iter().map(|p| (p.kind, p.cells.iter().copied().collect())).collect();
    let keeps = |(turn, _): &&(Vec<Cell>, bool)| {
        let same = |set: &BTreeSet<Cell>| moved(set.clone(), turn) == *set;
        let whole =
            |(kind, cells): &(usize, BTreeSet<Cell>)| pieces.contains(&(*kind, moved(cells.clone(), turn)));
        [&spec.blocked, &spec.empty, &spec.filled].into_iter().all(same) && pieces.iter().all(whole)
    };
    let turns = turns(spec.grid);
    let kept: Vec<&(Vec<Cell>, bool)> = turns.iter().filter(keeps).collect();
    let packings: BTreeSet<Pieces> = all
        .iter()
        .map(|found| {
            found.iter().map(|&p| (places[p].kind, places[p].cells.iter().copied().collect())).collect()
        })
        .collect();
    let rotations: Vec<&Vec<Cell>> = kept.iter().filter(|turn| turn.1).map(|turn| &turn.0).collect();
    let every: Vec<&Vec<Cell>> = kept.iter().map(|turn| &turn.0).collect();
    [orbits(&packings, &every), orbits(&packings, &rotations)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn all_ways_to_count_agree_with_everything_tried(spec in spec()) {
        // A spec with a piece that fits nowhere is refused.
        let Ok(prepared) = PreparedBox::new(spec) else { return Ok(()) };
        let Some(all) = brute_force(&prepared) else { return Ok(()) };
        let mut raw: BTreeMap<u32, u64> = BTreeMap::new();
        all.iter().for_each(|places| *raw.entry(places.len() as u32).or_default() += 1);
        let mut shown = vec![];
        let mut visit = |found: lock::Shown| {
            shown.push(found);
            ControlFlow::Continue(())
        };
        let fast = lock::census(&prepared, true, threads(2), &mut (), Some(&mut visit));
        let counts = fast.tally.by_count(prepared.symmetries(), prepared.rotations());
        let column = |of: fn(&Count) -> u64| counts.iter().map(|(n, count)| (*n, of(count))).collect::<BTreeMap<_, _>>();
        prop_assert_eq!(&column(|count| count.raw), &raw);
        let [by_class, by_rotation] = classes(&prepared, &all);
        prop_assert_eq!(column(|count| count.classes), by_class);
        prop_assert_eq!(column(|count| count.rotation_classes), by_rotation);
        let one_by_one = lock::census(&prepared, false, threads(1), &mut (), None).tally.by_count(1, 1);
        prop_assert_eq!(&one_by_one.iter().map(|(n, count)| (*n, count.raw)).collect::<BTreeMap<_, _>>(), &raw);
        let plain = dancing_links::census(&prepared, threads(1), &mut (), None);
        prop_assert_eq!(&plain.tally, &fast.tally);
        match count::count(&prepared, threads(1), &mut ()) {
            Ok(counted) => {
                let counted = counted.by_count.into_iter().map(|(n, raw)| (n, raw as u64)).collect::<BTreeMap<_, _>>();
                prop_assert_eq!(&counted, &raw);
            }
            Err(why) => {
                let spec = prepared.spec();
                let runs_out = spec.kinds.iter().any(|stock| stock.at_most < u32::MAX);
                let hooked = !spec.kinds.iter().all(|stock| stock.shape.is_box());
                let wide = why == count::NotCountable::TooWide && prepared.placements().len() > 64;
                let expected = wide || (spec.maximal && runs_out) || (spec.strength == Who::Set && hooked);
                prop_assert!(expected, "{}", why);
            }
        }
        let fewest = lock::fewest(&prepared, threads(1), &mut (), None, None);
        let least = raw.iter().find(|(pieces, _)| **pieces > 0).map(|(pieces, _)| *pieces);
        prop_assert_eq!(fewest.bound, least);
        prop_assert_eq!(fewest.census.tally.classes(), least.map_or(0, |least| counts[&least].classes));
        prop_assert_eq!(shown.len() as u64, fast.tally.classes());
        prop_assert!(shown.iter().all(|found| all.contains(&found.places)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn locked_is_what_the_block_engine_cannot_move(spec in spec(), order in prop::collection::vec(any::<u16>(), 12)) {
        let Ok(prepared) = PreparedBox::new(spec) else { return Ok(()) };
        let all = prepared.placements();
        let mut places: Vec<usize> = vec![];
        for draw in order.into_iter().filter(|_| !all.is_empty()) {
            let place = usize::from(draw) % all.len();
            let clash = |other: &usize| all[*other].cells.iter().any(|cell| all[place].cells.contains(cell));
            if !places.iter().any(clash) {
                places.push(place);
            }
        }
        if places.is_empty() {
            return Ok(());
        }
        let packing = prepared.packing(&places);
        let puzzle = puzzle(&packing);
        for (who, style) in [(Who::Piece, Style::ALL[0]), (Who::Set, Style::ALL[3])] {
            let locked = packing.slide(who).is_none();
            prop_assert_eq!(rule::moves(&puzzle, puzzle.start(), style).is_empty(), locked);
            let layers = common::layers(&puzzle, style, Limits::default(), &mut ()).unwrap();
            // A swap of two pieces of a kind gives no new state, but then other steps do.
            prop_assert_eq!(layers.sizes.len() == 1, locked);
        }
    }
}
