//! A round on several threads: the first steps are taken together, what comes of them is shared out.
//!
//! A long round begins with some thousands of positions, in an order that depends on nothing but the task. They are
//! divided into *units*, and whoever is idle takes the next one. A solution found in one unit makes all later ones pointless, but
//! earlier ones are finished: so the answer is that of the first unit that has one, however many threads there are, and
//! so is the cost, which is counted up to there. What is done can be written down unit by unit, to go on another day.

use super::flow::{Flow, Halt, Hear, Spent};
use super::ground::{Ground, Origin};
use super::recover;
use super::word::Word;
use crate::grid::Dir;
use crate::outcome::Stop;
use crate::search::control::Control;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::time::Duration;

/// So many positions make a unit.
const UNIT: usize = 4;

/// How often the one who waits looks up.
const PAUSE: Duration = Duration::from_millis(20);

/// What came of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// What it cost.
    pub spent: Spent,
    /// How many solutions it has, as far as they are counted.
    pub solutions: u128,
    /// A solution.
    pub path: Option<Vec<Dir>>,
}

/// What the threads tell each other.
#[derive(Default)]
struct Board {
    next: AtomicUsize,
    /// The first unit known to have a solution.
    first: AtomicUsize,
    stopped: AtomicBool,
    expanded: AtomicU64,
    generated: AtomicU64,
    bytes: AtomicU64,
}

/// What one thread hears while it works on a unit.
struct Ear<'b> {
    board: &'b Board,
    unit: usize,
    told: Spent,
    told_bytes: u64,
}

impl Ear<'_> {
    fn tell(&mut self, spent: &Spent, bytes: u64) {
        self.board.expanded.fetch_add(spent.expanded - self.told.expanded, Relaxed);
        self.board.generated.fetch_add(spent.generated - self.told.generated, Relaxed);
        self.board.bytes.fetch_add(bytes.wrapping_sub(self.told_bytes), Relaxed);
        (self.told, self.told_bytes) = (*spent, bytes);
    }
}

impl Hear for Ear<'_> {
    fn hear(&mut self, spent: &Spent, bytes: u64) -> Result<(), Stop> {
        self.tell(spent, bytes);
        let pointless = self.unit > self.board.first.load(Relaxed);
        if pointless || self.board.stopped.load(Relaxed) { Err(Stop::Caller) } else { Ok(()) }
    }
}

/// A round to be shared out.
pub struct Crew<'a, 't, W, const P: usize> {
    /// The ground.
    pub ground: &'a Ground<'t, W, P>,
    /// Where the round begins.
    pub origins: &'a [Origin<W, P>],
    /// The sad steps of a solution.
    pub most: usize,
    /// Whether all solutions are counted.
    pub all: bool,
    /// The length of solutions sought.
    pub threshold: u32,
}

impl<W: Word, const P: usize> Crew<'_, '_, W, P> {
    /// The number of units.
    pub fn units(&self) -> usize {
        self.origins.len().div_ceil(UNIT)
    }

    /// Work on all units that are not done; `keep` is shown what is done each time something is.
    pub fn round(
        &self,
        done: &mut [Option<Done>],
        threads: usize,
        control: &mut Control,
        keep: &mut dyn FnMut(&[Option<Done>]),
    ) -> Result<(), Stop> {
        let known = done.iter().position(|done| done.as_ref().is_some_and(|done| done.path.is_some()));
        let board = Board { first: AtomicUsize::new(known.unwrap_or(usize::MAX)), ..Board::default() };
        let waiting: Vec<usize> = (0..done.len()).filter(|&unit| done[unit].is_none()).collect();
        let (send, receive) = mpsc::channel();
        let before = control.cost;
        std::thread::scope(|scope| {
            for _ in 0..threads.min(waiting.len()) {
                let (send, board, waiting) = (send.clone(), &board, &waiting);
                scope.spawn(move || self.labour(board, waiting, &send));
            }
            drop(send);
            let mut ended = Ok(());
            loop {
                match receive.recv_timeout(PAUSE) {
                    Ok((unit, result)) => {
                        done[unit] = Some(result);
                        if ended.is_ok() {
                            keep(done);
                        }
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                    Err(mpsc::RecvTimeoutError::Disconnected) => return ended,
                }
                control.cost.expanded = before.expanded + board.expanded.load(Relaxed);
                control.cost.generated = before.generated + board.generated.load(Relaxed);
                if ended.is_ok() {
                    let bytes = board.bytes.load(Relaxed);
                    ended = control.check(self.threshold, 0, bytes);
                    if ended.is_ok() && bytes > control.memory() {
                        ended = Err(Stop::Memory);
                    }
                    board.stopped.store(ended.is_err(), Relaxed);
                }
            }
        })
    }

    /// What a thread does: take the next unit, as long as there is one.
    fn labour(&self, board: &Board, waiting: &[usize], send: &mpsc::Sender<(usize, Done)>) {
        let mut levels = vec![];
        loop {
            let Some(&unit) = waiting.get(board.next.fetch_add(1, Relaxed)) else { return };
            let mut ear = Ear { board, unit, told: Spent::default(), told_bytes: 0 };
            if ear.hear(&Spent::default(), 0).is_err() {
                return;
            }
            let origins = self.origins.chunks(UNIT).nth(unit).expect("units are counted");
            let mut flow = Flow::new(self.ground, &mut ear, self.all);
            let path = match flow.round(&mut levels, origins, self.most) {
                Ok(()) => None,
                Err(Halt::Found(entry)) => {
                    board.first.fetch_min(unit, Relaxed);
                    Some(recover::path(self.ground, &levels, origins, entry))
                }
                Err(Halt::Stop(_)) => return,
            };
            let (spent, solutions) = (flow.spent, flow.solutions);
            ear.tell(&spent, 0);
            if send.send((unit, Done { spent, solutions, path })).is_err() {
                return;
            }
        }
    }
}
