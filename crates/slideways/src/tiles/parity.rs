//! Solvability by parity: whether a goal can be reached, without a search, and why not.
//!
//! Treat the blank as a piece. Every step exchanges it with a tile, so after *n* steps the pieces have been
//! permuted by *n* exchanges: the permutation is even if *n* is even, and odd if *n* is odd. Colour the board
//! like a chessboard. Every step takes the blank to a cell of the other colour, so *n* is even if and only if
//! the blank's distance from its first cell is even. So one position can be reached from another only if
//!
//! > the permutation of the pieces and the distance of the blank are both even or both odd.
//!
//! Loyd's prize puzzle asked to exchange 14 and 15 with the blank in its place: one exchange, an odd
//! permutation; distance 0, an even number. So the prize was safe.
//!
//! On boards with two or more rows and columns the condition is also sufficient (Johnson and Story, *American
//! Journal of Mathematics* 2 (1879) 397–404; Wilson, *Journal of Combinatorial Theory* B 16 (1974) 86–96, for
//! all graphs. Wilson's theorem excludes rings, and 2 x 2 is one; but three tiles in a ring have only two
//! cyclic orders, which the condition tells apart). Tests check all positions up to 3 x 3.
//!
//! # Masks
//!
//! A mask stands for several positions; it is enough that one of them can be reached.
//!
//! * If two *tiles* are free, exchanging them in a position that satisfies the mask gives another such
//!   position, with the blank in the same cell. The two differ only in the permutation, so exactly one of
//!   them can be reached.
//! * If only one tile and the blank are free, there are two cells for them. Exchanging them changes the
//!   permutation, and also changes the parity of the distance if the cells differ in colour. So if the cells
//!   have the same colour, exactly one of the two positions can be reached; otherwise both can, or neither.
//! * If nothing is free, the mask is a position.
//!
//! ```
//! use slideways::tiles::{Board, Goal, Size, Tile, parity};
//!
//! let size = Size::new(4, 4).unwrap();
//! let loyd = Board::new(size, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 0].map(Tile)).unwrap();
//! assert_eq!(
//!     parity::reachable(&loyd, &Goal::blank_last(size)).unwrap_err().to_string(),
//!     "the permutation of the pieces is odd, but the blank's distance, 0, is even"
//! );
//! ```

use super::board::{Board, Size, Tile};
use super::goal::Goal;
use crate::grid::Cell;
use std::fmt;

/// Even or odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parity {
    /// A multiple of two, or a permutation made of an even number of exchanges.
    Even,
    /// Not even.
    Odd,
}

impl Parity {
    /// The parity of a number.
    pub fn of(number: u32) -> Parity {
        if number.is_multiple_of(2) { Parity::Even } else { Parity::Odd }
    }

    /// The parity of a permutation of `things` elements: the parity of `things` minus the number of cycles.
    pub fn of_permutation(things: usize, to: impl Fn(usize) -> usize) -> Parity {
        let mut seen = vec![false; things];
        let mut exchanges = 0;
        for first in 0..things {
            let mut at = first;
            while !std::mem::replace(&mut seen[at], true) {
                at = to(at);
                exchanges += u32::from(at != first);
            }
        }
        Parity::of(exchanges)
    }
}

impl fmt::Display for Parity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["even", "odd"][*self as usize])
    }
}

/// Why a goal cannot be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreachable {
    /// The permutation and the blank's distance do not agree.
    #[error(
        "the permutation of the pieces is {permutation}, but the blank's distance, {distance}, is {}",
        Parity::of(*distance)
    )]
    Parity {
        /// The parity of the permutation that takes every piece, including the blank, to its place.
        permutation: Parity,
        /// The Manhattan distance between the blank and its place.
        distance: u32,
    },
    /// The goal is for boards of another size.
    #[error("the board is {start}, the goal is for {goal}")]
    Size {
        /// The size of the start.
        start: Size,
        /// The size of the goal.
        goal: Size,
    },
}

/// Check that a goal can be reached, without a search.
pub fn reachable(start: &Board, goal: &Goal) -> Result<(), Unreachable> {
    if start.size() != goal.size() {
        return Err(Unreachable::Size { start: start.size(), goal: goal.size() });
    }
    let to = goal.some_board();
    let permutation = permutation(start, &to);
    let distance = start.size().distance(start.blank(), to.blank());
    match permutation == Parity::of(distance) || either_parity(goal) {
        true => Ok(()),
        false => Err(Unreachable::Parity { permutation, distance }),
    }
}

