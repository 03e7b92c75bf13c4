//! Orders to the camera that it will refuse, known before anything is swept.
//!
//! What a camera is set to follows from orders, held keys and time alone: it is had by seeking without a sweep.

use glam::Vec3;

use crate::camera::desired::Followed;
use crate::camera::{ChaseSettings, ChaseState, Order, Orders};
use crate::geometry::Frame;
use crate::lane::script::{Command, camera_times};
use crate::lane::{Input, MoverRig, Rig, Setup};
use crate::policy::Policy;
use crate::probe::{Event, Probe, Refusal};

/// Warns of orders that are beyond a limit, each once with the lanes that refuse it.
///
/// A reset that a policy does not make is what its lane is there to show: that is no warning.
pub(super) fn refused(setup: &Setup, lanes: &[(String, Policy)]) -> Vec<String> {
    let Some((settings, last)) = told(&setup.rig) else {
        return Vec::new();
    };
    let last_tick = (last * f64::from(setup.hz)).ceil() as u32;
    let late = late(setup);
    let end = setup.ticks.min(last_tick.saturating_add(1));
    let mut found: Vec<(u32, Order, Refusal, Vec<&str>)> = Vec::new();
    for (name, policy) in lanes {
        for (tick, order, why) in of_lane(setup, &settings, policy, end) {
            match found
                .iter_mut()
                .find(|known| (known.0, known.1, known.2) == (tick, order, why))
            {
                Some(known) => known.3.push(name),
                None => found.push((tick, order, why, vec![name])),
            }
        }
    }
    found.sort_by_key(|known| known.0);
    let warning = |(tick, order, why, lanes): (u32, Order, Refusal, Vec<&str>)| {
        format!(
            "the order to the camera in tick {tick} ({order}) is refused in {}: {}",
            lanes.join(", "),
            why.meaning()
        )
    };
    found.into_iter().map(warning).chain(late).collect()
}

/// Warns of orders after the last tick, which nobody hears.
fn late(setup: &Setup) -> Option<String> {
    let orders: Vec<(f64, Order)> = match &setup.rig {
        Rig::Chase(rig) => rig.orders.clone(),
        Rig::Mover(rig) => {
            let orders = rig.script.iter().filter_map(|command| match command {
                Command::Camera(order) => Some(*order),
                _ => None,
            });
            camera_times(&rig.script).zip(orders).collect()
        }
        Rig::Sweep(_) => Vec::new(),
    };
    let end = f64::from(setup.ticks.saturating_sub(1)) / f64::from(setup.hz);
    let late: Vec<_> = orders.iter().filter(|(at, _)| *at > end).collect();
    let (at, order) = late.first()?;
    let what = match late.len() {
        1 => "1 order to the camera is".to_owned(),
        more => format!("{more} orders to the camera are"),
    };
    Some(format!(
        "{what} never given, the first at {at} s ({order}): the last tick of the run is at {end} s"
    ))
}

/// The camera's settings and the time of the last order to it, seconds; none where it gets none.
fn told(rig: &Rig) -> Option<(ChaseSettings, f64)> {
    match rig {
        Rig::Chase(rig) => Some((rig.settings, rig.orders.last()?.0)),
        Rig::Mover(MoverRig {
            camera: Some(settings),
            script,
            ..
        }) => Some((*settings, camera_times(script).last()?)),
        Rig::Mover(_) | Rig::Sweep(_) => None,
    }
}

/// What a lane refuses before tick `end`.
fn of_lane(
    setup: &Setup,
    home: &ChaseSettings,
    policy: &Policy,
    end: u32,
) -> Vec<(u32, Order, Refusal)> {
    // Where the player stands does not matter to what its camera is set to.
    let player = Followed {
        frame: Frame::default(),
        velocity: Vec3::ZERO,
        contact_normal: None,
    };
    let mut camera = ChaseState::new(home, policy, &player, None);
    let mut found = Vec::new();
    for tick in 0..end {
        let orders = match setup.input(tick) {
            Input::Steered(_, orders) => orders,
            Input::Drive(drive) => drive.camera,
            _ => Orders::default(),
        };
        for order in orders.iter() {
            let mut heard = Heard(None);
            camera.obey(order, home, policy, player.frame, &mut heard);
            found.extend(heard.0.map(|why| (tick, order, why)));
        }
        camera.seek(policy, &player, setup.interval(), &mut ());
    }
    found.retain(|(.., why)| *why != Refusal::KeepsEye);
    found
}

/// Hears the last refusal.
struct Heard(Option<Refusal>);

