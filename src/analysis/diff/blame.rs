//! Which switches make two lanes part: each alone, each taken back, and the least that has to be taken back.

use std::fmt;

use serde::Serialize;

use super::compare::compare_outcomes;
use crate::lane::Setup;
use crate::policy::{Family, Form, Policy, Row, SWITCHES, Switch};
use crate::recording::LaneRecording;

/// What of B's policy makes it part from A at the first difference that means something.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Blame {
    /// The tick of the first difference; nothing after it is looked at.
    pub tick: u32,
    /// Every switch and row in which the policies differ, in the order of the policy.
    pub switches: Vec<Blamed>,
    /// Names of those that B has to take from A, all of them, for the lanes to agree up to and with `tick`; none of them can be
    /// left out.
    pub needed: Vec<String>,
}

/// One switch or row that both policies have otherwise.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Blamed {
    /// Its name in policy texts.
    pub name: String,
    /// A's value.
    pub a: String,
    /// B's value.
    pub b: String,
    /// The first tick at which A with B's value parts from A; null when it does not, up to [`Blame::tick`].
    pub alone: Option<u32>,
    /// The first tick at which B with A's value still parts from A; null when it does not any more.
    pub taken_back: Option<u32>,
}

/// A switch, or a row of one that is a set of rows.
#[derive(Clone, Copy, Debug)]
enum Part {
    Switch(&'static Switch),
    Row(Row),
}

impl Part {
    /// The parts that differ, in the order of the policy.
    fn between(a: &Policy, b: &Policy) -> Vec<Self> {
        let mut all = Vec::new();
        for switch in SWITCHES {
            match Family::ALL
                .into_iter()
                .find(|family| Some(*family) == switch.family())
            {
                Some(family) => {
                    let rows = Row::of(family).filter(|row| a.form(*row) != b.form(*row));
                    all.extend(rows.map(Self::Row));
                }
                None if switch.get(a) != switch.get(b) => all.push(Self::Switch(switch)),
                None => {}
            }
        }
        all
    }

    fn name(self) -> &'static str {
        match self {
            Self::Switch(switch) => switch.name,
            Self::Row(row) => row.name(),
        }
    }

    fn value(self, policy: &Policy) -> String {
        match self {
            Self::Switch(switch) => switch.get(policy),
            Self::Row(row) => match policy.form(row) {
                Form::Retail => "retail".to_owned(),
                Form::Ace => "ace".to_owned(),
            },
        }
    }

    /// `to` with this part as `from` has it.
    fn taken(self, from: &Policy, to: &Policy) -> Policy {
        let mut policy = *to;
        match self {
            // What a policy has is what it can be set to.
            Self::Switch(switch) => drop(switch.set(&mut policy, &switch.get(from))),
            Self::Row(row) => policy.set_row(row, from.form(row)),
        }
        policy
    }
}

/// Which switches of `b` make it part from `a` at `tick`, the first difference that means something (see [`diff`](super::diff())).
/// `None` where a lane changed its policy before that tick: there is then no one policy to blame.
///
/// It runs up to three times as many lanes as policies have differences, each up to `tick`.
#[must_use]
pub fn blame(
    setup: &Setup,
    a: &LaneRecording,
    b: &LaneRecording,
    tick: u32,
    tolerance: f64,
) -> Option<Blame> {
    let one = |lane: &LaneRecording| lane.policies().iter().filter(|p| p.0 <= tick).count() == 1;
    if !one(a) || !one(b) {
        return None;
    }
    let (policy_a, policy_b) = (a.policy_at(0), b.policy_at(0));
    let parts = Part::between(&policy_a, &policy_b);
    let parting = |policy: &Policy| parting(setup, a, (&policy_a, policy), tick, tolerance);
    let switches = parts
        .iter()
        .map(|part| Blamed {
            name: part.name().to_owned(),
            a: part.value(&policy_a),
            b: part.value(&policy_b),
            alone: parting(&part.taken(&policy_b, &policy_a)),
            taken_back: parting(&part.taken(&policy_a, &policy_b)),
        })
        .collect();
    // With all of them taken back B is A. One after the other stays B's where that changes nothing.
    let mut needed = parts.clone();
    for part in &parts {
        let fewer: Vec<Part> = needed
            .iter()
            .copied()
            .filter(|other| other.name() != part.name())
            .collect();
        let policy = fewer
            .iter()
            .fold(policy_b, |policy, part| part.taken(&policy_a, &policy));
        if parting(&policy).is_none() {
            needed = fewer;
        }
    }
    Some(Blame {
        tick,
        switches,
        needed: needed.iter().map(|part| part.name().to_owned()).collect(),
    })
}

