//! What users see, as snapshots; timings are left open.

#[test]
fn the_commands_answer_as_recorded() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
}
