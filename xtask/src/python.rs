//! The Python package: its wheel, installed into a fresh virtual environment, and its tests there.
//!
//! [maturin](https://www.maturin.rs) builds the wheel, with the artefacts that the tests of the library have
//! left. The library itself is compiled once more, because the workspace as a whole gives some of its
//! dependencies more features; it is less optimised, so that this takes less time.

use crate::run::Command;
use crate::tool::Tool;

/// Python, and what makes virtual environments.
pub const PYTHON: Tool = Tool {
    name: "Python",
    check: "the Python package",
    missing: "`python3` with the modules `venv` and `ensurepip` cannot be started",
    install: &["install --yes --no-install-recommends python3 python3-venv"],
    works: || Command::new("python3", "-m ensurepip --version").works(),
};

/// The folder of the virtual environment, seen from the root of the repository and from the crate.
const ENVIRONMENT: &str = "-m venv --clear target/python";
const PROGRAMS: [&str; 2] = if cfg!(windows) {
    ["target/python/Scripts", "../../target/python/Scripts"]
} else {
    ["target/python/bin", "../../target/python/bin"]
};

/// The folder of the crate.
const CRATE: &str = "crates/slideways-py";

const INSTALL: &str =
    "-m pip install --quiet --disable-pip-version-check -r crates/slideways-py/tests/requirements.txt";

const WHEEL: &str = "-m maturin build --quiet --profile dev --out target/python/wheel \
                     --manifest-path crates/slideways-py/Cargo.toml --config profile.dev.package.slideways.opt-level=1";

const INSTALL_WHEEL: &str = "-m pip install --quiet --disable-pip-version-check --no-index \
                             --find-links target/python/wheel slideways";

/// The commands that build, install and test the package. The tests compare it with the command line, which
/// has to be built before.
pub fn commands() -> Vec<Command> {
    let python = |arguments| Command::new(format!("{}/python", PROGRAMS[0]), arguments);
    let tests = Command::new(format!("{}/python", PROGRAMS[1]), "-m pytest").within(CRATE);
    vec![Command::new("python3", ENVIRONMENT), python(INSTALL), python(WHEEL), python(INSTALL_WHEEL), tests]
}
