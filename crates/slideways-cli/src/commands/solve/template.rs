//! `--format`: a line with fields in braces, such as `{position}\t{moves}`.

use super::record::{FIELDS, Record};

/// The line that is printed for each puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    /// The index of a field.
    Field(usize),
}

impl Template {
    /// The line of a row, without its end.
    pub fn line(&self, row: &Record) -> String {
        let parts = self.0.iter().map(|part| match part {
            Part::Text(text) => text.as_str(),
            Part::Field(index) => row.value(*index),
        });
        parts.collect()
    }
}

/// Read a template. `\t`, `\n` and `\\` are a tab, a line break and a backslash; `{{` and `}}` are braces.
pub fn parse_template(text: &str) -> Result<Template, String> {
    let (mut parts, mut plain) = (vec![], String::new());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => match rest.next() {
                Some('t') => plain.push('\t'),
                Some('n') => plain.push('\n'),
                Some('\\') => plain.push('\\'),
                Some(other) => return Err(format!("`\\{other}` is not an escape; {ESCAPES}")),
                None => return Err(format!("a single `\\` ends the format; {ESCAPES}")),
            },
            '{' if rest.as_str().starts_with('{') => plain.extend(rest.next()),
            '}' if rest.as_str().starts_with('}') => plain.extend(rest.next()),
            '}' => return Err("a `}` closes no field; write `}}` for a brace".to_owned()),
            '{' => {
                let Some((field, after)) = rest.as_str().split_once('}') else {
                    return Err("a `{` is not closed; write `{{` for a brace".to_owned());
                };
                let index = FIELDS.iter().position(|known| *known == field).ok_or_else(|| unknown(field))?;
                parts.extend([Part::Text(std::mem::take(&mut plain)), Part::Field(index)]);
                rest = after.chars();
            }
            other => plain.push(other),
        }
    }
    parts.push(Part::Text(plain));
    Ok(Template(parts))
}

const ESCAPES: &str = "the escapes are \\t, \\n and \\\\";

fn unknown(field: &str) -> String {
    let (last, others) = FIELDS.split_last().expect("there are fields");
    format!("there is no field `{field}`; the fields are {} and {last}", others.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;

    fn line(template: &str) -> Result<String, String> {
        Ok(parse_template(template)?.line(&Record::of_problem("mine", &Problem::new("torn"))))
    }

    #[test]
    fn fields_are_filled_in_and_escapes_read() {
        assert_eq!(line("{puzzle}\\t{moves}|{error}").unwrap(), "mine\t|torn");
        assert_eq!(line("{{{outcome}}} \\\\ \\n").unwrap(), "{error} \\ \n");
        assert_eq!(line("").unwrap(), "");
    }

    #[test]
    fn mistakes_name_what_is_allowed() {
        let fault = |template| line(template).unwrap_err();
        assert!(
            fault("{length}").starts_with("there is no field `length`; the fields are puzzle, position, ")
        );
        assert!(fault("{length}").ends_with(" and error"));
        assert_eq!(fault("{moves"), "a `{` is not closed; write `{{` for a brace");
        assert_eq!(fault("moves}"), "a `}` closes no field; write `}}` for a brace");
        assert_eq!(fault("\\r"), "`\\r` is not an escape; the escapes are \\t, \\n and \\\\");
        assert_eq!(fault("\\"), "a single `\\` ends the format; the escapes are \\t, \\n and \\\\");
    }
}
