//! The file of self-play games that training reads: append-only, checksummed, about 4 bytes a position.
//!
//! ```text
//! header   magic "CHUHEGAM", u32 version, u32 soft nodes a move, u64 seed, u64 network id, u32 CRC of these
//! game     u32 length of the body, body, u32 CRC of the body
//! body     u16 plies, u8 random plies, u8 result (0 Black won, 1 draw, 2 Red won),
//!          per random ply u16 move, then per searched ply u16 move and flags, i16 score
//! ```
//! Integers are little-endian. A move is its 14-bit [`Move::raw`]; bit 14 marks a side to move in check, bit 15
//! a move that captures. Scores are in the search's centipawns from the side to move; mates are clamped
//! to [`SCORE_LIMIT`]. Games begin at the start position.
//!
//! A file cut off in the middle of a game is sound up to that game, and writing resumes there.

use chuhe_movegen::{Board, Move};
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"CHUHEGAM";
const VERSION: u32 = 1;
const HEADER_BYTES: usize = 36;
const MOVE_BITS: u16 = (1 << 14) - 1;
const IN_CHECK: u16 = 1 << 14;
const CAPTURE: u16 = 1 << 15;
/// A game longer than this is no game: guards against a damaged length field.
const MAX_BODY: usize = 4 + 4 * u16::MAX as usize;
/// Scores are stored within this bound; everything beyond [`chuhe_search`]'s evaluations is a mate.
pub const SCORE_LIMIT: i32 = 30_000;

/// What went wrong with a game file.
#[derive(Debug, thiserror::Error)]
pub enum GameDataError {
    /// Reading or writing failed.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The file is something else.
    #[error("{0}: not a file of self-play games")]
    NotGames(PathBuf),
    /// The file was made by another version of this program.
    #[error("{path}: version {found}, this program reads version {VERSION}")]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// The file was made with other settings.
    #[error("{path}: made with {found}; cannot be continued with {wanted}")]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// Its settings.
        found: Header,
        /// The settings asked for.
        wanted: Header,
    },
}

/// How the games of a file were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Soft node limit of a move.
    pub nodes: u32,
    /// Seed of the random openings; game number n is made from the seed and n alone.
    pub seed: u64,
    /// Identifies the network that played; 0 for the bootstrap evaluation.
    pub network: u64,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum GameResult {
    /// Black won.
    Black = 0,
    /// A draw.
    Draw = 1,
    /// Red won.
    Red = 2,
}

impl GameResult {
    /// Every result, by code.
    pub const ALL: [GameResult; 3] = [GameResult::Black, GameResult::Draw, GameResult::Red];
}

/// A searched ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move played.
    pub mv: Move,
    /// The search's score, side to move's view.
    pub score: i16,
    /// The side to move is in check.
    pub in_check: bool,
    /// The move captures.
    pub capture: bool,
}

/// One game: a random opening, then searched moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfPlayGame {
    /// Random legal moves from the start position; never scored.
    pub opening: Vec<Move>,
    /// The moves played after.
    pub moves: Vec<ScoredMove>,
    /// The result.
    pub result: GameResult,
}

impl SelfPlayGame {
    /// Calls `visit` with each searched position and its move.
    pub fn replay(&self, mut visit: impl FnMut(&Board, &ScoredMove)) {
        let mut board = Board::start();
        for &mv in &self.opening {
            board.make_move(mv);
        }
        for scored in &self.moves {
            visit(&board, scored);
            board.make_move(scored.mv);
        }
    }

    fn body(&self) -> Vec<u8> {
        let plies = self.opening.len() + self.moves.len();
        let mut body = Vec::with_capacity(4 + 2 * self.opening.len() + 4 * self.moves.len());
        body.extend((plies as u16).to_le_bytes());
        body.extend([self.opening.len() as u8, self.result as u8]);
        for mv in &self.opening {
            body.extend(mv.raw().to_le_bytes());
        }
        for scored in &self.moves {
            let flags = if scored.in_check { IN_CHECK } else { 0 } | if scored.capture { CAPTURE } else { 0 };
            body.extend((scored.mv.raw() | flags).to_le_bytes());
            body.extend(scored.score.to_le_bytes());
        }
        body
    }

