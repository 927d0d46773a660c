//! What the referee says: outcome, reason, the cycle and what each side did in it.

use std::fmt;

use crate::rules::{PlyLabel, RuleSet};
use crate::{Color, Move, Square};

/// The result a position deserves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The game goes on.
    Ongoing,
    /// Neither side wins.
    Draw,
    /// This side loses.
    Loses(Color),
}

impl Outcome {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Ongoing => "ongoing",
            Outcome::Draw => "draw",
            Outcome::Loses(Color::Red) => "red_loses",
            Outcome::Loses(Color::Black) => "black_loses",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// 将死.
    Checkmate,
    /// 困毙.
    Stalemate,
    /// 长将.
    PerpetualCheck,
    /// 长杀.
    PerpetualKill,
    /// 长捉.
    PerpetualChase,
    /// 长打 of mixed kinds.
    PerpetualAttack,
    /// Both check on every move.
    MutualPerpetualCheck,
    /// Both attack on every move, and neither more gravely.
    MutualPerpetualAttack,
    /// Both runs are allowed: 不变作和.
    Repetition,
    /// 自然限着.
    NaturalMoveLimit,
    /// Neither side can win whatever is played.
    InsufficientMaterial,
    /// The game's next move is no legal move.
    IllegalMove,
    /// Nothing to decide.
    None,
}

impl Reason {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::PerpetualCheck => "perpetual_check",
            Reason::PerpetualKill => "perpetual_kill",
            Reason::PerpetualChase => "perpetual_chase",
            Reason::PerpetualAttack => "perpetual_attack",
            Reason::MutualPerpetualCheck => "mutual_perpetual_check",
            Reason::MutualPerpetualAttack => "mutual_perpetual_attack",
            Reason::Repetition => "repetition",
            Reason::NaturalMoveLimit => "natural_move_limit",
            Reason::InsufficientMaterial => "insufficient_material",
            Reason::IllegalMove => "illegal_move",
            Reason::None => "none",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What one side's run of moves amounts to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// 长将: every move checks.
    PerpetualCheck,
    /// 长杀: every move threatens mate.
    PerpetualKill,
    /// 长捉: every move chases.
    PerpetualChase,
    /// 长打: every move attacks, in a mixture the rule set forbids.
    PerpetualAttack,
    /// Some move of the run is idle, or the rule set lets the run pass.
    Idle,
}

impl Class {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Class::PerpetualCheck => "perpetual_check",
            Class::PerpetualKill => "perpetual_kill",
            Class::PerpetualChase => "perpetual_chase",
            Class::PerpetualAttack => "perpetual_attack",
            Class::Idle => "idle",
        }
    }

    /// The reason for which a side of this class loses; `None` for an idle run.
    pub const fn offence(self) -> Option<Reason> {
        match self {
            Class::PerpetualCheck => Some(Reason::PerpetualCheck),
            Class::PerpetualKill => Some(Reason::PerpetualKill),
            Class::PerpetualChase => Some(Reason::PerpetualChase),
            Class::PerpetualAttack => Some(Reason::PerpetualAttack),
            Class::Idle => None,
        }
    }
}

/// Where the game repeats itself. The span judged runs from the first occurrence of the final position to its last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cycle {
    /// The first ply of the span, counted from 0.
    pub first_ply: usize,
    /// Plies from the last but one occurrence to the last.
    pub length: usize,
    /// How often the way back to the position was played: occurrences less one.
    pub count: usize,
}

/// One side's part in the cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideRun {
    /// What the run amounts to.
    pub class: Class,
    /// How heavily the rule set weighs it: the heavier side loses, equals draw.
    pub level: u8,
    /// The pieces chased on every move, on the squares where they stand in the final position.
    pub targets: Vec<Square>,
}

impl SideRun {
    /// A run with nothing forbidden in it.
    pub const IDLE: SideRun = SideRun { class: Class::Idle, level: 0, targets: Vec::new() };
}

/// One move of the cycle, explained.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlyNote {
    /// Counted from 0 at the start of the game.
    pub ply: usize,
    /// Who moved.
    pub side: Color,
    /// The move.
    pub mv: Move,
    /// The move in Chinese notation.
    pub text: String,
    /// What it is called and why.
    pub label: PlyLabel,
}

/// A verdict that an earlier position of the game deserved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Earlier {
    /// The ply after which the position stood, counted from 0.
    pub ply: usize,
    /// What it deserved.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
}

/// The referee's whole answer for a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Under which rules.
    pub rules: RuleSet,
    /// Of the position after the last move.
    pub outcome: Outcome,
    /// False where the set orders the side to vary before it loses.
    pub is_final: bool,
    /// Why.
    pub reason: Reason,
    /// The article the verdict rests on, named as in its text; empty when nothing is decided.
    pub article: &'static str,
    /// The repetition, if the final position stood before.
    pub cycle: Option<Cycle>,
    /// What each side did in the cycle, by `Color::index`.
    pub sides: [SideRun; 2],
    /// The moves of the span judged.
    pub plies: Vec<PlyNote>,
    /// What earlier positions deserved, in order.
    pub earlier: Vec<Earlier>,
}
