//! What the sweep leaves of the sought pose.

use glam::Vec3;

use super::settings::ChaseSettings;
use crate::geometry::vector::{narrow, wide};
use crate::geometry::{Frame, Position};
use crate::ids::CellId;
use crate::policy::{CameraSweep, LostCell, Policy, SweepStart};
use crate::probe::{Probe, Rung};
use crate::transition::{Mover, MoverFlags, SweepOutcome, sweep};
use crate::world::World;
use crate::world::seat::Search;

/// What does not change while an eye is published.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Everything that can be in the way.
    pub world: &'a World,
    /// The camera.
    pub settings: &'a ChaseSettings,
    /// The policy in force.
    pub policy: &'a Policy,
    /// Where the player stands.
    pub player: &'a Position,
}

/// A published eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// Where it is, in the scene.
    pub pose: Frame,
    /// Its cell; none where the ladder ended at the player.
    pub cell: CellId,
    /// How it was found.
    pub rung: Rung,
    /// The sweep.
    pub sweep: SweepOutcome,
}

/// Sweeps the eye's sphere from the pivot to the sought pose.
///
/// In a single space the only failure is the sweep's own, and then the sought pose itself is published (the ladder's second rung).
///
/// # Source
/// spec/camera.md 7, `update_viewer` 0x00453ce0.
pub fn publish<P: Probe>(view: &View<'_>, pivot: Frame, sought: Frame, probe: &mut P) -> Published {
    let View {
        world,
        policy,
        player,
        ..
    } = *view;
    // A player without a cell has no eye either.
    if world.cells().is_some() && !player.cell.is_some() {
        let pose = world.scene_frame(player);
        return Published {
            pose,
            cell: CellId::NONE,
            rung: Rung::Player,
            sweep: SweepOutcome::unswept(pivot, sought),
        };
    }
    // The player's own bit comes with whom it is swept for: 0x15c in all.
    let flags = MoverFlags(policy.viewer_flags.bits() | MoverFlags::PLAYER.0);
    let mover = Mover::viewer(view.settings.radius, flags);
    // The faulty form of scene C16 sweeps a centre one radius above the path.
    let lift = match policy.sweep_start {
        SweepStart::Centred => Vec3::ZERO,
        SweepStart::Raised => Vec3::Z * view.settings.radius,
    };
    let shifted = |frame: Frame, by: Vec3| Frame {
        origin: narrow(wide(frame.origin) + wide(by)),
        ..frame
    };
    let start = start_cell(view, pivot);
    let (begin, end) = (shifted(pivot, lift), shifted(sought, lift));
    if policy.camera_sweep == CameraSweep::Off {
        // The cell that whoever draws finds around it.
        let seated = world.cells().map(|cells| {
            let place = world.place(Some(start), sought, Vec3::ZERO);
            cells
                .seat(place, Vec3::ZERO, Search::Visible, policy)
                .map_or(CellId::NONE, |seated| seated.cell)
        });
        return Published {
            pose: sought,
            cell: seated.unwrap_or(start),
            rung: Rung::Unswept,
            sweep: SweepOutcome::unswept(begin, end),
        };
    }
    let place = |frame: Frame| world.place(Some(start), frame, Vec3::ZERO);
    let outcome = sweep(world, policy, mover, place(begin), place(end), probe);
    let published = |pose: Frame, cell: CellId, rung: Rung| Published {
        pose,
        cell,
        rung,
        sweep: outcome,
    };
    let swept = shifted(outcome.end, -lift);
    if outcome.success && outcome.cell.is_some() {
        return published(swept, outcome.cell, Rung::Swept);
    }
    let Some(cells) = world.cells() else {
        return published(sought, start, Rung::SoughtSeated);
    };
    if !outcome.success
        && let Some(seated) = cells.seat(place(sought), Vec3::ZERO, Search::Visible, policy)
    {
        return published(world.scene_frame(&seated), seated.cell, Rung::SoughtSeated);
    }
    let (pose, rung) = match policy.lost_cell {
        LostCell::Reset => (world.scene_frame(view.player), Rung::Player),
        // What the sweep came to is shown all the same.
        LostCell::KeepSought | LostCell::FollowEye => (swept, Rung::SweptNoCell),
    };
    published(pose, CellId::NONE, rung)
}

