//! Shows a state: the numbers as a table, as options for a match, as lines of source.

use std::fmt::Write as _;

use super::optimizer::Parameter;
use super::state::State;

/// Names shown where the numbers that moved most are told in one line.
const LEADERS: usize = 4;

/// How far the run has come, in one line.
#[must_use]
pub fn summary(state: &State) -> String {
    let [lost, worse, level, better, won] = state.results;
    let spoilt = if state.spoilt == 0 { String::new() } else { format!(", {} spoilt", state.spoilt) };
    format!(
        "{} of {} pairs{spoilt}; pairs by points of the plus side (0 to 2): {lost} {worse} {level} {better} {won}",
        state.finished, state.settings.pairs
    )
}

/// The numbers that moved most, in steps: `lmr_base +1.32, qs_see -0.80`.
#[must_use]
pub fn leaders(state: &State) -> String {
    let mut moved: Vec<&Parameter> = state.parameters.iter().filter(|p| p.drift() != 0.0).collect();
    moved.sort_by(|a, b| b.drift().abs().total_cmp(&a.drift().abs()));
    let words = moved.iter().take(LEADERS).map(|p| format!("{} {:+.2}", p.name, p.drift()));
    words.collect::<Vec<_>>().join(", ")
}

/// All numbers: name, default, value, value as the engine takes it, way gone in steps.
#[must_use]
pub fn numbers(state: &State) -> String {
    let width = state.parameters.iter().map(|p| p.name.len()).max().unwrap_or(0);
    let mut text =
        format!("{:<width$} {:>8} {:>11} {:>8} {:>7}\n", "name", "default", "tuned", "rounded", "steps");
    for parameter in &state.parameters {
        let Parameter { name, default, value, .. } = parameter;
        // Adding 0 after the rounding turns -0 into 0.
        let steps = (parameter.drift() * 100.0).round() / 100.0 + 0.0;
        let _ = writeln!(
            text,
            "{name:<width$} {default:>8} {value:>11.2} {:>8} {steps:>+7.2}",
            parameter.rounded()
        );
    }
    text
}

/// The numbers that changed, as words of `arena match --engine`.
#[must_use]
pub fn arena_words(state: &State) -> String {
    let words = changed(state).map(|p| format!("option.{}={}", p.name, p.rounded()));
    words.collect::<Vec<_>>().join(" ")
}

/// The numbers that changed, as lines of the table in `search/src/params.rs`.
#[must_use]
pub fn source(state: &State) -> String {
    changed(state)
        .map(|p| format!("    {} = {}, {}..={}, step {};\n", p.name, p.rounded(), p.min, p.max, p.step))
        .collect()
}

fn changed(state: &State) -> impl Iterator<Item = &Parameter> {
    state.parameters.iter().filter(|parameter| parameter.rounded() != parameter.default)
}

#[cfg(test)]
mod tests {
    use super::super::state::Settings;
    use super::*;
    use crate::arena::adjudicate::Adjudication;
    use crate::arena::clock::Limit;

    fn state() -> State {
        let settings = Settings {
            engine: "./chuhe".to_owned(),
            options: Vec::new(),
            limit: Limit { nodes: Some(5000), ..Limit::default() },
            openings: None,
            adjudication: Adjudication::default(),
            pairs: 200,
            rate: 0.002,
            seed: 1,
        };
        let parameter = |name: &str, default, value, step| Parameter {
            name: name.to_owned(),
            default,
            min: -100,
            max: 900,
            step,
            value,
        };
        let parameters = vec![
            parameter("lmr_base", 500, 460.0, 80),
            parameter("qs_see", -40, -40.4, 10),
            parameter("rfp", 62, 73.6, 8),
            parameter("still", 8, 7.999, 1),
        ];
        State { finished: 20, spoilt: 1, results: [1, 3, 8, 5, 2], ..State::new(settings, parameters) }
    }

    #[test]
    fn the_table_shows_every_number() {
        let expected = "\
name      default       tuned  rounded   steps
lmr_base      500      460.00      460   -0.50
qs_see        -40      -40.40      -40   -0.04
rfp            62       73.60       74   +1.45
still           8        8.00        8   +0.00
";
        assert_eq!(numbers(&state()), expected);
        assert_eq!(leaders(&state()), "rfp +1.45, lmr_base -0.50, qs_see -0.04, still -0.00");
        assert!(summary(&state()).starts_with("20 of 200 pairs, 1 spoilt; "), "{}", summary(&state()));
        assert!(summary(&state()).ends_with(": 1 3 8 5 2"));
    }

    #[test]
    fn options_and_source_hold_what_changed() {
        assert_eq!(arena_words(&state()), "option.lmr_base=460 option.rfp=74");
        assert_eq!(
            source(&state()),
            "    lmr_base = 460, -100..=900, step 80;\n    rfp = 74, -100..=900, step 8;\n"
        );
    }
}
