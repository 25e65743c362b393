//! A census in several styles is the same as one census per style.

use slideways::design::{Census, CensusBuilder, CensusError, Class, Family, Kit};
use slideways::outcome::Outcome;
use slideways::{Solver, Style};

const SINGLE: [Style; 3] = [Style::ALL[0], Style::ALL[1], Style::ALL[2]];

fn families() -> [Family; 3] {
    let klotski = Family::new("4x3".parse().unwrap(), Kit::klotski()).holes(2..=2);
    let rush = Family::new("4x4".parse().unwrap(), Kit::rush());
    let any = Family::new("3x3".parse().unwrap(), Kit::any(1..=9));
    [klotski, rush, any]
}

fn census(family: &Family) -> CensusBuilder<'static> {
    Census::of(family.clone()).hardest(3)
}

#[test]
fn several_styles_give_what_each_gives_alone() {
    for family in families() {
        let together = census(&family).styles(SINGLE).build_each().unwrap();
        assert_eq!(together.len(), SINGLE.len());
        for (of_all, style) in together.iter().zip(SINGLE) {
            let alone = census(&family).style(style).build().unwrap();
            assert_eq!(of_all.style, style);
            assert_eq!(of_all.classes, alone.classes, "{family:?} {style}");
            assert_eq!(of_all.hardest, alone.hardest, "{family:?} {style}");
            assert_eq!(of_all.stop, None);
        }
    }
}

#[test]
fn every_number_of_pieces_has_a_hardest_start() {
    let [klotski, rush, any] = families();
    for family in [rush, any] {
        let census = census(&family).build().unwrap();
        let solvable = census.classes.iter().filter(|class| class.found.moves().is_some());
        for Class { pieces, found, start, .. } in solvable {
            let start = start.as_ref().unwrap_or_else(|| panic!("{pieces} have a hardest start"));
            let answer = Solver::new(start).style(Style::MOVE).solve().unwrap();
            let Outcome::Solved(solution) = answer.outcome else { panic!("{pieces}: it can be solved") };
            assert_eq!(Some(solution.len() as u32), found.moves(), "{pieces}");
        }
    }
    let sets = census(&klotski).build().unwrap();
    assert!(sets.classes.iter().all(|class| class.start.is_none()));
}

#[test]
fn a_checkpoint_belongs_to_one_pass() {
    let folder = tempfile::tempdir().unwrap();
    let [klotski, _, any] = families();
    let begun = |family: &Family| {
        census(family)
            .styles(SINGLE)
            .checkpoint(folder.path().join("census"))
            .build_each()
            .map(|all| all.len())
    };
    assert!(matches!(begun(&klotski), Err(CensusError::CheckpointStyles)));
    assert_eq!(begun(&any).unwrap(), SINGLE.len());
    let none: [Style; 0] = [];
    assert!(matches!(census(&any).styles(none).build_each(), Err(CensusError::NoStyle)));
}
