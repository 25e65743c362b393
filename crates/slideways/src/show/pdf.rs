//! Pictures as the pages of a PDF, with exact sizes for printers.
//!
//! `usvg` resolves styles and shapes into paths; this module writes them with `pdf-writer`. Our pictures have
//! only filled and stroked paths in plain colours, so nothing else is supported: gradients, images and fonts
//! are left out. This module requires the feature `raster`.

use super::raster::RasterError;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref};
use resvg::tiny_skia::{PathSegment, Transform};
use resvg::usvg::{Fill, FillRule, Group, LineCap, LineJoin, Node, Options, Paint, Path, Stroke, Tree};

/// Points per unit of a picture: 72 points and 96 units are an inch.
const POINT: f32 = 0.75;

/// A PDF whose pages are these pictures.
pub fn pdf<S: AsRef<str>>(pictures: &[S]) -> Result<Vec<u8>, RasterError> {
    let trees: Vec<Tree> = pictures
        .iter()
        .map(|picture| Tree::from_str(picture.as_ref(), &Options::default()))
        .collect::<Result<_, _>>()
        .map_err(|error| RasterError::NotAPicture(error.to_string()))?;
    let (catalog, list) = (Ref::new(1), Ref::new(2));
    let page = |number: usize| Ref::new(3 + 2 * number as i32);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(list);
    pdf.pages(list).kids((0..trees.len()).map(page)).count(trees.len() as i32);
    for (number, tree) in trees.iter().enumerate() {
        let (wide, high) = (tree.size().width() * POINT, tree.size().height() * POINT);
        let content = Ref::new(page(number).get() + 1);
        let mut leaf = pdf.page(page(number));
        leaf.media_box(Rect::new(0.0, 0.0, wide, high)).parent(list).contents(content);
        let mut opacities = vec![];
        // A PDF counts from the lower left corner.
        let place = Transform::from_row(POINT, 0.0, 0.0, -POINT, 0.0, high);
        let mut drawing = Drawing { content: Content::new(), opacities: &mut opacities, place };
        drawing.group(tree.root());
        let bytes = drawing.content.finish();
        let mut resources = leaf.resources();
        let mut states = resources.ext_g_states();
        for (state, &opacity) in opacities.iter().enumerate() {
            let name = format!("o{state}");
            let opacity = f32::from(opacity) / 255.0;
            states
                .insert(Name(name.as_bytes()))
                .start::<pdf_writer::writers::ExtGraphicsState>()
                .non_stroking_alpha(opacity)
                .stroking_alpha(opacity);
        }
        states.finish();
        resources.finish();
        leaf.finish();
        pdf.stream(content, &bytes);
    }
    Ok(pdf.finish())
}

/// The content of a page.
struct Drawing<'d> {
    content: Content,
    /// The opacities in use, as bytes; their graphics states have these numbers.
    opacities: &'d mut Vec<u8>,
    place: Transform,
}

impl Drawing<'_> {
    fn group(&mut self, group: &Group) {
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group),
                Node::Path(path) if path.is_visible() => self.path(path),
                Node::Path(_) | Node::Image(_) | Node::Text(_) => {}
            }
        }
    }

    fn path(&mut self, path: &Path) {
        let place = self.place.pre_concat(path.abs_transform());
        if let Some((fill, [r, g, b])) = path.fill().and_then(|fill| Some((fill, plain(fill.paint())?))) {
            self.opacity(fill.opacity().get());
            self.content.set_fill_rgb(r, g, b);
            self.outline(path, place);
            self.fill(fill);
        }
        if let Some((stroke, [r, g, b])) = path.stroke().and_then(|line| Some((line, plain(line.paint())?))) {
            self.opacity(stroke.opacity().get());
            self.content.set_stroke_rgb(r, g, b);
            self.pen(stroke, place);
            self.outline(path, place);
            self.content.stroke();
        }
    }

    fn fill(&mut self, fill: &Fill) {
        match fill.rule() {
            FillRule::NonZero => self.content.fill_nonzero(),
            FillRule::EvenOdd => self.content.fill_even_odd(),
        };
    }

    fn pen(&mut self, stroke: &Stroke, place: Transform) {
        let scale = (place.sx * place.sy - place.kx * place.ky).abs().sqrt();
        self.content.set_line_width(stroke.width().get() * scale);
        self.content.set_line_cap(match stroke.linecap() {
            LineCap::Butt => LineCapStyle::ButtCap,
            LineCap::Round => LineCapStyle::RoundCap,
            LineCap::Square => LineCapStyle::ProjectingSquareCap,
        });
        self.content.set_line_join(match stroke.linejoin() {
            LineJoin::Round => LineJoinStyle::RoundJoin,
            LineJoin::Bevel => LineJoinStyle::BevelJoin,
            LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
        });
    }

    fn opacity(&mut self, opacity: f32) {
        let opacity = (opacity * 255.0).round() as u8;
        let known = self.opacities.iter().position(|&other| other == opacity);
        let state = known.unwrap_or_else(|| {
            self.opacities.push(opacity);
            self.opacities.len() - 1
        });
        self.content.set_parameters(Name(format!("o{state}").as_bytes()));
    }

    fn outline(&mut self, path: &Path, place: Transform) {
        let Some(moved) = path.data().clone().transform(place) else { return };
        let mut last = (0.0, 0.0);
        for segment in moved.segments() {
            match segment {
                PathSegment::MoveTo(to) => {
                    self.content.move_to(to.x, to.y);
                    last = (to.x, to.y);
                }
                PathSegment::LineTo(to) => {
                    self.content.line_to(to.x, to.y);
                    last = (to.x, to.y);
                }
                // A PDF has only cubic curves.
                PathSegment::QuadTo(by, to) => {
                    let third = |from: f32, to: f32| from + 2.0 / 3.0 * (to - from);
                    let (x1, y1) = (third(last.0, by.x), third(last.1, by.y));
                    let (x2, y2) = (third(to.x, by.x), third(to.y, by.y));
                    self.content.cubic_to(x1, y1, x2, y2, to.x, to.y);
                    last = (to.x, to.y);
                }
                PathSegment::CubicTo(one, two, to) => {
                    self.content.cubic_to(one.x, one.y, two.x, two.y, to.x, to.y);
                    last = (to.x, to.y);
                }
                PathSegment::Close => {
                    self.content.close_path();
                }
            }
        }
    }
}

/// A plain colour, from 0 to 1; `None` for gradients and patterns.
fn plain(paint: &Paint) -> Option<[f32; 3]> {
    match paint {
        Paint::Color(colour) => {
            Some([colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_is_a_page_of_its_size() {
        let picture = "<svg xmlns='http://www.w3.org/2000/svg' width='210mm' height='297mm' viewBox='0 0 210 297'>\
                       <path d='M1 1L9 1Q9 9 1 9Z' fill='#f00' fill-opacity='.5' stroke='#000'/></svg>";
        let bytes = pdf(&[picture, picture]).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.starts_with("%PDF-") && text.trim_end().ends_with("%%EOF"));
        assert!(text.contains("/Count 2"));
        // A4 is 595.3 x 841.9 points.
        assert_eq!(text.matches("/MediaBox [0 0 595.27").count(), 2, "{text}");
        assert!(text.contains("1 0 0 rg") && text.contains("/ca 0.5"));
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        assert!(matches!(pdf(&["klotski"]), Err(RasterError::NotAPicture(_))));
    }
}
