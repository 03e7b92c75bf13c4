//! What a line means: its colour, and a second cue so that colour is never alone.

/// A colour of the sRGB space, 0..=255 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// As `#rrggbb`.
    #[must_use]
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// What is behind the lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// `#1e1f24`.
    #[default]
    Dark,
    /// White, as on paper.
    Light,
}

impl Theme {
    /// The colour behind the lines.
    #[must_use]
    pub fn background(self) -> Rgb {
        match self {
            Self::Dark => Rgb(0x1e, 0x1f, 0x24),
            Self::Light => Rgb(0xff, 0xff, 0xff),
        }
    }
}

/// How a line is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stroke {
    /// Unbroken.
    Solid,
    /// Long pieces.
    Dashed,
    /// Dots.
    Dotted,
}

/// The shape by which a role is told without its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Three rings of a ball.
    Rings,
    /// The outline of a volume or a polygon.
    Outline,
    /// A cross-bar with a number.
    Tick,
    /// A hollow diamond.
    Diamond,
    /// A hollow circle.
    HollowCircle,
    /// A filled circle with a small frustum.
    FilledCircle,
    /// A cross with an arrow.
    CrossAndArrow,
    /// A plain area.
    Plain,
    /// An area with one hatch.
    SingleHatch,
    /// An area with two hatches.
    DoubleHatch,
    /// An area with a crossed hatch and a thick edge.
    CrossHatch,
    /// An area with chevrons that point up.
    Chevrons,
    /// An area with bars.
    Bars,
    /// Thin edges.
    Wire,
    /// Squares on the ground, edges of a room.
    Grid,
    /// The outline of an opening.
    Doorway,
    /// A pale sphere with the centre and the way to it marked.
    Ghost,
    /// Dashed outlines and a hollow diamond at their end.
    Imprint,
    /// A thick line around what it is about.
    Halo,
}

/// The meaning of an item; one colour and one [`Form`] each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Edges of what can be hit.
    Mesh,
    /// The moving sphere where it ended up.
    Mover,
    /// Volume that the sphere passed, first lane.
    SweptA,
    /// Volume that the sphere passed, second lane.
    SweptB,
    /// Boundaries between steps.
    StepBoundary,
    /// Where the eye ideally is, and its boom.
    Desired,
    /// Where the eye is sent.
    Sought,
    /// Where the eye got to.
    Published,
    /// Contact point and normal, and the step that was blocked.
    Contact,
    /// Polygon that stopped the sphere.
    HitPolygon,
    /// Contact plane that a query found.
    PlaneReal,
    /// Contact plane that was restored from before.
    PlaneRestored,
    /// Contact plane that somebody made up.
    PlaneSynthetic,
    /// Tree node whose sphere was overlapped.
    NodeVisited,
    /// Tree node whose sphere was missed.
    NodePruned,
    /// Object that was refused before its shape was tested.
    Rejected,
    /// A zone without effect, or a hole.
    DeadZone,
    /// Ground that can be walked on.
    Walkable,
    /// Ground that is too steep.
    TooSteep,
    /// The outline of a room or of an outdoor cell.
    Cell,
    /// An opening between cells.
    Portal,
    /// An outdoor cell that lists an object.
    Registered,
    /// An outdoor cell that an object reaches and that does not list it.
    Unregistered,
    /// What another program recorded or logged.
    Recorded,
    /// What was picked, or what the cursor within a tick is at.
    Picked,
}

