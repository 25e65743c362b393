//! Files for pictures and graphs; the extension selects the format.

use crate::problem::{Problem, reason};
use crate::quantity::counted;
use slideways::format::Notation;
use slideways::outcome::LayerTable;
use slideways::puzzle::Puzzle;
use slideways::show::graph::{self, Manner};
use slideways::show::picture::{self, Page, Picture};
use slideways::show::plot::{self, Plot};
use slideways::show::raster;
use slideways::space::Component;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is opened before the search.
pub struct Output {
    file: Opened,
    /// The nodes of a graph whose edges go to a second file.
    nodes: Option<Opened>,
    sort: Sort,
}

/// A file that stays unchanged, or absent, until something is written.
struct Opened {
    path: PathBuf,
    file: File,
    existed: bool,
    begun: bool,
}

#[derive(Clone, Copy)]
enum Sort {
    Svg,
    Png,
    Graph(Manner),
    Puzzle(Notation),
}

/// A file for a histogram.
pub fn plot_file(path: &Path) -> Result<Output, Problem> {
    match ending(path).as_str() {
        "svg" => Output::new(path, Sort::Svg),
        _ => Err(unknown(path, "a histogram", &["svg"])),
    }
}

/// A file for the picture of a graph.
pub fn picture_file(path: &Path) -> Result<Output, Problem> {
    match ending(path).as_str() {
        "svg" => Output::new(path, Sort::Svg),
        "png" => Output::new(path, Sort::Png),
        _ => Err(unknown(path, "a picture", &["svg", "png"])),
    }
}

/// A file for a graph.
pub fn graph_file(path: &Path) -> Result<Output, Problem> {
    let Some(manner) = Manner::of_ending(&ending(path)) else {
        return Err(unknown(path, "a graph", &Manner::ALL.map(|(name, _)| name)));
    };
    let mut output = Output::new(path, Sort::Graph(manner))?;
    if manner == Manner::Csv {
        output.nodes = Some(Opened::new(&path.with_extension("nodes.csv"))?);
    }
    Ok(output)
}

/// A file for a puzzle.
pub fn puzzle_file(path: &Path) -> Result<Output, Problem> {
    if path.as_os_str() == "-" {
        return Err(Problem::new("a puzzle is saved in a file, not on standard output")
            .help("give a file name such as `hard.txt`"));
    }
    let notation = match ending(path).as_str() {
        "json" => Notation::Json,
        "drawn" => Notation::Drawn,
        _ => Notation::Sliding,
    };
    Output::new(path, Sort::Puzzle(notation))
}

fn ending(path: &Path) -> String {
    path.extension().map_or(String::new(), |ending| ending.to_string_lossy().to_lowercase())
}

fn unknown(path: &Path, what: &str, endings: &[&str]) -> Problem {
    let endings: Vec<String> = endings.iter().map(|ending| format!("`.{ending}`")).collect();
    Problem::new(format!("unknown file format for {what}: `{}`", path.display()))
        .help(format!("use a name that ends in {}", endings.join(", ")))
}

fn cannot(path: &Path, error: &std::io::Error) -> Problem {
    Problem::new(format!("`{}` cannot be written: {}", path.display(), reason(error)))
}

impl Opened {
    fn new(path: &Path) -> Result<Opened, Problem> {
        let existed = path.exists();
        let file = File::options().write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|error| cannot(path, &error))?;
        Ok(Opened { path: path.to_owned(), file, existed, begun: false })
    }

    /// Overwrite the file.
    fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Problem> {
        self.begun = true;
        // Only a plain file can be truncated.
        let _ = self.file.set_len(0);
        let mut out = BufWriter::new(&self.file);
        write(&mut out).and_then(|()| out.flush()).map_err(|error| cannot(&self.path, &error))
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        if !self.begun && !self.existed {
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl Output {
    fn new(path: &Path, sort: Sort) -> Result<Output, Problem> {
        Ok(Output { file: Opened::new(path)?, nodes: None, sort })
    }

    /// Write a histogram of a table.
    pub fn plot(
        &mut self,
        title: &str,
        distance: &str,
        thing: &str,
        table: &LayerTable,
    ) -> Result<(), Problem> {
        let states = counted(table.states(), thing);
        let subtitle = match table.stop {
            None => format!("{states}, radius {}", table.radius()),
            Some(_) => format!("{states} so far; there may be more"),
        };
        let number = format!("{thing}s");
        let plot = Plot { title, subtitle: &subtitle, distance, number: &number, sizes: &table.sizes };
        self.file.write(|out| out.write_all(plot::svg(&plot).as_bytes()))
    }

    /// Write the picture of a component, a rough one if the layout is stopped; returns whether it was.
    pub fn picture(
        &mut self,
        title: &str,
        map: &Component,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<bool, Problem> {
        let page = if matches!(self.sort, Sort::Png) { Page::Pixels } else { Page::Any };
        let Picture { svg, rough } = picture::svg(title, map, page, stop);
        let bytes = match page {
            Page::Pixels => raster::png(&svg, 1.0)
                .map_err(|why| Problem::new(format!("the picture cannot be drawn: {why}")))?,
            Page::Any => svg.into_bytes(),
        };
        self.file.write(|out| out.write_all(&bytes))?;
        Ok(rough)
    }

    /// Write a puzzle.
    pub fn puzzle(&mut self, puzzle: &Puzzle) -> Result<(), Problem> {
        let Sort::Puzzle(notation) = self.sort else { return Ok(()) };
        let Some(text) = notation.print(puzzle) else {
            return Err(Problem::new(format!("the puzzle cannot be written as `{}`", notation.name()))
                .help("choose a name that ends in .txt"));
        };
        self.file.write(|out| writeln!(out, "{}", text.trim_end_matches('\n')))
    }

    /// Write a component as a graph.
    pub fn graph(&mut self, component: &Component) -> Result<(), Problem> {
        let Sort::Graph(manner) = self.sort else { return Ok(()) };
        self.file.write(|out| graph::write(component, manner, out))?;
        match &mut self.nodes {
            Some(nodes) => nodes.write(|out| graph::nodes(component, out)),
            None => Ok(()),
        }
    }
}
