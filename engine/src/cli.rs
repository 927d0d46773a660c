//! The command line: types only; what each subcommand does is in [`crate::commands`].

use std::path::PathBuf;
use std::str::FromStr;

use chuhe_movegen::rules::RuleSet;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::draw::{Coordinates, Theme};
use crate::lang::Lang;

/// The names of the rule sets, as `--rules` and the option `Rules` take them.
pub const RULE_SETS: [&str; RuleSet::ALL.len()] = {
    let mut names = [""; RuleSet::ALL.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = RuleSet::ALL[at].name();
        at += 1;
    }
    names
};

/// Hash size in MiB when none is given.
pub const DEFAULT_HASH_MIB: usize = 64;
/// The most threads that can be asked for.
pub const MAX_THREADS: usize = 256;
/// The largest hash that can be asked for, in MiB.
pub const MAX_HASH_MIB: usize = 1 << 20;

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "chuhe",
    version,
    about = "Chuhe (楚河): a Xiangqi engine and referee",
    long_about = "Chuhe (楚河): a Xiangqi engine and referee.\n\n\
        Without a subcommand it speaks UCI or UCCI on standard input and output: \
        load it into your GUI as it is.",
    after_help = "Examples:\n  \
        chuhe                                   speak UCI or UCCI (for GUIs)\n  \
        chuhe analyze startpos --depth 20       analyse a position\n  \
        chuhe judge game.pgn --rules cxa2020    the referee's verdict on a game\n  \
        chuhe help analyze                      all about one subcommand",
    disable_help_subcommand = false
)]
pub struct Cli {
    /// Language of messages (from the locale by default)
    #[arg(long, global = true, value_enum)]
    pub lang: Option<Lang>,

    /// What to do; without it, a protocol is spoken.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Count leaf nodes of the legal move tree
    Perft(PerftArgs),
    /// Search fixed positions to a fixed depth: the functional signature and the speed
    Bench(BenchArgs),
    /// Analyse positions
    Analyze(AnalyzeArgs),
    /// Give the referee's verdict on games
    Judge(JudgeArgs),
    /// Annotate a whole game: mistakes, evaluation graph, boards
    Review(ReviewArgs),
    /// Draw a board
    Show(ShowArgs),
    /// Convert between game formats, by file name ending
    Convert(ConvertArgs),
    /// Find the shortest mate
    Solve(SolveArgs),
    /// Build and look into opening books
    #[command(subcommand)]
    Book(BookCommand),
}

/// How moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Notation {
    /// Coordinates: h2e2
    Iccs,
    /// WXF: C2=5
    Wxf,
    /// Chinese: 炮二平五
    #[default]
    Chinese,
}

impl From<Notation> for chuhe_movegen::Notation {
    fn from(notation: Notation) -> Self {
        match notation {
            Notation::Iccs => Self::Iccs,
            Notation::Wxf => Self::Wxf,
            Notation::Chinese => Self::Chinese,
        }
    }
}

/// How results are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON object a line
    Json,
}

/// Part `index` of `count` equal parts of the input, written `2/8`; counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 1.
    pub index: usize,
    /// Of how many.
    pub count: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fault = || format!("'{text}' is not of the form i/n with 1 <= i <= n");
        let (index, count) = text.split_once('/').ok_or_else(fault)?;
        let index = index.parse().map_err(|_| fault())?;
        let count = count.parse().map_err(|_| fault())?;
        if (1..=count).contains(&index) { Ok(Self { index, count }) } else { Err(fault()) }
    }
}

/// Options of every command that searches.
#[derive(Clone, Debug, Args)]
pub struct SearchArgs {
    /// Stop after this many plies of depth
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u8).range(1..))]
    pub depth: Option<u8>,
    /// Stop after this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Stop after this many milliseconds
    #[arg(long, value_name = "MS")]
    pub movetime: Option<u64>,
    /// Search threads for each position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    pub threads: usize,
    /// Hash size in MiB
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_HASH_MIB, value_parser = hash_mib)]
    pub hash: usize,
}

/// Options of every command that reports on games or positions.
#[derive(Clone, Debug, Args)]
pub struct ReportArgs {
    /// Rules of repetition
    #[arg(long, value_name = "R", default_value_t, value_parser = rule_set())]
    pub rules: RuleSet,
    /// How results are written
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// `chuhe perft`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Counts legal moves, bulk at depth 1, without a hash table.\n\n\
    Examples:\n  chuhe perft 5\n  chuhe perft 3 --divide --fen \"3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1\"\n\n\
    The last line reads: nodes N time_ms T nps N")]
