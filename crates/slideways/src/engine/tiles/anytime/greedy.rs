//! Greedy construction of a solution: line by line, as a person would. It never fails.
//!
//! Put the tiles of the first row into place, one by one, the last two together; then leave the row alone.
//! When two rows are left, continue with columns, until a 2 x 2 board is left, which is rotated into place.
//! Each part is a breadth-first search in a small space, and none can fail:
//!
//! * A tile moves one cell at a time along a path of free cells; for each step the blank goes around the tile
//!   to the next cell. No single cell disconnects the free cells.
//! * Of the last two tiles of a line, the first goes to the end of the line, then the second goes beside it
//!   or anywhere into the 2 x 3 cells there; then the two and the blank find their places among these six
//!   cells. The other three tiles there are interchangeable, so parity forbids nothing.
//!
//! The construction ends with the blank in the last cell. If the goal has it elsewhere, the construction
//! solves another goal, from which moving the blank alone leads to the real one.

use super::position::Position;
use crate::grid::{Cell, Dir};
use crate::tiles::Size;
use std::collections::{HashMap, VecDeque};

/// A row or column to be finished: the top row or left column of the remaining board.
pub struct GreedyLine {
    /// Its cells, the last one at the edge.
    pub cells: Vec<u8>,
    /// The cell next to the last one, outside the line.
    beside: u8,
    /// The last two cells of the line and the four cells beside them: 2 x 3 cells.
    six: Vec<u8>,
}

/// The lines of a board in the order in which they are finished, until 2 x 2 cells are left. Of the remaining
/// board, the shorter lines come first.
pub fn peel(size: Size) -> Vec<GreedyLine> {
    let (rows, cols) = (size.rows(), size.cols());
    let cell = |row: usize, col: usize| (row * cols + col) as u8;
    let (mut top, mut left) = (0, 0);
    let mut lines = vec![];
    while rows - top > 2 || cols - left > 2 {
        if rows - top >= cols - left {
            let deep = (top..top + 3).flat_map(|row| [cell(row, cols - 2), cell(row, cols - 1)]);
            lines.push(GreedyLine {
                cells: (left..cols).map(|col| cell(top, col)).collect(),
                beside: cell(top + 1, cols - 1),
                six: deep.collect(),
            });
            top += 1;
        } else {
            let deep = (left..left + 3).flat_map(|col| [cell(rows - 2, col), cell(rows - 1, col)]);
            lines.push(GreedyLine {
                cells: (top..rows).map(|row| cell(row, left)).collect(),
                beside: cell(rows - 1, left + 1),
                six: deep.collect(),
            });
            left += 1;
        }
    }
    lines
}

/// A solution, usually a long one.
pub fn solve(size: Size, start: &Position) -> Vec<Dir> {
    blank_last(size, start, |start| {
        let mut builder = Builder::new(size, start);
        peel(size).iter().for_each(|line| builder.finish(line));
        builder.finish_last();
        builder.path
    })
}

/// Solve a position with `solve`, which leaves the blank in the last cell.
///
/// The blank walks there from its place in the goal, which gives another goal; the walk back leads from that
/// goal to the real one.
pub fn blank_last(size: Size, start: &Position, solve: impl FnOnce(&Position) -> Vec<Dir>) -> Vec<Dir> {
    let home = start.names[usize::from(start.blank)];
    let mut goal = start.goal();
    let (row, col) = (usize::from(home) / size.cols(), usize::from(home) % size.cols());
    let ups = std::iter::repeat_n(Dir::Up, size.rows() - 1 - row);
    let walk: Vec<Dir> = ups.chain(std::iter::repeat_n(Dir::Left, size.cols() - 1 - col)).collect();
    walk.iter().for_each(|&dir| goal.slide(size, dir));
    let mut path = solve(&start.seen_from(&goal));
    path.extend(walk.iter().rev().map(|dir| dir.opposite()));
    path
}

/// A partial solution and the position that it leads to.
pub struct Builder {
    size: Size,
    /// The current position.
    pub at: Position,
    /// The steps from the start to it.
    pub path: Vec<Dir>,
    /// For every cell, whether it is still unfinished.
    pub open: Vec<bool>,
}

impl Builder {
    /// An empty path from `start`, with every cell open.
    pub fn new(size: Size, start: &Position) -> Builder {
        Builder { size, at: start.clone(), path: vec![], open: vec![true; size.cells()] }
    }

    /// Make the steps of a path.
    pub fn play(&mut self, path: &[Dir]) {
        path.iter().for_each(|&dir| self.at.slide(self.size, dir));
        self.path.extend_from_slice(path);
    }

    /// Mark a line as finished: its tiles are in place.
    pub fn close(&mut self, line: &GreedyLine) {
        line.cells.iter().for_each(|&cell| self.open[usize::from(cell)] = false);
    }

