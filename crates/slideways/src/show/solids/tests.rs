use super::mesh::checks::{is_closed, volume};
use super::*;
use crate::format::{sliding, tiles};
use crate::grid::Grid;
use crate::library;
use proptest::prelude::*;

const SIZES: PrintSizes = PrintSizes { cell: 20.0, height: 10.0, clearance: 0.4, chamfer: 0.0 };

fn of(cells: &[Corner], name: &str, wanted: bool, sizes: &PrintSizes) -> Vec<Triangle> {
    piece(&KitPiece { name: name.to_owned(), cells: cells.to_vec(), wanted }, sizes)
}

fn scene(text: &str) -> Scene {
    let puzzle = sliding::parse(text).unwrap().puzzle;
    Scene::of_puzzle(&puzzle, puzzle.start())
}

/// The triangles of a binary STL file.
fn read(bytes: &[u8]) -> Vec<Triangle> {
    let number = |at: usize| f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let count = u32::from_le_bytes(bytes[80..84].try_into().unwrap()) as usize;
    assert_eq!(bytes.len(), 84 + 50 * count);
    let corner = |at: usize| [number(at), number(at + 4), number(at + 8)];
    (0..count).map(|i| [12, 24, 36].map(|part| corner(84 + 50 * i + part))).collect()
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < expected * 1e-4, "{found} instead of {expected}");
}

#[test]
fn a_piece_is_smaller_than_its_cells_by_the_clearance() {
    let plain = of(&[(0, 0), (1, 0)], "a", false, &SIZES);
    assert!(is_closed(&plain));
    near(volume(&plain), 39.6 * 19.6 * 10.0);
    let ends = |axis: usize| {
        let along = || plain.iter().flatten().map(|at| at[axis]);
        (along().fold(f32::MAX, f32::min), along().fold(f32::MIN, f32::max))
    };
    assert_eq!([ends(0), ends(1), ends(2)], [(0.2, 39.8), (0.2, 19.8), (0.0, 10.0)]);
}

#[test]
fn a_chamfer_removes_a_slant_all_around() {
    let sizes = PrintSizes { chamfer: 2.0, ..SIZES };
    let cut = of(&[(0, 0)], "a", false, &sizes);
    assert!(is_closed(&cut));
    // The upper part is a frustum.
    let (low, high) = (19.6_f64 * 19.6, 15.6_f64 * 15.6);
    near(volume(&cut), low * 8.0 + 2.0 / 3.0 * (low + high + 19.6 * 15.6));
    // An L has five convex corners and a concave one.
    let bent = of(&[(0, 0), (0, 1), (1, 1)], "a", false, &sizes);
    assert!(is_closed(&bent));
    let area = |inset: f64| 3.0 * 400.0 - 8.0 * 20.0 * inset + 4.0 * inset * inset;
    let slanted = (area(0.2) + 4.0 * area(1.2) + area(2.2)) / 6.0 * 2.0;
    near(volume(&bent), area(0.2) * 8.0 + slanted);
}

#[test]
fn numbers_and_marks_are_recessed() {
    let plain = volume(&of(&[(0, 0)], "a", false, &SIZES));
    let square = of(&[(0, 0)], "1", true, &SIZES);
    assert!(is_closed(&square));
    near(plain - volume(&square), 20.0 / 3.0 * 20.0 / 3.0 * DEPTH);
    // Fourteen has 5 + 9 squares, each 0.6 * 20 / 7 wide.
    let number = of(&[(0, 0)], "14", false, &SIZES);
    assert!(is_closed(&number));
    let width = 0.6 * 20.0 / 7.0;
    near(plain - volume(&number), 14.0 * width * width * DEPTH);
}

#[test]
fn the_tray_has_room_for_the_cells_and_the_clearance() {
    let kit = Kit::of_scene(&scene("2 x 3\n1 = 1\n10000x\ngoal 1@0,2\n")).unwrap();
    let tray = tray(&kit, &SIZES);
    assert!(is_closed(&tray));
    // The walls are 5 mm wide; the room is 3 x 2 cells and the clearance, without the blocked cell.
    let whole = 70.0 * 50.0;
    let room = 60.4 * 40.4 - 20.0 * 20.0;
    near(volume(&tray), whole * 2.0 + (whole - room) * 10.0);
}

