//! A shortest way between two arrangements of a map.
//!
//! Distances to the one end, by a search over the map; then from the other end always to a neighbour that is nearer.
//! The map was made by an engine, so the moves are replayed by the plain rule before anyone hears of them.
//!
//! ```
//! use slideways::explore::{map, way::way};
//! use slideways::outcome::Limits;
//! use slideways::{Style, library};
//!
//! let puzzle = library::puzzle("moving_day").unwrap();
//! let map = map(&puzzle, Style::MOVE, 1000, Limits::default(), &mut ()).unwrap().unwrap();
//! let last = map.states() as u32 - 1; // number 0 is the start, the last is one of the farthest from it
//! let moves = way(&puzzle, Style::MOVE, &map, [0, last], Limits::default(), &mut ()).unwrap().unwrap();
//! assert_eq!(moves.len(), 19);
//! ```

use super::map::Map;
use crate::blocks::ground::{self, Ground, Where, Work};
use crate::check::{self, NotASolution};
use crate::outcome::{Limits, Stop};
use crate::puzzle::Puzzle;
use crate::puzzle::rule::Move;
use crate::search::State;
use crate::search::control::Control;
use crate::solver::SolveError;
use crate::style::Style;
use crate::watch::Watch;
use std::sync::Arc;

/// The moves of a shortest way between two arrangements, given by their numbers in the map of the puzzle in that style.
pub fn way(
    puzzle: &Puzzle,
    style: Style,
    map: &Map,
    [from, to]: [u32; 2],
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Result<Vec<Move>, Stop>, SolveError> {
    let mut control = Control::new(limits, watch);
    let path = map.links.descent(&map.links.distances([to]), from);
    let work = Walking { map, path: &path, control: &mut control };
    let moves = match ground::on(puzzle, style, Where::Reachable, limits.memory, work)? {
        Ok(moves) => moves,
        Err(by) => return Ok(Err(by)),
    };
    let start = map.arrangement(puzzle, from).expect("a map has all the pieces");
    let along = check::replay_from(puzzle, &start, &moves, style)?;
    match puzzle.places(&along[moves.len()]) == map.places(to) {
        true => Ok(Ok(moves)),
        false => Err(NotASolution::NotAtGoal.into()),
    }
}

struct Walking<'c, 'w> {
    map: &'c Map,
    path: &'c [u32],
    control: &'c mut Control<'w>,
}

impl Work for Walking<'_, '_> {
    type Answer = Result<Vec<Move>, Stop>;

    fn on<const N: usize, G: Ground<N>>(self, ground: Arc<G>) -> Result<Vec<Move>, Stop> {
        let Walking { map, path, control } = self;
        let state =
            |&number: &u32| ground.state(map.places(number)).expect("what is in the map can be reached");
        let states: Vec<State<N>> = path.iter().map(state).collect();
        let from = map.arrangement(ground.puzzle(), path[0]).expect("a map has all the pieces");
        ground.moves(&from, &states, control)
    }
}
