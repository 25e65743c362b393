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

/// The last message on a connection is a header of this many zero bytes.
const FAREWELL: usize = 48;

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
    /// The number of zero bytes at the end of what was read.
    zeros: usize,
}

impl Wire {
    /// A connection to a process.
    pub fn new(stream: TcpStream, process: usize, lost: Lost) -> Wire {
        Wire { stream, process, lost, zeros: 0 }
    }
}

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let why = loop {
            match self.stream.read(buffer) {
                Ok(0) if buffer.is_empty() || self.zeros >= FAREWELL => return Ok(0),
                Ok(0) => break "it closed the connection".to_owned(),
                Ok(read) => {
                    let zeros = buffer[..read].iter().rev().take_while(|&&byte| byte == 0).count();
                    self.zeros = if zeros == read { self.zeros + zeros } else { zeros };
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
