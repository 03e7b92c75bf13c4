//! The moments of a tick: its events as stops of a cursor that walks through sweep, step and query.

use glam::Vec3;

use super::subject::Subject;
use crate::analysis::words;
use crate::geometry::vector::{dot, length, narrow, wide};
use crate::geometry::{Plane, Sphere};
use crate::ids::{CellId, Surface};
use crate::overlay::text::short_distance;
use crate::overlay::{Item, Layer, Overlay, Role, Shape};
use crate::probe::{Entry, Event, Journal};
use crate::recording::Replay;
use crate::world::World;

/// One stop.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Index of its event in the journal.
    pub entry: usize,
    /// Number of the sweep, from 1; 0 outside of one.
    pub sweep: u32,
    /// Number of the step, from 1; 0 outside of one.
    pub step: u32,
    /// What happens, in words.
    pub text: String,
    /// What it is about.
    pub subject: Option<Subject>,
    /// Where the sphere is then; `None` outside of a sweep.
    pub sphere: Option<Sphere>,
}

/// The moments of a tick, in order: all that decides something. What only looks (nodes, rounds of a search, polygons that
/// are not touched) belongs to the moment that it leads to.
#[must_use]
pub fn moments(world: &World, journal: &Journal) -> Vec<Moment> {
    let mut walk = Walk::default();
    let mut all = Vec::new();
    for (index, entry) in journal.entries.iter().enumerate() {
        walk.follow(&entry.event);
        if decides(&entry.event) {
            all.push(Moment {
                entry: index,
                sweep: entry.sweep,
                step: entry.step,
                text: words::event(world, entry),
                subject: walk.subject(entry),
                sphere: (entry.sweep > 0).then(|| walk.sphere()),
            });
        }
        if matches!(entry.event, Event::EnvironmentAnswered { .. }) {
            walk.cells.pop();
        }
    }
    all
}

fn decides(event: &Event) -> bool {
    match event {
        Event::NodeVisited { .. }
        | Event::NodePruned { .. }
        | Event::AdjustRound { .. }
        | Event::SphereAsked { .. }
        | Event::BranchTaken { .. }
        | Event::CandidateAdmitted { .. }
        | Event::EnvironmentAsked { .. }
        | Event::PartAsked { .. }
        | Event::CellsListed { .. } => false,
        Event::PolygonTested { touched, .. } | Event::PrimitiveTested { touched, .. } => *touched,
        // The first one is the step's own begin.
        Event::Attempt { attempt, .. } => *attempt > 1,
        _ => true,
    }
}

/// Where the sphere is, as events tell it.
#[derive(Debug, Default)]
struct Walk {
    center: Vec3,
    radius: f32,
    /// Cells whose ground, building or walls are being asked, the innermost last.
    cells: Vec<CellId>,
}

impl Walk {
    fn sphere(&self) -> Sphere {
        Sphere {
            center: self.center,
            radius: self.radius,
        }
    }

    fn follow(&mut self, event: &Event) {
        match *event {
            Event::SweepPlanned { from, radius, .. } => {
                (self.center, self.radius) = (from, radius);
                self.cells.clear();
            }
            Event::StepBegan { to, .. } => self.center = to,
            Event::Attempt { center, .. } => self.center = center,
            Event::QueryEnded { shift, .. } | Event::EnvironmentAnswered { shift, .. } => {
                self.center = narrow(wide(self.center) + wide(shift));
            }
            Event::Reverted { to, .. } => self.center = to,
            Event::StepEnded { committed, .. } => self.center = committed,
            Event::SweepEnded { end, .. } => self.center = end,
            Event::EnvironmentAsked { cell, .. } => self.cells.push(cell),
            _ => {}
        }
    }

    /// Whose polygons an event without a name of its own is about.
    fn surface(&self, entry: &Entry) -> Option<Surface> {
        Surface::new(entry.object, entry.part, self.cells.last().copied())
    }

