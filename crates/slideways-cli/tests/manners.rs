//! The manners of the command line: colours, width, completions, manual pages, empty lists.

mod common;

use common::{slideways, text};
use std::fs;
use std::process::{Command, Stdio};

/// The commands that have a page of help.
const COMMANDS: [&str; 16] = [
    "solve",
    "explore",
    "lock",
    "design",
    "rate",
    "check",
    "show",
    "sheet",
    "convert",
    "random",
    "list",
    "tables",
    "serve",
    "bench",
    "completions",
    "man",
];

#[test]
fn results_are_coloured_on_request_only() {
    let escapes = |arguments: &[&str], variables: &[(&str, &str)]| {
        let output = slideways(arguments).envs(variables.iter().copied()).output().unwrap();
        [output.stdout, output.stderr].map(|stream| text(&stream).contains('\x1b'))
    };
    for (arguments, stream) in [
        (&["solve", "silly"][..], 0),
        (&["solve", "-q", "silly"], 0),
        (&["solve", "silly", "--styles", "step,move"], 0),
        (&["check", "klotski", "1@0,1:D"], 0),
        (&["check", "1,2,3,4,5,6,0,7,8", "LL"], 0),
        (&["check", "2x2", "1122"], 0),
        (&["solve", "nosuch"], 1),
        (&["solv"], 1),
        (&["help"], 0),
    ] {
        let with = |when| [arguments, &["--color", when]].concat();
        assert_eq!(escapes(arguments, &[]), [false; 2], "{arguments:?}: a pipe is not coloured");
        if arguments[0] != "help" {
            assert!(escapes(&with("always"), &[])[stream], "{arguments:?}");
            assert_eq!(escapes(&with("never"), &[("CLICOLOR_FORCE", "1")]), [false; 2], "{arguments:?}");
        }
        assert!(escapes(arguments, &[("CLICOLOR_FORCE", "1")])[stream], "{arguments:?}");
        assert_eq!(escapes(arguments, &[("NO_COLOR", "1")]), [false; 2], "{arguments:?}");
    }
    assert_eq!(escapes(&["solve", "silly", "--json", "--color", "always"], &[]), [false; 2]);
    assert_eq!(escapes(&["solve", "silly", "--csv", "--color", "always"], &[]), [false; 2]);
}

#[test]
fn help_is_wrapped() {
    for command in COMMANDS {
        for (columns, most) in [("200", 100), ("72", 72)] {
            let output = slideways(&[command, "--help"]).env("COLUMNS", columns).output().unwrap();
            // A synopsis and an example are lines to type, which are not wrapped.
            let wraps = |line: &&str| !line.starts_with("Usage: ") && !line.starts_with("  slideways ");
            for line in text(&output.stdout).lines().filter(wraps) {
                assert!(line.chars().count() <= most, "{command}, {columns} columns: {line}");
            }
        }
    }
}

#[test]
fn completions_know_the_commands_and_options() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = slideways(&["completions", shell]).output().unwrap();
        let script = text(&output.stdout);
        assert!(output.status.success() && script.contains("styles"), "{shell}");
        assert!(COMMANDS.iter().all(|command| script.contains(command)), "{shell}");
    }
    let Ok(mut bash) = Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn() else { return };
    let script = slideways(&["completions", "bash"]).output().unwrap().stdout;
    std::io::Write::write_all(&mut bash.stdin.take().unwrap(), &script).unwrap();
    assert!(bash.wait().unwrap().success(), "bash reads the script");
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    let output = slideways(&["man", "-o", pages.to_str().unwrap()]).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    for command in COMMANDS {
        let page = fs::read_to_string(pages.join(format!("slideways-{command}.1"))).unwrap();
        assert!(page.contains(&format!(".TH slideways-{command} 1")), "{page}");
        assert!(page.contains("Examples:"), "{page}");
        let printed = slideways(&["man", command]).output().unwrap().stdout;
        assert_eq!(text(&printed), page);
    }
    assert_eq!(
        fs::read_dir(&pages).unwrap().count(),
        COMMANDS.len() + 6,
        "the program, three of `tables`, and two of `design`"
    );
    assert!(pages.join("slideways.1").exists() && pages.join("slideways-tables-build.1").exists());

    let lost = slideways(&["man", "tables", "mend"]).output().unwrap();
    assert_eq!(lost.status.code(), Some(2));
    assert!(text(&lost.stderr).contains("there is no command `tables mend`"), "{}", text(&lost.stderr));
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let output = slideways(&["man", "-o", file.to_str().unwrap()]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("cannot be written"), "{}", text(&output.stderr));
}

#[test]
fn an_empty_list_is_no_error() {
    for arguments in [&["list", "nothing-like-this"][..], &["list", "nothing-like-this", "--json"]] {
        let output = slideways(arguments).output().unwrap();
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), ""));
        assert!(text(&output.stderr).starts_with("note: no puzzle has `nothing-like-this`"));
    }
}

#[test]
fn words_of_earlier_versions_still_work() {
    let random = |flag| slideways(&["random", "3x3", "--seed", "1", flag, "3"]).output().unwrap().stdout;
    assert_eq!(random("--count"), random("--number"));
    assert_eq!(random("-n"), random("--number"));
    let folder = tempfile::tempdir().unwrap();
    for flag in ["--resume", "--checkpoint"] {
        let file = folder.path().join(flag);
        let output = slideways(&["solve", "867254301", "-q", flag, file.to_str().unwrap()]).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
}
