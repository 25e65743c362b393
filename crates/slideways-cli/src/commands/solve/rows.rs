//! `--csv`, `--tsv` and `--format`: one row per puzzle, solved or not, in the order of the input.

use super::record::{FIELDS, Record};
use super::template::Template;
use super::{Ending, Report};
use crate::problem::Problem;
use std::borrow::Cow;
use std::io::{self, Write};

/// The form of a row.
#[derive(Clone, Debug)]
pub enum Rows {
    /// Values separated by commas, quoted where necessary (RFC 4180).
    Csv,
    /// Values separated by tabs, which no value contains.
    Tsv,
    /// The user's own line.
    Lines(Template),
}

impl Rows {
    fn print(&self, row: &Record, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Rows::Csv => writeln!(out, "{}", joined(row.values().map(quoted), ",")),
            Rows::Tsv => writeln!(out, "{}", joined(row.values().map(Cow::Borrowed), "\t")),
            Rows::Lines(template) => writeln!(out, "{}", template.line(row)),
        }
    }
}

fn joined<'v>(values: impl Iterator<Item = Cow<'v, str>>, separator: &str) -> String {
    values.collect::<Vec<_>>().join(separator)
}

/// A value of CSV. Quotes enclose a value with a separator, a quote, or a line break, and quotes in it are
/// doubled.
fn quoted(value: &str) -> Cow<'_, str> {
    match value.contains([',', '"', '\n', '\r']) {
        true => Cow::Owned(format!("\"{}\"", value.replace('"', "\"\""))),
        false => Cow::Borrowed(value),
    }
}

impl Report for Rows {
    fn header(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Rows::Csv => writeln!(out, "{}", FIELDS.join(",")),
            Rows::Tsv => writeln!(out, "{}", FIELDS.join("\t")),
            Rows::Lines(_) => Ok(()),
        }
    }

    fn end(&mut self, ending: &Ending, out: &mut dyn Write) -> io::Result<()> {
        self.print(&Record::of(ending), out)
    }

    fn problem(&mut self, name: &str, problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
        self.print(&Record::of_problem(name, problem), out)?;
        out.flush()?;
        problem.report();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_quoted_as_the_rfc_says() {
        assert_eq!(quoted("1 2/3 0"), "1 2/3 0");
        assert_eq!(quoted("4@3,1:R"), "\"4@3,1:R\"");
        assert_eq!(quoted("a \"b\""), "\"a \"\"b\"\"\"");
        assert_eq!(quoted("a\nb"), "\"a\nb\"");
        assert_eq!(quoted(""), "");
    }
}
