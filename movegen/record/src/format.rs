//! The formats, and how to tell them apart.

use std::fmt;
use std::path::Path;

/// A kind of game file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Portable Game Notation as Xiangqi programs write it.
    Pgn,
    /// One JSON object a line.
    Jsonl,
    /// XQStudio (象棋演播室).
    Xqf,
    /// A CCBridge (象棋桥) game.
    Cbr,
    /// A CCBridge library.
    Cbl,
    /// CCBridge XML.
    Cbf,
    /// DhtmlXQ (动态棋盘), alone or in a web page.
    Dhtmlxq,
    /// Text with headings in Chinese, or any of the other text formats by content.
    Text,
    /// WXF text.
    Wxf,
    /// PengFei (鹏飞) XML.
    Pfc,
    /// A list of positions.
    Fen,
    /// QQ Xiangqi.
    Che,
    /// MoveSky.
    Mxq,
    /// XieXie.
    Xgf,
    /// OurGame (联众), not read.
    Chn,
    /// 17pk, not read.
    Ccm,
    /// OurGame, the newer kind, not read.
    Xqi,
}

/// Each format with its name for people and the endings of its files; the first is the usual one.
const TABLE: [(Format, &str, &[&str]); 17] = [
    (Format::Pgn, "PGN", &["pgn"]),
    (Format::Jsonl, "JSON Lines", &["jsonl", "ndjson", "json"]),
    (Format::Xqf, "XQStudio XQF", &["xqf"]),
    (Format::Cbr, "CCBridge CBR", &["cbr"]),
    (Format::Cbl, "CCBridge CBL", &["cbl"]),
    (Format::Cbf, "CCBridge CBF", &["cbf"]),
    (Format::Dhtmlxq, "DhtmlXQ", &["ubb", "html", "htm"]),
    (Format::Text, "text", &["txt"]),
    (Format::Wxf, "WXF", &["wxf"]),
    (Format::Pfc, "PengFei PFC", &["pfc"]),
    (Format::Fen, "FEN list", &["fen", "xfen", "epd"]),
    (Format::Che, "QQ CHE", &["che"]),
    (Format::Mxq, "MoveSky MXQ", &["mxq"]),
    (Format::Xgf, "XieXie XGF", &["xgf"]),
    (Format::Chn, "OurGame CHN", &["chn"]),
    (Format::Ccm, "17pk CCM", &["ccm"]),
    (Format::Xqi, "OurGame XQI", &["xqi"]),
];

impl Format {
    /// The format that the ending of a file name stands for, in either case of letters.
    pub fn from_path(path: &Path) -> Option<Format> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        TABLE.iter().find(|(_, _, endings)| endings.contains(&ending.as_str())).map(|&(format, _, _)| format)
    }

    /// The format that the content of a file shows, for names that say nothing.
    pub fn from_content(bytes: &[u8]) -> Option<Format> {
        let binary: [(&[u8], Format); 6] = [
            (b"XQ", Format::Xqf),
            (b"CCBridge Record", Format::Cbr),
            (b"CCBridgeLibrary", Format::Cbl),
            (b"CCBridge\x15", Format::Cbl),
            (b"\x06\xbe\xd2\xd2\xe5", Format::Mxq),
            (b"\x06\x0b\x01", Format::Xgf),
        ];
        if let Some((_, format)) = binary.iter().find(|(magic, _)| bytes.starts_with(magic)) {
            return Some(*format);
        }
        let text = crate::encoding::decode(bytes);
        let start = text.trim_start();
        let texts: [(&str, Format); 4] = [
            ("[DhtmlXQ", Format::Dhtmlxq),
            ("<ChineseChessRecord", Format::Cbf),
            ("<n ", Format::Pfc),
            ("START{", Format::Wxf),
        ];
        match texts.iter().find(|(mark, _)| text.contains(mark)) {
            Some((_, format)) => Some(*format),
            None if start.starts_with("{\"") => Some(Format::Jsonl),
            None if start.starts_with('[') || start.starts_with("1.") => Some(Format::Pgn),
            None => None,
        }
    }

    /// The format of a file by its name, else by its content.
    pub fn detect(path: &Path, bytes: &[u8]) -> Option<Format> {
        Format::from_path(path).or_else(|| Format::from_content(bytes))
    }

    /// Whether a file of this format can hold more than one game.
    pub fn holds_several(self) -> bool {
        matches!(
            self,
            Format::Pgn
                | Format::Jsonl
                | Format::Cbl
                | Format::Dhtmlxq
                | Format::Text
                | Format::Wxf
                | Format::Fen
        )
    }

    /// The known endings, for messages.
    pub fn endings() -> String {
        TABLE
            .iter()
            .flat_map(|(_, _, endings)| *endings)
            .map(|ending| format!(".{ending}"))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entry = TABLE.iter().find(|(format, _, _)| format == self);
        f.write_str(entry.map_or("unknown", |(_, name, _)| name))
    }
}
