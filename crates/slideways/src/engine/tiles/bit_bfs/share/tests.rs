//! Shares that exchange units in one thread find what one table finds.

use super::*;
use crate::engine::tiles::bit_bfs;
use crate::engine::tiles::bit_bfs::paged::page_sizes;
use crate::outcome::Limits;
use crate::style::Who;
use crate::tiles::{Goal, Size};

/// A board and its shares: pages of the smallest size.
fn shares(size: (usize, usize), workers: usize) -> (Board, PageManifest, Vec<TableShare>, tempfile::TempDir) {
    let from = Goal::blank_last(Size::new(size.0, size.1).unwrap()).full().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let config = config(folder.path());
    let (_, manifest) = open_shared(&from, &config, 64 << 20, workers).unwrap();
    let shares = loaded(&from, &manifest, workers, folder.path());
    (from, manifest, shares, folder)
}

fn config(folder: &std::path::Path) -> DiskConfig {
    let upper = crate::engine::disk::Upper::of_first_word(0);
    let (folder, subject) = (folder.to_owned(), "a board".to_owned());
    DiskConfig { folder, subject, resume: true, goals: false, keep: false, upper }
}

fn loaded(
    from: &Board,
    manifest: &PageManifest,
    workers: usize,
    folder: &std::path::Path,
) -> Vec<TableShare> {
    let share = |worker| {
        let mut share = TableShare::new(from, manifest.block, worker, workers);
        share.load(manifest, folder).unwrap();
        share
    };
    (0..workers).map(share).collect()
}

/// Send, receive and fill for one layer; of the blocks of each share only some, in an odd order, if `part`.
fn advance(shares: &mut [TableShare], layers: usize, part: bool) -> Vec<LayerShare> {
    let from = shares[0].newest_colour(layers);
    let mut sent = vec![];
    for (number, share) in shares.iter_mut().enumerate() {
        let blocks: Vec<usize> = share.blocks().collect();
        for (i, &first) in blocks.iter().enumerate().rev() {
            if part && (i + number) % 3 == 0 {
                continue;
            }
            share.send(from, first, |place, words| sent.push((place, words.to_vec())));
            share.fill(1 - from, first);
        }
    }
    for (place, words) in sent {
        assert!(shares[place.owner].receive(1 - from, place.row, place.first, &words));
    }
    if !part {
        shares.iter_mut().for_each(|share| share.begin(from));
    }
    shares.iter_mut().map(TableShare::take).collect()
}

#[test]
fn every_page_has_one_owner() {
    for (workers, pages) in [(1, 1), (3, 1), (4, 156), (7, 13), (64, 210), (5, 1000)] {
        for worker in 0..workers {
            assert!(owned_pages(worker, workers, pages).all(|page| owner(page, workers, pages) == worker));
        }
        let all: usize = (0..workers).map(|worker| owned_pages(worker, workers, pages).len()).sum();
        assert_eq!(all, pages);
    }
}

#[test]
fn shares_find_what_one_table_finds() {
    for (size, workers) in [((3, 3), 2), ((2, 6), 4), ((6, 2), 7), ((3, 4), 3)] {
        let (from, mut manifest, mut shares, _folder) = shares(size, workers);
        let whole = bit_bfs::census(&from, Who::Piece, usize::MAX, Limits::default(), &mut ()).unwrap();
        while manifest.states() < shares[0].positions() {
            let found = advance(&mut shares, manifest.sizes.len(), false);
            manifest.add(found, shares[0].positions());
        }
        assert_eq!(manifest.sizes, whole.table.sizes, "{size:?} {workers}");
        assert_eq!(manifest.boards(&from, usize::MAX), whole.farthest);
    }
}

/// From time to time a layer is stopped halfway and saved, and completed by another number of workers.
#[test]
fn shares_are_saved_anywhere_and_continued_by_other_numbers() {
    let (from, mut manifest, mut shares, folder) = shares((3, 4), 3);
    let whole = bit_bfs::census(&from, Who::Piece, usize::MAX, Limits::default(), &mut ()).unwrap();
    let save = |manifest: &mut PageManifest, shares: &[TableShare]| {
        for saved in
            shares.iter().map(|share| share.save(manifest, folder.path()).unwrap()).collect::<Vec<_>>()
        {
            manifest.note(saved);
        }
    };
    let positions = shares[0].positions();
    while manifest.states() < positions {
        let layers = manifest.sizes.len();
        if layers % 9 == 8 || layers + 2 > whole.table.sizes.len() {
            let part = advance(&mut shares, layers, true);
            manifest.add_part(part);
            save(&mut manifest, &shares);
            shares = loaded(&from, &manifest, layers % 5 + 1, folder.path());
        }
        let rest = advance(&mut shares, layers, false);
        manifest.add(rest, positions);
    }
    assert_eq!(manifest.sizes, whole.table.sizes);
    assert_eq!(manifest.boards(&from, usize::MAX), whole.farthest);
}

