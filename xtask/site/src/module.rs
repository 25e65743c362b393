//! The WebAssembly module and the scripts that load it.

use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use wasm_bindgen_cli_support::Bindgen;

const BUILD: &str = "build --package slideways-wasm --target wasm32-unknown-unknown --profile module \
                     --message-format json-render-diagnostics";

/// Builds the module and writes it into a folder.
pub fn write(root: &Path, folder: &Path) -> Result<()> {
    let built = built(root)?;
    Bindgen::new()
        .input_path(&built)
        .out_name("slideways")
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)?;
    let bytes = fs::metadata(folder.join("slideways_bg.wasm"))?.len();
    println!("the module has {} KiB", bytes >> 10);
    Ok(())
}

/// The file that cargo has built.
fn built(root: &Path) -> Result<PathBuf> {
    println!("$ cargo {BUILD}");
    let mut cargo = Command::new("cargo");
    let output = cargo.args(BUILD.split_whitespace()).current_dir(root).stderr(Stdio::inherit()).output()?;
    ensure!(output.status.success(), "the module cannot be built ({})", output.status);
    let text = String::from_utf8(output.stdout)?;
    let files = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let files = files.filter_map(|message| Some(message["filenames"].as_array()?.clone())).flatten();
    let mut modules = files.filter_map(|file| file.as_str().map(PathBuf::from));
    let is_module = |file: &PathBuf| file.file_name().is_some_and(|name| name == "slideways_wasm.wasm");
    modules.rfind(is_module).context("cargo names no module")
}
