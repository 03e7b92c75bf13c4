//! Bytes that arrive piece by piece as lines: UTF-8, or UTF-16 where a mark says so.

/// Longest line that is kept, bytes; what is longer is cut there.
const LONGEST: usize = 1 << 20;

/// How a log is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Not known before its first bytes came.
    #[default]
    Unknown,
    /// UTF-8, or something like it.
    Utf8,
    /// UTF-16 with the low byte first, as a Windows shell writes what a program prints.
    Utf16Le,
    /// UTF-16 with the high byte first.
    Utf16Be,
}

/// Makes lines of bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Decoder {
    pub(super) encoding: Encoding,
    /// Bytes of the line that has not ended.
    pending: Vec<u8>,
    /// Whether that line is cut.
    is_cut: bool,
    /// How many lines were cut.
    pub(super) cut_lines: u64,
}

impl Decoder {
    /// Takes `bytes` and gives each line that ended in them to `see`.
    pub(super) fn push(&mut self, bytes: &[u8], see: &mut dyn FnMut(&str)) {
        let mut bytes = bytes;
        if self.encoding == Encoding::Unknown {
            let (first, rest) = bytes.split_at((3 - self.pending.len()).min(bytes.len()));
            self.pending.extend(first);
            if self.pending.len() < 3 {
                return;
            }
            bytes = rest;
            self.settle();
            // Lines may end in the first bytes already.
            let first = std::mem::take(&mut self.pending);
            for b in first {
                self.byte(b, see);
            }
        }
        for b in bytes {
            self.byte(*b, see);
        }
    }

    /// Ends the log: what has no line end is a line too.
    pub(super) fn finish(&mut self, see: &mut dyn FnMut(&str)) {
        if self.encoding == Encoding::Unknown {
            self.settle();
            let first = std::mem::take(&mut self.pending);
            for b in first {
                self.byte(b, see);
            }
        }
        if !self.pending.is_empty() {
            self.end(see);
        }
    }

    /// Tells the encoding by the first bytes and drops its mark.
    fn settle(&mut self) {
        let (encoding, mark) = match self.pending.as_slice() {
            [0xff, 0xfe, ..] => (Encoding::Utf16Le, 2),
            [0xfe, 0xff, ..] => (Encoding::Utf16Be, 2),
            [0xef, 0xbb, 0xbf] => (Encoding::Utf8, 3),
            _ => (Encoding::Utf8, 0),
        };
        self.encoding = encoding;
        self.pending.drain(..mark);
    }

    fn byte(&mut self, b: u8, see: &mut dyn FnMut(&str)) {
        if self.pending.len() < LONGEST {
            self.pending.push(b);
        } else {
            self.is_cut = true;
            // Both bytes of a character stay together.
            let keeps = self.encoding != Encoding::Utf8;
            self.pending
                .truncate(if keeps { LONGEST - 2 } else { LONGEST - 1 });
            self.pending.push(b);
        }
        let ended = match self.encoding {
            Encoding::Utf16Le => {
                self.pending.len().is_multiple_of(2) && self.pending.ends_with(&[b'\n', 0])
            }
            Encoding::Utf16Be => {
                self.pending.len().is_multiple_of(2) && self.pending.ends_with(&[0, b'\n'])
            }
            _ => b == b'\n',
        };
        if ended {
            self.end(see);
        }
    }

    fn end(&mut self, see: &mut dyn FnMut(&str)) {
        let text = match self.encoding {
            Encoding::Utf16Le | Encoding::Utf16Be => {
                let (pairs, _) = self.pending.as_chunks::<2>();
                let unit = match self.encoding {
                    Encoding::Utf16Be => u16::from_be_bytes,
                    _ => u16::from_le_bytes,
                };
                let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
                String::from_utf16_lossy(&units)
            }
            _ => String::from_utf8_lossy(&self.pending).into_owned(),
        };
        self.pending.clear();
        self.cut_lines += u64::from(std::mem::take(&mut self.is_cut));
        see(text.trim_end_matches(['\n', '\r']));
    }
}
