//! A board as an SVG picture.
//!
//! ```
//! use slideways::library;
//! use slideways::show::board::{self, Look};
//! use slideways::show::scene::Scene;
//!
//! let klotski = library::puzzle("klotski").unwrap();
//! let picture = board::svg(&Scene::of_puzzle(&klotski, klotski.start()), &Look::default());
//! assert!(picture.starts_with("<svg ") && picture.matches("class=\"piece\"").count() == 10);
//! ```
//!
//! A cell is always 40 units wide; the width and height of the picture scale it. Every piece is a group,
//! drawn relative to the corner of its anchor's cell, so moving a piece changes only the group's translation.
//! The layers of a solid box stand side by side; a piece in several layers is still one group.
//!
//! The floor, every cell that is not blocked, is sunk into a frame. Walls look like parts of the frame. The
//! frame is a rectangle if the floor nearly is one, and follows the outline of the floor otherwise, so walls
//! along the rim take little room.

use super::packing::{middle_of, parts};
use super::palette::{DARK, LIGHT, Theme};
use super::scene::{Figure, Scene};
use super::strokes;
use super::svg::{Corner, Path, Point, SvgNumber, escaped, inset, outlines};
use crate::grid::{Cell, Offset};
use std::fmt::Write;

/// Units per cell.
pub const CELL: f64 = 40.0;

/// The width of the frame, the margin around it, the space between layers, and the height of a caption.
const FRAME: f64 = 11.0;
pub(super) const MARGIN: f64 = 13.0;
const BETWEEN: f64 = 2.0 * FRAME + 14.0;
const CAPTION: f64 = 24.0;

/// The background of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// Follows the reader's setting for light or dark, where the viewer supports it.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// No background and no style: for embedding in a document that has the [`style_sheet`].
    Bare,
}

/// The appearance of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// The background.
    pub page: Page,
    /// Pixels per cell.
    pub cell: f64,
}

impl Default for Look {
    fn default() -> Look {
        Look { page: Page::Auto, cell: CELL }
    }
}

/// Draw a scene.
pub fn svg(scene: &Scene, look: &Look) -> String {
    let margin = if look.page == Page::Bare { 1.0 } else { MARGIN };
    let plan = BoardPlan::new(scene, margin);
    let mut body = background(scene, &plan);
    body.push_str("<g class=\"pieces\">\n");
    for figure in &scene.figures {
        let (x, y) = plan.corner(scene.grid.offset(figure.at));
        let (number, x, y) = (figure.number, SvgNumber(x), SvgNumber(y));
        let _ = writeln!(
            body,
            "<g class=\"piece\" data-piece=\"{number}\" transform=\"translate({x} {y})\">{}</g>",
            drawn(figure, &plan)
        );
    }
    body.push_str("</g>\n");
    plan.document(look, &scene.title, &body)
}

/// The width and height of a scene's picture at 40 pixels per cell; a film of it is a little higher.
pub fn size(scene: &Scene) -> (f64, f64) {
    BoardPlan::new(scene, MARGIN).size
}

/// The style sheet that a document needs for bare boards. Light and dark follow the reader's settings unless
/// the document or a part of it has the class `light` or `dark`. The colours are custom properties,
/// `--slideways-floor` and so on.
pub fn style_sheet() -> String {
    let properties = |theme: &Theme| -> String {
        themed(theme).iter().map(|(name, colour)| format!("--slideways-{name}:{colour};")).collect()
    };
    let (light, dark) = (properties(&LIGHT), properties(&DARK));
    let rules = rules(&|name| format!("var(--slideways-{name})"));
    format!(
        ":root,.light{{{light}}}\n@media (prefers-color-scheme:dark){{:root:not(.light){{{dark}}}}}\n.dark{{{dark}}}\n{rules}"
    )
}

/// The colours that depend on the page, by name.
fn themed(theme: &Theme) -> [(&'static str, &'static str); 6] {
    [
        ("page", theme.page),
        ("frame", theme.frame),
        ("edge", theme.edge),
        ("floor", theme.floor),
        ("mark", theme.mark),
        ("caption", theme.caption),
    ]
}

