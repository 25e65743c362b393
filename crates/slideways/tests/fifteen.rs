//! Famous positions of the 15-puzzle and their known optima.

use slideways::engine::tiles::ida::{self, Tables};
use slideways::engine::tiles::pdb::PdbSize;
use slideways::engine::tiles::{Instance, unrolled};
use slideways::format::tiles::parse;
use slideways::library::sets;
use slideways::outcome::{Limits, Outcome};
use slideways::tiles::{Board, Goal, Size, replay};

struct Fact {
    name: &'static str,
    board: Board,
    /// `None` if it cannot be solved.
    moves: Option<u32>,
    solutions: Option<u128>,
}

fn facts() -> Vec<Fact> {
    let lines = include_str!("truth/fifteen.txt").lines().filter(|line| !line.starts_with('#'));
    let read = |line: &'static str| {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let board = parse(fields[1], None).unwrap();
        Fact { name: fields[0], board, moves: fields[2].parse().ok(), solutions: fields[3].parse().ok() }
    };
    let hard = sets::find("hard15").unwrap().instances.into_iter();
    let hard =
        hard.map(|it| Fact { name: "hard15", board: it.board, moves: Some(it.moves), solutions: None });
    lines.map(read).chain(hard).collect()
}

fn goal() -> Goal {
    Goal::blank_last(Size::new(4, 4).unwrap())
}

#[test]
fn the_facts_do_not_contradict_what_needs_no_search() {
    let facts = facts();
    assert_eq!(facts.iter().filter(|fact| fact.moves == Some(80)).count(), 17);
    for fact in &facts {
        match (Instance::new(&fact.board, &goal()), fact.moves) {
            (Ok(instance), Some(moves)) => {
                assert!(instance.bound() <= moves && (moves - instance.bound()) % 2 == 0, "{}", fact.name);
            }
            (Err(_), None) => {}
            other => panic!("{}: {other:?}", fact.name),
        }
    }
    let korf = sets::find("korf15").unwrap().instances.swap_remove(87);
    let fact = facts.iter().find(|fact| fact.name == "korf-88").unwrap();
    assert_eq!(
        (&korf.board.turned(), Some(korf.moves), korf.solutions),
        (&fact.board, fact.moves, fact.solutions)
    );
}

#[test]
fn the_position_of_rosetta_code_has_its_two_solutions() {
    let fact = facts().into_iter().find(|fact| fact.name == "rosettacode").unwrap();
    let instance = Instance::new(&fact.board, &goal()).unwrap();
    let answer = unrolled::count(&instance, Limits::default(), &mut ()).unwrap();
    let Outcome::Solved(total) = answer.outcome else { panic!("nothing stops the search") };
    assert_eq!((Some(total.moves), Some(total.solutions)), (fact.moves, fact.solutions));
}

#[test]
#[ignore = "slow: builds the large tables"]
fn the_facts_are_found() {
    let home = goal().full().unwrap().blank();
    let tables =
        Tables::build(goal().size(), home, PdbSize::Large, &|_| std::ops::ControlFlow::Continue(())).unwrap();
    for fact in facts() {
        let (Ok(instance), Some(moves)) = (Instance::new(&fact.board, &goal()), fact.moves) else { continue };
        let answer = ida::solve(&instance, &tables, Limits::default(), &mut ()).unwrap();
        let Outcome::Solved(path) = answer.outcome else { panic!("nothing stops the search") };
        assert_eq!(path.len() as u32, moves, "{}", fact.name);
        assert_eq!(replay::solution(&fact.board, &path, &goal()), Ok(()));
    }
}
