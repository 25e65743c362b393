//! Parse a puzzle from text, and report a mistake with its line and column: `cargo run --example own_puzzle`

use slideways::format;
use slideways::prelude::*;

const TEXT: &str = "\
4 x 4 two dominoes change places
1 = 11
2 = 1/1
1122
goal 1@3,0 1@3,2
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = format::parse(TEXT)?.puzzle;
    let answer = Solver::new(&puzzle).solve()?;
    if let Outcome::Solved(solution) = answer.outcome {
        println!("{} moves: {solution}", solution.len());
        for (number, state) in solution.states().iter().enumerate() {
            println!("{number:>3} {state}");
        }
    }
    let mistake = TEXT.replace("1122", "1132");
    if let Err(error) = format::parse(&mistake) {
        let (line, column) = error.line_and_column(&mistake);
        println!("line {line}, column {column}: {}", error.message);
    }
    Ok(())
}
