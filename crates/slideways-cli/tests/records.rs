//! The tables in `bench/records`: their first terms come out of a second computation that shares no code with
//! the first, and some more out of the command that made them.

use slideways::grid::Dir;
use slideways::outcome::Limits;
use slideways::prelude::*;
use slideways::space::{Growth, Region};
use slideways::tiles::{Size, Tile};
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::PathBuf;

fn records() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/records"))
}

/// The rows of numbers of a table; lines that begin with `#` are commentary.
fn rows(name: &str) -> Vec<Vec<u128>> {
    let text = fs::read_to_string(records().join(name)).unwrap_or_else(|why| panic!("{name}: {why}"));
    assert!(text.lines().any(|line| line.starts_with("# slideways ")), "{name} names its command");
    let number = |word: &str| word.parse().unwrap_or_else(|why| panic!("{name}: `{word}`: {why}"));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split(' ').map(number).collect()).collect()
}

/// The terms of a b-file by their index.
fn terms(name: &str) -> BTreeMap<u128, u128> {
    let rows = rows(&format!("oeis/{name}.txt"));
    let first = rows[0][0];
    for (row, index) in rows.iter().zip(first..) {
        assert_eq!((row.len(), row[0]), (2, index), "{name}: one index and one term, in order");
    }
    rows.into_iter().map(|row| (row[0], row[1])).collect()
}

/// The terms of a b-file that begins with index 0.
fn sequence(name: &str) -> Vec<u64> {
    let terms = terms(name);
    assert_eq!(terms.first_key_value().map(|(&index, _)| index), Some(0), "{name}");
    terms.into_values().map(|term| term.try_into().expect("layers have fewer than 2^64 positions")).collect()
}

const DIRS: [Dir; 4] = [Dir::Right, Dir::Left, Dir::Down, Dir::Up];

/// The positions at each distance, by the plain rule and a set of boards. A move takes up to `most` tiles.
fn plain_layers(start: Board, most: usize, layers: usize) -> Vec<u64> {
    let mut seen = HashSet::from([start.clone()]);
    let (mut layer, mut sizes) = (vec![start], vec![1]);
    while sizes.len() <= layers {
        let mut next = vec![];
        for board in layer {
            for dir in DIRS {
                for tiles in 1..=most {
                    let mut after = board.clone();
                    if !after.run(dir, tiles) {
                        break;
                    }
                    if seen.insert(after.clone()) {
                        next.push(after);
                    }
                }
            }
        }
        if next.is_empty() {
            break;
        }
        sizes.push(next.len() as u64);
        layer = next;
    }
    sizes
}

/// A board whose blank is in this cell.
fn board(rows: usize, cols: usize, blank: usize) -> Board {
    let mut tiles: Vec<Tile> = (1..rows * cols).map(|tile| Tile(tile as u8)).collect();
    tiles.insert(blank, Tile::BLANK);
    Board::new(Size::new(rows, cols).expect("a size"), tiles).expect("all numbers")
}

fn grown(region: Region, layers: usize) -> Vec<u64> {
    let growth = Growth::of(region).layers(layers as u32).limits(Limits::new().threads(2));
    growth.count().expect("single steps").layers().sizes.clone()
}

/// The first terms of a growth, by the plain rule up to index `plain`, by the fast count up to `fast`.
fn begins(name: &str, start: Board, region: Region, plain: usize, fast: usize) {
    let terms = sequence(name);
    assert_eq!(plain_layers(start, 1, plain), terms[..=plain], "{name}");
    assert_eq!(grown(region, fast), terms[..=fast], "{name}");
}

#[test]
fn growth_on_6x6_begins_as_counted_plainly() {
    let start = board(6, 6, 35);
    begins("b090032", start.clone(), Region::from(&start), 11, 16);
}

#[test]
fn growth_on_the_quarter_plane_begins_as_counted_plainly() {
    begins("b090377", board(10, 10, 0), Region::QuarterPlane, 9, 15);
}

#[test]
fn growth_on_the_half_plane_begins_as_counted_plainly() {
    begins("b090378", board(9, 17, 8), Region::HalfPlane, 8, 14);
}

#[test]
fn growth_on_the_plane_begins_as_counted_plainly() {
    begins("plane", board(15, 15, 7 * 15 + 7), Region::Plane, 7, 14);
}

/// The number of positions in the last layer, by the plain rule on small boards, else by the whole count.
fn antipodes(rows: usize, cols: usize) -> u64 {
    let blank = board(rows, cols, rows * cols - 1);
    let last = |sizes: &[u64]| *sizes.last().expect("the first layer is there");
    match rows * cols {
        ..=9 => last(&plain_layers(blank, 1, usize::MAX - 1)),
        _ => last(&Space::of(Position::blank_last(blank)).build().expect("it fits").layers().sizes),
    }
}

#[test]
fn the_antipodes_of_small_boards_are_counted_again() {
    let mut terms = terms("b090163").into_iter();
    for (rows, cols) in (1..=5).flat_map(|rows| (1..=rows).map(move |cols| (rows, cols))) {
        let Some((index, term)) = terms.next() else { break };
        let counted = match (rows, cols) {
            // In one row the blank has one way to go.
            (_, 1) => 1,
            // Cited in the file: too large for a test.
            (4, 4) | (5, 3) => continue,
            _ => antipodes(rows, cols),
        };
        assert_eq!(term, u128::from(counted), "a({index}) = T({rows},{cols})");
    }
    assert_eq!(terms.next(), None);
}

