//! Several puzzles on sheets of paper, as an HTML page to print, or as pictures: boards, goals in words, and
//! links as QR codes.
//!
//! ```
//! use slideways::show::sheet::{self, Card, Paper};
//! use slideways::{Game, library};
//!
//! let klotski = Game::from(library::puzzle("klotski").unwrap());
//! let card = Card::new(&klotski, "klotski").link("https://example.org/#/play/klotski");
//! let page = sheet::html(&[card], Paper::A4).unwrap();
//! assert!(page.contains("fewest moves: 81") && page.contains("class=\"code\""));
//! ```

mod pages;

pub use pages::svg;

use super::board::{self, Look, Page};
use super::qr;
use super::scene::Scene;
use super::svg::escaped;
use crate::format::sliding;
use crate::format::tiles::print_goal;
use crate::game::Game;
use crate::grid::Grid;
use crate::puzzle::{Arrangement, Goal, Place, Puzzle};
use crate::style::Style;
use crate::tiles::{self, Position};
use std::fmt::Write;

/// The style of the page.
const STYLE: &str = include_str!("sheet/sheet.css");

/// The number of puzzles on a page.
const PER_PAGE: usize = 6;

/// The most places of a goal in words.
const PLACES: usize = 4;

/// The longest title of a position, in letters: a longer one is a list of its tiles.
const TITLE: usize = 48;

/// The longest link, in bytes. Its QR code has 77 modules a side, each a third of a millimetre wide on paper:
/// cameras do not read smaller ones reliably.
pub const LONGEST: usize = 520;

/// The size of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 x 297 mm.
    #[default]
    A4,
    /// 8.5 x 11 inches.
    Letter,
}

impl Paper {
    /// The name in a style sheet.
    fn name(self) -> &'static str {
        match self {
            Paper::A4 => "A4",
            Paper::Letter => "letter",
        }
    }

    /// The width and the height in millimetres.
    fn millimetres(self) -> (f64, f64) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
        }
    }
}

/// A link that a QR code on a card does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the link of `{title}` has {length} bytes, and a QR code of this size holds {LONGEST}")]
pub struct LinkTooLong {
    /// The title of the puzzle.
    pub title: String,
    /// The length of the link, in bytes.
    pub length: usize,
}

/// One puzzle on the sheet.
#[derive(Clone, Debug)]
pub struct Card {
    title: String,
    start: Scene,
    /// The goal in words.
    goal: String,
    /// A picture of the goal, if it places everything.
    end: Option<Scene>,
    fewest: Option<(u32, Style)>,
    link: Option<String>,
}

impl Card {
    /// The card of a puzzle. Its title is that of the puzzle, or `name` if the puzzle has none. The number of
    /// fewest moves is the one that the puzzle records for its default style, or for another.
    pub fn new(game: &Game, name: &str) -> Card {
        match game {
            Game::Blocks(puzzle) => Card::of_puzzle(puzzle, name),
            Game::Tiles(position) => Card::of_position(position, name),
        }
    }

    fn of_puzzle(puzzle: &Puzzle, name: &str) -> Card {
        let title = if puzzle.title().is_empty() { name } else { puzzle.title() };
        let full = puzzle.goals().first().filter(|_| puzzle.goals().len() == 1);
        let full = full.filter(|goal| puzzle.is_full(goal)).and_then(|goal| puzzle.arrangement(&goal.0));
        let optimum = &puzzle.draft().optimum;
        let usual = optimum.get_key_value(&Style::MOVE).or_else(|| optimum.first_key_value());
        Card {
            title: title.to_owned(),
            start: Scene::of_puzzle(puzzle, puzzle.start()),
            goal: match &full {
                Some(_) => "Reach the arrangement in the small picture.".to_owned(),
                None => goals(puzzle),
            },
            end: full.map(|at: Arrangement| Scene { marks: vec![], ..Scene::of_puzzle(puzzle, &at) }),
            fewest: usual.map(|(&style, &moves)| (moves, style)),
            link: None,
        }
    }

    fn of_position(position: &Position, name: &str) -> Card {
        let goal = position.goal();
        let (words, full) = match goal.name() {
            Some("blank-last") => ("Put the tiles in order, with the blank last.".to_owned(), None),
            Some(_) => ("Put the tiles in order, with the blank first.".to_owned(), None),
            None => match goal.full() {
                Some(board) => ("Reach the position in the small picture.".to_owned(), Some(board)),
                None => (format!("Reach {}; * is any tile.", print_goal(goal)), None),
            },
        };
        let start = Scene::of_board(position.board(), &goal.some_board());
        Card {
            title: if name.chars().count() > TITLE { start.title.clone() } else { name.to_owned() },
            start,
            goal: words,
            end: full.map(|board: tiles::Board| Scene::of_board(&board, &board)),
            fewest: None,
            link: None,
        }
    }

    /// The same with a known number of fewest moves in a style.
    pub fn fewest(self, moves: u32, style: Style) -> Card {
        Card { fewest: Some((moves, style)), ..self }
    }

