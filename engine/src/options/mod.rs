//! The options of both protocols: how one is found, read, checked and listed.
//!
//! [`TABLE`] is the only place that knows an option: the `option` lines of UCI and UCCI, `setoption` in either
//! grammar and the table in README.md all come from it.

use thiserror::Error;

use crate::protocol::{Protocol, excerpt};
use crate::settings::Settings;

mod table;

pub use table::TABLE;

/// An option.
pub struct Spec {
    /// The name in UCI.
    pub name: &'static str,
    /// Other names under which GUIs know it.
    pub aliases: &'static [&'static str],
    /// Where it is listed.
    pub listed: Listed,
    /// Type, default, range and what setting it does.
    pub kind: Kind,
    /// What the session must do besides.
    pub effect: Effect,
    /// What it means, in a few words.
    pub help: &'static str,
}

/// Which protocol offers an option, under which name in UCCI. Any name is accepted in any mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// In UCI only.
    Uci,
    /// In both.
    Both(&'static str),
    /// In both; UCCI's 0 means "choose yourself", which is the default.
    BothZeroIsAuto(&'static str),
    /// In UCCI only, under its own name.
    Ucci,
    /// Nowhere: GUIs send it unasked, and it means nothing to this engine.
    Hidden,
}

/// The type of an option, with its default, range and setter.
pub enum Kind {
    /// True or false.
    Check {
        /// Unless set.
        default: bool,
        /// Takes the value over.
        set: fn(&mut Settings, bool),
    },
    /// A whole number.
    Spin {
        /// Unless set.
        default: i64,
        /// The smallest allowed.
        min: i64,
        /// The largest allowed.
        max: i64,
        /// Takes the value over.
        set: fn(&mut Settings, i64),
    },
    /// One of a few words.
    Combo {
        /// Unless set.
        default: &'static str,
        /// The words.
        choices: &'static [&'static str],
        /// Takes the value over; it is one of the choices.
        set: fn(&mut Settings, &str),
    },
    /// Any text, empty by default.
    Text {
        /// Takes the value over.
        set: fn(&mut Settings, &str),
    },
    /// An action without a value.
    Button,
}

/// What the session must do when an option was set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effect {
    /// Nothing; the value holds from the next `go` on.
    #[default]
    None,
    /// Empty the transposition table.
    ClearHash,
    /// Begin a new game.
    NewGame,
    /// Load the network.
    Evaluation,
    /// Open the book.
    Book,
    /// Open the log.
    Log,
}

/// Why an option was not set.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum OptionError {
    /// No option has this name.
    #[error("no such option: '{0}'")]
    Unknown(String),
    /// The option wants a value.
    #[error("option {0} needs a value")]
    NoValue(&'static str),
    /// Not a number, or outside the range.
    #[error("option {name}: '{value}' is not a number from {min} to {max}; unchanged")]
    Range {
        /// The option.
        name: &'static str,
        /// What was sent.
        value: String,
        /// The smallest allowed.
        min: i64,
        /// The largest allowed.
        max: i64,
    },
    /// Not a truth value.
    #[error("option {name}: '{value}' is neither true nor false; unchanged")]
    NotBoolean {
        /// The option.
        name: &'static str,
        /// What was sent.
        value: String,
    },
    /// Not one of the words.
    #[error("option {name}: '{value}' is none of: {}; unchanged", .choices.join(", "))]
    Choice {
        /// The option.
        name: &'static str,
        /// What was sent.
        value: String,
        /// The words.
        choices: &'static [&'static str],
    },
    /// A number of the search was not set.
    #[cfg(feature = "tune")]
    #[error("{0}; unchanged")]
    Tune(#[from] chuhe_search::params::TuneError),
}

/// How an empty text is written.
pub const EMPTY: &str = "<empty>";

/// Sets an option, by any of its names.
pub fn set(
    settings: &mut Settings,
    protocol: Protocol,
    name: &str,
    value: Option<&str>,
) -> Result<Effect, OptionError> {
    #[cfg(feature = "tune")]
    if chuhe_search::params::ALL.iter().any(|tunable| tunable.name == name) {
        return set_tunable(name, value);
    }
    let spec = find(name).ok_or_else(|| OptionError::Unknown(excerpt(name)))?;
    spec.set(settings, protocol, value)?;
    Ok(spec.effect)
}

/// Sets a number of the search.
#[cfg(feature = "tune")]
fn set_tunable(name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
    let text = value.unwrap_or_default();
    // What is no number lies in no range.
    chuhe_search::params::set(name, text.trim().parse().unwrap_or(i32::MIN))?;
    Ok(Effect::None)
}

/// Brings every option to its default.
pub fn apply_defaults(settings: &mut Settings) {
    for spec in TABLE {
        match spec.kind {
            Kind::Check { default, set } => set(settings, default),
            Kind::Spin { default, set, .. } => set(settings, default),
            Kind::Combo { default, set, .. } => set(settings, default),
            Kind::Text { set } => set(settings, ""),
            Kind::Button => {}
        }
    }
    // The defaults are not a choice of the user.
    settings.variant_set = false;
}

