//! Pointing at things: what a click finds, the cursor within a tick, the ruler, and what of it is drawn.

use bevy::prelude::*;
use bevy_egui::egui::Pos2;
use glam::Vec3;

use super::command::{Command, Way};
use super::document::Document;
use super::lanes::{Pair, Shown};
use super::onlooker::{Lens, Sight};
use super::playback::Playback;
use super::settings::Settings;
use super::text;
use super::views::{Pane, Sights, Views};
use crate::ids::ObjectId;
use crate::overlay::{Item, Layer, Overlay, Role, Shape};
use crate::pointing::moment::ruler;
use crate::pointing::{Moment, Picked, SightLine, Subject, pick};
use crate::world::World as Scene;

/// How near to a point a click still finds it, logical pixels.
const NEAR: f64 = 9.0;

/// Most points of the ruler: two for a length, the third for an angle.
const MOST: usize = 3;

/// Carries out what is about pointing.
pub(super) fn apply(world: &mut World, command: Command) {
    match command {
        Command::Pick(subject) => world.resource_mut::<Settings>().picked = subject,
        Command::PickAt(view, at) => pick_at(world, view, at),
        Command::SubStep(way) => sub_step(world, way),
        Command::Moment(number) => {
            let mut playback = world.resource_mut::<Playback>();
            let tick = playback.cursor;
            playback.seek(tick);
            playback.moment = Some((tick, number));
        }
        Command::Ruler => {
            let mut settings = world.resource_mut::<Settings>();
            settings.ruler = match settings.ruler {
                None => Some(Vec::new()),
                Some(_) => None,
            };
        }
        Command::Isolate => {
            let mut settings = world.resource_mut::<Settings>();
            settings.isolated = match (settings.isolated, settings.selected()) {
                (None, Some(object)) => Some(object),
                _ => None,
            };
        }
        Command::HideObject => {
            let mut settings = world.resource_mut::<Settings>();
            if let Some(object) = settings.selected()
                && !settings.unseen.remove(&object)
            {
                settings.unseen.insert(object);
            }
        }
        Command::ShowAllObjects => {
            let mut settings = world.resource_mut::<Settings>();
            settings.unseen.clear();
            settings.isolated = None;
        }
        _ => {}
    }
}

fn pick_at(world: &mut World, view: Pane, at: Pos2) {
    let Some(found) = find(world, view, at) else {
        world.resource_mut::<Settings>().picked = None;
        return;
    };
    let mut settings = world.resource_mut::<Settings>();
    if let Some(points) = &mut settings.ruler {
        if points.len() >= MOST {
            points.clear();
        }
        points.push(found.at);
        return;
    }
    settings.picked = Some(found.subject);
}

/// What lies under a point of a view.
fn find(world: &mut World, view: Pane, at: Pos2) -> Option<Picked> {
    let sight = world.resource::<Sights>().0[view.index()]?;
    let views = world.resource::<Views>();
    let slots = views.lanes_in(view);
    let mut moments: Vec<Moment> = Vec::new();
    let mut shown = world.query::<&Shown>();
    for shown in shown.iter(world) {
        if slots.iter().any(|slot| shown.slots[slot.index()]) {
            moments.extend(shown.moments.iter().cloned());
        }
    }
    let document = world.get_resource::<Document>()?;
    let settings = world.resource::<Settings>();
    let picked = pick(&document.setup.world, &moments, &line(&sight, at))?;
    // What is not seen is not found.
    let seen = picked
        .subject
        .object()
        .is_none_or(|object| settings.sees(object.0 as usize));
    seen.then_some(picked)
}

/// The line of sight through a point of the screen.
fn line(sight: &Sight, at: Pos2) -> SightLine {
    let near = sight.unproject(at, 0.0);
    let far = sight.unproject(at, 1.0);
    match sight.lens {
        Lens::Perspective => SightLine {
            eye: sight.eye,
            way: (far - sight.eye).normalize(),
            near: sight.near,
            width: 0.0,
            slope: NEAR / sight.pixels_per_metre(1.0),
        },
        Lens::Parallel(_) => SightLine {
            eye: near,
            way: sight.axes[1],
            near: sight.near,
            width: NEAR / sight.pixels_per_metre(1.0),
            slope: 0.0,
        },
    }
}

