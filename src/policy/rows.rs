//! The many small differences of ACE, one row each, and sets of them.
//!
//! Rows are named as in spec/bsp.md 11 (L-rows, switch `geometry`) and spec/transition.md 21 (T8 on, switch
//! `driver`). L-02 and L-03 are the switch `adjust_to_plane`; L-16 is unused; T1 to T7 have switches of their own.
//! Five T-rows state an L-row again ([`Row::canonical`]): the pair is one switch, kept by the geometry set.

use super::switches::{Value, switch};
use super::{Choice, Policy};

/// Which of the two row sets a row stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// The L-rows, switch `geometry`.
    Geometry,
    /// The T-rows, switch `driver`.
    Driver,
}

impl Family {
    /// Both families.
    pub const ALL: [Self; 2] = [Self::Geometry, Self::Driver];

    /// The name of the switch that holds the family's set.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Geometry => "geometry",
            Self::Driver => "driver",
        }
    }
}

switch! {
    /// Which form of a row runs.
    Form {
        /// The retail client's.
        Retail = "retail",
        /// ACE's.
        Ace = "ace",
    }
}

macro_rules! rows {
    ($( #[doc = $doc:literal] $row:ident = $word:literal, )+) => {
        /// One difference of ACE from retail; the text says the routine and what ACE does.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Row {
            $( #[doc = $doc] $row, )+
        }

        impl Row {
            /// Every row, L-rows first, those that repeat another included.
            pub const ALL: &'static [Self] = &[$(Self::$row),+];

            /// The row's word in policy texts: `l12`, `t29`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $( Self::$row => $word, )+
                }
            }

            /// The routine and what ACE does there.
            #[must_use]
            pub fn meaning(self) -> &'static str {
                match self {
                    $( Self::$row => $doc, )+
                }
                .trim_start()
            }
        }
    };
}

