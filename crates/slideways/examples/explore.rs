//! Explore the state space of a puzzle: layers, the hardest start, the diameter.
//!
//! `cargo run --example explore -- dads`

use slideways::prelude::*;
use slideways::show;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or("dads".to_owned());
    let puzzle = library::puzzle(&name).ok_or_else(|| format!("`{name}` is not in the library"))?;
    let space = Space::of(&puzzle).hardest(1).graph(1_000_000).build()?;
    let layers = space.layers();
    println!("{} arrangements, the farthest {} moves from the start", layers.states(), layers.radius());
    if let (Some(to_goal), [hardest, ..]) = (space.to_goal(), space.hardest()) {
        println!("the hardest start needs {} moves:\n{}", to_goal.radius(), show::outlined(&puzzle, hardest));
    }
    let (diameter, _) = space.diameter(&mut ())?;
    println!("no two arrangements are more than {} moves apart", diameter.at_most);
    Ok(())
}
