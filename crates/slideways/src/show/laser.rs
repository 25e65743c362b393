//! A kit for a laser cutter: an SVG in millimetres.
//!
//! The parts are a base plate, a frame that is glued onto it, walls inside the frame if there are any, and
//! the pieces. Lines to cut are red hairlines in the group `cut`, and lines to engrave are blue, in the group
//! `engrave`, which comes first. The beam removes a strip as wide as the kerf, so every cut runs half a kerf
//! outside the part that is kept: outer contours grow and openings shrink.

use super::kit::{CannotMake, Kit, KitPiece};
use super::packing::middle_of;
use super::shelf::shelves;
use super::strokes;
use super::svg::{Corner, Path, Point, escaped, inset, outlines};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The space between two parts, and around all of them, in millimetres.
const GAP: f64 = 4.0;

/// A thousandth of an inch, which the drivers of cutters take for a hairline, in millimetres.
const HAIRLINE: f64 = 0.0254;

/// The sizes of what is cut, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LaserSizes {
    /// The width of a cell.
    pub cell: f64,
    /// The space between two neighbouring pieces, and between a piece and a wall.
    pub clearance: f64,
    /// The width of the strip that the beam removes.
    pub kerf: f64,
}

impl Default for LaserSizes {
    fn default() -> LaserSizes {
        LaserSizes { cell: 20.0, clearance: 0.3, kerf: 0.15 }
    }
}

impl LaserSizes {
    fn check(&self) -> Result<(), CannotMake> {
        CannotMake::unless_within("cell", self.cell, 4.0, 200.0)?;
        CannotMake::unless_within("clearance", self.clearance, 0.0, self.cell / 10.0)?;
        CannotMake::unless_within("kerf", self.kerf, 0.0, self.cell / 10.0)
    }

    /// How far a cut runs inside the side of a cell.
    fn inset(&self) -> f64 {
        (self.clearance - self.kerf) / 2.0
    }

    /// The width of the frame.
    fn wall(&self) -> f64 {
        (self.cell / 2.0).max(6.0)
    }
}

/// A part: its size, its cuts as closed lines, and its engraving.
struct CutPart {
    name: String,
    size: Point,
    cuts: Vec<Vec<Point>>,
    engraving: Path,
}

/// Draw the parts of a kit.
pub fn svg(kit: &Kit, sizes: &LaserSizes) -> Result<String, CannotMake> {
    sizes.check()?;
    let walls = walls(kit);
    let crossing = sizes.inset() < 0.0
        && (is_pinched(&walls) || kit.pieces.iter().any(|piece| is_pinched(&piece.cells)));
    if crossing {
        return Err(CannotMake::Crossing { kerf: sizes.kerf, clearance: sizes.clearance });
    }
    let mut parts = vec![frame(kit, &walls, sizes), base(kit, sizes)];
    parts.extend(kit.pieces.iter().map(|each| piece(each, sizes)));
    let all: Vec<Point> = parts.iter().map(|part| part.size).collect();
    let (corners, (wide, high)) = shelves(&all, 2.0 * all[0].0 + GAP, GAP);
    let (mut engraved, mut cut) = (String::new(), String::new());
    for (part, (x, y)) in parts.iter().zip(corners) {
        let (x, y) = (x + GAP, y + GAP);
        let name = escaped(&part.name).replace('"', "&quot;");
        if !part.engraving.is_empty() {
            let (x, y, path) = (Millimetres(x), Millimetres(y), &part.engraving);
            let _ = writeln!(
                engraved,
                "<path data-part=\"{name}\" transform=\"translate({x} {y})\" d=\"{path}\"/>"
            );
        }
        let mut lines = String::new();
        for line in &part.cuts {
            for (i, &(a, b)) in line.iter().enumerate() {
                let pen = if i == 0 { 'M' } else { 'L' };
                let _ = write!(lines, "{pen}{} {}", Millimetres(a + x), Millimetres(b + y));
            }
            lines.push('Z');
        }
        let _ = writeln!(cut, "<path data-part=\"{name}\" d=\"{lines}\"/>");
    }
    let (wide, high) = (Millimetres(wide + 2.0 * GAP), Millimetres(high + 2.0 * GAP));
    let title = escaped(&kit.title);
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}mm\" height=\"{high}mm\" \
         viewBox=\"0 0 {wide} {high}\">\n<title>{title}</title>\n\
         <g id=\"engrave\" fill=\"none\" stroke=\"#00f\" stroke-width=\"0.2\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\">\n{engraved}</g>\n\
         <g id=\"cut\" fill=\"none\" stroke=\"#f00\" stroke-width=\"{HAIRLINE}\">\n{cut}</g>\n</svg>\n"
    ))
}

/// A length, rounded to a thousandth of a millimetre.
struct Millimetres(f64);

impl std::fmt::Display for Millimetres {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let rounded = (self.0 * 1000.0).round() / 1000.0;
        // Avoids `-0`.
        write!(f, "{}", if rounded == 0.0 { 0.0 } else { rounded })
    }
}