rows! {
    /// Node overlap (spec/bsp.md 5.2): `d2 < s2`, without the tolerance.
    L01 = "l01",
    /// `check_walkable`, `check_small_walkable` (spec/bsp.md 4.5): `g < EPS`; false at the first outside edge whose foot is off the segment.
    L04 = "l04",
    /// `adjust_to_placement_poly` (spec/bsp.md 4.8): one negation; `other` is moved only if present.
    L05 = "l05",
    /// `point_intersects_solid` (spec/bsp.md 5.8): `h > 0` is the positive side, all else the negative.
    L06 = "l06",
    /// `sphere_intersects_solid_poly` (spec/bsp.md 5.5): a tie takes the negative side first.
    L07 = "l07",
    /// Static polygon test (spec/bsp.md 4.3): a polygon without corners is a hit before the plane is looked at.
    L08 = "l08",
    /// `find_collisions` (spec/bsp.md 6.1): a path-clipped mover with a clear foot tests the head too.
    L09 = "l09",
    /// `placement_insert` (spec/bsp.md 6.8): neither hit nor radius is reset after a push.
    L10 = "l10",
    /// Setters of the collision and sliding normal (spec/bsp.md 3, spec/transition.md 1.6): stored as given, zero if small.
    L11 = "l11",
    /// Core slide step 5 (spec/bsp.md 7.1, spec/transition.md 10.1): Ok instead of Collided.
    L12 = "l12",
    /// `find_time_of_collision` (spec/bsp.md 7.7): negated times.
    L13 = "l13",
    /// Sphere `collide_with_point` (spec/bsp.md 7.8): other shift; the normal is divided by the sum of radii.
    L14 = "l14",
    /// Landing on a sphere (spec/bsp.md 7.9 step 5): movers of one sphere skip the overlap test.
    L15 = "l15",
    /// Cylinder slide of the head (spec/bsp.md 8.3): uses the displacement of sphere 0.
    L17 = "l17",
    /// Cylinder `collide_with_point`, indefinite normal (spec/bsp.md 8.4): movement's z in cap times; mirrored shift.
    L18 = "l18",
    /// Cylinder `step_down` (spec/bsp.md 8.3): the contact cell stays as it was.
    L19 = "l19",
    /// `Plane.intersect_box` (spec/bsp.md 5.8): the tolerance is a bias for seven corners.
    L20 = "l20",
    /// `step_up_slide` (spec/bsp.md 6.5, spec/transition.md 10.2): `step_up` stays set.
    L21 = "l21",
    /// Box transforms (spec/bsp.md 11): two corners instead of eight.
    L22 = "l22",
    /// `check_walkables` (spec/bsp.md 11, spec/transition.md 9.4): halves a copy of the radius, not the stored one.
    L23 = "l23",
    /// Missile exemptions (spec/bsp.md 11): two-way by the projectile's target.
    L24 = "l24",
    /// Tree `step_sphere_down` (spec/bsp.md 6.3): the cell array stays valid.
    L25 = "l25",
    /// Tree whose root is a leaf (spec/bsp.md 5.1): counts as empty; walkable queries fail.
    L26 = "l26",
    /// Part scale (spec/bsp.md 10.2): the object's scale alone.
    L27 = "l27",
    /// Setters (spec/transition.md 1.6): the same switch as `l11`.
    T8 = "t8",
    /// Last-known seed (spec/transition.md 1.3): the cell id goes into the last-known field.
    T9 = "t9",
    /// Collided from the own cell (spec/transition.md 6 B): `neg_poly_hit` stays.
    T10 = "t10",
    /// Viewer against terrain (spec/transition.md 8): free only if the path began indoors; no guard.
    T11 = "t11",
    /// Too steep plane without gate (spec/transition.md 8): Adjusted, position not moved.
    T12 = "t12",
    /// `check_walkable` probe (spec/transition.md 9.3): in the shared backup slot.
    T13 = "t13",
    /// `check_walkables` (spec/transition.md 9.4): the same switch as `l23`; its vertex rule is `l04`.
    T14 = "t14",
    /// Slide step 5 (spec/transition.md 10.1): the same switch as `l12`.
    T15 = "t15",
    /// `step_up_slide` (spec/transition.md 10.2): the same switch as `l21`.
    T16 = "t16",
    /// `edge_slide` 2 and 3 (spec/transition.md 10.4): slide, then restore.
    T17 = "t17",
    /// Step count (spec/transition.md 3): more than 1000 steps fail.
    T18 = "t18",
    /// Rotation between begin and end (spec/transition.md 5.2): component lerp, normalised.
    T19 = "t19",
    /// Longest quantum (spec/transition.md 18.1): 0.1 s.
    T20 = "t20",
    /// Sledding friction (spec/transition.md 18.5): ACE's slope rule.
    T21 = "t21",
    /// Reset between placement tries (spec/transition.md 13.3): the object list only.
    T22 = "t22",
    /// Position equality (spec/transition.md 2.1, 12): origin and cell only.
    T23 = "t23",
    /// Cell list (spec/transition.md 16.1): never cleared within a transition.
    T24 = "t24",
    /// Neighbour cells (spec/transition.md 16.3): only those in the visibility list.
    T25 = "t25",
    /// Dropping cells (spec/transition.md 16.1 step 4): always, unless an indoor containing cell was asked for and found.
    T26 = "t26",
    /// Block offset (spec/transition.md 16.3): not applied.
    T27 = "t27",
    /// Cell without portals (spec/transition.md 16.4): its volume decides.
    T28 = "t28",
    /// Objects of a cell (spec/transition.md 14.1): in reverse order.
    T29 = "t29",
    /// Object identity (spec/transition.md 14.1): the id, 0 for static objects.
    T30 = "t30",
    /// Part scale (spec/transition.md 21): the same switch as `l27`.
    T31 = "t31",
    /// Success with a null cell (spec/transition.md 18.2): counts as failure.
    T32 = "t32",
    /// Unmoved body (spec/transition.md 18.2): takes the new origin.
    T33 = "t33",
    /// Acceleration (spec/transition.md 18.6): none on walkable ground, Sledding or not.
    T34 = "t34",
    /// Sledding heading (spec/transition.md 18.2): the full direction of the velocity.
    T35 = "t35",
    /// Rotation by a vector (spec/transition.md 18.4): x and y swapped, multiplied on the right.
    T36 = "t36",
    /// Collision reports (spec/transition.md 18.7): ACE's state bits.
    T37 = "t37",
    /// Headings (spec/camera.md 6.4, 6.5): pitch about Y before yaw.
    T38 = "t38",
    /// Registration of boxes (spec/transition.md 14.4): neighbours as in `t25`; the box is unscaled.
    T39 = "t39",
}

impl Row {
    /// The row that holds this row's value: itself, but for the T-rows that state an L-row again.
    #[must_use]
    pub const fn canonical(self) -> Self {
        match self {
            Self::T8 => Self::L11,
            Self::T14 => Self::L23,
            Self::T15 => Self::L12,
            Self::T16 => Self::L21,
            Self::T31 => Self::L27,
            other => other,
        }
    }

    /// The set that holds this row's value: `geometry` for every L-row and what repeats one.
    #[must_use]
    pub const fn family(self) -> Family {
        if (self.canonical() as u32) < Self::T8 as u32 {
            Family::Geometry
        } else {
            Family::Driver
        }
    }

    /// The row with this word, lower case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|row| row.name() == name)
    }

    /// The rows that a family's set holds, in the order of the papers; no row occurs twice.
    pub fn of(family: Family) -> impl Iterator<Item = Self> {
        Self::ALL
            .iter()
            .copied()
            .filter(move |row| row.canonical() == *row && row.family() == family)
    }

    const fn bit(self) -> u64 {
        1 << self.canonical() as u32
    }
}

/// The rows of one family that run in ACE's form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RowSet {
    family: Family,
    ace: u64,
}