    /// Put a line's tiles into place, and close the line.
    pub fn finish(&mut self, line: &GreedyLine) {
        let [singles @ .., first, second] = &line.cells[..] else { unreachable!("lines have two cells") };
        for &tile in singles {
            self.bring(tile, tile, &[]);
            self.open[usize::from(tile)] = false;
        }
        self.bring(*first, *second, &[]);
        self.open[usize::from(*second)] = false;
        self.bring(*second, line.beside, &line.six);
        let place = usize::from(self.place(*second));
        self.open[place] = false;
        if !line.six.contains(&self.at.blank) {
            self.bring_blank(line.beside, &line.six);
        }
        self.open[place] = true;
        self.arrange(&line.six, &[*first, *second]);
        self.close(line);
    }

    /// Solve the last four cells.
    pub fn finish_last(&mut self) {
        let last: Vec<u8> =
            (0..=255).zip(&self.open).filter(|(_, open)| **open).map(|(cell, _)| cell).collect();
        let blank = self.at.names[usize::from(self.at.blank)];
        let tiles: Vec<u8> = last.iter().copied().filter(|&cell| cell != blank).collect();
        self.arrange(&last, &tiles);
    }

    fn place(&self, tile: u8) -> u8 {
        self.at.names.iter().position(|&name| name == tile).expect("every name is somewhere") as u8
    }

    /// Bring a tile to a cell, or to any of `others` that it reaches before.
    fn bring(&mut self, tile: u8, to: u8, others: &[u8]) {
        let mut place = self.place(tile);
        while place != to && !others.contains(&place) {
            let dir = self.route(place, &[to])[0];
            let next =
                self.size.neighbour(Cell(place.into()), dir).expect("the path is on the board").0 as u8;
            self.open[usize::from(place)] = false;
            self.bring_blank(next, &[]);
            self.open[usize::from(place)] = true;
            self.play(&[dir]);
            place = next;
        }
    }

    /// Bring the blank to a cell, or to any of `others`.
    fn bring_blank(&mut self, to: u8, others: &[u8]) {
        let ends: Vec<u8> = [&[to], others].concat();
        let route = self.route(self.at.blank, &ends);
        // A tile moves in the direction opposite to the blank's.
        let steps: Vec<Dir> = route.iter().map(|dir| dir.opposite()).collect();
        self.play(&steps);
    }

    /// A shortest path over open cells to one of several cells.
    fn route(&self, from: u8, ends: &[u8]) -> Vec<Dir> {
        let mut came: Vec<Option<Dir>> = vec![None; self.size.cells()];
        let mut queue = VecDeque::from([Cell(from.into())]);
        while let Some(cell) = queue.pop_front() {
            if ends.contains(&(cell.0 as u8)) {
                let (mut route, mut cell) = (vec![], cell);
                while cell != Cell(from.into()) {
                    let dir = came[cell.index()].expect("it was reached");
                    route.push(dir);
                    cell = self.size.neighbour(cell, dir.opposite()).expect("it came from there");
                }
                route.reverse();
                return route;
            }
            for &dir in &Dir::ALL[..4] {
                if let Some(next) = self.size.neighbour(cell, dir)
                    && self.open[next.index()]
                    && came[next.index()].is_none()
                    && next != Cell(from.into())
                {
                    came[next.index()] = Some(dir);
                    queue.push_back(next);
                }
            }
        }
        unreachable!("open cells are connected")
    }

    /// Bring tiles to their places within a few cells that contain them and the blank.
    fn arrange(&mut self, cells: &[u8], tiles: &[u8]) {
        // The blank's cell comes first, then the tiles'.
        let start: Vec<u8> =
            [self.at.blank].into_iter().chain(tiles.iter().map(|&tile| self.place(tile))).collect();
        let mut came: HashMap<Vec<u8>, (Vec<u8>, Dir)> = HashMap::new();
        let mut queue = VecDeque::from([start.clone()]);
        while let Some(state) = queue.pop_front() {
            if state[1..] == *tiles {
                let (mut path, mut state) = (vec![], &state);
                while *state != start {
                    let (before, dir) = &came[state];
                    path.push(*dir);
                    state = before;
                }
                path.reverse();
                return self.play(&path);
            }
            for &dir in &Dir::ALL[..4] {
                let Some(from) = self.size.neighbour(Cell(state[0].into()), dir.opposite()) else { continue };
                let from = from.0 as u8;
                if !cells.contains(&from) {
                    continue;
                }
                let moved = |&cell: &u8| if cell == from { state[0] } else { cell };
                let next: Vec<u8> = [from].into_iter().chain(state[1..].iter().map(moved)).collect();
                if next != start && !came.contains_key(&next) {
                    came.insert(next.clone(), (state.clone(), dir));
                    queue.push_back(next);
                }
            }
        }
        unreachable!("parity allows it")
    }
}
