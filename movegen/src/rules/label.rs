//! What a single move is called (着法性质), and the evidence for the name.

use std::fmt;

use crate::{Move, Square};

/// The character of a move, gravest first: a move with several is named by the gravest (1999 rules, art. 27.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    /// 将: the enemy king is attacked.
    Check,
    /// 杀: threatens to mate at once or by an unbroken run of checks (28.2).
    Kill,
    /// 捉: threatens, newly, to win a piece (28.3, 29).
    Chase,
    /// 兑: offers an exchange of equals (28.5).
    Offer,
    /// 献: offers an unprotected piece (28.6).
    Sacrifice,
    /// 拦: only obstructs an enemy piece (28.7).
    Block,
    /// 跟: keeps a protected piece under observation (28.8).
    Follow,
    /// 闲: none of the above (28.9).
    Idle,
}

impl Label {
    /// Every label, gravest first.
    pub const ALL: [Label; 8] = [
        Label::Check,
        Label::Kill,
        Label::Chase,
        Label::Offer,
        Label::Sacrifice,
        Label::Block,
        Label::Follow,
        Label::Idle,
    ];

    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Label::Check => "check",
            Label::Kill => "kill",
            Label::Chase => "chase",
            Label::Offer => "offer",
            Label::Sacrifice => "sacrifice",
            Label::Block => "block",
            Label::Follow => "follow",
            Label::Idle => "idle",
        }
    }

    /// The rule books' own word.
    pub const fn chinese(self) -> &'static str {
        match self {
            Label::Check => "将",
            Label::Kill => "杀",
            Label::Chase => "捉",
            Label::Offer => "兑",
            Label::Sacrifice => "献",
            Label::Block => "拦",
            Label::Follow => "跟",
            Label::Idle => "闲",
        }
    }

    /// 打: check, kill threat and chase are attacks; everything else counts as idle (28.4, 28.9).
    pub const fn is_attack(self) -> bool {
        matches!(self, Label::Check | Label::Kill | Label::Chase)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What kind of chase a move is; the 2020 rules weigh the first two heavier than the last two (26.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChaseKind {
    /// 捉车: a rook, by a single piece.
    Rook,
    /// 捉无根子: a piece without a true root, by a single piece.
    Rootless,
    /// 捉少根子: a piece with fewer roots than attackers.
    UnderRooted,
    /// 联合捉: by several pieces together.
    Joint,
}

impl ChaseKind {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            ChaseKind::Rook => "rook",
            ChaseKind::Rootless => "rootless",
            ChaseKind::UnderRooted => "under_rooted",
            ChaseKind::Joint => "joint",
        }
    }

    /// The rule books' own word.
    pub const fn chinese(self) -> &'static str {
        match self {
            ChaseKind::Rook => "捉车",
            ChaseKind::Rootless => "捉无根子",
            ChaseKind::UnderRooted => "捉少根子",
            ChaseKind::Joint => "联合捉",
        }
    }

    /// Whether the weight law counts it as the lighter offence.
    pub const fn is_light(self) -> bool {
        matches!(self, ChaseKind::UnderRooted | ChaseKind::Joint)
    }
}

/// Why an attacker and its target make the move what it is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ground {
    /// The target is the king.
    Check,
    /// The king would be mated; `Detail::line` shows how.
    Mate,
    /// 无根: no piece guards the target.
    Rootless,
    /// 假根: the piece on this square seems to guard the target, but cannot or must not recapture.
    FalseRoot(Square),
    /// 少根: guarded, but the full exchange on the square wins material.
    UnderRooted,
    /// Guarded, but worth more than the attacker.
    WorthMore,
    /// Won through a run of checks.
    ThroughChecks,
    /// Won through a complete exchange.
    ThroughExchange,
    /// Each side would take one piece, and the balance is not against the attacker (26.5).
    EachTakesOne,
    /// Both pieces are equal and can take each other: 兑.
    EqualExchange,
    /// The moved piece stands unguarded where the other can take it: 献.
    OfferedUnguarded,
    /// The moved piece stands on the target's line: 拦.
    Obstructs,
    /// The target is truly guarded and worth less than the piece that watches it: 跟.
    TrulyRooted,
}

