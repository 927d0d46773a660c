//! The table of options.

use std::path::PathBuf;
use std::time::Duration;

use chuhe_movegen::rules::RuleSet;
use chuhe_search::Skill;

use super::{Effect, Kind, Listed, Spec};
use crate::cli::{DEFAULT_HASH_MIB, MAX_HASH_MIB, MAX_THREADS, RULE_SETS};
use crate::settings::FULL_SKILL;

/// Time lost between engine and clock unless the user says otherwise, in milliseconds: what a GUI on the same machine needs.
const MOVE_OVERHEAD: i64 = 10;

/// Every option, in the order in which they are listed.
pub const TABLE: &[Spec] = &[
    Spec {
        kind: Kind::Spin { default: 1, min: 1, max: MAX_THREADS as i64, set: |s, n| s.threads = n as usize },
        ..spec("Threads", Listed::BothZeroIsAuto("threads"), "search threads")
    },
    Spec {
        kind: Kind::Spin {
            default: DEFAULT_HASH_MIB as i64,
            min: 1,
            max: MAX_HASH_MIB as i64,
            set: |s, n| s.hash_mib = n as usize,
        },
        ..spec("Hash", Listed::BothZeroIsAuto("hashsize"), "size of the transposition table in MiB")
    },
    Spec {
        effect: Effect::ClearHash,
        ..spec("Clear Hash", Listed::Both("clearhash"), "empties the transposition table")
    },
    Spec {
        kind: Kind::Check { default: false, set: |_, _| {} },
        ..spec("Ponder", Listed::Both("ponder"), "the GUI may let the engine think in the opponent's time")
    },
    Spec {
        kind: Kind::Spin { default: 1, min: 1, max: 256, set: |s, n| s.multipv = n as usize },
        ..spec("MultiPV", Listed::Both("multipv"), "number of best lines shown")
    },
    Spec {
        kind: Kind::Spin {
            default: MOVE_OVERHEAD,
            min: 0,
            max: 5000,
            set: |s, n| s.move_overhead = Duration::from_millis(n as u64),
        },
        ..spec(
            "Move Overhead",
            Listed::Both("moveoverhead"),
            "milliseconds kept back from every move for the way to the clock",
        )
    },
    Spec {
        kind: Kind::Spin { default: 0, min: 0, max: 10_000, set: |s, n| s.nodestime = n as u64 },
        ..spec(
            "nodestime",
            Listed::Uci,
            "nodes that count as a millisecond, for games that do not depend on the machine; 0 = real time",
        )
    },
    Spec {
        kind: Kind::Check { default: false, set: |s, on| s.show_wdl = on },
        ..spec("UCI_ShowWDL", Listed::Uci, "print the chances of win, draw and loss in permille")
    },
    Spec {
        kind: Kind::Check { default: false, set: |s, on| s.analyse = on },
        ..spec("UCI_AnalyseMode", Listed::Uci, "analysis, not a game: no book, no draw score, no early end")
    },
    Spec {
        kind: Kind::Check { default: false, set: |s, on| s.limit_strength = on },
        ..spec("UCI_LimitStrength", Listed::Uci, "play at UCI_Elo")
    },
    Spec {
        kind: Kind::Spin {
            default: Skill::MAX_ELO as i64,
            min: Skill::MIN_ELO as i64,
            max: Skill::MAX_ELO as i64,
            set: |s, n| s.elo = n as u16,
        },
        ..spec(
            "UCI_Elo",
            Listed::Uci,
            "the strength to play at when it is limited; an orientation, not a calibrated rating",
        )
    },
    Spec {
        kind: Kind::Spin {
            default: FULL_SKILL as i64,
            min: 0,
            max: FULL_SKILL as i64,
            set: |s, n| s.skill_level = n as u8,
        },
        ..spec("Skill Level", Listed::Both("skilllevel"), "20 plays at full strength, 0 is the weakest")
    },
    Spec {
        kind: Kind::Combo { default: "xiangqi", choices: &["xiangqi"], set: |s, _| s.variant_set = true },
        ..spec(
            "UCI_Variant",
            Listed::Uci,
            "setting it switches to ranks 1 to 10, as GUIs made for Fairy-Stockfish expect",
        )
    },
    Spec {
        kind: Kind::Text { set: |s, text| s.eval_file = path(text) },
        effect: Effect::Evaluation,
        ..spec("EvalFile", Listed::Both("evalfile"), "network file; empty = the one built in")
    },
    Spec {
        kind: Kind::Check { default: false, set: |s, on| s.own_book = on },
        ..spec("OwnBook", Listed::Both("usebook"), "play from BookFile")
    },
    Spec {
        kind: Kind::Text { set: |s, text| s.book_file = text.split(';').find_map(path) },
        effect: Effect::Book,
        ..spec("BookFile", Listed::Both("bookfiles"), "opening book")
    },
    Spec {
        aliases: &["Repetition Rule"],
        kind: Kind::Combo {
            default: RuleSet::Asian.name(),
            choices: &RULE_SETS,
            set: |s, name| s.rules = name.parse().unwrap_or(s.rules),
        },
        ..spec("Rules", Listed::Both("rules"), "rules of repetition")
    },
    Spec {
        kind: Kind::Spin {
            default: -1,
            min: -1,
            max: 1000,
            set: |s, n| s.natural_rounds = u16::try_from(n).ok(),
        },
        ..spec(
            "Natural Move Limit",
            Listed::Both("naturalmovelimit"),
            "rounds without a capture that draw; -1 = what the rules say, 0 = never",
        )
    },
    Spec {
        kind: Kind::Spin { default: 0, min: -1000, max: 1000, set: |s, n| s.draw_score = n as i32 },
        ..spec(
            "Draw Score",
            Listed::Both("drawscore"),
            "what a draw is worth to the engine, in centipawns; below 0 it avoids draws",
        )
    },
    Spec {
        aliases: &["Debug Log File"],
        kind: Kind::Text { set: |s, text| s.log_file = path(text) },
        effect: Effect::Log,
        ..spec("Log File", Listed::Both("logfile"), "appends all that is read and written to this file")
    },
    Spec {
        kind: Kind::Check { default: false, set: |s, on| s.milliseconds = on },
        ..spec("usemillisec", Listed::Ucci, "times are in milliseconds, not seconds")
    },
    Spec {
        kind: Kind::Check { default: false, set: |s, on| s.batch = on },
        ..spec("batch", Listed::Ucci, "read no further command while thinking")
    },
    Spec {
        kind: Kind::Combo {
            default: "large",
            choices: &DEGREES,
            set: |s, word| s.knowledge = knowledge(word),
        },
        ..spec("knowledge", Listed::Ucci, "how much the engine knows: `large` is Skill Level 20, `none` is 0")
    },
    Spec {
        aliases: &["selectivity"],
        kind: Kind::Combo {
            default: "none",
            choices: &RANDOMNESS,
            set: |s, word| s.randomness = randomness(word),
        },
        ..spec(
            "randomness",
            Listed::Ucci,
            "how often a move that is not the best is played: `none` is Skill Level 20, `huge` is 10",
        )
    },
    Spec {
        kind: Kind::Combo {
            default: "normal",
            choices: &["solid", "normal", "risky"],
            set: |s, word| s.draw_score = style(word),
        },
        ..spec("style", Listed::Ucci, "sets drawscore: `solid` 20, `normal` 0, `risky` -20")
    },
    Spec { effect: Effect::NewGame, ..spec("newgame", Listed::Ucci, "forgets the game before") },
    ignored("debug"),
    ignored("idle"),
    ignored("pruning"),
    ignored("promotion"),
    ignored("usehash"),
    ignored("useegtb"),
    ignored("egtbpaths"),
    ignored("evalapi"),
];

