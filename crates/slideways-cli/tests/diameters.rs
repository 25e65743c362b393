//! The diameters of boards of tiles: the recorded table, counted again by an engine that shares no code with
//! the one that made it, except for the numbering of positions.

use slideways::engine::explore::flood::spread;
use slideways::engine::search::control::Control;
use slideways::engine::tiles::ranked::Ranked;
use slideways::outcome::Limits;
use slideways::prelude::*;
use slideways::tiles::{Size, Tile};
use std::fs;
use std::path::Path;

/// The most cells of a board that is counted again.
const MOST_CELLS: usize = 10;

/// A row of the record.
struct Row {
    size: Size,
    style: Style,
    /// The first cell of the class.
    cell: usize,
    radius: u32,
    positions: u64,
    diameter: Option<u32>,
}

fn rows() -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/records/diameters.md");
    let text = fs::read_to_string(path).expect("the record is there");
    let (mut rows, mut style) = (vec![], Style::STEP);
    for line in text.lines() {
        if let Some(named) = line.strip_prefix("## Style `") {
            style = named.split('`').next().unwrap().parse().unwrap();
        }
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, size, cells, radius, positions, diameter, _] = fields[..] else { continue };
        let (Ok(size), Ok(radius)) = (size.parse::<Size>(), radius.parse()) else { continue };
        let (row, col) = cells.split(' ').next().unwrap().split_once(',').unwrap();
        let cell = row.parse::<usize>().unwrap() * size.cols() + col.parse::<usize>().unwrap();
        let positions = positions.replace(',', "").parse().unwrap();
        rows.push(Row {
            size,
            style,
            cell,
            radius,
            positions,
            diameter: diameter.replace('*', "").parse().ok(),
        });
    }
    rows
}

/// The tiles in order, with the blank in a cell.
fn board(size: Size, blank: usize) -> Board {
    let tile = |cell: usize| if cell == blank { 0 } else { cell + usize::from(cell < blank) };
    Board::new(size, (0..size.cells()).map(|cell| Tile(tile(cell) as u8)).collect::<Vec<_>>()).unwrap()
}

#[test]
fn the_recorded_radii_are_found_position_by_position() {
    let rows = rows();
    assert_eq!(rows.len(), 56);
    for row in rows.iter().filter(|row| row.size.cells() <= MOST_CELLS) {
        let from = board(row.size, row.cell);
        let ranked = Ranked::new(&from, row.style.who).unwrap();
        let mut watch = ();
        let mut control = Control::new(Limits::default(), &mut watch);
        let found = spread(&ranked, [ranked.state(&from)], true, &mut control, &mut |_, _| Ok(()));
        assert_eq!((found.radius(), found.sizes.last()), (row.radius, Some(&row.positions)), "{from:?}");
    }
}

#[test]
fn the_recorded_diameters_are_the_largest_radii() {
    let rows = rows();
    for first in rows.iter().filter(|row| row.diameter.is_some()) {
        let same = |row: &&Row| row.size == first.size && row.style == first.style;
        assert_eq!(rows.iter().filter(same).map(|row| row.radius).max(), first.diameter);
        if first.size.cells() <= MOST_CELLS {
            let goal = Position::blank_last(board(first.size, first.size.cells() - 1));
            let space = Space::of(&goal).style(first.style).farthest(1).build().unwrap();
            let found = space.board_diameter(&mut ()).unwrap();
            assert_eq!((Some(found.at_least), found.at_most), (first.diameter, first.diameter));
        }
    }
}
