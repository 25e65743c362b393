//! A watch that shows progress and stops the search after ten seconds.
//!
//! `cargo run --release --example progress`

use slideways::prelude::*;
use std::time::{Duration, Instant};

struct Bar(Instant);

impl Watch for Bar {
    fn event(&mut self, event: Event) {
        match event {
            Event::Progress(now) => eprint!("\r{} expanded, at least {} moves ", now.expanded, now.bound),
            Event::Tables { name, part } => eprint!("\rtables for {name}: {:.0} % ", 100.0 * part),
            Event::Iteration(iteration) => eprint!("\rno solution of {} moves ", iteration.threshold),
            Event::Better { solution, lower } => eprint!("\rfound {}, proved {lower} ", solution.len()),
            _ => {}
        }
    }

    fn stop(&mut self) -> bool {
        self.0.elapsed() > Duration::from_secs(10)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position: Position = "12 10 6 0/9 8 13 15/11 7 3 2/5 4 14 1".parse()?;
    let mut bar = Bar(Instant::now());
    let answer = Solver::new(&position).limits(Limits::new().threads(2)).watch(&mut bar).solve()?;
    eprintln!();
    match answer.outcome {
        Outcome::Solved(solution) => println!("{} moves: {solution}", solution.len()),
        Outcome::Bounded { best, lower, by } => println!("{lower} to {} moves; stopped: {by:?}", best.len()),
        Outcome::Unsolvable(proof) => println!("unsolvable: {proof}"),
        Outcome::Stopped { lower, by } => println!("at least {lower} moves; stopped: {by:?}"),
    }
    Ok(())
}
