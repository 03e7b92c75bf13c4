//! Driving a body by hand: held keys become the input of the ticks that run, in every lane alike.
//!
//! What was driven is recorded like a script, so that it is had again tick by tick, under other policies as well.

use bevy::prelude::*;

use super::ViewSystems;
use super::command::{Asked, Command, Notice, Tone};
use super::document::Document;
use super::keys::Hands;
use super::lanes::{LaneRun, Tape, fork};
use super::playback::{Motion, Playback};
use super::text;
use super::views::{ViewKind, Views};
use crate::camera::{Held, Order, Orders, ViewMode};
use crate::lane::{Drive, Gait, Input, Rig};
use crate::scene::number::MAX_TICKS;

/// Time that the jump key is held for a jump of full power, seconds.
const FULL_JUMP: f32 = 1.0;

/// Power of the shortest tap on the jump key.
const LEAST_JUMP: f32 = 0.15;

/// What the hands say; ignored until [`Playback::drives`].
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Wheel {
    /// The input of the next tick.
    pub(super) drive: Drive,
    /// How long the jump key has been held, seconds.
    charge: Option<f32>,
    /// What the camera was told last: its view, and its turn about the pivot.
    view: ViewMode,
    turn: f32,
}

impl Wheel {
    /// The input of the next tick.
    #[must_use]
    pub(super) fn input(&self) -> Input {
        Input::Drive(self.drive)
    }

