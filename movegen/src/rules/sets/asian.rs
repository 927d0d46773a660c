//! `asian`: the Asian federation's rules (AXF), in substance those of the world federation (WXF) too.
//! Article numbers are those of the common English edition.

use crate::rules::{Articles, ChaseLaw, CheckCount, NaturalLimit, Rules, Weights};

pub(crate) const RULES: Rules = Rules {
    occurrences: 3,             // the third time, as engines and sites apply it
    chase: ChaseLaw::Recapture, // 15 to 19, 25
    kill: false,                // 9, 10: a perpetual mate threat draws
    many_victims: false,        // 32: one piece chasing two, or two chasing two, draws
    mixtures: false,            // 12, 13: checks mixed with chases draw
    answers_excused: false,     // 36: what else a move does is no excuse
    warns: false,               // the verdict is the final one: the players are programs
    open_run: None,
    weights: Weights { check: 2, heavy: 1, light: 0 }, // 6 over 15 to 19; roots are counted by one recapture only
    natural: NaturalLimit { rounds: 60, checks: CheckCount::TenASide }, // the text says 50; engines and sites take 60
    articles: Articles {
        check: "AXF 6",
        kill: "AXF 9",
        chase: "AXF 15-19",
        attack: "AXF 12",
        mutual_check: "AXF 7",
        mutual_attack: "AXF 33",
        repetition: "AXF 13, 32, 40",
        natural: "AXF, natural move limit",
        material: "AXF, draws",
        mate: "AXF, checkmate and stalemate",
        illegal: "AXF, basic rules",
    },
};
