//! Rush Hour boards in Fogleman's notation: one character per cell, row by row.
//!
//! ```text
//! IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM
//! ```
//!
//! is a board of 6 x 6: `.` or `o` is empty, `x` is a wall, every other letter is a car. A car is straight,
//! two or more cells long, and moves along its own line only. One car is to be freed: it lies in a row and
//! must reach the row's right end. Fogleman calls it `A`; most others call the red car `X` and may use `A`
//! for any car. So it is `X` if two cells `XX` lie in a row, and `A` otherwise. The goal of the puzzle names
//! the car.
//!
//! The reader also takes addresses of the form `#BOARD/MOVES`, lines `MOVES BOARD STATES` of Fogleman's
//! database, and boards written as n lines of n characters. MOVES, the least number of straight runs,
//! becomes the known optimum.
//!
//! ```
//! use slideways::format::rush_hour;
//!
//! let puzzle = rush_hour::parse("#..B\nAAB\n...").unwrap().puzzle;
//! assert_eq!(puzzle.kinds().iter().map(|kind| kind.name).collect::<String>(), "AB");
//! assert_eq!(rush_hour::print(&puzzle).as_deref(), Some("..BAAB..."));
//! ```
//!
//! Every letter is a separate kind, so that solutions use the letters of the board. Nothing would change
//! if equal cars shared a kind: a car never leaves its line and never passes another car on it, so no two
//! cars can change places. That is why [`print()`] may give the pieces of one kind different letters.

use super::error::{Parsed, TextError, span_of};
use crate::grid::{Axis, Cell, Grid, Offset};
use crate::puzzle::{Draft, Goal, Kind, KindId, Place, Puzzle, Shape};
use crate::style::Style;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The allowed side lengths of a board; the largest just fits [`Grid::MAX_CELLS`].
const SIDES: std::ops::RangeInclusive<usize> = 2..=32;

/// Read a board.
pub fn parse(text: &str) -> Result<Parsed<Puzzle>, TextError> {
    let (board, optimum) = split_moves(text)?;
    let board = Board::new(text, board)?;
    let mut blocked = BTreeSet::new();
    let mut cars: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
    for (cell, &(c, _)) in board.grid.cells().zip(&board.cells) {
        match c {
            '.' | 'o' => {}
            'x' => _ = blocked.insert(cell),
            _ => cars.entry(c).or_default().push(cell),
        }
    }
    let (mut kinds, mut start) = (vec![], vec![]);
    for (k, (&name, car)) in cars.iter().enumerate() {
        let along = Some(board.line(name, car)?);
        let shape = Shape::new(car.iter().map(|&cell| board.grid.offset(cell))).expect("a car has cells");
        kinds.push(Kind { name, shape, along });
        start.push((Place { at: car[0], kind: KindId(k as u8) }, name));
    }
    let free = board.free(&cars)?;
    let at = board.goal(free, &cars[&free], &blocked)?;
    let kind = KindId(cars.keys().take_while(|&&name| name != free).count() as u8);
    let draft = Draft {
        title: String::new(),
        grid: board.grid,
        blocked,
        kinds,
        gates: BTreeMap::new(),
        start,
        goals: vec![Goal(vec![Place { at, kind }])],
        optimum,
        notes: vec![],
    };
    match Puzzle::new(draft) {
        Ok(puzzle) => Ok(Parsed { puzzle, warnings: vec![] }),
        Err(error) => Err(TextError::new(board.span, error.to_string(), "in this board")),
    }
}

