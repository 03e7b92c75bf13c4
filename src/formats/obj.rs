//! Wavefront OBJ meshes as polygons.
//!
//! A parser of its own because an error must say in which line and why, and because faces stay whole: the readers at
//! hand give triangles or no line. It reads `v`, `f`, `g` and `o`; normals and texture coordinates are not used, so that
//! missing or wrong ones do not matter. Faces with more than three corners stay one polygon where they are flat and convex,
//! and are cut into triangles where they are not.

use super::ears::triangles;
pub use super::mesh::Up;
use super::mesh::{EMPTY, Kind, Mesh, NOTHING};
use super::progress::{Go, Progress, STOPPED};
use super::text::{count, either};
use crate::geometry::Polygon;
use glam::Vec3;

/// Most faces of a mesh.
const MAX_FACES: usize = 10_000_000;

/// Most vertices of a mesh.
const MAX_VERTICES: usize = 30_000_000;

/// Most corners of a face.
const MAX_CORNERS: usize = 1_000;

/// What is said of a file that is no text.
pub(super) const BINARY: &str = "binary data; an OBJ mesh is text";

/// What is said of coordinates that a scene does not hold.
pub(crate) const FAR: &str = "more than 1000000 m from 0";

/// What is said of a text without a line of a mesh.
const NO_OBJ: &str = "it has neither vertices (v) nor faces (f), which make an OBJ mesh, and is neither GLB nor glTF";

/// How far a corner of a face may lie off its plane before it is cut into triangles, metres.
const FLAT: f64 = 0.001;

/// Why a file is no mesh.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {keyword}: {problem}")]
pub struct ObjError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The first word of the line.
    pub keyword: String,
    /// What is wrong and what was expected.
    pub problem: String,
}

/// Whether `text`, read from a file, was binary data: it has control characters that text has not.
#[must_use]
pub fn is_binary(text: &str) -> bool {
    // Tab, line ends, form feed, and the end mark of old systems.
    let odd = |c: char| c.is_ascii_control() && !matches!(c, '\t' | '\n' | '\r' | '\x0c' | '\x1a');
    text.chars().any(odd)
}

/// Whether `text` begins as meshes do.
#[must_use]
pub fn looks_like_mesh(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    let begins = |line: &str| {
        let words = ["v ", "o ", "g ", "mtllib ", "f ", "vn ", "vt "];
        words.iter().any(|word| line.starts_with(word))
    };
    first.is_some_and(begins)
}

/// Reads the mesh in `text`, multiplying its coordinates by `scale`.
///
/// # Errors
/// [`ObjError`]: a number that is none or out of range, an index without a vertex, a face of less than three corners, absurd counts.
pub fn parse(text: &str, up: Up, scale: f32) -> Result<Mesh, ObjError> {
    parse_told(text, up, scale, &mut ())
}

/// Reads the mesh in `bytes`: comments and names may be in any encoding, numbers are ASCII.
///
/// # Errors
/// Those of [`parse`], and that it is binary data, or that `progress` said stop.
pub fn read(
    bytes: &[u8],
    up: Up,
    scale: f32,
    progress: &mut dyn Progress,
) -> Result<Mesh, ObjError> {
    // Some editors begin a text with a mark, which belongs to no word.
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut text = String::from_utf8_lossy(bytes);
    // Old writers end lines with this alone.
    if text.contains('\r') && !text.contains('\n') {
        text = text.replace('\r', "\n").into();
    }
    if is_binary(&text) {
        return Err(ObjError {
            line: 1,
            column: 1,
            keyword: "file".to_owned(),
            problem: BINARY.to_owned(),
        });
    }
    parse_told(&text, up, scale, progress)
}

/// Lines between two words to whoever waits.
const TOLD_EVERY: usize = 65_536;

