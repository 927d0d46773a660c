//! Files of the formats that Chuhe reads but does not write, made from games of our own.

#![allow(dead_code)] // each test file uses its part

use std::fmt::Write as _;
use std::io::Write as _;

use chuhe_movegen::{Color, Move, PieceKind, Square};
use chuhe_record::{Format, GameRecord, NodeId, Outcome, Tree};
use encoding_rs::GB18030;

/// The order of pieces that several formats use.
const SET: [PieceKind; 16] = {
    use PieceKind::*;
    [
        Rook, Knight, Bishop, Advisor, King, Advisor, Bishop, Knight, Rook, Cannon, Cannon, Pawn, Pawn, Pawn,
        Pawn, Pawn,
    ]
};

/// The game as a file. Formats of main lines alone leave the rest out, formats without a start position
/// take the usual one for granted.
pub fn encode(game: &GameRecord, format: Format) -> Vec<u8> {
    match format {
        Format::Cbr => cbr(game),
        Format::Cbl => cbl(&[game]),
        Format::Cbf => cbf(game).into_bytes(),
        Format::Pfc => pfc(game).into_bytes(),
        Format::Che => che(game).into_bytes(),
        Format::Mxq => mxq(game),
        Format::Xgf => xgf(game),
        Format::Text => text(game).into_bytes(),
        Format::Fen => game.start.fen().into_bytes(),
        other => panic!("{other} is written by the crate"),
    }
}

