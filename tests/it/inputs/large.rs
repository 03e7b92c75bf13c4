//! Large meshes: time that goes with their length, and memory that is a few times the file.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use sweepscope::ops;

/// Triangles of the larger mesh; as `SWEEPSCOPE_LARGE_TRIANGLES` says, for the 2,000,000 that people bring.
fn triangles() -> u32 {
    let asked = std::env::var("SWEEPSCOPE_LARGE_TRIANGLES").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(200_000)
}

/// The points of a square of `side` by `side` fields with waves in it, and the corners of its triangles.
fn waves(side: u32) -> (Vec<[f32; 3]>, Vec<[u32; 3]>) {
    let row = side + 1;
    let points = (0..row * row).map(|k| {
        let (x, y) = ((k % row) as f32 * 0.25, (k / row) as f32 * 0.25);
        let height = ops::sin(f64::from(x) * 0.7) * ops::cos(f64::from(y) * 0.4);
        [x, height as f32, y]
    });
    let corners = (0..side * side).flat_map(|k| {
        let a = k / side * row + k % side;
        [[a, a + row, a + 1], [a + 1, a + row, a + row + 1]]
    });
    (points.collect(), corners.collect())
}

fn obj(side: u32) -> Vec<u8> {
    let (points, corners) = waves(side);
    let mut text = String::new();
    for [x, y, z] in points {
        writeln!(text, "v {x:.4} {y:.4} {z:.4}").unwrap();
    }
    for [a, b, c] in corners {
        writeln!(text, "f {} {} {}", a + 1, b + 1, c + 1).unwrap();
    }
    text.into_bytes()
}

fn glb(side: u32) -> Vec<u8> {
    let (points, corners) = waves(side);
    let mut bin: Vec<u8> = points
        .iter()
        .flatten()
        .flat_map(|c| c.to_le_bytes())
        .collect();
    let at = bin.len();
    bin.extend(corners.iter().flatten().flat_map(|c| c.to_le_bytes()));
    let (all, length) = (bin.len(), bin.len() - at);
    let mut json = format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],"accessors":[{{"bufferView":0,"componentType":5126,"count":{},"type":"VEC3"}},{{"bufferView":1,"componentType":5125,"count":{},"type":"SCALAR"}}],"bufferViews":[{{"buffer":0,"byteLength":{at}}},{{"buffer":0,"byteOffset":{at},"byteLength":{length}}}],"buffers":[{{"byteLength":{all}}}]}}"#,
        points.len(),
        3 * corners.len()
    );
    while json.len() % 4 != 0 {
        json.push(' ');
    }
    let mut file = b"glTF\x02\0\0\0".to_vec();
    file.extend((12 + 16 + json.len() as u32 + all as u32).to_le_bytes());
    file.extend((json.len() as u32).to_le_bytes());
    file.extend(b"JSON");
    file.extend(json.as_bytes());
    file.extend((all as u32).to_le_bytes());
    file.extend(b"BIN\0");
    file.extend(bin);
    file
}

/// What importing `file` took: seconds of the processor, and bytes of memory at its peak.
#[cfg(target_os = "linux")]
fn import(file: &Path) -> (f64, f64) {
    let out = file.with_extension("ron");
    let _ = fs::remove_file(&out);
    let mut child = Command::new(env!("CARGO_BIN_EXE_sweepscope"))
        .arg("import")
        .args([file, Path::new("-o"), &out])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (mut ticks, mut peak) = (0.0, 0.0);
    while child.try_wait().unwrap().is_none() {
        // Peaks never fall, so the last look has nearly the highest.
        let read = |name: &str| fs::read_to_string(format!("/proc/{}/{name}", child.id()));
        let status = read("status").unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        if let Some(kilobytes) = line.and_then(|line| line.split_whitespace().next()) {
            peak = kilobytes.parse::<f64>().unwrap() * 1024.0;
        }
        let stat = read("stat").unwrap_or_default();
        let fields: Vec<&str> = stat
            .rsplit(')')
            .next()
            .unwrap_or_default()
            .split_whitespace()
            .collect();
        if let (Some(user), Some(system)) = (fields.get(11), fields.get(12)) {
            ticks = user.parse::<f64>().unwrap() + system.parse::<f64>().unwrap();
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(child.wait().unwrap().success() && out.is_file());
    (ticks / 100.0, peak)
}

#[cfg(target_os = "linux")]
#[test]
fn time_and_memory_go_with_the_length() {
    let folder = tempfile::tempdir().unwrap();
    let side = f64::from(triangles() / 2).sqrt() as u32;
    for (name, make) in [("a.obj", obj as fn(u32) -> Vec<u8>), ("a.glb", glb)] {
        let file = folder.path().join(name);
        let mut took = Vec::new();
        // A quarter of the triangles, and all: what the program has whatever it reads is in both, and in neither's
        // difference.
        for side in [side / 2, side] {
            let bytes = make(side);
            fs::write(&file, &bytes).unwrap();
            let (seconds, peak) = import(&file);
            eprintln!(
                "{name}: {} triangles, {} bytes: {seconds} s, {} MB at the peak",
                2 * side * side,
                bytes.len(),
                peak / 1e6
            );
            took.push((seconds, peak, bytes.len() as f64));
        }
        let [(quick, less, short), (slow, more, long)] = took[..] else {
            unreachable!("two meshes were read");
        };
        let times = (more - less) / (long - short);
        assert!(times < 6.0, "{name}: {times} times what the file grew by");
        eprintln!("{name}: {times:.2} times what the file grew by");
        // Four times as much, and a hundredth of a second of start and of what the clock tells.
        assert!(slow < 6.0 * (quick + 0.02), "{name}: {quick} and {slow} s");
    }
}
