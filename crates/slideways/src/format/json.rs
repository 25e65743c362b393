//! JSON: the only notation that keeps every part of a puzzle.
//!
//! ```text
//! {
//!   "format": "slideways-puzzle/1",
//!   "title": "a lift",
//!   "size": [2,2,3],
//!   "kinds": [
//!     {"name":"1","cells":[[0,0,0],[1,0,0]]},
//!     {"name":"2","cells":[[0,0,0]],"along":"row"}
//!   ],
//!   "gates": [
//!     {"cell":[0,1,2],"kinds":["1"]}
//!   ],
//!   "start": [
//!     {"kind":"1","at":[0,0,0]},
//!     {"kind":"2","at":[0,0,2],"name":"b"}
//!   ],
//!   "goals": [
//!     [{"kind":"1","at":[0,1,2]}]
//!   ],
//!   "optimum": {"step":6}
//! }
//! ```
//!
//! Cells are `[row,col]` in a plane box and `[layer,row,col]` in space, counted from 0; a kind's cells may
//! be drawn anywhere. `blocked` lists cells, `notes` lists lines of text. A piece without a `name` has the
//! name of its kind. Reading a printed puzzle gives the same puzzle.
//!
//! An unknown field is an error and is never skipped: it may be the one that matters.

mod mistake;
mod read;
mod write;

pub use mistake::mistake;
pub use read::parse;
pub use write::print;

use serde::{Deserialize, Serialize};

/// The value of the field `format`.
const FORMAT: &str = "slideways-puzzle/1";

/// Two or three coordinates.
type Coordinates = Vec<u16>;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KindEntry {
    name: char,
    cells: Vec<Coordinates>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    along: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GateEntry {
    cell: Coordinates,
    kinds: Vec<char>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PieceEntry {
    kind: char,
    at: Coordinates,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<char>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GoalEntry {
    kind: char,
    at: Coordinates,
}

#[cfg(test)]
mod tests;
