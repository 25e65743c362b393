//! The queue before the searches: turns come in the order of arrival, and each ticket that waits knows its
//! place.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::sync::Notify;

/// Gives a limited number of turns at a time, in the order of arrival.
pub struct Queue {
    turns: usize,
    most: usize,
    line: Mutex<Line>,
    moved: Notify,
}

#[derive(Default)]
struct Line {
    running: usize,
    waiting: VecDeque<u64>,
    next: u64,
}

/// A place in the queue, and later a turn; dropping it lets the others move up.
pub struct Ticket {
    queue: Arc<Queue>,
    number: u64,
    has_turn: bool,
}

impl Queue {
    /// An empty queue that gives `turns` turns at a time and holds at most `most` tickets.
    pub fn new(turns: usize, most: usize) -> Arc<Queue> {
        Arc::new(Queue { turns: turns.max(1), most, line: Mutex::default(), moved: Notify::new() })
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().expect("no code that panics runs under this lock")
    }

    /// A ticket at the end of the queue; `None` if the queue is full.
    pub fn enter(self: &Arc<Queue>) -> Option<Ticket> {
        let mut line = self.line();
        if line.running + line.waiting.len() >= self.most {
            return None;
        }
        let number = line.next;
        line.next += 1;
        line.waiting.push_back(number);
        Some(Ticket { queue: self.clone(), number, has_turn: false })
    }
}

impl Ticket {
    /// Takes a turn if it is due. Otherwise the place among those that wait: 1 is the next.
    pub fn try_turn(&mut self) -> Result<(), usize> {
        if self.has_turn {
            return Ok(());
        }
        let mut line = self.queue.line();
        let ahead = line.waiting.iter().position(|&number| number == self.number);
        let ahead = ahead.expect("a ticket without a turn waits");
        // A free turn is left for this ticket only after every ticket ahead has one.
        if line.running + ahead >= self.queue.turns {
            return Err(ahead + 1);
        }
        line.waiting.remove(ahead);
        line.running += 1;
        self.has_turn = true;
        Ok(())
    }

    /// Resolves when a ticket before this one may have moved.
    pub async fn moved(&self) {
        self.queue.moved.notified().await;
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut line = self.queue.line();
        match self.has_turn {
            true => line.running -= 1,
            false => line.waiting.retain(|&number| number != self.number),
        }
        drop(line);
        self.queue.moved.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_come_in_the_order_of_arrival() {
        let queue = Queue::new(2, 8);
        let mut all: Vec<Ticket> = (0..5).map(|_| queue.enter().unwrap()).collect();
        let places: Vec<_> = all.iter_mut().map(Ticket::try_turn).collect();
        assert_eq!(places, [Ok(()), Ok(()), Err(1), Err(2), Err(3)]);
        // One that gives up and one that is done: the two behind them move up.
        drop(all.remove(2));
        drop(all.remove(0));
        assert_eq!(all[2].try_turn(), Err(2));
        assert_eq!(all[1].try_turn(), Ok(()));
        assert_eq!(all[2].try_turn(), Err(1));
        let mut late = queue.enter().unwrap();
        assert_eq!(late.try_turn(), Err(2), "a newcomer does not overtake");
    }

    #[test]
    fn a_full_queue_takes_no_more() {
        let queue = Queue::new(1, 2);
        let held = [queue.enter(), queue.enter()];
        assert!(held.iter().all(Option::is_some) && queue.enter().is_none());
        drop(held);
        assert!(queue.enter().is_some());
    }
}