#[test]
fn a_gate_has_a_hole_in_its_floor() {
    let closed = tray(&Kit::of_scene(&scene("1 x 3\n1 = 1\n1\ngoal 1@0,2\n")).unwrap(), &SIZES);
    let kit = Kit::of_scene(&scene("1 x 3\n1 = 1\nonly 1 0,2\n1\ngoal 1@0,2\n")).unwrap();
    assert_eq!(kit.gates.len(), 1);
    let gate = tray(&kit, &SIZES);
    assert!(is_closed(&gate));
    near(volume(&closed) - volume(&gate), 20.0 / 3.0 * 20.0 / 3.0 * FLOOR);
}

#[test]
fn blocked_cells_that_touch_at_a_corner_leave_the_tray_closed() {
    let kit = Kit::of_scene(&scene("3 x 3\n1 = 1\n1000x000x\ngoal 1@0,2\n")).unwrap();
    assert!(is_closed(&tray(&kit, &SIZES)));
}

#[test]
fn every_puzzle_of_the_library_becomes_closed_solids() {
    for name in library::names() {
        let puzzle = library::puzzle(name).unwrap();
        let scene = Scene::of_puzzle(&puzzle, puzzle.start());
        let triangles = read(&super::puzzle(&scene, &PrintSizes::default()).unwrap());
        assert!(is_closed(&triangles) && volume(&triangles) > 0.0, "{name}");
    }
}

#[test]
fn tiles_have_a_tray_and_their_numbers() {
    let board = tiles::parse("8 6 7/2 5 4/3 0 1", None).unwrap();
    let scene = Scene::of_board(&board, &board);
    let triangles = read(&super::puzzle(&scene, &PrintSizes::default()).unwrap());
    assert!(is_closed(&triangles));
}

#[test]
fn solid_bricks_have_clearance_on_all_sides() {
    let parsed = Packing::parse(Grid::solid(2, 2, 2).unwrap(), "aa.. aa..").unwrap();
    let triangles = read(&super::packing(&parsed, &SIZES).unwrap());
    assert!(is_closed(&triangles));
    near(volume(&triangles), 39.6 * 39.6 * 19.6);
}

#[test]
fn sizes_that_leave_nothing_are_refused() {
    let scene = scene("1 x 3\n1 = 1\n1\ngoal 1@0,2\n");
    for sizes in [
        PrintSizes { clearance: 0.0, ..SIZES },
        PrintSizes { clearance: 9.0, ..SIZES },
        PrintSizes { chamfer: 6.0, ..SIZES },
        PrintSizes { cell: f64::NAN, ..SIZES },
        PrintSizes { height: 0.1, ..SIZES },
    ] {
        assert!(matches!(super::puzzle(&scene, &sizes), Err(CannotMake::Size { .. })), "{sizes:?}");
    }
}

proptest! {
    #[test]
    fn any_connected_piece_is_closed(cells in prop::collection::btree_set((0..4i32, 0..4i32), 1..14), wanted: bool) {
        let all: Vec<Corner> = cells.into_iter().collect();
        let part = crate::show::packing::parts(&all).swap_remove(0);
        let (left, top) = (part.iter().map(|at| at.0).min().unwrap(), part.iter().map(|at| at.1).min().unwrap());
        let part: Vec<Corner> = part.iter().map(|at| (at.0 - left, at.1 - top)).collect();
        let made = of(&part, "27", wanted, &PrintSizes::default());
        prop_assert!(is_closed(&made) && volume(&made) > 0.0);
    }

    #[test]
    fn any_connected_brick_is_closed(cells in prop::collection::btree_set((0..3i32, 0..3i32, 0..3i32), 1..20)) {
        let made = brick(&cells.into_iter().map(|(x, y, z)| [x, y, z]).collect(), &SIZES);
        prop_assert!(is_closed(&made) && volume(&made) > 0.0);
    }
}
