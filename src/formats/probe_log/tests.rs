//! Lines that we write ourselves in the shapes of spec/inputs.md 5.

use glam::Vec3;

use super::*;

const LOG: &str = "\
Loading world...
[resolve] ent=0x50000001 in=(153.70,9.70,93.40) cell=0xA9B40147 tgt=(153.80,9.70,93.40) out=(153.75,9.70,93.40) cell=0xA9B40148 ok=True groundedIn=True cp=valid hit=yes n=(-1.00,0.00,0.00) obj=env nObj=2 walkable=Y
2026-05-24 12:00:01.123 [INF] acdream: [poly-dump] cell=0xA9B40147 polyId=0x0008 numPts=4 sides=0 n=(0.000000, 0.719000, 0.695000) d=-1.5 verts=[(0,0,0), (4,0,0), (4,1.5,1.5), (0,1.5,1.5)]
[cell-transit] 0xA9B40147 -> 0xA9B40148 pos=(1,2,3) reason=portal walk
[resolve-bldg] obj=0x1 entityId=0x2 partIdx=0
  gfxObj=0x01000A2B hasPhys=True bspR=4.5 vAabbR=4.2
  hitPoly: numVerts=3 plane=(0,0,1,-94)
    v0_local=(0,0,0)  v0_world=(10,20,94)
    v1_local=(1,0,0)  v1_world=(11,20,94)
    v2_local=(0,1,0)  v2_world=(10,21,94)
