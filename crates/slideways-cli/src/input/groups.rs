//! The puzzles of all arguments, in groups that can be answered together.

use super::lines::{self, Input, Lines};
use super::{Found, Reader};
use crate::arguments::tiles::TileOptions;
use crate::interrupt;
use slideways::read::{self, NotRead, Text};
use std::io::Stdin;

/// Groups of puzzles. Arguments before and after `-` are a group; standard input is as many groups as it
/// arrives in.
pub struct Groups<'a> {
    arguments: std::iter::Peekable<std::slice::Iter<'a, String>>,
    reader: Reader,
    lines: Option<Lines<Stdin>>,
    tiles: &'a TileOptions,
}

impl<'a> Groups<'a> {
    /// The puzzles of these arguments.
    pub fn new(arguments: &'a [String], tiles: &'a TileOptions) -> Groups<'a> {
        Groups { arguments: arguments.iter().peekable(), reader: Reader::of(tiles), lines: None, tiles }
    }

    /// The first group of standard input.
    fn standard_input(&mut self) -> Option<Vec<Found>> {
        if let Err(why) = self.reader.take_standard_input() {
            return Some(self.text(Err(why)));
        }
        match lines::open(self.tiles) {
            Input::Whole(whole) => Some(self.text(whole)),
            Input::Lines(lines) => {
                let lines = self.lines.insert(lines);
                Iterator::next(lines)
            }
        }
    }

    /// The puzzles of a text that was read from standard input.
    fn text(&self, text: Result<Text, NotRead>) -> Vec<Found> {
        let read = if self.tiles.scramble { read::scrambles } else { read::puzzles };
        read("-", &mut |_| Some(text.clone())).into_iter().map(Found::from).collect()
    }
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
