//! `random`: positions of tiles drawn by lot.

use super::convert::tiles::{no_tile_notation, printed};
use crate::arguments::{Random, To};
use crate::problem::Failure;
use crate::status::Status;
use slideways::read;
use slideways::tiles::random::{self, position};
use std::hash::{BuildHasher, RandomState};
use std::io::{Write, stderr};

/// Draw positions, one a line.
pub fn run(random: &Random, out: &mut dyn Write) -> Result<Status, Failure> {
    let To::Tiles(notation) = random.to else { return Err(no_tile_notation(random.to).into()) };
    let goal = read::goal(&random.goal, random.size)?;
    let seed = random.seed.unwrap_or_else(|| {
        // The standard library seeds its hashers at random.
        let seed = RandomState::new().hash_one(0) >> 32;
        let _ = writeln!(stderr(), "seed {seed}");
        seed
    });
    let mut numbers = random::Random::new(seed);
    for _ in 0..random.number {
        let board = position(&goal, &mut numbers);
        writeln!(out, "{}", printed(&board, notation)?)?;
    }
    Ok(Status::Success)
}
