//! What a scene was before its edits, and what it was before they were undone.

use std::collections::VecDeque;
use std::sync::Arc;

use super::{Edit, EditError, Relocation, apply};
use crate::scene::model::{Scene, Shape};

/// Most edits that can be undone.
const MOST_STEPS: usize = 200;

/// Most corners of polygons in all the scenes that are kept, about 96 MB; the oldest go first.
const MOST_CORNERS: usize = 8_000_000;

/// One drag of a handle: its edits are one step. Each drag has a number of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drag(pub u64);

/// A step back or forth: what it is called and the scene that it leads to.
#[derive(Clone, Debug)]
struct Step {
    title: String,
    drag: Option<Drag>,
    scene: Arc<Scene>,
}

/// A scene with its past and its future.
///
/// ```text
/// past: first .. before the last edit | now | what undoing took back: future
/// ```
#[derive(Clone, Debug)]
pub struct History {
    now: Arc<Scene>,
    saved: Arc<Scene>,
    past: VecDeque<Step>,
    /// The next one to redo last.
    future: Vec<Step>,
}

impl History {
    /// Of a scene as it was opened or saved.
    #[must_use]
    pub fn new(scene: Scene) -> Self {
        let now = Arc::new(scene);
        Self {
            saved: Arc::clone(&now),
            now,
            past: VecDeque::new(),
            future: Vec::new(),
        }
    }

    /// The scene as it is.
    #[must_use]
    pub fn scene(&self) -> &Arc<Scene> {
        &self.now
    }

    /// Makes `edit`; edits of one `drag` that follow each other under one title are one step. Says whether the scene is another now.
    ///
    /// What had been undone is forgotten. An edit that changes nothing is no step, and neither is a drag that ends where it began.
    ///
    /// # Errors
    /// [`EditError`]: the scene cannot be changed so; it stays as it is.
    pub fn apply(&mut self, edit: &Edit, drag: Option<Drag>) -> Result<bool, EditError> {
        let changed = apply(&self.now, edit)?;
        if changed == *self.now {
            return Ok(false);
        }
        let title = edit.title();
        self.future.clear();
        let goes_on = self
            .past
            .back()
            .is_some_and(|step| drag.is_some() && step.drag == drag && step.title == title);
        if !goes_on {
            self.past.push_back(Step {
                title,
                drag,
                scene: Arc::clone(&self.now),
            });
        }
        self.now = Arc::new(changed);
        if self.past.back().is_some_and(|step| step.scene == self.now) {
            self.past.pop_back();
        }
        self.forget_the_oldest();
        Ok(true)
    }

    fn forget_the_oldest(&mut self) {
        let corners: Vec<usize> = self.past.iter().map(|step| corners(&step.scene)).collect();
        let mut all: usize = corners.iter().sum();
        for corners in corners {
            let is_too_much = self.past.len() > MOST_STEPS || all > MOST_CORNERS;
            if !is_too_much || self.past.len() == 1 {
                break;
            }
            self.past.pop_front();
            all -= corners;
        }
    }

    /// Takes the last step back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(step) = self.past.pop_back() else {
            return false;
        };
        let now = std::mem::replace(&mut self.now, step.scene);
        // A drag that goes on after its undoing is a new step.
        self.future.push(Step {
            title: step.title,
            drag: None,
            scene: now,
        });
        true
    }

    /// Makes the step again that was undone last; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        let Some(step) = self.future.pop() else {
            return false;
        };
        let now = std::mem::replace(&mut self.now, step.scene);
        self.past.push_back(Step {
            title: step.title,
            drag: None,
            scene: now,
        });
        true
    }

    /// What undoing would take back, as `Move wall`.
    #[must_use]
    pub fn undo_title(&self) -> Option<&str> {
        self.past.back().map(|step| step.title.as_str())
    }

    /// What redoing would make again.
    #[must_use]
    pub fn redo_title(&self) -> Option<&str> {
        self.future.last().map(|step| step.title.as_str())
    }

    /// Number of steps that can be undone.
    #[must_use]
    pub fn len(&self) -> usize {
        self.past.len()
    }

    /// Whether nothing can be undone.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.past.is_empty()
    }

    /// Calls files as they are called from the folder that the scene is saved in, also in what can be undone and redone.
    pub fn relocate(&mut self, relocation: &Relocation) {
        let steps = self.past.iter_mut().chain(&mut self.future);
        let scenes = steps.map(|step| &mut step.scene);
        for scene in scenes.chain([&mut self.now, &mut self.saved]) {
            let moved = relocation.scene(scene);
            if moved != **scene {
                *scene = Arc::new(moved);
            }
        }
    }

    /// Takes the scene as it is for saved; the steps stay.
    pub fn mark_saved(&mut self) {
        self.saved = Arc::clone(&self.now);
        // The next edit of a drag that was saved in its midst is a step of its own.
        if let Some(step) = self.past.back_mut() {
            step.drag = None;
        }
    }

    /// Whether the scene is another than the one that was opened or saved last.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        !Arc::ptr_eq(&self.now, &self.saved) && self.now != self.saved
    }
}

/// Corners of the polygons that a scene holds itself: what makes it large.
fn corners(scene: &Scene) -> usize {
    let of = |shape: &Shape| match shape {
        Shape::Polygons(polygons) => polygons.iter().map(Vec::len).sum(),
        _ => 1,
    };
    let of_shape = |shape: &Shape| match shape {
        Shape::Parts(parts) => parts.iter().map(|part| of(&part.shape)).sum(),
        other => of(other),
    };
    let objects: usize = scene.objects.iter().map(|o| of_shape(&o.shape)).sum();
    let walls = scene.cells.iter().filter_map(|cell| cell.walls.as_ref());
    objects + walls.map(of_shape).sum::<usize>()
}

#[cfg(test)]
mod tests;
