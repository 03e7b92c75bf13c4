//! The worked examples of spec/dat.md 15: whole records as bytes, with their checksums.
//!
//! They hold nothing of the game.

/// A record as the paper prints it.
pub(super) struct Example {
    /// Its bytes, counted.
    length: usize,
    /// Their CRC-32.
    crc: u32,
    /// Their hexadecimal digits.
    hex: &'static str,
}

impl Example {
    /// The bytes, once it is sure that they were copied right.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let bytes = hex(self.hex);
        assert_eq!(bytes.len(), self.length);
        assert_eq!(crc32(&bytes), self.crc);
        bytes
    }
}

/// The bytes that these digits write.
pub(super) fn hex(digits: &str) -> Vec<u8> {
    let byte = |text: &str| u8::from_str_radix(text, 16).unwrap();
    digits.split_whitespace().map(byte).collect()
}

/// CRC-32 as zlib has it.
pub(super) fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| match crc & 1 {
        1 => crc >> 1 ^ 0xedb8_8320,
        _ => crc >> 1,
    };
    !bytes
        .iter()
        .fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), step))
}

/// Whether the checksum is the one that is meant.
#[test]
fn checksum() {
    assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
}

/// spec/dat.md 15.1: Frame: identity at (12, 24, 6).
pub(super) const FRAME: Example = Example {
    length: 28,
    crc: 0x5E4E93B7,
    hex: "00 00 40 41 00 00 C0 41 00 00 C0 40 00 00 80 3F
    00 00 00 00 00 00 00 00 00 00 00 00",
};

/// spec/dat.md 15.2: Frame: quarter turn about +z at the origin.
pub(super) const QUARTER: Example = Example {
    length: 28,
    crc: 0x28AE1448,
    hex: "00 00 00 00 00 00 00 00 00 00 00 00 F3 04 35 3F
    00 00 00 00 00 00 00 00 F3 04 35 3F",
};

/// spec/dat.md 15.3: Polygon: quad, sides type 2, both UV lists.
pub(super) const QUAD: Example = Example {
    length: 28,
    crc: 0xE0532830,
    hex: "07 00 04 00 02 00 00 00 01 00 02 00 03 00 02 00
    01 00 00 00 00 01 02 03 03 02 01 00",
};

/// spec/dat.md 15.4: Polygon: triangle, sides type 1, stippling 1.
pub(super) const TRIANGLE: Example = Example {
    length: 21,
    crc: 0x32B7A174,
    hex: "01 00 03 01 01 00 00 00 00 00 FF FF 00 00 01 00
    02 00 00 00 00",
};

/// spec/dat.md 15.5: Physics tree.
pub(super) const PHYSICS_TREE: Example = Example {
    length: 102,
    crc: 0xF6281E3B,
    hex: "4E 6E 50 42 00 00 00 00 00 00 00 00 00 00 80 3F
    00 00 00 00 46 41 45 4C 00 00 00 00 00 00 00 00
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
    00 00 00 00 46 41 45 4C 01 00 00 00 01 00 00 00
    00 00 00 3F 00 00 00 3F 00 00 00 00 00 00 40 3F
    01 00 00 00 00 00 00 00 00 3F 00 00 00 3F 00 00
    00 00 00 00 40 3F",
};

/// spec/dat.md 15.6: Drawing tree of one BPOL node.
pub(super) const BPOL: Example = Example {
    length: 42,
    crc: 0x627207EE,
    hex: "4C 4F 50 42 CD CD CD CD CD CD CD CD CD CD CD CD
    CD CD CD CD 00 00 00 3F 00 00 00 3F 00 00 00 00
    00 00 40 3F 01 00 00 00 00 00",
};

/// spec/dat.md 15.7: Drawing tree with PORT.
pub(super) const PORT: Example = Example {
    length: 66,
    crc: 0x2EB58F57,
    hex: "54 52 4F 50 00 00 80 3F 00 00 00 00 00 00 00 00
    00 00 00 C0 46 41 45 4C 00 00 00 00 46 41 45 4C
    01 00 00 00 00 00 00 40 00 00 00 00 00 00 80 3F
    00 00 40 40 01 00 00 00 01 00 00 00 05 00 04 00
    00 00",
};

/// spec/dat.md 15.8: Cell tree.
pub(super) const CELL_TREE: Example = Example {
    length: 40,
    crc: 0xA39CD5AE,
    hex: "6E 6E 50 42 00 00 00 00 00 00 00 00 00 00 80 3F
    00 00 00 00 4C 46 50 42 00 00 00 00 00 00 00 00
    00 00 80 BF 00 00 40 40",
};

