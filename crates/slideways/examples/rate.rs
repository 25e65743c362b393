//! Rate puzzles of the library: which is the hardest by the cost of wrong moves?
//!
//! `cargo run --example rate -- klotski dads quzzle`

use slideways::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    if names.is_empty() {
        names = ["klotski", "dads", "quzzle"].map(str::to_owned).to_vec();
    }
    for name in names {
        let puzzle = library::puzzle(&name).ok_or_else(|| format!("`{name}` is not in the library"))?;
        let rating = Rating::of(&puzzle).build()?;
        let (Outcome::Solved(length), Some(measures)) = (rating.outcome(), &rating.measures) else {
            println!("{name}: no solution");
            continue;
        };
        print!("{name}: {length} moves");
        if let Ok(counter_intuitive) = measures.counter_intuitive {
            print!(", {counter_intuitive} of them counter-intuitive");
        }
        if let Some(mean) = measures.wrong_moves.ok().and_then(|wrong| wrong.mean()) {
            print!(", a wrong move costs {mean:.1} on average");
        }
        println!();
    }
    Ok(())
}
