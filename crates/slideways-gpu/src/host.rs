//! The device functions on the host: compiled by the C compiler of this machine, for tests.

#![allow(unsafe_code)]

use crate::ida::{self, Layout, Rules};
use libloading::{Library, Symbol};
use slideways::engine::search::control::Control;
use slideways::engine::tiles::ida::device::{DeviceDone, DeviceEnd, DeviceOrigin, IdaDevice};
use slideways::engine::tiles::ida::{Spent, Tables};
use slideways::engine::tiles::pruning::Automaton;
use slideways::outcome::Limits;
use slideways::solver::DeviceError;
use std::cell::RefCell;
use std::path::PathBuf;
use std::process::Command;

/// Compile a C file of the folder `tests` and load it; `None`, with a message, if this machine has no C
/// compiler.
pub fn compile(name: &str) -> Option<Library> {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(format!("{name}.c"));
    let library = folder.path().join(format!("{name}.so"));
    let mut command = Command::new(std::env::var("CC").unwrap_or_else(|_| "cc".to_owned()));
    command.args(["-O2", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-x", "c"]);
    let done = match command.arg(&source).arg("-o").arg(&library).output() {
        Ok(done) => done,
        Err(error) => {
            eprintln!("skipped: this test needs a C compiler ({error})");
            return None;
        }
    };
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    // SAFETY: the library was compiled from our own source and runs nothing when it is loaded.
    Some(unsafe { Library::new(&library) }.expect("the library was compiled"))
}

/// The functions of `tests/ida.c` as a device.
pub struct Host {
    library: Library,
    prepared: RefCell<Option<Prepared>>,
}

struct Prepared {
    layout: Layout,
    rules: Rules,
    table: Vec<u8>,
    next: Vec<[u32; 4]>,
}

/// The argument of `search`.
#[repr(C)]
struct Search {
    rules: *const u32,
    table: *const u8,
    next: *const [u32; 4],
    expanded: u64,
    generated: u64,
    solved: u64,
}

type Spread = unsafe extern "C" fn(
    *const u32,
    *const u32,
    *const u32,
    *const u32,
    u32,
    u32,
    u32,
    *const u8,
    u32,
    *mut u8,
    u64,
    u64,
);

impl Host {
    pub fn new() -> Option<Host> {
        Some(Host { library: compile("ida")?, prepared: RefCell::new(None) })
    }

    /// The size of a position on the device.
    pub fn size_of_node(&self) -> u32 {
        // SAFETY: this is the function's type.
        unsafe {
            let size: Symbol<unsafe extern "C" fn() -> u32> = self.library.get(b"size_of_node").unwrap();
            size()
        }
    }

    fn table(&self, layout: &Layout, tables: &Tables) -> Vec<u8> {
        let mut table = vec![0; (layout.places / 2) as usize];
        for part in &layout.parts {
            let rank = part.rank();
            let (half, [low, high, first, others]) = rank.summands();
            // SAFETY: this is the function's type. It reads the library's table at ranks of placements, and
            // writes the places of this part, which are in the table.
            unsafe {
                let spread: Symbol<Spread> = self.library.get(b"spread_table").unwrap();
                spread(
                    low.as_ptr(),
                    high.as_ptr(),
                    first.as_ptr(),
                    others.as_ptr(),
                    half,
                    layout.cells as u32,
                    part.tiles as u32,
                    tables.excesses().as_ptr(),
                    part.begin,
                    table.as_mut_ptr(),
                    part.base,
                    part.places(),
                );
            }
        }
        table
    }
}

impl IdaDevice for Host {
    fn prepare(&self, tables: &Tables, automaton: &Automaton, _: &Limits) -> Result<(), DeviceError> {
        let layout = Layout::new(tables).ok_or(DeviceError::Tables)?;
        let (rules, table) = (Rules::new(tables, &layout), self.table(&layout, tables));
        let next = automaton.transitions().to_vec();
        *self.prepared.borrow_mut() = Some(Prepared { layout, rules, table, next });
        Ok(())
    }

    fn iteration(
        &self,
        origins: &[DeviceOrigin],
        threshold: u32,
        control: &mut Control,
        _: &mut dyn FnMut(usize, &mut Control),
    ) -> Result<DeviceDone, DeviceEnd> {
        control.check(threshold, 0, 0).map_err(DeviceEnd::Stop)?;
        let prepared = self.prepared.borrow();
        let Prepared { layout, rules, table, next } = prepared.as_ref().expect("it was prepared");
        let (rules, table, next) = (rules.words().as_ptr(), table.as_ptr(), next.as_ptr());
        let mut search = Search { rules, table, next, expanded: 0, generated: 0, solved: 0 };
        let mut found = None;
        for (number, origin) in (0..).zip(origins) {
            let node = ida::node(layout, origin, number);
            // SAFETY: this is the function's type. The position is one of this board, so its places are in
            // the table and its states in the automaton.
            unsafe {
                let function: Symbol<unsafe extern "C" fn(*mut Search, *const [[u32; 4]; 4])> =
                    self.library.get(b"search").unwrap();
                function(&mut search, &node);
            }
            if search.solved > 0 {
                found = Some(number as usize);
                break;
            }
        }
        let spent = Spent { expanded: search.expanded, generated: search.generated };
        Ok(DeviceDone { spent, found })
    }
}
