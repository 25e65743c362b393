//! Where a [`TableStore`] keeps its tables between runs: in a folder, or on a [`Shelf`].

use super::tables::{FEW_CELLS, Inner, Key, SetTables, StepTables, TableStore};
use crate::engine::tiles::pdb::PdbSize;
use crate::engine::tiles::pdb::file::{Stored, TableError};
use crate::engine::tiles::{ida, mtm};
use crate::outcome::Limits;
use crate::watch::{Event, Watch};
use std::path::PathBuf;
use std::sync::Arc;

/// A place of the caller that keeps table files by name, such as the storage of a browser.
pub trait Shelf: Send + Sync {
    /// The bytes last written under a name, if the shelf still has them. They are checked before they are
    /// used, and may be damaged.
    fn read(&self, name: &str) -> Option<Vec<u8>>;

    /// Keeps the bytes of a table file under a name. It may fail: tables that are lost are built again.
    fn write(&self, name: &str, bytes: Vec<u8>);
}

/// What keeps the tables of a store between runs.
#[derive(Clone, Default)]
pub(super) enum Keeper {
    #[default]
    Nothing,
    /// Only with the feature `tables`.
    #[cfg_attr(not(feature = "tables"), expect(dead_code))]
    Folder(PathBuf),
    Shelf(Arc<dyn Shelf>),
}

impl TableStore {
    /// A store that keeps its tables on a shelf.
    pub fn on(shelf: impl Shelf + 'static) -> TableStore {
        TableStore(Arc::new(Inner { keeper: Keeper::Shelf(Arc::new(shelf)), ..Inner::default() }))
    }

    /// The largest tables that were kept and fit into memory.
    pub(super) fn kept_step(&self, key: Key, limits: &Limits, watch: &mut dyn Watch) -> Option<StepTables> {
        let (size, blank) = key;
        if size.cells() <= FEW_CELLS {
            return None;
        }
        let suits = |extent: &PdbSize| ida::Tables::exist(size, blank, *extent);
        [PdbSize::Large, PdbSize::Small].into_iter().filter(suits).find_map(|extent| {
            let name = ida::file::name(size, blank, extent);
            let tables = self.read(&name, watch, |source| ida::file::load(size, blank, extent, source))?;
            Some(Arc::new(tables)).filter(|tables| tables.bytes() <= limits.memory)
        })
    }

    /// Keep tables of the single-tile metric.
    #[cfg_attr(not(feature = "tables"), expect(unused_variables))]
    pub(super) fn keep_step(&self, tables: &ida::Tables, watch: &mut dyn Watch) -> bool {
        let name = ida::file::name(tables.size(), tables.blank(), tables.extent());
        #[cfg(feature = "tables")]
        if matches!(self.0.keeper, Keeper::Folder(_)) {
            return self.write_file(&name, watch, |path| ida::file::save(tables, path));
        }
        self.put_on_shelf(&name, || ida::file::bytes(tables))
    }

    /// Kept tables of the multi-tile metric.
    pub(super) fn kept_set(&self, (size, blank): Key, watch: &mut dyn Watch) -> Option<SetTables> {
        let name = mtm::file::name(size, blank);
        self.read(&name, watch, |source| mtm::file::load(size, blank, source)).map(Arc::new)
    }

    /// Keep tables of the multi-tile metric.
    #[cfg_attr(not(feature = "tables"), expect(unused_variables))]
    pub(super) fn keep_set(
        &self,
        (size, blank): Key,
        tables: &mtm::MtmTables,
        watch: &mut dyn Watch,
    ) -> bool {
        let name = mtm::file::name(size, blank);
        #[cfg(feature = "tables")]
        if matches!(self.0.keeper, Keeper::Folder(_)) {
            return self.write_file(&name, watch, |path| mtm::file::save(tables, path));
        }
        self.put_on_shelf(&name, || mtm::file::bytes(tables))
    }

    /// Read kept tables. If they are unusable, the watch receives a warning.
    pub(super) fn read<T>(
        &self,
        name: &str,
        watch: &mut dyn Watch,
        load: impl Fn(Stored) -> Result<T, TableError>,
    ) -> Option<T> {
        let (found, place) = match &self.0.keeper {
            Keeper::Nothing => return None,
            Keeper::Folder(folder) => {
                let path = folder.join(name);
                (load(Stored::File(&path)), path.display().to_string())
            }
            Keeper::Shelf(shelf) => (load(Stored::Bytes(shelf.read(name)?)), name.to_owned()),
        };
        match found {
            Ok(tables) => Some(tables),
            Err(TableError::Io(error)) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => {
                watch.event(Event::Warning(&format!("{place}: {error}; rebuilding it")));
                None
            }
        }
    }

    fn put_on_shelf(&self, name: &str, bytes: impl FnOnce() -> Vec<u8>) -> bool {
        if let Keeper::Shelf(shelf) = &self.0.keeper {
            shelf.write(name, bytes());
        }
        true
    }

    /// Write a file of the folder. If that fails, the watch receives a warning.
    #[cfg(feature = "tables")]
    fn write_file(
        &self,
        name: &str,
        watch: &mut dyn Watch,
        save: impl Fn(&std::path::Path) -> Result<(), TableError>,
    ) -> bool {
        let Some(folder) = self.folder() else { return true };
        let path = folder.join(name);
        let saved = std::fs::create_dir_all(folder).map_err(TableError::Io).and_then(|()| save(&path));
        if let Err(error) = &saved {
            watch.event(Event::Warning(&format!("{}: cannot write the tables: {error}", path.display())));
        }
        saved.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;
    use crate::tiles::Size;
    use std::collections::BTreeMap;
    use std::sync::Mutex;

    /// What a shelf holds, and the number of writes.
    type Written = (BTreeMap<String, Vec<u8>>, usize);

    /// A shelf that counts what is written.
    #[derive(Clone, Default)]
    struct Map(Arc<Mutex<Written>>);

    impl Shelf for Map {
        fn read(&self, name: &str) -> Option<Vec<u8>> {
            self.0.lock().unwrap().0.get(name).cloned()
        }

        fn write(&self, name: &str, bytes: Vec<u8>) {
            let mut all = self.0.lock().unwrap();
            all.0.insert(name.to_owned(), bytes);
            all.1 += 1;
        }
    }

    #[test]
    fn tables_come_from_the_shelf_and_damaged_ones_are_built_again() {
        let (shelf, size) = (Map::default(), Size::new(2, 7).unwrap());
        let key = (size, Cell(13));
        let tables = || TableStore::on(shelf.clone()).step(key, &Limits::new(), &mut ()).unwrap();
        let writes = || shelf.0.lock().unwrap().1;
        let built = ida::file::bytes(&tables());
        assert_eq!((writes(), ida::file::bytes(&tables()) == built, writes()), (1, true, 1));
        let damage = |bytes: &mut Vec<u8>| bytes[100] ^= 1;
        shelf.0.lock().unwrap().0.values_mut().for_each(damage);
        assert!(ida::file::bytes(&tables()) == built, "the damage is noticed");
        assert_eq!(writes(), 2);
    }
}
