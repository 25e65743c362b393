//! Solve a position of the 15-puzzle family in both metrics.
//!
//! `cargo run --example tiles -- '1 2 3/4 0 6/7 5 8'`

use slideways::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or("8 6 7/2 5 4/3 0 1".to_owned());
    let position: Position = text.parse()?;
    // The store builds each table once and shares it between searches.
    let tables = TableStore::new();
    for style in [Style::STEP, Style::SET_STEP] {
        let answer = Solver::new(&position).style(style).tables(&tables).count()?;
        match (answer.outcome, answer.counted) {
            (Outcome::Solved(solution), Some(counted)) => {
                let number = counted.total.map_or("?".to_owned(), |total| total.to_string());
                println!("{style}: {} moves, one of {number} shortest solutions: {solution}", solution.len());
            }
            (Outcome::Unsolvable(proof), _) => println!("{style}: unsolvable: {proof}"),
            (other, _) => println!("{style}: {other:?}"),
        }
    }
    Ok(())
}
