//! Tables kept in files, so that they are built once.
//!
//! ```text
//! "slideways sets \n"   version   rows columns blank   length of the tables   tables   checksum of all before
//!        16 bytes       4 bytes      1 byte each             8 bytes                          4 bytes
//! ```
//!
//! All is as in the files of [`deepen`](crate::tiles::deepen::file), only the tables mean something else. Board and
//! blank are those of the pose, so one file serves all boards that are mirror images of each other.

use super::pose::Pose;
use super::tables::Tables;
use crate::grid::Cell;
use crate::tiles::board::Size;
pub use crate::tiles::deepen::file::TableError;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 16] = b"slideways sets \n";

/// To be changed whenever files would mean something else: other patterns, another order, other entries.
const VERSION: u32 = 1;

/// The name of the file for a board and the blank's home.
pub fn name(size: Size, blank: Cell) -> String {
    let pose = Pose::new(size, blank);
    let (size, blank) = (pose.sizes.1, pose.home(blank));
    format!("together-{}x{}-blank{}-v{VERSION}.table", size.rows(), size.cols(), blank.0)
}

fn header(tables: &Tables) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend(VERSION.to_le_bytes());
    header.extend([tables.size.rows() as u8, tables.size.cols() as u8, tables.blank.0 as u8]);
    header.extend((tables.length() as u64).to_le_bytes());
    header
}

/// Write tables to a file, whole or not at all.
pub fn save(tables: &Tables, path: &Path) -> Result<(), TableError> {
    let header = header(tables);
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&header);
    checksum.update(&tables.entries);
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(format!(".{}.unfinished", std::process::id()));
    let unfinished = PathBuf::from(unfinished);
    let write = || {
        let mut file = File::create(&unfinished)?;
        file.write_all(&header)?;
        file.write_all(&tables.entries)?;
        file.write_all(&checksum.finalize().to_le_bytes())?;
        file.sync_all()?;
        fs::rename(&unfinished, path)
    };
    write().map_err(|error| {
        let _ = fs::remove_file(&unfinished);
        TableError::Io(error)
    })
}

/// Read the tables of a board and the blank's home from a file.
pub fn load(size: Size, blank: Cell, path: &Path) -> Result<Tables, TableError> {
    let mut tables = Tables::empty(size, blank).ok_or(TableError::Foreign)?;
    let header = header(&tables);
    let whole = header.len() + tables.length() + 4;
    let mut bytes = match fs::metadata(path)?.len() {
        found if found > whole as u64 => return Err(TableError::Damaged("it is too long")),
        _ => fs::read(path)?,
    };
    if bytes.len() < header.len() || bytes[..20] != header[..20] {
        return Err(TableError::Foreign);
    }
    if bytes.len() != whole || bytes[..header.len()] != header {
        return Err(TableError::Damaged("its length or its head is wrong"));
    }
    let (content, checksum) = bytes.split_at(bytes.len() - 4);
    if crc32fast::hash(content).to_le_bytes() != checksum {
        return Err(TableError::Damaged("its checksum is wrong"));
    }
    bytes.truncate(whole - 4);
    bytes.drain(..header.len());
    tables.entries = bytes;
    Ok(tables)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path of its own, gone afterwards.
    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Place {
            Place(std::env::temp_dir().join(format!("slideways-sets-{}-{name}", std::process::id())))
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    fn small() -> (Size, Cell, Tables) {
        let (size, blank) = (Size::new(2, 3).unwrap(), Cell(5));
        (size, blank, Tables::build(size, blank, &|| false).unwrap())
    }

    #[test]
    fn what_is_saved_is_loaded_for_all_mirror_images() {
        let (place, (size, blank, tables)) = (Place::new("saved"), small());
        save(&tables, &place.0).unwrap();
        assert_eq!(load(size, blank, &place.0).unwrap().entries, tables.entries);
        assert_eq!(load(Size::new(3, 2).unwrap(), Cell(0), &place.0).unwrap().entries, tables.entries);
        assert_eq!(name(size, blank), name(Size::new(3, 2).unwrap(), Cell(0)));
        assert!(load(size, Cell(1), &place.0).is_err());
        assert!(load(Size::new(2, 4).unwrap(), Cell(7), &place.0).is_err());
    }

    #[test]
    fn damage_is_noticed_wherever_it_is() {
        let (place, (size, blank, tables)) = (Place::new("damaged"), small());
        save(&tables, &place.0).unwrap();
        let whole = fs::read(&place.0).unwrap();
        for at in (0..whole.len()).filter(|at| at % 97 == 0 || *at < 40 || at + 10 > whole.len()) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            fs::write(&place.0, &damaged).unwrap();
            assert!(load(size, blank, &place.0).is_err(), "byte {at}");
            fs::write(&place.0, &whole[..at]).unwrap();
            assert!(load(size, blank, &place.0).is_err(), "only {at} bytes");
        }
        fs::write(&place.0, [whole.clone(), vec![0]].concat()).unwrap();
        assert!(matches!(load(size, blank, &place.0), Err(TableError::Damaged(_))));
    }
}
