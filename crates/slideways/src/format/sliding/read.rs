//! Reading puzzle text, one line at a time.

use super::line::{Line, lines, single_char};
use super::pattern;
use crate::format::error::{Parsed, TextError};
use crate::grid::{Axis, Cell, Grid};
use crate::puzzle::{Draft, Goal, Kind, KindId, Place, Puzzle, PuzzleError, is_piece_name};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Read a puzzle from its text.
pub fn parse(text: &str) -> Result<Parsed<Puzzle>, TextError> {
    let Some(first) = lines(text).find(|line| !line.text.is_empty() && !line.text.starts_with('#')) else {
        return Err(TextError::new(0..0, "the text is empty", "expected the size of a box")
            .help("a puzzle starts with a line such as `5 x 4 Klotski`"));
    };
    let mut reader = Reader { draft: size(&first)?, places: vec![], started: false, warnings: vec![] };
    for line in lines(text).filter(|line| line.at != first.at && !line.text.is_empty()) {
        reader.line(&line)?;
    }
    reader.finish(text)
}

/// The first line: two or three numbers with `x` between them, then the title.
fn size(line: &Line) -> Result<Draft, TextError> {
    let mut sizes: Vec<usize> = vec![];
    let mut rest = line.text.trim_start();
    while sizes.len() < 3 {
        let after_x = match sizes.len() {
            0 => rest,
            _ => match rest.trim_start().strip_prefix('x') {
                Some(after) => after.trim_start(),
                None => break,
            },
        };
        let digits = after_x.len() - after_x.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let Ok(size) = after_x[..digits].parse() else { break };
        sizes.push(size);
        rest = &after_x[digits..];
    }
    let grid = match sizes[..] {
        [rows, cols] => Grid::plane(rows, cols),
        [layers, rows, cols] => Grid::solid(layers, rows, cols),
        _ => {
            return Err(TextError::new(
                line.span(),
                "the first line does not give the size of the box",
                "expected rows x columns",
            )
            .help("write it like `5 x 4 Klotski`, or `2 x 3 x 4 …` for layers x rows x columns"));
        }
    };
    let Some(grid) = grid else {
        let written = sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(" x ");
        let message = match sizes.contains(&0) {
            true => format!("a box of {written} has no cells"),
            false => format!("a box of {written} has more than {} cells", Grid::MAX_CELLS),
        };
        return Err(TextError::new(line.at..line.at + line.text.len() - rest.len(), message, "this size"));
    };
    let title = rest.trim_start();
    Ok(Draft {
        title: title.strip_prefix('#').unwrap_or(title).trim().to_owned(),
        grid,
        blocked: BTreeSet::new(),
        kinds: vec![],
        gates: BTreeMap::new(),
        start: vec![],
        goals: vec![],
        optimum: BTreeMap::new(),
        notes: vec![],
    })
}

/// The puzzle as far as it has been read.
struct Reader {
    draft: Draft,
    /// The start, in reading order.
    places: Vec<Place>,
    started: bool,
    warnings: Vec<TextError>,
}

impl Reader {
    fn line(&mut self, line: &Line) -> Result<(), TextError> {
        if let Some(comment) = line.text.strip_prefix('#') {
            self.comment(comment);
            return Ok(());
        }
        let mut words = line.words();
        let first = words.next().map_or("", |word| word.text);
        let more = words.next().is_some();
        match first {
            _ if !more && first.chars().all(|c| self.draft.kind_called(c).is_some()) => {
                self.arrangement(line)
            }
            "only" => self.only(line),
            "along" => self.along(line),
            "goal" => self.goal(line),
            "names" => self.names(line),
            _ if line.text.contains('=') && !self.started => self.kind(line),
            _ if more && !self.draft.goals.is_empty() => {
                let label = "neither a goal nor a comment";
                self.warnings.push(
                    TextError::new(line.span(), "this line is passed over", label)
                        .help("start a comment with `#`"),
                );
                Ok(())
            }
            _ => self.arrangement(line),
        }
    }

