//! Whole boards of tiles, and layers in files: in memory, on disk, by workers.

use super::cpu_time;
use crate::problem::{Failure, Problem};
use crate::quantity::{bytes, count, counted, duration};
use slideways::explore::far::{self, Alone, Engine, Far, Place};
use slideways::outcome::{Cost, LayerTable, Limits};
use slideways::tiles::{Goal, Size, layers};
use slideways::{Style, Who, library};
use slideways_cluster::Cluster;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Who does it, and with what.
#[derive(Clone, Copy)]
enum By {
    /// In memory, on so many threads; for boards, since blocks have a table of their own.
    Memory(usize),
    /// With layers on disk, on so many threads.
    Disk(usize),
    /// With layers on disk, by so many workers.
    Workers(usize),
}

/// What is asked, and what must come out.
#[derive(Clone, Copy)]
enum Question {
    /// All positions of a board: how many there are, and how far they are.
    Board(usize, usize, Who, u64, u32),
    /// All arrangements of a puzzle.
    Component(&'static str, Style, u64, u32),
    /// A shortest solution.
    Solution(&'static str, Style, u32),
}

struct Row {
    question: Question,
    by: By,
    megabytes: u64,
    /// Left out with `--quick`.
    long: bool,
}

fn rows() -> Vec<Row> {
    let row = |question, by, megabytes, long| Row { question, by, megabytes, long };
    let board = Question::Board(3, 4, Who::Piece, 239_500_800, 53);
    let together = Question::Board(3, 4, Who::Set, 239_500_800, 33);
    let climb = Question::Component("gnome/climb12", Style::STEP, 7_699_385, 374);
    let lodzianka = Question::Solution("gnome/lodzianka", Style::MOVE, 21);
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
    for row in rows().iter().filter(|row| !(quick && row.long)) {
        let (wall, cpu) = (Instant::now(), cpu_time());
        let (cost, written) = once(row)?;
        let (wall, cpu): (Duration, Duration) = (wall.elapsed(), cpu_time() - cpu);
        let (space, style, question) = match row.question {
            Question::Board(rows, cols, who, _, radius) => {
                let style = if who == Who::Set { Style::SET_STEP } else { Style::STEP };
                (format!("{rows} x {cols}"), style, format!("all positions (radius {radius})"))
            }
            Question::Component(name, style, _, radius) => {
                (name.to_owned(), style, format!("component (radius {radius})"))
            }
            Question::Solution(name, style, moves) => (name.to_owned(), style, format!("solve ({moves})")),
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
fn once(row: &Row) -> Result<(Cost, Option<u64>), Problem> {
    let threads = if let By::Memory(threads) | By::Disk(threads) = row.by { threads } else { 1 };
    let limits = Limits { memory: row.megabytes << 20, threads, time: None };
    let folder = Passing(std::env::temp_dir().join(format!("slideways-bench-{}", std::process::id())));
    let place = Place { folder: &folder.0, resume: false };
    let engine: Option<Box<dyn Engine>> = match row.by {
        By::Workers(workers) => Some(Box::new(Cluster::embedded(workers))),
        By::Disk(_) => Some(Box::new(Alone)),
        By::Memory(_) => None,
    };
    let failed = |why: String| Problem::new(why);
    let wrong = || failed("a question on disk: the answer is wrong".to_owned());
    let is = |table: &LayerTable, states, radius| {
        table.stop.is_none() && (table.states(), table.radius()) == (states, radius)
    };
    match row.question {
        Question::Board(rows, cols, who, states, radius) => {
            let size = Size::new(rows, cols).expect("it is a board");
            let from = Goal::blank_last(size).full().expect("it is full");
            let (table, written) = match engine {
                None => {
                    let census = layers::census(&from, who, 1, limits, &mut ());
                    (census.map_err(|why| failed(why.to_string()))?.table, None)
                }
                Some(engine) => {
                    let far = far::tiles(&from, who, 1, place, &*engine, limits, &mut ());
                    let Far { table, written, .. } = far.map_err(|why| failed(why.to_string()))?;
                    (table, Some(written))
                }
            };
            if is(&table, states, radius) { Ok((table.cost, written)) } else { Err(wrong()) }
        }
        Question::Component(name, style, states, radius) => {
            let puzzle = library::puzzle(name).expect("the suites use puzzles of the library");
            let engine = engine.ok_or_else(wrong)?;
            let far = far::blocks(&puzzle, style, 1, place, &*engine, limits, &mut ());
            let Far { table, written, .. } = far.map_err(|why| failed(why.to_string()))?;
            if is(&table, states, radius) { Ok((table.cost, Some(written))) } else { Err(wrong()) }
        }
        Question::Solution(name, style, moves) => {
            let puzzle = library::puzzle(name).expect("the suites use puzzles of the library");
            let engine = engine.ok_or_else(wrong)?;
            let far = far::solve(&puzzle, style, place, &*engine, limits, &mut ());
            let Far { table, written, solution, .. } = far.map_err(|why| failed(why.to_string()))?;
            let right = solution.is_some_and(|solution| solution.len() == moves as usize);
            if right { Ok((table.cost, Some(written))) } else { Err(wrong()) }
        }
    }
}