impl Role {
    /// Every role, in the order of legends.
    pub const ALL: &'static [Self] = &[
        Self::Mesh,
        Self::Mover,
        Self::SweptA,
        Self::SweptB,
        Self::StepBoundary,
        Self::Desired,
        Self::Sought,
        Self::Published,
        Self::Contact,
        Self::HitPolygon,
        Self::PlaneReal,
        Self::PlaneRestored,
        Self::PlaneSynthetic,
        Self::NodeVisited,
        Self::NodePruned,
        Self::Rejected,
        Self::DeadZone,
        Self::Walkable,
        Self::TooSteep,
        Self::Cell,
        Self::Portal,
        Self::Registered,
        Self::Unregistered,
        Self::Recorded,
        Self::Picked,
    ];

    /// What it is called in legends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Mesh => "mesh",
            Self::Mover => "sphere at the end",
            Self::SweptA => "swept sphere",
            Self::SweptB => "swept sphere, second lane",
            Self::StepBoundary => "step boundary",
            Self::Desired => "desired",
            Self::Sought => "sought",
            Self::Published => "published",
            Self::Contact => "contact",
            Self::HitPolygon => "hit polygon",
            Self::PlaneReal => "contact plane",
            Self::PlaneRestored => "restored plane",
            Self::PlaneSynthetic => "made-up plane",
            Self::NodeVisited => "node visited",
            Self::NodePruned => "node pruned",
            Self::Rejected => "rejected object",
            Self::DeadZone => "dead zone",
            Self::Walkable => "walkable",
            Self::TooSteep => "too steep",
            Self::Cell => "cell",
            Self::Portal => "portal",
            Self::Registered => "cell with objects",
            Self::Unregistered => "cell that misses an object",
            Self::Recorded => "recorded or logged",
            Self::Picked => "picked",
        }
    }

    /// Its colour: the palette of Okabe and Ito, which colour-blind readers can tell apart, with what would
    /// vanish on either background replaced.
    #[must_use]
    pub fn color(self, theme: Theme) -> Rgb {
        let by = |dark, light| if theme == Theme::Dark { dark } else { light };
        match self {
            Self::Mesh | Self::Cell => by(Rgb(0x7b, 0x82, 0x90), Rgb(0x5a, 0x60, 0x6b)),
            Self::Mover | Self::StepBoundary => by(Rgb(0xff, 0xff, 0xff), Rgb(0x00, 0x00, 0x00)),
            Self::SweptA | Self::SweptB => Rgb(0x56, 0xb4, 0xe9),
            Self::Desired | Self::Portal => Rgb(0xcc, 0x79, 0xa7),
            Self::Sought | Self::Recorded => Rgb(0xe6, 0x9f, 0x00),
            Self::Published => by(Rgb(0x4c, 0xa3, 0xdd), Rgb(0x00, 0x72, 0xb2)),
            Self::Contact | Self::HitPolygon | Self::DeadZone | Self::Unregistered => {
                Rgb(0xd5, 0x5e, 0x00)
            }
            Self::PlaneReal
            | Self::PlaneRestored
            | Self::PlaneSynthetic
            | Self::Walkable
            | Self::Registered => Rgb(0x00, 0x9e, 0x73),
            Self::NodeVisited => by(Rgb(0xf0, 0xe4, 0x42), Rgb(0x8f, 0x7f, 0x00)),
            Self::NodePruned | Self::Rejected | Self::TooSteep => {
                by(Rgb(0x9a, 0x9a, 0x9a), Rgb(0x76, 0x76, 0x76))
            }
            // No colour of the palette is left; brighter than all of them, and drawn thicker.
            Self::Picked => by(Rgb(0x5c, 0xf5, 0xff), Rgb(0x00, 0x6a, 0x7a)),
        }
    }

    /// Its usual stroke.
    #[must_use]
    pub fn stroke(self) -> Stroke {
        match self {
            Self::SweptB
            | Self::Recorded
            | Self::NodePruned
            | Self::TooSteep
            | Self::Unregistered => Stroke::Dashed,
            Self::Desired | Self::Rejected => Stroke::Dotted,
            _ => Stroke::Solid,
        }
    }

    /// Its second cue.
    #[must_use]
    pub fn form(self) -> Form {
        match self {
            Self::Mesh => Form::Wire,
            Self::Mover | Self::NodeVisited | Self::NodePruned => Form::Rings,
            Self::SweptA | Self::SweptB | Self::HitPolygon => Form::Outline,
            Self::StepBoundary => Form::Tick,
            Self::Desired => Form::Diamond,
            Self::Sought => Form::HollowCircle,
            Self::Published => Form::FilledCircle,
            Self::Contact => Form::CrossAndArrow,
            Self::PlaneReal => Form::Plain,
            Self::PlaneRestored => Form::SingleHatch,
            Self::PlaneSynthetic => Form::DoubleHatch,
            Self::Rejected => Form::Ghost,
            Self::DeadZone | Self::Unregistered => Form::CrossHatch,
            Self::Walkable => Form::Chevrons,
            Self::TooSteep | Self::Registered => Form::Bars,
            Self::Cell => Form::Grid,
            Self::Portal => Form::Doorway,
            Self::Recorded => Form::Imprint,
            Self::Picked => Form::Halo,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of linear RGB seen without one kind of cone: Machado, Oliveira and Fernandes 2009, severity 1.
    const SIGHT: [(&str, [[f64; 3]; 3]); 4] = [
        ("full", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "protan",
            [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
        ),
        (
            "deutan",
            [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
        ),
        (
            "tritan",
            [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        ),
    ];

    /// CIE L*a*b* under D65 of a colour as the reader with `sight` sees it.
    fn lab(color: Rgb, sight: &[[f64; 3]; 3]) -> [f64; 3] {
        let linear = [color.0, color.1, color.2].map(|c| {
            let c = f64::from(c) / 255.0;
            if c <= 0.040_45 {
                c / 12.92
            } else {
                libm::pow((c + 0.055) / 1.055, 2.4)
            }
        });
        let rows = |m: &[[f64; 3]; 3], v: [f64; 3]| {
            m.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
        };
        let seen = rows(sight, linear).map(|c| c.clamp(0.0, 1.0));
        let xyz = [
            [0.412_456_4, 0.357_576_1, 0.180_437_5],
            [0.212_672_9, 0.715_152_2, 0.072_175_0],
            [0.019_333_9, 0.119_192_0, 0.950_304_1],
        ];
        let white = [0.950_47, 1.0, 1.088_83];
        let [x, y, z] = rows(&xyz, seen);
        let [x, y, z] = [x / white[0], y / white[1], z / white[2]].map(|t| {
            if t > 216.0 / 24389.0 {
                libm::cbrt(t)
            } else {
                (24389.0 / 27.0 * t + 16.0) / 116.0
            }
        });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    fn difference(a: Rgb, b: Rgb, sight: &[[f64; 3]; 3]) -> f64 {
        let (a, b) = (lab(a, sight), lab(b, sight));
        (0..3)
            .map(|k| (a[k] - b[k]) * (a[k] - b[k]))
            .sum::<f64>()
            .sqrt()
    }

    #[test]
    fn the_colour_difference_is_the_usual_one() {
        let full = &SIGHT[0].1;
        assert!((difference(Rgb(0, 0, 0), Rgb(255, 255, 255), full) - 100.0).abs() < 0.1);
        // Red and green: about 170 with full sight; without the middle cones their hues all but meet.
        let (red, green) = (Rgb(255, 0, 0), Rgb(0, 255, 0));
        assert!((difference(red, green, full) - 170.6).abs() < 0.5);
        assert!(difference(red, green, &SIGHT[2].1) < 60.0);
    }

    /// ux.md, Colours: two roles either differ by at least 20 for every reader, or in dash or shape.
    #[test]
    fn roles_can_be_told_apart() {
        for theme in [Theme::Dark, Theme::Light] {
            for (k, a) in Role::ALL.iter().enumerate() {
                for b in &Role::ALL[k + 1..] {
                    if a.stroke() != b.stroke() || a.form() != b.form() {
                        continue;
                    }
                    for (sight, matrix) in &SIGHT {
                        let by = difference(a.color(theme), b.color(theme), matrix);
                        assert!(
                            by >= 20.0,
                            "{a:?} and {b:?}, {sight} sight, {theme:?}: {by:.1}"
                        );
                    }
                }
            }
        }
    }

    /// Lines that often cross have no room for their shape: dash or colour alone tells them apart.
    #[test]
    fn booms_and_normals_differ_by_dash_or_colour() {
        let thin = [
            Role::Desired,
            Role::Sought,
            Role::Published,
            Role::Contact,
            Role::StepBoundary,
            Role::NodePruned,
        ];
        for theme in [Theme::Dark, Theme::Light] {
            for (k, a) in thin.iter().enumerate() {
                for b in &thin[k + 1..] {
                    let full = difference(a.color(theme), b.color(theme), &SIGHT[0].1);
                    assert!(
                        a.stroke() != b.stroke() || full >= 20.0,
                        "{a:?} and {b:?}: {full:.1}"
                    );
                }
            }
        }
    }

    #[test]
    fn everything_shows_on_its_background() {
        for theme in [Theme::Dark, Theme::Light] {
            for role in Role::ALL {
                for (sight, matrix) in &SIGHT {
                    let by = difference(role.color(theme), theme.background(), matrix);
                    assert!(by >= 20.0, "{role:?}, {sight} sight, {theme:?}: {by:.1}");
                }
            }
        }
    }

    #[test]
    fn all_lists_every_role_once_in_order() {
        assert!(Role::ALL.windows(2).all(|w| w[0] < w[1]));
        assert_eq!(Role::ALL.len(), Role::Picked as usize + 1);
    }
}
