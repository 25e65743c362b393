//! Drawings side by side.

/// The width of the page.
const WIDTH: usize = 80;

/// The space between two drawings.
const GAP: usize = 3;

/// Drawings side by side, as many as fit in a row, slightly indented.
pub fn gallery(drawings: &[String]) -> String {
    let wide = |drawing: &String| drawing.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let column = drawings.iter().map(wide).max().unwrap_or(0) + GAP;
    let mut text = String::new();
    for (i, row) in drawings.chunks(((WIDTH - 2 + GAP) / column).max(1)).enumerate() {
        if i > 0 {
            text.push('\n');
        }
        let high = row.iter().map(|drawing| drawing.lines().count()).max().unwrap_or(0);
        for line in 0..high {
            let cells =
                row.iter().map(|drawing| format!("{:column$}", drawing.lines().nth(line).unwrap_or("")));
            text.push_str(format!("  {}", cells.collect::<String>()).trim_end());
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_of_different_sizes_stand_in_columns() {
        let drawn = gallery(&["ab\nc\n".to_owned(), "d\n".to_owned(), "éé\nf\n".to_owned()]);
        assert_eq!(drawn, "  ab   d    éé\n  c         f\n");
        let wide = "x".repeat(50);
        assert_eq!(gallery(&[wide.clone(), wide.clone()]), format!("  {wide}\n\n  {wide}\n"));
        assert_eq!(gallery(&[]), "");
    }
}
