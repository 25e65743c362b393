//! Run files: sorted states, compressed in blocks, each block with a checksum.
//!
//! A file holds the runs of several [partitions](super::partition), one after the other, and a directory of
//! them at its end. So a layer consists of one file per thread that wrote it, and each file has to be made
//! [durable](super::commit) only once.
//!
//! ```text
//! header     "SLIDERUN", version, words of a state
//! blocks     number of states, bytes, bytes before compression, checksum; then the bytes
//! directory  for each run: partition, states, offset, length; then a checksum
//! end        offset of the directory, "RUNENDS."
//! ```
//!
//! All numbers are little-endian. A truncated file has no end section. In a file that was truncated and then
//! extended, the end section does not match.

use super::code;
use super::error::DiskError;
use crate::engine::search::State;
use std::fs::{self, File};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const HEAD: &[u8; 8] = b"SLIDERUN";
const TAIL: &[u8; 8] = b"RUNENDS.";
/// Format version of the files.
const VERSION: u32 = 1;
/// The size of the header in bytes.
const BEGIN: u64 = 16;

/// The most states of `words` words in a block: a reader holds one block, and must not need much memory.
const fn block(words: usize) -> usize {
    match 16_384 / words {
        most @ 128..8192 => most,
        0..128 => 128,
        _ => 8192,
    }
}

/// The compression level: low, but higher for states of many words, which take longer to find and compress
/// better.
const fn level(words: usize) -> i32 {
    if words > 2 { 6 } else { 1 }
}

/// One sorted run in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The file.
    pub path: Arc<Path>,
    /// The partition that its states belong to.
    pub partition: u32,
    /// The number of states.
    pub states: u64,
    offset: u64,
    length: u64,
}

/// A run file that is being written.
pub struct Writer<const N: usize> {
    path: Arc<Path>,
    file: File,
    /// The offset of the next block.
    at: u64,
    runs: Vec<Run>,
    states: Vec<State<N>>,
    plain: Vec<u8>,
    packed: Vec<u8>,
    zstd: zstd::bulk::Compressor<'static>,
}

impl<const N: usize> Writer<N> {
    /// The approximate memory of a writer in bytes.
    pub const BYTES: u64 = (block(N) * (8 * N + 2 * (1 + 10 * N))) as u64 + (1 << 20);

    /// Create a file, replacing an existing one.
    pub fn create(path: PathBuf) -> Result<Writer<N>, DiskError> {
        let file = File::create(&path).map_err(DiskError::refused(&path, "created"))?;
        let zstd = zstd::bulk::Compressor::new(level(N)).map_err(DiskError::refused(&path, "compressed"))?;
        let mut writer = Writer {
            path: path.into(),
            file,
            at: 0,
            runs: vec![],
            states: Vec::with_capacity(block(N)),
            plain: vec![],
            packed: vec![],
            zstd,
        };
        let mut header = HEAD.to_vec();
        header.extend([VERSION, N as u32].map(u32::to_le_bytes).as_flattened());
        writer.write(&header)?;
        Ok(writer)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), DiskError> {
        self.file.write_all(bytes).map_err(DiskError::refused(&self.path, "written"))?;
        self.at += bytes.len() as u64;
        Ok(())
    }

    /// Begin the run of a partition.
    pub fn begin(&mut self, partition: u32) {
        let (path, offset) = (self.path.clone(), self.at);
        self.runs.push(Run { path, partition, states: 0, offset, length: 0 });
    }

    /// Add a state to the run; each must be greater than the previous one.
    #[inline]
    pub fn push(&mut self, state: &State<N>) -> Result<(), DiskError> {
        self.states.push(*state);
        if self.states.len() == block(N) { self.block() } else { Ok(()) }
    }

    fn block(&mut self) -> Result<(), DiskError> {
        self.plain.clear();
        code::encode(&self.states, &mut self.plain);
        let packed = &mut self.packed;
        packed.clear();
        packed.reserve(zstd::zstd_safe::compress_bound(self.plain.len()));
        let size = self.zstd.compress_to_buffer(&self.plain, packed);
        size.map_err(DiskError::refused(&self.path, "compressed"))?;
        let numbers = [self.states.len(), packed.len(), self.plain.len()].map(|number| number as u32);
        let head = block_head(numbers, packed);
        self.file.write_all(&head).map_err(DiskError::refused(&self.path, "written"))?;
        self.file.write_all(packed).map_err(DiskError::refused(&self.path, "written"))?;
        let length = (head.len() + packed.len()) as u64;
        self.at += length;
        let run = self.runs.last_mut().expect("a run was begun");
        run.states += self.states.len() as u64;
        run.length += length;
        self.states.clear();
        Ok(())
    }

