//! A class: 30 clients that open the page at the same time and then play, each with its own pieces.
//!
//! Every client asks at fixed times; a wait is measured from the time at which the question was due. A
//! question that is refused, or whose search stops, fails the suite.

use super::client::Client;
use crate::problem::{Failure, Problem};
use crate::quantity::{count, duration};
use serde_json::{Value, json};
use slideways::puzzle::rule;
use slideways::tiles::random::Random;
use slideways::{Style, library};
use std::io::Write;
use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

const CLIENTS: u32 = 30;

/// The puzzles of the class; client by client they take turns.
const PUZZLES: [&str; 5] = ["klotski", "dads", "mas_puzzle", "traffic_jam", "quzzle"];

/// The time between two moves of one client, and the number of moves.
const PACE: Duration = Duration::from_secs(1);
const MOVES: u32 = 20;

/// What one client saw.
#[derive(Default)]
struct Seen {
    opened: Vec<Duration>,
    first: Vec<Duration>,
    moves: Vec<Duration>,
    /// The answers that had to wait for a turn.
    waited: u64,
}

/// Run the class and print its table.
pub fn run(address: SocketAddr, quick: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let moves = if quick { 5 } else { MOVES };
    let started = Instant::now();
    let seen: Result<Vec<Seen>, Problem> = thread::scope(|scope| {
        let clients: Vec<_> =
            (0..CLIENTS).map(|client| scope.spawn(move || play(address, client, moves))).collect();
        clients.into_iter().map(|client| client.join().expect("a client does not panic")).collect()
    });
    let wall = started.elapsed();
    let mut all = Seen::default();
    for one in seen? {
        all.opened.extend(one.opened);
        all.first.extend(one.first);
        all.moves.extend(one.moves);
        all.waited += one.waited;
    }
    writeln!(out, "\n{CLIENTS} clients, one move per second each, for {}\n", duration(wall))?;
    writeln!(out, "| request | number | median | 99 % within | longest |")?;
    writeln!(out, "|---|---:|---:|---:|---:|")?;
    for (what, mut waits) in [
        ("the page with its library", all.opened),
        ("the first distance", all.first),
        ("the distance after a move", all.moves),
    ] {
        waits.sort();
        let within = |part: f64| duration(waits[((waits.len() - 1) as f64 * part) as usize]);
        let number = count(waits.len() as u64);
        writeln!(out, "| {what} | {number} | {} | {} | {} |", within(0.5), within(0.99), within(1.0))?;
    }
    writeln!(out, "\n{} searches waited for their turn; none was refused, and none stopped", all.waited)?;
    Ok(())
}

/// One client: the page, the first distance, then moves at random.
fn play(address: SocketAddr, number: u32, moves: u32) -> Result<Seen, Problem> {
    let failed = |error: &dyn std::fmt::Display| Problem::new(format!("client {number}: {error}"));
    let mut seen = Seen::default();
    let started = Instant::now();
    let mut client = Client::connect(address).map_err(|error| failed(&error))?;
    for path in ["/", "/app.js", "/style.css", "/api/constants", "/api/library"] {
        client.get(path).map_err(|error| failed(&error))?;
    }
    seen.opened.push(started.elapsed());
    let name = PUZZLES[number as usize % PUZZLES.len()];
    let puzzle = library::puzzle(name).expect("it is in the library");
    let mut at = puzzle.start().clone();
    let mut random = Random::new(u64::from(number));
    let begun = Instant::now();
    for move_number in 0..=moves {
        let due = begun + PACE * move_number;
        thread::sleep(due.saturating_duration_since(Instant::now()));
        let cells: Vec<u16> = at.0.iter().map(|cell| cell.0).collect();
        let question =
            json!({"game": {"text": name, "at": cells}, "style": "move", "page": format!("client {number}")});
        let text = client.post("/api/solve", &question.to_string()).map_err(|error| failed(&error))?;
        let waits = if move_number == 0 { &mut seen.first } else { &mut seen.moves };
        waits.push(due.elapsed());
        seen.waited += u64::from(text.contains("\"waiting\""));
        let last = text.lines().rev().find_map(|line| line.strip_prefix("data:")).unwrap_or_default();
        let answer: Value = serde_json::from_str(last).map_err(|error| failed(&error))?;
        if answer["outcome"] != "solved" {
            return Err(failed(&format!("{name} is not solved: {answer}")));
        }
        let next = rule::moves(&puzzle, &at, Style::MOVE);
        at = next[random.below(next.len() as u64) as usize].1.clone();
    }
    Ok(seen)
}
