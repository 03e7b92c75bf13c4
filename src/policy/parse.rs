//! Policies as text (`PRESET+SWITCH=VALUE+..`) and as JSON objects, in and out.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap as _, Serializer};

use super::error::cut;
use super::{PRESETS, Policy, PolicyError, Row, RowSet, SWITCHES, preset};

impl FromStr for Policy {
    type Err = PolicyError;

    fn from_str(text: &str) -> Result<Self, PolicyError> {
        if text.contains(|c: char| c == ',' || c.is_whitespace()) {
            return Err(PolicyError::Separator { text: cut(text) });
        }
        let mut parts = text.split('+');
        let name = parts.next().unwrap_or_default();
        let mut policy = preset(name)
            .ok_or_else(|| PolicyError::unknown_preset(name))?
            .policy;
        for part in parts {
            let (name, word) = part
                .split_once('=')
                .ok_or_else(|| PolicyError::NoAssignment { part: cut(part) })?;
            policy.set(name, word)?;
        }
        Ok(policy)
    }
}

impl Policy {
    /// The policy text: the preset that needs the fewest `+SWITCH=VALUE` (of equals the first), then those.
    ///
    /// Reading it gives the same policy. A row set that is neither all retail nor all ACE counts one for each row
    /// that differs from the preset, or one for the whole set and one for each row that differs from that, whichever is less.
    #[must_use]
    pub fn text(&self) -> String {
        let texts = PRESETS
            .iter()
            .map(|preset| (preset.name, self.assignments(&preset.policy)));
        let Some((name, assignments)) = texts.min_by_key(|(_, assignments)| assignments.len())
        else {
            return String::new();
        };
        assignments
            .iter()
            .fold(name.to_owned(), |text, (name, word)| {
                format!("{text}+{name}={word}")
            })
    }

    /// The fewest assignments that turn `base` into this policy, in the order of the switches.
    fn assignments(&self, base: &Self) -> Vec<(&'static str, String)> {
        let mut list = Vec::new();
        for switch in SWITCHES {
            let (from, to) = (switch.get(base), switch.get(self));
            let Some(family) = switch.family() else {
                if from != to {
                    list.push((switch.name, to));
                }
                continue;
            };
            let rows_from = |policy: &Self| -> Vec<(&'static str, String)> {
                let differs = |row: &Row| policy.is_ace(*row) != self.is_ace(*row);
                Row::of(family)
                    .filter(differs)
                    .map(|row| (row.name(), self.form(row).word().to_owned()))
                    .collect()
            };
            let mut best = rows_from(base);
            for (whole, word) in [
                (RowSet::retail(family), "retail"),
                (RowSet::ace(family), "ace"),
            ] {
                let mut over = Self::RETAIL;
                over.geometry = if switch.name == "geometry" {
                    whole
                } else {
                    over.geometry
                };
                over.driver = if switch.name == "driver" {
                    whole
                } else {
                    over.driver
                };
                let rows = rows_from(&over);
                if rows.len() + 1 < best.len() {
                    best = std::iter::once((switch.name, word.to_owned()))
                        .chain(rows)
                        .collect();
                }
            }
            list.extend(best);
        }
        list
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text())
    }
}

/// An object of all switches, in their order.
impl Serialize for Policy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(SWITCHES.len()))?;
        for switch in SWITCHES {
            map.serialize_entry(switch.name, &switch.get(self))?;
        }
        map.end()
    }
}

