//! A game as JSON for the page.

use super::{Game, bare};
use serde::Serialize;
use slideways::Style;
use slideways::format::tiles::print_goal;
use slideways::grid::Axis;
use slideways::library;
use slideways::puzzle::Kind;
use slideways::show::board;
use slideways::show::json::Detail;
use std::collections::BTreeMap;

impl Game {
    /// The styles that differ for this game.
    pub fn styles(&self) -> impl Iterator<Item = Style> {
        let tiles = self.position.is_some();
        Style::ALL.into_iter().filter(move |style| !tiles || [Style::STEP, Style::SET_STEP].contains(style))
    }

    /// The game as JSON.
    pub fn json(&self) -> GameJson<'_> {
        let puzzle = &self.puzzle;
        let (grid, draft) = (puzzle.grid(), puzzle.draft());
        let name = |kind: usize| match self.position {
            Some(_) => (kind + 1).to_string(),
            None => puzzle.kinds()[kind].name.to_string(),
        };
        let place = |place: &slideways::puzzle::Place| PlaceJson { kind: place.kind.0, at: place.at.0 };
        let kind = |(number, kind): (usize, &Kind)| KindJson {
            name: name(number),
            cells: kind.shape.offsets().iter().map(|cell| [cell.layer, cell.row, cell.col]).collect(),
            along: kind.along.map(Axis::name),
        };
        let scene = self.scene(puzzle.start());
        let fill = |number: usize| scene.figures.iter().find(|figure| figure.number == number);
        let piece = |(number, &piece): (usize, &usize)| PieceJson {
            kind: puzzle.pieces()[piece].0,
            name: match self.position {
                Some(_) => name(usize::from(puzzle.pieces()[piece].0)),
                None => puzzle.name(piece).to_string(),
            },
            at: puzzle.start().0[piece].0,
            colour: fill(number).map_or(String::new(), |figure| figure.fill.to_string()),
        };
        GameJson {
            name: &self.name,
            title: &self.title,
            aliases: library::aliases(&self.name),
            family: if self.position.is_some() { "tiles" } else { "blocks" },
            text: &self.text,
            goal: self.position.as_ref().map(|(_, goal)| print_goal(goal)),
            layers: grid.layers(),
            rows: grid.rows(),
            cols: grid.cols(),
            solid: grid.is_solid(),
            blocked: draft.blocked.iter().map(|cell| cell.0).collect(),
            gates: (draft.gates.iter())
                .map(|(cell, kinds)| GateJson {
                    cell: cell.0,
                    kinds: kinds.iter().map(|kind| kind.0).collect(),
                })
                .collect(),
            kinds: puzzle.kinds().iter().enumerate().map(kind).collect(),
            pieces: self.pieces.iter().enumerate().map(piece).collect(),
            goals: puzzle.goals().iter().map(|goal| goal.0.iter().map(place).collect()).collect(),
            goal_blank: self.goal_blank().map(|cell| cell.0),
            optimum: self.optimum.iter().map(|(style, &moves)| (style.name(), moves)).collect(),
            notes: &draft.notes,
            styles: self.styles().map(Style::name).collect(),
            style: self.default_style.name(),
            warnings: &self.warnings,
            svg: board::svg(&scene, &bare()),
        }
    }
}

/// A game as JSON.
#[derive(Serialize)]
pub struct GameJson<'g> {
    name: &'g str,
    title: &'g str,
    /// Other names in use, of a puzzle of the library.
    aliases: Vec<&'static str>,
    family: &'static str,
    text: &'g str,
    goal: Option<String>,
    layers: usize,
    rows: usize,
    cols: usize,
    solid: bool,
    blocked: Vec<u16>,
    gates: Vec<GateJson>,
    kinds: Vec<KindJson>,
    pieces: Vec<PieceJson>,
    goals: Vec<Vec<PlaceJson>>,
    goal_blank: Option<u16>,
    optimum: BTreeMap<&'static str, u32>,
    notes: &'g [String],
    styles: Vec<&'static str>,
    style: &'static str,
    warnings: &'g [Detail],
    svg: String,
}

#[derive(Serialize)]
struct GateJson {
    cell: u16,
    kinds: Vec<u8>,
}

#[derive(Serialize)]
struct KindJson {
    name: String,
    cells: Vec<[i16; 3]>,
    along: Option<&'static str>,
}

#[derive(Serialize)]
struct PieceJson {
    kind: u8,
    name: String,
    at: u16,
    /// The fill in pictures.
    colour: String,
}

#[derive(Serialize)]
struct PlaceJson {
    kind: u8,
    at: u16,
}
