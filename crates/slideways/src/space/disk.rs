//! Spaces larger than memory: external-memory search with layers in the files of a folder.

use super::{Files, Found, NoGraph, SpaceBuilder, UnfitSpace};
use crate::engine::explore::external::{Alone, DiskEngine, DiskSearch, Far};
use crate::engine::explore::survey::{Survey, SurveyOptions};
use crate::engine::search::control::Control;
use crate::game::Game;
use crate::outcome::LayerTable;
use crate::solver::SolveError;
use crate::watch::Watch;
use std::path::PathBuf;

/// The folder of the layers, and the engine that finds them.
#[derive(Clone, Default)]
pub(super) struct Disk<'s> {
    pub folder: Option<PathBuf>,
    resume: bool,
    engine: Option<&'s dyn DiskEngine>,
}

impl Disk<'_> {
    /// The search on disk, if there is a folder for it.
    pub fn search(&self, options: SurveyOptions) -> Option<DiskSearch<'_>> {
        let (folder, engine) = (self.folder.as_deref()?, self.engine.unwrap_or(&Alone));
        let SurveyOptions { farthest, hardest, .. } = options;
        Some(DiskSearch { folder, resume: self.resume, engine, farthest, hardest })
    }
}

impl<'s> SpaceBuilder<'s> {
    /// Keep the layers in the files of this folder instead of memory.
    ///
    /// Such a space has the number of states at each distance, the farthest states, and the distance to the
    /// nearest goal. It is never stored as a graph. Hardest starts of blocks come from a second search, in
    /// the folder `to-goal` inside this one, which keeps all its layers; for tiles they are refused.
    ///
    /// ```
    /// use slideways::prelude::*;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let klotski = library::puzzle("klotski").unwrap();
    /// let space = Space::of(&klotski).farthest(1).on_disk(folder.path()).build()?;
    /// assert_eq!((space.layers().states(), space.layers().radius()), (25_955, 124));
    /// assert_eq!((space.nearest_goal(), space.goals()), (Some(81), Some(964)));
    /// assert!(space.written().is_some_and(|bytes| bytes > 25_955));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn on_disk(mut self, folder: impl Into<PathBuf>) -> SpaceBuilder<'s> {
        self.disk.folder = Some(folder.into());
        self
    }

    /// Whether to resume the search in the folder. By default, a folder that contains a search is an error.
    pub fn resume(mut self, resume: bool) -> SpaceBuilder<'s> {
        self.disk.resume = resume;
        self
    }

    /// Let a cluster (`slideways_cluster::Cluster`) find the layers instead of the threads of this process.
    /// All its processes must have access to the folder.
    pub fn cluster(mut self, cluster: &'s dyn DiskEngine) -> SpaceBuilder<'s> {
        self.disk.engine = Some(cluster);
        self
    }

    /// Whether the layers are kept on disk; an error if other options do not fit.
    pub(super) fn is_on_disk(&self) -> Result<bool, UnfitSpace> {
        let Disk { folder, resume, engine } = &self.disk;
        let without = [(*resume, "resuming a search"), (engine.is_some(), "a cluster")];
        let hardest = self.options.hardest.is_some() && matches!(self.game, Game::Tiles(_));
        let with = [
            (hardest, "hardest starts of tiles"),
            (self.happy, "happy positions"),
            (self.solutions, "numbers of solutions"),
        ];
        let asked = |options: &[(bool, &'static str)]| {
            options.iter().find(|(asked, _)| *asked).map(|&(_, what)| what)
        };
        match folder {
            Some(_) => asked(&with).map_or(Ok(true), |what| Err(UnfitSpace::OnDisk { what })),
            None => asked(&without).map_or(Ok(false), |what| Err(UnfitSpace::NoFolder { what })),
        }
    }

    /// Find the layers on disk.
    pub(super) fn walk_on_disk(
        &self,
        search: &DiskSearch,
        watch: &mut dyn Watch,
    ) -> Result<Found, SolveError> {
        let mut control = Control::new(self.limits, watch);
        match &self.game {
            Game::Blocks(puzzle) => {
                let Far { table, goals, farthest, to_goal, hardest, written, time, .. } =
                    search.blocks(puzzle, self.style, &mut control)?;
                let files = Files { goals: Some(goals), written, time };
                let found = counted(table, files);
                Ok(Found { survey: Survey { farthest, to_goal, hardest, ..found.survey }, ..found })
            }
            Game::Tiles(position) => {
                let Far { table, farthest, written, time, .. } =
                    search.tiles(position.board(), self.style.who, &mut control)?;
                let files = Files { goals: None, written, time };
                Ok(Found { farthest_boards: farthest, ..counted(table, files) })
            }
        }
    }
}

fn counted(table: LayerTable, files: Files) -> Found {
    let cost = table.cost;
    let survey = Survey { from_start: table, farthest: vec![], to_goal: None, hardest: vec![], cost };
    Found { component: Err(NoGraph::OnDisk), files: Some(files), ..Found::of(survey) }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::space::{NoGraph, SpaceBuilder, SpaceError, UnfitSpace};

    #[test]
    fn what_needs_a_graph_says_why_there_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let klotski = library::puzzle("klotski").unwrap();
        let space = Space::of(&klotski).graph(100_000).on_disk(folder.path()).build().unwrap();
        assert_eq!(space.component().err(), Some(NoGraph::OnDisk));
        let hint = space.hint(klotski.start());
        assert!(matches!(hint, Err(SpaceError::NoGraph(NoGraph::OnDisk))), "{hint:?}");
    }

    #[test]
    fn options_that_do_not_suit_are_refused_before_a_file_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("layers");
        let klotski = library::puzzle("klotski").unwrap();
        let refused = |builder: SpaceBuilder| match builder.build() {
            Err(SolveError::Space(why)) => why,
            other => panic!("it must be refused, not {:?}", other.map(|space| space.layers().clone())),
        };
        let eight: Position = "123456780".parse().unwrap();
        let what = "hardest starts of tiles";
        assert_eq!(refused(Space::of(&eight).hardest(1).on_disk(&path)), UnfitSpace::OnDisk { what });
        let what = "numbers of solutions";
        assert_eq!(refused(Space::of(&klotski).solutions().on_disk(&path)), UnfitSpace::OnDisk { what });
        let what = "resuming a search";
        assert_eq!(refused(Space::of(&klotski).resume(true)), UnfitSpace::NoFolder { what });
        assert!(!path.exists());
    }
}
