//! All positions of a board of tiles: breadth-first search in memory with about one bit per position.
//!
//! Moves are reversible, so the layers around the goal are also the layers to the goal. Any position can
//! reach half of all positions. If the goal is among them, all of them reach it; otherwise none does.

use super::{BoardDiameter, Estimate, Found, NoGraph, SolutionCounts, Space, SpaceBuilder, UnfitSpace};
use crate::engine::explore::solutions::Outlier;
use crate::engine::explore::survey::Survey;
use crate::engine::search::control::Control;
use crate::engine::tiles::{Instance, bit_bfs, census::Census, diameter, happy, solutions};
use crate::game::Game;
use crate::outcome::{Cost, LayerTable, Limits};
use crate::solver::{SolveError, WrongAnswer};
use crate::style::Who;
use crate::tiles::{Board, Position};
use crate::watch::Watch;
use web_time::Instant;

/// Check that the positions can be counted.
pub(super) fn check(asked: &SpaceBuilder, position: &Position) -> Result<(), SolveError> {
    let (style, size) = (asked.style, position.board().size());
    match asked.happy {
        true if style.who == Who::Set => Err(UnfitSpace::HappySet { style }.into()),
        true if size.cells() > happy::MOST_CELLS => Err(UnfitSpace::HappyCells { size }.into()),
        true if asked.options.hardest.is_some() => Err(UnfitSpace::HappyHardest.into()),
        true if asked.solutions => Err(UnfitSpace::HappySolutions.into()),
        true => Ok(()),
        false if asked.needs_goal() && position.goal().full().is_none() => Err(UnfitSpace::OpenGoal.into()),
        false if asked.solutions => Ok(solutions::fits(size, style.who, asked.limits)?),
        false if asked.device.is_some() => Ok(bit_bfs::estimate(size, style.who).map(|_| ())?),
        false => Ok(bit_bfs::fits(size, style.who, asked.limits)?),
    }
}

/// The memory and work of a count, ignoring the memory limit.
pub(super) fn estimate(asked: &SpaceBuilder, position: &Position) -> Option<Estimate> {
    let (size, who) = (position.board().size(), asked.style.who);
    match asked.solutions {
        true => solutions::estimate(size, who).ok(),
        false => bit_bfs::estimate(size, who).ok(),
    }
}

impl SpaceBuilder<'_> {
    /// Whether the question is about distances to the goal.
    fn needs_goal(&self) -> bool {
        self.options.hardest.is_some() || self.solutions
    }
}

/// Count all positions by their distance from the board, and to the goal if that was requested; then the
/// solutions of all, if they were requested.
pub(super) fn walk(
    asked: &SpaceBuilder,
    position: &Position,
    watch: &mut dyn Watch,
) -> Result<Found, SolveError> {
    let started = Instant::now();
    let mut found = layers(asked, position, watch)?;
    if asked.solutions && found.survey.stop().is_none() {
        let left = asked.limits.after(started.elapsed());
        let (counts, cost) = solved(asked, position, &found, left, watch)?;
        found.survey.cost = both(found.survey.cost, cost);
        found.solutions = Some(counts);
    }
    Ok(found)
}

