//! One module a format.

mod cbf;
mod cbl;
mod cbr;
mod che;
mod dhtmlxq;
mod fen;
mod flat;
mod jsonl;
mod movetext;
mod mxq;
mod old_cbl;
mod pfc;
mod pgn;
mod text;
mod wxf;
mod xgf;
mod xml;
mod xqf;

use chuhe_movegen::notation::Notation;

use crate::{Broken, Fault, Format, GameRecord, RecordError, Session};

/// What each reader yields.
type Games = Result<Vec<GameRecord>, Fault>;

pub(crate) fn read(
    bytes: &[u8],
    format: Format,
    session: &mut Session,
) -> Result<Vec<GameRecord>, RecordError> {
    let games = match format {
        Format::Pgn => pgn::read(bytes, session),
        Format::Jsonl => jsonl::read(bytes, session),
        Format::Xqf => xqf::read(bytes, session),
        Format::Cbr => cbr::read(bytes, session),
        Format::Cbl => cbl::read(bytes, session),
        Format::Cbf => cbf::read(bytes, session),
        Format::Dhtmlxq => dhtmlxq::read(bytes, session),
        Format::Text => text::read(bytes, session),
        Format::Wxf => wxf::read(bytes, session),
        Format::Pfc => pfc::read(bytes, session),
        Format::Fen => fen::read(bytes, session),
        Format::Che => che::read(bytes, session),
        Format::Mxq => mxq::read(bytes, session),
        Format::Xgf => xgf::read(bytes, session),
        Format::Chn | Format::Ccm | Format::Xqi => {
            let reason = "files of this format are not read; save the game as PGN or XQF".to_string();
            return Err(RecordError::Unsupported { format, reason });
        }
    };
    let games = games.and_then(|games| match games.is_empty() {
        true => Err(Broken::new("there is no game in it").into()),
        false => Ok(games),
    });
    games.map_err(|fault| match fault {
        Fault::Broken(fault) => RecordError::Broken { format, fault },
        Fault::Position(fault) => RecordError::Position { game: session.game, fault },
        Fault::Move(bad) => RecordError::Move(bad),
    })
}

pub(crate) fn write(
    games: &[GameRecord],
    format: Format,
    notation: Notation,
) -> Result<Vec<u8>, RecordError> {
    if games.len() > 1 && !format.holds_several() {
        let reason = format!("a file holds one game, and these are {}", games.len());
        return Err(RecordError::Unsupported { format, reason });
    }
    let inexpressible = |(game, reason)| RecordError::Inexpressible { game, format, reason };
    match format {
        Format::Pgn => Ok(pgn::write(games, notation).into_bytes()),
        Format::Jsonl => Ok(jsonl::write(games).into_bytes()),
        Format::Dhtmlxq => Ok(dhtmlxq::write(games).into_bytes()),
        Format::Wxf => Ok(wxf::write(games).into_bytes()),
        Format::Xqf => match games {
            [game] => xqf::write(game).map_err(|reason| inexpressible((1, reason))),
            _ => Err(RecordError::Unsupported { format, reason: "there is no game to write".to_string() }),
        },
        _ => {
            let reason = "this format is read only; written are .pgn .jsonl .xqf .ubb .wxf".to_string();
            Err(RecordError::Unsupported { format, reason })
        }
    }
}
