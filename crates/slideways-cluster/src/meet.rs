//! Connection set-up: each process listens on its own address, connects to the processes before it in the
//! list, and waits for those after it.
//!
//! Both ends of a connection exchange who they are and what they search (the handshake), so a process that
//! was started for another puzzle, or with another number of workers, is refused by name. Connections that
//! fail the handshake are dropped.

use slideways::engine::disk::DiskError;
use slideways::engine::disk::workers::End;
use slideways::outcome::Stop;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

const MAGIC: &[u8; 12] = b"SLIDEWAYS 1\n";

/// The byte with which the connecting process confirms the handshake.
const CONFIRMED: [u8; 1] = *b"!";

/// How long the other end may take for its part of the handshake.
const GREETING: Duration = Duration::from_secs(2);

/// Polling interval while processes are missing.
const PAUSE: Duration = Duration::from_millis(50);

/// The processes of a search, and what they search.
#[derive(Clone, Copy, Debug)]
pub struct Party<'p> {
    /// The addresses of all processes.
    pub hosts: &'p [String],
    /// The index of this process in `hosts`.
    pub process: usize,
    /// The number of workers per process.
    pub workers: u32,
    /// A checksum of the subject of the search.
    pub subject: u32,
}

impl Party<'_> {
    fn problem(&self, process: usize, what: impl Into<String>) -> End {
        let host = self.hosts.get(process).map_or("unknown", String::as_str);
        End::Failed(DiskError::Peer { who: format!("process {process} ({host})"), what: what.into() })
    }

    /// Connect to all other processes before the deadline, unless `look` stops it. Returns one connection per
    /// process, with `None` for this one.
    pub fn meet(
        &self,
        deadline: Instant,
        mut look: impl FnMut() -> Result<(), Stop>,
    ) -> Result<Vec<Option<TcpStream>>, End> {
        let own = self
            .hosts
            .get(self.process)
            .ok_or_else(|| self.problem(self.process, "not in the list of hosts"))?;
        let cannot =
            |error: io::Error| self.problem(self.process, format!("cannot listen on this address: {error}"));
        let listener = TcpListener::bind(&own[..]).map_err(cannot)?;
        listener.set_nonblocking(true).map_err(cannot)?;
        let mut met: Vec<Option<TcpStream>> = self.hosts.iter().map(|_| None).collect();
        let mut why: Vec<String> = self.hosts.iter().map(|_| "no connection from it".to_owned()).collect();
        loop {
            for process in 0..self.process {
                if met[process].is_none() {
                    match self.call(process).map(|stream| self.greeted(stream, Some(process))) {
                        Ok(Ok((_, stream))) => met[process] = Some(stream),
                        // The other process may be busy with another connection.
                        Ok(Err(end)) if is_stranger(&end) => why[process] = STRANGER.to_owned(),
                        Ok(Err(end)) => return Err(end),
                        Err(error) => why[process] = error.to_string(),
                    }
                }
            }
            while let Ok((stream, _)) = listener.accept() {
                // A connection that fails the handshake is ignored.
                match self.greeted(stream, None) {
                    Ok((process, stream)) if process > self.process => met[process] = Some(stream),
                    Ok(_) => {}
                    Err(end) if is_stranger(&end) => {}
                    Err(end) => return Err(end),
                }
            }
            let missing = (0..self.hosts.len()).find(|&i| i != self.process && met[i].is_none());
            let Some(missing) = missing else { return Ok(met) };
            look().map_err(End::Stop)?;
            if Instant::now() >= deadline {
                return Err(self.problem(missing, format!("does not answer: {}", why[missing])));
            }
            thread::sleep(PAUSE);
        }
    }

    fn call(&self, process: usize) -> io::Result<TcpStream> {
        let mut last = io::Error::new(ErrorKind::NotFound, "the host name has no address");
        for address in self.hosts[process].to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, GREETING) {
                Ok(stream) => return Ok(stream),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Exchange greetings with the other end, which must be the expected process, or any if `None`.
    fn greeted(&self, mut stream: TcpStream, expected: Option<usize>) -> Result<(usize, TcpStream), End> {
        let mut heard = [0; 28];
        let exchanged = stream
            .set_nonblocking(false)
            .and_then(|()| stream.set_nodelay(true))
            .and_then(|()| stream.set_read_timeout(Some(GREETING)))
            .and_then(|()| stream.write_all(&self.greeting()))
            .and_then(|()| stream.read_exact(&mut heard));
        let number = |at: usize| u32::from_le_bytes(heard[at..at + 4].try_into().expect("four bytes"));
        let (process, known) = (number(12) as usize, expected.unwrap_or(self.hosts.len()));
        if exchanged.is_err() || heard[..12] != MAGIC[..] {
            return Err(self.problem(known, STRANGER));
        }
        let said = |what: String| Err(self.problem(process, what));
        if number(16) != self.hosts.len() as u32 || process >= self.hosts.len() {
            return said(format!("its list has {} hosts, expected {}", number(16), self.hosts.len()));
        }
        if number(20) != self.workers {
            return said(format!(
                "it has {} workers, expected {}: all processes need the same number",
                number(20),
                self.workers
            ));
        }
        if number(24) != self.subject {
            return said("it was started for another search".to_owned());
        }
        if expected.is_some_and(|expected| expected != process) || process == self.process {
            return said(format!("it claims to be process {process}"));
        }
        // The connecting process confirms, so that a connection it gave up in the meantime does not count.
        let mut word = [0];
        let confirmed = match expected {
            Some(_) => stream.write_all(&CONFIRMED),
            None => stream.read_exact(&mut word),
        };
        let settled = confirmed.and_then(|()| stream.set_read_timeout(None));
        match settled {
            Ok(()) if expected.is_some() || word == CONFIRMED => Ok((process, stream)),
            _ => Err(self.problem(process, STRANGER)),
        }
    }

    fn greeting(&self) -> Vec<u8> {
        let numbers = [self.process as u32, self.hosts.len() as u32, self.workers, self.subject];
        [&MAGIC[..], numbers.map(u32::to_le_bytes).as_flattened()].concat()
    }
}

