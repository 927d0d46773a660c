//! Playing below full strength: shallower searches and, at times, a move that is not the best.

use chuhe_movegen::Move;

use crate::score::Value;

/// A handicap, from 0 (weakest) to [`Skill::MAX_LEVEL`] (full strength).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    level: f64,
}

impl Skill {
    /// The level at which nothing is held back.
    pub const MAX_LEVEL: f64 = 20.0;
    /// The weakest rating that can be asked for.
    pub const MIN_ELO: u16 = 1000;
    /// The strongest rating that can be asked for.
    pub const MAX_ELO: u16 = 2800;
    /// Lines among which a handicapped engine chooses.
    pub const LINES: usize = 4;

    /// From a level of 0 to 20; `None` at full strength.
    pub fn from_level(level: u8) -> Option<Skill> {
        let level = f64::from(level);
        (level < Skill::MAX_LEVEL).then_some(Skill { level })
    }

    /// From a rating between [`Skill::MIN_ELO`] and [`Skill::MAX_ELO`], spread evenly over the levels.
    /// An orientation, not a calibrated scale.
    pub fn from_elo(elo: u16) -> Option<Skill> {
        let elo = f64::from(elo.clamp(Skill::MIN_ELO, Skill::MAX_ELO) - Skill::MIN_ELO);
        let level = elo / f64::from(Skill::MAX_ELO - Skill::MIN_ELO) * Skill::MAX_LEVEL;
        (level < Skill::MAX_LEVEL).then_some(Skill { level })
    }

    /// Iterations after which the search stops.
    pub(crate) fn depth_limit(self) -> u8 {
        1 + self.level as u8
    }

    /// Chooses among the best lines, best first. The weaker the level, the more a worse move may gain by
    /// chance (`random` yields uniform numbers below its argument).
    pub(crate) fn choose(self, lines: &[(Move, Value)], mut random: impl FnMut(u32) -> u32) -> Option<Move> {
        /// The most that chance may add per level below full strength, in internal units.
        const CHANCE: f64 = 12.0;
        let (first, last) = (lines.first()?, lines.last()?);
        let weakness = Skill::MAX_LEVEL - self.level;
        let spread = (first.1 - last.1).clamp(0, 100);
        let pushed = |(mv, value): &(Move, Value), random: &mut dyn FnMut(u32) -> u32| {
            let chance = random((weakness * CHANCE) as u32 + 1) as i32;
            let pull = (weakness / Skill::MAX_LEVEL * f64::from(first.1 - value)) as i32;
            (*mv, value + pull + chance * spread / 100)
        };
        lines.iter().map(|line| pushed(line, &mut random)).max_by_key(|&(_, value)| value).map(|(mv, _)| mv)
    }
}
