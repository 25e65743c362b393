//! A solution as a strip: the board before every move, with an arrow for the next move.
//!
//! Boards stand in rows like the panels of a comic. The arrow follows the path of the move with all its
//! bends; if several pieces move together, each has an arrow. The background and every piece are drawn once
//! and referenced, so a strip of a hundred boards is not a hundred times as long as one board.

use super::board::{self, BoardPlan, CELL, Look};
use super::scene::{Figure, Scene};
use super::story::Story;
use super::strokes;
use super::svg::{Path, Point, SvgNumber};
use crate::grid::Dir;
use crate::puzzle::rule::Move;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Space around the strip, between boards, and above each board for its number.
const MARGIN: f64 = 18.0;
const BETWEEN: f64 = 20.0;
const NUMBER: f64 = 20.0;

/// Which boards are shown, and how wide a row is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rows {
    /// The maximum width of the strip in pixels; every row has at least one board.
    pub width: f64,
    /// Show only every Nth board, and the last one.
    pub every: usize,
}

impl Default for Rows {
    fn default() -> Rows {
        Rows { width: 1000.0, every: 1 }
    }
}

/// Draw a solution as a strip.
pub fn svg(story: &Story, look: &Look, rows: &Rows) -> String {
    let scene = story.scene();
    let plan = BoardPlan::new(scene, 1.0);
    let along = story.along();
    let last = along.len() - 1;
    let mut shown: Vec<usize> = (0..last).step_by(rows.every.max(1)).collect();
    shown.push(last);
    let (wide, high) = (plan.size.0 + BETWEEN, plan.size.1 + NUMBER + BETWEEN);
    let room = rows.width * CELL / look.cell - 2.0 * MARGIN + BETWEEN;
    let columns = ((room / wide) as usize).clamp(1, shown.len());
    let mut body = String::from("<defs>\n");
    let _ = writeln!(body, "<g id=\"ground\">{}</g>", board::background(scene, &plan).trim_end());
    let mut drawn: BTreeMap<String, usize> = BTreeMap::new();
    let mut used = vec![];
    for figure in &scene.figures {
        let next = drawn.len();
        let text = board::drawn(figure, &plan);
        let id = *drawn.entry(text.clone()).or_insert(next);
        if id == next {
            let _ = writeln!(body, "<g id=\"piece-{id}\">{text}</g>");
        }
        used.push(id);
    }
    body.push_str("</defs>\n");
    for (place, &moves) in shown.iter().enumerate() {
        let (column, row) = ((place % columns) as f64, (place / columns) as f64);
        let (x, y) = (SvgNumber(MARGIN + column * wide), SvgNumber(MARGIN + row * high));
        let _ = writeln!(body, "<g transform=\"translate({x} {y})\">");
        let mut number = Path::default();
        let text = match moves {
            0 => "start".to_owned(),
            _ => moves.to_string(),
        };
        strokes::draw(&mut number, (4.0, NUMBER - 8.0), 10.0, &text);
        let _ = writeln!(body, "<path class=\"caption\" d=\"{number}\"/>");
        let _ = writeln!(body, "<g transform=\"translate(0 {NUMBER})\"><use href=\"#ground\"/>");
        for (&cell, id) in along[moves].iter().zip(&used) {
            let (x, y) = plan.corner(scene.grid.offset(cell));
            let _ = write!(body, "<use href=\"#piece-{id}\" x=\"{}\" y=\"{}\"/>", SvgNumber(x), SvgNumber(y));
        }
        if let Some(played) = story.moves().get(moves) {
            let at = |figure: usize| plan.corner(scene.grid.offset(along[moves][figure]));
            body.push_str(&arrows(scene, &plan, played, at));
        }
        body.push_str("</g>\n</g>\n");
    }
    let lines = shown.len().div_ceil(columns);
    let size = (2.0 * MARGIN + columns as f64 * wide - BETWEEN, 2.0 * MARGIN + lines as f64 * high - BETWEEN);
    board::document(look, size, "", &story.title(), &body)
}

/// The arrows of a move, one per moving piece, starting at the figures before the move.
fn arrows(scene: &Scene, plan: &BoardPlan, played: &Move, at: impl Fn(usize) -> Point) -> String {
    let mut path = Path::default();
    for (number, figure) in scene.figures.iter().enumerate() {
        if played.pieces.contains(&figure.number) {
            let (x, y) = at(number);
            let (dx, dy) = middle(figure, plan);
            arrow(&mut path, (x + dx, y + dy), plan, &played.path);
        }
    }
    format!("<path class=\"halo\" d=\"{path}\"/><path class=\"way\" d=\"{path}\"/>")
}

/// The middle of a figure, relative to its anchor.
fn middle(figure: &Figure, plan: &BoardPlan) -> Point {
    let points: Vec<Point> = figure.shape.iter().map(|&at| plan.shift(at)).collect();
    let mean = |along: fn(&Point) -> f64| {
        let (least, most) = points
            .iter()
            .map(along)
            .fold((f64::MAX, f64::MIN), |(least, most), x| (least.min(x), most.max(x)));
        (least + most) / 2.0 + CELL / 2.0
    };
    (mean(|at| at.0), mean(|at| at.1))
}

/// The corners of a path: where it begins, turns and ends.
pub(super) fn corners(start: Point, plan: &BoardPlan, path: &[Dir]) -> Vec<Point> {
    let mut at = start;
    let mut corners = vec![at];
    for run in path.chunk_by(|a, b| a == b) {
        let (dx, dy) = plan.shift(run[0].offset());
        at = (at.0 + dx * run.len() as f64, at.1 + dy * run.len() as f64);
        corners.push(at);
    }
    corners
}

/// Adds an arrow along the path of a piece's middle; it starts beside the middle to keep the name readable.
fn arrow(out: &mut Path, start: Point, plan: &BoardPlan, path: &[Dir]) {
    let mut points = corners(start, plan, path);
    let towards = |from: Point, to: Point, by: f64| {
        let length = (to.0 - from.0).hypot(to.1 - from.1).max(1.0);
        (from.0 + (to.0 - from.0) / length * by, from.1 + (to.1 - from.1) / length * by)
    };
    points[0] = towards(points[0], points[1], 13.0);
    let last = points.len() - 1;
    out.line(&points[..1]);
    for i in 1..last {
        let (before, after) =
            (towards(points[i], points[i - 1], 9.0), towards(points[i], points[i + 1], 9.0));
        out.command('L', &[before.0, before.1]);
        out.command('Q', &[points[i].0, points[i].1, after.0, after.1]);
    }
    let tip = points[last];
    out.command('L', &[tip.0, tip.1]);
    let back = towards(tip, points[last - 1], 7.0);
    let (dx, dy) = (back.0 - tip.0, back.1 - tip.1);
    out.line(&[(back.0 - dy * 0.8, back.1 + dx * 0.8), tip, (back.0 + dy * 0.8, back.1 - dx * 0.8)]);
}