/// spec/dat.md 15.9: `GfxObj` 0x01000001.
pub(super) const GFX_OBJ: Example = Example {
    length: 326,
    crc: 0x8A5D22F9,
    hex: "01 00 00 01 03 00 00 00 01 01 00 00 08 01 00 00
    00 03 00 00 00 00 00 01 00 00 00 00 00 00 00 00
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 80
    3F 00 00 00 00 00 00 00 00 01 00 01 00 00 00 80
    3F 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
    00 00 00 80 3F 00 00 80 3F 00 00 00 00 02 00 01
    00 00 00 00 00 00 00 80 3F 00 00 00 00 00 00 00
    00 00 00 00 00 00 00 80 3F 00 00 00 00 00 00 80
    3F 01 00 00 03 04 00 00 00 00 FF FF FF FF 00 00
    01 00 02 00 4E 6E 50 42 00 00 00 00 00 00 00 00
    00 00 80 3F 00 00 00 00 46 41 45 4C 00 00 00 00
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
    00 00 00 00 00 00 00 00 46 41 45 4C 01 00 00 00
    01 00 00 00 00 00 00 3F 00 00 00 3F 00 00 00 00
    00 00 40 3F 01 00 00 00 00 00 00 00 00 3F 00 00
    00 3F 00 00 00 00 00 00 40 3F 00 00 80 3E 00 00
    80 3E 00 00 00 00 01 00 00 03 00 00 00 00 00 00
    00 FF FF 00 00 01 00 02 00 00 00 00 4C 4F 50 42
    CD CD CD CD CD CD CD CD CD CD CD CD CD CD CD CD
    00 00 00 3F 00 00 00 3F 00 00 00 00 00 00 40 3F
    01 00 00 00 00 00",
};

/// spec/dat.md 15.10: Setup 0x02000001.
pub(super) const SETUP: Example = Example {
    length: 192,
    crc: 0x29930158,
    hex: "01 00 00 02 0A 00 00 00 01 00 00 00 01 00 00 01
    00 00 00 40 00 00 00 40 00 00 00 40 00 00 00 00
    00 00 00 00 01 00 00 00 00 00 00 00 00 00 00 00
    00 00 00 00 00 00 00 3F 00 00 80 3F 00 00 00 00
    00 00 00 00 00 00 00 00 00 00 00 00 01 00 00 00
    00 00 00 00 00 00 00 00 00 00 00 00 9A 99 99 3E
    66 66 E6 3F 01 00 00 00 00 00 00 00 00 00 00 00
    66 66 66 3F 66 66 66 3F 66 66 E6 3F 9A 99 99 3E
    9A 99 19 3F 00 00 C0 3F 00 00 00 00 00 00 00 00
    66 66 66 3F 00 00 80 3F 00 00 00 00 00 00 00 00
    66 66 66 3F CD CC 8C 3F 00 00 00 00 00 00 00 00
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
};

/// spec/dat.md 15.11: Environment 0x0D000001.
pub(super) const ENVIRONMENT: Example = Example {
    length: 356,
    crc: 0xE15FE728,
    hex: "01 00 00 0D 01 00 00 00 00 00 00 00 02 00 00 00
    01 00 00 00 01 00 00 00 01 00 00 00 04 00 00 00
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
    00 00 00 00 00 00 00 00 00 00 80 3F 01 00 00 00
    00 00 80 40 00 00 00 00 00 00 00 00 00 00 00 00
    00 00 00 00 00 00 80 3F 02 00 00 00 00 00 80 40
    00 00 80 40 00 00 00 00 00 00 00 00 00 00 00 00
    00 00 80 3F 03 00 00 00 00 00 00 00 00 00 80 40
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 80 3F
    00 00 04 04 00 00 00 00 00 00 FF FF 00 00 01 00
    02 00 03 00 01 00 04 04 00 00 00 00 00 00 FF FF
    03 00 02 00 01 00 00 00 01 00 00 00 6E 6E 50 42
    00 00 00 00 00 00 00 00 00 00 80 3F 00 00 00 00
    4C 46 50 42 00 00 00 00 00 00 00 00 00 00 80 BF
    00 00 40 40 00 00 04 04 00 00 00 00 FF FF FF FF
    00 00 01 00 02 00 03 00 4E 6E 50 42 00 00 00 00
    00 00 00 00 00 00 80 3F 00 00 00 00 46 41 45 4C
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
    00 00 00 00 00 00 00 00 00 00 00 00 46 41 45 4C
    01 00 00 00 01 00 00 00 00 00 00 40 00 00 00 40
    00 00 00 00 9A 99 39 40 01 00 00 00 00 00 00 00
    00 40 00 00 00 40 00 00 00 00 9A 99 39 40 00 00
    00 00 00 00",
};

