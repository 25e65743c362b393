//! Why a question has no answer, and what to do about it, in terms of the options.

use crate::problem::Problem;
use crate::words::layers::too_large;
use slideways::Who;
use slideways::outcome::Limits;
use slideways::solver::{CheckpointError, DeviceError, DiskError, SolveError, Unfit};
use slideways::space::{Growth, UnfitSpace};

/// Why there is no answer, and what to do about it.
pub fn no_answer(why: SolveError) -> Problem {
    let problem = Problem::new(why.to_string());
    match why {
        SolveError::TooLarge(_) => problem.help(
            "to make it smaller: write `x` for pieces that can never move, give one kind to pieces that need not \
             be distinguished, or leave out part of the box",
        ),
        SolveError::Search(why) => problem.help(help(&why)),
        SolveError::Checkpoint(CheckpointError::Unwritable { .. }) => {
            problem.help("choose a file that can be written")
        }
        SolveError::Checkpoint(CheckpointError::Foreign { .. }) => {
            problem.help("give `--checkpoint` another name, or remove that file")
        }
        SolveError::Device(DeviceError::Limit { .. }) => problem.help("raise `--memory`, or leave out `--gpu`"),
        SolveError::Device(_) => problem.help("leave out `--gpu`"),
        SolveError::TooManyCells => problem.help("boards of up to 20 cells can be numbered"),
        SolveError::Disk(why) => problem.help(disk_help(&why)),
        SolveError::Space(why) => problem.help(space_help(&why)),
        SolveError::Wrong(_) => problem.help("please report it, with the puzzle"),
        _ => problem,
    }
}

/// Why a space cannot be counted, and what to do about it.
pub fn no_count(why: SolveError, limits: Limits) -> Problem {
    match why {
        SolveError::Positions(why) => too_large(why, limits.memory),
        why => no_answer(why),
    }
}

/// Advice for a search that cannot answer, in terms of the options.
fn help(why: &Unfit) -> String {
    match why {
        Unfit::SameMetric { style, .. } => {
            let other = if style.who == Who::Set { "step" } else { "set-step" };
            format!("`--then {other}` makes a difference")
        }
        Unfit::OneSolution => "leave out `--all`, `--count` and `--tie-break`".to_owned(),
        Unfit::ForBlocks => "`convert --to sliding` converts it".to_owned(),
        Unfit::Unrolled | Unfit::Metric { .. } => "try `--search plain`, or leave it out".to_owned(),
        Unfit::NoCheckpoint => "leave out `--checkpoint`".to_owned(),
        Unfit::NoDevice => "leave out `--gpu`".to_owned(),
        Unfit::NoDisk => "leave out `--disk`".to_owned(),
        other => other.help(),
    }
}

/// Advice for options that cannot be combined.
fn space_help(why: &UnfitSpace) -> String {
    match why {
        UnfitSpace::HappySet { .. } | UnfitSpace::GrowthSet { .. } => "leave out `--style`".to_owned(),
        UnfitSpace::GrowthLayers { .. } => format!("use `--depth {}` or less", Growth::MOST_LAYERS),
        UnfitSpace::HappyCells { size } => format!("{size} has {}", size.cells()),
        _ => "leave it out".to_owned(),
    }
}

/// Advice about the files of a search on disk.
fn disk_help(why: &DiskError) -> String {
    match why {
        DiskError::Begun { .. } => {
            "continue it with `--resume`, or remove the folder to start again".to_owned()
        }
        DiskError::Peer { .. } => {
            "start all processes with the same puzzle and hosts, and add `--resume`".to_owned()
        }
        DiskError::Foreign { .. } => "give `--disk` another folder".to_owned(),
        DiskError::NoGoals { .. } => "give `--hardest` and `--disk` with another folder".to_owned(),
        DiskError::Busy { .. } => "wait for it to end, or give `--disk` another folder".to_owned(),
        DiskError::Damaged { path, .. } => {
            let folder = path.parent().map_or(".".into(), |folder| folder.display().to_string());
            format!(
                "if `{folder}` contains `manifest.latest.json`, remove it to continue from the last durable \
                 layer; otherwise start again in another folder"
            )
        }
        DiskError::Refused { .. } => "check that the folder is writable and the disk has room".to_owned(),
    }
}
