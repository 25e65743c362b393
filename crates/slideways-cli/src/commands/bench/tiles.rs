//! Tiles: tables are built, and sets of positions solved one after the other.
//!
//! Tables are built each time and never stored. A set is run twice if it takes less than three seconds, and
//! the better run counts.

use super::cpu_time;
use crate::commands::solve::no_answer;
use crate::problem::{Failure, Problem};
use crate::quantity;
use slideways::library::sets;
use slideways::outcome::{Cost, Limits, Outcome};
use slideways::solver::{PrepareError, Prepared, Search, Solver, TableKind, TableStore};
use slideways::tiles::random::{Random, position};
use slideways::tiles::{Board, Goal, Position, Size};
use slideways::{Style, Who};
use std::io::Write;
use std::time::{Duration, Instant};

/// Positions with their known lengths; random ones have none.
#[derive(Clone)]
struct Batch {
    what: String,
    goal: Goal,
    positions: Vec<(Board, Option<u32>)>,
    threads: usize,
}

/// How positions are solved: without tables, or with some that were built before.
#[derive(Clone, Copy)]
struct Method<'m> {
    name: &'m str,
    search: Search,
    style: Style,
    tables: &'m TableStore,
}

struct Measured {
    cost: Cost,
    wall: Duration,
    cpu: Duration,
    longest: Duration,
}

/// Print the table.
pub fn run(quick: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let cores = super::cores();
    writeln!(
        out,
        "| what | search | threads | positions | generated | wall | CPU | generated/s | longest |"
    )?;
    writeln!(out, "|---|---|---:|---:|---:|---:|---:|---:|---:|")?;
    let (four, five) = (size(4), size(5));
    let korf = |threads| from_set("korf15", |_| true, threads);
    let none = TableStore::new();
    let unrolled = Method { name: "unrolled", search: Search::Unrolled, style: Style::STEP, tables: &none };
    if !quick {
        row(out, &from_set("korf15", |number| number == 88, 1), unrolled)?;
    }
    let tables = built(out, four, TableKind::Small, cores)?;
    let small = Method { name: "small tables", search: Search::Pdb, style: Style::STEP, tables: &tables };
    row(out, &korf(1), small)?;
    row(out, &korf(cores), small)?;
    if quick {
        return Ok(());
    }
    let tables = built(out, four, TableKind::Large, cores)?;
    let large = Method { name: "large tables", tables: &tables, ..small };
    row(out, &korf(1), large)?;
    row(out, &random("random 4x4 --seed 7 --count 1000", 7, 1000, 1), large)?;
    row(out, &from_set("hard15", |number| number <= 17, 1), large)?;
    for threads in [1, cores] {
        row(out, &from_set("hard15", |number| number == 19, threads), large)?;
    }
    let tables = built(out, four, TableKind::Set, cores)?;
    let sets = Method { name: "set-step tables", style: Style::SET_STEP, tables: &tables, ..small };
    row(out, &random("random 4x4 --seed 1 --count 100, style set-step", 1, 100, cores), sets)?;
    let tables = built(out, five, TableKind::Small, cores)?;
    let five = Method { name: "tables 6-6-6-6", tables: &tables, ..small };
    for number in [40, 38, 25, 44, 1] {
        row(out, &from_set("korf24", |other| other == number, if number == 40 { 1 } else { cores }), five)?;
    }
    Ok(())
}

/// Random positions of 4 x 4.
fn random(what: &str, seed: u64, count: usize, threads: usize) -> Batch {
    let (goal, mut numbers) = (Goal::blank_last(size(4)), Random::new(seed));
    let positions = (0..count).map(|_| (position(&goal, &mut numbers), None)).collect();
    Batch { what: what.to_owned(), goal, positions, threads }
}

fn size(side: usize) -> Size {
    Size::new(side, side).expect("a small side")
}