impl Ground {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Ground::Check => "check",
            Ground::Mate => "mate",
            Ground::Rootless => "rootless",
            Ground::FalseRoot(_) => "false_root",
            Ground::UnderRooted => "under_rooted",
            Ground::WorthMore => "worth_more",
            Ground::ThroughChecks => "through_checks",
            Ground::ThroughExchange => "through_exchange",
            Ground::EachTakesOne => "each_takes_one",
            Ground::EqualExchange => "equal_exchange",
            Ground::OfferedUnguarded => "offered_unguarded",
            Ground::Obstructs => "obstructs",
            Ground::TrulyRooted => "truly_rooted",
        }
    }
}

/// One attacker and its target, on the squares where they stand after the move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detail {
    /// The piece that attacks, offers, blocks or follows.
    pub attacker: Square,
    /// What it aims at.
    pub target: Square,
    /// Why this is what it is called.
    pub ground: Ground,
    /// The line that carries the threat out, when it takes more than one capture; may be empty.
    pub line: Vec<Move>,
}

impl Detail {
    /// A detail that needs no line to be understood.
    pub const fn new(attacker: Square, target: Square, ground: Ground) -> Detail {
        Detail { attacker, target, ground, line: Vec::new() }
    }

    /// 真根: whether the target is truly guarded. Too few roots and false roots count as none (28.16).
    pub const fn is_rooted(&self) -> bool {
        matches!(self.ground, Ground::WorthMore | Ground::EqualExchange | Ground::TrulyRooted)
    }
}

/// Why something that looks like an attack is not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Excuse {
    /// It stood before the move already (29.2).
    Standing,
    /// The target can take back in kind: an exchange offer (28.5).
    Exchange,
    /// The king may attack on every move (27.1).
    King,
    /// A pawn may attack on every move (27.2); in a mutual attack the 1999 text counts it all the same.
    Pawn,
    /// The capture would be illegal: the attacker is pinned.
    Pinned,
    /// The target is truly guarded and worth no more than its attacker.
    Guarded,
    /// A pawn that has not crossed the river is no piece (25.3).
    UncrossedPawn,
    /// A lone attacker that holds the point on which a simple draw rests (27.3).
    LoneDefender,
    /// Carrying the capture out would get the side mated or lose more (29.4).
    Costs,
    /// The king's answer to a check is idle (26.1 of 2020).
    AnswersCheck,
    /// Not counted by this rule set (say, a capture by a piece that did not move).
    OutsideTheSet,
}

impl Excuse {
    /// A short name, as for the other vocabularies.
    pub const fn name(self) -> &'static str {
        match self {
            Excuse::Standing => "standing",
            Excuse::Exchange => "exchange",
            Excuse::King => "king",
            Excuse::Pawn => "pawn",
            Excuse::Pinned => "pinned",
            Excuse::Guarded => "guarded",
            Excuse::UncrossedPawn => "uncrossed_pawn",
            Excuse::LoneDefender => "lone_defender",
            Excuse::Costs => "costs",
            Excuse::AnswersCheck => "answers_check",
            Excuse::OutsideTheSet => "outside_the_set",
        }
    }
}

/// An attacker and a target that do not make a chase, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused {
    /// The piece that seems to attack.
    pub attacker: Square,
    /// What it seems to attack.
    pub target: Square,
    /// Why it is not counted.
    pub excuse: Excuse,
}

/// The label of one ply with all its evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlyLabel {
    /// The gravest character of the move.
    pub label: Label,
    /// For a chase, which kind.
    pub kind: Option<ChaseKind>,
    /// The pairs that make it so; empty only for an idle move.
    pub details: Vec<Detail>,
    /// What was looked at and not counted.
    pub refused: Vec<Refused>,
}

impl PlyLabel {
    /// An idle move with nothing to explain.
    pub const IDLE: PlyLabel =
        PlyLabel { label: Label::Idle, kind: None, details: Vec::new(), refused: Vec::new() };
}
