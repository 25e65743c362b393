//! `random`: positions of tiles drawn by lot, and states at an exact distance from the goal.

mod distance;

use super::convert::tiles::{no_tile_notation, printed};
use crate::arguments::To;
use crate::arguments::random::Random;
use crate::input::{self, Game, Loaded, Reader, TileContext};
use crate::problem::{Failure, Problem};
use crate::status::Status;
use slideways::format::tiles::Notation;
use slideways::read;
use slideways::tiles::random::{self, position};
use slideways::tiles::{Goal, NotASize, Size};
use std::hash::{BuildHasher, RandomState};
use std::io::{Write, stderr};
use std::path::Path;

/// Draw positions, one per line.
pub fn run(random: &Random, out: &mut dyn Write) -> Result<Status, Failure> {
    let Some(size) = size(&random.puzzle)? else {
        let (loaded, distance) = blocks(random)?;
        return distance::of_blocks(&loaded, distance, random, out);
    };
    let goal = read::goal(random.goal.as_deref().unwrap_or(Goal::NAMES[0]), size)?;
    let notation = match random.to {
        None => Notation::Rows,
        Some(To::Tiles(notation)) => notation,
        Some(other) => return Err(no_tile_notation(other).into()),
    };
    if let Some(distance) = random.distance {
        return distance::of_tiles(&goal, distance, notation, random, out);
    }
    let mut numbers = random::Random::new(seed(random));
    for _ in 0..random.number {
        let board = position(&goal, &mut numbers);
        writeln!(out, "{}", printed(&board, notation)?)?;
    }
    Ok(Status::Success)
}

/// The size that a word stands for; `None` if it is the name of a puzzle.
fn size(word: &str) -> Result<Option<Size>, Problem> {
    match word.parse() {
        _ if Path::new(word).exists() => Ok(None),
        Ok(size) => Ok(Some(size)),
        Err(NotASize::Form) => Ok(None),
        Err(why) => Err(Problem::new(format!("`{word}` is not the size of a board: {why}"))),
    }
}

/// The block puzzle that the user names, and the distance.
fn blocks(random: &Random) -> Result<(Loaded, u32), Problem> {
    let word = &random.puzzle;
    match (input::puzzle(word, &TileContext::default(), &mut Reader::default())?, random.distance) {
        (Game::Blocks(loaded), Some(distance)) => {
            input::not_for_blocks(&loaded, random.goal.as_ref().map(|_| "goal"))?;
            Ok((loaded, distance))
        }
        (Game::Blocks(_), None) => {
            let message = format!("`{word}` is a puzzle of blocks, and random positions are of tiles");
            Err(Problem::new(message).help("random starts of blocks need `--distance N`"))
        }
        (Game::Tiles(_), _) => {
            let message = format!("`{word}` is a tile position, but `random` draws its own");
            Err(Problem::new(message)
                .help("give the size of the board, such as 4x4, and the goal with `--goal`"))
        }
    }
}

/// The seed; one that the user did not give is printed.
fn seed(random: &Random) -> u64 {
    random.seed.unwrap_or_else(|| {
        // The standard library seeds its hashers at random.
        let seed = RandomState::new().hash_one(0) >> 32;
        let _ = writeln!(stderr(), "seed {seed}");
        seed
    })
}
