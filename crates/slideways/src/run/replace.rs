//! Files that are replaced as a whole: written under another name, made durable, then renamed.
//!
//! A reader sees the old file or the new one, never a part. After a crash of the machine the same holds: the content reaches
//! the disk before the name does.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

/// The ending of files that are not finished yet.
pub const UNFINISHED: &str = ".unfinished";

/// Write a file and put it in the place of `path`; if anything fails, the old file stays and nothing else is left.
pub fn file(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(format!(".{}{UNFINISHED}", std::process::id()));
    let unfinished = PathBuf::from(unfinished);
    let replace = || {
        let mut file = BufWriter::new(File::create(&unfinished)?);
        write(&mut file)?;
        file.into_inner()?.sync_all()?;
        fs::rename(&unfinished, path)
    };
    replace().inspect_err(|_| {
        let _ = fs::remove_file(&unfinished);
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_failure_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("it");
        file(&path, |out| out.write_all(b"old")).unwrap();
        let failed = file(&path, |out| {
            out.write_all(b"new")?;
            Err(io::Error::other("full"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
