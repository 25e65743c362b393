//! Rectangles side by side, in rows: for parts on a printer's bed or on a sheet of material.

use super::svg::Point;

/// Places rectangles in the given order, in rows at most `width` wide with `gap` between them; a rectangle
/// that is wider has a row to itself. Returns the corner of each with the least coordinates, and the size of
/// all of them together.
pub(super) fn shelves(sizes: &[Point], width: f64, gap: f64) -> (Vec<Point>, Point) {
    let (mut corners, mut all) = (vec![], (0.0_f64, 0.0_f64));
    let (mut x, mut y, mut high) = (0.0, 0.0, 0.0_f64);
    for &(wide, deep) in sizes {
        if x > 0.0 && x + wide > width {
            (x, y, high) = (0.0, y + high + gap, 0.0);
        }
        corners.push((x, y));
        high = high.max(deep);
        all = (all.0.max(x + wide), all.1.max(y + deep));
        x += wide + gap;
    }
    (corners, all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_row_is_followed_by_the_next() {
        let (corners, all) = shelves(&[(4.0, 2.0), (5.0, 3.0), (3.0, 1.0), (20.0, 1.0)], 10.0, 1.0);
        assert_eq!(corners, [(0.0, 0.0), (5.0, 0.0), (0.0, 4.0), (0.0, 6.0)]);
        assert_eq!(all, (20.0, 7.0));
    }
}
