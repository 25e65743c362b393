//! Reads files and standard input, with clear errors.

use crate::arguments::tiles::TileOptions;
use crate::problem::reason;
use slideways::read::{NotRead, Text};
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write, stderr, stdin};
use std::path::Path;

/// No puzzle is larger; a disk image given by mistake is not read to its end.
pub const LARGEST: u64 = 1 << 20;

/// Reads, and remembers that standard input can be read only once.
#[derive(Default)]
pub struct Reader {
    used: bool,
    /// Whether arguments are scrambles.
    pub scrambles: bool,
}

impl Reader {
    /// A reader of puzzles, or of scrambles if these options say so.
    pub fn of(tiles: &TileOptions) -> Reader {
        Reader { used: false, scrambles: tiles.scramble }
    }

    /// What an argument that names a file holds, if there is such a file; `-` is standard input.
    pub fn text(&mut self, argument: &str) -> Option<Result<Text, NotRead>> {
        match argument {
            "-" => Some(self.standard_input()),
            _ => Path::new(argument).exists().then(|| self.file(argument)),
        }
    }

    /// All of standard input.
    fn standard_input(&mut self) -> Result<Text, NotRead> {
        self.take_standard_input()?;
        whole("standard input", "<stdin>", stdin().lock())
    }

    /// Standard input from now on belongs to the caller; an error if it has been taken before.
    pub fn take_standard_input(&mut self) -> Result<(), NotRead> {
        if std::mem::replace(&mut self.used, true) {
            let help = "use `-` only once; put the other input into a file";
            return Err(unread("standard input cannot be read twice", help));
        }
        if stdin().is_terminal() {
            let _ = writeln!(stderr(), "reading from the terminal; press Ctrl-D to end the input");
        }
        Ok(())
    }

    /// All of a file.
    pub fn file(&self, name: &str) -> Result<Text, NotRead> {
        let path = Path::new(name);
        if path.is_dir() {
            return Err(unread(format!("`{name}` is a folder"), "give a file in it"));
        }
        let called = format!("`{name}`");
        let file = File::open(path).map_err(|error| unreadable(&called, &error))?;
        whole(&called, name, file)
    }
}

/// The whole of a source as text; `called` is its name in messages.
pub fn whole(called: &str, name: &str, source: impl Read) -> Result<Text, NotRead> {
    let mut bytes = vec![];
    source.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|error| unreadable(called, &error))?;
    if bytes.len() as u64 > LARGEST {
        let message = format!("{called} is larger than 1 MiB, more than any puzzle needs");
        return Err(NotRead::File { message, help: None });
    }
    let body = String::from_utf8(bytes).map_err(|error| {
        let (bytes, good) = (error.as_bytes(), error.utf8_error().valid_up_to());
        let line = bytes[..good].iter().filter(|&&byte| byte == b'\n').count() + 1;
        let what = match bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
            true => format!("{called} is written in UTF-16"),
            false => format!("{called} is not text: line {line} is not UTF-8"),
        };
        unread(what, "if it is a text, save it as UTF-8")
    })?;
    // The byte order mark that some editors write.
    let body = body.strip_prefix('\u{feff}').unwrap_or(&body);
    if body.trim().is_empty() {
        return Err(NotRead::File { message: format!("{called} is empty"), help: None });
    }
    // Old Mac line endings.
    let body = if body.contains('\n') { body.to_owned() } else { body.replace('\r', "\n") };
    Ok(Text::new(name, body))
}

/// A source that the system does not read.
pub fn unreadable(called: &str, error: &io::Error) -> NotRead {
    NotRead::File { message: format!("{called} cannot be read: {}", reason(error)), help: None }
}

fn unread(message: impl Into<String>, help: &str) -> NotRead {
    NotRead::File { message: message.into(), help: Some(help.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(bytes: &[u8]) -> String {
        whole("it", "it", bytes).unwrap_err().to_string()
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
        assert_eq!(whole("it", "it", "\u{feff}2 x 2".as_bytes()).unwrap().body, "2 x 2");
    }

    #[test]
    fn lines_may_end_in_any_of_the_three_ways() {
        let body = |bytes: &str| whole("it", "it", bytes.as_bytes()).unwrap().body;
        assert_eq!(body("2 x 2\r1 = 1\r"), "2 x 2\n1 = 1\n");
        assert_eq!(body("2 x 2\r\n1 = 1\r\n").lines().collect::<Vec<_>>(), ["2 x 2", "1 = 1"]);
    }

    #[test]
    fn standard_input_is_not_read_twice() {
        let why = Reader { used: true, scrambles: false }.standard_input().unwrap_err();
        assert_eq!(why.to_string(), "standard input cannot be read twice");
    }
}
