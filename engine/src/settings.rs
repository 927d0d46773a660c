//! The values of all options, typed; [`crate::options`] fills them.

use std::path::PathBuf;
use std::time::Duration;

use chuhe_movegen::rules::RuleSet;
use chuhe_search::{Options, Skill};

/// What the options say.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Search threads.
    pub threads: usize,
    /// Size of the transposition table in MiB.
    pub hash_mib: usize,
    /// Number of best lines.
    pub multipv: usize,
    /// Time lost on the way from the engine to the clock.
    pub move_overhead: Duration,
    /// Nodes that count as a millisecond; 0 = real time.
    pub nodestime: u64,
    /// Print win, draw and loss chances.
    pub show_wdl: bool,
    /// The game is analysed, not played.
    pub analyse: bool,
    /// Play at `elo`.
    pub limit_strength: bool,
    /// The strength wanted, when limited.
    pub elo: u16,
    /// `Skill Level`, 0 to 20.
    pub skill_level: u8,
    /// UCCI's `knowledge`, as a skill level.
    pub knowledge: u8,
    /// UCCI's `randomness`, as a skill level.
    pub randomness: u8,
    /// `UCI_Variant` was set, and no position of UCI-Cyclone came since: ranks count from 1 in UCI.
    pub variant_set: bool,
    /// The network; None = the one built in.
    pub eval_file: Option<PathBuf>,
    /// Play from the book.
    pub own_book: bool,
    /// The book.
    pub book_file: Option<PathBuf>,
    /// Rules of repetition.
    pub rules: RuleSet,
    /// Rounds without a capture that draw; None = what the rule set says, 0 = never.
    pub natural_rounds: Option<u16>,
    /// What a draw is worth to the engine, in centipawns.
    pub draw_score: i32,
    /// Where to log the conversation.
    pub log_file: Option<PathBuf>,
    /// UCCI times are in milliseconds.
    pub milliseconds: bool,
    /// UCCI: do not read on while thinking.
    pub batch: bool,
}

impl Default for Settings {
    /// Every option at the default of the table.
    fn default() -> Self {
        let search = Options::default();
        let mut settings = Self {
            threads: 1,
            hash_mib: 1,
            multipv: search.multipv,
            move_overhead: search.move_overhead,
            nodestime: search.nodestime,
            show_wdl: false,
            analyse: search.analyse,
            limit_strength: false,
            elo: Skill::MAX_ELO,
            skill_level: FULL_SKILL,
            knowledge: FULL_SKILL,
            randomness: FULL_SKILL,
            variant_set: false,
            eval_file: None,
            own_book: false,
            book_file: None,
            rules: search.rules,
            natural_rounds: None,
            draw_score: 0,
            log_file: None,
            milliseconds: false,
            batch: false,
        };
        crate::options::apply_defaults(&mut settings);
        settings
    }
}

/// The skill level at which nothing is held back.
pub const FULL_SKILL: u8 = Skill::MAX_LEVEL as u8;

impl Settings {
    /// What the search needs to know.
    pub fn search_options(&self) -> Options {
        Options {
            multipv: self.multipv,
            move_overhead: self.move_overhead,
            rules: self.rules,
            natural_limit: self.natural_limit(),
            draw_score: if self.analyse { 0 } else { chuhe_eval::wdl::from_cp(self.draw_score) },
            nodestime: self.nodestime,
            analyse: self.analyse,
            skill: self.skill(),
        }
    }

    /// The natural limit in plies; None = off.
    fn natural_limit(&self) -> Option<u16> {
        let rounds = self.natural_rounds.unwrap_or(self.rules.rules().natural.rounds);
        (rounds > 0).then_some(2 * rounds)
    }

    /// The handicap: a rating where one is asked for, else the lowest of the levels.
    fn skill(&self) -> Option<Skill> {
        if self.limit_strength {
            return Skill::from_elo(self.elo);
        }
        Skill::from_level(self.skill_level.min(self.knowledge).min(self.randomness))
    }
}
