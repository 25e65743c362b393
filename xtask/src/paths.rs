//! No file of the repository may contain a path of one machine.
//!
//! Such a path works only on its author's machine, and reveals how the author's disk is organised. The check
//! looks for a path from the root into one of the folders where people keep private files; a relative path
//! that happens to contain such a folder is allowed.

use crate::run::{Command, Failure, root};
use std::fs;

/// Folders under the root in which people keep private files. The search adds the slashes,
/// so that this file passes its own check.
const PRIVATE: [&str; 4] = ["home", "root", "Users", "work"];

/// Checks every file that git tracks or would add; returns what passed.
pub fn check() -> Result<String, Failure> {
    let listing = Command::new("git", "ls-files -z --cached --others --exclude-standard");
    println!("\n$ {listing}   # looking for machine paths");
    let listed = listing.output()?;
    let root = root();
    for name in String::from_utf8_lossy(&listed).split_terminator('\0') {
        // A deleted file that is still listed has no text, and neither has a picture.
        let Ok(text) = fs::read_to_string(root.join(name)) else { continue };
        if let Some((number, line)) = (1..).zip(text.lines()).find(|(_, line)| names_a_machine(line)) {
            return Err(Failure(format!("{name}:{number} contains a machine path: {}", line.trim())));
        }
    }
    Ok("no machine paths".to_owned())
}

/// Whether a line has a path from the root into one of the private folders.
fn names_a_machine(line: &str) -> bool {
    PRIVATE.iter().any(|folder| {
        let needle = format!("/{folder}/");
        line.match_indices(&needle).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            !before.is_some_and(|c| c.is_alphanumeric() || "./_-~}$*".contains(c))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_from_the_root_are_caught() {
        assert!(names_a_machine(&format!("see /{}/me/notes.txt", "home")));
        assert!(names_a_machine(&format!("open(\"/{}/x\")", "work")));
    }

    #[test]
    fn relative_paths_and_addresses_are_not() {
        assert!(!names_a_machine("docs/home/index.md"));
        assert!(!names_a_machine("https://example.org/home/one"));
        assert!(!names_a_machine("$HOME/.cache, at home and at work"));
    }
}
