//! A puzzle and its solution as one HTML file that can be played: for a page, a blog, a learning platform.
//!
//! The file needs nothing else: no network, no server, no storage. It works from a disk and in an iframe,
//! with pointer, fingers or keys, and its policy forbids the browser to load anything. The board is the
//! [picture](super::board) of the start, the rule of movement is part of the script, and the solution is
//! replayed by the plain rule before it is embedded.
//!
//! ```
//! use slideways::{library, show::player};
//!
//! let klotski = library::puzzle("klotski").unwrap();
//! let page = player::of_puzzle(&klotski, None).unwrap();
//! assert!(page.starts_with("<!DOCTYPE html>") && page.contains("Klotski"));
//! ```

use super::board::{self, Look, Page};
use super::scene::Scene;
use super::story::Story;
use super::svg::escaped;
use crate::check::{self, NotASolution};
use crate::game::Game;
use crate::grid::{Axis, Dir};
use crate::puzzle::rule::Move;
use crate::puzzle::{Place, Puzzle};
use crate::solver::Solution;
use crate::style::{Style, Who};
use crate::tiles::{self, Position, Tile};
use serde::Serialize;

/// The player's script and style.
const SCRIPT: &str = include_str!("player/player.js");
const STYLE: &str = include_str!("player/player.css");

/// The game, for the script.
#[derive(Serialize)]
struct Played {
    tiles: bool,
    layers: usize,
    rows: usize,
    cols: usize,
    blocked: Vec<Cell16>,
    gates: Vec<PlayedGate>,
    pieces: Vec<PlayedPiece>,
    goals: Vec<Vec<PlayedPlace>>,
    /// The cell that must be empty at the goal.
    blank: Option<Cell16>,
    /// How far a piece can go in one move of the user.
    reach: &'static str,
    /// The pieces and the path of each move.
    solution: Vec<(Vec<usize>, String)>,
}

/// The number of a cell.
type Cell16 = u16;

#[derive(Serialize)]
struct PlayedGate {
    cell: Cell16,
    kinds: Vec<u8>,
}

#[derive(Serialize)]
struct PlayedPiece {
    name: String,
    kind: u8,
    at: Cell16,
    cells: Vec<[i16; 3]>,
    along: Option<&'static str>,
}

#[derive(Serialize)]
struct PlayedPlace {
    kind: u8,
    at: Cell16,
}

/// A player of a solution, which was replayed when it was made.
///
/// ```
/// use slideways::prelude::*;
/// use slideways::show::player;
///
/// let klotski = library::puzzle("klotski").unwrap();
/// let answer = Solver::new(&klotski).solve()?;
/// let Outcome::Solved(solution) = answer.outcome else { panic!("it can be solved") };
/// assert!(player::of_solution(&solution).contains("max=\"81\""));
/// # Ok::<(), SolveError>(())
/// ```
pub fn of_solution(solution: &Solution) -> String {
    let style = solution.style();
    match solution.game() {
        Game::Blocks(puzzle) => {
            let from = puzzle.with_start(&solution.arrangements()[0]).expect("the solution begins there");
            of_puzzle(&from, Some((solution.block_moves(), style))).expect("it was replayed before")
        }
        Game::Tiles(position) => {
            of_position(position, "", Some((solution.path(), style.who))).expect("it was replayed before")
        }
    }
}

/// A player of blocks, with a solution in a style if there is one. The error says why the moves do not solve
/// the puzzle.
pub fn of_puzzle(puzzle: &Puzzle, solution: Option<(&[Move], Style)>) -> Result<String, NotASolution> {
    let (moves, style) = solution.unwrap_or((&[], Style::MOVE));
    if solution.is_some() {
        check::solution(puzzle, moves, style)?;
    }
    let (grid, draft) = (puzzle.grid(), puzzle.draft());
    let place = |place: &Place| PlayedPlace { kind: place.kind.0, at: place.at.0 };
    let pieces = puzzle.pieces().iter().zip(&puzzle.start().0).enumerate();
    let pieces = pieces.map(|(number, (&id, at))| {
        let kind = puzzle.kind(id);
        PlayedPiece {
            name: puzzle.name(number).to_string(),
            kind: id.0,
            at: at.0,
            cells: kind.shape.offsets().iter().map(|at| [at.layer, at.row, at.col]).collect(),
            along: kind.along.map(Axis::name),
        }
    });
    let gates = draft.gates.iter();
    let gates = gates
        .map(|(cell, kinds)| PlayedGate { cell: cell.0, kinds: kinds.iter().map(|kind| kind.0).collect() });
    let played = Played {
        tiles: false,
        layers: grid.layers(),
        rows: grid.rows(),
        cols: grid.cols(),
        blocked: draft.blocked.iter().map(|cell| cell.0).collect(),
        gates: gates.collect(),
        pieces: pieces.collect(),
        goals: puzzle.goals().iter().map(|goal| goal.0.iter().map(place).collect()).collect(),
        blank: None,
        reach: reach(style),
        solution: written(moves),
    };
    Ok(document(&Scene::of_puzzle(puzzle, puzzle.start()), puzzle.title(), &played))
}

