//! Sliding blocks: whole components and shortest solutions.
//!
//! A search is run several times if it is short; the time given is the best of them, since whatever disturbs
//! a run makes it slower.

use super::cpu_time;
use crate::commands::solve::no_answer;
use crate::problem::{Failure, Problem};
use crate::quantity;
use slideways::outcome::{Cost, Limits, Outcome};
use slideways::solver::{Search, Solver};
use slideways::{Space, Style, library};
use std::io::Write;
use std::time::{Duration, Instant};

/// What a row measures, and what must come out.
enum Task {
    /// Count the whole component: its number of states.
    Component(u64),
    /// Find a shortest solution: its number of moves.
    Solution(usize),
}

struct Row {
    puzzle: &'static str,
    style: usize,
    task: Task,
    threads: usize,
    /// Left out with `--quick`.
    long: bool,
}

fn rows() -> Vec<Row> {
    let mut rows = vec![];
    for style in 0..6 {
        rows.push(Row { puzzle: "klotski", style, task: Task::Component(25_955), threads: 1, long: false });
    }
    for style in 0..6 {
        let task = Task::Component(81_340);
        rows.push(Row { puzzle: "super_century_b", style, task, threads: 1, long: false });
    }
    rows.push(Row { puzzle: "se95123", style: 2, task: Task::Solution(187), threads: 1, long: false });
    for (puzzle, moves) in [("gnome/lodzianka", 21), ("gnome/pelopones", 25)] {
        for threads in [1, 2] {
            rows.push(Row { puzzle, style: 2, task: Task::Solution(moves), threads, long: true });
        }
    }
    rows
}

/// Print the table.
pub fn run(quick: bool, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "| puzzle | style | question | threads | states | wall | CPU | states/s | bytes/state |")?;
    writeln!(out, "|---|---|---|---:|---:|---:|---:|---:|---:|")?;
    for row in rows().iter().filter(|row| !(quick && row.long)) {
        let measured = measure(row)?;
        let (wall, cpu) = (measured.wall.as_secs_f64(), measured.cpu.as_secs_f64());
        writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} | {:.2} M | {:.1} |",
            row.puzzle,
            Style::ALL[row.style],
            match row.task {
                Task::Component(_) => "component".to_owned(),
                Task::Solution(moves) => format!("solve ({moves})"),
            },
            row.threads,
            quantity::count(measured.cost.states),
            quantity::duration(measured.wall),
            quantity::duration(measured.cpu),
            measured.cost.states as f64 / wall.min(cpu) / 1e6,
            (measured.cost.peak_bytes - measured.cost.table_bytes) as f64 / measured.cost.states as f64,
        )?;
        out.flush()?;
    }
    Ok(())
}

struct Measured {
    wall: Duration,
    cpu: Duration,
    cost: Cost,
}

/// Run a row until three seconds have gone by, and keep the best.
fn measure(row: &Row) -> Result<Measured, Problem> {
    let begun = Instant::now();
    let mut best = once(row)?;
    let mut runs = 1;
    while begun.elapsed() < Duration::from_secs(3) || runs < 3 && !row.long {
        let next = once(row)?;
        best.wall = best.wall.min(next.wall);
        best.cpu = best.cpu.min(next.cpu);
        runs += 1;
    }
    Ok(best)
}

fn once(row: &Row) -> Result<Measured, Problem> {
    let puzzle = library::puzzle(row.puzzle).expect("the suites use puzzles of the library");
    let style = Style::ALL[row.style];
    let limits = Limits { memory: 2 << 30, threads: row.threads, time: None };
    let (wall, cpu) = (Instant::now(), cpu_time());
    let (right, cost) = match row.task {
        Task::Component(states) => {
            let space = Space::of(&puzzle).style(style).limits(limits).build().map_err(no_answer)?;
            let table = space.layers();
            (table.states() == states && table.stop.is_none(), table.cost)
        }
        Task::Solution(moves) => {
            let solver = Solver::new(&puzzle).style(style).search(Search::Blocks).limits(limits);
            let answer = solver.solve().map_err(no_answer)?;
            (matches!(&answer.outcome, Outcome::Solved(found) if found.len() == moves), answer.cost)
        }
    };
    let measured = Measured { wall: wall.elapsed(), cpu: cpu_time() - cpu, cost };
    match right {
        true => Ok(measured),
        false => Err(Problem::new(format!("{} in style {style}: the answer is wrong", row.puzzle))),
    }
}
