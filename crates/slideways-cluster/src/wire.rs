//! A connection that does not panic when its other end disconnects.
//!
//! The send and receive threads of timely panic when a connection breaks, and the process ends with them. So
//! this connection hides the break: it records which process is lost, discards what is written, and blocks
//! the reader. The workers check the record and return an error.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use timely::communication::allocator::zero_copy::stream::Stream;

/// The number of bytes of a message's header, and where its length is among them.
const HEADER: usize = 48;
const LENGTH: std::ops::Range<usize> = 32..40;

/// The messages on a connection: a header each, and as many bytes as it says. The last has no bytes.
#[derive(Default)]
struct Messages {
    /// What was read of the current header.
    header: Vec<u8>,
    /// The number of bytes of the current message that are still to come.
    rest: u64,
    /// Whether the last message has come.
    ended: bool,
}

impl Messages {
    /// Follow the messages through some bytes.
    fn follow(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let wanted = match self.rest {
                0 => HEADER - self.header.len(),
                rest => usize::try_from(rest).unwrap_or(usize::MAX),
            };
            let (now, later) = bytes.split_at(wanted.min(bytes.len()));
            bytes = later;
            if self.rest > 0 {
                self.rest -= now.len() as u64;
                continue;
            }
            self.header.extend_from_slice(now);
            if self.header.len() == HEADER {
                self.rest = u64::from_be_bytes(self.header[LENGTH].try_into().expect("eight bytes"));
                self.ended = self.rest == 0;
                self.header.clear();
            }
        }
    }
}

/// The first process that was lost, and how that was noticed.
#[derive(Clone, Debug, Default)]
pub struct Lost(Arc<Mutex<Option<(usize, String)>>>);

impl Lost {
    /// Record that a process is lost.
    pub fn note(&self, process: usize, why: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert((process, why));
    }

    /// The process that is lost, if any.
    pub fn who(&self) -> Option<(usize, String)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A connection to another process.
pub struct Wire {
    stream: TcpStream,
    /// The process at the other end.
    process: usize,
    lost: Lost,
    read: Messages,
}

impl Wire {
    /// A connection to a process.
    pub fn new(stream: TcpStream, process: usize, lost: Lost) -> Wire {
        Wire { stream, process, lost, read: Messages::default() }
    }
}

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let why = loop {
            match self.stream.read(buffer) {
                Ok(0) if buffer.is_empty() || self.read.ended => return Ok(0),
                Ok(0) => break "it closed the connection".to_owned(),
                Ok(read) => {
                    self.read.follow(&buffer[..read]);
                    return Ok(read);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => break error.to_string(),
            }
        };
        self.lost.note(self.process, why);
        loop {
            thread::park();
        }
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.stream.write(bytes) {
            Err(error) if error.kind() != ErrorKind::Interrupted => {
                self.lost.note(self.process, error.to_string());
                Ok(bytes.len())
            }
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Stream for Wire {
    fn try_clone(&self) -> io::Result<Wire> {
        Ok(Wire::new(self.stream.try_clone()?, self.process, self.lost.clone()))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // A process that is already lost needs no last message.
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use timely::communication::networking::MessageHeader;

    fn message(length: usize) -> Vec<u8> {
        let header =
            MessageHeader { channel: 1, source: 2, target_lower: 0, target_upper: 1, length, seqno: 3 };
        let mut bytes = vec![];
        header.write_to(&mut bytes).unwrap();
        bytes.resize(bytes.len() + length, 0);
        bytes
    }

    #[test]
    fn only_an_empty_message_is_the_last() {
        for step in [1, 7, 48, 1000] {
            let mut messages = Messages::default();
            for bytes in [message(100), message(1)].concat().chunks(step) {
                messages.follow(bytes);
                assert!(!messages.ended, "zeros of a message are no farewell");
            }
            message(0).chunks(step).for_each(|bytes| messages.follow(bytes));
            assert!(messages.ended);
        }
    }
}
