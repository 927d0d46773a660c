//! Reading numbers and strings from a slice without ever leaving it.

use crate::error::Broken;

/// A place in a file in memory.
pub(crate) struct Bytes<'a> {
    data: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    pub fn new(data: &'a [u8]) -> Bytes<'a> {
        Bytes { data, at: 0 }
    }

    pub fn at(data: &'a [u8], at: usize) -> Bytes<'a> {
        Bytes { data, at }
    }

    pub fn position(&self) -> usize {
        self.at
    }

    pub fn is_at_end(&self) -> bool {
        self.at >= self.data.len()
    }

    /// The next `len` bytes; an error when the file does not have them, whatever a length field says.
    pub fn take(&mut self, len: usize) -> Result<&'a [u8], Broken> {
        let bytes = self.at.checked_add(len).and_then(|end| self.data.get(self.at..end));
        let bytes = bytes.ok_or(Broken::Truncated { offset: self.at, wanted: len })?;
        self.at += len;
        Ok(bytes)
    }

    pub fn u8(&mut self) -> Result<u8, Broken> {
        Ok(self.take(1)?[0])
    }

    pub fn u32(&mut self) -> Result<u32, Broken> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// Bytes with their number before them, as one byte.
    pub fn pascal(&mut self) -> Result<&'a [u8], Broken> {
        let len = self.u8()?;
        self.take(usize::from(len))
    }

    /// Bytes with their number before them, as four bytes.
    pub fn counted(&mut self) -> Result<&'a [u8], Broken> {
        let len = self.u32()?;
        self.take(len as usize)
    }
}
