//! Standard input as a conversation: each line is answered before the next one is written.

mod common;

use common::{slideways, text};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;
#[cfg(unix)]
use std::time::Instant;

/// A running program, and the lines that it prints.
struct Conversation {
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
}

impl Conversation {
    fn begin(options: &[&str]) -> Conversation {
        let mut child =
            slideways(&[&["solve", "-"], options].concat()).stdin(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (send, answers) = channel();
        thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| send.send(line))
        });
        Conversation { child, input, answers }
    }

    /// Write a line, and wait for a line. The pipe stays open.
    fn ask(&mut self, line: &str) -> String {
        writeln!(self.input, "{line}").unwrap();
        self.answers.recv_timeout(Duration::from_secs(60)).expect("the line is answered before the next")
    }

    fn end(self) -> (Option<i32>, String) {
        drop(self.input);
        let output = self.child.wait_with_output().unwrap();
        (output.status.code(), text(&output.stderr).to_owned())
    }
}

#[test]
fn each_line_is_answered_while_the_pipe_is_open() {
    let mut solver = Conversation::begin(&["--format", "{puzzle} {outcome} {moves} {solution}"]);
    assert_eq!(solver.ask("1 2 3/4 5 6/0 7 8"), "-:1 solved 2 L2");
    assert_eq!(solver.ask("123456780"), "-:2 solved 0 ");
    assert_eq!(solver.ask("\n# a comment\n1 2 3 4 5 6 8 7 0"), "-:5 unsolvable  ");
    assert_eq!(solver.ask("1 2 3/4 5 6/7 7 0"), "-:6 error  ");
    assert_eq!(solver.ask("oops"), "-:7 error  ");
    assert_eq!(solver.ask("1 2 3/4 5 6/7 0 8"), "-:8 solved 1 L");
    let (status, errors) = solver.end();
    assert_eq!(status, Some(2));
    assert!(errors.contains("error: tile 7 occurs twice\n --> <stdin>:6:15"), "{errors}");
    assert!(errors.contains("error: `oops` is not a position\n --> <stdin>:7:1"), "{errors}");
}

#[test]
fn a_list_of_numbers_that_could_be_a_first_row_is_answered_too() {
    let mut solver = Conversation::begin(&["-q"]);
    assert!(solver.ask("1 2 3 4 5 6 7 0 8").starts_with("-:1: solved: 1 move "));
    assert!(solver.ask("1 2 3 4 0 5 7 8 6").starts_with("-:2: solved: 2 moves "));
    assert_eq!(solver.end().0, Some(0));
}

#[test]
fn boards_and_objects_are_lines_as_well() {
    let mut solver = Conversation::begin(&["--format", "{puzzle} {moves}"]);
    assert_eq!(solver.ask("AA.B...B........"), "-:1 2");
    assert_eq!(solver.ask("AAB..B..."), "-:2 2");
    assert_eq!(solver.end().0, Some(0));

    let silly = slideways(&["convert", "silly", "--to", "json"]).output().unwrap();
    let silly: String = text(&silly.stdout).lines().map(str::trim).collect();
    let mut solver = Conversation::begin(&["--json"]);
    for line in 1..=2 {
        let answer: serde_json::Value = serde_json::from_str(&solver.ask(&silly)).unwrap();
        assert_eq!((&answer["puzzle"], &answer["moves"]), (&format!("-:{line}").into(), &4.into()));
    }
    assert_eq!(solver.end().0, Some(0));
}

/// An idle program has nothing to bring to an end.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_program_that_waits_for_a_line() {
    use rustix::process::{Pid, Signal, kill_process};
    let mut solver = Conversation::begin(&["-q"]);
    assert!(solver.ask("1 2 3/4 5 6/7 0 8").starts_with("-:1: solved: 1 move "));
    thread::sleep(Duration::from_millis(300));
    kill_process(Pid::from_child(&solver.child), Signal::INT).unwrap();
    let status = (0..600).find_map(|_| {
        thread::sleep(Duration::from_millis(100));
        solver.child.try_wait().unwrap()
    });
    assert_eq!(status.and_then(|status| status.code()), Some(130));
}

/// Interrupted while both are tried, and while the first has the machine to itself.
#[cfg(unix)]
#[test]
fn an_interrupted_batch_says_what_it_has_proved() {
    use rustix::process::{Pid, Signal, kill_process};
    let long = "gnome/climb15_fall";
    for after in [400, 2500] {
        let child = slideways(&["solve", "-q", long, long, "--memory", "400M", "--threads", "2"]).spawn();
        let child = child.unwrap();
        thread::sleep(Duration::from_millis(after));
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        let asked = Instant::now();
        let output = child.wait_with_output().unwrap();
        assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
        assert_eq!(output.status.code(), Some(3));
        let said = text(&output.stdout);
        assert!(said.starts_with("gnome/climb15_fall: stopped: "), "{said}");
        assert!(said.contains("every solution has at least "), "{said}");
    }
}

#[test]
fn a_batch_gives_the_same_answers_on_any_number_of_threads() {
    let positions = slideways(&["random", "3x3", "--seed", "5", "--number", "60"]).output().unwrap().stdout;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions.txt");
    std::fs::write(&file, [&b"klotski is not a position\n"[..], &positions].concat()).unwrap();
    let solved = |threads: &str| {
        let format = "{puzzle}|{position}|{outcome}|{moves}|{solution}|{error}";
        let arguments =
            ["solve", file.to_str().unwrap(), "korf24:1", "--time", "500ms", "--threads", threads];
        let output = slideways(&[&arguments[..], &["--format", format]].concat()).output().unwrap();
        text(&output.stdout).to_owned()
    };
    let (alone, shared) = (solved("1"), solved("4"));
    let easy = |answers: &str| answers.lines().take(61).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(easy(&alone), easy(&shared));
    assert_eq!((alone.lines().count(), shared.lines().count()), (62, 62));
    assert!(easy(&alone)[0].contains("|error|"), "{}", easy(&alone)[0]);
    assert!(shared.lines().last().unwrap().contains("|stopped|"), "{shared}");
}
