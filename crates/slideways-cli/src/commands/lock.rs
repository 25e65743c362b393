//! `lock`: every way to pack a box so that nothing slides.

mod human;
mod json;

use super::solve::no_answer;
use crate::arguments::lock::{Lock, Search};
use crate::input::Reader;
use crate::input::lock::{Asked, task};
use crate::interrupt;
use crate::picture::Folder;
use crate::problem::{Failure, Problem};
use crate::progress::Onlooker;
use crate::status::Status;
use slideways::lock::count::{self, RawCount};
use slideways::lock::links::{self, Links, Sizes};
use slideways::lock::rule::Packing;
use slideways::lock::{self, BadTask, Census, Count, Fewest, Ground, Resume, Saved, Shown};
use slideways::outcome::{Limits, Stop};
use slideways::run::checkpoint::Checkpoint;
use slideways::watch::Watch;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// What was asked, ready to be searched.
pub struct Question<'q> {
    pub asked: &'q Asked,
    pub ground: &'q Ground,
    pub limits: Limits,
    /// The sizes of the lists, if links are to dance.
    pub lists: Option<Sizes>,
    /// How many parts an earlier search has done, of how many; in the round it was in.
    pub resumed: Option<(usize, usize)>,
}

/// One packing of a class.
pub struct Member<'m> {
    pub packing: &'m Packing,
    /// Its number among those with as many pieces, from 1.
    pub number: u64,
    pub stabilizer: u32,
}

/// How it ended.
pub struct Ending<'q> {
    pub question: &'q Question<'q>,
    pub found: Numbers,
    /// What stopped it: then the numbers are no more than a part.
    pub stop: Option<Stop>,
    /// Whether no more packings were wanted than were given.
    pub enough: bool,
    /// The least number of pieces, if it was asked for.
    pub fewest: Option<Bound>,
    /// How many packings were written into which folder, if that was asked for.
    pub exported: Option<(u64, String)>,
    /// How many packings were met one by one, if that was asked for.
    pub verified: Option<u64>,
    pub expanded: u64,
    pub peak_bytes: u64,
    pub time: Duration,
}

/// The packings in numbers.
pub enum Numbers {
    /// By classes, with the classes by order of the stabiliser.
    Classes(BTreeMap<u32, Count>, BTreeMap<u32, BTreeMap<u32, u64>>),
    /// One by one only.
    Raw(BTreeMap<u32, u128>),
}

impl Numbers {
    /// All numbers, raw.
    pub fn raw(&self) -> BTreeMap<u32, u128> {
        match self {
            Numbers::Classes(by_count, _) => {
                by_count.iter().map(|(n, count)| (*n, count.raw.into())).collect()
            }
            Numbers::Raw(by_count) => by_count.clone(),
        }
    }

    /// Whether there is anything but the empty packing.
    fn is_any(&self) -> bool {
        self.raw().keys().any(|pieces| *pieces > 0)
    }
}

/// What is known of the least number of pieces.
#[derive(Clone, Copy)]
pub struct Bound {
    /// At least so many; `None` if there is no packing but the empty one.
    pub pieces: Option<u32>,
    /// Whether so many are enough.
    pub is_reached: bool,
}

/// Tells the user; one way for each form of output.
trait Report {
    fn begin(&mut self, question: &Question, out: &mut dyn Write) -> io::Result<()>;
    fn member(&mut self, member: &Member, out: &mut dyn Write) -> io::Result<()>;
    fn end(&mut self, ending: &Ending, out: &mut dyn Write) -> io::Result<()>;
}

