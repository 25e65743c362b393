//! `sheet`: several puzzles on paper, with QR codes of their links.

use super::show::target::{FileFormat, Target, write_file};
use crate::arguments::sheet::{PaperSize, Sheet};
use crate::input::{self, Game, Reader, TileContext};
use crate::problem::{Failure, Problem};
use crate::quantity::counted;
use crate::status::Status;
use slideways::Style;
use slideways::library;
use slideways::show::pdf;
use slideways::show::sheet::{self, Card, LinkTooLong, Paper};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write the sheet.
pub fn run(options: &Sheet, out: &mut dyn Write) -> Result<Status, Failure> {
    let format = SheetFormat::of(options.output.as_deref())?;
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
    let refused = |why: LinkTooLong| {
        Problem::new(why.to_string()).help("name puzzles of the library, or leave out `--link`")
    };
    let what = format!("a sheet of {} to print", counted(cards.len() as u64, "puzzle"));
    match format {
        SheetFormat::Html(target) => {
            let page = sheet::html(&cards, paper).map_err(refused)?;
            target.write(page.as_bytes(), &what, out)?;
        }
        SheetFormat::Pdf(path) => {
            let pages = sheet::svg(&cards, paper).map_err(refused)?;
            let bytes = pdf::pdf(&pages).map_err(|why| Problem::new(why.to_string()))?;
            write_file(path, &bytes, &what, out)?;
        }
        SheetFormat::Svg(path) => {
            let pages = sheet::svg(&cards, paper).map_err(refused)?;
            for (number, page) in (1..).zip(&pages) {
                let what = format!("{what}, page {number} of {}", pages.len());
                write_file(&numbered(path, number), page.as_bytes(), &what, out)?;
            }
        }
    }
    Ok(Status::Success)
}

/// What is written, by the ending of the file name.
enum SheetFormat<'s> {
    Html(Target<'s>),
    Pdf(&'s Path),
    Svg(&'s Path),
}

impl SheetFormat<'_> {
    fn of(output: Option<&Path>) -> Result<SheetFormat<'_>, Problem> {
        let ending = output.and_then(|path| Some(path.extension()?.to_string_lossy().to_lowercase()));
        Ok(match (output, ending.as_deref()) {
            (Some(path), Some("pdf")) => SheetFormat::Pdf(path),
            (Some(path), Some("svg")) => SheetFormat::Svg(path),
            _ => SheetFormat::Html(Target::file(output, FileFormat::Html)?),
        })
    }
}

/// The file of a page: `cards.svg`, `cards-2.svg` and so on.
fn numbered(path: &Path, number: usize) -> PathBuf {
    match (number, path.file_stem()) {
        (2.., Some(stem)) => path.with_file_name(format!("{}-{number}.svg", stem.to_string_lossy())),
        _ => path.to_owned(),
    }
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
