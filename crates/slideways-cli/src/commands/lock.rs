//! `lock`: every way to pack a box so that nothing slides.

mod human;
mod json;

use super::solve::no_answer;
use crate::arguments::lock::Lock;
use crate::input::Reader;
use crate::input::lock::{Asked, spec};
use crate::interrupt;
use crate::picture::Folder;
use crate::problem::{Failure, Problem};
use crate::progress::ProgressLine;
use crate::status::Status;
use slideways::Lock as Packer;
use slideways::lock::{Answer, LockError, Locked, Outline, SpecError, Want};
use slideways::outcome::Limits;
use std::io::{self, Write};
use std::ops::ControlFlow;

/// What was asked, and what is known before the search.
pub struct Question<'q> {
    pub asked: &'q Asked,
    pub outline: Outline,
    pub limits: Limits,
}

/// How it ended.
pub struct Ending<'q> {
    pub question: &'q Question<'q>,
    pub answer: Answer,
    /// The number of packings written, and their folder, if `--export` was given.
    pub exported: Option<(u64, String)>,
}

/// Prints the answer; one implementation per form of output.
trait Report {
    fn begin(&mut self, question: &Question, out: &mut dyn Write) -> io::Result<()>;
    fn member(&mut self, member: &Locked, out: &mut dyn Write) -> io::Result<()>;
    fn end(&mut self, ending: &Ending, out: &mut dyn Write) -> io::Result<()>;
}

/// Search, and tell.
pub fn run(options: &Lock, out: &mut dyn Write) -> Result<Status, Failure> {
    let asked = spec(options, &mut Reader::default())?;
    let limits = options.limits.limits();
    let mut lock = Packer::of(asked.spec.clone()).search(options.search.into()).limits(limits);
    if options.verify {
        lock = lock.verify();
    }
    if let Some(path) = &options.checkpoint {
        lock = lock.checkpoint(path);
    }
    let want = match options {
        Lock { count: true, .. } => Want::Count,
        Lock { fewest: true, .. } => Want::Fewest,
        _ => Want::Census,
    };
    let outline = lock.outline(want).map_err(|why| problem(why, &asked))?;
    let question = Question { asked: &asked, outline, limits };
    let folder = options.export.as_deref().map(|path| Folder::open(path, &options.forms)).transpose()?;
    let mut report: Box<dyn Report> =
        if options.json { Box::new(json::Json::default()) } else { Box::new(human::Human) };
    interrupt::listen();
    report.begin(&question, out)?;
    out.flush()?;
    let mut watch = ProgressLine::new(options.quiet);
    let line = watch.line();
    let printed = options.classes || options.first.is_some();
    let listed = printed || folder.is_some();
    let mut listing = Listing { most: options.first, printed, folder, fault: Ok(()) };
    let mut visit = |found: &Locked| {
        line.finish_and_clear();
        listing.visit(found, &mut *report, out)
    };
    lock = lock.watch(&mut watch);
    if listed {
        lock = lock.visit(&mut visit);
    }
    let answer = match want {
        Want::Census => lock.census(),
        Want::Fewest => lock.fewest(),
        Want::Count => lock.count(),
    };
    let answer = answer.map_err(|why| problem(why, &asked))?;
    drop(watch);
    listing.fault?;
    let exported = listing.folder.map(|folder| (folder.written, folder.name()));
    let ending = Ending { question: &question, answer, exported };
    report.end(&ending, out)?;
    Ok(match ending.answer.stop {
        Some(_) => Status::Stopped,
        None if ending.answer.is_any() => Status::Success,
        None => Status::Impossible,
    })
}

/// Hands packings on to the user.
struct Listing<'f> {
    /// How many are wanted.
    most: Option<u64>,
    /// Whether packings are printed, and the folder they are written to.
    printed: bool,
    folder: Option<Folder<'f>>,
    fault: Result<(), Failure>,
}

impl Listing<'_> {
    fn visit(&mut self, found: &Locked, report: &mut dyn Report, out: &mut dyn Write) -> ControlFlow<()> {
        let mut written =
            if self.printed { report.member(found, out).map_err(Failure::from) } else { Ok(()) };
        if let (Some(folder), true) = (&mut self.folder, written.is_ok()) {
            let name = format!("{}.{}", found.packing.pieces.len(), found.number);
            written = folder.write(&name, found.packing).map_err(Failure::from);
        }
        if written.is_err() {
            self.fault = written;
            return ControlFlow::Break(());
        }
        if self.most == Some(found.place) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Why there is no answer, in terms of the options.
fn problem(why: LockError, asked: &Asked) -> Problem {
    match why {
        LockError::Spec(why) => bad(&why, asked),
        LockError::NotCountable(_) => Problem::new(why.to_string()).help("leave out `--count`"),
        LockError::Checkpoint(why) => no_answer(why.into()),
        LockError::NotLocked | LockError::Miscounted => {
            Problem::new(why.to_string()).help("please report it, with the command")
        }
        other => Problem::new(other.to_string()),
    }
}

fn bad(why: &SpecError, asked: &Asked) -> Problem {
    let problem = Problem::new(match why {
        SpecError::FitsNowhere { kind, .. } => {
            format!("the piece {} fits nowhere in the box {}", asked.kinds[*kind], asked.container)
        }
        SpecError::NotFlat { kind } => {
            format!("the piece {} is three-dimensional, but the box is flat", asked.kinds[*kind])
        }
        SpecError::SameKind { first, second } => {
            format!("{} and {} are the same piece", asked.kinds[*first], asked.kinds[*second])
        }
        other => other.to_string(),
    });
    match why {
        SpecError::NotFlat { .. } => {
            problem.help("give the box three sizes, such as 4x4x4, or leave the piece out")
        }
        SpecError::FitsNowhere { .. } => problem.help("make the box larger or leave the piece out"),
        SpecError::SameKind { .. } => problem.help("leave one of them out"),
        SpecError::TooManyPlacements(..) => problem.help("make the box smaller or leave a piece out"),
        _ => problem,
    }
}
