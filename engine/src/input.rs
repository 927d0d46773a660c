//! Lines of text from a stream that may hold anything.

use std::io::BufRead;

use crossbeam_channel::{Receiver, bounded};
use encoding_rs::GB18030;

/// The longest line kept, in bytes: far beyond any real game, small enough to be harmless.
pub const MAX_LINE: usize = 1 << 20;
/// Lines read ahead of the session.
const READ_AHEAD: usize = 64;

/// Reads lines on a thread of its own. The channel closes at the end of the input.
///
/// The thread is not joined: it may be waiting for input when the process ends.
pub fn spawn(input: impl BufRead + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = bounded(READ_AHEAD);
    std::thread::spawn(move || {
        let mut lines = Lines { input, first: true };
        while let Some(line) = lines.next_line() {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Splits a byte stream into lines without trusting it: a line is cut at [`MAX_LINE`], and what is not UTF-8 is
/// read as GB18030, in which Chinese Windows GUIs write file names.
struct Lines<R> {
    input: R,
    first: bool,
}

impl<R: BufRead> Lines<R> {
    /// The next line without its ending; `None` at the end of the input, or when it fails.
    fn next_line(&mut self) -> Option<String> {
        let bytes = self.next_bytes()?;
        let line = match String::from_utf8(bytes) {
            Ok(line) => line,
            Err(error) => GB18030.decode_without_bom_handling(error.as_bytes()).0.into_owned(),
        };
        let first = std::mem::take(&mut self.first);
        Some(if first { line.trim_start_matches('\u{feff}').to_owned() } else { line })
    }

    fn next_bytes(&mut self) -> Option<Vec<u8>> {
        let mut line = Vec::new();
        let mut started = false;
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(_) => return started.then_some(line),
            };
            if chunk.is_empty() {
                return started.then_some(line);
            }
            started = true;
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let text = &chunk[..end.unwrap_or(chunk.len())];
            let room = MAX_LINE - line.len();
            line.extend_from_slice(&text[..text.len().min(room)]);
            let used = text.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                return Some(line);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Cursor};

    fn lines(bytes: &[u8]) -> Vec<String> {
        // A tiny buffer, so that lines span several chunks.
        let input = BufReader::with_capacity(3, Cursor::new(bytes.to_vec()));
        spawn(input).iter().collect()
    }

    #[test]
    fn any_line_ending_and_a_last_line_without_one() {
        assert_eq!(lines(b"uci\r\nisready\n\nquit"), ["uci\r", "isready", "", "quit"]);
        assert_eq!(lines(b""), [""; 0]);
    }

    #[test]
    fn a_byte_order_mark_is_dropped() {
        assert_eq!(lines("\u{feff}uci\n".as_bytes()), ["uci"]);
    }

    #[test]
    fn what_is_not_utf8_is_read_as_gb18030() {
        let (bytes, _, _) = GB18030.encode("setoption bookfiles 象棋.dat");
        assert_eq!(lines(&bytes), ["setoption bookfiles 象棋.dat"]);
        assert_eq!(lines(&[0xff, 0xfe, b'\n', b'x']).len(), 2);
    }

    #[test]
    fn an_endless_line_is_cut() {
        let mut bytes = vec![b'x'; 3 * MAX_LINE];
        bytes.extend_from_slice(b"\nisready\n");
        let lines = lines(&bytes);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].len(), MAX_LINE);
        assert_eq!(lines[1], "isready");
    }
}
