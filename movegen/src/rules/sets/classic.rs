//! `classic`: the older Chinese text (中国象棋规则, sections 二 and 三).

use crate::rules::{Articles, ChaseLaw, CheckCount, GainLaw, NaturalLimit, Rules, Weights};

pub(crate) const RULES: Rules = Rules {
    occurrences: 4, // 三.2(三): the cycle has come back three times
    chase: ChaseLaw::Gain(GainLaw {
        under_rooted: true,            // not said; read as the 1999 text, its successor
        pawns_in_mutual_attack: false, // 二.2(三): a pawn may attack on every move
    }),
    kill: true,             // 二.1(一): 长杀
    many_victims: true,     // not said; 二.1(一) forbids every kind of 长打
    mixtures: true,         // 二.1(一): 等“长打”
    answers_excused: false, // 二.1(三): 二打一还打, the side with two attacks varies
    warns: true,            // 二.1(一): 必须变着,不变判负
    open_run: None,
    weights: Weights {
        check: 2, // 二.1(二): never, except check against check
        heavy: 1, // 二.1(一)
        light: 1, // 二.1(一)
    },
    natural: NaturalLimit { rounds: 60, checks: CheckCount::All }, // 三.2(四)
    articles: Articles {
        check: "二.1(二)",
        kill: "二.1(一)",
        chase: "二.1(一)",
        attack: "二.1(一)(三)",
        mutual_check: "二.1(二)",
        mutual_attack: "三.2(三)",
        repetition: "二.2, 三.2(三)",
        natural: "三.2(四)",
        material: "三.2(一)",
        mate: "三.1(一)(三)",
        illegal: "三.1, 一",
    },
};
