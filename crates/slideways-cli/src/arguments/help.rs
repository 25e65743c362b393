//! The help: `-h` lists the common options, `--help` all of them with examples.

use super::Arguments;
use crate::colour;
use clap::builder::StyledStr;
use clap::{Command, CommandFactory};

/// Lines of help are at most this long, also on wider terminals.
const WIDTH: usize = 100;

/// The definition of the command line, as [`Arguments`] gives it, with examples.
pub fn command() -> Command {
    let command = Arguments::command().styles(colour::help()).max_term_width(WIDTH);
    let command = command.mut_subcommands(|sub| helpful(sub, ""));
    exampled(command, "slideways")
}

/// A command with its examples and its rare options; `parent` is what comes before its name.
fn helpful(command: Command, parent: &str) -> Command {
    let path = format!("{parent}{}", command.get_name());
    let rare = RARE.iter().find(|(name, _)| *name == path).map_or(&[][..], |(_, options)| options);
    let command = rare
        .iter()
        .fold(command, |command, option| command.mut_arg(*option, |argument| argument.hide_short_help(true)));
    let below = format!("{path} ");
    exampled(command.mut_subcommands(|sub| helpful(sub, &below)), &path)
}

/// The command with its examples at the end of `--help`, after what `-h` prints there.
fn exampled(command: Command, path: &str) -> Command {
    let Some(examples) = examples(path) else { return command };
    let after = command.get_after_help().map(StyledStr::to_string);
    let lines: String =
        examples.iter().map(|(line, meaning)| format!("\n  {line}\n      {meaning}")).collect();
    let text = format!("{}Examples:{lines}", after.map(|after| format!("{after}\n\n")).unwrap_or_default());
    command.after_long_help(text)
}

/// The examples of a command: what to type, and what it does.
fn examples(path: &str) -> Option<&'static [(&'static str, &'static str)]> {
    EXAMPLES.iter().find(|(name, _)| *name == path).map(|(_, examples)| *examples)
}

/// Options by command that only `--help` lists.
const RARE: [(&str, &[&str]); 6] = [
    (
        "solve",
        &[
            "layers",
            "simple_paths",
            "ascii",
            "tsv",
            "search",
            "checkpoint",
            "iterations",
            "tie_break",
            "disk",
            "gpu",
        ],
    ),
    ("explore", &["resume", "workers", "hosts", "process", "wait", "force", "ascii", "happy", "gpu"]),
    ("design census", &["blocked", "ascii"]),
    ("design search", &["blocked", "from", "candidates", "states", "ascii"]),
    ("lock", &["empty", "fill", "maximal", "no_mirror", "first", "forms", "verify", "search", "checkpoint"]),
    ("serve", &["names", "searches"]),
];

