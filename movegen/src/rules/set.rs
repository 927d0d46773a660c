//! A rule set as data: flags, weights and the articles they come from. The sets themselves are in `sets/`, one small file
//! each; the mechanism that reads them is one and the same for all.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::sets;

/// The rule sets by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RuleSet {
    /// The Asian federation's rules, in substance the world federation's too.
    #[default]
    Asian,
    /// The Chinese association's rules of 2020.
    Cxa2020,
    /// The Chinese association's rules of 2011.
    Cxa2011,
    /// The Chinese association's rules of 1999.
    Cxa1999,
    /// The older Chinese text.
    Classic,
    /// The primer for casual play.
    Casual,
    /// The UCCI computer league.
    League,
    /// 天天象棋, a large playing site: counters instead of cycles.
    Sky,
    /// Every repetition draws.
    None,
}

impl RuleSet {
    /// Every set, the default first.
    pub const ALL: [RuleSet; 9] = [
        RuleSet::Asian,
        RuleSet::Cxa2020,
        RuleSet::Cxa2011,
        RuleSet::Cxa1999,
        RuleSet::Classic,
        RuleSet::Casual,
        RuleSet::League,
        RuleSet::Sky,
        RuleSet::None,
    ];

    /// The name that options and files use.
    pub const fn name(self) -> &'static str {
        match self {
            RuleSet::Asian => "asian",
            RuleSet::Cxa2020 => "cxa2020",
            RuleSet::Cxa2011 => "cxa2011",
            RuleSet::Cxa1999 => "cxa1999",
            RuleSet::Classic => "classic",
            RuleSet::Casual => "casual",
            RuleSet::League => "league",
            RuleSet::Sky => "sky",
            RuleSet::None => "none",
        }
    }

    /// What the set says.
    pub const fn rules(self) -> &'static Rules {
        match self {
            RuleSet::Asian => &sets::asian::RULES,
            RuleSet::Cxa2020 => &sets::cxa2020::RULES,
            RuleSet::Cxa2011 => &sets::cxa2011::RULES,
            RuleSet::Cxa1999 => &sets::cxa1999::RULES,
            RuleSet::Classic => &sets::classic::RULES,
            RuleSet::Casual => &sets::casual::RULES,
            RuleSet::League => &sets::league::RULES,
            RuleSet::Sky => &sets::sky::RULES,
            RuleSet::None => &sets::none::RULES,
        }
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no rule set has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "no rule set is called \"{0}\": try asian, cxa2020, cxa2011, cxa1999, classic, casual, league, sky or none"
)]
pub struct UnknownRuleSet(pub String);

impl FromStr for RuleSet {
    type Err = UnknownRuleSet;
    fn from_str(name: &str) -> Result<RuleSet, UnknownRuleSet> {
        let wanted = name.trim();
        RuleSet::ALL
            .into_iter()
            .find(|set| set.name().eq_ignore_ascii_case(wanted))
            .ok_or_else(|| UnknownRuleSet(wanted.to_string()))
    }
}

/// Which definition of 捉 a set uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChaseLaw {
    /// None: a repetition is a repetition.
    Nothing,
    /// A new attack on a piece that one recapture does not guard, or that is worth more (AXF).
    Recapture,
    /// As seen from the moved piece alone, pins ignored (the UCCI league).
    MovedPiece,
    /// Whatever wins material by an exact search over captures and checks (the Chinese texts).
    Gain(GainLaw),
}

/// Where the Chinese texts differ in what makes a chase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GainLaw {
    /// 少根子 and joint attacks count.
    pub under_rooted: bool,
    /// A pawn's own attacks count where both sides attack on every move (27.2 of 1999).
    pub pawns_in_mutual_attack: bool,
}

/// How much each kind of run weighs. The heavier side must vary or loses; equal weights draw; 0 is an allowed run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Weights {
    /// Every move checks.
    pub check: u8,
    /// Every move attacks, by check, kill threat, or the chase of a rook or of a rootless piece.
    pub heavy: u8,
    /// Every move attacks, some only by a joint chase or the chase of an under-rooted piece.
    pub light: u8,
}

/// How checks count towards the natural limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CheckCount {
    /// Like any other move.
    All,
    /// At most ten by each side.
    TenASide,
    /// Each check beyond twenty by both together puts the limit off by one round.
    TwentyTogether,
}

/// 自然限着: so many rounds without a capture draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NaturalLimit {
    /// Rounds, one move by each side.
    pub rounds: u16,
    /// What checks count for.
    pub checks: CheckCount,
}

/// The article each verdict rests on, named as in the set's own text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Articles {
    /// One side checks on every move.
    pub check: &'static str,
    /// One side threatens mate on every move.
    pub kill: &'static str,
    /// One side chases on every move.
    pub chase: &'static str,
    /// One side attacks on every move in a mixture.
    pub attack: &'static str,
    /// Both sides check on every move.
    pub mutual_check: &'static str,
    /// Both sides attack on every move.
    pub mutual_attack: &'static str,
    /// Both runs are allowed.
    pub repetition: &'static str,
    /// The natural limit.
    pub natural: &'static str,
    /// Neither side can win.
    pub material: &'static str,
    /// Mate and stalemate.
    pub mate: &'static str,
    /// An illegal move.
    pub illegal: &'static str,
}

/// A run that never closes: so many attacks in a row by one side, on so many points, also break the rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OpenRun {
    /// Attacks in a row.
    pub attacks: usize,
    /// Squares on which the attacked pieces stood.
    pub points: usize,
}

/// What a rule set says: the one mechanism of the referee reads nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    /// How often a position must have stood before the run is judged, the first time included.
    pub occurrences: usize,
    /// What is a chase.
    pub chase: ChaseLaw,
    /// 杀 is an attack.
    pub kill: bool,
    /// A chase may change its victim and still be one; otherwise one and the same piece must be chased on every move.
    pub many_victims: bool,
    /// A mixture of attacks (check and chase, say) is as forbidden as one kind alone.
    pub mixtures: bool,
    /// 两打一还打: a side whose attack answers an attack is excused.
    pub answers_excused: bool,
    /// The offender is ordered to vary, and loses when it repeats the cycle once more (24.3); a perpetual check loses at once.
    pub warns: bool,
    /// Whether attacks over changing positions count as a run too.
    pub open_run: Option<OpenRun>,
    /// The weight law.
    pub weights: Weights,
    /// The natural limit.
    pub natural: NaturalLimit,
    /// Where all this is written.
    pub articles: Articles,
}
