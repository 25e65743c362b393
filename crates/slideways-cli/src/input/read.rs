//! Reading files and standard input, and saying clearly why that does not work.

use crate::problem::{Problem, Text, reason};
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write, stderr, stdin};
use std::path::Path;

/// No puzzle is larger; a disk image given by mistake is not read to its end.
const LARGEST: u64 = 1 << 20;

/// Reads, and remembers that standard input can be read only once.
#[derive(Default)]
pub struct Reader {
    used: bool,
}

impl Reader {
    /// All of standard input.
    pub fn standard_input(&mut self) -> Result<Text, Problem> {
        if std::mem::replace(&mut self.used, true) {
            return Err(Problem::new("standard input cannot be read twice")
                .help("`-` may stand for one thing only; put the other into a file"));
        }
        if stdin().is_terminal() {
            let _ = writeln!(stderr(), "reading from the terminal; Ctrl-D ends the input");
        }
        text("standard input", "<stdin>", stdin().lock())
    }

    /// All of a file.
    pub fn file(&self, name: &str) -> Result<Text, Problem> {
        let path = Path::new(name);
        if path.is_dir() {
            return Err(Problem::new(format!("`{name}` is a folder")).help("give a file in it"));
        }
        let called = format!("`{name}`");
        let file = File::open(path).map_err(|error| unreadable(&called, &error))?;
        text(&called, name, file)
    }
}

fn text(called: &str, name: &str, source: impl Read) -> Result<Text, Problem> {
    let mut bytes = vec![];
    source.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|error| unreadable(called, &error))?;
    if bytes.len() as u64 > LARGEST {
        return Err(Problem::new(format!("{called} is larger than 1 MiB, more than any puzzle needs")));
    }
    let body = String::from_utf8(bytes).map_err(|error| {
        let (bytes, good) = (error.as_bytes(), error.utf8_error().valid_up_to());
        let line = bytes[..good].iter().filter(|&&byte| byte == b'\n').count() + 1;
        let what = match bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
            true => format!("{called} is written in UTF-16"),
            false => format!("{called} is not text: line {line} is not UTF-8"),
        };
        Problem::new(what).help("if it is a text, save it as UTF-8")
    })?;
    // Some editors begin a file with this mark.
    let body = body.strip_prefix('\u{feff}').unwrap_or(&body);
    if body.trim().is_empty() {
        return Err(Problem::new(format!("{called} is empty")));
    }
    // So old Macs end their lines.
    let body = if body.contains('\n') { body.to_owned() } else { body.replace('\r', "\n") };
    Ok(Text::new(name, body))
}

fn unreadable(called: &str, error: &io::Error) -> Problem {
    Problem::new(format!("{called} cannot be read: {}", reason(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(bytes: &[u8]) -> String {
        text("it", "it", bytes).unwrap_err().message
    }

    #[test]
    fn what_is_not_a_text_is_refused() {
        assert_eq!(fault(b" \n"), "it is empty");
        assert_eq!(fault(b"2 x 2\n\xff"), "it is not text: line 2 is not UTF-8");
        assert_eq!(fault(b"\xff\xfe2\0 \0x\0"), "it is written in UTF-16");
        assert_eq!(
            fault(&[b'a'; LARGEST as usize + 1]),
            "it is larger than 1 MiB, more than any puzzle needs"
        );
    }

    #[test]
    fn the_mark_at_the_beginning_is_taken_off() {
        assert_eq!(text("it", "it", "\u{feff}2 x 2".as_bytes()).unwrap().body, "2 x 2");
    }

    #[test]
    fn lines_may_end_in_any_of_the_three_ways() {
        let body = |bytes: &str| text("it", "it", bytes.as_bytes()).unwrap().body;
        assert_eq!(body("2 x 2\r1 = 1\r"), "2 x 2\n1 = 1\n");
        assert_eq!(body("2 x 2\r\n1 = 1\r\n").lines().collect::<Vec<_>>(), ["2 x 2", "1 = 1"]);
    }

    #[test]
    fn standard_input_is_not_read_twice() {
        let problem = Reader { used: true }.standard_input().unwrap_err();
        assert_eq!(problem.message, "standard input cannot be read twice");
    }
}