/// Examples by command, each a line to type and its meaning.
const EXAMPLES: [(&str, &[(&str, &str)]); 22] = [
    (
        "slideways",
        &[
            ("slideways solve klotski", "A shortest solution, proved"),
            ("slideways help solve", "All options of a command, with examples"),
        ],
    ),
    (
        "solve",
        &[
            ("slideways solve klotski --style step", "A shortest solution, counted in single steps"),
            ("slideways solve mine.txt --draw", "A puzzle of your own, with the board after every move"),
            ("slideways solve 'aab/a.b/..c goal c@0,0'", "A puzzle drawn row by row"),
            ("slideways solve klotski --styles all", "The fewest moves in each of the six styles"),
            ("slideways solve '8 6 7/2 5 4/3 0 1' --all", "All shortest solutions of a tile position"),
            (
                "slideways solve 876543210 --simple-paths 40",
                "Longer solutions that repeat no position, by length",
            ),
            ("slideways solve korf15 --csv --time 10s", "A table of a hundred positions, with a time limit"),
            (
                "slideways solve - --format '{moves} {solution}'",
                "Answer each line of standard input as it arrives",
            ),
        ],
    ),
    (
        "explore",
        &[
            ("slideways explore klotski --hardest", "All arrangements by distance, and the hardest start"),
            ("slideways explore klotski --hardest --save hard.txt", "The hardest start as a new puzzle"),
            ("slideways explore 3x3", "All positions of the 8-puzzle"),
            ("slideways explore 3x4 --diameter", "The two positions that are farthest from each other"),
            ("slideways explore quarter-plane --depth 15", "The first layers of a board without end"),
            ("slideways explore 3x3 --solutions", "The number of shortest solutions of each of them"),
            ("slideways explore dads --graph dads.graphml", "The graph of arrangements and moves, as a file"),
            ("slideways explore 4x3 --disk layers", "With the layers in a folder instead of memory"),
        ],
    ),
    (
        "lock",
        &[
            ("slideways lock 4x4x4 2x2x1", "All ways to pack the box so that no brick can slide"),
            ("slideways lock 4x4x4 2x2x1 --fewest", "The fewest bricks that lock each other, with proof"),
            ("slideways lock 5x5 pentominoes:..1 --fewest", "The fewest different pentominoes that lock"),
            ("slideways lock 8x8 2x1 --count", "The number of locked packings, without listing them"),
        ],
    ),
    (
        "design",
        &[
            (
                "slideways design census --box 5x4 --kit klotski",
                "The hardest start of Klotski's whole family",
            ),
            ("slideways design search --box 6x6 --kit rush", "A hard Rush Hour card, the best of one minute"),
        ],
    ),
    (
        "design search",
        &[
            (
                "slideways design search --box 6x6 --kit rush --moves 20..25 --minimal --number 12 --to rush-hour",
                "Twelve Rush Hour cards in which no car is too many",
            ),
            (
                "slideways design search --box 6x6 --kit rush --walls 0..2 --time 10m --save hard.txt",
                "The hardest card with at most two walls that is found in ten minutes",
            ),
            (
                "slideways design search --box 5x4 --kit klotski --best 'wrong_moves.mean' --where 'moves < 60'",
                "A short puzzle in which a wrong move costs much",
            ),
        ],
    ),
    (
        "design census",
        &[
            (
                "slideways design census --box 5x4 --kit klotski --goal '2x2@3,1' --style step",
                "The hardest start of Klotski's whole family, in single steps",
            ),
            (
                "slideways design census --box 5x4 --kit klotski --holes 2.. --count",
                "The number of arrangements with at least two holes, without a search",
            ),
            (
                "slideways design census --box 4x4 --pieces '1*2x2 0..4*1x2 2*11/10' --save hard.txt",
                "Pieces of your own, and the hardest start as a new puzzle",
            ),
        ],
    ),
    (
        "rate",
        &[
            ("slideways rate klotski", "How hard the puzzle is, in moves along any path"),
            ("slideways rate klotski quzzle --style step", "Two puzzles, in single steps"),
            ("slideways rate --library --markdown --time 30s", "One table of all puzzles of the library"),
        ],
    ),
    (
        "check",
        &[
            ("slideways check klotski moves.txt", "Whether the moves in a file solve the puzzle"),
            ("slideways check '1 2 3/4 5 6/0 7 8' LL", "Whether these moves solve a tile position"),
            ("slideways check 2x2 1122", "What keeps each piece of a packing in its place"),
        ],
    ),
    (
        "show",
        &[
            ("slideways show klotski", "A drawing, the pieces and what is known"),
            ("slideways show klotski -o klotski.png", "A picture as a file"),
            ("slideways show silly --solution moves.txt -o silly.gif", "A film of a solution"),
            ("slideways show klotski -o klotski.html", "A page that plays the puzzle and its solution"),
            ("slideways show klotski --as stl -o klotski.stl", "A tray and its pieces for a 3-D printer"),
        ],
    ),
    (
        "sheet",
        &[
            ("slideways sheet klotski dads -o sheet.html", "Two puzzles to print"),
            (
                "slideways sheet klotski --link http://192.168.1.2:8015 -o sheet.html",
                "With a QR code that opens the puzzle on that page",
            ),
        ],
    ),
    (
        "convert",
        &[
            ("slideways convert klotski --to drawn", "A puzzle drawn row by row"),
            ("slideways convert klotski --to json", "A puzzle as JSON"),
            ("slideways convert 159d26ae37bf48c0 --to rows", "A tile position in rows"),
        ],
    ),
    (
        "random",
        &[
            ("slideways random 4x4", "A position of the 15-puzzle"),
            ("slideways random 3x3 --number 1000 --seed 7", "A thousand positions, the same ones each time"),
            ("slideways random 4x4 --distance 45 --number 10", "Ten positions that take exactly 45 steps"),
            ("slideways random klotski --distance 60", "A start of Klotski that takes exactly 60 moves"),
        ],
    ),
    (
        "list",
        &[
            ("slideways list donkey", "The puzzles with a word in their name or title"),
            ("slideways list 5x4", "The puzzles in a box of this size"),
        ],
    ),
    (
        "tables",
        &[
            ("slideways tables build", "Build the large tables for the 15-puzzle"),
            ("slideways tables list", "The stored tables and their folder"),
        ],
    ),
    (
        "tables build",
        &[("slideways tables build 4x4 --goal blank-first", "Tables for the goal of Korf's papers")],
    ),
    ("tables list", &[("slideways tables list --json", "One JSON object per file")]),
    ("tables remove", &[("slideways tables remove --all", "Remove all stored tables")]),
    (
        "serve",
        &[
            ("slideways serve --open", "Start the page and open it in the browser"),
            (
                "slideways serve --address 0.0.0.0 --name puzzles.local",
                "Serve other machines of a trusted network",
            ),
        ],
    ),
    (
        "bench",
        &[
            ("slideways bench tiles --quick", "Measure the tile searches, without those that take minutes"),
            ("slideways bench --signature", "One number that changes only if a search does"),
        ],
    ),
    (
        "completions",
        &[
            (
                "slideways completions bash > ~/.local/share/bash-completion/completions/slideways",
                "Complete commands and options in new bash sessions",
            ),
            ("slideways completions fish > ~/.config/fish/completions/slideways.fish", "The same for fish"),
        ],
    ),
    (
        "man",
        &[
            ("slideways man solve | man -l -", "Read the manual page of a command"),
            ("slideways man --output ~/.local/share/man/man1", "Install the pages of all commands"),
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// All commands, by what a user types.
    fn all() -> Vec<(String, Command)> {
        fn below(command: &Command, path: &str, all: &mut Vec<(String, Command)>) {
            for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
                let path = format!("{path}{}", sub.get_name());
                all.push((path.clone(), sub.clone()));
                below(sub, &format!("{path} "), all);
            }
        }
        let mut all = vec![];
        below(&command(), "", &mut all);
        all
    }

    #[test]
    fn every_command_has_examples_and_every_example_has_a_command() {
        let all = all();
        assert!(
            all.iter().all(|(path, _)| examples(path).is_some()),
            "{:?}",
            all.iter().map(|(path, _)| path)
        );
        assert_eq!(EXAMPLES.len(), all.len() + 1, "one more for the program");
    }

    #[test]
    fn every_example_can_be_typed() {
        for (line, _) in EXAMPLES.iter().flat_map(|(_, examples)| *examples) {
            // What follows is for the shell.
            let line = line.split(" > ").flat_map(|part| part.split(" | ")).next().unwrap_or(line);
            let words = words(line);
            let parsed = command().try_get_matches_from(&words);
            let help = parsed.as_ref().is_err_and(|error| !error.use_stderr());
            assert!(parsed.is_ok() || help, "{line}: {parsed:?}");
        }
    }

    /// The words of a line, as a shell reads single quotes.
    fn words(line: &str) -> Vec<String> {
        let mut words = vec![];
        for (i, part) in line.split('\'').enumerate() {
            match i % 2 {
                0 => words.extend(part.split_whitespace().map(str::to_owned)),
                _ => words.push(part.to_owned()),
            }
        }
        words
    }

    #[test]
    fn a_flag_takes_a_value_in_every_command_or_in_none() {
        let mut known: BTreeMap<String, (bool, String)> = BTreeMap::new();
        for (path, command) in all() {
            for argument in command.get_arguments() {
                let takes = argument.get_action().takes_values();
                let long = argument.get_long().map(|long| format!("--{long}"));
                for name in long.into_iter().chain(argument.get_short().map(|short| format!("-{short}"))) {
                    let (first, other) = known.entry(name.clone()).or_insert((takes, path.clone()));
                    assert_eq!(*first, takes, "{name} of `{path}` and of `{other}`");
                }
            }
        }
        assert!(known.len() > 40, "{known:?}");
    }

    #[test]
    fn short_help_is_shorter_and_has_no_examples() {
        for (path, command) in all() {
            let (short, long) = (command.clone().render_help(), command.clone().render_long_help());
            let (short, long) = (short.to_string(), long.to_string());
            assert!(!short.contains("Examples:") && long.contains("Examples:"), "{path}");
        }
        let solve = &all()[0].1;
        assert!(!solve.clone().render_help().to_string().contains("--checkpoint"));
        assert!(solve.clone().render_long_help().to_string().contains("--checkpoint"));
    }
}
