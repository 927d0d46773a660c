//! CCBridge's libraries, in both layouts: the present one, a list of CBR games behind an index, and
//! the older one, a zlib stream with GBK texts.

use std::io::Read;

use super::{Games, cbr, old_cbl};
use crate::builder::Session;
use crate::bytes::Bytes;
use crate::{Broken, Fault};

const MAGIC: &[u8] = b"CCBridgeLibrary";
const OLD_MAGIC: &[u8] = b"CCBridge\x15";

/// How many games the index has room for.
const CAPACITY: usize = 60;
const INDEX: usize = 66_624;
const INDEX_ENTRY: usize = 276;
/// Within an entry of the index: which block the game starts at, and whether there is a game at all.
const ENTRY_BLOCK: usize = 4;
const ENTRY_IN_USE: usize = 8;
/// Games start at multiples of this, counted from the end of the index.
const BLOCK: usize = 4096;

/// Where the zlib stream of the older layout starts.
const OLD_STREAM: usize = 20;
/// The most that it may unpack to. Real libraries have some hundred kilobytes.
const MAX_UNPACKED: u64 = 64 << 20;

pub(super) fn read(bytes: &[u8], session: &mut Session) -> Games {
    if bytes.starts_with(OLD_MAGIC) {
        return old_cbl::read(&unpack(bytes)?, session);
    }
    if !bytes.starts_with(MAGIC) {
        return Err(Broken::new("it starts with neither 'CCBridgeLibrary' nor 'CCBridge'").into());
    }
    games(bytes)?.into_iter().map(|game| cbr::read_game(game, session)).collect()
}

fn unpack(bytes: &[u8]) -> Result<Vec<u8>, Fault> {
    let stream = bytes.get(OLD_STREAM..).unwrap_or(&[]);
    let mut out = Vec::new();
    flate2::read::ZlibDecoder::new(stream)
        .take(MAX_UNPACKED + 1)
        .read_to_end(&mut out)
        .map_err(|error| Broken::new(format!("the packed part is damaged: {error}")))?;
    if out.len() as u64 > MAX_UNPACKED {
        return Err(Broken::new(format!("the packed part is larger than {MAX_UNPACKED} bytes")).into());
    }
    Ok(out)
}

/// The games that the index lists, in its order; games that were deleted lie on in the file.
fn games(bytes: &[u8]) -> Result<Vec<&[u8]>, Broken> {
    let capacity = Bytes::at(bytes, CAPACITY).u32()? as usize;
    let start = capacity.checked_mul(INDEX_ENTRY).and_then(|len| len.checked_add(INDEX));
    let start =
        start.filter(|&start| start <= bytes.len()).ok_or_else(|| Broken::new("the index is cut short"))?;
    let mut blocks = Vec::new();
    for entry in bytes[INDEX..start].chunks_exact(INDEX_ENTRY) {
        let in_use = Bytes::at(entry, ENTRY_IN_USE).u32()? != 0;
        let block = Bytes::at(entry, ENTRY_BLOCK).u32()? as usize;
        if in_use && blocks.last() != Some(&block) {
            blocks.push(block);
        }
    }
    let game = |&block: &usize| {
        let at = block.checked_mul(BLOCK).and_then(|offset| offset.checked_add(start))?;
        bytes.get(at..).filter(|game| game.starts_with(cbr::MAGIC))
    };
    blocks
        .iter()
        .map(|block| game(block).ok_or_else(|| Broken::new(format!("there is no game at block {block}"))))
        .collect()
}
