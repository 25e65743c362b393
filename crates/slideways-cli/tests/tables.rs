//! Tables in files: kept, found damaged, built, listed, removed, within limits.

mod common;

use common::{slideways, text};
use std::fs;

#[test]
fn tables_are_kept_and_a_damaged_one_is_named_and_built_again() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("not yet there");
    let solve = || {
        let mut command = slideways(&["solve", "123456789abcde0f"]);
        command.env("SLIDEWAYS_TABLES", &tables).output().unwrap()
    };
    let first = solve();
    assert_eq!((text(&first.stderr), first.status.success()), ("", true));
    let file = fs::read_dir(&tables).unwrap().next().unwrap().unwrap().path();
    let whole = fs::read(&file).unwrap();
    assert!(whole.len() < 100 << 20);
    let mut damaged = whole.clone();
    damaged[1_000_000] ^= 1;
    fs::write(&file, damaged).unwrap();
    let second = solve();
    let warning = text(&second.stderr);
    assert!(
        warning.contains("warning: ") && warning.contains("damaged table file: its checksum does not match"),
        "{warning}"
    );
    assert!(second.status.success());
    assert_eq!(fs::read(&file).unwrap(), whole, "built again");
    // A folder that cannot be is no reason to give up.
    let output = slideways(&["solve", "123456789abcde0f"]).env("SLIDEWAYS_TABLES", &file).output().unwrap();
    assert!(text(&output.stderr).contains("warning: ") && output.status.success());
}

#[test]
fn tables_are_built_listed_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let output = slideways(arguments).env("SLIDEWAYS_TABLES", folder.path()).output().unwrap();
        (output.status.code(), text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
    };
    let name = "tiles-3x2-blank5-small-v3.table";
    assert!(run(&["tables", "list"]).1.contains("none yet"));
    let (status, out, _) = run(&["tables", "build", "2x3"]);
    assert!(status == Some(0) && out.starts_with(&format!("{name}: built in ")), "{out}");
    assert_eq!(
        run(&["tables", "build", "3x2", "--goal", "blank-first"]).1,
        format!("{name}: already built, checksum ok\n")
    );
    let listed = run(&["tables", "list", "--json"]).1;
    assert!(listed.contains("\"board\":\"3 x 2\"") && listed.contains("\"fault\":null"), "{listed}");
    // Damaged, and left behind by a build that was killed.
    fs::write(folder.path().join(name), b"slideways table\n and no more").unwrap();
    fs::write(folder.path().join("tiles-4x4-blank15-large-v3.table.77.unfinished"), b"half").unwrap();
    let listed = run(&["tables", "list"]).1;
    assert_eq!(listed.matches("of no use").count(), 2, "{listed}");
    let (status, out, warned) = run(&["tables", "build", "2x3"]);
    assert!(status == Some(0) && out.contains("built in") && warned.contains(name), "{out}{warned}");
    let (status, _, error) = run(&["tables", "remove", "no-such-thing"]);
    assert!(status == Some(2) && error.contains("tables list"), "{error}");
    assert_eq!(run(&["tables", "remove", "--all"]).1.lines().count(), 2);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_build_of_tables_keeps_its_limits() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let output = slideways(arguments).env("SLIDEWAYS_TABLES", folder.path()).output().unwrap();
        (output.status.code(), text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
    };
    let (status, out, _) = run(&["tables", "build", "--time", "300ms"]);
    assert!(status == Some(3) && out.contains("time limit") && out.contains("nothing was stored"), "{out}");
    let (status, _, error) = run(&["tables", "build", "--memory", "200M"]);
    assert!(status == Some(2) && error.contains("GiB") && error.contains("--small"), "{error}");
    let (status, _, error) = run(&["tables", "build", "6x6"]);
    assert!(status == Some(2) && error.contains("25 cells"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    // Nothing can be kept where no folder can be.
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let output =
        slideways(&["tables", "build", "2x2"]).env("SLIDEWAYS_TABLES", file.join("below")).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
}
