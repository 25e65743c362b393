//! Puzzles to print, to cut and to play: the files of the command line, and what a terminal gets.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn slideways(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_slideways")).args(arguments).output().unwrap()
}

#[test]
fn a_pipe_gets_the_same_bytes_as_a_file() {
    let folder = tempfile::tempdir().unwrap();
    for (form, ending) in [("stl", "stl"), ("laser", "svg"), ("png", "png"), ("svg", "svg")] {
        let file = folder.path().join(format!("{form}.{ending}"));
        let name = file.to_str().unwrap();
        let end = slideways(&["show", "klotski", "--as", form, "-o", name]);
        assert!(String::from_utf8(end.stdout).unwrap().starts_with("wrote "), "{form}");
        let piped = slideways(&["show", "klotski", "--as", form]);
        assert!(piped.status.success() && piped.stdout == fs::read(&file).unwrap(), "{form}");
    }
}

#[test]
fn the_laser_picture_of_the_book_is_the_one_the_program_makes() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/images/make/klotski.svg");
    let made = slideways(&["show", "klotski", "--as", "laser"]).stdout;
    // A hairline is too thin for a screen.
    let visible = String::from_utf8(made).unwrap().replace("0.0254", "0.4");
    assert!(visible == fs::read_to_string(book).unwrap(), "make it again as the chapter says");
}

#[test]
fn the_fewest_moves_on_a_sheet_are_those_that_the_set_records() {
    let sheet = slideways(&["sheet", "korf15:1", "--paper", "letter"]);
    let page = String::from_utf8(sheet.stdout).unwrap();
    assert!(
        page.contains("fewest moves: 57") && page.contains("blank first") && page.contains("size: letter")
    );
    assert!(!page.contains("class=\"code\""), "there is no link");
    let linked = slideways(&["sheet", "gnome/ambush", "--link", "https://example.org/"]);
    let page = String::from_utf8(linked.stdout).unwrap();
    assert!(
        page.contains("href=\"https://example.org/#/play/gnome/ambush\"") && page.contains("class=\"code\"")
    );
}

/// A terminal: what the program writes to it is not read, only what it refuses.
#[cfg(unix)]
#[test]
fn a_terminal_gets_no_binary_data() {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let main = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&main).unwrap();
    unlockpt(&main).unwrap();
    let name = ptsname(&main, vec![]).unwrap();
    for (form, fine) in [("stl", false), ("png", false), ("svg", true)] {
        let terminal = fs::OpenOptions::new().write(true).open(name.to_str().unwrap()).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_slideways"));
        // A board of one row is small enough for the buffer of a terminal that is not read.
        command.args(["show", "2x2", "aa bb", "--as", form]).stdout(terminal);
        let end = command.output().unwrap();
        assert_eq!(end.status.success(), fine, "{form}");
        let said = String::from_utf8(end.stderr).unwrap();
        assert_eq!(said.contains("pipe it to another program"), !fine, "{said}");
    }
}
