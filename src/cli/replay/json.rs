//! What `replay --json` writes.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{ReplayArgs, Told, Told1};
use crate::formats::capture::{Agreement, Capture};
use crate::policy::Policy;

impl Told {
    /// The object that stands for it in JSON.
    pub(super) fn json<'a>(
        &'a self,
        args: &'a ReplayArgs,
        policy: &'a Policy,
        capture: &'a Capture,
    ) -> ReplayJson<'a> {
        let place = |one: &Told1| PlaceJson {
            line: one.line,
            run: one.run,
            tick: one.tick,
            error: one.compared.error,
        };
        let disagree = self.disagreeing().count();
        ReplayJson {
            capture: args.capture.display().to_string(),
            policy: policy.text(),
            tolerance: args.tolerance,
            records: capture.runs.iter().map(|run| run.records).sum(),
            runs: capture.runs.len(),
            damaged: capture.damaged_lines,
            torn: capture.torn.is_some(),
            replayed: self.results.len(),
            agree: self.results.len() - disagree - self.not_compared(),
            disagree,
            not_compared: self.not_compared(),
            worst: self.worst().map(place),
            first: self.disagreeing().next().map(place),
            fields: self
                .fields()
                .iter()
                .map(|(field, count)| (field.name(), *count))
                .collect(),
            left_out: self
                .refused
                .iter()
                .map(|(line, reason)| LeftJson {
                    line: *line,
                    reason: reason.to_string(),
                })
                .collect(),
            results: self
                .results
                .iter()
                .map(|one| ResultJson {
                    place: place(one),
                    compared: match one.compared.agreement {
                        Agreement::Whole => "whole",
                        Agreement::ResultOnly => "result",
                        Agreement::Part => "part",
                        Agreement::Nothing => "nothing",
                    },
                    compared_fields: one.compared.fields.iter().map(|f| f.name()).collect(),
                    not_compared_fields: one.compared.without.iter().map(|f| f.name()).collect(),
                    not_finite: one.compared.not_finite.iter().map(|f| f.name()).collect(),
                    differences: one
                        .compared
                        .differences
                        .iter()
                        .map(|d| DifferenceJson {
                            field: d.field.name(),
                            ours: &d.ours,
                            recorded: &d.recorded,
                        })
                        .collect(),
                })
                .collect(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct ReplayJson<'a> {
    capture: String,
    policy: String,
    tolerance: f64,
    records: u32,
    runs: usize,
    damaged: usize,
    torn: bool,
    replayed: usize,
    agree: usize,
    disagree: usize,
    not_compared: usize,
    worst: Option<PlaceJson>,
    first: Option<PlaceJson>,
    fields: BTreeMap<&'a str, u64>,
    left_out: Vec<LeftJson>,
    results: Vec<ResultJson<'a>>,
}

#[derive(Serialize)]
struct PlaceJson {
    line: u32,
    run: u32,
    tick: i64,
    error: Option<f64>,
}

#[derive(Serialize)]
struct LeftJson {
    line: u32,
    reason: String,
}

#[derive(Serialize)]
struct ResultJson<'a> {
    #[serde(flatten)]
    place: PlaceJson,
    compared: &'a str,
    compared_fields: Vec<&'a str>,
    not_compared_fields: Vec<&'a str>,
    not_finite: Vec<&'a str>,
    differences: Vec<DifferenceJson<'a>>,
}

#[derive(Serialize)]
struct DifferenceJson<'a> {
    field: &'a str,
    ours: &'a str,
    recorded: &'a str,
}
