//! Every tunable number of the search, in one table: name, default, range, step.
//!
//! The defaults began as guesses in the usual proportions for an evaluation where a pawn is about 40 and a rook about 400.
//! All but the time's were then tuned together by `tune spsa`: 3675 pairs of games at 5000 nodes a move with the network
//! of generation 3, rate 0.004 of a planned 6000 pairs. With that of generation 4 this was worth +41 Elo [14, 68] at 8000
//! nodes a move (400 games) and +20 [-14, 55] at 1+0.01 (120 games). It took one number to nought, and its step with it: a
//! reduction of a node's other moves once one had raised alpha.
//! Without the feature `tune` they are constants; with it they can be set while the program runs (function `set`), as a
//! tuner or a GUI does.

/// Describes one number of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// Name, also that of the option.
    pub name: &'static str,
    /// Value in play.
    pub default: i32,
    /// Smallest sensible value.
    pub min: i32,
    /// Largest sensible value.
    pub max: i32,
    /// Step that a tuner begins with.
    pub step: i32,
}

macro_rules! tunables {
    ($( $(#[$doc:meta])* $name:ident = $default:literal, $min:literal ..= $max:literal, step $step:literal; )*) => {
        /// The whole table, in order.
        pub const ALL: &[Tunable] = &[$(
            Tunable { name: stringify!($name), default: $default, min: $min, max: $max, step: $step },
        )*];

        $(
            const _: () = assert!($min <= $default && $default <= $max && $step > 0, stringify!($name));

            $(#[$doc])*
            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            pub(crate) const fn $name() -> i32 {
                $default
            }

            $(#[$doc])*
            #[cfg(feature = "tune")]
            #[inline(always)]
            pub(crate) fn $name() -> i32 {
                live::$name.load(std::sync::atomic::Ordering::Relaxed)
            }
        )*

        #[cfg(feature = "tune")]
        mod live {
            #![allow(non_upper_case_globals)]
            use std::sync::atomic::AtomicI32;
            $( pub(super) static $name: AtomicI32 = AtomicI32::new($default); )*

            pub(super) fn find(name: &str) -> Option<&'static AtomicI32> {
                match name {
                    $( stringify!($name) => Some(&$name), )*
                    _ => None,
                }
            }
        }
    };
}

tunables! {
    /// Half width of the first aspiration window.
    aspiration_window = 11, 4..=40, step 2;
    /// Growth of the aspiration window after a failure, in percent.
    aspiration_growth = 45, 10..=200, step 10;
    /// Width gained per squared average score, divided by this.
    aspiration_square = 12600, 4000..=60000, step 2000;

    /// Razoring: margin at depth 0.
    razor_base = 221, 50..=800, step 40;
    /// Razoring: margin per squared depth.
    razor_factor = 127, 40..=500, step 20;

    /// Reverse futility: largest depth.
    rfp_depth = 10, 4..=16, step 1;
    /// Reverse futility: margin per ply.
    rfp_margin = 39, 20..=160, step 8;
    /// Reverse futility: margin taken off when improving.
    rfp_improving = 50, 0..=160, step 8;
    /// Reverse futility: share of the evaluation in the value returned, in percent.
    rfp_blend = 39, 0..=100, step 10;

    /// Null move: reduction at depth 0.
    nmp_base = 5, 2..=7, step 1;
    /// Null move: a ply of reduction more per so many plies of depth.
    nmp_divisor = 3, 2..=8, step 1;
    /// Null move: evaluation above beta that reduces by a ply more.
    nmp_eval_divisor = 165, 60..=400, step 20;
    /// Null move: how far the static evaluation may lie below beta at depth 0.
    nmp_slack = 122, 0..=400, step 20;
    /// Null move: slack lost per ply of depth.
    nmp_slack_depth = 15, 0..=60, step 4;
    /// Null move: depth from which a cut-off is verified.
    nmp_verify_depth = 13, 8..=20, step 1;

    /// Internal iterative reduction: smallest depth.
    iir_depth = 4, 2..=10, step 1;

    /// ProbCut: smallest depth.
    probcut_depth = 4, 3..=10, step 1;
    /// ProbCut: margin over beta.
    probcut_margin = 118, 40..=400, step 20;
    /// ProbCut: margin taken off when improving.
    probcut_improving = 39, 0..=160, step 10;
    /// ProbCut: reduction of the verifying search.
    probcut_reduction = 5, 2..=6, step 1;
    /// ProbCut from the table alone: margin over beta.
    probcut_tt_margin = 283, 80..=800, step 30;

    /// Late move pruning: moves at depth 0.
    lmp_base = 6, 1..=12, step 1;
    /// Late move pruning: moves per squared depth, in percent.
    lmp_factor = 110, 30..=250, step 10;

    /// Futility of quiet moves: largest reduced depth.
    futility_depth = 9, 4..=14, step 1;
    /// Futility of quiet moves: margin at depth 0.
    futility_base = 65, 0..=300, step 15;
    /// Futility of quiet moves: margin per ply.
    futility_factor = 66, 20..=200, step 8;
    /// Futility of captures: largest reduced depth.
    capture_futility_depth = 7, 3..=14, step 1;
    /// Futility of captures: margin at depth 0.
    capture_futility_base = 147, 0..=500, step 20;
    /// Futility of captures: margin per ply.
    capture_futility_factor = 136, 40..=400, step 15;
    /// History pruning: largest reduced depth.
    history_prune_depth = 5, 2..=10, step 1;
    /// History pruning: history score per ply below which a quiet move is dropped.
    history_prune_margin = -3156, -9000..=-500, step 300;
    /// Exchange pruning of quiet moves: loss allowed per squared reduced depth.
    see_quiet_margin = -14, -60..=-4, step 3;
    /// Exchange pruning of captures and checks: loss allowed per ply.
    see_capture_margin = -75, -200..=-20, step 8;
    /// Exchange pruning of captures: capture history per unit of loss allowed.
    see_capture_history = 34, 10..=120, step 8;

    /// Singular extension: smallest depth.
    singular_depth = 6, 4..=10, step 1;
    /// Singular extension: margin per ply, in sixty-fourths.
    singular_margin = 69, 16..=200, step 8;
    /// Singular extension: how far below the margin a double extension begins.
    singular_double = 15, 0..=80, step 4;
    /// Singular extension: how far below the margin a triple extension begins.
    singular_triple = 70, 20..=250, step 10;
    /// Double extensions allowed on one path.
    singular_path_limit = 11, 4..=30, step 2;

    /// Late move reductions: smallest depth.
    lmr_depth = 2, 2..=5, step 1;
    /// Late move reductions: constant part, in 1024ths of a ply.
    lmr_base = 580, -500..=2000, step 80;
    /// Late move reductions: factor of ln(depth) ln(number), in 1024ths of a ply.
    lmr_factor = 494, 200..=900, step 30;
    /// Late move reductions: less on nodes that are or were on the principal variation.
    lmr_tt_pv = 957, 0..=2500, step 100;
    /// Late move reductions: less on principal variation nodes.
    lmr_pv = 715, 0..=2500, step 100;
    /// Late move reductions: more on expected cut nodes.
    lmr_cut_node = 1502, 0..=3500, step 120;
    /// Late move reductions: more when not improving.
    lmr_not_improving = 683, 0..=2000, step 80;
    /// Late move reductions: more when the table move is a capture.
    lmr_tt_capture = 716, 0..=2000, step 80;
    /// Late move reductions: more when the next ply often cuts off.
    lmr_cutoffs = 818, 0..=2000, step 80;
    /// Late move reductions: less for a checking move.
    lmr_check = 902, 0..=2500, step 100;
    /// Late move reductions: less for captures.
    lmr_capture = 626, 0..=2000, step 80;
    /// Late move reductions: history score per 1024th of a ply, in eighths.
    lmr_history = 74, 16..=240, step 8;
    /// Late move reductions: complexity (size of the correction) per 1024th of a ply.
    lmr_correction = 11, 0..=60, step 3;
    /// Re-search deeper when the reduced search beats the best value by this.
    lmr_deeper = 41, 10..=150, step 6;
    /// Re-search shallower when it beats it by less than this.
    lmr_shallower = 8, 0..=40, step 2;

    /// Hindsight: after a reduction of so many plies a node that gets no worse is searched deeper.
    hindsight_reduction = 2, 1..=6, step 1;

    /// Hindsight: sum of both sides' evaluations above which a node is searched less deeply.
    hindsight_margin = 74, 0..=300, step 15;

    /// Quiescence: margin added to the stand-pat score before a capture is called futile.
    qs_futility = 101, 20..=400, step 15;
    /// Quiescence: exchange loss allowed.
    qs_see = -34, -200..=0, step 10;
    /// Quiescence: moves tried before only recaptures and checks remain.
    qs_moves = 3, 1..=8, step 1;

    /// History bonus per ply of depth.
    bonus_factor = 162, 50..=400, step 15;
    /// History bonus: constant part taken off.
    bonus_offset = 60, 0..=300, step 15;
    /// Largest history bonus.
    bonus_max = 1602, 600..=3500, step 100;
    /// History malus per ply of depth.
    malus_factor = 165, 50..=400, step 15;
    /// History malus: constant part taken off.
    malus_offset = 56, 0..=300, step 15;
    /// Largest history malus.
    malus_max = 1314, 500..=3500, step 100;

    /// Share of a bonus that goes to the quiet move after which nothing helped, in percent.
    refutation_share = 54, 0..=200, step 15;
    /// History: bonus per unit by which a quiet move raised the evaluation.
    surprise_factor = 19, 0..=80, step 4;
    /// Largest such bonus.
    surprise_max = 1005, 200..=3000, step 100;

    /// Move ordering: weight of the victim's value against capture history.
    capture_victim = 28, 4..=80, step 4;
    /// Move ordering: a capture is good when its exchange value is not below minus its score over this.
    capture_good_divisor = 48, 10..=200, step 8;
    /// Move ordering: bonus of a quiet check that loses nothing.
    order_check = 7578, 0..=20000, step 1000;
    /// Move ordering: bonus for the move of a piece that a lesser one attacks, per 64 units of its value.
    order_escape = 1306, 0..=4000, step 200;

    /// Correction: weight of the pawn structure, in 1024ths per unit of 16.
    correction_pawn = 644, 0..=2000, step 60;
    /// Correction: weight of knights and cannons.
    correction_minor = 535, 0..=2000, step 60;
    /// Correction: weight of each side's pieces.
    correction_nonpawn = 712, 0..=2000, step 60;
    /// Correction: weight of the last moves.
    correction_continuation = 566, 0..=2000, step 60;

    /// Time: share of the remaining time spent on a move, in 1/10000.
    time_share = 330, 100..=800, step 20;
    /// Time: share of the increment spent on a move, in percent.
    time_increment = 75, 30..=100, step 5;
    /// Time: hard bound as a multiple of the soft bound, in percent.
    time_hard = 450, 200..=900, step 40;
}

/// Why a parameter was not set.
#[cfg(feature = "tune")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TuneError {
    /// No parameter has this name.
    #[error("no search parameter is called `{0}`")]
    Unknown(String),
    /// The value lies outside the parameter's range.
    #[error("{name} must lie between {min} and {max}, not {value}")]
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// The value refused.
        value: i32,
        /// Smallest value.
        min: i32,
        /// Largest value.
        max: i32,
    },
}

/// Sets a parameter for every search of this process that starts later.
#[cfg(feature = "tune")]
pub fn set(name: &str, value: i32) -> Result<(), TuneError> {
    let tunable =
        ALL.iter().find(|tunable| tunable.name == name).ok_or_else(|| TuneError::Unknown(name.to_owned()))?;
    if value < tunable.min || value > tunable.max {
        return Err(TuneError::OutOfRange { name: tunable.name, value, min: tunable.min, max: tunable.max });
    }
    if let Some(cell) = live::find(name) {
        cell.store(value, std::sync::atomic::Ordering::Relaxed);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::ALL;

    #[test]
    fn names_are_unique() {
        let names: std::collections::HashSet<_> = ALL.iter().map(|tunable| tunable.name).collect();
        assert_eq!(names.len(), ALL.len());
    }
}
