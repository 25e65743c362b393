//! Which names of the library stand for one puzzle: other names in use, and twins with a whole goal.

use super::{find, key, names, stem, text};

/// The ending of a twin's name.
const TWIN: &str = "_full";

/// The comment that lists the other names of a puzzle.
const ALSO: &str = "# also:";

/// The puzzle of which another is the twin with a whole goal: the twin has the same start, and its goal is
/// one whole arrangement in which a shortest solution ends. SLIDING reads only such goals.
///
/// ```
/// use slideways::library;
///
/// assert_eq!(library::twin_of("klotski_full"), Some("klotski"));
/// assert_eq!(library::twin_of("klotski"), None);
/// ```
pub fn twin_of(name: &str) -> Option<&'static str> {
    find(find(name)?.strip_suffix(TWIN)?)
}

/// The names of all puzzles except twins, sorted.
pub fn distinct() -> impl Iterator<Item = &'static str> {
    names().filter(|name| twin_of(name).is_none())
}

/// The other names under which a puzzle is known.
///
/// ```
/// use slideways::library;
///
/// assert_eq!(library::aliases("klotski"), ["L'âne rouge", "Huarong Dao"]);
/// assert_eq!(library::find("huarong-dao"), Some("klotski"));
/// ```
pub fn aliases(name: &str) -> Vec<&'static str> {
    let also = text(name).unwrap_or_default().lines().find_map(|line| line.strip_prefix(ALSO));
    also.map_or(vec![], |also| also.split(',').map(str::trim).collect())
}

/// A puzzle's title without its other names.
///
/// ```
/// assert_eq!(slideways::library::heading("klotski"), Some("Klotski"));
/// ```
pub fn heading(name: &str) -> Option<&'static str> {
    let title = text(name)?.lines().next()?.splitn(4, ' ').nth(3).unwrap_or_default();
    let others = aliases(name).join(", ");
    let short = title.strip_suffix(&*others).and_then(|rest| rest.strip_suffix(", "));
    Some(short.filter(|_| !others.is_empty()).unwrap_or(title))
}

/// The puzzle with an alias.
pub(super) fn by_alias(alias: &str) -> Option<&'static str> {
    let plain = |name: &str| key(name).replace(' ', "-");
    let wanted = plain(stem(alias));
    names().find(|name| aliases(name).into_iter().any(|other| plain(other) == wanted))
}

#[cfg(test)]
mod tests {
    use super::super::puzzle;
    use super::*;

    #[test]
    fn a_twin_has_the_same_start_and_a_whole_goal() {
        let twins: Vec<&str> = names().filter(|name| name.ends_with(TWIN)).collect();
        assert_eq!(distinct().count(), names().count() - twins.len());
        for name in twins {
            let (twin, main) = (puzzle(name).unwrap(), puzzle(twin_of(name).unwrap()).unwrap());
            assert_eq!((twin.grid(), twin.start()), (main.grid(), main.start()), "{name}");
            assert!(twin.goals().iter().all(|goal| twin.is_full(goal)), "{name}");
            assert!(main.goals().iter().any(|goal| !main.is_full(goal)), "{name}");
        }
    }

    #[test]
    fn other_names_end_the_title_and_find_the_puzzle() {
        let mut found = 0;
        for name in names() {
            let title = puzzle(name).unwrap().title().to_owned();
            let others = aliases(name);
            let whole = [vec![heading(name).unwrap()], others.clone()].concat().join(", ");
            assert_eq!(whole, title, "{name}");
            for other in others {
                assert_eq!(find(other), Some(name), "{other}");
                found += 1;
            }
        }
        assert_eq!(found, 4);
        assert_eq!((find("Pennant_Puzzle"), find("pennant")), (Some("dads"), Some("gnome/pennant")));
    }
}
