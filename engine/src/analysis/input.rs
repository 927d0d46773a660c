//! Lines of input: a FEN, an EPD, or a JSON object with a `fen`.

use chuhe_movegen::{Board, Game, Move, notation};
use serde::Deserialize;

/// A position to analyse, with the moves that led to it where they are known.
#[derive(Clone, Debug)]
pub struct Position {
    /// The game; its last position is meant.
    pub game: Game,
    /// The position's name (EPD `id`).
    pub id: Option<String>,
    /// The moves one of which should be found (EPD `bm`).
    pub best: Vec<Move>,
    /// The moves none of which should be found (EPD `am`).
    pub avoid: Vec<Move>,
}

impl Position {
    /// Whether the answer to the position is known, so that a move found can be right or wrong.
    pub fn is_test(&self) -> bool {
        !self.best.is_empty() || !self.avoid.is_empty()
    }

    /// Whether this move is the answer.
    pub fn is_solved_by(&self, mv: Option<Move>) -> bool {
        mv.is_some_and(|mv| (self.best.is_empty() || self.best.contains(&mv)) && !self.avoid.contains(&mv))
    }
}

impl From<Game> for Position {
    fn from(game: Game) -> Position {
        Position { game, id: None, best: Vec::new(), avoid: Vec::new() }
    }
}

/// One line of input: the position in it, or why there is none.
#[derive(Clone, Debug)]
pub struct Item {
    /// The line.
    pub text: String,
    /// What it says.
    pub position: Result<Position, String>,
}

impl Item {
    /// Reads a line.
    pub fn read(line: impl AsRef<[u8]>) -> Item {
        let line = line.as_ref();
        let text = String::from_utf8_lossy(line).trim().to_string();
        let position = match std::str::from_utf8(line) {
            Err(error) => Err(format!("not UTF-8: {error}")),
            Ok(_) if text.starts_with('{') => read_json(&text),
            Ok(_) => read_epd(&text),
        };
        Item { text, position }
    }
}

/// Whether a line of a file says nothing: blank, or a remark.
pub fn is_blank(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#')
}

#[derive(Deserialize)]
struct Object {
    fen: String,
    #[serde(default)]
    moves: Moves,
    #[serde(default)]
    id: Option<serde_json::Value>,
}

/// The moves of a JSON line: `["h2e2","h9g7"]` or `"h2e2 h9g7"`.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum Moves {
    /// A text for each move.
    List(Vec<String>),
    /// All in one text.
    Text(String),
}

impl Default for Moves {
    fn default() -> Moves {
        Moves::List(Vec::new())
    }
}

impl Moves {
    /// The text of each move.
    pub fn words(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        match self {
            Moves::List(moves) => Box::new(moves.iter().map(String::as_str)),
            Moves::Text(text) => Box::new(text.split_whitespace()),
        }
    }
}

fn read_json(text: &str) -> Result<Position, String> {
    let object: Object = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut game = Game::from_fen(&object.fen).map_err(|error| error.to_string())?;
    play(&mut game, object.moves.words())?;
    let id = object.id.map(|id| id.as_str().map_or_else(|| id.to_string(), str::to_string));
    Ok(Position { id, ..Position::from(game) })
}

/// Plays moves in any notation; the fault names the move and its place.
pub fn play<'a>(game: &mut Game, moves: impl Iterator<Item = &'a str>) -> Result<(), String> {
    for (ply, text) in moves.enumerate() {
        let mv = notation::parse_any(game.board(), text).map_err(|error| format!("ply {ply}: {error}"))?;
        game.push(mv);
    }
    Ok(())
}

/// Reads a FEN, which may go on with `moves`, or an EPD: the first four fields of a FEN, then
/// operations, each with a semicolon after it.
fn read_epd(text: &str) -> Result<Position, String> {
    let (fen, operations) = text.split_at(start_of_operations(text));
    let game = Game::from_fen(fen.trim_end_matches([';', ' '])).map_err(|error| error.to_string())?;
    let mut position = Position::from(game);
    for operation in split_operations(operations) {
        let (name, value) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        match name {
            "id" => position.id = Some(value.trim().trim_matches('"').to_string()),
            "bm" => position.best = read_moves(position.game.board(), name, value)?,
            "am" => position.avoid = read_moves(position.game.board(), name, value)?,
            _ => {}
        }
    }
    Ok(position)
}

/// Where the operations of an EPD start: at the first word after the board that is neither a side nor
/// a number nor a dash; at the end for a FEN.
fn start_of_operations(text: &str) -> usize {
    let start = text.as_ptr() as usize;
    let is_side = |word: &str| matches!(word, "w" | "W" | "r" | "R" | "b" | "B");
    let is_field = |word: &str| is_side(word) || word.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    text.split_whitespace()
        .skip(1)
        .find(|word| !is_field(word))
        .filter(|word| *word != "moves")
        .map_or(text.len(), |word| word.as_ptr() as usize - start)
}

/// Splits at semicolons outside quotes.
fn split_operations(text: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split(move |c| {
        quoted ^= c == '"';
        c == ';' && !quoted
    })
    .map(str::trim)
    .filter(|operation| !operation.is_empty())
}

fn read_moves(board: &Board, name: &str, text: &str) -> Result<Vec<Move>, String> {
    let read = |word| notation::parse_any(board, word).map_err(|error| format!("{name}: {error}"));
    text.split([' ', ',']).filter(|word| !word.is_empty()).map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - -";

    fn read(line: &str) -> Position {
        Item::read(line).position.unwrap()
    }

    #[test]
    fn epd_operations_are_read() {
        let position = read(&format!("{START} bm h2e2 炮八平五; am a0a1; id \"no; 1\"; c0 \"x\";"));
        assert_eq!(position.id.as_deref(), Some("no; 1"));
        assert_eq!(position.best.len(), 2);
        assert!(position.is_solved_by("b2e2".parse().ok()));
        assert!(!position.is_solved_by("a0a1".parse().ok()));
        assert!(!position.is_solved_by(None));
    }

    #[test]
    fn counters_and_moves_belong_to_the_fen() {
        assert!(!read(&format!("{START} 3 17")).is_test());
        assert_eq!(read(&format!("{START} 0 1 moves h2e2 h9g7")).game.len(), 2);
        assert_eq!(read("startpos moves h2e2 h9g7").game.len(), 2);
        assert_eq!(read(&format!("{START} 0 1 bm h2e2;")).best.len(), 1);
    }

    #[test]
    fn json_has_moves_as_list_or_text() {
        for line in [
            r#"{"fen":"startpos","moves":["h2e2"],"id":7}"#,
            r#"{"fen":"startpos","moves":"炮二平五","id":"7"}"#,
        ] {
            let position = read(line);
            assert_eq!((position.game.len(), position.id.as_deref()), (1, Some("7")));
        }
    }

    #[test]
    fn faults_are_told() {
        for (line, fault) in [
            ("nonsense", "bad FEN"),
            ("{\"moves\":[]}", "missing field `fen`"),
            ("{\"fen\":\"startpos\",\"moves\":[\"h2h9\",\"a0a9\"]}", "ply 1"),
            ("startpos bm a0a9;", "bm: "),
        ] {
            let error = Item::read(line).position.unwrap_err();
            assert!(error.contains(fault), "{line}: {error}");
        }
        // A name in GBK.
        let item = Item::read([START.as_bytes(), b" id \"\xcf\xf3\";"].concat());
        assert!(item.position.unwrap_err().starts_with("not UTF-8: "));
        assert!(item.text.starts_with(START), "{}", item.text);
    }
}
