//! `cxa2020`: the Chinese association's rules of 2020, known through their 81 figures and fragments of the text (arts. 24 to
//! 26). The weight law of 26.9 is inferred from the figures.

use crate::rules::{Articles, ChaseLaw, CheckCount, GainLaw, NaturalLimit, OpenRun, Rules, Weights};

pub(crate) const RULES: Rules = Rules {
    occurrences: 4, // 24: three loops
    chase: ChaseLaw::Gain(GainLaw {
        under_rooted: true,            // 24.17: joint attacks and too few roots
        pawns_in_mutual_attack: false, // figure 14: a pawn stays idle
    }),
    kill: true,                                        // 24: 长杀
    many_victims: true,                                // 24: one victim or several
    mixtures: true,                                    // 25.3
    answers_excused: false,                            // 25.3
    warns: true,                                       // 25.3: must vary or loses
    open_run: Some(OpenRun { attacks: 9, points: 3 }), // reference figure 8
    weights: Weights { check: 3, heavy: 2, light: 1 }, // 25.1, 26.9
    natural: NaturalLimit { rounds: 60, checks: CheckCount::TenASide },
    articles: Articles {
        check: "25.1",
        kill: "25.3",
        chase: "25.3, 26.9",
        attack: "25.3, 26.9",
        mutual_check: "25.2, 26.9",
        mutual_attack: "26.9",
        repetition: "25.2",
        natural: "natural move limit",
        material: "theoretical draw",
        mate: "3, 4",
        illegal: "4",
    },
};
