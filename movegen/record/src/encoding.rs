//! Chinese text in files: UTF-8, UTF-16 with a mark, GB18030 (GBK, GB2312) or Big5.

use encoding_rs::{BIG5, Encoding, GB18030, UTF_8};

/// Characters that nearly every Xiangqi file holds, simplified and traditional. Text decoded in the
/// wrong one of two encodings practically never contains them.
const COMMON: &str = "红紅黑车車马馬炮砲兵卒士仕象相将將帅帥进進退平一二三四五六七八九前后後中的局胜勝负負和";

/// How much a character that the encoding cannot read weighs against a common one.
const BROKEN_WEIGHT: i64 = 4;

/// Decodes the text of a whole file.
pub(crate) fn decode(bytes: &[u8]) -> String {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned();
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_string();
    }
    let candidates = [GB18030, BIG5, UTF_8].map(|encoding| encoding.decode_without_bom_handling(bytes).0);
    let best = candidates.into_iter().rev().max_by_key(|text| plausibility(text));
    best.unwrap_or_default().into_owned()
}

fn plausibility(text: &str) -> i64 {
    let weight = |c: char| match c {
        char::REPLACEMENT_CHARACTER => -BROKEN_WEIGHT,
        c if !c.is_ascii() && COMMON.contains(c) => 1,
        _ => 0,
    };
    text.chars().map(weight).sum()
}

/// Decodes a string of a binary format that is always GBK.
pub(crate) fn gbk(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
    GB18030.decode_without_bom_handling(&bytes[..end]).0.into_owned()
}

/// Encodes a string for a binary format that is always GBK; GB18030 has every character.
pub(crate) fn to_gbk(text: &str) -> Vec<u8> {
    GB18030.encode(text).0.into_owned()
}

/// Decodes little-endian UTF-16 up to the first zero.
pub(crate) fn utf16(bytes: &[u8]) -> String {
    let units = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    char::decode_utf16(units.take_while(|&unit| unit != 0))
        .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_encoding_is_recognised() {
        let simplified = "1. 炮二平五 马８进７ {红方先手}";
        let traditional = "1. 炮二平五 馬８進７ {紅方先手}";
        assert_eq!(decode(&GB18030.encode(simplified).0), simplified);
        assert_eq!(decode(&BIG5.encode(traditional).0), traditional);
        assert_eq!(decode(simplified.as_bytes()), simplified);
        assert_eq!(decode(format!("\u{feff}{simplified}").as_bytes()), simplified);
        let utf16: Vec<u8> =
            [0xff, 0xfe].into_iter().chain(simplified.encode_utf16().flat_map(u16::to_le_bytes)).collect();
        assert_eq!(decode(&utf16), simplified);
    }
}