/// All style rules, with the colours that depend on the page given by name.
fn rules(colour: &dyn Fn(&str) -> String) -> String {
    let [page, frame, edge, floor, mark, caption] =
        ["page", "frame", "edge", "floor", "mark", "caption"].map(colour);
    let pen = "fill:none;stroke-linecap:round;stroke-linejoin:round";
    let ink = LIGHT.ink;
    [
        ("ground", format!("fill:{page}")),
        ("frame", format!("fill:{frame};stroke:{edge};stroke-width:1")),
        ("floor", format!("fill:{floor};stroke:{edge};stroke-width:1.2")),
        ("dusk", "fill:none;stroke:#000;stroke-opacity:.1;stroke-width:3".to_owned()),
        ("mark", format!("fill:{mark};fill-opacity:.13;stroke:{mark};stroke-width:1.6;stroke-dasharray:5 4")),
        (
            "gate",
            format!("fill:none;stroke:{mark};stroke-width:1.4;stroke-dasharray:.1 4;stroke-linecap:round"),
        ),
        ("label", format!("{pen};stroke:{mark};stroke-width:1.3")),
        ("caption", format!("{pen};stroke:{caption};stroke-width:1.2")),
        ("shade", "fill:#000;fill-opacity:.26".to_owned()),
        ("body", "stroke-width:1.4;stroke-linejoin:round".to_owned()),
        ("glow", "fill:none;stroke:#fff;stroke-opacity:.42;stroke-width:1.2".to_owned()),
        ("ring", "fill:none;stroke-width:1.5".to_owned()),
        ("motif", format!("{pen};stroke:{ink};stroke-opacity:.3;stroke-width:1.3")),
        ("name", format!("{pen};stroke:{ink};stroke-width:2")),
        ("way", format!("{pen};stroke:{ink};stroke-width:3")),
        ("halo", format!("{pen};stroke:#fff;stroke-opacity:.8;stroke-width:6.5")),
    ]
    .into_iter()
    .map(|(name, rule)| format!(".slideways .{name}{{{rule}}}\n"))
    .collect()
}

/// The style of a standalone picture.
fn style(page: Page) -> String {
    let of = |theme: &Theme| {
        let colours = themed(theme);
        rules(&|name| {
            let found = colours.iter().find(|(colour, _)| *colour == name);
            found.map_or_else(String::new, |(_, colour)| (*colour).to_owned())
        })
    };
    match page {
        Page::Bare => String::new(),
        Page::Light => of(&LIGHT),
        Page::Dark => of(&DARK),
        Page::Auto => {
            let (light, dark) = (of(&LIGHT), of(&DARK));
            let changed = |line: &&str| !light.lines().any(|other| other == *line);
            let dark: String = dark.lines().filter(changed).collect::<Vec<_>>().join("\n");
            format!("{light}@media (prefers-color-scheme:dark){{\n{dark}\n}}\n")
        }
    }
}

/// A standalone document of the given size in units.
pub(super) fn document(look: &Look, size: Point, data: &str, title: &str, body: &str) -> String {
    let scale = look.cell / CELL;
    let (wide, high) = (SvgNumber(size.0), SvgNumber(size.1));
    let (to_wide, to_high) = (SvgNumber(size.0 * scale), SvgNumber(size.1 * scale));
    let bare = look.page == Page::Bare;
    let role = if bare { "" } else { " role=\"img\"" };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"slideways board\"{role} width=\"{to_wide}\" \
         height=\"{to_high}\" viewBox=\"0 0 {wide} {high}\"{data}>\n"
    );
    if !bare {
        let (title, style) = (escaped(title), style(look.page));
        let _ = write!(
            text,
            "<title>{title}</title>\n<style>\n{style}</style>\n\
             <rect class=\"ground\" width=\"{wide}\" height=\"{high}\"/>\n"
        );
    }
    text.push_str(body);
    text.push_str("</svg>\n");
    text
}

/// The positions of things on the canvas.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardPlan {
    /// The corner of the first cell; outside the canvas if that cell is blocked and cropped.
    pub left: f64,
    pub top: f64,
    /// The left end of the floor.
    start: f64,
    /// The distance from a cell to the same cell of the next layer.
    pitch: f64,
    /// The whole canvas.
    pub size: Point,
}