    /// The first arrangement is the start, any further one a goal.
    ///
    /// A word made of the names of kinds is always an arrangement: with kinds `g`, `o`, `a` and `l`, so is
    /// the line `goal`.
    fn arrangement(&mut self, line: &Line) -> Result<(), TextError> {
        if self.started { self.full_goal(line) } else { self.start(line) }
    }

    /// A remark, or known optima. After `##` it is a remark whatever it looks like.
    fn comment(&mut self, comment: &str) {
        if let Some(remark) = comment.strip_prefix('#') {
            self.draft.notes.push(remark.trim().to_owned());
            return;
        }
        match optimum(comment.trim()) {
            Some(optimum) => self.draft.optimum.extend(optimum),
            None => self.draft.notes.push(comment.trim().to_owned()),
        }
    }

    fn kind(&mut self, line: &Line) -> Result<(), TextError> {
        let equals = line.text.find('=').expect("kind lines contain =");
        let (name, span) = single_char(line, &line.text[..equals])?;
        if !Kind::NAMES.contains(name) {
            return Err(TextError::new(span, format!("a kind cannot be called `{name}`"), "this name")
                .help("use one of 1-9, a-w, y, z, A-Z; `0` is the empty cell and `x` the blocked one"));
        }
        let after = line.after(equals + 1);
        let pattern = after.after(after.text.len() - after.text.trim_start().len());
        let shape = pattern::read(name, pattern)?;
        match self.draft.kind_called(name) {
            Some(_) => self.warnings.push(TextError::new(
                line.span(),
                format!("kind `{name}` is defined again; the first definition stands"),
                "passed over",
            )),
            None => self.draft.kinds.push(Kind { name, shape, along: None }),
        }
        Ok(())
    }

    fn start(&mut self, line: &Line) -> Result<(), TextError> {
        let (places, blocked) = self.fill(line, "start")?;
        if places.is_empty() {
            return Err(TextError::new(
                line.span(),
                "the puzzle has no pieces",
                "only empty and blocked cells",
            )
            .help("the start names the piece at each cell in turn, such as `212232444004`"));
        }
        (self.places, self.draft.blocked, self.started) = (places, blocked, true);
        self.draft.start = self.places.iter().map(|&place| (place, self.kind_name(place.kind))).collect();
        Ok(())
    }

    fn full_goal(&mut self, line: &Line) -> Result<(), TextError> {
        let (places, blocked) = self.fill(line, "goal")?;
        if let Some(cell) = blocked.symmetric_difference(&self.draft.blocked).next() {
            let at = self.draft.grid.coordinates(*cell);
            let message = format!("the blocked cells of the goal differ from the start's at {at}");
            return Err(TextError::new(line.span(), message, "`x` must stand for the same cells")
                .help("if only some pieces matter, write `goal K@row,col` instead"));
        }
        for k in 0..self.draft.kinds.len() {
            let count = |places: &[Place]| places.iter().filter(|p| usize::from(p.kind.0) == k).count();
            let (wanted, there) = (count(&places), count(&self.places));
            if wanted != there {
                let name = self.draft.kinds[k].name;
                let message = format!("the goal has {wanted} of kind `{name}`, the start has {there}");
                return Err(TextError::new(line.span(), message, "pieces lost or gained").help(
                    "a whole arrangement must place every piece; if only some matter, write `goal K@row,col`",
                ));
            }
        }
        self.draft.goals.push(Goal(places));
        Ok(())
    }