/// The usual goals, blank last and blank first, that a position can reach, determined without a search.
///
/// The permutation from one of them to the other is a cycle of all cells, and the blank moves from corner to
/// corner. On 4 x 4 the parities of the two differ, so every position reaches exactly one of the goals; on 3
/// x 3 they agree, and a position reaches both or neither.
///
/// ```
/// use slideways::tiles::{Board, Goal, Size, Tile, parity};
///
/// let size = Size::new(4, 4).unwrap();
/// let korf = Board::new(size, [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3].map(Tile)).unwrap();
/// assert!(parity::reachable(&korf, &Goal::blank_last(size)).is_err());
/// let names: Vec<_> = parity::usual_goals(&korf).iter().map(|goal| goal.name()).collect();
/// assert_eq!(names, [Some("blank-first")]);
/// ```
pub fn usual_goals(start: &Board) -> Vec<Goal> {
    let usual = [Goal::blank_last(start.size()), Goal::blank_first(start.size())];
    usual.into_iter().filter(|goal| reachable(start, goal).is_ok()).collect()
}

/// Whether the positions that satisfy a goal have both parities, so that one of them can be reached from any
/// position.
fn either_parity(goal: &Goal) -> bool {
    let free: Vec<Cell> =
        (0..).map(Cell).zip(goal.cells()).filter(|(_, tile)| tile.is_none()).map(|(cell, _)| cell).collect();
    let blank_is_free = !goal.cells().contains(&Some(Tile::BLANK));
    match free[..] {
        [] | [_] => false,
        [a, b] if blank_is_free => Parity::of(goal.size().distance(a, b)) == Parity::Even,
        _ => true,
    }
}

/// The parity of the permutation that takes one position to another of the same size.
fn permutation(from: &Board, to: &Board) -> Parity {
    let places = to.cells();
    Parity::of_permutation(places.len(), |cell| places[from.tiles()[cell].index()].index())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(rows: usize, cols: usize) -> Size {
        Size::new(rows, cols).unwrap()
    }

    /// All positions of a size.
    fn all(size: Size) -> Vec<Board> {
        let mut tiles: Vec<Tile> = (0..size.cells() as u8).map(Tile).collect();
        let mut boards = vec![];
        fn permute(size: Size, tiles: &mut Vec<Tile>, done: usize, boards: &mut Vec<Board>) {
            if done == tiles.len() {
                boards.push(Board::new(size, tiles.clone()).unwrap());
            }
            for i in done..tiles.len() {
                tiles.swap(done, i);
                permute(size, tiles, done + 1, boards);
                tiles.swap(done, i);
            }
        }
        permute(size, &mut tiles, 0, &mut boards);
        boards
    }

    #[test]
    fn parity_alone_decides_on_small_boards() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (3, 3)] {
            let size = size(rows, cols);
            for goal in [Goal::blank_last(size), Goal::blank_first(size)] {
                let component = goal.full().unwrap().component();
                for board in all(size) {
                    assert_eq!(reachable(&board, &goal).is_ok(), component.contains(&board), "{board:?}");
                }
            }
        }
    }

    #[test]
    fn every_mask_of_small_boards_is_judged_rightly() {
        for (rows, cols) in [(2, 2), (2, 3)] {
            let size = size(rows, cols);
            let component = Goal::blank_last(size).full().unwrap().component();
            let start = component.first().unwrap();
            for (board, mask) in
                all(size).into_iter().flat_map(|b| (0..1 << size.cells()).map(move |m| (b.clone(), m)))
            {
                let cells: Vec<Option<Tile>> = board
                    .tiles()
                    .iter()
                    .enumerate()
                    .map(|(i, &tile)| (mask >> i & 1 == 1).then_some(tile))
                    .collect();
                let goal = Goal::masked(size, cells).unwrap();
                let can = component.iter().any(|board| board.is_solved(&goal));
                assert_eq!(reachable(start, &goal).is_ok(), can, "{goal}");
            }
        }
    }

    #[test]
    fn the_usual_goals_that_can_be_reached_are_known_on_every_small_board() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (3, 3)] {
            let size = size(rows, cols);
            let goals = [Goal::blank_last(size), Goal::blank_first(size)];
            let components = goals.clone().map(|goal| goal.full().unwrap().component());
            for board in all(size) {
                let reached = goals.iter().zip(&components).filter(|(_, found)| found.contains(&board));
                assert!(reached.map(|(goal, _)| goal).eq(&usual_goals(&board)), "{board:?}");
            }
        }
    }

    #[test]
    fn a_position_of_4_x_4_reaches_exactly_one_of_the_usual_goals() {
        let size = size(4, 4);
        for swapped in [false, true] {
            for (blank, goal) in [(15, Goal::blank_last(size)), (0, Goal::blank_first(size))] {
                let mut tiles = goal.some_board().tiles().to_vec();
                assert_eq!(tiles[blank], Tile::BLANK);
                if swapped {
                    tiles.swap(5, 6);
                }
                let found = usual_goals(&Board::new(size, tiles).unwrap());
                assert_eq!(found.len(), 1);
                assert_eq!(found[0] == goal, !swapped);
            }
        }
    }

    #[test]
    fn sizes_must_agree() {
        let start = Goal::blank_last(size(3, 4)).some_board();
        let why = reachable(&start, &Goal::blank_last(size(4, 3))).unwrap_err();
        assert_eq!(why.to_string(), "the board is 3 x 4, the goal is for 4 x 3");
    }
}
