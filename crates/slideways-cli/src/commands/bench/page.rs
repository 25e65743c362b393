//! The suite of the page: what one client asks while its pieces are moved about, as many times a second as it
//! would like.
//!
//! The distance beside the board, and the hint of the key H, come from `/api/solve`; the distances of moves
//! that were taken before come from `/api/hint`.
//!
//! The client asks at fixed times, not when it has the last answer: a server that is late once is late for
//! all that were due meanwhile, and that is counted (Tene calls the opposite *coordinated omission*).
//!
//! After that comes a class of 30 clients.

mod class;
mod client;

use crate::problem::{Failure, Problem};
use crate::quantity::{count, duration};
use client::Client;
use serde_json::{Value, json};
use slideways::puzzle::rule;
use slideways::tiles::random::Random;
use slideways::{Style, library};
use slideways_web::{Config, Server};
use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How many a second, and for how long.
const RATES: [(u32, Duration); 3] =
    [(200, Duration::from_secs(10)), (1000, Duration::from_secs(5)), (4000, Duration::from_secs(5))];

/// What is asked, where, and the field of the answer that is the distance.
const QUESTIONS: [(&str, &str, &str); 2] =
    [("solutions of Klotski", "/api/solve", "moves"), ("hints on Klotski", "/api/hint", "distance")];

/// What came of a rate.
struct Served {
    hints: u32,
    /// How long each answer took from the time at which the question was due, sorted.
    waits: Vec<Duration>,
    wall: Duration,
}

/// Run the suite and print its table.
pub fn run(quick: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let server = Server::bind(Config::new(([127, 0, 0, 1], 0).into()))?;
    let address = server.address()?;
    let stop = Arc::new(AtomicBool::new(false));
    let asked = stop.clone();
    let serving = thread::spawn(move || server.run(move || asked.load(Ordering::Relaxed)));
    writeln!(out, "| request | per second | for | median | 99 % within | longest | reached |")?;
    writeln!(out, "|---|---:|---:|---:|---:|---:|---:|")?;
    let rates = RATES.iter().take(if quick { 1 } else { RATES.len() });
    let mut end = Ok(());
    for (&(rate, time), (what, path, field)) in rates.flat_map(|rate| QUESTIONS.map(|asked| (rate, asked))) {
        match served(address, (path, field), rate, time) {
            Ok(Served { hints, waits, wall }) => {
                let within = |part: f64| duration(waits[((waits.len() - 1) as f64 * part) as usize]);
                let reached = f64::from(hints) / wall.as_secs_f64();
                writeln!(
                    out,
                    "| {what} | {} | {} | {} | {} | {} | {} a second |",
                    count(u64::from(rate)),
                    duration(time),
                    within(0.5),
                    within(0.99),
                    within(1.0),
                    count(reached.round() as u64),
                )?;
                out.flush()?;
            }
            Err(problem) => {
                end = Err(problem.into());
                break;
            }
        }
    }
    let end = end.and_then(|()| class::run(address, quick, out));
    stop.store(true, Ordering::Relaxed);
    let _ = serving.join();
    end
}

/// Ask while pieces are moved about at random; every distance is asserted to differ by at most one from the
/// last.
fn served(
    address: SocketAddr,
    (path, field): (&str, &str),
    rate: u32,
    time: Duration,
) -> Result<Served, Problem> {
    let failed = |error: &dyn std::fmt::Display| Problem::new(format!("the page did not answer: {error}"));
    let mut client = Client::connect(address).map_err(|error| failed(&error))?;
    let puzzle = library::puzzle("klotski").expect("it is in the library");
    let mut random = Random::new(u64::from(rate));
    let mut at = puzzle.start().clone();
    let mut hint = |at: &slideways::puzzle::Arrangement| -> Result<i64, Problem> {
        let cells: Vec<u16> = at.0.iter().map(|cell| cell.0).collect();
        let question = json!({"game": {"text": "klotski", "at": cells}, "style": "move"});
        let text = client.post(path, &question.to_string()).map_err(|error| failed(&error))?;
        // A stream of events ends with the answer; a plain answer is the whole text.
        let last = text.lines().rev().find_map(|line| line.strip_prefix("data:")).unwrap_or(&text);
        let answer: Value = serde_json::from_str(last).map_err(|error| failed(&error))?;
        answer[field].as_i64().ok_or_else(|| failed(&text))
    };
    // The first question is the one that learns the space.
    let mut last = hint(&at)?;
    if last != 81 {
        return Err(Problem::new(format!("the page says that Klotski takes {last} moves")));
    }
    let hints = rate * time.as_secs() as u32;
    let mut waits = Vec::with_capacity(hints as usize);
    let begun = Instant::now();
    for number in 0..hints {
        let moves = rule::moves(&puzzle, &at, Style::MOVE);
        at = moves[random.below(moves.len() as u64) as usize].1.clone();
        let due = begun + Duration::from_secs_f64(f64::from(number) / f64::from(rate));
        thread::sleep(due.saturating_duration_since(Instant::now()));
        let distance = hint(&at)?;
        waits.push(due.elapsed());
        if (distance - last).abs() > 1 {
            return Err(Problem::new(format!("after one move it was {distance} where it had been {last}")));
        }
        last = distance;
    }
    let wall = begun.elapsed();
    waits.sort();
    Ok(Served { hints, waits, wall })
}