/// The error of a connection that fails the handshake.
const STRANGER: &str = "the handshake failed: it is not a process of this search";

fn is_stranger(end: &End) -> bool {
    matches!(end, End::Failed(DiskError::Peer { what, .. }) if what == STRANGER)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(number: usize) -> Vec<String> {
        let free: Vec<TcpListener> = (0..number).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        free.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect()
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(5)
    }

    #[test]
    fn all_meet_all() {
        let hosts = hosts(3);
        let met: Vec<usize> = thread::scope(|scope| {
            let join = |process| {
                let party = Party { hosts: &hosts, process, workers: 2, subject: 7 };
                scope.spawn(move || party.meet(soon(), || Ok(())).unwrap().iter().flatten().count())
            };
            let all: Vec<_> = [2, 0, 1].map(join).into();
            all.into_iter().map(|one| one.join().unwrap()).collect()
        });
        assert_eq!(met, [2, 2, 2]);
    }

    #[test]
    fn a_missing_process_is_named() {
        let hosts = hosts(2);
        let party = Party { hosts: &hosts, process: 0, workers: 1, subject: 7 };
        let Err(End::Failed(DiskError::Peer { who, what })) = party.meet(Instant::now(), || Ok(())) else {
            panic!("no other process exists")
        };
        assert_eq!((who, what.contains("does not answer")), (format!("process 1 ({})", hosts[1]), true));
    }

    #[test]
    fn other_searches_are_refused_and_strangers_ignored() {
        let hosts = hosts(2);
        let [ours, theirs] =
            [(0, 7), (1, 8)].map(|(process, subject)| Party { hosts: &hosts, process, workers: 1, subject });
        thread::scope(|scope| {
            let first = scope.spawn(move || ours.meet(soon(), || Ok(())));
            let stranger = loop {
                if let Ok(stream) = TcpStream::connect(&hosts[0]) {
                    break stream;
                }
            };
            (&stranger).write_all(b"GET / HTTP/1.0\r\n\r\nHost: somewhere\r\n\r\n").unwrap();
            let second = scope.spawn(move || theirs.meet(soon(), || Ok(())));
            for end in [first, second].map(|one| one.join().unwrap().unwrap_err()) {
                let End::Failed(DiskError::Peer { what, .. }) = end else { panic!("{end:?}") };
                assert!(what.contains("another search") || what == STRANGER, "{what}");
            }
        });
    }
}
