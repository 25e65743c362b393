//! Layer sizes as an SVG histogram.
//!
//! The histogram has one bar per distance. If sizes differ by more than a factor of a thousand, the scale is
//! logarithmic and begins at one half, so that a layer of one arrangement is still visible. Colours follow
//! the reader's setting for light or dark and carry no meaning.

use super::palette::{DARK, LIGHT, Theme};
use std::fmt::Write;

/// A histogram and its labels.
#[derive(Clone, Copy, Debug)]
pub struct Plot<'p> {
    /// The title.
    pub title: &'p str,
    /// A smaller line below the title.
    pub subtitle: &'p str,
    /// The label of the horizontal axis.
    pub distance: &'p str,
    /// The label of the vertical axis.
    pub number: &'p str,
    /// The layer sizes.
    pub sizes: &'p [u64],
}

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 540.0;
const LEFT: f64 = 92.0;
const RIGHT: f64 = 28.0;
const TOP: f64 = 88.0;
const BOTTOM: f64 = 64.0;

/// Maps sizes to heights from 0 to 1.
struct Scale {
    log: bool,
    most: f64,
    /// The distance between two marks of a linear scale.
    apart: f64,
}

impl Scale {
    fn new(sizes: &[u64]) -> Scale {
        let most = sizes.iter().copied().max().unwrap_or(1).max(1);
        let least = sizes.iter().copied().filter(|&size| size > 0).min().unwrap_or(1);
        let log = most / least > 1000;
        let apart = step(most as f64);
        let most = match log {
            true => 10f64.powf((most as f64).log10().ceil()),
            false => (most as f64 / apart).ceil() * apart,
        };
        Scale { log, most, apart }
    }

    fn height(&self, size: f64) -> f64 {
        match self.log {
            true => ((size / 0.5).ln() / (self.most / 0.5).ln()).max(0.0),
            false => size / self.most,
        }
    }

    fn marks(&self) -> Vec<f64> {
        match self.log {
            true => (0..).map(|e| 10f64.powi(e)).take_while(|&mark| mark <= self.most).collect(),
            false => (0..).map(|n| f64::from(n) * self.apart).take_while(|&mark| mark <= self.most).collect(),
        }
    }
}

