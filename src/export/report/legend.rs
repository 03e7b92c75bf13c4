//! What signs and colours of the pictures mean.

use std::fmt::Write as _;

use crate::export::ink::role_class;
use crate::overlay::Role;

/// The section with all signs.
pub(super) fn legend(out: &mut String) {
    let r = role_class;
    let swept = r(Role::SweptA);
    let signs = [
        (
            format!("<path class=\"f{swept}\" style=\"fill-opacity:.14;stroke:none\" d=\"M10 3H36A8 8 0 0 1 36 19H10A8 8 0 0 1 10 3\"/><path class=\"{swept}\" d=\"M10 3H36A8 8 0 0 1 36 19H10A8 8 0 0 1 10 3\"/>"),
            "swept sphere, one outline a step",
        ),
        (format!("<path class=\"{}\" stroke-width=\"1.75\" d=\"M15 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0\"/>", r(Role::Mover)), "the sphere where it ended"),
        (
            format!("<path class=\"{}\" stroke-width=\"1.75\" d=\"M15 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0\"/>", r(Role::Contact)),
            "a step that was tried and given up",
        ),
        (
            format!("<path class=\"{} dash\" d=\"M15 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0\"/>", r(Role::Contact)),
            "where a step was to end before it was moved to the contact",
        ),
        (
            format!("<path class=\"{0}\" d=\"M8 11H38M14 6v10M32 6v10\"/><text class=\"mid\" x=\"14\" y=\"5\" style=\"font-size:7px\">0</text><text class=\"mid\" x=\"32\" y=\"5\" style=\"font-size:7px\">1</text>", r(Role::StepBoundary)),
            "step boundaries; k is the end of step k",
        ),
        ("<path class=\"hatch\" d=\"M2 16l5 5M10 16l5 5M18 16l5 5M26 16l5 5M34 16l5 5\"/><path class=\"wall\" d=\"M2 16H44\"/>".to_owned(), "wall in section, hatched on its back"),
        (format!("<path class=\"{}\" stroke-width=\"3.25\" d=\"M4 11H42\"/>", r(Role::HitPolygon)), "the polygon that stopped the sphere"),
        (
            format!("<path class=\"{0}\" stroke-width=\"2.5\" d=\"M4 7l8 8M4 15l8 -8\"/><path class=\"{0}\" stroke-width=\"2\" d=\"M8 11H38M31 7l7 4l-7 4\"/>", r(Role::Contact)),
            "contact point and normal",
        ),
        (format!("<path class=\"{}\" stroke-width=\"1.75\" d=\"M4 11H42\"/>", r(Role::PlaneReal)), "contact plane"),
        (
            format!("<path class=\"f{0}\" style=\"fill-opacity:.3\" d=\"M8 2H38V20H8z\"/><path class=\"{0}\" opacity=\".7\" d=\"M8 12l10 -10M8 20l18 -18M20 20l18 -18M32 20l6 -6M8 10l10 10M8 2l18 18M20 2l18 18M32 2l6 6\"/>", r(Role::PlaneSynthetic)),
            "plane of a normal that was made up",
        ),
        (
            format!("<path class=\"{0} dot\" stroke-width=\"1.5\" d=\"M2 11H30\"/><path class=\"{0}\" stroke-width=\"1.75\" d=\"M36 5l6 6l-6 6l-6 -6z\"/>", r(Role::Desired)),
            "desired: the ideal eye and its boom",
        ),
        (
            format!("<path class=\"{0}\" d=\"M2 11H30\"/><path class=\"{0}\" stroke-width=\"1.75\" d=\"M30 11a6 6 0 1 0 12 0a6 6 0 1 0 -12 0\"/>", r(Role::Sought)),
            "sought: where the eye is sent",
        ),
        (
            format!("<path class=\"{0}\" stroke-width=\"2\" d=\"M2 11H36\"/><path class=\"{0}\" d=\"M36 11L22 3V19z\"/><path class=\"f{0}\" style=\"stroke:none\" d=\"M31 11a5 5 0 1 0 10 0a5 5 0 1 0 -10 0\"/>", r(Role::Published)),
            "published: where it got to, and where it looks",
        ),
        (
            format!("<path class=\"{0} dot\" d=\"M15 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0\"/><path class=\"{0}\" d=\"M20 8l6 6M20 14l6 -6\"/>", r(Role::Rejected)),
            "an object refused untested, where the filter looked for it",
        ),
        (format!("<path class=\"{}\" stroke-width=\"1.5\" d=\"M6 4H40V18H6z\"/>", r(Role::Cell)), "a room or an outdoor cell"),
        (format!("<path class=\"{}\" stroke-width=\"2\" d=\"M14 3H32V19H14z\"/>", r(Role::Portal)), "a portal between cells"),
        ("<rect class=\"band\" x=\"4\" y=\"6\" width=\"38\" height=\"10\"/>".to_owned(), "values that the scene asks for"),
        ("<path class=\"ink\" opacity=\".7\" d=\"M23 6V20M19 3l4 6l4 -6z\"/>".to_owned(), "tick of a picture above the plot"),
    ];
    out.push_str("<section id=\"legend\"><h2>Legend</h2><div class=\"legend\">");
    for (sign, meaning) in signs {
        let _ = write!(
            out,
            "<div><svg viewBox=\"0 0 46 22\">{sign}</svg>{meaning}</div>"
        );
    }
    out.push_str(
        "</div><p class=\"facts\">Lengths in metres, Z up. Both views go to the right along the sweep and count from its begin; \
         walls are cut through the path (side) and at the height of the sphere's end (top).</p></section>",
    );
}
