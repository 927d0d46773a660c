//! The command line of `arena`: types alone, and what they mean as a [`Config`].

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use chuhe_movegen::rules::RuleSet;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, Parser, Subcommand};

use super::adjudicate::{Adjudication, DrawRule, ResignRule};
use super::clock::{Limit, TimeControl};
use super::config::{Config, Outputs};
use super::game::{HANG_TIME, MARGIN, START_TIME};
use super::mock::MockArgs;
use super::openings::{Order, Source};
use super::schedule::Format;
use super::spec;
use super::stats::Sprt;

const ABOUT: &str = "Matches and tournaments between Xiangqi engines (UCI, UCCI, Fairy-Stockfish's UCI)";

const EXAMPLES: &str = "\
Examples:
  arena match --engine name=New cmd=./chuhe --engine name=Old cmd=./chuhe-old --nodes 20000 \\
        --games 400 --openings book.fen --concurrency 2 --log match.jsonl
  arena match --engine cmd=./chuhe --engine cmd=fairy-stockfish proto=uci-fairy --each tc=10+0.1 option.Hash=64 \\
        --games 100 --openings book.fen --pgn games.pgn --html report.html
  arena match --engine name=New cmd=./new --engine name=Old cmd=./old --tc 8+0.08 --games 20000 \\
        --openings book.fen --sprt elo0=0 elo1=5 --log sprt.jsonl
  arena tournament --format swiss --rounds 5 --engine cmd=./a --engine cmd=./b --engine cmd=./c --tc 40/60:10/15
  arena resume match.jsonl
  arena report match.jsonl --html report.html

Keys of --engine and --each: name, cmd (program and arguments), args, dir, proto (uci, uci-fairy, ucci),
  tc, movetime (ms), nodes, depth (own limit), ponder (on, off), restart (on: new process a game),
  letters (nb, he: elephant and horse in FENs), history (full, capture), option.NAME=VALUE.
Time controls: 10+0.1, 300, 40/5400+0 (repeated), 40/5400:10/900 (90 min for 40 moves, then 15 min for every 10).";

/// Matches and tournaments between Xiangqi engines.
#[derive(Debug, Parser)]
#[command(name = "arena", version, about = ABOUT, after_help = EXAMPLES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Task,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Play two engines against each other
    #[command(after_help = EXAMPLES)]
    Match(Box<Play>),
    /// Play a tournament
    #[command(after_help = EXAMPLES)]
    Tournament {
        /// Who plays whom
        #[arg(long, value_enum, default_value = "round-robin")]
        format: Format,
        /// Everything else.
        #[command(flatten)]
        play: Box<Play>,
    },
    /// Go on with an interrupted match
    Resume {
        /// Log of the match
        log: PathBuf,
        /// How to show it.
        #[command(flatten)]
        show: Show,
        /// Games at the same time, if not as before
        #[arg(long, value_name = "N")]
        concurrency: Option<usize>,
    },
    /// Report on a match from its log
    Report {
        /// Log of the match
        log: PathBuf,
        /// What to write.
        #[command(flatten)]
        outputs: Outputs,
    },
    /// Elo, normalised Elo, LOS and SPRT of given results
    Stats {
        /// Pairs of games by points 0, 1/2, 1, 3/2, 2 (five counts), or games lost, drawn, won (three)
        #[arg(value_delimiter = ',', required = true)]
        counts: Vec<u64>,
        /// Sequential test: elo0=, elo1=, alpha=, beta=, model=
        #[arg(long, num_args = 0.., value_name = "KEY=VALUE")]
        sprt: Option<Vec<String>>,
    },
    /// A random mover that can misbehave
    #[command(hide = true)]
    Mock(MockArgs),
}

/// How a match is shown.
#[derive(Debug, Clone, Args)]
pub struct Show {
    /// Show intermediate results every N games (0: never)
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub interval: usize,
    /// Do not show a line for every game
    #[arg(long, short)]
    pub quiet: bool,
    /// Write everything said between arena and engines
    #[arg(long, value_name = "FILE")]
    pub traffic: Option<PathBuf>,
}

