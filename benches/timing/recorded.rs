//! The recorded moves.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::Path;

use serde_json::Value;

use sweepscope::geometry::Position;
use sweepscope::policy::preset;
use sweepscope::transition::{Mover, Transition};
use sweepscope::world::World;

use super::read::{self, Fields};
use super::reference::Reference;
use super::scene::Scene;
use super::{mover, say, time};

/// A move, read before the clock runs.
struct Move {
    mover: Mover,
    begin: Position,
    end: Position,
    contact: Option<sweepscope::geometry::Plane>,
    /// Where it ends, and the flags that it ends with.
    recorded: ([f32; 3], u32),
}

impl Move {
    fn new(case: &Value, everyone: &Value, block: u32) -> Self {
        let policy = &preset("ace").unwrap().policy;
        let mut whole = case.clone();
        whole["mover"] = everyone.clone();
        let fields = Fields(&whole);
        let out = Fields(fields.need("out"));
        Self {
            mover: mover::mover(fields, policy),
            begin: fields.position("begin", block),
            end: fields.position("end", block),
            contact: fields.get("contact").map(read::plane),
            recorded: (out.vector("origin").to_array(), out.whole("state")),
        }
    }

    /// Runs it: makes the path, seeds it, takes it to its end.
    fn run(&self, world: &World) -> ([f32; 3], u32) {
        let policy = &preset("ace").unwrap().policy;
        let probe = &mut ();
        let (begin, end) = (Some(self.begin), self.end);
        let mut path = Transition::new(world, policy, self.mover, begin, end, probe);
        if let Some(plane) = self.contact {
            let cell = self.begin.cell;
            path.collision.seed_contact(plane, false, cell, policy);
        }
        black_box(path.find_valid_position());
        let end = path.path.current.frame.origin.to_array();
        (end, path.mover.flags.0)
    }

    fn agrees(&self, world: &World) -> bool {
        let (end, flags) = self.run(world);
        let (wanted, wanted_flags) = self.recorded;
        let near = |(a, b): (f32, f32)| {
            let scale = if b.abs() > 1.0 { b.abs() } else { 1.0 };
            (a - b).abs() <= 1e-4 * scale
        };
        flags == wanted_flags && end.into_iter().zip(wanted).all(near)
    }
}

/// FNV-1a 64 over the bits of the ends.
fn digest(ends: impl Iterator<Item = [f32; 3]>) -> u64 {
    let bytes = ends.flatten().flat_map(|k| k.to_bits().to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Times the groups of `timing.json` whose names begin with `word`.
pub(super) fn run(word: Option<&str>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/vectors/timing.json");
    let file: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let mut groups: BTreeMap<String, (String, Vec<Move>)> = BTreeMap::new();
    let scenes = Fields(Fields(&file).need("scenes"));
    for case in Fields(&file).list("cases") {
        let name = Fields(case).text("scene");
        let block = Scene::new(scenes.need(name)).block();
        let group = Fields(case).text("group").to_owned();
        let moves = &mut groups
            .entry(group)
            .or_insert_with(|| (name.to_owned(), vec![]));
        moves.1.push(Move::new(case, &file["mover"], block));
    }
    let names: std::collections::BTreeSet<_> = groups.values().map(|(name, _)| name).collect();
    let worlds: BTreeMap<&String, (World, Reference)> = names
        .into_iter()
        .map(|name| {
            let world = Scene::new(scenes.need(name)).world();
            let reference = Reference::of_world(&world);
            (name, (world, reference))
        })
        .collect();
    say("recorded moves, microseconds per resolve");
    say(&format!(
        "{:<24} {:>7} {:>8} {:>8} {:>8} {:>7}  digest",
        "group", "agree", "least", "median", "rapier", "ratio"
    ));
    let asked = |group: &str| word.is_none_or(|word| group.starts_with(word));
    for (group, (name, moves)) in groups.iter().filter(|(group, _)| asked(group)) {
        let (world, reference) = &worlds[name];
        let agree = moves.iter().filter(|m| m.agrees(world)).count();
        let ends = digest(moves.iter().map(|m| m.run(world).0));
        let ours = time(moves.len(), || {
            for m in moves {
                black_box(m.run(world));
            }
        });
        let theirs = time(moves.len(), || {
            for m in moves {
                let spheres = &m.mover.spheres[..m.mover.sphere_count];
                black_box(reference.walk(spheres, &m.begin.frame, &m.end.frame));
            }
        });
        say(&format!(
            "{group:<24} {agree:>3}/{:<3} {:>8.3} {:>8.3} {:>8.3} {:>7.3}  {ends:016x}",
            moves.len(),
            ours.least,
            ours.median,
            theirs.least,
            ours.least / theirs.least
        ));
    }
}