/// Some positions of a set of the library.
fn from_set(name: &str, wanted: impl Fn(usize) -> bool, threads: usize) -> Batch {
    let set = sets::find(name).expect("the suites use sets of the library");
    let chosen: Vec<_> = set.instances.into_iter().filter(|instance| wanted(instance.number)).collect();
    let what = match &chosen[..] {
        [one] => format!("{name}:{} ({} moves)", one.number, one.moves),
        some => format!("{name}, {} positions", some.len()),
    };
    let positions = chosen.into_iter().map(|instance| (instance.board, Some(instance.moves))).collect();
    Batch { what, goal: set.goal, positions, threads }
}

/// Build tables, and say how long it took.
fn built(out: &mut dyn Write, size: Size, kind: TableKind, threads: usize) -> Result<TableStore, Failure> {
    let blank = Goal::blank_last(size).full().expect("it leaves nothing open").blank();
    let (store, wall, cpu) = (TableStore::new(), Instant::now(), cpu_time());
    let limits = Limits::new().threads(threads);
    let prepared = store.prepare((size, blank), kind, &limits, &mut ());
    let (wall, cpu) = (quantity::duration(wall.elapsed()), quantity::duration(cpu_time() - cpu));
    let failed = |why: PrepareError| Problem::new(why.to_string());
    let Prepared::Now { bytes, .. } = prepared.map_err(failed)? else { unreachable!("the store was empty") };
    let (name, bytes) = (kind.name(), quantity::bytes(bytes));
    writeln!(out, "| build {name} tables, {size}, {bytes} | | {threads} | | | {wall} | {cpu} | | |")?;
    out.flush()?;
    Ok(store)
}

/// Solve a batch and print its row.
fn row(out: &mut dyn Write, batch: &Batch, method: Method) -> Result<(), Failure> {
    // A first position fetches the tables for this home of the blank.
    let warm =
        Batch { positions: vec![(batch.goal.some_board(), Some(0))], what: String::new(), ..batch.clone() };
    once(&warm, method)?;
    let mut measured = once(batch, method)?;
    if measured.wall < Duration::from_secs(3) {
        let again = once(batch, method)?;
        if again.wall < measured.wall {
            measured = again;
        }
    }
    let Measured { cost, wall, cpu, longest } = measured;
    writeln!(
        out,
        "| {} | {} | {} | {} | {} | {} | {} | {:.1} M | {} |",
        batch.what,
        method.name,
        batch.threads,
        batch.positions.len(),
        quantity::count(cost.generated),
        quantity::duration(wall),
        quantity::duration(cpu),
        cost.generated as f64 / wall.as_secs_f64() / 1e6,
        quantity::duration(longest),
    )?;
    out.flush()?;
    Ok(())
}

fn once(batch: &Batch, method: Method) -> Result<Measured, Problem> {
    let limits = Limits::new().memory(2 << 30).threads(batch.threads);
    let (wall, cpu) = (Instant::now(), cpu_time());
    let mut measured = Measured { cost: Cost::default(), wall: wall.elapsed(), cpu, longest: Duration::ZERO };
    for (board, known) in &batch.positions {
        let started = Instant::now();
        let position =
            Position::new(board.clone(), batch.goal.clone()).expect("goal and board are of one size");
        let Method { search, style, tables, .. } = method;
        let solver = Solver::new(position).style(style).search(search).tables(tables).limits(limits);
        let answer = solver.solve().map_err(no_answer)?;
        let Outcome::Solved(solution) = answer.outcome else {
            return Err(Problem::new(format!("{}: not solved", batch.what)));
        };
        if style.who == Who::Piece && known.is_some_and(|known| known as usize != solution.len()) {
            return Err(Problem::new(format!("{}: the answer is wrong", batch.what)));
        }
        measured.cost.generated += answer.cost.generated;
        measured.longest = measured.longest.max(started.elapsed());
    }
    measured.wall = wall.elapsed();
    measured.cpu = cpu_time() - cpu;
    Ok(measured)
}
