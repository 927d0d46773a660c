//! From a loss of expected score to a grade.

use super::Ply;
use crate::lang::Lang;

/// How good a move was. Thresholds are losses of expected score: 0.05 is what a side gives away that
/// goes from an even game to one it wins 45 times and loses 55 times in a hundred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// The only legal move.
    Forced,
    /// The move that the analysis likes best.
    Best,
    /// A loss below [`INACCURACY`].
    Good,
    /// A loss from [`INACCURACY`] on.
    Inaccuracy,
    /// A loss from [`MISTAKE`] on.
    Mistake,
    /// A loss from [`BLUNDER`] on.
    Blunder,
}

/// Where an inaccuracy starts.
pub const INACCURACY: f64 = 0.05;
/// Where a mistake starts.
pub const MISTAKE: f64 = 0.10;
/// Where a blunder starts.
pub const BLUNDER: f64 = 0.20;

impl Grade {
    /// Every grade, the best first.
    pub const ALL: [Grade; 6] =
        [Grade::Forced, Grade::Best, Grade::Good, Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];

    /// The grade of a move that is neither forced nor the best.
    pub fn of_loss(loss: f64) -> Grade {
        match loss {
            loss if loss >= BLUNDER => Grade::Blunder,
            loss if loss >= MISTAKE => Grade::Mistake,
            loss if loss >= INACCURACY => Grade::Inaccuracy,
            _ => Grade::Good,
        }
    }

    /// The name in JSON and in the page's style sheet.
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Forced => "forced",
            Grade::Best => "best",
            Grade::Good => "good",
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }

    /// The name for people.
    pub fn title(self, lang: Lang) -> &'static str {
        let chinese = match self {
            Grade::Forced => "唯一着",
            Grade::Best => "最佳",
            Grade::Good => "好着",
            Grade::Inaccuracy => "缓着",
            Grade::Mistake => "疑问手",
            Grade::Blunder => "败着",
        };
        lang.pick(self.name(), chinese)
    }

    /// The sign after the move; none where there is nothing to blame.
    pub const fn sign(self) -> &'static str {
        match self {
            Grade::Forced | Grade::Best | Grade::Good => "",
            Grade::Inaccuracy => "?!",
            Grade::Mistake => "?",
            Grade::Blunder => "??",
        }
    }

    /// Whether a better move is worth showing.
    pub fn is_fault(self) -> bool {
        self >= Grade::Inaccuracy
    }
}

/// How one side did.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Its moves.
    pub moves: usize,
    /// How many of each grade, in the order of [`Grade::ALL`].
    pub counts: [usize; Grade::ALL.len()],
    /// The mean loss of expected score over all moves but forced ones, 0 to 1.
    pub mean_loss: f64,
}

impl Summary {
    /// Sums up moves.
    pub fn of<'a>(plies: impl Iterator<Item = &'a Ply>) -> Summary {
        let mut summary = Summary { moves: 0, counts: [0; Grade::ALL.len()], mean_loss: 0.0 };
        let (mut losses, mut free) = (0.0, 0);
        for ply in plies {
            summary.moves += 1;
            summary.counts[ply.grade as usize] += 1;
            if ply.grade != Grade::Forced {
                losses += ply.loss;
                free += 1;
            }
        }
        if free > 0 {
            summary.mean_loss = losses / f64::from(free);
        }
        summary
    }

    /// What is left of the expected score per move, in percent.
    pub fn accuracy(&self) -> f64 {
        100.0 * (1.0 - self.mean_loss)
    }
}
