//! How a [`Lock`] chooses and runs its search.

use super::answer::{Answer, Fewest, Numbers, Outline};
use super::error::LockError;
use super::resume::Kept;
use super::visit::Visits;
use super::{Lock, Search, Want};
use crate::engine::packing::dancing_links::{self, DancingLinks};
use crate::engine::packing::prepared::PreparedBox;
use crate::engine::packing::saved::{ResumeFrom, Saved};
use crate::engine::packing::search::{self, PackingCensus, Shown, ShownVisitor};
use crate::engine::packing::{count, fewest};
use crate::outcome::{Cost, Limits, Stop};
use crate::watch::{Event, Watch};
use std::collections::BTreeMap;
use web_time::Instant;

impl Lock<'_> {
    /// Check that the question can be answered, and return what is known before the search.
    pub fn outline(&self, want: Want) -> Result<Outline, LockError> {
        let outline = self.checked(want)?;
        Ok(match &self.checkpoint {
            Some(path) => outline.resumed(Kept::look(path, &self.spec, want)?.as_ref()),
            None => outline,
        })
    }

    /// Like [`Lock::outline`], without the checkpoint.
    fn checked(&self, want: Want) -> Result<Outline, LockError> {
        let prepared = self.prepared()?;
        match (self.search, want) {
            (Search::DancingLinks, Want::Census) if self.checkpoint.is_none() => {
                return Ok(Outline {
                    links: Some(DancingLinks::new(prepared).sizes()),
                    ..Outline::new(prepared)
                });
            }
            (Search::DancingLinks, _) => return Err(LockError::DancingLinks),
            (_, Want::Count) if self.checkpoint.is_some() => return Err(LockError::NoCheckpoint),
            (_, Want::Count) => count::check(prepared)?,
            _ => {}
        }
        Ok(Outline::new(prepared))
    }

    /// Find all packings, up to symmetry.
    pub fn census(self) -> Result<Answer, LockError> {
        self.list(Want::Census)
    }

    /// Find the packings with the fewest pieces, apart from the empty one. The answer includes a proof that
    /// no packing has fewer.
    pub fn fewest(self) -> Result<Answer, LockError> {
        self.list(Want::Fewest)
    }

    /// Count the packings without listing them: for narrow boxes with too many packings to list.
    pub fn count(mut self) -> Result<Answer, LockError> {
        let started = Instant::now();
        let outline = self.checked(Want::Count)?;
        let unwatched = &mut ();
        let watch = self.watch.take().unwrap_or(unwatched);
        let counted = count::count(self.prepared()?, self.limits, watch)?;
        let cost = Cost { expanded: counted.expanded, peak_bytes: counted.peak_bytes, ..Cost::default() };
        let answer = self.answer(outline, Numbers::Raw(counted.by_count), cost);
        Ok(Answer { stop: counted.stop, time: started.elapsed(), ..answer })
    }

    /// An answer with these numbers and default values elsewhere.
    fn answer(&self, outline: Outline, numbers: Numbers, cost: Cost) -> Answer {
        let (strength, maximal) = (self.spec.strength, self.spec.maximal);
        Answer::new(outline, (strength, maximal), numbers, cost)
    }

    fn list(mut self, want: Want) -> Result<Answer, LockError> {
        let started = Instant::now();
        let outline = self.checked(want)?;
        let unwatched = &mut ();
        let (watch, visitor) = (self.watch.take().unwrap_or(unwatched), self.visitor.take());
        let mut kept = Kept::open(self.checkpoint.as_deref(), (&self.spec, want), visitor.is_some())?;
        let (prepared, saved) = (self.prepared()?, kept.saved());
        let outline = outline.resumed(saved.as_ref());
        let numbers = saved.as_ref().map_or_else(BTreeMap::new, |saved| saved.tally.classes_by_count());
        let mut visits = visitor.map(|visitor| Visits { prepared, numbers, visitor, wrong: false });
        let (census, fewest) = {
            let mut show = visits.as_mut().map(|visits| |shown: Shown| visits.visit(&shown));
            let is_open = kept.is_open();
            let mut keep = |now: &Saved| kept.keep(now);
            let resume = is_open.then_some(ResumeFrom { saved: saved.as_ref(), keep: &mut keep });
            let visit = show.as_mut().map(|show| show as ShownVisitor);
            self.searched(want, watch, visit, resume)?
        };
        if visits.is_some_and(|visits| visits.wrong) {
            return Err(LockError::NotLocked);
        }
        if let Some(warning) = kept.end(census.stop.is_none()) {
            watch.event(Event::Warning(&warning));
        }
        let numbers = Numbers::of_classes(&census.tally, &outline);
        let cost = Cost { expanded: census.expanded, peak_bytes: census.peak_bytes, ..Cost::default() };
        let mut answer = Answer { fewest, ..self.answer(outline, numbers, cost) };
        (answer.stop, answer.enough) = (census.stop, census.enough);
        if self.verify && answer.is_complete() {
            let limits = self.limits.after(started.elapsed());
            (answer.verified, answer.stop) = verified(prepared, &answer.numbers, limits, watch)?;
        }
        answer.time = started.elapsed();
        Ok(answer)
    }

    /// Run the chosen search.
    fn searched(
        &self,
        want: Want,
        watch: &mut dyn Watch,
        visit: Option<ShownVisitor>,
        resume: Option<ResumeFrom>,
    ) -> Result<(PackingCensus, Option<Fewest>), LockError> {
        let (prepared, limits) = (self.prepared()?, self.limits);
        Ok(match (want, self.search) {
            (Want::Fewest, _) => {
                let found = fewest::fewest(prepared, limits, watch, visit, resume);
                let is_reached = found.census.tally.classes() > 0;
                (found.census, Some(Fewest { pieces: found.bound, is_reached }))
            }
            (_, Search::DancingLinks) => (dancing_links::census(prepared, limits, watch, visit), None),
            (_, Search::Backtrack) => (search::run(prepared, true, limits, watch, visit, resume), None),
        })
    }
}

/// Count every packing individually: the number must equal the sum of |G|/|Stab| over all classes. Returns
/// the number, or what stopped the count.
fn verified(
    prepared: &PreparedBox,
    numbers: &Numbers,
    limits: Limits,
    watch: &mut dyn Watch,
) -> Result<(Option<u64>, Option<Stop>), LockError> {
    let census = search::census(prepared, false, limits, watch, None);
    if census.stop.is_some() {
        return Ok((None, census.stop));
    }
    let raw: BTreeMap<u32, u128> =
        census.tally.by_count(1, 1).iter().map(|(pieces, count)| (*pieces, count.raw.into())).collect();
    match raw == numbers.raw() {
        true => Ok((Some(raw.values().sum::<u128>() as u64), None)),
        false => Err(LockError::Miscounted),
    }
}
