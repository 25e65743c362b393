//! The suite of packings.

use super::cpu_time;
use crate::problem::{Failure, Problem};
use crate::quantity::{count, duration};
use slideways::Lock;
use slideways::grid::Grid;
use slideways::outcome::Limits;
use slideways::puzzle::Shape;
use std::io::Write;
use std::time::{Duration, Instant};

/// What a row measures, and what must come out.
enum LockQuestion {
    /// All classes: their number.
    Classes(u64),
    /// The fewest pieces: their number, and the number of classes with that many.
    Fewest(u32, u64),
    /// All packings without meeting them: their number.
    Count(u128),
}

struct LockRow {
    sides: &'static [usize],
    piece: [usize; 3],
    question: LockQuestion,
    threads: usize,
    /// Left out with `--quick`.
    long: bool,
}

fn rows() -> Vec<LockRow> {
    let (flat, domino) = ([1, 2, 2], [1, 1, 2]);
    let row = |sides, piece, question, threads, long| LockRow { sides, piece, question, threads, long };
    vec![
        row(&[4, 4, 4], flat, LockQuestion::Classes(1_171), 1, false),
        row(&[4, 4, 4], flat, LockQuestion::Classes(1_171), 2, false),
        row(&[4, 4, 5], flat, LockQuestion::Classes(47_403), 1, false),
        row(&[4, 4, 5], flat, LockQuestion::Classes(47_403), 2, false),
        row(&[4, 4, 6], flat, LockQuestion::Classes(1_359_881), 1, false),
        row(&[4, 4, 6], flat, LockQuestion::Classes(1_359_881), 2, false),
        row(&[4, 5, 5], flat, LockQuestion::Classes(717_676), 1, false),
        row(&[4, 5, 5], flat, LockQuestion::Classes(717_676), 2, false),
        row(&[4, 4, 4], flat, LockQuestion::Fewest(12, 3), 1, false),
        row(&[4, 5, 5], flat, LockQuestion::Fewest(19, 6), 1, false),
        row(&[4, 5, 5], flat, LockQuestion::Fewest(19, 6), 2, false),
        row(&[8, 8], domino, LockQuestion::Fewest(28, 1), 1, false),
        row(&[8, 8], domino, LockQuestion::Count(25_166_335), 1, false),
        row(&[11, 11], domino, LockQuestion::Count(498_380_960_649_215), 1, true),
        row(&[5, 5, 5], flat, LockQuestion::Fewest(24, 16), 1, true),
        row(&[5, 5, 5], flat, LockQuestion::Fewest(24, 16), 2, true),
    ]
}

/// Run the suite and print its table.
pub fn run(quick: bool, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "| box | piece | question | threads | expanded | wall | CPU |")?;
    writeln!(out, "|---|---|---|---:|---:|---:|---:|")?;
    for row in rows().iter().filter(|row| !(quick && row.long)) {
        let (expanded, wall, cpu) = measure(row)?;
        let by = |sides: &[usize]| sides.iter().map(usize::to_string).collect::<Vec<_>>().join("x");
        let question = match row.question {
            LockQuestion::Classes(classes) => format!("{} classes", count(classes)),
            LockQuestion::Fewest(pieces, classes) => format!("fewest ({pieces}, {classes} classes)"),
            LockQuestion::Count(raw) => format!("count ({})", count(raw)),
        };
        writeln!(
            out,
            "| {} | {} | {question} | {} | {} | {} | {} |",
            by(row.sides),
            by(&row.piece),
            row.threads,
            count(expanded),
            duration(wall),
            duration(cpu),
        )?;
        out.flush()?;
    }
    Ok(())
}

/// Run a row until three seconds have gone by, and keep the best.
fn measure(row: &LockRow) -> Result<(u64, Duration, Duration), Problem> {
    let begun = Instant::now();
    let (expanded, mut wall, mut cpu) = once(row)?;
    while begun.elapsed() < Duration::from_secs(3) {
        let next = once(row)?;
        (wall, cpu) = (wall.min(next.1), cpu.min(next.2));
    }
    Ok((expanded, wall, cpu))
}

fn once(row: &LockRow) -> Result<(u64, Duration, Duration), Problem> {
    let grid = Grid::of_sides(row.sides).expect("the suites use boxes that are not too large");
    let piece = Shape::brick(&row.piece).expect("the suites use bricks");
    let (wall, cpu) = (Instant::now(), cpu_time());
    let lock = Lock::new(grid).piece(piece).limits(Limits::new().memory(2 << 30).threads(row.threads));
    let answer = match row.question {
        LockQuestion::Classes(_) => lock.census(),
        LockQuestion::Fewest(..) => lock.fewest(),
        LockQuestion::Count(_) => lock.count(),
    };
    let answer = answer.map_err(|why| Problem::new(why.to_string()))?;
    let right = match row.question {
        LockQuestion::Classes(classes) => answer.classes() == Some(classes),
        LockQuestion::Fewest(pieces, classes) => {
            let fewest = answer.fewest.and_then(|fewest| fewest.pieces);
            (fewest, answer.classes()) == (Some(pieces), Some(classes))
        }
        LockQuestion::Count(raw) => answer.raw() == raw,
    };
    let expanded = answer.cost.expanded;
    match right {
        true => Ok((expanded, wall.elapsed(), cpu_time() - cpu)),
        false => Err(Problem::new(format!("{:?} in {:?}: the answer is wrong", row.piece, row.sides))),
    }
}