    /// Lay out an arrangement: each character names what covers the first cell not yet filled.
    fn fill(&self, line: &Line, what: &str) -> Result<(Vec<Place>, BTreeSet<Cell>), TextError> {
        let grid = self.draft.grid;
        let mut filled = vec![false; grid.size()];
        let (mut places, mut blocked) = (vec![], BTreeSet::new());
        let mut next = 0;
        let indent = line.text.len() - line.text.trim_start().len();
        for (c, span) in line.after(indent).chars() {
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

    fn known_kind(&self, name: char, span: &Range<usize>, what: &str) -> Result<KindId, TextError> {
        if !Kind::NAMES.contains(name) {
            if name.is_whitespace() {
                let message = format!("the {what} is not one word");
                return Err(TextError::new(span.clone(), message, "a blank inside it").help(
                    "kinds are defined before the start, and a comment needs a line of its own that begins with `#`",
                ));
            }
            let message = format!("an arrangement cannot contain `{name}`");
            return Err(TextError::new(span.clone(), message, "not the name of a kind")
                .help("use the names of kinds, `0` for an empty cell and `x` for a blocked one"));
        }
        self.draft.kind_called(name).ok_or_else(|| {
            let message = format!("the {what} uses kind `{name}`, which is not defined");
            TextError::new(span.clone(), message, "no such kind")
                .help(format!("define it before the start, with a line such as `{name} = 1`"))
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

    fn goal(&mut self, line: &Line) -> Result<(), TextError> {
        self.need_start(line)?;
        let mut places = vec![];
        for word in line.words().skip(1) {
            let Some((name, at)) = word.text.split_once('@') else {
                let message = format!("`{}` does not say where a piece should be", word.text);
                return Err(TextError::new(word.span(), message, "expected a kind, `@` and a cell")
                    .help("write it like `goal 1@3,1`: row and column count from 0"));
            };
            let (name_char, span) = single_char(&word, name)?;
            let kind = self.known_kind(name_char, &span, "goal")?;
            let at = self.coordinates(word.after(name.len() + 1), at)?;
            places.push(Place { at, kind });
        }
        if places.is_empty() {
            return Err(TextError::new(line.span(), "the goal names no piece", "empty")
                .help("write it like `goal 1@3,1`"));
        }
        for k in 0..self.draft.kinds.len() {
            let count = |places: &[Place]| places.iter().filter(|p| usize::from(p.kind.0) == k).count();
            let (wanted, there) = (count(&places), count(&self.places));
            if wanted > there {
                let name = self.draft.kinds[k].name;
                let message = format!("the goal names {wanted} of kind `{name}`, the start has {there}");
                return Err(TextError::new(line.span(), message, "more pieces than there are"));
            }
        }
        // Earlier goals were checked by their own lines.
        let mut goals = std::mem::replace(&mut self.draft.goals, vec![Goal(places)]);
        self.puzzle_so_far(line)?;
        goals.append(&mut self.draft.goals);
        self.draft.goals = goals;
        Ok(())
    }

    /// Catch, at the line that brings it in, what only the whole can tell: overlaps, closed gates.
    fn puzzle_so_far(&mut self, line: &Line) -> Result<(), TextError> {
        // Remarks have no part in it, and there may be as many of them as there are goals.
        let notes = std::mem::take(&mut self.draft.notes);
        let checked = Puzzle::new(self.draft.clone());
        self.draft.notes = notes;
        match checked {
            Err(error) if !self.draft.goals.is_empty() => {
                Err(TextError::new(line.span(), error.to_string(), "brought in by this line"))
            }
            _ => Ok(()),
        }
    }

    fn coordinates(&self, place: Line, text: &str) -> Result<Cell, TextError> {
        let grid = self.draft.grid;
        grid.parse_coordinates(text).ok_or_else(|| {
            let message = format!("`{text}` is not a cell of this {grid} box");
            let last = grid.coordinates(Cell(grid.size() as u16 - 1));
            TextError::new(place.span(), message, "no such cell")
                .help(format!("cells run from {} to {last}", grid.coordinates(Cell(0))))
        })
    }

    fn need_start(&self, line: &Line) -> Result<(), TextError> {
        if self.started {
            return Ok(());
        }
        Err(TextError::new(line.span(), "the start is missing", "the start comes before this line")
            .help("the start names the piece at each cell in turn, such as `212232444004`"))
    }

    fn only(&mut self, line: &Line) -> Result<(), TextError> {
        let kind = self.kind_word(line, "only 1 4,3 5,3")?;
        let mut cells = vec![];
        for word in line.words().skip(2) {
            cells.push(self.coordinates(word, word.text)?);
        }
        if cells.is_empty() {
            return Err(TextError::new(line.span(), "no cells are named", "expected gate cells")
                .help("write it like `only 1 4,3 5,3`"));
        }
        for cell in cells {
            self.draft.gates.entry(cell).or_default().insert(kind);
        }
        self.puzzle_so_far(line)
    }

    fn along(&mut self, line: &Line) -> Result<(), TextError> {
        let kind = self.kind_word(line, "along 2 row")?;
        let Some(word) = line.words().nth(2) else {
            return Err(TextError::new(line.span(), "no line is named", "expected row, column or layer")
                .help("write it like `along 2 row`"));
        };
        let axis = Axis::from_name(word.text).ok_or_else(|| {
            TextError::new(word.span(), format!("`{}` is not a line", word.text), "no such line")
                .help("write row, column or layer")
        })?;
        self.draft.kinds[usize::from(kind.0)].along = Some(axis);
        Ok(())
    }

    /// The kind named by the second word of a line.
    fn kind_word(&self, line: &Line, example: &str) -> Result<KindId, TextError> {
        let Some(word) = line.words().nth(1) else {
            return Err(TextError::new(line.span(), "no kind is named", "expected a kind")
                .help(format!("write it like `{example}`")));
        };
        let (name, span) = single_char(&word, word.text)?;
        self.draft.kind_called(name).ok_or_else(|| {
            TextError::new(span, format!("kind `{name}` is not defined"), "no such kind")
                .help(format!("define it before this line, with a line such as `{name} = 1`"))
        })
    }

    fn names(&mut self, line: &Line) -> Result<(), TextError> {
        self.need_start(line)?;
        let names = line.words().nth(1).unwrap_or(line.after(line.text.len()));
        let (given, pieces) = (names.text.chars().count(), self.draft.start.len());
        if given != pieces {
            let plural = if pieces == 1 { "piece" } else { "pieces" };
            let message = format!("there are {given} names for {pieces} {plural}");
            return Err(TextError::new(names.span(), message, "one character for each piece of the start")
                .help("the names follow the order in which the start names the pieces"));
        }
        if let Some((name, span)) = names.chars().find(|&(name, _)| !is_piece_name(name)) {
            return Err(TextError::new(span, PuzzleError::PieceName(name).to_string(), "this name"));
        }
        for (piece, name) in self.draft.start.iter_mut().zip(names.text.chars()) {
            piece.1 = name;
        }
        Ok(())
    }

    fn finish(self, text: &str) -> Result<Parsed<Puzzle>, TextError> {
        let end = text.trim_end().len();
        let missing = |what: &str, help: &str| {
            Err(TextError::new(end..end, format!("the {what} is missing"), "the text ends here").help(help))
        };
        if !self.started {
            return missing("start", "name the piece at each cell in turn, such as `212232444004`");
        }
        if self.draft.goals.is_empty() {
            return missing("goal", "add a line such as `goal 1@3,1`, or a whole arrangement");
        }
        match Puzzle::new(self.draft) {
            Ok(puzzle) => Ok(Parsed { puzzle, warnings: self.warnings }),
            Err(error) => Err(TextError::new(0..end, error.to_string(), "in this puzzle")),
        }
    }

    fn kind_name(&self, kind: KindId) -> char {
        self.draft.kinds[usize::from(kind.0)].name
    }
}

/// `optimum: step=116 slide=90 …`, or `None` if it is not written so.
pub(super) fn optimum(text: &str) -> Option<Vec<(crate::Style, u32)>> {
    let entries = text.strip_prefix("optimum:").filter(|entries| !entries.trim().is_empty())?;
    entries
        .split_whitespace()
        .map(|entry| {
            let (style, moves) = entry.split_once('=')?;
            Some((style.parse().ok()?, moves.parse().ok()?))
        })
        .collect()
}
