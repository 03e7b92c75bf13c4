//! The sample's portal file in each of the ways in which it can be damaged.

use super::container::{Damage, Layout, Stored, container};
use super::sample::{BANNER, portal_records};

/// The record that is damaged where one is: the rooms of the house, of several blocks.
const VICTIM: u32 = 0x0d00_0001;

/// The names of all damages.
pub const DAMAGES: [(&str, Damage); 16] = [
    ("magic", Damage::Magic),
    ("old-layout", Damage::OldLayout),
    ("block-size", Damage::BlockSize),
    ("data-set", Damage::Set),
    ("root-outside", Damage::RootOutside),
    ("root-off-grid", Damage::RootOffGrid),
    ("node-count", Damage::NodeCount),
    ("own-child", Damage::OwnChild),
    ("circle", Damage::Circle),
    ("order", Damage::Order),
    ("loop", Damage::Loop(VICTIM)),
    ("short", Damage::Short(VICTIM)),
    ("free", Damage::Free(VICTIM)),
    ("size", Damage::Size(VICTIM)),
    ("echo", Damage::Echo(VICTIM)),
    ("cut", Damage::Cut(VICTIM)),
];

/// The sample's portal file with this damage; its directory has several nodes, so that there is something to damage.
#[must_use]
pub fn damaged(damage: Damage) -> Vec<u8> {
    let mut stored: Vec<Stored> = portal_records()
        .iter()
        .map(|record| Stored::plain(record.id(), record.encode()))
        .collect();
    stored.sort_by_key(|record| record.id);
    let layout = Layout {
        per_node: 3,
        ..Layout::PORTAL
    };
    let mut written = container(&stored, &layout);
    written.damage(damage);
    let mut bytes = written.bytes;
    BANNER.write(&mut bytes);
    bytes
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::formats::dat::Dat;

    /// Each of them shows, and no two look alike.
    #[test]
    fn every_damage_shows() {
        let mut seen = Vec::new();
        for (name, damage) in DAMAGES {
            let bytes = damaged(damage);
            assert!(!seen.contains(&bytes), "{name} is another one again");
            seen.push(bytes.clone());
            let told = match Dat::new(Cursor::new(bytes), "a.dat") {
                Err(error) => vec![error.to_string()],
                Ok(mut dat) => {
                    let (entries, errors) = dat.entries();
                    let mut told: Vec<String> = errors.iter().map(ToString::to_string).collect();
                    for entry in entries {
                        told.extend(dat.record(entry.id).err().map(|error| error.to_string()));
                    }
                    told.extend(dat.warnings().iter().cloned());
                    told
                }
            };
            assert!(!told.is_empty(), "{name} is told by nobody");
        }
    }
}
