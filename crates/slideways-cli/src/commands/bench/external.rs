//! Whole boards of tiles, and layers in files: in memory, on disk, by workers.

use super::cpu_time;
use crate::problem::{Failure, Problem};
use crate::quantity::{bytes, count, counted, duration};
use crate::workers::{self, Workers};
use slideways::outcome::{Cost, Limits, Outcome};
use slideways::puzzle::Puzzle;
use slideways::solver::SolveError;
use slideways::space::DiskEngine;
use slideways::tiles::{Goal, Position, Size};
use slideways::{Game, Solver, Space, Style, Who, library};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Who does it, and with what.
#[derive(Clone, Copy)]
enum By {
    /// In memory, with the number of threads; for boards only, since the other suite covers blocks.
    Memory(usize),
    /// With layers on disk and the number of threads.
    Disk(usize),
    /// With layers on disk and the number of workers.
    Workers(usize),
}

/// What is asked, and what must come out.
#[derive(Clone, Copy)]
enum DiskQuestion {
    /// All positions of a board: how many there are, and how far they are.
    Board(usize, usize, Who, u64, u32),
    /// All arrangements of a puzzle.
    Component(&'static str, Style, u64, u32),
    /// A shortest solution.
    Solution(&'static str, Style, u32),
}

struct DiskRow {
    question: DiskQuestion,
    by: By,
    megabytes: u64,
    /// Left out with `--quick`.
    long: bool,
}

fn rows() -> Vec<DiskRow> {
    let row = |question, by, megabytes, long| DiskRow { question, by, megabytes, long };
    let board = DiskQuestion::Board(3, 4, Who::Piece, 239_500_800, 53);
    let together = DiskQuestion::Board(3, 4, Who::Set, 239_500_800, 33);
    let climb = DiskQuestion::Component("gnome/climb12", Style::STEP, 7_699_385, 374);
    let lodzianka = DiskQuestion::Solution("gnome/lodzianka", Style::MOVE, 21);
    vec![
        row(board, By::Memory(1), 256, false),
        row(board, By::Memory(2), 256, false),
        row(together, By::Memory(2), 256, false),
        row(climb, By::Disk(2), 256, false),
        row(climb, By::Workers(2), 256, false),
        row(board, By::Disk(2), 256, true),
        row(board, By::Workers(2), 256, true),
        row(lodzianka, By::Disk(2), 1024, true),
        row(lodzianka, By::Workers(2), 1024, true),
    ]
}

/// Print the table.
pub fn run(quick: bool, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(
        out,
        "\n| space | style | question | where | limit | states | wall | CPU | states/s | memory | bytes/state on disk |"
    )?;
    writeln!(out, "|---|---|---|---|---:|---:|---:|---:|---:|---:|---:|")?;
    let built = |row: &&DiskRow| workers::BUILT || !matches!(row.by, By::Workers(_));
    for row in rows().iter().filter(|row| !(quick && row.long)).filter(built) {
        let (wall, cpu) = (Instant::now(), cpu_time());
        let (cost, written) = once(row)?;
        let (wall, cpu): (Duration, Duration) = (wall.elapsed(), cpu_time() - cpu);
        let (space, style, question) = match row.question {
            DiskQuestion::Board(rows, cols, who, _, radius) => {
                let style = if who == Who::Set { Style::SET_STEP } else { Style::STEP };
                (format!("{rows} x {cols}"), style, format!("all positions (radius {radius})"))
            }
            DiskQuestion::Component(name, style, _, radius) => {
                (name.to_owned(), style, format!("component (radius {radius})"))
            }
            DiskQuestion::Solution(name, style, moves) => {
                (name.to_owned(), style, format!("solve ({moves})"))
            }
        };
        let by = match row.by {
            By::Memory(threads) => format!("memory, {}", counted(threads as u64, "thread")),
            By::Disk(threads) => format!("disk, {}", counted(threads as u64, "thread")),
            By::Workers(workers) => format!("disk, {}", counted(workers as u64, "worker")),
        };
        let on_disk =
            written.map_or("–".to_owned(), |written| format!("{:.1}", written as f64 / cost.states as f64));
        writeln!(
            out,
            "| {space} | {style} | {question} | {by} | {} | {} | {} | {} | {:.2} M | {} | {on_disk} |",
            bytes(row.megabytes << 20),
            count(cost.states),
            duration(wall),
            duration(cpu),
            cost.states as f64 / wall.as_secs_f64() / 1e6,
            bytes(cost.peak_bytes),
        )?;
        out.flush()?;
    }
    Ok(())
}

/// A folder that is gone when it is done with.
struct Passing(PathBuf);

impl Drop for Passing {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What it cost, and the bytes that were written to disk.
fn once(row: &DiskRow) -> Result<(Cost, Option<u64>), Problem> {
    let folder = Passing(std::env::temp_dir().join(format!("slideways-bench-{}", std::process::id())));
    let answer = match row.question {
        DiskQuestion::Board(rows, cols, who, states, radius) => {
            let size = Size::new(rows, cols).expect("it is a board");
            let board = Goal::blank_last(size).full().expect("it is full");
            let style = if who == Who::Set { Style::SET_STEP } else { Style::STEP };
            row.space(&folder.0, Position::blank_last(board), style, (states, radius))
        }
        DiskQuestion::Component(name, style, states, radius) => {
            row.space(&folder.0, named(name), style, (states, radius))
        }
        DiskQuestion::Solution(name, style, moves) => row.solution(&folder.0, &named(name), style, moves),
    };
    let answer = answer.map_err(|why| Problem::new(why.to_string()))?;
    answer.ok_or_else(|| Problem::new("a question on disk: the answer is wrong"))
}

fn named(name: &str) -> Puzzle {
    library::puzzle(name).expect("the suites use puzzles of the library")
}

/// What an answer cost, and the bytes written; `None` if it is wrong.
type Checked = Result<Option<(Cost, Option<u64>)>, SolveError>;

impl DiskRow {
    fn limits(&self) -> Limits {
        let threads = if let By::Memory(threads) | By::Disk(threads) = self.by { threads } else { 1 };
        Limits { memory: self.megabytes << 20, threads, time: None }
    }

    fn cluster(&self) -> Option<Box<dyn DiskEngine>> {
        if let By::Workers(workers) = self.by {
            Workers::of_this_process(workers).engine().ok()
        } else {
            None
        }
    }

    /// A whole space, which must have this many states and this radius.
    fn space(&self, folder: &Path, game: impl Into<Game>, style: Style, known: (u64, u32)) -> Checked {
        let cluster = self.cluster();
        let mut space = Space::of(game).style(style).limits(self.limits()).farthest(1);
        if !matches!(self.by, By::Memory(_)) {
            space = space.on_disk(folder);
        }
        if let Some(cluster) = &cluster {
            space = space.cluster(&**cluster);
        }
        let space = space.build()?;
        let table = space.layers();
        let right = table.stop.is_none() && (table.states(), table.radius()) == known;
        Ok(right.then(|| (*space.cost(), space.written())))
    }

    /// A shortest solution, which must have this many moves.
    fn solution(&self, folder: &Path, puzzle: &Puzzle, style: Style, moves: u32) -> Checked {
        let cluster = self.cluster();
        let mut solver = Solver::new(puzzle).style(style).limits(self.limits()).on_disk(folder);
        if let Some(cluster) = &cluster {
            solver = solver.cluster(&**cluster);
        }
        let answer = solver.solve()?;
        let right = matches!(&answer.outcome, Outcome::Solved(found) if found.len() == moves as usize);
        Ok(right.then_some((answer.cost, answer.written)))
    }
}
