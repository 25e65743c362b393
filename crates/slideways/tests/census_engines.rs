//! Censuses by engines of their kind, Rush Hour, Unit Rush Hour and all polyominoes, against censuses by
//! sets of pieces, which search the same families another way.

use slideways::design::{Census, CensusError, Family, Kit};
use slideways::grid::Grid;
use slideways::outcome::Limits;
use slideways::style::Style;
use slideways::watch::Watch;

/// What two censuses of one family must agree about: the solvable arrangements, and the hardest.
fn summary(census: &Census) -> (Vec<u64>, u64, Option<u32>, u64) {
    (census.starts(), census.solvable(), census.moves(), census.hardest_number())
}

#[test]
fn bars_bound_to_their_lines_agree_with_sets_of_pieces() {
    // A row of three cells has no room for another bar beside the red one, so it is alone in any case. Sets
    // of pieces also have arrangements with the red bar in another row, which cannot be solved.
    let others = "0..*1x2:row|2x1:column 0..*1x3:row|3x1:column";
    for (size, walls) in [("3x3", 0..=2), ("4x3", 0..=1), ("5x3", 0..=0)] {
        for style in [Style::STEP, Style::MOVE] {
            let census = |red: &str| {
                let kit = format!("1*red={red} {others}").parse().unwrap();
                let family = Family::new(size.parse().unwrap(), kit).walls(walls.clone());
                Census::of(family).style(style).build().unwrap()
            };
            let (bars, sets) = (census("1x2:row:alone"), census("1x2:row"));
            assert_eq!(summary(&bars), summary(&sets), "{size} in style {style}");
            assert_eq!(bars.puzzles(), sets.puzzles());
            assert!(bars.classes.iter().all(|class| class.holes.is_none()), "another engine");
        }
    }
}

#[test]
fn cars_behind_the_red_one_make_the_known_number_of_arrangements() {
    // The box of Rush Hour: 11 other cars and 4 trucks.
    let kit = "1*red=1x2:row:front 0..11*1x2:row|2x1:column 0..4*1x3:row|3x1:column";
    let family = Family::new("6x6".parse().unwrap(), kit.parse().unwrap());
    assert_eq!(Census::of(family).forecast().unwrap().arrangements(), 36_330_223_056);
    // A car behind the red one makes more starts.
    let census = |red: &str| {
        let kit = format!("1*red=1x2:row:{red} 0..*1x2:row|2x1:column 0..*1x3:row|3x1:column");
        Census::of(Family::new("4x4".parse().unwrap(), kit.parse().unwrap())).build().unwrap()
    };
    let (alone, front) = (census("alone"), census("front"));
    assert!(front.solvable() > alone.solvable() && front.moves() >= alone.moves());
    assert!(front.classes.iter().all(|class| class.holes.is_none()), "another engine");
}

#[test]
fn unit_cars_agree_with_sets_of_pieces() {
    for size in ["2x3", "3x3", "3x4"] {
        let census = |kit: &str| {
            let grid: Grid = size.parse().unwrap();
            let ends = (0..grid.rows()).map(|row| format!("red@{row},{}", grid.cols() - 1));
            let family = Family::new(grid, kit.parse().unwrap()).holes(1..=1);
            Census::of(ends.fold(family, |family, end| family.goal(end))).build().unwrap()
        };
        let cars = census("1*red=1x1:row 0..*1x1:row|1x1:column");
        let sets = census("1*red=1x1:row 0..*1x1:row 0..*1x1:column");
        assert_eq!(summary(&cars), summary(&sets), "{size}");
        assert_eq!((cars.classes.len(), cars.components()), (1, 0), "another engine");
    }
}

#[test]
fn a_census_of_bars_continues_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rush");
    let builder = || {
        let family = Family::new("4x5".parse().unwrap(), Kit::rush());
        Census::of(family).hardest(3).limits(Limits::new().threads(2))
    };
    let whole = builder().build().unwrap();
    let mut stops = 0;
    let resumed = loop {
        let mut patience = Patience(3 + stops);
        let census = builder().checkpoint(&file).watch(&mut patience).build().unwrap();
        if census.stop.is_none() {
            break census;
        }
        // Every class has arrangements in all units; a stop can also come while a hardest start is solved
        // again.
        let complete = census.complete().count();
        assert!(complete == 0 || complete == census.classes.len(), "{complete}");
        stops += 1;
    };
    assert!(stops > 1, "stopped {stops} times");
    assert_eq!((resumed.classes, resumed.hardest), (whole.classes, whole.hardest));
}

/// Stops a search when it has looked this often.
struct Patience(u32);

impl Watch for Patience {
    fn stop(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 == 0
    }
}

#[test]
fn a_lone_piece_needs_bars() {
    let family = Family::new("4x4".parse().unwrap(), "1*red=1x2:row:alone 2*1x1".parse().unwrap());
    assert!(matches!(Census::of(family).build(), Err(CensusError::Alone)));
}

#[test]
fn all_polyominoes_agree_with_a_kit_of_them() {
    // All pieces of one or two cells, with the goal piece a unit square: a labelled kit has the same puzzles.
    let any = Family::new("3x3".parse().unwrap(), Kit::any(1..=2));
    let any = Census::of(any).hardest(usize::MAX).build().unwrap();
    let kit = |goal: &str| {
        let kit = format!("goal={goal} 0..*1x1 0..*1x2 0..*2x1").parse().unwrap();
        let family = Family::new("3x3".parse().unwrap(), kit);
        Census::of(family.from("goal@upper-left").goal("goal@lower-right")).build().unwrap()
    };
    let kits: Vec<Census> = ["1x1", "1x2", "2x1"].into_iter().map(kit).collect();
    assert_eq!(any.moves(), kits.iter().filter_map(Census::moves).max());
    assert_eq!(any.solvable(), kits.iter().map(Census::solvable).sum::<u64>());
    assert_eq!(any.puzzles(), kits.iter().map(Census::puzzles).sum::<u64>());
    assert_eq!(any.hardest.len() as u64, any.hardest_number());
    let refused = |family: Family| Census::of(family).build().unwrap_err().to_string();
    let family = |size: &str| Family::new(size.parse().unwrap(), Kit::any(1..=9));
    assert!(refused(family("9x9")).contains("too large"));
    assert!(refused(family("3x3").goal("2x2@1,1")).contains("is not a goal of all polyominoes"));
    assert!(refused(family("3x3").holes(2..=2)).starts_with("all polyominoes are searched in a box without"));
}