    fn subject(&self, entry: &Entry) -> Option<Subject> {
        let facet = |normal| Subject::Facet {
            at: narrow(wide(self.center) - wide(normal) * f64::from(self.radius)),
            normal,
        };
        Some(match entry.event {
            Event::Desired { pose, .. }
            | Event::Sought { pose, .. }
            | Event::Published { pose, .. }
            | Event::ViewerReset { pose, .. } => Subject::Pose(pose),
            Event::SweepPlanned {
                from, to, radius, ..
            } => Subject::Way { from, to, radius },
            Event::StepBegan { from, to, .. } => Subject::Way {
                from,
                to,
                radius: self.radius,
            },
            Event::Reverted { from, to, .. } => Subject::Way {
                from,
                to,
                radius: self.radius,
            },
            Event::CandidateRejected { object, .. } | Event::QueryEnded { object, .. } => {
                Subject::Object(object)
            }
            Event::EnvironmentAnswered { cell, .. } => Subject::Cell(cell),
            Event::CellEntered { to, .. } => Subject::Cell(to),
            Event::PolygonTested { polygon, .. } => Subject::Polygon {
                surface: self.surface(entry)?,
                polygon,
            },
            Event::PlaneHit {
                object,
                part,
                cell,
                polygon,
                ..
            }
            | Event::WalkableFound {
                object,
                part,
                cell,
                polygon,
                ..
            } => Subject::Polygon {
                surface: Surface::new(object, part, cell)?,
                polygon,
            },
            Event::NormalWritten { normal, .. }
            | Event::NegativeHit { normal, .. }
            | Event::CollideLatched { normal }
            | Event::StepUpBegan { normal, .. } => facet(normal),
            Event::ContactWritten { normal, offset, .. } => {
                let height = dot(normal, self.center) + f64::from(offset);
                Subject::Facet {
                    at: narrow(wide(self.center) - wide(normal) * height),
                    normal,
                }
            }
            _ if entry.sweep > 0 => Subject::Ball(self.sphere()),
            _ => return None,
        })
    }
}

/// `replay` as far as it has come at a moment: what happens later is not told yet.
#[must_use]
pub fn until(replay: &Replay, entry: usize) -> Replay {
    let mut early = replay.clone();
    early.journal.entries.truncate(entry + 1);
    early
}

/// Takes from `out` what was not there yet at event `entry`: eyes that were not published, a sphere that had not ended.
pub fn hide_later(replay: &Replay, entry: usize, out: &mut Overlay) {
    let came = |is: fn(&Event) -> bool| {
        let told = replay.journal.entries.iter().take(entry + 1);
        // What never comes in this tick was there from the begin.
        told.clone().any(|e| is(&e.event)) || !replay.journal.entries.iter().any(|e| is(&e.event))
    };
    let later = [
        (
            Role::Published,
            came(|e| matches!(e, Event::Published { .. })),
        ),
        (Role::Sought, came(|e| matches!(e, Event::Sought { .. }))),
        (Role::Desired, came(|e| matches!(e, Event::Desired { .. }))),
    ];
    out.items.retain(|item| {
        let of_eyes = item.layer == Layer::Eyes;
        !(of_eyes && later.iter().any(|(role, came)| *role == item.role && !came))
    });
}

/// Draws a moment: the sphere where it is, and what the moment is about.
pub fn highlight(moment: &Moment, world: &World, out: &mut Overlay) {
    if let Some(subject) = &moment.subject {
        subject.highlight(world, out);
    }
    if let Some(sphere) = moment.sphere {
        let shape = Shape::Ball {
            center: sphere.center,
            radius: sphere.radius,
        };
        out.push(Item::new(Layer::Contacts, Role::Mover, shape));
    }
}

/// How far the sphere of a moment is from the plane that it is about: `18.7 mm from its plane`.
#[must_use]
pub fn clearance(moment: &Moment, world: &World) -> Option<String> {
    let (sphere, subject) = (moment.sphere?, moment.subject?);
    let plane: Plane = subject.plane(world)?;
    let off = plane.height(sphere.center).abs() - f64::from(sphere.radius);
    Some(if off < 0.0 {
        format!("{} through its plane", short_distance(-off))
    } else {
        format!("{} from its plane", short_distance(off))
    })
}

