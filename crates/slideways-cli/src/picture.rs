//! The file formats of packings.

use crate::problem::{Problem, reason};
use clap::ValueEnum;
use serde::Serialize;
use slideways::lock::rule::Packing;
use slideways::lock::upright;
use slideways::puzzle::Shape;
use slideways::show::{isometric, packing, stl};
use std::fs;
use std::path::{Path, PathBuf};

/// A form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// A line as Knuth prints it
    Text,
    /// The cells of every piece, for programs
    Json,
    /// The layers side by side
    Svg,
    /// The pieces in space, drawn apart
    Iso,
    /// Solids for printers, a cell 10 mm wide
    Stl,
}

impl Form {
    /// The file name extension.
    fn ending(self) -> &'static str {
        match self {
            Form::Text => "txt",
            Form::Json => "json",
            Form::Svg => "svg",
            Form::Iso => "iso.svg",
            Form::Stl => "stl",
        }
    }

    /// A packing in this form.
    pub fn of(self, what: &Packing) -> Vec<u8> {
        match self {
            Form::Text => format!("{}\n", what.print()).into_bytes(),
            Form::Json => json(what).into_bytes(),
            Form::Svg => packing::svg(what).into_bytes(),
            Form::Iso => isometric::svg(what).into_bytes(),
            Form::Stl => stl::assembly(what, stl::CELL),
        }
    }
}

/// A packing for programs; the names are those of `lock --json`.
#[derive(Serialize)]
struct PictureObject {
    r#box: String,
    pieces: usize,
    layers: Vec<String>,
    placed: Vec<Placed>,
}

/// A piece: its name in the layers, and its cells as layer, row, column, in the plane as row, column.
#[derive(Serialize)]
struct Placed {
    name: char,
    cells: Vec<String>,
}

fn json(what: &Packing) -> String {
    let placed = |(number, cells): (usize, &Vec<_>)| Placed {
        name: what.name(number),
        cells: cells.iter().map(|&cell| what.grid.coordinates(cell)).collect(),
    };
    let object = PictureObject {
        r#box: what.grid.to_string().replace(' ', ""),
        pieces: what.pieces.len(),
        layers: what.print().split(' ').map(str::to_owned).collect(),
        placed: what.pieces.iter().enumerate().map(placed).collect(),
    };
    format!("{}\n", serde_json::to_string(&object).expect("it has no odd keys"))
}

/// A folder that packings are written to, one file per packing and form. For 3-D printers there is also one
/// file per piece, up to rotation: `piece-1.stl` and so on.
pub struct Folder<'f> {
    path: &'f Path,
    forms: &'f [Form],
    shapes: Vec<Shape>,
    /// The number of packings written.
    pub written: u64,
}

impl<'f> Folder<'f> {
    /// Open a folder, which need not exist.
    pub fn open(path: &'f Path, forms: &'f [Form]) -> Result<Folder<'f>, Problem> {
        fs::create_dir_all(path).map_err(|error| unwritable(path, &error))?;
        Ok(Folder { path, forms, shapes: vec![], written: 0 })
    }

    /// Write a packing under a name.
    pub fn write(&mut self, name: &str, what: &Packing) -> Result<(), Problem> {
        for &form in self.forms {
            self.file(&format!("{name}.{}", form.ending()), &form.of(what))?;
            if form == Form::Stl {
                self.pieces(what)?;
            }
        }
        self.written += 1;
        Ok(())
    }

    fn pieces(&mut self, what: &Packing) -> Result<(), Problem> {
        for cells in &what.pieces {
            let shape = Shape::new(cells.iter().map(|&cell| what.grid.offset(cell)));
            let shape = upright(&shape.expect("a piece has cells"));
            if !self.shapes.contains(&shape) {
                self.shapes.push(shape.clone());
                let name = format!("piece-{}.stl", self.shapes.len());
                self.file(&name, &stl::piece(&shape, stl::CELL))?;
            }
        }
        Ok(())
    }

    fn file(&self, name: &str, bytes: &[u8]) -> Result<(), Problem> {
        let path: PathBuf = self.path.join(name);
        fs::write(&path, bytes).map_err(|error| unwritable(&path, &error))
    }

    /// Where it is, as the user wrote it.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }
}

fn unwritable(path: &Path, error: &std::io::Error) -> Problem {
    Problem::new(format!("`{}` cannot be written: {}", path.display(), reason(error)))
        .help("name a folder that can be written with `--export`")
}
