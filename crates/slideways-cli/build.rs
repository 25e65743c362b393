//! Names the target for `slideways --version`; cargo tells it only to build scripts.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = std::env::var("TARGET").expect("cargo sets it");
    println!("cargo::rustc-env=SLIDEWAYS_TARGET={target}");
}