pub struct PerftArgs {
    /// Depth in plies
    #[arg(value_parser = clap::value_parser!(u8).range(0..=32))]
    pub depth: u8,
    /// The position (the start position by default)
    #[arg(long)]
    pub fen: Option<String>,
    /// Show the count behind each first move
    #[arg(long)]
    pub divide: bool,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    pub threads: usize,
}

/// `chuhe bench`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "With one thread the node count is the same on every run, build and machine.\n\n\
    Examples:\n  chuhe bench\n  chuhe bench --depth 10 --threads 2 --hash 128\n\n\
    The last line reads: N nodes N nps")]
pub struct BenchArgs {
    /// Depth in plies
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u8).range(1..))]
    pub depth: Option<u8>,
    /// Search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    pub threads: usize,
    /// Hash size in MiB
    #[arg(long, value_name = "MB", value_parser = hash_mib)]
    pub hash: Option<usize>,
}

/// `chuhe analyze`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "With no position: the start position. With no limit: 3 seconds each. \
    Several limits hold together. Input lines are FENs, EPDs or JSON objects with a \"fen\"; blank lines \
    and lines that begin with # are skipped.\n\n\
    Examples:\n  chuhe analyze --depth 18\n  chuhe analyze startpos --moves \"h2e2 h9g7\" --multipv 3\n  \
    chuhe analyze --file positions.fen --nodes 1000000 --format json > out.jsonl\n  \
    cat positions.fen | chuhe analyze - --movetime 500 --jobs 2")]
pub struct AnalyzeArgs {
    /// Positions: a FEN (quoted), `startpos`, or `-` for standard input
    #[arg(value_name = "FEN")]
    pub positions: Vec<String>,
    /// Read positions from this file, one a line
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Moves to play first, from a single position
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Limits, threads and hash
    #[command(flatten)]
    pub search: SearchArgs,
    /// Number of best lines
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub multipv: u16,
    /// Positions analysed side by side
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = threads)]
    pub jobs: usize,
    /// Only every n-th position: part i of n
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Skip as many positions as this earlier output already holds, and append to it
    #[arg(long, value_name = "OUT")]
    pub resume: Option<PathBuf>,
    /// How moves are written
    #[arg(long, value_enum, default_value_t)]
    pub notation: Notation,
    /// Rules and the form of results
    #[command(flatten)]
    pub report: ReportArgs,
}

/// `chuhe judge`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "The verdict is that of the position after the last move, as an arbiter would give it \
    without waiting for a claim.\n\n\
    Examples:\n  chuhe judge game.pgn\n  chuhe judge --rules cxa2020 --moves \"h2e2 h9g7 e2h2 g7h9\"\n  \
    chuhe judge - --format json < games.jsonl"
)]
pub struct JudgeArgs {
    /// A game file, or `-` for games (JSON, one a line) on standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["fen", "moves"])]
    pub file: Option<PathBuf>,
    /// The position in which the moves begin (the start position by default)
    #[arg(long)]
    pub fen: Option<String>,
    /// The moves
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Rules and the form of results
    #[command(flatten)]
    pub report: ReportArgs,
}

/// `chuhe review`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Each move is graded by the expected score (chance to win plus half the chance to draw) that it gave \
    away: from 5% an inaccuracy, from 10% a mistake, from 20% a blunder. With no limit: 500 ms each position.\n\n\
    Examples:\n  chuhe review game.pgn\n  chuhe review game.xqf --html game.html --movetime 1000\n  \
    chuhe review game.pgn --format json"
)]
pub struct ReviewArgs {
    /// A game file
    pub file: PathBuf,
    /// Also write a page with boards and the evaluation graph
    #[arg(long, value_name = "OUT")]
    pub html: Option<PathBuf>,
    /// Limits (each move), threads and hash
    #[command(flatten)]
    pub search: SearchArgs,
    /// Moves analysed side by side
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = threads)]
    pub jobs: usize,
    /// How moves are written
    #[arg(long, value_enum, default_value_t)]
    pub notation: Notation,
    /// Rules and the form of results
    #[command(flatten)]
    pub report: ReportArgs,
}

/// `chuhe show`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  chuhe show startpos\n  chuhe show startpos --ascii\n  \
    chuhe show \"startpos moves h2e2 h9g7\" --svg board.svg --arrow b0c2 --coordinates iccs\n  \
    chuhe show \"3k5/9/9/9/9/9/9/9/4R4/5K3 w\" --png board.png --theme dark --width 1200\n\n\
    Pictures need no fonts. An OUT of - is standard output.")]
