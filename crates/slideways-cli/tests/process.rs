//! The program as a process: pipes that break, interrupts, limits, and answers given back to it.
//!
//! Interrupts are signals here, so that these tests are for Unix.
#![cfg(unix)]

mod common;

use common::{slideways, text};
use rustix::process::{Pid, Signal, kill_process};
use slideways::Style;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A puzzle that takes minutes and gigabytes.
const LONG: &str = "gnome/climb15_fall";

/// Wait until a process ends, watching the most memory it ever had, in bytes.
fn watched(mut child: Child) -> (Output, u64) {
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let now = fs::read_to_string(&status).unwrap_or_default();
        let entry = now.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
        most = entry.and_then(|kib| kib.parse::<u64>().ok()).map_or(most, |kib| most.max(kib << 10));
        sleep(Duration::from_millis(10));
    }
    (child.wait_with_output().unwrap(), most)
}

#[test]
fn a_broken_pipe_is_no_error() {
    for arguments in [
        &["solve", "klotski"][..],
        &["solve", "klotski", "--quiet"],
        &["solve", "klotski", "--draw"],
        &["solve", "klotski", "--json"],
        &["solve", "klotski", "--all", "--json"],
        &["solve", "klotski", "no-such-puzzle", "silly"],
        &["check", "klotski", ""],
        &["show", "klotski"],
        &["convert", "klotski", "--to", "json"],
        &["list"],
        &["list", "--json"],
        &["solve", "867254301", "--all"],
        &["solve", "867254301", "--rounds"],
        &["random", "4x4", "--seed", "1", "--count", "100000"],
        &["lock", "4x4x4", "2x2x1", "--classes"],
        &["lock", "4x4x5", "2x2x1", "--classes", "--json"],
        &["help"],
        &[],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = slideways(arguments).stdout(writer).output().unwrap();
        assert_eq!(text(&output.stderr), "", "{arguments:?}");
        assert!(output.status.success(), "{arguments:?}: {}", output.status);
    }
}

#[test]
fn a_reader_that_closes_the_pipe_gets_its_line() {
    for (arguments, begins) in [
        (&["solve", "klotski", "--draw"][..], "puzzle klotski"),
        (&["solve", "klotski", "--all", "--json"], "{\"all\":[["),
        (&["show", "klotski"], "puzzle klotski"),
        (&["list"], "fewest known moves"),
        (&["list", "--json"], "{\"name\":"),
    ] {
        let mut child = slideways(arguments).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.starts_with(begins), "{arguments:?}: {line}");
        let output = child.wait_with_output().unwrap();
        assert_eq!(text(&output.stderr), "", "{arguments:?}");
        assert!(output.status.success(), "{arguments:?}");
    }
}

#[test]
fn an_interrupted_search_says_what_it_has_proved() {
    let mut child = slideways(&["solve", LONG, "--memory", "200M"]).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut answer = String::new();
    out.read_line(&mut answer).unwrap();
    sleep(Duration::from_millis(300));
    let asked = Instant::now();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    out.read_to_string(&mut answer).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3), "{answer}");
    assert!(asked.elapsed() < Duration::from_secs(5));
    assert!(answer.contains("stopped: interrupted; every solution has at least"), "{answer}");
}

#[test]
fn a_search_that_is_told_to_end_reports_at_once() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [
        &["solve", "0c9dfbae37624851"][..], // the tables have to be built first
        &["solve", "0c9dfbae37624851", "--search", "plain"],
        &["solve", "0c9dfbae37624851", "--search", "unrolled"],
        &["solve", "korf24:1", "--quiet"],
        &["explore", "4x4", "--happy"],
        &["explore", "3x4", "--style", "set-step"],
        &["explore", "gnome/pelopones", "--components"],
    ] {
        let mut child = slideways(arguments).env("SLIDEWAYS_TABLES", folder.path()).spawn().unwrap();
        sleep(Duration::from_millis(300));
        let asked = Instant::now();
        // Twice, as `timeout` does it: the program, then its group.
        kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
        sleep(Duration::from_millis(1));
        kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
        let mut answer = String::new();
        child.stdout.take().unwrap().read_to_string(&mut answer).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(3), "{arguments:?}: {answer}");
        assert!(asked.elapsed() < Duration::from_secs(3), "{arguments:?}: {:?}", asked.elapsed());
        let said = answer.contains("stopped: ") && answer.contains("interrupted");
        assert!(said, "{arguments:?}: {answer}");
    }
}