/// A match or tournament.
#[derive(Debug, Args)]
pub struct Play {
    /// The engines.
    #[command(flatten)]
    pub engines: Engines,
    /// Time control of engines without a limit of their own
    #[arg(long)]
    pub tc: Option<TimeControl>,
    /// Time a move, in milliseconds
    #[arg(long, value_name = "MS")]
    pub movetime: Option<u64>,
    /// Nodes a move
    #[arg(long)]
    pub nodes: Option<u64>,
    /// Depth in plies
    #[arg(long)]
    pub depth: Option<u32>,
    /// Games an encounter (in a match: altogether)
    #[arg(long, default_value_t = 2)]
    pub games: u32,
    /// Cycles of a round robin or gauntlet; rounds of a Swiss
    #[arg(long)]
    pub rounds: Option<u32>,
    /// Start positions: a FEN or EPD line each, or a PGN file
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Their order
    #[arg(long, value_enum, default_value = "random")]
    pub order: Order,
    /// Seed of a random order
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Openings to skip
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub skip: usize,
    /// Plies taken from each game of a PGN file
    #[arg(long, value_name = "N")]
    pub plies: Option<usize>,
    /// Games at the same time
    #[arg(long, short, value_name = "N", default_value_t = 1)]
    pub concurrency: usize,
    /// Rule set of the referee
    #[arg(long, default_value = "asian")]
    pub rules: RuleSet,
    /// Rounds without a capture that draw, in place of the rule set's own (0: no limit)
    #[arg(long, value_name = "ROUNDS")]
    pub natural_limit: Option<u16>,
    /// Adjudicate lost games: moves=4 score=600 two-sided=off
    #[arg(long, num_args = 0.., value_name = "KEY=VALUE")]
    pub resign: Option<Vec<String>>,
    /// Adjudicate drawn games: after=40 moves=8 score=10
    #[arg(long, num_args = 0.., value_name = "KEY=VALUE")]
    pub draw: Option<Vec<String>>,
    /// Draw games after so many moves of each side
    #[arg(long, value_name = "N")]
    pub max_moves: Option<u32>,
    /// Overstep of a time limit that is forgiven, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = MARGIN.as_millis() as u64)]
    pub margin: u64,
    /// Longest search without a time limit, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = HANG_TIME.as_secs_f64())]
    pub hang: f64,
    /// Time for an engine to start, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = START_TIME.as_secs_f64())]
    pub start_time: f64,
    /// Stop when a sequential test decides: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized
    #[arg(long, num_args = 0.., value_name = "KEY=VALUE")]
    pub sprt: Option<Vec<String>>,
    /// Log of the match (JSON Lines): for `resume` and `report`
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// What else to write.
    #[command(flatten)]
    pub outputs: Outputs,
    /// Name of the event
    #[arg(long, default_value = "Chuhe arena")]
    pub event: String,
    /// How to show it.
    #[command(flatten)]
    pub show: Show,
}

/// The words of every `--engine`, and those of `--each`.
#[derive(Debug, Clone, Default)]
pub struct Engines {
    engines: Vec<Vec<String>>,
    each: Vec<String>,
}

