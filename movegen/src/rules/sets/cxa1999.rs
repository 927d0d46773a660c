//! `cxa1999`: the Chinese association's rules of 1999 (象棋竞赛规则, arts. 4, 23 to 29).

use crate::rules::{Articles, ChaseLaw, CheckCount, GainLaw, NaturalLimit, Rules, Weights};

pub(crate) const RULES: Rules = Rules {
    occurrences: 4, // 24: the cycle has come back three times
    chase: ChaseLaw::Gain(GainLaw {
        under_rooted: true,           // 28.16: too few roots count as none
        pawns_in_mutual_attack: true, // 27.2
    }),
    kill: true,             // 25.2: 长杀
    many_victims: true,     // 28.12: 一子或数子
    mixtures: true,         // 25.2: 一将一杀, 一将一捉, 一杀一捉
    answers_excused: false, // 28.15: an idle move in between is the only excuse
    warns: true,            // 24.3
    open_run: None,
    weights: Weights {
        check: 2, // 24.1, 26.1: never allowed to one side
        heavy: 1, // 25.2, 26.4
        light: 1, // 26.3: all forbidden runs are equal
    },
    natural: NaturalLimit { rounds: 60, checks: CheckCount::TenASide }, // 4.2.4, 23.3
    articles: Articles {
        check: "24.1, 26.1",
        kill: "24.3, 26.4, 28.11",
        chase: "24.3, 26.4, 28.12",
        attack: "24.3, 26.4, 25.2",
        mutual_check: "24.2, 26.3",
        mutual_attack: "24.2, 26.3",
        repetition: "24.2, 26.2",
        natural: "4.2.4, 23.3",
        material: "4.2.1",
        mate: "4.1.1, 4.1.3",
        illegal: "4.1.6",
    },
};