/// Goes to the next (or last) moment of the lane in focus; over the end of a tick into the next one.
fn sub_step(world: &mut World, way: Way) {
    let Some(ticks) = world
        .get_resource::<Document>()
        .map(|document| document.setup.ticks)
    else {
        return;
    };
    let focus = world.resource::<Settings>().focus;
    let number = world.resource::<Pair>().0[focus.index()];
    let mut lanes = world.query::<(&super::lanes::LaneNumber, &Shown)>();
    let count = lanes
        .iter(world)
        .find(|(of, _)| of.0 == number)
        .map_or(0, |(_, shown)| shown.moments.len());
    let mut playback = world.resource_mut::<Playback>();
    let cursor = playback.cursor;
    let now = playback.moment_at(cursor, count);
    let (tick, moment) = match (way, now) {
        (Way::On, None) => (cursor, 0),
        (Way::On, Some(k)) if k + 1 < count => (cursor, k + 1),
        (Way::On, Some(_)) if cursor + 1 < ticks => (cursor + 1, 0),
        (Way::Back, None) => (cursor, usize::MAX),
        (Way::Back, Some(k)) if k > 0 => (cursor, k - 1),
        (Way::Back, Some(_)) if cursor > 0 => (cursor - 1, usize::MAX),
        (_, Some(k)) => (cursor, k),
    };
    playback.seek(tick);
    playback.moment = Some((tick, moment));
}

/// Draws what was picked and measured.
pub(super) fn draw(settings: &Settings, scene: &Scene, out: &mut Overlay) {
    if let Some(picked) = &settings.picked {
        // The object as a whole is told by the colour of its faces.
        picked.highlight(scene, out);
    }
    let points = settings.ruler.as_deref().unwrap_or_default();
    for &at in points {
        Subject::Point(at).highlight(scene, out);
    }
    for pair in points.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let shape = Shape::Line { from, to };
        out.push(Item::new(Layer::Contacts, Role::Picked, shape).width(1.9));
        let (length, by) = ruler(from, to);
        let at = from.midpoint(to);
        out.label(
            Layer::Contacts,
            Role::Picked,
            at,
            text::ruler_length(length, by),
        );
    }
    if let [a, corner, b] = *points {
        out.label(
            Layer::Contacts,
            Role::Picked,
            corner,
            text::ruler_angle(angle(a, corner, b)),
        );
    }
}

/// The angle at `corner`, degrees; 0 where a side has no length.
fn angle(a: Vec3, corner: Vec3, b: Vec3) -> f64 {
    let (u, v) = ((a - corner).as_dvec3(), (b - corner).as_dvec3());
    crate::ops::atan2(u.cross(v).length(), u.dot(v)).to_degrees()
}

impl Settings {
    /// Number of the object that is picked, or that what is picked belongs to.
    #[must_use]
    pub fn selected(&self) -> Option<usize> {
        let ObjectId(object) = self.picked?.object()?;
        Some(object as usize)
    }

    /// Whether object `number` is drawn.
    #[must_use]
    pub fn sees(&self, number: usize) -> bool {
        self.isolated.is_none_or(|only| only == number) && !self.unseen.contains(&number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewer::onlooker::Onlooker;
    use bevy_egui::egui::{Rect, pos2};

    #[test]
    fn a_line_of_sight_goes_through_what_is_drawn_there() {
        let rect = Rect::from_min_max(pos2(20.0, 30.0), pos2(820.0, 630.0));
        let onlooker = Onlooker::default();
        for sight in [
            Sight::free(&onlooker, rect),
            Sight::parallel(&onlooker, rect),
        ] {
            for point in [glam::DVec3::ZERO, glam::DVec3::new(0.7, -0.4, 0.9)] {
                let at = sight.project(point).unwrap();
                let line = line(&sight, at);
                let to = point - line.eye;
                let beside = (to - line.way * to.dot(line.way)).length();
                assert!(beside < 1e-4, "{:?}: {beside}", sight.lens);
                // Nine pixels beside it is the edge of what finds it.
                let depth = to.dot(line.way);
                let room = line.width + line.slope * depth;
                let pixel = sight.metres_per_pixel(point.as_vec3());
                assert!((room / pixel - NEAR).abs() < 0.7, "{}", room / pixel);
            }
        }
    }

    #[test]
    fn angles_are_those_of_the_sides() {
        let corner = Vec3::new(1.0, 1.0, 1.0);
        for (b, degrees) in [
            (Vec3::X, 0.0),
            (Vec3::Y, 90.0),
            (Vec3::NEG_X, 180.0),
            (Vec3::new(1.0, 1.0, 0.0), 45.0),
        ] {
            let got = angle(corner + Vec3::X * 2.0, corner, corner + b);
            assert!((got - degrees).abs() < 1e-9, "{got}");
        }
    }
}
