//! Ranking of positions without gaps (perfect hashing), so that a set of positions is a bit vector.
//!
//! Leave the blank out, and read the tiles in order: a position is the cell of the blank and an *order* of
//! the tiles. A tile that moves horizontally passes no other, so the order stays. A tile that moves
//! vertically passes those in between, one fewer than there are columns:
//!
//! ```text
//! 1 . 3 4   U    1 6 3 4     6 passes 3, 4 and 5:
//! 5 6 7 2        5 . 7 2     the order 1 3 4 5 6 7 2 becomes 1 6 3 4 5 7 2
//! ```
//!
//! To rank the orders write for every place the number of later tiles that should come before it (its
//! *digit*; Lehmer 1960, Laisant 1888), and read the digits as one number: the last counts for 0!, the one
//! before it for 1!, then 2!, and so on. The parity of an order is the parity of the sum of its digits.
//! Parity determines which orders are possible for a row of the blank, so the digit for 1! is redundant and
//! left out: the ranks are half of all numbers, without gaps.
//!
//! When two neighbours in an order change places, their digits, *p* and *q*, become *q* and *p* − 1 if *p*
//! was greater, else *q* + 1 and *p*; the other digits stay. A tile that goes up or down changes places with
//! one neighbour after the other. So digits before and after those places do not matter, and a step needs no
//! look at the tiles: [`bit_bfs`](super::bit_bfs) steps with all orders at once.
//!
//! Leaving the blank out of the order is the idea of Korf and Schultze, *Large-scale parallel breadth-first
//! search*, AAAI 2005.

use crate::grid::Cell;
use crate::tiles::board::{Board, Size, Tile};

/// The rank of an order of tiles, for the blank in a given cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(pub u64);

/// The ranking of all positions reachable from one, with the blank in any cell.
#[derive(Clone, Debug)]
pub struct Ranking {
    size: Size,
    /// The tiles in the order that has rank 0.
    tiles: Vec<Tile>,
    /// The row of the blank in that position.
    row: usize,
}

impl Ranking {
    /// The most cells for which ranks fit a word.
    pub const MOST_CELLS: usize = 20;

    /// Rank the positions reachable from `zero`, whose rank is 0; `None` if the board is too large.
    pub fn new(zero: &Board) -> Option<Ranking> {
        let size = zero.size();
        let tiles = zero.tiles().iter().copied().filter(|&tile| tile != Tile::BLANK).collect();
        let row = zero.blank().index() / size.cols();
        (size.cells() <= Ranking::MOST_CELLS).then_some(Ranking { size, tiles, row })
    }

    /// The number of places in an order: one per tile.
    pub fn places(&self) -> usize {
        self.tiles.len()
    }

    /// The number of orders per cell of the blank.
    pub fn orders(&self) -> u64 {
        factorial(self.tiles.len()) / 2
    }

    /// Whether the digits have an odd sum if the blank is in this cell.
    pub fn is_odd(&self, blank: Cell) -> bool {
        let rows = (blank.index() / self.size.cols()).abs_diff(self.row);
        rows * (self.size.cols() - 1) % 2 == 1
    }

    /// The rank of a reachable position.
    pub fn rank(&self, board: &Board) -> Rank {
        let mut names = vec![0; self.size.cells()];
        (0..).zip(&self.tiles).for_each(|(name, tile)| names[tile.index()] = name);
        let tiles = board.tiles().iter().filter(|&&tile| tile != Tile::BLANK);
        let order: Vec<usize> = tiles.map(|tile| names[tile.index()]).collect();
        let number = (0..order.len()).fold(0, |number, place| {
            let digit = order[place..].iter().filter(|&&name| name < order[place]).count();
            number * (order.len() - place) as u64 + digit as u64
        });
        Rank(number / 2)
    }

    /// The position with a rank below [`orders`](Ranking::orders) and the blank in a cell.
    pub fn board(&self, blank: Cell, rank: Rank) -> Board {
        let (places, mut number) = (self.tiles.len(), rank.0);
        let mut digits = vec![0; places];
        // The digits of the last two places: the last is 0, the other is determined below.
        for place in (0..places - 2).rev() {
            let radix = (places - place) as u64;
            digits[place] = (number % radix) as usize;
            number /= radix;
        }
        digits[places - 2] = (digits.iter().sum::<usize>() + usize::from(self.is_odd(blank))) % 2;
        let mut left = self.tiles.clone();
        let mut tiles: Vec<Tile> = digits.into_iter().map(|digit| left.remove(digit)).collect();
        tiles.insert(blank.index(), Tile::BLANK);
        Board::new(self.size, tiles).expect("every tile was taken once")
    }
}

fn factorial(number: usize) -> u64 {
    (1..=number as u64).product()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Dir;
    use crate::tiles::Goal;

    fn goals() -> Vec<Board> {
        let sizes =
            [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)].map(|(rows, cols)| Size::new(rows, cols).unwrap());
        let both = |size| [Goal::blank_last(size), Goal::blank_first(size)];
        let mut goals: Vec<Board> =
            sizes.into_iter().flat_map(both).map(|goal| goal.full().unwrap()).collect();
        let mixed = [3, 1, 0, 5, 2, 4].map(Tile);
        goals.push(Board::new(Size::new(2, 3).unwrap(), mixed).unwrap());
        goals
    }

    #[test]
    fn every_position_has_a_number_of_its_own_and_none_is_left_over() {
        for goal in goals() {
            let ranking = Ranking::new(&goal).unwrap();
            let component = goal.component();
            assert_eq!(ranking.rank(&goal), Rank(0));
            assert_eq!(component.len() as u64, ranking.orders() * goal.size().cells() as u64);
            for board in component {
                let rank = ranking.rank(&board);
                assert!(rank.0 < ranking.orders());
                assert_eq!(ranking.board(board.blank(), rank), board);
            }
        }
    }

    #[test]
    fn sideways_the_order_stays() {
        for goal in goals() {
            let ranking = Ranking::new(&goal).unwrap();
            for board in goal.component() {
                for dir in [Dir::Left, Dir::Right] {
                    let mut after = board.clone();
                    after.slide(dir);
                    assert_eq!(ranking.rank(&after), ranking.rank(&board));
                }
            }
        }
    }

    #[test]
    fn large_boards_have_no_ranks() {
        assert!(Ranking::new(&Goal::blank_last(Size::new(3, 7).unwrap()).some_board()).is_none());
    }
}
