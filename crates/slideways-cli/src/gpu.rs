//! The GPU as an engine of searches. The feature `gpu` brings it; without it the program is built in less
//! time.

use crate::problem::Problem;
use slideways::solver::Solver;
use slideways::space::SpaceBuilder;

/// The GPU of this machine.
#[cfg(feature = "gpu")]
pub struct Gpu(slideways_gpu::Gpu);

#[cfg(feature = "gpu")]
impl Gpu {
    /// Open it.
    pub fn open() -> Result<Gpu, Problem> {
        slideways_gpu::Gpu::open()
            .map(Gpu)
            .map_err(|why| Problem::new(why.to_string()).help("leave out `--gpu`"))
    }

    /// Let it run the long iterations.
    pub fn solver<'s>(&'s self, solver: Solver<'s>) -> Solver<'s> {
        solver.gpu(&self.0)
    }

    /// Let it count the board.
    pub fn space<'s>(&'s self, space: SpaceBuilder<'s>) -> SpaceBuilder<'s> {
        space.gpu(&self.0)
    }
}

/// There is none in this build.
#[cfg(not(feature = "gpu"))]
pub enum Gpu {}

#[cfg(not(feature = "gpu"))]
impl Gpu {
    /// Refuses: this build cannot use one.
    pub fn open() -> Result<Gpu, Problem> {
        Err(Problem::new("`--gpu` needs a build with the feature `gpu`")
            .help("build it with `cargo install --path crates/slideways-cli --features gpu`"))
    }

    /// Never called.
    pub fn solver<'s>(&'s self, _: Solver<'s>) -> Solver<'s> {
        match *self {}
    }

    /// Never called.
    pub fn space<'s>(&'s self, _: SpaceBuilder<'s>) -> SpaceBuilder<'s> {
        match *self {}
    }
}
