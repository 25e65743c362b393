//! Sets the stack size of the module. Searches recurse as deep as solutions are long; the linker's default of
//! 1 MiB is meant for small programs.

/// Bytes of stack.
const STACK: u32 = 16 << 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={STACK}");
    }
}
