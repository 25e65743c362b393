//! `--styles`: several styles at once.

use slideways::{Game, Style};

/// The styles in which a puzzle is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Styles {
    /// All that can give different answers.
    All,
    /// These, in this order.
    These(Vec<Style>),
}

impl Styles {
    /// The styles for a puzzle.
    pub fn of(&self, game: &Game) -> Vec<Style> {
        match self {
            Styles::All => game.styles(),
            Styles::These(styles) => styles.clone(),
        }
    }
}

/// Read `all`, or a list such as `step,move`.
pub fn parse_styles(text: &str) -> Result<Styles, String> {
    if text.trim().eq_ignore_ascii_case("all") {
        return Ok(Styles::All);
    }
    let mut styles: Vec<Style> = vec![];
    for name in text.split(',') {
        let style = name.trim().parse().map_err(|why| format!("{why}; `all` stands for all of them"))?;
        if styles.contains(&style) {
            return Err(format!("style {style} is listed twice"));
        }
        styles.push(style);
    }
    Ok(Styles::These(styles))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_styles_keeps_its_order() {
        let these = |styles: &[Style]| Ok(Styles::These(styles.to_vec()));
        assert_eq!(parse_styles("all"), Ok(Styles::All));
        assert_eq!(parse_styles("move,step"), these(&[Style::MOVE, Style::STEP]));
        assert_eq!(parse_styles("3, mtm").unwrap_err(), "style set-step is listed twice");
        assert!(parse_styles("step,hop").unwrap_err().starts_with("no style is called `hop`; the six are "));
        assert!(parse_styles("").is_err());
    }
}
