//! Atomic replacement of files: a file is written under another name, made durable if requested, then
//! renamed. A reader sees the old file or the new one, never a part.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The suffix of unfinished files.
pub const UNFINISHED: &str = ".unfinished";

/// What a replaced file must survive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Survives {
    /// The end of the process.
    Process,
    /// A power cut, too: the content reaches the disk before the name does.
    PowerCut,
}

/// Write a file and rename it to `path`. If anything fails, the old file stays and nothing else is left
/// behind.
pub fn file(
    path: &Path,
    survives: Survives,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let unfinished = unfinished(path);
    let written = File::create(&unfinished).and_then(|file| {
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        let file = file.into_inner()?;
        if survives == Survives::PowerCut { file.sync_all() } else { Ok(()) }
    });
    written.and_then(|()| rename(&unfinished, path, survives)).inspect_err(|_| {
        let _ = fs::remove_file(&unfinished);
    })
}

fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}{UNFINISHED}", std::process::id()));
    PathBuf::from(name)
}

fn rename(unfinished: &Path, path: &Path, survives: Survives) -> io::Result<()> {
    fs::rename(unfinished, path)?;
    // The new name survives a power cut once the folder is synchronised. Some systems cannot synchronise
    // folders; there the rename is all that can be done.
    if let (Survives::PowerCut, Some(Ok(folder))) = (survives, path.parent().map(File::open)) {
        let _ = folder.sync_all();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("it");
        file(&path, Survives::PowerCut, |out| out.write_all(b"old")).unwrap();
        let failed = file(&path, Survives::PowerCut, |out| {
            out.write_all(b"new")?;
            Err(io::Error::other("full"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
