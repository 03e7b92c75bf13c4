//! A fault of the program costs the open scene and nothing else: it is caught where it happens, the run is saved, and the
//! gallery is shown with a notice.
//!
//! Engine systems must not unwind through their schedule, so what may go wrong is called within [`Calm::catch`].

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Mutex, Once, PoisonError};

use bevy::prelude::*;

use super::command::{Notice, Tone};
use super::document::Document;
use super::gallery::Gallery;
use super::keep::Kept;
use super::lanes::LaneNumber;
use super::notices::Notices;
use super::playback::Playback;
use super::{ViewSystems, apply, text};

/// Where something may go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// While a tick runs.
    Lane,
    /// While a tick is had again, explained and judged.
    Tick,
    /// While a scene is built.
    Document,
    /// While lines are made.
    Overlay,
    /// While something is done that was asked for.
    Command,
    /// While the panels are drawn.
    Panels,
    /// While lanes are compared or measured.
    Thread,
}

/// What went wrong and was caught.
#[derive(Resource, Debug, Default)]
pub struct Calm {
    /// For tests of what happens then: whatever is done here goes wrong.
    pub trip: Option<Place>,
    /// Number of the last document that was closed for a fault.
    pub closed: Option<u32>,
    fault: Mutex<Option<(Place, String)>>,
}

thread_local! {
    /// Where the last panic of this thread was.
    static WHERE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Notes where panics happen, besides what is done with them anyway.
pub(super) fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if let Some(at) = panic.location() {
                WHERE.with_borrow_mut(|place| *place = format!("{}:{}", at.file(), at.line()));
            }
            before(panic);
        }));
    });
}

/// What a panic says, and where it was.
fn words(panic: &(dyn Any + Send)) -> String {
    let said = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_default();
    let at = WHERE.with_borrow_mut(std::mem::take);
    if at.is_empty() {
        said
    } else {
        format!("{said} ({at})")
    }
}

/// Does `work`, and says what went wrong in it if something did.
///
/// # Errors
/// The words of the panic and its place in the source.
pub(super) fn tried<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    // What a panic leaves half done is thrown away by whoever is told of it.
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| words(&*panic))
}

impl Calm {
    /// Does `work`; none when it went wrong, which is then seen to before the next frame's commands.
    pub(super) fn catch<R>(&self, place: Place, work: impl FnOnce() -> R) -> Option<R> {
        let trip = self.trip == Some(place);
        let done = tried(|| {
            assert!(!trip, "tripped for a test");
            work()
        });
        match done {
            Ok(done) => Some(done),
            Err(words) => {
                self.report(place, words);
                None
            }
        }
    }

    /// Notes a fault that was caught elsewhere, on a thread.
    pub(super) fn report(&self, place: Place, words: String) {
        let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        // The first one is the cause.
        fault.get_or_insert((place, words));
    }

    /// Whether something went wrong that has not been seen to.
    pub(super) fn is_disturbed(&self) -> bool {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        fault.is_some()
    }
}

/// What is done after a fault.
pub(super) fn plugin(app: &mut App) {
    watch();
    app.init_resource::<Calm>().add_systems(
        Update,
        rescue
            .before(ViewSystems::Commands)
            .run_if(|calm: Res<Calm>| calm.is_disturbed()),
    );
}

/// Saves the run, closes the scene and says so.
pub(super) fn rescue(world: &mut World) {
    let mut calm = world.resource_mut::<Calm>();
    let fault = calm
        .fault
        .get_mut()
        .unwrap_or_else(PoisonError::into_inner)
        .take();
    let Some((place, words)) = fault else { return };
    let saved = save(world);
    close(world);
    let text = text::broke(place, &words, saved.as_ref());
    tracing::error!("{text}");
    world.resource_mut::<Notices>().add(Notice {
        tone: Tone::Error,
        text,
    });
}

/// The file that the run went to; none where nothing is kept or nothing ran, and the reason where it could not be written.
fn save(world: &mut World) -> Option<Result<PathBuf, String>> {
    let folder = world.get_resource::<Kept>()?.folder.clone();
    let name = world.get_resource::<Document>()?.source.name.clone();
    let letter = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let name: String = name.chars().map(letter).take(60).collect();
    if let Err(error) = std::fs::create_dir_all(&folder) {
        let why = crate::scene::why(&error);
        return Some(Err(format!("{}: {why}", folder.display())));
    }
    let mut paths = (1..1000).map(|n| folder.join(format!("rescued-{name}-{n}.sweep")));
    let path = paths.find(|path| !path.exists())?;
    // Whatever broke may break here again.
    let saved = tried(|| apply::save(world, &path)).unwrap_or_else(Err);
    Some(saved.map(|()| path))
}

/// Closes the open scene and shows the gallery.
fn close(world: &mut World) {
    let lanes: Vec<Entity> = world
        .query_filtered::<Entity, With<LaneNumber>>()
        .iter(world)
        .collect();
    for lane in lanes {
        world.despawn(lane);
    }
    if let Some(document) = world.remove_resource::<Document>() {
        world.resource_mut::<Calm>().closed = Some(document.number);
    }
    *world.resource_mut::<Playback>() = Playback::default();
    let mut settings = world.resource_mut::<super::Settings>();
    settings.picked = None;
    settings.ruler = None;
    settings.isolated = None;
    settings.unseen.clear();
    world.resource_mut::<Gallery>().open = true;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_told_with_its_words_and_its_place() {
        watch();
        assert_eq!(tried(|| 3), Ok(3));
        let number = 7;
        let told = tried::<()>(|| panic!("number {number}")).unwrap_err();
        assert!(
            told.starts_with("number 7 (") && told.contains("calm.rs:"),
            "{told}"
        );
    }

    #[test]
    fn the_first_fault_is_the_one_that_is_told() {
        let calm = Calm::default();
        assert_eq!(calm.catch(Place::Lane, || 5), Some(5));
        assert!(!calm.is_disturbed());
        assert_eq!(calm.catch::<()>(Place::Tick, || panic!("first")), None);
        assert_eq!(calm.catch::<()>(Place::Lane, || panic!("second")), None);
        let fault = calm.fault.lock().unwrap().clone().unwrap();
        assert!(
            fault.0 == Place::Tick && fault.1.starts_with("first"),
            "{fault:?}"
        );
    }
}