/// The board without its `#`, and the optimum from `/MOVES` after it or MOVES before it.
fn split_moves(text: &str) -> Result<(&str, BTreeMap<Style, u32>), TextError> {
    // For one piece on one line, a straight run and any path are the same.
    let optimum = |moves| [(Style::ALL[1], moves), (Style::ALL[2], moves)].into();
    let board = text.trim();
    if let Some((moves, board)) = database_line(board) {
        let moves = moves.parse().map_err(|_| {
            let message = format!("{moves} is too large for a number of moves");
            TextError::new(span_of(text, moves), message, "expected the least number of moves")
        })?;
        return Ok((board, optimum(moves)));
    }
    let board = board.strip_prefix('#').unwrap_or(board);
    if has_slashes(board) {
        return Ok((board, BTreeMap::new()));
    }
    let Some((board, moves)) = board.split_once('/') else { return Ok((board, BTreeMap::new())) };
    match moves.parse() {
        Ok(moves) => Ok((board, optimum(moves))),
        Err(_) => {
            let message = format!("`{moves}` is not a number of moves");
            Err(TextError::new(span_of(text, moves), message, "expected a number after `/`")
                .help("`/` splits the rows of a square, as in `..B/AAB/...`; any other drawing needs a goal, as in `AAB/..B goal A@1,0`"))
        }
    }
}

/// Whether a text is a square whose rows are split by `/`.
pub(super) fn has_slashes(board: &str) -> bool {
    let rows: Vec<&str> = board.trim().split('/').collect();
    let is_row =
        |row: &&str| row.len() == rows.len() && row.bytes().all(|c| c.is_ascii_alphabetic() || c == b'.');
    rows.len() > 1 && rows.iter().all(is_row)
}

/// The rows of a board.
pub(super) fn rows(board: &str) -> Vec<&str> {
    board.split(|c: char| c.is_whitespace() || c == '/').filter(|row| !row.is_empty()).collect()
}

/// The first two words of a line `MOVES BOARD STATES`, as in Fogleman's database; STATES may be missing.
pub(super) fn database_line(line: &str) -> Option<(&str, &str)> {
    let is_number = |word: &&str| word.bytes().all(|c| c.is_ascii_digit());
    let mut words = line.trim().split([' ', '\t']).filter(|word| !word.is_empty());
    let moves = words.next().filter(is_number)?;
    let board = words.next().filter(|word| word.bytes().all(|c| c.is_ascii_alphabetic() || c == b'.'))?;
    words.all(|word| is_number(&word)).then_some((moves, board))
}

/// A square of characters, each with its span in the text.
struct Board {
    grid: Grid,
    cells: Vec<(char, Range<usize>)>,
    span: Range<usize>,
}

impl Board {
    fn new(text: &str, board: &str) -> Result<Board, TextError> {
        let span = span_of(text, board);
        let mut cells = vec![];
        for (i, c) in board.char_indices().filter(|(_, c)| !c.is_whitespace() && *c != '/') {
            let at = span.start + i..span.start + i + c.len_utf8();
            if !c.is_ascii_alphabetic() && c != '.' {
                return Err(TextError::new(at, format!("a board cannot contain {c:?}"), "not a cell")
                    .help("use `.` or `o` for an empty cell, `x` for a wall, other letters for cars"));
            }
            cells.push((c, at));
        }
        let rows = rows(board);
        if let Some(row) = rows.iter().find(|row| rows.len() > 1 && row.len() != rows.len()) {
            let message = format!("a row of length {} in a board of {} rows", row.len(), rows.len());
            return Err(TextError::new(span_of(text, row), message, "a board is square"));
        }
        let side = cells.len().isqrt();
        if side * side != cells.len() || !SIDES.contains(&side) {
            let message = format!("{} cells do not make a square of side 2 to 32", cells.len());
            return Err(TextError::new(span, message, "wrong length").help("a board of 6 x 6 has 36 cells"));
        }
        let grid = Grid::plane(side, side).expect("a box of 32 x 32 is allowed");
        Ok(Board { grid, cells, span })
    }

    fn span(&self, cell: Cell) -> Range<usize> {
        self.cells[cell.index()].1.clone()
    }