fn parse_told(
    text: &str,
    up: Up,
    scale: f32,
    progress: &mut dyn Progress,
) -> Result<Mesh, ObjError> {
    let backdrop = looks_like_backdrop(text);
    let mut reader = Reader {
        backdrop,
        ..Reader::default()
    };
    let mut joined = String::new();
    let mut first = None;
    let mut done = 0;
    for (index, raw) in text.lines().enumerate() {
        done += raw.len() + 1;
        if index % TOLD_EVERY == TOLD_EVERY - 1
            && progress.at(done as u64, text.len().max(done) as u64) == Go::Stop
        {
            return Err(ObjError {
                line: index + 1,
                column: 1,
                keyword: "file".to_owned(),
                problem: STOPPED.to_owned(),
            });
        }
        if backdrop && let Some(id) = provenance(raw) {
            reader.part(&id);
        }
        let line = raw.split('#').next().unwrap_or_default().trim();
        // A backslash at the end of a line joins it with the next.
        if let Some(part) = line.strip_suffix('\\') {
            joined.push_str(part);
            joined.push(' ');
            first.get_or_insert(index);
            continue;
        }
        let number = first.take().unwrap_or(index) + 1;
        let whole = joined.is_empty();
        let told = |wrong: Wrong| ObjError {
            line: number,
            // Of joined lines the first is named, where the word need not stand.
            column: if whole { column(raw, wrong.word) } else { 1 },
            keyword: wrong.keyword,
            problem: wrong.problem,
        };
        if whole {
            reader.line(line, up, scale).map_err(told)?;
        } else {
            joined.push_str(line);
            reader.line(&joined, up, scale).map_err(told)?;
            joined.clear();
        }
    }
    if let Some(index) = first {
        let problem = "the file ends in the middle of a line".to_owned();
        return Err(ObjError {
            line: index + 1,
            column: 1,
            keyword: "\\".to_owned(),
            problem,
        });
    }
    Ok(reader.mesh(text.is_empty()))
}

/// What is wrong in a line.
struct Wrong {
    keyword: String,
    /// Which word of the line; 0 is the keyword.
    word: usize,
    problem: String,
}

/// Where the word of this number begins in `line`, in characters from 1; 1 where it has fewer words.
fn column(line: &str, word: usize) -> usize {
    let mut rest = line;
    for number in 0.. {
        let trimmed = rest.trim_start();
        if trimmed.is_empty() {
            break;
        }
        if number == word {
            let before = line.len() - trimmed.len();
            return line.get(..before).map_or(0, |text| text.chars().count()) + 1;
        }
        let end = trimmed.find(|c: char| c.is_ascii_whitespace());
        rest = end.and_then(|end| trimmed.get(end..)).unwrap_or_default();
    }
    1
}

/// Whether `text` is in the dialect of `ACViewer`: its first comment is an id of a model or a set-up, and its materials are surfaces.
fn looks_like_backdrop(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let named = lines.next().and_then(provenance).is_some();
    named
        && lines.take(64).any(|line| {
            let word = line
                .strip_prefix("usemtl ")
                .or_else(|| line.strip_prefix("mtllib "));
            word.is_some_and(|word| is_id(word.trim().trim_end_matches(".mtl")))
        })
}

/// The id that a comment of `ACViewer` consists of.
fn provenance(line: &str) -> Option<String> {
    let id = line.trim().strip_prefix('#')?.trim();
    (is_id(id) && (id.starts_with("01") || id.starts_with("02"))).then(|| format!("0x{id}"))
}

fn is_id(word: &str) -> bool {
    word.len() == 8 && word.bytes().all(|b| b.is_ascii_hexdigit())
}

#[derive(Default)]
struct Reader {
    /// The file is `ACViewer`'s: (-x, z, y) of the game's (x, y, z).
    backdrop: bool,
    vertices: Vec<Vec3>,
    polygons: Vec<Polygon>,
    parts: Vec<(String, usize)>,
    faces: usize,
    dropped: usize,
    cut: usize,
    /// Lines and points, which nothing collides with.
    lines: u64,
    points: u64,
    unknown: Vec<String>,
}

