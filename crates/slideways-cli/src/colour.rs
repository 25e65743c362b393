//! Colours on terminals: `--color`, the environment, and the colours of verdicts.
//!
//! `auto` colours a stream that is a terminal, unless NO_COLOR is set or TERM is `dumb`; CLICOLOR_FORCE
//! colours it anyway.

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use clap::ColorChoice;
use clap::builder::Styles;
use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{stderr, stdout};

/// The choice among the arguments. It is needed before they are parsed, to colour their errors.
pub fn choice(arguments: impl IntoIterator<Item = OsString>) -> ColorChoice {
    let mut arguments = arguments.into_iter().map(|word| word.to_string_lossy().into_owned());
    while let Some(word) = arguments.next().filter(|word| word != "--") {
        let when = match word.strip_prefix("--color") {
            Some("") => arguments.next(),
            Some(rest) => rest.strip_prefix('=').map(str::to_owned),
            None => continue,
        };
        return when.and_then(|when| when.parse().ok()).unwrap_or(ColorChoice::Auto);
    }
    ColorChoice::Auto
}

/// Use this choice from now on.
pub fn choose(choice: ColorChoice) {
    let choice = match choice {
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
        ColorChoice::Auto => anstream::ColorChoice::Auto,
    };
    choice.write_global();
}

/// Whether to colour standard error.
pub fn on_errors() -> bool {
    AutoStream::choice(&stderr()) != anstream::ColorChoice::Never
}

/// Whether to colour standard output.
fn on_results() -> bool {
    AutoStream::choice(&stdout()) != anstream::ColorChoice::Never
}

/// The colours of the help.
pub fn help() -> Styles {
    Styles::styled()
        .header(AnsiColor::Green.on_default().bold())
        .usage(AnsiColor::Green.on_default().bold())
        .literal(AnsiColor::Cyan.on_default().bold())
        .placeholder(AnsiColor::Cyan.on_default())
}

/// The first words of verdicts, and their colours: found, impossible, open.
const VERDICTS: [(&str, AnsiColor); 8] = [
    ("solved", AnsiColor::Green),
    ("valid", AnsiColor::Green),
    ("locked", AnsiColor::Green),
    ("proved shortest", AnsiColor::Green),
    ("unsolvable", AnsiColor::Red),
    ("not a solution", AnsiColor::Red),
    ("not locked", AnsiColor::Red),
    ("stopped", AnsiColor::Yellow),
];

/// A verdict, with its first words in their colour if standard output is coloured.
pub fn verdict(text: &str) -> Cow<'_, str> {
    painted(text, on_results())
}

fn painted(text: &str, coloured: bool) -> Cow<'_, str> {
    let known = VERDICTS.iter().find(|(word, _)| text.starts_with(word)).filter(|_| coloured);
    let Some((word, colour)) = known else { return Cow::Borrowed(text) };
    let style: Style = colour.on_default().bold();
    Cow::Owned(format!("{style}{word}{style:#}{}", &text[word.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_has_a_colour_and_the_rest_has_none() {
        assert_eq!(painted("solved: 4 moves", false), "solved: 4 moves");
        assert_eq!(painted("solved: 4 moves", true), "\x1b[1m\x1b[32msolved\x1b[0m: 4 moves");
        assert!(painted("unsolvable: no", true).starts_with("\x1b[1m\x1b[31munsolvable\x1b[0m"));
        assert!(painted("stopped: time", true).starts_with("\x1b[1m\x1b[33mstopped\x1b[0m"));
        assert_eq!(painted("searched: 4 states", true), "searched: 4 states");
    }

    #[test]
    fn the_choice_is_found_before_the_arguments_are_parsed() {
        let choice = |line: &str| choice(line.split(' ').map(OsString::from));
        assert_eq!(choice("slideways solve klotski --color always"), ColorChoice::Always);
        assert_eq!(choice("slideways --color=never list"), ColorChoice::Never);
        assert_eq!(choice("slideways list -- --color=never"), ColorChoice::Auto);
        assert_eq!(choice("slideways list --color"), ColorChoice::Auto);
        assert_eq!(choice("slideways list --colour=never"), ColorChoice::Auto);
    }
}