/// Search, and tell.
pub fn run(options: &Lock, out: &mut dyn Write) -> Result<Status, Failure> {
    let asked = task(options, &mut Reader::default())?;
    let ground = Ground::new(asked.task.clone()).map_err(|why| bad(&why, &asked))?;
    if options.count {
        count::check(&ground).map_err(uncountable)?;
    }
    let lists = (options.search == Search::Links).then(|| Links::new(&ground).sizes());
    let path = options.resume.as_deref();
    let checkpoint = path.map(|path| Checkpoint::of_packings(path, words(options), &asked.task));
    let mut checkpoint = checkpoint.transpose().map_err(|why| no_answer(why.into()))?;
    let resumed = checkpoint.as_ref().and_then(|checkpoint| checkpoint.saved());
    let question = Question {
        asked: &asked,
        ground: &ground,
        limits: options.limits.limits(),
        lists,
        resumed: resumed.map(|saved| (saved.number(), saved.parts)),
    };
    let mut report: Box<dyn Report> =
        if options.json { Box::new(json::Json::default()) } else { Box::new(human::Human) };
    interrupt::listen();
    report.begin(&question, out)?;
    out.flush()?;
    let started = Instant::now();
    let mut watch = Onlooker::new(options.quiet);
    let line = watch.line();
    let mut ending = if options.count {
        let counted = count::count(&ground, question.limits, &mut watch).map_err(uncountable)?;
        raw_ending(&question, counted)
    } else {
        let folder = options.export.as_deref().map(|path| Folder::open(path, &options.forms)).transpose()?;
        let printed = options.classes || options.first.is_some();
        let listed = printed || folder.is_some();
        let saved = checkpoint.as_ref().and_then(|checkpoint| checkpoint.saved()).cloned();
        let mut listing = Listing {
            question: &question,
            numbers: saved.as_ref().map_or_else(BTreeMap::new, |saved| saved.tally.classes_by_count()),
            shown: saved.as_ref().map_or(0, |saved| saved.tally.classes()),
            printed,
            folder,
            fault: Ok(()),
        };
        let mut visit = |shown: Shown| {
            line.finish_and_clear();
            listing.visit(&shown, options.first, &mut *report, out)
        };
        let visit: Option<lock::Visitor> = if listed { Some(&mut visit) } else { None };
        let limits = question.limits;
        let bound = |found: Fewest| {
            let is_reached = found.census.tally.classes() > 0;
            (found.census, Some(Bound { pieces: found.bound, is_reached }))
        };
        let mut mishap = None;
        let mut keep = |now: &Saved| {
            if let (Some(checkpoint), None) = (checkpoint.as_mut(), &mishap) {
                mishap = checkpoint.keep(now).err();
            }
        };
        let resume = options.resume.as_ref().map(|_| Resume { saved: saved.as_ref(), keep: &mut keep });
        let (census, fewest) = match (options.fewest, options.search, resume) {
            (true, _, None) => bound(lock::fewest(&ground, limits, &mut watch, visit)),
            (true, _, Some(resume)) => bound(lock::fewest_from(&ground, limits, &mut watch, visit, resume)),
            (_, Search::Links, _) => (links::census(&ground, limits, &mut watch, visit), None),
            (_, _, None) => (lock::census(&ground, true, limits, &mut watch, visit), None),
            (_, _, Some(resume)) => (lock::census_from(&ground, limits, &mut watch, visit, resume), None),
        };
        if let Some(error) = mishap {
            Problem::new(format!("how far the search has come could not be kept: {error}")).warn();
        }
        listing.fault?;
        let exported = listing.folder.map(|folder| (folder.written, folder.name()));
        Ending { fewest, exported, ..ending(&question, census) }
    };
    if options.verify && ending.stop.is_none() {
        verify(&mut ending, started, &mut watch)?;
    }
    ending.time = started.elapsed();
    drop(watch);
    if let (None, Some(checkpoint)) = (ending.stop, checkpoint) {
        checkpoint.done();
    }
    report.end(&ending, out)?;
    Ok(match ending.stop {
        Some(_) => Status::Stopped,
        None if ending.found.is_any() => Status::Success,
        None => Status::Impossible,
    })
}

fn ending<'q>(question: &'q Question, census: Census) -> Ending<'q> {
    let by_count = census.tally.by_count(question.ground.symmetries(), question.ground.rotations());
    Ending {
        question,
        found: Numbers::Classes(by_count, census.tally.stabilizers()),
        stop: census.stop,
        enough: census.enough,
        fewest: None,
        exported: None,
        verified: None,
        expanded: census.expanded,
        peak_bytes: census.peak_bytes,
        time: Duration::ZERO,
    }
}

