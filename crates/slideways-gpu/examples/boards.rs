//! Counts whole boards on the GPU, around a position with the blank in each class of cells and in both
//! metrics, and prints one JSON object per table: `boards [--cpu] SIZE …`, where `--cpu` also counts on the
//! threads of this machine and compares.

use slideways::outcome::Limits;
use slideways::tiles::{Board, Goal, Position, Size};
use slideways::{Space, Style};
use slideways_gpu::Gpu;
use std::thread::available_parallelism;
use std::time::Instant;

/// The cells that no symmetry of the board maps to an earlier one.
fn classes(size: Size) -> Vec<usize> {
    let (rows, cols) = (size.rows(), size.cols());
    let upper = |cell: &usize| cell / cols < rows.div_ceil(2) && cell % cols < cols.div_ceil(2);
    let first = |cell: &usize| rows != cols || cell / cols <= cell % cols;
    (0..size.cells()).filter(|cell| upper(cell) && first(cell)).collect()
}

/// The position whose tiles are in order, with the blank in a cell.
fn blank_at(size: Size, cell: usize) -> Board {
    let mut tiles = Goal::blank_last(size).full().expect("it is full").tiles().to_vec();
    let blank = tiles.pop().expect("a board has cells");
    tiles.insert(cell, blank);
    Board::new(size, tiles).expect("every tile is there once")
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.is_empty() {
        println!("usage: boards [--cpu] SIZE …");
        return;
    }
    let threads = available_parallelism().map_or(1, |threads| threads.get());
    let (gpu, limits) =
        (Gpu::open().expect("there is a GPU"), Limits::new().threads(threads).memory(120 << 30));
    let mut cpu = false;
    for word in words {
        if word == "--cpu" {
            cpu = true;
            continue;
        }
        let size: Size = word.parse().expect("a size such as 3x5");
        for (cell, style) in
            classes(size).into_iter().flat_map(|cell| [(cell, Style::STEP), (cell, Style::SET_STEP)])
        {
            let board = blank_at(size, cell);
            let position = Position::new(board.clone(), Goal::from(board)).expect("one size");
            let space = || Space::of(&position).style(style).farthest(32).limits(limits);
            let begun = Instant::now();
            let found = space().gpu(&gpu).build().expect("the GPU counts it");
            let seconds = begun.elapsed().as_secs_f64();
            let layers = found.layers();
            let farthest: Vec<String> = found
                .farthest_boards()
                .iter()
                .map(|board| format!("\"{}\"", Goal::from(board.clone())))
                .collect();
            println!(
                "{{\"size\":\"{size}\",\"blank\":{cell},\"style\":\"{style}\",\"states\":{},\"radius\":{},\"seconds\":{seconds:.3},\
                 \"farthest\":[{}],\"layers\":{:?}}}",
                layers.states(),
                layers.radius(),
                farthest.join(","),
                layers.sizes
            );
            if cpu {
                let begun = Instant::now();
                let same = space().build().expect("it fits");
                assert_eq!(
                    (&same.layers().sizes, same.farthest_boards()),
                    (&layers.sizes, found.farthest_boards())
                );
                eprintln!(
                    "{size} blank {cell} {style}: the same on {threads} threads in {:.3} s",
                    begun.elapsed().as_secs_f64()
                );
            }
        }
    }
}
