//! The referee's vocabulary, Chinese and English side by side.

use chuhe_movegen::rules::{Class, Excuse, Ground, Label, Outcome, Reason};
use chuhe_movegen::{Board, Color, PieceKind, Square};

/// A Chinese text and its English counterpart.
pub struct Words {
    pub zh: String,
    pub en: String,
}

impl Words {
    pub fn new(zh: impl Into<String>, en: impl Into<String>) -> Words {
        Words { zh: zh.into(), en: en.into() }
    }
}

pub fn color(color: Color) -> Words {
    match color {
        Color::Red => Words::new("红方", "Red"),
        Color::Black => Words::new("黑方", "Black"),
    }
}

pub fn outcome(outcome: Outcome) -> Words {
    match outcome {
        Outcome::Ongoing => Words::new("对局继续", "the game goes on"),
        Outcome::Draw => Words::new("和棋", "draw"),
        Outcome::Loses(Color::Red) => Words::new("红方负", "Red loses"),
        Outcome::Loses(Color::Black) => Words::new("黑方负", "Black loses"),
    }
}

pub fn reason(reason: Reason) -> Words {
    let (zh, en) = match reason {
        Reason::Checkmate => ("将死", "checkmate"),
        Reason::Stalemate => ("困毙", "stalemate"),
        Reason::PerpetualCheck => ("单方长将", "perpetual check"),
        Reason::PerpetualKill => ("单方长杀", "perpetual mate threat"),
        Reason::PerpetualChase => ("单方长捉", "perpetual chase"),
        Reason::PerpetualAttack => ("单方长打", "perpetual attack"),
        Reason::MutualPerpetualCheck => ("双方长将，不变作和", "both sides check on every move"),
        Reason::MutualPerpetualAttack => ("双方长打，不变作和", "both sides attack on every move"),
        Reason::Repetition => ("双方均为允许着法，不变作和", "repetition, both runs are allowed"),
        Reason::NaturalMoveLimit => ("自然限着", "natural move limit"),
        Reason::InsufficientMaterial => ("双方均无可能取胜", "neither side can win"),
        Reason::IllegalMove => ("走棋违反行棋规定", "illegal move"),
        Reason::None => ("尚无判决", "nothing to decide"),
    };
    Words::new(zh, en)
}

pub fn class(class: Class) -> Words {
    let (zh, en) = match class {
        Class::PerpetualCheck => ("长将", "perpetual check"),
        Class::PerpetualKill => ("长杀", "perpetual mate threat"),
        Class::PerpetualChase => ("长捉", "perpetual chase"),
        Class::PerpetualAttack => ("长打", "perpetual attack"),
        Class::Idle => ("允许着法", "allowed"),
    };
    Words::new(zh, en)
}

pub fn label(label: Label) -> Words {
    let en = match label {
        Label::Check => "check",
        Label::Kill => "mate threat",
        Label::Chase => "chase",
        Label::Offer => "exchange offer",
        Label::Sacrifice => "sacrifice",
        Label::Block => "block",
        Label::Follow => "follow",
        Label::Idle => "idle",
    };
    Words::new(label.chinese(), en)
}

/// Why an attacker and its target make the move what it is called.
pub fn ground(ground: Ground) -> Words {
    let (zh, en) = match ground {
        Ground::Check => ("照将", "attacks the king"),
        Ground::Mate => ("下一步要将死", "would mate"),
        Ground::Rootless => ("无根", "no piece guards it"),
        Ground::FalseRoot(root) => {
            return Words::new(
                format!("假根：{root} 的子不能吃回"),
                format!("false root: the piece on {root} cannot take back"),
            );
        }
        Ground::UnderRooted => ("少根", "too few roots: the full exchange wins material"),
        Ground::WorthMore => ("有根，但价值高于捉子的一方", "guarded, but worth more than its attacker"),
        Ground::ThroughChecks => ("可连续照将得子", "won through a run of checks"),
        Ground::ThroughExchange => ("可经完整交换得子", "won through a complete exchange"),
        Ground::EachTakesOne => ("各吃一子，不亏", "each side takes one piece, at no loss"),
        Ground::EqualExchange => ("同等子力可互换", "equals that can take each other"),
        Ground::OfferedUnguarded => ("无根送吃", "offered unguarded"),
        Ground::Obstructs => ("阻拦", "stands in its way"),
        Ground::TrulyRooted => ("真根：能吃回", "truly guarded: it can be taken back"),
    };
    Words::new(zh, en)
}

/// Why an attack is not counted.
pub fn excuse(excuse: Excuse) -> Words {
    let (zh, en) = match excuse {
        Excuse::Standing => ("上一着已存在", "stood before the move"),
        Excuse::Exchange => ("可互换，按兑处理", "the target can take back in kind"),
        Excuse::King => ("帅（将）本身允许步步叫吃", "the king may attack on every move"),
        Excuse::Pawn => ("兵（卒）本身允许步步叫吃", "a pawn may attack on every move"),
        Excuse::Pinned => ("被牵制，不能吃", "pinned: the capture would be illegal"),
        Excuse::Guarded => ("真根", "truly guarded, and worth no more than the attacker"),
        Excuse::UncrossedPawn => {
            ("未过河兵（卒）不算子", "a pawn that has not crossed the river is no piece")
        }
        Excuse::LoneDefender => ("占据防守要点", "a lone piece on the point that holds the draw"),
        Excuse::Costs => ("吃子后反受损失", "taking it would cost more"),
        Excuse::AnswersCheck => ("应将", "an answer to a check"),
        Excuse::OutsideTheSet => ("本规则不算捉", "not counted by these rules"),
    };
    Words::new(zh, en)
}

/// The piece on `square` and the square.
pub fn piece(board: &Board, square: Square) -> Words {
    let Some(piece) = board.piece_at(square) else {
        return Words::new(square.to_string(), square.to_string());
    };
    let (red, black, en) = match piece.kind() {
        PieceKind::Pawn => ("兵", "卒", "pawn"),
        PieceKind::Advisor => ("仕", "士", "advisor"),
        PieceKind::Bishop => ("相", "象", "bishop"),
        PieceKind::Knight => ("马", "马", "knight"),
        PieceKind::Cannon => ("炮", "炮", "cannon"),
        PieceKind::Rook => ("车", "车", "rook"),
        PieceKind::King => ("帅", "将", "king"),
    };
    let zh = if piece.color() == Color::Red { red } else { black };
    Words::new(format!("{zh}{square}"), format!("{en} {square}"))
}
