//! Errors in the arguments, in the style of all other errors: what was found, and what to do.

use crate::problem::Problem;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};
use std::error::Error as _;

/// What an argument error says about its context.
struct Context<'e>(&'e Error);

impl Context<'_> {
    /// The values of a kind; none if the error does not say.
    fn all(&self, kind: ContextKind) -> Vec<String> {
        match self.0.get(kind) {
            Some(ContextValue::String(text)) => vec![text.clone()],
            Some(ContextValue::Strings(texts)) => texts.clone(),
            Some(ContextValue::StyledStr(text)) => vec![text.to_string()],
            Some(ContextValue::StyledStrs(texts)) => texts.iter().map(ToString::to_string).collect(),
            _ => vec![],
        }
    }

    fn first(&self, kind: ContextKind) -> String {
        self.all(kind).into_iter().next().unwrap_or_default()
    }

    /// The option or argument that is wrong, without the name of its value.
    fn argument(&self, kind: ContextKind) -> String {
        let whole = self.first(kind);
        match whole.split_once(' ') {
            Some((option, _)) if option.starts_with('-') => option.trim_end_matches('=').to_owned(),
            _ => whole,
        }
    }

    /// The usage in one line: `slideways solve [OPTIONS] <PUZZLE>...`.
    fn usage(&self) -> Option<String> {
        let usage = self.first(ContextKind::Usage);
        Some(usage.trim().strip_prefix("Usage: ")?.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

/// The command that the user meant, as in `slideways solve`.
fn path(definition: &Command, words: impl IntoIterator<Item = String>) -> String {
    let (mut command, mut path) = (definition, definition.get_name().to_owned());
    for word in words.into_iter().skip(1) {
        if let Some(below) = command.find_subcommand(&word) {
            command = below;
            path = format!("{path} {}", below.get_name());
        }
    }
    path
}

/// Describe an error in `words`, which `definition` does not allow.
pub fn problem(error: &Error, definition: &Command, words: impl IntoIterator<Item = String>) -> Problem {
    let (context, command) = (Context(error), path(definition, words));
    let argument = context.argument(ContextKind::InvalidArg);
    let value = context.first(ContextKind::InvalidValue);
    let (message, help) = match error.kind() {
        ErrorKind::ValueValidation => {
            let why = error.source().map(|why| format!(": {why}")).unwrap_or_default();
            (format!("`{argument}` does not take `{value}`{why}"), None)
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            let values = context.all(ContextKind::ValidValue);
            (format!("`{argument}` needs a value"), one_of(&values))
        }
        ErrorKind::InvalidValue => {
            let values = context.all(ContextKind::ValidValue);
            let near = meant(&context.all(ContextKind::SuggestedValue));
            let help = [near, one_of(&values)].into_iter().flatten().collect::<Vec<_>>().join(" ");
            (format!("`{argument}` does not take `{value}`"), Some(help).filter(|help| !help.is_empty()))
        }
        ErrorKind::UnknownArgument if !argument.starts_with('-') => {
            (format!("there is no room for `{argument}`"), usage(&context))
        }
        ErrorKind::UnknownArgument => {
            let near = meant(&context.all(ContextKind::SuggestedArg));
            (format!("`{command}` has no option `{argument}`"), near)
        }
        ErrorKind::InvalidSubcommand => {
            let wrong = context.first(ContextKind::InvalidSubcommand);
            let near = meant(&context.all(ContextKind::SuggestedSubcommand));
            let help = near.unwrap_or_else(|| "`slideways help` lists all commands".to_owned());
            (format!("there is no command `{wrong}`"), Some(help))
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = context.all(ContextKind::InvalidArg).join(" ");
            (format!("`{command}` needs {missing}"), usage(&context))
        }
        ErrorKind::ArgumentConflict => {
            let other = context.argument(ContextKind::PriorArg);
            match other == argument || other.is_empty() {
                true => (format!("`{argument}` is given twice"), Some("give it once".to_owned())),
                false => {
                    let message = format!("`{argument}` and `{other}` cannot be combined");
                    (message, Some("leave out one of the two".to_owned()))
                }
            }
        }
        _ => (first_line(error), usage(&context)),
    };
    let help = help.unwrap_or_else(|| format!("`{command} --help` lists the options"));
    Problem::new(message).help(help)
}

/// What the user may have meant.
fn meant(near: &[String]) -> Option<String> {
    let near: Vec<String> = near.iter().map(|word| format!("`{word}`")).collect();
    match near.split_last()? {
        (last, []) => Some(format!("did you mean {last}?")),
        (last, others) => Some(format!("did you mean {} or {last}?", others.join(", "))),
    }
}

/// The values that are allowed.
fn one_of(values: &[String]) -> Option<String> {
    (!values.is_empty()).then(|| format!("give one of {}", values.join(", ")))
}

fn usage(context: &Context) -> Option<String> {
    context.usage().map(|usage| format!("the usage is `{usage}`"))
}

/// The message of an error that has no words of ours.
fn first_line(error: &Error) -> String {
    let text = error.render().to_string();
    let first = text.lines().next().unwrap_or_default();
    first.strip_prefix("error: ").unwrap_or(first).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::help::command;

    fn said(line: &str) -> (String, String) {
        let words = || line.split(' ').map(str::to_owned);
        let error = command().try_get_matches_from(words()).unwrap_err();
        let problem = problem(&error, &command(), words());
        (problem.message, problem.help.unwrap())
    }

    #[test]
    fn errors_say_what_was_found_and_what_to_do() {
        for (line, message, help) in [
            ("slideways solv", "there is no command `solv`", "did you mean `solve`?"),
            (
                "slideways solve klotski --jsn",
                "`slideways solve` has no option `--jsn`",
                "did you mean `--json`?",
            ),
            (
                "slideways solve klotski --json --csv",
                "`--json` and `--csv` cannot be combined",
                "leave out one of the two",
            ),
            ("slideways solve klotski --time 1s --time 2s", "`--time` is given twice", "give it once"),
            (
                "slideways solve klotski --time soon",
                "`--time` does not take `soon`: expected a time such as `500ms`, `60s`, `5m` or `1h`",
                "`slideways solve --help` lists the options",
            ),
            (
                "slideways solve klotski --style",
                "`--style` needs a value",
                "`slideways solve --help` lists the options",
            ),
        ] {
            assert_eq!(said(line), (message.to_owned(), help.to_owned()), "{line}");
        }
        let (message, help) = said("slideways solve");
        assert_eq!(message, "`slideways solve` needs <PUZZLE>...");
        assert_eq!(help, "the usage is `slideways solve <PUZZLE>...`");
        let (message, help) = said("slideways convert klotski --to jsn");
        assert_eq!(message, "`--to` does not take `jsn`");
        assert!(help.starts_with("did you mean `json`? give one of sliding, rush-hour, "), "{help}");
        let (message, _) = said("slideways random 4x4 5x5");
        assert_eq!(message, "there is no room for `5x5`");
    }
}
