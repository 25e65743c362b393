//! `show --as` and `--output`: what is written, and to which file.

use crate::arguments::Show;
use crate::arguments::making::ShowForm;
use crate::problem::{Failure, Problem, reason};
use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    Text,
    Json,
    Svg,
    Png,
    Gif,
    Stl,
    Html,
}

impl FileFormat {
    const ALL: [(FileFormat, &'static str); 7] = [
        (FileFormat::Svg, "svg"),
        (FileFormat::Png, "png"),
        (FileFormat::Gif, "gif"),
        (FileFormat::Stl, "stl"),
        (FileFormat::Html, "html"),
        (FileFormat::Text, "txt"),
        (FileFormat::Json, "json"),
    ];

    fn of(path: &Path) -> Option<FileFormat> {
        let ending = path.extension()?.to_string_lossy().to_lowercase();
        FileFormat::ALL.into_iter().find(|(_, name)| *name == ending).map(|(format, _)| format)
    }

    fn ending(self) -> &'static str {
        FileFormat::ALL.into_iter().find(|(format, _)| *format == self).map_or("", |(_, name)| name)
    }

    /// Whether the bytes are no text.
    fn is_binary(self) -> bool {
        matches!(self, FileFormat::Png | FileFormat::Gif | FileFormat::Stl)
    }
}

impl ShowForm {
    /// The formats that a form can have, the usual one first.
    fn formats(self) -> &'static [FileFormat] {
        match self {
            ShowForm::Text => &[FileFormat::Text],
            ShowForm::Json => &[FileFormat::Json],
            ShowForm::Svg | ShowForm::Laser => &[FileFormat::Svg],
            ShowForm::Iso => &[FileFormat::Svg, FileFormat::Png],
            ShowForm::Png => &[FileFormat::Png],
            ShowForm::Gif => &[FileFormat::Gif],
            ShowForm::Stl => &[FileFormat::Stl],
            ShowForm::Html => &[FileFormat::Html],
        }
    }

    /// The form that a file name implies.
    fn of(format: FileFormat) -> ShowForm {
        match format {
            FileFormat::Text => ShowForm::Text,
            FileFormat::Json => ShowForm::Json,
            FileFormat::Svg => ShowForm::Svg,
            FileFormat::Png => ShowForm::Png,
            FileFormat::Gif => ShowForm::Gif,
            FileFormat::Stl => ShowForm::Stl,
            FileFormat::Html => ShowForm::Html,
        }
    }

    /// The form on the command line.
    pub fn option(self) -> String {
        use clap::ValueEnum;
        self.to_possible_value().map_or(String::new(), |value| format!("`--as {}`", value.get_name()))
    }
}

/// What to write, and where.
pub struct Target<'t> {
    pub form: ShowForm,
    pub format: FileFormat,
    /// The file; `None` is standard output.
    path: Option<&'t Path>,
}

