//! `--checkpoint`, formerly `--resume`: long searches that are stopped or killed, and continue.

mod common;

use common::{slideways, text};
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

#[test]
fn a_search_that_was_stopped_is_not_gone_on_with_in_another_metric() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run");
    let run = |style: &str, time: &str| {
        let arguments = ["solve", "0c9dfbae37624851", "--style", style, "--time", time, "--resume"];
        let output = slideways(&arguments).arg(&file).output().unwrap();
        (output.status.code(), text(&output.stderr).to_owned())
    };
    assert_eq!(run("step", "1ms").0, Some(3));
    assert_eq!(run("move", "1ms").0, Some(3));
    let (status, error) = run("set-step", "1ms");
    assert!(status == Some(2) && error.contains("goal blank last, style step"), "{error}");
}

#[test]
#[ignore = "slow: builds tables and searches for a minute"]
fn a_long_search_for_tiles_that_move_together_goes_on_where_it_was_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run");
    let run = |more: &[&str]| -> (Option<i32>, serde_json::Value) {
        let arguments = ["solve", "--json", "159d26ae37bf48c0", "--style", "set-step"];
        let output = slideways(&arguments).args(more).output().unwrap();
        (output.status.code(), serde_json::from_slice(&output.stdout).unwrap())
    };
    let whole = run(&[]);
    assert_eq!((whole.0, whole.1["moves"].as_u64()), (Some(0), Some(43)));
    let resume = ["--resume", file.to_str().unwrap()];
    let mut stops = 0;
    let last = loop {
        match run(
            &[&resume[..], &["--time", "5s", "--threads", if stops % 2 == 0 { "1" } else { "2" }]].concat()
        ) {
            (Some(3), answer) => {
                assert!(file.exists() && answer["lower_bound"].as_u64() <= Some(43), "{answer}");
                stops += 1;
            }
            last => break last,
        }
    };
    assert!(stops > 1 && !file.exists());
    for field in ["moves", "solution", "expanded", "generated"] {
        assert_eq!(last.1[field], whole.1[field], "{field}");
    }
}

