//! Lines of UCCI.

use chuhe_search::{Bound, Info, Score};

use super::{AUTHOR, Answer, ENGINE_NAME, GameOffer, HashReport, milliseconds};
use crate::options::{EMPTY, Kind, Spec, TABLE};
use crate::protocol::Protocol;

pub fn handshake() -> Vec<String> {
    let id = [
        format!("id name {ENGINE_NAME}"),
        "id copyright MIT licence".to_owned(),
        format!("id author {AUTHOR}"),
    ];
    let options = TABLE.iter().filter_map(|spec| Some(option(spec, spec.ucci_name()?)));
    id.into_iter().chain(options).chain(["ucciok".to_owned()]).collect()
}

/// An option line. Ranges and choices come before the default, where readers made for the reference engine look. The
/// default choice is named first, since `uci2wb` takes the first for the default.
fn option(spec: &Spec, name: &str) -> String {
    match spec.kind {
        Kind::Check { default, .. } => format!("option {name} type check default {default}"),
        Kind::Spin { default, min, max, .. } => {
            let min = if spec.zero_is_auto(Protocol::Ucci) { 0 } else { min };
            format!("option {name} type spin min {min} max {max} default {default}")
        }
        Kind::Combo { default, choices, .. } => {
            let others = choices.iter().copied().filter(|&choice| choice != default);
            let choices: String =
                [default].into_iter().chain(others).map(|choice| format!(" var {choice}")).collect();
            format!("option {name} type combo{choices} default {default}")
        }
        Kind::Text { .. } => format!("option {name} type string default {EMPTY}"),
        Kind::Button => format!("option {name} type button"),
    }
}

/// A line of analysis: UCCI's own fields are `depth`, `score` and `pv`; GUIs that read both protocols
/// look for the others too.
pub fn info(info: &Info) -> String {
    let score = match info.score {
        Score::Cp(cp) => cp.to_string(),
        Score::Mate(moves) => format!("mate {moves}"),
    };
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {score}{bound} nodes {} nps {} hashfull {} tbhits 0 time {}",
        info.depth,
        info.seldepth,
        info.multipv,
        info.nodes,
        info.nps,
        info.hashfull,
        milliseconds(info.time),
    );
    if !info.pv.is_empty() {
        line += " pv";
        info.pv.iter().for_each(|mv| line += &format!(" {mv}"));
    }
    line
}

pub fn best_move(answer: &Answer) -> String {
    let Some(best) = answer.best else {
        return "nobestmove".to_owned();
    };
    let ponder = answer.ponder.map(|mv| format!(" ponder {mv}")).unwrap_or_default();
    let verdict = match answer.verdict {
        Some(GameOffer::Draw) => " draw",
        Some(GameOffer::Resign) => " resign",
        None => "",
    };
    format!("bestmove {best}{ponder}{verdict}")
}

pub fn hash_report(report: &HashReport) -> String {
    let mut line = String::from("pophash");
    if let Some(best) = report.best {
        line += &format!(" bestmove {best}");
    }
    for (word, bound) in [("lowerbound", report.lower), ("upperbound", report.upper)] {
        if let Some((score, depth)) = bound {
            line += &format!(" {word} {score} depth {depth}");
        }
    }
    line
}
