//! The forms of `show`, and the sizes of things to make.

use clap::{Args, ValueEnum};
use slideways::show::laser::LaserSizes;
use slideways::show::solids::PrintSizes;

/// What `show` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ShowForm {
    /// A packing as a line, as Knuth prints it
    Text,
    /// The cells of every piece of a packing, for programs
    Json,
    /// A picture; of a packing, the layers side by side
    Svg,
    /// A packing in space, its pieces drawn apart
    Iso,
    /// A picture in pixels
    Png,
    /// A film of a solution
    Gif,
    /// Solids for 3-D printers: tray and pieces, or a packing in place
    Stl,
    /// Parts for a laser cutter, as SVG in millimetres
    Laser,
    /// A page that plays the puzzle and its solution
    Html,
}

/// Sizes of what is printed or cut.
#[derive(Args)]
pub struct Making {
    /// Width of a cell [default: 20; 10 for a packing in place]
    #[arg(long, value_name = "MM", help_heading = "Printers and laser cutters")]
    pub cell: Option<f64>,
    /// Space between neighbouring pieces, and between pieces and walls [default: 0.3]
    #[arg(long, value_name = "MM", help_heading = "Printers and laser cutters")]
    pub clearance: Option<f64>,
    /// Height of printed pieces [default: half a cell]
    #[arg(long, value_name = "MM", help_heading = "Printers and laser cutters")]
    pub height: Option<f64>,
    /// Slant at the top edges of printed pieces; 0 for sharp edges [default: 0.8, less on small pieces]
    #[arg(long, value_name = "MM", help_heading = "Printers and laser cutters")]
    pub chamfer: Option<f64>,
    /// Width of the strip that the laser removes [default: 0.15]
    #[arg(long, value_name = "MM", help_heading = "Printers and laser cutters")]
    pub kerf: Option<f64>,
}

impl Making {
    /// The first option that does not apply to a form, and the form to which it applies.
    pub fn misplaced(&self, form: Option<ShowForm>) -> Option<(&'static str, &'static str)> {
        let (stl, laser) = (form == Some(ShowForm::Stl), form == Some(ShowForm::Laser));
        let (both, print, cut) = ("`--as stl` and `--as laser`", "`--as stl`", "`--as laser`");
        let given = [
            ("cell", self.cell, stl || laser, both),
            ("clearance", self.clearance, stl || laser, both),
            ("height", self.height, stl, print),
            ("chamfer", self.chamfer, stl, print),
            ("kerf", self.kerf, laser, cut),
        ];
        given.iter().find(|(_, size, fits, _)| size.is_some() && !fits).map(|&(name, _, _, to)| (name, to))
    }

    /// Whether a packing is printed piece by piece: an option other than the width of a cell is given.
    pub fn apart(&self) -> bool {
        self.clearance.or(self.height).or(self.chamfer).is_some()
    }

    /// The sizes for a printer.
    pub fn print(&self) -> PrintSizes {
        let usual = self.cell.map_or(PrintSizes::default(), PrintSizes::of_cell);
        let height = self.height.unwrap_or(usual.height);
        PrintSizes {
            height,
            clearance: self.clearance.unwrap_or(usual.clearance),
            chamfer: self.chamfer.unwrap_or(usual.chamfer.min(height / 4.0)),
            ..usual
        }
    }

    /// The sizes for a laser cutter.
    pub fn laser(&self) -> LaserSizes {
        let usual = LaserSizes::default();
        LaserSizes {
            cell: self.cell.unwrap_or(usual.cell),
            clearance: self.clearance.unwrap_or(usual.clearance),
            kerf: self.kerf.unwrap_or(usual.kerf),
        }
    }
}
