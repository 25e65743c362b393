//! Expressions over the measures of a puzzle: `moves - 0.5 * pieces`, `solutions = 1 and forced >= 3`.
//!
//! A Pratt parser (Pratt, *Top down operator precedence*, POPL 1973): each operator has a binding power, and
//! a loop extends the left operand as long as the next operator binds more strongly than the one before it.
//! Types are checked while parsing: an expression is a number or a condition.

use super::measure::Measure;
use std::collections::BTreeSet;
use std::ops::Range;
use std::str::FromStr;

/// The deepest nesting.
const MOST_NESTED: u32 = 100;

/// A number or a condition, computed from the measures of a puzzle.
///
/// ```
/// use slideways::design::{Expression, Measure};
///
/// let hard: Expression = "moves >= 2 * pieces and not (holes > 4)".parse()?;
/// let value = |measure| match measure {
///     Measure::Moves => Some(30.0),
///     Measure::Pieces => Some(12.0),
///     _ => Some(2.0),
/// };
/// assert!(hard.is_condition());
/// assert_eq!(hard.holds(&value), Some(true));
/// assert_eq!("max(moves, 99) / 3".parse::<Expression>()?.number(&value), Some(33.0));
/// # Ok::<(), slideways::design::NotAnExpression>(())
/// ```
///
/// Operators, from the weakest: `or`, `and`, `not`, the comparisons `<` `<=` `>` `>=` `=` `!=`, `+` and `-`,
/// `*` and `/`; also parentheses, `min(a, b)` and `max(a, b)`. The names are those of [`Measure`].
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    text: String,
    root: Term,
    is_condition: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum Term {
    Number(f64),
    Measure(Measure),
    Not(Box<Term>),
    Two(Op, Box<Term>, Box<Term>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    Or,
    And,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Equal,
    Unequal,
    Add,
    Subtract,
    Multiply,
    Divide,
    Min,
    Max,
}

/// Why a text is not an expression, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct NotAnExpression {
    /// What was found or expected.
    pub what: String,
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
}

impl Op {
    /// The operators, their words, and their binding powers.
    const ALL: [(Op, &'static str, u8); 12] = [
        (Op::Or, "or", 1),
        (Op::And, "and", 3),
        (Op::AtMost, "<=", 7),
        (Op::AtLeast, ">=", 7),
        (Op::Unequal, "!=", 7),
        (Op::Less, "<", 7),
        (Op::Greater, ">", 7),
        (Op::Equal, "=", 7),
        (Op::Add, "+", 9),
        (Op::Subtract, "-", 9),
        (Op::Multiply, "*", 11),
        (Op::Divide, "/", 11),
    ];

    /// Whether it takes conditions, and whether it gives one.
    fn types(self) -> (bool, bool) {
        match self {
            Op::Or | Op::And => (true, true),
            Op::Less | Op::AtMost | Op::Greater | Op::AtLeast | Op::Equal | Op::Unequal => (false, true),
            _ => (false, false),
        }
    }

    /// The result; a condition is 1 or 0.
    fn of(self, one: f64, other: f64) -> f64 {
        let truth = |holds: bool| f64::from(u8::from(holds));
        match self {
            Op::Or => one.max(other),
            Op::And => one.min(other),
            Op::Less => truth(one < other),
            Op::AtMost => truth(one <= other),
            Op::Greater => truth(one > other),
            Op::AtLeast => truth(one >= other),
            Op::Equal => truth(one == other),
            Op::Unequal => truth(one != other),
            Op::Add => one + other,
            Op::Subtract => one - other,
            Op::Multiply => one * other,
            Op::Divide => one / other,
            Op::Min => one.min(other),
            Op::Max => one.max(other),
        }
    }
}

/// The binding power of `not`, and of a sign.
const NOT: u8 = 5;
const SIGN: u8 = 13;

impl Expression {
    /// The number of moves.
    pub fn moves() -> Expression {
        "moves".parse().expect("the expression is well formed")
    }

    /// Whether it is a condition, and not a number.
    pub fn is_condition(&self) -> bool {
        self.is_condition
    }

    /// The measures that it names.
    pub fn measures(&self) -> BTreeSet<Measure> {
        fn collect(term: &Term, all: &mut BTreeSet<Measure>) {
            match term {
                Term::Number(_) => {}
                Term::Measure(measure) => _ = all.insert(*measure),
                Term::Not(term) => collect(term, all),
                Term::Two(_, one, other) => [one, other].into_iter().for_each(|term| collect(term, all)),
            }
        }
        let mut all = BTreeSet::new();
        collect(&self.root, &mut all);
        all
    }

