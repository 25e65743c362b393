//! `--disk`: the layers of a search in files.

use super::no_answer;
use crate::problem::Problem;
use slideways::Style;
use slideways::disk::Trouble;
use slideways::explore::far::{self, Alone, Place};
use slideways::outcome::{Answer, Limits, Outcome, Watch, Why};
use slideways::puzzle::Puzzle;
use slideways::puzzle::rule::Move;
use std::path::Path;
use std::time::Duration;

/// A shortest solution, by layers that are all kept, so that the way can be found again; and how long it took, over all
/// sittings.
pub fn solve(
    puzzle: &Puzzle,
    style: Style,
    folder: &Path,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<(Answer<Vec<Move>>, Duration), Problem> {
    let place = Place { folder, resume: true };
    let found = far::solve(puzzle, style, place, &Alone, limits, watch);
    let found = found.map_err(|failure| problem(failure, folder))?;
    let (nearest, layers) = (found.nearest_goal(), found.table.sizes.len() as u32);
    let outcome = match (found.solution, found.table.stop) {
        (Some(moves), _) => Outcome::Solved(moves),
        (None, Some(by)) => Outcome::Stopped { bound: nearest.unwrap_or(layers), by },
        (None, None) => Outcome::Unsolvable(Why::Exhausted { states: found.table.states() }),
    };
    Ok((Answer { outcome, cost: found.table.cost }, found.time))
}

/// What is wrong with the files, and what to do about it.
pub fn problem(failure: far::Failure, folder: &Path) -> Problem {
    let folder = folder.display();
    match failure {
        far::Failure::NoAnswer(why) => no_answer(why),
        far::Failure::TooManyCells => {
            Problem::new(failure.to_string()).help("boards of up to 20 cells can be numbered")
        }
        far::Failure::Trouble(trouble) => {
            let help = match &trouble {
                Trouble::Begun { .. } => {
                    "`--resume` goes on with it; to begin anew, remove the folder".to_owned()
                }
                Trouble::Peer { .. } => {
                    "see that all processes run, with the same puzzle and hosts; then `--resume`".to_owned()
                }
                Trouble::Foreign { .. } => "give `--disk` another folder".to_owned(),
                Trouble::Busy { .. } => "wait for it to end, or give `--disk` another folder".to_owned(),
                Trouble::Damaged { .. } => {
                    format!(
                        "if there is `manifest.latest.json` in `{folder}`, remove that one to go on from the second before; otherwise begin anew in another folder"
                    )
                }
                Trouble::Refused { .. } => {
                    "see that the folder can be written, and that there is room".to_owned()
                }
            };
            Problem::new(trouble.to_string()).help(help)
        }
    }
}
