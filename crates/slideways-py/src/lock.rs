//! Packings in which nothing slides.

use crate::errors::{unfit, unpacked};
use crate::picture::{self, Drawn};
use crate::puzzle::{json, stopped};
use crate::watch::Options;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use slideways::Who;
use slideways::design::range;
use slideways::format::pieces;
use slideways::grid::Grid;
use slideways::lock::{self, Locked, Spec, Stock, Want};
use slideways::outcome::Outcome;
use slideways::show;
use slideways::show::json::packing::Packings as PackingsObject;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A question about packings: a box and the pieces that may lock it.
///
/// >>> import slideways as sw
/// >>> cube = sw.lock("4x4x4", "2x2x1")
/// >>> fewest = cube.fewest()
/// >>> fewest.pieces, fewest.classes
/// (12, 3)
/// >>> sw.lock("4x4", "2x1").census().raw
/// 37
#[pyclass(frozen, module = "slideways")]
pub struct Lock {
    spec: Spec,
    container: String,
    kinds: Vec<String>,
    words: Vec<String>,
}

/// The packings of a box with any number of pieces of the given shapes.
///
/// `box` is a size such as "4x4x4", or its sides. A piece is a brick such as "2x2x1", a pattern such as
/// "11/01", or the name of a polyomino, with a range of numbers if one is wanted: "2x1:2..4". `strength` is
/// "piece" if no single piece may slide, "set" if no set of pieces may. `maximal` admits only packings to
/// which no piece can be added, `mirror=False` no mirror images of the pieces.
#[pyfunction]
#[pyo3(name = "lock", signature = (r#box, *pieces, strength="piece", maximal=false, mirror=true))]
pub fn lock_box(
    r#box: &Bound<PyAny>,
    pieces: &Bound<PyTuple>,
    strength: &str,
    maximal: bool,
    mirror: bool,
) -> PyResult<Lock> {
    let container = sides_of(r#box)?;
    let words: Vec<String> = pieces.extract()?;
    let grid = grid(&container)?;
    let mut spec = Spec::new(grid, []);
    let mut kinds = vec![];
    for word in &words {
        let (name, numbers) = match word.rsplit_once(':') {
            Some((name, numbers)) => (name, range(numbers).map_err(|why| unfit(why, None))?),
            None => (&**word, 0..=u32::MAX),
        };
        for (name, shape) in self::pieces(name).map_err(|why| unfit(why, None))? {
            spec.kinds.push(Stock { shape, at_least: *numbers.start(), at_most: *numbers.end() });
            kinds.push(name);
        }
    }
    spec.strength = match strength {
        "piece" => Who::Piece,
        "set" => Who::Set,
        _ => {
            return Err(unfit(
                format!("`{strength}` is not a strength"),
                Some("use piece or set".to_owned()),
            ));
        }
    };
    (spec.maximal, spec.mirror) = (maximal, mirror);
    lock::Lock::of(spec.clone()).outline(Want::Census).map_err(|why| unpacked(&why))?;
    Ok(Lock { spec, container, kinds, words })
}

/// The size of a box as text.
pub fn sides_of(given: &Bound<PyAny>) -> PyResult<String> {
    match given.extract::<String>() {
        Ok(text) => Ok(text),
        Err(_) => {
            let sides: Vec<usize> = given.extract()?;
            Ok(sides.iter().map(usize::to_string).collect::<Vec<_>>().join("x"))
        }
    }
}

/// The box of a size.
pub fn grid(text: &str) -> PyResult<Grid> {
    text.parse().map_err(|why| unfit(why, Some("write a size such as 4x4 or 4x4x4".to_owned())))
}

impl Lock {
    fn ask(&self, py: Python, want: Want, options: Options) -> PyResult<Packings> {
        let spec = self.spec.clone();
        let answer = options.run(py, move |watch, limits| {
            let lock = lock::Lock::of(spec).limits(limits).watch(watch);
            match want {
                Want::Census => lock.census(),
                Want::Fewest => lock.fewest(),
                Want::Count => lock.count(),
            }
        })?;
        let answer = Arc::new(answer.map_err(|why| unpacked(&why))?);
        Ok(Packings { answer, container: self.container.clone(), kinds: self.kinds.clone() })
    }
}

#[pymethods]
impl Lock {
    /// All packings, up to symmetry.
    #[pyo3(signature = (*, threads=None, memory=None, time=None, progress=None))]
    fn census(
        &self,
        py: Python,
        threads: Option<usize>,
        memory: Option<u64>,
        time: Option<f64>,
        progress: Option<&Bound<PyAny>>,
    ) -> PyResult<Packings> {
        self.ask(py, Want::Census, Options::new(threads, memory, time, progress)?)
    }

    /// The packings with the fewest pieces, apart from the empty one, with a proof that none has fewer.
    #[pyo3(signature = (*, threads=None, memory=None, time=None, progress=None))]
    fn fewest(
        &self,
        py: Python,
        threads: Option<usize>,
        memory: Option<u64>,
        time: Option<f64>,
        progress: Option<&Bound<PyAny>>,
    ) -> PyResult<Packings> {
        self.ask(py, Want::Fewest, Options::new(threads, memory, time, progress)?)
    }

    /// The number of packings, without listing them.
    #[pyo3(signature = (*, threads=None, memory=None, time=None, progress=None))]
    fn count(
        &self,
        py: Python,
        threads: Option<usize>,
        memory: Option<u64>,
        time: Option<f64>,
        progress: Option<&Bound<PyAny>>,
    ) -> PyResult<Packings> {
        self.ask(py, Want::Count, Options::new(threads, memory, time, progress)?)
    }

    /// One packing of each class, at most `limit` of them; those with the fewest pieces if `fewest` is true.
    ///
    /// >>> import slideways as sw
    /// >>> packings = sw.lock("4x4x4", "2x2x1").packings(fewest=True)
    /// >>> [len(packing) for packing in packings]
    /// [12, 12, 12]
    #[pyo3(signature = (*, limit=1000, fewest=false, threads=None, memory=None, time=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn packings(
        &self,
        py: Python,
        limit: usize,
        fewest: bool,
        threads: Option<usize>,
        memory: Option<u64>,
        time: Option<f64>,
        progress: Option<&Bound<PyAny>>,
    ) -> PyResult<Vec<Packing>> {
        let options = Options::new(threads, memory, time, progress)?;
        let spec = self.spec.clone();
        if limit == 0 {
            return Ok(vec![]);
        }
        let (answer, found) = options.run(py, move |watch, limits| {
            let mut found = vec![];
            let mut visit = |locked: &Locked| {
                found.push(Packing { packing: locked.packing.clone() });
                if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let lock = lock::Lock::of(spec).limits(limits).watch(watch).visit(&mut visit);
            let answer = if fewest { lock.fewest() } else { lock.census() };
            (answer, found)
        })?;
        match answer.map_err(|why| unpacked(&why))?.stop {
            Some(by) if found.len() < limit => Err(stopped(py, by, None)),
            _ => Ok(found),
        }
    }

    fn __repr__(&self) -> String {
        let words: String = self.words.iter().map(|word| format!(", '{word}'")).collect();
        format!("lock('{}'{words})", self.container)
    }
}

/// The numbers of packings.
#[pyclass(frozen, module = "slideways")]
pub struct Packings {
    answer: Arc<lock::Answer>,
    container: String,
    kinds: Vec<String>,
}

impl Packings {
    fn object(&self) -> PackingsObject<'_> {
        PackingsObject::new(&self.container, &self.kinds, &self.answer)
    }
}