impl BoardPlan {
    /// Crops blocked rows and columns at the rim, and adds a margin around the frame.
    pub fn new(scene: &Scene, margin: f64) -> BoardPlan {
        let grid = scene.grid;
        let floor: Vec<Offset> = scene.floor().map(|cell| grid.offset(cell)).collect();
        let ends = |along: fn(&Offset) -> i16, most: usize| {
            let (first, last) = (floor.iter().map(along).min(), floor.iter().map(along).max());
            (f64::from(first.unwrap_or(0)), f64::from(last.unwrap_or(most as i16 - 1)) + 1.0)
        };
        let (first_col, end_col) = ends(|at| at.col, grid.cols());
        let (first_row, end_row) = ends(|at| at.row, grid.rows());
        let around = margin + FRAME;
        let pitch = (end_col - first_col) * CELL + BETWEEN;
        let caption = if grid.is_solid() { CAPTION } else { 0.0 };
        BoardPlan {
            left: around - first_col * CELL,
            top: around - first_row * CELL,
            start: around,
            pitch,
            size: (
                2.0 * around + pitch * grid.layers() as f64 - BETWEEN,
                2.0 * around + (end_row - first_row) * CELL + caption,
            ),
        }
    }

    /// The translation for an offset.
    pub fn shift(&self, by: Offset) -> Point {
        (f64::from(by.col) * CELL + f64::from(by.layer) * self.pitch, f64::from(by.row) * CELL)
    }

    /// The top left corner of a cell.
    pub fn corner(&self, at: Offset) -> Point {
        let (x, y) = self.shift(at);
        (self.left + x, self.top + y)
    }

    fn document(&self, look: &Look, title: &str, body: &str) -> String {
        let (left, top, pitch) = (SvgNumber(self.left), SvgNumber(self.top), SvgNumber(self.pitch));
        let data =
            format!(" data-cell=\"{CELL}\" data-left=\"{left}\" data-top=\"{top}\" data-layer=\"{pitch}\"");
        document(look, self.size, &data, title, body)
    }

    /// Outlines of some cells, moved inwards, with rounded corners. Cells of the box are relative to the
    /// canvas' corner, cells of a shape to its anchor's.
    fn around(&self, cells: &[Offset], origin: Point, by: f64, radius: f64, holes: bool) -> Path {
        let mut path = Path::default();
        for (layer, cells) in layers(cells) {
            let (dx, dy) = self.shift(Offset { layer, row: 0, col: 0 });
            for line in outlines(&cells).iter().filter(|line| holes || area(line) > 0) {
                let points = inset(line, CELL, by).into_iter();
                let points: Vec<Point> =
                    points.map(|(x, y)| (x + origin.0 + dx, y + origin.1 + dy)).collect();
                path.rounded(&points, radius);
            }
        }
        path
    }
}

/// Cells as columns and rows, by layer.
fn layers(cells: &[Offset]) -> Vec<(i16, Vec<Corner>)> {
    let mut layers: Vec<i16> = cells.iter().map(|at| at.layer).collect();
    layers.sort_unstable();
    layers.dedup();
    let within = |layer: i16| cells.iter().filter(move |at| at.layer == layer);
    let corner = |at: &Offset| (i32::from(at.col), i32::from(at.row));
    layers.into_iter().map(|layer| (layer, within(layer).map(corner).collect())).collect()
}

/// Twice the area of a polygon; negative for a hole.
fn area(line: &[Corner]) -> i32 {
    let next = line.iter().cycle().skip(1);
    line.iter().zip(next).map(|(a, b)| a.0 * b.1 - a.1 * b.0).sum()
}