/// The first tick up to `last` at which two policies part that begin as `lane` begins and meet its inputs.
fn parting(
    setup: &Setup,
    lane: &LaneRecording,
    policies: (&Policy, &Policy),
    last: u32,
    tolerance: f64,
) -> Option<u32> {
    let begun = |policy: &Policy| {
        LaneRecording::new("", *policy)
            .begun_like(lane)
            .lane_at(setup, 0)
    };
    let (mut a, mut b) = (begun(policies.0), begun(policies.1));
    (0..=last).find(|tick| {
        let input = lane.input(setup, *tick);
        let (a, b) = (
            a.tick(setup, &input, &mut ()),
            b.tick(setup, &input, &mut ()),
        );
        compare_outcomes(&a, &b, tolerance, setup.hz).is_some()
    })
}

impl fmt::Display for Blame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = |tick: Option<u32>| match tick {
            Some(tick) => format!("tick {tick}"),
            None => "no difference".to_owned(),
        };
        let mut rows = vec![["", "A", "B", "alone in A", "taken back in B"].map(str::to_owned)];
        rows.extend(self.switches.iter().map(|switch| {
            [
                switch.name.clone(),
                switch.a.clone(),
                switch.b.clone(),
                told(switch.alone),
                told(switch.taken_back),
            ]
        }));
        let widths: Vec<usize> = (0..5)
            .map(|column| {
                let cells = rows.iter().map(|row| row[column].chars().count());
                cells.max().unwrap_or(0)
            })
            .collect();
        writeln!(f, "blame: policies differ in {}", self.switches.len())?;
        for row in &rows {
            let cells = row.iter().zip(&widths);
            let line: String = cells
                .map(|(cell, width)| format!("  {cell:width$}"))
                .collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        writeln!(
            f,
            "  needed: b agrees with a up to tick {} once it has a's {} (with a and b swapped others may be needed)",
            self.tick,
            self.needed.join(", ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::{TOLERANCE, diff};
    use super::*;
    use crate::recording::Recording;
    use crate::scene;

    fn blamed(name: &str, a: &str, b: &str) -> Blame {
        let source = scene::open(name).unwrap();
        let built = scene::build(&source, None, None).unwrap();
        let lane = |text: &str| {
            let mut recording = Recording::of_scene(source.clone(), &built);
            recording.lanes = vec![LaneRecording::new(text, text.parse().unwrap())];
            recording.run_to(built.setup.ticks);
            recording.lanes.remove(0)
        };
        let (a, b) = (lane(a), lane(b));
        let first = diff(&built.setup, &a, &b, TOLERANCE).first.unwrap();
        blame(&built.setup, &a, &b, first.tick, TOLERANCE).unwrap()
    }

    /// The sawtooth needs both: with either taken back the eye rests.
    #[test]
    fn either_half_of_the_sawtooth_is_enough_to_take_back() {
        let blame = blamed(
            "sawtooth",
            "retail",
            "retail+steps=equal-slices+adjust_to_plane=never-succeeds",
        );
        let names: Vec<&str> = blame.switches.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names, ["steps", "adjust_to_plane"]);
        assert_eq!(blame.needed.len(), 1, "{blame:?}");
        // What is needed is what agrees when it is taken back.
        for switch in &blame.switches {
            if blame.needed.contains(&switch.name) {
                assert_eq!(switch.taken_back, None, "{switch:?}");
            }
        }
    }

    /// A whole preset against another: what is blamed is what was planted.
    #[test]
    fn what_was_planted_is_found_among_what_does_not_matter() {
        const ACE: &str = "retail+geometry=ace+reach_filter=from-origin";
        let blame = blamed("off_centre_full", "retail", ACE);
        assert!(blame.switches.len() > 10, "{blame:?}");
        assert!(blame.needed.len() < 4, "{blame}");
        assert_eq!(blame.needed[0], "reach_filter", "{blame}");
        // Each of them is needed, and together they are enough.
        let taken_back = |without: Option<&String>| {
            let mut policy: Policy = ACE.parse().unwrap();
            for name in blame.needed.iter().filter(|name| Some(*name) != without) {
                match Row::from_name(name) {
                    Some(row) => policy.set_row(row, Form::Retail),
                    None => policy
                        .set(
                            name,
                            &crate::policy::switch(name).unwrap().get(&Policy::RETAIL),
                        )
                        .unwrap(),
                }
            }
            let source = scene::open("off_centre_full").unwrap();
            let setup = scene::build(&source, None, None).unwrap().setup;
            let retail = LaneRecording::new("", Policy::RETAIL);
            let both = (&Policy::RETAIL, &policy);
            parting(&setup, &retail, both, blame.tick, TOLERANCE)
        };
        assert_eq!(taken_back(None), None);
        for name in &blame.needed {
            assert!(taken_back(Some(name)).is_some(), "{name}: {blame}");
        }
        let lines = blame.to_string();
        let told = format!(
            "b agrees with a up to tick {} once it has a's reach_filter",
            blame.tick
        );
        assert!(lines.contains(&told), "{lines}");
    }
}
