//! `league`: the rules of the UCCI computer league (2005, 2007), which every program could compute from the moved piece.

use crate::rules::{Articles, ChaseLaw, CheckCount, NaturalLimit, Rules, Weights};

pub(crate) const RULES: Rules = Rules {
    occurrences: 4,              // fires when a position stands for the fourth time
    chase: ChaseLaw::MovedPiece, // by the moved piece only; equals, advisors and bishops never
    kill: false,                 // not judged
    many_victims: false,         // the same piece on every move
    mixtures: false,             // anything else draws
    answers_excused: false,
    warns: false,
    open_run: None,
    weights: Weights { check: 2, heavy: 1, light: 0 }, // check first, then chase
    natural: NaturalLimit { rounds: 50, checks: CheckCount::All },
    articles: Articles {
        check: "UCCI league: perpetual check",
        kill: "",
        chase: "UCCI league: perpetual chase",
        attack: "",
        mutual_check: "UCCI league: repetition",
        mutual_attack: "UCCI league: repetition",
        repetition: "UCCI league: repetition",
        natural: "UCCI league: 50 rounds",
        material: "UCCI league: no attackers left",
        mate: "UCCI league: checkmate and stalemate",
        illegal: "UCCI league: illegal move",
    },
};
