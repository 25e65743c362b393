//! The kernels: CUDA C source, and PTX for compute capability 7.0 made of it.

/// IDA*: source and PTX.
pub const IDA: Kernels = Kernels {
    name: "ida",
    source: include_str!("../kernels/ida.cu"),
    ptx: include_str!("../kernels/ida.ptx"),
};

/// Whole boards: source and PTX.
pub const BITS: Kernels = Kernels {
    name: "bits",
    source: include_str!("../kernels/bits.cu"),
    ptx: include_str!("../kernels/bits.ptx"),
};

/// A source and what was made of it.
pub struct Kernels {
    /// The name of the files, without their endings.
    pub name: &'static str,
    /// CUDA C.
    pub source: &'static str,
    /// PTX; its first line holds the [`hash`] of the source.
    pub ptx: &'static str,
}

/// The first line of the PTX that is made of a source.
pub fn first_line(source: &str) -> String {
    format!("// made of a source with FNV-1a hash {:016x} by `cargo xtask ptx`", hash(source))
}

/// The hash of a source: FNV-1a, 64 bits.
pub fn hash(source: &str) -> u64 {
    source
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ptx_is_made_of_this_source() {
        for kernels in [IDA, BITS] {
            let line = kernels.ptx.lines().next().unwrap_or_default();
            let name = kernels.name;
            assert_eq!(line, first_line(kernels.source), "{name}.cu has changed: run `cargo xtask ptx`");
        }
    }
}
