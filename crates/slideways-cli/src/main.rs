//! The program; its code is in the library beside this file.

fn main() -> std::process::ExitCode {
    slideways_cli::main()
}
