//! Conversion of tile boards to block puzzles and back: nothing is lost, and both engines agree.

mod common;

use proptest::prelude::*;
use slideways::engine::tiles::{Instance, mtm, plain};
use slideways::format::{json, sliding};
use slideways::grid::Dir;
use slideways::outcome::{Limits, Outcome};
use slideways::tiles::blocks::{self, NotBlocks};
use slideways::tiles::random::{Random, position};
use slideways::tiles::{Board, Goal, Size, Tile};
use slideways::{Style, Who, check};

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap()
}

/// A goal that names the tiles of some cells only, or of all cells if the mask says so.
fn masked(board: &Board, mask: u64) -> Option<Goal> {
    let cells: Vec<Option<Tile>> = (0..)
        .zip(board.tiles())
        .map(|(cell, &tile)| (mask >> cell & 1 == 1 && tile != Tile::BLANK).then_some(tile))
        .collect();
    Goal::masked(board.size(), cells).ok().filter(|_| mask & ((1 << board.tiles().len()) - 1) != 0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn positions_come_back_from_puzzle_text_and_json(
        (rows, cols) in (2..=7usize, 2..=7usize),
        seed: u64,
    ) {
        let size = size(rows, cols);
        let (board, goal) = (position(&Goal::blank_last(size), &mut Random::new(seed)), Goal::blank_first(size));
        let puzzle = blocks::puzzle(&board, &goal).unwrap();
        for read in [
            sliding::parse(&sliding::print(&puzzle)).unwrap().puzzle,
            json::parse(&json::print(&puzzle)).unwrap().puzzle,
        ] {
            let tiles = blocks::tiles(&read).unwrap();
            prop_assert_eq!((&tiles.board, &tiles.goal), (&board, &goal));
        }
    }

    #[test]
    fn both_engines_agree(
        (rows, cols) in prop::sample::select(vec![(2, 2), (2, 3), (3, 2), (2, 4)]),
        seed: u64,
        other: u64,
        mask in prop::sample::select(vec![u64::MAX, 0b101, 0b11, 0b10010]),
    ) {
        let size = size(rows, cols);
        let any = Goal::masked(size, vec![None; size.cells()]).unwrap();
        let (board, target) = (position(&any, &mut Random::new(seed)), position(&any, &mut Random::new(other)));
        let Some(goal) = masked(&target, mask) else { return Ok(()) };
        let Ok(puzzle) = blocks::puzzle(&board, &goal) else { return Ok(()) };
        let tiles = blocks::tiles(&puzzle).unwrap();
        prop_assert_eq!(&tiles.goal, &goal);
        let by_blocks = common::solve(&puzzle, Style::STEP, Limits::default(), &mut ()).unwrap().outcome;
        match (Instance::new(&tiles.board, &tiles.goal), by_blocks) {
            (Ok(instance), Outcome::Solved(moves)) => {
                let answer = plain::solve(&instance, Limits::default(), &mut ());
                let Outcome::Solved(path) = answer.outcome else { panic!("nothing stops the search") };
                prop_assert_eq!(path.len(), moves.len());
                let played = tiles.moves(&path, Who::Piece).unwrap();
                for style in &Style::ALL[..3] {
                    prop_assert!(check::solution(&puzzle, &played, *style).is_ok());
                }
                let answer = mtm::plain::solve(&instance, Limits::default(), &mut ());
                let Outcome::Solved(path) = answer.outcome else { panic!("nothing stops the search") };
                let played = tiles.moves(&path, Who::Set).unwrap();
                for style in &Style::ALL[3..] {
                    prop_assert!(check::solution(&puzzle, &played, *style).is_ok());
                    let by_blocks = common::solve(&puzzle, *style, Limits::default(), &mut ()).unwrap().outcome;
                    let Outcome::Solved(moves) = by_blocks else { panic!("it was solved before") };
                    prop_assert_eq!(played.len(), moves.len());
                }
            }
            (Err(_), Outcome::Unsolvable(_)) => {}
            (instance, blocks) => panic!("{instance:?} but {blocks:?}"),
        }
    }
}

#[test]
fn what_is_not_quite_a_board_of_tiles_is_none() {
    let read = |text: &str| sliding::parse(text).unwrap_or_else(|error| panic!("{text}{error:?}")).puzzle;
    let is_tiles = |text: &str| blocks::tiles(&read(text)).is_some();
    assert!(is_tiles("2 x 2\na = 1\nb = 1\nc = 1\nabc\ncba\n"));
    assert!(is_tiles("2 x 2\na = 1\nb = 1\nc = 1\nabc\ngoal b@1,1\n"));
    for text in [
        "2 x 2\na = 1\nb = 1\naba\nbaa\n",                           // two alike
        "2 x 2\na = 1\nb = 1\nab\nba\n",                             // two holes
        "2 x 2\na = 1\nb = 11\nba\na0b\n",                           // a piece of two cells
        "2 x 2\na = 1\nb = 1\nabx\nbax\n",                           // a blocked cell
        "2 x 2\na = 1\nb = 1\nc = 1\nabc\ncba\nbca\n",               // two goals
        "1 x 4\na = 1\nb = 1\nc = 1\nabc\ncba\n",                    // one row
        "2 x 2\na = 1\nb = 1\nc = 1\nonly a 0,0\nabc\ngoal b@1,1\n", // a gate
    ] {
        assert!(!is_tiles(text), "{text}");
    }
}

#[test]
fn pieces_keep_their_names() {
    let puzzle = sliding::parse("2 x 2\nQ = 1\nb = 1\n7 = 1\nQb7\nb0Q7\n").unwrap().puzzle;
    let tiles = blocks::tiles(&puzzle).unwrap();
    let path = [Dir::Down, Dir::Right];
    let mut at = tiles.board.clone();
    let names: Vec<char> = tiles
        .moves(&path, Who::Piece)
        .unwrap()
        .iter()
        .map(|played| {
            assert!(at.slide(played.path[0]).is_some());
            puzzle.name(played.pieces[0])
        })
        .collect();
    assert_eq!(names, ['b', 'Q']);
    assert_eq!(tiles.moves(&[Dir::Up, Dir::Up], Who::Piece), None);
}

#[test]
fn some_positions_cannot_be_puzzles_of_blocks() {
    let large = Goal::blank_last(size(8, 8));
    assert_eq!(blocks::puzzle(&large.some_board(), &large), Err(NotBlocks::Names { tiles: 63 }));
    let small = Goal::blank_last(size(2, 2));
    let blank = Goal::masked(small.size(), [Some(Tile(0)), None, None, None]).unwrap();
    assert_eq!(blocks::puzzle(&small.some_board(), &blank), Err(NotBlocks::Blank));
    let nothing = Goal::masked(small.size(), [None; 4]).unwrap();
    assert_eq!(blocks::puzzle(&small.some_board(), &nothing), Err(NotBlocks::Nothing));
}
