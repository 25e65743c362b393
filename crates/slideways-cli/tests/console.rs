//! What users see, as snapshots; timings are left open.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn the_commands_answer_as_recorded() {
    let tables = concat!(env!("CARGO_TARGET_TMPDIR"), "/tables");
    let cases = trycmd::TestCases::new();
    cases.env("SLIDEWAYS_TABLES", tables).case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
}

#[test]
fn the_readme_tells_the_truth() {
    tell_the_truth(&[root().join("README.md")]);
}

#[test]
fn the_book_tells_the_truth() {
    let with_console = |page: &PathBuf| fs::read_to_string(page).unwrap().contains("```console\n");
    tell_the_truth(&chapters().into_iter().filter(with_console).collect::<Vec<_>>());
}

#[test]
fn the_book_has_a_summary_of_all_its_chapters() {
    let summary = fs::read_to_string(book().join("SUMMARY.md")).unwrap();
    let listed: Vec<String> = links(&summary).map(str::to_owned).collect();
    let name = |page: &PathBuf| page.strip_prefix(book()).unwrap().to_str().unwrap().replace('\\', "/");
    let chapters: BTreeSet<String> =
        chapters().iter().map(name).filter(|name| name != "SUMMARY.md").collect();
    assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), chapters);
    assert_eq!(listed.len(), chapters.len(), "a chapter is listed twice");
}

#[test]
fn links_between_chapters_lead_somewhere() {
    for page in chapters() {
        let text = fs::read_to_string(&page).unwrap();
        for link in links(&text).filter(|link| !link.contains("://")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let there = fs::read(page.with_file_name(file)).unwrap_or_else(|_| panic!("{link}"));
            // Pictures have no headings.
            let there = String::from_utf8_lossy(&there);
            let mut headings = there.lines().filter_map(|line| line.strip_prefix('#'));
            assert!(heading.is_empty() || headings.any(|line| anchor(line) == heading), "{link}");
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn book() -> PathBuf {
    root().join("docs/src")
}

/// Every page of the book, those in its folders too.
fn chapters() -> Vec<PathBuf> {
    let (mut pages, mut folders) = (vec![], vec![book()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => {
                    pages.extend(Some(path).filter(|page| page.extension().is_some_and(|end| end == "md")))
                }
            }
        }
    }
    pages
}

/// The targets of a page's links.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}

/// The name by which a heading can be linked to.
fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || *c == ' ' || *c == '-';
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    text.chars().filter(kept).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Run the console blocks of pages. Pages show real figures, which are left open here, and files, which are
/// written out here.
fn tell_the_truth(pages: &[PathBuf]) {
    let folder = tempfile::tempdir().unwrap();
    let cases = trycmd::TestCases::new();
    cases.env("SLIDEWAYS_TABLES", concat!(env!("CARGO_TARGET_TMPDIR"), "/tables"));
    for page in pages {
        let text = fs::read_to_string(page).unwrap();
        let copy = folder.path().join(page.file_name().unwrap());
        fs::create_dir(copy.with_extension("in")).unwrap();
        for (name, body) in files(&text) {
            fs::write(copy.with_extension("in").join(name), body).unwrap();
        }
        fs::write(&copy, text.split_inclusive('\n').map(open).collect::<String>()).unwrap();
        cases.case(copy);
    }
    cases.run();
}

/// A line without what differs from one run to the next: time, memory, and in JSON all that comes with them.
fn open(line: &str) -> String {
    match line.split_once("\"expanded\":") {
        Some((before, _)) => format!("{before}[..]\n"),
        None if line.starts_with("searched: ") => "searched: [..]\n".to_owned(),
        None if line.starts_with("written: ") => "written: [..]\n".to_owned(),
        None if line.starts_with("no solution ") || line.starts_with("a solution ") => {
            let (round, _) = line.rsplit_once(" (").expect("a round ends with its time");
            format!("{round} ([..])\n")
        }
        None => line.to_owned(),
    }
}

/// The files that a page shows: blocks of text after a paragraph that ends in a colon and names the file.
fn files(text: &str) -> Vec<(&str, &str)> {
    let mut files = vec![];
    for (at, fence) in text.match_indices("```text\n") {
        let paragraph = text[..at].trim_end().rsplit("\n\n").next().expect("a split has parts");
        let name = paragraph.split('`').skip(1).step_by(2).filter(|quoted| quoted.ends_with(".txt")).last();
        let body = text[at + fence.len()..].split("```").next().expect("a split has parts");
        files.extend(name.filter(|_| paragraph.ends_with(':')).map(|name| (name, body)));
    }
    files
}