pub struct ShowArgs {
    /// The position: a FEN or `startpos`, with `moves ...` if any; quotes are not needed
    #[arg(value_name = "FEN", required = true)]
    pub fen: Vec<String>,
    /// Write a picture in SVG
    #[arg(long, value_name = "OUT")]
    pub svg: Option<PathBuf>,
    /// Write a picture in PNG
    #[arg(long, value_name = "OUT")]
    pub png: Option<PathBuf>,
    /// Letters instead of Chinese characters
    #[arg(long)]
    pub ascii: bool,
    /// Draw an arrow (may be repeated)
    #[arg(long, value_name = "MOVE")]
    pub arrow: Vec<String>,
    /// Mark the last move
    #[arg(long, value_name = "MOVE")]
    pub last: Option<String>,
    /// Black's side at the bottom
    #[arg(long)]
    pub flip: bool,
    /// Colours of pictures
    #[arg(long, value_enum, default_value_t)]
    pub theme: Theme,
    /// What is written along the edges of pictures
    #[arg(long, value_enum, default_value_t)]
    pub coordinates: Coordinates,
    /// Width of pictures in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 600, value_parser = clap::value_parser!(u32).range(60..=6000))]
    pub width: u32,
}

/// `chuhe convert`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Reads .pgn .jsonl .xqf .cbr .cbl .cbf .ubb .html .txt .wxf .pfc .fen .xfen .epd .che .mxq .xgf; \
    writes .pgn .jsonl .xqf .ubb .wxf.\n\n\
    Examples:\n  chuhe convert game.xqf game.pgn\n  chuhe convert games.pgn games.jsonl --force\n\n\
    The last line reads: N games"
)]
pub struct ConvertArgs {
    /// The file to read
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// The file to write
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// How moves are written in a PGN
    #[arg(long, value_enum)]
    pub notation: Option<Notation>,
    /// Overwrite OUT; keep the moves before an illegal one
    #[arg(long)]
    pub force: bool,
}

/// `chuhe solve`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  chuhe solve \"3k5/9/9/9/9/9/9/9/4R4/4KR3 w\" --max-moves 3\n  \
    chuhe solve \"3k5/9/9/9/9/9/9/9/4R4/4KR3 w\" --checks-only\n\n\
    The last line reads: mate N: ..., or: no mate ...")]
pub struct SolveArgs {
    /// The position: a FEN (quoted) or `startpos`
    pub fen: String,
    /// Only mates in which every move of the attacker is a check
    #[arg(long)]
    pub checks_only: bool,
    /// The longest mate looked for, in moves of the attacker
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=127))]
    pub max_moves: Option<u8>,
}

/// `chuhe book`.
#[derive(Clone, Debug, Subcommand)]
pub enum BookCommand {
    /// Build a book from games
    Build(BookBuildArgs),
    /// Show what a book says of a position
    Show(BookShowArgs),
}

/// `chuhe book build`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Counts the moves of the main lines, with their results. A move is chosen by the points it scored: \
    a win counts twice a draw.\n\n\
    Examples:\n  chuhe book build masters.pgn league.jsonl --out opening.book\n  \
    chuhe book build masters.pgn --out short.book --plies 16 --min-games 3"
)]
pub struct BookBuildArgs {
    /// Game files
    #[arg(required = true)]
    pub games: Vec<PathBuf>,
    /// The book to write
    #[arg(long, value_name = "BOOK")]
    pub out: PathBuf,
    /// How far into each game the book goes
    #[arg(long, value_name = "N", default_value_t = 40)]
    pub plies: usize,
    /// Leave out moves played in fewer games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub min_games: u32,
}

/// `chuhe book show`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  chuhe book show opening.book startpos")]
pub struct BookShowArgs {
    /// The book
    pub book: PathBuf,
    /// The position: a FEN (quoted) or `startpos`
    pub fen: String,
}

fn rule_set() -> impl TypedValueParser<Value = RuleSet> {
    PossibleValuesParser::new(RULE_SETS).try_map(|name| name.parse::<RuleSet>())
}

fn threads(text: &str) -> Result<usize, String> {
    in_range(text, MAX_THREADS)
}

fn hash_mib(text: &str) -> Result<usize, String> {
    in_range(text, MAX_HASH_MIB)
}

fn in_range(text: &str, max: usize) -> Result<usize, String> {
    match text.parse() {
        Ok(value) if (1..=max).contains(&value) => Ok(value),
        _ => Err(format!("not a number from 1 to {max}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_declarations_are_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_subcommand_has_examples() {
        fn check(command: &clap::Command) {
            if command.has_subcommands() {
                command.get_subcommands().filter(|c| c.get_name() != "help").for_each(check);
            } else {
                let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
                assert!(help.contains("Example"), "{} lacks examples", command.get_name());
            }
        }
        check(&Cli::command());
    }

    #[test]
    fn shards_are_read_strictly() {
        assert_eq!("2/8".parse(), Ok(Shard { index: 2, count: 8 }));
        for bad in ["", "0/3", "4/3", "1/0", "a/b", "1", "-1/2"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