    /// Decodes a body; every move is checked to be legal, so that a damaged file cannot do harm.
    fn from_body(body: &[u8]) -> Option<SelfPlayGame> {
        let (head, mut rest) = body.split_at_checked(4)?;
        let plies = u16::from_le_bytes([head[0], head[1]]) as usize;
        let opening_len = head[2] as usize;
        let result = *GameResult::ALL.get(head[3] as usize)?;
        let mut word = || {
            let (bytes, tail) = rest.split_at_checked(2)?;
            rest = tail;
            Some(u16::from_le_bytes([bytes[0], bytes[1]]))
        };
        let mut board = Board::start();
        let mut opening = Vec::with_capacity(opening_len);
        for _ in 0..opening_len {
            let mv = Move::from_raw(word()?)?;
            board.play(mv).ok()?;
            opening.push(mv);
        }
        let mut moves = Vec::with_capacity(plies.saturating_sub(opening_len));
        for _ in opening_len..plies {
            let code = word()?;
            let mv = Move::from_raw(code & MOVE_BITS)?;
            let score = word()? as i16;
            board.play(mv).ok()?;
            moves.push(ScoredMove {
                mv,
                score,
                in_check: code & IN_CHECK != 0,
                capture: code & CAPTURE != 0,
            });
        }
        rest.is_empty().then_some(SelfPlayGame { opening, moves, result })
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes a move, seed {}, ", self.nodes, self.seed)?;
        match self.network {
            0 => f.write_str("bootstrap evaluation"),
            network => write!(f, "network {network:08x}"),
        }
    }
}

impl Header {
    fn encode(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = Vec::with_capacity(HEADER_BYTES);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.nodes.to_le_bytes());
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(self.network.to_le_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        let mut header = [0; HEADER_BYTES];
        header.copy_from_slice(&bytes);
        header
    }

    fn read(input: &mut impl Read, path: &Path) -> Result<Header, GameDataError> {
        let mut bytes = [0; HEADER_BYTES];
        input.read_exact(&mut bytes).map_err(|_| GameDataError::NotGames(path.to_owned()))?;
        let u32_at = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let u64_at = |at: usize| u64::from(u32_at(at)) | u64::from(u32_at(at + 4)) << 32;
        if &bytes[..8] != MAGIC || crc32fast::hash(&bytes[..HEADER_BYTES - 4]) != u32_at(HEADER_BYTES - 4) {
            return Err(GameDataError::NotGames(path.to_owned()));
        }
        match u32_at(8) {
            VERSION => Ok(Header { nodes: u32_at(12), seed: u64_at(16), network: u64_at(24) }),
            found => Err(GameDataError::Version { path: path.to_owned(), found }),
        }
    }
}

/// Reads the games of a file, one after the other.
pub struct GameReader {
    input: BufReader<File>,
    header: Header,
    sound_bytes: u64,
}

impl GameReader {
    /// Opens a file.
    ///
    /// # Errors
    /// Where it cannot be read or is no such file.
    pub fn open(path: &Path) -> Result<GameReader, GameDataError> {
        let io = |source| GameDataError::Io { path: path.to_owned(), source };
        let mut input = BufReader::with_capacity(1 << 20, File::open(path).map_err(io)?);
        let header = Header::read(&mut input, path)?;
        Ok(GameReader { input, header, sound_bytes: HEADER_BYTES as u64 })
    }

    /// How the games were made.
    pub fn header(&self) -> Header {
        self.header
    }

    /// The length of the file up to the end of the last game read.
    fn sound_bytes(&self) -> u64 {
        self.sound_bytes
    }

    fn next_body(&mut self) -> Option<Vec<u8>> {
        let mut word = [0; 4];
        self.input.read_exact(&mut word).ok()?;
        let length = u32::from_le_bytes(word) as usize;
        if length > MAX_BODY {
            return None;
        }
        let mut body = vec![0; length];
        self.input.read_exact(&mut body).ok()?;
        self.input.read_exact(&mut word).ok()?;
        if crc32fast::hash(&body) != u32::from_le_bytes(word) {
            return None;
        }
        self.sound_bytes += 8 + length as u64;
        Some(body)
    }
}

