//! A client of the page: one connection, one question at a time.

use std::io::{self, BufRead, BufReader, Error, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};

/// A connection that is kept open.
pub struct Client {
    address: SocketAddr,
    stream: BufReader<TcpStream>,
}

impl Client {
    pub fn connect(address: SocketAddr) -> io::Result<Client> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Client { address, stream: BufReader::new(stream) })
    }

    /// Post JSON to a path; the body of the answer.
    pub fn post(&mut self, path: &str, json: &str) -> io::Result<String> {
        let (host, length) = (self.address, json.len());
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n"
        );
        self.exchange(&format!("{head}\r\n{json}"))
    }

    /// Get a path; the body of the answer.
    pub fn get(&mut self, path: &str) -> io::Result<String> {
        let host = self.address;
        self.exchange(&format!("GET {path} HTTP/1.1\r\nhost: {host}\r\n\r\n"))
    }

    fn exchange(&mut self, request: &str) -> io::Result<String> {
        self.stream.get_mut().write_all(request.as_bytes())?;
        let status = self.line()?;
        let (mut length, mut chunked) = (0, false);
        loop {
            let line = self.line()?;
            if line.is_empty() {
                break;
            }
            match line.split_once(':') {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.trim().parse().map_err(|why| Error::new(ErrorKind::InvalidData, why))?;
                }
                Some((name, _)) => chunked |= name.eq_ignore_ascii_case("transfer-encoding"),
                None => {}
            }
        }
        let body = if chunked { self.chunks()? } else { self.bytes(length)? };
        let body = String::from_utf8(body).map_err(|why| Error::new(ErrorKind::InvalidData, why))?;
        match status.split(' ').nth(1) {
            Some("200") => Ok(body),
            _ => Err(Error::other(format!("{status}: {body}"))),
        }
    }

    fn bytes(&mut self, length: usize) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// A body in chunks, each after its length; the last has none.
    fn chunks(&mut self) -> io::Result<Vec<u8>> {
        let mut body = vec![];
        loop {
            let length = usize::from_str_radix(&self.line()?, 16)
                .map_err(|why| Error::new(ErrorKind::InvalidData, why))?;
            body.extend(self.bytes(length)?);
            self.line()?;
            if length == 0 {
                return Ok(body);
            }
        }
    }

    /// A line of the answer's head, without its end.
    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        match self.stream.read_line(&mut line)? {
            0 => Err(ErrorKind::UnexpectedEof.into()),
            _ => Ok(line.trim_end().to_owned()),
        }
    }
}
