//! Small files with a checksum, replaced as a whole: the manifests of searches on disk.

use super::error::DiskError;
use crate::engine::run::replace::{self, Survives};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// The content of a file as text, and the checksum of that text.
#[derive(Serialize, Deserialize)]
struct Sealed {
    manifest: Box<RawValue>,
    checksum: u32,
}

/// The bytes of a manifest with its checksum.
pub fn seal(manifest: &impl Serialize) -> Vec<u8> {
    let manifest = to_raw_value(manifest).expect("it has no odd keys");
    let checksum = crc32fast::hash(manifest.get().as_bytes());
    serde_json::to_vec(&Sealed { manifest, checksum }).expect("it has no odd keys")
}

/// The manifest whose bytes were stored at `path`.
pub fn unseal<M: DeserializeOwned>(bytes: &[u8], path: &Path) -> Result<M, DiskError> {
    let unlike = |_| DiskError::damaged(path, "it is not the manifest of such a search on disk");
    let sealed: Sealed = serde_json::from_slice(bytes).map_err(unlike)?;
    if crc32fast::hash(sealed.manifest.get().as_bytes()) != sealed.checksum {
        return Err(DiskError::damaged(path, "its checksum does not match"));
    }
    serde_json::from_str(sealed.manifest.get()).map_err(unlike)
}

/// The bytes of a file, if it exists.
pub fn bytes(path: &Path) -> Result<Option<Vec<u8>>, DiskError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(DiskError::refused(path, "read")(error)),
    }
}

/// Replace a file, durably or until the next power cut.
pub fn write(path: &Path, manifest: &impl Serialize, durable: bool) -> Result<(), DiskError> {
    let survives = if durable { Survives::PowerCut } else { Survives::Process };
    let bytes = seal(manifest);
    replace::file(path, survives, |file| file.write_all(&bytes)).map_err(DiskError::refused(path, "written"))
}