/// spec/dat.md 15.12: `EnvCell` 0xA9B40100.
pub(super) const ENV_CELL: Example = Example {
    length: 108,
    crc: 0x2DD09D1A,
    hex: "00 01 B4 A9 03 00 00 00 00 01 B4 A9 03 02 01 00
    72 03 1B 07 01 00 01 00 00 00 00 00 AB 42 00 00
    DB 42 00 00 40 41 F3 04 35 3F 00 00 00 00 00 00
    00 00 F3 04 35 BF 01 00 01 00 01 01 00 00 00 00
    00 00 FF FF 00 00 01 01 01 00 00 00 01 00 00 02
    00 00 A0 42 00 00 DC 42 00 00 40 41 00 00 80 3F
    00 00 00 00 00 00 00 00 00 00 00 00",
};

/// spec/dat.md 15.13: `LandBlock` 0xA9B4FFFF.
pub(super) const LAND_BLOCK: Example = Example {
    length: 252,
    crc: 0x8EF3B9C4,
    hex: "FF FF B4 A9 01 00 00 00 0C 00 0C 08 0C 10 0C 18
    0C 20 0C 28 0C 30 0C 38 0C 40 0D 00 0D 08 0D 10
    0D 18 0D 20 0D 28 0D 30 0D 38 0D 40 0E 00 0E 08
    0E 10 0E 18 0E 20 0E 28 0E 30 0E 38 0E 40 0F 00
    0F 08 0F 10 0F 18 0F 20 0F 28 0F 30 0F 38 0F 40
    0C 00 0C 08 0C 10 0C 18 0C 20 0C 28 0C 30 0C 38
    0C 40 0D 00 0D 08 0D 10 0D 18 0D 20 0D 28 0D 30
    0D 38 0D 40 0E 00 0E 08 0E 10 0E 18 0E 20 0E 28
    0E 30 0E 38 0E 40 0F 00 0F 08 0F 10 0F 18 0F 20
    0F 28 0F 30 0F 38 0F 40 48 00 48 08 48 10 48 18
    48 20 48 28 48 30 48 38 48 40 00 01 02 03 04 05
    06 07 08 0A 0B 0C 0D 0E 0F 10 11 12 14 15 16 17
    18 19 1A 1B 1C 1E 1F 20 21 22 23 24 25 26 28 29
    2A 2B 2C 2D 2E 2F 30 32 33 34 35 36 37 38 39 3A
    3C 3D 3E 3F 40 41 42 43 44 46 47 48 49 4A 4B 4C
    4D 4E 50 51 52 53 54 55 56 57 58 00",
};

/// spec/dat.md 15.14: `LandBlockInfo` 0xA9B4FFFE.
pub(super) const LAND_BLOCK_INFO: Example = Example {
    length: 112,
    crc: 0x761381C8,
    hex: "FE FF B4 A9 01 00 00 00 01 00 00 00 01 00 00 01
    00 00 40 41 00 00 C0 41 00 00 C0 40 00 00 80 3F
    00 00 00 00 00 00 00 00 00 00 00 00 01 00 01 00
    01 00 00 01 00 00 C0 42 00 00 C0 42 00 00 A0 41
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 80 3F
    7F 00 00 00 01 00 00 00 03 00 00 01 00 00 01 00
    00 01 00 00 01 00 08 00 00 01 B4 A9 01 40 9B 7A",
};

/// spec/dat.md 15.15: Start of a Region record.
pub(super) const REGION: Example = Example {
    length: 52,
    crc: 0x302F4BB2,
    hex: "00 00 00 13 01 00 00 00 03 00 00 00 06 00 44 65
    72 65 74 68 FF 00 00 00 FF 00 00 00 00 00 C0 41
    08 00 00 00 01 00 00 00 00 00 48 43 00 00 7A 44
    00 00 A0 40",
};

/// spec/dat.md 15.16: Iteration record.
pub(super) const ITERATION: Example = Example {
    length: 12,
    crc: 0xEB436194,
    hex: "07 00 00 00 F9 FF FF FF 01 00 00 00",
};
