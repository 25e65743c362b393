//! Boards, strips and films, as SVG files and as pixels.

use slideways::grid::Dir::{Left, Right, Up};
use slideways::puzzle::rule::Move;
use slideways::show::board::{self, Look, Page};
use slideways::show::film::{Film, Pace};
use slideways::show::scene::Scene;
use slideways::show::story::Story;
use slideways::show::strip::{self, Rows};
use slideways::{Who, format};

/// A hooked piece, a gate for it, a wall, and a small piece in its way.
const HOOK: &str = "2 x 4 Hook\n1 = 11/1\n2 = 1\n102x\nonly 1 1,3\ngoal 1@0,2\n";

fn hook() -> Story {
    let puzzle = format::parse(HOOK).unwrap().puzzle;
    Story::of_puzzle(&puzzle, &[Move { pieces: vec![1], path: vec![Left] }]).unwrap()
}

fn eight() -> Story {
    let start = format::tiles::parse("0 1 2/4 5 3/7 8 6", None).unwrap();
    let goal = slideways::tiles::Goal::blank_last(start.size()).some_board();
    Story::of_board(&start, &goal, &[Left, Left, Up, Up], Who::Set).unwrap()
}

#[test]
fn a_board_in_full() {
    insta::assert_snapshot!(board::svg(hook().scene(), &Look { page: Page::Bare, cell: 40.0 }));
}

#[test]
fn a_strip_in_full() {
    let look = Look { page: Page::Auto, cell: 20.0 };
    insta::assert_snapshot!(strip::svg(&eight(), &look, &Rows { width: 300.0, every: 1 }));
}

#[test]
fn a_film_in_full() {
    let film = hook();
    let film = Film::new(&film, &Look { page: Page::Dark, cell: 40.0 }, &Pace::default());
    insta::assert_snapshot!(film.svg());
}

#[test]
fn a_strip_has_a_board_for_every_move_and_an_arrow_on_all_but_the_last() {
    let story = eight();
    let drawn = |every| strip::svg(&story, &Look::default(), &Rows { width: 500.0, every });
    assert_eq!(drawn(1).matches("href=\"#ground\"").count(), 3);
    // One arrow per tile: the halo is one path.
    assert_eq!(drawn(1).matches("class=\"halo\"").count(), 2);
    assert_eq!(drawn(5).matches("href=\"#ground\"").count(), 2);
    assert!(drawn(0) == drawn(1));
}

#[test]
fn layers_stand_side_by_side_and_a_piece_in_two_of_them_is_one() {
    let puzzle = format::parse("2 x 2 x 2\n1 = 1//1\n2 = 11\n102\ngoal 1@0,0,1\n").unwrap().puzzle;
    let picture = board::svg(&Scene::of_puzzle(&puzzle, puzzle.start()), &Look::default());
    assert_eq!(picture.matches("class=\"piece\"").count(), 2);
    assert!(picture.contains("data-layer=\"116\""), "{}", &picture[..300]);
    let story = Story::of_puzzle(&puzzle, &[Move { pieces: vec![0], path: vec![Right] }]).unwrap();
    assert_ne!(story.after(1), *story.scene());
}

#[cfg(feature = "raster")]
mod pixels {
    use super::*;
    use slideways::show::raster::{self, RasterError};
    use std::collections::BTreeSet;

    fn decoded(png: &[u8]) -> (usize, usize, Vec<[u8; 3]>) {
        let pixels = resvg::tiny_skia::Pixmap::decode_png(png).unwrap();
        let colours = pixels.pixels().iter().map(|p| [p.red(), p.green(), p.blue()]).collect();
        (pixels.width() as usize, pixels.height() as usize, colours)
    }

    #[test]
    fn a_board_has_its_size_and_its_colours() {
        let klotski = slideways::library::puzzle("klotski").unwrap();
        let scene = Scene::of_puzzle(&klotski, klotski.start());
        let of = |page| {
            let svg = board::svg(&scene, &Look { page, cell: 20.0 });
            decoded(&raster::png(&svg, 2.0).unwrap())
        };
        let (light, dark) = (of(Page::Light), of(Page::Dark));
        let (wide, high) = board::size(&scene);
        assert_eq!((light.0 as f64, light.1 as f64), (wide, high));
        let all: BTreeSet<[u8; 3]> = light.2.iter().copied().collect();
        for figure in &scene.figures {
            let slideways::show::palette::Colour(red, green, blue) = figure.fill;
            assert!(all.contains(&[red, green, blue]), "{}", figure.name);
        }
        assert!(all.len() > 50);
        assert_eq!((light.2[0], dark.2[0]), ([255, 255, 255], [0x19, 0x1a, 0x1c]));
    }

    #[test]
    fn what_is_no_picture_or_too_large_is_refused() {
        assert!(matches!(raster::png("<svg", 1.0), Err(RasterError::NotAPicture(_))));
        let svg = board::svg(hook().scene(), &Look::default());
        for scale in [1e9, 0.0, -1.0, f32::NAN, f32::INFINITY] {
            assert!(matches!(raster::png(&svg, scale), Err(RasterError::TooLarge(..))), "{scale}");
        }
    }

    #[test]
    fn a_film_runs_again_and_again_and_ends_at_the_goal() {
        let story = eight();
        let film = Film::new(&story, &Look { page: Page::Light, cell: 20.0 }, &Pace::default());
        let mut bytes = vec![];
        raster::gif(&film, 1.0, &mut bytes, &mut || false).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&bytes[..]).unwrap();
        assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
        let (wide, high) = (usize::from(decoder.width()), usize::from(decoder.height()));
        let mut seen = vec![[0; 3]; wide * high];
        let mut frames = 0;
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            assert_eq!(frame.delay, film.frame(frames).hundredths);
            for (i, pixel) in frame.buffer.chunks(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
                let (row, col) = (i / usize::from(frame.width), i % usize::from(frame.width));
                let at = (row + usize::from(frame.top)) * wide + col + usize::from(frame.left);
                seen[at] = [pixel[0], pixel[1], pixel[2]];
            }
            frames += 1;
        }
        assert_eq!(frames, film.frames());
        let end = decoded(&raster::png(&film.frame(frames).svg, 1.0).unwrap());
        assert_eq!((wide, high), (end.0, end.1));
        let far = |a: &[u8; 3], b: &[u8; 3]| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > 24);
        assert_eq!(seen.iter().zip(&end.2).filter(|(a, b)| far(a, b)).count(), 0);
        // The last board is the goal: no tile is left to move.
        assert_eq!(
            story.after(2).figures.iter().map(|f| f.at.index()).collect::<Vec<_>>(),
            (0..8).collect::<Vec<_>>()
        );
    }

    #[test]
    fn a_film_that_is_stopped_says_so() {
        let story = eight();
        let film = Film::new(&story, &Look::default(), &Pace::default());
        let mut asked = 0;
        let mut stop = || {
            asked += 1;
            asked > 9
        };
        let end = raster::gif(&film, 0.3, &mut vec![], &mut stop);
        assert!(matches!(end, Err(RasterError::Stopped)));
    }
}
