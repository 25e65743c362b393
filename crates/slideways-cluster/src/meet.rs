//! How processes find each other: each listens at its own address, calls those before it in the list, and waits for those
//! after it.
//!
//! Both ends say who they are and what they work on, so a process that was started for another puzzle, or with another
//! number of workers, is refused by name. Whoever calls and does not speak this way is not listened to.

use slideways::engine::disk::DiskError;
use slideways::engine::disk::workers::End;
use slideways::outcome::Stop;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

const MAGIC: &[u8; 12] = b"SLIDEWAYS 1\n";

/// What the caller says when both know each other.
const CONFIRMED: [u8; 1] = *b"!";

/// How long somebody who calls may take to say who it is.
const GREETING: Duration = Duration::from_secs(2);

/// How long to wait before looking again.
const PAUSE: Duration = Duration::from_millis(50);

/// Who takes part, and in what.
#[derive(Clone, Copy, Debug)]
pub struct Party<'p> {
    /// The addresses of all processes.
    pub hosts: &'p [String],
    /// Which of them is this one.
    pub process: usize,
    /// How many workers each has.
    pub workers: u32,
    /// A sum of what is searched.
    pub subject: u32,
}

impl Party<'_> {
    fn problem(&self, process: usize, what: impl Into<String>) -> End {
        let host = self.hosts.get(process).map_or("nobody", String::as_str);
        End::Failed(DiskError::Peer { who: format!("process {process} ({host})"), what: what.into() })
    }

    /// Meet all others, until the deadline, while `look` does not say stop; a connection for each of them.
    pub fn meet(
        &self,
        deadline: Instant,
        mut look: impl FnMut() -> Result<(), Stop>,
    ) -> Result<Vec<Option<TcpStream>>, End> {
        let own = self
            .hosts
            .get(self.process)
            .ok_or_else(|| self.problem(self.process, "there is no such process"))?;
        let cannot =
            |error: io::Error| self.problem(self.process, format!("it cannot listen there: {error}"));
        let listener = TcpListener::bind(&own[..]).map_err(cannot)?;
        listener.set_nonblocking(true).map_err(cannot)?;
        let mut met: Vec<Option<TcpStream>> = self.hosts.iter().map(|_| None).collect();
        let mut why: Vec<String> = self.hosts.iter().map(|_| "it has not called".to_owned()).collect();
        loop {
            for process in 0..self.process {
                if met[process].is_none() {
                    match self.call(process).map(|stream| self.greeted(stream, Some(process))) {
                        Ok(Ok((_, stream))) => met[process] = Some(stream),
                        // It may be busy with somebody else.
                        Ok(Err(end)) if is_stranger(&end) => why[process] = STRANGER.to_owned(),
                        Ok(Err(end)) => return Err(end),
                        Err(error) => why[process] = error.to_string(),
                    }
                }
            }
            while let Ok((stream, _)) = listener.accept() {
                // Whoever does not know how to greet is a stranger.
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
                return Err(self.problem(missing, format!("it does not answer: {}", why[missing])));
            }
            thread::sleep(PAUSE);
        }
    }

    fn call(&self, process: usize) -> io::Result<TcpStream> {
        let mut last = io::Error::new(ErrorKind::NotFound, "there is no such address");
        for address in self.hosts[process].to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, GREETING) {
                Ok(stream) => return Ok(stream),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Say who this is, and hear who that is: the process expected, or any.
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
            return said(format!("its list has {} hosts, and this one {}", number(16), self.hosts.len()));
        }
        if number(20) != self.workers {
            return said(format!(
                "it has {} workers, and this one {}: all must have as many",
                number(20),
                self.workers
            ));
        }
        if number(24) != self.subject {
            return said("it was started for another search".to_owned());
        }
        if expected.is_some_and(|expected| expected != process) || process == self.process {
            return said(format!("it says it is process {process}, too"));
        }
        // Whoever has called confirms: a call that was given up meanwhile is none.
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

/// What is said of somebody who does not speak this way.
const STRANGER: &str = "it does not speak as a process of this search does";

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
    fn somebody_who_is_missing_is_named() {
        let hosts = hosts(2);
        let party = Party { hosts: &hosts, process: 0, workers: 1, subject: 7 };
        let Err(End::Failed(DiskError::Peer { who, what })) = party.meet(Instant::now(), || Ok(())) else {
            panic!("nobody came")
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
