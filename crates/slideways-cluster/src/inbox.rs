//! Where a worker gathers what is sent to it.

use crate::message::Parcel;
use slideways::disk::desk::Desk;
use slideways::disk::post::Post;
use slideways::disk::run::Run;
use slideways::disk::{PARTITIONS, Trouble};

/// What comes in, and where it is gathered.
pub struct Inbox<const N: usize> {
    pub desk: Desk<N>,
    pub post: Post<N>,
    pub passing: Vec<Vec<Run>>,
    /// Whether somebody says stop.
    pub told: bool,
    /// What is wrong with the files.
    pub trouble: Option<Trouble>,
}

impl<const N: usize> Inbox<N> {
    /// Take in a parcel.
    pub fn receive(&mut self, parcel: &Parcel) {
        let Some(partition) = parcel.partition else {
            self.told = true;
            return;
        };
        let partition = (partition as usize).min(PARTITIONS - 1);
        for state in parcel.words.as_chunks::<N>().0 {
            if !self.post.push(partition, state) {
                self.spill();
                self.post.push(partition, state);
            }
        }
    }

    fn spill(&mut self) {
        if self.trouble.is_some() {
            return self.post.clear();
        }
        match self.desk.spill(&mut self.post, PARTITIONS) {
            Ok(runs) => runs.into_iter().for_each(|run| self.passing[run.partition as usize].push(run)),
            Err(trouble) => {
                self.post.clear();
                self.trouble = Some(trouble);
            }
        }
    }

    /// Make ready for the next layer.
    pub fn clear(&mut self) {
        self.post.clear();
        self.passing.iter_mut().for_each(Vec::clear);
        self.desk.clear();
    }
}