#[pymethods]
impl Packings {
    /// The number of packings, each counted individually, including the empty one.
    #[getter]
    fn raw(&self) -> u128 {
        self.answer.raw()
    }

    /// The number of classes up to rotation and reflection; None if packings were counted without listing.
    #[getter]
    fn classes(&self) -> Option<u64> {
        self.answer.classes()
    }

    /// The number of classes up to rotation.
    #[getter]
    fn rotation_classes(&self) -> Option<u64> {
        self.object().total.rotation_classes
    }

    /// The fewest pieces that lock the box; None if it is not known, or if no packing locks it.
    #[getter]
    fn pieces(&self) -> Option<u32> {
        self.object().fewest.flatten()
    }

    /// The number of packings by the number of pieces.
    #[getter]
    fn by_count(&self) -> std::collections::BTreeMap<u32, u128> {
        self.answer.numbers.raw()
    }

    /// `found`, `none` or `stopped`.
    #[getter]
    fn outcome(&self) -> &'static str {
        match self.answer.outcome() {
            Outcome::Solved(_) => "found",
            Outcome::Unsolvable(_) => "none",
            Outcome::Bounded { .. } | Outcome::Stopped { .. } => "stopped",
        }
    }

    /// Whether the numbers cover all packings.
    #[getter]
    fn complete(&self) -> bool {
        self.answer.is_complete()
    }

    /// The JSON object that `slideways lock --json` prints.
    fn json(&self) -> String {
        json(&self.object())
    }

    fn __repr__(&self) -> String {
        let classes = self.classes().map_or(String::new(), |classes| format!(" in {classes} classes"));
        format!("<Packings: {}{classes}, {}>", self.raw(), self.outcome())
    }
}

