//! A camera behind a body that walks at random never looks from inside a wall, unless a rule of the policy lets it.

#[path = "../../examples/random_walk/walk.rs"]
mod walk;

use std::fmt::Write as _;

use walk::{Cause, Dungeon, Walked};

const TICKS: u32 = 2_000;

/// An OBJ text that is made of boxes, Y up.
#[derive(Default)]
struct Mesh {
    text: String,
    corners: usize,
}

impl Mesh {
    /// A quad, counter-clockwise seen from its front, Z up.
    fn quad(&mut self, corners: [[f32; 3]; 4]) {
        for [x, y, z] in corners {
            writeln!(self.text, "v {x} {z} {}", -y).unwrap();
        }
        let n = self.corners;
        writeln!(self.text, "f {} {} {} {}", n + 1, n + 2, n + 3, n + 4).unwrap();
        self.corners += 4;
    }

    /// The six faces of a box: outwards, or inwards for a room.
    fn cuboid(&mut self, [x0, y0, z0]: [f32; 3], [x1, y1, z1]: [f32; 3], inwards: bool) {
        let faces = [
            [[x0, y0, z0], [x0, y1, z0], [x1, y1, z0], [x1, y0, z0]],
            [[x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1]],
            [[x0, y0, z0], [x1, y0, z0], [x1, y0, z1], [x0, y0, z1]],
            [[x0, y1, z0], [x0, y1, z1], [x1, y1, z1], [x1, y1, z0]],
            [[x0, y0, z0], [x0, y0, z1], [x0, y1, z1], [x0, y1, z0]],
            [[x1, y0, z0], [x1, y1, z0], [x1, y1, z1], [x1, y0, z1]],
        ];
        for face in faces {
            let [a, b, c, d] = face;
            self.quad(if inwards { [d, c, b, a] } else { face });
        }
    }

    /// A hall far from the origin, with pillars that leave narrow ways, a low beam, a wall with a door and a stair.
    fn hall() -> Self {
        let mut mesh = Self::default();
        mesh.cuboid([60.0, 0.0, 0.0], [80.0, 16.0, 4.0], true);
        for column in 0..3_u8 {
            for row in 0..4_u8 {
                let (x, y) = (61.5 + 2.6 * f32::from(column), 1.5 + 3.4 * f32::from(row));
                mesh.cuboid([x, y, 0.0], [x + 1.0, y + 1.6, 3.9], false);
            }
        }
        mesh.cuboid([69.4, 0.0, 2.2], [70.4, 16.0, 3.9], false);
        mesh.cuboid([73.0, 0.0, 0.0], [73.5, 7.0, 3.9], false);
        mesh.cuboid([73.0, 8.6, 0.0], [73.5, 16.0, 3.9], false);
        mesh.cuboid([73.0, 7.0, 2.4], [73.5, 8.6, 3.9], false);
        for step in 0..5_u8 {
            let (x, height) = (75.0 + 0.6 * f32::from(step), 0.3 * f32::from(step + 1));
            mesh.cuboid([x, 2.0, 0.0], [80.0, 6.0, height], false);
        }
        mesh
    }

    fn walk(&self, policy: &str, seed: u64) -> Walked {
        let dungeon = Dungeon::from_obj(&self.text, 30).unwrap();
        assert_eq!(dungeon.polygons().len(), self.corners / 4);
        dungeon.walk(policy.parse().unwrap(), TICKS, seed)
    }
}

/// The eyes in polygons, one a line.
fn told(walked: &Walked) -> String {
    let lines = walked
        .violations
        .iter()
        .map(|violation| format!("\n{violation}"));
    lines.collect()
}

#[test]
fn no_eye_is_in_a_wall() {
    let hall = Mesh::hall();
    for policy in [
        "retail",
        "adapted",
        "ace",
        "retail+steps=equal-slices",
        "retail+adjust_to_plane=never-succeeds",
        "legacy+reach_filter=none",
    ] {
        let walked = hall.walk(policy, 1);
        assert!(walked.violations.is_empty(), "{policy}: {}", told(&walked));
        // A walk that meets nothing would prove nothing.
        assert!(
            walked.way > 50.0 && walked.stopped > TICKS / 10,
            "{policy}: {walked:?}"
        );
        assert_eq!((walked.ticks, walked.fallen), (TICKS, 0));
        assert!(walked.clear > TICKS * 9 / 10, "{policy}: {}", walked.clear);
    }
}

/// The same walk with an eye that nothing stops, and with a filter that does not see the hall: the referee sees both.
#[test]
fn the_referee_sees_eyes_in_walls() {
    let hall = Mesh::hall();
    for (policy, cause) in [
        ("retail+camera_sweep=off", Cause::Unswept),
        ("retail+reach_filter=from-origin", Cause::Filtered),
    ] {
        let walked = hall.walk(policy, 1);
        assert!(walked.by(cause) > 0, "{policy}");
        assert_eq!(
            walked.by(cause),
            walked.violations.len(),
            "{policy}: {}",
            told(&walked)
        );
    }
}

/// spec/bsp.md 6.1 branch 6: a face that is overlapped stops a camera whether it is approached or not, and it is asked again
/// after the search for the touch time, to which such a face is none (6.7). So not even a curtain just before a wall, which
/// shows the camera its back, is entered.
#[test]
fn no_eye_is_in_a_curtain_before_a_wall() {
    let mut mesh = Mesh::default();
    mesh.cuboid([0.0, 0.0, 0.0], [12.0, 12.0, 4.0], true);
    for x in [3.0, 8.0] {
        mesh.cuboid([x + 0.1, 0.0, 0.0], [x + 0.5, 8.0, 3.9], false);
        mesh.quad([[x, 0.0, 0.0], [x, 8.0, 0.0], [x, 8.0, 3.9], [x, 0.0, 3.9]]);
    }
    for seed in [1, 2] {
        let walked = mesh.walk("retail", seed);
        assert!(walked.violations.is_empty(), "{}", told(&walked));
        assert!(walked.stopped > TICKS / 10, "{walked:?}");
        let unswept = mesh.walk("retail+camera_sweep=off", seed);
        let in_curtains = unswept.violations.iter().filter(|violation| {
            let is_curtain = |polygon: &usize| [12, 19].contains(polygon);
            violation
                .near
                .iter()
                .any(|(polygon, _)| is_curtain(polygon))
                && violation.sought.x > violation.pivot.x
        });
        assert!(in_curtains.count() > 0, "no camera came that way");
    }
}