impl RowSet {
    /// Every row in retail's form.
    #[must_use]
    pub const fn retail(family: Family) -> Self {
        Self { family, ace: 0 }
    }

    /// Every row in ACE's form.
    #[must_use]
    pub const fn ace(family: Family) -> Self {
        let mut ace = 0;
        let mut k = 0;
        while k < Row::ALL.len() {
            if Row::ALL[k].family() as u8 == family as u8 {
                ace |= Row::ALL[k].bit();
            }
            k += 1;
        }
        Self { family, ace }
    }

    /// Whether `row` runs in ACE's form; false for a row of the other family.
    #[must_use]
    pub const fn is_ace(&self, row: Row) -> bool {
        self.ace & row.bit() != 0
    }

    /// Gives `row` a form; a row of the other family is left alone.
    pub fn set(&mut self, row: Row, form: Form) {
        if row.family() == self.family {
            match form {
                Form::Retail => self.ace &= !row.bit(),
                Form::Ace => self.ace |= row.bit(),
            }
        }
    }
}

impl Value for RowSet {
    const CHOICES: &'static [Choice] = &[
        Choice::new("retail", "Every row in retail's form."),
        Choice::new("ace", "Every row in ACE's form."),
    ];
    const PATTERN: Option<&'static str> = Some(
        "rows in ACE's form, as in `l05 l12`, in JSON; one by one in a policy text, as in `+l05=ace+l12=ace`",
    );

    fn print(&self) -> String {
        if *self == Self::retail(self.family) {
            "retail".to_owned()
        } else if *self == Self::ace(self.family) {
            "ace".to_owned()
        } else {
            Row::of(self.family)
                .filter(|row| self.is_ace(*row))
                .map(Row::name)
                .collect::<Vec<_>>()
                .join(" ")
        }
    }

    fn assign(&mut self, word: &str) -> bool {
        let mut value = Self::retail(self.family);
        match word {
            "retail" => {}
            "ace" => value = Self::ace(self.family),
            list => {
                for name in list.split(' ') {
                    match Row::from_name(name) {
                        Some(row) if row.family() == self.family => value.set(row, Form::Ace),
                        _ => return false,
                    }
                }
            }
        }
        *self = value;
        true
    }
}

impl Policy {
    /// Whether the row runs in ACE's form here.
    #[must_use]
    pub const fn is_ace(&self, row: Row) -> bool {
        match row.family() {
            Family::Geometry => self.geometry.is_ace(row),
            Family::Driver => self.driver.is_ace(row),
        }
    }

    /// The form in which the row runs here.
    #[must_use]
    pub const fn form(&self, row: Row) -> Form {
        if self.is_ace(row) {
            Form::Ace
        } else {
            Form::Retail
        }
    }

    /// Gives a single row a form.
    pub fn set_row(&mut self, row: Row, form: Form) {
        match row.family() {
            Family::Geometry => self.geometry.set(row, form),
            Family::Driver => self.driver.set(row, form),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_those_of_the_papers() {
        let l_rows = (1..=27)
            .filter(|n| ![2, 3, 16].contains(n))
            .map(|n| format!("l{n:02}"));
        let expected: Vec<String> = l_rows.chain((8..=39).map(|n| format!("t{n}"))).collect();
        let names: Vec<&str> = Row::ALL.iter().map(|row| row.name()).collect();
        assert_eq!(names, expected);
        for row in Row::ALL {
            assert_eq!(
                format!("{row:?}").to_lowercase(),
                row.name(),
                "the word is the variant's name"
            );
            assert!(!row.meaning().is_empty());
        }
    }

    #[test]
    fn a_row_and_its_repetition_are_one_switch() {
        for (t_row, l_row) in [
            (Row::T8, Row::L11),
            (Row::T14, Row::L23),
            (Row::T15, Row::L12),
            (Row::T16, Row::L21),
            (Row::T31, Row::L27),
        ] {
            let mut policy = Policy::RETAIL;
            policy.set_row(t_row, Form::Ace);
            assert!(policy.is_ace(t_row) && policy.is_ace(l_row));
            policy.set_row(l_row, Form::Retail);
            assert_eq!(policy, Policy::RETAIL);
        }
    }

    #[test]
    fn each_row_is_asked_for_alone() {
        for family in Family::ALL {
            for row in Row::of(family) {
                let mut policy = Policy::RETAIL;
                policy.set_row(row, Form::Ace);
                let ace: Vec<Row> = Row::ALL
                    .iter()
                    .copied()
                    .filter(|other| policy.is_ace(*other))
                    .collect();
                assert!(
                    ace.iter().all(|other| other.canonical() == row),
                    "{row:?} switched {ace:?}"
                );
            }
        }
        assert_eq!(Row::of(Family::Geometry).count(), 24);
        assert_eq!(Row::of(Family::Driver).count(), 32 - 5);
    }
}