#[test]
fn a_long_search_for_packings_goes_on_where_it_was_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run");
    let name = file.to_str().unwrap();
    let run = |arguments: &[&str]| {
        let output = slideways(arguments).args(["--resume", name]).output().unwrap();
        (output.status.code(), text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
    };
    let object = |out: &str| -> serde_json::Value { serde_json::from_str(out).unwrap() };
    let unbroken = ["lock", "4x4x6", "2x2x1", "--json", "--threads", "1"];
    let (mut runs, mut time, mut refused) = (0, 10, false);
    let last = loop {
        runs += 1;
        // More time each run, however slow the machine is.
        time += time / 2;
        match run(&[&unbroken[..], &["--time", &format!("{time}ms")]].concat()) {
            (Some(3), ..) => assert!(file.exists()),
            (status, out, error) => {
                assert_eq!(status, Some(0), "{error}");
                break out;
            }
        }
        // A search that is stopped before its first part has nothing to save but what it belongs to.
        let saved = fs::read_to_string(&file).unwrap().contains("\"parts\":");
        if saved && !std::mem::replace(&mut refused, true) {
            let (status, _, error) = run(&["lock", "4x4x6", "2x2x1", "--maximal"]);
            assert!(
                status == Some(2)
                    && error
                        .contains("it belongs to the packings of a box of 4 x 4 x 6 with pieces 11/11, with"),
                "{error}"
            );
            let (status, _, error) = run(&["lock", "4x4x4", "2x2x1"]);
            assert!(
                status == Some(2)
                    && error.contains("it belongs to the packings of a box of 4 x 4 x 6 with pieces 11/11"),
                "{error}"
            );
            let (status, _, error) = run(&["solve", "korf15:12"]);
            assert!(status == Some(2) && error.contains("it is not a checkpoint file"), "{error}");
            let kept = fs::read_to_string(&file).unwrap();
            fs::write(&file, kept.replacen("\"parts\":", "\"parts\":1", 1)).unwrap();
            let (status, _, error) = run(&unbroken);
            assert!(status == Some(2) && error.contains("it is damaged"), "{error}");
            fs::write(&file, kept).unwrap();
        }
    };
    assert!(runs > 1 && refused && !file.exists(), "{runs}");
    let whole = object(text(&slideways(&unbroken).output().unwrap().stdout));
    let last = object(&last);
    for field in ["total", "by_count", "stabilizers", "complete", "outcome"] {
        assert_eq!(last[field], whole[field], "{field}");
    }
    // A process that is killed leaves the last file behind.
    let mut child = slideways(&["lock", "6x6x6", "2x2x1", "--checkpoint", name]).spawn().unwrap();
    let begun = Instant::now();
    while !fs::read_to_string(&file).is_ok_and(|kept| kept.contains("\"parts\"")) {
        assert!(begun.elapsed() < Duration::from_secs(60));
        sleep(Duration::from_millis(50));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let (status, out, _) = run(&["lock", "6x6x6", "2x2x1", "--time", "0"]);
    assert!(status == Some(3) && out.contains("resumed: "), "{out}");
}

#[test]
fn a_long_search_goes_on_where_it_was_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run");
    let name = file.to_str().unwrap();
    // The board with rows and columns exchanged: minutes with small tables.
    let run = |position: &str, time: &str| {
        let arguments = ["solve", "--json", position, "--checkpoint", name, "--time", time];
        let output = slideways(&arguments).output().unwrap();
        (output.status.code(), text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
    };
    let kept = |name: &str| -> serde_json::Value {
        serde_json::from_str(&fs::read_to_string(name).unwrap()).unwrap()
    };
    let done = |record: &serde_json::Value| {
        let units =
            record["saved"]["units"].as_array().unwrap().iter().filter(|unit| !unit.is_null()).count();
        (record["saved"]["threshold"].as_u64().unwrap(), units)
    };
    // The tables are built first, however long that takes on a busy machine.
    assert_eq!(run("korf15:12", "600s").0, Some(0));
    let (status, ..) = run("hard15:18", "6s");
    assert_eq!(status, Some(3));
    let first = done(&kept(name));
    assert!(first.0 >= 60 && first.1 > 0, "{first:?}");
    let (status, out, _) = run("hard15:18", "3s");
    assert_eq!(status, Some(3));
    let second = done(&kept(name));
    assert!(second > first, "{first:?} {second:?}");
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(answer["lower_bound"].as_u64().unwrap() >= first.0, "{out}");
    let (status, error, _) = run("hard15:17", "1s");
    assert!(status == Some(2) && error.contains("it belongs to 1 5 9 13/"), "{error}");
    let mut claims_too_much = kept(name);
    claims_too_much["saved"]["threshold"] = 100.into();
    fs::write(&file, claims_too_much.to_string()).unwrap();
    let (status, error, _) = run("hard15:18", "1s");
    assert!(status == Some(2) && error.contains("it is damaged"), "{error}");
    fs::write(&file, "{}").unwrap();
    let (status, error, _) = run("hard15:18", "1s");
    assert!(status == Some(2) && error.contains("it is not a checkpoint file"), "{error}");
    // A search that is over leaves nothing behind.
    fs::remove_file(&file).unwrap();
    assert_eq!(run("korf15:12", "60s").0, Some(0));
    assert!(!file.exists());
    assert_eq!(run("1 2 3/4 5 6/8 7 0", "60s").0, Some(1));
    assert!(!file.exists());
}

#[test]
fn a_census_that_is_killed_continues_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("census");
    let checkpoint = ["--checkpoint", file.to_str().unwrap()];
    // Long enough for a checkpoint, which is written every second.
    let census = ["design", "census", "--box", "5x4", "--kit", "klotski", "--holes", "2..3"];
    let census = [&census[..], &["--style", "set-step", "--threads", "1", "--hardest", "4"]].concat();
    let object = |arguments: &[&str]| -> serde_json::Value {
        let output = slideways(&[&census[..], arguments, &["--json"]].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let mut object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        for varies in ["seconds", "peak_bytes"] {
            object.as_object_mut().unwrap().remove(varies);
        }
        object
    };
    let whole = object(&[]);
    let sets_done = || -> Option<usize> {
        let saved: serde_json::Value = serde_json::from_str(&fs::read_to_string(&file).ok()?).ok()?;
        Some(saved["saved"]["classes"].as_array()?.len())
    };
    let mut child = slideways(&census).args(checkpoint).spawn().unwrap();
    let begun = Instant::now();
    while sets_done().is_none_or(|sets| sets == 0) {
        assert!(begun.elapsed() < Duration::from_secs(120) && child.try_wait().unwrap().is_none());
        sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let all = whole["sets"].as_array().unwrap().len();
    assert!(sets_done().is_some_and(|sets| sets < all), "some sets are left");
    let stopped = slideways(&census).args(checkpoint).args(["--time", "0"]).output().unwrap();
    assert!(text(&stopped.stdout).contains("resumed: "), "{}", text(&stopped.stdout));
    assert_eq!(object(&checkpoint), whole);
    assert!(!file.exists(), "a complete census removes its checkpoint");
}
