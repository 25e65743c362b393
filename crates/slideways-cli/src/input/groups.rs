//! The puzzles of all arguments, in groups that can be answered together.

use super::lines::{self, Input, Lines};
use super::{Found, Reader};
use crate::interrupt;
use slideways::read::{self, NotRead, Text};
use slideways::tiles::Size;
use std::io::Stdin;

/// Groups of puzzles. Arguments before and after `-` are a group; standard input is as many groups as it
/// arrives in.
pub struct Groups<'a> {
    arguments: std::iter::Peekable<std::slice::Iter<'a, String>>,
    reader: Reader,
    lines: Option<Lines<Stdin>>,
    size: Option<Size>,
}

impl<'a> Groups<'a> {
    /// The puzzles of these arguments. The size applies to positions that do not state theirs.
    pub fn new(arguments: &'a [String], size: Option<Size>) -> Groups<'a> {
        Groups { arguments: arguments.iter().peekable(), reader: Reader::default(), lines: None, size }
    }

    /// The first group of standard input.
    fn standard_input(&mut self) -> Option<Vec<Found>> {
        if let Err(why) = self.reader.take_standard_input() {
            return Some(text(Err(why)));
        }
        match lines::open(self.size) {
            Input::Whole(whole) => Some(text(whole)),
            Input::Lines(lines) => {
                let lines = self.lines.insert(lines);
                Iterator::next(lines)
            }
        }
    }
}

/// The puzzles of a text that was read from standard input.
fn text(text: Result<Text, NotRead>) -> Vec<Found> {
    read::puzzles("-", &mut |_| Some(text.clone())).into_iter().map(Found::from).collect()
}

impl Iterator for Groups<'_> {
    type Item = Vec<Found>;

    fn next(&mut self) -> Option<Vec<Found>> {
        if let Some(group) = self.lines.as_mut().and_then(|lines| interrupt::waiting(|| lines.next())) {
            return Some(group);
        }
        self.lines = None;
        if self.arguments.next_if(|argument| *argument == "-").is_some() {
            return self.standard_input();
        }
        let mut group = vec![];
        while let Some(argument) = self.arguments.next_if(|argument| *argument != "-") {
            group.extend(super::puzzles(argument, &mut self.reader));
        }
        (!group.is_empty()).then_some(group)
    }
}
