//! The census against plain enumeration and the plain rule of movement, and against known results.

use super::*;
use crate::engine::run::units::run_units_here;
use crate::grid::{Axis, Grid};
use crate::outcome::Outcome;
use crate::puzzle::{Draft, Goal, Kind, KindId, Place, Puzzle, Shape, rule};
use crate::style::Style;
use crate::tiles::random::Random;
use crate::{Solver, format};
use std::collections::BTreeSet;

/// The findings of all units, searched in a given order.
fn findings(census: &LineCensus, order: &[usize]) -> BTreeMap<u32, Findings> {
    let mut sum: BTreeMap<u32, Findings> = BTreeMap::new();
    run_units_here(
        order,
        |unit, buffers| census.run_unit(unit.number, unit, buffers),
        |_, found: BTreeMap<u32, Findings>| {
            for (pieces, part) in found {
                sum.entry(pieces).or_default().merge(&part, census.rules().hardest);
            }
        },
    );
    sum
}

fn all_findings(rules: &LineRules) -> BTreeMap<u32, Findings> {
    let census = LineCensus::new(rules.clone()).unwrap();
    let units: Vec<usize> = (0..census.units()).collect();
    findings(&census, &units)
}

/// Kind 0 is red; the others are the lengths, horizontal and then vertical.
fn kinds(rules: &LineRules) -> Vec<Kind> {
    let kind = |name: usize, length: u8, axis: Axis| {
        let offset = |i: u8| match axis {
            Axis::Row => Offset::plane(0, i.into()),
            _ => Offset::plane(i.into(), 0),
        };
        let name = Kind::NAMES.chars().nth(name).unwrap();
        Kind { name, shape: Shape::new((0..length).map(offset)).unwrap(), along: Some(axis) }
    };
    let mut all = vec![kind(0, rules.red_length, Axis::Row)];
    for (length, _) in &rules.bars {
        all.push(kind(all.len(), *length, Axis::Row));
        all.push(kind(all.len(), *length, Axis::Column));
    }
    all
}

/// All sets of places that the rules allow, cell by cell.
fn arrangements(rules: &LineRules) -> Vec<Vec<Place>> {
    let (kinds, grid) = (kinds(rules), rules.grid);
    let mut found = vec![];
    let mut open = vec![(0, vec![], rules.blocked.clone())];
    while let Some((cell, places, taken)) = open.pop() {
        if cell == grid.size() {
            if allows(rules, &places) {
                found.push(places);
            }
            continue;
        }
        open.push((cell + 1, places.clone(), taken.clone()));
        for (kind, Kind { shape, .. }) in kinds.iter().enumerate() {
            let at = Cell(cell as u16);
            let cover = shape.offsets().iter().map(|&by| grid.shifted(at, by)).collect::<Option<Vec<_>>>();
            if let Some(cover) = cover.filter(|cover| cover.iter().all(|cell| !taken.contains(cell))) {
                let (mut places, mut taken) = (places.clone(), taken.clone());
                places.push(Place { at, kind: KindId(kind as u8) });
                taken.extend(cover);
                open.push((cell + 1, places, taken));
            }
        }
    }
    found
}

fn allows(rules: &LineRules, places: &[Place]) -> bool {
    let row = |place: &Place| rules.grid.offset(place.at).row as usize;
    let red: Vec<&Place> = places.iter().filter(|place| place.kind.0 == 0).collect();
    let [red] = red[..] else { return false };
    let beside = places.iter().filter(|place| place.kind.0 % 2 == 1 && row(place) == rules.red_row);
    let numbers = rules.bars.iter().enumerate().all(|(bar, (_, range))| {
        let kinds = [1 + 2 * bar as u8, 2 + 2 * bar as u8];
        range.contains(&(places.iter().filter(|place| kinds.contains(&place.kind.0)).count() as u32))
    });
    row(red) == rules.red_row
        && numbers
        && match rules.beside {
            RedRow::Alone => beside.count() == 0,
            RedRow::Behind => beside.into_iter().all(|place| place.at < red.at),
        }
}

