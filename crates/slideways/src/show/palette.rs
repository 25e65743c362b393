//! The colours of all drawings: light and dark themes, pieces, and the ramp from near to far.

/// The colours of a page and of the things on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The page itself.
    pub page: &'static str,
    /// The inside of a box.
    pub inside: &'static str,
    /// The surroundings of a box, and its blocked cells.
    pub wall: &'static str,
    /// A dot for an empty cell.
    pub dot: &'static str,
    /// Guide lines, such as those of a chart.
    pub rule: &'static str,
    /// Most text.
    pub caption: &'static str,
    /// Titles and other prominent things.
    pub ink: &'static str,
    /// Bars of a histogram.
    pub bar: &'static str,
    /// The frame of a board, and its walls.
    pub frame: &'static str,
    /// The shaded edge of a frame.
    pub edge: &'static str,
    /// The floor of a board.
    pub floor: &'static str,
    /// Goal places, gates, and text on the floor.
    pub mark: &'static str,
}

/// The light theme.
pub const LIGHT: Theme = Theme {
    page: "#fff",
    inside: "#f1f1ee",
    wall: "#8a8a86",
    dot: "#b9b9b4",
    rule: "#e3e3df",
    caption: "#63635f",
    ink: "#1b1b1a",
    bar: "#2f6f9f",
    frame: "#d8c6a6",
    edge: "#a8926c",
    floor: "#f4efe6",
    mark: "#7a6546",
};

/// The dark theme.
pub const DARK: Theme = Theme {
    page: "#191a1c",
    inside: "#26282b",
    wall: "#7d8084",
    dot: "#54575b",
    rule: "#303337",
    caption: "#a4a7ab",
    ink: "#ecece9",
    bar: "#6cb0dd",
    frame: "#4d4338",
    edge: "#7d6c59",
    floor: "#232120",
    mark: "#c2ab85",
};

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// A darker colour; `left` is the fraction of light that remains.
    pub fn dimmed(self, left: f64) -> Colour {
        let dim = |part: u8| (f64::from(part) * left).round() as u8;
        Colour(dim(self.0), dim(self.1), dim(self.2))
    }

    /// A mixture with another colour; `part` is that colour's share.
    fn towards(self, other: Colour, part: f32) -> Colour {
        let mix = |from: u8, to: u8| (f32::from(from) * (1.0 - part) + f32::from(to) * part) as u8;
        Colour(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }
}

impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// Fills that remain distinct with any colour vision, and suit dark text: the *light* scheme of Paul
/// Tol, without its olive, which is too loud beside the others.
pub const PIECES: [Colour; 8] = [
    Colour(0x77, 0xaa, 0xdd),
    Colour(0xee, 0x88, 0x66),
    Colour(0xee, 0xdd, 0x88),
    Colour(0xff, 0xaa, 0xbb),
    Colour(0x44, 0xbb, 0x99),
    Colour(0x99, 0xdd, 0xff),
    Colour(0xbb, 0xcc, 0x33),
    Colour(0xdd, 0xdd, 0xdd),
];

/// The colour of a kind of pieces, by its number.
pub fn kind(number: usize) -> Colour {
    PIECES[number % PIECES.len()]
}

/// One colour per piece, given which pieces touch: neighbours differ as long as there are enough colours, and
/// all colours are used about equally often.
pub fn pieces(neighbours: &[Vec<usize>]) -> Vec<Colour> {
    let mut given: Vec<usize> = vec![];
    let mut used = [0usize; PIECES.len()];
    for near in neighbours {
        let beside = |colour: usize| near.iter().filter(|&&other| given.get(other) == Some(&colour)).count();
        let best = (0..PIECES.len()).min_by_key(|&colour| (beside(colour), used[colour], colour));
        let best = best.expect("there are colours");
        used[best] += 1;
        given.push(best);
    }
    given.into_iter().map(|colour| PIECES[colour]).collect()
}

/// The ramp from near to far: amber to deep blue, darker throughout, so it is readable without colour vision.
const RAMP: [Colour; 6] = [
    Colour(243, 176, 47),
    Colour(232, 119, 62),
    Colour(200, 72, 104),
    Colour(143, 62, 142),
    Colour(92, 62, 160),
    Colour(52, 66, 158),
];

/// The bright centre of a goal, drawn on top of its colour.
pub const HEART: &str = "#fff3c4";

/// The colour of a relative distance from near, 0, to far, 1.
pub fn distance(part: f32) -> Colour {
    let at = part * (RAMP.len() - 1) as f32;
    let first = (at as usize).min(RAMP.len() - 2);
    RAMP[first].towards(RAMP[first + 1], at - first as f32)
}

/// The number of shades for distances.
pub const SHADES: usize = 48;

/// One of the [`SHADES`], from near, 0, to far.
pub fn shade(number: usize) -> Colour {
    distance(number as f32 / (SHADES - 1) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_differ_in_colour() {
        let all: Vec<Vec<usize>> = (0..8).map(|i| (0..8).filter(|j| *j != i).collect()).collect();
        let given: std::collections::BTreeSet<String> = pieces(&all).iter().map(Colour::to_string).collect();
        assert_eq!(given.len(), 8);
    }

    #[test]
    fn farther_is_darker() {
        let light = |Colour(r, g, b): Colour| 0.21 * f32::from(r) + 0.72 * f32::from(g) + 0.07 * f32::from(b);
        let shades: Vec<f32> = (0..=5).map(|i| light(distance(i as f32 / 5.0))).collect();
        assert!(shades.windows(2).all(|pair| pair[1] < pair[0] + 2.0), "{shades:?}");
        assert_eq!((distance(0.0), distance(1.0)), (RAMP[0], RAMP[5]));
    }
}