/// A button without effect, for the fields to be filled in.
const fn spec(name: &'static str, listed: Listed, help: &'static str) -> Spec {
    Spec { name, aliases: &[], listed, kind: Kind::Button, effect: Effect::None, help }
}

/// An option of UCCI that GUIs send without asking whether it is there. Any value is taken.
const fn ignored(name: &'static str) -> Spec {
    Spec { kind: Kind::Text { set: |_, _| {} }, ..spec(name, Listed::Hidden, "accepted, without effect") }
}

/// UCCI's degrees.
const DEGREES: [&str; 4] = ["none", "small", "medium", "large"];
/// The degrees of `randomness`, which the protocol's reference engine extends at both ends.
const RANDOMNESS: [&str; 6] = ["none", "tiny", "small", "medium", "large", "huge"];

/// Skill levels lost with each degree of missing knowledge: from 20 down to 0, nearly.
const SKILL_PER_DEGREE: u8 = FULL_SKILL / (DEGREES.len() as u8 - 1);
/// Skill levels lost with each degree of randomness.
const SKILL_PER_RANDOMNESS: u8 = 2;
/// What `style` makes of a draw, in centipawns.
const STYLE_DRAW_SCORE: i32 = 20;

fn knowledge(word: &str) -> u8 {
    match DEGREES.iter().position(|&degree| degree == word) {
        Some(0) => 0,
        Some(degree) => FULL_SKILL - SKILL_PER_DEGREE * (DEGREES.len() - 1 - degree) as u8,
        None => FULL_SKILL,
    }
}

fn randomness(word: &str) -> u8 {
    let degree = RANDOMNESS.iter().position(|&degree| degree == word).unwrap_or(0);
    FULL_SKILL - SKILL_PER_RANDOMNESS * degree as u8
}

fn style(word: &str) -> i32 {
    match word {
        "solid" => STYLE_DRAW_SCORE,
        "risky" => -STYLE_DRAW_SCORE,
        _ => 0,
    }
}

fn path(text: &str) -> Option<PathBuf> {
    let text = text.trim();
    (!text.is_empty()).then(|| PathBuf::from(text))
}

/// The words that other engines use for a choice of ours.
pub fn other_word(text: &str) -> &str {
    match text.to_ascii_lowercase().as_str() {
        "asianrule" => RuleSet::Asian.name(),
        "chineserule" => RuleSet::Cxa2020.name(),
        "skyrule" => RuleSet::Sky.name(),
        _ => text,
    }
}
