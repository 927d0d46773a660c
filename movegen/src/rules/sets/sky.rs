//! `sky`: 天天象棋, a large playing site. Runs are counted, not compared (see the module `counters`); any other repetition
//! draws at the fifth occurrence.

use crate::rules::{Articles, ChaseLaw, CheckCount, NaturalLimit, Rules, Weights};

pub(crate) const RULES: Rules = Rules {
    occurrences: 5,
    chase: ChaseLaw::Recapture,
    kill: false,
    many_victims: true, // a run of chases may change its victim
    mixtures: true,     // checks and chases in turn have a counter of their own
    answers_excused: false,
    warns: false, // the site makes the player vary before the counter is full
    open_run: None,
    weights: Weights { check: 2, heavy: 1, light: 0 }, // in the order of the counters' length
    natural: NaturalLimit { rounds: 60, checks: CheckCount::TwentyTogether },
    articles: Articles {
        check: "sky: 6, 12 or 18 checks",
        kill: "",
        chase: "sky: 6 rounds of chasing",
        attack: "sky: 12 or 18 checks and chases",
        mutual_check: "sky: fifth occurrence",
        mutual_attack: "sky: fifth occurrence",
        repetition: "sky: fifth occurrence",
        natural: "sky: 60 rounds, checks beyond 20 discounted",
        material: "sky: insufficient material",
        mate: "sky: checkmate and stalemate",
        illegal: "sky: illegal move",
    },
};