/// Nodes in the order of binary formats: a move, its continuation, the alternative to it; with each,
/// whether the line goes on and whether an alternative follows.
fn preorder(tree: &Tree) -> Vec<(NodeId, bool, bool)> {
    let mut out = Vec::new();
    let mut pending: Vec<(NodeId, usize)> =
        tree.children(Tree::ROOT).first().map(|&node| (node, 0)).into_iter().collect();
    while let Some((node, place)) = pending.pop() {
        let siblings = tree.children(tree.parent(node).unwrap());
        let sibling = siblings.get(place + 1).map(|&sibling| (sibling, place + 1));
        let child = tree.children(node).first().map(|&child| (child, 0));
        out.push((node, child.is_some(), sibling.is_some()));
        pending.extend(sibling);
        pending.extend(child);
    }
    out
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn gbk(text: &str) -> Vec<u8> {
    GB18030.encode(text).0.into_owned()
}

fn result_code(game: &GameRecord) -> u8 {
    match game.result {
        Outcome::Unknown => 0,
        Outcome::Red => 1,
        Outcome::Black => 2,
        Outcome::Draw => 3,
    }
}

/// Rank by rank from Black's left corner.
fn from_the_top(square: Square) -> u8 {
    (9 - square.rank()) * 9 + square.file()
}

pub fn cbr(game: &GameRecord) -> Vec<u8> {
    const CODES: [(PieceKind, u8); 7] = {
        use PieceKind::*;
        [(Rook, 1), (Knight, 2), (Bishop, 3), (Advisor, 4), (King, 5), (Cannon, 6), (Pawn, 7)]
    };
    let mut file = b"CCBridge Record\0".to_vec();
    file.resize(2214, 0);
    for (offset, name) in [(180, "Title"), (884, "Date"), (1076, "Red"), (1300, "Black")] {
        let text = utf16(game.tags.get(name).unwrap_or(""));
        file[offset..offset + text.len()].copy_from_slice(&text);
    }
    file[2076] = result_code(game);
    file[2112] = 1 + game.start.side_to_move().index() as u8;
    for square in game.start.occupied() {
        let piece = game.start.piece_at(square).unwrap();
        let code = CODES.iter().find(|(kind, _)| *kind == piece.kind()).unwrap().1;
        let color = if piece.color() == Color::Red { 0x10 } else { 0x20 };
        file[2120 + usize::from(from_the_top(square))] = code + color;
    }
    let mut entry = |flags: u8, mv: Option<Move>, comment: &str| {
        let [from, to] = mv.map_or([0, 0], |mv| [from_the_top(mv.from()), from_the_top(mv.to())]);
        file.extend([flags | if comment.is_empty() { 0 } else { 4 }, 0, from, to]);
        if !comment.is_empty() {
            let text = utf16(comment);
            file.extend((text.len() as u32).to_le_bytes());
            file.extend(text);
        }
    };
    entry(u8::from(game.tree.is_empty()), None, game.tree.comment(Tree::ROOT));
    for (node, goes_on, has_sibling) in preorder(&game.tree) {
        let flags = u8::from(!goes_on) | (2 * u8::from(has_sibling));
        entry(flags, game.tree.mv(node), game.tree.comment(node));
    }
    file
}

/// A library with room for 128 games, and a deleted one at its end.
pub fn cbl(games: &[&GameRecord]) -> Vec<u8> {
    const START: usize = 66_624 + 128 * 276;
    let mut file = b"CCBridgeLibrary\0".to_vec();
    file.resize(START, 0);
    file[60] = 128;
    for (index, game) in games.iter().enumerate() {
        let start = file.len();
        let block = ((start - START) / 4096) as u32;
        let entry = 66_624 + index * 276;
        file[entry] = 7;
        file[entry + 4..entry + 8].copy_from_slice(&block.to_le_bytes());
        file[entry + 8] = 1;
        file.extend(cbr(game));
        file.resize(start + (file.len() - start).next_multiple_of(4096), 0);
    }
    file.extend(&cbr(&GameRecord::default())[..2214]);
    file
}

pub fn pack_old_cbl(content: &[u8]) -> Vec<u8> {
    let mut file = b"CCBridge\x15\0\0\0\x01\0\0\0\0\0\0\0".to_vec();
    let mut packer = flate2::write::ZlibEncoder::new(&mut file, flate2::Compression::best());
    packer.write_all(content).unwrap();
    packer.finish().unwrap();
    file
}

fn counted(out: &mut Vec<u8>, text: &[u8]) {
    out.extend((text.len() as u32).to_le_bytes());
    out.extend(text);
}

/// Main line and its comments, one line each.
pub fn old_cbl(game: &GameRecord) -> Vec<u8> {
    let code = |square: Square| square.file() * 16 + 9 - square.rank();
    let mut record = Vec::new();
    record.extend(places(game, SET).map(|square| square.map_or(0, |square| code(square) + 0x11)));
    record.extend([0; 12]);
    counted(&mut record, &gbk(game.tags.get("Title").unwrap_or("")));
    for _ in 0..6 {
        counted(&mut record, b"");
    }
    record.extend([0; 4]);
    for _ in 0..5 {
        counted(&mut record, b"");
    }
    record.push(1);
    record.extend([b' '; 38]);
    record.extend((game.tree.main_line().count() as u32).to_le_bytes());
    for (index, mv) in game.tree.main_line().enumerate() {
        record.extend((index as u16 + 1).to_le_bytes());
        record.extend([code(mv.from()), code(mv.to()), 0, 0]);
    }
    for node in game.tree.line(Tree::ROOT) {
        record.extend(gbk(&game.tree.comment(node).replace('\n', " ")));
        record.extend(b"\r\n");
    }
    let mut content = Vec::new();
    counted(&mut content, &gbk("库"));
    content.extend([0; 8]);
    counted(&mut content, b"");
    content.extend([0; 4 + 38]);
    content.extend(1u32.to_le_bytes());
    counted(&mut content, b"");
    content.extend((record.len() as u32 + 4).to_le_bytes());
    content.extend(record);
    pack_old_cbl(&content)
}

/// The squares of the 32 pieces of a set, in the order that a format has for either side.
fn places(game: &GameRecord, order: [PieceKind; 16]) -> impl Iterator<Item = Option<Square>> {
    let mut squares = Vec::new();
    for color in Color::ALL {
        let mut left =
            PieceKind::ALL.map(|kind| (kind, game.start.pieces(color, kind).into_iter().collect::<Vec<_>>()));
        for kind in order {
            squares.push(left.iter_mut().find(|(known, _)| *known == kind).unwrap().1.pop());
        }
    }
    squares.into_iter()
}

fn xml(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\n', "&#10;")
}

pub fn cbf(game: &GameRecord) -> String {
    let tag = |name| xml(game.tags.get(name).unwrap_or(""));
    let mut out = format!(
        "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ChineseChessRecord Version=\"1.0\">\n<Head>\n\
         <Name>{}</Name>\n<Date>{}</Date><Red>{}</Red><Black>{}</Black>\n<RecordResult>{}</RecordResult>\n\
         <FEN>{}</FEN>\n</Head>\n<MoveList>\n",
        tag("Title"),
        tag("Date"),
        tag("Red"),
        tag("Black"),
        result_code(game),
        game.start.fen()
    );
    let mut entry = |value: &str, attributes: &str, comment: &str| {
        writeln!(out, "<Move value=\"{value}\"{attributes}>{}</Move>", xml(comment)).unwrap();
    };
    entry("00-00", "", game.tree.comment(Tree::ROOT));
    let square = |square: Square| format!("{}{}", square.file(), 9 - square.rank());
    for (node, goes_on, has_sibling) in preorder(&game.tree) {
        let mv = game.tree.mv(node).unwrap();
        let branch = if has_sibling { " branch=\"1\"" } else { "" };
        let end = if goes_on { "" } else { " end=\"1\"" };
        let value = format!("{}-{}", square(mv.from()), square(mv.to()));
        entry(&value, &format!("{branch}{end}"), game.tree.comment(node));
    }
    out + "</MoveList>\n</ChineseChessRecord>\n"
}

pub fn pfc(game: &GameRecord) -> String {
    let tag = |name| xml(game.tags.get(name).unwrap_or(""));
    let mut out = format!(
        "\u{feff}<?xml version=\"1.0\" encoding=\"utf-8\"?><n version=\"2\" win=\"{}\" title=\"{}\" date=\"{}\" \
         red=\"{}\" black=\"{}\" m=\"{}\" c=\"{}\">",
        game.result,
        tag("Title"),
        tag("Date"),
        tag("Red"),
        tag("Black"),
        game.start.fen(),
        xml(game.tree.comment(Tree::ROOT))
    );
    // Nodes to open, and closings.
    let children = |node| game.tree.children(node).iter().rev().map(|&child| Some(child)).collect::<Vec<_>>();
    let mut pending = children(Tree::ROOT);
    while let Some(next) = pending.pop() {
        let Some(node) = next else {
            out.push_str("</n>");
            continue;
        };
        let comment = xml(game.tree.comment(node));
        write!(out, "<n m=\"{}\" c=\"{comment}\">", game.tree.mv(node).unwrap()).unwrap();
        pending.push(None);
        pending.extend(children(node));
    }
    out + "</n>"
}

/// Ten numbers a move; the pieces' numbers do not matter.
pub fn che(game: &GameRecord) -> String {
    let mut out = format!("1 {}", game.tree.main_line().count());
    for (index, mv) in game.tree.main_line().enumerate() {
        let square = |square: Square| format!("{} {}", 9 - square.rank(), square.file());
        let (from, to) = (square(mv.from()), square(mv.to()));
        write!(out, " 1 32 {} {from} {to} 0 {} 0", index % 2, index + 1).unwrap();
    }
    out
}

pub fn mxq(game: &GameRecord) -> Vec<u8> {
    let mut out = Vec::new();
    let mut string = |text: &str| {
        let bytes = gbk(text);
        out.push(bytes.len() as u8);
        out.extend(bytes);
    };
    let result = match game.result {
        Outcome::Red => "胜",
        Outcome::Black => "负",
        Outcome::Draw => "和",
        Outcome::Unknown => "?",
    };
    let title = format!("甲-{result}-乙");
    for text in ["某地", "2026-11-29", &title, "1500", "Moves"] {
        string(text);
    }
    let square = |square: Square| format!("{}{}", square.file(), char::from(b'A' + square.rank()));
    for mv in game.tree.main_line() {
        string(&format!("{}-{}", square(mv.from()), square(mv.to())));
    }
    string("Ends");
    out
}

pub fn xgf(game: &GameRecord) -> Vec<u8> {
    use PieceKind::*;
    const ORDER: [PieceKind; 16] = [
        King, Advisor, Advisor, Bishop, Bishop, Knight, Knight, Rook, Rook, Cannon, Cannon, Pawn, Pawn, Pawn,
        Pawn, Pawn,
    ];
    let code = |square: Square| (square.file() + 2) * 16 + 11 - square.rank();
    let mut out = vec![0x06, 0x0b];
    for (number, name) in [(1u8, "Event"), (3, "Date"), (5, "Red"), (7, "Black"), (9, "Title")] {
        let text = gbk(game.tags.get(name).unwrap_or(""));
        out.extend([number, text.len() as u8]);
        out.extend(text);
    }
    out.resize(out.len() + 221, 0);
    for place in places(game, ORDER) {
        out.extend(u32::from(place.map_or(0, code)).to_le_bytes());
    }
    out.extend([0; 4]);
    let count = (game.tree.main_line().count() as u32).to_le_bytes();
    out.extend(count);
    out.extend(count);
    for mv in game.tree.main_line() {
        let mut record = [0; 20];
        (record[0], record[2]) = (code(mv.from()), code(mv.to()));
        record[17..].fill(0xff);
        out.extend(record);
    }
    out
}

/// As CCBridge exports it.
pub fn text(game: &GameRecord) -> String {
    let tag = |name| game.tags.get(name).unwrap_or("");
    let mut out = format!(
        "\u{feff}标题：{}\r\n日期：{}\r\n红方：{}\r\n黑方：{}\r\n结果：{}\r\nFEN ：{}\r\n\r\n",
        tag("Title"),
        tag("Date"),
        tag("Red"),
        tag("Black"),
        ["未知", "红胜", "黑胜", "和棋"][usize::from(result_code(game))],
        game.start.fen()
    );
    let moves: Vec<Move> = game.tree.main_line().collect();
    let words = chuhe_movegen::Notation::Chinese.format_line(&game.start, &moves);
    for (number, pair) in words.chunks(2).enumerate() {
        write!(out, "{:>3}. {}\r\n", number + 1, pair.join(" ")).unwrap();
    }
    if words.is_empty() { out + "  1. \r\n" } else { out }
}

/// Turns a file of version 1.0 into one of version 1.8, hidden with these keys.
pub fn hide_xqf(plain: &[u8], keys: [u8; 9]) -> Vec<u8> {
    let [mask, or_a, or_b, or_c, or_d, sum, key_xy, key_from, key_to] = keys;
    let scramble = |key: u8, with: u8| {
        let key = u32::from(key);
        ((key * key * 54 + 221) * u32::from(with)) as u8
    };
    let piece = scramble(key_xy, key_xy);
    let from = scramble(key_from, piece);
    let to = scramble(key_to, from);
    let extra = (u32::from(sum) * 256 + u32::from(key_xy)) % 32000 + 767;
    let mut file = plain[..1024].to_vec();
    file[2] = 18;
    file[3] = mask;
    file[8..12].copy_from_slice(&[or_a, or_b, or_c, or_d]);
    file[12..16].copy_from_slice(&[sum, key_xy, key_from, key_to]);
    for slot in 0..32usize {
        let index = (slot + 31 * (usize::from(piece) + 1)) % 32;
        file[16 + index] = plain[16 + slot].wrapping_add(piece);
    }
    let mut body = Vec::new();
    let mut at = 1024;
    while at < plain.len() {
        let len = u32::from_le_bytes(plain[at + 4..at + 8].try_into().unwrap()) as usize;
        let flags = plain[at + 2];
        let mut hidden = u8::from(flags & 0xf0 != 0) << 7 | u8::from(flags & 0xf != 0) << 6;
        hidden |= u8::from(len > 0) << 5;
        body.extend([plain[at].wrapping_add(from), plain[at + 1].wrapping_add(to), hidden, 0]);
        if len > 0 {
            body.extend((len as u32 + extra).to_le_bytes());
            body.extend(&plain[at + 8..at + 8 + len]);
        }
        at += 8 + len;
    }
    let stream: Vec<u8> = b"[(C) Copyright Mr. Dong Shiwei.]"
        .iter()
        .enumerate()
        .map(|(index, byte)| byte & ((file[12 + index % 4] & mask) | file[8 + index % 4]))
        .collect();
    file.extend(body.iter().zip(stream.iter().cycle()).map(|(byte, key)| byte.wrapping_add(*key)));
    file
}
