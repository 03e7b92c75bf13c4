//! Pictures as a moving GIF, and the names of picture files in a row.

use std::io::Write;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

/// How hard the palette of a picture with more than 256 colours is sought: 1 best, 30 fastest.
const SPEED: i32 = 10;

/// Shortest time that a picture is shown, hundredths of a second: what is shorter most programs show for ten.
const SHORTEST: u16 = 2;

/// Why a GIF could not be written.
#[derive(Debug, thiserror::Error)]
pub enum GifError {
    /// No picture has this size, or not in this format.
    #[error("{width} x {height} pixels; 1 to 65535 each were expected")]
    Size {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// A picture has another size than the first.
    #[error("{bytes} bytes of a picture; {wanted} were expected: all have one size")]
    Frame {
        /// Bytes that were given.
        bytes: usize,
        /// Four for each pixel.
        wanted: usize,
    },
    /// It could not be written.
    #[error("cannot be written: {0}")]
    Write(#[from] EncodingError),
}

/// Writes a GIF that repeats for ever, picture by picture. Of each only the rectangle that changed is written.
pub struct GifWriter<W: Write> {
    encoder: Encoder<W>,
    size: [u16; 2],
    delay: u16,
    before: Option<Vec<u8>>,
}

impl<W: Write> GifWriter<W> {
    /// Begins a GIF of this size, each picture of which is shown for `seconds`, rounded to hundredths and at least 0.02.
    ///
    /// # Errors
    /// [`GifError`]: a size that it cannot have, or what `out` says.
    pub fn new(out: W, width: u32, height: u32, seconds: f64) -> Result<Self, GifError> {
        let wrong = GifError::Size { width, height };
        let (Ok(across), Ok(down)) = (u16::try_from(width), u16::try_from(height)) else {
            return Err(wrong);
        };
        if across == 0 || down == 0 {
            return Err(wrong);
        }
        let mut encoder = Encoder::new(out, across, down, &[])?;
        encoder.set_repeat(Repeat::Infinite)?;
        let hundredths = (seconds * 100.0).round();
        Ok(Self {
            encoder,
            size: [across, down],
            // What is no number is the shortest time.
            delay: (hundredths as u16).max(SHORTEST),
            before: None,
        })
    }

    /// Adds a picture: red, green, blue and opacity of each pixel, row by row from the top. It is taken for opaque.
    ///
    /// # Errors
    /// [`GifError`]: not as many bytes as the size asks for, or what the writer says.
    pub fn frame(&mut self, rgba: &[u8]) -> Result<(), GifError> {
        let [width, height] = self.size.map(usize::from);
        let wanted = width * height * 4;
        if rgba.len() != wanted {
            let bytes = rgba.len();
            return Err(GifError::Frame { bytes, wanted });
        }
        let changed = match &self.before {
            Some(before) => changed(before, rgba, width),
            None => [0, 0, width, height],
        };
        let [left, top, right, bottom] = changed;
        let mut pixels = Vec::with_capacity((right - left) * (bottom - top) * 4);
        for row in top..bottom {
            let start = row * width;
            for pixel in rgba[(start + left) * 4..(start + right) * 4].chunks_exact(4) {
                pixels.extend([pixel[0], pixel[1], pixel[2], 255]);
            }
        }
        let size = [right - left, bottom - top].map(|n| n as u16);
        let mut frame = Frame::from_rgba_speed(size[0], size[1], &mut pixels, SPEED);
        [frame.left, frame.top] = [left as u16, top as u16];
        frame.delay = self.delay;
        frame.dispose = DisposalMethod::Keep;
        self.encoder.write_frame(&frame)?;
        match &mut self.before {
            Some(before) => before.copy_from_slice(rgba),
            None => self.before = Some(rgba.to_vec()),
        }
        Ok(())
    }

    /// Ends the GIF and gives the writer back.
    ///
    /// # Errors
    /// What the writer says.
    pub fn finish(self) -> Result<W, GifError> {
        Ok(self.encoder.into_inner()?)
    }
}

/// The smallest rectangle outside of which nothing changed: left, top, and what is just beyond right and bottom. Of equal pictures one
/// pixel: a picture is never empty.
fn changed(before: &[u8], now: &[u8], width: usize) -> [usize; 4] {
    let mut found: Option<[usize; 4]> = None;
    let rows = before
        .chunks_exact(width * 4)
        .zip(now.chunks_exact(width * 4));
    for (row, (before, now)) in rows.enumerate() {
        if before == now {
            continue;
        }
        let pixels = before.chunks_exact(4).zip(now.chunks_exact(4));
        let differs = |two: &(&[u8], &[u8])| two.0[..3] != two.1[..3];
        let mut columns = pixels.enumerate().filter(|(_, two)| differs(two));
        let Some((first, _)) = columns.next() else {
            continue;
        };
        let last = columns.next_back().map_or(first, |(column, _)| column);
        let [left, top, right, _] = found.unwrap_or([first, row, last + 1, row + 1]);
        found = Some([left.min(first), top, right.max(last + 1), row + 1]);
    }
    found.unwrap_or([0, 0, 1, 1])
}

/// The name of picture `number` of a row, as `sawtooth-000123.png`: names sort as the pictures come.
///
/// What a file's name may not have on some system becomes `-`.
#[must_use]
pub fn sequence_name(stem: &str, number: u32) -> String {
    let odd = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    let stem = stem.replace(odd, "-");
    let stem = stem.trim_matches(['.', ' ', '-']);
    let stem = if stem.is_empty() { "picture" } else { stem };
    format!("{stem}-{number:06}.png")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: usize = 16;

    /// A square of 3 x 3 pixels at `at` on a chequered ground of some colours.
    fn picture(at: usize) -> Vec<u8> {
        let pixel = |k: usize| {
            let (x, y) = (k % SIZE, k / SIZE);
            match (at..at + 3).contains(&x) && (at..at + 3).contains(&y) {
                true => [250, 20, 20, 255],
                false => [x as u8 * 8, y as u8 * 8, 40, 0],
            }
        };
        (0..SIZE * SIZE).flat_map(pixel).collect()
    }

    fn opaque(rgba: &[u8]) -> Vec<u8> {
        let pixels = rgba.chunks_exact(4);
        pixels.flat_map(|p| [p[0], p[1], p[2], 255]).collect()
    }

    /// What a program would show, and the rectangles that were written.
    fn shown(bytes: &[u8]) -> (Vec<Vec<u8>>, Vec<[u16; 4]>) {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes).unwrap();
        let (mut canvas, mut canvases, mut rectangles) =
            (vec![0; SIZE * SIZE * 4], Vec::new(), Vec::new());
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for row in 0..usize::from(frame.height) {
                let width = usize::from(frame.width) * 4;
                let to = ((usize::from(frame.top) + row) * SIZE + usize::from(frame.left)) * 4;
                canvas[to..to + width]
                    .copy_from_slice(&frame.buffer[row * width..(row + 1) * width]);
            }
            assert_eq!(frame.delay, 3);
            canvases.push(canvas.clone());
            rectangles.push([frame.left, frame.top, frame.width, frame.height]);
        }
        (canvases, rectangles)
    }

