//! Pictures of many ticks: a moving GIF, or PNG files in a row, of the window's own views.
//!
//! The cursor goes from tick to tick; when the views show one, their part of the picture goes to a thread that writes it.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};

use super::command::{Asked, Command, Notice, Tone};
use super::document::Document;
use super::lanes::Tape;
use super::notices::Notices;
use super::playback::Playback;
use super::views::Views;
use super::{Target, ViewSystems, text};
use crate::export::gif::{GifWriter, sequence_name};

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilmKind {
    /// A moving GIF.
    Gif,
    /// PNG files in a folder.
    Pictures,
}

/// The part of the window that is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilmPart {
    /// All views.
    Views,
    /// Everything.
    Window,
}

/// Pictures of some ticks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Film {
    /// The file, or the folder.
    pub path: PathBuf,
    /// What is written.
    pub kind: FilmKind,
    /// What is seen.
    pub part: FilmPart,
    /// The first tick.
    pub first: u32,
    /// The tick beyond the last.
    pub end: u32,
    /// Ticks from one picture to the next, at least 1.
    pub stride: u32,
}

/// Most pictures of a film from the window; of longer ranges every so many ticks.
pub(super) const MOST: u32 = 300;

impl Film {
    /// The film of a range, with as many ticks left out as it takes.
    #[must_use]
    pub(super) fn of(path: PathBuf, kind: FilmKind, first: u32, end: u32) -> Self {
        let ticks = end.saturating_sub(first).max(1);
        Self {
            path,
            kind,
            part: FilmPart::Views,
            first,
            end: first + ticks,
            stride: ticks.div_ceil(MOST),
        }
    }

    /// Number of pictures.
    #[must_use]
    pub fn count(&self) -> u32 {
        let ticks = self.end.saturating_sub(self.first);
        ticks.div_ceil(self.stride.max(1))
    }
}

/// Frames from a seek until views and labels show the tick.
const SETTLING: u32 = 3;

/// Pictures that may wait to be written.
const MOST_WAITING: u32 = 3;

/// A picture on its way: its size and four bytes for each pixel.
type Frame = (u32, u32, Vec<u8>);

/// The film that is being made.
#[derive(Resource)]
pub(super) struct Filming {
    film: Film,
    /// Pictures that were asked for.
    taken: u32,
    /// Frames since the last seek; none while the picture of it is coming.
    waits: Option<u32>,
    /// Where the cursor was.
    before: u32,
    came: Arc<Mutex<Option<Image>>>,
    /// None once all have been sent.
    sender: Option<Sender<Option<Frame>>>,
    waiting: Arc<AtomicU32>,
    done: Mutex<Receiver<Result<u32, String>>>,
}

/// How the last film ended.
#[derive(Resource, Debug, Default)]
pub(super) struct Filmed(pub Option<Result<u32, String>>);

/// Films.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Filmed>().add_systems(
        Update,
        go_on
            .after(super::files::drop_files)
            .before(ViewSystems::Commands)
            .run_if(resource_exists::<Filming>),
    );
}

/// Begins a film.
///
/// # Errors
/// Why there will be none.
pub(super) fn begin(world: &mut World, film: Film) -> Result<(), String> {
    let document = world.get_resource::<Document>();
    let document = document.ok_or_else(|| text::NOTHING_OPEN.to_owned())?;
    if world.get_resource::<Target>().is_none() {
        return Err(text::NO_PICTURE.to_owned());
    }
    let seconds = document.seconds(film.stride);
    let stem = document.source.name.clone();
    let (sender, frames) = channel();
    let (tell, done) = channel();
    let waiting = Arc::new(AtomicU32::new(0));
    let (of, left) = (film.clone(), waiting.clone());
    std::thread::spawn(move || {
        let result = write(&of, &stem, seconds, &frames, &left);
        // The window may be gone by then.
        let _ = tell.send(result);
    });
    let before = world.resource::<Playback>().cursor;
    // What lies over the views would be in the pictures.
    world.resource_mut::<Notices>().0.clear();
    world.resource_mut::<Filmed>().0 = None;
    seek(world, film.first);
    world.insert_resource(Filming {
        film,
        taken: 0,
        waits: Some(0),
        before,
        came: Arc::default(),
        sender: Some(sender),
        waiting,
        done: Mutex::new(done),
    });
    Ok(())
}

