//! What is wrong with a user's position or move, in the user's language. The libraries' own messages are English.

use chuhe_movegen::notation::chinese::{Script, piece_name};
use chuhe_movegen::{Bitboard, Color, FenError, FenFault, NotationError, Piece, SetupFault, SetupWarning};

use crate::lang::Lang;

/// The error with everything it was caused by, as `{error:#}` writes it in English.
pub fn error(error: &anyhow::Error, lang: Lang) -> String {
    match lang {
        Lang::En => format!("{error:#}"),
        Lang::Zh => error.chain().map(chinese_cause).collect::<Vec<_>>().join("："),
    }
}

/// An oddity of a position that is played all the same.
pub fn warning(warning: &SetupWarning, lang: Lang) -> String {
    match (lang, warning) {
        (Lang::En, _) => warning.to_string(),
        (Lang::Zh, SetupWarning::StrayPawn { color, square }) => {
            format!("{square} 上的{}不可能走到那里", name(Piece::new(*color, chuhe_movegen::PieceKind::Pawn)))
        }
        (Lang::Zh, SetupWarning::DoubledHomePawns { color, file }) => {
            format!("{}在 {file} 线上有两个未过河的兵卒，至多一个", side(*color))
        }
        (Lang::Zh, SetupWarning::Surplus { piece, count, usual }) => {
            format!("{}有 {count} 个，一副棋只有 {usual} 个", name(*piece))
        }
    }
}

fn chinese_cause(cause: &(dyn std::error::Error + 'static)) -> String {
    if let Some(fen) = cause.downcast_ref::<FenError>() {
        let faults: Vec<String> = fen.faults.iter().map(fen_fault).collect();
        return format!("局面（FEN）有误：{}", faults.join("；"));
    }
    cause.downcast_ref::<NotationError>().map_or_else(|| cause.to_string(), notation_error)
}

fn fen_fault(fault: &FenFault) -> String {
    match fault {
        FenFault::Empty => "内容为空".to_owned(),
        FenFault::WesternChess => "这是国际象棋的局面（8 行 8 列），不是象棋".to_owned(),
        FenFault::Shogi => "这是日本将棋的局面（9 行 9 列），不是象棋".to_owned(),
        FenFault::RankCount(found) => format!("应有 10 行，实有 {found} 行"),
        FenFault::RankWidth { rank, text, files } => {
            format!("第 {rank} 行（'{text}'）应有 9 格，实有 {files} 格")
        }
        FenFault::UnknownLetter { letter, rank, file } => {
            format!("第 {rank} 行第 {file} 格的字母 '{letter}' 不认识")
        }
        FenFault::UnknownSide(text) => format!("走棋方 '{text}' 不认识（应为 w、r 或 b）"),
        FenFault::BadCounter { text, .. } => format!("计数 '{text}' 不对（应为 0 到 9999）"),
        FenFault::TrailingText(text) => format!("末尾多出 '{text}'"),
        FenFault::Setup(fault) => setup_fault(fault),
        FenFault::Move { number, reason } => format!("第 {number} 着：{}", notation_error(reason)),
    }
}

fn setup_fault(fault: &SetupFault) -> String {
    match fault {
        SetupFault::NoKing(color) => format!("{}没有将帅", side(*color)),
        SetupFault::SeveralKings { color, squares } => {
            format!("{}有 {} 个将帅：{}", side(*color), squares.len(), list(*squares))
        }
        SetupFault::Misplaced { piece, square } => format!("{}不能在 {square}", name(*piece)),
        SetupFault::UpsideDown => "棋盘上下颠倒：红方应在下（FEN 的最后几行）".to_owned(),
        SetupFault::TooManyPieces { color, count } => {
            format!("{}有 {count} 个棋子，至多 16 个", side(*color))
        }
        SetupFault::KingsFacing { red, black } => format!("将帅在 {red} 和 {black} 照面"),
        SetupFault::CheckedOutOfTurn { color, checkers } => {
            format!("{}不走棋却被 {} 将军", side(*color), list(*checkers))
        }
    }
}

fn notation_error(error: &NotationError) -> String {
    match error {
        NotationError::Unreadable { text, .. } => format!("'{text}' 不是着法"),
        NotationError::NoSuchPiece { text } => format!("'{text}'：走棋方没有这个棋子"),
        NotationError::NoSuchMove { text } => format!("'{text}'：这个棋子不能这样走"),
        NotationError::LeavesCheck { text } => format!("'{text}'：走后己方将帅被将军或照面"),
        NotationError::Ambiguous { text, candidates } => {
            let moves: Vec<String> = candidates.iter().map(ToString::to_string).collect();
            format!("'{text}' 有歧义：{}", moves.join(" 或 "))
        }
    }
}

fn side(color: Color) -> &'static str {
    match color {
        Color::Red => "红方",
        Color::Black => "黑方",
    }
}

fn name(piece: Piece) -> String {
    format!("{}{}", side(piece.color()), piece_name(piece, Script::Simplified))
}

fn list(squares: Bitboard) -> String {
    squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join("、")
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_movegen::Game;

    fn chinese(fen: &str) -> String {
        error(&Game::from_fen(fen).expect_err(fen).into(), Lang::Zh)
    }

    #[test]
    fn faults_in_chinese() {
        assert_eq!(
            chinese("3kk4/9/9/9/9/9/9/9/9/4K4 x"),
            "局面（FEN）有误：走棋方 'x' 不认识（应为 w、r 或 b）；黑方有 2 个将帅：d9、e9"
        );
        assert_eq!(
            chinese("startpos moves 炮二平五 炮二退三"),
            "局面（FEN）有误：第 2 着：'炮二退三'：这个棋子不能这样走"
        );
    }
}
