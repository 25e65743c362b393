use crate::Gpu;
use crate::host::Host;
use slideways::engine::tiles::Instance;
use slideways::engine::tiles::ida::device::{IdaDevice, solve_on};
use slideways::engine::tiles::ida::{self, Tables};
use slideways::engine::tiles::pdb::PdbSize;
use slideways::library::sets;
use slideways::outcome::{Limits, Outcome};
use slideways::tiles::{Size, replay};
use slideways::watch::{Event, Iteration, Watch};
use std::ops::ControlFlow;

/// Collects iterations and stops the search after a long one.
#[derive(Default)]
struct Iterations {
    all: Vec<Iteration>,
    enough: bool,
}

impl Watch for Iterations {
    fn event(&mut self, event: Event) {
        if let Event::Iteration(iteration) = event {
            assert_eq!(iteration.solutions, 0, "the position takes longer");
            self.enough = iteration.generated >= 1 << 22;
            self.all.push(*iteration);
        }
    }

    fn stop(&mut self) -> bool {
        self.enough
    }
}

/// Compare complete iterations of one of the hardest positions of the 15-puzzle.
fn same_iterations(device: &dyn IdaDevice) {
    let set = sets::find("hard15").unwrap();
    let (size, home) = (Size::new(4, 4).unwrap(), set.goal.full().unwrap().blank());
    let tables = Tables::build(size, home, PdbSize::Small, &|_| ControlFlow::Continue(())).unwrap();
    for known in &set.instances[..1] {
        let instance = Instance::new(&known.board, &set.goal).unwrap();
        let limits = Limits::new().threads(2);
        let [mut here, mut there] = [Iterations::default(), Iterations::default()];
        let stopped = ida::solve(&instance, &tables, limits, &mut here).unwrap();
        assert!(matches!(stopped.outcome, Outcome::Stopped { .. }));
        let stopped = solve_on(device, &instance, &tables, None, limits, &mut there).unwrap();
        assert!(matches!(stopped.outcome, Outcome::Stopped { .. }));
        assert_eq!(here.all, there.all);
    }
}

/// A position that is solved on the device, whole: the solution is replayed.
fn solves(device: &dyn IdaDevice) {
    let set = sets::find("korf15").unwrap();
    let (size, home) = (Size::new(4, 4).unwrap(), set.goal.full().unwrap().blank());
    let tables = Tables::build(size, home, PdbSize::Small, &|_| ControlFlow::Continue(())).unwrap();
    let known = &set.instances[87];
    let instance = Instance::new(&known.board, &set.goal).unwrap();
    let answer = solve_on(device, &instance, &tables, None, Limits::new(), &mut ()).unwrap();
    let Outcome::Solved(path) = answer.outcome else { panic!("it can be solved") };
    assert_eq!(path.len() as u32, known.moves);
    replay::solution(&known.board, &path, &set.goal).unwrap();
}

#[test]
fn iterations_on_the_host_are_those_of_the_library() {
    let Some(host) = Host::new() else { return };
    assert_eq!(host.size_of_node(), 64);
    same_iterations(&host);
    solves(&host);
}

#[test]
fn iterations_on_the_gpu_are_those_of_the_library() {
    match Gpu::open() {
        Ok(gpu) => {
            same_iterations(&gpu);
            solves(&gpu);
        }
        Err(why) => eprintln!("skipped: {why}"),
    }
}