impl Reader {
    fn line(&mut self, line: &str, up: Up, scale: f32) -> Result<(), Wrong> {
        let mut words = line.split_ascii_whitespace();
        let Some(keyword) = words.next() else {
            return Ok(());
        };
        let told = |(word, problem): (usize, String)| Wrong {
            keyword: shown(keyword),
            word,
            problem,
        };
        match keyword {
            "v" => self.vertex(words, up, scale).map_err(told),
            "f" | "fo" => self.face(words).map_err(told),
            "g" | "o" => {
                let name = words.collect::<Vec<_>>().join(" ");
                self.part(if name.is_empty() { "default" } else { &name });
                Ok(())
            }
            "vt" | "vn" | "s" | "usemtl" | "mtllib" => Ok(()),
            "l" => {
                self.lines += 1;
                Ok(())
            }
            "p" => {
                self.points += 1;
                Ok(())
            }
            other => {
                let other = shown(other);
                if self.unknown.len() < 10 && !self.unknown.contains(&other) {
                    self.unknown.push(other);
                }
                Ok(())
            }
        }
    }

    /// Begins a part; a name without faces gives way to the next.
    fn part(&mut self, name: &str) {
        self.parts.pop_if(|last| last.1 == self.polygons.len());
        self.parts.push((name.to_owned(), self.polygons.len()));
    }

