//! Find packings in which nothing can slide: `cargo run --release --example lock`

use slideways::prelude::*;
use std::ops::ControlFlow;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut first = None;
    let mut visit = |found: &slideways::lock::Locked| {
        first.get_or_insert(found.packing.print());
        ControlFlow::Continue(())
    };
    let answer = Lock::new("4x4x4".parse()?).piece("2x2x1".parse()?).visit(&mut visit).fewest()?;
    let fewest = answer.fewest.and_then(|fewest| fewest.pieces).ok_or("no packing but the empty one")?;
    println!("{fewest} bricks of 2 x 2 x 1 are the fewest that lock a cube of 4 x 4 x 4");
    println!("{} classes of packings, up to the symmetries of the cube", answer.classes().unwrap_or(0));
    println!("one of them, layer by layer: {}", first.ok_or("a packing")?);
    Ok(())
}