/// Ends the film that is being made; says whether there was one.
pub(super) fn stop(world: &mut World) -> bool {
    let Some(filming) = world.remove_resource::<Filming>() else {
        return false;
    };
    seek(world, filming.before);
    let text = text::film_stopped(&filming.film, filming.taken);
    world.resource_mut::<Filmed>().0 = Some(Err(text.clone()));
    world.resource_mut::<Notices>().add(Notice {
        tone: Tone::Warning,
        text,
    });
    true
}

fn seek(world: &mut World, tick: u32) {
    let asked = &mut world.resource_mut::<Asked>().0;
    asked.push(Command::Seek(tick));
}

fn go_on(world: &mut World) {
    let ran = world
        .query::<&Tape>()
        .iter(world)
        .map(|tape| tape.recording.len())
        .min();
    world.resource_scope(|world, mut filming: Mut<'_, Filming>| {
        step(world, &mut filming, ran.unwrap_or(0));
    });
    let ended = world.resource::<Filmed>().0.is_some();
    if ended && let Some(filming) = world.remove_resource::<Filming>() {
        seek(world, filming.before);
        world.resource_mut::<Notices>().end_progress();
        let (tone, text) = match &world.resource::<Filmed>().0 {
            Some(Err(why)) => (Tone::Error, why.clone()),
            _ => (Tone::Done, text::film_saved(&filming.film)),
        };
        world.resource_mut::<Notices>().add(Notice { tone, text });
    }
}

fn step(world: &mut World, filming: &mut Filming, ran: u32) {
    let done = filming.done.lock().map(|done| done.try_recv());
    if let Ok(Ok(result)) = done {
        world.resource_mut::<Filmed>().0 = Some(result);
        return;
    }
    if !world.contains_resource::<Document>() {
        let gone = Err(text::NOTHING_OPEN.to_owned());
        world.resource_mut::<Filmed>().0 = Some(gone);
        return;
    }
    let count = filming.film.count();
    let shown = text::filming(&filming.film, filming.taken, count);
    world.resource_mut::<Notices>().progress(&shown);
    let image = filming.came.lock().ok().and_then(|mut came| came.take());
    if let Some(image) = image {
        let frame = cut(world, filming.film.part, image);
        filming.waiting.fetch_add(1, Ordering::Relaxed);
        filming.taken += 1;
        if let Some(sender) = &filming.sender {
            // A writer that gave up has told why.
            let _ = sender.send(Some(frame));
        }
        if filming.taken >= count {
            if let Some(sender) = filming.sender.take() {
                let _ = sender.send(None);
            }
            return;
        }
        let tick = filming.film.first + filming.taken * filming.film.stride;
        seek(world, tick);
        filming.waits = Some(0);
        return;
    }
    let Some(waits) = &mut filming.waits else {
        return;
    };
    let wanted = filming.film.first + filming.taken * filming.film.stride;
    let is_there = world.resource::<Playback>().cursor == wanted && ran > wanted;
    if filming.sender.is_none() || !is_there {
        return;
    }
    *waits += 1;
    if *waits > SETTLING && filming.waiting.load(Ordering::Relaxed) < MOST_WAITING {
        filming.waits = None;
        let target = world.resource::<Target>().target.clone();
        let place = filming.came.clone();
        world
            .spawn(Screenshot(target))
            .observe(move |captured: On<'_, '_, ScreenshotCaptured>| {
                if let Ok(mut place) = place.lock() {
                    *place = Some(captured.image.clone());
                }
            });
    }
}

/// The part of a picture that is wanted, or all of it where there is no such part.
fn cut(world: &World, part: FilmPart, image: Image) -> Frame {
    let (width, height) = (image.width(), image.height());
    let pixels = image
        .try_into_dynamic()
        .map(|image| image.into_rgba8().into_raw())
        .unwrap_or_default();
    let scale = world.resource::<Target>().scale;
    let areas = world.resource::<Views>().areas;
    let whole = areas.into_iter().flatten().reduce(|a, b| a.union(b));
    let (Some(area), FilmPart::Views) = (whole, part) else {
        return (width, height, pixels);
    };
    let pixel = |x: f32, most: u32| ((x * scale).round().max(0.0) as u32).min(most);
    let (left, right) = (pixel(area.left(), width), pixel(area.right(), width));
    let (top, bottom) = (pixel(area.top(), height), pixel(area.bottom(), height));
    if right <= left || bottom <= top {
        return (width, height, pixels);
    }
    let row = |y: u32| {
        let start = (y * width + left) as usize * 4;
        let end = (y * width + right) as usize * 4;
        pixels.get(start..end).unwrap_or_default().iter().copied()
    };
    let inside = (top..bottom).flat_map(row).collect();
    (right - left, bottom - top, inside)
}

