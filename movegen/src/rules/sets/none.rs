//! `none`: every repetition draws; nobody is blamed for it.

use crate::rules::{Articles, ChaseLaw, CheckCount, NaturalLimit, Rules, Weights};

pub(crate) const RULES: Rules = Rules {
    occurrences: 3,
    chase: ChaseLaw::Nothing,
    kill: false,
    many_victims: false,
    mixtures: false,
    answers_excused: false,
    warns: false,
    open_run: None,
    weights: Weights { check: 0, heavy: 0, light: 0 },
    natural: NaturalLimit { rounds: 60, checks: CheckCount::TenASide },
    articles: Articles {
        check: "",
        kill: "",
        chase: "",
        attack: "",
        mutual_check: "repetition",
        mutual_attack: "repetition",
        repetition: "repetition",
        natural: "natural move limit",
        material: "insufficient material",
        mate: "checkmate and stalemate",
        illegal: "basic rules",
    },
};
