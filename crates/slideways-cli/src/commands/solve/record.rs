//! An answer as a row of named fields, for `--csv`, `--tsv` and `--format`.

use super::{Asked, Ending};
use crate::problem::Problem;
use crate::visible::visible;
use slideways::show::json::{Question, Solution};

/// The fields of a row, in the order of their columns. Their names are those of `--json`; `solution` is one
/// line of moves.
pub const FIELDS: [&str; 17] = [
    "puzzle",
    "position",
    "goal",
    "style",
    "search",
    "outcome",
    "reason",
    "moves",
    "lower_bound",
    "solution",
    "solutions",
    "expanded",
    "generated",
    "states",
    "seconds",
    "peak_bytes",
    "error",
];

/// The values of all fields; a value that is not known is empty.
pub struct Record([String; FIELDS.len()]);

impl Record {
    /// The row of an answer.
    pub fn of(ending: &Ending) -> Record {
        let &Asked { name, game, style, convention, tie_break, .. } = ending.asked;
        let question = Question { name, game, style, convention, tie_break };
        let object = Solution::new(&question, &ending.answer);
        let number = |number: Option<u32>| number.map(|number| number.to_string()).unwrap_or_default();
        Record([
            visible(&object.puzzle).into_owned(),
            object.position,
            object.goal.join(" or "),
            object.style.to_owned(),
            ending.answer.search.to_string(),
            object.outcome.to_owned(),
            object.reason.unwrap_or_default().to_owned(),
            number(object.moves),
            number(object.lower_bound),
            object.solution_line.unwrap_or_default(),
            object.solutions.map(|solutions| solutions.to_string()).unwrap_or_default(),
            object.expanded.to_string(),
            object.generated.to_string(),
            object.states.map(|states| states.to_string()).unwrap_or_default(),
            object.seconds.to_string(),
            object.peak_bytes.to_string(),
            String::new(),
        ])
    }

    /// The row of a puzzle that cannot be tried.
    pub fn of_problem(name: &str, problem: &Problem) -> Record {
        let mut row = Record(Default::default());
        row.set("puzzle", visible(name).into_owned());
        row.set("outcome", "error".to_owned());
        row.set("error", visible(&problem.message).into_owned());
        row
    }

    fn set(&mut self, field: &str, value: String) {
        let index = FIELDS.iter().position(|known| *known == field).expect("it is one of the fields");
        self.0[index] = value;
    }

    /// The value of the field with an index in [`FIELDS`].
    pub fn value(&self, index: usize) -> &str {
        &self.0[index]
    }

    /// All values, in the order of the fields.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}
