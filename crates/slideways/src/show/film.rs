//! A solution as a film: an animated SVG, or a sequence of frames.
//!
//! In the SVG every piece that moves has one animation over the whole film, which needs no script. Pixel
//! formats need [frames](Film::frame) instead, a few per move. Both follow the path of a move with all its
//! bends, ease in and out, pause at the end and start again.

use super::board::{self, BoardPlan, Look, Page};
use super::story::Story;
use super::strip::corners;
use super::strokes;
use super::svg::{Path, Point, SvgNumber};
use std::fmt::Write;

/// The height below the board for the move number.
const COUNTER: f64 = 22.0;

/// The fraction of a move's time in which pieces move.
const MOVING: f64 = 0.72;

/// The speed of a film.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Seconds per move.
    pub seconds: f64,
    /// Seconds of rest at the end; the rest at the start is half as long.
    pub rest: f64,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { seconds: 0.5, rest: 2.0 }
    }
}

/// A film, ready to be drawn.
pub struct Film<'s> {
    story: &'s Story,
    look: Look,
    pace: Pace,
    plan: BoardPlan,
    /// Everything that does not move.
    background: String,
    /// The figures, relative to their anchors, and their positions before and after every move.
    figures: Vec<String>,
    at: Vec<Vec<Point>>,
}

/// A frame of a film.
pub struct Frame {
    /// The picture.
    pub svg: String,
    /// The display time in hundredths of a second.
    pub hundredths: u16,
}