    fn vertex<'a>(
        &mut self,
        mut words: impl Iterator<Item = &'a str>,
        up: Up,
        scale: f32,
    ) -> Result<(), (usize, String)> {
        if self.vertices.len() == MAX_VERTICES {
            return Err((0, format!("more than {MAX_VERTICES} vertices")));
        }
        let mut number = |axis: &str, place: usize| {
            let word = words.next().ok_or_else(|| {
                let problem = format!("{axis} is missing; three coordinates were expected");
                (0, problem)
            })?;
            let value: f32 = parsed(word)
                .ok_or(())
                .map_err(|_e| (place, format!("{axis}: `{}` is not a number", shown(word))))?;
            if !value.is_finite() {
                let problem = format!("{axis}: {} is not a finite number", shown(word));
                return Err((place, problem));
            }
            let scaled = value * scale;
            if scaled.abs() <= 1e6 {
                return Ok(scaled);
            }
            let scaled = match scale == 1.0 {
                true => "m".to_owned(),
                false => format!("times the scale {scale}, in metres,"),
            };
            Err((place, format!("{axis}: {} {scaled} is {FAR}", shown(word))))
        };
        let (x, y, z) = (number("x", 1)?, number("y", 2)?, number("z", 3)?);
        self.vertices.push(match up {
            Up::Y if self.backdrop => Vec3::new(-x, z, y),
            Up::Y => Vec3::new(x, -z, y),
            Up::Z => Vec3::new(x, y, z),
        });
        Ok(())
    }

    fn face<'a>(&mut self, words: impl Iterator<Item = &'a str>) -> Result<(), (usize, String)> {
        self.faces += 1;
        if self.faces > MAX_FACES {
            return Err((0, format!("more than {MAX_FACES} faces")));
        }
        let mut corners: Vec<usize> = Vec::new();
        let mut written = 0;
        for word in words {
            written += 1;
            if written > MAX_CORNERS {
                return Err((0, format!("more than {MAX_CORNERS} corners")));
            }
            let index = self.index(word).map_err(|problem| (written, problem))?;
            // The same corner twice in a row is an edge without length.
            if corners.last() != Some(&index) {
                corners.push(index);
            }
        }
        if written < 3 {
            return Err((
                0,
                format!(
                    "{}; at least 3 were expected",
                    count(written as u64, "corner")
                ),
            ));
        }
        if corners.len() > 1 && corners.first() == corners.last() {
            corners.pop();
        }
        let points: Vec<Vec3> = corners.iter().map(|index| self.vertices[*index]).collect();
        match Polygon::new(points) {
            None => self.dropped += 1,
            Some(polygon) if polygon.vertices.len() == 3 => self.polygons.push(polygon),
            Some(polygon) if polygon.unevenness() <= FLAT && polygon.is_convex() => {
                self.polygons.push(polygon);
            }
            Some(polygon) => {
                self.cut += 1;
                self.polygons.extend(triangles(&polygon));
            }
        }
        Ok(())
    }

    /// The vertex that a corner `v`, `v/vt`, `v//vn` or `v/vt/vn` names: from 1, or from the last backwards with a minus.
    fn index(&self, word: &str) -> Result<usize, String> {
        let mut parts = word.split('/');
        let vertex = parts.next().unwrap_or_default();
        let whole = |part: &str| {
            part.parse::<i64>().map_err(|_e| {
                format!(
                    "`{}` is not a corner; `v`, `v/vt`, `v//vn` or `v/vt/vn` was expected",
                    shown(word)
                )
            })
        };
        let number = whole(vertex)?;
        let mut further = 0;
        for part in parts {
            further += 1;
            // Only their form matters.
            if further > 2 || !part.is_empty() {
                whole(if further > 2 { "" } else { part })?;
            }
        }
        let count = self.vertices.len() as u64;
        let index = match number {
            1.. => number - 1,
            0 => return Err("index 0; indexes count from 1".to_owned()),
            _ => (count as i64).saturating_add(number),
        };
        usize::try_from(index)
            .ok()
            .filter(|index| *index < self.vertices.len())
            .ok_or_else(|| {
                let stand = either(count, "stands", "stand");
                format!("there is no vertex {number}; {count} {stand} before this line")
            })
    }

    fn mesh(mut self, empty: bool) -> Mesh {
        self.parts.pop_if(|last| last.1 == self.polygons.len());
        let mut warnings = Vec::new();
        let of = |number: usize| format!("{number} of {}", count(self.faces as u64, "face"));
        if self.dropped > 0 {
            let (have, were) = either(self.dropped as u64, ("has", "was"), ("have", "were"));
            let faces = of(self.dropped);
            warnings.push(format!("{faces} {have} no area and {were} dropped"));
        }
        if self.cut > 0 {
            let (are, were) = either(self.cut as u64, ("is", "was"), ("are", "were"));
            warnings.push(format!(
                "{} {are} not flat or not convex and {were} cut into triangles",
                of(self.cut)
            ));
        }
        for (number, noun) in [(self.lines, "line"), (self.points, "point")] {
            if number > 0 {
                let were = either(number, "was", "were");
                warnings.push(format!("{} {were} dropped", count(number, noun)));
            }
        }
        let nothing = self.polygons.is_empty().then(|| match empty {
            true => EMPTY.to_owned(),
            false => format!("{NOTHING}: {}", self.emptiness(&warnings)),
        });
        if !self.unknown.is_empty() {
            warnings.push(format!(
                "lines that are not used begin with {}",
                self.unknown.join(", ")
            ));
        }
        if self.backdrop {
            warnings.push("ACViewer writes what the game draws, not what it collides with: a backdrop; its (-x, z, y) was undone, whichever axis is said to be up".to_owned());
        }
        Mesh {
            kind: if self.backdrop {
                Kind::Backdrop
            } else {
                Kind::Obj
            },
            polygons: self.polygons,
            parts: self.parts,
            vertices: self.vertices.len(),
            dropped: self.dropped,
            cut: self.cut,
            warnings,
            nothing,
        }
    }

    /// What is there instead of faces, of which so much was `dropped`.
    fn emptiness(&self, dropped: &[String]) -> String {
        let mut told = Vec::new();
        match (self.faces, self.vertices.len()) {
            (0, 0) => told.push(NO_OBJ.to_owned()),
            (0, 1) => told.push("it has 1 vertex and no faces".to_owned()),
            (0, several) => told.push(format!("it has {several} vertices and no faces")),
            _ => {}
        }
        told.extend_from_slice(dropped);
        if !self.unknown.is_empty() {
            let words = self.unknown.join(", ");
            told.push(format!("its lines begin with {words}"));
        } else if dropped.is_empty() && !self.vertices.is_empty() {
            told.push("is it cut off?".to_owned());
        }
        told.join("; ")
    }
}

/// A number; in files of some cultures it has a comma for its point.
fn parsed(word: &str) -> Option<f32> {
    let number = word.parse().ok();
    number.or_else(|| match word.matches(',').count() {
        1 if !word.contains('.') => word.replacen(',', ".", 1).parse().ok(),
        _ => None,
    })
}

/// A word as errors show it: a broken file may have megabytes of it.
fn shown(word: &str) -> String {
    let short: String = word.chars().take(40).collect();
    if short.len() < word.len() {
        format!("{short}..")
    } else {
        short
    }
}

#[cfg(test)]
mod tests;
