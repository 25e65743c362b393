//! Find a shortest solution of a library puzzle in all six styles: `cargo run --example solve -- dads`

use slideways::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or("klotski".to_owned());
    let puzzle = library::puzzle(&name).ok_or_else(|| format!("`{name}` is not in the library"))?;
    for style in Style::ALL {
        let answer = Solver::new(&puzzle).style(style).solve()?;
        match answer.outcome {
            Outcome::Solved(solution) => println!("{style}: {} moves", solution.len()),
            Outcome::Bounded { best, lower, .. } => println!("{style}: {lower} to {} moves", best.len()),
            Outcome::Unsolvable(proof) => println!("{style}: unsolvable: {proof}"),
            Outcome::Stopped { lower, by } => println!("{style}: at least {lower} moves; stopped: {by:?}"),
        }
    }
    Ok(())
}
