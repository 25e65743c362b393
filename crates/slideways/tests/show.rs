//! Snapshots of pictures of packings.

use slideways::grid::Grid;
use slideways::lock::rule::Packing;
use slideways::show::{isometric, packing};

/// A plane box with a wall, a hole, a hooked piece and a piece in two parts.
fn plane() -> Packing {
    Packing::parse(Grid::plane(3, 4).unwrap(), "aab# a.bb acac").unwrap()
}

/// Two upright bricks and one across, with a hole.
fn solid() -> Packing {
    Packing::parse(Grid::solid(2, 2, 3).unwrap(), "aabccb aabdd.").unwrap()
}

#[test]
fn the_layers_of_packings_are_drawn_as_before() {
    insta::assert_snapshot!("plane_layers", packing::svg(&plane()));
    insta::assert_snapshot!("solid_layers", packing::svg(&solid()));
    insta::assert_snapshot!("solid_outlined", packing::outlined(&solid()));
    insta::assert_snapshot!("solid_ascii", packing::ascii(&solid()));
}

#[test]
fn packings_in_space_are_drawn_as_before() {
    insta::assert_snapshot!("plane_isometric", isometric::svg(&plane()));
    insta::assert_snapshot!("solid_isometric", isometric::svg(&solid()));
    insta::assert_snapshot!("solid_closed", isometric::closed(&solid()));
}

#[test]
fn a_picture_needs_no_more_than_itself() {
    for picture in [packing::svg(&solid()), isometric::svg(&solid())] {
        assert_eq!(picture.matches("http").count(), 1, "only the name of the XML namespace");
        assert!(
            picture.contains("prefers-color-scheme:dark")
                && picture.contains("<title>2 x 2 x 3 box, 4 pieces")
        );
        assert!(!picture.contains("NaN") && !picture.contains("inf"));
    }
}