/// The cell in which the sweep begins: the player's, or indoors the one around the pivot.
///
/// # Source
/// spec/camera.md 7 step 3.
fn start_cell(view: &View<'_>, pivot: Frame) -> CellId {
    let cell = view.player.cell;
    let (Some(cells), true) = (view.world.cells(), cell.is_indoor()) else {
        return cell;
    };
    let place = view.world.place(Some(cell), pivot, Vec3::ZERO);
    cells
        .seat(place, Vec3::ZERO, Search::Visible, view.policy)
        .map_or(cell, |seated| seated.cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bsp::CellTree;
    use crate::camera::ChaseState;
    use crate::camera::desired::Followed;
    use crate::geometry::{Plane, Polygon, Sphere};
    use crate::world::{Beyond, Cells, IndoorCell, Kind, Object, ObjectState, Portal, PortalSide};

    const FIRST: CellId = CellId(0xA9B4_0100);
    const SECOND: CellId = CellId(0xA9B4_0101);

    /// An empty room from x = `from` to `to`, 10 m wide and 5 m high, with a portal at x = 0.
    fn room(id: CellId, from: f32, to: f32, beyond: CellId) -> IndoorCell {
        let planes = [
            (Vec3::X, -from),
            (Vec3::NEG_X, to),
            (Vec3::Y, 5.0),
            (Vec3::NEG_Y, 5.0),
            (Vec3::Z, 0.0),
            (Vec3::NEG_Z, 5.0),
        ];
        let corners = [(-5.0, 0.0), (5.0, 0.0), (5.0, 5.0), (-5.0, 5.0)];
        let corners = corners.map(|(y, z)| Vec3::new(0.0, y, z)).to_vec();
        IndoorCell {
            id,
            frame: Frame::at(Vec3::new(60.0, 60.0, 0.0)),
            structure: None,
            volume: CellTree {
                planes: planes
                    .map(|(normal, offset)| Plane { normal, offset })
                    .to_vec(),
            },
            portals: vec![Portal {
                number: 0,
                polygon: Polygon::new(corners).unwrap(),
                side: PortalSide::Positive,
                beyond: Beyond::Cell(beyond),
            }],
            visible: vec![beyond],
            sees_outside: false,
        }
    }

    /// Two rooms with a portal between them, and nothing else.
    fn rooms() -> World {
        let mut cells = Cells::default();
        cells.add_indoor(room(FIRST, -5.0, 0.0, SECOND));
        cells.add_indoor(room(SECOND, 0.0, 5.0, FIRST));
        World::with_cells(Vec::new(), cells).seen_from(FIRST)
    }

    /// The eye of a player at x = -1, sought at x = `to`, metres from the portal.
    fn eye(to: f32, policy: &str) -> Published {
        let world = rooms();
        let at = |x: f32, z: f32| Frame::at(Vec3::new(60.0 + x, 60.0, z));
        let player = Position {
            cell: FIRST,
            frame: at(-1.0, 0.0),
        };
        let view = View {
            world: &world,
            settings: &ChaseSettings::default(),
            policy: &policy.parse().unwrap(),
            player: &player,
        };
        publish(&view, at(-1.0, 1.5), at(to, 1.5), &mut ())
    }

    /// spec/camera.md 7 steps 5 and 6: the cell is that of the sweep's end; beyond the last room there is none.
    #[test]
    fn cells_of_the_eye() {
        for (to, cell) in [(-0.5, FIRST), (2.0, SECOND)] {
            let published = eye(to, "retail");
            assert_eq!(
                (published.cell, published.rung),
                (cell, Rung::Swept),
                "{to}"
            );
            // Ten steps round ten times.
            assert!((published.pose.origin.x - (60.0 + to)).abs() < 1e-4);
        }
    }

    /// spec/camera.md 11 C8: retail goes to the player, the other forms publish what there is.
    #[test]
    fn an_eye_without_a_cell() {
        let swept = Rung::SweptNoCell;
        for (policy, x, z, rung) in [
            ("retail", 59.0, 0.0, Rung::Player),
            ("retail+lost_cell=keep-sought", 68.0, 1.5, swept),
            ("retail+lost_cell=follow-eye", 68.0, 1.5, swept),
        ] {
            let published = eye(8.0, policy);
            let place = published.pose.origin;
            assert_eq!(
                (published.cell, published.rung),
                (CellId::NONE, rung),
                "{policy}"
            );
            assert!(
                (place.x - x).abs() < 1e-4 && place.z == z,
                "{policy}: {place}"
            );
        }
    }
    /// spec/camera.md 11 C8, 11.2 step 3 and 11.3 step 3: what an eye beyond all rooms does to sought, and whose cell is drawn.
    #[test]
    fn sought_after_a_lost_cell() {
        let world = rooms();
        let at = |x: f32, z: f32| Frame::at(Vec3::new(60.0 + x, 60.0, z));
        let player = Position {
            cell: FIRST,
            frame: at(-1.0, 0.0),
        };
        let followed = Followed {
            frame: player.frame,
            velocity: Vec3::ZERO,
            contact_normal: None,
        };
        for (policy, viewer, sought, cell) in [
            ("retail", at(-1.0, 0.0), at(-1.0, 0.0), CellId::NONE),
            (
                "retail+lost_cell=keep-sought",
                at(8.0, 1.5),
                at(8.0, 1.5),
                CellId::NONE,
            ),
            ("adapted", at(8.0, 1.5), at(8.0, 1.5), FIRST),
        ] {
            let policy: Policy = policy.parse().unwrap();
            let settings = ChaseSettings::default();
            let mut camera = ChaseState::new(&settings, &policy, &followed, None);
            camera.aim.pivot = at(-1.0, 1.5);
            camera.sought = at(8.0, 1.5);
            let published = camera.publish(&world, &policy, &player, &mut ());
            let follows = policy.lost_cell != LostCell::Reset;
            assert_eq!(published.rung == Rung::SweptNoCell, follows);
            let near = |got: Frame, want: Frame| got.origin.abs_diff_eq(want.origin, 1e-4);
            assert!(near(camera.viewer, viewer) && near(camera.sought, sought));
            assert_eq!(camera.cell, cell);
            // Sought follows the eye to the last bit, or stays what it was.
            let follows = camera.sought == camera.viewer;
            assert_eq!(follows, policy.lost_cell != LostCell::KeepSought);
        }
    }

    /// spec/camera.md 7 step 1: a player without a cell is where the eye goes, and it has none.
    #[test]
    fn a_player_without_a_cell() {
        let world = World::with_cells(Vec::new(), Cells::default()).seen_from(FIRST);
        let player = Position {
            cell: CellId::NONE,
            frame: Frame::at(Vec3::new(1.0, 2.0, 3.0)),
        };
        let view = View {
            world: &world,
            settings: &ChaseSettings::default(),
            policy: &Policy::default(),
            player: &player,
        };
        let pivot = Frame::at(Vec3::new(1.0, 2.0, 4.5));
        let sought = Frame::at(Vec3::new(1.0, 0.0, 4.5));
        let published = publish(&view, pivot, sought, &mut ());
        assert_eq!(published.pose.origin, player.frame.origin);
        assert_eq!(
            (published.cell, published.rung),
            (CellId::NONE, Rung::Player)
        );
    }
    /// scenes.md C7: a creature is not in the way of 0x5c, but of a mover without flags.
    #[test]
    fn creatures_in_the_way() {
        let ball = Sphere {
            center: Vec3::ZERO,
            radius: 0.5,
        };
        let at = Frame::at(Vec3::new(0.0, -1.5, 1.5));
        let mut creature = Object::round("rat".to_owned(), at, 1.0, vec![ball], Vec::new());
        creature.kind = Kind::CREATURE;
        creature.state = ObjectState::default();
        let mut crate_of_wood = creature.clone();
        crate_of_wood.kind = Kind::GAME_OBJECT;
        let eye = |object: &Object, policy: &str| {
            let world = World::new(vec![object.clone()]);
            let view = View {
                world: &world,
                settings: &ChaseSettings::default(),
                policy: &policy.parse().unwrap(),
                player: &Position::single(Frame::default()),
            };
            let pivot = Frame::at(Vec3::new(0.0, 0.0, 1.5));
            let sought = Frame::at(Vec3::new(0.0, -2.5, 1.5));
            publish(&view, pivot, sought, &mut ()).pose.origin.y
        };
        assert!((eye(&creature, "retail") + 2.5).abs() < 1e-5);
        for (object, policy) in [
            (&creature, "retail+viewer_flags=0x0"),
            (&crate_of_wood, "retail"),
        ] {
            // Contact where the centres are 0.8 m apart.
            let y = eye(object, policy);
            assert!(y > -0.71, "{policy}: {y}");
        }
    }
}