/// Count the solutions of all positions. The layers must be those that were counted before.
fn solved(
    asked: &SpaceBuilder,
    position: &Position,
    found: &Found,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<(SolutionCounts, Cost), SolveError> {
    let (goal, style) = (position.goal().full().ok_or(UnfitSpace::OpenGoal)?, asked.style);
    if Instance::new(position.board(), position.goal()).is_err() {
        return Ok((SolutionCounts::default(), Cost::default()));
    }
    let started = Instant::now();
    let mut control = Control::new(limits, watch);
    let counted = solutions::count(&goal, style.who, &mut control)?;
    let (sizes, cost) = (counted.tally.layers.iter().map(|tally| tally.layer.states), control.cost);
    let survey = &found.survey;
    let layers = if goal == *position.board() { Some(&survey.from_start) } else { survey.to_goal.as_ref() };
    if counted.tally.stop.is_none() && layers.is_some_and(|layers| !sizes.eq(layers.sizes.iter().copied())) {
        return Err(WrongAnswer::Layers.into());
    }
    let at = |outlier: Outlier| {
        let board = counted.board(outlier);
        Game::Tiles(Position::new(board, position.goal().clone()).expect("all boards have one size"))
    };
    let left = limits.after(started.elapsed());
    Ok((SolutionCounts::checked(&counted.tally, at, style, left, watch)?, cost))
}

/// Count all positions by their distance from the board, and to the goal if that was requested.
fn layers(asked: &SpaceBuilder, position: &Position, watch: &mut dyn Watch) -> Result<Found, SolveError> {
    let (board, limits) = (position.board(), asked.limits);
    let started = Instant::now();
    let Some(hardest) = asked.options.hardest else {
        let most = asked.options.farthest;
        let Census { table, farthest } = match asked.happy {
            true => happy::census(board, most, limits, watch)
                .ok_or(UnfitSpace::HappyCells { size: board.size() })?,
            false => whole(asked, board, most, limits, watch)?,
        };
        return Ok(found(table, farthest));
    };
    let goal = position.goal().full().ok_or(UnfitSpace::OpenGoal)?;
    let alike = goal == *board;
    let most = if alike { asked.options.farthest.max(hardest) } else { asked.options.farthest };
    let Census { table, farthest } = whole(asked, board, most, limits, watch)?;
    let mut found = found(table, farthest);
    if found.survey.stop().is_some() {
        return Ok(found);
    }
    let to_goal = match Instance::new(board, position.goal()) {
        Err(_) => Census { table: empty(found.survey.cost), farthest: vec![] },
        Ok(_) if alike => {
            Census { table: found.survey.from_start.clone(), farthest: found.farthest_boards.clone() }
        }
        Ok(_) => {
            let left: Limits = limits.after(started.elapsed());
            let census = whole(asked, &goal, hardest, left, watch)?;
            found.survey.cost = both(found.survey.cost, census.table.cost);
            census
        }
    };
    found.farthest_boards.truncate(asked.options.farthest);
    found.hardest_boards = to_goal.farthest;
    found.hardest_boards.truncate(hardest);
    found.survey.to_goal = Some(to_goal.table);
    Ok(found)
}

/// Count a whole board, in memory or on a GPU.
fn whole(
    asked: &SpaceBuilder,
    from: &Board,
    most: usize,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<Census, SolveError> {
    match asked.device {
        Some(device) => bit_bfs::device::census_on(device, from, asked.style.who, most, limits, watch),
        None => Ok(bit_bfs::census(from, asked.style.who, most, limits, watch)?),
    }
}

/// The diameter of the board; the count of the space is used again if it is one of the whole board.
///
/// A count of happy positions that covers the whole board is one, too: happy moves alone make a shortest
/// solution, since no solution is shorter than the Manhattan distance.
pub(super) fn diameter(
    space: &Space,
    position: &Position,
    watch: &mut dyn Watch,
) -> Result<BoardDiameter, SolveError> {
    let (board, who) = (position.board(), space.style.who);
    let positions = bit_bfs::estimate(board.size(), who)?.positions;
    let (table, farthest) = (space.layers(), space.farthest_boards());
    let whole = table.stop.is_none() && table.states() == positions && !farthest.is_empty();
    let known = whole.then(|| Census { table: table.clone(), farthest: farthest.to_vec() });
    Ok(diameter::diameter(board, known, who, space.limits.after(space.time), watch)?)
}

fn found(table: LayerTable, farthest_boards: Vec<Board>) -> Found {
    let cost = table.cost;
    let survey = Survey { from_start: table, farthest: vec![], to_goal: None, hardest: vec![], cost };
    Found { farthest_boards, component: Err(NoGraph::Tiles), ..Found::of(survey) }
}

/// The layer table of a goal that cannot be reached.
fn empty(cost: Cost) -> LayerTable {
    LayerTable { sizes: vec![], stop: None, cost }
}

/// The cost of two counts of the same positions, one after the other.
fn both(first: Cost, second: Cost) -> Cost {
    Cost {
        expanded: first.expanded + second.expanded,
        generated: first.generated + second.generated,
        states: first.states,
        peak_bytes: first.peak_bytes.max(second.peak_bytes),
        table_bytes: first.table_bytes.max(second.table_bytes),
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::space::{BoardDiameter, CellClass, SpaceBuilder, UnfitSpace};
    use crate::tiles::Size;

    fn position(text: &str) -> Position {
        text.parse().expect("it is a position")
    }

    #[test]
    fn the_layers_around_the_goal_are_those_to_it() {
        let space = Space::of(position("123456780")).farthest(1).hardest(2).build().unwrap();
        assert_eq!(space.to_goal().unwrap().sizes, space.layers().sizes);
        assert_eq!((space.farthest_boards().len(), space.hardest_boards().len()), (1, 2));
    }

    #[test]
    fn from_elsewhere_the_goal_is_counted_around_too() {
        let corner = Space::of(position("123456780")).farthest(9).build().unwrap();
        let middle = Space::of(position("1 2 3/4 0 5/6 7 8")).hardest(9).build().unwrap();
        assert_ne!(middle.layers().sizes, corner.layers().sizes);
        assert_eq!(middle.to_goal().unwrap().sizes, corner.layers().sizes);
        assert_eq!(middle.hardest_boards(), corner.farthest_boards());
        assert_eq!(middle.cost().states, 181_440);
    }

    #[test]
    fn the_goal_of_an_odd_position_is_never_reached() {
        let space = Space::of(position("213456780")).hardest(1).build().unwrap();
        assert_eq!(space.layers().states(), 181_440);
        assert_eq!(space.to_goal().map(|table| table.sizes.len()), Some(0));
        assert!(space.hardest_boards().is_empty());
    }

    #[test]
    fn a_happy_count_and_the_whole_board_have_one_diameter() {
        for text in ["1 2/3 0", "1 2 3/4 5 0"] {
            let happy = Space::of(position(text)).happy().farthest(1).build().unwrap();
            let whole = Space::of(position(text)).farthest(1).build().unwrap();
            let [happy, whole] = [happy, whole].map(|space| space.board_diameter(&mut ()).unwrap());
            let radii =
                |found: &BoardDiameter| found.classes.iter().map(CellClass::radius).collect::<Vec<_>>();
            assert_eq!(radii(&happy), radii(&whole));
        }
    }

    #[test]
    fn blocks_have_no_classes_of_cells() {
        let space = Space::of(library::puzzle("moving_day").unwrap()).build().unwrap();
        let Err(SolveError::Space(why)) = space.board_diameter(&mut ()) else { panic!("it must be refused") };
        assert_eq!(why, UnfitSpace::NoBoard);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let refused = |builder: SpaceBuilder| match builder.build() {
            Err(SolveError::Space(why)) => why,
            other => panic!("it must be refused, not {:?}", other.map(|space| space.layers().clone())),
        };
        let nine = position("123456780");
        let open = Goal::masked(Size::new(3, 3).unwrap(), vec![None; 9]).unwrap();
        let open = Position::new(nine.board().clone(), open).unwrap();
        assert_eq!(refused(Space::of(&open).hardest(1)), UnfitSpace::OpenGoal);
        assert_eq!(refused(Space::of(&open).solutions()), UnfitSpace::OpenGoal);
        assert_eq!(refused(Space::of(&nine).happy().hardest(1)), UnfitSpace::HappyHardest);
        assert_eq!(refused(Space::of(&nine).happy().solutions()), UnfitSpace::HappySolutions);
        let style = Style::SET_STEP;
        assert_eq!(refused(Space::of(&nine).style(style).happy()), UnfitSpace::HappySet { style });
        let size = Size::new(3, 6).unwrap();
        let large = Position::blank_last(Goal::blank_last(size).full().unwrap());
        assert_eq!(refused(Space::of(&large).happy()), UnfitSpace::HappyCells { size });
        let klotski = library::puzzle("klotski").unwrap();
        assert_eq!(refused(Space::of(&klotski).happy()), UnfitSpace::HappyBlocks);
    }
}