/// The option of this name. Case, blanks, dashes and underscores do not count.
pub fn find(name: &str) -> Option<&'static Spec> {
    let wanted = plain(name);
    TABLE.iter().find(|spec| spec.names().any(|name| plain(name) == wanted))
}

/// Splits UCCI's `X Y` where the longest known name ends.
pub fn split_name(text: &str) -> Option<(&str, &str)> {
    let ends = text.match_indices(char::is_whitespace).map(|(at, _)| at).chain([text.len()]);
    // No name has more words than this.
    let ends: Vec<usize> = ends.take(MAX_NAME_WORDS).collect();
    let split = ends.into_iter().rev().map(|end| text.split_at(end));
    split.map(|(name, value)| (name, value.trim())).find(|(name, _)| find(name).is_some())
}

/// More than the words of the longest name, double blanks included.
const MAX_NAME_WORDS: usize = 8;

fn plain(name: &str) -> String {
    let letters = name.chars().filter(|c| !c.is_whitespace() && !matches!(c, '_' | '-'));
    letters.flat_map(char::to_lowercase).collect()
}

impl Spec {
    fn names(&self) -> impl Iterator<Item = &'static str> {
        let ucci = self.ucci_name().into_iter();
        [self.name].into_iter().chain(ucci).chain(self.aliases.iter().copied())
    }

    /// Whether UCI lists it.
    pub fn is_uci(&self) -> bool {
        !matches!(self.listed, Listed::Ucci | Listed::Hidden)
    }

    /// The name under which UCCI lists it.
    pub fn ucci_name(&self) -> Option<&'static str> {
        match self.listed {
            Listed::Both(name) | Listed::BothZeroIsAuto(name) => Some(name),
            Listed::Ucci => Some(self.name),
            Listed::Uci | Listed::Hidden => None,
        }
    }

    /// Whether 0 stands for the default in this protocol.
    pub fn zero_is_auto(&self, protocol: Protocol) -> bool {
        protocol == Protocol::Ucci && matches!(self.listed, Listed::BothZeroIsAuto(_))
    }

    fn set(
        &self,
        settings: &mut Settings,
        protocol: Protocol,
        value: Option<&str>,
    ) -> Result<(), OptionError> {
        let text = value.ok_or(OptionError::NoValue(self.name));
        match self.kind {
            Kind::Button => {}
            Kind::Check { set, .. } => set(settings, self.boolean(text?)?),
            Kind::Spin { set, .. } => set(settings, self.number(text?, protocol)?),
            Kind::Combo { set, .. } => set(settings, self.choice(text?)?),
            // A missing text is an empty one.
            Kind::Text { set } => set(settings, text.ok().filter(|&t| t != EMPTY).unwrap_or("")),
        }
        Ok(())
    }

    fn boolean(&self, text: &str) -> Result<bool, OptionError> {
        match text.to_ascii_lowercase().as_str() {
            "true" | "on" | "1" | "yes" => Ok(true),
            "false" | "off" | "0" | "no" => Ok(false),
            _ => Err(OptionError::NotBoolean { name: self.name, value: excerpt(text) }),
        }
    }

    fn number(&self, text: &str, protocol: Protocol) -> Result<i64, OptionError> {
        let Kind::Spin { default, min, max, .. } = self.kind else {
            return Err(OptionError::NoValue(self.name));
        };
        match text.parse() {
            Ok(0) if self.zero_is_auto(protocol) => Ok(default),
            Ok(number) if (min..=max).contains(&number) => Ok(number),
            _ => Err(OptionError::Range { name: self.name, value: excerpt(text), min, max }),
        }
    }

    fn choice(&self, text: &str) -> Result<&'static str, OptionError> {
        let Kind::Combo { choices, .. } = self.kind else {
            return Err(OptionError::NoValue(self.name));
        };
        let meant = table::other_word(text);
        choices
            .iter()
            .copied()
            .find(|choice| choice.eq_ignore_ascii_case(meant))
            .ok_or_else(|| OptionError::Choice { name: self.name, value: excerpt(text), choices })
    }
}

/// The options as README.md shows them.
pub fn markdown() -> String {
    let mut text = String::from(
        "| UCI | UCCI | type | default | range | meaning |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    for spec in TABLE.iter().filter(|spec| spec.listed != Listed::Hidden) {
        let (kind, default, range) = match spec.kind {
            Kind::Check { default, .. } => ("check", default.to_string(), String::new()),
            Kind::Spin { default, min, max, .. } => {
                let auto = if spec.zero_is_auto(Protocol::Ucci) { " (UCCI: 0 = default)" } else { "" };
                ("spin", default.to_string(), format!("{min} to {max}{auto}"))
            }
            Kind::Combo { default, choices, .. } => ("combo", default.into(), choices.join(", ")),
            Kind::Text { .. } => ("string", "empty".into(), String::new()),
            Kind::Button => ("button", String::new(), String::new()),
        };
        let name = if spec.is_uci() { spec.name } else { "" };
        let ucci = spec.ucci_name().unwrap_or_default();
        text += &format!("| {name} | {ucci} | {kind} | {default} | {range} | {} |\n", spec.help);
    }
    text
}

#[cfg(test)]
mod tests;