impl<'t> Target<'t> {
    /// What the options ask for; `None` is a drawing for the terminal.
    pub fn new(show: &'t Show) -> Result<Option<Target<'t>>, Problem> {
        let target = Target::of(show.form, show.pictures.output.as_deref())?;
        let form = target.as_ref().map(|target| target.form);
        if let Some((option, to)) = show.making.misplaced(form) {
            return Err(Problem::new(format!("`--{option}` applies to {to} only"))
                .help(format!("choose such a form, or leave out `--{option}`")));
        }
        if let Some(target) = &target {
            target.readable(io::stdout().is_terminal())?;
        }
        Ok(target)
    }

    /// A file of a given format, or standard output.
    pub fn file(output: Option<&'t Path>, format: FileFormat) -> Result<Target<'t>, Problem> {
        let path = output.filter(|path| *path != Path::new("-"));
        match path.filter(|path| FileFormat::of(path) != Some(format)) {
            Some(path) => {
                let message = format!("`{}` is not a name for this file", path.display());
                Err(Problem::new(message).help(format!("use a name that ends in `.{}`", format.ending())))
            }
            None => Ok(Target { form: ShowForm::of(format), format, path }),
        }
    }

    fn of(form: Option<ShowForm>, output: Option<&'t Path>) -> Result<Option<Target<'t>>, Problem> {
        let path = output.filter(|path| *path != Path::new("-"));
        let Some(file) = path else {
            let form = form.or(output.map(|_| ShowForm::Svg));
            return Ok(form.map(|form| Target { form, format: form.formats()[0], path: None }));
        };
        let format = FileFormat::of(file);
        let Some(form) = form else {
            let format = format.ok_or_else(|| {
                Problem::new(format!("unknown picture format: `{}`", file.display()))
                    .help("use a name that ends in `.svg`, `.png`, `.gif`, `.stl` or `.html`")
            })?;
            return Ok(Some(Target { form: ShowForm::of(format), format, path }));
        };
        match format.filter(|format| form.formats().contains(format)) {
            Some(format) => Ok(Some(Target { form, format, path })),
            None => {
                let endings: Vec<String> =
                    form.formats().iter().map(|format| format!("`.{}`", format.ending())).collect();
                let message = format!("`{}` is not a file name for {}", file.display(), form.option());
                Err(Problem::new(message).help(format!("use a name that ends in {}", endings.join(" or "))))
            }
        }
    }

    /// Whether the form is something to print or to cut.
    pub fn makes(&self) -> bool {
        matches!(self.form, ShowForm::Stl | ShowForm::Laser)
    }

    /// The target if it is a picture of a puzzle; the other forms are for packings.
    pub fn picture(self) -> Result<Target<'t>, Problem> {
        match self.form {
            ShowForm::Text | ShowForm::Json => {
                Err(self.unfit("a puzzle").help("`slideways convert` writes puzzles as text and JSON"))
            }
            ShowForm::Iso => Err(self.unfit("a puzzle").help("use `--as svg`")),
            _ => Ok(self),
        }
    }

    /// The error for a form that what is shown does not have.
    pub fn unfit(&self, what: &str) -> Problem {
        Problem::new(format!("{} does not apply to {what}", self.form.option()))
    }

    /// Write the file, and report it. An existing file is replaced only when the new one is complete.
    pub fn write(&self, bytes: &[u8], what: &str, out: &mut dyn Write) -> Result<(), Failure> {
        let Some(path) = self.path else {
            out.write_all(bytes)?;
            return Ok(());
        };
        write_file(path, bytes, what, out)
    }

    /// Refuse to write binary data to a terminal.
    fn readable(&self, terminal: bool) -> Result<(), Problem> {
        match terminal && self.path.is_none() && self.format.is_binary() {
            true => {
                let ending = self.format.ending();
                Err(Problem::new(format!(
                    "{} is binary and a terminal cannot show it",
                    ending.to_uppercase()
                ))
                .help(format!("add `-o FILE.{ending}`, or pipe it to another program")))
            }
            false => Ok(()),
        }
    }
}

/// Write a file, complete or not at all, and print what it is.
pub fn write_file(path: &Path, bytes: &[u8], what: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let is_plain = fs::metadata(path).map_or(true, |found| found.is_file());
    let written = match is_plain {
        true => {
            let mut unfinished: OsString = path.as_os_str().to_owned();
            unfinished.push(format!(".{}.unfinished", std::process::id()));
            let unfinished = PathBuf::from(unfinished);
            fs::write(&unfinished, bytes).and_then(|()| fs::rename(&unfinished, path)).inspect_err(|_| {
                let _ = fs::remove_file(&unfinished);
            })
        }
        false => fs::write(path, bytes),
    };
    written.map_err(|error| {
        Problem::new(format!("`{}` cannot be written: {}", path.display(), reason(&error)))
            .help("choose a file in a writable folder")
    })?;
    writeln!(out, "wrote {}: {what}", path.display())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(form: Option<ShowForm>, output: Option<&str>) -> Option<(ShowForm, FileFormat, bool)> {
        let target = Target::of(form, output.map(Path::new)).ok()?;
        target.map(|target| (target.form, target.format, target.path.is_some()))
    }

    #[test]
    fn a_file_name_implies_its_form_unless_one_is_given() {
        assert_eq!(of(None, Some("a.STL")), Some((ShowForm::Stl, FileFormat::Stl, true)));
        assert_eq!(of(None, Some("-")), Some((ShowForm::Svg, FileFormat::Svg, false)));
        assert_eq!(of(Some(ShowForm::Laser), Some("a.svg")), Some((ShowForm::Laser, FileFormat::Svg, true)));
        assert_eq!(of(Some(ShowForm::Iso), Some("a.png")), Some((ShowForm::Iso, FileFormat::Png, true)));
        assert_eq!(of(Some(ShowForm::Png), Some("-")), Some((ShowForm::Png, FileFormat::Png, false)));
        assert!(Target::of(Some(ShowForm::Stl), Some(Path::new("a.svg"))).is_err());
        assert!(Target::of(None, Some(Path::new("a.bmp"))).is_err());
        assert!(of(None, None).is_none());
    }

    #[test]
    fn only_text_is_written_to_a_terminal() {
        for (form, fine) in [
            (ShowForm::Png, false),
            (ShowForm::Gif, false),
            (ShowForm::Stl, false),
            (ShowForm::Svg, true),
            (ShowForm::Html, true),
        ] {
            let target = Target::of(Some(form), None).ok().flatten().unwrap();
            assert_eq!(target.readable(true).is_ok(), fine, "{form:?}");
            assert!(target.readable(false).is_ok());
        }
    }
}