/// A round number such that five times it exceeds `most`: 1, 2, 2.5 or 5 times a power of ten.
fn step(most: f64) -> f64 {
    let rough = (most / 5.0).max(1.0);
    let power = 10f64.powf(rough.log10().floor());
    let round = [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().map(|n| n * power);
    round.into_iter().find(|&n| n >= rough && n.fract() == 0.0).unwrap_or(10.0 * power)
}

/// Draw the histogram.
pub fn svg(plot: &Plot) -> String {
    let mut out = String::new();
    let _ = write!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">
<title>{title}</title>
<style>
text {{ font: 14px system-ui, sans-serif }} .title {{ font-size: 20px; font-weight: 600 }}
{light}
@media (prefers-color-scheme: dark) {{
{dark}
}}
</style>
<rect width="{WIDTH}" height="{HEIGHT}" class="page"/>
<text class="title" x="{LEFT}" y="38">{title}</text>
<text x="{LEFT}" y="62">{subtitle}</text>
"##,
        light = colours(&LIGHT),
        dark = colours(&DARK),
        title = super::svg::escaped(plot.title),
        subtitle = super::svg::escaped(plot.subtitle),
    );
    let scale = Scale::new(plot.sizes);
    let (wide, high) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    let floor = HEIGHT - BOTTOM;
    for mark in scale.marks() {
        let y = floor - high * scale.height(mark);
        let _ =
            writeln!(out, r#"<line class="rule" x1="{LEFT}" x2="{}" y1="{y:.1}" y2="{y:.1}"/>"#, LEFT + wide);
        let label = short(mark);
        let _ =
            writeln!(out, r#"<text x="{}" y="{:.1}" text-anchor="end">{label}</text>"#, LEFT - 10.0, y + 5.0);
    }
    let each = wide / plot.sizes.len().max(1) as f64;
    let gap = if each >= 6.0 { 1.0 } else { 0.0 };
    let bar = (each - gap).min(64.0);
    let _ = writeln!(out, r#"<g class="bars">"#);
    for (distance, &size) in plot.sizes.iter().enumerate().filter(|(_, size)| **size > 0) {
        let x = LEFT + (distance as f64 + 0.5) * each - bar / 2.0;
        let tall = high * scale.height(size as f64);
        let _ = writeln!(
            out,
            r#"<rect x="{x:.2}" y="{:.2}" width="{bar:.2}" height="{tall:.2}"><title>{distance}: {size}</title></rect>"#,
            floor - tall,
        );
    }
    let _ = writeln!(out, "</g>");
    let apart = step(plot.sizes.len() as f64 / 2.0) as usize;
    for distance in (0..plot.sizes.len()).step_by(apart.max(1)) {
        let x = LEFT + (distance as f64 + 0.5) * each;
        let _ =
            writeln!(out, r#"<text x="{x:.1}" y="{}" text-anchor="middle">{distance}</text>"#, floor + 22.0);
    }
    let across = LEFT + wide / 2.0;
    let up = TOP + high / 2.0;
    let (distance, number) = (super::svg::escaped(plot.distance), super::svg::escaped(plot.number));
    let scaled = if scale.log { ", logarithmic scale" } else { "" };
    let _ =
        writeln!(out, r#"<text x="{across}" y="{}" text-anchor="middle">{distance}</text>"#, HEIGHT - 16.0);
    let _ = writeln!(
        out,
        r#"<text transform="translate(22 {up}) rotate(-90)" text-anchor="middle">{number}{scaled}</text>"#
    );
    out.push_str("</svg>\n");
    out
}

fn colours(theme: &Theme) -> String {
    let Theme { page, rule, caption, ink, bar, .. } = theme;
    format!(
        "text {{ fill: {caption} }} .page {{ fill: {page} }} .title {{ fill: {ink} }} \
         .rule {{ stroke: {rule} }} .bars {{ fill: {bar} }}"
    )
}

/// A round number in few characters: 2500, 10 k, 2 M.
fn short(number: f64) -> String {
    match number {
        1e9.. => format!("{} G", number / 1e9),
        1e6.. => format!("{} M", number / 1e6),
        1e4.. => format!("{} k", number / 1e3),
        _ => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_bar_for_every_layer_and_none_is_higher_than_the_plot() {
        for sizes in [vec![1], vec![1, 3, 2], vec![1, 50, 1_000_000, 7], vec![0, 3], (1..300).collect()] {
            let plot = Plot { title: "a < b", subtitle: "", distance: "d", number: "n", sizes: &sizes };
            let drawn = svg(&plot);
            assert!(drawn.contains("a &lt; b") && !drawn.contains("NaN") && !drawn.contains("inf"));
            let bars: Vec<f64> = drawn
                .lines()
                .filter_map(|line| {
                    line.strip_prefix("<rect x=")?.split("height=\"").nth(1)?.split('"').next()
                })
                .map(|tall| tall.parse().unwrap())
                .collect();
            assert_eq!(bars.len(), sizes.iter().filter(|&&size| size > 0).count());
            assert!(bars.iter().all(|&tall| tall > 0.0 && tall <= HEIGHT - TOP - BOTTOM), "{sizes:?}");
        }
    }

    #[test]
    fn marks_are_round() {
        assert_eq!(Scale::new(&[1, 37]).marks(), [0.0, 10.0, 20.0, 30.0, 40.0]);
        assert_eq!(Scale::new(&[500, 1024]).marks(), [0.0, 250.0, 500.0, 750.0, 1000.0, 1250.0]);
        assert_eq!(Scale::new(&[1, 2000]).marks(), [1.0, 10.0, 100.0, 1000.0, 10_000.0]);
    }
}
