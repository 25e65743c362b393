//! Packings in which nothing can slide: `cargo run --release --example lock`

use slideways::grid::Grid;
use slideways::lock::{self, Ground, Task};
use slideways::outcome::Limits;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cube = Grid::solid(4, 4, 4).ok_or("a box of 64 cells")?;
    let ground = Ground::new(Task::new(cube, lock::brick([2, 2, 1])))?;
    let found = lock::fewest(&ground, Limits::default(), &mut (), None);
    let classes = found.census.tally.classes();
    println!("the fewest bricks of 2 x 2 x 1 that lock a cube of 4 x 4 x 4: {:?}", found.bound);
    println!("{classes} ways, up to the symmetries of the cube");
    Ok(())
}