/// A puzzle with this start, if the red bar is at the exit or not.
fn plain_puzzle(rules: &LineRules, places: &[Place]) -> Puzzle {
    let kinds = kinds(rules);
    let start = places.iter().map(|&place| (place, kinds[usize::from(place.kind.0)].name)).collect();
    let goals = vec![Goal(vec![Place { at: rules.exit(), kind: KindId(0) }])];
    let (gates, optimum) = (BTreeMap::new(), BTreeMap::new());
    let (title, notes, blocked) = (String::new(), vec![], rules.blocked.clone());
    Puzzle::new(Draft { title, grid: rules.grid, blocked, kinds, gates, start, goals, optimum, notes })
        .unwrap()
}

/// What plain enumeration finds, without the texts.
fn plain(rules: &LineRules) -> BTreeMap<u32, Findings> {
    let all: BTreeMap<Vec<Place>, Vec<Vec<Place>>> = arrangements(rules)
        .into_iter()
        .map(|places| {
            let puzzle = plain_puzzle(rules, &places);
            let moves = rule::moves(&puzzle, puzzle.start(), rules.style);
            let near: BTreeSet<Vec<Place>> = moves.iter().map(|(_, to)| puzzle.places(to)).collect();
            (places, near.into_iter().collect())
        })
        .collect();
    let mut found: BTreeMap<u32, Findings> = BTreeMap::new();
    let mut rest: BTreeSet<&Vec<Place>> = all.keys().collect();
    while let Some(first) = rest.pop_first() {
        let mut part = vec![first];
        let mut at = 0;
        while at < part.len() {
            part.extend(all[part[at]].iter().filter_map(|near| rest.take(near)));
            at += 1;
        }
        let is_goal = |places: &&&Vec<Place>| places.contains(&Place { at: rules.exit(), kind: KindId(0) });
        let findings = found.entry(first.len() as u32).or_default();
        findings.arrangements += part.len() as u64;
        findings.components += 1;
        let mut layer: Vec<&Vec<Place>> = part.iter().filter(is_goal).copied().collect();
        findings.puzzles += u64::from(!layer.is_empty());
        // The number of shortest solutions of each arrangement seen.
        let mut seen: BTreeMap<&Vec<Place>, f64> = layer.iter().map(|&at| (at, 1.0)).collect();
        for distance in 0.. {
            let counted = layer.iter().filter(|at| !rules.unique || seen[**at] == 1.0).count();
            if counted == 0 {
                break;
            }
            if findings.starts.len() <= distance {
                findings.starts.push(0);
            }
            findings.starts[distance] += counted as u64;
            let mut next: BTreeMap<&Vec<Place>, f64> = BTreeMap::new();
            for &at in &layer {
                for near in all[at].iter().filter(|near| !seen.contains_key(near)) {
                    *next.entry(near).or_default() += seen[at];
                }
            }
            layer = next.keys().copied().collect();
            seen.extend(next);
        }
    }
    found
}

/// Compare a census with plain enumeration, and solve its hardest starts again.
fn compare(rules: &LineRules) {
    let (fast, plain) = (all_findings(rules), plain(rules));
    let without = |found: &BTreeMap<u32, Findings>| -> BTreeMap<u32, Findings> {
        let bare = |part: &Findings| Findings { hardest: BTreeSet::new(), ..part.clone() };
        found.iter().map(|(&pieces, part)| (pieces, bare(part))).collect()
    };
    assert_eq!(without(&fast), without(&plain), "{rules:?}");
    let counted = LineCensus::new(rules.clone()).unwrap().count();
    let arrangements = plain.iter().map(|(&pieces, part)| (pieces, u128::from(part.arrangements)));
    assert_eq!(counted, arrangements.collect(), "{rules:?}");
    for (pieces, part) in fast {
        let kept = part.starts.last().map_or(0, |&last| last.min(rules.hardest as u64));
        assert_eq!(part.hardest.len() as u64, kept);
        for text in &part.hardest {
            resolve(text, pieces, part.moves().unwrap(), rules.style);
            let puzzle = format::sliding::parse(text).unwrap().puzzle;
            let counted = Solver::new(&puzzle).style(rules.style).count().unwrap().counted.unwrap();
            assert!(!rules.unique || counted.total == Some(1), "{text}");
        }
    }
}

