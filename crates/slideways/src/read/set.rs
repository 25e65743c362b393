//! Positions of the library's sets.

use super::{Content, KnownOptimum, Meant, NamedBoard, NotRead, Origin};
use crate::library::sets::{self, Set};

/// All positions of a set, or the one with a number; `None` if there is no such set.
pub fn positions(word: &str) -> Option<Vec<Meant>> {
    let (name, number) = match word.split_once(':') {
        Some((name, number)) => (name, Some(number)),
        None => (word, None),
    };
    let set = sets::find(name)?;
    let last = set.instances.len();
    let chosen = match number {
        None => 0..last,
        Some(number) => match number.trim().parse::<usize>() {
            Ok(number) if (1..=last).contains(&number) => number - 1..number,
            _ => {
                let why = NotRead::NoSuchNumber { set: set.name, number: number.to_owned(), last };
                return Some(vec![Meant::nothing(word, Origin::Set, why)]);
            }
        },
    };
    Some(chosen.map(|i| position(&set, i)).collect())
}

fn position(set: &Set, i: usize) -> Meant {
    let instance = &set.instances[i];
    let name = format!("{}:{}", set.name, instance.number);
    let known = Some(KnownOptimum { goal: set.goal.clone(), moves: instance.moves });
    let (title, board) = (set.title.to_owned(), instance.board.clone());
    let content = Content::Known(Box::new(NamedBoard { name: name.clone(), title, board, known }));
    Meant { name, origin: Origin::Set, content }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_called_with_or_without_a_number() {
        let names = |word| -> Option<Vec<String>> {
            Some(positions(word)?.into_iter().map(|meant| meant.name).collect())
        };
        assert_eq!(names("korf15").unwrap().len(), 100);
        assert_eq!(names("Korf24:1").unwrap(), ["korf24:1"]);
        assert_eq!(names("klotski"), None);
        for number in ["0", "101", "-1", "one", ""] {
            let why = positions(&format!("korf15:{number}")).unwrap().remove(0).read(None).unwrap_err();
            assert_eq!(why.to_string(), format!("`korf15` has no position `{number}`"));
            assert_eq!(why.help().unwrap(), "its positions are numbered 1 to 100");
        }
    }
}
