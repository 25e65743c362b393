//! What users see, as snapshots; timings are left open.

use std::fs;
use std::path::Path;

#[test]
fn the_commands_answer_as_recorded() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
}

/// The README shows real figures, which are left open here, and a file, which is written out here.
#[test]
fn the_readme_tells_the_truth() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let text = fs::read_to_string(readme).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let open = |line: &str| if line.starts_with("searched: ") { "searched: [..]\n" } else { line }.to_owned();
    let opened: String = text.split_inclusive('\n').map(open).collect();
    fs::write(folder.path().join("README.md"), opened).unwrap();
    let (_, file) = text.split_once("```text\n").expect("the README shows a puzzle file");
    let (file, _) = file.split_once("```").expect("the block ends");
    fs::create_dir(folder.path().join("README.in")).unwrap();
    fs::write(folder.path().join("README.in/mine.txt"), file).unwrap();
    trycmd::TestCases::new().case(folder.path().join("README.md"));
}