    /// End the run and return it.
    pub fn end(&mut self) -> Result<Run, DiskError> {
        if !self.states.is_empty() {
            self.block()?;
        }
        Ok(self.runs.last().expect("a run was begun").clone())
    }

    /// The number of bytes written.
    pub fn written(&self) -> u64 {
        self.at
    }

    /// Finish a temporary file, which needs no directory.
    pub fn leave(self) -> Vec<Run> {
        self.runs
    }

    /// Write the directory and, if `durable`, synchronise the file to disk. Returns the size of the file in
    /// bytes.
    pub fn finish(mut self, durable: bool) -> Result<u64, DiskError> {
        let directory = self.at;
        let mut bytes = vec![];
        for run in &self.runs {
            let numbers = [u64::from(run.partition), run.states, run.offset, run.length];
            bytes.extend(numbers.map(u64::to_le_bytes).as_flattened());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes.extend(directory.to_le_bytes());
        bytes.extend(TAIL);
        self.write(&bytes)?;
        if durable {
            self.file.sync_all().map_err(DiskError::refused(&self.path, "made durable"))?;
        }
        Ok(self.at)
    }
}

/// The header of a block.
fn block_head(numbers: [u32; 3], packed: &[u8]) -> [u8; 16] {
    let mut head = [0; 16];
    head[..12].copy_from_slice(numbers.map(u32::to_le_bytes).as_flattened());
    let mut sum = crc32fast::Hasher::new();
    sum.update(&head[..12]);
    sum.update(packed);
    head[12..].copy_from_slice(&sum.finalize().to_le_bytes());
    head
}

/// The runs of a finished file.
pub fn directory<const N: usize>(path: &Path) -> Result<Vec<Run>, DiskError> {
    let damaged = |what: &str| DiskError::damaged(path, what);
    let refused = DiskError::refused(path, "read");
    let mut file = File::open(path).map_err(&refused)?;
    let length = fs::metadata(path).map_err(&refused)?.len();
    let mut head = [0; BEGIN as usize];
    file.read_exact(&mut head).map_err(|error| short(path, error))?;
    if head[..8] != HEAD[..] {
        return Err(damaged("its header is not that of a run file"));
    }
    if head[8..] != *[VERSION, N as u32].map(u32::to_le_bytes).as_flattened() {
        return Err(damaged("it was written by another version or for another state size"));
    }
    let mut end = [0; 16];
    let cut = || damaged("it is truncated: its end section is missing");
    let tail = length.checked_sub(16).filter(|&tail| tail >= BEGIN).ok_or_else(cut)?;
    file.seek(SeekFrom::Start(tail)).map_err(&refused)?;
    file.read_exact(&mut end).map_err(|error| short(path, error))?;
    let begin = u64::from_le_bytes(end[..8].try_into().expect("eight bytes"));
    if end[8..] != TAIL[..] || begin < BEGIN || begin > tail {
        return Err(cut());
    }
    let mut bytes = vec![];
    file.seek(SeekFrom::Start(begin)).map_err(&refused)?;
    file.take(tail - begin).read_to_end(&mut bytes).map_err(&refused)?;
    let (entries, sum) = bytes.split_last_chunk::<4>().ok_or_else(cut)?;
    if crc32fast::hash(entries).to_le_bytes() != *sum || entries.len() % 32 != 0 {
        return Err(damaged("the checksum of its directory does not match"));
    }
    let path: Arc<Path> = path.into();
    let (entries, _) = entries.as_chunks::<32>();
    let runs = entries.iter().map(|entry| {
        let [partition, states, offset, length] =
            std::array::from_fn(|i| u64::from_le_bytes(entry[8 * i..8 * i + 8].try_into().expect("eight")));
        Run { path: path.clone(), partition: partition as u32, states, offset, length }
    });
    let runs: Vec<Run> = runs.collect();
    let inside =
        |run: &Run| run.offset >= BEGIN && run.offset.checked_add(run.length).is_some_and(|end| end <= begin);
    if runs.iter().all(inside) { Ok(runs) } else { Err(damaged("its directory points outside its runs")) }
}

fn short(path: &Path, error: std::io::Error) -> DiskError {
    match error.kind() {
        ErrorKind::UnexpectedEof => DiskError::damaged(path, "it is truncated"),
        _ => DiskError::refused(path, "read")(error),
    }
}

/// Reads a run, block by block.
pub struct Reader<const N: usize> {
    run: Run,
    file: File,
    /// The number of bytes and states still to be read.
    left: (u64, u64),
    packed: Vec<u8>,
    plain: Vec<u8>,
    states: Vec<State<N>>,
    next: usize,
    zstd: zstd::bulk::Decompressor<'static>,
}

impl<const N: usize> Reader<N> {
    /// The approximate memory of a reader in bytes.
    pub const BYTES: u64 = (block(N) * (8 * N + 2 * (1 + 10 * N))) as u64 + (160 << 10);

