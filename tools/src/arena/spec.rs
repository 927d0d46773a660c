//! What `--engine` and `--each` say: `key=value` words.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::clock::Limit;
use crate::client::{History, Launch, Letters};

/// An engine as a player: how to run it, and how long it may think.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// How to run it.
    #[serde(flatten)]
    pub launch: Launch,
    /// Its limit.
    pub limit: Limit,
    /// Whether it thinks in the opponent's time.
    #[serde(default)]
    pub ponder: bool,
    /// Whether it gets a new process for every game.
    #[serde(default)]
    pub restart: bool,
}

/// A word that cannot be used.
#[derive(Debug, Error)]
pub enum BadSpec {
    /// Not `key=value`.
    #[error("`{0}`: expected key=value")]
    Shape(String),
    /// No such key.
    #[error(
        "`{0}`: unknown key (name, cmd, args, dir, proto, letters, history, ponder, restart, tc, movetime, nodes, \
         depth, option.NAME)"
    )]
    Key(String),
    /// A value that the key does not take.
    #[error("`{word}`: {reason}")]
    Value {
        /// The word.
        word: String,
        /// What is wrong.
        reason: String,
    },
    /// No program to run.
    #[error("engine {0}: cmd=PROGRAM is missing")]
    NoCommand(String),
    /// Two of a name.
    #[error("two engines are called {0}: give each its name=")]
    Twice(String),
}

/// Reads the players: `each` holds words for all, `engines` those of each, `limit` what holds without their own.
///
/// # Errors
/// [`BadSpec`], naming the word.
pub fn players(each: &[String], engines: &[Vec<String>], limit: &Limit) -> Result<Vec<Player>, BadSpec> {
    let mut players: Vec<Player> = Vec::new();
    for words in engines {
        let player = player(each.iter().chain(words), limit)?;
        if players.iter().any(|other| other.launch.name == player.launch.name) {
            return Err(BadSpec::Twice(player.launch.name));
        }
        players.push(player);
    }
    Ok(players)
}

fn player<'a>(words: impl Iterator<Item = &'a String>, limit: &Limit) -> Result<Player, BadSpec> {
    let mut player = Player {
        launch: Launch::new("", PathBuf::new()),
        limit: Limit::default(),
        ponder: false,
        restart: false,
    };
    for word in words {
        let (key, value) = word.split_once('=').ok_or_else(|| BadSpec::Shape(word.clone()))?;
        apply(&mut player, key, value).map_err(|fault| match fault {
            None => BadSpec::Key(word.clone()),
            Some(reason) => BadSpec::Value { word: word.clone(), reason },
        })?;
    }
    let launch = &mut player.launch;
    if launch.program.as_os_str().is_empty() {
        return Err(BadSpec::NoCommand(launch.name.clone()));
    }
    if launch.name.is_empty() {
        launch.name = launch.program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    }
    let knows_ponder = |(name, _): &(String, String)| name.eq_ignore_ascii_case("ponder");
    if player.ponder && !launch.options.iter().any(knows_ponder) {
        launch.options.push(("Ponder".to_owned(), "true".to_owned()));
    }
    if player.limit.is_unlimited() {
        player.limit = limit.clone();
    }
    Ok(player)
}

/// Applies one word; the fault is `None` for an unknown key.
fn apply(player: &mut Player, key: &str, value: &str) -> Result<(), Option<String>> {
    let launch = &mut player.launch;
    match key {
        "name" => value.clone_into(&mut launch.name),
        "cmd" => {
            let mut words = split_command(value).into_iter();
            launch.program = words.next().unwrap_or_default().into();
            launch.arguments.splice(0..0, words);
        }
        "args" => launch.arguments.extend(split_command(value)),
        "dir" => launch.directory = Some(value.into()),
        "proto" => launch.dialect = parse(value)?,
        "letters" => {
            launch.letters = match value {
                "nb" => Letters::Nb,
                "he" => Letters::He,
                _ => return Err(Some("nb or he".to_owned())),
            }
        }
        "history" => {
            launch.history = Some(match value {
                "full" => History::Full,
                "capture" => History::Capture,
                _ => return Err(Some("full or capture".to_owned())),
            });
        }
        "ponder" => player.ponder = switch(value)?,
        "restart" => player.restart = switch(value)?,
        "tc" => player.limit.tc = Some(parse(value)?),
        "movetime" => player.limit.movetime = Some(Duration::from_millis(parse(value)?)),
        "nodes" => player.limit.nodes = Some(parse(value)?),
        "depth" => player.limit.depth = Some(parse(value)?),
        _ => {
            let name = key.strip_prefix("option.").filter(|name| !name.is_empty()).ok_or(None)?;
            launch.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
            launch.options.push((name.to_owned(), value.to_owned()));
        }
    }
    Ok(())
}

fn parse<T: std::str::FromStr<Err: ToString>>(value: &str) -> Result<T, Option<String>> {
    value.parse().map_err(|error: T::Err| Some(error.to_string()))
}

fn switch(value: &str) -> Result<bool, Option<String>> {
    match value {
        "on" | "yes" | "true" | "1" => Ok(true),
        "off" | "no" | "false" | "0" => Ok(false),
        _ => Err(Some("on or off".to_owned())),
    }
}

/// Splits at blanks outside double quotes.
pub(crate) fn split_command(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            c if c.is_whitespace() && !quoted => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::Dialect;

    fn words(text: &str) -> Vec<String> {
        text.split('|').map(str::to_owned).collect()
    }

    #[test]
    fn a_full_description() {
        let each = words("tc=10+0.1|option.Hash=16|option.Threads=1");
        let engines = [
            words("name=A|cmd=./a \"x y\" -z|option.hash=64"),
            words(
                "cmd=/usr/games/fairy-stockfish|proto=uci-fairy|nodes=500|ponder=on|letters=he|history=capture",
            ),
        ];
        let players = players(&each, &engines, &Limit::default()).expect("good words");
        let a = &players[0];
        assert_eq!(a.launch.arguments, ["x y", "-z"]);
        assert_eq!(a.launch.options, [("Threads".into(), "1".into()), ("hash".into(), "64".into())]);
        let b = &players[1];
        assert_eq!(b.launch.name, "fairy-stockfish");
        assert_eq!(b.launch.dialect, Dialect::Fairy);
        assert!(b.ponder && b.limit.nodes == Some(500) && b.limit.tc.is_some());
    }

    #[test]
    fn faults_name_the_word() {
        let limit = Limit::default();
        let fault = |text: &str| players(&[], &[words(text)], &limit).expect_err(text).to_string();
        for (text, word) in [
            ("cmd=a|speed=9", "speed=9"),
            ("cmd=a|nodes=many", "nodes=many"),
            ("cmd=a|tc=0", "tc=0"),
            ("cmd=a|proto=xboard", "proto=xboard"),
            ("cmd=a|option.=1", "option.=1"),
            ("cmd=a|ponder=maybe", "ponder=maybe"),
            ("cmd=a|oops", "oops"),
            ("name=X", "X"),
        ] {
            assert!(fault(text).contains(word), "{text}");
        }
        let twice = players(&[], &[words("cmd=a"), words("cmd=x/a")], &limit);
        assert!(matches!(twice, Err(BadSpec::Twice(name)) if name == "a"));
    }
}
