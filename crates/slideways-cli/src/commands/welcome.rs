//! Examples to try first.

use crate::problem::Failure;
use crate::status::Status;
use std::io::Write;

const WELCOME: &str = "\
┌───┬───────┬───┐
│ 2 │ 1     │ 2 │   Slideways: every way to slide, and every way not to.
│   │       │   │
│   │       │   │   Try first
├───┼───────┼───┤     slideways solve klotski         a shortest solution, proved
│ 2 │ 3     │ 2 │     slideways serve --open          a page to play on
│   ├───┬───┤   │     slideways list                  all puzzles of the library
│   │ 4 │ 4 │   │     slideways solve mine.txt        a puzzle of your own
├───┼───┴───┼───┤     slideways solve korf15:12       one of Korf's 15-puzzles
│ 4 │ ·   · │ 4 │     slideways lock 4x4x4 2x2x1      packings in which nothing slides
└───┴───────┴───┘   `slideways help` lists all commands, `slideways help solve` the options
                    of one.

A puzzle of your own is a text file. This one is the classic drawn above:

    5 x 4 Klotski          rows x columns, then a title
    1 = 11/11              four kinds of pieces: the rows of each, split by `/`
    2 = 1/1
    3 = 11
    4 = 1
    212232444004           the start: what covers the next free cell; 0 is empty
    goal 1@3,1             done when the 1 has its first cell at row 3, column 1
";

/// Print them.
pub fn run(out: &mut dyn Write) -> Result<Status, Failure> {
    out.write_all(WELCOME.as_bytes())?;
    Ok(Status::Success)
}

#[cfg(test)]
mod tests {
    use super::*;
    use slideways::{format, library, show};

    #[test]
    fn the_drawing_is_klotski() {
        let klotski = library::puzzle("klotski").unwrap();
        for (line, drawn) in WELCOME.lines().zip(show::outlined(&klotski, klotski.start()).lines()) {
            assert!(line.starts_with(drawn), "{line}");
        }
    }

    #[test]
    fn the_example_is_klotski() {
        let lines = WELCOME.lines().filter_map(|line| line.strip_prefix("    "));
        let text: String = lines.map(|line| format!("{}\n", line.split("   ").next().unwrap())).collect();
        let (example, klotski) = (format::parse(&text).unwrap().puzzle, library::puzzle("klotski").unwrap());
        assert_eq!(example.start(), klotski.start());
        assert_eq!(example.goals(), klotski.goals());
    }
}
