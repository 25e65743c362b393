use crate::Gpu;
use crate::host::Host;
use slideways::engine::tiles::Instance;
use slideways::engine::tiles::ida::device::{IdaDevice, solve_on};
use slideways::engine::tiles::ida::{self, Tables};
use slideways::engine::tiles::pdb::PdbSize;
use slideways::library::sets;
use slideways::outcome::{Limits, Outcome, Searched};
use slideways::tiles::Size;
use slideways::watch::{Event, Iteration};
use std::ops::ControlFlow;

/// The complete iterations of a search, and the length of its solution.
fn iterations(
    search: impl FnOnce(&mut dyn slideways::watch::Watch) -> Searched<Vec<slideways::grid::Dir>>,
) -> (Vec<Iteration>, usize) {
    let mut iterations = vec![];
    let searched = search(&mut |event: Event| {
        if let Event::Iteration(iteration) = event {
            iterations.push(*iteration);
        }
    });
    let Outcome::Solved(path) = searched.outcome else { panic!("it can be solved") };
    let complete = iterations.into_iter().filter(|iteration| iteration.solutions == 0).collect();
    (complete, path.len())
}

/// Compare complete iterations of some of the hardest positions of the 15-puzzle.
fn same_iterations(device: &dyn IdaDevice, positions: usize) {
    let set = sets::find("hard15").unwrap();
    let (size, home) = (Size::new(4, 4).unwrap(), set.goal.full().unwrap().blank());
    let tables = Tables::build(size, home, PdbSize::Small, &|_| ControlFlow::Continue(())).unwrap();
    for known in &set.instances[..positions] {
        let instance = Instance::new(&known.board, &set.goal).unwrap();
        let limits = Limits::new().threads(2);
        let here = iterations(|watch| ida::solve(&instance, &tables, limits, watch).unwrap());
        let there = iterations(|watch| solve_on(device, &instance, &tables, None, limits, watch).unwrap());
        assert!(here.0.iter().map(|iteration| iteration.generated).max() > Some(1 << 23), "it is long");
        assert_eq!(here, there);
        assert_eq!(here.1, known.moves as usize);
    }
}

#[test]
fn iterations_on_the_host_are_those_of_the_library() {
    let Some(host) = Host::new() else { return };
    assert_eq!(host.size_of_node(), 64);
    same_iterations(&host, 1);
}

#[test]
fn iterations_on_the_gpu_are_those_of_the_library() {
    match Gpu::open() {
        Ok(gpu) => same_iterations(&gpu, 3),
        Err(why) => eprintln!("skipped: {why}"),
    }
}
