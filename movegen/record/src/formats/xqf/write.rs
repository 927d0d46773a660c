//! Writing version 1.0, which every program reads.

use chuhe_movegen::{Board, Color, Move, PieceKind, Square};

use super::header::{ABSENT, HEADER_LEN, KIND, NUM_PIECES, ORDER, PIECES_AT, RESULT, SIDE, TEXTS, VERSION};
use super::{FROM_OFFSET, MAGIC, PLAIN_NEXT, PLAIN_VARIATION, TO_OFFSET, VERSION_1_0};
use crate::{GameRecord, NodeId, Outcome, Tree, encoding};

/// The first record stands for the start position; the format wants these bytes.
const ROOT_SQUARES: [u8; 2] = [0x18, 0x20];
const ROOT_RESERVED: u8 = 0xff;

/// The kinds of game that the heading tells apart.
const WHOLE_GAME: u8 = 0;
const ENDGAME: u8 = 3;

/// Writes a game; an error says why the format cannot hold it.
pub(in crate::formats) fn write(game: &GameRecord) -> Result<Vec<u8>, String> {
    let mut out = vec![0; HEADER_LEN];
    out[..MAGIC.len()].copy_from_slice(MAGIC);
    out[VERSION] = VERSION_1_0;
    out[PIECES_AT..PIECES_AT + NUM_PIECES].copy_from_slice(&places(&game.start)?);
    out[SIDE] = u8::from(game.start.side_to_move() == Color::Black);
    out[RESULT] = match game.result {
        Outcome::Unknown => 0,
        Outcome::Red => 1,
        Outcome::Black => 2,
        Outcome::Draw => 3,
    };
    out[KIND] = if game.start == Board::start() { WHOLE_GAME } else { ENDGAME };
    for (at, room, name) in TEXTS {
        let text = fitting(game.tags.get(name).unwrap_or(""), room);
        out[at] = text.len() as u8;
        out[at + 1..at + 1 + text.len()].copy_from_slice(&text);
    }
    write_tree(&game.tree, &mut out);
    Ok(out)
}

/// As much of a text as fits, without half a character at the end.
fn fitting(text: &str, room: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for c in text.chars() {
        let bytes = encoding::to_gbk(c.encode_utf8(&mut [0; 4]));
        if out.len() + bytes.len() > room {
            break;
        }
        out.extend(bytes);
    }
    out
}

fn places(board: &Board) -> Result<[u8; NUM_PIECES], String> {
    let mut places = [ABSENT; NUM_PIECES];
    let mut left = board.occupied().len();
    for (side, color) in Color::ALL.into_iter().enumerate() {
        for kind in PieceKind::ALL {
            let slots = ORDER.iter().enumerate().filter(|(_, slot)| **slot == kind).map(|(slot, _)| slot);
            for (slot, square) in slots.zip(board.pieces(color, kind)) {
                places[side * ORDER.len() + slot] = code(square);
                left -= 1;
            }
        }
    }
    if left > 0 { Err("it has more pieces of a kind than a set".to_string()) } else { Ok(places) }
}

fn code(square: Square) -> u8 {
    square.file() * 10 + square.rank()
}

/// Writes moves in the order in which they are read: a move, its continuation, its alternative.
fn write_tree(tree: &Tree, out: &mut Vec<u8>) {
    let goes_on = !tree.children(Tree::ROOT).is_empty();
    write_record(ROOT_SQUARES, flags(goes_on, false), ROOT_RESERVED, tree.comment(Tree::ROOT), out);
    // Nodes still to be written, each with its place among its siblings.
    let mut pending: Vec<(NodeId, usize)> = first_child(tree, Tree::ROOT).into_iter().collect();
    while let Some((node, place)) = pending.pop() {
        let siblings = tree.parent(node).map_or(&[][..], |parent| tree.children(parent));
        let next_sibling = siblings.get(place + 1).map(|&sibling| (sibling, place + 1));
        let continuation = first_child(tree, node);
        if let Some(mv) = tree.mv(node) {
            write_record(
                squares(mv),
                flags(continuation.is_some(), next_sibling.is_some()),
                0,
                tree.comment(node),
                out,
            );
        }
        pending.extend(next_sibling);
        pending.extend(continuation);
    }
}

fn first_child(tree: &Tree, node: NodeId) -> Option<(NodeId, usize)> {
    tree.children(node).first().map(|&child| (child, 0))
}

fn squares(mv: Move) -> [u8; 2] {
    [code(mv.from()) + FROM_OFFSET, code(mv.to()) + TO_OFFSET]
}

fn flags(goes_on: bool, has_variation: bool) -> u8 {
    (if goes_on { PLAIN_NEXT } else { 0 }) | (if has_variation { PLAIN_VARIATION } else { 0 })
}

fn write_record(squares: [u8; 2], flags: u8, reserved: u8, comment: &str, out: &mut Vec<u8>) {
    let comment = encoding::to_gbk(&comment.replace('\n', "\r\n"));
    out.extend(squares);
    out.extend([flags, reserved]);
    out.extend((comment.len() as u32).to_le_bytes());
    out.extend(comment);
}