#[test]
fn multi_tile_layers_and_radii_are_counted_again() {
    let radii = terms("multi-tile-radii");
    for (rows, cols) in [(2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (2, 6), (2, 7)] {
        let name = format!("multi-tile-{rows}x{cols}");
        let known = sequence(&name);
        let start = board(rows, cols, rows * cols - 1);
        if rows * cols < 9 {
            assert_eq!(plain_layers(start.clone(), rows.max(cols), usize::MAX - 1), known, "{name}");
        } else {
            let first = plain_layers(start.clone(), rows.max(cols), 8);
            assert_eq!(first, known[..=8], "{name}");
        }
        if rows * cols < 12 {
            let space = Space::of(Position::blank_last(start)).style(Style::SET_STEP).build();
            assert_eq!(space.expect("it fits").layers().sizes, known, "{name}");
        }
        let total: u64 = (1..=rows as u64 * cols as u64).product::<u64>() / 2;
        assert_eq!(known.iter().sum::<u64>(), total, "{name} has half of all orders");
        let (long, short) = (rows.max(cols) as u128, rows.min(cols) as u128);
        if let Some(radius) = radii.get(&(long * (long - 1) / 2 + short)) {
            assert_eq!(*radius, known.len() as u128 - 1, "{name}");
        }
    }
}

/// The locked packings of dominoes in an n x n box by their number of dominoes: every way to cover cells with
/// dominoes, and the definition.
fn plain_dominoes(n: usize) -> BTreeMap<usize, u128> {
    fn fill(cells: &mut Vec<usize>, n: usize, at: usize, pieces: usize, found: &mut BTreeMap<usize, u128>) {
        if at == n * n {
            if (0..n * n).all(|cell| cells[cell] == 0 || is_held(cells, n, cells[cell])) {
                *found.entry(pieces).or_default() += 1;
            }
            return;
        }
        if cells[at] != 0 {
            return fill(cells, n, at + 1, pieces, found);
        }
        fill(cells, n, at + 1, pieces, found);
        let right = (at % n + 1 < n).then_some(at + 1);
        let below = (at + n < n * n).then_some(at + n);
        for other in right.into_iter().chain(below).filter(|&other| cells[other] == 0).collect::<Vec<_>>() {
            (cells[at], cells[other]) = (pieces + 1, pieces + 1);
            fill(cells, n, at + 1, pieces + 1, found);
            (cells[at], cells[other]) = (0, 0);
        }
    }
    /// Whether a domino meets the wall or another domino in each of the four directions.
    fn is_held(cells: &[usize], n: usize, piece: usize) -> bool {
        let at = |row: isize, col: isize| {
            let inside = (0..n as isize).contains(&row) && (0..n as isize).contains(&col);
            if inside { cells[row as usize * n + col as usize] } else { usize::MAX }
        };
        [(0, 1), (0, -1), (1, 0), (-1, 0)].into_iter().all(|(down, right)| {
            (0..n * n).filter(|&cell| cells[cell] == piece).any(|cell| {
                let across = at((cell / n) as isize + down, (cell % n) as isize + right);
                across != 0 && across != piece
            })
        })
    }
    let mut found = BTreeMap::new();
    fill(&mut vec![0; n * n], n, 0, 0, &mut found);
    found
}

#[test]
fn locked_dominoes_are_counted_again() {
    let [fewest, number, total] =
        ["dominoes-fewest", "dominoes-number-of-fewest", "dominoes-total"].map(terms);
    assert!(fewest.keys().eq(number.keys()) && fewest.keys().eq(total.keys()));
    for n in 2..=4 {
        let found = plain_dominoes(n as usize);
        let (least, packings) = found.iter().find(|(pieces, _)| **pieces > 0).expect("a packing");
        assert_eq!((*least as u128, *packings), (fewest[&n], number[&n]), "{n} x {n}");
        assert_eq!(found.values().sum::<u128>(), total[&n], "{n} x {n}");
    }
    for n in 2..=6_u128 {
        let square = || Lock::new(format!("{n}x{n}").parse().unwrap()).piece("2x1".parse().unwrap());
        let least = square().fewest().expect("dominoes fit");
        assert_eq!(least.fewest.and_then(|least| least.pieces).map(u128::from), Some(fewest[&n]));
        assert_eq!(least.raw(), number[&n], "{n} x {n}");
        assert_eq!(square().census().expect("dominoes fit").raw(), total[&n], "{n} x {n}");
        assert_eq!(square().count().expect("dominoes fit").raw(), total[&n], "{n} x {n}");
    }
}

#[test]
fn locked_bricks_are_counted_again() {
    let boxes = rows("oeis/bricks-2x2x1.txt");
    let mut checked = 0;
    for row in &boxes {
        let [l, m, n, fewest, raw, classes, _] = row[..] else { panic!("seven columns: {row:?}") };
        assert!(l <= m && m <= n);
        if l * m * n > 48 {
            continue;
        }
        checked += 1;
        let brick = || Lock::new(format!("{l}x{m}x{n}").parse().unwrap()).piece("2x2x1".parse().unwrap());
        let least = brick().fewest().expect("bricks fit");
        assert_eq!(least.fewest.and_then(|least| least.pieces).map(u128::from), Some(fewest), "{row:?}");
        assert_eq!((least.raw(), least.classes().map(u128::from)), (raw, Some(classes)), "{row:?}");
        // The list of all packings comes from another search.
        let all = brick().census().expect("bricks fit").numbers.raw();
        let (pieces, packings) = all.into_iter().find(|(pieces, _)| *pieces > 0).expect("a packing");
        assert_eq!((u128::from(pieces), packings), (fewest, raw), "{row:?}");
    }
    assert!(checked > 5, "small boxes are there");
}