    /// A tick has run: what takes effect at once is not told again.
    pub(super) fn told(&mut self) {
        self.drive.jump = None;
        self.drive.camera = Orders::default();
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Wheel>()
        .init_resource::<Hands>()
        .init_resource::<ButtonInput<KeyCode>>()
        .add_systems(
            Update,
            steer
                .after(ViewSystems::Commands)
                .before(ViewSystems::Cursor),
        );
}

/// Keys that belong to the body while it is driven.
#[must_use]
pub(super) fn is_taken(code: KeyCode) -> bool {
    matches!(
        code,
        KeyCode::KeyW
            | KeyCode::KeyA
            | KeyCode::KeyS
            | KeyCode::KeyD
            | KeyCode::KeyQ
            | KeyCode::KeyE
            | KeyCode::Space
            | KeyCode::ArrowUp
            | KeyCode::ArrowDown
            | KeyCode::ArrowLeft
            | KeyCode::ArrowRight
            | KeyCode::PageUp
            | KeyCode::PageDown
            | KeyCode::KeyH
            | KeyCode::KeyL
    )
}

/// What held keys tell a body, by the place of the keys: forwards and back, turning, sidestepping, walking.
#[must_use]
fn gait(pressed: impl Fn(KeyCode) -> bool) -> Gait {
    let axis = |more, less| f32::from(i8::from(pressed(more)) - i8::from(pressed(less)));
    Gait {
        forward: axis(KeyCode::KeyW, KeyCode::KeyS),
        sidestep: axis(KeyCode::KeyE, KeyCode::KeyQ),
        turn: axis(KeyCode::KeyD, KeyCode::KeyA),
        run: !pressed(KeyCode::ShiftLeft) && !pressed(KeyCode::ShiftRight),
    }
}

/// What keys tell the camera behind the body: pressed ones nearer and further, up and down, into the head and down on the
/// player, held ones a turn about the pivot.
fn tell_camera(wheel: &mut Wheel, keys: &ButtonInput<KeyCode>) {
    // More than a tick takes are not told.
    let mut orders = wheel.drive.camera;
    let mut tell = |order| orders.push(order);
    for (key, order) in [
        (KeyCode::PageUp, Order::Closer(1.0)),
        (KeyCode::PageDown, Order::Farther(1.0)),
        (KeyCode::ArrowUp, Order::Raise(1.0)),
        (KeyCode::ArrowDown, Order::Raise(-1.0)),
    ] {
        if keys.just_pressed(key) {
            let _ = tell(order);
        }
    }
    for (key, view) in [
        (KeyCode::KeyH, ViewMode::InHead),
        (KeyCode::KeyL, ViewMode::Down),
    ] {
        if keys.just_pressed(key) {
            wheel.view = if wheel.view == view {
                ViewMode::Behind
            } else {
                view
            };
            let _ = tell(Order::View(wheel.view));
        }
    }
    let axis = |key| f32::from(i8::from(keys.pressed(key)));
    let turn = axis(KeyCode::ArrowLeft) - axis(KeyCode::ArrowRight);
    if turn != wheel.turn {
        wheel.turn = turn;
        let _ = tell(Order::Hold(Held {
            turn,
            ..Held::default()
        }));
    }
    wheel.drive.camera = orders;
}

fn steer(
    keys: Res<ButtonInput<KeyCode>>,
    hands: Res<Hands>,
    playback: Res<Playback>,
    document: Option<Res<Document>>,
    time: Option<Res<Time<Real>>>,
    mut wheel: ResMut<Wheel>,
) {
    if !playback.drives {
        // The next body begins with nothing held and the eye behind it.
        wheel.set_if_neq(Wheel::default());
        return;
    }
    let held = |code| !hands.types && keys.pressed(code);
    let mut next = *wheel;
    next.drive.gait = gait(held);
    let seconds = time.map_or(0.0, |time| time.delta_secs());
    match (held(KeyCode::Space), next.charge) {
        (true, charge) => next.charge = Some(charge.unwrap_or(0.0) + seconds),
        (false, Some(charge)) => {
            next.drive.jump = Some((charge / FULL_JUMP).clamp(LEAST_JUMP, 1.0));
            next.charge = None;
        }
        // A tap that was over within a frame counts as well.
        (false, None) if !hands.types && keys.just_pressed(KeyCode::Space) => {
            next.drive.jump = Some(LEAST_JUMP);
        }
        (false, None) => {}
    }
    let has_camera = document.is_some_and(|document| document.setup.rig.has_camera());
    if has_camera && !hands.types {
        tell_camera(&mut next, &keys);
    }
    wheel.set_if_neq(next);
}

/// Takes the body of the open scene into the hands, or lets go of it.
pub(super) fn toggle(world: &mut World) {
    if world.resource::<Playback>().drives {
        stop(world);
        return;
    }
    let can = world.get_resource::<Document>().is_some_and(
        |document| matches!(&document.setup.rig, Rig::Mover(rig) if rig.locomotion.is_some()),
    );
    if !can {
        world
            .resource_mut::<Asked>()
            .0
            .push(Command::Notice(Notice {
                tone: Tone::Error,
                text: text::CANNOT_DRIVE.to_owned(),
            }));
        return;
    }
    let mut playback = world.resource_mut::<Playback>();
    playback.drives = true;
    playback.motion = Motion::Forward;
    playback.speed = 0;
    playback.carry = 0.0;
    playback.looping = false;
    let mut views = world.resource_mut::<Views>();
    for kind in &mut views.kinds {
        if kind.is_free() {
            *kind = ViewKind::Chase;
        }
    }
}

/// Lets go; the run ends where it has got to.
pub(super) fn stop(world: &mut World) {
    let mut playback = world.resource_mut::<Playback>();
    playback.drives = false;
    playback.motion = Motion::Paused;
    let mut lanes = world.query::<&Tape>();
    let ran = lanes
        .iter(world)
        .map(|tape| tape.recording.len())
        .min()
        .unwrap_or(0);
    if let Some(mut document) = world.get_resource_mut::<Document>() {
        document.set_length(ran.max(1));
    }
}

/// The ticks that `seconds` of real time are worth, and room for them: every lane stands behind the cursor, and the
/// script reaches as far as the hands do.
pub(super) fn prepare(world: &mut World, seconds: f64) -> u32 {
    let Some(hz) = world.get_resource::<Document>().map(|d| d.setup.hz) else {
        return 0;
    };
    let mut playback = world.resource_mut::<Playback>();
    // At most a second at once.
    let mut by = playback.whole_ticks(seconds, hz).min(hz);
    let begin = playback.cursor + 1;
    world.resource_scope(|world, mut document: Mut<'_, Document>| {
        let mut shortest = u32::MAX;
        let mut lanes = world.query::<(&mut LaneRun, &mut Tape)>();
        for (mut run, mut tape) in lanes.iter_mut(world) {
            if by > 0 && run.0.state.tick > begin {
                let policy = tape.recording.policy();
                fork(&document, &mut run, &mut tape, begin, policy);
            }
            shortest = shortest.min(run.0.state.tick);
        }
        by = by.min(MAX_TICKS.saturating_sub(shortest.saturating_add(1)));
        let room = shortest.saturating_add(by).saturating_add(1);
        if document.setup.ticks < room {
            document.set_length(room);
        }
    });
    by
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_orders_to_the_camera() {
        let mut keys = ButtonInput::default();
        let mut wheel = Wheel::default();
        let mut told = |keys: &mut ButtonInput<KeyCode>| {
            tell_camera(&mut wheel, keys);
            let orders: Vec<_> = wheel.drive.camera.iter().collect();
            wheel.told();
            keys.clear();
            orders
        };
        let turn = |turn| {
            Order::Hold(Held {
                turn,
                ..Held::default()
            })
        };
        keys.press(KeyCode::PageUp);
        keys.press(KeyCode::ArrowLeft);
        assert_eq!(told(&mut keys), [Order::Closer(1.0), turn(1.0)]);
        assert_eq!(told(&mut keys), [], "what is held is told once");
        keys.release(KeyCode::ArrowLeft);
        keys.press(KeyCode::KeyH);
        assert_eq!(told(&mut keys), [Order::View(ViewMode::InHead), turn(0.0)]);
        keys.release(KeyCode::KeyH);
        keys.press(KeyCode::KeyH);
        assert_eq!(told(&mut keys), [Order::View(ViewMode::Behind)]);
    }

    #[test]
    fn keys_are_a_gait() {
        let of = |held: &[KeyCode]| gait(|code| held.contains(&code));
        assert_eq!(
            of(&[KeyCode::KeyW, KeyCode::KeyA]),
            Gait {
                forward: 1.0,
                sidestep: 0.0,
                turn: -1.0,
                run: true
            }
        );
        let slow = of(&[KeyCode::KeyS, KeyCode::KeyE, KeyCode::ShiftLeft]);
        assert_eq!((slow.forward, slow.sidestep, slow.run), (-1.0, 1.0, false));
        assert_eq!(of(&[KeyCode::KeyW, KeyCode::KeyS]).forward, 0.0);
    }
}
