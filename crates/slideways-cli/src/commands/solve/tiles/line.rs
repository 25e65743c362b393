//! `--quiet`: one line a position.

use super::super::line::Line;
use super::{Ending, Report, verdict};
use crate::visible::visible;
use std::io::{self, Write};

impl Report for Line {
    fn end(&mut self, ending: &Ending, out: &mut dyn Write) -> io::Result<()> {
        let asked = ending.asked;
        let metric = format!("style {}, goal {}", asked.style, asked.goal);
        let number = verdict::number(ending).map(|number| format!("; {number}")).unwrap_or_default();
        writeln!(out, "{}: {}{number}", visible(&asked.position.name), verdict::verdict(ending, &metric))
    }
}
