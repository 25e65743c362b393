//! Start a search with a bit table in a folder, or continue one.

use super::paged::PagedBoard;
use super::pages::{self, PageCommitter, PageFiles, PageManifest};
use super::steps::BitPlace;
use crate::engine::disk::folder::Folder;
use crate::engine::disk::{DiskConfig, DiskError, End};
use crate::outcome::Stop;
use crate::tiles::board::Board;

/// Lock a folder and read its manifest; if there is none, begin a search around a position with pages of
/// `page` words. Without such a size, the memory limit does not allow a start.
pub fn open(
    from: &Board,
    config: &DiskConfig,
    page: Option<usize>,
) -> Result<(PagedBoard, PageCommitter, PageManifest), End> {
    let folder = Folder::alone(&config.folder)?;
    let board = |block| PagedBoard::new(from, block);
    let layout = |block| {
        let board = board(block)?;
        Some((board.steps.layout, board.rows(), pages::most(&board.steps.layout, board.steps.full)))
    };
    let known = pages::manifest(&config.folder, &config.subject, layout)?;
    let mut committer = PageCommitter::new(folder);
    match known {
        Some(known) if !config.resume => {
            let (path, layer) = (config.folder.clone(), known.sizes.len() - 1);
            Err(DiskError::Begun { path, layer }.into())
        }
        Some(known) => {
            committer.close(&known)?;
            Ok((board(known.block).expect("the manifest matches the search"), committer, known))
        }
        None => {
            let page = page.ok_or(End::Stop(Stop::Memory))?;
            let board = board(page).expect("boards of this size have such pages");
            let manifest = first(&board, config)?;
            committer.commit(&manifest)?;
            Ok((board, committer, manifest))
        }
    }
}

/// The manifest of a search that has found its start.
fn first(board: &PagedBoard, config: &DiskConfig) -> Result<PageManifest, DiskError> {
    let layout = board.steps.layout;
    let mut manifest = PageManifest::new(&config.subject, &layout, board.rows());
    let BitPlace { colour, page, word, bit } = board.first();
    let mut words = vec![0; layout.block];
    words[word] = bit;
    let mut files = PageFiles::new(&config.folder, layout, board.steps.full);
    let state = &mut manifest.pages[colour][page];
    (*state, manifest.written) = files.write(colour, page, state, &words, 1)?;
    manifest.sizes.push(1);
    Ok(manifest)
}
