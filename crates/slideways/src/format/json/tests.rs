use super::*;
use crate::format::sliding;

const LIFT: &str = r#"{
  "format": "slideways-puzzle/1",
  "title": "a lift",
  "size": [2,2,3],
  "blocked": [[1,1,0]],
  "kinds": [
    {"name":"1","cells":[[0,0,0],[1,0,0]]},
    {"name":"2","cells":[[0,0,1],[0,1,0]],"along":"row"}
  ],
  "gates": [
    {"cell":[0,1,2],"kinds":["1"]}
  ],
  "start": [
    {"kind":"1","at":[0,0,0]},
    {"kind":"2","at":[0,0,2],"name":"b"}
  ],
  "goals": [
    [{"kind":"1","at":[0,0,1]},{"kind":"2","at":[1,0,2]}],
    [{"kind":"1","at":[0,0,2]}]
  ],
  "optimum": {"step":6},
  "notes": [
    "says \"up\""
  ]
}
"#;

#[test]
fn everything_is_kept() {
    let puzzle = parse(LIFT).unwrap().puzzle;
    assert_eq!(puzzle.name(1), 'b');
    assert_eq!(print(&puzzle), LIFT);
    assert_eq!(sliding::parse(&sliding::print(&puzzle)).unwrap().puzzle, puzzle);
}

#[test]
fn what_is_empty_need_not_be_written() {
    let text = r#"{"format":"slideways-puzzle/1","size":[1,2],"kinds":[{"name":"1","cells":[[3,3]]}],
        "start":[{"kind":"1","at":[0,0]}],"goals":[[{"kind":"1","at":[0,1]}]]}"#;
    let puzzle = parse(text).unwrap().puzzle;
    assert_eq!(puzzle, sliding::parse("1 x 2\n1 = 1\n1\n01\n").unwrap().puzzle);
}

#[test]
fn a_kind_with_depth_is_kept_in_a_plane_box() {
    let puzzle = sliding::parse("1 x 2\n1 = 1\n2 = 1//1\n1\n01\n").unwrap().puzzle;
    assert_eq!(parse(&print(&puzzle)).unwrap().puzzle, puzzle);
    let text = print(&puzzle).replacen("\"at\":[0,0]", "\"at\":[0,0,0]", 1);
    assert_eq!(parse(&text).unwrap_err().message, "[0, 0, 0] is not a cell of this 1 x 2 box");
}

#[test]
fn every_mistake_is_pointed_at() {
    for (from, to, marked, message) in [
        (
            "le/1",
            "le/2",
            "\"slideways-puzzle/2\"",
            "the format is \"slideways-puzzle/2\", which this version does not read",
        ),
        ("\"format\"", "\"fmt\"", "", "the object has no field `format`"),
        ("\"title\"", "\"titel\"", "\"", "unknown field `titel`, expected one of"),
        ("2,2,3],", "2,2,3]", "\"", "expected `,` or `}`"),
        ("[2,2,3]", "[2]", "[2]", "the size is a list of length 1"),
        ("[2,2,3]", "[99,99,3]", "[99,99,3]", "a box of 99 x 99 x 3 has no cells, or more than 1024"),
        ("[[1,1,0]]", "[[1,1,-1]]", "[1,1,-1]", "found integer `-1` where u16 was expected"),
        ("[[1,1,0]]", "[[1,1]]", "[1,1]", "[1, 1] is not a place in a 2 x 2 x 3 box"),
        ("[[1,1,0]]", "[[1,2,0]]", "[1,2,0]", "[1, 2, 0] is not a cell of this 2 x 2 x 3 box"),
        ("\"row\"", "\"north\"", "{\"name\":\"2\",", "`north` is not a line"),
        ("[[0,0,1],[0,1,0]]", "[]", "{\"name\":\"2\",", "kind `2` covers no cell"),
        (
            "\"name\":\"2\"",
            "\"name\":\"1\"",
            "{\"name\":\"1\",\"cells\":[[0,0,1]",
            "two kinds are called `1`",
        ),
        ("\"name\":\"2\"", "\"name\":\"0\"", "{\"name\":\"0\",", "a kind cannot be called `0`"),
        ("[\"1\"]", "[\"3\"]", "{\"cell\":[0,1,2]", "kind `3` is not defined"),
        ("\"name\":\"b\"", "\"nam\":\"b\"", "{\"kind\":\"2\",\"at\":[0,0,2]", "unknown field `nam`"),
        (
            "\"name\":\"b\"",
            "\"name\":\"{\"",
            "{\"kind\":\"2\",\"at\":[0,0,2]",
            "a piece cannot be called '{'",
        ),
        ("{\"kind\":\"1\",\"at\":[0,0,0]}", "{\"kind\":\"1\"}", "{\"kind\":\"1\"}", "missing field `at`"),
        (
            "\"at\":[0,0,2],",
            "\"at\":[1,0,1],",
            "{\"kind\":\"2\",\"at\":[1,0,1]",
            "piece `2` at 1,0,1 does not fit",
        ),
        ("[1,0,2]", "[0,0,1]", "[{\"kind\":\"1\",\"at\":[0,0,1]}", "cell 0,0,1 is filled twice"),
        ("\"step\"", "\"stride\"", "{\"stride\":6}", "no style is called `stride`"),
        ("  ]\n}", "  ]\n", "", "the text ends in the middle of the object"),
    ] {
        let text = LIFT.replacen(from, to, 1);
        assert_ne!(text, LIFT, "{from}");
        let error = parse(&text).expect_err(&text);
        assert!(error.message.starts_with(message), "{} instead of {message}", error.message);
        assert!(text[error.span.clone()].starts_with(marked), "{message}: {:?}", &text[error.span]);
    }
}

#[test]
fn json_that_is_not_an_object_is_refused() {
    assert_eq!(parse("").unwrap_err().message, "the text ends in the middle of the object");
    for (text, found) in [
        ("null\n", "null"),
        ("true", "a truth value"),
        ("12", "a number"),
        (" []", "a list"),
        ("[{}\n]", "a list"),
        ("\"5 x 4\"", "a string"),
    ] {
        let error = parse(text).unwrap_err();
        assert_eq!(error.message, format!("found {found} where a puzzle object was expected"));
        assert_eq!(&text[error.span], text.trim().lines().next().unwrap());
    }
    assert_eq!(parse("{} x").unwrap_err().message, "trailing characters");
}