/// A packing: pieces in a box.
///
/// >>> import slideways as sw
/// >>> packing = sw.Packing("2x3", "aab ccb")
/// >>> len(packing), packing.locked
/// (3, True)
/// >>> sw.Packing("2x2", "aa 00").slide()
/// ('1', 'D')
#[pyclass(frozen, module = "slideways")]
pub struct Packing {
    packing: lock::rule::Packing,
}

#[pymethods]
impl Packing {
    /// Read a packing: one character per cell in reading order, the same for all cells of a piece; `0` and
    /// `.` are empty.
    #[new]
    fn new(r#box: &Bound<PyAny>, text: &str) -> PyResult<Packing> {
        let packing = lock::rule::Packing::parse(grid(&sides_of(r#box)?)?, text);
        Ok(Packing { packing: packing.map_err(|why| unfit(why, None))? })
    }

    /// The packing in one line, as `slideways lock` prints it.
    #[getter]
    fn text(&self) -> String {
        self.packing.print()
    }

    /// The size of the box.
    #[getter]
    fn r#box(&self) -> String {
        self.packing.grid.to_string().replace(' ', "")
    }

    /// Whether no piece can slide.
    #[getter]
    fn locked(&self) -> bool {
        self.packing.slide(Who::Piece).is_none()
    }

    /// The pieces that can slide and their direction, by the plain rule; None if the packing is locked.
    #[pyo3(signature = (strength="piece"))]
    fn slide(&self, strength: &str) -> PyResult<Option<(String, char)>> {
        let who = match strength {
            "piece" => Who::Piece,
            "set" => Who::Set,
            _ => {
                return Err(unfit(
                    format!("`{strength}` is not a strength"),
                    Some("use piece or set".to_owned()),
                ));
            }
        };
        let names = |set: std::collections::BTreeSet<usize>| {
            set.iter().map(|&piece| self.packing.name(piece)).collect()
        };
        Ok(self.packing.slide(who).map(|(set, dir)| (names(set), dir.letter())))
    }

    /// The picture as SVG: the layers side by side, or the pieces in space, drawn apart, if `isometric` is
    /// true.
    #[pyo3(signature = (*, page="auto", isometric=false))]
    fn svg(&self, page: &str, isometric: bool) -> PyResult<String> {
        let page = picture::page(page)?;
        Ok(match isometric {
            true => show::isometric::svg_on(&self.packing, page),
            false => show::packing::svg_on(&self.packing, page),
        })
    }

    /// The picture as PNG; `scale` is the number of pixels per unit of the picture.
    #[pyo3(signature = (*, page="light", isometric=false, scale=1.0))]
    fn png<'p>(
        &self,
        py: Python<'p>,
        page: &str,
        isometric: bool,
        scale: f32,
    ) -> PyResult<Bound<'p, PyBytes>> {
        picture::png(py, Drawn { svg: self.svg(page, isometric)?, scale })
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("auto", self.packing.grid.is_solid())
    }

    fn __len__(&self) -> usize {
        self.packing.pieces.len()
    }

    fn __str__(&self) -> String {
        show::packing::outlined(&self.packing)
    }

    fn __repr__(&self) -> String {
        format!("Packing('{}', '{}')", self.r#box(), self.text())
    }

    fn __eq__(&self, other: &Bound<PyAny>) -> bool {
        other
            .cast::<Packing>()
            .is_ok_and(|other| (self.text(), self.r#box()) == (other.get().text(), other.get().r#box()))
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.text().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'p>(slf: &Bound<'p, Self>) -> (Bound<'p, PyAny>, (String, String)) {
        (slf.get_type().into_any(), (slf.get().r#box(), slf.get().text()))
    }
}
