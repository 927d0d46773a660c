//! The network file: header, weights, checksum; everything little-endian.
//!
//! | bytes | content |
//! | --- | --- |
//! | 8 | `CHUHENET` |
//! | 4 | version (1) |
//! | 8 | hash of the architecture, [`Arch::hash`](super::Arch::hash) |
//! | 2, 1, 1 | hidden width, king buckets, output buckets |
//! | 2, 2, 2 | `qa`, `qb`, score scale |
//! | 2, n | length of the description, the description in UTF-8 |
//! | | hidden biases, first-layer rows, output weights (bucket, own then other view) as i16; output biases as i32 |
//! | 8 | FNV-1a of all bytes before |

use std::path::PathBuf;

use super::arch::{Arch, KingBuckets, MAX_HIDDEN, OUTPUT_BUCKETS};

pub(super) const MAGIC: [u8; 8] = *b"CHUHENET";
pub(super) const VERSION: u32 = 1;
pub(super) const CHECKSUM_BYTES: usize = 8;

/// Why a network file was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// There is no such file, or it cannot be read.
    #[error("network file '{}' is missing or unreadable: {reason}", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
        /// The system's words.
        reason: String,
    },
    /// It is a folder or a device, which may have no end.
    #[error("'{}' is not a regular file", .0.display())]
    NotAFile(PathBuf),
    /// It is larger than any network.
    #[error("'{}' is no network: {bytes} bytes, where the largest network has less than {MAX_FILE}", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size.
        bytes: u64,
    },
    /// It does not begin like a network.
    #[error("this is no Chuhe network (it does not begin with CHUHENET)")]
    NotANetwork,
    /// It is of a format that this program does not read.
    #[error("network format version {found}, but this program reads version {VERSION}")]
    Version {
        /// The file's version.
        found: u32,
    },
    /// It ends too early.
    #[error("network file is truncated: {found} bytes of {expected}")]
    Truncated {
        /// Length of a whole file, as far as the header told.
        expected: usize,
        /// Length of this one.
        found: usize,
    },
    /// Its shape is not one that this program computes.
    #[error("network is of another architecture: {found}")]
    Architecture {
        /// What the header says.
        found: String,
    },
    /// Its content contradicts itself.
    #[error("network file is corrupt: {0}")]
    Corrupt(&'static str),
}

/// No network file is as large, in bytes: the widest one has 17 million.
pub(super) const MAX_FILE: u64 = 64 << 20;

/// FNV-1a, 64 bits: guards against accidents, not against malice.
pub(super) fn fnv1a(bytes: &[u8]) -> u64 {
    const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    bytes.iter().fold(OFFSET_BASIS, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// What the header says.
pub(super) struct Header {
    pub arch: Arch,
    pub qa: u16,
    pub qb: u16,
    pub score: u16,
    pub description: String,
}

/// Takes values off the front of a byte slice.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, at: 0 }
    }

    pub fn position(&self) -> usize {
        self.at
    }

    pub fn take(&mut self, count: usize) -> Result<&'a [u8], NetError> {
        let end = self.at + count;
        let part = self.bytes.get(self.at..end);
        let part = part.ok_or(NetError::Truncated { expected: end, found: self.bytes.len() })?;
        self.at = end;
        Ok(part)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], NetError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub fn u16(&mut self) -> Result<u16, NetError> {
        self.array().map(u16::from_le_bytes)
    }

    pub fn header(&mut self) -> Result<Header, NetError> {
        if self.take(MAGIC.len()).map_err(|_| NetError::NotANetwork)? != MAGIC {
            return Err(NetError::NotANetwork);
        }
        let version = u32::from_le_bytes(self.array()?);
        if version != VERSION {
            return Err(NetError::Version { found: version });
        }
        let hash = u64::from_le_bytes(self.array()?);
        let hidden = usize::from(self.u16()?);
        let [kings, outputs] = self.array()?;
        let king_buckets = KingBuckets::from_count(usize::from(kings));
        let arch = king_buckets.map(|king_buckets| Arch { hidden, king_buckets });
        let sound = hidden > 0 && hidden <= MAX_HIDDEN && hidden.is_multiple_of(super::arch::BLOCK);
        let arch = arch.filter(|arch| sound && usize::from(outputs) == OUTPUT_BUCKETS && arch.hash() == hash);
        let found =
            || format!("hidden {hidden}, {kings} king buckets, {outputs} output buckets, hash {hash:016x}");
        let arch = arch.ok_or_else(|| NetError::Architecture { found: found() })?;
        let (qa, qb, score) = (self.u16()?, self.u16()?, self.u16()?);
        let length = usize::from(self.u16()?);
        let description = String::from_utf8_lossy(self.take(length)?).into_owned();
        Ok(Header { arch, qa, qb, score, description })
    }
}
