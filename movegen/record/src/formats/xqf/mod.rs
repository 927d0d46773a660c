//! XQStudio's games: a heading of 1024 bytes, then the moves as a tree. Files of version 1.1 and
//! later are obfuscated; see [`keys`].

mod header;
mod keys;
mod write;

use chuhe_movegen::Square;

use super::Games;
use crate::builder::{Builder, Fault, Session};
use crate::bytes::Bytes;
use crate::{Broken, encoding};

use header::{HEADER_LEN, Header};
use keys::Keys;

pub(super) use write::write;

const MAGIC: &[u8] = b"XQ";
/// Version 1.0, not obfuscated.
const VERSION_1_0: u8 = 10;

/// What is added to the squares of a move.
const FROM_OFFSET: u8 = 24;
const TO_OFFSET: u8 = 32;

/// Flags of a move in version 1.0: whether the line goes on, whether there is an alternative.
const PLAIN_NEXT: u8 = 0xf0;
const PLAIN_VARIATION: u8 = 0x0f;
/// The same from version 1.1 on, and whether there is a comment.
const NEXT: u8 = 0x80;
const VARIATION: u8 = 0x40;
const COMMENT: u8 = 0x20;

pub(super) fn read(bytes: &[u8], session: &mut Session) -> Games {
    if !bytes.starts_with(MAGIC) {
        return Err(Broken::new("it does not start with 'XQ'").into());
    }
    let heading = Bytes::new(bytes).take(HEADER_LEN)?;
    let header = Header::read(heading);
    let keys = Keys::of(heading);
    let body = keys.decode(&bytes[HEADER_LEN..]);
    let mut records =
        Records { bytes: Bytes::new(&body), keys: &keys, is_plain: header.version <= VERSION_1_0 };
    let first = first_mover(&body, &keys, records.is_plain);
    let mut builder = session.begin_setup(header.setup(&keys), first)?;
    builder.record.tags = header.tags;
    builder.record.result = header.result;
    play(&mut builder, &mut records)?;
    Ok(vec![builder.finish()])
}

/// The moves as they follow one another in the file.
struct Records<'a> {
    bytes: Bytes<'a>,
    keys: &'a Keys,
    is_plain: bool,
}

struct Record {
    from: Option<Square>,
    to: Option<Square>,
    goes_on: bool,
    has_variation: bool,
    comment: String,
}

impl Records<'_> {
    fn next(&mut self) -> Result<Record, Broken> {
        let fields = self.bytes.take(4)?;
        let flags = fields[2];
        let (goes_on, has_variation, has_comment) = if self.is_plain {
            (flags & PLAIN_NEXT != 0, flags & PLAIN_VARIATION != 0, true)
        } else {
            (flags & NEXT != 0, flags & VARIATION != 0, flags & COMMENT != 0)
        };
        let comment = if has_comment {
            let len = self.bytes.u32()?.wrapping_sub(self.keys.comment);
            encoding::gbk(self.bytes.take(len as usize)?)
        } else {
            String::new()
        };
        let from = square(fields[0].wrapping_sub(FROM_OFFSET).wrapping_sub(self.keys.from));
        let to = square(fields[1].wrapping_sub(TO_OFFSET).wrapping_sub(self.keys.to));
        Ok(Record { from, to, goes_on, has_variation, comment })
    }
}

/// Squares are file times ten plus rank, from Red's left corner.
fn square(code: u8) -> Option<Square> {
    (code < 90).then(|| Square::new(code / 10, code % 10))
}

/// The square that the first move leaves: the heading does not reliably say whose turn it is.
fn first_mover(body: &[u8], keys: &Keys, is_plain: bool) -> Option<Square> {
    let mut records = Records { bytes: Bytes::new(body), keys, is_plain };
    let root = records.next().ok().filter(|root| root.goes_on)?;
    records.next().ok().filter(|_| root.goes_on)?.from
}

/// Plays the tree: after a move come its continuation, then the alternative to it.
fn play(builder: &mut Builder, records: &mut Records) -> Result<(), Fault> {
    let root = records.next()?;
    builder.comment(&root.comment);
    let mut goes_on = root.goes_on;
    let mut alternatives = Vec::new();
    loop {
        if !goes_on {
            match alternatives.pop() {
                Some(depth) => builder.back_to(depth),
                None => return Ok(()),
            }
        }
        let at = records.bytes.position();
        let record = records.next()?;
        if record.has_variation {
            alternatives.push(builder.depth());
        }
        let (from, to) = record
            .from
            .zip(record.to)
            .ok_or_else(|| Broken::new(format!("the move at byte {} is off the board", HEADER_LEN + at)))?;
        builder.play_squares(from, to)?;
        builder.comment(&record.comment);
        goes_on = record.goes_on;
    }
}
