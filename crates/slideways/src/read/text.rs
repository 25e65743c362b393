//! Texts and their origins.

use super::{Mistake, NotRead};
use crate::format::error::TextError;

/// A text and its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The name that the user gave.
    pub name: String,
    /// The content.
    pub body: String,
    /// The number of its first line; more than 1 if it is one line of a list.
    pub first_line: usize,
}

impl Text {
    /// A whole text.
    pub fn new(name: impl Into<String>, body: impl Into<String>) -> Text {
        Text { name: name.into(), body: body.into(), first_line: 1 }
    }

    /// One line of this text; `number` counts from 0.
    pub(super) fn line(&self, number: usize, body: &str) -> Text {
        Text { first_line: self.first_line + number, ..Text::new(&*self.name, body) }
    }

    /// A mistake in this text.
    pub fn mistake(&self, error: TextError) -> NotRead {
        NotRead::Text(Box::new(Mistake { text: self.clone(), error }))
    }
}
