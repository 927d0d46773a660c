//! Moves as GUIs write them: ranks counted from 0 (Xiangqi's way) or from 1 (Fairy-Stockfish's).

use chuhe_movegen::{Move, Square};

/// How the ranks are numbered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ranks {
    /// 0 to 9: `h2e2`.
    #[default]
    FromZero,
    /// 1 to 10: `h3e3`, `a10a9`.
    FromOne,
}

impl Ranks {
    /// Reads a move; upper case and a dash between the squares are welcome.
    pub fn parse(self, text: &str) -> Option<Move> {
        let (from, rest) = self.parse_square(text)?;
        let (to, rest) = self.parse_square(rest.strip_prefix('-').unwrap_or(rest))?;
        (rest.is_empty() && from != to).then(|| Move::new(from, to))
    }

    /// Writes a move.
    pub fn format(self, mv: Move) -> String {
        let square = |square: Square| format!("{}{}", char::from(b'a' + square.file()), self.number(square));
        square(mv.from()) + &square(mv.to())
    }

    /// The number of the square's rank.
    pub fn number(self, square: Square) -> u8 {
        match self {
            Self::FromZero => square.rank(),
            Self::FromOne => square.rank() + 1,
        }
    }

    fn parse_square(self, text: &str) -> Option<(Square, &str)> {
        let file = text.chars().next()?.to_ascii_lowercase();
        let file = i8::try_from(u32::from(file).checked_sub(u32::from('a'))?).ok()?;
        let digits = match self {
            Self::FromOne if text.get(1..3) == Some("10") => 2,
            _ => 1,
        };
        let number: i8 = text.get(1..1 + digits)?.parse().ok()?;
        let rank = match self {
            Self::FromZero => number,
            Self::FromOne => number - 1,
        };
        Some((Square::try_new(file, rank)?, text.get(1 + digits..)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_survives_the_round_trip() {
        for ranks in [Ranks::FromZero, Ranks::FromOne] {
            for from in Square::ALL {
                for to in Square::ALL.into_iter().filter(|&to| to != from) {
                    let mv = Move::new(from, to);
                    let text = ranks.format(mv);
                    assert_eq!(ranks.parse(&text), Some(mv), "{text}");
                    assert_eq!(ranks.parse(&text.to_uppercase()), Some(mv), "{text}");
                }
            }
        }
    }

    #[test]
    fn the_two_numberings() {
        let mv = Ranks::FromZero.parse("H2-E2").expect("a move");
        assert_eq!(Ranks::FromZero.format(mv), "h2e2");
        assert_eq!(Ranks::FromOne.format(mv), "h3e3");
        let mv = Ranks::FromOne.parse("a10a9").expect("a move");
        assert_eq!(Ranks::FromZero.format(mv), "a9a8");
        assert_eq!(Ranks::FromOne.parse("a1a10").map(|mv| mv.to()), Some(Square::A9));
    }

    #[test]
    fn nonsense_is_no_move() {
        for text in [
            "", "h", "h2", "h2e", "h2h2", "j0a0", "h2e2q", "車二", "h2--e2", "0000", "h-1e2", "h+1e2", "é2e2",
        ] {
            assert_eq!(Ranks::FromZero.parse(text), None, "{text}");
        }
        for text in ["a0a1", "a11a1", "i10i11"] {
            assert_eq!(Ranks::FromOne.parse(text), None, "{text}");
        }
    }
}