#[test]
fn an_interrupted_search_for_packings_gives_a_part() {
    let mut child = slideways(&["lock", "6x6x6", "2x2x1"]).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut answer = String::new();
    out.read_line(&mut answer).unwrap();
    sleep(Duration::from_millis(300));
    let asked = Instant::now();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    out.read_to_string(&mut answer).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3), "{answer}");
    assert!(asked.elapsed() < Duration::from_secs(5));
    assert!(answer.contains("stopped: interrupted; the numbers cover the packings found so far"), "{answer}");
}

#[test]
fn packings_that_were_listed_are_locked() {
    let listed = slideways(&["lock", "3x4x4", "2x2x1", "--classes"]).output().unwrap();
    let check = checked("3x4x4", &listed.stdout);
    assert!(check.status.success(), "{}", text(&check.stderr));
    assert_eq!(text(&check.stdout).matches("locked: no piece can slide, and no set of pieces").count(), 96);
}

#[test]
fn the_time_limit_is_kept() {
    let started = Instant::now();
    let output = slideways(&["solve", LONG, "--time", "300ms", "--memory", "1G"]).output().unwrap();
    assert!(started.elapsed() < Duration::from_secs(5));
    assert_eq!(output.status.code(), Some(3));
    let answer = text(&output.stdout);
    assert!(answer.contains("time limit of 300 ms reached; every solution has at least"), "{answer}");
}

#[test]
fn a_great_number_of_threads_does_no_harm() {
    let started = Instant::now();
    let output = slideways(&["solve", "klotski", "--quiet", "--threads", "100000"]).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(started.elapsed() < Duration::from_secs(10));
}

#[test]
fn the_memory_limit_is_kept() {
    for (limit, question) in [(8, "--quiet"), (40, "--count"), (120, "--count")] {
        let memory = format!("{limit}M");
        let child = slideways(&["solve", LONG, question, "--memory", &memory]).spawn().unwrap();
        let (output, most) = watched(child);
        assert_eq!(output.status.code(), Some(3));
        let answer = text(&output.stdout);
        assert!(answer.contains("memory limit reached"), "{answer}");
        assert!(most > 0 && most < (limit + 12) << 20, "{} MiB for {limit}", most >> 20);
    }
}

#[test]
fn a_flood_of_warnings_is_held_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("flood.txt");
    fs::write(&file, format!("1 x 2\n1 = 1\n1\n01\n{}", "a b c\n".repeat(100_000))).unwrap();
    let started = Instant::now();
    let output = slideways(&["solve", "-q", file.to_str().unwrap()]).output().unwrap();
    assert!(started.elapsed() < Duration::from_secs(10));
    let said = text(&output.stderr);
    assert!(output.status.success() && said.matches("warning:").count() == 6, "{said}");
    assert!(said.contains("warning: 99,995 more warnings about "), "{said}");
}

#[test]
fn no_name_of_a_file_commands_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("odd\n\x1b[31m\u{9b}1mname.txt");
    fs::write(&file, "1 x 2\n1 = 1\n1\n01\n").unwrap();
    let name = file.to_str().unwrap();
    for arguments in [
        &["solve", name][..],
        &["solve", "-q", name],
        &["show", name],
        &["check", name, "1:R"],
        &["check", name, "1:\x1b"],
        &["solve", "no\x1bfile"],
        &["solve", name, "--style", "\x1b[31m\u{9b}"],
        &["\x1b[31m\u{9b}"],
    ] {
        let output = slideways(arguments).output().unwrap();
        for stream in [&output.stdout, &output.stderr] {
            let controls = text(stream).contains(|c: char| c.is_control() && c != '\n');
            assert!(!controls, "{arguments:?}: {:?}", text(stream));
            assert!(!text(stream).contains("odd\n"), "{arguments:?}: {:?}", text(stream));
        }
    }
}

#[test]
fn an_interrupted_improvement_gives_both_numbers_and_the_solution() {
    let big = text(&slideways(&["random", "8x8", "--seed", "1"]).output().unwrap().stdout).trim().to_owned();
    let mut child = slideways(&["solve", &big, "--time", "60s"]).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut answer = String::new();
    while !answer.contains("found") {
        assert!(out.read_line(&mut answer).unwrap() > 0, "{answer}");
    }
    sleep(Duration::from_millis(300));
    let asked = Instant::now();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    out.read_to_string(&mut answer).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3), "{answer}");
    assert!(asked.elapsed() < Duration::from_secs(5));
    let verdict = answer.lines().find(|line| line.contains("best solution")).unwrap();
    assert!(verdict.starts_with("stopped: interrupted; "), "{verdict}");
    let check = checked(&big, answer.as_bytes());
    let found = verdict.split("best solution ").nth(1).unwrap().split(' ').next().unwrap();
    let valid = text(&check.stdout).replace(&format!("valid: {}", found.replace(',', "")), "");
    assert!(check.status.success() && valid != text(&check.stdout), "{found}: {valid}");
}

