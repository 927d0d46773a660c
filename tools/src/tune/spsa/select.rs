//! Which numbers are tuned: those that the engine offers as options, the table of the search knows, and the user wants.

use chuhe_search::params::{self, Tunable};

use super::SpsaError;
use super::optimizer::Parameter;
use crate::client::Offered;

/// Numbers with this prefix matter only when the engine has a clock.
const CLOCK_PREFIX: &str = "time_";

/// The numbers to tune, in the order of the table. Default and range are the engine's own, the step is the table's.
/// A pattern is a name, the beginning of names, or has `*` for any letters; no pattern at all selects everything.
/// `timed` says whether the engine has a clock.
///
/// # Errors
/// [`SpsaError::NotTunable`] and [`SpsaError::Params`].
pub fn parameters(
    command: &str,
    offered: &[Offered],
    patterns: &[String],
    timed: bool,
) -> Result<Vec<Parameter>, SpsaError> {
    let all: Vec<Parameter> = params::ALL.iter().filter_map(|tunable| parameter(tunable, offered)).collect();
    if all.is_empty() {
        return Err(SpsaError::NotTunable(command.to_owned()));
    }
    let names: Vec<&str> = all.iter().map(|parameter| parameter.name.as_str()).collect();
    let effective = |name: &&str| timed || !name.starts_with(CLOCK_PREFIX);
    let mut wanted: Vec<&str> = Vec::new();
    for pattern in patterns {
        let matching = matches(pattern, &names);
        let reason = if matching.is_empty() { "no such number" } else { "means nothing without a clock" };
        let usable: Vec<&str> = matching.into_iter().filter(effective).collect();
        if usable.is_empty() {
            return Err(SpsaError::Params { pattern: pattern.clone(), reason });
        }
        wanted.extend(usable);
    }
    if patterns.is_empty() {
        wanted = names.iter().copied().filter(effective).collect();
    }
    Ok(all.iter().filter(|parameter| wanted.contains(&parameter.name.as_str())).cloned().collect())
}

fn parameter(tunable: &Tunable, offered: &[Offered]) -> Option<Parameter> {
    let spin = offered.iter().find(|option| option.name == tunable.name)?.spin?;
    let default = i32::try_from(spin.default).ok()?;
    Some(Parameter {
        name: tunable.name.to_owned(),
        default,
        min: i32::try_from(spin.min).ok()?,
        max: i32::try_from(spin.max).ok()?,
        step: tunable.step,
        value: f64::from(default),
    })
}

/// The names that a pattern means: the very name if there is one, else all that fit.
fn matches<'a>(pattern: &str, names: &[&'a str]) -> Vec<&'a str> {
    let exact: Vec<&str> = names.iter().copied().filter(|name| *name == pattern).collect();
    if !exact.is_empty() {
        return exact;
    }
    let pattern = if pattern.contains('*') { pattern.to_owned() } else { format!("{pattern}*") };
    names.iter().copied().filter(|name| fits(&pattern, name)).collect()
}

/// Whether `name` is `pattern`, in which `*` stands for any letters.
fn fits(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((head, tail)) => name.strip_prefix(head).is_some_and(|rest| {
            (0..=rest.len()).any(|skipped| rest.is_char_boundary(skipped) && fits(tail, &rest[skipped..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::Spin;

    fn offers(names: &[&str]) -> Vec<Offered> {
        let spin = Some(Spin { default: 7, min: -9, max: 90 });
        names.iter().map(|name| Offered { name: (*name).to_owned(), spin }).collect()
    }

    fn chosen(patterns: &[&str], timed: bool) -> Result<Vec<String>, String> {
        let offered =
            offers(&["Hash", "time_share", "lmr_tt_pv", "lmr_pv", "lmr_base", "rfp_margin", "qs_see"]);
        let patterns: Vec<String> = patterns.iter().map(|&pattern| pattern.to_owned()).collect();
        parameters("./chuhe", &offered, &patterns, timed)
            .map(|chosen| chosen.into_iter().map(|parameter| parameter.name).collect())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn patterns_select_in_the_order_of_the_table() {
        let all = ["rfp_margin", "lmr_base", "lmr_tt_pv", "lmr_pv", "qs_see"];
        assert_eq!(chosen(&[], false).unwrap(), all);
        assert_eq!(chosen(&[], true).unwrap(), [&all[..], &["time_share"]].concat());
        assert_eq!(chosen(&["qs_see", "lmr"], false).unwrap(), ["lmr_base", "lmr_tt_pv", "lmr_pv", "qs_see"]);
        assert_eq!(chosen(&["*_pv"], false).unwrap(), ["lmr_tt_pv", "lmr_pv"]);
        assert_eq!(chosen(&["*m*_p*"], false).unwrap(), ["lmr_tt_pv", "lmr_pv"]);
        assert_eq!(chosen(&["lmr_pv"], false).unwrap(), ["lmr_pv"]);
        assert_eq!(chosen(&["lmr_pv", "*"], false).unwrap(), all);
    }

    #[test]
    fn what_selects_nothing_is_named() {
        assert!(chosen(&["lmr", "null_"], false).unwrap_err().contains("null_"));
        let without_clock = chosen(&["time_share"], false).unwrap_err();
        assert!(without_clock.contains("time_share") && without_clock.contains("clock"), "{without_clock}");
        assert!(chosen(&["Hash"], true).is_err(), "not a number of the search");
        let plain = parameters("./plain", &offers(&["Hash", "Threads"]), &[], true).unwrap_err();
        assert!(matches!(plain, SpsaError::NotTunable(command) if command == "./plain"));
    }

    #[test]
    fn the_engine_knows_its_range_and_the_table_the_step() {
        let chosen = parameters("", &offers(&["lmr_base"]), &[], false).unwrap();
        let table = params::ALL.iter().find(|tunable| tunable.name == "lmr_base").unwrap();
        let Parameter { default, min, max, step, value, .. } = chosen[0];
        assert_eq!((default, min, max, step, value), (7, -9, 90, table.step, 7.0));
    }
}