    /// The number; `None` if a measure is not known. Of a condition, 1 if it holds and 0 if not.
    pub fn number(&self, value: &dyn Fn(Measure) -> Option<f64>) -> Option<f64> {
        fn number(term: &Term, value: &dyn Fn(Measure) -> Option<f64>) -> Option<f64> {
            Some(match term {
                Term::Number(number) => *number,
                Term::Measure(measure) => value(*measure)?,
                Term::Not(term) => 1.0 - number(term, value)?,
                Term::Two(op, one, other) => op.of(number(one, value)?, number(other, value)?),
            })
        }
        number(&self.root, value)
    }

    /// Whether the condition holds; `None` if a measure is not known.
    pub fn holds(&self, value: &dyn Fn(Measure) -> Option<f64>) -> Option<bool> {
        Some(self.number(value)? == 1.0)
    }
}

/// Writes the expression as it was read.
impl std::fmt::Display for Expression {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Expression {
    type Err = NotAnExpression;

    fn from_str(text: &str) -> Result<Expression, NotAnExpression> {
        let mut reader = TermReader { text, at: 0, nested: 0 };
        let (root, is_condition) = reader.term(0)?;
        match reader.peek() {
            "" => Ok(Expression { text: text.to_owned(), root, is_condition }),
            word => Err(reader.error(word, format!("expected an operator, found `{word}`"))),
        }
    }
}

/// Reads terms from a text.
struct TermReader<'t> {
    text: &'t str,
    at: usize,
    nested: u32,
}

impl<'t> TermReader<'t> {
    /// The next word, which is empty at the end: a name, a number, or an operator.
    fn peek(&mut self) -> &'t str {
        let text = self.text;
        self.at += text[self.at..].len() - text[self.at..].trim_start().len();
        let rest = &text[self.at..];
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let word = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        let two = ["<=", ">=", "!="].iter().any(|op| rest.starts_with(op));
        let first = rest.chars().next().map_or(0, char::len_utf8);
        &rest[..if word > 0 {
            word
        } else if two {
            2
        } else {
            first
        }]
    }

    fn error(&self, word: &str, what: String) -> NotAnExpression {
        NotAnExpression { what, span: self.at..self.at + word.len() }
    }

    fn expect(&mut self, wanted: &str) -> Result<(), NotAnExpression> {
        match self.peek() {
            word if word == wanted => self.at += word.len(),
            "" => return Err(self.error("", format!("expected `{wanted}` at the end"))),
            word => return Err(self.error(word, format!("expected `{wanted}`, found `{word}`"))),
        }
        Ok(())
    }

    /// A term of the given type.
    fn typed(&mut self, power: u8, condition: bool) -> Result<Term, NotAnExpression> {
        self.peek();
        let from = self.at;
        let (term, is_condition) = self.term(power)?;
        if is_condition == condition {
            return Ok(term);
        }
        let what = if condition {
            "expected a condition, found a number"
        } else {
            "expected a number, found a condition"
        };
        Err(NotAnExpression { what: what.to_owned(), span: from..self.at })
    }

    /// A term whose operators bind more strongly than `power`, and whether it is a condition.
    fn term(&mut self, power: u8) -> Result<(Term, bool), NotAnExpression> {
        self.peek();
        let from = self.at;
        self.nested += 1;
        if self.nested > MOST_NESTED {
            return Err(self.error("", "the expression is nested too deeply".to_owned()));
        }
        let (mut left, mut is_condition) = self.first()?;
        loop {
            let word = self.peek();
            let Some(&(op, _, binds)) = Op::ALL.iter().find(|(_, name, _)| *name == word) else { break };
            if binds <= power {
                break;
            }
            let (takes, gives) = op.types();
            if takes != is_condition {
                let (wanted, found) =
                    if takes { ("a condition", "a number") } else { ("a number", "a condition") };
                let what = format!("expected {wanted} before `{word}`, found {found}");
                return Err(NotAnExpression { what, span: from..self.at });
            }
            self.at += word.len();
            let right = self.typed(binds, takes)?;
            (left, is_condition) = (Term::Two(op, left.into(), right.into()), gives);
        }
        self.nested -= 1;
        Ok((left, is_condition))
    }

