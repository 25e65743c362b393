//! The PTX of the GPU kernels, made of their source by NVRTC from Python's package registry: no toolkit is
//! needed.

use crate::run::{Command, Failure, root};

/// PTX of this version runs with every driver since 550; a newer one would need a newer driver.
const NVRTC: &str = "install --quiet nvidia-cuda-nvrtc-cu12==12.4.127";

/// Makes the PTX of all kernels.
pub fn make() -> Result<Vec<Command>, Failure> {
    let python = |name| root().join("target/tools/nvrtc/bin").join(name).display().to_string();
    Command::new("python3", "-m venv target/tools/nvrtc").run()?;
    Command::new(python("pip"), NVRTC).run()?;
    let kernels = [
        "xtask/src/ptx.py crates/slideways-gpu/kernels/ida.cu crates/slideways-gpu/kernels/ida.ptx",
        "xtask/src/ptx.py crates/slideways-gpu/kernels/bits.cu crates/slideways-gpu/kernels/bits.ptx",
    ];
    Ok(kernels.map(|kernel| Command::new(python("python"), kernel)).into())
}
