//! The words that only UCCI has.

use super::{Command, ProtocolError, split_word};
use crate::options;

/// Reads what follows `setoption` in UCCI's form, `X [Y]`: no words between them, so the
/// table of options decides where a name of several words ends.
pub fn parse_option(rest: &str) -> Result<Command, ProtocolError> {
    if rest.is_empty() {
        return Err(ProtocolError::NoOptionName);
    }
    let (name, value) = options::split_name(rest).unwrap_or_else(|| split_word(rest));
    let value = Some(value.to_owned()).filter(|value| !value.is_empty());
    Ok(Command::SetOption { name: name.to_owned(), value })
}

/// Reads what follows `ponderhit`.
pub fn parse_ponder_hit(rest: &str) -> Command {
    Command::PonderHit { draw: split_word(rest).0.eq_ignore_ascii_case("draw") }
}
