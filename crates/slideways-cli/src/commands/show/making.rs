//! `show --as stl` and `--as laser`: puzzles and packings to print or to cut.

use super::target::Target;
use crate::arguments::Show;
use crate::arguments::making::ShowForm;
use crate::problem::{Failure, Problem};
use crate::quantity::counted;
use slideways::lock::rule::Packing;
use slideways::show::kit::{CannotMake, Kit};
use slideways::show::scene::Scene;
use slideways::show::{laser, solids, stl};
use std::io::Write;

/// Write the tray and the pieces of a puzzle.
pub fn puzzle(scene: &Scene, show: &Show, target: &Target, out: &mut dyn Write) -> Result<(), Failure> {
    if show.solution.is_some() {
        return Err(target.unfit("a solution").help("leave out `--solution`").into());
    }
    let pieces = counted(scene.figures.len() as u64, "piece");
    if target.form == ShowForm::Laser {
        return cut(&Kit::of_scene(scene).map_err(refused)?, &pieces, show, target, out);
    }
    let bytes = solids::puzzle(scene, &show.making.print()).map_err(refused)?;
    let tray = if scene.grid.layers() == 1 { "a tray and " } else { "" };
    target.write(&bytes, &format!("{tray}{pieces} for a 3-D printer"), out)
}

/// Write the parts for a laser cutter.
fn cut(kit: &Kit, pieces: &str, show: &Show, target: &Target, out: &mut dyn Write) -> Result<(), Failure> {
    let svg = laser::svg(kit, &show.making.laser()).map_err(refused)?;
    target.write(svg.as_bytes(), &format!("frame, base plate and {pieces} for a laser cutter"), out)
}

/// Write the pieces of a packing: in place, or apart and with clearance if a size of pieces is given.
pub fn packing(what: &Packing, show: &Show, target: &Target, out: &mut dyn Write) -> Result<(), Failure> {
    let pieces = counted(what.pieces.len() as u64, "piece");
    if target.form == ShowForm::Laser {
        return cut(&Kit::of_packing(what).map_err(refused)?, &pieces, show, target, out);
    }
    let (bytes, parts) = match show.making.apart() {
        true => {
            let tray = if what.grid.layers() == 1 { "a tray and " } else { "" };
            (solids::packing(what, &show.making.print()), format!("{tray}{pieces}"))
        }
        false => {
            let cell = show.making.cell.unwrap_or(f64::from(stl::CELL));
            (solids::in_place(what, cell), format!("{pieces} in place"))
        }
    };
    target.write(&bytes.map_err(refused)?, &format!("{parts} for a 3-D printer"), out)
}

/// The error for what cannot be made.
fn refused(why: CannotMake) -> Problem {
    let problem = Problem::new(why.to_string());
    match why {
        CannotMake::NotFlat(_) => problem.help("`--as stl` prints its pieces"),
        CannotMake::Disconnected { .. } => {
            problem.help("only pieces whose cells are joined can be printed or cut")
        }
        CannotMake::Size { .. } => {
            problem.help("sizes are in millimetres; `slideways show --help` lists them")
        }
        CannotMake::Crossing { .. } => problem.help("choose a larger `--clearance`"),
    }
}
