//! Errors of the library as Python exceptions: the classes are in `slideways/errors.py`.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use slideways::design::SearchError;
use slideways::lock::LockError;
use slideways::read::NotRead;
use slideways::solver::SolveError;
use slideways::space::SpaceError;
use std::fmt::Display;

/// An exception of a class in `slideways.errors`, with keyword arguments.
pub fn exception(class: &str, message: &str, fields: &[(&str, Bound<PyAny>)], py: Python) -> PyErr {
    let make = || -> PyResult<PyErr> {
        let class = py.import("slideways.errors")?.getattr(class)?;
        let keywords = PyDict::new(py);
        fields.iter().try_for_each(|(name, value)| keywords.set_item(name, value))?;
        Ok(PyErr::from_value(class.call((message,), Some(&keywords))?))
    };
    make().unwrap_or_else(|error| error)
}

/// Something that cannot be asked.
pub fn unfit(message: impl Display, help: Option<String>) -> PyErr {
    Python::attach(|py| {
        let help = help.into_pyobject(py).expect("text becomes a string").into_any();
        exception("UnfitError", &message.to_string(), &[("help", help)], py)
    })
}

/// A bug in Slideways.
pub fn internal(message: impl Display) -> PyErr {
    Python::attach(|py| exception("InternalError", &message.to_string(), &[], py))
}

/// A text that is not a puzzle, with its place.
pub fn unread(why: &NotRead) -> PyErr {
    let place = match why {
        NotRead::Text(mistake) => Some((mistake.line_and_column(), mistake.error.label.clone())),
        _ => None,
    };
    Python::attach(|py| {
        let value =
            |number: Option<usize>| number.into_pyobject(py).expect("numbers are integers").into_any();
        let text = |text: Option<String>| text.into_pyobject(py).expect("text becomes a string").into_any();
        let fields = [
            ("line", value(place.as_ref().map(|((line, _), _)| *line))),
            ("column", value(place.as_ref().map(|((_, column), _)| *column))),
            ("label", text(place.map(|(_, label)| label))),
            ("help", text(why.help())),
        ];
        let message = slideways::format::error::shortened(why.to_string());
        exception("ReadError", &message, &fields, py)
    })
}

/// A question that the library refuses, or has no trustworthy answer for.
pub fn unsolved(why: &SolveError) -> PyErr {
    match why {
        SolveError::Wrong(_) => internal(why),
        SolveError::Search(unfit_search) => unfit(why, Some(unfit_search.help())),
        _ => unfit(why, None),
    }
}

/// A space that has no answer.
pub fn unexplored(why: &SpaceError) -> PyErr {
    match why {
        SpaceError::NoGraph(_) => unfit(why, None),
        SpaceError::Wrong(why) => unsolved(why),
    }
}

/// A question about packings without an answer.
pub fn unpacked(why: &LockError) -> PyErr {
    match why {
        LockError::NotLocked | LockError::Miscounted => internal(why),
        _ => unfit(why, None),
    }
}

/// A search for puzzles that is refused.
pub fn undesigned(why: &SearchError) -> PyErr {
    match why {
        SearchError::Solve(why) => unsolved(why),
        _ => unfit(why, None),
    }
}
