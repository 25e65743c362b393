//! Searches of tile puzzles on a GPU: long iterations of IDA*, and whole boards with one bit per position.
//!
//! A [`Gpu`] is an engine of `slideways`: `Solver` and `Space` take it, and check what it finds. Nothing of
//! CUDA is needed to build this crate, and only NVIDIA's driver to use it, for a device of compute capability
//! 7.0 or newer. The kernels are in `kernels`: CUDA C, and the PTX made of it, which the driver compiles for
//! its device.
//!
//! ```
//! use slideways::prelude::*;
//! use slideways::solver::SolveError;
//! use slideways_gpu::Gpu;
//!
//! let position: Position = "1 2 3/4 0 6/7 5 8".parse()?;
//! match Gpu::open() {
//!     Ok(gpu) => {
//!         let answer = Solver::new(&position).gpu(&gpu).solve()?;
//!         let Outcome::Solved(solution) = answer.outcome else { panic!("it can be solved") };
//!         assert_eq!(solution.to_string(), "U L");
//!     }
//!     Err(why) => println!("{why}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bits;
mod driver;
#[cfg(test)]
mod host;
pub mod ida;
pub mod kernels;

use driver::Driver;
use slideways::solver::DeviceError;
use std::cell::RefCell;

/// A GPU, opened by its driver.
pub struct Gpu {
    // Before the driver, which must be dropped last.
    tables: RefCell<Option<ida::Prepared>>,
    driver: Driver,
    /// How the kernels of IDA* are launched.
    pub tuning: ida::Tuning,
}

impl Gpu {
    /// Open the first device.
    pub fn open() -> Result<Gpu, DeviceError> {
        let driver = Driver::open()?;
        Ok(Gpu { driver, tables: RefCell::new(None), tuning: ida::Tuning::default() })
    }

    /// The name of the device.
    pub fn name(&self) -> &str {
        &self.driver.name
    }
}
