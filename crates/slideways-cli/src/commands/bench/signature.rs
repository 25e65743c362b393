//! One number for all searches: the states that every engine expands over a fixed set of questions.
//!
//! It does not depend on the machine or on the number of threads. A refactoring leaves it as it is; a change
//! of a search that changes it says so in its commit.

use crate::commands::solve::no_answer;
use crate::problem::{Failure, Problem};
use slideways::grid::Grid;
use slideways::lock::{self, Lock};
use slideways::outcome::Limits;
use slideways::puzzle::Shape;
use slideways::solver::{Search, Solver, TableStore};
use slideways::space::Components;
use slideways::tiles::Position;
use slideways::{Game, Space, Style, library};
use std::io::Write;

/// Puzzles of blocks, in all six styles.
const BLOCKS: [&str; 2] = ["klotski", "dads"];

/// Positions of tiles.
const NINE: &str = "8 6 7/2 5 4/3 0 1";
const SIXTEEN: &str = "1 10 15 4/13 6 3 8/2 9 12 7/14 5 0 11";

/// Print the number.
pub fn run(out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{}", signature()?)?;
    Ok(())
}

/// The states expanded by all engines.
fn signature() -> Result<u64, Problem> {
    let (tables, limits) = (TableStore::new(), Limits::new());
    let expanded = |game: &Game, style: Style, search: Search| {
        let solver = Solver::new(game).style(style).search(search).tables(&tables).limits(limits);
        solver.count().map(|answer| answer.cost.expanded).map_err(no_answer)
    };
    let mut sum = 0;
    for puzzle in BLOCKS {
        let puzzle = library::puzzle(puzzle).expect("it is in the library");
        for style in Style::ALL {
            sum += expanded(&(&puzzle).into(), style, Search::Blocks)?;
            let solver = Solver::new(&puzzle).style(style).limits(limits);
            sum += solver.solve().map_err(no_answer)?.cost.expanded;
            let space = Space::of(&puzzle).style(style).limits(limits).hardest(1).graph(100_000).build();
            sum += space.map_err(no_answer)?.cost().expanded;
        }
        let all = Components::of(&puzzle).style(Style::STEP).limits(limits).build();
        sum += all.map_err(|why| Problem::new(why.to_string()))?.cost.expanded;
    }
    let nine: Game = NINE.parse::<Position>().expect("it is a position").into();
    for search in [Search::Plain, Search::Unrolled, Search::Pdb] {
        sum += expanded(&nine, Style::STEP, search)?;
    }
    for search in [Search::Plain, Search::Pdb] {
        sum += expanded(&nine, Style::SET_STEP, search)?;
    }
    let sixteen: Game = SIXTEEN.parse::<Position>().expect("it is a position").into();
    sum += expanded(&sixteen, Style::STEP, Search::Pdb)?;
    let Game::Tiles(position) = &nine else { unreachable!("it is a position") };
    sum += Space::of(position).limits(limits).build().map_err(no_answer)?.cost().expanded;
    for search in [lock::Search::Backtrack, lock::Search::DancingLinks] {
        let cube = Grid::solid(4, 4, 4).expect("it is small");
        let brick = Shape::brick(&[2, 2, 1]).expect("it is a brick");
        let census = Lock::new(cube).piece(brick).search(search).limits(limits).census();
        sum += census.map_err(|why| Problem::new(why.to_string()))?.cost.expanded;
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_signature_of_all_searches_is_as_recorded() {
        assert_eq!(super::signature().map_err(|problem| problem.message), Ok(1_165_766));
    }
}