    /// A term without operators, or one that begins with `not` or a sign.
    fn first(&mut self) -> Result<(Term, bool), NotAnExpression> {
        let word = self.peek();
        let before = self.at;
        self.at += word.len();
        match word {
            "not" => return Ok((Term::Not(self.typed(NOT, true)?.into()), true)),
            "-" => {
                let term = self.typed(SIGN, false)?;
                return Ok((Term::Two(Op::Subtract, Term::Number(0.0).into(), term.into()), false));
            }
            "(" => {
                let inner = self.term(0)?;
                self.expect(")")?;
                return Ok(inner);
            }
            "min" | "max" => {
                self.expect("(")?;
                let one = self.typed(0, false)?;
                self.expect(",")?;
                let other = self.typed(0, false)?;
                self.expect(")")?;
                let op = if word == "min" { Op::Min } else { Op::Max };
                return Ok((Term::Two(op, one.into(), other.into()), false));
            }
            _ => {}
        }
        self.at = before;
        let term = if word.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            let number: f64 =
                word.parse().map_err(|_| self.error(word, format!("`{word}` is not a number")))?;
            Term::Number(number)
        } else if let Some(measure) = Measure::named(word) {
            Term::Measure(measure)
        } else if word.starts_with(char::is_alphabetic) {
            return Err(self.error(word, format!("there is no measure `{word}`")));
        } else if word.is_empty() {
            return Err(self.error(word, "expected a number or a measure at the end".to_owned()));
        } else {
            return Err(self.error(word, format!("expected a number or a measure, found `{word}`")));
        };
        self.at += word.len();
        Ok((term, false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> f64 {
        let measures = |measure| match measure {
            Measure::Moves => Some(10.0),
            Measure::Pieces => Some(4.0),
            Measure::WrongMean => Some(2.5),
            _ => None,
        };
        text.parse::<Expression>().unwrap().number(&measures).unwrap()
    }

    #[test]
    fn operators_bind_as_in_arithmetic() {
        assert_eq!(value("1 + 2 * 3 - 4 / 2"), 5.0);
        assert_eq!(value("10 - 3 - 2"), 5.0);
        assert_eq!(value("-moves * -(1 + 1)"), 20.0);
        assert_eq!(value("min(moves, pieces) + max(1, 2)"), 6.0);
        assert_eq!(value("wrong_moves.mean*2"), 5.0);
        assert_eq!(value("1 < 2 and not 2 < 1 or 1 = 2"), 1.0);
        assert_eq!(value("not (moves != 10) and pieces <= 3"), 0.0);
    }

    #[test]
    fn an_unknown_measure_has_no_value() {
        let expression: Expression = "moves > 1 or idle > 0".parse().unwrap();
        assert_eq!(expression.holds(&|measure| (measure == Measure::Moves).then_some(3.0)), None);
        assert_eq!(expression.measures(), [Measure::Moves, Measure::Idle].into());
    }

    #[test]
    fn a_mistake_is_named_with_its_place() {
        let refused = |text: &str| {
            let why = text.parse::<Expression>().unwrap_err();
            (why.what, why.span)
        };
        assert_eq!(refused("moves + lenght"), ("there is no measure `lenght`".to_owned(), 8..14));
        assert_eq!(refused(""), ("expected a number or a measure at the end".to_owned(), 0..0));
        assert_eq!(refused("moves >"), ("expected a number or a measure at the end".to_owned(), 7..7));
        assert_eq!(refused("moves 3"), ("expected an operator, found `3`".to_owned(), 6..7));
        assert_eq!(refused("(moves"), ("expected `)` at the end".to_owned(), 6..6));
        assert_eq!(refused("1.2.3"), ("`1.2.3` is not a number".to_owned(), 0..5));
        assert_eq!(refused("moves and 1 < 2").0, "expected a condition before `and`, found a number");
        assert_eq!(refused("1 < 2 < 3").0, "expected a number before `<`, found a condition");
        assert_eq!(refused("1 + (1 < 2)"), ("expected a number, found a condition".to_owned(), 4..11));
        assert_eq!(refused("not moves"), ("expected a condition, found a number".to_owned(), 4..9));
        assert_eq!(refused("moves % 2"), ("expected an operator, found `%`".to_owned(), 6..7));
        assert!(refused(&"(".repeat(100_000)).0.contains("nested"));
    }
}