/// The solid cells of the frame: blocked cells, and a ring around the box.
fn walls(kit: &Kit) -> Vec<Corner> {
    let (cols, rows) = kit.size;
    let all = (-1..=rows).flat_map(|row| (-1..=cols).map(move |col| (col, row)));
    all.filter(|&cell| kit.is_wall(cell)).collect()
}

/// Whether two of the cells touch only at a corner.
fn is_pinched(cells: &[Corner]) -> bool {
    let all: BTreeSet<Corner> = cells.iter().copied().collect();
    let touches = |&(x, y): &Corner, side: i32| {
        all.contains(&(x + side, y + 1)) && !all.contains(&(x + side, y)) && !all.contains(&(x, y + 1))
    };
    cells.iter().any(|cell| touches(cell, 1) || touches(cell, -1))
}

/// The outside of the frame and of the base plate.
fn rectangle((wide, high): Point, kerf: f64) -> Vec<Point> {
    let out = kerf / 2.0;
    vec![(-out, -out), (wide + out, -out), (wide + out, high + out), (-out, high + out)]
}

fn outside(kit: &Kit, sizes: &LaserSizes) -> Point {
    let across = |cells: i32| f64::from(cells) * sizes.cell + 2.0 * sizes.wall();
    (across(kit.size.0), across(kit.size.1))
}

/// The frame: openings first, so that it is still held by the sheet while they are cut.
fn frame(kit: &Kit, walls: &[Corner], sizes: &LaserSizes) -> CutPart {
    let size = outside(kit, sizes);
    let is_outer = |line: &Vec<Corner>| line.iter().any(|corner| corner.0 < 0);
    let mut cuts: Vec<Vec<Point>> = vec![];
    for line in outlines(walls).iter().filter(|line| !is_outer(line)) {
        let points = inset(line, sizes.cell, sizes.inset());
        cuts.push(points.iter().map(|(x, y)| (x + sizes.wall(), y + sizes.wall())).collect());
    }
    cuts.push(rectangle(size, sizes.kerf));
    CutPart { name: "frame".to_owned(), size, cuts, engraving: Path::default() }
}

/// The base plate, engraved with the gates and the places of the goal.
fn base(kit: &Kit, sizes: &LaserSizes) -> CutPart {
    let (size, wall, cell) = (outside(kit, sizes), sizes.wall(), sizes.cell);
    let mut engraving = Path::default();
    let mut around = |cells: &[Corner], by: f64, name: &str, small: f64| {
        for line in outlines(cells) {
            let points = inset(&line, cell, by * cell).into_iter();
            engraving.polygon(&points.map(|(x, y)| (x + wall, y + wall)).collect::<Vec<_>>());
        }
        if let Some(&(col, row)) = cells.last() {
            let at = |number: i32| wall + (f64::from(number) + small) * cell;
            strokes::draw_centred(&mut engraving, (at(col), at(row)), letters(name, cell * 0.25, cell), name);
        }
    };
    for (cells, name) in &kit.marks {
        around(cells, 0.06, name, 0.75);
    }
    for (gate, names) in &kit.gates {
        around(&[*gate], 0.12, names, 0.4);
    }
    CutPart { name: "base".to_owned(), size, cuts: vec![rectangle(size, sizes.kerf)], engraving }
}

/// The height of letters, at most `high`, in a text that fits into a cell.
fn letters(text: &str, high: f64, cell: f64) -> f64 {
    high.min(0.7 * cell / strokes::width(text, 1.0).max(0.1))
}

