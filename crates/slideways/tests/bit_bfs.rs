//! Breadth-first search of whole boards: the ranked search agrees with the known numbers, the plain rule and
//! the block engine.

mod common;

use slideways::engine::tiles::bit_bfs;
use slideways::grid::Dir;
use slideways::outcome::{Limits, Stop};
use slideways::tiles::{Board, Goal, Size, Tile};
use slideways::watch::Watch;
use slideways::{Style, Who, format};
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap()
}

fn limits(threads: usize) -> Limits {
    Limits { threads, ..Limits::default() }
}

fn blank_last(rows: usize, cols: usize) -> Board {
    Goal::blank_last(size(rows, cols)).full().unwrap()
}

/// The known layer sizes in a file.
fn known_layers(path: &Path) -> Vec<u64> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split(' ').nth(1).unwrap().parse().unwrap()).collect()
}

/// The known layer sizes of boards of a size; file names give columns before rows.
fn known(cells: std::ops::Range<usize>) {
    let mut files = 0;
    for entry in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/truth/levels")).unwrap() {
        let path = entry.unwrap().path();
        let words: Vec<&str> = path.file_name().unwrap().to_str().unwrap().split('_').collect();
        let who = if words[1] == "MTM" { Who::Set } else { Who::Piece };
        let (cols, rows) = words[2].split_once('x').unwrap();
        let (rows, cols) = (rows.parse().unwrap(), cols.parse().unwrap());
        if !cells.contains(&(rows * cols)) {
            continue;
        }
        let numbers = known_layers(&path);
        for (rows, cols) in [(rows, cols), (cols, rows)] {
            for goal in [Goal::blank_last(size(rows, cols)), Goal::blank_first(size(rows, cols))] {
                let census = bit_bfs::census(&goal.full().unwrap(), who, 3, limits(2), &mut ()).unwrap();
                assert_eq!((&census.table.sizes, census.table.stop), (&numbers, None), "{path:?}");
                assert_eq!(census.farthest.len() as u64, numbers[numbers.len() - 1].min(3));
            }
        }
        files += 1;
    }
    assert!(files >= 2);
}

#[test]
fn small_boards_have_the_known_layers() {
    known(4..11);
}

#[test]
#[ignore = "slow: half a minute"]
fn boards_of_twelve_cells_have_the_known_layers() {
    known(12..13);
}

#[test]
#[ignore = "slow: half a minute"]
fn two_rows_of_six_reach_as_far_as_is_known() {
    for (who, radius) in [(Who::Piece, 80), (Who::Set, 41)] {
        let [wide, high] = [blank_last(2, 6), blank_last(6, 2)]
            .map(|goal| bit_bfs::census(&goal, who, 1, limits(2), &mut ()).unwrap().table);
        assert_eq!((wide.states(), wide.radius()), (239_500_800, radius));
        assert_eq!(wide.sizes, high.sizes);
    }
}

#[test]
#[ignore = "slow: many minutes, and 6 GB"]
fn two_rows_of_seven_have_the_known_layers() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/truth/levels/levels_STM_7x2_corner.txt");
    let limits = Limits { memory: 6 << 30, ..limits(2) };
    let census = bit_bfs::census(&blank_last(2, 7), Who::Piece, 3, limits, &mut ()).unwrap();
    assert_eq!(census.table.sizes, known_layers(Path::new(file)));
    assert_eq!(census.farthest.len(), 1);
}

/// All layers, by the plain rule.
fn plain(from: &Board, who: Who) -> Vec<Vec<Board>> {
    let mut seen = HashSet::from([from.clone()]);
    let mut layers = vec![vec![from.clone()]];
    while !layers[layers.len() - 1].is_empty() {
        let mut next = vec![];
        for board in &layers[layers.len() - 1] {
            for &dir in &Dir::ALL[..4] {
                let mut to = board.clone();
                while to.slide(dir).is_some() {
                    if seen.insert(to.clone()) {
                        next.push(to.clone());
                    }
                    if who == Who::Piece {
                        break;
                    }
                }
            }
        }
        layers.push(next);
    }
    layers.pop();
    layers
}

#[test]
fn from_any_position_it_is_the_plain_rule() {
    let mixed = Board::new(size(2, 4), [3, 7, 0, 5, 2, 4, 1, 6].map(Tile)).unwrap();
    let middle = Board::new(size(3, 3), [1, 2, 3, 8, 0, 4, 7, 6, 5].map(Tile)).unwrap();
    let cross = Board::new(size(3, 2), [3, 1, 0, 5, 2, 4].map(Tile)).unwrap();
    for from in [blank_last(2, 2), blank_last(3, 2), mixed, middle, cross] {
        for who in [Who::Piece, Who::Set] {
            let expected = plain(&from, who);
            for threads in [1, 2, 3, 8, 16] {
                let census = bit_bfs::census(&from, who, usize::MAX, limits(threads), &mut ()).unwrap();
                assert_eq!(
                    census.table.sizes,
                    expected.iter().map(|layer| layer.len() as u64).collect::<Vec<_>>()
                );
                let farthest: HashSet<Board> = census.farthest.iter().cloned().collect();
                assert_eq!(farthest, expected[expected.len() - 1].iter().cloned().collect());
                let few = bit_bfs::census(&from, who, 2, limits(threads), &mut ()).unwrap().farthest;
                assert_eq!(few[..], census.farthest[..few.len()]);
                assert_eq!(few.len(), census.farthest.len().min(2));
            }
        }
    }
}

