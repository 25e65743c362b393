//! `--gpu` on a machine without one: one sentence, and status 2.

use std::path::Path;
use std::process::{Command, Output};

/// Whether a driver may be there: then these tests say nothing.
fn has_driver() -> bool {
    let found = Path::new("/dev/nvidiactl").exists();
    if found {
        eprintln!("skipped: this machine has a GPU");
    }
    found
}

fn slideways(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_slideways")).args(arguments).output().expect("it starts")
}

#[test]
fn without_a_gpu_one_sentence_says_so() {
    if has_driver() {
        return;
    }
    let why = match cfg!(feature = "gpu") {
        true => "error: this machine has no GPU that can be used: ",
        false => "error: `--gpu` needs a build with the feature `gpu`",
    };
    for arguments in [["solve", "korf24:1", "--gpu"], ["explore", "3x3", "--gpu"]] {
        let output = slideways(&arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.starts_with(why) && message.trim_end().lines().count() <= 3, "{message}");
        assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    }
}

#[test]
fn options_that_need_the_processor_are_refused() {
    for other in ["--all", "--count"] {
        let output = slideways(&["solve", "korf24:1", "--gpu", other]);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot be combined"), "{other}");
    }
}