    /// The same with a link, which becomes a QR code.
    pub fn link(self, address: impl Into<String>) -> Card {
        Card { link: Some(address.into()), ..self }
    }

    /// The QR code of the link, if there is one.
    fn code(&self) -> Result<Option<Vec<Vec<bool>>>, LinkTooLong> {
        let Some(link) = &self.link else { return Ok(None) };
        let too_long = || LinkTooLong { title: self.title.clone(), length: link.len() };
        let short = Some(link).filter(|link| link.len() <= LONGEST).ok_or_else(too_long)?;
        qr::matrix(short).map(Some).map_err(|_| too_long())
    }

    fn html(&self) -> Result<String, LinkTooLong> {
        let picture = |scene: &Scene| board::svg(scene, &Look { page: Page::Bare, ..Look::default() });
        let mut text = format!("<article>\n<h2>{}</h2>\n<div class=\"row\">\n", escaped(&self.title));
        let _ = write!(text, "<div class=\"start\">{}</div>\n<div class=\"side\">\n", picture(&self.start));
        if let Some(end) = &self.end {
            let _ = writeln!(text, "<div class=\"end\">{}</div>", picture(end));
        }
        if let (Some(matrix), Some(link)) = (self.code()?, &self.link) {
            let (side, path) = (matrix.len() + 2 * qr::MARGIN, qr::path(&matrix));
            let address = escaped(link).replace('"', "&quot;");
            let _ = writeln!(
                text,
                "<a href=\"{address}\"><svg class=\"code\" viewBox=\"0 0 {side} {side}\" role=\"img\" \
                 aria-label=\"QR code of the link\"><path d=\"{path}\"/></svg></a>"
            );
        }
        let _ = write!(text, "</div>\n</div>\n<p>{}</p>\n", escaped(&self.goal));
        if let Some((moves, style)) = self.fewest {
            let _ = writeln!(text, "<p>fewest moves: {moves} ({})</p>", style.meaning());
        }
        text.push_str("</article>\n");
        Ok(text)
    }
}

/// All goals of a puzzle in words.
fn goals(puzzle: &Puzzle) -> String {
    let words = |goal: &Goal| {
        let named = goal.0.iter().take(PLACES).map(|place| one(puzzle, place));
        let more = goal.0.len().saturating_sub(PLACES);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{}{more}", named.collect::<Vec<_>>().join(" and "))
    };
    let few: Vec<String> = puzzle.goals().iter().take(2).map(words).collect();
    let more = puzzle.goals().len().saturating_sub(2);
    let more = if more > 0 { format!(", or {more} more goals") } else { String::new() };
    let lines = if puzzle.grid().is_solid() { "Layers, rows and columns" } else { "Rows and columns" };
    format!("Bring {}{more}. {lines} count from 0.", few.join(", or "))
}

/// `piece 1 to row 3, column 1`.
fn one(puzzle: &Puzzle, place: &Place) -> String {
    let grid: Grid = puzzle.grid();
    let pieces = puzzle.pieces().iter().enumerate().filter(|(_, kind)| **kind == place.kind);
    let numbers: Vec<usize> = pieces.map(|(number, _)| number).collect();
    let name = match numbers[..] {
        [only] => format!("piece {}", puzzle.name(only)),
        _ => format!("a piece {}", puzzle.kind(place.kind).name),
    };
    let at = grid.offset(place.at);
    let layer = if grid.is_solid() { format!("layer {}, ", at.layer) } else { String::new() };
    format!("{name} to {layer}row {}, column {}", at.row, at.col)
}

/// The address at which a page plays a puzzle: that of the page, and a fragment that names the puzzle of the
/// library or contains its text.
pub fn address(page: &str, game: &Game, name: Option<&str>) -> String {
    let fragment = match (name, game) {
        (Some(name), _) => format!("#/play/{}", encoded(name).replace("%2F", "/").replace("%3A", ":")),
        (None, Game::Blocks(puzzle)) => {
            // Comments would make the code larger.
            let text = sliding::print(puzzle);
            let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
            format!("#/play?text={}", encoded(&lines.join("\n")))
        }
        (None, Game::Tiles(position)) => {
            let goal = match position.goal().name() {
                Some("blank-last") => String::new(),
                _ => format!("&goal={}", encoded(&print_goal(position.goal()))),
            };
            format!("#/play?text={}{goal}", encoded(&position.to_string()))
        }
    };
    let page = page.split('#').next().unwrap_or(page);
    let slash = if page.ends_with('/') || page.ends_with(".html") { "" } else { "/" };
    format!("{page}{slash}{fragment}")
}

