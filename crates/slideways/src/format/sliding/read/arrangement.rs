//! Arrangements: the start, and goals that place every piece.

use super::super::line::Line;
use super::{KEYWORDS, Reader};
use crate::format::error::TextError;
use crate::grid::Cell;
use crate::puzzle::{Kind, KindId, Place};
use std::collections::BTreeSet;
use std::ops::Range;

impl Reader {
    pub(super) fn start(&mut self, line: &Line) -> Result<(), TextError> {
        let (places, blocked) = self.fill(line, "start")?;
        if places.is_empty() {
            return Err(TextError::new(
                line.span(),
                "the puzzle has no pieces",
                "only empty and blocked cells",
            )
            .help("the start names the piece at each cell in turn, such as `212232444004`"));
        }
        (self.places, self.draft.blocked, self.start_at) = (places, blocked, Some(line.at));
        self.draft.start = self.places.iter().map(|&place| (place, self.kind_name(place.kind))).collect();
        Ok(())
    }

    pub(super) fn full_goal(&mut self, line: &Line) -> Result<(), TextError> {
        let places = self.whole(line, "goal")?;
        self.add_goal(places, line);
        Ok(())
    }

    /// Lays out an arrangement of all pieces of the start.
    pub(super) fn whole(&self, line: &Line, what: &str) -> Result<Vec<Place>, TextError> {
        let (places, blocked) = self.fill(line, what)?;
        if let Some(cell) = blocked.symmetric_difference(&self.draft.blocked).next() {
            let at = self.draft.grid.coordinates(*cell);
            let message = format!("the blocked cells of the {what} differ from the start's at {at}");
            let error = TextError::new(line.span(), message, "`x` must mark the same cells");
            return Err(match what {
                "goal" => error.help("if only some pieces matter, write `goal K@row,col` instead"),
                _ => error,
            });
        }
        for k in 0..self.draft.kinds.len() {
            let count = |places: &[Place]| places.iter().filter(|p| usize::from(p.kind.0) == k).count();
            let (wanted, there) = (count(&places), count(&self.places));
            if wanted != there {
                let name = self.draft.kinds[k].name;
                let message = format!("the {what} has {wanted} of kind `{name}`, the start has {there}");
                return Err(TextError::new(line.span(), message, "the counts must be equal").help(match what {
                    "goal" => {
                        "a whole arrangement must place every piece; if only some matter, write `goal K@row,col`"
                    }
                    _ => "a whole arrangement must place every piece",
                }));
            }
        }
        Ok(places)
    }

    /// Lays out an arrangement: each character names what covers the first cell not yet filled.
    pub(super) fn fill(&self, line: &Line, what: &str) -> Result<(Vec<Place>, BTreeSet<Cell>), TextError> {
        let grid = self.draft.grid;
        let mut filled = vec![false; grid.size()];
        let (mut places, mut blocked) = (vec![], BTreeSet::new());
        let mut next = 0;
        let word = line.after(line.text.len() - line.text.trim_start().len());
        if let Some((_, blank)) = word.chars().find(|(c, _)| c.is_whitespace()) {
            return Err(self.not_one_word(&word, blank, what));
        }
        for (c, span) in word.chars() {
            let Some(at) = (next..filled.len()).find(|&cell| !filled[cell]) else {
                let message = format!("the {what} fills more cells than the box has");
                return Err(TextError::new(span, message, "no cell is left for this")
                    .help(format!("the box is {grid}: {} cells", grid.size())));
            };
            next = at + 1;
            let at = Cell(at as u16);
            filled[at.index()] = true;
            match c {
                '0' => {}
                'x' => {
                    blocked.insert(at);
                }
                _ => {
                    let kind = self.known_kind(c, &span, what)?;
                    self.cover(Place { at, kind }, &mut filled, span)?;
                    places.push(Place { at, kind });
                }
            }
        }
        Ok((places, blocked))
    }

    /// The error for a blank in an arrangement; the line may have been meant as something else.
    fn not_one_word(&self, line: &Line, blank: Range<usize>, what: &str) -> TextError {
        let joined: String = line.text.split_whitespace().collect();
        let first = line.text.split_whitespace().next().unwrap_or_default().to_lowercase();
        let help = if joined.len() <= self.draft.grid.size() && joined.chars().all(|c| self.is_cell(c)) {
            format!("write it without blanks: `{joined}`")
        } else if KEYWORDS.contains(&&*first) {
            format!("write `{first}` in small letters")
        } else {
            "kinds are defined before the start, and comments begin with `#`".to_owned()
        };
        TextError::new(blank, format!("the {what} is not one word"), "a blank inside it").help(help)
    }

    pub(super) fn known_kind(
        &self,
        name: char,
        span: &Range<usize>,
        what: &str,
    ) -> Result<KindId, TextError> {
        if !Kind::NAMES.contains(name) {
            let message = format!("an arrangement cannot contain `{name}`");
            return Err(TextError::new(span.clone(), message, "not the name of a kind")
                .help("use the names of kinds, `0` for an empty cell and `x` for a blocked one"));
        }
        self.draft.kind_called(name).ok_or_else(|| {
            let message = format!("the {what} uses kind `{name}`, which is not defined");
            let known: Vec<String> = self.draft.kinds.iter().map(|kind| format!("`{}`", kind.name)).collect();
            TextError::new(span.clone(), message, "no such kind").help(match what {
                "arrangement" => format!("the kinds of this puzzle are {}", known.join(", ")),
                _ => format!("define it before the start, with a line such as `{name} = 1`"),
            })
        })
    }

    fn cover(&self, place: Place, filled: &mut [bool], span: Range<usize>) -> Result<(), TextError> {
        let (grid, kind) = (self.draft.grid, &self.draft.kinds[usize::from(place.kind.0)]);
        let (name, at) = (kind.name, grid.coordinates(place.at));
        for &by in &kind.shape.offsets()[1..] {
            let Some(cell) = grid.shifted(place.at, by) else {
                let message = format!("piece `{name}` sticks out of the box");
                return Err(TextError::new(span, message, format!("its first cell would be {at}"))
                    .help(format!("the box is {grid}; check the cells before this one")));
            };
            if std::mem::replace(&mut filled[cell.index()], true) {
                let message = format!("piece `{name}` overlaps a cell that is already filled");
                let label = format!("its first cell is {at}; cell {} is taken", grid.coordinates(cell));
                return Err(TextError::new(span, message, label));
            }
        }
        Ok(())
    }
}