/// A policy text, or an object of switches in which what is missing is retail's.
impl<'de> Deserialize<'de> for Policy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PolicyVisitor;

        impl<'de> Visitor<'de> for PolicyVisitor {
            type Value = Policy;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(
                    "a policy text such as \"retail+steps=equal-slices\", or an object of switches",
                )
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Policy, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Policy, A::Error> {
                let mut policy = Policy::RETAIL;
                while let Some((name, word)) = map.next_entry::<String, String>()? {
                    policy.set(&name, &word).map_err(de::Error::custom)?;
                }
                Ok(policy)
            }
        }

        deserializer.deserialize_any(PolicyVisitor)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::switches::{AdjustToPlane, Steps};
    use super::super::{Family, Form, StepHeights, switch};
    use super::*;

    fn read(text: &str) -> Policy {
        text.parse().unwrap()
    }

    fn error(text: &str) -> String {
        text.parse::<Policy>().unwrap_err().to_string()
    }

    #[test]
    fn presets_print_as_their_names() {
        for preset in PRESETS {
            assert_eq!(read(preset.name), preset.policy);
            assert_eq!(
                preset.policy.text(),
                preset.name,
                "no two presets are the same policy"
            );
        }
    }

    #[test]
    fn legacy_is_the_column_of_the_table() {
        let legacy = "retail+steps=equal-slices+adjust_to_plane=never-succeeds+small_offset_abort=everyone+sought=self-lerp\
            +rotation=forward-nlerp+first_frame=full-length+teleport=keep+stiffness_one=clamp+slope_gate=per-axis+lost_cell=keep-sought\
            +reach_filter=from-origin+registration=origin-sphere+other_cells_centre=stale+step_heights=0.4/0.4";
        assert_eq!(read(legacy), read("legacy"));
    }

    #[test]
    fn the_other_presets_are_the_rows_of_the_table() {
        for (name, text) in [
            (
                "adapted",
                "retail+rotation=forward-nlerp+first_frame=full-length+teleport=keep+stiffness_one=clamp+slope_gate=per-axis+lost_cell=follow-eye",
            ),
            (
                "openac-before-337",
                "adapted+reach_filter=from-origin+step_heights=0.4/0.4",
            ),
            (
                "openac-before-181",
                "openac-before-337+steps=equal-slices+small_offset_abort=everyone",
            ),
            (
                "openac-before-180",
                "openac-before-181+adjust_to_plane=never-succeeds+sought=self-lerp+lost_cell=keep-sought",
            ),
            (
                "ace",
                "retail+geometry=ace+driver=ace+adjust_to_plane=never-succeeds",
            ),
        ] {
            assert_eq!(read(name), read(text), "{name}");
        }
    }

    #[test]
    fn parts_apply_from_left_to_right() {
        let policy = read("legacy+steps=viewer-grid+steps=equal-slices+step_heights=0.25/1");
        assert_eq!(policy.steps, Steps::EqualSlices);
        assert_eq!(policy.adjust_to_plane, AdjustToPlane::NeverSucceeds);
        assert_eq!(
            policy.step_heights,
            StepHeights::Metres {
                up: 0.25,
                down: 1.0
            }
        );
        let policy = read("retail+t29=ace+driver=retail+driver=ace+t30=retail");
        assert!(policy.is_ace(Row::T29) && !policy.is_ace(Row::T30) && !policy.is_ace(Row::L12));
    }

    #[test]
    fn printing_takes_the_nearest_preset_and_the_order_of_the_table() {
        for (text, printed) in [
            (
                "retail+adjust_to_plane=never-succeeds+steps=equal-slices",
                "retail+steps=equal-slices+adjust_to_plane=never-succeeds",
            ),
            (
                "retail+step_heights=0.40/0.4",
                "retail+step_heights=0.4/0.4",
            ),
            ("ace+t29=retail", "ace+t29=retail"),
            ("retail+l12=ace", "retail+l12=ace"),
            ("retail+t15=ace", "retail+l12=ace"),
            (
                "retail+geometry=ace+driver=ace",
                "ace+adjust_to_plane=retail",
            ),
            (
                "retail+driver=ace+t29=retail",
                "retail+driver=ace+t29=retail",
            ),
            (
                "retail+geometry=ace+l05=retail+l01=retail",
                "retail+geometry=ace+l01=retail+l05=retail",
            ),
            (
                "legacy+lost_cell=follow-eye+sought=from-viewer",
                "legacy+sought=from-viewer+lost_cell=follow-eye",
            ),
            (
                "adapted+lost_cell=reset+slope_gate=seed+stiffness_one=snap",
                "retail+rotation=forward-nlerp+first_frame=full-length+teleport=keep",
            ),
        ] {
            assert_eq!(read(text).to_string(), printed);
            assert_eq!(read(printed), read(text));
        }
    }

    #[test]
    fn errors_name_the_word_and_what_may_have_been_meant() {
        const LISTED: &str = " `sweepscope help policies` lists them";
        for (text, told) in [
            ("retial", "unknown preset `retial`; did you mean retail?"),
            (
                "openac-before",
                "unknown preset `openac-before`; did you mean openac-before-337, openac-before-181 or openac-before-180?",
            ),
            ("zebra", "unknown preset `zebra`;"),
            (
                "retail+steps=euqal",
                "unknown value `euqal` of steps; known: equal-slices, viewer-grid;",
            ),
            (
                "retail+t29=on",
                "unknown value `on` of t29; known: ace, retail;",
            ),
            (
                "retail+step_heights=0.4",
                "unknown value `0.4` of step_heights; known: 0.4/0.4, authored, UP/DOWN in metres, each 0 to 100;",
            ),
            (
                "retail+stepz=equal-slices",
                "unknown switch `stepz`; did you mean steps?",
            ),
            ("retail+zebra=ace", "unknown switch `zebra`;"),
        ] {
            assert_eq!(error(text), format!("{told}{LISTED}"));
        }
        // Rows are one letter apart; only five of them are told: a, b, c, d or e.
        let row = error("retail+t1x=ace");
        assert_eq!(row.matches(", ").count(), 3, "{row}");
        assert!(error("retail+steps").contains("is not SWITCH=VALUE"));
        assert!(error("retail+").contains("is not SWITCH=VALUE"));
        assert!(error("").starts_with("unknown preset ``"));
        assert!(error("Retail").starts_with("unknown preset `Retail`"));
        for text in [
            "retail, legacy",
            "retail steps",
            "retail+geometry=l05 l12",
            " retail",
        ] {
            assert!(error(text).contains("space or a comma"), "{text}");
        }
        assert!(error(&"é".repeat(1_000_000)).len() < 400);
        for gone in ["l02", "l03", "l16", "t1", "t7", "t40"] {
            assert!(
                error(&format!("retail+{gone}=ace")).starts_with("unknown switch"),
                "{gone}"
            );
        }
    }

    #[test]
    fn json_is_an_object_of_all_switches_in_order() {
        let json = serde_json::to_string(&read(
            "retail+steps=equal-slices+l12=ace+l05=ace+driver=ace",
        ))
        .unwrap();
        assert!(json.starts_with(r#"{"steps":"equal-slices","adjust_to_plane":"retail","clip_normal":"last-blocker","#), "{json}");
        assert!(
            json.contains(r#""default_status":"0x15","#)
                && json.contains(r#""viewer_flags":"0x5c","#),
            "{json}"
        );
        assert!(
            json.ends_with(r#""stationary_fall":"on","geometry":"l05 l12","driver":"ace"}"#),
            "{json}"
        );
        assert_eq!(json.matches(r#"":""#).count(), SWITCHES.len());
    }

    #[test]
    fn the_list_has_the_switches_of_the_table() {
        let names: Vec<&str> = SWITCHES.iter().map(|switch| switch.name).collect();
        let table = "steps adjust_to_plane clip_normal small_offset_abort first_hit_stop sought rotation first_frame teleport stiffness_one \
            slope_gate default_status lost_cell camera_gate camera_sweep viewer_flags boom_heading sweep_start reach_filter registration \
            other_cells_centre step_heights cliff_slide stationary_fall geometry driver";
        assert_eq!(names.join(" "), table);
        assert_eq!(switch("driver").unwrap().family(), Some(Family::Driver));
    }

    /// A preset with any number of switches and rows set at random.
    fn policies() -> impl Strategy<Value = Policy> {
        let words: Vec<(&'static str, &'static str)> = SWITCHES
            .iter()
            .flat_map(|switch| {
                switch
                    .choices
                    .iter()
                    .map(|choice| (switch.name, choice.word))
            })
            .chain(
                Row::ALL
                    .iter()
                    .flat_map(|row| Form::ALL.iter().map(|form| (row.name(), form.word()))),
            )
            .collect();
        let preset = prop::sample::select(
            PRESETS
                .iter()
                .map(|preset| preset.policy)
                .collect::<Vec<_>>(),
        );
        let assignments = prop::collection::vec(prop::sample::select(words), 0..40);
        let heights = prop::option::of((0.0_f32..=100.0, 0.0_f32..=100.0));
        (preset, assignments, heights).prop_map(|(mut policy, assignments, heights)| {
            for (name, word) in assignments {
                policy.set(name, word).unwrap();
            }
            if let Some((up, down)) = heights {
                policy.step_heights = StepHeights::Metres { up, down };
            }
            policy
        })
    }

    proptest! {
        #[test]
        fn what_is_printed_reads_as_the_same_policy(policy in policies()) {
            let text = policy.text();
            prop_assert_eq!(text.parse::<Policy>().unwrap(), policy, "{}", text);
            prop_assert_eq!(serde_json::from_str::<Policy>(&serde_json::to_string(&policy).unwrap()).unwrap(), policy);
            prop_assert_eq!(serde_json::from_value::<Policy>(text.clone().into()).unwrap(), policy);
            prop_assert_eq!(text.parse::<Policy>().unwrap().text(), text);
        }

        #[test]
        fn printing_is_never_longer_than_what_was_written(policy in policies()) {
            let printed = policy.text().matches('+').count();
            for preset in PRESETS {
                prop_assert!(printed <= policy.assignments(&preset.policy).len());
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,80}|(retail|ace)(\\+[a-z0-9_]{0,8}=?[a-z0-9/.]{0,8}){0,4}") {
            if let Ok(policy) = text.parse::<Policy>() {
                prop_assert_eq!(policy.text().parse::<Policy>().unwrap(), policy);
            }
        }
    }
}