/// The moment that is nearest to event `entry`: the last one that is not after it.
#[must_use]
pub fn nearest(moments: &[Moment], entry: usize) -> Option<usize> {
    let after = moments.partition_point(|moment| moment.entry <= entry);
    after.checked_sub(1)
}

/// How far apart two points are, with the parts of the way along the axes, metres.
#[must_use]
pub fn ruler(a: Vec3, b: Vec3) -> (f64, Vec3) {
    (length(wide(b) - wide(a)), b - a)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::grouped::samples::{at_rest, falling};
    use crate::overlay::{LayerSet, Style, overlay};

    #[test]
    fn moments_rise_and_cover_every_step() {
        for (setup, replay) in [at_rest(), falling()] {
            let all = moments(&setup.world, &replay.journal);
            assert!(all.windows(2).all(|w| w[0].entry < w[1].entry));
            let planned = replay
                .journal
                .entries
                .iter()
                .filter(|e| matches!(e.event, Event::StepBegan { .. }))
                .count();
            let begun = all
                .iter()
                .filter(|m| matches!(m.subject, Some(Subject::Way { .. })) && m.step > 0)
                .count();
            assert!(begun >= planned && planned > 0);
            // What decides nothing is no stop.
            assert!(all.len() < replay.journal.entries.len());
        }
    }

    /// At the last moment of the sweep the sphere is where the outcome says that it ended.
    #[test]
    fn the_sphere_ends_where_the_sweep_does() {
        let (setup, replay) = at_rest();
        let all = moments(&setup.world, &replay.journal);
        let last = all.iter().rev().find(|m| m.sphere.is_some()).unwrap();
        assert_eq!(last.sphere.unwrap().center, replay.outcome.published.origin);
    }

    #[test]
    fn a_hit_is_about_its_polygon() {
        let (setup, replay) = at_rest();
        let hit = moments(&setup.world, &replay.journal)
            .into_iter()
            .find(|m| {
                matches!(
                    replay.journal.entries[m.entry].event,
                    Event::PlaneHit { .. }
                )
            })
            .unwrap();
        let (polygon, surface) = match hit.subject {
            Some(Subject::Polygon { polygon, surface }) => (polygon, surface),
            other => panic!("{other:?}"),
        };
        let named = replay.outcome.sweep.hit.unwrap();
        assert_eq!((named.polygon, named.surface), (polygon, surface));
        // The sphere touches the plane that it was moved to, within what the search for it leaves.
        assert!(clearance(&hit, &setup.world).unwrap().contains("mm"));
    }

    #[test]
    fn nothing_is_shown_before_it_happened() {
        let (setup, replay) = at_rest();
        let all = moments(&setup.world, &replay.journal);
        let shown = |entry: usize| {
            let early = until(&replay, entry);
            let mut out = overlay(&setup, &early, LayerSet::ALL, &Style::default());
            hide_later(&replay, entry, &mut out);
            out
        };
        let has = |overlay: &Overlay, role| overlay.items.iter().any(|item| item.role == role);
        let (first, last) = (shown(all[0].entry), shown(all.last().unwrap().entry));
        assert!(!has(&first, Role::Published) && has(&last, Role::Published));
        assert!(!has(&first, Role::HitPolygon) && has(&last, Role::HitPolygon));
        assert_eq!(
            last,
            overlay(&setup, &replay, LayerSet::ALL, &Style::default())
        );
    }

    #[test]
    fn the_nearest_moment_is_not_after_its_event() {
        let (setup, replay) = at_rest();
        let all = moments(&setup.world, &replay.journal);
        for entry in 0..replay.journal.entries.len() {
            let found = nearest(&all, entry);
            assert_eq!(found.is_none(), entry < all[0].entry);
            if let Some(k) = found {
                assert!(all[k].entry <= entry);
                assert!(all.get(k + 1).is_none_or(|next| next.entry > entry));
            }
        }
    }
}