fn raw_ending<'q>(question: &'q Question, counted: RawCount) -> Ending<'q> {
    Ending {
        question,
        found: Numbers::Raw(counted.by_count),
        stop: counted.stop,
        enough: false,
        fewest: None,
        exported: None,
        verified: None,
        expanded: counted.expanded,
        peak_bytes: counted.peak_bytes,
        time: Duration::ZERO,
    }
}

/// Count again without symmetry: raw must be the sum of |G|/|Stab|.
fn verify(ending: &mut Ending, started: Instant, watch: &mut dyn Watch) -> Result<(), Problem> {
    let limits = ending.question.limits;
    let left = limits.time.map(|time| time.saturating_sub(started.elapsed()));
    let one_by_one =
        lock::census(ending.question.ground, false, Limits { time: left, ..limits }, watch, None);
    let raw: BTreeMap<u32, u128> =
        one_by_one.tally.by_count(1, 1).iter().map(|(pieces, count)| (*pieces, count.raw.into())).collect();
    ending.stop = one_by_one.stop;
    if one_by_one.stop.is_none() {
        if raw != ending.found.raw() {
            return Err(mistake("the packings met one by one are not as many as the classes stand for"));
        }
        ending.verified = Some(raw.values().sum::<u128>() as u64);
    }
    Ok(())
}

/// Hands on packings, each of them checked by the plain rule.
struct Listing<'q> {
    question: &'q Question<'q>,
    /// By number of pieces: how many were given.
    numbers: BTreeMap<u32, u64>,
    shown: u64,
    /// Whether they are told to the user, and where they are written to.
    printed: bool,
    folder: Option<Folder<'q>>,
    fault: Result<(), Failure>,
}

impl Listing<'_> {
    fn visit(
        &mut self,
        shown: &Shown,
        most: Option<u64>,
        report: &mut dyn Report,
        out: &mut dyn Write,
    ) -> ControlFlow<()> {
        let packing = self.question.ground.packing(&shown.places);
        if packing.slide(self.question.asked.task.strength).is_some() {
            self.fault = Err(mistake("a packing that was found is not locked by the plain rule").into());
            return ControlFlow::Break(());
        }
        let number = self.numbers.entry(packing.pieces.len() as u32).or_default();
        *number += 1;
        self.shown += 1;
        let member = Member { packing: &packing, number: *number, stabilizer: shown.stabilizer };
        let mut told = if self.printed { report.member(&member, out).map_err(Failure::from) } else { Ok(()) };
        if let (Some(folder), true) = (&mut self.folder, told.is_ok()) {
            let name = format!("{}.{}", packing.pieces.len(), member.number);
            told = folder.write(&name, &packing).map_err(Failure::from);
        }
        if told.is_err() {
            self.fault = told;
            return ControlFlow::Break(());
        }
        if most == Some(self.shown) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// What a file of `--resume` belongs to, as it was asked. Packings that are listed are saved in another way.
fn words(options: &Lock) -> String {
    let mut words = vec!["lock".to_owned(), options.container.clone()];
    words.extend(options.kinds.iter().cloned());
    words.extend(options.fewest.then(|| "--fewest".to_owned()));
    let listed = options.classes || options.first.is_some() || options.export.is_some();
    words.extend(listed.then(|| "--classes".to_owned()));
    words.join(" ")
}

fn mistake(what: &str) -> Problem {
    Problem::new(format!("this is a mistake in slideways: {what}"))
        .help("please report it together with the command")
}

fn bad(why: &BadTask, asked: &Asked) -> Problem {
    let problem = Problem::new(match why {
        BadTask::FitsNowhere { kind, .. } => {
            format!("the piece {} fits nowhere in the box {}", asked.kinds[*kind], asked.container)
        }
        BadTask::SameKind { first, second } => {
            format!("{} and {} are the same piece", asked.kinds[*first], asked.kinds[*second])
        }
        other => other.to_string(),
    });
    match why {
        BadTask::FitsNowhere { .. } => problem.help("make the box larger or leave the piece out"),
        BadTask::SameKind { .. } => problem.help("leave one of them out"),
        BadTask::TooManyPlacements(..) => problem.help("make the box smaller or leave a piece out"),
        _ => problem,
    }
}

fn uncountable(why: count::NotCountable) -> Problem {
    Problem::new(why.to_string()).help("leave out `--count`")
}