#[test]
fn what_is_found_on_big_boards_is_read_back_and_holds() {
    for (size, form) in [("5x5", &[][..]), ("6x7", &["--json"]), ("2x20", &["--notation", "cells"])] {
        let drawn = slideways(&["random", size, "--seed", "2", "--to", "sized"]).output().unwrap();
        let puzzle = text(&drawn.stdout).trim();
        let arguments = [&["solve", puzzle, "--time", "300ms"], form].concat();
        let started = Instant::now();
        let answer = slideways(&arguments).output().unwrap();
        assert!(started.elapsed() < Duration::from_secs(5));
        assert_eq!(answer.status.code(), Some(3), "{arguments:?}: {}", text(&answer.stderr));
        let check = checked(puzzle, &answer.stdout);
        assert!(check.status.success() && text(&check.stdout).contains("valid: "), "{}", text(&check.stderr));
    }
}

#[test]
fn the_memory_limit_is_kept_on_big_boards() {
    for limit in [10, 100] {
        let memory = format!("{limit}M");
        let child =
            slideways(&["solve", "-q", "korf24:1", "--time", "2s", "--memory", &memory]).spawn().unwrap();
        let (output, most) = watched(child);
        assert!(
            text(&output.stdout).contains("korf24:1: stopped: time limit of 2.0 s reached; best solution "),
            "{}",
            text(&output.stdout)
        );
        assert!(most > 0 && most < (limit + 12) << 20, "{} MiB for {limit}", most >> 20);
    }
}

/// Give an answer back to `check`.
fn checked(puzzle: &str, answer: &[u8]) -> Output {
    let mut child = slideways(&["check", puzzle, "-"]).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(answer).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn every_answer_is_read_back_and_holds() {
    for puzzle in ["klotski", "silly"] {
        for style in Style::ALL {
            for form in [&[][..], &["--json"], &["--draw"], &["--count"], &["-q"]] {
                let arguments = [&["solve", puzzle, "--style", style.name()], form].concat();
                let answer = slideways(&arguments).output().unwrap();
                assert!(answer.status.success(), "{arguments:?}: {}", text(&answer.stderr));
                let check = checked(puzzle, &answer.stdout);
                assert!(check.status.success(), "{arguments:?}: {}", text(&check.stderr));
                let verdict = text(&check.stdout);
                let known = slideways::library::puzzle(puzzle).unwrap().draft().optimum[&style];
                assert!(verdict.contains(&format!("valid: {known} moves (style {style})")), "{verdict}");
            }
        }
    }
}

#[test]
fn all_solutions_are_read_back_and_hold() {
    for form in [&["--all"][..], &["--all", "--json"]] {
        let arguments = [&["solve", "silly", "--style", "slide"], form].concat();
        let answer = slideways(&arguments).output().unwrap();
        let check = checked("silly", &answer.stdout);
        assert!(check.status.success(), "{}", text(&check.stderr));
        let count =
            slideways(&["solve", "silly", "--style", "slide", "--count", "--quiet"]).output().unwrap();
        let valid = text(&check.stdout).matches("valid: 10 moves (style slide)").count();
        assert!(text(&count.stdout).contains(&format!("shortest solutions: {valid} (")), "{valid}");
    }
}

#[test]
fn every_answer_about_tiles_is_read_back_and_holds() {
    for (puzzle, moves) in [("867254301", 31), ("2x4:10742635", 0), ("2x2:1032", 1), ("1230", 0)] {
        for notation in ["letters", "blank", "tiles", "cells"] {
            for form in [&[][..], &["--json"], &["--count"], &["--all"], &["--all", "--json"], &["--rounds"]]
            {
                let arguments = [&["solve", puzzle, "--notation", notation], form].concat();
                let answer = slideways(&arguments).output().unwrap();
                assert!(answer.status.success(), "{arguments:?}: {}", text(&answer.stderr));
                let check = checked(puzzle, &answer.stdout);
                assert!(check.status.success(), "{arguments:?}: {}", text(&check.stderr));
                let verdict = text(&check.stdout);
                let expected = if moves > 0 { format!("valid: {moves} move") } else { "valid: ".to_owned() };
                assert!(verdict.contains(&expected), "{arguments:?}: {verdict}");
            }
        }
    }
}

#[test]
fn tiles_that_move_together_are_read_back_and_counted_as_one() {
    for form in [&["--notation", "letters"][..], &["--json", "--notation", "cells"]] {
        let arguments = [&["solve", "867254301", "--style", "set-step"], form].concat();
        let answer = slideways(&arguments).output().unwrap();
        let check = checked("867254301", &answer.stdout);
        assert!(text(&check.stdout).contains("valid: 20 moves (style set-step)"), "{}", text(&check.stdout));
    }
}

#[test]
fn korfs_hundred_are_solved_as_the_record_says() {
    let output = slideways(&["solve", "-q", "korf15"]).output().unwrap();
    assert_eq!(text(&output.stderr), "", "a disagreement is a warning");
    assert!(output.status.success());
    assert_eq!(text(&output.stdout).matches("(style step, goal blank first), proved shortest").count(), 100);
}

#[test]
fn random_positions_go_from_one_command_to_the_next() {
    let drawn = slideways(&["random", "3x3", "--seed", "5", "--count", "50"]).output().unwrap();
    let mut child = slideways(&["solve", "-q", "-"]).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(&drawn.stdout).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout).matches("proved shortest").count(), 50);
}

