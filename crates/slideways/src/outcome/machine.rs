//! The limits of the machine that a program runs on: its cores and its free memory.

use super::Limits;
use std::fs;
use std::num::NonZero;
use std::thread::available_parallelism;

impl Limits {
    /// The limits of this machine: one thread per core, three quarters of the memory that is free now (4 GiB
    /// where the system does not report it), no time limit. Arguments replace the two, up to the number of
    /// cores and to all memory: an allocation beyond it would end the program.
    pub fn of_machine(threads: Option<usize>, memory: Option<u64>) -> Limits {
        let cores = available_parallelism().ok().map(NonZero::get);
        let report = fs::read_to_string("/proc/meminfo").unwrap_or_default();
        let memory = for_states(match memory {
            Some(memory) => memory.min(installed(&report).unwrap_or(u64::MAX)),
            None => available(&report).map_or(Limits::default().memory, |bytes| bytes / 4 * 3),
        });
        Limits::new().threads(threads_of(threads, cores)).memory(memory)
    }
}

/// The number of threads to start, given the requested number and the number of cores, if the system reports
/// it.
///
/// A core runs one thread at a time, and thousands of threads take longer to start than most searches.
fn threads_of(asked: Option<usize>, cores: Option<usize>) -> usize {
    asked.or(cores).unwrap_or(1).min(cores.unwrap_or(64))
}

/// The part of the memory limit that is left for states: the program itself takes about 16 MiB, but never
/// more than a quarter.
fn for_states(memory: u64) -> u64 {
    memory - (16 << 20).min(memory / 4)
}

/// The memory that is free now.
fn available(meminfo: &str) -> Option<u64> {
    entry(meminfo, "MemAvailable:")
}

/// The memory of the machine, with its swap space.
fn installed(meminfo: &str) -> Option<u64> {
    Some(entry(meminfo, "MemTotal:")? + entry(meminfo, "SwapTotal:").unwrap_or(0))
}

/// An entry such as `MemAvailable:   23456789 kB`, in bytes.
fn entry(meminfo: &str, name: &str) -> Option<u64> {
    let entry = meminfo.lines().find_map(|line| line.strip_prefix(name))?;
    entry.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_threads_are_started_than_there_are_cores() {
        assert_eq!(threads_of(None, Some(8)), 8);
        assert_eq!(threads_of(Some(3), Some(8)), 3);
        assert_eq!(threads_of(Some(100_000), Some(8)), 8);
        assert_eq!(threads_of(None, None), 1);
        assert_eq!(threads_of(Some(100_000), None), 64);
    }

    #[test]
    fn the_program_itself_is_part_of_the_memory_limit() {
        assert_eq!(for_states(100 << 20), 84 << 20);
        assert_eq!(for_states(8 << 20), 6 << 20);
        assert_eq!(Limits::of_machine(Some(0), Some(8 << 20)), Limits::new().memory(6 << 20));
    }

    #[test]
    fn free_memory_is_read_from_the_systems_table() {
        assert_eq!(available("MemTotal: 9 kB\nMemAvailable:    2048 kB\n"), Some(2 << 20));
        assert_eq!(available("MemTotal: 9 kB\n"), None);
        assert_eq!(installed("MemTotal: 9 kB\nSwapTotal: 1 kB\n"), Some(10 << 10));
    }
}