    #[test]
    fn pictures_come_back_and_only_what_changed_was_written() {
        let pictures = [picture(2), picture(3), picture(3), picture(10)];
        let mut writer = GifWriter::new(Vec::new(), 16, 16, 1.0 / 30.0).unwrap();
        for picture in &pictures {
            writer.frame(picture).unwrap();
        }
        let bytes = writer.finish().unwrap();
        let (canvases, rectangles) = shown(&bytes);
        assert_eq!(canvases.len(), 4);
        for (canvas, picture) in canvases.iter().zip(&pictures) {
            // Less than 257 colours: none is changed.
            assert!(*canvas == opaque(picture));
        }
        assert_eq!(
            rectangles,
            [[0, 0, 16, 16], [2, 2, 4, 4], [0, 0, 1, 1], [3, 3, 10, 10]]
        );
    }

    #[test]
    fn many_colours_stay_near() {
        let side = 64_usize;
        let many: Vec<u8> = (0..side * side)
            .flat_map(|k| [(k % side * 4) as u8, (k / side * 4) as u8, 128, 255])
            .collect();
        let mut writer = GifWriter::new(Vec::new(), 64, 64, 0.5).unwrap();
        writer.frame(&many).unwrap();
        let bytes = writer.finish().unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&*bytes).unwrap();
        let frame = decoder.read_next_frame().unwrap().unwrap();
        let off: u64 = frame
            .buffer
            .iter()
            .zip(&many)
            .map(|(a, b)| u64::from(a.abs_diff(*b)))
            .sum();
        let mean = off as f64 / many.len() as f64;
        assert!(mean > 0.0 && mean < 8.0, "{mean}");
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        for (width, height) in [(0, 5), (5, 0), (70_000, 5)] {
            let error = GifWriter::new(Vec::new(), width, height, 0.1)
                .err()
                .unwrap();
            assert!(matches!(error, GifError::Size { .. }), "{error}");
        }
        let mut writer = GifWriter::new(Vec::new(), 4, 4, f64::NAN).unwrap();
        let error = writer.frame(&[0; 63]).unwrap_err().to_string();
        assert_eq!(
            error,
            "63 bytes of a picture; 64 were expected: all have one size"
        );
        writer.frame(&[7; 64]).unwrap();
        assert!(writer.finish().unwrap().starts_with(b"GIF89a"));
    }

    #[test]
    fn names_sort_as_the_pictures_come() {
        assert_eq!(sequence_name("sawtooth", 123), "sawtooth-000123.png");
        assert_eq!(sequence_name("corpus/a4", 0), "corpus-a4-000000.png");
        assert_eq!(sequence_name("../..", 7), "picture-000007.png");
        assert_eq!(sequence_name("a: \"b\"", 1_234_567), "a- -b-1234567.png");
        let names: Vec<String> = (0..2000).map(|k| sequence_name("x", k * 7)).collect();
        assert!(names.is_sorted());
    }
}
