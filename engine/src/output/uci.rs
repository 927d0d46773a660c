//! Lines of UCI, printed by `vampirc-uci` from its own types.

use chuhe_movegen::{Move, Square};
use chuhe_search::{Bound, Info, Score};
use vampirc_uci::{
    Duration, Serializable, UciInfoAttribute, UciMessage, UciMove, UciOptionConfig, UciSquare,
};

use super::{AUTHOR, Answer, ENGINE_NAME, Style, milliseconds};
use crate::coords::Ranks;
use crate::options::{EMPTY, Kind, Spec, TABLE};

pub fn handshake() -> Vec<String> {
    let id = |name: Option<&str>, author: Option<&str>| UciMessage::Id {
        name: name.map(str::to_owned),
        author: author.map(str::to_owned),
    };
    let options = TABLE.iter().filter(|spec| spec.is_uci()).map(|spec| UciMessage::Option(config(spec)));
    [id(Some(ENGINE_NAME), None), id(None, Some(AUTHOR))]
        .into_iter()
        .chain(options)
        .chain(tunables())
        .chain([UciMessage::UciOk])
        .map(|message| message.serialize())
        .collect()
}

/// The numbers of the search, in a build that can change them.
fn tunables() -> impl Iterator<Item = UciMessage> {
    let offered = if cfg!(feature = "tune") { chuhe_search::params::ALL } else { &[] };
    offered.iter().map(|tunable| {
        UciMessage::Option(UciOptionConfig::Spin {
            name: tunable.name.to_owned(),
            default: Some(tunable.default.into()),
            min: Some(tunable.min.into()),
            max: Some(tunable.max.into()),
        })
    })
}

fn config(spec: &Spec) -> UciOptionConfig {
    let name = spec.name.to_owned();
    match spec.kind {
        Kind::Check { default, .. } => UciOptionConfig::Check { name, default: Some(default) },
        Kind::Spin { default, min, max, .. } => {
            UciOptionConfig::Spin { name, default: Some(default), min: Some(min), max: Some(max) }
        }
        Kind::Combo { default, choices, .. } => UciOptionConfig::Combo {
            name,
            default: Some(default.to_owned()),
            var: choices.iter().map(|&choice| choice.to_owned()).collect(),
        },
        Kind::Text { .. } => UciOptionConfig::String { name, default: Some(EMPTY.to_owned()) },
        Kind::Button => UciOptionConfig::Button { name },
    }
}

pub fn info(info: &Info, style: &Style) -> String {
    let mut line = vec![
        UciInfoAttribute::Depth(info.depth),
        UciInfoAttribute::SelDepth(info.seldepth),
        UciInfoAttribute::MultiPv(u16::try_from(info.multipv).unwrap_or(u16::MAX)),
        score(info),
    ];
    if style.show_wdl {
        let [win, draw, loss] = info.wdl;
        line.push(UciInfoAttribute::Any("wdl".to_owned(), format!("{win} {draw} {loss}")));
    }
    line.extend([
        UciInfoAttribute::Nodes(info.nodes),
        UciInfoAttribute::Nps(info.nps),
        UciInfoAttribute::HashFull(info.hashfull),
        UciInfoAttribute::TbHits(0),
        UciInfoAttribute::Time(time(info)),
    ]);
    if !info.pv.is_empty() {
        let pv = info.pv.iter().map(|&mv| uci_move(mv, style.ranks)).collect();
        line.push(UciInfoAttribute::Pv(pv));
    }
    UciMessage::Info(line).serialize()
}

fn score(info: &Info) -> UciInfoAttribute {
    let (cp, mate) = match info.score {
        Score::Cp(cp) => (Some(cp), None),
        // The search looks no deeper than 240 plies, so a mate takes at most 120 moves.
        Score::Mate(moves) => (None, Some(moves.clamp(-127, 127) as i8)),
    };
    UciInfoAttribute::Score {
        cp,
        mate,
        lower_bound: (info.bound == Bound::Lower).then_some(true),
        upper_bound: (info.bound == Bound::Upper).then_some(true),
    }
}

fn time(info: &Info) -> Duration {
    Duration::milliseconds(i64::try_from(milliseconds(info.time)).unwrap_or(i64::MAX))
}

pub fn current_move(depth: u8, mv: Move, number: usize, ranks: Ranks) -> String {
    UciMessage::Info(vec![
        UciInfoAttribute::Depth(depth),
        UciInfoAttribute::CurrMove(uci_move(mv, ranks)),
        // The library's own attribute prints `currmovenum`, a word that UCI does not have.
        UciInfoAttribute::Any("currmovenumber".to_owned(), number.to_string()),
    ])
    .serialize()
}

pub fn message(text: String) -> String {
    UciMessage::info_string(text).serialize()
}

pub fn ready() -> String {
    UciMessage::ReadyOk.serialize()
}

pub fn best_move(answer: &Answer, ranks: Ranks) -> String {
    let Some(best) = answer.best else {
        // The one line that the library cannot build.
        return "bestmove (none)".to_owned();
    };
    UciMessage::BestMove {
        best_move: uci_move(best, ranks),
        ponder: answer.ponder.map(|mv| uci_move(mv, ranks)),
    }
    .serialize()
}

/// The library's squares are not bound to its own board: any letter and number will do.
fn uci_move(mv: Move, ranks: Ranks) -> UciMove {
    let square = |square: Square| UciSquare::from(char::from(b'a' + square.file()), ranks.number(square));
    UciMove::from_to(square(mv.from()), square(mv.to()))
}
