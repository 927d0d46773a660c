//! The characters on a board as pen strokes, so that pictures need no font.
//!
//! Each glyph is SVG path data in a box of 100 by 100, to be stroked with round ends, never filled.

/// Side of the box that glyphs are drawn in.
pub(super) const BOX: f32 = 100.0;

/// The strokes of a character; `None` for one that no board shows.
#[rustfmt::skip]
pub(super) fn strokes(character: char) -> Option<&'static str> {
    Some(match character {
        // Pieces
        '帅' => "M14 30V60 M31 8V48Q31 76 10 92 M48 76V30H90V66Q90 76 79 72 M69 8V96",
        '将' => "M11 24 20 38 M8 70 30 56 M33 6V95 M62 5Q54 20 42 29 M56 17H88Q80 38 46 48 M60 27 69 35 \
                 M41 60H95 M77 48V86Q77 96 63 90 M53 70 61 80",
        '仕' => "M36 6Q28 32 8 52 M25 36V95 M42 38H95 M68 8V87 M47 87H90",
        '士' => "M8 40H92 M50 8V88 M20 88H80",
        '相' => "M6 32H47 M27 6V95 M26 34Q20 56 6 70 M29 44 45 60 M57 13V93 M57 13H92V93 M57 39H92 M57 63H92 M57 88H92",
        '象' => "M42 4Q34 18 18 26 M38 13H66Q62 21 54 27 M22 28V48H78V28ZM50 28Q49 40 45 48 M45 48Q34 60 10 66 \
                 M33 58Q62 66 58 90Q56 98 44 92 M47 68Q34 78 12 83 M53 80Q38 91 16 96 M82 54Q74 62 60 66 M58 64Q70 84 93 92",
        '马' => "M24 11H71L66 47 M36 26 31 48H84Q84 80 77 91Q73 96 61 91 M8 70H65",
        '车' => "M20 18H82 M47 4 26 46H84 M6 68H94 M55 31V96",
        '炮' => "M10 34 14 54 M45 30 37 50 M27 8Q30 60 6 93 M28 56 45 86 M60 6Q54 24 42 38 M57 23H91Q91 56 86 66Q82 72 73 68 \
                 M55 40H75V58H55 M55 40V83Q55 92 64 92H86Q94 92 94 79",
        '兵' => "M68 6Q52 15 28 18 M28 18V62 M28 39H80 M57 39V62 M6 62H94 M37 72Q29 84 11 95 M62 72 88 94",
        '卒' => "M50 4V17 M12 19H88 M34 24Q30 38 14 49 M31 35 44 47 M68 24Q64 38 50 49 M66 35 84 49 M8 65H92 M50 52V97",
        // River
        '楚' => "M6 17H44 M25 4V46 M24 20 7 40 M27 24 43 36 M54 17H95 M74 4V46 M73 20 56 40 M76 22 95 42 \
                 M16 52H84L77 62 M50 53V92 M50 71H78 M30 62Q26 82 8 95 M24 78Q40 95 94 95",
        '河' => "M14 11 27 22 M7 36 20 46 M8 90 27 60 M34 14H96 M82 14V86Q82 96 67 90 M43 35V68 M43 35H66V68 M43 65H66",
        '汉' => "M14 11 27 22 M7 36 20 46 M8 90 27 60 M38 17H86Q76 62 34 93 M46 34Q62 68 95 93",
        '界' => "M24 6V48 M24 6H76V48 M24 27H76 M24 46H76 M50 6V46 M50 48Q38 62 8 71 M50 50Q66 64 93 71 M36 66V74Q34 88 20 96 M64 66V96",
        // Red's files
        '一' => "M8 50H92",
        '二' => "M22 24H78 M8 80H92",
        '三' => "M14 16H86 M22 49H78 M8 84H92",
        '四' => "M12 18V88 M12 18H88V88 M12 82H88 M38 18Q38 48 24 60 M60 18V50Q60 58 76 58",
        '五' => "M12 13H88 M47 13 35 88 M18 48H75L71 88 M6 88H94",
        '六' => "M48 4 55 20 M8 33H92 M36 50Q30 72 9 93 M62 50 91 91",
        '七' => "M8 50 92 37 M44 8V76Q44 90 58 90H81Q90 90 90 74",
        '八' => "M36 20Q34 66 8 92 M56 14Q62 70 93 92",
        '九' => "M41 8Q44 64 10 94 M10 34H70L67 78Q67 90 79 90Q92 90 92 76",
        // Digits and letters
        '0' => "M50 10C20 10 20 90 50 90C80 90 80 10 50 10Z",
        '1' => "M34 26 52 10V90",
        '2' => "M26 32C26 4 76 4 74 34C72 54 30 70 26 90H76",
        '3' => "M28 18C44 4 74 8 72 30C72 46 52 48 46 48C60 48 76 54 76 70C76 92 40 96 26 80",
        '4' => "M62 90V10L22 66H80",
        '5' => "M72 10H34L30 46C44 36 76 40 76 66C76 92 40 96 26 80",
        '6' => "M68 12C40 16 26 44 26 66C26 98 76 98 76 66C76 38 36 38 27 62",
        '7' => "M24 10H76L44 90",
        '8' => "M50 48C24 44 26 10 50 10C74 10 76 44 50 48C18 52 20 90 50 90C80 90 82 52 50 48",
        '9' => "M32 88C60 84 74 56 74 34C74 2 24 2 24 34C24 62 64 62 73 38",
        'a' => "M70 40V90 M70 64C70 36 26 36 26 64C26 96 70 96 70 64",
        'b' => "M30 8V90 M30 64C30 36 74 36 74 64C74 96 30 96 30 64",
        'c' => "M70 48C50 32 26 44 26 65C26 90 54 96 72 80",
        'd' => "M70 8V90 M70 64C70 36 26 36 26 64C26 96 70 96 70 64",
        'e' => "M28 62H72C72 32 26 32 26 65C26 94 56 96 72 80",
        'f' => "M70 12C52 4 46 14 46 30V90 M28 42H66",
        'g' => "M70 40V86C70 108 34 106 28 94 M70 62C70 36 26 36 26 62C26 92 70 92 70 62",
        'h' => "M30 8V90 M30 60C34 36 70 34 70 60V90",
        'i' => "M50 40V90 M50 17V19",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_movegen::Piece;
    use chuhe_movegen::notation::chinese::{Script, piece_name};

    #[test]
    fn every_character_of_a_board_has_strokes() {
        let pieces = Piece::ALL.map(|piece| piece_name(piece, Script::Simplified));
        for character in pieces.into_iter().chain("楚河汉界一二三四五六七八九0123456789abcdefghi".chars())
        {
            assert!(strokes(character).is_some(), "{character}");
        }
    }
}