impl<'s> Film<'s> {
    /// Prepares a film. Durations that are not a number or out of range are clamped.
    pub fn new(story: &'s Story, look: &Look, pace: &Pace) -> Film<'s> {
        let within = |seconds: f64, least: f64, usual: f64| match seconds.is_nan() {
            true => usual,
            false => seconds.clamp(least, 60.0),
        };
        let pace = Pace { seconds: within(pace.seconds, 0.02, 0.5), rest: within(pace.rest, 0.0, 2.0) };
        let scene = story.scene();
        let plan = BoardPlan::new(scene, board::MARGIN);
        let corner = |&cell: &_| plan.corner(scene.grid.offset(cell));
        Film {
            story,
            look: *look,
            pace,
            plan,
            background: board::background(scene, &plan),
            figures: scene.figures.iter().map(|figure| board::drawn(figure, &plan)).collect(),
            at: story.along().iter().map(|cells| cells.iter().map(corner).collect()).collect(),
        }
    }

    /// The whole film as one animated SVG. It needs no script.
    pub fn svg(&self) -> String {
        let total = 1.5 * self.pace.rest + self.pace.seconds * self.story.moves().len() as f64;
        let mut body = self.background.clone();
        body.push_str("<g class=\"pieces\">\n");
        for (index, figure) in self.story.scene().figures.iter().enumerate() {
            let (x, y) = self.at[0][index];
            let _ = writeln!(
                body,
                "<g class=\"piece\" data-piece=\"{}\" transform=\"translate({} {})\">{}{}</g>",
                figure.number,
                SvgNumber(x),
                SvgNumber(y),
                self.animation(index, total),
                self.figures[index],
            );
        }
        body.push_str("</g>\n");
        body.push_str(&self.counters(total));
        self.document(&body)
    }

    /// The animation of one figure over the whole film; empty if the figure never moves.
    fn animation(&self, index: usize, total: f64) -> String {
        let number = self.story.scene().figures[index].number;
        let mut keys = vec![(0.0, self.at[0][index], "")];
        for (i, played) in self.story.moves().iter().enumerate() {
            if !played.pieces.contains(&number) {
                continue;
            }
            let begin = 0.5 * self.pace.rest + self.pace.seconds * i as f64;
            let route = corners(self.at[i][index], &self.plan, &played.path);
            let whole = length(&route);
            let mut gone = 0.0;
            keys.push((begin, route[0], "0 0 1 1"));
            for (leg, ends) in route.windows(2).enumerate() {
                gone += length(ends);
                // Ease out of the start and into the end; pass the corners at constant speed.
                let ease = match (leg == 0, leg + 2 == route.len()) {
                    (true, true) => ".4 0 .3 1",
                    (true, false) => ".5 0 1 1",
                    (false, true) => "0 0 .5 1",
                    (false, false) => "0 0 1 1",
                };
                keys.push((begin + self.pace.seconds * MOVING * gone / whole, ends[1], ease));
            }
        }
        let Some(&(_, end, _)) = keys.last().filter(|_| keys.len() > 1) else { return String::new() };
        keys.push((total, end, "0 0 1 1"));
        let joined = |words: Vec<String>| words.join(";");
        let values = joined(
            keys.iter().map(|(_, (x, y), _)| format!("{} {}", SvgNumber(*x), SvgNumber(*y))).collect(),
        );
        let times = joined(keys.iter().map(|(time, ..)| part(time / total)).collect());
        let splines = joined(keys[1..].iter().map(|(.., ease)| (*ease).to_owned()).collect());
        format!(
            "<animateTransform attributeName=\"transform\" type=\"translate\" dur=\"{}s\" \
             repeatCount=\"indefinite\" calcMode=\"spline\" values=\"{values}\" keyTimes=\"{times}\" \
             keySplines=\"{splines}\"/>",
            SvgNumber(total)
        )
    }

    /// The move numbers, each visible during its move.
    fn counters(&self, total: f64) -> String {
        let mut text = String::new();
        let n = self.story.moves().len();
        for moves in 0..=n {
            let time = |moves: usize| 0.5 * self.pace.rest + self.pace.seconds * moves as f64;
            let begin = if moves == 0 { 0.0 } else { time(moves - 1) };
            let end = if moves == n { total } else { time(moves) };
            let (values, times) = match (begin, end) {
                (0.0, end) if end >= total => ("inline".to_owned(), "0".to_owned()),
                (0.0, end) => ("inline;none".to_owned(), format!("0;{}", part(end / total))),
                (begin, end) if end >= total => {
                    ("none;inline".to_owned(), format!("0;{}", part(begin / total)))
                }
                (begin, end) => (
                    "none;inline;none".to_owned(),
                    format!("0;{};{}", part(begin / total), part(end / total)),
                ),
            };
            let hidden = if moves == 0 { "" } else { " display=\"none\"" };
            let _ = writeln!(
                text,
                "<path class=\"caption\"{hidden} d=\"{}\"><animate attributeName=\"display\" calcMode=\"discrete\" \
                 dur=\"{}s\" repeatCount=\"indefinite\" values=\"{values}\" keyTimes=\"{times}\"/></path>",
                self.counter(moves),
                SvgNumber(total),
            );
        }
        text
    }

    fn counter(&self, moves: usize) -> Path {
        let mut path = Path::default();
        let at = (self.plan.size.0 / 2.0, self.plan.size.1 + COUNTER / 2.0 - 7.0);
        let text = self.story.count(moves);
        let high = 10.0_f64.min((self.plan.size.0 - 16.0) / strokes::width(&text, 1.0));
        strokes::draw_centred(&mut path, at, high, &text);
        path
    }

    fn document(&self, body: &str) -> String {
        let size = (self.plan.size.0, self.plan.size.1 + COUNTER);
        board::document(&self.look, size, "", &self.story.title(), body)
    }

    /// Frames per move.
    fn per_move(&self) -> usize {
        ((self.pace.seconds * MOVING / 0.06).round() as usize).clamp(1, 8)
    }

    /// The number of frames.
    pub fn frames(&self) -> usize {
        1 + self.story.moves().len() * self.per_move()
    }

    /// Draws frame `number`, from 0; past the end, the last. Pixels cannot follow the reader's settings, so
    /// [`Page::Auto`] becomes light.
    pub fn frame(&self, number: usize) -> Frame {
        let (each, last) = (self.per_move(), self.frames() - 1);
        let number = number.min(last);
        let (done, phase) = (number.div_ceil(each), number % each);
        let mut body = self.background.clone();
        body.push_str("<g class=\"pieces\">\n");
        for (index, figure) in self.figures.iter().enumerate() {
            let (x, y) = self.point(index, done, if phase == 0 { 1.0 } else { phase as f64 / each as f64 });
            let _ =
                writeln!(body, "<g transform=\"translate({} {})\">{figure}</g>", SvgNumber(x), SvgNumber(y));
        }
        body.push_str("</g>\n");
        let _ = writeln!(body, "<path class=\"caption\" d=\"{}\"/>", self.counter(done));
        // Times are rounded where a frame starts, so rounding errors do not accumulate.
        let reached = |number: usize| {
            let (start, seconds) = (0.5 * self.pace.rest, self.pace.seconds);
            let time = match number.checked_sub(1) {
                None => 0.0,
                Some(i) if i == last => start + self.story.moves().len() as f64 * seconds + self.pace.rest,
                Some(i) => start + ((i / each) as f64 + MOVING * (i % each) as f64 / each as f64) * seconds,
            };
            (time * 100.0).round()
        };
        let hundredths = (reached(number + 1) - reached(number)).clamp(2.0, 6000.0) as u16;
        let fixed = if self.look.page == Page::Auto { Page::Light } else { self.look.page };
        let film = Look { page: fixed, ..self.look };
        let size = (self.plan.size.0, self.plan.size.1 + COUNTER);
        Frame { svg: board::document(&film, size, "", &self.story.scene().title, &body), hundredths }
    }

    /// The position of a figure during move `done`, counted from 1, after a fraction of the move's time.
    fn point(&self, index: usize, done: usize, part: f64) -> Point {
        let number = self.story.scene().figures[index].number;
        let played = done.checked_sub(1).map(|i| (i, &self.story.moves()[i]));
        let Some((i, played)) = played.filter(|(_, played)| part < 1.0 && played.pieces.contains(&number))
        else {
            return self.at[done][index];
        };
        let route = corners(self.at[i][index], &self.plan, &played.path);
        let mut left = length(&route) * part * part * (3.0 - 2.0 * part);
        for ends in route.windows(2) {
            let leg = length(ends);
            if left <= leg {
                let along = |from: f64, to: f64| from + (to - from) * left / leg;
                return (along(ends[0].0, ends[1].0), along(ends[0].1, ends[1].1));
            }
            left -= leg;
        }
        self.at[done][index]
    }
}

/// The length of a path.
fn length(route: &[Point]) -> f64 {
    route.windows(2).map(|ends| (ends[1].0 - ends[0].0).hypot(ends[1].1 - ends[0].1)).sum()
}

/// A fraction, in few digits.
fn part(part: f64) -> String {
    let text = format!("{part:.5}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::sliding;
    use crate::grid::Dir::{Down, Left, Right};
    use crate::puzzle::rule::Move;

    fn story() -> Story {
        let puzzle = sliding::parse("2 x 3\n1 = 1\n2 = 1\n100002\ngoal 1@1,2\n").unwrap().puzzle;
        let moves = [
            Move { pieces: vec![1], path: vec![Left] },
            Move { pieces: vec![0], path: vec![Right, Right, Down] },
        ];
        Story::of_puzzle(&puzzle, &moves).unwrap()
    }

    #[test]
    fn frames_begin_at_the_start_and_end_at_the_end() {
        let story = story();
        let film = Film::new(&story, &Look::default(), &Pace { seconds: 0.5, rest: 2.0 });
        let each = film.per_move();
        assert_eq!(film.frames(), 1 + 2 * each);
        assert_eq!(film.point(0, 0, 1.0), film.at[0][0]);
        assert_eq!(film.point(0, 2, 1.0), film.at[2][0]);
        // Half of a path of two steps right and one down is one and a half steps to the right.
        let (x, y) = film.point(0, 2, 0.5);
        assert_eq!((x - film.at[0][0].0, y - film.at[0][0].1), (60.0, 0.0));
        let hundredths: u32 = (0..film.frames()).map(|i| u32::from(film.frame(i).hundredths)).sum();
        assert_eq!(hundredths, 100 + 2 * 50 + 200);
        assert!(!film.frame(0).svg.contains("@media"), "pixels cannot follow the reader");
    }

    #[test]
    fn a_piece_that_rests_has_no_animation_and_times_grow() {
        let story = story();
        let svg = Film::new(&story, &Look::default(), &Pace::default()).svg();
        assert_eq!(svg.matches("<animateTransform").count(), 2);
        for times in svg.split("keyTimes=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let times: Vec<f64> = times.split(';').map(|time| time.parse().unwrap()).collect();
            assert!(times[0] == 0.0 && times.windows(2).all(|pair| pair[0] <= pair[1]), "{times:?}");
        }
    }

    #[test]
    fn every_pace_is_clamped() {
        let story = story();
        for seconds in [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e300] {
            let film = Film::new(&story, &Look::default(), &Pace { seconds, rest: seconds });
            assert!(film.frames() > 2 && film.frame(usize::MAX).hundredths >= 2);
            assert!(!film.svg().contains("NaN"));
        }
    }
}