#[test]
fn units_that_do_not_belong_here_are_refused() {
    let (_, _, mut shares, _folder) = shares((2, 6), 4);
    let unit = shares[0].unit();
    let last = shares[3].owned.start;
    assert!(shares[3].receive(0, 0, last, &vec![1; unit]));
    assert!(!shares[3].receive(0, 0, last + 1, &vec![1; unit]));
    assert!(!shares[3].receive(0, 0, 0, &vec![1; unit]));
    assert!(!shares[3].receive(0, 6, last, &vec![1; unit]));
    assert!(!shares[3].receive(0, 0, last, &vec![1; unit - 1]));
    assert!(!shares[3].receive(0, 0, last, &vec![u64::MAX; unit]));
}

/// The time of a layer in which everything may be new, for the book's plan of a count of 4 x 4.
#[test]
#[ignore = "slow: measures"]
fn the_time_of_a_layer() {
    for ((rows, cols), pages) in [((2, 7), 3), ((3, 5), 1), ((4, 4), 8)] {
        let from = Goal::blank_last(Size::new(rows, cols).unwrap()).full().unwrap();
        let page = page_sizes(from.size()).next().unwrap();
        let workers = PagedBoard::new(&from, page).unwrap().steps.layout.blocks / pages;
        let mut share = TableShare::new(&from, page, workers / 2, workers);
        let mut random = crate::tiles::random::Random::new(1);
        let words: Vec<u64> = (0..page).map(|_| random.bits() & random.bits() & share.steps.full).collect();
        let seen: u64 = words.iter().map(|word| u64::from(word.count_ones())).sum();
        for first in share.owned.clone().step_by(page) {
            for colour in [0, 1] {
                (0..share.rows(colour)).for_each(|row| share.set(colour, (row, first), &words, seen));
            }
        }
        let before: u64 = share.seen[0].counts.iter().sum();
        let started = web_time::Instant::now();
        share.blocks().for_each(|first| share.fill(0, first));
        let seconds = started.elapsed().as_secs_f64();
        let positions = (share.owned.len() * share.rows(0)) as u64 * u64::from(share.steps.full.count_ones());
        let (found, after) = (share.take().count, share.seen[0].counts.iter().sum::<u64>());
        assert!(found > 0 && after == before + found && after <= positions);
        eprintln!(
            "{rows} x {cols}: {:.1} thousand million positions a second",
            positions as f64 / seconds / 1e9
        );
    }
}

/// The most bytes that all workers together send in a layer: the figures of the book.
#[test]
fn the_traffic_of_a_layer() {
    for ((rows, cols), workers, bytes) in [
        ((2, 7), 4, 330_946_560),
        ((3, 5), 4, 5_109_350_400),
        ((4, 4), 4, 76_161_254_400),
        ((4, 4), 16, 117_802_460_160),
        ((4, 4), 64, 169_265_859_840u64),
    ] {
        let from = Goal::blank_last(Size::new(rows, cols).unwrap()).full().unwrap();
        let page = page_size(from.size(), 1 << 34, 1, workers).unwrap();
        let board = PagedBoard::new(&from, page).unwrap();
        let pages = board.steps.layout.blocks;
        for colour in [0, 1] {
            let travels = Travel::all(&board.steps, colour, page);
            // With pages of these sizes, nine units at least stay together.
            let leaves = |first: usize| {
                let own = |first: usize| owner(first / page, workers, pages);
                travels.iter().filter(|travel| own(first) != own(travel.target(first))).count() as u64
            };
            let step = UNIT * 9;
            let sent: u64 =
                (0..pages * page).step_by(step).map(|first| leaves(first) * step as u64 * 8).sum();
            assert_eq!(sent, bytes, "{rows} x {cols}, {workers} workers");
        }
    }
}