/// A player of tiles, with a solution of single tiles or of runs if there is one. The error says why the path
/// does not solve the position.
pub fn of_position(
    position: &Position,
    title: &str,
    solution: Option<(&[Dir], Who)>,
) -> Result<String, tiles::replay::NotASolution> {
    let (board, goal) = (position.board(), position.goal());
    let (path, who) = solution.unwrap_or((&[], Who::Piece));
    if solution.is_some() {
        tiles::replay::solution(board, path, goal)?;
    }
    let story = Story::of_board(board, &goal.some_board(), path, who)?;
    let scene = story.scene();
    let pieces = scene.figures.iter().map(|figure| PlayedPiece {
        name: figure.name.clone(),
        kind: figure.number as u8,
        at: figure.at.0,
        cells: vec![[0, 0, 0]],
        along: None,
    });
    let wanted = || (0..).zip(goal.cells()).filter_map(|(at, tile)| Some((at, (*tile)?)));
    let places = wanted().filter(|(_, tile)| *tile != Tile::BLANK);
    let places = places.map(|(at, tile)| PlayedPlace { kind: tile.0 - 1, at });
    let played = Played {
        tiles: true,
        layers: 1,
        rows: board.size().rows(),
        cols: board.size().cols(),
        blocked: vec![],
        gates: vec![],
        pieces: pieces.collect(),
        goals: vec![places.collect()],
        blank: wanted().find(|(_, tile)| *tile == Tile::BLANK).map(|(at, _)| at),
        reach: "step",
        solution: written(story.moves()),
    };
    Ok(document(scene, title, &played))
}

fn written(moves: &[Move]) -> Vec<(Vec<usize>, String)> {
    let each = |played: &Move| (played.pieces.clone(), played.path.iter().map(|dir| dir.letter()).collect());
    moves.iter().map(each).collect()
}

fn reach(style: Style) -> &'static str {
    match style.reach {
        crate::style::Reach::Step => "step",
        crate::style::Reach::Slide => "slide",
        crate::style::Reach::Path => "path",
    }
}

/// The whole file.
fn document(scene: &Scene, title: &str, played: &Played) -> String {
    let title = escaped(if title.is_empty() { &scene.title } else { title });
    let title = if title.is_empty() { "Sliding puzzle" } else { &title };
    let picture = board::svg(scene, &Look { page: Page::Bare, ..Look::default() });
    // A script element ends at `</script`, even inside a string.
    let game = serde_json::to_string(played).expect("all keys are strings").replace('<', "\\u003c");
    let (sheet, moves) = (board::style_sheet(), played.solution.len());
    let button = |name: &str, text: &str, label: &str| {
        format!("<button type=\"button\" id=\"{name}\" aria-label=\"{label}\">{text}</button>\n")
    };
    let solution = match moves {
        0 => String::new(),
        _ => format!(
            "<input type=\"range\" id=\"where\" min=\"0\" max=\"{moves}\" value=\"0\" \
             aria-label=\"Move of the solution\">\n<div class=\"controls\" role=\"group\" \
             aria-label=\"Solution\">\n{}<button type=\"button\" id=\"play\">Play</button>\n{}</div>\n",
            button("back", "Back", "Previous move of the solution"),
            button("next", "Next", "Next move of the solution"),
        ),
    };
    let own =
        [button("undo", "Undo", "Undo your last move"), button("restart", "Restart", "Back to the start")];
    let help = match (played.tiles, played.layers) {
        (true, _) => "Tap a tile, or press an arrow key to move a tile into the blank.",
        (false, 1) => "Drag a piece, or choose one with Tab and move it with the arrow keys.",
        _ => "Drag a piece, or choose one with Tab; arrow keys, Page Up and Page Down move it.",
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{sheet}{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n\
         <div id=\"board\">\n{picture}</div>\n<p id=\"status\" role=\"status\"></p>\n{solution}\
         <div class=\"controls\" role=\"group\" aria-label=\"Your moves\">\n{}</div>\n\
         <p class=\"help\">{help}</p>\n</main>\n\
         <script type=\"application/json\" id=\"game\">{game}</script>\n<script>\n{SCRIPT}</script>\n\
         </body>\n</html>\n",
        own.concat(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{sliding, solution};
    use crate::library;
    use crate::prelude::{Outcome, Solver};

    #[test]
    fn klotski_and_its_solution_are_small_and_need_no_network() {
        let klotski = library::puzzle("klotski").unwrap();
        let answer = Solver::new(&klotski).solve().unwrap();
        let Outcome::Solved(found) = answer.outcome else { panic!("it can be solved") };
        let page = of_puzzle(&klotski, Some((found.block_moves(), Style::MOVE))).unwrap();
        assert!(page.len() < 60_000, "{} bytes", page.len());
        assert!(page.contains("max=\"81\""));
        let addresses = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!addresses.contains("http:") && !addresses.contains("https:"), "nothing is loaded");
    }

    #[test]
    fn moves_that_do_not_solve_the_puzzle_are_refused() {
        let puzzle = sliding::parse("1 x 3\n1 = 1\n2 = 1\n12\ngoal 2@0,2\n").unwrap().puzzle;
        let refused = |text: &str| {
            let moves = solution::parse(&puzzle, text).unwrap();
            of_puzzle(&puzzle, Some((&moves, Style::MOVE))).err()
        };
        assert_eq!(refused("2@0,1:R"), None);
        assert!(matches!(refused("2@0,1:L"), Some(NotASolution::Illegal { .. })));
        assert_eq!(refused(""), Some(NotASolution::NotAtGoal));
        let position: Position = "1 2 3/4 0 6/7 5 8".parse().unwrap();
        assert!(of_position(&position, "", Some((&[Dir::Up, Dir::Left], Who::Piece))).is_ok());
        assert!(of_position(&position, "", Some((&[Dir::Up], Who::Piece))).is_err());
    }

    #[test]
    fn a_title_cannot_end_an_element() {
        let puzzle = sliding::parse("1 x 3 </script><b>\n1 = 1\n2 = 1\n12\ngoal 2@0,2\n").unwrap().puzzle;
        let page = of_puzzle(&puzzle, None).unwrap();
        assert_eq!(page.matches("</script>").count(), 2);
        assert!(page.contains("<h1>&lt;/script&gt;&lt;b&gt;</h1>") && !page.contains("id=\"play\""));
    }
}