    /// The axis of a car; an error if it is not a straight line without gaps.
    fn line(&self, name: char, car: &[Cell]) -> Result<Axis, TextError> {
        if car.len() == 1 {
            let message = format!("car `{name}` has a single cell");
            return Err(TextError::new(self.span(car[0]), message, "expected two or more cells in a line")
                .help(
                    "`x` is a wall, `.` or `o` an empty cell; if this is not Rush Hour, draw the goal below",
                ));
        }
        let offset = |cell| self.grid.offset(cell) - self.grid.offset(car[0]);
        let (step, axis) = match offset(car[1]).row {
            0 => (Offset::plane(0, 1), Axis::Row),
            _ => (Offset::plane(1, 0), Axis::Column),
        };
        let mut expected = Offset::default();
        for &cell in car {
            if offset(cell) != expected {
                let message = format!("car `{name}` is not a straight line of adjacent cells");
                return Err(TextError::new(self.span(cell), message, "this cell does not continue the line")
                    .help("give every car its own letter"));
            }
            expected = expected + step;
        }
        Ok(axis)
    }

    /// The car to free: `X` if it is two cells in a row, or else `A`.
    fn free(&self, cars: &BTreeMap<char, Vec<Cell>>) -> Result<char, TextError> {
        let row = |cell: Cell| self.grid.offset(cell).row;
        match (cars.get(&'X').map(Vec::as_slice), cars.contains_key(&'A')) {
            (Some(&[first, second]), _) if row(first) == row(second) => Ok('X'),
            (Some(_), false) => Ok('X'),
            (None, true) => Ok('A'),
            (Some(car), true) => {
                let message = "the car to free is ambiguous: `A` or `X`";
                let label = "the car to free is `A`, or `XX` in a row";
                Err(TextError::new(self.span(car[0]), message, label)
                    .help("if `A` is the car to free, give this car a letter other than `X`"))
            }
            (None, false) => {
                let message = "there is no car `A` or `X`";
                Err(TextError::new(self.span.clone(), message, "expected `AA` or `XX` in a row")
                    .help("the car to free is called `A` or `X`"))
            }
        }
    }

    /// Where the car to free must go: to the right end of its row.
    fn goal(&self, name: char, car: &[Cell], blocked: &BTreeSet<Cell>) -> Result<Cell, TextError> {
        let row = self.grid.offset(car[0]).row;
        if row != self.grid.offset(car[1]).row {
            let message = format!("car `{name}` lies in a column");
            return Err(TextError::new(self.span(car[0]), message, "expected a car in a row")
                .help(format!("`{name}` is the car to free, and leaves to the right")));
        }
        let first = (self.grid.cols() - car.len()) as i16;
        let places = (0..car.len() as i16).map(|i| self.grid.cell(Offset::plane(row, first + i)));
        let places: Vec<Cell> = places.collect::<Option<_>>().expect("the row ends inside the board");
        if let Some(&wall) = places.iter().find(|cell| blocked.contains(cell)) {
            let message = format!("a wall blocks the exit of car `{name}`");
            return Err(TextError::new(self.span(wall), message, "a wall here")
                .help(format!("`{name}` must reach the right end of its row")));
        }
        Ok(places[0])
    }
}

/// Write a puzzle as a board, if it is a Rush Hour puzzle: a square without gates, cars bound to their
/// lines, and one car to bring to the right end of its row.
///
/// Cars keep their names if these are distinct letters that identify the car to free: `X`, two cells
/// long, or `A` without an `X`. Otherwise cars get letters in reading order, and the car to free gets `A`.
pub fn print(puzzle: &Puzzle) -> Option<String> {
    let (draft, grid) = (puzzle.draft(), puzzle.grid());
    let [goal] = puzzle.goals() else { return None };
    let [goal] = goal.0[..] else { return None };
    let free = puzzle.pieces().iter().position(|&kind| kind == goal.kind)?;
    let only_one = puzzle.pieces().iter().filter(|&&kind| kind == goal.kind).count() == 1;
    if grid.is_solid() || grid.rows() != grid.cols() || !SIDES.contains(&grid.rows()) {
        return None;
    }
    if !draft.gates.is_empty() || !only_one || !puzzle.pieces().iter().all(|&kind| is_car(puzzle.kind(kind)))
    {
        return None;
    }
    let (from, to) = (grid.offset(puzzle.start().0[free]), grid.offset(goal.at));
    let length = puzzle.kind(goal.kind).shape.offsets().len();
    let right_end = Offset::plane(from.row, (grid.cols() - length) as i16);
    if puzzle.kind(goal.kind).along != Some(Axis::Row) || to != right_end {
        return None;
    }
    let letters = letters(puzzle, free)?;
    let mut board = vec!['.'; grid.size()];
    for cell in &draft.blocked {
        board[cell.index()] = 'x';
    }
    for (&(place, _), letter) in draft.start.iter().zip(letters) {
        for cell in puzzle.cover(place)? {
            board[cell.index()] = letter;
        }
    }
    Some(board.into_iter().collect())
}

