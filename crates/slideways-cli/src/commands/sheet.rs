//! `sheet`: several puzzles on paper, with QR codes of their links.

use super::show::target::{FileFormat, Target};
use crate::arguments::sheet::{PaperSize, Sheet};
use crate::input::{self, Game, Reader, TileContext};
use crate::problem::{Failure, Problem};
use crate::quantity::counted;
use crate::status::Status;
use slideways::Style;
use slideways::library;
use slideways::show::sheet::{self, Card, Paper};
use std::io::Write;

/// Write the sheet.
pub fn run(options: &Sheet, out: &mut dyn Write) -> Result<Status, Failure> {
    let target = Target::file(options.output.as_deref(), FileFormat::Html)?;
    if let Some(link) = options.link.as_deref().filter(|link| !is_address(link)) {
        return Err(Problem::new(format!("`{link}` is not the address of a page"))
            .help("it begins with `http://` or `https://`; `slideways serve` prints one")
            .into());
    }
    let mut reader = Reader::default();
    let mut cards = vec![];
    for argument in &options.puzzles {
        for found in input::puzzles(argument, &mut reader) {
            cards.push(card(
                &found.load(&TileContext { goal: options.goal.as_deref(), ..TileContext::default() })?,
                options,
            )?);
        }
    }
    let paper = match options.paper {
        PaperSize::A4 => Paper::A4,
        PaperSize::Letter => Paper::Letter,
    };
    let page = sheet::html(&cards, paper).map_err(|why| {
        Problem::new(why.to_string()).help("name puzzles of the library, or leave out `--link`")
    })?;
    let puzzles = counted(cards.len() as u64, "puzzle");
    target.write(page.as_bytes(), &format!("a sheet of {puzzles} to print"), out)?;
    Ok(Status::Success)
}

fn is_address(link: &str) -> bool {
    let rest = link.strip_prefix("https://").or_else(|| link.strip_prefix("http://"));
    rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace))
}

fn card(puzzle: &Game, options: &Sheet) -> Result<Card, Failure> {
    let game = match puzzle {
        Game::Blocks(_) => puzzle.game(None)?,
        Game::Tiles(_) => puzzle.game(options.goal.as_deref())?,
    };
    // The title of a set is the same for all its positions.
    let name = match (puzzle, puzzle.title()) {
        (Game::Tiles(named), title) if !title.is_empty() => format!("{}, {title}", named.name),
        _ => puzzle.name().to_owned(),
    };
    let mut card = Card::new(&game, &name);
    if let (Game::Tiles(named), slideways::Game::Tiles(position)) = (puzzle, &game)
        && let Some(moves) = named.optimum(position.goal())
    {
        card = card.fewest(moves, Style::STEP);
    }
    // A puzzle of the library is linked by its name, which is shorter than its text.
    let name = Some(puzzle.name()).filter(|name| library::find(name) == Some(name));
    Ok(match &options.link {
        Some(page) => card.link(sheet::address(page, &game, name)),
        None => card,
    })
}
