//! Solves 24-puzzles on the GPU and prints every iteration: `ida [options] N … | POSITION …`, where N is an
//! instance of Korf's fifty, and a position has its blank first in the goal.
//!
//! `random` is the next random position after `--seed N`, as `slideways random 5x5` prints them. `--cpu`
//! compares with the threads of this machine, `--time S` limits each position, `--all S` all of them,
//! `--blocks B`, `--capacity C` and `--eager` set how the kernels are launched from there on.

use slideways::engine::tiles::Instance;
use slideways::engine::tiles::ida::device::solve_on;
use slideways::engine::tiles::ida::{self, Tables};
use slideways::engine::tiles::pdb::PdbSize;
use slideways::grid::{Cell, Dir};
use slideways::library::sets;
use slideways::outcome::{Limits, Outcome, Searched};
use slideways::tiles::random::{self, Random};
use slideways::tiles::{Board, Goal, Size, Tile, replay};
use slideways::watch::{Event, Watch};
use slideways_gpu::Gpu;
use std::ops::ControlFlow;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// Prints iterations.
struct Printer {
    begun: Instant,
    last: Instant,
}

impl Watch for Printer {
    fn event(&mut self, event: Event) {
        if let Event::Iteration(now) = event {
            let (threshold, expanded, generated) = (now.threshold, now.expanded, now.generated);
            let (all, this) = (self.begun.elapsed().as_secs_f64(), self.last.elapsed().as_secs_f64());
            self.last = Instant::now();
            let rate = generated as f64 / this / 1e9;
            let found = if now.solutions > 0 { " solved" } else { "" };
            println!(
                "    {threshold:3} {expanded:16} {generated:16} {this:9.3} s {all:9.3} s {rate:7.3} G/s{found}"
            );
        }
    }
}

fn solve(
    name: &str,
    board: &Board,
    goal: &Goal,
    search: impl FnOnce(&Instance, &mut dyn Watch) -> Searched<Vec<Dir>>,
) {
    let instance = Instance::new(board, goal).expect("the goal can be reached");
    println!("  {name}");
    let begun = Instant::now();
    let Searched { outcome, cost } = search(&instance, &mut Printer { begun, last: begun });
    let seconds = begun.elapsed().as_secs_f64();
    let rate = cost.generated as f64 / seconds / 1e9;
    match outcome {
        Outcome::Solved(path) => {
            replay::solution(board, &path, goal).expect("the solution is one");
            let letters: String = path.iter().map(|dir| dir.letter()).collect();
            println!(
                "  {name}: {} moves, generated {}, {seconds:.3} s, {rate:.3} G/s, {letters}",
                path.len(),
                cost.generated
            );
        }
        Outcome::Stopped { lower, .. } => {
            println!(
                "  {name}: at least {lower} moves, generated {}, {seconds:.3} s, {rate:.3} G/s",
                cost.generated
            );
        }
        other => println!("  {name}: {other:?}"),
    }
}

/// The board rotated by 180 degrees and renumbered: the blank, last in the goal, becomes the first.
fn turned(board: &Board) -> Board {
    let cells = board.tiles().len() as u8;
    let tiles: Vec<Tile> = board.tiles().iter().rev().map(|tile| Tile((cells - tile.0) % cells)).collect();
    Board::new(board.size(), tiles).expect("every tile is there once")
}

fn main() {
    if std::env::args().len() == 1 {
        println!(
            "usage: ida [--cpu] [--time S] [--all S] [--blocks B] [--capacity C] [--eager | --lazy] (N | POSITION) …"
        );
        return;
    }
    let begun = Instant::now();
    let threads = available_parallelism().map_or(1, |threads| threads.get());
    let mut limits = Limits::new().threads(threads).memory(100 << 30);
    let (mut gpu, mut cpu, mut all) = (Gpu::open().expect("there is a GPU"), false, Duration::MAX);
    println!("{}, {threads} threads", gpu.name());
    let size = Size::new(5, 5).expect("a board");
    let tables = Tables::build(size, Cell(0), PdbSize::Small, &|_| ControlFlow::Continue(()));
    let tables = tables.expect("5 x 5 has tables");
    println!("tables after {:.1} s", begun.elapsed().as_secs_f64());
    let korf = sets::find("korf24").expect("the library has it");
    let goal = korf.goal.clone();
    let mut numbers = Random::new(1);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse::<u64>().ok()).expect("a number follows");
        match word.as_str() {
            "--cpu" => cpu = !cpu,
            "--time" => limits = limits.time(Duration::from_secs(number())),
            "--seed" => numbers = Random::new(number()),
            "--all" => all = Duration::from_secs(number()),
            "--eager" | "--lazy" => gpu.tuning.lazy = word == "--lazy",
            "--blocks" => gpu.tuning.blocks = number() as u32,
            "--words" => gpu.tuning.longest_word = Some(number() as u32).filter(|&longest| longest > 0),
            "--capacity" => gpu.tuning.capacity = number() as u32,
            _ => {
                let left = all.saturating_sub(begun.elapsed());
                if left.is_zero() {
                    println!("  {word}: no time left");
                    continue;
                }
                let limits = limits.time(limits.time.unwrap_or(Duration::MAX).min(left));
                let (board, known) = match word.parse::<usize>() {
                    Ok(number) => {
                        let instance = &korf.instances[number - 1];
                        (instance.board.clone(), format!("korf24:{number} (known: {})", instance.moves))
                    }
                    Err(_) if word == "random" => {
                        let board = random::position(&Goal::blank_last(size), &mut numbers);
                        let turned = turned(&board);
                        (turned, format!("random {}", Goal::from(board)))
                    }
                    Err(_) => {
                        let tiles = word.split(',').map(|tile| Tile(tile.parse().expect("a tile")));
                        (Board::new(size, tiles.collect::<Vec<_>>()).expect("a position"), word.clone())
                    }
                };
                println!("{:?}, after {:.1} s", gpu.tuning, begun.elapsed().as_secs_f64());
                solve(&format!("{known} on the GPU"), &board, &goal, |instance, watch| {
                    solve_on(&gpu, instance, &tables, None, limits, watch).expect("the GPU works")
                });
                if cpu {
                    solve(&format!("{known} on {threads} threads"), &board, &goal, |instance, watch| {
                        ida::solve(instance, &tables, limits, watch).expect("the tables suit it")
                    });
                }
            }
        }
    }
    println!("ended after {:.1} s", begun.elapsed().as_secs_f64());
}