/// Whether a kind is straight, at least two cells long, and bound to the line it lies along.
fn is_car(kind: &Kind) -> bool {
    let step = match kind.along {
        Some(Axis::Row) => Offset::plane(0, 1),
        Some(Axis::Column) => Offset::plane(1, 0),
        _ => return false,
    };
    let cells = kind.shape.offsets();
    cells.len() >= 2 && cells.windows(2).all(|pair| pair[1] - pair[0] == step)
}

/// A letter for every piece; `None` if there are more pieces than letters.
fn letters(puzzle: &Puzzle, free: usize) -> Option<Vec<char>> {
    let letter = |c: char| c.is_ascii_alphabetic() && c != 'o' && c != 'x';
    let pieces = puzzle.pieces().len();
    let names: Vec<char> = (0..pieces).map(|piece| puzzle.name(piece)).collect();
    let different = names.iter().collect::<BTreeSet<_>>().len() == pieces;
    let tells = match names[free] {
        'A' => !names.contains(&'X'),
        'X' => puzzle.kind(puzzle.pieces()[free]).shape.offsets().len() == 2 || !names.contains(&'A'),
        _ => false,
    };
    if different && tells && names.iter().all(|&name| letter(name)) {
        return Some(names);
    }
    let mut rest = ('B'..='Z').chain('a'..='z').filter(|&c| letter(c) && c != 'X');
    (0..pieces).map(|piece| if piece == free { Some('A') } else { rest.next() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::sliding;

    #[test]
    fn the_hardest_boards_read_and_print_back() {
        for (board, cars) in [
            ("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", 12),
            ("BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN", 12),
            ("GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo", 13),
            ("BBBKLMHCCKLMHoAALMDDJooooIJoEEoIFFGG", 13),
            ("BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ...", 12),
        ] {
            let puzzle = parse(board).unwrap().puzzle;
            assert_eq!(puzzle.pieces().len(), cars);
            assert_eq!(puzzle.goals()[0].0[0].at, Cell(16));
            assert_eq!(print(&puzzle).unwrap(), board.replace('o', "."));
        }
    }

    #[test]
    fn the_known_number_of_moves_is_kept() {
        let text = " #IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM/60\n";
        let puzzle = parse(text).unwrap().puzzle;
        assert_eq!(puzzle.draft().optimum, [(Style::ALL[1], 60), (Style::ALL[2], 60)].into());
    }

    #[test]
    fn the_red_car_is_x_where_there_is_one() {
        let board = "AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.";
        let puzzle = parse(board).unwrap().puzzle;
        let goal = puzzle.goals()[0].0[0];
        assert_eq!((puzzle.kind(goal.kind).name, goal.at), ('X', Cell(16)));
        assert_eq!(print(&puzzle).as_deref(), Some(board), "the letters are kept");
        let answer = crate::Solver::new(&puzzle).style(Style::MOVE).solve().unwrap();
        let crate::outcome::Outcome::Solved(moves) = answer.outcome else { panic!("it can be solved") };
        assert_eq!(moves.len(), 8);
        let long = parse("XXX.BB..........").unwrap().puzzle;
        assert_eq!(print(&long).as_deref(), Some("XXX.BB.........."), "without `A` it can be of any length");
    }

    #[test]
    fn a_board_that_is_printed_has_no_x_beside_a() {
        let text = "3 x 3\nA = 11\nX = 1/1\nalong A row\nalong X column\nAX\ngoal A@0,1\n";
        let puzzle = sliding::parse(text).unwrap().puzzle;
        assert_eq!(print(&puzzle).as_deref(), Some("AAB..B..."));
    }

    #[test]
    fn lines_of_foglemans_database_are_read() {
        let board = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
        let known = parse(&format!("{board}/60")).unwrap();
        assert_eq!(parse(&format!("60 {board} 2332")).unwrap(), known);
        assert_eq!(parse(&format!("60\t{board}\n")).unwrap(), known);
        assert!(parse(&format!("60 {board} many")).is_err());
    }

    #[test]
    fn rows_may_stand_on_separate_lines() {
        assert_eq!(parse("..B\r\nAAB\r\n...\r\n"), parse("..BAAB..."));
        assert_eq!(parse("..B/AAB/..."), parse("..BAAB..."));
    }

    #[test]
    fn every_mistake_is_pointed_at() {
        for (text, place, message) in [
            ("", "1:1", "0 cells do not make a square of side 2 to 32"),
            ("AA...", "1:1", "5 cells do not make a square of side 2 to 32"),
            ("AA\n..\n.", "1:1", "a row of length 2 in a board of 3 rows"),
            ("AA\n.", "2:1", "a row of length 1 in a board of 2 rows"),
            ("AA.?", "1:4", "a board cannot contain '?'"),
            ("AA./", "1:5", "`` is not a number of moves"),
            ("AA../two", "1:6", "`two` is not a number of moves"),
            ("AA.B", "1:4", "car `B` has a single cell"),
            ("AA.B.B...", "1:6", "car `B` is not a straight line of adjacent cells"),
            ("AA.B...B.", "1:8", "car `B` is not a straight line of adjacent cells"),
            ("AxA......", "1:3", "car `A` is not a straight line of adjacent cells"),
            ("BB..", "1:1", "there is no car `A` or `X`"),
            ("A.A.", "1:1", "car `A` lies in a column"),
            ("X.X.", "1:1", "car `X` lies in a column"),
            ("AAXB.XB..", "1:3", "the car to free is ambiguous: `A` or `X`"),
            ("AA..XXX.........", "1:5", "the car to free is ambiguous: `A` or `X`"),
            ("AAx......", "1:3", "a wall blocks the exit of car `A`"),
            ("XXxAA....", "1:3", "a wall blocks the exit of car `X`"),
            ("9999999999 AA.. 7", "1:1", "9999999999 is too large for a number of moves"),
        ] {
            let error = parse(text).expect_err(text);
            let (line, column) = error.line_and_column(text);
            assert_eq!((format!("{line}:{column}").as_str(), error.message.as_str()), (place, message));
        }
    }

    #[test]
    fn other_puzzles_are_not_printed() {
        let text = "3 x 3\n1 = 11\n2 = 1/1\nalong 1 row\nalong 2 column\n12\ngoal 1@0,1\n";
        let board = |text: &str| print(&sliding::parse(text).unwrap().puzzle);
        assert_eq!(board(text).as_deref(), Some("AAB..B..."));
        assert_eq!(board(&text.replace("along 1 row\n", "")), None, "a piece that may leave its line");
        assert_eq!(board(&text.replace("along 1 row", "along 1 column")), None, "a car on the wrong line");
        assert_eq!(board(&text.replace("3 x 3", "4 x 3")), None, "not a square");
        assert_eq!(board(&text.replace("1@0,1", "1@0,0")), None, "not the end of the row");
        assert_eq!(board(&text.replace("1@0,1", "1@1,1")), None, "not its row");
        assert_eq!(board(&text.replace("1@0,1", "1@0,1\ngoal 1@0,0")), None, "two goals");
        assert_eq!(board(&text.replace("1@0,1", "1@0,1\nonly 1 2,2")), None, "a gate");
        assert_eq!(board(&text.replace("\n12\n", "\n121\n")), None, "two cars to free");
    }

    #[test]
    fn cars_without_letters_get_letters() {
        let text = "4 x 4\n1 = 11\n2 = 1/1\nalong 1 row\nalong 2 column\n10202\ngoal 1@0,2\n";
        let puzzle = sliding::parse(text).unwrap().puzzle;
        assert_eq!(print(&puzzle).as_deref(), Some("AA.B.C.B.C......"));
    }
}
