//! Packings: the fast search against the plain one, against exhaustive enumeration, and against known
//! results.

use serde_json::Value;
use slideways::Who;
use slideways::engine::packing::{self as lock, PackingCensus, PreparedBox, ResumeFrom, Saved};
use slideways::engine::packing::{count, dancing_links};
use slideways::grid::{Cell, Grid, Offset};
use slideways::lock::rule::Packing;
use slideways::lock::{Count, Spec, SpecError, Stock};
use slideways::outcome::{Limits, Stop};
use slideways::puzzle::Shape;
use slideways::watch::{Event, Watch};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

fn truth() -> Value {
    serde_json::from_str(include_str!("truth/lock.json")).unwrap()
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

/// A pattern in the plane; `/` separates rows.
fn shape(pattern: &str) -> Shape {
    let row = |(row, cells): (usize, &str)| {
        let filled = cells.char_indices().filter(|&(_, cell)| cell == '1').map(|(col, _)| col);
        filled.map(|col| Offset::plane(row as i16, col as i16)).collect::<Vec<_>>()
    };
    Shape::new(pattern.split('/').enumerate().flat_map(row)).unwrap()
}

fn flat() -> Shape {
    Shape::brick(&[1, 2, 2]).unwrap()
}

fn domino() -> Shape {
    Shape::brick(&[1, 1, 2]).unwrap()
}

fn threads(threads: usize) -> Limits {
    Limits { threads, ..Limits::default() }
}

fn census(prepared: &PreparedBox, by_class: bool) -> PackingCensus {
    let census = lock::census(prepared, by_class, threads(2), &mut (), None);
    assert!(census.stop.is_none() && !census.enough);
    census
}

fn counts(prepared: &PreparedBox) -> BTreeMap<u32, Count> {
    census(prepared, true).tally.by_count(prepared.symmetries(), prepared.rotations())
}

/// One of the three numbers, by the number of pieces, in the form of the known results.
fn column(counts: &BTreeMap<u32, Count>, of: fn(&Count) -> u64) -> Value {
    counts.iter().map(|(pieces, count)| (pieces.to_string(), Value::from(of(count)))).collect()
}

fn free(box_size: &str, shape: Shape) -> PreparedBox {
    PreparedBox::new(Spec::new(grid(box_size), [shape])).unwrap()
}

/// Packings without symmetry: the raw count by another method.
fn raw(prepared: &PreparedBox) -> Value {
    let census = census(prepared, false);
    column(&census.tally.by_count(1, 1), |count| count.raw)
}

#[test]
fn bricks_in_the_cube_are_counted_three_ways() {
    let known = &truth()["box_4x4x4_brick_2x2x1"];
    let prepared = free("4x4x4", flat());
    assert_eq!(prepared.placements().len(), 108);
    assert_eq!((prepared.symmetries(), prepared.rotations()), (48, 24));
    let found = census(&prepared, true).tally;
    let counts = found.by_count(48, 24);
    assert_eq!(column(&counts, |count| count.raw), known["raw"]);
    assert_eq!(raw(&prepared), known["raw"], "raw = sum of |G|/|Stab|");
    assert_eq!(column(&counts, |count| count.classes), known["orbits48"]);
    assert_eq!(column(&counts, |count| count.rotation_classes), known["orbits24_rotations_only"]);
    let histogram = &known["stabilizer_histogram_per_class"];
    for (pieces, orders) in found.stabilizers().into_iter().filter(|(pieces, _)| *pieces > 0) {
        let orders: Value =
            orders.into_iter().map(|(order, n)| (order.to_string(), Value::from(n))).collect();
        assert_eq!(orders, histogram[pieces.to_string()], "{pieces} pieces");
    }
}

#[test]
fn corners_can_be_kept_empty_and_packings_be_maximal() {
    let known = &truth()["box_4x4x4_brick_2x2x1"];
    let mut spec = Spec::new(grid("4x4x4"), [flat()]);
    spec.maximal = true;
    let found = counts(&PreparedBox::new(spec.clone()).unwrap());
    assert_eq!(column(&found, |count| count.raw), known["maximal_no_brick_can_be_added_raw"]);
    assert_eq!(column(&found, |count| count.classes), known["maximal_no_brick_can_be_added_orbits"]);
    spec.maximal = false;
    let end = |i: u16| 3 * (i & 1);
    spec.empty = (0..8).map(|i| Cell((end(i) * 4 + end(i >> 1)) * 4 + end(i >> 2))).collect();
    let found = counts(&PreparedBox::new(spec.clone()).unwrap());
    assert_eq!(column(&found, |count| count.raw), known["no_corner_cell_covered_raw"]);
    assert_eq!(column(&found, |count| count.classes), known["no_corner_cell_covered_orbits"]);
    // ANTISLIDE-NOCORNER searches up to 13 bricks only.
    spec.filled = [Cell(1)].into();
    spec.at_most = 13;
    let found = counts(&PreparedBox::new(spec).unwrap());
    assert_eq!(column(&found, |count| count.raw), known["seed_ANTISLIDE_NOCORNER_prints"]["levels"]);
}

fn walk(table: &str, classes: &str, shape: fn() -> Shape, slow: bool) {
    let truth = truth();
    for (sides, known) in truth[table].as_object().unwrap() {
        if slow != ["8x8", "4x4x5", "3x4x6"].contains(&sides.as_str()) {
            continue;
        }
        let found = counts(&free(sides, shape()));
        assert_eq!(column(&found, |count| count.raw), *known, "{sides}");
        let Some(known) = truth[classes].get(sides) else { continue };
        let mut found = column(&found, |count| count.classes);
        // For some boxes only part of the numbers is known.
        found.as_object_mut().unwrap().retain(|pieces, _| known.get(pieces).is_some());
        assert_eq!(found, *known, "{sides}");
    }
}

#[test]
fn smaller_boxes_are_counted_as_known() {
    walk("brick_2x2x1_other_boxes_raw", "brick_2x2x1_other_boxes_orbits", flat, false);
    walk("domino_1x1x2_3D_raw", "domino_1x1x2_3D_orbits", domino, false);
    walk("domino_2D_raw", "domino_2D_orbits", domino, false);
}

#[test]
#[ignore = "slow: seconds"]
fn larger_boxes_are_counted_as_known() {
    walk("brick_2x2x1_other_boxes_raw", "brick_2x2x1_other_boxes_orbits", flat, true);
    walk("domino_2D_raw", "domino_2D_orbits", domino, true);
    let truth = truth();
    let totals = &truth["brick_2x2x1_other_boxes_orbits"]["totals_only_by_ANTISLIDE3"];
    for (sides, known) in totals.as_object().unwrap() {
        assert_eq!(census(&free(sides, flat()), true).tally.classes(), known.as_u64().unwrap(), "{sides}");
    }
}

fn counted(box_size: &str) -> BTreeMap<u32, u128> {
    let prepared = free(box_size, domino());
    count::count(&prepared, threads(1), &mut ()).unwrap().by_count
}

#[test]
fn packings_are_counted_without_being_met() {
    let known = &truth()["domino_2D_raw"];
    let found: Value =
        counted("8x8").into_iter().map(|(n, raw)| (n.to_string(), Value::from(raw as u64))).collect();
    assert_eq!(found, known["8x8"]);
    let prepared = free("7x7", domino());
    let limits = Limits { time: Some(Duration::ZERO), ..threads(1) };
    let stopped = count::count(&prepared, limits, &mut ()).unwrap();
    assert!(stopped.stop == Some(Stop::Time) && stopped.by_count.is_empty());
}

#[test]
#[ignore = "slow: seconds"]
fn dominoes_are_counted_up_to_eleven_by_eleven() {
    assert_eq!(counted("11x11").values().sum::<u128>(), 498_380_960_649_215);
}

#[test]
fn hooked_pieces_can_slide_in_sets() {
    let truth = truth();
    let known = &truth["single_vs_group_counterexamples"];
    for (sides, pattern, name) in [
        ("6x6", "101/111", "U-pentomino 6x6 (unlimited copies, flips allowed)"),
        ("3x3x3", "110/011", "S-tetromino 3x3x3"),
    ] {
        for (strength, prefix) in [(Who::Piece, "single"), (Who::Set, "group")] {
            let mut spec = Spec::new(grid(sides), [shape(pattern)]);
            spec.strength = strength;
            let found = counts(&PreparedBox::new(spec).unwrap());
            for (pieces, row) in known[name].as_object().unwrap() {
                let count = found.get(&pieces.parse().unwrap()).copied().unwrap_or_default();
                for (suffix, number) in [("raw", count.raw), ("orbits", count.classes)] {
                    let known = row.get(format!("{prefix}_{suffix}"));
                    assert!(known.is_none_or(|known| *known == number), "{name} {pieces} {prefix} {suffix}");
                }
            }
        }
    }
}

#[test]
fn the_witnesses_are_locked() {
    let truth = truth();
    let lines = |name: &str| -> Vec<String> {
        let list = truth[name].as_array().unwrap();
        list.iter().map(|line| line.as_str().unwrap().to_owned()).collect()
    };
    let plane = lines("witness_8x8_28_dominoes_unique").join(" ");
    let packing = Packing::parse(grid("8x8"), &plane).unwrap();
    assert_eq!((packing.pieces.len(), packing.slide(Who::Set)), (28, None));
    let solid = lines("witness_5x5x5_24_bricks_layers").join("\n");
    let packing = Packing::parse(grid("5x5x5"), &solid).unwrap();
    assert_eq!((packing.pieces.len(), packing.slide(Who::Set)), (24, None));
}

#[test]
fn threads_change_neither_totals_nor_order() {
    let prepared = free("3x4x4", flat());
    let listed = |number: usize| {
        let mut list = vec![];
        let mut visit = |shown: lock::Shown| {
            assert!(prepared.packing(&shown.places).slide(Who::Set).is_none());
            list.push(shown.places);
            ControlFlow::Continue(())
        };
        let census = lock::census(&prepared, true, threads(number), &mut (), Some(&mut visit));
        (list, census.tally)
    };
    let (list, tally) = listed(1);
    assert_eq!(list.len(), 96);
    for number in [2, 3, 8] {
        assert_eq!(listed(number), (list.clone(), tally.clone()));
    }
}

/// A watch that stops the search at once.
struct Refuse;

impl Watch for Refuse {
    fn stop(&mut self) -> bool {
        true
    }
}

#[test]
fn a_search_stops_when_told_and_says_so() {
    let prepared = free("5x5x5", flat());
    let go_on = &mut ();
    for limit in [Duration::ZERO, Duration::from_millis(50)] {
        let limits = Limits { time: Some(limit), ..threads(2) };
        assert_eq!(lock::census(&prepared, true, limits, go_on, None).stop, Some(Stop::Time));
        assert_eq!(dancing_links::census(&prepared, limits, go_on, None).stop, Some(Stop::Time));
    }
    let refuse = &mut Refuse;
    assert_eq!(lock::census(&prepared, true, threads(2), refuse, None).stop, Some(Stop::Caller));
    assert_eq!(dancing_links::census(&prepared, threads(1), refuse, None).stop, Some(Stop::Caller));
    let mut visit = |_| ControlFlow::Continue(());
    let limits = Limits { memory: 100_000, ..threads(1) };
    assert_eq!(lock::census(&prepared, true, limits, go_on, Some(&mut visit)).stop, Some(Stop::Memory));
    let mut shown = 0;
    let mut visit = |_| {
        shown += 1;
        if shown == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let census = lock::census(&prepared, true, threads(1), go_on, Some(&mut visit));
    assert!(census.enough && census.stop.is_none());
    assert_eq!((shown, census.tally.classes()), (3, 3));
}

#[test]
fn the_time_limit_is_heeded_while_packings_are_searched_for_and_shown() {
    let prepared = free("10x10x10", flat());
    let limits = Limits { time: Some(Duration::from_millis(300)), ..threads(2) };
    // A packing that is found is also checked and printed, which takes longer than finding it.
    let mut shown = 0;
    let mut visit = |_| {
        shown += 1;
        std::thread::sleep(Duration::from_millis(2));
        ControlFlow::Continue(())
    };
    let mut found = 0;
    for visit in [None, Some(&mut visit as lock::ShownVisitor)] {
        let begun = Instant::now();
        let census = lock::census(&prepared, true, limits, &mut (), visit);
        assert_eq!(census.stop, Some(Stop::Time));
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
        found = census.tally.classes();
    }
    assert!(shown <= found, "what is not shown is still counted");
}

#[test]
fn the_time_limit_is_heeded_by_dancing_links_that_find_nothing() {
    let prepared = free("4x5x50", Shape::brick(&[2, 6, 1]).unwrap());
    let limits = Limits { time: Some(Duration::from_millis(400)), ..threads(1) };
    let begun = Instant::now();
    assert_eq!(dancing_links::census(&prepared, limits, &mut (), None).stop, Some(Stop::Time));
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}

#[test]
fn a_kind_of_which_there_may_be_none_is_left_out_everywhere() {
    let with_none = |sides: &str, others: &[Shape], none: Shape| {
        let mut spec = Spec::new(grid(sides), others.iter().cloned().chain([none]));
        spec.kinds[others.len()].at_most = 0;
        PreparedBox::new(spec).unwrap()
    };
    let only = with_none("1x2", &[], domino());
    assert_eq!(only.placements(), []);
    assert_eq!(counts(&only).into_keys().collect::<Vec<_>>(), [0]);
    assert_eq!(lock::fewest(&only, threads(1), &mut (), None, None).bound, None);
    let skew = shape("110/011");
    let (without, with) = (free("4x5", skew.clone()), with_none("4x5", &[skew], shape("111/111")));
    let found = census(&without, true).tally;
    assert_eq!(census(&with, true).tally, found);
    assert_eq!(raw(&with), raw(&without));
    assert_eq!(dancing_links::census(&with, threads(1), &mut (), None).tally, found);
    let counted = |prepared| count::count(prepared, threads(1), &mut ()).unwrap().by_count;
    assert_eq!(counted(&with), counted(&without));
    let fewest = |prepared| lock::fewest(prepared, threads(1), &mut (), None, None);
    assert_eq!(fewest(&with).census.tally, fewest(&without).census.tally);
    assert_eq!(fewest(&with).census.tally.by_count(4, 2).values().map(|count| count.raw).sum::<u64>(), 32);
}

/// A watch that stops the search when some work units are done.
struct Patience {
    parts: u64,
    done: u64,
}

impl Watch for Patience {
    fn event(&mut self, event: Event) {
        if let Event::Progress(now) = event {
            self.done = now.parts.0;
        }
    }

    fn stop(&mut self) -> bool {
        self.done >= self.parts
    }
}

#[test]
fn a_search_goes_on_where_it_was_stopped() {
    let prepared = free("3x4x6", flat());
    let mut unbroken = vec![];
    let mut visit = |shown: lock::Shown| {
        unbroken.push(shown.places);
        ControlFlow::Continue(())
    };
    let whole = lock::census(&prepared, true, threads(1), &mut (), Some(&mut visit)).tally;
    let mut all = 0;
    let mut keep = |saved: &Saved| all = saved.parts;
    let resume = ResumeFrom { saved: None, keep: &mut keep };
    let expanded = lock::run(&prepared, true, threads(1), &mut (), None, Some(resume)).expanded;
    for (listed, number) in [(false, 1), (false, 2), (true, 1), (true, 2)] {
        let (mut shown, mut file, mut runs) = (vec![], None, 0);
        let last = loop {
            let saved: Option<Saved> = file.as_ref().map(|text: &String| serde_json::from_str(text).unwrap());
            let done = saved.as_ref().map_or(0, |saved| saved.done.number()) as u64;
            let mut visit = |found: lock::Shown| {
                shown.push(found.places);
                ControlFlow::Continue(())
            };
            let visit: Option<lock::ShownVisitor> = if listed { Some(&mut visit) } else { None };
            let mut keep = |saved: &Saved| file = Some(serde_json::to_string(saved).unwrap());
            let resume = ResumeFrom { saved: saved.as_ref(), keep: &mut keep };
            let mut patience = Patience { parts: done + all as u64 / 5, done: 0 };
            let census = lock::run(&prepared, true, threads(number), &mut patience, visit, Some(resume));
            runs += 1;
            if census.stop.is_none() {
                break census;
            }
            assert!(census.tally.classes() <= whole.classes() && runs < 50);
        };
        assert_eq!((&last.tally, last.expanded), (&whole, expanded));
        assert!(!listed || shown == unbroken, "each is shown once, in order");
    }
}

#[test]
fn the_fewest_pieces_are_proved_in_several_runs() {
    let prepared = free("4x4x4", flat());
    let (mut file, mut runs) = (None, 0);
    let found = loop {
        let saved: Option<Saved> = file.clone();
        let mut keep = |saved: &Saved| file = Some(saved.clone());
        let resume = ResumeFrom { saved: saved.as_ref(), keep: &mut keep };
        let limits = Limits { time: Some(Duration::from_millis(3 + 20 * runs)), ..threads(2) };
        let found = lock::fewest(&prepared, limits, &mut (), None, Some(resume));
        runs += 1;
        if found.stopped().is_none() && found.census.stop.is_none() {
            break found;
        }
        let bound = saved.map_or(1, |saved| saved.at_most);
        assert!(found.bound.is_some_and(|now| now >= bound), "what is proved stays proved");
    };
    assert_eq!((found.bound, found.census.tally.classes()), (Some(12), 3));
}

#[test]
fn tasks_that_make_no_sense_are_refused() {
    let spec = Spec::new(grid("3x3"), [domino()]);
    let refused = |change: &dyn Fn(&mut Spec)| {
        let mut spec = spec.clone();
        change(&mut spec);
        PreparedBox::new(spec).err()
    };
    assert_eq!(refused(&|spec| spec.kinds.clear()), Some(SpecError::NoKinds));
    let long = Shape::brick(&[1, 1, 4]).unwrap();
    assert_eq!(
        refused(&|spec| spec.kinds[0].shape = long.clone()),
        Some(SpecError::FitsNowhere { kind: 0, cells: 4 })
    );
    assert_eq!(refused(&|spec| spec.at_least = 8), None);
    assert_eq!(
        refused(&|spec| (spec.at_least, spec.at_most) = (3, 2)),
        Some(SpecError::Range { at_least: 3, at_most: 2 })
    );
    assert_eq!(
        refused(&|spec| (spec.kinds[0].at_least, spec.kinds[0].at_most) = (3, 2)),
        Some(SpecError::KindRange { kind: 0, at_least: 3, at_most: 2 })
    );
    assert_eq!(
        refused(&|spec| spec.kinds.push(Stock::any(shape("1/1")))),
        Some(SpecError::SameKind { first: 0, second: 1 })
    );
    assert_eq!(refused(&|spec| spec.empty = [Cell(9)].into()), Some(SpecError::Outside(9)));
    assert_eq!(
        refused(&|spec| (spec.empty, spec.filled) = ([Cell(4)].into(), [Cell(4)].into())),
        Some(SpecError::FilledEmpty("1,1".to_owned()))
    );
}

#[test]
fn the_fewest_pieces_are_proved() {
    for (sides, shape, pieces, classes) in [
        ("4x4x4", flat(), 12, 3),
        ("3x3x3", domino(), 11, 2),
        ("3x3", domino(), 4, 1),
        ("3x4x4", flat(), 10, 2),
    ] {
        let prepared = free(sides, shape);
        let found = lock::fewest(&prepared, threads(2), &mut (), None, None);
        assert_eq!((found.bound, found.census.tally.classes()), (Some(pieces), classes), "{sides}");
    }
    // Squares of 2 x 2 cannot lock a board with odd sides.
    let squares = free("5x5", shape("11/11"));
    assert_eq!(lock::fewest(&squares, threads(1), &mut (), None, None).bound, None);
    let limits = Limits { time: Some(Duration::from_millis(100)), ..threads(1) };
    let stopped = lock::fewest(&free("6x6x6", flat()), limits, &mut (), None, None);
    assert_eq!(stopped.stopped(), Some(Stop::Time));
    assert!(stopped.bound.is_some_and(|bound| bound > 1));
}

#[test]
#[ignore = "slow: seconds"]
fn the_fewest_pieces_of_larger_boxes_are_proved() {
    let truth = truth();
    for (table, shape) in [("brick_2x2x1_minimum_bricks", flat()), ("domino_1x1x2_3D_minimum", domino())] {
        for (sides, known) in truth[table].as_object().unwrap() {
            let Some(known) = known.as_u64().filter(|_| sides != "5x5x5" && shape != domino()) else {
                continue;
            };
            let found = lock::fewest(&free(sides, shape.clone()), threads(2), &mut (), None, None);
            assert_eq!(found.bound, Some(known as u32), "{sides}");
        }
    }
    let found = lock::fewest(&free("8x8", domino()), threads(2), &mut (), None, None);
    assert_eq!((found.bound, found.census.tally.classes()), (Some(28), 1));
}