fn resolve(text: &str, pieces: u32, moves: u32, style: Style) {
    let puzzle = format::sliding::parse(text).unwrap().puzzle;
    assert_eq!(puzzle.pieces().len() as u32, pieces);
    let answer = Solver::new(&puzzle).style(style).solve().unwrap();
    let Outcome::Solved(solution) = answer.outcome else { panic!("{text} can be solved") };
    assert_eq!(solution.len() as u32, moves, "{text}");
}

#[test]
fn small_boxes_equal_plain_enumeration() {
    for (rows, cols) in [(1, 4), (2, 2), (3, 3), (3, 4), (4, 3), (2, 6)] {
        for style in &Style::ALL[..3] {
            for unique in [false, true] {
                let rules = LineRules::rush_hour(Grid::plane(rows, cols).unwrap(), *style);
                compare(&LineRules { hardest: 3, unique, ..rules });
            }
        }
    }
}

#[test]
fn the_box_of_4_x_4_equals_plain_enumeration() {
    for style in &Style::ALL[..2] {
        let rules = LineRules::rush_hour(Grid::plane(4, 4).unwrap(), *style);
        compare(&rules);
        compare(&LineRules { unique: true, ..rules });
    }
}

#[test]
fn random_rules_equal_plain_enumeration() {
    let mut random = Random::new(1);
    for _ in 0..60 {
        let mut below = |n: u64| random.below(n);
        let grid = Grid::plane(2 + below(3) as usize, 2 + below(3) as usize).unwrap();
        let mut rules = LineRules::rush_hour(grid, Style::ALL[below(3) as usize]);
        rules.blocked = grid.cells().filter(|_| below(7) == 0).collect();
        rules.red_row = below(grid.rows() as u64) as usize;
        rules.beside = [RedRow::Alone, RedRow::Behind][below(2) as usize];
        rules.red_length = 2 + below(2) as u8;
        rules.hardest = below(4) as usize;
        rules.unique = below(2) == 0;
        let range = |least: u64, more: u64| least as u32..=(least + more) as u32;
        let lengths = [2, 3, 4].into_iter().filter(|_| below(3) > 0).collect::<Vec<u8>>();
        rules.bars = lengths.into_iter().map(|length| (length, range(below(2), below(4)))).collect();
        if LineCensus::new(rules.clone()).is_ok() {
            compare(&rules);
        }
    }
}

#[test]
fn the_order_of_the_units_does_not_matter() {
    let rules = LineRules { hardest: 5, ..LineRules::rush_hour(Grid::plane(4, 5).unwrap(), Style::STEP) };
    let census = LineCensus::new(rules).unwrap();
    let forward: Vec<usize> = (0..census.units()).collect();
    let backward: Vec<usize> = forward.iter().rev().copied().collect();
    assert_eq!(findings(&census, &forward), findings(&census, &backward));
}

#[test]
fn the_hardest_starts_are_the_first_in_the_order_of_their_texts() {
    let rules = |hardest| LineRules {
        hardest,
        blocked: BTreeSet::from([Cell(1)]),
        ..LineRules::rush_hour(Grid::plane(4, 4).unwrap(), Style::MOVE)
    };
    let (few, all) = (all_findings(&rules(4)), all_findings(&rules(usize::MAX)));
    for (pieces, all) in all {
        assert_eq!(all.hardest.len() as u64, *all.starts.last().unwrap_or(&0));
        let first: BTreeSet<String> = all.hardest.into_iter().take(4).collect();
        assert_eq!(few[&pieces].hardest, first);
    }
}

#[test]
fn a_start_reads_back_as_the_rush_hour_board_that_it_is() {
    let found = all_findings(&LineRules::rush_hour(Grid::plane(4, 4).unwrap(), Style::MOVE));
    for text in found.values().flat_map(|part| &part.hardest) {
        let puzzle = format::sliding::parse(text).unwrap().puzzle;
        let board = format::rush_hour::print(&puzzle).unwrap();
        assert_eq!(format::rush_hour::parse(&board).unwrap().puzzle, puzzle);
    }
}

