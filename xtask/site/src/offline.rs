//! The service worker, which has the list of all files with their hashes.

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Writes the service worker. It keeps every file that the site has now.
pub fn write(site: &Path, script: &str) -> Result<()> {
    let mut files = BTreeMap::new();
    gather(site, "", &mut files)?;
    // The page is found under the path of the folder; some hosts redirect from `index.html` to it.
    let page = files.remove("index.html").context("the site has a page")?;
    files.insert(String::new(), page);
    let list = serde_json::to_string_pretty(&files)?;
    fs::write(site.join("service-worker.js"), format!("const FILES = {list};\n\n{script}"))?;
    Ok(())
}

/// Adds the hashes of the files in a folder, by their paths from the root.
fn gather(root: &Path, folder: &str, files: &mut BTreeMap<String, String>) -> Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let name = entry.file_name();
        let path = format!("{folder}{}", name.to_str().context("the name of a file is not UTF-8")?);
        if entry.file_type()?.is_dir() {
            gather(root, &format!("{path}/"), files)?;
        } else {
            let hash = Sha256::digest(fs::read(entry.path())?);
            files.insert(path, hash.iter().map(|byte| format!("{byte:02x}")).collect());
        }
    }
    Ok(())
}
