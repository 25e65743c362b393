use super::way;
use crate::Gpu;
use crate::host::compile;
use libloading::Symbol;
use slideways::Who;
use slideways::engine::search::control::Control;
use slideways::engine::tiles::bit_bfs::census;
use slideways::engine::tiles::bit_bfs::device::{BitDevice, DeviceBoard, DeviceLayers, census_on};
use slideways::grid::Cell;
use slideways::outcome::Limits;
use slideways::solver::DeviceError;
use slideways::tiles::{Board, Goal, Size};

/// The device functions on the host, with the passes of the search written out plainly.
struct Host(libloading::Library);

impl Host {
    fn stepped(&self, board: &DeviceBoard, from: (&[u64], Cell), to: Cell) -> Vec<u64> {
        let words = [&[0][..], &way(&board.step(from.1, to)).expect("two exchanges suffice")].concat();
        let mut after = vec![0; from.0.len()];
        // SAFETY: this is the function's type; both rows have that number of words.
        unsafe {
            type Step = unsafe extern "C" fn(*mut u64, *const u64, *const u32, u32);
            let step: Symbol<Step> = self.0.get(b"step_row").unwrap();
            step(after.as_mut_ptr(), from.0.as_ptr(), words.as_ptr(), after.len() as u32);
        }
        after
    }
}

/// In both metrics by the definition: the positions of a layer are one move away from those before.
impl BitDevice for Host {
    fn layers(&self, board: &DeviceBoard, _: &mut Control) -> Result<DeviceLayers, DeviceError> {
        let (size, words) = (board.size(), board.words() as usize);
        let mut seen = vec![vec![0u64; words]; size.cells()];
        let (word, bit) = board.place(board.start);
        seen[board.start.blank().index()][word] = bit;
        let (mut sizes, mut last) = (vec![1], vec![]);
        while sizes.iter().sum::<u64>() < board.positions {
            let mut next = seen.clone();
            for (from, seen) in seen.iter().enumerate() {
                for dir in &slideways::grid::Dir::ALL[..4] {
                    let (mut at, mut row) = (Cell(from as u16), seen.clone());
                    while let Some(to) = size.neighbour(at, *dir) {
                        row = self.stepped(board, (&row, at), to);
                        next[to.index()].iter_mut().zip(&row).for_each(|(to, from)| *to |= from);
                        at = to;
                        if board.who == Who::Piece {
                            break;
                        }
                    }
                }
            }
            last.clear();
            for cell in 0..size.cells() {
                let new =
                    (0..words).map(|word| (Cell(cell as u16), word, next[cell][word] & !seen[cell][word]));
                last.extend(new.filter(|new| new.2 != 0));
            }
            sizes.push(last.iter().map(|new| u64::from(new.2.count_ones())).sum());
            seen = next;
        }
        Ok(DeviceLayers { sizes, last, stop: None })
    }
}

/// A position with the blank in a cell.
fn blank_at(size: Size, cell: usize) -> Board {
    let mut tiles: Vec<_> = Goal::blank_last(size).full().unwrap().tiles().to_vec();
    let last = tiles.pop().unwrap();
    tiles.insert(cell, last);
    Board::new(size, tiles).unwrap()
}

fn same_layers(device: &dyn BitDevice, sizes: &[(usize, usize)]) {
    for &(rows, cols) in sizes {
        let size = Size::new(rows, cols).unwrap();
        for (cell, who) in (0..size.cells()).flat_map(|cell| [(cell, Who::Piece), (cell, Who::Set)]) {
            let from = blank_at(size, cell);
            let here = census(&from, who, 9, Limits::default(), &mut ()).unwrap();
            let there = census_on(device, &from, who, 9, Limits::default(), &mut ()).unwrap();
            assert_eq!(here.table.sizes, there.table.sizes, "{size}, blank {cell}, {who:?}");
            assert_eq!(here.farthest, there.farthest, "{size}, blank {cell}, {who:?}");
        }
    }
}

#[test]
fn layers_on_the_host_are_those_of_the_library() {
    let Some(library) = compile("bits") else { return };
    same_layers(&Host(library), &[(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5)]);
}

#[test]
fn layers_on_the_gpu_are_those_of_the_library() {
    match Gpu::open() {
        Ok(gpu) => same_layers(&gpu, &[(2, 2), (2, 3), (2, 4), (3, 3), (2, 5)]),
        Err(why) => eprintln!("skipped: {why}"),
    }
}