/// Clap's derive knows no option that is a list each time it occurs, so this one is built by hand.
impl Args for Engines {
    fn augment_args(command: Command) -> Command {
        let words = |name: &'static str, help: &'static str| {
            Arg::new(name)
                .long(name)
                .num_args(1..)
                .action(ArgAction::Append)
                .value_name("KEY=VALUE")
                .help(help)
        };
        command
            .arg(
                words("engine", "An engine: name=A cmd=./a proto=uci option.Hash=64 ... (once for each)")
                    .required(true),
            )
            .arg(words("each", "What holds for all engines: tc=10+0.1 option.Hash=64 ..."))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Engines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let occurrences = |name| {
            let lists = matches.get_occurrences::<String>(name).into_iter().flatten();
            lists.map(|words| words.cloned().collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        let engines = occurrences("engine");
        if engines.is_empty() {
            return Err(clap::Error::raw(ErrorKind::MissingRequiredArgument, "no --engine"));
        }
        Ok(Self { engines, each: occurrences("each").concat() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Play {
    /// The match that the words describe.
    ///
    /// # Errors
    /// Naming the word that makes no sense.
    pub fn config(&self, format: Format) -> anyhow::Result<Config> {
        let limit = Limit {
            tc: self.tc.clone(),
            movetime: self.movetime.map(Duration::from_millis),
            nodes: self.nodes,
            depth: self.depth,
        };
        let players = spec::players(&self.engines.each, &self.engines.engines, &limit)?;
        if let Some(player) = players.iter().find(|player| player.limit.is_unlimited()) {
            bail!("engine {} has no limit: give --tc, --movetime, --nodes or --depth", player.launch.name);
        }
        match (format, players.len()) {
            (Format::Match, n) if n != 2 => {
                bail!("a match takes two engines, not {n} (see `arena tournament`)")
            }
            (_, 0 | 1) => bail!("a tournament takes at least two engines"),
            _ => {}
        }
        if self.games == 0 || self.rounds == Some(0) {
            bail!("no games to play");
        }
        let sprt =
            self.sprt.as_ref().map(|words| Sprt::parse(words.iter().map(String::as_str))).transpose()?;
        if sprt.is_some() && !matches!(format, Format::Match | Format::Gauntlet) {
            bail!("--sprt tests the first engine: it needs a match or a gauntlet");
        }
        Ok(Config {
            event: self.event.clone(),
            format,
            players,
            games: self.games,
            rounds: self.rounds,
            concurrency: self.concurrency,
            openings: Source {
                file: self.openings.clone(),
                order: self.order,
                seed: self.seed,
                skip: self.skip,
                plies: self.plies,
            },
            rules: self.rules,
            natural_limit: self.natural_limit,
            adjudication: self.adjudication()?,
            margin: Duration::from_millis(self.margin),
            hang_time: seconds("--hang", self.hang)?,
            start_time: seconds("--start-time", self.start_time)?,
            sprt,
            outputs: self.outputs.clone(),
        })
    }

    fn adjudication(&self) -> anyhow::Result<Adjudication> {
        Ok(Adjudication {
            resign: self.resign.as_deref().map(|words| resign_rule(RESIGN, words)).transpose()?,
            draw: self.draw.as_deref().map(|words| draw_rule(DRAW, words)).transpose()?,
            max_moves: self.max_moves,
        })
    }
}

/// What a bare `--resign` means.
const RESIGN: ResignRule = ResignRule { moves: 4, score: 600, two_sided: false };
/// What a bare `--draw` means.
const DRAW: DrawRule = DrawRule { after: 40, moves: 8, score: 10 };

/// The rule, changed by the words of `--resign`.
pub(crate) fn resign_rule(mut rule: ResignRule, words: &[String]) -> anyhow::Result<ResignRule> {
    for (word, key, value) in pairs("--resign", words)? {
        match key {
            "moves" => rule.moves = value.parse().with_context(|| word.to_owned())?,
            "score" => rule.score = value.parse().with_context(|| word.to_owned())?,
            "two-sided" => rule.two_sided = matches!(value, "on" | "yes" | "true"),
            _ => bail!("--resign `{word}`: expected moves=, score= or two-sided="),
        }
    }
    Ok(rule)
}

/// The rule, changed by the words of `--draw`.
pub(crate) fn draw_rule(mut rule: DrawRule, words: &[String]) -> anyhow::Result<DrawRule> {
    for (word, key, value) in pairs("--draw", words)? {
        match key {
            "after" => rule.after = value.parse().with_context(|| word.to_owned())?,
            "moves" => rule.moves = value.parse().with_context(|| word.to_owned())?,
            "score" => rule.score = value.parse().with_context(|| word.to_owned())?,
            _ => bail!("--draw `{word}`: expected after=, moves= or score="),
        }
    }
    Ok(rule)
}

fn pairs<'a>(option: &str, words: &'a [String]) -> anyhow::Result<Vec<(&'a str, &'a str, &'a str)>> {
    words
        .iter()
        .map(|word| {
            let (key, value) =
                word.split_once('=').with_context(|| format!("{option} `{word}`: expected key=value"))?;
            Ok((word.as_str(), key, value))
        })
        .collect()
}

fn seconds(option: &str, value: f64) -> anyhow::Result<Duration> {
    Duration::try_from_secs_f64(value).with_context(|| format!("{option} {value}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(line: &str) -> anyhow::Result<Config> {
        match Cli::try_parse_from(line.split(' '))?.command {
            Task::Match(play) => play.config(Format::Match),
            Task::Tournament { format, play } => play.config(format),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_command_is_well_formed() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn engines_keep_their_own_words() {
        let line = "arena match --engine name=A cmd=./a nodes=5 --each option.Hash=8 --engine name=B cmd=./b --tc 8+0.08 \
                    --sprt elo0=0 elo1=3 --resign --draw score=5";
        let config = config(&line.split_whitespace().collect::<Vec<_>>().join(" ")).expect("good words");
        assert_eq!(config.names(), ["A", "B"]);
        assert_eq!(config.players[0].limit.to_string(), "5 nodes");
        assert_eq!(config.players[1].limit.to_string(), "8+0.08");
        assert_eq!(config.players[1].launch.options.len(), 1);
        assert_eq!(config.sprt.map(|s| s.elo1), Some(3.0));
        assert_eq!(config.adjudication.resign.map(|r| r.score), Some(600));
        assert_eq!(config.adjudication.draw.map(|r| r.score), Some(5));
        let text = serde_json::to_string(&config).expect("as JSON");
        assert_eq!(serde_json::from_str::<Config>(&text).expect("from JSON"), config);
    }

    #[test]
    fn nonsense_is_named() {
        let engines = "--engine cmd=a --engine cmd=b";
        for (line, word) in [
            (format!("arena match {engines}"), "no limit"),
            ("arena match --engine cmd=a --nodes 1".to_owned(), "two engines"),
            (format!("arena match {engines} --nodes 1 --resign speed=1"), "speed=1"),
            (format!("arena match {engines} --nodes 1 --draw score=x"), "score=x"),
            (format!("arena match {engines} --nodes 1 --sprt elo0=9"), "elo0 (9)"),
            (format!("arena match {engines} --nodes 1 --games 0"), "no games"),
            (format!("arena match {engines} --nodes 1 --hang -1"), "-1"),
            (format!("arena match {engines} --nodes 1 --rules moon"), "moon"),
            (format!("arena tournament {engines} --nodes 1 --sprt elo1=9"), "--sprt"),
            ("arena match --nodes 1".to_owned(), "--engine"),
        ] {
            let error = format!("{:#}", config(&line).expect_err(&line));
            assert!(error.contains(word), "{line}: {error}");
        }
    }
}