    /// Open a run at its first state.
    pub fn open(run: &Run) -> Result<Reader<N>, DiskError> {
        let refused = DiskError::refused(&run.path, "read");
        let mut file = File::open(&run.path).map_err(&refused)?;
        file.seek(SeekFrom::Start(run.offset)).map_err(&refused)?;
        let mut reader = Reader {
            run: run.clone(),
            file,
            left: (run.length, run.states),
            packed: vec![],
            plain: vec![],
            states: vec![],
            next: 0,
            zstd: zstd::bulk::Decompressor::new().map_err(&refused)?,
        };
        reader.block()?;
        Ok(reader)
    }

    /// The next state.
    #[inline]
    pub fn head(&self) -> Option<&State<N>> {
        self.states.get(self.next)
    }

    /// Advance to the following state.
    #[inline]
    pub fn advance(&mut self) -> Result<(), DiskError> {
        self.next += 1;
        if self.next >= self.states.len() { self.block() } else { Ok(()) }
    }

    /// The rest of the current block; [`skip`](Reader::skip) moves on to the next block.
    pub fn rest(&self) -> &[State<N>] {
        &self.states[self.next.min(self.states.len())..]
    }

    /// Skip the rest of the current block.
    pub fn skip(&mut self) -> Result<(), DiskError> {
        self.block()
    }

    fn block(&mut self) -> Result<(), DiskError> {
        (self.next, _) = (0, self.states.clear());
        let damaged = |what: &str| Err(DiskError::damaged(&self.run.path, what));
        if self.left.0 == 0 {
            return if self.left.1 == 0 { Ok(()) } else { damaged("a run has too few states") };
        }
        let mut head = [0; 16];
        self.file.read_exact(&mut head).map_err(|error| short(&self.run.path, error))?;
        let [count, packed, plain] =
            std::array::from_fn(|i| u32::from_le_bytes(head[4 * i..4 * i + 4].try_into().expect("four")));
        let length = 16 + u64::from(packed);
        let sound = (1..=block(N)).contains(&(count as usize))
            && plain as usize <= block(N) * (1 + 10 * N)
            && packed as usize <= zstd::zstd_safe::compress_bound(block(N) * (1 + 10 * N))
            && length <= self.left.0
            && u64::from(count) <= self.left.1;
        if !sound {
            return damaged("a block header has impossible values");
        }
        self.packed.resize(packed as usize, 0);
        self.file.read_exact(&mut self.packed).map_err(|error| short(&self.run.path, error))?;
        if block_head([count, packed, plain], &self.packed) != head {
            return damaged("the checksum of a block does not match");
        }
        self.plain.clear();
        self.plain.reserve(plain as usize);
        let size = self.zstd.decompress_to_buffer(&self.packed, &mut self.plain);
        if size.ok() != Some(plain as usize)
            || code::decode(&self.plain, count as usize, &mut self.states).is_none()
        {
            return damaged("a block cannot be decoded");
        }
        self.left = (self.left.0 - length, self.left.1 - u64::from(count));
        Ok(())
    }
}
