//! Options that describe a family of puzzles.

use clap::Args;
use slideways::design::{self, Kit, NamedKit, NotAKit};
use std::ops::RangeInclusive;

/// The box, the pieces and the goals.
#[derive(Args)]
pub struct FamilyOptions {
    /// Size of the box, rows x columns, such as 5x4
    #[arg(long = "box", value_name = "RxC")]
    pub container: String,
    /// The pieces, by name: klotski (one 2x2, dominoes that stand or lie, unit squares, two holes), dominoes
    /// (standing or lying, two holes), rush (a red car alone in its row, cars and trucks that move along
    /// their line), unit-cars (cars of one cell that move along their line, one hole)
    #[arg(long, value_name = "NAME", conflicts_with = "pieces", required_unless_present_any = ["pieces", "any"])]
    #[arg(value_parser = parse_name)]
    pub kit: Option<NamedKit>,
    /// The pieces: numbers or ranges, and shapes that do not turn; 1x2 lies, 2x1 stands, 2x1|1x2 is either:
    /// '1*2x2 0..6*2x1|1x2 4*1x1'. Other shapes are patterns such as 11/01 or names such as T4; a label such
    /// as goal=1x1 tells pieces of one shape apart, and 1x2:row or 2x1:column moves only along its line;
    /// red=1x2:row:alone is alone in its row, red=1x2:row:front has others only behind it
    #[arg(long, value_name = "PIECES", value_parser = parse_kit)]
    pub pieces: Option<Kit>,
    /// All polyominoes with this number of cells, such as 1..5; one of them, the goal piece, goes from the
    /// upper left corner to the lower right one
    #[arg(long, value_name = "RANGE", value_parser = parse_range, conflicts_with_all = ["kit", "pieces"])]
    pub any: Option<RangeInclusive<u32>>,
    /// Number of cells that stay empty, such as 2, 2..4 or 2.. [default: as the kit says, any number for
    /// --pieces]
    #[arg(long, value_name = "RANGE", value_parser = parse_range)]
    pub holes: Option<RangeInclusive<u32>>,
    /// Cells that no piece can enter: row,column, counted from 0; may be repeated
    #[arg(long, value_name = "CELL")]
    pub blocked: Vec<String>,
    /// Number of further walls, anywhere in the box, such as 1 or 0..2
    #[arg(long, value_name = "RANGE", value_parser = parse_range, default_value = "0")]
    pub walls: RangeInclusive<u32>,
    /// Where pieces must be at the start, such as '2x2@upper-left' [default: anywhere]
    #[arg(long, value_name = "PLACES")]
    pub from: Option<String>,
    /// Goal: pieces at their first cells, such as '2x2@3,1', or at a named place: bottom, right, upper-left,
    /// upper-right, lower-left, lower-right; may be repeated, and one of several goals is enough. 'swap a b':
    /// two pieces of one shape change places, wherever they are at the start (census only) [default: the
    /// first piece at the bottom centre, or one column left of it; at the right end of the middle row if it
    /// moves along rows only]
    #[arg(long, value_name = "GOAL")]
    pub goal: Vec<String>,
}

impl FamilyOptions {
    /// The pieces.
    pub fn kit(&self) -> Kit {
        match (&self.any, &self.pieces, self.kit) {
            (Some(cells), _, _) => Kit::any(cells.clone()),
            (None, Some(kit), _) => kit.clone(),
            (None, None, Some(named)) => named.kit(),
            (None, None, None) => Kit::klotski(),
        }
    }

    /// The number of holes.
    pub fn holes(&self) -> RangeInclusive<u32> {
        let default = || self.kit.map_or(0..=u32::MAX, NamedKit::holes);
        self.holes.clone().unwrap_or_else(default)
    }
}

fn parse_name(text: &str) -> Result<NamedKit, String> {
    NamedKit::named(text).ok_or_else(|| {
        let names: Vec<&str> = NamedKit::ALL.iter().map(|kit| kit.name).collect();
        format!("expected one of {}", names.join(", "))
    })
}

fn parse_kit(text: &str) -> Result<Kit, String> {
    text.parse().map_err(|why: NotAKit| why.to_string())
}

/// A range of numbers.
pub fn parse_range(text: &str) -> Result<RangeInclusive<u32>, String> {
    design::range(text)
        .map_err(|_| "expected a number or a range such as `2`, `2..4`, `2..` or `..4`".to_owned())
}
