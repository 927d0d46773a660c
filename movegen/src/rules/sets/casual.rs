//! `casual`: the primer for casual play (怎样下象棋, chapter 五, sections ⑤ to ⑧).

use crate::rules::{Articles, ChaseLaw, CheckCount, GainLaw, NaturalLimit, Rules, Weights};

pub(crate) const RULES: Rules = Rules {
    occurrences: 4, // ⑧: the cycle has come back three times
    chase: ChaseLaw::Gain(GainLaw {
        under_rooted: true,            // ⑥: 长捉, no word on roots; read as the competition texts
        pawns_in_mutual_attack: false, // ⑦: a pawn may attack on every move
    }),
    kill: true,            // ⑥: 长要杀
    many_victims: true,    // ⑥: 长捉, 长抽吃: continuous direct threats
    mixtures: true,        // ⑥: 等连续直接威胁对方的着法
    answers_excused: true, // ⑦: 两打一还打, where one attack answers an attack
    warns: true,           // ⑧: 应变而不变
    open_run: None,
    weights: Weights {
        check: 2, // ⑥ names it first; every other text puts it above the rest
        heavy: 1, // ⑥
        light: 1, // ⑥
    },
    natural: NaturalLimit { rounds: 40, checks: CheckCount::All }, // ⑤: 40 rounds
    articles: Articles {
        check: "五⑥",
        kill: "五⑥",
        chase: "五⑥",
        attack: "五⑥",
        mutual_check: "五⑧",
        mutual_attack: "五⑧",
        repetition: "五⑦⑧",
        natural: "五⑤",
        material: "五⑧",
        mate: "五⑧",
        illegal: "二③",
    },
};
