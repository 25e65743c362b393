//! The Python package of Slideways: a thin client of the library's front.
//!
//! The classes and functions here are the module `slideways._native`. The Python files beside it add what
//! only Python has: numpy arrays, progress bars, networkx graphs and gymnasium environments. No search policy
//! is here: the library chooses, limits and checks.

mod check;
mod design;
mod errors;
mod lock;
mod picture;
mod puzzle;
mod read;
mod solution;
mod space;
mod store;
mod tiles;
mod watch;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::check::{Verdict, judge_moves};
    #[pymodule_export]
    use super::design::design;
    #[pymodule_export]
    use super::lock::{Lock, Packing, Packings, lock_box};
    #[pymodule_export]
    use super::puzzle::Puzzle;
    #[pymodule_export]
    use super::read::{aliases, library_find, library_names, puzzle, puzzle_of_json, tiles_of_array};
    #[pymodule_export]
    use super::solution::{Answer, Solution, Step, solution_of_text};
    #[pymodule_export]
    use super::space::Space;
    #[pymodule_export]
    use super::tiles::{
        tiles_heuristic, tiles_heuristics, tiles_layers, tiles_random, tiles_sample, tiles_set, tiles_solve,
    };
    #[pymodule_export]
    use super::watch::Progress;
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python calls it so")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