[reach-q] id=0x01000F69 centre=(1,5; 2,25; -3) r=2,5 margin=0,125 flag
[step-walk] site=a step=1/3 cur=(1,2,3) check=(1,2,2.5) delta=(0,0,-0.5) cp=(cell=0xA9B40147, water=False, n=(0,0,1), d=-94)
[place-fail] source=x cell=0xA9B40147 sphere=(1.5,2.5,3.5) r=0.48 solid_leaf=1
[poly-dump] verts=[(0,0,0), (broken
";

#[test]
fn tags_fields_and_places() {
    let log = read(LOG.as_bytes());
    assert_eq!((log.lines, log.is_utf16), (14, false));
    let tags: Vec<&str> = log.entries.iter().map(|entry| entry.tag.as_str()).collect();
    assert_eq!(
        tags,
        [
            "resolve",
            "poly-dump",
            "cell-transit",
            "resolve-bldg",
            "reach-q",
            "step-walk",
            "place-fail",
            "poly-dump"
        ]
    );
    let lines: Vec<u64> = log.entries.iter().map(|entry| entry.line).collect();
    assert_eq!(lines, [2, 3, 4, 5, 11, 12, 13, 14]);
    let [resolve, dump, transit, shell, reach, step, ..] = log.entries.as_slice() else {
        panic!()
    };
    let cells: Vec<&str> = resolve
        .fields
        .iter()
        .filter(|f| f.key == "cell")
        .map(|f| f.value.as_str())
        .collect();
    assert_eq!(cells, ["0xA9B40147", "0xA9B40148"]);
    assert_eq!(dump.get("n"), Some("(0.000000, 0.719000, 0.695000)"));
    assert_eq!(
        (
            transit.fields[0].key.as_str(),
            transit.fields[0].value.as_str()
        ),
        ("", "0xA9B40147->0xA9B40148")
    );
    assert_eq!(shell.get("gfxObj"), Some("0x01000A2B"));
    assert_eq!(reach.get("centre"), Some("(1,5; 2,25; -3)"));
    assert_eq!(
        step.get("cp"),
        Some("(cell=0xA9B40147, water=False, n=(0,0,1), d=-94)")
    );
    assert_eq!(reach.fields.last().map(|f| f.value.as_str()), Some("flag"));
    let summary = &log.tags()["reach-q"];
    assert_eq!(
        (summary.count, summary.first, summary.fields.join(" ")),
        (1, 11, "id centre r margin".to_owned())
    );
}

#[test]
fn what_can_be_drawn() {
    let log = read(LOG.as_bytes());
    let all: Vec<Drawable> = log.entries.iter().flat_map(drawables).collect();
    let polygons = all
        .iter()
        .filter(|d| matches!(d, Drawable::Polygon { .. }))
        .count();
    assert_eq!(polygons, 2);
    let (from, to) = (Vec3::new(153.7, 9.7, 93.4), Vec3::new(153.8, 9.7, 93.4));
    assert_eq!(
        all[0],
        Drawable::Sweep {
            from,
            to,
            out: Some(Vec3::new(153.75, 9.7, 93.4))
        }
    );
    assert!(all.contains(&Drawable::Polygon {
        corners: vec![
            Vec3::new(10.0, 20.0, 94.0),
            Vec3::new(11.0, 20.0, 94.0),
            Vec3::new(10.0, 21.0, 94.0)
        ]
    }));
    assert!(all.contains(&Drawable::Point {
        at: Vec3::new(1.5, 2.25, -3.0),
        name: "centre".to_owned()
    }));
    assert!(all.contains(&Drawable::PlaceFail {
        at: Vec3::new(1.5, 2.5, 3.5),
        radius: Some(0.48)
    }));
    let listed = read(b"[geom] verts=[(1,2,3), (4,5,6)] n=(0,0,1)\n").entries;
    let point = |at| Drawable::Point {
        at,
        name: "verts".to_owned(),
    };
    let corners = [Vec3::new(1.0, 2.0, 3.0), Vec3::new(4.0, 5.0, 6.0)];
    assert_eq!(drawables(&listed[0]), corners.map(point));
    let scene = scene::scene(&log, "a.log").unwrap();
    assert_eq!((scene.polygons, scene.sweeps), (2, 1));
    assert!(
        scene.text.contains("mover: Human")
            && scene
                .text
                .contains("((153.7, 9.7, 93.4), (153.8, 9.7, 93.4))")
    );
    assert!(scene::scene(&read(b"[resolve] in=(1,2,3)\n"), "b").is_err());
}

#[test]
fn numbers_in_any_culture() {
    for (text, wanted) in [
        ("(1,2,3)", Some([1.0, 2.0, 3.0])),
        ("(1.5, -2, 3e-1)", Some([1.5, -2.0, 0.3])),
        ("(1,5, -2,25, 3,0)", Some([1.5, -2.25, 3.0])),
        ("(1,5;-2,25;3)", Some([1.5, -2.25, 3.0])),
        ("(1,50,-2,25,3,00)", Some([1.5, -2.25, 3.0])),
        ("<1.5 2 3>", Some([1.5, 2.0, 3.0])),
        ("(1,2)", None),
        ("(1,2,NaN)", None),
        ("(1,2,3e7)", None),
        ("n/a", None),
    ] {
        assert_eq!(vector(text), wanted.map(Vec3::from_array), "{text}");
    }
    assert_eq!(points("[(1,2,3), (4,5,6)]").map(|list| list.len()), Some(2));
    assert_eq!(points("[(1,2,3), (4,5"), None);
}

/// The same entries whatever the encoding, and however the bytes arrive.
#[test]
fn encodings_and_pieces() {
    let whole = read(LOG.as_bytes());
    let mut wide = vec![0xff, 0xfe];
    wide.extend(
        LOG.replace('\n', "\r\n")
            .encode_utf16()
            .flat_map(u16::to_le_bytes),
    );
    let log = read(&wide);
    assert!(log.is_utf16 && log.entries == whole.entries);
    // The same the other way round.
    let swapped: Vec<u8> = wide.chunks(2).flat_map(|pair| [pair[1], pair[0]]).collect();
    let log = read(&swapped);
    assert!(log.is_utf16 && log.entries == whole.entries);
    let marked = [b"\xef\xbb\xbf".as_slice(), LOG.as_bytes()].concat();
    assert_eq!(read(&marked).entries, whole.entries);
    for bytes in [LOG.as_bytes(), &wide, &swapped, &marked] {
        for size in [1, 2, 7, 100] {
            let mut follower = Follower::default();
            let mut entries: Vec<Entry> = bytes
                .chunks(size)
                .flat_map(|piece| follower.push(piece))
                .collect();
            entries.extend(follower.finish());
            assert_eq!(entries, whole.entries, "{size}");
        }
    }
}

#[test]
fn a_file_that_grows_is_cut_and_is_replaced() {
    use std::io::Write as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.log");
    let mut tail = Tail::new(&path);
    assert_eq!(tail.poll().unwrap(), []);
    let append = |text: &str| {
        let mut file = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .unwrap();
        file.write_all(text.as_bytes()).unwrap();
    };
    let tags = |entries: Vec<Entry>| -> Vec<(u64, String)> {
        entries.into_iter().map(|e| (e.line, e.tag)).collect()
    };
    append("[one] a=1\n[two] a=");
    assert_eq!(tags(tail.poll().unwrap()), [(1, "one".to_owned())]);
    append("2\n");
    let entries = tail.poll().unwrap();
    assert_eq!(entries[0].get("a"), Some("2"));
    assert_eq!(tail.poll().unwrap(), []);
    // Cut off and begun anew.
    std::fs::write(&path, "[three] a=1\n").unwrap();
    assert_eq!(tags(tail.poll().unwrap()), [(1, "three".to_owned())]);
    // Another, longer file in its place.
    std::fs::write(&path, "[four] a=1\n[five] a=1\n[six] a=1\n").unwrap();
    assert_eq!(tail.poll().unwrap().len(), 3);
    assert_eq!(tail.restarts, 2);
}
