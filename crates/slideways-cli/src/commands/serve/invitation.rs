//! The addresses for other devices, each with a QR code for their cameras.

use crate::problem::{Problem, reason};
use slideways::show::qr;
use slideways_web::lan::{self, LanAddress};
use std::io::{self, IsTerminal, Write, stdout};

/// White on black: a camera reads the code whatever colours the terminal has.
const COLOURS: (&str, &str) = ("\x1b[97;40m", "\x1b[0m");

/// Print every address of this machine that other devices can use, with the token.
pub fn print(port: u16, token: &str, out: &mut dyn Write) -> io::Result<()> {
    let found = lan::addresses().unwrap_or_else(|error| {
        Problem::new(format!("cannot list the addresses of this machine: {}", reason(&error)))
            .help(format!("look one up in the network settings, and open http://IP-ADDRESS:{port}/{token}/"))
            .warn();
        vec![]
    });
    if found.is_empty() {
        return writeln!(out, "this machine has no address that other devices can use: is it on a network?");
    }
    writeln!(out, "other devices on the same network open:")?;
    let colours = if stdout().is_terminal() { COLOURS } else { ("", "") };
    for LanAddress { ip, interface } in found {
        let page = format!("http://{ip}:{port}/{token}/");
        writeln!(out, "\n{page}  ({interface})")?;
        let code = qr::matrix(&page).expect("an address is short");
        for line in qr::terminal(&code).lines() {
            writeln!(out, "{}{line}{}", colours.0, colours.1)?;
        }
    }
    writeln!(out)
}