impl Probe for Heard {
    fn note(&mut self, make: impl FnOnce() -> Event) {
        if let Event::OrderRefused { why, .. } = make() {
            self.0 = Some(why);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lane::Lane;
    use crate::probe::EventKind;
    use crate::scene::{Source, build};

    fn scene(rig: &str) -> Source {
        let text = format!(
            r#"Scene(version: 1, title: "orders", look_for: "nothing", hz: 30, length: Ticks(60),
            objects: [], rig: {rig},
            lanes: [Lane(name: "retail", policy: "retail"), Lane(name: "legacy", policy: "legacy")])"#
        );
        Source::from_text("orders", &text)
    }

    /// Whoever gives orders: one in the last tick (59 of 60, at 1.967 s) is heard, one after it is not.
    #[test]
    fn orders_after_the_end_are_warned_of() {
        let chase = |orders: &str| {
            scene(&format!(
                "Chase(feet: (0, 0, 0), motion: Still, orders: [{orders}])"
            ))
        };
        let mover = |script: &str| {
            scene(&format!(
                "Mover(feet: (0, 0, 0), camera: (), script: [{script}])"
            ))
        };
        let never = |what: &str, at: &str| {
            Some(format!(
                "{what} never given, the first at {at} s (raise by 1): the last tick of the run is at 1.9666666666666666 s"
            ))
        };
        let cases = [
            (chase("(1.96, Raise(1))"), None),
            (mover("Wait(1.96), Camera(Raise(1))"), None),
            (
                chase("(1, Raise(1)), (1.97, Raise(1))"),
                never("1 order to the camera is", "1.97"),
            ),
            (
                chase("(2, Raise(1)), (7, Raise(2))"),
                never("2 orders to the camera are", "2"),
            ),
            (
                mover(
                    "Camera(Raise(1)), Wait(1), Walk(1.5), Camera(Raise(1)), Camera(Lower(1)), Wait(1), Camera(Lower(1))",
                ),
                never("3 orders to the camera are", "2.5"),
            ),
        ];
        for (source, want) in cases {
            let built = build(&source, None, None).unwrap();
            let told = built
                .warnings
                .iter()
                .find(|told| told.contains("never given"));
            assert_eq!(told, want.as_ref(), "{}", source.text);
        }
        // A longer run hears them all.
        let late = mover("Wait(2.5), Camera(Raise(1))");
        let built = build(&late, None, Some(90)).unwrap();
        assert!(
            !built
                .warnings
                .iter()
                .any(|told| told.contains("never given"))
        );
    }

    /// spec/camera.md 9.1: limits depend on what was ordered and held before. What is warned of is what a run refuses.
    #[test]
    fn orders_beyond_a_limit_are_warned_of() {
        let chase = |orders: &str| {
            scene(&format!(
                "Chase(feet: (0, 0, 0), motion: Still, orders: [{orders}])"
            ))
        };
        let steep = "the boom would stand steeper than 89 degrees";
        let cases = [
            (chase("(0, Raise(1)), (1, Reset)"), vec![]),
            (
                chase("(0.5, Raise(10)), (1, Farther(100))"),
                vec![
                    format!("the order to the camera in tick 15 (raise by 10) is refused in retail, legacy: {steep}"),
                    "the order to the camera in tick 30 (farther by 100) is refused in retail, legacy: the boom would reach farther than 10 m sideways or back, or 450 m up".to_owned(),
                ],
            ),
            // Held for a second the key takes the eye a metre nearer, to 1.68 m: four fifths of that are 1.34 m, and a fifth of those 0.27 m.
            (
                chase("(0, Hold(viewer: 4)), (1, Closer(1)), (1, Closer(4))"),
                vec!["the order to the camera in tick 30 (closer by 4) is refused in retail, legacy: the boom would be shorter than 0.5 m".to_owned()],
            ),
            (
                scene("Mover(feet: (0, 0, 0), camera: (), script: [Wait(0.5), Camera(Raise(10))])"),
                vec![format!("the order to the camera in tick 15 (raise by 10) is refused in retail, legacy: {steep}")],
            ),
        ];
        for (source, want) in cases {
            let built = build(&source, None, None).unwrap();
            let told: Vec<&String> = built
                .warnings
                .iter()
                .filter(|warning| warning.contains("order"))
                .collect();
            assert_eq!(told, want.iter().collect::<Vec<_>>());
            let policy = built.lanes[0].1;
            let mut counters = crate::probe::Counters::default();
            let mut lane = Lane::new(&built.setup, policy);
            for tick in 0..built.setup.ticks {
                let input = built.setup.input(tick);
                lane.tick(&built.setup, &input, &mut counters);
            }
            let refused = counters.of(EventKind::OrderRefused);
            assert_eq!(refused, want.len() as u64);
        }
    }
}
