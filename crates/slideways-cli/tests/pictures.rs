//! Packings and graphs in files, and the pictures of the book.

use resvg::tiny_skia::Pixmap;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn slideways(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_slideways")).args(arguments).output().unwrap()
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries.map(|e| (e.file_name().into_string().unwrap(), fs::read(e.path()).unwrap())).collect()
}

#[test]
fn the_pictures_of_the_book_are_those_the_program_makes() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().to_str().unwrap();
    assert!(slideways(&["lock", "4x4x4", "2x2x1", "--fewest", "--export", to]).status.success());
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/images/lock");
    let (made, kept) = (files(folder.path()), files(&book));
    assert_eq!(made.keys().collect::<Vec<_>>(), kept.keys().collect::<Vec<_>>());
    for (name, bytes) in &made {
        assert!(kept[name] == *bytes, "{name}: make it again as the chapter says");
    }
}

/// What a command wrote to a file of that name, given something to read.
fn written(arguments: &[&str], name: &str, read: &[u8]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    let mut command = Command::new(env!("CARGO_BIN_EXE_slideways"));
    command.args(arguments).arg("--output").arg(&file).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(read).unwrap();
    let end = child.wait_with_output().unwrap();
    assert!(end.status.success());
    assert!(String::from_utf8(end.stdout).unwrap().starts_with("wrote "));
    assert_eq!(files(folder.path()).len(), 1, "nothing unfinished is left");
    fs::read(file).unwrap()
}

#[test]
fn the_boards_strips_and_films_of_the_book_are_those_the_program_makes() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/images/pictures");
    let silly = slideways(&["solve", "silly"]).stdout;
    let made = [
        ("klotski.svg", written(&["show", "klotski"], "klotski.svg", b"")),
        ("ambush.svg", written(&["show", "gnome/ambush"], "ambush.svg", b"")),
        ("fifteen.svg", written(&["show", "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"], "fifteen.svg", b"")),
        ("silly.svg", written(&["show", "silly", "--solution", "-", "--width", "600"], "silly.svg", &silly)),
        (
            "silly-film.svg",
            written(&["show", "silly", "--solution", "-", "--film"], "silly-film.svg", &silly),
        ),
    ];
    for (name, bytes) in made {
        let kept = fs::read(book.join(name)).unwrap();
        assert!(kept == bytes, "{name}: make it again as the chapter says");
    }
}

#[test]
fn what_solve_prints_becomes_a_film() {
    let solved = slideways(&["solve", "1 2 3/4 0 6/7 5 8"]).stdout;
    let film = ["show", "1 2 3/4 0 6/7 5 8", "--solution", "-", "--width", "90", "--speed", "5"];
    let film = written(&film, "eight.gif", &solved);
    assert!(film.starts_with(b"GIF89a\x5a\0"), "it is 90 pixels wide");
    assert!(film.windows(11).any(|bytes| bytes == b"NETSCAPE2.0"), "it runs again and again");
}

#[test]
fn a_board_is_as_wide_as_was_asked() {
    let picture = written(&["show", "klotski", "--width", "333", "--theme", "dark"], "board.PNG", b"");
    let pixels = Pixmap::decode_png(&picture).unwrap();
    assert_eq!(pixels.width(), 333);
    assert_eq!(pixels.pixel(0, 0).unwrap().red(), 0x19);
}

#[test]
fn a_packing_becomes_pixels_with_its_names() {
    let picture = written(&["show", "2x3", "aab ccb"], "packing.png", b"");
    let pixels = Pixmap::decode_png(&picture).unwrap();
    let dark = pixels.pixels().iter().filter(|pixel| pixel.green() < 0x30).count();
    assert!(dark > 100, "{dark}");
}

/// The first pixels are those of the page; a line of text is where some others are.
#[test]
fn the_legend_of_a_graph_is_written_in_pixels_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("graph.png");
    let end = slideways(&["explore", "moving_day", "--picture", file.to_str().unwrap()]);
    assert!(end.status.success());
    let pixels = Pixmap::load_png(&file).unwrap();
    let page = pixels.pixel(2, 2).unwrap();
    let written = |columns: Range<u32>, rows: Range<u32>| {
        let at = rows.flat_map(|y| columns.clone().map(move |x| (x, y)));
        at.filter(|&(x, y)| pixels.pixel(x, pixels.height() - y).unwrap() != page).count()
    };
    // The ramp is 240 wide and begins at 48; `goal` is above it, `19 moves to the goal; ...` to its right.
    let goal = written(46..100, 50..72);
    let number = written(298..325, 28..50);
    let words = written(330..750, 24..50);
    assert!((60..400).contains(&goal), "{goal}");
    assert!((40..300).contains(&number), "{number}");
    assert!((500..3000).contains(&words), "{words}");
    assert_eq!(written(800..1500, 24..50), 0, "nothing is behind it");
}

#[test]
fn what_was_exported_can_be_checked_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("new/folder");
    let forms = "svg,iso,stl,json,text";
    let end =
        slideways(&["lock", "3x3x3", "2x2x1", "--export", to.to_str().unwrap(), "--as", forms, "--json"]);
    assert!(String::from_utf8(end.stdout).unwrap().contains("\"exported\":2"));
    let made = files(&to);
    let names: Vec<&str> = made.keys().map(String::as_str).collect();
    let of = |name: &str| ["iso.svg", "json", "stl", "svg", "txt"].map(|ending| format!("{name}.{ending}"));
    assert_eq!(names, [of("0.1").to_vec(), of("6.1").to_vec(), vec!["piece-1.stl".into()]].concat());
    for (name, form) in [("6.1.json", "json"), ("6.1.txt", "text")] {
        let file = to.join(name);
        let file = file.to_str().unwrap();
        assert!(slideways(&["check", "3x3x3", file]).status.success());
        assert_eq!(slideways(&["show", "3x3x3", file, "--as", form]).stdout, made[name]);
        assert_eq!(slideways(&["show", "3x3x3", file, "--as", "stl"]).stdout, made["6.1.stl"]);
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_told() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let end = slideways(&["lock", "2x2", "1x2", "--export", file.path().to_str().unwrap()]);
    assert_eq!(end.status.code(), Some(2));
    assert!(String::from_utf8(end.stderr).unwrap().contains("cannot be written"));
}