/// Percent-encodes everything but letters, digits and `-._~`.
fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// The page: six cards on each sheet of paper.
pub fn html(cards: &[Card], paper: Paper) -> Result<String, LinkTooLong> {
    let (name, (_, high)) = (paper.name(), paper.millimetres());
    let mut sheets = String::new();
    for sheet in cards.chunks(PER_PAGE) {
        let cards: Vec<String> = sheet.iter().map(Card::html).collect::<Result<_, _>>()?;
        let _ = write!(sheets, "<section>\n{}</section>\n", cards.concat());
    }
    // The margins are 12 mm; a little less than the rest keeps browsers from adding an empty page.
    let height = high - 2.0 * 12.0 - 1.0;
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"en\" class=\"light\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Sliding puzzles</title>\n<style>\n{}{STYLE}@page {{ size: {name}; margin: 12mm }}\n\
         section {{ height: {height:.1}mm }}\n</style>\n</head>\n<body>\n{sheets}</body>\n</html>\n",
        board::style_sheet(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;

    fn blocks(text: &str) -> Game {
        sliding::parse(text).unwrap().puzzle.into()
    }

    #[test]
    fn a_goal_is_said_in_words() {
        let klotski = Game::from(library::puzzle("klotski").unwrap());
        let card = Card::new(&klotski, "klotski");
        assert_eq!(card.goal, "Bring piece 1 to row 3, column 1. Rows and columns count from 0.");
        assert_eq!(card.fewest, Some((81, Style::MOVE)));
        let two = blocks("1 x 4\n1 = 1\n2 = 1\n112\ngoal 1@0,3\ngoal 2@0,0\n");
        let words = "Bring a piece 1 to row 0, column 3, or piece 2 to row 0, column 0. ";
        assert!(Card::new(&two, "").goal.starts_with(words), "{}", Card::new(&two, "").goal);
        let full = blocks("1 x 3\n1 = 1\n2 = 1\n12\n012\n");
        let card = Card::new(&full, "mine");
        assert!(card.end.is_some() && card.fewest.is_none() && card.title == "mine");
    }

    #[test]
    fn an_unknown_number_of_moves_is_not_claimed() {
        let card = Card::new(&blocks("1 x 3\n1 = 1\n2 = 1\n12\n012\n"), "mine");
        let plain = html(std::slice::from_ref(&card), Paper::Letter).unwrap();
        assert!(!plain.contains("fewest moves") && !plain.contains("class=\"code\""));
        assert!(plain.contains("size: letter") && plain.contains("height: 254.4mm"));
        assert!(html(&[card.fewest(2, Style::STEP)], Paper::A4).unwrap().contains("fewest moves: 2 (one"));
    }

    #[test]
    fn the_link_of_a_long_code_still_has_the_size_that_is_promised() {
        assert_eq!(qr::matrix(&"x".repeat(LONGEST)).unwrap().len(), 77);
    }

    #[test]
    fn a_long_list_of_tiles_is_no_title() {
        let position: Position = "1 2 3/4 0 6/7 5 8".parse().unwrap();
        let game = Game::from(&position);
        assert_eq!(Card::new(&game, "1 2 3/4 0 6/7 5 8").title, "1 2 3/4 0 6/7 5 8");
        assert_eq!(Card::new(&game, &"1 ".repeat(99)).title, "3 x 3 tiles");
    }

    #[test]
    fn six_cards_fill_a_sheet() {
        let card = Card::new(&blocks("1 x 3\n1 = 1\n2 = 1\n12\n012\n"), "mine");
        let page = html(&vec![card; 7], Paper::A4).unwrap();
        assert_eq!((page.matches("<section>").count(), page.matches("<article>").count()), (2, 7));
    }

    #[test]
    fn a_link_names_the_puzzle_or_contains_it() {
        let klotski = Game::from(library::puzzle("klotski").unwrap());
        let named = address("https://example.org/puzzles", &klotski, Some("gnome/red_donkey"));
        assert_eq!(named, "https://example.org/puzzles/#/play/gnome/red_donkey");
        let position: Position = "1 2 3/4 0 6/7 5 8".parse().unwrap();
        let tiles = address("http://192.168.1.2:8015/", &Game::from(&position), None);
        assert_eq!(tiles, "http://192.168.1.2:8015/#/play?text=1%202%203%2F4%200%206%2F7%205%208");
        let first =
            Position::new(position.board().clone(), tiles::Goal::blank_first(position.board().size()));
        assert!(address("x/", &Game::from(first.unwrap()), None).ends_with("&goal=blank-first"));
        assert!(
            address("x/", &blocks("1 x 3\n1 = 1\n2 = 1\n12\n012\n"), None)
                .contains("1%20x%203%0A1%20%3D%201")
        );
    }

    #[test]
    fn a_link_that_no_code_holds_is_refused() {
        let klotski = Game::from(library::puzzle("klotski").unwrap());
        let card = |length: usize| [Card::new(&klotski, "").link("x".repeat(length))];
        assert!(html(&card(LONGEST), Paper::A4).is_ok());
        let found = html(&card(LONGEST + 1), Paper::A4).unwrap_err();
        assert_eq!((&found.title[..7], found.length), ("Klotski", LONGEST + 1));
    }
}
