//! A census as text.

use crate::arguments::design::CensusOptions;
use crate::commands::explore::hardest::written;
use crate::commands::solve::verdict;
use crate::quantity::{bytes, count, counted, duration, rate};
use crate::words;
use crate::words::gallery::gallery;
use slideways::design::{Census, Class, Family, Forecast};
use slideways::outcome::Limits;
use std::cmp::Reverse;
use std::io::{self, Write};
use std::ops::RangeInclusive;

/// The most sets of pieces that are listed.
const MOST_LISTED: usize = 10;

/// What is searched, and how much that is.
pub fn begin(
    family: &Family,
    options: &CensusOptions,
    forecast: &Forecast,
    limits: Limits,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{} box, pieces {}, {}", family.grid(), family.kit(), holes(&options.family.holes()))?;
    let from = options.family.from.as_ref().map_or(String::new(), |from| format!("from {from} to "));
    writeln!(out, "goal {from}{}", forecast.goals.join(" or "))?;
    for style in options.styles() {
        writeln!(out, "{}", words::style(style))?;
    }
    if options.unique.is_some() {
        writeln!(out, "only starts with a single shortest solution count")?;
    }
    let sets = match &forecast.classes[..] {
        [first, .., last] if first.holes.is_none() => format!("{} to {}", first.pieces, last.pieces),
        sets => format!("{} of pieces", counted(sets.len() as u64, "set")),
    };
    let arrangements = counted(forecast.arrangements(), noun(family));
    let (time, threads) = (forecast.time(limits.threads), counted(limits.threads as u64, "thread"));
    writeln!(out, "{sets}, {arrangements}; roughly {} on {threads}", duration(time))?;
    if let Some((done, all)) = forecast.resumed {
        writeln!(out, "resumed: {} of {} are done", count(done as u64), counted(all as u64, "work unit"))?;
    }
    writeln!(out)
}

/// What a family counts: an arrangement of all polyominoes has a goal piece, a packing has none.
fn noun(family: &Family) -> &'static str {
    if family.kit().any.is_some() { "packing" } else { "arrangement" }
}

/// A number of holes in words.
pub fn holes(range: &RangeInclusive<u32>) -> String {
    match (*range.start(), *range.end()) {
        (0, u32::MAX) => "any number of holes".to_owned(),
        (first, last) if first == last => counted(first, "hole"),
        (first, u32::MAX) => format!("at least {}", counted(first, "hole")),
        (first, last) => format!("{first} to {last} holes"),
    }
}

/// What was found.
pub fn end(census: &Census, options: &CensusOptions, limits: Limits, out: &mut dyn Write) -> io::Result<()> {
    if census.complete().next().is_some() {
        list(census, out)?;
    }
    total(census, limits, out)?;
    if let Some(moves) = census.moves() {
        let (shown, all) = (count(census.hardest.len() as u64), count(census.hardest_number()));
        let (moves, style) = (counted(moves, "move"), census.style);
        writeln!(out, "hardest starts: {shown} of {all}, {moves} from the nearest goal (style {style})\n")?;
        let draw = words::drawing(options.ascii);
        let drawn = census.hardest.iter().map(|puzzle| {
            let start = puzzle.start();
            let line = written(puzzle, std::slice::from_ref(start)).concat();
            format!("{line}\n{}", draw(puzzle, start))
        });
        write!(out, "{}", gallery(&drawn.collect::<Vec<_>>()))?;
    }
    let (searched, peak) = (census.searched(), bytes(census.cost.peak_bytes));
    let (time, speed) = (duration(census.time), rate(searched, census.time));
    writeln!(out, "searched: {} in {time}, {speed}, peak memory {peak}", counted(searched, "arrangement"))?;
    if let Some(advice) = census.stop.and_then(verdict::remedy) {
        writeln!(out, "{advice}")?;
    }
    match (census.stop, &options.checkpoint) {
        (Some(_), Some(file)) => {
            writeln!(out, "to continue: the same command; {} is its checkpoint", file.display())
        }
        _ => Ok(()),
    }
}