/// Writes pictures as they come; of a film that is stopped no GIF is left. Gives their number.
fn write(
    film: &Film,
    stem: &str,
    seconds: f64,
    frames: &Receiver<Option<Frame>>,
    waiting: &AtomicU32,
) -> Result<u32, String> {
    let said = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let mut gif = None;
    let mut count = 0;
    loop {
        let frame = match frames.recv() {
            Ok(Some(frame)) => frame,
            Ok(None) => break,
            Err(_stopped) => {
                drop(gif.take());
                if film.kind == FilmKind::Gif && count > 0 {
                    // What is left of it is no film; that it cannot be removed is nobody's loss.
                    let _ = std::fs::remove_file(&film.path);
                }
                return Ok(count);
            }
        };
        let (width, height, pixels) = frame;
        match film.kind {
            FilmKind::Gif => {
                if gif.is_none() {
                    let file = File::create(&film.path)
                        .map_err(|error| said(&film.path, &crate::scene::why(&error)))?;
                    let writer = GifWriter::new(BufWriter::new(file), width, height, seconds);
                    gif = Some(writer.map_err(|error| said(&film.path, &error))?);
                }
                if let Some(gif) = &mut gif {
                    gif.frame(&pixels)
                        .map_err(|error| said(&film.path, &error))?;
                }
            }
            FilmKind::Pictures => {
                std::fs::create_dir_all(&film.path)
                    .map_err(|error| said(&film.path, &crate::scene::why(&error)))?;
                let tick = film.first + count * film.stride;
                let path = film.path.join(sequence_name(stem, tick));
                let size = Extent3d {
                    width,
                    height,
                    depth_or_array_layers: 1,
                };
                let (flat, format) = (TextureDimension::D2, TextureFormat::Rgba8UnormSrgb);
                let image = Image::new(size, flat, pixels, format, RenderAssetUsages::default());
                let image = image.try_into_dynamic();
                let image = image.map_err(|error| said(&path, &error))?.into_rgb8();
                image.save(&path).map_err(|error| said(&path, &error))?;
            }
        }
        count += 1;
        waiting.fetch_sub(1, Ordering::Relaxed);
    }
    if let Some(gif) = gif {
        let mut out = gif.finish().map_err(|error| said(&film.path, &error))?;
        std::io::Write::flush(&mut out).map_err(|error| said(&film.path, &error))?;
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_ranges_leave_ticks_out() {
        let film = |first, end| Film::of("a.gif".into(), FilmKind::Gif, first, end);
        assert_eq!((film(0, 240).stride, film(0, 240).count()), (1, 240));
        let long = film(100, 1_540);
        assert_eq!((long.stride, long.count()), (5, 288));
        assert_eq!(film(7, 7).count(), 1, "a range without length is its tick");
    }

    #[test]
    fn a_film_that_is_stopped_leaves_no_gif() {
        let folder = tempfile::tempdir().unwrap();
        let film = Film::of(folder.path().join("a.gif"), FilmKind::Gif, 0, 4);
        let (sender, frames) = channel();
        sender.send(Some((2, 2, vec![9; 16]))).unwrap();
        drop(sender);
        let waiting = AtomicU32::new(1);
        assert_eq!(write(&film, "a", 0.1, &frames, &waiting), Ok(1));
        assert!(!film.path.exists());
        let (sender, frames) = channel();
        for frame in [Some((2, 2, vec![9; 16])), Some((2, 2, vec![200; 16])), None] {
            sender.send(frame).unwrap();
        }
        let waiting = AtomicU32::new(2);
        assert_eq!(write(&film, "a", 0.1, &frames, &waiting), Ok(2));
        let bytes = std::fs::read(&film.path).unwrap();
        assert!(bytes.starts_with(b"GIF89a"));
    }

    #[test]
    fn pictures_are_named_by_their_ticks() {
        let folder = tempfile::tempdir().unwrap();
        let film = Film {
            stride: 10,
            ..Film::of(folder.path().join("row"), FilmKind::Pictures, 50, 70)
        };
        let (sender, frames) = channel();
        for frame in [Some((1, 1, vec![9; 4])), Some((1, 1, vec![9; 4])), None] {
            sender.send(frame).unwrap();
        }
        assert_eq!(write(&film, "a", 0.1, &frames, &AtomicU32::new(2)), Ok(2));
        for name in ["a-000050.png", "a-000060.png"] {
            assert!(film.path.join(name).exists(), "{name}");
        }
    }
}
