//! Kits that have a name, with the box and the holes that go with them.

use super::Kit;
use crate::grid::Grid;
use std::ops::RangeInclusive;

/// A kit that has a name.
///
/// ```
/// use slideways::design::NamedKit;
///
/// let klotski = NamedKit::named("klotski").unwrap();
/// assert_eq!((klotski.container, klotski.holes()), ("5x4", 2..=2));
/// assert_eq!(klotski.kit().pieces().count(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedKit {
    /// The name.
    pub name: &'static str,
    /// The name of its best-known puzzle, or its pieces.
    pub title: &'static str,
    /// The pieces, in words.
    pub meaning: &'static str,
    /// The size of the box for which it is known, rows x columns.
    pub container: &'static str,
    /// The number of cells that stay empty; `None` if it can be any.
    holes: Option<u32>,
}

impl NamedKit {
    /// All kits that have a name.
    pub const ALL: [NamedKit; 4] = [
        NamedKit {
            name: "klotski",
            title: "Klotski",
            meaning: "one block of 2 x 2, dominoes that stand or lie, and unit squares",
            container: "5x4",
            holes: Some(2),
        },
        NamedKit {
            name: "dominoes",
            title: "Dominoes",
            meaning: "dominoes that stand or lie",
            container: "4x4",
            holes: Some(2),
        },
        NamedKit {
            name: "rush",
            title: "Rush Hour",
            meaning: "a red car alone in its row, and cars and trucks that move along their line",
            container: "6x6",
            holes: None,
        },
        NamedKit {
            name: "unit-cars",
            title: "Unit Rush Hour",
            meaning: "cars of one cell that move along their line, and one hole",
            container: "4x4",
            holes: Some(1),
        },
    ];

    /// The kit with a name.
    pub fn named(name: &str) -> Option<NamedKit> {
        NamedKit::ALL.into_iter().find(|kit| kit.name == name)
    }

    /// The pieces.
    pub fn kit(self) -> Kit {
        match self.name {
            "dominoes" => Kit::dominoes(),
            "rush" => Kit::rush(),
            "unit-cars" => Kit::unit_cars(),
            _ => Kit::klotski(),
        }
    }

    /// The usual goals in a box, if they are not those of any [`Family`](super::Family): the red car of Unit
    /// Rush Hour may be in any row.
    pub fn goals(self, grid: Grid) -> Vec<String> {
        let rows = if self.name == "unit-cars" { grid.rows() } else { 0 };
        (0..rows).map(|row| format!("red@{row},{}", grid.cols() - 1)).collect()
    }

    /// The number of cells that stay empty, unless another number is asked for.
    pub fn holes(self) -> RangeInclusive<u32> {
        self.holes.map_or(0..=u32::MAX, |holes| holes..=holes)
    }
}