/// The sets with the hardest starts.
fn list(census: &Census, out: &mut dyn Write) -> io::Result<()> {
    let mut found: Vec<&Class> = census.complete().collect();
    // Classes by number of pieces keep their order; of many sets of pieces the hardest come first.
    let by_number = found.iter().all(|class| class.holes.is_none());
    let listed = if by_number { found.len() } else { MOST_LISTED };
    if !by_number {
        found.sort_by_key(|class| Reverse(class.found.moves()));
    }
    let starts = if census.unique { "unique" } else { "solvable" };
    writeln!(out, "moves    arrangements  components  puzzles {starts:>11}  pieces")?;
    for Class { pieces, arrangements, found, .. } in found.iter().take(listed) {
        let moves = found.moves().map_or("-".to_owned(), count);
        let [arrangements, solvable] = [found.arrangements.max(*arrangements), found.solvable()].map(count);
        // A component has an arrangement, so 0 means that components were not counted.
        let counted = |number: u64| if found.components == 0 { "-".to_owned() } else { count(number) };
        let [components, puzzles] = [found.components, found.puzzles].map(counted);
        writeln!(
            out,
            "{moves:>5} {arrangements:>15} {components:>11} {puzzles:>8} {solvable:>11}  {pieces}"
        )?;
    }
    let rest = &found[found.len().min(listed)..];
    if !rest.is_empty() {
        let arrangements: u64 = rest.iter().map(|class| class.arrangements).sum();
        let (easier, sets) = (count(arrangements), counted(rest.len() as u64, "more set"));
        writeln!(out, "      {easier:>15} in {sets}, none with harder starts")?;
    }
    Ok(())
}

/// What is proved about all sets together.
fn total(census: &Census, limits: Limits, out: &mut dyn Write) -> io::Result<()> {
    let parts = match census.components() {
        0 if census.searched() > 0 => String::new(),
        components => {
            format!(" in {}; {}", counted(components, "component"), counted(census.puzzles(), "puzzle"))
        }
    };
    let what = if census.unique { "with a single solution" } else { "solvable" };
    let solvable = format!("{} {what}", count(census.solvable()));
    match census.stop {
        None => {
            let arrangements = counted(census.arrangements(), noun(&census.family));
            let maximum = match census.moves() {
                Some(moves) => format!(
                    "the maximum is {}, reached by {}",
                    counted(moves, "move"),
                    counted(census.hardest_number(), "start")
                ),
                None => "none can be solved".to_owned(),
            };
            writeln!(out, "all {arrangements}{parts}, {solvable}; {maximum}")?;
        }
        Some(by) => {
            let (searched, all) = match noun(&census.family) {
                "arrangement" => (count(census.searched()), counted(census.arrangements(), "arrangement")),
                noun => (counted(census.searched(), "arrangement"), counted(census.arrangements(), noun)),
            };
            writeln!(out, "stopped: {}", verdict::reason(by, limits))?;
            let best = match census.moves() {
                Some(moves) => format!("the maximum is at least {}", counted(moves, "move")),
                None => "no start is known".to_owned(),
            };
            writeln!(out, "{searched} of {all} searched{parts}, {solvable}; {best}")?;
        }
    }
    let Some(classes) = census.up_to_symmetry().filter(|classes| classes.arrangements > 0) else {
        return writeln!(out, "mirror images count separately");
    };
    let hardest = match classes.starts.last() {
        Some(&hardest) => format!(", {}", counted(hardest, "hardest start")),
        None => String::new(),
    };
    writeln!(
        out,
        "mirror images count separately; up to them: {}, {}, {}{hardest}",
        counted(classes.arrangements, "arrangement"),
        counted(classes.components, "component"),
        counted(classes.puzzles, "puzzle"),
    )
}
