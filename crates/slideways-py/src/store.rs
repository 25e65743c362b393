//! The pattern databases of this process: read or built once, and shared by all searches.

use slideways::solver::TableStore;
use std::sync::OnceLock;

/// The tables in the user's folder, which the command line uses as well.
pub fn tables() -> &'static TableStore {
    static TABLES: OnceLock<TableStore> = OnceLock::new();
    TABLES.get_or_init(TableStore::of_user)
}