#[test]
#[ignore = "slow: some seconds, and a quiet machine"]
fn more_threads_than_cores_cost_little() {
    let seconds = |threads| {
        let best = (0..5).map(|_| {
            let started = std::time::Instant::now();
            let census = bit_bfs::census(&blank_last(2, 6), Who::Piece, 1, limits(threads), &mut ()).unwrap();
            assert_eq!(census.table.states(), 239_500_800);
            started.elapsed()
        });
        best.min().unwrap().as_secs_f64()
    };
    let cores = std::thread::available_parallelism().unwrap().get();
    let (few, many) = (seconds(cores), seconds(8 * cores));
    assert!(many < 1.25 * few, "{few} s on {cores} threads, {many} s on {}", 8 * cores);
}

#[test]
fn the_block_engine_counts_the_same_in_all_styles() {
    let text = "3 x 2\n1 = 1\n2 = 1\n3 = 1\n4 = 1\n5 = 1\n123450\n123450\n";
    let puzzle = format::parse(text).unwrap().puzzle;
    for style in Style::ALL {
        let blocks = common::layers(&puzzle, style, Limits::default(), &mut ()).unwrap();
        let tiles = bit_bfs::census(&blank_last(3, 2), style.who, 0, limits(1), &mut ()).unwrap();
        assert_eq!(blocks.sizes, tiles.table.sizes, "{style}");
    }
}

#[test]
fn limits_hold() {
    struct Stopper;
    impl Watch for Stopper {
        fn stop(&mut self) -> bool {
            true
        }
    }
    let board = blank_last(3, 4);
    let few = Limits { memory: 29 << 20, ..Limits::default() };
    let refused = bit_bfs::census(&board, Who::Piece, 1, few, &mut ()).unwrap_err();
    assert_eq!((refused.size, refused.positions), (size(3, 4), Some(239_500_800)));
    assert!(refused.bytes.unwrap() > few.memory);
    let short = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let census = bit_bfs::census(&board, Who::Piece, 1, short, &mut ()).unwrap();
    assert_eq!((census.table.stop, census.table.sizes, census.farthest), (Some(Stop::Time), vec![1], vec![]));
    let census = bit_bfs::census(&board, Who::Set, 1, Limits::default(), &mut Stopper).unwrap();
    assert_eq!(census.table.stop, Some(Stop::Caller));
}

#[test]
fn a_position_takes_about_a_bit() {
    // Each word uses sixty of its sixty-four bits, and some positions are recorded.
    for (rows, cols, who, most) in [
        (2, 7, Who::Piece, 1.07),
        (7, 2, Who::Set, 0.92),
        (2, 6, Who::Set, 1.2),
        (3, 4, Who::Piece, 1.3),
        (4, 3, Who::Set, 1.2),
        (4, 4, Who::Set, 0.87),
    ] {
        let estimate = bit_bfs::estimate(size(rows, cols), who).unwrap();
        let bits = 8.0 * estimate.bytes as f64 / estimate.positions as f64;
        assert!(bits < most, "{rows} x {cols}: {bits}");
    }
    let census = bit_bfs::census(&blank_last(2, 4), Who::Set, 1, limits(2), &mut ()).unwrap();
    let estimate = bit_bfs::estimate(size(2, 4), Who::Set).unwrap();
    assert_eq!(census.table.cost.peak_bytes, estimate.bytes);
}

#[test]
fn boards_beyond_all_memory_are_refused() {
    for (rows, cols) in [(4, 4), (2, 10), (3, 7), (5, 5), (16, 16), (128, 2)] {
        let refused =
            bit_bfs::census(&blank_last(rows, cols), Who::Set, 1, Limits::default(), &mut ()).unwrap_err();
        assert_eq!(refused.size, size(rows, cols));
    }
}

#[test]
fn a_sample_is_drawn_from_the_layer_alone() {
    let middle = Board::new(size(3, 3), [1, 2, 3, 8, 0, 4, 7, 6, 5].map(Tile)).unwrap();
    for (from, distances) in [(blank_last(2, 3), 0..23), (middle, 15..19), (blank_last(4, 2), 3..6)] {
        for who in [Who::Piece, Who::Set] {
            let layers = plain(&from, who);
            for distance in distances.clone() {
                let layer: HashSet<Board> =
                    layers.get(distance as usize).into_iter().flatten().cloned().collect();
                for (number, threads) in [(1, 1), (5, 2), (usize::MAX, 3)] {
                    let draw = |threads| {
                        let drawn = (distance, number.min(layer.len() + 3));
                        bit_bfs::sample(&from, who, drawn, 7, limits(threads), &mut ()).unwrap()
                    };
                    let sample = draw(threads);
                    let boards: HashSet<Board> = sample.boards.iter().cloned().collect();
                    assert_eq!(boards.len(), sample.boards.len(), "none twice");
                    assert_eq!(boards.len(), number.min(layer.len()));
                    assert!(boards.is_subset(&layer), "{who:?} {distance}");
                    assert_eq!(sample, draw(16), "the same for any number of threads");
                }
            }
        }
    }
}

#[test]
fn all_positions_of_a_layer_are_drawn_equally_often() {
    let from = blank_last(2, 3);
    let mut drawn = std::collections::HashMap::<Board, u32>::new();
    for seed in 0..2000 {
        for board in bit_bfs::sample(&from, Who::Piece, (18, 3), seed, limits(1), &mut ()).unwrap().boards {
            *drawn.entry(board).or_default() += 1;
        }
    }
    let layer = &plain(&from, Who::Piece)[18];
    let mean = 6000.0 / layer.len() as f64;
    let chi: f64 = layer.iter().map(|board| (f64::from(drawn[board]) - mean).powi(2) / mean).sum();
    // The expected value is the number of positions less one; five standard deviations.
    let free = layer.len() as f64 - 1.0;
    assert!((chi - free).abs() < 5.0 * (2.0 * free).sqrt(), "{chi} for {free}");
}