/// The cells inside a frame. In every layer these are all cells between the first and the last row and column
/// of the floor if three quarters of them are floor, and the floor itself otherwise.
fn framed(floor: &[Offset]) -> Vec<Offset> {
    let frame = |(layer, cells): (i16, Vec<Corner>)| -> Vec<Offset> {
        let ends = |along: fn(&Corner) -> i32| {
            let (first, last) = (cells.iter().map(along).min(), cells.iter().map(along).max());
            first.unwrap_or(0)..last.map_or(0, |last| last + 1)
        };
        let (cols, rows) = (ends(|at| at.0), ends(|at| at.1));
        let all: Vec<Corner> = rows.flat_map(|row| cols.clone().map(move |col| (col, row))).collect();
        let around = if cells.len() * 4 >= all.len() * 3 { all } else { cells };
        around.into_iter().map(|(col, row)| Offset { layer, row: row as i16, col: col as i16 }).collect()
    };
    layers(floor).into_iter().flat_map(frame).collect()
}

/// Everything that does not move: frame, floor, gates, and places of the goal.
pub(super) fn background(scene: &Scene, plan: &BoardPlan) -> String {
    let grid = scene.grid;
    let origin = (plan.left, plan.top);
    let offsets =
        |cells: &mut dyn Iterator<Item = Cell>| cells.map(|cell| grid.offset(cell)).collect::<Vec<_>>();
    let floor = offsets(&mut scene.floor());
    let mut text = String::new();
    let mut shape = |class: &str, path: Path| {
        if !path.is_empty() {
            let _ = writeln!(text, "<path class=\"{class}\" d=\"{path}\"/>");
        }
    };
    shape("frame", plan.around(&framed(&floor), origin, -FRAME, 14.0, false));
    shape("floor", plan.around(&floor, origin, -0.6, 6.0, true));
    shape("dusk", plan.around(&floor, origin, 1.4, 5.0, true));
    for gate in &scene.gates {
        let at = grid.offset(gate.cell);
        shape("gate", plan.around(&[at], origin, 4.0, 6.0, true));
        let (x, y) = plan.corner(at);
        let mut label = Path::default();
        let names: String = match gate.names.chars().count() {
            ..=5 => gate.names.clone(),
            _ => gate.names.chars().take(4).chain(['+']).collect(),
        };
        strokes::draw_centred(&mut label, (x + CELL / 2.0, y + CELL / 2.0), 8.0, &names);
        shape("label", label);
    }
    for mark in &scene.marks {
        let cells = offsets(&mut mark.cells.iter().copied());
        // A mark runs through the gap between pieces, which do not hide it. Many marks get separate lines.
        let by = if scene.marks.len() > 2 { 2.2 } else { 0.8 };
        shape("mark", plan.around(&cells, origin, by, 6.0, true));
        let mut label = Path::default();
        if let Some(&last) = cells.last() {
            let (x, y) = plan.corner(last);
            let left = x + CELL - 7.0 - strokes::width(&mark.name, 8.0);
            strokes::draw(&mut label, (left, y + CELL - 7.0), 8.0, &mark.name);
        }
        shape("label", label);
    }
    for layer in (0..grid.layers()).filter(|_| grid.is_solid()) {
        let (x, _) = plan.shift(Offset { layer: layer as i16, row: 0, col: 0 });
        let at = (plan.start + x + (plan.pitch - BETWEEN) / 2.0, plan.size.1 - CAPTION / 2.0 - 4.0);
        let mut caption = Path::default();
        strokes::draw_centred(&mut caption, at, 9.0, &format!("layer {layer}"));
        shape("caption", caption);
    }
    text
}