impl Iterator for GameReader {
    type Item = SelfPlayGame;

    /// The next game; `None` at the end or where the file is damaged.
    fn next(&mut self) -> Option<SelfPlayGame> {
        self.next_body().and_then(|body| SelfPlayGame::from_body(&body))
    }
}

/// Appends games to a file.
pub struct GameWriter {
    output: BufWriter<File>,
    path: PathBuf,
}

impl GameWriter {
    /// Creates a file, or continues one made with the same settings: what is left of a game that was
    /// being written is cut off. Returns the sound games it holds already.
    ///
    /// # Errors
    /// Where the file cannot be written, is something else, or was made with other settings.
    pub fn open(path: &Path, header: Header) -> Result<(GameWriter, Vec<SelfPlayGame>), GameDataError> {
        let io = |source| GameDataError::Io { path: path.to_owned(), source };
        let mut games = Vec::new();
        let mut length = 0;
        if path.metadata().is_ok_and(|meta| meta.len() > 0) {
            let mut reader = GameReader::open(path)?;
            if reader.header() != header {
                let (found, wanted) = (reader.header(), header);
                return Err(GameDataError::OtherSettings { path: path.to_owned(), found, wanted });
            }
            games.extend(&mut reader);
            length = reader.sound_bytes();
        }
        let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path).map_err(io)?;
        file.set_len(length).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        if length == 0 {
            file.write_all(&header.encode()).map_err(io)?;
        }
        Ok((GameWriter { output: BufWriter::new(file), path: path.to_owned() }, games))
    }

    /// Appends a game and hands it to the system.
    ///
    /// # Errors
    /// Where writing fails.
    pub fn append(&mut self, game: &SelfPlayGame) -> Result<(), GameDataError> {
        let body = game.body();
        let mut record = Vec::with_capacity(8 + body.len());
        record.extend((body.len() as u32).to_le_bytes());
        record.extend(&body);
        record.extend(crc32fast::hash(&body).to_le_bytes());
        self.output
            .write_all(&record)
            .and_then(|()| self.output.flush())
            .map_err(|source| GameDataError::Io { path: self.path.clone(), source })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(seed: u64) -> SelfPlayGame {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut board = Board::start();
        let mut pick = || {
            let moves = board.legal_moves();
            let mv = moves[random.usize(..moves.len())];
            let (in_check, capture) = (board.in_check(), board.piece_at(mv.to()).is_some());
            board.make_move(mv);
            ScoredMove { mv, score: random.i16(-2000..2000), in_check, capture }
        };
        let opening = (0..8).map(|_| pick().mv).collect();
        let moves = (0..20).map(|_| pick()).collect();
        SelfPlayGame { opening, moves, result: GameResult::ALL[seed as usize % 3] }
    }

    #[test]
    fn games_survive_a_cut_file() {
        let path = std::env::temp_dir().join(format!("chuhe-gamedata-{}", std::process::id()));
        let header = Header { nodes: 100, seed: 7, network: 9 };
        let games: Vec<_> = (0..5).map(game).collect();
        let (mut writer, old) = GameWriter::open(&path, header).unwrap();
        assert!(old.is_empty());
        games.iter().for_each(|game| writer.append(game).unwrap());
        drop(writer);
        assert_eq!(GameReader::open(&path).unwrap().collect::<Vec<_>>(), games);

        let whole = std::fs::metadata(&path).unwrap().len();
        OpenOptions::new().write(true).open(&path).unwrap().set_len(whole - 3).unwrap();
        let (mut writer, old) = GameWriter::open(&path, header).unwrap();
        assert_eq!(old, games[..4]);
        writer.append(&games[4]).unwrap();
        drop(writer);
        assert_eq!(GameReader::open(&path).unwrap().collect::<Vec<_>>(), games);

        let other = Header { seed: 8, ..header };
        assert!(matches!(GameWriter::open(&path, other), Err(GameDataError::OtherSettings { .. })));
        std::fs::write(&path, b"something else altogether, and long enough").unwrap();
        assert!(matches!(GameReader::open(&path), Err(GameDataError::NotGames(_))));
        std::fs::remove_file(&path).unwrap();
    }
}
