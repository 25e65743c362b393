//! `--quiet`: one line a position.

use super::super::line::Line;
use super::{Asked, Ending, Report, verdict};
use crate::visible::visible;
use slideways::grid::Dir;
use slideways::tiles::anytime::Standing;
use slideways::tiles::round::Round;
use std::io::{self, Write};
use std::time::Duration;

impl Report for Line {
    fn begin(&mut self, _: &Asked, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn round(&mut self, _: &Asked, _: &Round, _: Duration, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn standing(&mut self, _: &Asked, _: &Standing, _: Duration, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn solution(&mut self, _: &Asked, _: u128, _: &[Dir], _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self, ending: &Ending, out: &mut dyn Write) -> io::Result<()> {
        let asked = ending.asked;
        let metric = format!("style {}, goal {}", asked.style, asked.goal);
        let number = verdict::number(ending).map(|number| format!("; {number}")).unwrap_or_default();
        writeln!(out, "{}: {}{number}", visible(&asked.position.name), verdict::verdict(ending, &metric))
    }
}