/// A figure, relative to its anchor.
pub(super) fn drawn(figure: &Figure, plan: &BoardPlan) -> String {
    let around = |by, radius| plan.around(&figure.shape, (0.0, 0.0), by, radius, true);
    let (fill, line) = (figure.fill, figure.fill.dimmed(0.58));
    let body = around(1.7, 6.5);
    let mut text = format!("<path class=\"shade\" transform=\"translate(0 1.8)\" d=\"{body}\"/>");
    let _ = write!(text, "<path class=\"body\" fill=\"{fill}\" stroke=\"{line}\" d=\"{body}\"/>");
    let _ = write!(text, "<path class=\"glow\" d=\"{}\"/>", around(3.0, 5.2));
    if figure.wanted {
        let _ = write!(text, "<path class=\"ring\" stroke=\"{line}\" d=\"{}\"/>", around(5.0, 3.6));
    }
    let (mut motif, mut name) = (Path::default(), Path::default());
    let high = 16.0_f64.min(27.0 / strokes::width(&figure.name, 1.0).max(0.1));
    let room = (strokes::width(&figure.name, high) / 2.0 + 4.5, high / 2.0 + 3.0);
    for (layer, cells) in layers(&figure.shape) {
        let (dx, dy) = plan.shift(Offset { layer, row: 0, col: 0 });
        let middle =
            |(col, row): Corner| ((f64::from(col) + 0.5) * CELL + dx, (f64::from(row) + 0.5) * CELL + dy);
        let names: Vec<Point> = parts(&cells).iter().map(|part| middle_of(part, middle)).collect();
        for &at in &names {
            strokes::draw_centred(&mut name, at, high, &figure.name);
        }
        let is_free =
            |x: f64, y: f64| !names.iter().any(|at| (x - at.0).abs() < room.0 && (y - at.1).abs() < room.1);
        for (x, y) in cells.iter().map(|&cell| middle(cell)) {
            for (down, across) in (0..9).map(|i| (f64::from(i / 3 - 1), f64::from(i % 3 - 1))) {
                let at = (x + across * 12.0, y + down * 12.0);
                if is_free(at.0, at.1) {
                    figure.motif.draw(&mut motif, at);
                }
            }
        }
    }
    for (class, path) in [("motif", motif), ("name", name)] {
        if !path.is_empty() {
            let _ = write!(text, "<path class=\"{class}\" d=\"{path}\"/>");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;

    fn of(name: &str, page: Page) -> (Scene, String) {
        let puzzle = library::puzzle(name).unwrap();
        let scene = Scene::of_puzzle(&puzzle, puzzle.start());
        let picture = svg(&scene, &Look { page, cell: 40.0 });
        (scene, picture)
    }

    #[test]
    fn a_bare_board_has_no_style_and_no_ids() {
        let (_, picture) = of("gnome/ambush", Page::Bare);
        for word in [" style=", "<style", " id=", "<defs", "<title", "ground", "<text"] {
            assert!(!picture.contains(word), "{word}");
        }
    }

    #[test]
    fn every_piece_is_one_group_with_one_outline() {
        for name in ["klotski", "silly", "gnome/ambush"] {
            let (scene, picture) = of(name, Page::Light);
            for figure in &scene.figures {
                assert_eq!(picture.matches(&format!(" data-piece=\"{}\"", figure.number)).count(), 1);
            }
            assert_eq!(picture.matches("class=\"body\"").count(), scene.figures.len());
            assert_eq!(
                picture.matches("class=\"ring\"").count(),
                scene.figures.iter().filter(|f| f.wanted).count()
            );
        }
    }

    #[test]
    fn a_piece_is_drawn_alike_wherever_it_stands() {
        let klotski = library::puzzle("klotski").unwrap();
        let scene = Scene::of_puzzle(&klotski, klotski.start());
        let plan = BoardPlan::new(&scene, MARGIN);
        let fours: Vec<String> =
            scene.figures.iter().filter(|f| f.name == "4").map(|f| drawn(f, &plan)).collect();
        assert!(fours.len() == 4 && fours.iter().all(|four| *four == fours[0]));
    }

    #[test]
    fn a_fixed_page_has_no_media_query() {
        for page in [Page::Light, Page::Dark] {
            let (_, picture) = of("klotski", page);
            assert!(!picture.contains("@media") && !picture.contains("var("));
        }
        assert!(of("klotski", Page::Auto).1.contains("@media (prefers-color-scheme:dark)"));
    }

    #[test]
    fn the_style_sheet_has_a_rule_for_every_class() {
        let sheet = style_sheet();
        let (_, picture) = of("gnome/ambush", Page::Bare);
        for class in picture.split("<path class=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(sheet.contains(&format!(".slideways .{class}{{")), "{class}");
        }
    }

    #[test]
    fn walls_along_the_rim_take_no_room() {
        let (_, picture) = of("gnome/bone", Page::Bare);
        assert!(picture.contains("viewBox=\"0 0 264 344\""), "{}", &picture[..200]);
    }
}