/// The number is known from an independent count.
#[test]
fn the_box_of_6_x_6_has_31_106_546_110_arrangements() {
    let count = |rules: LineRules| LineCensus::new(rules).unwrap().count().values().sum::<u128>();
    let rules = LineRules::rush_hour(Grid::plane(6, 6).unwrap(), Style::MOVE);
    assert_eq!(count(rules.clone()), 31_106_546_110);
    let bars = vec![(2, 0..=11), (3, 0..=4)];
    assert_eq!(count(LineRules { bars, beside: RedRow::Behind, ..rules }), 36_330_223_056);
}

/// The unit that holds the structure of a Rush Hour board.
fn unit_of(census: &LineCensus, board: &str) -> usize {
    let puzzle = format::rush_hour::parse(board).unwrap().puzzle;
    let (grid, mut lines) = (puzzle.grid(), BTreeMap::<(bool, usize), Vec<(i16, usize)>>::new());
    for (&kind, &at) in puzzle.pieces().iter().zip(&puzzle.start().0) {
        let (kind, at) = (puzzle.kind(kind), grid.offset(at));
        let is_column = kind.along == Some(Axis::Column);
        let (line, start) = if is_column { (at.col, at.row) } else { (at.row, at.col) };
        let bars = lines.entry((is_column, line as usize)).or_default();
        bars.push((start, kind.shape.offsets().len()));
    }
    let holds = |sequence: &Sequence, is_column: bool, line: usize| {
        let bars = lines.get(&(is_column, line)).cloned().unwrap_or_default();
        let pairs = |placing: &Vec<sequence::LineBar>| -> Vec<(i16, usize)> {
            placing.iter().map(|bar| (i16::from(bar.start), usize::from(bar.length))).collect()
        };
        sequence.placings.iter().any(|placing| pairs(placing) == bars)
    };
    let is_unit = |unit: &LineUnit| {
        let row = |row: usize| holds(&census.rows[row][usize::from(unit.rows[row])], false, row);
        let col = |col: usize| holds(&census.cols[col][usize::from(unit.cols[col])], true, col);
        (0..census.rows.len()).all(row) && (0..unit.decided).all(col)
    };
    census.units.iter().position(is_unit).unwrap()
}

/// Fogleman's hardest board without walls, and that of Collette, Raskin and Servais.
#[test]
fn the_hardest_boards_of_6_x_6_are_found_in_their_units() {
    for (board, style, moves) in [
        ("GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo", Style::MOVE, 51),
        ("BBBKLMHCCKLMHoAALMDDJooooIJoEEoIFFGG", Style::STEP, 93),
    ] {
        let census = LineCensus::new(LineRules::rush_hour(Grid::plane(6, 6).unwrap(), style)).unwrap();
        let found = findings(&census, &[unit_of(&census, board)]);
        assert_eq!(found.values().filter_map(Findings::moves).max(), Some(moves));
        assert_eq!(found[&13].moves(), Some(moves));
        resolve(found[&13].hardest.first().unwrap(), 13, moves, style);
    }
}

#[test]
fn rules_that_cannot_be_searched_are_refused() {
    let rules = || LineRules::rush_hour(Grid::plane(6, 6).unwrap(), Style::MOVE);
    let refused = |rules: LineRules| LineCensus::new(rules).unwrap_err();
    let large = Grid::plane(6, 7).unwrap();
    assert_eq!(refused(LineRules { grid: large, ..rules() }), LineRulesError::Box(large));
    assert_eq!(refused(LineRules { red_length: 1, ..rules() }), LineRulesError::Length(1));
    let bars = vec![(2, 0..=1), (3, 0..=1), (2, 0..=1)];
    assert_eq!(refused(LineRules { bars, ..rules() }), LineRulesError::LengthTwice(2));
    let outside = refused(LineRules { red_row: 6, ..rules() });
    assert_eq!(outside, LineRulesError::Red { length: 2, row: 6, grid: rules().grid });
    let blocked = BTreeSet::from([Cell(17)]);
    assert_eq!(refused(LineRules { blocked, ..rules() }), LineRulesError::Exit);
    let blocked = BTreeSet::from([Cell(36)]);
    assert_eq!(refused(LineRules { blocked, ..rules() }), LineRulesError::Wall(Cell(36)));
    let style = Style::SET_STEP;
    assert_eq!(refused(LineRules { style, ..rules() }), LineRulesError::Style(style));
}
