//! The first layers around a position of tiles: on boards too large for a whole count, and on boards without
//! end.
//!
//! ```
//! use slideways::space::{Growth, Region};
//!
//! let growth = Growth::of(Region::QuarterPlane).layers(6).count()?;
//! assert_eq!(growth.layers().sizes, [1, 2, 4, 10, 26, 66, 173]);
//! assert!(!growth.is_whole());
//! # Ok::<(), slideways::space::UnfitSpace>(())
//! ```

use super::UnfitSpace;
use crate::engine::tiles::growth::{Grown, MOST_LAYERS, census, field::Outline};
use crate::grid::Cell;
use crate::outcome::{LayerTable, Limits};
use crate::style::{Style, Who};
use crate::tiles::{Board, Size};
use crate::watch::Watch;
use std::time::Duration;
use web_time::Instant;

/// A board with or without end, and the place of the blank. The names of the tiles make no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Region {
    /// A board.
    Board {
        /// Its size.
        size: Size,
        /// The cell of the blank.
        blank: Cell,
    },
    /// Cells without end to the right and below, the blank in the corner.
    QuarterPlane,
    /// Cells without end below, to the left and to the right, the blank at the edge.
    HalfPlane,
    /// Cells without end on all sides.
    Plane,
}

impl Region {
    /// The names of the boards without end.
    pub const NAMES: [&'static str; 3] = ["quarter-plane", "half-plane", "plane"];

    /// A board without end, by its name.
    pub fn named(name: &str) -> Option<Region> {
        let regions = [Region::QuarterPlane, Region::HalfPlane, Region::Plane];
        Region::NAMES.iter().position(|&known| known == name).map(|at| regions[at])
    }

    /// The rectangle that the blank can reach in this number of steps, or more of the region.
    fn outline(self, steps: usize) -> Outline {
        let (half, whole) = (steps + 1, 2 * steps + 1);
        match self {
            Region::Board { size, blank } => Outline {
                rows: size.rows(),
                cols: size.cols(),
                blank: (blank.index() / size.cols(), blank.index() % size.cols()),
            },
            Region::QuarterPlane => Outline { rows: half, cols: half, blank: (0, 0) },
            Region::HalfPlane => Outline { rows: half, cols: whole, blank: (0, steps) },
            Region::Plane => Outline { rows: whole, cols: whole, blank: (steps, steps) },
        }
    }
}

impl From<&Board> for Region {
    fn from(board: &Board) -> Region {
        Region::Board { size: board.size(), blank: board.blank() }
    }
}

/// The number of positions at each distance, as far as it was counted.
#[derive(Clone, Debug)]
pub struct Growth {
    grown: Grown,
    time: Duration,
}

impl Growth {
    /// The most layers after the start.
    pub const MOST_LAYERS: u32 = MOST_LAYERS;

    /// Options for the layers around the position in which every tile is at home.
    pub fn of<'s>(region: Region) -> GrowthBuilder<'s> {
        let limits = Limits::default();
        GrowthBuilder { region, style: Style::STEP, layers: MOST_LAYERS, limits, watch: None }
    }

    /// The number of positions at each distance. Every layer is complete; a `stop` says why there are fewer
    /// layers than requested.
    pub fn layers(&self) -> &LayerTable {
        &self.grown.table
    }

    /// Whether the layers contain every position that can be reached.
    pub fn is_whole(&self) -> bool {
        self.grown.whole
    }

    /// The time taken.
    pub fn time(&self) -> Duration {
        self.time
    }
}

/// Options for a [`Growth`]; [`count`](GrowthBuilder::count) runs the search.
pub struct GrowthBuilder<'s> {
    region: Region,
    style: Style,
    layers: u32,
    limits: Limits,
    watch: Option<&'s mut dyn Watch>,
}

impl<'s> GrowthBuilder<'s> {
    /// The number of layers after the start; the default is [`Growth::MOST_LAYERS`].
    pub fn layers(self, layers: u32) -> GrowthBuilder<'s> {
        GrowthBuilder { layers, ..self }
    }

    /// What counts as one move. Styles that move sets of tiles are refused.
    pub fn style(self, style: Style) -> GrowthBuilder<'s> {
        GrowthBuilder { style, ..self }
    }

    /// Memory, time and threads that the search may use.
    pub fn limits(self, limits: Limits) -> GrowthBuilder<'s> {
        GrowthBuilder { limits: limits.addressable(), ..self }
    }

    /// Report to a watch, which can also stop the search.
    pub fn watch<'w>(self, watch: &'w mut dyn Watch) -> GrowthBuilder<'w>
    where
        's: 'w,
    {
        let GrowthBuilder { region, style, layers, limits, .. } = self;
        GrowthBuilder { region, style, layers, limits, watch: Some(watch) }
    }

    /// Check, before anything is counted, that the question can be answered.
    pub fn check(&self) -> Result<(), UnfitSpace> {
        match (self.style, self.layers) {
            (style, _) if style.who == Who::Set => Err(UnfitSpace::GrowthSet { style }),
            (_, layers) if layers > MOST_LAYERS => Err(UnfitSpace::GrowthLayers { layers }),
            _ => Ok(()),
        }
    }

    /// Count the layers.
    pub fn count(self) -> Result<Growth, UnfitSpace> {
        self.check()?;
        let started = Instant::now();
        let outline = self.region.outline(self.layers as usize);
        let unwatched = &mut ();
        let grown = census(&outline, self.layers, self.limits, self.watch.unwrap_or(unwatched));
        Ok(Growth { grown, time: started.elapsed() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::*;

    fn sizes(region: Region, layers: u32) -> Vec<u64> {
        Growth::of(region).layers(layers).count().unwrap().layers().sizes.clone()
    }

    #[test]
    fn more_of_a_board_without_end_changes_nothing() {
        for name in Region::NAMES {
            let region = Region::named(name).unwrap();
            assert_eq!(sizes(region, 9)[..], sizes(region, 10)[..10], "{name}");
        }
    }

    #[test]
    fn a_board_has_the_layers_of_its_whole_count() {
        for goal in ["123456780", "1 2 3/4 0 5/6 7 8", "0 1 2 3/4 5 6 7", "1 0 2 3/4 5 6 7"] {
            let goal: Position = goal.parse().unwrap();
            let growth = Growth::of(Region::from(goal.board())).count().unwrap();
            assert!(growth.is_whole());
            assert_eq!(growth.layers().sizes, Space::of(&goal).build().unwrap().layers().sizes);
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let refused = |builder: GrowthBuilder| builder.count().expect_err("it does not fit");
        let plane = || Growth::of(Region::Plane);
        assert_eq!(refused(plane().layers(64)), UnfitSpace::GrowthLayers { layers: 64 });
        let style = Style::SET_STEP;
        assert_eq!(refused(plane().layers(3).style(style)), UnfitSpace::GrowthSet { style });
    }
}
