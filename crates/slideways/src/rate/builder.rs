//! The options of a rating.

use super::{Measures, Rating};
use crate::engine::explore::csr::NEVER;
use crate::engine::explore::survey::{self, NoGraph, SurveyOptions};
use crate::engine::rate::precedence::precedence;
use crate::engine::search::control::Control;
use crate::engine::tiles::graph;
use crate::game::Game;
use crate::outcome::{Cost, Limits, Outcome, Proof, Stop};
use crate::puzzle::Puzzle;
use crate::solver::{Solution, SolveError, Solver, WrongAnswer};
use crate::space::UnfitSpace;
use crate::style::{Style, Who};
use crate::tiles::{Size, blocks};
use crate::watch::Watch;
use web_time::Instant;

/// Options for a [`Rating`]; [`build`](RatingBuilder::build) computes it.
pub struct RatingBuilder<'s> {
    pub(super) game: Game,
    pub(super) style: Style,
    pub(super) limits: Limits,
    pub(super) slack: u32,
    pub(super) seed: u64,
    pub(super) watch: Option<&'s mut dyn Watch>,
}

impl<'s> RatingBuilder<'s> {
    /// What counts as one move in all measures except the lengths. The default is `move` for blocks and
    /// `step` for tiles.
    pub fn style(mut self, style: Style) -> RatingBuilder<'s> {
        self.style = style;
        self
    }

    /// Memory, time and threads that the rating may use.
    pub fn limits(mut self, limits: Limits) -> RatingBuilder<'s> {
        self.limits = limits.addressable();
        self
    }

    /// The number of moves beyond a shortest solution up to which [branchings](Measures::branching) count.
    /// The default is [`Rating::SLACK`].
    pub fn slack(mut self, moves: u32) -> RatingBuilder<'s> {
        self.slack = moves;
        self
    }

    /// The seed of the random walks in a sample. The default is 1.
    pub fn seed(mut self, seed: u64) -> RatingBuilder<'s> {
        self.seed = seed;
        self
    }

    /// Report to a watch, which can also stop the rating.
    pub fn watch<'w>(self, watch: &'w mut dyn Watch) -> RatingBuilder<'w> {
        let RatingBuilder { game, style, limits, slack, seed, .. } = self;
        RatingBuilder { game, style, limits, slack, seed, watch: Some(watch) }
    }

    /// Check, before anything is searched, that the puzzle can be rated: the graph of a board of tiles fits
    /// into the memory limit, and its goal gives the places of all tiles or of tiles only.
    pub fn check(&self) -> Result<(), SolveError> {
        self.puzzle().map(|_| ())
    }

    /// The game as a puzzle of blocks.
    fn puzzle(&self) -> Result<Puzzle, SolveError> {
        let fits = |size: Size| graph::fits(size, self.style.who, self.limits);
        match &self.game {
            Game::Blocks(puzzle) => {
                if let Some(tiles) = blocks::tiles(puzzle) {
                    fits(tiles.board.size())?;
                }
                Ok(puzzle.clone())
            }
            Game::Tiles(position) => {
                fits(position.board().size())?;
                blocks::puzzle(position.board(), position.goal()).map_err(|_| UnfitSpace::OpenGoal.into())
            }
        }
    }

    /// Compute the rating: the lengths in the styles that move one piece, then the measures, then the
    /// remaining lengths. What a limit stops is marked as such.
    pub fn build(mut self) -> Result<Rating, SolveError> {
        let puzzle = self.puzzle()?;
        let unwatched = &mut ();
        let watch = self.watch.take().unwrap_or(unwatched);
        let started = Instant::now();
        let mut cost = Cost::default();
        let mut solve = |style: Style, watch: &mut dyn Watch| {
            let limits = self.limits.after(started.elapsed());
            // Compiling a large puzzle takes time too.
            let by = if watch.stop() { Some(Stop::Caller) } else { limits.is_over().then_some(Stop::Time) };
            if let Some(by) = by {
                let lower = u32::from(!puzzle.is_solved(puzzle.start()));
                return Ok(Outcome::Stopped { lower, by });
            }
            let answer = Solver::new(&puzzle).style(style).limits(limits).watch(watch).solve()?;
            cost.expanded += answer.cost.expanded;
            cost.generated += answer.cost.generated;
            cost.states = cost.states.max(answer.cost.states);
            cost.peak_bytes = cost.peak_bytes.max(answer.cost.peak_bytes);
            Ok::<_, SolveError>(answer.outcome)
        };
        let own = solve(self.style, watch)?;
        let mut styles = self.game.styles();
        if !styles.contains(&self.style) {
            styles.push(self.style);
        }
        let (first, rest): (Vec<Style>, Vec<Style>) = styles
            .into_iter()
            .filter(|&style| style != self.style)
            .partition(|style| style.who == Who::Piece);
        let mut lengths = vec![(self.style, own.clone().map(|solution| solution.len() as u32))];
        for style in first {
            lengths.push((style, solve(style, watch)?.map(|solution| solution.len() as u32)));
        }
        let mut measured = Cost::default();
        let measures = match &own {
            Outcome::Unsolvable(_) => None,
            _ => {
                let mut control = Control::new(self.limits.after(started.elapsed()), watch);
                let (measures, length) = self.measures(&puzzle, &own, &mut control)?;
                measured = control.cost;
                if let Some(length) = length {
                    lengths[0].1 = length;
                }
                measures
            }
        };
        for style in rest {
            lengths.push((style, solve(style, watch)?.map(|solution| solution.len() as u32)));
        }
        lengths.sort_by_key(|(style, _)| style.number());
        cost.states = cost.states.max(measured.states);
        cost.expanded += measured.expanded;
        cost.generated += measured.generated;
        cost.peak_bytes = cost.peak_bytes.max(measured.peak_bytes);
        let (style, slack, seed) = (self.style, self.slack, self.seed);
        Ok(Rating { puzzle, style, lengths, measures, slack, seed, cost, time: started.elapsed() })
    }

    /// The measures of a puzzle, given a shortest solution; `None` if it has no solution. The length is known
    /// too if the component is, even if the solver was stopped.
    fn measures(
        &self,
        puzzle: &Puzzle,
        own: &Outcome<Solution>,
        control: &mut Control,
    ) -> Result<(Option<Measures>, Option<Outcome<u32>>), SolveError> {
        let precedence = match own {
            Outcome::Solved(solution) => {
                precedence(puzzle, solution.arrangements(), solution.block_moves(), control)
            }
            Outcome::Stopped { by, .. } | Outcome::Bounded { by, .. } => Err(*by),
            Outcome::Unsolvable(_) => Err(Stop::Effort),
        };
        let options = SurveyOptions { graph: Some(u64::MAX), ..SurveyOptions::default() };
        let (measures, length) = match survey::walk(puzzle, self.style, options, control)?.1 {
            Ok(component) => {
                let distance = component.to_goal()[0];
                if let Outcome::Solved(solution) = own
                    && solution.len() != distance as usize
                {
                    return Err(WrongAnswer::Length { said: distance, found: solution.len() }.into());
                }
                let states = component.states() as u64;
                let length = match distance {
                    NEVER => Outcome::Unsolvable(Proof::Exhausted { states }),
                    moves => Outcome::Solved(moves),
                };
                (Measures::of(&component, self.slack, self.seed, control), Some(length))
            }
            Err(NoGraph::Stopped(by)) => (Some(Measures::stopped(by)), None),
            // More arrangements than can be numbered.
            Err(_) => (Some(Measures::stopped(Stop::Memory)), None),
        };
        Ok((measures.map(|measures| Measures { precedence, ..measures }), length))
    }
}
