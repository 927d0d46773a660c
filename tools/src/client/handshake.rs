//! What an engine says of itself before it is ready: its name and its options.

use vampirc_uci::{UciMessage, UciOptionConfig};

/// Digits of the longest number that vampirc-uci reads into its 64-bit integers without a panic.
const SAFE_DIGITS: usize = 18;

/// An option that an engine offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offered {
    /// Its name, as spelt by the engine.
    pub name: String,
    /// Its numbers, if it is a number and the engine gives all three.
    pub spin: Option<Spin>,
}

/// The numbers of a spin option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spin {
    /// The value when nothing is said.
    pub default: i64,
    /// The smallest value.
    pub min: i64,
    /// The largest value.
    pub max: i64,
}

/// What an engine says of itself in the handshake.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Introduction {
    Name(String),
    Option(Offered),
}

/// Reads `id name` and `option` lines: by vampirc-uci, and by hand where it refuses (UCCI, odd names, huge numbers).
pub(super) fn introduction(line: &str) -> Option<Introduction> {
    let safe = !line.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() > SAFE_DIGITS);
    let parsed = if safe && (line.starts_with("id ") || line.starts_with("option name ")) {
        vampirc_uci::parse_strict(line).ok()
    } else {
        None
    };
    match parsed.as_ref().and_then(|messages| messages.first()) {
        Some(UciMessage::Id { name: Some(name), .. }) => Some(Introduction::Name(name.trim().to_owned())),
        Some(UciMessage::Option(option)) => Some(Introduction::Option(Offered {
            name: option_name(option).trim().to_owned(),
            spin: spin(option),
        })),
        _ => by_hand(line),
    }
}

fn option_name(option: &UciOptionConfig) -> &str {
    match option {
        UciOptionConfig::Check { name, .. }
        | UciOptionConfig::Spin { name, .. }
        | UciOptionConfig::Combo { name, .. }
        | UciOptionConfig::Button { name }
        | UciOptionConfig::String { name, .. } => name,
    }
}

fn spin(option: &UciOptionConfig) -> Option<Spin> {
    match *option {
        UciOptionConfig::Spin { default: Some(default), min: Some(min), max: Some(max), .. } => {
            Some(Spin { default, min, max })
        }
        _ => None,
    }
}

fn by_hand(line: &str) -> Option<Introduction> {
    if let Some(name) = line.strip_prefix("id name ") {
        return Some(Introduction::Name(name.trim().to_owned()));
    }
    let rest = line.strip_prefix("option ")?;
    let (name, _) = rest.split_once(" type ")?;
    let name = name.strip_prefix("name ").unwrap_or(name);
    Some(Introduction::Option(Offered { name: name.trim().to_owned(), spin: None }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn introductions_of_both_protocols() {
        let option = |name: &str| Some(Introduction::Option(Offered { name: name.to_owned(), spin: None }));
        let number = |name: &str, [default, min, max]: [i64; 3]| {
            let spin = Some(Spin { default, min, max });
            Some(Introduction::Option(Offered { name: name.to_owned(), spin }))
        };
        assert_eq!(
            introduction("id name Fairy-Stockfish 11.1"),
            Some(Introduction::Name("Fairy-Stockfish 11.1".into()))
        );
        assert_eq!(introduction("id author nobody"), None);
        assert_eq!(
            introduction("option name Hash type spin default 16 min 1 max 2048"),
            number("Hash", [16, 1, 2048])
        );
        assert_eq!(
            introduction("option name see_quiet type spin default -16 min -60 max -4"),
            number("see_quiet", [-16, -60, -4])
        );
        assert_eq!(introduction("option name Clear Hash type button"), option("Clear Hash"));
        assert_eq!(introduction("option name Types type string default x"), option("Types"));
        assert_eq!(
            introduction("option name Big type spin default 1 min 0 max 99999999999999999999"),
            option("Big")
        );
        assert_eq!(introduction("option usemillisec type check default false"), option("usemillisec"));
        assert_eq!(introduction("option hashsize type spin min 0 max 1024 default 0"), option("hashsize"));
        assert_eq!(introduction("info string hello"), None);
        assert_eq!(introduction(""), None);
    }
}