#[test]
fn the_page_is_served_until_it_is_told_to_end() {
    let mut child = slideways(&["serve", "--port", "0"]).stdin(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address =
        line.trim().strip_prefix("serving the page at http://").unwrap().trim_end_matches('/').to_owned();
    let page = |host: &str| {
        let mut stream = std::net::TcpStream::connect(&address).unwrap();
        write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        reply
    };
    assert!(
        page(&address).starts_with("HTTP/1.1 200") && page(&address).contains("<title>Slideways</title>")
    );
    assert!(page("evil.example").starts_with("HTTP/1.1 403"));
    // Where one is, there is no room for another.
    let port = address.rsplit(':').next().unwrap();
    let second = slideways(&["serve", "--port", port]).output().unwrap();
    assert_eq!(second.status.code(), Some(2));
    assert!(text(&second.stderr).contains("choose another with `--port`"), "{}", text(&second.stderr));
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert!(child.wait().unwrap().success());
}

/// What a server prints before its last line of introduction, and its process.
fn serving(arguments: &[&str]) -> (Child, String) {
    let mut child = slideways(&[&["serve"], arguments].concat()).stdin(Stdio::null()).spawn().unwrap();
    let mut said = String::new();
    for line in BufReader::new(child.stdout.as_mut().unwrap()).lines().map(Result::unwrap) {
        if line == "press Ctrl-C to stop" {
            break;
        }
        said += &(line + "\n");
    }
    (child, said)
}

#[test]
fn a_taken_port_gives_way_unless_it_was_chosen() {
    let (mut first, said) = serving(&[]);
    let (mut second, then) = serving(&[]);
    for child in [&mut first, &mut second] {
        kill_process(Pid::from_child(child), Signal::INT).unwrap();
        assert!(child.wait().unwrap().success());
    }
    let port =
        |said: &str| said.split(['/', '\n']).nth(2).unwrap().rsplit(':').next().unwrap().parse::<u16>();
    let (one, two) = (port(&said).unwrap(), port(&then).unwrap());
    assert!((8015..8066).contains(&one) && (one + 1..8066).contains(&two), "{said}{then}");
    assert!(then.ends_with("(port 8015 is taken by another program)\n"), "{then}");
}

#[test]
fn a_server_for_the_class_prints_its_addresses_with_their_codes() {
    let (mut child, said) = serving(&["--lan", "--port", "0"]);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert!(child.wait().unwrap().success());
    let own = said.lines().next().unwrap().strip_prefix("serving the page at ").unwrap();
    let port = own.trim_end_matches('/').rsplit(':').next().unwrap();
    let found = slideways_web::lan::addresses().unwrap();
    if found.is_empty() {
        assert!(said.contains("this machine has no address that other devices can use"), "{said}");
    }
    for address in found {
        let start = format!("http://{}:{port}/", address.ip);
        let at = said.find(&start).unwrap_or_else(|| panic!("{start} is not in {said}"));
        let page = said[at..].split_whitespace().next().unwrap();
        let token = page[start.len()..].strip_suffix('/').unwrap();
        assert!(token.len() == 8 && token.bytes().all(|letter| letter.is_ascii_alphanumeric()), "{page}");
        let code = slideways::show::qr::terminal(&slideways::show::qr::matrix(page).unwrap());
        assert!(said.contains(&format!("\n{page}  ({})\n{code}", address.interface)), "{said}");
    }
}