/// A piece with its name; a piece that the goal places has a second outline.
fn piece(piece: &KitPiece, sizes: &LaserSizes) -> CutPart {
    let cell = sizes.cell;
    let lines = outlines(&piece.cells);
    let end = |along: fn(&Corner) -> i32| piece.cells.iter().map(along).max().unwrap_or(0) + 1;
    let mut engraving = Path::default();
    let middle = |(col, row): Corner| ((f64::from(col) + 0.5) * cell, (f64::from(row) + 0.5) * cell);
    let high = letters(&piece.name, cell * 0.4, cell);
    strokes::draw_centred(&mut engraving, middle_of(&piece.cells, middle), high, &piece.name);
    for line in lines.iter().filter(|_| piece.wanted) {
        engraving.polygon(&inset(line, cell, 0.12 * cell));
    }
    CutPart {
        name: format!("piece {}", piece.name),
        size: (f64::from(end(|at| at.0)) * cell, f64::from(end(|at| at.1)) * cell),
        cuts: lines.iter().map(|line| inset(line, cell, sizes.inset())).collect(),
        engraving,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::sliding;
    use crate::library;
    use crate::show::scene::Scene;

    fn kit(text: &str) -> Kit {
        let puzzle = sliding::parse(text).unwrap().puzzle;
        Kit::of_scene(&Scene::of_puzzle(&puzzle, puzzle.start())).unwrap()
    }

    /// The closed lines that cut a part.
    fn cuts(picture: &str, part: &str) -> Vec<Vec<Point>> {
        let group = picture.split("<g id=\"cut\"").nth(1).unwrap();
        let path = group.split(&format!("data-part=\"{part}\" d=\"")).nth(1).unwrap();
        let lines = path.split('"').next().unwrap().split_terminator('Z');
        let point = |text: &str| {
            let (x, y) = text.split_once(' ').unwrap();
            (x.parse().unwrap(), y.parse().unwrap())
        };
        lines.map(|line| line.split(['M', 'L']).skip(1).map(point).collect()).collect()
    }

    fn extent(line: &[Point]) -> Point {
        let along = |pick: fn(&Point) -> f64| {
            let all = || line.iter().map(pick);
            all().fold(f64::MIN, f64::max) - all().fold(f64::MAX, f64::min)
        };
        (along(|at| at.0), along(|at| at.1))
    }

    fn near(found: Point, expected: Point) {
        let close = |a: f64, b: f64| (a - b).abs() < 0.0015;
        assert!(close(found.0, expected.0) && close(found.1, expected.1), "{found:?}, not {expected:?}");
    }

    #[test]
    fn a_small_puzzle_has_exactly_these_cuts() {
        let picture = svg(&kit("1 x 2 Small\n1 = 1\n1\ngoal 1@0,1\n"), &LaserSizes::default()).unwrap();
        assert!(picture.contains("width=\"132mm\" height=\"72mm\" viewBox=\"0 0 132 72\""), "{picture}");
        let cut = picture.split("<g id=\"cut\"").nth(1).unwrap();
        // The opening begins at 4 + 10 mm, less half a clearance, and the beam widens it by half a kerf.
        assert_eq!(
            cut,
            " fill=\"none\" stroke=\"#f00\" stroke-width=\"0.0254\">\n\
             <path data-part=\"frame\" d=\"M13.925 13.925L13.925 34.075L54.075 34.075L54.075 13.925Z\
             M3.925 3.925L64.075 3.925L64.075 44.075L3.925 44.075Z\"/>\n\
             <path data-part=\"base\" d=\"M67.925 3.925L128.075 3.925L128.075 44.075L67.925 44.075Z\"/>\n\
             <path data-part=\"piece 1\" d=\"M4.075 48.075L23.925 48.075L23.925 67.925L4.075 67.925Z\"/>\n\
             </g>\n</svg>\n"
        );
    }

    #[test]
    fn what_is_left_after_the_cut_has_the_intended_size() {
        for kerf in [0.0, 0.15, 0.2, 0.5] {
            let sizes = LaserSizes { cell: 25.0, clearance: 0.4, kerf };
            let picture = svg(&kit("2 x 2\n1 = 11\n1\ngoal 1@1,0\n"), &sizes).unwrap();
            let (wide, high) = extent(&cuts(&picture, "piece 1")[0]);
            near((wide - kerf, high - kerf), (49.6, 24.6));
            let frame = cuts(&picture, "frame");
            let (wide, high) = extent(&frame[0]);
            near((wide + kerf, high + kerf), (50.4, 50.4));
            let (wide, high) = extent(&frame[1]);
            near((wide - kerf, high - kerf), (75.0, 75.0));
        }
    }

    #[test]
    fn a_wall_inside_the_frame_is_a_part_to_keep() {
        let picture = svg(&kit("3 x 3\n1 = 1\n1000x\ngoal 1@0,2\n"), &LaserSizes::default()).unwrap();
        let frame = cuts(&picture, "frame");
        let sizes: Vec<Point> = frame.iter().map(|line| extent(line)).collect();
        assert_eq!(sizes.len(), 3);
        near(sizes[0], (60.15, 60.15));
        near(sizes[1], (19.85, 19.85));
    }

    #[test]
    fn corners_that_touch_come_apart_or_are_refused() {
        let diagonal = kit("3 x 3\n1 = 1\n1000x000x\ngoal 1@0,2\n");
        assert!(svg(&diagonal, &LaserSizes::default()).is_ok());
        let wide = LaserSizes { kerf: 0.5, ..LaserSizes::default() };
        assert!(matches!(svg(&diagonal, &wide), Err(CannotMake::Crossing { .. })));
    }

    #[test]
    fn names_goals_and_gates_are_engraved() {
        let puzzle = library::puzzle("klotski").unwrap();
        let kit = Kit::of_scene(&Scene::of_puzzle(&puzzle, puzzle.start())).unwrap();
        let picture = svg(&kit, &LaserSizes::default()).unwrap();
        let engraved = picture.split("<g id=\"cut\"").next().unwrap();
        assert_eq!(engraved.matches("data-part=\"piece ").count(), 10);
        assert_eq!(engraved.matches("data-part=\"base\"").count(), 1);
        assert_eq!(cuts(&picture, "piece 1").len(), 1);
    }
}
